//! Sentences on random hyperplanes that separate two documents.

use crate::{
    compare::{
        distance::share_interval,
        geometry::{Dial, Geometries, SAMPLES},
    },
    locale::{Lang, grouped},
    t,
};

/// The share of the first `n` hyperplanes, random ones or columns, that separate the documents, beside the angle.
pub(crate) fn geometry(of: &Geometries, random: bool, n: usize, lang: Lang) -> String {
    let hyperplanes = if random { &of.random } else { &of.columns };
    let n = n.min(hyperplanes.hyperplanes.len());
    let [drawn, separating] = [n, hyperplanes.separating(n)].map(|n| grouped(n as u64));
    let share = lang.percent(hyperplanes.share(n));
    let so_far = if let (1, Some(hyperplane)) = (n, hyperplanes.hyperplanes.first()) {
        let [a, b] = hyperplane.bits.map(u8::from);
        if hyperplane.separates() {
            t!(lang, "geometry.one-separates", a = a, b = b)
        } else {
            t!(lang, "geometry.one-does-not", a = a)
        }
    } else if random {
        t!(lang, "geometry.random", n = drawn, s = separating, share = share)
    } else {
        t!(lang, "geometry.columns", n = drawn, s = separating, share = share)
    };
    let bits = of.columns.hyperplanes.len();
    let (low, high) = share_interval(of.hamming, bits as u8);
    let [expected, of_bits, low, high] =
        [of.columns.angle.share(), of.columns.share(bits), low, high].map(|share| lang.percent(share));
    t!(
        lang,
        "geometry.share",
        so_far = so_far,
        expected = expected,
        hd = of.hamming,
        bits = bits,
        share = of_bits,
        low = low,
        high = high
    )
}

/// The angle to which B is turned, and the distances there.
pub(crate) fn dial(of: &Geometries, dial: &Dial, lang: Lang) -> String {
    let angle = dial.geometry.angle;
    let [least, most] = dial.range();
    t!(
        lang,
        "geometry.turned",
        angle = format!("{:.0}", angle.degrees()),
        own = format!("{:.1}", of.columns.angle.degrees()),
        share = lang.percent(angle.share()),
        bits = dial.bits,
        expected = format!("{:.1}", dial.expected()),
        hd = dial.hamming(),
        samples = SAMPLES,
        least = least,
        most = most
    )
}

/// The origin of the hyperplanes.
pub(crate) fn geometry_why(of: &Geometries, random: bool, lang: Lang) -> &'static str {
    match (of.columns.angle.flat(), random) {
        (true, _) => t!(lang, "geometry.flat"),
        (false, true) => t!(lang, "geometry.why-random"),
        (false, false) => t!(lang, "geometry.why-columns"),
    }
}
