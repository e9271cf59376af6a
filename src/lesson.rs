//! Teaching: the pipeline one step at a time.
//!
//! Pure: a [`Walk`] turns a trace and the number of a step into what there is after that step. It computes nothing that
//! the pipeline does not, and knows no screen, no keys and no clock; how fast steps follow each other is not its matter.

mod walk;

pub use walk::{Stage, State, Step, Walk};
