//! Which of many documents are compared with which.

/// A batch, and an archive behind it that it is compared with.
///
/// Every two documents of the batch are a pair, and each of the batch with each of the archive; the archive is not
/// compared with itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    /// Documents from this number on are the archive.
    pub batch: usize,
}

impl Groups {
    /// A batch of `n` documents without an archive.
    pub fn all(n: usize) -> Self {
        Self { batch: n }
    }

    /// Whether the two are compared.
    pub fn compares(self, a: usize, b: usize) -> bool {
        a != b && a.min(b) < self.batch
    }

    /// How many pairs `n` documents make.
    ///
    /// ```
    /// use simscope::compare::Groups;
    /// assert_eq!(Groups::all(4).pairs(4), 6);
    /// assert_eq!(Groups { batch: 2 }.pairs(5), 1 + 2 * 3);
    /// ```
    pub fn pairs(self, n: usize) -> u64 {
        let (batch, n) = (self.batch.min(n) as u64, n as u64);
        batch * batch.saturating_sub(1) / 2 + batch * (n - batch)
    }
}
