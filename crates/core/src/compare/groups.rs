//! Which of many documents are compared with which.

use std::sync::Arc;

/// The side that a document is on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// It is one of the batch.
    #[default]
    Batch,
    /// It is one of the archive that the batch is compared with.
    Archive,
    /// It is one of an archive too, but is there only because it is near to one of the batch.
    Near,
}

/// A batch, and an archive that it is compared with.
///
/// Every two documents of the batch are a pair, and each of the batch with each of the archive; the archive is not
/// compared with itself. If a document is there because it is near, pairs in which it is not near and shares no
/// passage are not reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    sides: Arc<[Role]>,
    within: u32,
    given: Option<Given>,
}

/// Pairs in place of every two of the first documents.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Given {
    documents: usize,
    /// Each with the lower number first, sorted.
    pairs: Arc<[[u32; 2]]>,
}

impl Groups {
    /// The largest number of pairs in memory at once, at 40 bytes each: the pairs of 5,000 documents.
    pub const HELD: u64 = 12_500_000;

    /// The number of documents with this number of pairs.
    pub const HELD_DOCUMENTS: usize = 5000;

    /// A batch of `n` documents without an archive.
    pub fn all(n: usize) -> Self {
        Self::new(vec![Role::Batch; n], 0)
    }

    /// `n` documents; those after the first `batch` are an archive.
    pub fn against(batch: usize, n: usize) -> Self {
        Self::new((0..n).map(|at| if at < batch { Role::Batch } else { Role::Archive }).collect(), 0)
    }

    /// Documents on these sides; near is up to `within`.
    pub fn new(sides: Vec<Role>, within: u32) -> Self {
        Self { sides: sides.into(), within, given: None }
    }

    /// The same groups, but of the first `documents` only these pairs are compared: sorted, the lower number first, and
    /// only of documents that would be compared otherwise.
    #[must_use]
    pub fn given(self, documents: usize, pairs: Arc<[[u32; 2]]>) -> Self {
        Self { given: Some(Given { documents, pairs }), ..self }
    }

    /// The same pairs and also those that would not be reported, for the remainders of documents, which may be farther
    /// apart than the documents.
    #[must_use]
    pub fn keeping_all(&self) -> Self {
        Self { within: u32::MAX, ..self.clone() }
    }

    /// Returns true if a document is one of the batch.
    pub fn in_batch(&self, at: usize) -> bool {
        self.side(at) == Role::Batch
    }

    fn side(&self, at: usize) -> Role {
        self.sides.get(at).copied().unwrap_or_default()
    }

    /// Returns true if the two documents are compared.
    pub fn compares(&self, a: usize, b: usize) -> bool {
        let given = self.given.as_ref().is_none_or(|given| given.holds(a.min(b), a.max(b)));
        a != b && (self.in_batch(a) || self.in_batch(b)) && given
    }

    /// The documents after `a`, of `n` in total, with which it is compared, in order.
    pub(super) fn partners_after(&self, a: usize, n: usize) -> impl Iterator<Item = usize> {
        let (given, first) = self.given.as_ref().map_or((&[][..], 0), |given| (given.pairs_from(a), given.documents));
        let listed = given.iter().map(|&[_, b]| b as usize);
        listed.chain((a + 1).max(first)..n).filter(move |&b| self.compares(a, b))
    }

    /// The distance up to which the pair of two documents is reported, unless they share a passage; `None` if it is
    /// reported whatever it is.
    pub(super) fn limit(&self, [a, b]: [usize; 2]) -> Option<u32> {
        let limited = [a, b].into_iter().any(|at| self.side(at) == Role::Near);
        (limited && self.within < u32::MAX).then_some(self.within)
    }

    /// The number of pairs compared.
    ///
    /// ```
    /// use simscope_core::compare::Groups;
    /// assert_eq!(Groups::all(4).pairs(), 6);
    /// assert_eq!(Groups::against(2, 5).pairs(), 1 + 2 * 3);
    /// ```
    pub fn pairs(&self) -> u64 {
        let all = |sides: &[Role]| {
            let batch = sides.iter().filter(|&&side| side == Role::Batch).count() as u64;
            batch * batch.saturating_sub(1) / 2 + batch * (sides.len() as u64 - batch)
        };
        let in_place = |given: &Given| {
            let replaced = all(&self.sides[..given.documents.min(self.sides.len())]);
            all(&self.sides) - replaced + given.pairs.len() as u64
        };
        self.given.as_ref().map_or_else(|| all(&self.sides), in_place)
    }
}

impl Given {
    fn holds(&self, a: usize, b: usize) -> bool {
        b >= self.documents || self.pairs.binary_search(&[a as u32, b as u32]).is_ok()
    }

    /// The pairs that begin with `a`.
    fn pairs_from(&self, a: usize) -> &[[u32; 2]] {
        let from = self.pairs.partition_point(|pair| (pair[0] as usize) < a);
        let to = self.pairs.partition_point(|pair| pair[0] as usize <= a);
        &self.pairs[from..to]
    }
}
