//! Memory for lists that grow with a text, requested so that a refusal by the system ends the work and not the program.
//! Only lists that can have millions of elements use it.
//!
//! Deep in a computation, a refusal cannot be handled, so it unwinds to the beginning of the work ([`within_memory`]),
//! and no panic is reported. Partly filled lists are dropped on the way.

use std::{
    collections::HashMap,
    error::Error,
    fmt,
    hash::{BuildHasher, Hash},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
};

use rayon::prelude::*;

/// The system refused memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory {
    /// The requested size in bytes.
    pub bytes: u64,
}

impl Error for NoMemory {}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the system gave no {} MB of memory", self.bytes.div_ceil(1 << 20))
    }
}

/// Does work that requests memory.
///
/// # Errors
/// [`NoMemory`] if it was refused.
pub fn within_memory<T>(work: impl FnOnce() -> T) -> Result<T, NoMemory> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|reason| match reason.downcast::<NoMemory>() {
        Ok(refused) => *refused,
        Err(panic) => resume_unwind(panic),
    })
}

fn granted(is_reserved: bool, bytes: usize) {
    if !is_reserved {
        resume_unwind(Box::new(NoMemory { bytes: bytes as u64 }));
    }
}

/// Asks for room for `more` elements, and as many again as there are if it has to grow.
#[inline]
pub fn room<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        let bytes = size_of::<T>().saturating_mul(list.len().saturating_mul(2).max(list.len().saturating_add(more)));
        granted(list.try_reserve(more).is_ok(), bytes);
    }
}

/// An empty list with room for that many.
pub fn with_room<T>(len: usize) -> Vec<T> {
    let mut list = Vec::new();
    granted(list.try_reserve_exact(len).is_ok(), size_of::<T>().saturating_mul(len));
    list
}

/// Adds an element.
#[inline]
pub fn push<T>(list: &mut Vec<T>, element: T) {
    room(list, 1);
    list.push(element);
}

/// Adds to a text.
#[inline]
pub fn push_str(text: &mut String, more: &str) {
    if text.capacity() - text.len() < more.len() {
        granted(text.try_reserve(more.len()).is_ok(), 2 * text.len() + more.len());
    }
    text.push_str(more);
}

/// Texts put together.
pub fn concat(parts: &[&str]) -> String {
    let (mut text, len) = (String::new(), parts.iter().map(|part| part.len()).sum());
    granted(text.try_reserve_exact(len).is_ok(), len);
    for part in parts {
        text.push_str(part);
    }
    text
}

/// A list of that many of one element.
pub fn filled<T: Clone>(element: T, len: usize) -> Vec<T> {
    let mut list = with_room(len);
    list.resize(len, element);
    list
}

/// The elements of an iterator.
pub fn collected<T>(elements: impl IntoIterator<Item = T>) -> Vec<T> {
    let elements = elements.into_iter();
    let mut list = with_room(elements.size_hint().0);
    for element in elements {
        push(&mut list, element);
    }
    list
}

/// The elements of a parallel iterator.
pub fn collected_in_parallel<T: Send>(elements: impl IndexedParallelIterator<Item = T>) -> Vec<T> {
    let mut list = with_room(elements.len());
    list.par_extend(elements);
    list
}

/// Asks for room for one more entry.
#[inline]
pub fn room_in<K: Eq + Hash, V, S: BuildHasher>(map: &mut HashMap<K, V, S>) {
    if map.capacity() == map.len() {
        granted(map.try_reserve(1).is_ok(), 2 * map.len() * size_of::<(K, V)>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_an_error_and_a_panic_stays_one() {
        let much = usize::MAX / 16;
        assert_eq!(within_memory(|| with_room::<u64>(much).len()), Err(NoMemory { bytes: 8 * much as u64 }));
        assert_eq!(within_memory(|| filled(7_u8, 3)), Ok(vec![7; 3]));
        assert_eq!(within_memory(|| collected((0..1000).filter(|n| n % 2 == 0)).len()), Ok(500));
        let panic = catch_unwind(|| within_memory(|| resume_unwind(Box::new("another"))));
        assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"another"));
    }
}
