//! Marks made by hand: words to exclude everywhere, or in one place only.

use std::{collections::HashMap, iter, sync::Arc};

use super::ExclusionReason;
use crate::{
    compare::coverage::{RunLength, WindowHashes, Windows, covered_by_each},
    simhash::{Span, Stopped, Watch},
};

/// Words that a reader marked.
#[derive(Clone, Debug)]
pub struct Marked {
    /// The words, as written where they were marked.
    pub text: Arc<str>,
    /// The reason for the mark.
    pub why: ExclusionReason,
    /// The extent of the exclusion.
    pub place: MarkedPlace,
}

/// The places in which marked words are excluded.
#[derive(Clone, Debug)]
pub enum MarkedPlace {
    /// Everywhere, like the words of a base text: they are long enough for a shared run.
    Anywhere(WindowHashes),
    /// In this document, at their n-th occurrence, from 0.
    Once(usize, usize),
}

impl MarkedPlace {
    /// The document, and which of its occurrences; `None` if it is excluded wherever it occurs.
    pub fn document(&self) -> Option<(usize, usize)> {
        match self {
            Self::Anywhere(_) => None,
            &Self::Once(document, nth) => Some((document, nth)),
        }
    }
}

impl Marked {
    /// A passage to exclude everywhere. `None` if it is too short for a shared run.
    pub fn passage(text: &str, why: ExclusionReason, run: RunLength) -> Option<Self> {
        let windows = Watch::without(|watch| Windows::new(text, run, watch));
        windows.holds_runs().then(|| Self { text: text.into(), why, place: MarkedPlace::Anywhere((&windows).into()) })
    }

    /// A stretch of a document's text, to exclude there. If the text changes, it is found again by its words.
    pub fn place(document: usize, text: &str, span: Span, why: ExclusionReason) -> Self {
        let words = span.of(text);
        let before = found(text, words).take_while(|at| *at < span.start as usize).count();
        Self { text: words.into(), why, place: MarkedPlace::Once(document, before) }
    }

    /// Returns true if the same words are marked in the same place.
    pub fn is(&self, other: &Self) -> bool {
        self.place.document() == other.place.document() && self.text == other.text
    }
}

/// Marks by what finds them in a text, so that a text is read once for all passages.
pub(super) struct MarkIndex<'a> {
    marks: &'a [Marked],
    /// For each hash of a window, the indices of the passages that it occurs in.
    passages: HashMap<u64, Vec<u32>>,
    /// For each document, the indices of the marks at one place.
    places: HashMap<usize, Vec<u32>>,
}

impl<'a> MarkIndex<'a> {
    pub(super) fn new(marks: &'a [Marked]) -> Self {
        let (mut passages, mut places) = (HashMap::<_, Vec<u32>>::new(), HashMap::<_, Vec<u32>>::new());
        for (mark, at) in marks.iter().zip(0..) {
            match &mark.place {
                MarkedPlace::Anywhere(hashes) => {
                    hashes.iter().for_each(|hash| passages.entry(hash).or_default().push(at));
                }
                MarkedPlace::Once(document, _) => places.entry(*document).or_default().push(at),
            }
        }
        Self { marks, passages, places }
    }

    /// The spans of a document with this text and these windows, each with the index of its mark.
    pub(super) fn spans(
        &self,
        document: usize,
        text: &str,
        windows: &Windows,
        watch: &Watch,
    ) -> Result<Vec<(usize, Span)>, Stopped> {
        let mut all = Vec::new();
        if !self.passages.is_empty() {
            for (mark, passages) in covered_by_each(windows, &self.passages) {
                all.extend(passages.into_iter().map(|passage| (mark as usize, passage.span)));
            }
        }
        for &at in self.places.get(&document).into_iter().flatten() {
            watch.check()?;
            let mark = &self.marks[at as usize];
            if let (MarkedPlace::Once(_, nth), false) = (&mark.place, mark.text.is_empty()) {
                let start = found(text, &mark.text).nth(*nth);
                all.extend(start.map(|start| (at as usize, Span::new(start, start + mark.text.len()))));
            }
        }
        Ok(all)
    }
}

/// Longer words are not looked for where they overlap themselves, in bytes: each place costs as much as they are long.
const OVERLAPPING: usize = 256;

/// The starts of words in a text, also of overlapping ones.
fn found<'t>(text: &'t str, words: &'t str) -> impl Iterator<Item = usize> {
    let first = words.chars().next().map_or(1, char::len_utf8);
    let step = if words.len() <= OVERLAPPING { first } else { words.len() };
    let next = move |from: usize| text.get(from..)?.find(words).map(|at| from + at);
    iter::successors(next(0), move |at| next(at + step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(mark: &Marked, document: usize, text: &str, windows: &Windows) -> Vec<Span> {
        let found = MarkIndex::new(std::slice::from_ref(mark)).spans(document, text, windows, &Watch::default());
        found.unwrap().into_iter().map(|(_, span)| span).collect()
    }

    const LONG: &str = "the keeper of the light wrote the weather down every morning before dawn";

    #[test]
    fn a_passage_is_excluded_wherever_it_occurs() {
        let run = RunLength::default();
        let text = format!("Mine. {LONG}. Mine again. {}!", LONG.to_uppercase());
        let windows = Windows::new(&text, run, &Watch::default()).unwrap();
        let mark = Marked::passage(LONG, ExclusionReason::Common, run).unwrap();
        let found: Vec<&str> = spans(&mark, 7, &text, &windows).into_iter().map(|span| span.of(&text)).collect();
        assert_eq!(found, [LONG, &*LONG.to_uppercase()]);
        assert!(
            Marked::passage("the keeper", ExclusionReason::Common, run).is_none(),
            "it would be excluded everywhere"
        );
    }

    #[test]
    fn a_place_is_excluded_there_alone_and_found_again() {
        let (text, windows) = ("风 海 风 海 风", Windows::default());
        let at = text.match_indices("风").nth(1).unwrap().0;
        let mark = Marked::place(3, text, Span::new(at, at + 3), ExclusionReason::Quotation);
        assert_eq!(spans(&mark, 3, text, &windows), [Span::new(at, at + 3)]);
        assert!(spans(&mark, 4, text, &windows).is_empty(), "another document");
        let longer = format!("前言：{text}");
        assert_eq!(spans(&mark, 3, &longer, &windows)[0].of(&longer), "风");
        assert!(spans(&mark, 3, "风", &windows).is_empty(), "it is gone");
        let twice = "一步一步一步走";
        let second = Marked::place(0, twice, Span::new(6, 18), ExclusionReason::Common);
        assert_eq!(spans(&second, 0, twice, &windows), [Span::new(6, 18)], "it overlaps the first");
        assert!(
            mark.is(&mark.clone()) && !mark.is(&Marked::place(3, text, Span::new(0, 3), ExclusionReason::Quotation))
        );
    }
}
