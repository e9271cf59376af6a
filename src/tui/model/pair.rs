//! Results about two documents, each with the texts that it was computed from. Computes nothing itself but the index of
//! hunks.

use std::{collections::HashMap, sync::Arc};

use crate::{
    compare::{
        diff::{AlignmentPoint, Diff, Hunk},
        evidence::Evidence,
    },
    document::Document,
    review::HunkId,
};

/// A pair by other methods, with the texts as they were then.
#[derive(Debug)]
pub(crate) struct Evidenced {
    pub texts: [Arc<Document>; 2],
    pub found: Evidence,
}

/// The differences of two documents.
#[derive(Debug)]
pub(crate) struct Diffed {
    pub documents: [usize; 2],
    /// As they were then.
    pub texts: [Arc<Document>; 2],
    pub diff: Diff,
    /// The paragraphs set beside each other by hand, as they are in these texts.
    pub points: Vec<AlignmentPoint>,
    /// The identity of each hunk in the journal.
    pub places: Vec<HunkId>,
    /// For each hunk, those that change the same words in the same way, itself among them.
    pub alike: Vec<Arc<[u32]>>,
}

impl Diffed {
    /// The texts of A and of B.
    pub(crate) fn texts(&self) -> [&str; 2] {
        [&self.texts[0].text, &self.texts[1].text]
    }

    /// The differences of two documents with these texts.
    pub(crate) fn new(
        documents: [usize; 2],
        diff: Diff,
        texts: [Arc<Document>; 2],
        points: Vec<AlignmentPoint>,
    ) -> Self {
        let places = HunkId::all(&diff, [&texts[0].text, &texts[1].text]);
        let mut groups: HashMap<[&str; 2], Vec<u32>> = HashMap::new();
        let words = |hunk: &Hunk| [hunk.a.of(&texts[0].text), hunk.b.of(&texts[1].text)];
        for (n, hunk) in (0..).zip(&diff.hunks) {
            groups.entry(words(hunk)).or_default().push(n);
        }
        let groups: HashMap<[&str; 2], Arc<[u32]>> = groups.into_iter().map(|(key, all)| (key, all.into())).collect();
        let alike = diff.hunks.iter().filter_map(|hunk| groups.get(&words(hunk)).cloned()).collect();
        drop(groups);
        Self { documents, texts, diff, points, places, alike }
    }
}
