//! The reviews that the reader made or accepted: a received folder may bring a review along, which is not the reader's own.
//!
//! A review is known by its id: 128 random bits in its header. Where the header is torn, the id is the hash of
//! the first event, whose session and time no other review has. With the id the rules are remembered that were accepted.

use std::{io, path::Path};

use xxhash_rust::xxh3::xxh3_128;

use super::id::ReviewId;
use crate::{
    document::safe_name,
    files::{AcceptedIds, AcceptedParts, Disk},
    review::Exclusion,
};

const HEAD: &str = "# Reviews that were made or accepted here: id, time, digests of the accepted rules, folder.\n";

/// The digest of a rule as the journal stores it.
pub(super) fn digest(rule: &Exclusion) -> u128 {
    // Strings, numbers and lists always have a JSON form.
    xxh3_128(&serde_json::to_vec(rule).unwrap_or_default())
}

/// The digests of accepted rules.
pub(super) type AcceptedRules = AcceptedParts;

#[derive(Debug)]
pub(super) struct KnownReviews(AcceptedIds);

impl KnownReviews {
    pub(super) fn new(disk: Disk, data: Option<&Path>) -> Self {
        Self(AcceptedIds::new(disk, data, HEAD))
    }

    /// The accepted rules of a review; `None` if the review is not known.
    ///
    /// # Errors
    /// If the file is there but cannot be read.
    pub(super) fn find(&self, id: ReviewId) -> io::Result<Option<AcceptedRules>> {
        self.0.find(id.number())
    }

    /// Makes a review known, and these rules.
    ///
    /// # Errors
    /// If it cannot be written; the review is not known then.
    pub(super) fn add(&self, id: ReviewId, rules: &AcceptedRules, folder: &Path) -> io::Result<()> {
        self.0.add(id.number(), rules, &safe_name(&folder.display().to_string()))
    }
}
