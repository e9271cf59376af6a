//! What the events of a review say of what is to be left out.

use super::ReviewState;
use crate::review::{EventId, Exclusion, ExclusionStatus, ReviewChange, update_exclusions};

impl ReviewState {
    /// All that is kept of what is to be left out, in the order in which it was said first. When it was asked for first,
    /// there were so many changes as `opened` says.
    pub(in crate::review) fn omissions(&self, opened: usize) -> Vec<ExclusionStatus> {
        let mut all = Vec::new();
        for (at, _, change) in self.counting() {
            if let ReviewChange::Omit { what, on } = change {
                update_exclusions(&mut all, what, *on, at >= opened);
            }
        }
        all
    }

    /// The last event that counts of what is said of it.
    pub(in crate::review) fn last_of(&self, what: &Exclusion) -> Option<EventId> {
        let of_it = |change: &ReviewChange| matches!(change, ReviewChange::Omit { what: all, .. } if all.iter().any(|known| known.is(what)));
        self.counting().filter(|(.., change)| of_it(change)).last().map(|(_, id, _)| id)
    }
}
