//! Sentences on exclusion: the excluded share of a document, and the rules.

use crate::{
    compare::exclusion::{ExcludedShare, ExclusionReason, Exclusions, Marked},
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
