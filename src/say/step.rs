//! One step of the pipeline, in a sentence with its numbers.

use super::number::{plain, signed, weight_formula, whole};
use crate::{
    lesson::{Stage, Walk, WalkState},
    locale::{Lang, grouped},
    simhash::{Feature, Fingerprint, Sign, Tie, Trace, signed as row_value},
    t,
};

pub(crate) fn stage(stage: Stage, lang: Lang) -> &'static str {
    match stage {
        Stage::Text => t!(lang, "stage.text"),
        Stage::Tokens => t!(lang, "stage.tokens"),
        Stage::Weights => t!(lang, "stage.weights"),
        Stage::Hashes => t!(lang, "stage.hashes"),
        Stage::Rows => t!(lang, "stage.rows"),
        Stage::Sums => t!(lang, "stage.sums"),
        Stage::Bits => t!(lang, "stage.bits"),
    }
}

/// With more columns, a sentence gives their numbers only as counts.
const MAX_LISTED_COLUMNS: usize = 16;

/// The effect of a step. The sentence names one sum, that of `column`.
pub(crate) fn step(trace: &Trace, walk: &Walk, state: &WalkState, column: usize, lang: Lang) -> String {
    let all = grouped(walk.order().len() as u64);
    let at = grouped(state.step.item as u64 + 1);
    let found = state.feature.and_then(|f| Some((trace.name(f), f, trace.features.get(f)?)));
    match (state.step.stage, found) {
        (Stage::Tokens, Some((name, f, _))) => token(trace, state, name, f, lang),
        (Stage::Weights, Some((name, _, feature))) => {
            let formula = weight_formula(trace, feature, lang);
            t!(lang, "step.weight", at = at, all = all, name = name, formula = formula)
        }
        (Stage::Hashes, Some((name, _, feature))) => hash(trace, name, feature, lang),
        (Stage::Rows, Some((name, _, feature))) => row(trace, name, feature, lang),
        (Stage::Sums, Some((name, _, feature))) => {
            let whole = whole(trace);
            let row = row_value(feature.hash, trace.recipe.bits, column, feature.weight);
            let after = state.sums.get(column).copied().unwrap_or(0);
            let before = signed(state.before(trace, column), whole, lang);
            let (row, after) = (apart(&signed(row, whole, lang)), signed(after, whole, lang));
            t!(
                lang,
                "step.sum",
                at = at,
                all = all,
                name = name,
                column = column,
                before = before,
                row = row,
                after = after
            )
        }
        (Stage::Bits, _) => bit(trace, walk, state, lang),
        _ if trace.recipe.weight.is_given() => t!(lang, "step.list", n = all),
        _ => t!(lang, "step.text", n = grouped(trace.chars), tokens = grouped(trace.sketch.tokens)),
    }
}

/// Separates the sign by a space, as between two numbers.
fn apart(signed: &str) -> String {
    let split = signed.chars().next().map_or(0, char::len_utf8);
    format!("{} {}", &signed[..split], &signed[split..])
}

fn token(trace: &Trace, state: &WalkState, name: &str, feature: usize, lang: Lang) -> String {
    let (at, all) = (grouped(state.tokens as u64), grouped(trace.sketch.tokens));
    match trace.tf_among(feature, state.tokens) {
        0 | 1 => {
            let n = grouped(trace.features_among(state.tokens) as u64);
            t!(lang, "step.token-new", at = at, all = all, name = name, n = n)
        }
        tf => t!(lang, "step.token-again", at = at, all = all, name = name, tf = tf),
    }
}

/// Few bits as digits, more in hexadecimal.
fn digits(hash: u128, bits: u8) -> String {
    if usize::from(bits) <= MAX_LISTED_COLUMNS {
        format!("{hash:0width$b}", width = usize::from(bits))
    } else {
        Fingerprint::new(hash, bits).to_string()
    }
}

fn hash(trace: &Trace, name: &str, feature: &Feature, lang: Lang) -> String {
    let recipe = &trace.recipe;
    let text = digits(feature.hash, recipe.bits);
    if trace.is_given_hash(feature) {
        return t!(lang, "step.hash-given", name = name, digits = text);
    }
    let turned = if recipe.sign == Sign::Inverted { t!(lang, "formula.turned") } else { "" };
    let hash = format!("{}{turned}", recipe.hash);
    t!(lang, "step.hash", hash = hash, name = name, digits = text, bits = recipe.bits)
}

fn row(trace: &Trace, name: &str, feature: &Feature, lang: Lang) -> String {
    let bits = trace.recipe.bits;
    let hash = Fingerprint::new(feature.hash, bits);
    let (ones, zeros): (Vec<usize>, Vec<usize>) = (0..usize::from(bits)).partition(|&column| hash.bit(column));
    let whole = whole(trace);
    let weight = plain(feature.weight, whole);
    let [plus, minus] = [feature.weight, -feature.weight].map(|value| signed(value, whole, lang));
    if usize::from(bits) > MAX_LISTED_COLUMNS {
        let (ones, zeros) = (ones.len(), zeros.len());
        return t!(
            lang,
            "step.row-many",
            name = name,
            weight = weight,
            ones = ones,
            zeros = zeros,
            plus = plus,
            minus = minus
        );
    }
    let list =
        |columns: &[usize]| columns.iter().map(ToString::to_string).collect::<Vec<_>>().join(t!(lang, "step.comma"));
    let (weight, text) = (weight, digits(feature.hash, bits));
    if ones.is_empty() || zeros.is_empty() {
        let value = if zeros.is_empty() { plus } else { minus };
        return t!(lang, "step.row-one-sided", name = name, weight = weight, digits = text, value = value);
    }
    let (ones, zeros) = (list(&ones), list(&zeros));
    t!(
        lang,
        "step.row",
        name = name,
        weight = weight,
        digits = text,
        ones = ones,
        zeros = zeros,
        plus = plus,
        minus = minus
    )
}

fn bit(trace: &Trace, walk: &Walk, state: &WalkState, lang: Lang) -> String {
    let column = state.step.item;
    let v = state.sums.get(column).copied().unwrap_or(0);
    let bits = trace.signs(&state.sums);
    let value = signed(v, whole(trace), lang);
    let one = u8::from(bits.bit(column));
    let rule = lang.set(if trace.recipe.tie == Tie::One { "V ≥ 0" } else { "V > 0" });
    let mut said = match v.signum() {
        0 => t!(lang, "step.bit-tie", column = column, rule = rule, bit = one),
        1 => t!(lang, "step.bit-above", column = column, value = value, bit = one),
        _ => t!(lang, "step.bit-below", column = column, value = value, bit = one),
    };
    if state.at == walk.last() {
        said += lang.gap();
        said += &match trace.sketch.fingerprint {
            Some(fingerprint) => t!(lang, "step.end", digits = digits(fingerprint.value(), trace.recipe.bits)),
            None => t!(lang, "step.end-empty").into(),
        };
    }
    said
}
