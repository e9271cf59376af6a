//! Results for reading. Lines, with titles in bold where colour is wanted (`paint`), safe to send to a terminal: names come safe from `document`, all
//! else passes through [`text`](crate::text), the module that measures and cleans. Knows no command.

mod compare;
mod diff;
mod evidence;
mod exclude;
mod explain;
mod fingerprints;
mod hash;
mod lessons;
mod library;
mod matrix;
mod paragraph;
mod profiles;
mod review;
mod step;
mod study;
mod table;

pub(super) use compare::compare;
pub(super) use diff::diff;
pub(super) use explain::explain;
pub(super) use fingerprints::fingerprints;
pub(super) use hash::{hash, keywords};
pub(super) use lessons::lessons;
pub(super) use library::{library_added, library_document, library_found, library_list, library_plan, library_stats};
pub(super) use matrix::matrix;
pub(super) use profiles::profiles;
pub(super) use review::review;
pub(super) use step::step;
pub(super) use study::{calibration, calibration_test, evaluation};
