//! Parses the operands of `simscope step` for the pipeline. Pure; errors name the operand, what is wrong and what is
//! allowed.

use std::collections::HashMap;

use crate::{
    locale::Lang,
    say,
    simhash::{
        CountError, Fingerprint, Fixed, Keep, MAX_WEIGHT_SUM, Recipe, Sign, Tokenizer, Trace, WIDTHS, Weighting,
        parse_weight, to_fixed, trace,
    },
    t,
    text::truncate_end,
};

pub(super) struct Operand {
    text: String,
    /// Its number, from 1.
    nth: usize,
    /// Read from standard input, where an operand is a line.
    line: bool,
}

/// How much of an operand an error shows, in cells: a line of standard input may be a whole text.
const SHOWN: usize = 60;

/// An operand as written, in quotation marks and cut to the length that an error shows.
fn quoted(text: &str) -> String {
    format!("{:?}", truncate_end(text, SHOWN))
}

impl Operand {
    /// Its number and beginning.
    fn shown(&self, lang: Lang) -> String {
        let text = quoted(&self.text);
        if self.line {
            t!(lang, "step-error.line", n = self.nth, text)
        } else {
            t!(lang, "step-error.operand", n = self.nth, text)
        }
    }

    /// The operand and the error in it.
    fn message(&self, why: &str, lang: Lang) -> String {
        t!(lang, "step-error.about", operand = self.shown(lang), why)
    }

    /// From the command line.
    pub(super) fn from_arguments(all: Vec<String>) -> Vec<Self> {
        all.into_iter().enumerate().map(|(n, text)| Self { text, nth: n + 1, line: false }).collect()
    }

    /// From the lines of standard input; empty lines are skipped.
    pub(super) fn from_lines(text: &str) -> Vec<Self> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.map(|(n, line)| Self { text: line.to_owned(), nth: n + 1, line: true }).collect()
    }

    /// Whether it is a line of fields as a step prints them.
    pub(super) fn has_fields(&self) -> bool {
        self.text.contains('\t')
    }

    /// Feature, weight and bits as they are written: between TABs as a step prints them, between colons as a person
    /// does, from the right, so that a feature may hold colons if all three are given.
    fn fields(&self, lang: Lang) -> Result<(&str, &str, Option<&str>), String> {
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
            _ => {
                let operand = self.shown(lang);
                Err(t!(lang, "step-error.no-feature", operand, forms = forms(lang), example = "CSDN:4:100101"))
            }
        }
    }

    /// A fingerprint in digits.
    fn bits(&self, digits: &str, lang: Lang) -> Result<Fingerprint, String> {
        Fingerprint::from_digits(digits).ok_or_else(|| {
            let shown = self.shown(lang);
            let shown = if digits == self.text { shown } else { self.message(&quoted(digits), lang) };
            t!(lang, "step-error.no-bits", operand = shown)
        })
    }

    /// The bits of a feature, which must be as many as the recipe's.
    fn hash(&self, digits: &str, bits: u8, lang: Lang) -> Result<Fingerprint, String> {
        let hash = self.bits(digits, lang)?;
        if hash.width() == bits {
            return Ok(hash);
        }
        let instead = instead(usize::from(hash.width()), lang);
        let why = t!(lang, "step-error.hash-width", n = hash.width(), bits, instead);
        Err(self.message(&why, lang))
    }

    /// A number within `most`.
    fn number(&self, text: &str, most: f64, lang: Lang) -> Result<f64, String> {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        let why = || self.message(&t!(lang, "step-error.no-number", text = quoted(text)), lang);
        let number = number.ok_or_else(why)?;
        if number.abs() > most {
            let most = format!("{most:e}");
            return Err(self.message(&t!(lang, "step-error.too-large", text, most), lang));
        }
        if number != 0.0 && to_fixed(number) == 0 {
            return Err(self.message(&t!(lang, "step-error.too-small", text), lang));
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

/// The forms of a feature.
pub(super) fn forms(lang: Lang) -> String {
    t!(lang, "step-error.or", a = "FEATURE:WEIGHT:BITS", b = "FEATURE:WEIGHT")
}

/// The option for this width, if there is one.
fn instead(width: usize, lang: Lang) -> String {
    if u8::try_from(width).is_ok_and(|width| WIDTHS.contains(&width)) {
        t!(lang, "step-error.instead", width)
    } else {
        String::new()
    }
}

/// The hash of each word.
pub(super) fn words(operands: &[Operand], recipe: &Recipe, lang: Lang) -> Result<Vec<(String, Fingerprint)>, String> {
    let hash = |operand: &Operand| {
        let word = &operand.text;
        if word.is_empty() {
            return Err(t!(lang, "step-error.empty", operand = operand.shown(lang)));
        }
        if word.contains(['\n', '\r']) {
            return Err(t!(lang, "step-error.line-break", operand = operand.shown(lang)));
        }
        // Each through the pipeline on its own, so that a word given twice is hashed twice.
        let trace = trace_list(&format!("{word}\t1\n"), &given(recipe), lang)?;
        let hash = trace.features.first().map(|feature| trace.hash(feature));
        Ok((word.clone(), hash.ok_or_else(|| t!(lang, "step-error.empty", operand = operand.shown(lang)))?))
    };
    operands.iter().map(hash).collect()
}

/// The features, taken through the pipeline as a list.
pub(super) fn features(operands: &[Operand], recipe: &Recipe, lang: Lang) -> Result<Trace, String> {
    let recipe = given(recipe);
    if let Some(first) = operands.iter().find(|operand| operand.row().is_some()) {
        let other = operands.iter().find(|operand| operand.row().is_none());
        return match other {
            Some(other) => Err(t!(lang, "step-error.mixed", row = first.shown(lang), other = other.shown(lang))),
            None => rows(operands, &recipe, lang),
        };
    }
    let mut seen = HashMap::new();
    let mut list = Vec::new();
    for operand in operands {
        let (feature, weight, bits) = operand.fields(lang)?;
        if feature.contains(['\n', '\r']) {
            return Err(t!(lang, "step-error.line-break", operand = operand.shown(lang)));
        }
        if let Some(earlier) = seen.insert(feature, operand) {
            let (operand, earlier): (&Operand, &Operand) = (operand, earlier);
            return Err(t!(lang, "step-error.twice", operand = operand.shown(lang), earlier = earlier.shown(lang)));
        }
        let number = parse_weight(weight).map_err(|error| operand.message(&say::feature_error(&error, lang), lang))?;
        operand.number(weight.trim(), f64::INFINITY, lang)?;
        list.push(match bits {
            Some(bits) => format!("{feature}\t{number}\t{}\n", operand.hash(bits, recipe.bits, lang)?),
            None => format!("{feature}\t{number}\n"),
        });
    }
    trace_list(&list.concat(), &recipe, lang)
}

/// Rows of ±weight, as `step row` prints them: each is a feature again, of that weight and with a 1 where it adds.
fn rows(operands: &[Operand], recipe: &Recipe, lang: Lang) -> Result<Trace, String> {
    let mut list = Vec::new();
    for operand in operands {
        let row = operand.row().unwrap_or_default();
        let numbers =
            row.iter().map(|text| operand.number(text, f64::INFINITY, lang)).collect::<Result<Vec<_>, _>>()?;
        let weight = numbers.first().map_or(0.0, |number| number.abs());
        parse_weight(&weight.to_string()).map_err(|error| operand.message(&say::feature_error(&error, lang), lang))?;
        if let Some(other) = row.iter().zip(&numbers).find(|(_, number)| to_fixed(number.abs()) != to_fixed(weight)) {
            return Err(operand.message(&t!(lang, "step-error.two-weights", a = row[0], b = other.0), lang));
        }
        if numbers.len() != usize::from(recipe.bits) {
            let (n, instead) = (numbers.len(), instead(numbers.len(), lang));
            let why = t!(lang, "step-error.row-width", n, bits = recipe.bits, instead);
            return Err(operand.message(&why, lang));
        }
        let hash = Fingerprint::from_columns(numbers.iter().map(|&number| number > 0.0));
        list.push(format!("{}\t{weight}\t{hash}\n", operand.nth));
    }
    // The signs are there already.
    trace_list(&list.concat(), &Recipe { sign: Sign::Plain, ..recipe.clone() }, lang)
}

fn trace_list(list: &str, recipe: &Recipe, lang: Lang) -> Result<Trace, String> {
    trace(list, recipe).map_err(|error| match error {
        CountError::Given(error) => say::feature_list_error(&error, lang),
        CountError::Stopped(_) => t!(lang, "notice.stopped").into(),
    })
}

/// The recipe with the tokenizer and the weighting of given features.
fn given(recipe: &Recipe) -> Recipe {
    let weight = if recipe.weight.is_given() { recipe.weight } else { Weighting::Given(Keep::All) };
    Recipe { tokenizer: Tokenizer::Given, weight, ..recipe.clone() }
}

/// Column sums: of each line where they were piped, else all operands together; `width` is how many there must be, if
/// that was given.
pub(super) fn sums(
    operands: &[Operand],
    piped: bool,
    width: Option<u8>,
    lang: Lang,
) -> Result<Vec<Vec<Fixed>>, String> {
    let numbers = |operand: &Operand| {
        let number = |text| operand.number(text, MAX_WEIGHT_SUM, lang).map(to_fixed);
        operand.text.split_whitespace().map(number).collect::<Result<Vec<_>, _>>()
    };
    let mut all = operands.iter().map(numbers).collect::<Result<Vec<_>, _>>()?;
    if !piped {
        all = vec![all.concat()];
    }
    if let Some(sums) = all.iter().find(|sums| !(1..=128).contains(&sums.len())) {
        return Err(t!(lang, "step-error.sums", n = sums.len()));
    }
    match width.and_then(|bits| Some((bits, all.iter().find(|sums| sums.len() != usize::from(bits))?))) {
        Some((bits, sums)) => Err(t!(lang, "step-error.sums-said", n = sums.len(), bits)),
        None => Ok(all),
    }
}

/// Two fingerprints of one width; `width` is which, if that was given.
pub(super) fn fingerprints(operands: &[Operand], width: Option<u8>, lang: Lang) -> Result<[Fingerprint; 2], String> {
    let [a, b] = operands else {
        return Err(t!(lang, "step-error.two", n = operands.len()));
    };
    let [x, y] = [a.bits(a.text.trim(), lang)?, b.bits(b.text.trim(), lang)?];
    if x.width() != y.width() {
        let [a, b] = [a, b].map(|operand| operand.shown(lang));
        return Err(t!(lang, "step-error.widths", a, n = x.width(), b, m = y.width()));
    }
    match width.filter(|bits| *bits != x.width()) {
        Some(bits) => Err(t!(lang, "step-error.print-said", n = x.width(), bits)),
        None => Ok([x, y]),
    }
}
