//! SimHash fingerprints of Chinese and English texts, with every number between a text and its bits.
//!
//! Similar texts have similar fingerprints (Charikar, STOC 2002; Manku, Jain and Das Sarma, WWW 2007). This library
//! makes them, says exactly which words make two of them differ, finds all near-duplicates among millions, and
//! reproduces the fingerprints of eleven other programs bit for bit. The program simscope shows all of it in a
//! terminal.
//!
//! ```
//! use simscope_core::simhash::{Recipe, trace};
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
//! | feature | adds |
//! |---|---|
//! | – | [`simhash`], [`compare`], [`search`], [`lab`]: 25 crates at most |
//! | `chinese` | words of Chinese text, as jieba cuts them, with its dictionary of 2.6 MB |
//! | `patterns` | regular expressions in [`compare::exclusion`]; with `chinese`, 32 crates at most |
//! | `encodings` | [`document`]: texts from bytes in any encoding |
//! | `dispatch` | the processor's newer instructions where it has them, by the crate `multiversion` |
//! | `serde` | the counts of a [calibration](compare::calibration) as serde's crates save them |
//!
//! All but `serde` are on by default, and no feature changes a bit. Without `chinese`, a recipe that cuts words gives
//! an error for text with Han characters ([`NoChinese`](simhash::NoChinese)), never other bits.
//!
//! # Errors
//!
//! Every error is an enum or a struct with [`std::error::Error`]; its text says what, where, and what to do about it.
//! Nothing in a text, a file or a recipe causes a panic, only errors. A text without features has no fingerprint, which
//! is `None` and no error. Calls for long texts have a second form with a [`Watch`](simhash::Watch), by which they can
//! be stopped from another thread.
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
//! From bytes: [`decode`](document::decode) gives a text, its encoding and how that was found.
//!
//! ```
//! # #[cfg(feature = "encodings")] {
//! use simscope_core::document::{Chosen, decode, unify_line_ends};
//! let gbk = b"\xBA\xA3\xC9\xCF\xB5\xC4\xB7\xE7\xCF\xF2\xA3\xAC\xC3\xBF\xCC\xEC\xC7\xE5\xB3\xBF\
//!     \xB6\xBC\xBC\xC7\xC2\xBC\xA1\xA3\r\n";
//! let decoded = decode(gbk.to_vec()).expect("a text");
//! assert_eq!((decoded.encoding.name(), decoded.chosen), ("GB18030", Chosen::Detected));
//! assert_eq!(unify_line_ends(decoded.text), "海上的风向，每天清晨都记录。\n");
//! # }
//! ```
//!
//! To words: [`segments`](simhash::segments) cuts a text into words and the gaps between them, and loses nothing.
//! Chinese is cut by jieba, all else at Unicode's word boundaries.
//!
//! ```
//! # #[cfg(feature = "chinese")] {
//! use simscope_core::simhash::segments;
//! let text = "汉明距离 (Hamming distance)";
//! let words: Vec<&str> = segments(text).iter().filter(|s| s.is_word()).map(|s| s.span.of(text)).collect();
//! assert_eq!(words, ["汉明", "距离", "Hamming", "distance"]);
//! # }
//! ```
//!
//! To a fingerprint: under a [`Recipe`](simhash::Recipe), distinct tokens are *features*, each with a count, a weight
//! and a row of bits. A feature adds its weight to the columns where its bit is 1 and takes it away where it is 0; a
//! bit of the fingerprint is 1 where the sum is above 0. Here with the features of a Chinese lecture's example, given
//! as a list:
//!
//! ```
//! use simscope_core::simhash::{Recipe, from_fixed, trace};
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
//! use simscope_core::{compare::attribution::Joint, simhash::{Recipe, trace}};
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
//! [`coverage`](compare::coverage::coverage): the share of each text that occurs word for word in the other. And there
//! is the [`diff`](compare::diff::diff), made for prose: paragraphs first, then whole words, Chinese ones too.
//!
//! ```
//! # #[cfg(feature = "chinese")] {
//! use simscope_core::compare::diff::diff;
//! let [a, b] = ["夜里的海是黑色的。\n\n灯亮着。\n", "夜里的海是蓝色的。\n\n灯亮着。\n"];
//! let found = diff(a, b, None);
//! assert_eq!(found.hunks.iter().map(|h| (h.a.of(a), h.b.of(b))).collect::<Vec<_>>(), [("黑色", "蓝色")]);
//! assert_eq!(found.rebuild(a, b), b);
//! # }
//! ```
//!
//! # Modules
//!
//! | module | for | knows |
//! |---|---|---|
//! | [`simhash`] | text → tokens → weights → hashes → accumulator → fingerprint | `unicode` |
//! | [`compare`] | two fingerprints or texts: distance, why bits differ, coverage, diff | `simhash` |
//! | [`search`] | fingerprints near one, and all near pairs, without comparing every two | `simhash` |
//! | [`lab`] | the effect of changes to a text: by hand, at one key, by chance | `simhash` |
//! | [`document`] | bytes → text: encodings, and errors in them | – |
//! | [`guide`] | SimHash in Rust: what it is good for; no code | – |
//! | [`unicode`] | characters that take no space | – |

#![warn(unreachable_pub)]

pub mod compare;
#[cfg(feature = "encodings")]
pub mod document;
mod front;
pub mod guide;
pub mod lab;
pub mod search;
pub mod simhash;
pub mod unicode;

pub use front::{BitDifference, explain, fingerprint, near_duplicates};
pub use search::{Index, Near};
pub use simhash::{Fingerprint, Recipe};
