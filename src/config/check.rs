//! Which values a setting may have. It must not know where they were given.

use super::{Key, Kind, Problem};
use crate::{
    compare::exclusion::{Pattern, PatternError},
    simhash::{FeatureHash, Fold, Recipe, Tie, Tokenizer, Weighting, parse_bits},
};

/// Checks a value that somebody gave for a setting.
///
/// # Errors
/// Where the value is not allowed.
pub(crate) fn check(key: Key, text: &str) -> Result<(), Problem> {
    let fits = match key.kind() {
        Kind::OneOf(names) => names.contains(&text),
        Kind::AnyOf(names) => text == NONE || text.split(',').all(|name| names.contains(&name.trim())),
        Kind::Patterns => {
            let wrong = patterns(text).find_map(Result::err);
            return wrong.map_or(Ok(()), |error| Err(Problem::Pattern(error)));
        }
        Kind::Number(_) if key == Key::Common => text.parse().is_ok_and(|n: u32| n == 0 || (3..=1000).contains(&n)),
        Kind::Number(range) => text.parse().is_ok_and(|n| range.contains(&n)),
        Kind::Switch => matches!(text, "true" | "false"),
        Kind::Recipe => {
            let wrong = match key {
                Key::Recipe => text.parse::<Recipe>().err(),
                Key::Tokens => text.parse::<Tokenizer>().err(),
                Key::Fold => text.parse::<Fold>().err(),
                Key::Weight => text.parse::<Weighting>().err(),
                Key::Hash => text.parse::<FeatureHash>().err(),
                Key::Bits => parse_bits(text).err(),
                _ => text.parse::<Tie>().err(),
            };
            return wrong.map_or(Ok(()), |error| Err(Problem::Recipe(key, error)));
        }
    };
    if fits { Ok(()) } else { Err(Problem::Value { key, given: format!("{text:?}") }) }
}

/// Nothing, where names are expected.
const NONE: &str = "none";

/// The patterns that stand in `text`, each on a line.
pub(super) fn patterns(text: &str) -> impl Iterator<Item = Result<Pattern, PatternError>> {
    text.lines().filter(|line| !line.is_empty()).map(Pattern::new)
}
