//! The review of the documents that a command names. Must not know what the command does with it.

use std::path::PathBuf;

use super::{CommandError, arguments::AcceptArguments, print_error, settings::ResolvedSettings, start::Startup};
use crate::{
    locale::Lang,
    review::{
        Roots,
        journal::{Journal, JournalError, data_folder},
    },
    store::StoredFingerprint,
};

/// The review of the documents that were named, and the settings in it.
pub(super) struct NamedReview {
    pub(super) roots: Roots,
    pub(super) journal: Result<Journal, JournalError>,
    pub(super) settings: ResolvedSettings,
}

impl NamedReview {
    /// Opens the review and accepts it, if so said; its recipe counts, unless there are fingerprints made before.
    ///
    /// # Errors
    /// If the settings are wrong. A review that cannot be opened is no error.
    pub(super) fn open(
        named: &[PathBuf],
        accept: AcceptArguments,
        start: &Startup,
        stored: &[StoredFingerprint],
    ) -> Result<Self, CommandError> {
        let roots = Roots::new(named);
        let mut journal = Journal::open(&roots, data_folder().as_deref());
        if let Ok(journal) = &mut journal {
            accept.apply(journal);
        }
        let settings = start.resolve_in_review(stored, journal.as_mut().ok())?;
        Ok(Self { roots, journal, settings })
    }
}

/// Prints the notices of a review.
pub(super) fn print_notices(journal: &mut Journal, lang: Lang) {
    journal.take_notices().iter().for_each(|notice| print_error(&notice.message(lang)));
}

impl AcceptArguments {
    /// Accepts the review if that was asked for.
    pub(super) fn apply(self, journal: &mut Journal) {
        if self.accept_review && journal.received().is_some() {
            journal.accept();
        }
    }
}
