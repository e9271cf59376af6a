//! The exclusions of a review: the last event on each holds.

use super::ReviewState;
use crate::review::{EventId, Exclusion, ExclusionStatus, ReviewChange, update_exclusions};

impl ReviewState {
    /// The exclusions in the order of their first events.
    pub(in crate::review) fn exclusions(&self) -> Vec<ExclusionStatus> {
        update_exclusions(&[], self.counting().filter_map(|(_, change)| change.exclusions()))
    }

    /// The last event on an exclusion that counts.
    pub(in crate::review) fn last_event_on(&self, exclusion: &Exclusion) -> Option<EventId> {
        let is_on = |change: &ReviewChange| matches!(change, ReviewChange::Exclude { exclusions, .. } if exclusions.iter().any(|one| one.is(exclusion)));
        self.counting().filter(|(_, change)| is_on(change)).last().map(|(id, _)| id)
    }
}
