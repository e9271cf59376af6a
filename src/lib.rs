//! SimHash fingerprints of Chinese and English texts, with every number between a text and its bits.
//!
//! Similar texts have similar fingerprints (Charikar, STOC 2002; Manku, Jain and Das Sarma, WWW 2007). This library makes
//! them, says exactly which words make two of them differ, finds all near-duplicates among millions, and reproduces the
//! fingerprints of eleven other programs bit for bit. It is what the program simscope shows on its screens.
//!
//! ```
//! use simscope::simhash::{Recipe, trace};
//! let recipe = Recipe::default();
//! let a = trace("They lit the lamp and the stove at dusk.", &recipe)?;
//! let b = trace("They lit the stove at dusk, and the lamp.", &recipe)?;
//! let [a, b] = [&a, &b].map(|trace| trace.sketch.fingerprint.expect("there are words"));
//! assert_eq!(a.hamming(b), 0, "word order is not a feature");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`guide`] says what SimHash is good for, what it is not, and which call does it.
//!
//! Two short programs on files are in `examples/`: `near_duplicates.rs` and `explain.rs`.
//!
//! # Features
//!
//! `simscope = { version = "0.2", default-features = false, features = ["chinese"] }` is the library without the program.
//!
//! | feature | default | adds |
//! |---|---|---|
//! | – | | [`simhash`], [`compare`], [`search`], [`lab`], and [`document`] for plain text: 25 crates at most |
//! | `chinese` | yes | words of Chinese text, as jieba cuts them, with its dictionary of 2.6 MB |
//! | `patterns` | yes | regular expressions in [`compare::exclusion`]; with `chinese`, 32 crates at most |
//! | `dispatch` | yes | the processor's newer instructions where it has them, by the crate `multiversion` |
//! | `app` | yes | the program, which has no public interface, and documents that are more than plain text |
//! | `pdf` | yes | PDF, for the program |
//! | `redis` | yes | libraries in Redis, for the program |
//!
//! No feature changes a bit. Without `chinese`, a recipe that cuts words gives an error for text with Han characters
//! ([`NoChinese`](simhash::NoChinese)), never other bits.
//!
//! # Errors
//!
//! Every error is an enum or a struct with [`std::error::Error`]; its text says what, where, and what to do about it. Nothing in
//! a text, a file or a recipe causes a panic, only errors. A text without features has no fingerprint, which is
//! `None` and no error. Calls for long texts have a second form with a [`Watch`](simhash::Watch), by which they can be
//! stopped from another thread.
//!
//! # Determinism
//!
//! The same text and recipe give the same bits on any machine, with any number of threads: weights are rounded once, to
//! multiples of 2⁻¹⁶, and summed as integers; `ln` and `cos` come from `libm`; what is random has a seed. A
//! [`Recipe`](simhash::Recipe) names the versions of its dictionary and its table, so a line in a file says which bits
//! were meant.
//!
//! # A text on its way
//!
//! From bytes: a [`Document`](document::Document) is a text and how it was read, with the encoding and who said so.
//!
//! ```
//! use simscope::document::{Chosen, Source, from_bytes};
//! let gbk = b"\xBA\xA3\xC9\xCF\xB5\xC4\xB7\xE7\xCF\xF2\xA3\xAC\xC3\xBF\xCC\xEC\xC7\xE5\xB3\xBF\xB6\xBC\xBC\xC7\xC2\xBC\xA1\xA3\r\n";
//! let document = from_bytes(Source::Stdin, gbk.to_vec())?;
//! assert_eq!(document.text.as_str(), "海上的风向，每天清晨都记录。\n");
//! assert_eq!((document.reading.encoding.name(), document.reading.chosen), ("GB18030", Chosen::Detected));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To words: [`segments`](simhash::segments) cuts a text into words and the gaps between them, and loses nothing. Chinese is
//! cut by jieba, all else at Unicode's word boundaries.
//!
//! ```
//! # #[cfg(feature = "chinese")] {
//! use simscope::simhash::segments;
//! let text = "汉明距离 (Hamming distance)";
//! let words: Vec<&str> = segments(text).iter().filter(|s| s.is_word()).map(|s| s.span.of(text)).collect();
//! assert_eq!(words, ["汉明", "距离", "Hamming", "distance"]);
//! # }
//! ```
//!
//! To a fingerprint: under a [`Recipe`](simhash::Recipe), distinct tokens are *features*, each with a count, a weight and a
//! row of bits. A feature adds its weight to the columns where its bit is 1 and takes it away where it is 0; a bit of the
//! fingerprint is 1 where the sum is above 0. Here with the features of a Chinese lecture's example, given as a list:
//!
//! ```
//! use simscope::simhash::{Recipe, from_fixed, trace};
//! let recipe: Recipe = "given;fold=none;given;xxh3-64;6;gt".parse()?;
//! let list = "CSDN\t4\t25\n博客\t5\t2b\n"; // 100101 weighing 4, and 101011 weighing 5
//! let trace = trace(list, &recipe)?;
//! let sums: Vec<f64> = trace.sums.iter().map(|&v| from_fixed(v)).collect();
//! assert_eq!(sums, [9.0, -9.0, 1.0, -1.0, 1.0, 9.0]);
//! assert_eq!(trace.sketch.fingerprint.map(|f| format!("{f:b}")), Some("101011".into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For the fingerprint alone, [`sketch`](simhash::sketch) is faster and runs the same code.
//!
//! # Two texts
//!
//! A column is a sum, so the difference of two columns is a sum too, feature by feature: no model, no estimate.
//! [`Joint`](compare::attribution::Joint) holds the features of both texts.
//!
//! ```
//! use simscope::{compare::attribution::Joint, simhash::{Recipe, trace}};
//! let recipe = Recipe::default();
//! let a = trace("The keeper lit the lamp at dusk.", &recipe)?;
//! let b = trace("The keeper lit the lamp at dawn.", &recipe)?;
//! let joint = Joint::new(&a, &b);
//! let changed = joint.by_change().iter().copied().filter(|&f| joint.features[f as usize].change() != 0);
//! let changed: Vec<u32> = changed.collect();
//! assert_eq!(changed.iter().map(|&f| joint.name(f, [&a, &b])).collect::<Vec<_>>(), ["dusk", "dawn"]);
//! for column in 0..64 {
//!     let moved: i64 = changed.iter().map(|&f| joint.contribution(f, column)).sum();
//!     assert_eq!(b.sums[column] - a.sums[column], moved);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Order affects no bit, and one word that turns the meaning may affect none. So a pair has a second signal,
//! [`coverage`](compare::coverage::coverage): the share of each text that occurs word for word in the other. And there is
//! the [`diff`](compare::diff::diff), made for prose: paragraphs first, then whole words, Chinese ones too.
//!
//! ```
//! # #[cfg(feature = "chinese")] {
//! use simscope::compare::diff::diff;
//! let [a, b] = ["夜里的海是黑色的。\n\n灯亮着。\n", "夜里的海是蓝色的。\n\n灯亮着。\n"];
//! let found = diff(a, b, None);
//! assert_eq!(found.hunks.iter().map(|h| (h.a.of(a), h.b.of(b))).collect::<Vec<_>>(), [("黑色", "蓝色")]);
//! assert_eq!(found.rebuild(a, b), b);
//! # }
//! ```
//!
//! # Modules
//!
//! The page of each module says what it is for and what it must not know; `ARCHITECTURE.md` has the map of the program.
//!
//! | module | for | may know |
//! |---|---|---|
//! | [`simhash`] | text → tokens → weights → hashes → accumulator → fingerprint | no other |
//! | [`document`] | bytes → text: sources, encodings, errors in them | no other |
//! | [`compare`] | two fingerprints or texts: distance, why bits differ, coverage, diff | `document`, `simhash` |
//! | [`lab`] | the effect of changes to a text: by hand, at one key, by chance | `simhash` |
//! | [`guide`] | SimHash in Rust: what it is good for; no code | – |
//! | [`search`] | fingerprints near one, and all near pairs, without comparing every two | `simhash` |

#![allow(missing_docs, reason = "the modules of the program have no public interface")]
#![warn(unreachable_pub)]

#[warn(missing_docs)]
pub mod compare;
#[warn(missing_docs)]
pub mod document;
pub mod guide;
#[warn(missing_docs)]
pub mod lab;
#[warn(missing_docs)]
pub mod search;
#[warn(missing_docs)]
pub mod simhash;

mod files;

#[cfg(feature = "app")]
mod batch;
#[cfg(feature = "app")]
mod cache;
#[cfg(feature = "app")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "app")]
mod config;
#[cfg(feature = "app")]
#[doc(hidden)]
pub mod fuzzed;
#[cfg(feature = "app")]
mod html;
#[cfg(feature = "app")]
mod lesson;
#[cfg(feature = "app")]
mod locale;
#[cfg(feature = "app")]
mod manual;
#[cfg(feature = "app")]
mod markdown;
#[cfg(feature = "app")]
mod review;
#[cfg(feature = "app")]
mod say;
#[cfg(feature = "app")]
mod store;
#[cfg(feature = "app")]
mod table;
#[cfg(feature = "app")]
mod text;
#[cfg(feature = "app")]
#[doc(hidden)]
pub mod tui;

#[cfg(feature = "app")]
use locale::t;

/// The parts of the program that its tests, benchmarks and fuzz targets use. No API: they change at any time.
#[cfg(feature = "app")]
#[doc(hidden)]
pub mod app {
    #[cfg(unix)]
    pub use crate::document::guard::own_session;
    pub use crate::{
        cache::{Cache, CacheFolder},
        compare::keywords::Keywords,
        config::file::parse,
        document::guard::{Bounds, Degree, Measure, Measures, Start, confine},
        lesson::{
            library::included,
            walk::{Stage, Walk},
        },
        locale::Lang,
        review::{Exclusion, FileId, ReviewChange, Roots, Target, Verdict, journal},
        say::setting_error,
        text::{
            cluster::clusters,
            find::find,
            fit::{clean, pad_end, truncate_end, truncate_middle, truncate_start, width},
            names::shorten_names,
            wrap::Wrap,
        },
    };
}
