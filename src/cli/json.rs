//! Results for programs: what the values of several commands share. The manual, `json`, has the tables of all names.
//!
//! Weights and column sums are integers in multiples of 2⁻¹⁶: divided by `scale` they are the numbers of the screens.
//! Columns (`bit`) are counted from the left, most significant bit first, from 0. Places in texts are counted in
//! characters (Unicode code points) of the decoded text, with LF line ends and without byte order mark. Members are
//! written in the order in which they stand here. Results of which there may be many are types of their own, and the
//! others made with `json!`.
//!
//! A bit with its contributions is a line, which `grep` finds and a reader can follow.

pub(super) mod document;
mod library;
pub(super) mod pair;
pub(super) mod places;
mod study;

use serde::{Serialize, Serializer};
use serde_json::Value;

pub(super) use library::{
    library_added_line, library_document_line, library_documents, library_exported, library_exported_whole,
    library_found, library_found_line, library_plan, library_stats,
};
pub(super) use study::{calibration, calibration_test, evaluation};

pub(super) use crate::json::write;

/// How many levels have a line for each value, as a rule.
pub(super) const LEVELS: usize = 4;

/// An object without those of these members that are `null` or an empty list.
pub(super) fn present(mut object: Value, optional: &[&str]) -> Value {
    let absent = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
    if let Value::Object(members) = &mut object {
        members.retain(|name, value| !(optional.contains(&name.as_str()) && absent(value)));
    }
    object
}

/// An object with the members of both.
pub(super) fn joined(mut object: Value, others: Value) -> Value {
    if let (Value::Object(members), Value::Object(others)) = (&mut object, others) {
        members.extend(others);
    }
    object
}

/// A list that is made while it is written.
pub(super) struct Lazy<F>(pub F);

impl<F: Fn() -> I, I: Iterator<Item: Serialize>> Serialize for Lazy<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0())
    }
}
