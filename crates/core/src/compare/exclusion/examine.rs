//! Texts processed again by the pipeline, without their excluded stretches. Must not know documents.

use rayon::prelude::*;

use super::{
    ExcludedShare, ExcludedSpan, ExclusionReason, ExclusionReasons, Exclusions, Part, RemainderText, found_by_part,
    marked::MarkIndex, merged, visible_chars, with_sentence_end,
};
use crate::{
    compare::{
        Examined,
        coverage::{Passage, RunLength, Windows, common},
    },
    simhash::{CountError, Pipeline, Recipe, Span, Stopped, Watch},
};

/// A text without its excluded stretches, hashed.
#[derive(Clone, Debug)]
pub struct ExaminedRemainder {
    /// The stretches that are missing in it, in order.
    pub excluded: Vec<ExcludedSpan>,
    /// As in [`Excluded::not_applied`](super::Excluded::not_applied).
    pub not_applied: Vec<usize>,
    /// Their share of the text.
    pub share: ExcludedShare,
    /// Their share for each single reason, in the order of [`ExclusionReason::ALL`].
    pub by: [ExcludedShare; ExclusionReason::ALL.len()],
    /// The numbers of the remainder.
    pub examined: Examined,
}

/// The stretches to exclude of each text that depend on more than the text: passages common to many texts, and marked
/// text.
///
/// # Errors
/// [`Stopped`] if the watch stopped it.
pub fn known_spans(
    texts: &[Option<(&str, &Windows)>],
    exclusions: &Exclusions,
    watch: &Watch,
) -> Result<Vec<Vec<(Part, Span)>>, Stopped> {
    let mut all: Vec<Vec<(Part, Span)>> = match exclusions.common {
        None => vec![Vec::new(); texts.len()],
        Some(least) => {
            let windows: Vec<Option<&Windows>> = texts.iter().map(|text| text.map(|(_, windows)| windows)).collect();
            let spans = |passages: Vec<Passage>, text: &str| {
                let span = |passage: Passage| (Part::Common, with_sentence_end(passage.span, text));
                passages.into_iter().map(span).collect()
            };
            let found = common(&windows, least, watch)?.into_iter().zip(texts);
            found.map(|(passages, text)| text.map_or_else(Vec::new, |(text, _)| spans(passages, text))).collect()
        }
    };
    if exclusions.marked.is_empty() {
        return Ok(all);
    }
    let marks = MarkIndex::new(&exclusions.marked);
    texts.par_iter().zip(&mut all).enumerate().try_for_each(|(at, (text, found))| {
        watch.check()?;
        let Some((text, windows)) = text else { return Ok(()) };
        let spans = marks.spans(at, text, windows, watch)?;
        found.extend(spans.into_iter().map(|(mark, span)| (Part::Marked(mark), span)));
        Ok(())
    })?;
    Ok(all)
}

/// Removes the excluded stretches from the texts numbered `which`, with the [`known_spans`] of all, and processes the
/// remainders by the pipeline. Each text comes with its windows, prepared with `run`; `None` stands for a missing text,
/// which has no result. Only the result of `keep`, for each text and the characters that each part excludes in it, is
/// stored, so that thousands of texts need not be in memory.
///
/// # Errors
/// [`CountError`] if it was stopped, or if a list of features was expected: nothing can be excluded from a list.
pub fn examine_remainders<T: Send>(
    texts: &[Option<(&str, &Windows)>],
    which: Vec<usize>,
    exclusions: &Exclusions,
    known: &[Vec<(Part, Span)>],
    (recipe, run): (&Recipe, RunLength),
    watch: &Watch,
    keep: impl Fn(usize, ExaminedRemainder, Vec<(Part, u64)>) -> T + Sync,
) -> Result<Vec<Option<T>>, CountError> {
    let pipeline = Pipeline::new(recipe).watched(watch).without_places();
    let one = |at: usize| {
        watch.check()?;
        let Some((text, windows)) = texts[at] else { return Ok(None) };
        let (mut spans, not_applied) = found_by_part(text, exclusions, windows, watch)?;
        spans.extend(&known[at]);
        spans.sort_unstable();
        let chars = chars_by_part(text, &spans);
        let excluded = merged(spans.into_iter().map(|(part, span)| (span, exclusions.reason(part).into())).collect());
        let (share, by) = (ExcludedShare::new(text, &excluded), ExcludedShare::by(text, &excluded));
        let examined = Examined::new(&RemainderText::new(text, &excluded).text, &pipeline, run)?;
        Ok(Some(keep(at, ExaminedRemainder { excluded, not_applied, share, by, examined }, chars)))
    };
    which.into_par_iter().map(one).collect()
}

/// The characters that each part excludes, whitespace not counted; the spans are sorted.
fn chars_by_part(text: &str, spans: &[(Part, Span)]) -> Vec<(Part, u64)> {
    let of_part = spans.chunk_by(|one, next| one.0 == next.0);
    let chars = of_part.map(|spans| {
        let whole = merged(spans.iter().map(|&(_, span)| (span, ExclusionReasons::default())).collect());
        (spans[0].0, whole.iter().map(|excluded| visible_chars(excluded.span.of(text))).sum())
    });
    chars.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::pair::{Pair, compare};

    const QUOTED: &str = "“The keeper of the light wrote the weather down every morning, long before dawn.”";

    fn both(texts: [&str; 2], exclusions: &Exclusions) -> ([Pair; 2], [ExaminedRemainder; 2]) {
        let (recipe, run, watch) = (Recipe::default(), RunLength::default(), Watch::default());
        let whole = texts.map(|text| Examined::new(text, &Pipeline::new(&recipe), run).unwrap());
        let given = [0, 1].map(|at| Some((texts[at], &**whole[at].subject.windows())));
        let known = known_spans(&given, exclusions, &watch).unwrap();
        let (which, method) = (vec![0, 1], (&recipe, run));
        let found = examine_remainders(&given, which, exclusions, &known, method, &watch, |_, without, _| without);
        let mut found = found.unwrap().into_iter().flatten();
        let rests = [found.next().unwrap(), found.next().unwrap()];
        let pair = compare([0, 1], &whole[0].subject, &whole[1].subject, false);
        ([pair, compare([0, 1], &rests[0].examined.subject, &rests[1].examined.subject, false)], rests)
    }

    #[test]
    fn excluding_nothing_changes_no_number() {
        let texts = [QUOTED, "Something else, said without quotation marks by somebody else on another day."];
        let ([with, rest], [a, b]) = both(texts, &Exclusions { quotations: false, ..Exclusions::default() });
        assert_eq!(with, rest);
        assert_eq!((a.share.chars, b.share.chars), (0, 0));
    }

    #[test]
    fn a_shared_quotation_counts_with_and_not_without() {
        let texts = [
            format!("In the first report one reads: {QUOTED} And so the keeper slept."),
            format!("Nobody was there when {QUOTED} was written on the wall of the old harbour office."),
        ];
        let ([with, rest], [a, _]) =
            both([&texts[0], &texts[1]], &Exclusions { quotations: true, ..Exclusions::default() });
        assert!(with.coverage[0] > 0.5 && rest.coverage[0] == 0.0, "{:?} {:?}", with.coverage, rest.coverage);
        assert_eq!(a.excluded[0].span.of(&texts[0]), QUOTED);
    }

    #[test]
    fn no_run_crosses_what_was_cut_out() {
        // On either side of the quotation too little for a run, together more than one.
        let cut = |quoted: &str| format!("one two three four five {quoted} six seven eight nine ten");
        let texts = [
            cut("“words in here that the other one has not at all”"),
            cut("“and here are quite different ones in their place”"),
        ];
        let exclusions = Exclusions { quotations: true, ..Exclusions::default() };
        let ([_, rest], [a, _]) = both([&texts[0], &texts[1]], &exclusions);
        assert_eq!(a.excluded.len(), 1);
        assert_eq!(rest.coverage.map(f64::to_bits), [0, 0]);
        assert_eq!(rest.hamming(), Some(0), "their words are the same");
    }
}
