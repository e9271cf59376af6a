//! The memory that a run may take: one budget for all texts, the work on them, and the children that read files.
//!
//! It is asked before memory is taken. Three parts:
//!
//! - a *reserve*, for what has no known size yet: texts that were read ahead, and one child;
//! - [`of_texts`], all else: what documents and the work on them take, promised to one document after the other in the
//!   order of their names, whether the text is read by then or not (see `batch::intake`);
//! - children beside the first take what is not promised yet, so they may wait, but nothing is ever refused for them.
//!
//! Nothing is bounded before [`set_budget`] was called: who uses the library without the program has no budget.

mod machine;

use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) use machine::default_budget;

use super::LIMIT;

/// In bytes.
static BUDGET: AtomicU64 = AtomicU64::new(u64::MAX);
/// The memory promised to documents and the work on them, in bytes.
static PROMISED: AtomicU64 = AtomicU64::new(0);

/// The most that a child takes, in bytes (see `guard`).
const CHILD: u64 = 1 << 30;

/// Sets the budget, in bytes.
pub(crate) fn set_budget(bytes: u64) {
    BUDGET.store(bytes, Ordering::Relaxed);
}

/// The budget, in bytes.
pub(crate) fn budget() -> u64 {
    BUDGET.load(Ordering::Relaxed)
}

/// The part of the budget for what has no known size yet, in bytes.
pub(crate) fn reserve() -> u64 {
    (budget() / 4).min(CHILD + LIMIT)
}

/// The part of the budget for documents and the work on them, in bytes.
pub(crate) fn of_texts() -> u64 {
    budget() - reserve()
}

/// Notes what is promised to documents now, in bytes.
pub(crate) fn promise(bytes: u64) {
    PROMISED.store(bytes, Ordering::Relaxed);
}

/// Whether there is memory for so many children beside what is promised to documents.
pub(super) fn has_space_for(children: u64) -> bool {
    fits(children, budget(), PROMISED.load(Ordering::Relaxed))
}

fn fits(children: u64, budget: u64, promised: u64) -> bool {
    (CHILD + LIMIT).saturating_mul(children) <= budget.saturating_sub(promised)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_take_what_is_not_promised() {
        let gigabyte = 1 << 30;
        assert!(fits(6, 8 * gigabyte, 0) && !fits(7, 8 * gigabyte, 0));
        assert!(fits(2, 8 * gigabyte, 5 * gigabyte) && !fits(3, 8 * gigabyte, 5 * gigabyte));
        assert!(!fits(1, gigabyte, 0), "the first is not asked");
        assert!(!fits(1, gigabyte, 2 * gigabyte));
    }
}
