//! The bound on the work of patterns. Knows no patterns: it counts bytes that are read.

/// The work that patterns may take on a text, in bytes read.
#[derive(Clone, Debug)]
pub(in crate::compare::exclusion) struct Work {
    /// For all patterns together.
    left: u64,
    /// For one of them.
    each: u64,
    spent: u64,
}

/// How often all patterns together may read a text, and the bytes that they may read beside, for short texts.
const READINGS: u64 = 128;
const BYTES: u64 = 1 << 20;

impl Work {
    pub(in crate::compare::exclusion) fn on(text: &str) -> Self {
        let left = text.len() as u64 * READINGS + BYTES;
        // So that one costly pattern leaves work for the others.
        Self { left, each: left / 4, spent: 0 }
    }

    /// Begins the next pattern.
    pub(in crate::compare::exclusion) fn next(&mut self) {
        self.left = self.left.saturating_sub(self.spent);
        self.spent = 0;
    }

    pub(super) fn spend(&mut self, work: u64) -> Result<(), TooMuchWork> {
        self.spent = self.spent.saturating_add(work);
        if self.spent <= self.each.min(self.left) { Ok(()) } else { Err(TooMuchWork) }
    }
}

/// A pattern takes more work on a text than is left.
pub(super) struct TooMuchWork;
