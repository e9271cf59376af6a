//! Which values a setting may have. It must not know where they were given.

use super::{SettingErrorKind, SettingKey, ValueKind, key::LEAST_BUDGET};
use crate::{
    compare::exclusion::{Pattern, PatternError},
    locale::Lang,
    simhash::{FeatureHash, Fold, RecipeWithK, Tie, Tokenizer, Weighting, parse_bits},
};

/// Checks a value that somebody gave for a setting.
///
/// # Errors
/// If the value is not allowed.
pub(crate) fn check(key: SettingKey, text: &str) -> Result<(), SettingErrorKind> {
    let fits = match key.kind() {
        ValueKind::OneOf(_) if key == SettingKey::Lang && Lang::of_locale(text).is_some() => true,
        ValueKind::OneOf(names) => names.contains(&text),
        ValueKind::AnyOf(names) => text == NONE || text.split(',').all(|name| names.contains(&name.trim())),
        ValueKind::Patterns => {
            // One that spans lines was allowed before, and is said to be ignored where it is used.
            let wrong = patterns(text).find_map(|pattern| pattern.err().filter(|error| !error.spans_lines));
            return wrong.map_or(Ok(()), |error| Err(SettingErrorKind::Pattern(error)));
        }
        ValueKind::Number(_) if key == SettingKey::Common => {
            text.parse().is_ok_and(|n: u32| n == 0 || (3..=1000).contains(&n))
        }
        ValueKind::Number(range) if key == SettingKey::Memory => {
            text.parse().is_ok_and(|n: u32| n == 0 || (LEAST_BUDGET..=*range.end()).contains(&n))
        }
        ValueKind::Number(range) => text.parse().is_ok_and(|n| range.contains(&n)),
        ValueKind::Place => !text.is_empty(),
        ValueKind::Switch => matches!(text, "true" | "false"),
        ValueKind::Recipe => {
            let wrong = match key {
                SettingKey::Recipe => text.parse::<RecipeWithK>().err(),
                SettingKey::Tokens => text.parse::<Tokenizer>().err(),
                SettingKey::Fold => text.parse::<Fold>().err(),
                SettingKey::Weight => text.parse::<Weighting>().err(),
                SettingKey::Hash => text.parse::<FeatureHash>().err(),
                SettingKey::Bits => parse_bits(text).err(),
                _ => text.parse::<Tie>().err(),
            };
            return wrong.map_or(Ok(()), |error| Err(SettingErrorKind::Recipe(key, error)));
        }
    };
    if fits { Ok(()) } else { Err(SettingErrorKind::Value { key, given: format!("{text:?}") }) }
}

/// The word for an empty list of names.
const NONE: &str = "none";

/// The patterns in `text`, a line each.
pub(super) fn patterns(text: &str) -> impl Iterator<Item = Result<Pattern, PatternError>> {
    text.lines().filter(|line| !line.is_empty()).map(Pattern::new)
}
