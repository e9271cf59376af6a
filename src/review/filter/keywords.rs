//! The words of the filter language: fields, flags and values, in English and Chinese.

use super::{PairFacts, fold_case_and_width};
use crate::{locale::Lang, review::Verdict, t};

/// A number of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberField {
    /// Hamming distance, in bits.
    Hamming,
    /// The larger coverage, in percent.
    Share,
    /// The larger share with small edits, in percent.
    Edited,
    /// Share of A that occurs in B, in percent.
    AInB,
    /// Share of B that occurs in A, in percent.
    BInA,
    /// Length of the longest shared passage, in characters.
    Longest,
    /// The exact cosine.
    Cosine,
    /// The number of the cluster.
    Cluster,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flag {
    /// A near-duplicate at the threshold.
    Near,
    /// It shares much text but is not near.
    Flagged,
    /// The files are equal byte for byte.
    Identical,
    /// A file changed after the verdict.
    Changed,
    /// A text has invisible characters or look-alike letters inside words.
    Altered,
}

/// A word before an operator, or alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Number(NumberField),
    Name,
    Verdict,
    Note,
    Flag(Flag),
}

impl NumberField {
    #[cfg(test)]
    pub(super) const ALL: [Self; 8] =
        [Self::Hamming, Self::Share, Self::Edited, Self::AInB, Self::BInA, Self::Longest, Self::Cosine, Self::Cluster];

    pub(crate) fn key(self) -> &'static str {
        Keyword::Number(self).name(Lang::En)
    }

    /// Its value, rounded as it is shown.
    pub(super) fn of(self, row: &impl PairFacts) -> Option<f64> {
        match self {
            Self::Hamming => row.hamming().map(f64::from),
            Self::Share => row.coverage().map(|[a, b]| tenths(a.max(b))),
            Self::Edited => row.edited().map(|[a, b]| tenths(a.max(b))),
            Self::AInB => row.coverage().map(|[a, _]| tenths(a)),
            Self::BInA => row.coverage().map(|[_, b]| tenths(b)),
            Self::Longest => row.longest().map(|chars| chars as f64),
            Self::Cosine => row.cosine().map(|cosine| steps(cosine, 1000.0, 3)),
            Self::Cluster => row.cluster().map(f64::from),
        }
    }

    pub(super) fn is_whole(self) -> bool {
        matches!(self, Self::Hamming | Self::Longest | Self::Cluster)
    }

    pub(super) fn is_share(self) -> bool {
        matches!(self, Self::Share | Self::Edited | Self::AInB | Self::BInA)
    }
}

/// A share in percent, rounded to a tenth.
fn tenths(share: f64) -> f64 {
    steps(share * 100.0, 10.0, 1)
}

/// A number rounded as formatting rounds it. Formatting is slow, so it decides only numbers halfway between two
/// results.
fn steps(number: f64, scale: f64, decimals: usize) -> f64 {
    let scaled = number * scale;
    if (scaled.fract().abs() - 0.5).abs() < 1e-6 {
        return format!("{number:.decimals$}").parse().unwrap_or(number);
    }
    scaled.round() / scale
}

impl Flag {
    #[cfg(test)]
    pub(super) const ALL: [Self; 5] = [Self::Near, Self::Flagged, Self::Identical, Self::Changed, Self::Altered];

    pub(crate) fn key(self) -> &'static str {
        Keyword::Flag(self).name(Lang::En)
    }
}

/// The words in the order of completions, with their names in English and Chinese, the most useful operator, and the
/// text that explains them.
const KEYWORDS: [(Keyword, [&str; 2], &str, &str); 16] = [
    (Keyword::Number(NumberField::Hamming), ["hd", "距离"], "<=", "filter.hd"),
    (Keyword::Number(NumberField::Share), ["share", "共有"], ">", "filter.share"),
    (Keyword::Number(NumberField::Edited), ["edited", "含改动"], ">", "filter.edited"),
    (Keyword::Number(NumberField::AInB), ["a>b", "甲在乙"], ">", "filter.a-in-b"),
    (Keyword::Number(NumberField::BInA), ["b>a", "乙在甲"], ">", "filter.b-in-a"),
    (Keyword::Number(NumberField::Longest), ["longest", "最长"], ">=", "filter.longest"),
    (Keyword::Number(NumberField::Cosine), ["cosine", "余弦"], ">=", "filter.cosine"),
    (Keyword::Name, ["name", "名称"], ":", "filter.name"),
    (Keyword::Verdict, ["verdict", "结论"], ":", "filter.verdict"),
    (Keyword::Note, ["note", "备注"], ":", "filter.note"),
    (Keyword::Number(NumberField::Cluster), ["cluster", "聚类"], ":", "filter.cluster"),
    (Keyword::Flag(Flag::Near), ["near", "近重复"], "", "filter.near"),
    (Keyword::Flag(Flag::Flagged), ["flagged", "标记"], "", "filter.flagged"),
    (Keyword::Flag(Flag::Identical), ["identical", "相同"], "", "filter.identical"),
    (Keyword::Flag(Flag::Changed), ["changed", "已变"], "", "filter.changed"),
    (Keyword::Flag(Flag::Altered), ["altered", "异常字符"], "", "filter.altered"),
];

impl Keyword {
    /// In the order of completions.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        KEYWORDS.iter().map(|(word, ..)| *word)
    }

    fn names(self) -> [&'static str; 2] {
        KEYWORDS.iter().find(|(word, ..)| *word == self).map_or([""; 2], |(_, names, ..)| *names)
    }

    pub(super) fn name(self, lang: Lang) -> &'static str {
        self.names()[usize::from(lang.is_chinese())]
    }

    /// Accepts both languages, any case and width.
    pub(super) fn of(text: &str) -> Option<Self> {
        let text = fold_case_and_width(text);
        Self::all().find(|word| word.names().contains(&&*text))
    }

    pub(super) fn begins(self, folded: &str) -> bool {
        self.names().iter().any(|name| name.starts_with(folded))
    }

    /// The most useful operator.
    pub(super) fn operator(self) -> &'static str {
        KEYWORDS.iter().find(|(word, ..)| *word == self).map_or("", |(.., operator, _)| operator)
    }

    pub(super) fn hint(self, lang: Lang) -> &'static str {
        KEYWORDS.iter().find(|(word, ..)| *word == self).map_or("", |(.., hint)| lang.text(hint))
    }

    /// The allowed values, in words.
    pub(super) fn allowed(self, lang: Lang) -> String {
        let values = |values: Vec<&str>| lang.list(&values.into_iter().map(str::to_owned).collect::<Vec<_>>());
        match self {
            Self::Number(field) if field.is_share() => t!(lang, "filter.allowed-share").into(),
            Self::Number(field) if field.is_whole() => t!(lang, "filter.allowed-whole").into(),
            Self::Number(_) => t!(lang, "filter.allowed-number").into(),
            Self::Name => t!(lang, "filter.allowed-name").into(),
            Self::Note => t!(lang, "filter.allowed-note").into(),
            Self::Verdict => values(decisions(lang)),
            Self::Flag(_) => String::new(),
        }
    }
}

/// True for `any` and false for `none`, in English or Chinese.
pub(super) fn presence(text: &str) -> Option<bool> {
    match &*fold_case_and_width(text) {
        "any" | "有" => Some(true),
        "none" | "无" => Some(false),
        _ => None,
    }
}

/// Accepts both languages and any case.
pub(super) fn verdict(text: &str) -> Option<Verdict> {
    let text = fold_case_and_width(text);
    let called = |verdict: &Verdict| text == verdict.key() || text == verdict.label(Lang::Zh);
    Verdict::ALL.into_iter().find(called)
}

/// The allowed values of a verdict.
pub(super) fn decisions(lang: Lang) -> Vec<&'static str> {
    let presence = if lang.is_chinese() { ["无", "有"] } else { ["none", "any"] };
    let name = |verdict: Verdict| if lang.is_chinese() { verdict.label(lang) } else { verdict.key() };
    presence.into_iter().chain(Verdict::ALL.map(name)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_tell_words_apart() {
        for word in Keyword::all() {
            for lang in [Lang::En, Lang::Zh] {
                assert_eq!(Keyword::of(word.name(lang)), Some(word));
                assert!(!word.hint(lang).is_empty());
            }
        }
        assert_eq!(
            (Keyword::of("ＨＤ"), Keyword::of("A＞B")),
            (Some(Keyword::Number(NumberField::Hamming)), Some(Keyword::Number(NumberField::AInB)))
        );
    }

    proptest! {
        #[test]
        fn a_filter_compares_what_is_shown(n in 0..=1000u32, of in 1..=1000u32) {
            let share = f64::from(n.min(of)) / f64::from(of);
            let shown = crate::locale::percent(share);
            prop_assert_eq!(format!("{:.1}", tenths(share)), shown.trim_end_matches('%'));
            prop_assert_eq!(format!("{:.3}", steps(-share, 1000.0, 3)), format!("{:.3}", -share));
        }
    }
}
