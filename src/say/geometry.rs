//! Sentences on random hyperplanes that separate two documents.

use crate::{
    compare::{distance::share_interval, geometry::Geometries},
    locale::{Lang, grouped},
    t,
};

/// The share of the first `n` hyperplanes, random ones or columns, that separate the documents, beside the angle.
pub(crate) fn geometry(of: &Geometries, random: bool, n: usize, lang: Lang) -> String {
    let planes = if random { &of.random } else { &of.columns };
    let n = n.min(planes.planes.len());
    let [drawn, separating] = [n, planes.separating(n)].map(|n| grouped(n as u64));
    let share = lang.percent(planes.share(n));
    let so_far = if random {
        t!(lang, "geometry.random", n = drawn, s = separating, share = share)
    } else {
        t!(lang, "geometry.columns", n = drawn, s = separating, share = share)
    };
    let bits = of.columns.planes.len();
    let (low, high) = share_interval(of.hamming, bits as u8);
    let [expected, of_bits, low, high] =
        [of.columns.angle.share(), of.columns.share(bits), low, high].map(|share| lang.percent(share));
    t!(
        lang,
        "geometry.stands",
        so_far = so_far,
        expected = expected,
        hd = of.hamming,
        bits = bits,
        share = of_bits,
        low = low,
        high = high
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
