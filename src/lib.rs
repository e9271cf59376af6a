//! simscope, a microscope for SimHash.
//!
//! Below the program lies a library that does what the screens show, one number at a time. This page walks a text
//! through it; every step is the program's own code, and every example here is run by the tests.
//!
//! # From bytes to text
//!
//! A [`Document`](document::Document) is a text with the story of how it was read: which encoding, who said so, how
//! many characters had to be replaced. Bytes come from a file, from standard input or from anywhere.
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
//! # From text to tokens
//!
//! [`segments`](simhash::segments) cuts a text into words and the gaps between them: Chinese by jieba, all else by
//! Unicode's word boundaries. Nothing is lost, so whatever is said of a word can be shown in the text.
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
//! # From tokens to a fingerprint
//!
//! A [`Recipe`](simhash::Recipe) is every setting that changes bits, in one line that can be read back. Under it a
//! text has a [`Trace`](simhash::Trace), which holds every number on the way: distinct tokens are *features*, each with
//! its count, weight and row of bits; each feature adds its weight to the columns where its bit is 1 and takes it away
//! where it is 0; a bit of the fingerprint is 1 where the sum is above 0. Here with the features, weights and 6-bit
//! hashes of an example from a lecture:
//!
//! ```
//! use simscope::simhash::{Recipe, from_fixed, trace};
//! let recipe: Recipe = "given;fold=none;given;xxh3-64;6;gt".parse()?;
//! let list = "CSDN\t4\t25\n博客\t5\t2b\n"; // 100101 weighing 4, and 101011 weighing 5
//! let trace = trace(list, &recipe)?;
//! let sums: Vec<f64> = trace.sums.iter().map(|&v| from_fixed(v)).collect();
//! assert_eq!(sums, [9.0, -9.0, 1.0, -1.0, 1.0, 9.0]);
//! assert_eq!(trace.sketch.fingerprint.map(|f| format!("{:06b}", f.value())), Some("101011".into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Sums are integers, multiples of 2⁻¹⁶, so they are the same in any order and on any machine. Where only the
//! fingerprint is wanted, [`sketch`](simhash::sketch) gives it without the numbers, faster, out of the same code.
//!
//! # Why two fingerprints differ
//!
//! Since a column is a sum, the difference of two columns is a sum too, feature by feature: no model, no estimate.
//! [`Joint`](compare::attribution::Joint) holds the features of both texts.
//!
//! ```
//! use simscope::{compare::attribution::Joint, simhash::{Recipe, trace}};
//! let recipe = Recipe::default();
//! let [a, b] = ["The keeper lit the lamp at dusk.", "The keeper lit the lamp at dawn."]
//!     .map(|text| trace(text, &recipe).expect("nobody stops it"));
//! let joint = Joint::new(&a, &b);
//! let moved: Vec<u32> = (0..joint.features.len() as u32).filter(|&f| joint.features[f as usize].change() != 0).collect();
//! let names: Vec<&str> = moved.iter().map(|&f| joint.name(f, [&a, &b])).collect();
//! assert_eq!(names, ["dusk", "dawn"]);
//! for column in 0..64 {
//!     let moves: i64 = moved.iter().map(|&f| joint.contribution(f, column)).sum();
//!     assert_eq!(b.sums[column] - a.sums[column], moves);
//! }
//! // The fewest features that must go back to their weight in A for a bit to be as in A:
//! let flipped = joint.fingerprints[0].xor(joint.fingerprints[1]).columns().next().expect("some bit differs");
//! let undo = joint.undo_bit(flipped.into());
//! assert!((1..=2).contains(&undo.features.len()), "there are but two");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What the fingerprints do not say
//!
//! Order moves no bit, and one reversed word may move none. So a pair has a second signal,
//! [`coverage`](compare::coverage::coverage): how much of each text stands word for word in the other. And there is the
//! [`diff`](compare::diff::diff), made for prose: paragraphs first, then whole words, Chinese ones too.
//!
//! ```
//! # #[cfg(feature = "chinese")] {
//! use simscope::{compare::diff::{Side, diff}, simhash::segments};
//! let [a, b] = ["夜里的海是黑色的。\n\n灯亮着。\n", "夜里的海是蓝色的。\n\n灯亮着。\n"];
//! let found = diff(Side { text: a, segments: &segments(a) }, Side { text: b, segments: &segments(b) }, None);
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
//! | [`search`] | fingerprints near one, and all near pairs, without comparing every two | `simhash` |

#[warn(unreachable_pub)]
pub mod compare;
#[warn(unreachable_pub)]
pub mod document;
#[warn(unreachable_pub)]
pub mod lab;
#[warn(unreachable_pub)]
pub mod search;
#[warn(unreachable_pub)]
pub mod simhash;

#[cfg(feature = "app")]
#[warn(unreachable_pub)]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
mod archive;
#[cfg(feature = "app")]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
mod batch;
#[cfg(feature = "app")]
#[warn(unreachable_pub)]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
mod cache;
#[cfg(feature = "app")]
#[doc(hidden)]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
pub mod cli;
#[cfg(feature = "app")]
#[warn(unreachable_pub)]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
mod config;
#[cfg(feature = "app")]
#[warn(unreachable_pub)]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
mod html;
#[cfg(feature = "app")]
#[warn(unreachable_pub)]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
mod lesson;
#[cfg(feature = "app")]
#[warn(unreachable_pub)]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
mod locale;
#[cfg(feature = "app")]
#[warn(unreachable_pub)]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
mod markdown;
#[cfg(feature = "app")]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
mod review;
#[cfg(feature = "app")]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
mod say;
#[cfg(feature = "app")]
#[warn(unreachable_pub)]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
mod table;
#[cfg(feature = "app")]
#[warn(unreachable_pub)]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
mod text;
#[cfg(feature = "app")]
#[doc(hidden)]
#[warn(unreachable_pub)]
#[allow(missing_docs, reason = "no public interface; a name that says it all needs no more")]
pub mod tui;

#[cfg(feature = "app")]
use locale::t;

/// The parts of the program that its tests, benchmarks and fuzz targets use. No API: they change at any time.
#[cfg(feature = "app")]
#[doc(hidden)]
pub mod app {
    pub use crate::{
        cache::{Cache, CacheFolder},
        compare::keywords::Keywords,
        config::file::parse,
        lesson::{
            library::included,
            walk::{Stage, Walk},
        },
        locale::Lang,
        review::{Exclusion, FileId, ReviewChange, Roots, Target, Verdict, journal},
        say::wrong_setting,
        text::{
            cluster::clusters,
            find::find,
            fit::{clean, pad_end, truncate_end, truncate_middle, truncate_start, width},
            names::shorten_names,
            wrap::Wrap,
        },
    };
}
