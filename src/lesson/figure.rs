//! The figures that a lesson's texts name, from the pipeline: `{sum 3}`, `{distance}`, `{n_eff of 2}`.
//!
//! Printed as the screens print them, so that a text never names a number that is not to be seen.

use crate::{
    compare::{
        Examined,
        coverage::RunLength,
        distance::{cosine_interval, cosine_of},
        geometry::Angle,
        pair,
    },
    locale::grouped,
    simhash::{Feature, Fingerprint, Fixed, Order, Recipe, Trace, from_fixed, signed},
};

/// The documents of a page, taken through the pipeline with the page's recipe.
pub(super) struct Figures<'a> {
    pub texts: Vec<&'a str>,
    pub traces: &'a [Trace],
    pub recipe: &'a Recipe,
    /// The document of the page.
    pub document: usize,
    pub order: Order,
    pub k: u32,
}

impl Figures<'_> {
    /// The figure of that name as it is printed, with its sign if the name begins with one; `None` if there is none.
    pub(super) fn get(&self, wanted: &str) -> Option<String> {
        let (plus, wanted) = wanted.strip_prefix('+').map_or((false, wanted), |wanted| (true, wanted));
        let (wanted, document) = match wanted.rsplit_once(" of ") {
            Some((wanted, n)) => (wanted, n.parse::<usize>().ok()?.checked_sub(1)?),
            None => (wanted, self.document),
        };
        let (name, argument) = wanted.split_once(' ').unwrap_or((wanted, ""));
        let trace = self.traces.get(document)?;
        let number = |value: Fixed| printed(value, plus);
        Some(match name {
            "sum" => number(*trace.sums.get(column(argument)?)?),
            "sums" => joined(trace.sums.iter().map(|&sum| number(sum))),
            "bit" => u8::from(print(trace)?.bit(column_of(trace, argument)?)).to_string(),
            "bits" => format!("{:b}", print(trace)?),
            "hash" => format!("{:b}", trace.hash(feature(trace, argument)?)),
            "row" => joined(trace.row(feature(trace, argument)?).into_iter().map(number)),
            "votes" => votes(trace, column_of(trace, argument)?, self.order),
            "vote" => {
                let (at, of) = argument.split_once(' ')?;
                let (at, feature) = (column_of(trace, at)?, feature(trace, of)?);
                number(signed(feature.hash, trace.recipe.bits, at, feature.weight))
            }
            "agree" => agreeing(trace, feature(trace, argument)?)?.to_string(),
            "weight" => number(feature(trace, argument)?.weight),
            "tf" => feature(trace, argument)?.tf.to_string(),
            "idf" => format!("{:.1}", feature(trace, argument)?.idf.as_ref()?.value),
            "total" => number(trace.features.iter().map(|feature| feature.weight).sum()),
            "tokens" => grouped(trace.sketch.tokens),
            "features" => grouped(trace.features.len() as u64),
            "n_eff" => n_eff(trace.sketch.n_eff),
            "width" => trace.recipe.bits.to_string(),
            "k" => self.k.to_string(),
            // The pairs that so many texts make.
            "pairs" => {
                grouped(argument.parse().ok().filter(|&n: &u32| n > 0).map(|n| u64::from(n) * u64::from(n - 1) / 2)?)
            }
            _ => return self.of_two(name, argument),
        })
    }

    /// A figure of two documents: of those named, or of the first two.
    fn of_two(&self, name: &str, argument: &str) -> Option<String> {
        let numbers = || argument.split(' ').map(|n| n.parse::<usize>().ok()).collect::<Option<Vec<usize>>>();
        let pair = || match numbers().as_deref() {
            Some(&[a, b]) => Some([a.checked_sub(1)?, b.checked_sub(1)?]),
            _ => argument.is_empty().then_some([0, 1]),
        };
        let both = || Some((print(self.traces.get(pair()?[0])?)?, print(self.traces.get(pair()?[1])?)?));
        let hamming = || argument.parse().ok().or_else(|| both().map(|(a, b)| a.hamming(b)));
        let width = self.recipe.bits;
        let degrees = |cosine| format!("{:.1}", Angle::of(cosine).degrees());
        Some(match name {
            "distance" => both().map(|(a, b)| a.hamming(b))?.to_string(),
            "xor" => both().map(|(a, b)| format!("{:b}", a.xor(b)))?,
            "cosine" => format!("{:.3}", self.cosine(pair()?)?),
            "angle" => degrees(self.cosine(pair()?)?),
            // The share of random hyperplanes between the two, in percent, and the bits of a fingerprint that it makes.
            "separated" => format!("{:.0}", 100.0 * Angle::of(self.cosine(pair()?)?).share()),
            "expected" => format!("{:.1}", f64::from(width) * Angle::of(self.cosine(pair()?)?).share()),
            "implied-cosine" => format!("{:.3}", cosine_of(hamming()?, width)),
            "implied-angle" => degrees(cosine_of(hamming()?, width)),
            "cosine-low" => format!("{:.3}", cosine_interval(hamming()?, width).0),
            "cosine-high" => format!("{:.3}", cosine_interval(hamming()?, width).1),
            _ => return None,
        })
    }

    fn cosine(&self, pair: [usize; 2]) -> Option<f64> {
        let subject = |at: usize| {
            let text = self.texts.get(at)?;
            Examined::outline(text, self.recipe, RunLength::default()).ok().map(|examined| examined.subject)
        };
        pair::cosine(&*subject(pair[0])?, &*subject(pair[1])?)
    }
}

/// The effective number of features, with a decimal where it is small.
pub(crate) fn n_eff(value: f64) -> String {
    if value < 10.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}

fn column(argument: &str) -> Option<usize> {
    argument.parse().ok()
}

fn column_of(trace: &Trace, argument: &str) -> Option<usize> {
    column(argument).filter(|&column| column < usize::from(trace.recipe.bits))
}

fn print(trace: &Trace) -> Option<Fingerprint> {
    trace.sketch.fingerprint
}

fn feature<'a>(trace: &'a Trace, name: &str) -> Option<&'a Feature> {
    let at = (0..trace.features.len()).find(|&at| trace.name(at) == name)?;
    trace.features.get(at)
}

/// How many bits of the fingerprint are those of a feature's hash.
fn agreeing(trace: &Trace, feature: &Feature) -> Option<u32> {
    let (print, hash) = (print(trace)?, Fingerprint::new(feature.hash, trace.recipe.bits));
    Some(u32::from(trace.recipe.bits) - print.hamming(hash))
}

/// The terms of a column's sum in the order of the walk, those of weight 0 excepted: `43.5 − 5 + 17.5`.
fn votes(trace: &Trace, column: usize, order: Order) -> String {
    let features = trace.order(order).into_iter().filter_map(|at| trace.features.get(at as usize));
    let terms = features.map(|feature| signed(feature.hash, trace.recipe.bits, column, feature.weight));
    let mut text = String::new();
    for term in terms.filter(|&term| term != 0) {
        if text.is_empty() {
            text = printed(term, false);
        } else {
            text += if term > 0 { " + " } else { " − " };
            text += &printed(term.abs(), false);
        }
    }
    text
}

/// A number with one decimal, or none if it is whole; with a real minus sign, and with a plus sign if `plus`.
fn printed(value: Fixed, plus: bool) -> String {
    let number = from_fixed(value.abs());
    let digits = if number.fract() == 0.0 { format!("{number:.0}") } else { format!("{number:.1}") };
    let sign = match value.signum() {
        1 if plus => "+",
        -1 => "−",
        _ => "",
    };
    [sign, &digits].concat()
}

fn joined(numbers: impl Iterator<Item = String>) -> String {
    numbers.collect::<Vec<_>>().join(" ")
}
