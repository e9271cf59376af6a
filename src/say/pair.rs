//! The sentences on a pair in detail, by topic: what it shares, the verdict of the rule, the reasons, and whether the
//! method suits it.

use super::{
    Emphasis, FEW_FEATURES, MethodWarning, SHORT_TEXT, Sentence, Topic,
    calibration::{calibrated_distance, calibration_weakness},
    decimals,
    document::altered,
    method_warning, reading, same_method,
};
use crate::{
    compare::{
        BitReasons, Comparison, TextThresholds, Thresholds,
        attribution::Joint,
        calibration::Calibration,
        coverage::RunLength,
        distance::{CHANCE_LIMIT, chance_within, cosine_interval, cosine_of},
        exclusion::{ExcludedShare, ExclusionReason, Exclusions, Marked},
        pair::{Disagreement, Pair, Sharing},
    },
    document::{Reading, safe_name},
    locale::{Lang, grouped, percent},
    simhash::{Altered, Sum, Trace},
    t,
};

/// A document as sentences refer to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedDocument<'a> {
    pub name: &'a str,
    pub reading: &'a Reading,
    pub trace: &'a Trace,
    pub altered: &'a Altered,
    /// Written in Traditional characters.
    pub traditional: bool,
}

/// A pair after exclusion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RemainingPair<'a> {
    pub pair: &'a Pair,
    /// The numbers of remaining tokens of A and B.
    pub tokens: [u64; 2],
    /// Its scores count, rather than those of the whole texts.
    pub counts: bool,
}

/// All sentences on a pair, in order.
pub(crate) fn pair(
    comparison: &Comparison,
    [a, b]: [NamedDocument<'_>; 2],
    remaining: Option<RemainingPair<'_>>,
    calibration: Option<&Calibration>,
    (run, texts): (RunLength, TextThresholds),
    lang: Lang,
) -> Vec<Sentence> {
    let mut said = Vec::new();
    let mut say = |topic, emphasis, text| said.push(Sentence { topic, emphasis, text });
    let (whole, at) = (&comparison.pair, Thresholds { k: comparison.k, texts });
    let k = at.k;
    // Where nothing of the two was excluded, there is one score.
    let tokens = [a, b].map(|document| document.trace.sketch.tokens);
    let remaining = remaining.filter(|remaining| remaining.tokens != tokens);
    let counted = remaining.filter(|remaining| remaining.counts);
    let shared =
        counted.map_or_else(|| SharedText::of(comparison), |counted| SharedText::of_remainder(counted.pair, whole));
    let scripts_differ = a.traditional != b.traditional;
    let how = if scripts_differ { t!(lang, "sharing.in-simplified") } else { t!(lang, "sharing.word-for-word") };
    let (emphasis, text) = shared.sentence(at, [a.name, b.name], run, how, lang);
    say(Topic::Shared, emphasis, text);
    if let Some(counted) = counted {
        say(Topic::Rule, Emphasis::Plain, counted.verdict(at, lang));
        say(Topic::Whole, Emphasis::Plain, RemainingPair::whole(whole, lang));
    } else {
        rule(comparison, texts, [a, b], lang, &mut say);
        if let Some((calibration, hd)) = calibration.zip(whole.hamming()) {
            let mut said = vec![calibrated_distance(calibration, hd, lang)];
            said.extend(calibration_weakness(calibration, lang));
            say(Topic::Rule, Emphasis::Plain, said.join(lang.gap()));
        }
        if let Some(remaining) = remaining {
            let agrees = whole.near(k) == remaining.pair.near(k);
            let emphasis = if agrees { Emphasis::Plain } else { Emphasis::Alert };
            say(Topic::Remainder, emphasis, remainder(whole, remaining.pair, remaining.tokens, k, lang));
        }
    }
    if let Some(bits) = &comparison.bits {
        say(Topic::Why, Emphasis::Plain, why(bits, [a, b], lang));
        if let Some(text) = what_if(bits, comparison.k, [a, b], lang) {
            say(Topic::Why, Emphasis::Note, text);
        }
    }
    if let Some(text) = cosine(comparison, texts, lang) {
        say(Topic::Cosine, Emphasis::Plain, text);
    }
    health([a, b], distance_decides(counted.map_or(whole, |counted| counted.pair), at), lang, &mut say);
    if let Some(hd) = comparison.hamming_as_read {
        let [name, other] = if a.traditional { [a.name, b.name] } else { [b.name, a.name] };
        let text =
            if scripts_differ { t!(lang, "health.scripts", name, other, hd) } else { t!(lang, "altered.distance", hd) };
        say(Topic::Health, Emphasis::Plain, text);
    }
    if let Some((tone, text)) = readings([a, b], lang) {
        say(Topic::Health, tone, text);
    }
    said
}

/// The verdict of the rule, beside what the shared text says.
fn rule(
    comparison: &Comparison,
    texts: TextThresholds,
    documents: [NamedDocument<'_>; 2],
    lang: Lang,
    say: &mut impl FnMut(Topic, Emphasis, String),
) {
    let (pair, k) = (comparison.pair, comparison.k);
    let at = Thresholds { k, texts };
    let Some(hd) = pair.hamming() else {
        let nameless = documents.iter().find(|d| d.trace.sketch.comparable().is_none());
        let name = nameless.map_or("", |d| d.name);
        return say(Topic::Rule, Emphasis::Alert, verdict(None, k, name, lang));
    };
    say(Topic::Rule, Emphasis::Plain, verdict_of(&pair, at, lang));
    if hd == 0 && !pair.identical && distance_decides(&pair, at) {
        say(Topic::Rule, Emphasis::Alert, t!(lang, "rule.zero").into());
    }
    let bits = documents[0].trace.recipe.bits;
    let chance = chance_within(k, bits);
    if chance > CHANCE_LIMIT {
        let share = percent(chance);
        say(Topic::Rule, Emphasis::Alert, t!(lang, "rule.chance", bits, share, k));
    }
}

/// Whether a reader has to weigh the distance: shared text contradicts it, or is not known. Warnings about the distance
/// matter only then.
fn distance_decides(pair: &Pair, at: Thresholds) -> bool {
    pair.disagreement(at).is_some() || pair.sharing != Sharing::Known
}

/// From this length ratio on, texts are of about one length, and no sentence mentions it.
const ABOUT_EQUAL: f64 = 0.8;

/// The least difference from the share word for word at which a sentence gives the share with small edits.
pub(crate) const LEAST_EDITS: f64 = 0.01;

/// The side of which more occurs in the other: with small edits if the sentence gives them, else word for word.
fn larger(pair: &Pair) -> usize {
    let [edited, word_for_word] = [pair.edited(), pair.coverage];
    let given = pair.most_shared() - word_for_word[0].max(word_for_word[1]) >= LEAST_EDITS;
    // As finely as shares are printed: of two that are printed alike, that with more word for word.
    let printed = |side: usize| if given { (edited[side] * 1000.0).round() } else { 0.0 };
    let [a, b] = [0, 1].map(|side: usize| (printed(side), word_for_word[side]));
    usize::from(b > a)
}

/// The text that a pair shares.
pub(super) struct SharedText<'a> {
    pair: &'a Pair,
    /// The files are equal byte for byte.
    identical: bool,
    /// The side with the larger share in the other.
    side: usize,
    /// Its share with small edits.
    edited: f64,
    /// Characters of the longest passage.
    longest: u64,
    /// There is no other passage.
    one: bool,
    /// Small edits may be missed, since runs repeat over and over.
    capped: bool,
    /// Characters of both texts and their length ratio, if they are the whole ones.
    lengths: Option<([u64; 2], f64)>,
}

impl<'a> SharedText<'a> {
    pub(super) fn of(comparison: &'a Comparison) -> Self {
        let pair = &comparison.pair;
        let side = larger(pair);
        let coverage = &comparison.coverage[side];
        // Adjacent passages of one text may be apart in the other.
        let one = matches!(*coverage.passages, [passage] if passage.chars == coverage.longest);
        let lengths = comparison.length_ratio().map(|ratio| (comparison.chars, ratio));
        let edited = pair.edited()[side];
        let (identical, longest, capped) = (pair.identical, coverage.longest, coverage.capped);
        Self { pair, identical, side, edited, longest, one, capped, lengths }
    }

    /// The text that a pair shares after exclusion, whose places in the whole texts are not known.
    fn of_remainder(pair: &'a Pair, whole: &Pair) -> Self {
        let (side, identical) = (larger(pair), whole.identical);
        Self {
            pair,
            identical,
            side,
            edited: pair.edited()[side],
            longest: pair.longest.into(),
            one: false,
            capped: false,
            lengths: None,
        }
    }

    /// The sentence; `names` are those of A and B, and `how` says in which way the same text is the same.
    pub(super) fn sentence(
        &self,
        at: Thresholds,
        names: [&str; 2],
        run: RunLength,
        how: &str,
        lang: Lang,
    ) -> (Emphasis, String) {
        if self.identical {
            return (Emphasis::Plain, t!(lang, "sharing.identical").into());
        }
        if self.pair.sharing != Sharing::Known {
            return (Emphasis::Note, t!(lang, "sharing.short", han = run.han, words = run.words));
        }
        let (inner, outer) = (names[self.side], names[1 - self.side]);
        let (share, longest) = (self.pair.coverage[self.side], grouped(self.longest));
        let shown = percent(share);
        let disagreement = self.pair.disagreement(at);
        let text = match disagreement {
            _ if share == 0.0 && self.edited > 0.0 => {
                t!(lang, "sharing.edited-only", edited = percent(self.edited), inner, outer)
            }
            _ if share == 0.0 => t!(lang, "sharing.none", han = run.han, words = run.words),
            Some(Disagreement::NearNotShared) => {
                t!(lang, "sharing.little", share = shown, inner, outer, how)
            }
            _ if self.edited - share >= LEAST_EDITS => {
                let edited = percent(self.edited);
                t!(lang, "sharing.edited", share = shown, edited, inner, outer, longest, how)
            }
            _ if self.one => t!(lang, "sharing.one", share = shown, inner, outer, longest, how),
            _ => t!(lang, "sharing.much", share = shown, inner, outer, longest, how),
        };
        let partial = self.partial(names, lang).filter(|_| share > 0.0);
        // Of a text that is covered nothing can be missed.
        let capped = (self.capped && self.edited < 1.0 - LEAST_EDITS).then(|| t!(lang, "sharing.capped").to_owned());
        let text = [Some(text), partial, capped].into_iter().flatten().collect::<Vec<_>>().join(lang.gap());
        (if disagreement.is_some() { Emphasis::Alert } else { Emphasis::Plain }, text)
    }

    /// How much of the shorter text is shared, and how long it is beside the other; `None` for texts of about one
    /// length.
    fn partial(&self, names: [&str; 2], lang: Lang) -> Option<String> {
        let (chars, ratio) = self.lengths.filter(|&(_, ratio)| ratio < ABOUT_EQUAL)?;
        let shorter = usize::from(chars[1] < chars[0]);
        Some(t!(
            lang,
            "sharing.shorter",
            name = names[shorter],
            chars = grouped(chars[shorter]),
            ratio = percent(ratio),
            share = percent(self.pair.coverage[shorter])
        ))
    }
}

/// The verdict of the rule on a distance; without one, `nameless` is the document that has no fingerprint.
pub(crate) fn verdict(hamming: Option<u32>, k: u32, nameless: &str, lang: Lang) -> String {
    match hamming {
        None => t!(lang, "rule.none", name = nameless),
        Some(hd) if hd <= k => t!(lang, "rule.near", hd, k),
        Some(hd) => t!(lang, "rule.far", hd, k),
    }
}

/// The verdict on a pair whose shared text is known: it says so where that contradicts the rule.
fn verdict_of(pair: &Pair, at: Thresholds, lang: Lang) -> String {
    let k = at.k;
    match (pair.hamming(), pair.disagreement(at)) {
        (Some(hd), Some(Disagreement::SharedNotNear)) => t!(lang, "rule.missed", hd, k),
        (Some(hd), Some(Disagreement::NearNotShared)) => t!(lang, "rule.alone", hd, k),
        (hamming, _) => verdict(hamming, k, "", lang),
    }
}

impl RemainingPair<'_> {
    /// The verdict of the rule.
    fn verdict(self, at: Thresholds, lang: Lang) -> String {
        let verdict = verdict_after_exclusion(self.pair, verdict_of(self.pair, at, lang), lang);
        with_short(t!(lang, "exclude.counted", verdict), self.pair, self.tokens, lang)
    }

    /// The scores of the whole texts.
    fn whole(whole: &Pair, lang: Lang) -> String {
        let [a, b] = whole.coverage.map(percent);
        t!(lang, "exclude.whole", hd = distance(whole, lang), a, b)
    }
}

/// `verdict`, unless too little remains for one.
fn verdict_after_exclusion(rest: &Pair, verdict: String, lang: Lang) -> String {
    if rest.hamming().is_some() { verdict } else { t!(lang, "exclude.no-fingerprint").to_owned() }
}

fn distance(pair: &Pair, lang: Lang) -> String {
    pair.hamming().map_or_else(|| t!(lang, "evidence.none").to_owned(), |hd| hd.to_string())
}

/// The sentence, and that few tokens remain.
fn with_short(said: String, rest: &Pair, tokens: [u64; 2], lang: Lang) -> String {
    match tokens.into_iter().min() {
        Some(least) if least < SHORT_TEXT && rest.hamming().is_some() => {
            [&*said, &*t!(lang, "exclude.short", n = grouped(least), limit = SHORT_TEXT)].join(lang.gap())
        }
        _ => said,
    }
}

/// A pair after exclusion, compared with the whole texts; `tokens` are the numbers of remaining tokens of A and B.
pub(crate) fn remainder(whole: &Pair, rest: &Pair, tokens: [u64; 2], k: u32, lang: Lang) -> String {
    let (verdict, hd) =
        (verdict_after_exclusion(rest, verdict(rest.hamming(), k, "", lang), lang), distance(whole, lang));
    let [a, b] = rest.coverage.map(percent);
    let [whole_a, whole_b] = whole.coverage.map(percent);
    let said = t!(lang, "exclude.without", verdict, a, b, hd, whole_a, whole_b);
    with_short(said, rest, tokens, lang)
}

/// The greatest numbers of bits and features named in a sentence; more are only counted.
const NAMED_BITS: usize = 12;
const NAMED_FEATURES: usize = 4;
/// A larger set of changed features explains nothing.
const WORTH_SAYING: usize = 20;
/// The greatest length of a feature's name, in characters.
const NAME_CHARS: usize = 40;

/// One line on a pair: its cosine, and that its texts are long enough if they are.
pub(crate) fn pair_in_brief(comparison: &Comparison, documents: [NamedDocument<'_>; 2], lang: Lang) -> String {
    let suits = documents.iter().all(|d| MethodWarning::of(&d.trace.sketch, &d.trace.recipe).is_none());
    let cosine = comparison.cosine.map(|cosine| t!(lang, "cosine.brief", cosine = lang.cosine(cosine)));
    let said: Vec<String> = suits.then(|| t!(lang, "health.brief").into()).into_iter().chain(cosine).collect();
    said.join(lang.gap())
}

/// The bits that differ, and the words with most effect.
fn why(bits: &BitReasons, documents: [NamedDocument<'_>; 2], lang: Lang) -> String {
    let mut columns: Vec<usize> = bits.flipped.iter().map(|f| f.bit).collect();
    columns.sort_unstable();
    let named: Vec<String> = columns.iter().map(usize::to_string).collect();
    let mut parts = vec![match named.len() {
        0 => t!(lang, "why.none").into(),
        1 => t!(lang, "why.bit", bits = named[0]),
        n if n > NAMED_BITS => t!(lang, "why.many", n, width = bits.joint.width()),
        _ => t!(lang, "why.bits", bits = lang.list(&named)),
    }];
    if !bits.strongest.is_empty() {
        let features = features(&bits.joint, &bits.strongest, documents.map(|document| document.trace), lang);
        parts.push(t!(lang, "why.strongest", features));
    }
    parts.join(lang.gap())
}

/// The fewest changes that would have the rule say otherwise.
fn what_if(bits: &BitReasons, k: u32, documents: [NamedDocument<'_>; 2], lang: Lang) -> Option<String> {
    let undo = bits.crossing.as_ref().filter(|undo| undo.features.len() <= WORTH_SAYING)?;
    let (n, hd) = (undo.features.len(), undo.hamming);
    let features = features(&bits.joint, &undo.features, documents.map(|document| document.trace), lang);
    let name = documents[1].name;
    Some(match (bits.joint.hamming() > k, n) {
        (true, 1) => t!(lang, "why.undo-one", features, hd),
        (true, _) => t!(lang, "why.undo", n, features, hd),
        (false, 1) => t!(lang, "why.leave-one", features, name, hd),
        (false, _) => t!(lang, "why.leave", n, features, name, hd),
    })
}

/// The names of some features, the first few of many.
pub(crate) fn features(joint: &Joint, which: &[usize], traces: [&Trace; 2], lang: Lang) -> String {
    let name = |&f: &usize| shortened(joint.name(f, traces), lang);
    let mut names: Vec<String> = which.iter().take(NAMED_FEATURES).map(name).collect();
    if which.len() > NAMED_FEATURES {
        names.push(lang.set("…").into());
    }
    lang.list(&names)
}

/// A feature can be as long as the text, where no white space parts it; a sentence cannot.
fn shortened(name: &str, lang: Lang) -> String {
    match name.char_indices().nth(NAME_CHARS) {
        Some((end, _)) => format!("{}{}", name.get(..end).unwrap_or(""), lang.set("…")),
        None => name.to_owned(),
    }
}

/// The cosine, exact and as the bits estimate it, beside its threshold.
fn cosine(comparison: &Comparison, texts: TextThresholds, lang: Lang) -> Option<String> {
    let [exact, least] = [lang.cosine(comparison.cosine?), decimals(texts.least_cosine(), 2, lang)];
    Some(match &comparison.bits {
        Some(bits) => {
            let [cosine, low, high] = [bits.cosine, bits.interval.0, bits.interval.1].map(|c| lang.cosine(c));
            t!(lang, "cosine.both", exact, least, bits = cosine, low, high)
        }
        None => t!(lang, "cosine.exact", exact, least),
    })
}

/// The numbers of the texts, and warnings; `decides` says whether the distance has to be weighed.
fn health(documents: [NamedDocument<'_>; 2], decides: bool, lang: Lang, say: &mut impl FnMut(Topic, Emphasis, String)) {
    let [a, b] = documents.map(|d| d.trace.sketch);
    let both = |a: String, b: String| t!(lang, "health.and", a, b);
    let tokens = both(grouped(a.tokens), grouped(b.tokens));
    let distinct = both(grouped(a.features as u64), grouped(b.features as u64));
    let neff = both(format!("{:.0}", a.n_eff), format!("{:.0}", b.n_eff));
    let unsuitable = documents.map(|d| MethodWarning::of(&d.trace.sketch, &d.trace.recipe));
    let warnings: Vec<String> = match unsuitable {
        [Some(MethodWarning::Short), Some(MethodWarning::Short)] => {
            vec![t!(lang, "health.short-both", limit = SHORT_TEXT)]
        }
        [Some(MethodWarning::Heavy), Some(MethodWarning::Heavy)] => {
            vec![t!(lang, "health.heavy-both", limit = FEW_FEATURES)]
        }
        _ => documents.iter().filter_map(|d| method_warning(d.name, d.trace, lang)).collect(),
    };
    let text = if warnings.is_empty() {
        t!(lang, "health.fine", tokens, distinct, neff)
    } else {
        t!(lang, "health.counts", tokens, distinct, neff)
    };
    say(Topic::Health, Emphasis::Note, text);
    let missing = |of: Option<MethodWarning>| matches!(of, Some(MethodWarning::Empty | MethodWarning::Constant));
    if decides || unsuitable.into_iter().any(missing) {
        for warning in warnings {
            say(Topic::Health, Emphasis::Alert, warning);
        }
    }
    for text in documents.iter().filter_map(|d| altered(d.name, d.altered, lang)) {
        say(Topic::Health, Emphasis::Alert, text);
    }
    if documents[0].trace.recipe.sum == Sum::Float {
        say(Topic::Health, Emphasis::Note, t!(lang, "health.float").into());
    }
    if let Some(text) = same_method(&documents[0].trace.recipe, lang) {
        say(Topic::Health, Emphasis::Note, text);
    }
}

/// The formats and encodings of two documents, unless both are plain text in UTF-8.
fn readings(documents: [NamedDocument<'_>; 2], lang: Lang) -> Option<(Emphasis, String)> {
    if documents.iter().all(|d| d.reading.is_plain()) {
        return None;
    }
    let damaged = documents.iter().any(|d| d.reading.replaced > 0 || !d.reading.warnings.is_empty());
    let [a, b] = documents.map(|d| format!("{} {}", d.name, reading(d.reading, lang)));
    let text = t!(lang, "health.encodings", a, b);
    Some((if damaged { Emphasis::Alert } else { Emphasis::Plain }, text))
}

/// `name` and `place` are those of the fingerprint-only document.
pub(crate) fn fingerprint_only(
    hamming: Option<u32>,
    (k, bits): (u32, u8),
    (name, place): (&str, &str),
    lang: Lang,
) -> Vec<Sentence> {
    let mut said = Vec::new();
    let mut say = |topic, emphasis, text| said.push(Sentence { topic, emphasis, text });
    say(Topic::Rule, Emphasis::Plain, verdict(hamming, k, name, lang));
    let chance = chance_within(k, bits);
    if chance > CHANCE_LIMIT {
        say(Topic::Rule, Emphasis::Alert, t!(lang, "rule.chance", bits, share = percent(chance), k));
    }
    say(Topic::Why, Emphasis::Alert, t!(lang, "print.why", name, place));
    if let Some(hamming) = hamming {
        let (low, high) = cosine_interval(hamming, bits);
        let [cosine, low, high] = [cosine_of(hamming, bits), low, high].map(|c| lang.cosine(c));
        say(Topic::Cosine, Emphasis::Plain, t!(lang, "print.cosine", bits = cosine, low, high));
    }
    said
}

/// The excluded share of a document, with reasons; `None` if nothing is excluded.
pub(crate) fn excluded_share(
    name: &str,
    share: ExcludedShare,
    by: &[ExcludedShare; ExclusionReason::ALL.len()],
    lang: Lang,
) -> Option<String> {
    if share.stretches == 0 {
        return None;
    }
    let reason = |(why, share): (ExclusionReason, &ExcludedShare)| {
        (share.stretches > 0).then(|| format!("{} {}", exclusion_name(why, lang), percent(share.share())))
    };
    let why: Vec<String> = ExclusionReason::ALL.into_iter().zip(by).filter_map(reason).collect();
    let [chars, of] = [share.chars, share.of].map(grouped);
    let (share, why) = (percent(share.share()), lang.list(&why));
    Some(t!(lang, "exclude.share", name, chars, of, share, why))
}

/// A pattern that was not applied to some documents; the first of their names are listed.
pub(crate) fn pattern_not_applied(pattern: &str, names: &[&str], lang: Lang) -> String {
    const LISTED: usize = 3;
    let mut listed: Vec<String> = names.iter().take(LISTED).map(|&name| name.to_owned()).collect();
    if names.len() > LISTED {
        listed.push("…".into());
    }
    let (pattern, n, names) = (safe_name(pattern), names.len(), listed.join(lang.comma()));
    t!(lang, "exclude.not-applied", pattern, n, names)
}

pub(crate) fn exclusion_name(why: ExclusionReason, lang: Lang) -> &'static str {
    lang.text(match why {
        ExclusionReason::Quotation => "exclude.quotation",
        ExclusionReason::Reference => "exclude.reference",
        ExclusionReason::Base => "exclude.base",
        ExclusionReason::Common => "exclude.common",
        ExclusionReason::Pattern => "exclude.pattern",
    })
}

/// One line for each rule.
pub(crate) fn exclusion_rules(exclusions: &Exclusions, lang: Lang) -> Vec<String> {
    let Exclusions { quotations, references, base, common, patterns, marked } = exclusions;
    let counted = |label: &str, n: String| format!("{label}{}{n}", t!(lang, "report.colon"));
    let mut all = Vec::new();
    all.extend(quotations.then(|| t!(lang, "exclude.quotation").to_owned()));
    all.extend(references.then(|| t!(lang, "exclude.reference").to_owned()));
    all.extend(base.iter().map(|base| t!(lang, "exclude.rule-base", name = base.name)));
    all.extend(common.map(|least| counted(t!(lang, "exclude.common"), format!("≥ {least}"))));
    all.extend(patterns.iter().map(|pattern| counted(t!(lang, "exclude.pattern"), pattern.as_str().to_owned())));
    all.extend(marked.iter().map(|mark| marked_rule(mark, lang)));
    all
}

/// The greatest length of marked text in a line, in characters; of longer text, the beginning and the length.
const LONGEST_SHOWN: usize = 80;

/// Marked text on one line.
pub(crate) fn marked_rule(mark: &Marked, lang: Lang) -> String {
    let why = exclusion_name(mark.why, lang);
    let mut words = mark.text.split_whitespace().flat_map(|word| [" ", word]).skip(1).flat_map(str::chars);
    let text: String = words.by_ref().take(LONGEST_SHOWN).collect();
    let behind = words.count() as u64;
    if behind == 0 {
        return t!(lang, "exclude.rule-marked", why, text);
    }
    t!(lang, "exclude.rule-marked-cut", why, text, n = grouped(LONGEST_SHOWN as u64 + behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_without_end_is_cut() {
        assert_eq!(shortened("灯塔", Lang::Zh), "灯塔");
        assert_eq!(shortened(&"灯".repeat(50), Lang::Zh), format!("{}…", "灯".repeat(40)));
    }
}
