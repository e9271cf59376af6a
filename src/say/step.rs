//! Steps of the pipeline on one text and on two, in sentences with their numbers: weights, sums, the formula of a
//! weight.

use crate::{
    lesson::{PairRow, PairRowKind, PairState, PairStep, PairWalk, Stage, Walk, WalkState},
    locale::{Lang, grouped},
    simhash::{Feature, Fingerprint, Fixed, Keep, Power, Sign, Tie, Trace, Weighting, from_fixed, signed as row_value},
    t,
};

pub(crate) fn stage(stage: Stage, lang: Lang) -> &'static str {
    lang.text(match stage {
        Stage::Text => "stage.text",
        Stage::Tokens => "stage.tokens",
        Stage::Weights => "stage.weights",
        Stage::Hashes => "stage.hashes",
        Stage::Rows => "stage.rows",
        Stage::Sums => "stage.sums",
        Stage::Bits => "stage.bits",
    })
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
            t!(lang, "step.weight", at, all, name, formula)
        }
        (Stage::Hashes, Some((name, _, feature))) => hash(trace, name, feature, lang),
        (Stage::Rows, Some((name, _, feature))) => row(trace, name, feature, lang),
        (Stage::Sums, Some((name, _, feature))) => {
            let whole = whole(trace);
            let row = row_value(feature.hash, trace.recipe.bits, column, feature.weight);
            let after = state.sums.get(column).copied().unwrap_or(0);
            let before = signed(state.before(trace, column), whole, lang);
            let (row, after) = (apart(&signed(row, whole, lang)), signed(after, whole, lang));
            t!(lang, "step.sum", at, all, name, column, before, row, after)
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
            t!(lang, "step.token-new", at, all, name, n)
        }
        tf => t!(lang, "step.token-again", at, all, name, tf),
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
        return t!(lang, "step.hash-given", name, digits = text);
    }
    let turned = if recipe.sign == Sign::Inverted { t!(lang, "formula.turned") } else { "" };
    let hash = format!("{}{turned}", recipe.hash);
    t!(lang, "step.hash", hash, name, digits = text, bits = recipe.bits)
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
        return t!(lang, "step.row-many", name, weight, ones, zeros, plus, minus);
    }
    let list =
        |columns: &[usize]| columns.iter().map(ToString::to_string).collect::<Vec<_>>().join(t!(lang, "step.comma"));
    let text = digits(feature.hash, bits);
    if ones.is_empty() || zeros.is_empty() {
        let value = if zeros.is_empty() { plus } else { minus };
        return t!(lang, "step.row-one-sided", name, weight, digits = text, value);
    }
    let (ones, zeros) = (list(&ones), list(&zeros));
    t!(lang, "step.row", name, weight, digits = text, ones, zeros, plus, minus)
}

fn bit(trace: &Trace, walk: &Walk, state: &WalkState, lang: Lang) -> String {
    let column = state.step.item;
    let v = state.sums.get(column).copied().unwrap_or(0);
    let bits = trace.signs(&state.sums);
    let value = signed(v, whole(trace), lang);
    let one = u8::from(bits.bit(column));
    let rule = lang.set(if trace.recipe.tie == Tie::One { "V ≥ 0" } else { "V > 0" });
    let mut said = match v.signum() {
        0 => t!(lang, "step.bit-tie", column, rule, bit = one),
        1 => t!(lang, "step.bit-above", column, value, bit = one),
        _ => t!(lang, "step.bit-below", column, value, bit = one),
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

/// The effect of a step on both texts; if `done` is set, what all steps made of them.
pub(crate) fn two_texts(traces: [&Trace; 2], walk: &PairWalk, state: &PairState, done: bool, lang: Lang) -> String {
    let [a, b] = traces;
    let (same, all) = (walk.same(), walk.rows().len());
    let signs = [0, 1].map(|text| traces[text].signs(&state.sums[text]));
    let apart = signs[0].hamming(signs[1]);
    let bits = u32::from(a.recipe.bits);
    let whole = whole(a) && whole(b);
    if done {
        let rows = t!(lang, "two-texts.done-rows", same = grouped(same as u64), all = grouped(all as u64));
        return rows + lang.gap() + &t!(lang, "two-texts.done-bits", apart, bits);
    }
    match state.step {
        PairStep::Start => {
            t!(lang, "two-texts.start", same = grouped(same as u64), other = grouped((all - same) as u64))
        }
        PairStep::Row(row) => {
            let Some(row) = walk.rows().get(row) else { return String::new() };
            let said = row_said(traces, row, (whole, lang));
            match apart {
                0 => said + lang.gap() + t!(lang, "two-texts.none-apart"),
                _ => said + lang.gap() + &t!(lang, "two-texts.apart", n = apart),
            }
        }
        PairStep::Bit(column) => {
            let value = |text: usize| signed(state.sums[text].get(column).copied().unwrap_or(0), whole, lang);
            let [one, other] = signs.map(|signs| u8::from(signs.bit(column)));
            let (va, vb) = (value(0), value(1));
            if one == other {
                t!(lang, "two-texts.bit-same", column, a = va, b = vb, bit = one)
            } else {
                t!(lang, "two-texts.bit-differs", column, a = va, b = vb, bit = one, other)
            }
        }
    }
}

fn row_said(traces: [&Trace; 2], row: &PairRow, (whole, lang): (bool, Lang)) -> String {
    let found = |text: usize| -> Option<(&str, &Feature)> {
        let at = row.features[text]?;
        Some((traces[text].name(at), traces[text].features.get(at)?))
    };
    let weight = |feature: &Feature| plain(feature.weight, whole);
    let bits = traces[0].recipe.bits;
    match (found(0), found(1), row.kind) {
        (Some((name, a)), Some(_), PairRowKind::Same) => {
            t!(lang, "two-texts.row-same", name, weight = weight(a))
        }
        (Some((name, a)), Some((_, b)), PairRowKind::Weight) => {
            t!(lang, "two-texts.row-weight", name, a = weight(a), b = weight(b))
        }
        (Some((a_name, a)), Some((b_name, b)), PairRowKind::Apart) => {
            let differ = Fingerprint::new(a.hash, bits).hamming(Fingerprint::new(b.hash, bits));
            t!(lang, "two-texts.row-apart", a = a_name, b = b_name, differ, bits)
        }
        (Some((name, _)), None, _) => t!(lang, "two-texts.row-alone", name, text = "A"),
        (None, Some((name, _)), _) => t!(lang, "two-texts.row-alone", name, text = "B"),
        (None, None, _) => String::new(),
    }
}

/// Whether all weights of a trace are whole numbers, and need no decimals.
pub(crate) fn whole(trace: &Trace) -> bool {
    match trace.recipe.weight {
        Weighting::Tf | Weighting::Binary => true,
        Weighting::Given(_) => trace.whole,
        _ => false,
    }
}

/// A number with one decimal, or none where all numbers of its kind are whole.
pub(crate) fn plain(value: Fixed, whole: bool) -> String {
    let number = from_fixed(value);
    if whole { format!("{number:.0}") } else { format!("{number:.1}") }
}

/// The same with its sign.
pub(crate) fn signed(value: Fixed, whole: bool, lang: Lang) -> String {
    let sign = match value.signum() {
        1 => "+".into(),
        0 => "".into(),
        _ => lang.set("−"),
    };
    format!("{sign}{}", plain(value.abs(), whole))
}

/// A number with so many decimals, and with a real minus sign where it is below 0.
pub(crate) fn decimals(value: f64, places: usize, lang: Lang) -> String {
    let digits = format!("{:.places$}", value.abs());
    let zero = digits.bytes().all(|digit| matches!(digit, b'0' | b'.'));
    if value < 0.0 && !zero { format!("{}{digits}", lang.set("−")) } else { digits }
}

/// An answer to a question of a lesson, with one decimal unless it is whole: answers are judged to so much.
pub(crate) fn answer(value: f64, lang: Lang) -> String {
    decimals(value, usize::from(value.fract() != 0.0), lang)
}

/// The formula of a feature's weight, with its numbers.
pub(crate) fn weight_formula(trace: &Trace, feature: &Feature, lang: Lang) -> String {
    let weight = plain(feature.weight, whole(trace));
    let tf = feature.tf;
    let value = feature.idf.map_or(0.0, |idf| idf.value);
    match trace.recipe.weight {
        Weighting::Tf => format!("tf = {tf}"),
        Weighting::TfIdf(_) | Weighting::TfSqrtIdf(_) | Weighting::Keyword(_) | Weighting::Given(Keep::Top(_))
            if feature.weight == 0 =>
        {
            t!(lang, "formula.dropped").into()
        }
        Weighting::TfIdf(_) | Weighting::Keyword(_) => {
            lang.set(&format!("tf × idf = {tf} × {value:.1} = {weight}")).into()
        }
        Weighting::TfSqrtIdf(_) => lang.set(&format!("tf × √idf = {tf} × √{value:.1} = {weight}")).into(),
        Weighting::MinTfSqrtIdf(most) => {
            lang.set(&format!("min(tf, {most}) × √idf = {} × √{value:.1} = {weight}", tf.min(most))).into()
        }
        Weighting::TfIdfPow(hundredths) => {
            let power = Power(hundredths);
            lang.set(&format!("tf × idf^{power} = {tf} × {value:.1}^{power} = {weight}")).into()
        }
        Weighting::LogTf => format!("1 + ln tf = 1 + ln {tf} = {weight}"),
        Weighting::LogTfIdf => lang.set(&format!("(1 + ln tf) × idf = (1 + ln {tf}) × {value:.1} = {weight}")).into(),
        Weighting::Binary => t!(lang, "formula.binary").into(),
        Weighting::Given(_) => t!(lang, "formula.given", weight),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_below_nothing_has_a_real_minus_sign() {
        let said = [-0.25, -0.000_04, 0.0, 0.9996].map(|value| decimals(value, 3, Lang::En));
        assert_eq!(said, ["−0.250", "0.000", "0.000", "1.000"]);
        assert_eq!(decimals(-1.0, 1, Lang::EnAscii), "-1.0");
    }
}
