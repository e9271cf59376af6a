//! Passages that stand in many texts of a batch.

use super::{Marks, Windows};
use crate::simhash::{Span, Stopped, Watch};

/// Of each text the passages that stand in at least `least` texts, itself among them: where every window of a passage
/// does. All must be prepared with one [`RunLength`](super::RunLength). `None` stands for a text that is not there.
///
/// # Errors
/// [`Stopped`] where it was told to stop.
pub fn common(texts: &[Option<&Windows>], least: usize, watch: &Watch) -> Result<Vec<Vec<Span>>, Stopped> {
    // A hash stands once for each text that has it.
    let mut all: Vec<u64> = texts.iter().flatten().flat_map(|windows| windows.set.iter().copied()).collect();
    watch.check()?;
    all.sort_unstable();
    watch.check()?;
    let many: Vec<u64> = all.chunk_by(|a, b| a == b).filter(|same| same.len() >= least).map(|same| same[0]).collect();
    let spans = |windows: &Windows| {
        let mut marks = Marks::none(windows.set.len());
        let shared = windows.set.iter().enumerate().filter(|(_, hash)| many.binary_search(hash).is_ok());
        shared.for_each(|(at, _)| marks.mark(at));
        windows.covered(&marks).passages.into_iter().map(|passage| passage.span).collect()
    };
    texts.iter().map(|windows| watch.check().map(|()| windows.map(spans).unwrap_or_default())).collect()
}
