//! The hidden command of the child process that parses one file. Runs before all other commands; it must not know the
//! settings.

use std::{env, ffi::OsString, process::ExitCode};

use super::Code;
use crate::document::guard;

/// Parses the file if this process is such a child; otherwise makes this process parse files in children.
pub(super) fn run_as_child() -> Option<ExitCode> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let done =
        guard::run_child(&arguments).map(|well| ExitCode::from(if well { Code::Done } else { Code::Error } as u8));
    if done.is_none() {
        guard::guard_by_children();
    }
    done
}
