//! Sentences on exclusion: the excluded share of a document, the rules, and a pair after exclusion.

use super::{
    SHORT_TEXT,
    verdict::{verdict, verdict_of},
};
use crate::{
    compare::{
        Thresholds,
        exclusion::{ExcludedShare, ExclusionReason, Exclusions, Marked},
        pair::Pair,
    },
    document::safe_name,
    locale::{Lang, grouped},
    t,
};

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
        (share.stretches > 0).then(|| format!("{} {}", exclusion_name(why, lang), lang.percent(share.share())))
    };
    let why: Vec<String> = ExclusionReason::ALL.into_iter().zip(by).filter_map(reason).collect();
    let [chars, of] = [share.chars, share.of].map(grouped);
    let (share, why) = (lang.percent(share.share()), lang.list(&why));
    Some(t!(lang, "exclude.share", name = name, chars = chars, of = of, share = share, why = why))
}

/// A pattern that was not applied to some documents; the first of their names are listed.
pub(crate) fn pattern_not_applied(pattern: &str, names: &[&str], lang: Lang) -> String {
    const LISTED: usize = 3;
    let mut listed: Vec<String> = names.iter().take(LISTED).map(|&name| name.to_owned()).collect();
    if names.len() > LISTED {
        listed.push("…".into());
    }
    let (pattern, n, names) = (safe_name(pattern), names.len(), listed.join(lang.comma()));
    t!(lang, "exclude.not-applied", pattern = pattern, n = n, names = names)
}

pub(crate) fn exclusion_name(why: ExclusionReason, lang: Lang) -> &'static str {
    match why {
        ExclusionReason::Quotation => t!(lang, "exclude.quotation"),
        ExclusionReason::Reference => t!(lang, "exclude.reference"),
        ExclusionReason::Base => t!(lang, "exclude.base"),
        ExclusionReason::Common => t!(lang, "exclude.common"),
        ExclusionReason::Pattern => t!(lang, "exclude.pattern"),
    }
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
        return t!(lang, "exclude.rule-marked", why = why, text = text);
    }
    t!(lang, "exclude.rule-marked-cut", why = why, text = text, n = grouped(LONGEST_SHOWN as u64 + behind))
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

impl RemainingPair<'_> {
    /// The verdict of the rule.
    pub(super) fn verdict(self, at: Thresholds, lang: Lang) -> String {
        let verdict = rule(self.pair, verdict_of(self.pair, at, lang), lang);
        with_short(t!(lang, "exclude.counted", verdict = verdict), self.pair, self.tokens, lang)
    }

    /// The scores of the whole texts.
    pub(super) fn whole(whole: &Pair, lang: Lang) -> String {
        let [a, b] = whole.coverage.map(|share| lang.percent(share));
        t!(lang, "exclude.whole", hd = distance(whole, lang), a = a, b = b)
    }
}

/// `verdict`, unless too little remains for one.
fn rule(rest: &Pair, verdict: String, lang: Lang) -> String {
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
    let (verdict, hd) = (rule(rest, verdict(rest.hamming(), k, "", lang), lang), distance(whole, lang));
    let [a, b] = rest.coverage.map(|share| lang.percent(share));
    let [whole_a, whole_b] = whole.coverage.map(|share| lang.percent(share));
    let said =
        t!(lang, "exclude.without", verdict = verdict, a = a, b = b, hd = hd, whole_a = whole_a, whole_b = whole_b);
    with_short(said, rest, tokens, lang)
}
