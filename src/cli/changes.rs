//! Two texts and their differences, with what each change does to the bits; computes nothing of its own.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::settings::ResolvedSettings;
use crate::{
    batch::Batch,
    compare::{
        HunkEffect,
        diff::{Diff, Hunk, diff_at},
        exclusion::ExcludedSpan,
    },
    document::Document,
    say,
    simhash::{Fingerprint, Recipe, Sketch, Watch},
};

/// How long the search for the differences of a pair may take before it settles for coarser ones.
pub(super) const BUDGET: Duration = Duration::from_secs(10);

pub(super) struct Changes<'a> {
    /// The names of A and B.
    pub names: [&'a str; 2],
    pub documents: [&'a Document; 2],
    pub sketches: [Sketch; 2],
    pub diff: Diff,
    pub settings: &'a ResolvedSettings,
    /// Both texts compared with and without what is excluded, where something is. The differences are those of the
    /// whole texts.
    pub batch: Option<Batch>,
}

impl<'a> Changes<'a> {
    pub(super) fn new(
        names: [&'a str; 2],
        documents: [&'a Document; 2],
        sketches: [Sketch; 2],
        points: &[[u32; 2]],
        settings: &'a ResolvedSettings,
    ) -> Self {
        let [a, b] = documents;
        Self { names, documents, sketches, diff: differences([&a.text, &b.text], points), settings, batch: None }
    }

    /// The texts of A and B.
    pub(super) fn texts(&self) -> [&'a str; 2] {
        self.documents.map(|document| document.text.as_str())
    }

    /// In how many bits they differ; `None` where one has no fingerprint.
    pub(super) fn hamming(&self) -> Option<u32> {
        fingerprints(&self.sketches).map(|[a, b]| a.hamming(b))
    }

    /// The verdict of the rule.
    pub(super) fn verdict(&self) -> String {
        let bare = self.sketches.iter().position(|sketch| sketch.comparable().is_none());
        let nameless = bare.map_or("", |at| self.names[at]);
        say::verdict(self.hamming(), self.settings.k(), nameless, self.settings.lang)
    }

    /// The excluded spans of A or of B.
    pub(super) fn excluded(&self, side: usize) -> &[ExcludedSpan] {
        let remainders = self.batch.as_ref().and_then(|batch| batch.all_remainders());
        remainders.and_then(|all| all.get(side)).map_or(&[], |known| &known.excluded)
    }

    /// Each hunk, with what it does to the bits where that is known: the first `most` do.
    pub(super) fn hunks(&self, most: usize) -> impl Iterator<Item = (&Hunk, Option<HunkEffect>)> {
        hunks(&self.diff, self.texts(), fingerprints(&self.sketches), &self.settings.recipe, most)
    }
}

/// The differences of two texts, with the paragraphs of these numbers beside each other.
pub(super) fn differences([a, b]: [&str; 2], points: &[[u32; 2]]) -> Diff {
    let deadline = Instant::now() + BUDGET;
    diff_at(a, b, points, Some(deadline))
}

/// The fingerprints of both, if both have one to compare.
pub(super) fn fingerprints([a, b]: &[Sketch; 2]) -> Option<[Fingerprint; 2]> {
    Some([a.comparable()?, b.comparable()?])
}

/// Each hunk, with what it does to the bits where that is known: the first `most` do, if there are `fingerprints`.
pub(super) fn hunks<'a>(
    diff: &'a Diff,
    texts: [&'a str; 2],
    fingerprints: Option<[Fingerprint; 2]>,
    recipe: &'a Recipe,
    most: usize,
) -> impl Iterator<Item = (&'a Hunk, Option<HunkEffect>)> {
    let most = if fingerprints.is_some() { most.min(diff.hunks.len()) } else { 0 };
    let (first, rest) = diff.hunks.split_at(most);
    let numbered: Vec<(usize, &Hunk)> = first.iter().enumerate().collect();
    let effect = |&(at, hunk): &(usize, &'a Hunk)| {
        // Nobody holds the other end of this watch, so it is never stopped.
        let effect =
            fingerprints.and_then(|both| HunkEffect::new(diff, texts, at, both, recipe, &Watch::default()).ok());
        (hunk, effect)
    };
    let known: Vec<_> = numbered.par_iter().map(effect).collect();
    known.into_iter().chain(rest.iter().map(|hunk| (hunk, None)))
}
