//! SimHash in Rust: what it is good for, what it is not good for, and which functions to call.
//!
//! A SimHash fingerprint is a short, fixed number of bits, here 32 to 128, in which a small change of the text changes
//! few bits. Two fingerprints are compared by their Hamming distance, one instruction for 64 bits. Everything below
//! follows from this.
//!
//! # Good for
//!
//! **Copies with small edits among very many texts.** A text of any length is 8 bytes, so ten million fingerprints are
//! 80 MB, and all near pairs of a million are found in a fraction of a second. Manku, Jain and Das Sarma (WWW 2007)
//! used 64 bits and distance 3 for 8 billion web pages.
//!
//! [`near_duplicates`](crate::near_duplicates) takes the texts, [`join`](crate::search::join) takes their fingerprints.
//!
//! **One text against an archive.** An [`Index`](crate::Index) divides fingerprints into blocks: two within distance k
//! are equal in at least one of k + 1 blocks, so a few look-ups of exact keys find all of them. The same keys work in a
//! database, in Redis or in HBase; [`Plan`](crate::search::Plan) makes them.
//!
//! **An estimate of the cosine.** The expected share of bits that differ is the angle between the two weight vectors
//! over π (Charikar, STOC 2002). A single pair has a wide interval: at 64 bits the standard error of a distance of 32
//! is 4 bits.
//!
//! **An answer to "why".** Each column is a sum over words, so for every bit that differs there is a smallest set of
//! words that flipped it: [`explain`](crate::explain) names them. Embeddings give no such answer.
//!
//! # Not good for
//!
//! - **Short texts.** In a text of ten words, one word may decide many bits. Below a few hundred words, use a larger k,
//!   exact shingles ([`evidence`](crate::compare::evidence)), or the cosine itself, which costs little for few words.
//! - **A passage in a longer text.** The bits describe the whole. [`coverage`](crate::compare::coverage::coverage)
//!   finds what two texts share word for word, however small the part.
//! - **Order and negation.** With words as tokens, shuffling the sentences of a text changes no bit, and a "not" may
//!   change none. The [`diff`](crate::compare::diff::diff) shows these changes.
//! - **Meaning.** A translation or a paraphrase shares no words and is as far away as any other text.
//! - **Authors who know the method.** With the recipe, anyone can write a text for a given fingerprint.
//! - **Equal texts.** A plain hash finds them faster and without error.
//!
//! MinHash estimates the share of equal shingles rather than a cosine of weighted words. It needs more bytes per text,
//! and is the better choice if one text contains the other or if texts are short.
//!
//! # Choosing k
//!
//! Unrelated texts are around 32 bits apart, and rarely within 20. The distance of *your* copies depends on their
//! length and edits, so measure it: label some pairs and run `simscope evaluate`, or have `simscope calibrate` make the
//! edits.
//!
//! # Together with other programs
//!
//! A [`Recipe`](crate::simhash::Recipe) is one line of text. It can reproduce the fingerprints of eleven other programs
//! bit for bit, the crates `simhash` and `gaoya` and the Python package `simhash` among them, so archives made by them
//! can be searched here.
//!
//! ```
//! use simscope_core::simhash::Profile;
//! let recipe = Profile::find("simhash-rs").expect("it is known").recipe();
//! assert!(recipe.fingerprint("a text of theirs")?.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
