//! Numbers of the pane as they are written.

use crate::{
    locale::{Lang, grouped},
    t,
};

/// A share in percent, with as many decimals as a small one needs; never 0 or 100 % where it is not exactly that.
pub(super) fn percent(share: f64, lang: Lang) -> String {
    let percent = share * 100.0;
    let number = match percent {
        p if p == 0.0 || p == 100.0 => format!("{p}"),
        p if p < 0.01 => "<0.01".into(),
        p if p > 99.9 => ">99.9".into(),
        p if (p - p.round()).abs() < 1e-9 || (10.0..99.0).contains(&p) => format!("{p:.0}"),
        p if p >= 1.0 => format!("{p:.1}"),
        p => format!("{p:.2}"),
    };
    format!("{number}{}%", lang.gap())
}

/// An interval, rounded outwards, so that it claims no more than is known.
pub(super) fn interval([low, high]: [f64; 2], lang: Lang) -> String {
    let rounded = |share: f64, up: bool| {
        let percent = share * 100.0;
        let scale = if (1.0..99.0).contains(&percent) { 1.0 } else { 10.0 };
        let number = if up { (percent * scale).ceil() } else { (percent * scale).floor() } / scale;
        number.to_string()
    };
    t!(lang, "meaning.interval", low = rounded(low, false), high = rounded(high, true))
}

/// An expected number, with decimals where it is small.
pub(super) fn few(number: f64) -> String {
    match number {
        n if n >= 9.95 => grouped(n.round() as u64),
        n if n >= 0.095 => format!("{n:.1}"),
        n if n >= 0.000_95 => format!("{n:.3}"),
        _ => "0".into(),
    }
}
