//! Counts tokens: the features, their numbers of occurrences, and their first places.
//!
//! The XXH3-64 of a token is its key for counting, its key in the IDF table and the default feature hash. No string is
//! allocated for a token; one string contains the names of all features.
//!
//! A thread keeps its counter; only a thread that takes half of another's pieces starts a new one ([`side_by_side`]).
//! Two counters contain most words twice, so this limits the memory of the fast path.

mod slots;

#[cfg(feature = "chinese")]
use std::convert::Infallible;
use std::{
    error::Error,
    fmt,
    ops::Range,
    sync::{Mutex, PoisonError},
};

use slots::Slots;

use super::{
    blank::blanked,
    given::{self, GivenError},
    hash::{FeatureHash, key},
    recipe::{Recipe, Tokenizer},
    segment::{Span, line_pieces, pieces},
    skeleton::Skeleton,
    token::{Tokens, carries, cuts_words, ends_with_words},
    watch::{Stopped, Watch},
};
use crate::room;

/// One occurrence of a feature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    /// Its place in the text.
    pub(crate) span: Span,
    /// Which feature it is: an index into the features, which are in the order of their first places.
    pub(crate) feature: u32,
}

/// Why a text cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountError {
    /// It was stopped by its [`Watch`].
    Stopped(Stopped),
    /// The recipe expects a list of features, and the text is not one.
    Given(GivenError),
    /// The recipe cuts words, the text has Chinese ones, and simscope was built without the feature `chinese`.
    NoChinese(NoChinese),
}

impl Error for CountError {}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped(stopped) => stopped.fmt(f),
            Self::Given(error) => error.fmt(f),
            Self::NoChinese(error) => error.fmt(f),
        }
    }
}

impl From<Stopped> for CountError {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<NoChinese> for CountError {
    fn from(error: NoChinese) -> Self {
        Self::NoChinese(error)
    }
}

/// The text has Chinese words, which only a build with the feature `chinese` can cut: an error, never other bits. Such
/// a build has no value of this type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoChinese(#[cfg(feature = "chinese")] pub Infallible);

impl NoChinese {
    #[cfg(feature = "chinese")]
    #[expect(clippy::unnecessary_wraps, reason = "it fails without the feature")]
    pub(crate) fn check(_: &str) -> Result<(), Self> {
        Ok(())
    }

    /// Fails on a text with Han characters.
    #[cfg(not(feature = "chinese"))]
    pub(crate) fn check(text: &str) -> Result<(), Self> {
        if text.contains(super::is_han) { Err(Self()) } else { Ok(()) }
    }
}

impl Error for NoChinese {}

impl fmt::Display for NoChinese {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the text has Chinese words; build simscope with the feature chinese to cut them, or take a recipe that \
             cuts no words, such as one with chars:2",
        )
    }
}

impl From<GivenError> for CountError {
    fn from(error: GivenError) -> Self {
        Self::Given(error)
    }
}

/// A feature as counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FeatureCount {
    pub(crate) name: Span,
    pub(crate) key: u64,
    pub(crate) tf: u32,
    pub(crate) first: Span,
}

/// The weight and the hash that a given list names for a feature.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct GivenFeature {
    pub(crate) weight: f64,
    pub(crate) hash: Option<u128>,
}

/// All features of a text, in the order of their first places. One string contains all names.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    slots: Slots,
    pub(crate) names: String,
    pub(crate) counts: Vec<FeatureCount>,
    /// Weight and hash of each from a given list; else empty.
    pub(crate) given: Vec<GivenFeature>,
    pub(crate) total: u64,
    /// Every token, if wanted.
    pub(crate) tokens: Option<Vec<Token>>,
}

impl Counter {
    fn new(keep_tokens: bool) -> Self {
        Self { tokens: keep_tokens.then(Vec::new), ..Self::default() }
    }

    fn add(&mut self, name: &str, span: Span) -> u32 {
        let at = self.add_all(key(name), 1, span, name);
        self.total += 1;
        if let Some(tokens) = &mut self.tokens {
            room::push(tokens, Token { span, feature: at });
        }
        at
    }

    /// Counts a feature `tf` times over; the number of it.
    fn add_all(&mut self, key: u64, tf: u32, first: Span, name: &str) -> u32 {
        let slot = self.slots.slot(key, || {
            let start = self.names.len();
            room::push_str(&mut self.names, name);
            let name = Span::new(start, self.names.len());
            room::push(&mut self.counts, FeatureCount { name, key, tf: 0, first });
        });
        slot.tf += tf;
        slot.number()
    }

    /// Adds the counts of a later part of the text.
    fn append(mut self, other: &Self) -> Self {
        let tf = other.tf();
        let add =
            |(count, tf): (&FeatureCount, u32)| self.add_all(count.key, tf, count.first, count.name.of(&other.names));
        let slots: Vec<u32> = room::collected(other.counts.iter().zip(tf).map(add));
        self.total += other.total;
        if let (Some(all), Some(tokens)) = (&mut self.tokens, &other.tokens) {
            room::room(all, tokens.len());
            all.extend(tokens.iter().map(|t| Token { feature: slots[t.feature as usize], ..*t }));
        }
        self
    }

    /// The numbers of occurrences, in the order of the counts.
    fn tf(&self) -> Vec<u32> {
        let mut all = room::filled(0, self.counts.len());
        for slot in self.slots.all() {
            all[slot.number() as usize] = slot.tf;
        }
        all
    }

    /// Writes the numbers of occurrences down, at the end.
    fn finished(mut self) -> Self {
        let tf = self.tf();
        self.counts.iter_mut().zip(tf).for_each(|(count, tf)| count.tf = tf);
        self.slots = Slots::default();
        self
    }
}

/// Counts the tokens of `text`, on all cores where the recipe allows it; the result does not depend on their number.
pub(crate) fn count(text: &str, recipe: &Recipe, keep_tokens: bool, watch: &Watch) -> Result<Counter, CountError> {
    if recipe.tokenizer == Tokenizer::Given {
        return given_list(text, recipe, Counter::new(keep_tokens)).map(Counter::finished);
    }
    let skeleton = Skeleton::folded(text, recipe.fold);
    let mut counter = count_read(skeleton.text(), recipe, keep_tokens, watch)?;
    if skeleton.is_shifted() {
        let tokens = counter.tokens.iter_mut().flatten().map(|token| &mut token.span);
        for span in tokens.chain(counter.counts.iter_mut().map(|count| &mut count.first)) {
            *span = skeleton.original(*span);
        }
    }
    Ok(counter)
}

/// Counts the tokens of a text as it is read. Text that does not count is blanked piece by piece, so that a long text
/// is not copied; only for tokens that extend across pieces, the whole text is blanked at once.
fn count_read(text: &str, recipe: &Recipe, keep_tokens: bool, watch: &Watch) -> Result<Counter, CountError> {
    if cuts_words(recipe.tokenizer) {
        NoChinese::check(text)?;
    }
    let tokens = || Tokens::new(recipe.tokenizer, recipe.fold);
    let empty = Counter::new(keep_tokens);
    let pieces: Vec<Range<usize>> = if ends_with_words(recipe.tokenizer) {
        room::collected(pieces(text))
    } else {
        room::collected(line_pieces(text))
    };
    let counter = if carries(recipe.tokenizer) {
        let text = blanked(text, recipe.fold);
        let mut tokens = tokens();
        let count = |mut counter: Counter, piece: &Range<usize>| -> Result<_, Stopped> {
            watch.check()?;
            tokens.piece(&text, piece.clone(), |name, span| _ = counter.add(name, span));
            watch.advance(piece.len() as u64);
            Ok(counter)
        };
        let mut counter = pieces.iter().try_fold(empty, count)?;
        tokens.finish(|name, span| _ = counter.add(name, span));
        counter
    } else {
        side_by_side(empty, &pieces, &|mut counter, piece| {
            watch.check()?;
            let read = blanked(&text[piece.clone()], recipe.fold);
            tokens().piece(&read, 0..read.len(), |name, span| _ = counter.add(name, span.moved(piece.start)));
            watch.advance(piece.len() as u64);
            Ok(counter)
        })?
    };
    Ok(counter.finished())
}

/// Counts `pieces` in addition to `counter`. A thread that is done early takes the later half of another's remaining
/// pieces, and only then starts another counter, to be merged with the other: features in two counters take memory
/// twice.
fn side_by_side(
    counter: Counter,
    pieces: &[Range<usize>],
    count: &(impl Fn(Counter, &Range<usize>) -> Result<Counter, Stopped> + Sync),
) -> Result<Counter, Stopped> {
    if pieces.len() <= 1 {
        return pieces.iter().try_fold(counter, count);
    }
    let (left, right) = pieces.split_at(pieces.len() / 2);
    let empty = Counter::new(counter.tokens.is_some());
    let handed_on = Mutex::new(None);
    let hand_on = |counter| *handed_on.lock().unwrap_or_else(PoisonError::into_inner) = counter;
    let take = || handed_on.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (before, after) = rayon::join_context(
        |_| side_by_side(counter, left, count).map(|counter| hand_on(Some(counter))),
        // Not taken by another thread, it comes after the left half, and goes on with its counter.
        |context| {
            let counter = if context.migrated() { None } else { take() };
            side_by_side(counter.unwrap_or(empty), right, count)
        },
    );
    before?;
    let after = after?;
    Ok(match take() {
        Some(before) => before.append(&after),
        None => after,
    })
}

fn given_list(text: &str, recipe: &Recipe, mut counter: Counter) -> Result<Counter, CountError> {
    let mut buffer = String::new();
    for row in given::rows(text, recipe.bits)? {
        let name = super::fold::fold(row.feature.of(text), recipe.fold, &mut buffer);
        let at = counter.add(name, row.feature) as usize;
        if at == counter.given.len() {
            room::push(&mut counter.given, GivenFeature::default());
        }
        let given = &mut counter.given[at];
        given.weight += row.weight;
        given.hash = given.hash.or(row.hash).or(quirk(recipe, row.weight));
    }
    Ok(counter)
}

/// The Python package adds a whole weight by repeating the hash that many times, so one below 0 adds no ones but is
/// counted in the total: the same as a row of zero bits.
fn quirk(recipe: &Recipe, weight: f64) -> Option<u128> {
    (recipe.hash == FeatureHash::Md5Low && weight < 0.0 && weight.fract() == 0.0).then_some(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_threads_does_not_matter() {
        let text = (0..3000u64).map(|n| (n * n % 611).to_string()).collect::<Vec<_>>().join(" ");
        let mut end = 0;
        let words = text.split_inclusive(' ').map(|word| {
            end += word.len();
            end - word.len()..end
        });
        let words: Vec<Range<usize>> = words.collect();
        let count = |mut counter: Counter, word: &Range<usize>| {
            counter.add(text[word.clone()].trim_end(), Span::new(word.start, word.end));
            Ok(counter)
        };
        let counted = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let counter = pool.install(|| side_by_side(Counter::new(true), &words, &count)).unwrap().finished();
            assert_eq!(counter.counts.iter().map(|count| u64::from(count.tf)).sum::<u64>(), counter.total);
            format!("{:?}", (counter.names, counter.counts, counter.total, counter.tokens))
        };
        let alone = counted(1);
        for threads in [2, 3, 8] {
            assert_eq!(counted(threads), alone, "{threads} threads");
        }
        let stopped = side_by_side(Counter::new(true), &words, &|_, _| Err(Stopped));
        assert!(stopped.is_err(), "what fails in one piece fails as a whole");
    }
}
