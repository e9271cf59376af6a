//! Files that version 0.1.0 wrote still open, its JSON keeps all names and values, its command lines still run.
//!
//! `tests/fixtures/0.1.0/README.md` says how each file was made. Everything here goes through the binary, so that names
//! in the code can change and names in files cannot. Beside the journal's code, `fixture.rs` compares each line of the
//! review byte for byte. A fixture is never edited: where a name has to change, the old name is still read, and these
//! tests prove it.

#[path = "compatibility/additive.rs"]
mod additive;
#[path = "compatibility/cache.rs"]
mod cache;
#[path = "compatibility/command_line.rs"]
mod command_line;
#[path = "compatibility/documents.rs"]
mod documents;
#[path = "compatibility/filters.rs"]
mod filters;
#[path = "compatibility/lessons.rs"]
mod lessons;
#[path = "compatibility/program.rs"]
mod program;
#[path = "compatibility/recipes.rs"]
mod recipes;
#[path = "compatibility/reviews.rs"]
mod reviews;
#[path = "compatibility/screens.rs"]
mod screens;
#[path = "compatibility/settings.rs"]
mod settings;
#[path = "support/terminal.rs"]
mod terminal;
