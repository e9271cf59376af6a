//! The hunks of pairs on whose changes something was decided, as the texts are now: verdicts and notes whose words are
//! gone are found by them.
//!
//! A verdict on a change is known to be orphaned only where the differences of its pair are known. So those pairs
//! alone, one after the other, are compared as they are now, once for each state of their files.

use std::sync::Arc;

use super::differences;
use crate::{
    compare::{
        coverage::RunLength,
        diff::AlignmentPoint,
        exclusion::{ExcludedSpan, shared_text},
    },
    document::Document,
    review::HunkId,
    simhash::{Stopped, Watch},
    tui::{
        job::Job,
        model::{Model, Orphan, contents},
    },
};

/// The texts of a pair.
struct AlignedTexts {
    pair: [usize; 2],
    documents: [Arc<Document>; 2],
    /// Paragraphs that were set beside each other.
    points: Vec<AlignmentPoint>,
    /// The exclusions of both.
    excluded: [Vec<ExcludedSpan>; 2],
}

impl AlignedTexts {
    /// The changes and the shared passages, as the journal knows them. Decisions from before something was excluded still
    /// apply.
    fn places(&self, run: RunLength, watch: &Watch) -> Result<Vec<HunkId>, Stopped> {
        let mut places = differences::hunks(&self.documents, &self.points, watch)?;
        let texts = self.documents.each_ref().map(|document| document.text.as_str());
        let [a, b] = &self.excluded;
        for excluded in [[&[][..]; 2], [a, b]] {
            let shared = shared_text(texts, excluded, run, watch)?;
            places.extend(shared.passages.iter().map(|passage| HunkId::passage(&passage.shared, texts)));
        }
        Ok(places)
    }
}

pub(super) fn follow(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    if workspace.tasks.computes(&workspace.results.places) || !workspace.batch.settled() {
        return None;
    }
    let (review, batch) = (workspace.review.as_ref()?, &workspace.batch);
    let unknown = |pair: &[usize; 2]| {
        let of = contents(batch, *pair);
        of.is_some() && of != review.places.get(pair).map(|(of, _)| *of)
    };
    let decided = review.matched.pairs().filter(|&pair| !review.matched.hunks(pair).is_empty());
    let mut pairs: Vec<[usize; 2]> = decided.filter(unknown).collect();
    if pairs.is_empty() {
        return None;
    }
    pairs.sort_unstable();
    let texts = |pair: [usize; 2]| {
        let documents = batch.documents(pair)?;
        let excluded = batch.excluded(pair, [&documents[0], &documents[1]]).map(<[_]>::to_vec);
        Some(AlignedTexts { pair, documents, points: review.matched.points(pair).to_vec(), excluded })
    };
    let run = batch.run;
    let texts: Vec<AlignedTexts> = pairs.into_iter().filter_map(texts).collect();
    Some(Job::in_parts(&mut workspace.results.places, (), install, move |watch, post| {
        texts.into_iter().try_for_each(|aligned| {
            let places = aligned.places(run, watch)?;
            let of = aligned.documents.each_ref().map(|document| document.reading.content_hash);
            post.send((aligned.pair, of, places.into()));
            watch.check()
        })
    }))
}

fn install(model: &mut Model, (pair, of, hunks): ([usize; 2], [u64; 2], Arc<[HunkId]>)) {
    if let Some(review) = &mut model.workspace.review {
        review.places.insert(pair, (of, hunks));
    }
    gather(model);
}

/// Lists the orphaned verdicts and notes again.
pub(crate) fn gather(model: &mut Model) {
    let workspace = &mut model.workspace;
    if let Some(review) = &mut workspace.review {
        review.orphans =
            Orphan::all((&review.matched, &review.files, &review.places), &workspace.batch, &workspace.results).into();
    }
}
