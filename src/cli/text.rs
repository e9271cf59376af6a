//! Results for reading. Lines, with titles in bold where colour is wanted (`paint`), safe to send to a terminal: names come safe from `document`, all
//! else passes through [`text`](crate::text), the room that measures and cleans. Knows no command.

mod compare;
mod explain;
mod hash;
mod paragraph;
mod table;

pub(super) use compare::compare;
pub(super) use explain::explain;
pub(super) use hash::hash;
