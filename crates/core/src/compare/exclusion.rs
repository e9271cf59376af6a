//! Exclusion of text that is not evidence: quotations, reference lists, passages of given base texts, passages common
//! to many documents, matches of a pattern, and words marked by a reader.
//!
//! A text has *excluded* stretches ([`excluded`]) and a *remainder* ([`RemainderText`]). The remainder is an ordinary
//! text and goes through the ordinary pipeline, so the numbers with and without exclusion come from the same code.
//! Every number of a remainder must be shown as such, with the excluded share ([`ExcludedShare`]). Must not know
//! documents, or describe exclusions in words.
//!
//! Every exclusion leaves a carriage return without a line feed, which a document's text cannot contain: every
//! tokenizer treats it as whitespace, and coverage as a wall that no window crosses. Spans of the shortened text are
//! never shown.

mod cover;
mod examine;
mod marked;
mod passages;
mod pattern;
mod quotation;
mod reference;

pub use cover::{Cover, cover};
pub use examine::{ExaminedRemainder, examine_remainders, known_spans};
pub use marked::{Marked, MarkedPlace};
pub use passages::{passages, shared_text};
pub use pattern::{Pattern, PatternError};

use pattern::Work;

use super::{
    coverage::{WindowHashes, Windows, covered},
    diff::visible_chars,
};
use crate::simhash::{Span, Stopped, Watch};

/// The kinds of text to exclude.
#[derive(Clone, Debug, Default)]
pub struct Exclusions {
    /// Text between quotation marks, and block quotes.
    pub quotations: bool,
    /// A list of references at the end.
    pub references: bool,
    /// Passages that occur in one of these texts.
    pub base: Vec<Base>,
    /// Passages that occur in at least this number of texts of the batch.
    pub common: Option<usize>,
    /// Matches of any of these patterns.
    pub patterns: Vec<Pattern>,
    /// The marks made by hand.
    pub marked: Vec<Marked>,
}

/// A text whose passages are excluded.
#[derive(Clone, Debug)]
pub struct Base {
    /// The name to show. Safe to show.
    pub name: String,
    /// Its windows, of the runs that count.
    pub hashes: WindowHashes,
}

/// Why something is excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExclusionReason {
    /// It is quoted.
    Quotation,
    /// It is a list of references.
    Reference,
    /// It occurs in a base text.
    Base,
    /// It occurs in many texts of the batch.
    Common,
    /// It matches a pattern.
    Pattern,
}

impl ExclusionReason {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Quotation, Self::Reference, Self::Base, Self::Common, Self::Pattern];

    /// A stable name, for files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Quotation => "quotation",
            Self::Reference => "reference",
            Self::Base => "base",
            Self::Common => "common",
            Self::Pattern => "pattern",
        }
    }
}

/// A part of [`Exclusions`], with an index if there can be several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Text between quotation marks, and block quotes.
    Quotations,
    /// A list of references at the end.
    References,
    /// A text of [`Exclusions::base`].
    Base(usize),
    /// Passages that occur in many texts of the batch.
    Common,
    /// An expression of [`Exclusions::patterns`].
    Pattern(usize),
    /// Marked text of [`Exclusions::marked`].
    Marked(usize),
}

/// One or more reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ExclusionReasons(u8);

impl ExclusionReasons {
    /// Returns true if `why` is among them.
    pub fn has(self, why: ExclusionReason) -> bool {
        self.0 >> (why as u8) & 1 == 1
    }

    /// All of them, in the order of [`ExclusionReason::ALL`].
    pub fn all(self) -> impl Iterator<Item = ExclusionReason> {
        ExclusionReason::ALL.into_iter().filter(move |&why| self.has(why))
    }
}

impl From<ExclusionReason> for ExclusionReasons {
    fn from(why: ExclusionReason) -> Self {
        Self(1 << why as u8)
    }
}

/// A stretch of a text that is excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExcludedSpan {
    /// Its bytes in the text.
    pub span: Span,
    /// One or more reasons: stretches that overlap or touch are one, with the reasons of all.
    pub why: ExclusionReasons,
}

/// The exclusions applied to one text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excluded {
    /// The excluded stretches, in order; no two overlap or touch.
    pub spans: Vec<ExcludedSpan>,
    /// Indices of the patterns that would take too much work on this text, and were not applied to it.
    pub not_applied: Vec<usize>,
}

/// The excluded share of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExcludedShare {
    /// The number of excluded stretches.
    pub stretches: usize,
    /// Their characters, without whitespace.
    pub chars: u64,
    /// Characters of the text, counted alike.
    pub of: u64,
}

impl Exclusions {
    /// Returns true if no kind of text is excluded.
    pub fn is_empty(&self) -> bool {
        !self.quotations
            && !self.references
            && self.base.is_empty()
            && self.common.is_none()
            && self.patterns.is_empty()
            && self.marked.is_empty()
    }
}

/// Applies `exclusions` to `text`. `windows` are those of the text, and `known` the stretches that depend on more than
/// the text: passages common to a batch, and text marked by a reader.
///
/// # Errors
/// [`Stopped`] if the watch stopped it.
///
/// ```
/// use simscope_core::{
///     compare::{coverage::Windows, exclusion::{Exclusions, RemainderText, excluded}},
///     simhash::Watch,
/// };
/// let text = "他写道：“清晨的风从海上来，灯塔的灯还亮着。”然后他睡了。";
/// let exclusions = Exclusions { quotations: true, ..Exclusions::default() };
/// let found = excluded(text, &exclusions, &Windows::default(), &[], &Watch::default())?.spans;
/// assert_eq!(found[0].span.of(text), "“清晨的风从海上来，灯塔的灯还亮着。”");
/// let rest = RemainderText::new(text, &found);
/// assert_eq!(rest.kept.iter().map(|span| span.of(text)).collect::<Vec<_>>(), ["他写道：", "然后他睡了。"]);
/// # Ok::<(), simscope_core::simhash::Stopped>(())
/// ```
pub fn excluded(
    text: &str,
    exclusions: &Exclusions,
    windows: &Windows,
    known: &[(Part, Span)],
    watch: &Watch,
) -> Result<Excluded, Stopped> {
    let (found, not_applied) = found_by_part(text, exclusions, windows, watch)?;
    let all = known.iter().chain(&found).map(|&(part, span)| (span, exclusions.reason(part).into()));
    Ok(Excluded { spans: merged(all.collect()), not_applied })
}

/// Stretches, each with its part, and the patterns that were not applied.
type FoundByPart = (Vec<(Part, Span)>, Vec<usize>);

/// The stretches that depend only on the text.
fn found_by_part(
    text: &str,
    exclusions: &Exclusions,
    windows: &Windows,
    watch: &Watch,
) -> Result<FoundByPart, Stopped> {
    let mut all: Vec<(Part, Span)> = Vec::new();
    let mut add = |part: Part, spans: Vec<Span>| all.extend(spans.into_iter().map(|span| (part, span)));
    if exclusions.quotations {
        add(Part::Quotations, quotation::quotations(text));
    }
    if exclusions.references {
        add(Part::References, reference::references(text).into_iter().collect());
    }
    watch.check()?;
    for (at, base) in exclusions.base.iter().enumerate() {
        let passages = covered(windows, &base.hashes);
        add(Part::Base(at), passages.into_iter().map(|passage| with_sentence_end(passage.span, text)).collect());
        watch.check()?;
    }
    let (mut work, mut not_applied) = (Work::on(text), Vec::new());
    for (at, pattern) in exclusions.patterns.iter().enumerate() {
        match pattern.matches(text, &mut work, watch)? {
            Some(matches) => add(Part::Pattern(at), matches),
            None => not_applied.push(at),
        }
        work.next();
    }
    Ok((all, not_applied))
}

impl Exclusions {
    /// Why a part excludes text.
    fn reason(&self, part: Part) -> ExclusionReason {
        match part {
            Part::Quotations => ExclusionReason::Quotation,
            Part::References => ExclusionReason::Reference,
            Part::Base(_) => ExclusionReason::Base,
            Part::Common => ExclusionReason::Common,
            Part::Pattern(_) => ExclusionReason::Pattern,
            Part::Marked(at) => self.marked.get(at).map_or(ExclusionReason::Common, |mark| mark.why),
        }
    }
}

/// The span with the punctuation that ends its sentence. Punctuation is not a unit, so no passage ends with it, but it
/// belongs to its sentence.
fn with_sentence_end(span: Span, text: &str) -> Span {
    let rest = &text[span.end as usize..];
    let after = rest.trim_start_matches([
        '.', '!', '?', '…', '。', '！', '？', '．', '"', '\'', '”', '’', ')', ']', '）', '］', '」', '』', '》', '】',
    ]);
    let end = &rest[..rest.len() - after.len()];
    // A point inside a number or a name, such as 3.5, ends nothing.
    if end.ends_with(|c: char| c.is_ascii()) && after.starts_with(char::is_alphanumeric) {
        return span;
    }
    Span { start: span.start, end: span.end + end.len() as u32 }
}

/// Makes one stretch of those that overlap or touch. The order in which they come makes no difference.
fn merged(mut all: Vec<(Span, ExclusionReasons)>) -> Vec<ExcludedSpan> {
    all.retain(|(span, _)| !span.is_empty());
    all.sort_unstable_by_key(|(span, _)| *span);
    let mut merged: Vec<ExcludedSpan> = Vec::new();
    for (span, why) in all {
        match merged.last_mut() {
            Some(last) if span.start <= last.span.end => {
                last.span.end = last.span.end.max(span.end);
                last.why.0 |= why.0;
            }
            _ => merged.push(ExcludedSpan { span, why }),
        }
    }
    merged
}

impl ExcludedShare {
    /// The share of `text` in these spans.
    pub fn new(text: &str, excluded: &[ExcludedSpan]) -> Self {
        let chars = excluded.iter().map(|excluded| visible_chars(excluded.span.of(text))).sum();
        Self { stretches: excluded.len(), chars, of: visible_chars(text) }
    }

    /// The share for each single reason, in the order of [`ExclusionReason::ALL`]; a stretch with several reasons
    /// counts for each.
    pub fn by(text: &str, excluded: &[ExcludedSpan]) -> [Self; ExclusionReason::ALL.len()] {
        ExclusionReason::ALL.map(|why| {
            let some: Vec<ExcludedSpan> = excluded.iter().copied().filter(|excluded| excluded.why.has(why)).collect();
            if some.is_empty() { Self::default() } else { Self::new(text, &some) }
        })
    }

    /// The sum of two shares.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { stretches: self.stretches + other.stretches, chars: self.chars + other.chars, of: self.of + other.of }
    }

    /// From 0 to 1.
    pub fn share(&self) -> f64 {
        self.chars as f64 / self.of.max(1) as f64
    }
}

/// The parts of `span` in order, each with `true` if it is excluded, for drawing.
pub fn parts(span: Span, excluded: &[ExcludedSpan]) -> Vec<(Span, bool)> {
    let mut parts = Vec::new();
    let mut at = span.start;
    let mut add = |start: u32, end: u32, out: bool| {
        if start < end {
            parts.push((Span { start, end }, out));
        }
    };
    let first = excluded.partition_point(|excluded| excluded.span.end <= span.start);
    for excluded in excluded[first..].iter().take_while(|excluded| excluded.span.start < span.end) {
        let (start, end) = (excluded.span.start.max(at), excluded.span.end.min(span.end));
        add(at, start, false);
        add(start, end, true);
        at = end;
    }
    add(at, span.end, false);
    parts
}

/// The paragraph end that replaces each excluded stretch. Its first carriage return has no line feed after it, which
/// does not occur in a document's text: a wall that no shared run crosses (see [`coverage`](crate::compare::coverage)).
pub const BREAK: &str = "\r\r\n";

/// A text without its excluded stretches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemainderText {
    /// The stretches that stay, with [`BREAK`] between them.
    pub text: String,
    /// Their spans in the whole text, in order.
    pub kept: Vec<Span>,
}

impl RemainderText {
    /// The remainder of `text` without `excluded`, which is in order.
    pub fn new(text: &str, excluded: &[ExcludedSpan]) -> Self {
        let starts = std::iter::once(0).chain(excluded.iter().map(|excluded| excluded.span.end));
        let ends = excluded.iter().map(|excluded| excluded.span.start).chain([text.len() as u32]);
        let kept: Vec<Span> =
            starts.zip(ends).map(|(start, end)| Span { start, end }).filter(|span| !span.is_empty()).collect();
        let text = kept.iter().map(|span| span.of(text)).collect::<Vec<_>>().join(BREAK);
        Self { text, kept }
    }

    /// The span in the whole text of a span of the remainder, which lies in a kept stretch.
    pub fn in_whole(&self, span: Span) -> Span {
        let mut begin = 0;
        for kept in &self.kept {
            let end = begin + kept.len() as u32;
            if span.start < end {
                let at = |byte: u32| kept.start + byte.saturating_sub(begin).min(kept.len() as u32);
                return Span { start: at(span.start), end: at(span.end) };
            }
            begin = end + BREAK.len() as u32;
        }
        span
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::compare::coverage::{RunLength, common};

    const LONG: &str = "The keeper of the light on the outer reef wrote the weather down every morning before dawn";

    fn windows(text: &str) -> Windows {
        Windows::new(text, RunLength::default(), &Watch::default()).unwrap()
    }

    fn of(text: &str, exclusions: &Exclusions) -> Vec<ExcludedSpan> {
        excluded(text, exclusions, &windows(text), &[], &Watch::default()).unwrap().spans
    }

    #[test]
    fn passages_of_a_base_text_are_excluded() {
        let hashes = WindowHashes::from(&windows(LONG));
        let text = format!("Mine alone. {LONG}, and mine again.");
        let found =
            of(&text, &Exclusions { base: vec![Base { name: "form".into(), hashes }], ..Exclusions::default() });
        assert_eq!(found.iter().map(|e| e.span.of(&text)).collect::<Vec<_>>(), [LONG]);
        assert_eq!(found[0].why.all().collect::<Vec<_>>(), [ExclusionReason::Base]);
        let share = ExcludedShare::new(&text, &found);
        assert_eq!((share.stretches, share.chars, share.of), (1, visible_chars(LONG), visible_chars(&text)));
    }

    #[test]
    fn a_base_text_goes_with_the_full_stop_after_it() {
        let exclusions = |base: &str| Exclusions {
            base: vec![Base { name: "form".into(), hashes: (&windows(base)).into() }],
            ..Exclusions::default()
        };
        for (end, wanted) in
            [(". Mine.", "."), (".” Mine.", ".”"), ("。我的", "。"), (".5 mine", ""), (", mine", ""), ("", "")]
        {
            let text = format!("Mine alone. {LONG}{end}");
            let found = of(&text, &exclusions(&format!("{LONG}.")));
            let wanted = format!("{LONG}{wanted}");
            assert_eq!(found.iter().map(|e| e.span.of(&text)).collect::<Vec<_>>(), [wanted], "{end}");
        }
    }

    #[test]
    fn passages_in_many_texts_are_common() {
        let own = ["one of its own", "another thing altogether", "no more than this", "four"];
        let texts: Vec<String> = own
            .iter()
            .enumerate()
            .map(|(n, own)| if n < 3 { format!("{own} {LONG} {own}") } else { (*own).to_owned() })
            .collect();
        let windows: Vec<Windows> = texts.iter().map(|text| windows(text)).collect();
        let all: Vec<Option<&Windows>> = windows.iter().map(Some).chain([None]).collect();
        let found = common(&all, 3, &Watch::default()).unwrap();
        let spans: Vec<Vec<&str>> = found
            .iter()
            .zip(&texts)
            .map(|(spans, text)| spans.iter().map(|passage| passage.span.of(text)).collect())
            .collect();
        assert_eq!(spans, [vec![LONG], vec![LONG], vec![LONG], vec![]]);
        assert!(common(&all, 4, &Watch::default()).unwrap().iter().all(Vec::is_empty));
    }

    #[test]
    fn parts_are_the_whole_in_order() {
        let text = "0123456789";
        let out = merged(vec![
            (Span::new(2, 4), ExclusionReason::Base.into()),
            (Span::new(4, 5), ExclusionReason::Pattern.into()),
            (Span::new(8, 10), ExclusionReason::Base.into()),
        ]);
        let of = |start, end| {
            parts(Span::new(start, end), &out).into_iter().map(|(s, out)| (s.of(text), out)).collect::<Vec<_>>()
        };
        assert_eq!(of(0, 10), [("01", false), ("234", true), ("567", false), ("89", true)]);
        assert_eq!(of(3, 6), [("34", true), ("5", false)]);
        assert_eq!(of(5, 8), [("567", false)]);
        assert_eq!(
            out[0].why.all().collect::<Vec<_>>(),
            [ExclusionReason::Base, ExclusionReason::Pattern],
            "one that touches another joins it"
        );
    }

    proptest! {
        #[cfg(feature = "patterns")]
        #[test]
        fn the_stretches_and_the_rest_make_up_the_text(
            text in "(“|”|「|」|\"|风|从|海|上|来|word |\n|\n\n|References\n|\\[1\\] x 1999\n|\\[2\\] |\\[3\\] |> ){0,60}",
            quotations: bool,
            references: bool,
            pattern in prop::option::of(prop::sample::select(vec!["风|海.", r"\[\d\]", "从.*来", "^"])),
        ) {
            let patterns: Vec<Pattern> = pattern.iter().map(|p| Pattern::new(p).unwrap()).collect();
            let exclusions = Exclusions { quotations, references, patterns, ..Exclusions::default() };
            let found = of(&text, &exclusions);
            for pair in found.windows(2) {
                prop_assert!(pair[0].span.end < pair[1].span.start, "in order, and no two touch");
            }
            let rest = RemainderText::new(&text, &found);
            let mut all: Vec<(Span, bool)> = found.iter().map(|e| (e.span, true)).collect();
            all.extend(rest.kept.iter().map(|&span| (span, false)));
            all.sort_unstable();
            let joined: String = all.iter().map(|(span, _)| span.of(&text)).collect();
            prop_assert_eq!(&joined, &text);
            let kept: Vec<&str> = rest.kept.iter().map(|span| span.of(&text)).collect();
            prop_assert_eq!(kept.join(BREAK), rest.text.as_str());
            if found.is_empty() {
                prop_assert_eq!(&rest.text, &text);
            }
        }

        #[test]
        fn the_order_of_exclusions_makes_no_difference(
            spans in prop::collection::vec((0usize..40, 0usize..6, 0usize..5), 0..12),
            turn in 0usize..12,
        ) {
            let reason = |why: usize| ExclusionReasons::from(ExclusionReason::ALL[why]);
            let all: Vec<_> = spans.iter().map(|&(at, len, why)| (Span::new(at, at + len), reason(why))).collect();
            let mut turned = all.clone();
            turned.rotate_left(turn % all.len().max(1));
            prop_assert_eq!(merged(turned), merged(all.clone()));
            let out = merged(all.clone());
            for at in 0..50 {
                let inside = |span: Span| span.range().contains(&at);
                prop_assert_eq!(out.iter().any(|e| inside(e.span)), all.iter().any(|(span, _)| inside(*span)));
            }
        }
    }
}
