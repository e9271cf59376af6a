//! Files, below everything that reads or writes one: how they are opened.
//!
//! A name that a user or a folder gives may lead to anything, and to something else a moment later. So a file is opened
//! without waiting, and *what was opened* is looked at (`open.rs`).
//!
//! Knows no other module; must not know what is in a file.

mod open;

pub use open::SpecialFile;
pub(crate) use open::{descriptor, open_given};
#[cfg(feature = "app")]
pub(crate) use open::{open, open_unlinked, read};
