//! What a reader marked by hand: words that are to exclude wherever they stand, or in one place alone.

use std::{iter, sync::Arc};

use super::ExclusionReason;
use crate::{
    compare::coverage::{RunLength, WindowHashes, Windows, covered},
    simhash::Span,
};

/// Words that a reader marked.
#[derive(Clone, Debug)]
pub struct Marked {
    /// The words, as they stand where they were marked.
    pub text: Arc<str>,
    /// What they were taken for.
    pub why: ExclusionReason,
    /// The extent of the exclusion.
    pub place: MarkedPlace,
}

/// Where marked words are excluded.
#[derive(Clone, Debug)]
pub enum MarkedPlace {
    /// Wherever they stand, as those of a base text: they are long enough for a shared run.
    Anywhere(WindowHashes),
    /// In this document, where they stand for the n-th time, counted from 0.
    Once(usize, usize),
}

impl Marked {
    /// A passage, to exclude wherever it stands. `None` where it is too short for a shared run.
    pub fn passage(text: &str, why: ExclusionReason, run: RunLength) -> Option<Self> {
        // Nobody holds the other end of this watch, so it is never stopped.
        let windows = Windows::new(text, run);
        windows.holds_runs().then(|| Self { text: text.into(), why, place: MarkedPlace::Anywhere((&windows).into()) })
    }

    /// A stretch of a document's text, to exclude there. It is found again by its words where the text changes.
    pub fn place(document: usize, text: &str, span: Span, why: ExclusionReason) -> Self {
        let words = span.of(text);
        let before = found(text, words).take_while(|at| *at < span.start as usize).count();
        Self { text: words.into(), why, place: MarkedPlace::Once(document, before) }
    }

    /// Whether the same words are marked in the same place.
    #[cfg(any(feature = "app", test))]
    pub(crate) fn is(&self, other: &Self) -> bool {
        let same_place = match (&self.place, &other.place) {
            (MarkedPlace::Anywhere(_), MarkedPlace::Anywhere(_)) => true,
            (MarkedPlace::Once(a, n), MarkedPlace::Once(b, m)) => (a, n) == (b, m),
            _ => false,
        };
        same_place && self.text == other.text
    }

    /// Where it stands in a document with this text and these windows.
    pub(super) fn spans(&self, document: usize, text: &str, windows: &Windows) -> Vec<Span> {
        match &self.place {
            MarkedPlace::Anywhere(own) => covered(windows, own).into_iter().map(|passage| passage.span).collect(),
            MarkedPlace::Once(at, n) if *at == document && !self.text.is_empty() => {
                let found = found(text, &self.text).nth(*n);
                found.map(|start| Span::new(start, start + self.text.len())).into_iter().collect()
            }
            MarkedPlace::Once(..) => Vec::new(),
        }
    }
}

/// Longer words are not looked for where they overlap themselves, in bytes: each place costs as much as they are long.
const OVERLAPPING: usize = 256;

/// Where words begin in a text, also where they overlap.
fn found<'t>(text: &'t str, words: &'t str) -> impl Iterator<Item = usize> {
    let first = words.chars().next().map_or(1, char::len_utf8);
    let step = if words.len() <= OVERLAPPING { first } else { words.len() };
    let next = move |from: usize| text.get(from..)?.find(words).map(|at| from + at);
    iter::successors(next(0), move |at| next(at + step))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: &str = "the keeper of the light wrote the weather down every morning before dawn";

    #[test]
    fn a_passage_is_left_out_wherever_it_stands() {
        let run = RunLength::default();
        let text = format!("Mine. {LONG}. Mine again. {}!", LONG.to_uppercase());
        let windows = Windows::new(&text, run);
        let mark = Marked::passage(LONG, ExclusionReason::Common, run).unwrap();
        let found: Vec<&str> = mark.spans(7, &text, &windows).into_iter().map(|span| span.of(&text)).collect();
        assert_eq!(found, [LONG, &*LONG.to_uppercase()]);
        assert!(
            Marked::passage("the keeper", ExclusionReason::Common, run).is_none(),
            "it would be left out everywhere"
        );
    }

    #[test]
    fn a_place_is_left_out_there_alone_and_found_again() {
        let (text, windows) = ("风 海 风 海 风", Windows::default());
        let at = text.match_indices("风").nth(1).unwrap().0;
        let mark = Marked::place(3, text, Span::new(at, at + 3), ExclusionReason::Quotation);
        assert_eq!(mark.spans(3, text, &windows), [Span::new(at, at + 3)]);
        assert!(mark.spans(4, text, &windows).is_empty(), "another document");
        let longer = format!("前言：{text}");
        assert_eq!(mark.spans(3, &longer, &windows)[0].of(&longer), "风");
        assert!(mark.spans(3, "风", &windows).is_empty(), "it is gone");
        let twice = "一步一步一步走";
        let second = Marked::place(0, twice, Span::new(6, 18), ExclusionReason::Common);
        assert_eq!(second.spans(0, twice, &windows), [Span::new(6, 18)], "it overlaps the first");
        assert!(
            mark.is(&mark.clone()) && !mark.is(&Marked::place(3, text, Span::new(0, 3), ExclusionReason::Quotation))
        );
    }
}
