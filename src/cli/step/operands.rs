//! What is given to a step by hand → what the pipeline takes. Pure; errors say which operand, what is wrong with it and
//! what is allowed.

use std::{collections::HashMap, fmt};

use crate::{
    simhash::{
        Fingerprint, Fixed, HEAVIEST_SUM, Keep, Recipe, Sign, Tokenizer, WIDTHS, Weighting, parse_weight, to_fixed,
    },
    text::truncate_end,
};

/// Something given by hand.
pub(super) struct Operand {
    text: String,
    /// Which one, from 1.
    nth: usize,
    /// A line of standard input.
    line: bool,
}

/// How much of an operand an error shows, in cells: a line of standard input may be a whole text.
const SHOWN: usize = 60;

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.line { "line" } else { "operand" };
        write!(f, "{place} {}, {:?}", self.nth, truncate_end(&self.text, SHOWN))
    }
}

impl Operand {
    /// As they stand on the command line.
    pub(super) fn written(all: Vec<String>) -> Vec<Self> {
        all.into_iter().enumerate().map(|(n, text)| Self { text, nth: n + 1, line: false }).collect()
    }

    /// The lines of standard input; empty ones are passed over.
    pub(super) fn lines(text: &str) -> Vec<Self> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.map(|(n, line)| Self { text: line.to_owned(), nth: n + 1, line: true }).collect()
    }

    /// It is a line of fields, as a step prints them.
    pub(super) fn has_fields(&self) -> bool {
        self.text.contains('\t')
    }

    /// Feature, weight and bits as they are written: between TABs as a step prints them, between colons as a person
    /// does, from the right, so that a feature may hold colons where all three stand.
    fn fields(&self) -> Result<(&str, &str, Option<&str>), String> {
        let text = self.text.as_str();
        let found = if self.has_fields() {
            let mut fields = text.split('\t');
            (fields.next(), fields.next(), fields.next(), fields.next().is_some())
        } else {
            let mut from_right = text.rsplitn(3, ':');
            match (from_right.next(), from_right.next(), from_right.next()) {
                (bits, weight, feature @ Some(_)) => (feature, weight, bits, false),
                (weight, feature, None) => (feature, weight, None, false),
            }
        };
        match found {
            (Some(feature), Some(weight), bits, false) if !feature.is_empty() => Ok((feature, weight, bits)),
            _ => Err(format!(
                "{self} is not a feature with its weight: allowed are FEATURE:WEIGHT:BITS and FEATURE:WEIGHT, such as \
                 CSDN:4:100101 (with a TAB for each colon where the feature holds one)"
            )),
        }
    }

    /// A fingerprint in digits.
    fn bits(&self, digits: &str) -> Result<Fingerprint, String> {
        Fingerprint::from_digits(digits).ok_or_else(|| {
            let shown = if digits == self.text {
                self.to_string()
            } else {
                format!("{self}: {:?}", truncate_end(digits, SHOWN))
            };
            format!("{shown} is not 1 to 128 bits in digits 0 and 1")
        })
    }

    /// The bits of a feature, which must be as many as the recipe's.
    fn hash(&self, digits: &str, bits: u8) -> Result<Fingerprint, String> {
        let hash = self.bits(digits)?;
        if hash.width() == bits {
            return Ok(hash);
        }
        let (width, instead) = (hash.width(), instead(usize::from(hash.width())));
        Err(format!("{self}: the hash has {width} bits, and the recipe says {bits}{instead}"))
    }

    /// A number within `most`.
    fn number(&self, text: &str, most: f64) -> Result<f64, String> {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        let number = number.ok_or_else(|| format!("{self}: {:?} is not a number", truncate_end(text, SHOWN)))?;
        if number.abs() > most {
            return Err(format!("{self}: {text} is not within ±{most:e}"));
        }
        if number != 0.0 && to_fixed(number) == 0 {
            return Err(format!("{self}: {text} would be rounded to 0; numbers are multiples of 2^-16"));
        }
        Ok(number)
    }

    /// Numbers parted by spaces and nothing else.
    fn row(&self) -> Option<Vec<&str>> {
        let all: Vec<&str> = self.text.split_whitespace().collect();
        let numbers = !self.has_fields() && all.len() > 1 && all.iter().all(|part| part.parse::<f64>().is_ok());
        numbers.then_some(all)
    }
}

/// What would take so many bits.
fn instead(width: usize) -> String {
    if u8::try_from(width).is_ok_and(|width| WIDTHS.contains(&width)) {
        format!("; say --bits {width}")
    } else {
        String::new()
    }
}

/// The hash of each word.
pub(super) fn words(operands: &[Operand], recipe: &Recipe) -> Result<Vec<(String, Fingerprint)>, String> {
    let hash = |operand: &Operand| {
        let word = &operand.text;
        if word.is_empty() {
            return Err(format!("{operand} is empty: there is nothing to hash"));
        }
        if word.contains(['\n', '\r']) {
            return Err(format!("{operand} holds a line break, which no word does"));
        }
        // Each through the pipeline on its own, so that a word that stands here twice is hashed twice.
        let trace = super::listed((format!("{word}\t1\n"), given(recipe)))?;
        let hash = trace.features.first().map(|feature| trace.hash(feature));
        Ok((word.clone(), hash.ok_or_else(|| format!("{operand} has no hash"))?))
    };
    operands.iter().map(hash).collect()
}

/// The features as a list that the pipeline reads, and the recipe it reads it with.
pub(super) fn features(operands: &[Operand], recipe: &Recipe) -> Result<(String, Recipe), String> {
    let recipe = given(recipe);
    if let Some(first) = operands.iter().find(|operand| operand.row().is_some()) {
        let other = operands.iter().find(|operand| operand.row().is_none());
        return match other {
            Some(other) => Err(format!("{first} is a row and {other} is none: give rows alone, or features alone")),
            None => rows(operands, &recipe),
        };
    }
    let mut seen = HashMap::new();
    let mut list = Vec::new();
    for operand in operands {
        let (feature, weight, bits) = operand.fields()?;
        if feature.contains(['\n', '\r']) {
            return Err(format!("{operand} holds a line break, which no feature does"));
        }
        if let Some(earlier) = seen.insert(feature, operand) {
            return Err(format!(
                "{operand} is the same feature as {earlier}; a feature stands once, with all its weight"
            ));
        }
        let number = parse_weight(weight).map_err(|fault| format!("{operand}: {fault}"))?;
        operand.number(weight.trim(), f64::INFINITY)?;
        list.push(match bits {
            Some(bits) => format!("{feature}\t{number}\t{}\n", operand.hash(bits, recipe.bits)?),
            None => format!("{feature}\t{number}\n"),
        });
    }
    Ok((list.concat(), recipe))
}

/// Rows of ±weight, as `step row` prints them: each is a feature again, of that weight and with a 1 where it adds.
fn rows(operands: &[Operand], recipe: &Recipe) -> Result<(String, Recipe), String> {
    let mut list = Vec::new();
    for operand in operands {
        let row = operand.row().unwrap_or_default();
        let numbers = row.iter().map(|text| operand.number(text, f64::INFINITY)).collect::<Result<Vec<_>, _>>()?;
        let weight = numbers.first().map_or(0.0, |number| number.abs());
        parse_weight(&weight.to_string()).map_err(|fault| format!("{operand}: {fault}"))?;
        if let Some(other) = row.iter().zip(&numbers).find(|(_, number)| to_fixed(number.abs()) != to_fixed(weight)) {
            return Err(format!("{operand}: {} and {} are not one weight with two signs", row[0], other.0));
        }
        if numbers.len() != usize::from(recipe.bits) {
            let (n, bits, instead) = (numbers.len(), recipe.bits, instead(numbers.len()));
            return Err(format!("{operand}: the row has {n} numbers, and the recipe says {bits} bits{instead}"));
        }
        let hash = Fingerprint::from_columns(numbers.iter().map(|&number| number > 0.0));
        list.push(format!("{}\t{weight}\t{hash}\n", operand.nth));
    }
    // The signs are there already.
    Ok((list.concat(), Recipe { sign: Sign::Plain, ..recipe.clone() }))
}

/// The recipe for features that are given, with all else as it is.
fn given(recipe: &Recipe) -> Recipe {
    let weight = if recipe.weight.is_given() { recipe.weight } else { Weighting::Given(Keep::All) };
    Recipe { tokenizer: Tokenizer::Given, weight, ..recipe.clone() }
}

/// Column sums: of each line where they were piped, else all operands together.
pub(super) fn sums(operands: &[Operand], piped: bool) -> Result<Vec<Vec<Fixed>>, String> {
    let numbers = |operand: &Operand| {
        let number = |text| operand.number(text, HEAVIEST_SUM).map(to_fixed);
        operand.text.split_whitespace().map(number).collect::<Result<Vec<_>, _>>()
    };
    let mut all = operands.iter().map(numbers).collect::<Result<Vec<_>, _>>()?;
    if !piped {
        all = vec![all.concat()];
    }
    match all.iter().find(|sums| !(1..=128).contains(&sums.len())) {
        Some(sums) => Err(format!("{} sums; allowed are 1 to 128", sums.len())),
        None => Ok(all),
    }
}

/// Two fingerprints of one width.
pub(super) fn fingerprints(operands: &[Operand]) -> Result<[Fingerprint; 2], String> {
    let [a, b] = operands else {
        return Err(format!("takes two fingerprints, not {}", operands.len()));
    };
    let [x, y] = [a.bits(a.text.trim())?, b.bits(b.text.trim())?];
    if x.width() != y.width() {
        let (n, m) = (x.width(), y.width());
        return Err(format!("{a} has {n} bits and {b} has {m}: only fingerprints of one width can be compared"));
    }
    Ok([x, y])
}
