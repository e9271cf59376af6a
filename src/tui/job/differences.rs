//! The differences of two texts, in bounded time: all of them to be looked at, or only what they are for the journal.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use crate::{
    compare::diff::{self, Point, Side},
    document::Document,
    review::Hunk,
    simhash::{Stopped, Watch, segments},
    tui::model::Diffed,
};

/// How long the search may take before it settles for coarser ones.
const BUDGET: Duration = Duration::from_secs(2);

/// The differences, with these paragraphs set beside each other.
pub fn find(
    documents: [usize; 2],
    texts: [Arc<Document>; 2],
    points: &[Point],
    watch: &Watch,
) -> Result<Diffed, Stopped> {
    let deadline = Instant::now() + BUDGET;
    let cut = |i: usize| segments(&texts[i].text);
    let (a, b) = rayon::join(|| cut(0), || cut(1));
    watch.check()?;
    let side = |i: usize, segments| Side { text: &texts[i].text, segments };
    let (diff, points) = diff::diff_settled(side(0, &a), side(1, &b), points, Some(deadline));
    watch.check()?;
    Ok(Diffed::new(documents, diff, texts, points))
}

/// What the hunks are for the journal: without the paragraphs that were set beside each other, and with them.
pub fn places(documents: &[Arc<Document>; 2], points: &[Point], watch: &Watch) -> Result<Vec<Hunk>, Stopped> {
    let texts = documents.each_ref().map(|document| document.text.as_str());
    let [a, b] = texts.map(segments);
    watch.check()?;
    let side = |at: usize, segments| Side { text: texts[at], segments };
    let hunks = |points: &[Point]| {
        let deadline = Instant::now() + BUDGET;
        Hunk::all(&diff::diff_settled(side(0, &a), side(1, &b), points, Some(deadline)).0, texts)
    };
    // What was decided before paragraphs were set beside each other is not gone.
    let aligned = if points.is_empty() { Vec::new() } else { hunks(points) };
    Ok(hunks(&[]).into_iter().chain(aligned).collect())
}
