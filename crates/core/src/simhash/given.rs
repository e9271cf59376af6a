//! Given features: lines of `feature TAB weight [TAB hash]`.

use std::{error::Error, fmt};

use super::{fingerprint::mask, segment::Span};

/// The largest weight a line may give: column sums stay far inside 64 bits.
pub const MAX_WEIGHT: f64 = 1e9;
/// The largest sum of all weights of a list.
pub const MAX_WEIGHT_SUM: f64 = 1e13;

/// One line of the list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GivenRow {
    pub(crate) feature: Span,
    pub(crate) weight: f64,
    pub(crate) hash: Option<u128>,
}

/// An error in a list of features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenError {
    /// The line, from 1.
    pub line: usize,
    /// The error in that line.
    pub why: GivenLineError,
}

impl Error for GivenError {}

impl fmt::Display for GivenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, why } = self;
        write!(
            f,
            "line {line}: {why}; each line is: feature TAB weight, optionally followed by TAB and a hexadecimal hash"
        )
    }
}

/// An error in a line of a list of features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenLineError {
    /// A feature and nothing else.
    NoTab,
    /// More than feature, weight and hash.
    Fields,
    /// The weight is not a number.
    NotANumber(String),
    /// The weight is beyond what can be summed.
    TooHeavy(String),
    /// All weights up to here are beyond what can be summed.
    SumTooHeavy,
    /// The hash is not a hexadecimal number.
    NotHexadecimal(String),
    /// The hash has more bits than the recipe.
    TooLong {
        /// The hash as given.
        hash: String,
        /// The bits of the recipe.
        bits: u8,
    },
}

impl Error for GivenLineError {}

impl fmt::Display for GivenLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTab => f.write_str("no TAB"),
            Self::Fields => f.write_str("more than three fields"),
            Self::NotANumber(weight) => write!(f, "the weight {weight:?} is not a number"),
            Self::TooHeavy(weight) => write!(f, "the weight {weight:?} is not within ±{MAX_WEIGHT:e}"),
            Self::SumTooHeavy => write!(f, "the weights so far add up to more than {MAX_WEIGHT_SUM:e}"),
            Self::NotHexadecimal(hash) => write!(f, "the hash {hash:?} is not hexadecimal"),
            Self::TooLong { hash, bits } => write!(f, "the hash {hash:?} has more than {bits} bits"),
        }
    }
}

/// Reads the list; empty lines are skipped.
pub(crate) fn rows(text: &str, bits: u8) -> Result<Vec<GivenRow>, GivenError> {
    let mut all = Vec::new();
    let mut start = 0;
    let mut sum = 0.0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let error = |why| GivenError { line: number + 1, why };
        let body = line.trim_end_matches(['\n', '\r']);
        if !body.is_empty() {
            let mut fields = body.split('\t');
            let feature = fields.next().unwrap_or_default();
            let weight = fields.next().ok_or_else(|| error(GivenLineError::NoTab))?;
            let weight = parse_weight(weight).map_err(error)?;
            let hash = fields.next().map(|hash| parse_hash(hash, bits)).transpose().map_err(error)?;
            if fields.next().is_some() {
                return Err(error(GivenLineError::Fields));
            }
            sum += weight.abs();
            if sum > MAX_WEIGHT_SUM {
                return Err(error(GivenLineError::SumTooHeavy));
            }
            all.push(GivenRow { feature: Span::new(start, start + feature.len()), weight, hash });
        }
        start += line.len();
    }
    Ok(all)
}

/// Reads a weight: a decimal number, which may be negative.
///
/// # Errors
/// An error if it is not a number, or outside ±[`MAX_WEIGHT`].
pub fn parse_weight(text: &str) -> Result<f64, GivenLineError> {
    match text.trim().parse::<f64>() {
        Ok(weight) if weight.abs() <= MAX_WEIGHT => Ok(weight),
        Ok(_) => Err(GivenLineError::TooHeavy(text.into())),
        Err(_) => Err(GivenLineError::NotANumber(text.into())),
    }
}

fn parse_hash(text: &str, bits: u8) -> Result<u128, GivenLineError> {
    match u128::from_str_radix(text.trim(), 16) {
        Ok(hash) if hash <= mask(bits) => Ok(hash),
        Ok(_) => Err(GivenLineError::TooLong { hash: text.into(), bits }),
        Err(_) => Err(GivenLineError::NotHexadecimal(text.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_lines() {
        let text = "CSDN\t4\t25\r\n\n博客\t5.5\n";
        let rows = rows(text, 6).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].feature.of(text), rows[0].weight, rows[0].hash), ("CSDN", 4.0, Some(0x25)));
        assert_eq!((rows[1].feature.of(text), rows[1].weight, rows[1].hash), ("博客", 5.5, None));
    }

    #[test]
    fn errors_name_the_line_and_the_reason() {
        let why = |text| rows(text, 6).unwrap_err().to_string();
        assert!(why("a\t1\nb").starts_with("line 2: no TAB"));
        assert!(why("a\tmany").contains("\"many\" is not a number"));
        assert!(why("a\tNaN").contains("not within"));
        assert!(why("a\t1e300").contains("not within"));
        assert!(why("a\t1\tff").contains("more than 6 bits"));
        assert!(why("a\t1\txy").contains("not hexadecimal"));
        assert!(why("a\t1\tf\tz").contains("more than three"));
    }
}
