//! Two texts and their differences, with what each change does to the bits; computes nothing of its own.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::settings::Chosen;
use crate::{
    compare::{
        Effect, Examined,
        coverage::{
            RunLength,
            passages::{self, Shared},
        },
        diff::{Diff, Hunk, Side, diff_at},
        exclusion::{Excluded, Exclusions, Without, pair_without, without},
        pair::{Pair, compare},
    },
    document::Document,
    simhash::{Fingerprint, Recipe, Sketch, Watch, segments},
};

/// How long the search for the differences of a pair may take before it settles for coarser ones.
pub const BUDGET: Duration = Duration::from_secs(10);

/// Two texts and their differences.
pub struct Changes<'a> {
    /// A and B as they are called.
    pub names: [&'a str; 2],
    /// A and B as they were read.
    pub documents: [&'a Document; 2],
    /// A and B hashed.
    pub sketches: [Sketch; 2],
    /// The differences.
    pub diff: Diff,
    /// Recipe, k, language.
    pub chosen: &'a Chosen,
    /// What was left out of them, where something was to be.
    pub left_out: Option<LeftOut>,
}

/// What was left out of two texts. The differences are those of the whole texts.
pub struct LeftOut {
    /// What was to be.
    pub exclusions: Exclusions,
    /// A and B without it.
    pub of: [Option<Without>; 2],
    /// The pair with all of both texts, and without what was left out.
    pub pairs: [Pair; 2],
}

impl LeftOut {
    /// Takes both texts through the pipeline with it and without. `None` where that cannot be.
    pub fn new(documents: [&Document; 2], exclusions: Exclusions, chosen: &Chosen) -> Option<Self> {
        let watch = Watch::default();
        let examined = documents.map(|d| Examined::outline_watched(&d.text, &chosen.recipe, chosen.run, &watch).ok());
        let [a, b] = [examined[0].as_ref()?, examined[1].as_ref()?];
        let texts = [(documents[0], a), (documents[1], b)]
            .map(|(document, examined)| Some((document.text.as_str(), &**examined.subject.windows())));
        let mut of = without(&texts, &exclusions, &chosen.recipe, chosen.run, &watch).ok()?.into_iter();
        let of = [of.next()??, of.next()??];
        let whole = compare([0, 1], &a.subject, &b.subject, documents[0].same_bytes(documents[1]));
        let pairs = [whole, pair_without([0, 1], &of[0], &of[1])];
        Some(Self { exclusions, of: of.map(Some), pairs })
    }

    /// What was left of both.
    pub fn rests(&self) -> Option<[&Without; 2]> {
        let [a, b] = &self.of;
        Some([a.as_ref()?, b.as_ref()?])
    }

    /// What was left out of A or of B.
    pub fn excluded(&self, side: usize) -> &[Excluded] {
        self.of.get(side).and_then(Option::as_ref).map_or(&[], |without| &without.excluded)
    }
}

impl<'a> Changes<'a> {
    /// Compares.
    pub fn new(
        names: [&'a str; 2],
        documents: [&'a Document; 2],
        sketches: [Sketch; 2],
        points: &[[u32; 2]],
        chosen: &'a Chosen,
    ) -> Self {
        let [a, b] = documents;
        Self { names, documents, sketches, diff: differences_at([&a.text, &b.text], points), chosen, left_out: None }
    }

    /// The texts of A and B.
    pub fn texts(&self) -> [&'a str; 2] {
        self.documents.map(|document| document.text.as_str())
    }

    /// In how many bits they differ; `None` where one has no fingerprint.
    pub fn hamming(&self) -> Option<u32> {
        fingerprints(&self.sketches).map(|[a, b]| a.hamming(b))
    }

    /// Each hunk, with what it does to the bits where that is known: the first `most` do.
    pub fn hunks(&self, most: usize) -> impl Iterator<Item = (&Hunk, Option<Effect>)> {
        hunks(&self.diff, self.texts(), fingerprints(&self.sketches), &self.chosen.recipe, most)
    }
}

/// The passages that two texts share, the longest first.
pub fn shared(texts: [&str; 2], run: RunLength) -> Vec<Shared> {
    // Nobody holds the other end of this watch, so it is never stopped.
    passages::shared(texts, run)
}

/// The differences of two texts.
pub fn differences(texts: [&str; 2]) -> Diff {
    differences_at(texts, &[])
}

/// The same, with the paragraphs of these numbers beside each other.
pub fn differences_at([a, b]: [&str; 2], points: &[[u32; 2]]) -> Diff {
    let deadline = Instant::now() + BUDGET;
    let (cut_a, cut_b) = rayon::join(|| segments(a), || segments(b));
    diff_at(Side { text: a, segments: &cut_a }, Side { text: b, segments: &cut_b }, points, Some(deadline))
}

/// The fingerprints of both, if both have one to compare.
pub fn fingerprints([a, b]: &[Sketch; 2]) -> Option<[Fingerprint; 2]> {
    let own = |sketch: &Sketch| sketch.fingerprint.filter(|_| !sketch.constant);
    Some([own(a)?, own(b)?])
}

/// Each hunk, with what it does to the bits where that is known: the first `most` do, if there are `fingerprints`.
pub fn hunks<'a>(
    diff: &'a Diff,
    texts: [&'a str; 2],
    fingerprints: Option<[Fingerprint; 2]>,
    recipe: &'a Recipe,
    most: usize,
) -> impl Iterator<Item = (&'a Hunk, Option<Effect>)> {
    let most = if fingerprints.is_some() { most.min(diff.hunks.len()) } else { 0 };
    let (first, rest) = diff.hunks.split_at(most);
    let numbered: Vec<(usize, &Hunk)> = first.iter().enumerate().collect();
    let effect = |&(at, hunk): &(usize, &'a Hunk)| {
        // Nobody holds the other end of this watch, so it is never stopped.
        let effect = fingerprints.and_then(|both| Effect::new(diff, texts, at, both, recipe, &Watch::default()).ok());
        (hunk, effect)
    };
    let known: Vec<_> = numbered.par_iter().map(effect).collect();
    known.into_iter().chain(rest.iter().map(|hunk| (hunk, None)))
}
