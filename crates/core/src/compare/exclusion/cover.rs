//! The text of a cover sheet or form: that with which several documents begin.

use crate::{compare::coverage::Windows, simhash::Span};

/// Text with which several documents begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover {
    /// One of them, as an index.
    pub document: usize,
    /// Its place there, in bytes.
    pub span: Span,
    /// The number of documents that begin with it.
    pub documents: usize,
}

/// The least number of documents: two that begin alike are what a comparison looks for.
const DOCUMENTS: usize = 3;
/// It has at most this many units, and at most a third of each text, or copies of one text would be its own cover.
const LONGEST: usize = 1_000;

/// The text with which most documents begin, by the largest number of words; `None` if no three begin with the same
/// text. Documents are given by their windows, if known.
pub fn cover(documents: &[Option<&Windows>]) -> Option<Cover> {
    let names = |windows: &Windows| {
        let mut names: Vec<u32> = windows.units().map(|(_, name)| name).take(3 * LONGEST).collect();
        names.truncate(names.len() / 3);
        names
    };
    let known = documents.iter().enumerate().filter_map(|(at, windows)| Some((names((*windows)?), at)));
    let mut all: Vec<(Vec<u32>, usize)> = known.collect();
    all.sort_unstable();
    let common = |at: usize| {
        let ([first, ..], [.., last]) = (&all[at..], &all[..at + DOCUMENTS]) else { return 0 };
        first.0.iter().zip(&last.0).take_while(|(a, b)| a == b).count()
    };
    // Those that begin so are neighbours.
    let begin_so = |at: usize, length: usize| {
        let form = &all[at].0[..length];
        let first = all.partition_point(|(names, _)| &names[..] < form);
        all[first..].partition_point(|(names, _)| names.starts_with(form))
    };
    let found = (0..(all.len() + 1).saturating_sub(DOCUMENTS)).map(|at| (at, common(at))).filter(|found| found.1 > 0);
    let (_, at, length) = found.map(|(at, length)| (length * begin_so(at, length), at, length)).max()?;
    let document = all[at].1;
    let mut spans = documents[document]?.units().map(|(span, _)| span);
    let (start, end) = (documents[document]?.units().next()?.0.start, spans.nth(length - 1)?.end);
    Some(Cover { document, span: Span { start, end }, documents: begin_so(at, length) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{compare::coverage::RunLength, simhash::Watch};

    fn found(texts: &[&str]) -> Option<(String, usize)> {
        let windows: Vec<Windows> =
            texts.iter().map(|text| Watch::without(|watch| Windows::new(text, RunLength::default(), watch))).collect();
        let cover = cover(&windows.iter().map(Some).collect::<Vec<_>>())?;
        Some((cover.span.of(texts[cover.document]).to_owned(), cover.documents))
    }

    #[test]
    fn the_text_with_which_three_or_more_begin() {
        let own = |n: usize| (0..40).map(|word| format!("own{n}word{word}")).collect::<Vec<_>>().join(" ");
        let form = "I declare that this is my own work and that I cite all sources.";
        let ends = ["!", ".", "", ","].into_iter().enumerate();
        let texts: Vec<String> = ends.map(|(n, end)| format!("  {} {}", form.replace('.', end), own(n))).collect();
        let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let other = own(9);
        texts.push(&other);
        assert_eq!(found(&texts), Some((form.trim_end_matches('.').to_owned(), 4)));
        assert_eq!(found(&texts[2..]), None, "two begin alike");
        // Copies of one text have no cover sheet of their own that long.
        let (text, documents) = found(&[&other, &other, &other]).expect("they begin alike");
        assert!(documents == 3 && 3 * text.len() <= other.len(), "{text}");
    }
}
