//! Counts tokens: which features there are, how often, and where first.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
    ops::Range,
};

use rayon::prelude::*;

use super::{
    given::{self, GivenError},
    hash::{FeatureHash, key},
    recipe::{Recipe, Tokenizer},
    segment::{Span, pieces},
    token::{Tokens, carries},
    watch::{Stopped, Watch},
};

/// One occurrence of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Where it stands in the text.
    pub span: Span,
    /// Which feature it is: an index into the features, which stand in the order of their first places.
    pub feature: u32,
}

/// Why a text cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// It was told to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The text was to be a list of features and is none.
    #[error(transparent)]
    Given(#[from] GivenError),
}

/// A feature as counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count {
    pub(crate) name: Span,
    pub(crate) key: u64,
    pub(crate) tf: u32,
    pub(crate) first: Span,
    /// For given lists: the weight and the hash that the list names.
    pub(crate) given: f64,
    pub(crate) pinned: Option<u128>,
}

/// All features of a text, in the order of their first places. One string holds all names.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    index: HashMap<u64, u32, BuildHasherDefault<Identity>>,
    pub(crate) names: String,
    pub(crate) counts: Vec<Count>,
    pub(crate) total: u64,
    /// Every token, if wanted.
    pub(crate) tokens: Option<Vec<Token>>,
}

impl Counter {
    fn new(keep_tokens: bool) -> Self {
        Self { tokens: keep_tokens.then(Vec::new), ..Self::default() }
    }

    fn add(&mut self, name: &str, span: Span) -> &mut Count {
        let at = self.slot(key(name), name, span);
        self.total += 1;
        if let Some(tokens) = &mut self.tokens {
            tokens.push(Token { span, feature: at });
        }
        let count = &mut self.counts[at as usize];
        count.tf += 1;
        count
    }

    fn slot(&mut self, key: u64, name: &str, first: Span) -> u32 {
        *self.index.entry(key).or_insert_with(|| {
            let start = self.names.len();
            self.names.push_str(name);
            let name = Span::new(start, self.names.len());
            self.counts.push(Count { name, key, tf: 0, first, given: 0.0, pinned: None });
            self.counts.len() as u32 - 1
        })
    }

    /// Takes in what was counted further on in the text.
    fn append(&mut self, other: &Self) {
        let slots: Vec<u32> = other
            .counts
            .iter()
            .map(|count| {
                let at = self.slot(count.key, count.name.of(&other.names), count.first);
                self.counts[at as usize].tf += count.tf;
                at
            })
            .collect();
        self.total += other.total;
        if let (Some(all), Some(tokens)) = (&mut self.tokens, &other.tokens) {
            all.extend(tokens.iter().map(|t| Token { feature: slots[t.feature as usize], ..*t }));
        }
    }
}

/// How many pieces are counted side by side before they are put together, so that memory stays bounded.
const BATCH: usize = 16;

/// Counts the tokens of `text`, on all cores where the recipe allows it; the result does not depend on their number.
pub(crate) fn count(text: &str, recipe: &Recipe, keep_tokens: bool, watch: &Watch) -> Result<Counter, CountError> {
    let mut counter = Counter::new(keep_tokens);
    if recipe.tokenizer == Tokenizer::Given {
        return given_list(text, recipe, counter);
    }
    let pieces: Vec<Range<usize>> = pieces(text).collect();
    let mut tokens = Tokens::new(recipe.tokenizer, recipe.fold);
    if carries(recipe.tokenizer) || pieces.len() == 1 {
        for piece in pieces {
            watch.check()?;
            tokens.piece(text, piece.clone(), |name, span| _ = counter.add(name, span));
            watch.advance(piece.len() as u64);
        }
        tokens.finish(|name, span| _ = counter.add(name, span));
        return Ok(counter);
    }
    for batch in pieces.chunks(BATCH) {
        let parts: Vec<Counter> = batch
            .par_iter()
            .map(|piece| {
                watch.check()?;
                let mut part = Counter::new(keep_tokens);
                let mut tokens = Tokens::new(recipe.tokenizer, recipe.fold);
                tokens.piece(text, piece.clone(), |name, span| _ = part.add(name, span));
                watch.advance(piece.len() as u64);
                Ok(part)
            })
            .collect::<Result<_, Stopped>>()?;
        for part in &parts {
            counter.append(part);
        }
    }
    Ok(counter)
}

fn given_list(text: &str, recipe: &Recipe, mut counter: Counter) -> Result<Counter, CountError> {
    let mut buffer = String::new();
    for row in given::rows(text, recipe.bits)? {
        let name = super::fold::fold(row.feature.of(text), recipe.fold, &mut buffer);
        let count = counter.add(name, row.feature);
        count.given += row.weight;
        count.pinned = count.pinned.or(row.hash).or(quirk(recipe, row.weight));
    }
    Ok(counter)
}

/// The Python package adds a whole weight by repeating the hash that many times, so one below 0 adds no ones but is
/// counted in the total: the same as a row of zero bits.
fn quirk(recipe: &Recipe, weight: f64) -> Option<u128> {
    (recipe.hash == FeatureHash::Md5Low && weight < 0.0 && weight.fract() == 0.0).then_some(0)
}

/// Keys are hashes already; hashing them again would only cost time.
#[derive(Default)]
struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        // Only `write_u64` is reached by `u64` keys; this keeps the trait's promise for anything else.
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}
