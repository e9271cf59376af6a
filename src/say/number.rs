//! Numbers of the pipeline in text: weights, sums, the formula of a weight.

use crate::{
    locale::Lang,
    simhash::{Feature, Fixed, Keep, Power, Trace, Weighting, from_fixed},
    t,
};

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
        Weighting::Given(_) => t!(lang, "formula.given", weight = weight),
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
