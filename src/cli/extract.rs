//! The hidden command by which the program starts itself to take one file apart, away from everything else it does.
//! Stands before all other commands and knows no settings: a child has nothing to decide.

use std::{env, ffi::OsString, process::ExitCode};

use super::Code;
use crate::document::guard;

/// Does the work of a child, where this process is one; anything else that takes a file apart from here on does it by
/// such children.
pub(super) fn run_as_child() -> Option<ExitCode> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let done =
        guard::run_child(&arguments).map(|well| ExitCode::from(if well { Code::Done } else { Code::Error } as u8));
    if done.is_none() {
        guard::guard_by_children();
    }
    done
}
