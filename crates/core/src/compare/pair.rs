//! Pairs of documents: the distance, the verdict of the rule, and the shared text.

use std::sync::Arc;

use rayon::prelude::*;

use super::{
    Groups, Thresholds,
    coverage::{FromOthers, LEAST_RARE, RunLength, Windows, coverage, shares, with_edits},
};
use crate::{
    room,
    simhash::{Altered, CountError, Fingerprint, Fixed, Pipeline, SCALE, Stopped, Trace, Watch},
};

/// The prepared text of a document, small enough for thousands in memory.
#[derive(Debug)]
pub struct Subject {
    /// The fingerprint; `None` if there is none to compare (an empty text, or only a system's constant).
    pub fingerprint: Option<Fingerprint>,
    /// Its text is not there: the fingerprint is all that is known.
    pub fingerprint_only: bool,
    /// The features' keys and weights, sorted by key.
    vector: Vec<(u64, Fixed)>,
    norm: f64,
    windows: Arc<Windows>,
}

impl Subject {
    /// From a trace and the windows of the same text.
    pub fn new(trace: &Trace, windows: Arc<Windows>) -> Self {
        let mut vector: Vec<_> = room::collected(trace.features.iter().map(|f| (f.key, f.weight)));
        vector.sort_unstable();
        let fingerprint = trace.sketch.comparable();
        // A text without features has no direction, whatever constant a system makes of it.
        let norm = if trace.sketch.constant { 0.0 } else { trace.norm };
        Self { fingerprint, fingerprint_only: false, vector, norm, windows }
    }

    /// A document of which only the fingerprint is known, if it was made with the recipe of the comparison.
    pub fn from_fingerprint(fingerprint: Option<Fingerprint>) -> Self {
        Self { fingerprint, fingerprint_only: true, vector: Vec::new(), norm: 0.0, windows: Arc::default() }
    }

    /// From its parts, as stored in a cache; `None` if the vector is not sorted by key, or its length or the sum of its
    /// weights is out of range.
    pub fn from_parts(
        fingerprint: Option<Fingerprint>,
        vector: Vec<(u64, Fixed)>,
        norm: f64,
        windows: Windows,
    ) -> Option<Self> {
        let sorted = vector.is_sorted_by_key(|&(key, _)| key);
        // The products of two vectors are added in 128 bits: enough where the weights of each add up to 63.
        vector.iter().try_fold(0i64, |sum, (_, weight)| sum.checked_add_unsigned(weight.unsigned_abs()))?;
        let whole = sorted && norm.is_finite() && norm >= 0.0;
        whole.then(|| Self { fingerprint, fingerprint_only: false, vector, norm, windows: windows.into() })
    }

    /// The features' keys and weights, sorted by key, and the length of that vector.
    pub fn vector(&self) -> (&[(u64, Fixed)], f64) {
        (&self.vector, self.norm)
    }

    fn figures(&self) -> PairFigures {
        let sharing = match (self.fingerprint_only, self.windows.holds_runs()) {
            (true, _) => Sharing::Unknown,
            (false, true) => Sharing::Known,
            (false, false) => Sharing::Short,
        };
        PairFigures { fingerprint: self.fingerprint, sharing }
    }

    /// The invisible and look-alike characters of the text.
    pub fn altered(&self) -> &Altered {
        self.windows.altered()
    }

    /// The windows, for looking at one pair closely.
    pub fn windows(&self) -> &Arc<Windows> {
        &self.windows
    }
}

/// Two documents compared. Small, since thousands of documents make millions of pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    documents: [u32; 2],
    /// [`NO_DISTANCE`] where one has no fingerprint.
    hamming: u8,
    /// The two files are byte for byte the same.
    pub identical: bool,
    /// The state of knowledge about shared text.
    pub sharing: Sharing,
    /// The length of the longest [rare](super::coverage::Coverage::rare) passage, as the number of [`RARE_STEPS`] it
    /// reaches.
    pub rare: u8,
    /// Characters of the longest passage that occurs in full in both texts, without whitespace; the larger number if it
    /// differs between the texts, because other scripts fold to it.
    pub longest: u32,
    /// The share of A that occurs in B word for word, and of B that occurs in A.
    pub coverage: [f64; 2],
    /// [How much more](super::coverage::Coverage::more) of each does with small edits.
    pub more: [f32; 2],
}

const _: () = assert!(size_of::<Pair>() <= 40);

/// Stands for a missing Hamming distance: no fingerprint has this number of bits.
const NO_DISTANCE: u8 = u8::MAX;

/// Lengths of [rare](super::coverage::Coverage::rare) passages that differ in what they prove.
pub const RARE_STEPS: [u64; 4] = [LEAST_RARE, 400, 800, 2000];

/// A rare passage of this number of steps is much shared text, however small its share: 100 Han characters, or 400
/// others.
const LONG: u8 = 2;

/// The number of [`RARE_STEPS`] that a passage reaches.
fn rare_steps(length: u64) -> u8 {
    RARE_STEPS.iter().filter(|&&step| length >= step).count() as u8
}

/// The state of knowledge about the text that two texts share. The larger value applies to a pair of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sharing {
    /// Both are long enough to contain a shared run.
    Known,
    /// One is too short to share a run, so sharing nothing means nothing.
    Short,
    /// One text is not there.
    Unknown,
}

/// A disagreement between distance and shared text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// Not near at the threshold, yet most of one text occurs in the other, or a long rare passage.
    SharedNotNear,
    /// Near at the threshold, yet little of either occurs in the other.
    NearNotShared,
}

impl Disagreement {
    /// A stable name, for files.
    pub fn key(self) -> &'static str {
        match self {
            Self::SharedNotNear => "shared-not-near",
            Self::NearNotShared => "near-not-shared",
        }
    }
}

impl Pair {
    /// A pair of which nothing but the distance is known.
    pub fn new([a, b]: [usize; 2], hamming: Option<u32>) -> Self {
        let documents = [a as u32, b as u32];
        let hamming = hamming.map_or(NO_DISTANCE, |hamming| hamming as u8);
        Self {
            documents,
            hamming,
            identical: false,
            sharing: Sharing::Short,
            rare: 0,
            longest: 0,
            coverage: [0.0; 2],
            more: [0.0; 2],
        }
    }

    /// Indices of A and B in the list of documents, A before B.
    pub fn documents(&self) -> [usize; 2] {
        self.documents.map(|document| document as usize)
    }

    /// The number of bits in which they differ; `None` if one has no fingerprint.
    pub fn hamming(&self) -> Option<u32> {
        (self.hamming != NO_DISTANCE).then_some(self.hamming.into())
    }

    /// Near-duplicates at the threshold: the distance is at most `k`.
    pub fn near(&self, k: u32) -> bool {
        self.hamming().is_some_and(|hamming| hamming <= k)
    }

    /// The share of A that occurs in B, and of B that occurs in A; `None` if a text is missing.
    pub fn shares(&self) -> Option<[f64; 2]> {
        (self.sharing != Sharing::Unknown).then_some(self.coverage)
    }

    /// The longest passage is long only by what more than a few of the documents have: a form, a licence.
    pub fn shares_common_text(&self) -> bool {
        self.rare == 0 && u64::from(self.longest) >= RARE_STEPS[0]
    }

    fn is_reported(&self, groups: &Groups) -> bool {
        let limit = groups.limit(self.documents());
        limit.is_none_or(|limit| self.most_shared() > 0.0 || self.near(limit))
    }

    /// The share of A that occurs in B word for word or with small edits, and of B that occurs in A.
    pub fn edited(&self) -> [f64; 2] {
        [0, 1].map(|side| with_edits(self.coverage[side], self.more[side]))
    }

    /// The larger of these two.
    pub fn most_shared(&self) -> f64 {
        let [a, b] = self.edited();
        a.max(b)
    }

    /// Much shared text, but not near.
    pub fn shares_not_near(&self, at: Thresholds) -> bool {
        self.disagreement(at) == Some(Disagreement::SharedNotNear)
    }

    /// Most of one text occurs in the other, or a long passage that few of the documents have.
    fn shares_much(&self, at: Thresholds) -> bool {
        self.most_shared() >= at.texts.least_share() || self.rare >= LONG
    }

    /// The disagreement of distance and shared text at these thresholds.
    pub fn disagreement(&self, at: Thresholds) -> Option<Disagreement> {
        match (self.near(at.k), self.shares_much(at)) {
            (false, true) => Some(Disagreement::SharedNotNear),
            // A text too short to hold a run cannot share one, and identical texts do not disagree.
            (true, false) if !self.identical && self.sharing == Sharing::Known => Some(Disagreement::NearNotShared),
            _ => None,
        }
    }
}

/// Compares two documents; the caller determines `identical`.
pub fn compare(documents: [usize; 2], a: &Subject, b: &Subject, identical: bool) -> Pair {
    let shared = coverage(&a.windows, &b.windows);
    let longest = shared[0].longest.max(shared[1].longest);
    Pair {
        longest: u32::try_from(longest).unwrap_or(u32::MAX),
        rare: rare_steps(shared[0].rare.max(shared[1].rare)),
        more: shared.each_ref().map(|coverage| coverage.more),
        coverage: shared.map(|coverage| coverage.share),
        ..apart(documents, a.figures(), b.figures(), identical)
    }
}

/// The few values of a document that every pair needs: a list of these is read fast.
#[derive(Clone, Copy)]
struct PairFigures {
    fingerprint: Option<Fingerprint>,
    sharing: Sharing,
}

/// Two documents compared that share no passage.
fn apart(documents: [usize; 2], a: PairFigures, b: PairFigures, identical: bool) -> Pair {
    let hamming = a.fingerprint.zip(b.fingerprint).map(|(a, b)| a.hamming(b));
    Pair { identical, sharing: a.sharing.max(b.sharing), ..Pair::new(documents, hamming) }
}

/// Many documents compared.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// In the order (0, 1), (0, 2), …
    pub pairs: Vec<Pair>,
    /// For each document, how much of it occurs in any of the others.
    pub from_others: Vec<FromOthers>,
}

/// Compares all documents that `groups` pairs, in the order (0, 1), (0, 2), …, on all cores; `None` stands for one that
/// cannot be compared. The results equal those of [`compare`] for each pair, but shared passages are found in all
/// documents at once, so that thousands take seconds. The watch counts pairs.
///
/// # Errors
/// [`Stopped`] if the watch stopped it.
pub fn compare_all(
    subjects: &[Option<Arc<Subject>>],
    groups: &Groups,
    identical: impl Fn(usize, usize) -> bool + Sync,
    watch: &Watch,
) -> Result<Compared, Stopped> {
    watch.expect(groups.pairs());
    let windows: Vec<_> = subjects.iter().map(|subject| subject.as_ref().map(|subject| &*subject.windows)).collect();
    let shares = shares(&windows, groups, watch)?;
    let figures: Vec<_> = subjects.iter().map(|subject| subject.as_ref().map(|subject| subject.figures())).collect();
    let row = |i: usize| {
        watch.check()?;
        let Some(a) = figures[i] else { return Ok(Vec::new()) };
        let mut shared = shares.of(i).iter().filter(|share| share.other as usize > i).peekable();
        let pair = |j: usize| {
            let mut pair = apart([i, j], a, figures[j]?, identical(i, j));
            if let Some(of_a) = shared.next_if(|share| share.other as usize == j) {
                let of_b = shares.between(j, i);
                pair.coverage = [of_a.share, of_b.map_or(0.0, |share| share.share)];
                pair.longest = of_a.longest.max(of_b.map_or(0, |share| share.longest));
            }
            pair.more = shares.more(i, j);
            pair.rare = rare_steps(shares.rare(i, j));
            pair.is_reported(groups).then_some(pair)
        };
        Ok(groups.partners_after(i, figures.len()).filter_map(pair).collect())
    };
    let rows = (0..subjects.len()).into_par_iter().map(row);
    let pairs = rows.collect::<Result<Vec<Vec<Pair>>, Stopped>>()?.concat();
    Ok(Compared { pairs, from_others: shares.from_others().to_vec() })
}

/// The exact cosine of the two weight vectors; `None` if one is empty. Summed in the order of the keys so that it is
/// the same everywhere.
pub fn cosine(a: &Subject, b: &Subject) -> Option<f64> {
    if a.norm == 0.0 || b.norm == 0.0 {
        return None;
    }
    let (mut i, mut j) = (0, 0);
    let mut dot: i128 = 0;
    while let (Some(&(x, v)), Some(&(y, w))) = (a.vector.get(i), b.vector.get(j)) {
        if x == y {
            dot += i128::from(v) * i128::from(w);
        }
        // Which of two unrelated keys is less cannot be foreseen, so there is no branch on it.
        (i, j) = (i + usize::from(x <= y), j + usize::from(y <= x));
    }
    let scale = SCALE as f64;
    Some((dot as f64 / (scale * scale) / (a.norm * b.norm)).clamp(-1.0, 1.0))
}

/// A text prepared for comparison: pipeline and coverage. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Examined {
    /// Every number between the text and its fingerprint.
    pub trace: Arc<Trace>,
    /// The prepared text, including the windows.
    pub subject: Arc<Subject>,
}

impl Examined {
    /// Examines `text`: by the pipeline, and for runs of that length.
    ///
    /// # Errors
    /// As [`Pipeline::trace`].
    pub fn new(text: &str, pipeline: &Pipeline<'_>, run: RunLength) -> Result<Self, CountError> {
        let trace = pipeline.trace(text)?;
        let windows = Windows::new(text, run, pipeline.watch().unwrap_or(&Watch::default()))?;
        let subject = Arc::new(Subject::new(&trace, windows.into()));
        Ok(Self { trace: Arc::new(trace), subject })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        compare::{Examined, coverage::RunLength},
        simhash::{Pipeline, Recipe},
    };

    fn pair(a: usize, b: usize, hamming: u32, coverage: f64) -> Pair {
        Pair { coverage: [coverage, 0.0], sharing: Sharing::Known, ..Pair::new([a, b], Some(hamming)) }
    }

    #[test]
    fn distance_and_shared_text_disagree_both_ways() {
        assert_eq!(pair(0, 1, 9, 0.6).disagreement(Thresholds::at(3)), Some(Disagreement::SharedNotNear));
        assert_eq!(pair(0, 1, 2, 0.1).disagreement(Thresholds::at(3)), Some(Disagreement::NearNotShared));
        assert_eq!(pair(0, 1, 9, 0.1).disagreement(Thresholds::at(3)), None);
        let short = Pair { sharing: Sharing::Short, ..pair(0, 1, 2, 0.0) };
        assert_eq!(short.disagreement(Thresholds::at(3)), None, "a text too short for a run cannot share one");
        let identical = Pair { identical: true, ..pair(0, 1, 0, 0.0) };
        assert_eq!(identical.disagreement(Thresholds::at(3)), None);
    }

    fn subjects(texts: &[Option<String>]) -> Vec<Option<Arc<Subject>>> {
        let recipe: Recipe = "words;fold=none;tfidf;xxh3-64;64;gt".parse().unwrap();
        let run = RunLength { han: 3, words: 2 };
        let examined = |text: &String| Examined::new(text, &Pipeline::new(&recipe), run).unwrap().subject;
        texts.iter().map(|text| text.as_ref().map(examined)).collect()
    }

    proptest! {
        #[test]
        fn all_at_once_is_each_by_itself(
            texts in proptest::collection::vec(proptest::option::weighted(0.9, "([甲乙丙]|a b |c d e |，){0,9}"), 0..7),
            archive in 0usize..7,
            given in proptest::option::of(proptest::collection::btree_set((0u32..7, 0u32..7), 0..9)),
            documents in 0usize..8,
        ) {
            let subjects = subjects(&texts);
            let mut groups = Groups::against(texts.len().saturating_sub(archive), texts.len());
            if let Some(given) = given {
                let documents = documents.min(texts.len());
                let fits =
                    |&(a, b): &(u32, u32)| a < b && (b as usize) < documents && groups.compares(a as usize, b as usize);
                let pairs: Vec<_> = given.iter().filter(|pair| fits(pair)).map(|&(a, b)| [a, b]).collect();
                groups = groups.given(documents, pairs.into());
            }
            let same = |a: usize, b: usize| texts[a] == texts[b];
            let watch = Watch::default();
            let all = compare_all(&subjects, &groups, same, &watch).unwrap().pairs;
            let mut expected = Vec::new();
            for (i, a) in subjects.iter().enumerate() {
                for (j, b) in subjects.iter().enumerate().skip(i + 1).filter(|(j, _)| groups.compares(i, *j)) {
                    expected.extend(a.as_ref().zip(b.as_ref()).map(|(a, b)| compare([i, j], a, b, same(i, j))));
                }
            }
            let comparable = texts.iter().all(Option::is_some);
            prop_assert!(!comparable || groups.pairs() == expected.len() as u64);
            prop_assert_eq!(all, expected);
            prop_assert!(groups.pairs() == 0 || (watch.share() - 1.0).abs() < 1e-12);
        }
    }
}
