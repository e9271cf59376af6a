//! How long it takes.

use std::time::{Duration, Instant};

use crate::text::{Wrap, clusters, find, width};

#[test]
#[ignore = "a measurement: cargo test --release --lib laws::speed -- --ignored --nocapture"]
fn speed() {
    let chinese = "SimHash是为了计算任意多篇文档之间的相似度存在的，通过“汉明距离”来比较《文档》之间的相似度——见（https://example.com/a）。";
    let english = "The quick brown fox jumps over the lazy dog, and “never” looks back at near-duplicates of 64 bits. ";
    let accents = "e\u{301}é\u{200b}👩\u{200d}👩\u{200d}👧 क्षि ";
    for (name, piece) in [("chinese", chinese), ("english", english), ("accents", accents)] {
        let text = piece.repeat(8192 / piece.len());
        let time = |what: &str, run: &dyn Fn() -> usize| {
            let mut best = Duration::MAX;
            let mut result = 0;
            for _ in 0..100 {
                let start = Instant::now();
                result = run();
                best = best.min(start.elapsed());
            }
            println!("{name:8} {what:12} {best:?} ({result})");
        };
        time("wrap 50", &|| Wrap::new(50).lines(&text).len());
        time("wrap 8", &|| Wrap::new(8).lines(&text).len());
        time("uax 14", &|| unicode_linebreak::linebreaks(&text).count());
        time("clusters", &|| clusters(&text).count());
        time("width", &|| width(&text));
        time("find", &|| find(&text, "bits").len());
        let long = text.repeat(128);
        time("wrap 1 MiB", &|| Wrap::new(50).lines(&long).len());
        time("find 1 MiB", &|| find(&long, "bits").len());
    }
}
