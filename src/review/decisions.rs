//! The decisions of a review, matched with the files as they are now.

use std::{borrow::Cow, collections::HashMap};

use super::{
    Decision, FileId, GivenVerdict, HunkId, ReviewState, Roots, Target, Verdict,
    filter::{Flag, PairFacts},
};
use crate::{
    compare::{
        Thresholds,
        diff::AlignmentPoint,
        evaluation::{Label, LabelledPair},
        pair::{Pair, Sharing},
    },
    document::Source,
};

/// The files of a review as they are now.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files {
    all: Vec<FileId>,
    by_path: HashMap<String, usize>,
    /// `None` where several have that size and hash.
    by_bytes: HashMap<(u64, u64), Option<usize>>,
}

impl Files {
    /// Files are numbered in that order.
    pub(crate) fn new(all: Vec<FileId>) -> Self {
        let by_path = all.iter().zip(0..).map(|(file, at)| (file.path.clone(), at)).collect();
        let mut by_bytes = HashMap::new();
        for (file, at) in all.iter().zip(0..).filter(|(file, _)| file.is_known()) {
            by_bytes.entry((file.size, file.hash)).and_modify(|only| *only = None).or_insert(Some(at));
        }
        Self { all, by_path, by_bytes }
    }

    /// Sources come with size and content hash if these are known.
    pub(crate) fn of<'a>(sources: impl IntoIterator<Item = (&'a Source, Option<(u64, u64)>)>, roots: &Roots) -> Self {
        let file = |(source, known): (&Source, Option<(u64, u64)>)| {
            // A document that cannot be read is in no pair, but keeps its number.
            let (size, hash) = known.unwrap_or_default();
            FileId { path: roots.path_of(source), size, hash }
        };
        Self::new(sources.into_iter().map(file).collect())
    }

    pub(crate) fn get(&self, number: usize) -> Option<&FileId> {
        self.all.get(number)
    }

    /// The number of a file: that at its path, changed or not; otherwise the only one with its bytes.
    pub(crate) fn find(&self, file: &FileId) -> Option<usize> {
        let renamed = || *self.by_bytes.get(&(file.size, file.hash)).filter(|_| file.is_known())?;
        self.by_path.get(&file.path).copied().or_else(renamed)
    }
}

/// The decision on two files of which at least one no longer exists.
#[derive(Clone, Debug)]
pub(crate) struct MissingPair {
    pub target: Target,
    pub decision: Decision,
}

/// Decisions by the numbers of the two files, the smaller first: that file is A.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decisions {
    pairs: HashMap<[usize; 2], Decision>,
    hunks: HashMap<[usize; 2], Vec<(HunkId, Decision)>>,
    points: HashMap<[usize; 2], Vec<AlignmentPoint>>,
    missing: Vec<MissingPair>,
    now: Vec<FileId>,
    /// They came with the folder, and are not accepted.
    received: bool,
}

impl Decisions {
    /// The same, marked as received or not.
    pub(crate) fn marked_received(self, received: bool) -> Self {
        Self { received, ..self }
    }

    /// Whether they came with the folder, and are not accepted.
    pub(crate) fn is_received(&self) -> bool {
        self.received
    }

    pub(crate) fn new(state: &ReviewState, files: &Files) -> Self {
        let points = state.points(|target| pair(files, target));
        let mut matched = Self { points, now: files.all.clone(), ..Self::default() };
        let found = state.fold(|target| {
            let (at, mirrored) = pair(files, target)?;
            let hunk = target.hunk.as_ref().map(|hunk| {
                let words = [hunk.a.hash, hunk.b.hash];
                (if mirrored { [words[1], words[0]] } else { words }, hunk.nth)
            });
            Some(((at, hunk), mirrored))
        });
        for ((at, _), target, decision) in found {
            if decision.is_empty() {
                continue;
            }
            match target.hunk {
                None => _ = matched.pairs.insert(at, decision),
                Some(hunk) => {
                    let [a, b] = &target.files;
                    let mirrored = files.find(a) > files.find(b);
                    let hunk = if mirrored { hunk.mirrored() } else { hunk };
                    matched.hunks.entry(at).or_default().push((hunk, decision));
                }
            }
        }
        for (target, decision) in state.all() {
            if pair(files, &target).is_none() {
                matched.missing.push(MissingPair { target, decision });
            }
        }
        matched
    }

    /// The decision on a pair as a whole.
    pub(crate) fn pair(&self, at: [usize; 2]) -> Option<&Decision> {
        self.pairs.get(&at)
    }

    /// All pairs with a decision, on the whole or on a change.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let alone = self.hunks.keys().filter(|at| !self.pairs.contains_key(*at));
        self.pairs.keys().chain(alone).copied()
    }

    /// The decision on one change of a pair.
    pub(crate) fn hunk(&self, at: [usize; 2], hunk: &HunkId) -> Option<&Decision> {
        self.hunks(at).iter().find(|(one, _)| one == hunk).map(|(_, decision)| decision)
    }

    /// The decisions on changes of a pair.
    pub(crate) fn hunks(&self, at: [usize; 2]) -> &[(HunkId, Decision)] {
        self.hunks.get(&at).map_or(&[], |hunks| hunks)
    }

    /// How many changes and passages of a pair have a verdict or a note.
    pub(crate) fn decided_places(&self, at: [usize; 2]) -> usize {
        self.hunks(at).iter().filter(|(_, decision)| decision.is_given()).count()
    }

    /// The passages of a pair with a verdict or a note.
    pub(crate) fn decided_passages(&self, at: [usize; 2]) -> Vec<HunkId> {
        let given = self.hunks(at).iter().filter(|(hunk, decision)| hunk.shared && decision.is_given());
        given.map(|(hunk, _)| hunk.clone()).collect()
    }

    /// The aligned paragraphs of a pair, in order.
    pub(crate) fn points(&self, at: [usize; 2]) -> &[AlignmentPoint] {
        self.points.get(&at).map_or(&[], |points| points)
    }

    /// The decisions on changes that no longer occur; `now` are those that do.
    pub(crate) fn orphans(&self, at: [usize; 2], now: &[HunkId]) -> Vec<&(HunkId, Decision)> {
        self.hunks(at).iter().filter(|(hunk, _)| !now.contains(hunk)).collect()
    }

    /// Whether there is a verdict or a note, on the pair or on one of its changes. Drafts do not count.
    pub(crate) fn is_decided(&self, at: [usize; 2]) -> bool {
        self.pair(at).is_some_and(Decision::is_given) || self.decided_places(at) > 0
    }

    /// The decisions on files that no longer exist.
    pub(crate) fn missing(&self) -> &[MissingPair] {
        &self.missing
    }

    /// The verdicts on whole pairs as labels: a copy is near, quotations and common text are related, cleared pairs
    /// are far. Those of a review that is not accepted, or on files that changed since, do not count.
    pub(crate) fn labels(&self) -> Vec<LabelledPair> {
        let label = |documents: [usize; 2]| {
            let given = self.pair(documents)?.verdict.as_ref()?;
            let label = match given.verdict {
                Verdict::Copy => Label::Near,
                Verdict::Quotation | Verdict::Common => Label::Mid,
                Verdict::Cleared => Label::Far,
                Verdict::Unsure => return None,
            };
            let current = self.changed_since(documents, given) == [false; 2];
            current.then_some(LabelledPair { documents, label })
        };
        self.pairs().filter(|_| !self.is_received()).filter_map(label).collect()
    }

    /// Which of the two files changed after the verdict.
    pub(crate) fn changed_since(&self, at: [usize; 2], given: &GivenVerdict) -> [bool; 2] {
        self.differ(at, &given.files)
    }

    /// Whether a file changed after a verdict, note or draft on the pair.
    pub(crate) fn is_outdated(&self, at: [usize; 2], decision: &Decision) -> bool {
        let noted = decision.notes.iter().chain(&decision.drafts).map(|noted| &noted.files);
        let mut of = decision.verdict.iter().map(|given| &given.files).chain(noted);
        of.any(|files| self.differ(at, files) != [false; 2])
    }

    fn differ(&self, at: [usize; 2], files: &[FileId; 2]) -> [bool; 2] {
        [0, 1].map(|side| self.now.get(at[side]).is_some_and(|now| !now.same_bytes(&files[side])))
    }
}

/// The numbers of a target's files, the smaller first, and whether they were swapped.
fn pair(files: &Files, target: &Target) -> Option<([usize; 2], bool)> {
    let [a, b] = &target.files;
    let (a, b) = (files.find(a)?, files.find(b)?);
    (a != b).then_some(([a.min(b), a.max(b)], a > b))
}

/// A pair, and the sources of the facts that a filter may test.
pub(crate) struct ReviewedPair<'a> {
    pub pair: &'a Pair,
    pub thresholds: Thresholds,
    /// The names of all documents, [folded](super::filter::fold_case_and_width).
    pub names: &'a [String],
    pub decisions: &'a Decisions,
    /// The exact cosine of a pair.
    pub cosine: &'a dyn Fn(&Pair) -> Option<f64>,
    /// The number of a document's cluster, from 1.
    pub cluster: &'a dyn Fn(usize) -> Option<u32>,
    /// Whether a document has characters that deceive the eye.
    pub altered: &'a dyn Fn(usize) -> bool,
}

impl ReviewedPair<'_> {
    fn decision(&self) -> Option<&Decision> {
        self.decisions.pair(self.pair.documents())
    }
}

impl PairFacts for ReviewedPair<'_> {
    fn name(&self, side: usize) -> &str {
        self.names.get(self.pair.documents()[side]).map_or("", String::as_str)
    }

    fn hamming(&self) -> Option<u32> {
        self.pair.hamming()
    }

    fn coverage(&self) -> Option<[f64; 2]> {
        self.pair.shares()
    }

    fn edited(&self) -> Option<[f64; 2]> {
        self.pair.shares().map(|_| self.pair.edited())
    }

    fn longest(&self) -> Option<u64> {
        (self.pair.sharing == Sharing::Known).then_some(self.pair.longest.into())
    }

    fn cosine(&self) -> Option<f64> {
        (self.cosine)(self.pair)
    }

    fn verdict(&self) -> Option<Verdict> {
        self.decision()?.verdict.as_ref().map(|given| given.verdict)
    }

    fn note(&self) -> Option<Cow<'_, str>> {
        self.decision()?.note().map(Cow::Owned)
    }

    fn cluster(&self) -> Option<u32> {
        let [a, b] = self.pair.documents().map(self.cluster);
        a.filter(|_| a == b)
    }

    fn is(&self, flag: Flag) -> bool {
        match flag {
            Flag::Near => self.pair.near(self.thresholds.k),
            Flag::Flagged => self.pair.disagreement(self.thresholds).is_some(),
            Flag::Identical => self.pair.identical,
            Flag::Altered => self.pair.documents().into_iter().any(self.altered),
            Flag::Changed => {
                let given = self.decision().and_then(|decision| decision.verdict.as_ref());
                given.is_some_and(|given| self.decisions.changed_since(self.pair.documents(), given) != [false; 2])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{EventId, EventRecord, Excerpt, ReviewChange, ReviewEvent, Timestamp};

    fn file(path: &str, hash: u64) -> FileId {
        FileId { path: path.into(), size: 5, hash }
    }

    fn state(changes: Vec<ReviewChange>) -> ReviewState {
        let mut state = ReviewState::default();
        for (change, number) in changes.into_iter().zip(1..) {
            state.apply(EventRecord {
                at: Timestamp::now(),
                id: EventId { session: 1, number },
                event: ReviewEvent::Change(change),
            });
        }
        state
    }

    fn verdict(of: Target, verdict: Verdict) -> ReviewChange {
        ReviewChange::Verdict { of, verdict: Some(verdict) }
    }

    #[test]
    fn a_verdict_is_found_again_and_says_whether_it_is_still_valid() {
        let [a, b, c] = [file("a", 1), file("b", 2), file("c", 3)];
        let state =
            state(vec![verdict(Target::pair(&a, &b), Verdict::Copy), verdict(Target::pair(&c, &b), Verdict::Cleared)]);
        let seen = |now: Vec<FileId>, at: [usize; 2]| {
            let matched = Decisions::new(&state, &Files::new(now));
            let found = matched.pair(at).and_then(|decision| decision.verdict.as_ref());
            found.map(|given| (given.verdict, matched.changed_since(at, given)))
        };
        assert_eq!(seen(vec![a.clone(), b.clone()], [0, 1]), Some((Verdict::Copy, [false, false])));
        // In another order, the sides follow.
        assert_eq!(seen(vec![file("b", 9), a.clone()], [0, 1]), Some((Verdict::Copy, [true, false])));
        // Renamed.
        assert_eq!(seen(vec![file("z", 1), b.clone()], [0, 1]), Some((Verdict::Copy, [false, false])));
        // Its bytes are at two places: nobody knows which of them was meant.
        assert_eq!(seen(vec![file("y", 1), file("z", 1), b.clone()], [0, 2]), None);
        let matched = Decisions::new(&state, &Files::new(vec![a, b]));
        assert_eq!(matched.missing().len(), 1);
        assert_eq!(matched.missing()[0].target.files.each_ref().map(|file| &*file.path), ["b", "c"]);
        assert_eq!(matched.pairs().count(), 1);
    }

    #[test]
    fn by_bytes_that_are_not_known_nothing_is_found() {
        let unread = |path: &str| FileId { path: path.into(), size: 0, hash: 0 };
        let state = state(vec![verdict(Target::pair(&unread("p"), &file("a", 1)), Verdict::Copy)]);
        let matched = Decisions::new(&state, &Files::new(vec![unread("other"), file("a", 1)]));
        assert_eq!((matched.pairs().count(), matched.missing().len()), (0, 1));
    }

    #[test]
    fn a_file_that_was_renamed_keeps_the_last_word() {
        let [a, b] = [file("a", 1), file("b", 2)];
        let state = state(vec![
            verdict(Target::pair(&a, &b), Verdict::Copy),
            verdict(Target::pair(&file("z", 1), &b), Verdict::Cleared),
        ]);
        let matched = Decisions::new(&state, &Files::new(vec![file("z", 1), b]));
        assert_eq!(matched.pair([0, 1]).unwrap().verdict.as_ref().unwrap().verdict, Verdict::Cleared);
        assert!(matched.missing().is_empty());
    }

    #[test]
    fn places_follow_their_sides_and_are_kept_when_their_words_are_gone() {
        let [a, b] = [file("a", 1), file("b", 2)];
        let hunk = |a: &str, b: &str| HunkId { a: Excerpt::of(a), b: Excerpt::of(b), nth: 0, shared: false };
        let state = state(vec![verdict(Target::hunk(&a, &b, &hunk("sea", "lake")), Verdict::Quotation)]);
        let matched = Decisions::new(&state, &Files::new(vec![b, a]));
        let found = matched.hunk([0, 1], &hunk("lake", "sea")).unwrap();
        assert_eq!(found.verdict.as_ref().unwrap().files.clone().map(|file| file.path), ["b", "a"]);
        assert_eq!(matched.hunk([0, 1], &hunk("sea", "lake")), None);
        assert!(matched.orphans([0, 1], &[hunk("lake", "sea")]).is_empty());
        assert_eq!(&*matched.orphans([0, 1], &[])[0].0.a.text, "lake");
        assert_eq!(matched.pairs().collect::<Vec<_>>(), [[0, 1]]);
    }
}
