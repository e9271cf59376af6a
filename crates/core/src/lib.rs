//! SimHash fingerprints of Chinese and English texts, with every number between a text and its bits.
//!
//! Similar texts have similar fingerprints (Charikar, STOC 2002; Manku, Jain and Das Sarma, WWW 2007). This library
//! computes them, shows exactly which words make two of them differ, finds all near-duplicates among millions, and
//! reproduces the fingerprints of eleven other programs bit for bit. The program simscope shows all of this in a
//! terminal.
//!
//! ```
//! use simscope_core::{explain, fingerprint, near_duplicates};
//! let texts = [
//!     "They lit the lamp and the stove at dusk, then wrote the wind down in the book.",
//!     "Glass frogs sleep under leaves, and their blood is hidden in the liver.",
//!     "They wrote the wind down in the book, then lit the stove and the lamp at dusk.",
//!     "They lit the lamp and the stove at dawn, then wrote the wind down in the book.",
//! ];
//! let [a, b] = [texts[0], texts[2]].map(|text| fingerprint(text).expect("there are words"));
//! assert_eq!(a.hamming(b), 0, "the order of words does not count");
//! assert_eq!(near_duplicates(&texts, 3).iter().map(|pair| (pair.a, pair.b)).collect::<Vec<_>>(), [(0, 2)]);
//! let bits = explain(texts[0], texts[3]).expect("there are words");
//! assert!(bits.iter().all(|bit| bit.words == ["dusk"] || bit.words == ["dawn"] || bit.words.len() == 2));
//! ```
//!
//! # What there is
//!
//! | type or function | what you get | when |
//! |---|---|---|
//! | [`fingerprint`] | the [`Fingerprint`] of a text | you keep fingerprints, or compare two texts |
//! | [`near_duplicates`] | every pair of texts within k bits, as [`Near`] | you have all texts |
//! | [`explain`] | a [`BitDifference`] for each bit: column, sums, words | you want to know why two texts differ |
//! | [`Index`] | the ids of the fingerprints within k bits | texts come and go, or there are millions |
//! | [`Fingerprint`] | distance, bits; text, numbers, serde | you save fingerprints, or get them from elsewhere |
//! | [`Recipe`] | the three functions under other settings | you need other settings, or another program's bits |
//! | [`simhash::sketch`], [`simhash::trace`] | tokens, weights, hashes, sums | you want every number |
//! | [`compare::coverage::coverage`] | the share of a text that is in another word for word | only a part was copied |
//! | [`compare::diff::diff`] | changed words and moved paragraphs | a person reads the result |
//! | [`compare::Comparison`] | all of this for one pair | you show a pair |
//! | [`search::join`], [`search::nearest`] | near pairs of fingerprints | you no longer have the texts |
//! | [`search::BlockIndex`], [`search::Plan`] | the tables of an index, their keys and costs | they are in a database |
//! | [`lab::Trial`] | the effect of a change on the bits | you teach, or test how robust a recipe is |
//! | [`document::decode`] | text from bytes of any encoding | not all files are UTF-8 |
//!
//! [`guide`] describes what SimHash is good for and what not. Two short programs that read files are in `examples/`:
//! `near_duplicates.rs` and `explain.rs`.
//!
//! # Numbers
//!
//! Distances and their limit k are numbers of bits, in `u32` like [`u128::count_ones`]; the width of a fingerprint is 3
//! to 128 bits, in `u8`. Columns, indices and counts are `usize`. Lists with an entry for each word of a text or each
//! pair of documents store these numbers in 32 bits ([`Span`](simhash::Span), [`Diff`](compare::diff::Diff),
//! [`Clusters`](compare::cluster::Clusters)): a text is less than 4 GiB. A share is 0 to 1, and a
//! [`Fixed`](simhash::Fixed) counts in 2⁻¹⁶.
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | – | [`simhash`], [`compare`], [`search`], [`lab`]: 25 crates at most |
//! | `chinese` | segmentation of Chinese text as by jieba, with its dictionary of 2.6 MB |
//! | `patterns` | regular expressions in [`compare::exclusion`]; with `chinese`, 32 crates at most |
//! | `encodings` | [`document`]: texts from bytes in any encoding |
//! | `dispatch` | newer instructions if the processor has them, by the crate `multiversion` |
//! | `serde` | fingerprints as text, and the counts of a [calibration](compare::calibration), for serde's crates |
//!
//! All but `serde` are on by default, and no feature changes a bit. Without `chinese`, a recipe that needs segmentation
//! returns an error for text with Han characters ([`NoChinese`](simhash::NoChinese)), never other bits.
//!
//! # Errors
//!
//! Every error is an enum or a struct with [`std::error::Error`]; its text states the cause, the place and the remedy.
//! Texts, files and recipes never cause a panic, only errors. A text without features has no fingerprint: the result is
//! `None`, not an error. Only mistakes in the calling program panic, as documented for each function: fingerprints of
//! different widths have no distance ([`Fingerprint::hamming`]). Functions for long texts have a second form with a
//! [`Watch`](simhash::Watch), which can stop them from another thread.
//!
//! # Determinism
//!
//! The same text and recipe give the same bits on any machine, with any number of threads: weights are rounded once, to
//! multiples of 2⁻¹⁶, and summed as integers; `ln` and `cos` come from `libm`; random results have a seed. A [`Recipe`]
//! names the versions of its dictionary and table, so a line in a file identifies the bits.
//!
//! # A text on its way
//!
//! From bytes: [`decode`](document::decode) gives a text, its encoding and the reason for it.
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
//! To words: [`segments`](simhash::segments) divides a text into words and the gaps between them, without loss. Chinese
//! is segmented by jieba, everything else at Unicode's word boundaries.
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
//! To a fingerprint: under a [`Recipe`], distinct tokens are *features*, each with a count, a weight and a row of bits.
//! A feature adds its weight to the columns where its bit is 1 and subtracts it where the bit is 0; a bit of the
//! fingerprint is 1 where the sum is above 0. This example takes its features from a Chinese article, as a list:
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
//! If only the fingerprint is needed, [`sketch`](simhash::sketch) is faster and runs the same code.
//!
//! # Two texts
//!
//! A column is a sum, so the difference of two columns is also a sum over features, without a model or an estimate.
//! [`Joint`](compare::attribution::Joint) contains the features of both texts.
//!
//! ```
//! use simscope_core::{compare::attribution::Joint, simhash::{Recipe, trace}};
//! let recipe = Recipe::default();
//! let a = trace("The keeper lit the lamp at dusk.", &recipe)?;
//! let b = trace("The keeper lit the lamp at dawn.", &recipe)?;
//! let joint = Joint::new(&a, &b);
//! let changed = joint.by_change().iter().copied().filter(|&f| joint.features[f].change() != 0);
//! let changed: Vec<usize> = changed.collect();
//! assert_eq!(changed.iter().map(|&f| joint.name(f, [&a, &b])).collect::<Vec<_>>(), ["dusk", "dawn"]);
//! for column in 0..64 {
//!     let moved: i64 = changed.iter().map(|&f| joint.contribution(f, column)).sum();
//!     assert_eq!(b.sums[column] - a.sums[column], moved);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Word order affects no bit, and a word that reverses the meaning may affect none. So a pair has a second signal,
//! [`coverage`](compare::coverage::coverage): the share of each text that occurs word for word in the other. The
//! [`diff`](compare::diff::diff) is made for prose: it compares paragraphs first, then whole words, in Chinese too.
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
//! | module | for | uses |
//! |---|---|---|
//! | [`simhash`] | text → tokens → weights → hashes → accumulator → fingerprint | `unicode` |
//! | [`compare`] | two fingerprints or texts: distance, why bits differ, coverage, diff | `simhash` |
//! | [`search`] | fingerprints near one, and all near pairs, without comparing every pair | `simhash` |
//! | [`lab`] | the effect of changes to a text: by hand, by a preset, at random | `simhash` |
//! | [`document`] | bytes → text: encodings and errors | – |
//! | [`room`] | memory for large lists, whose refusal does not end the program | – |
//! | [`guide`] | SimHash in Rust: what it is good for (no code) | – |
//! | [`unicode`] | characters that take no space | – |

#![warn(unreachable_pub)]

pub mod compare;
#[cfg(feature = "encodings")]
pub mod document;
mod front;
pub mod guide;
pub mod lab;
pub mod room;
pub mod search;
pub mod simhash;
pub mod unicode;

pub use front::{BitDifference, explain, fingerprint, near_duplicates};
pub use search::{Index, Near};
pub use simhash::{Fingerprint, Recipe};

/// The library's section of the program's README, whose texts are Chinese and English.
#[cfg(all(doctest, feature = "chinese"))]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The same section of the Chinese README.
#[cfg(all(doctest, feature = "chinese"))]
#[doc = include_str!("../../../assets/manual/zh/README.md")]
struct ChineseReadme;
