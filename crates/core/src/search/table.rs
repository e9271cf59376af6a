//! One table of an index: fingerprints in the order of their keys.

use std::ops::Range;

use super::{bits::Bits, plan::Table};
use crate::simhash::Fingerprint;

/// Fingerprints in the order of their keys, those of one key in the order of their numbers. Each is stored whole, so
/// that the candidates of a query are read one behind the other.
#[derive(Clone, Debug)]
pub(super) struct Sorted<T> {
    pub values: Vec<T>,
    pub numbers: Vec<u32>,
    /// The first fingerprint of each beginning of a key, and the end of the last.
    starts: Vec<u32>,
    /// The number of a key's last bits that are not part of such a beginning.
    shift: u8,
}

impl<T: Bits> Sorted<T> {
    /// Sorts by counting: by as many bits of the key as there are eight fingerprints for, at least; then the few that
    /// have those bits in common.
    pub(super) fn new(values: &[T], width: u8, table: &Table) -> Self {
        let first_bits = values.len().checked_ilog2().unwrap_or(0).saturating_sub(3).min(u32::from(table.bits));
        let shift = table.bits - first_bits as u8;
        let first = |value: T| first_bits_of(key(value, width, table), shift);
        let mut starts = vec![0u32; (1 << first_bits) + 1];
        for &value in values {
            starts[first(value) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut ends = starts.clone();
        let mut sorted = Self { values: values.to_vec(), numbers: vec![0; values.len()], starts, shift };
        for (&value, number) in values.iter().zip(0..) {
            let end = &mut ends[first(value)];
            sorted.values[*end as usize] = value;
            sorted.numbers[*end as usize] = number;
            *end += 1;
        }
        if shift > 0 {
            sorted.finish(width, table);
        }
        sorted
    }

    /// Its memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.values) + size_of_val(&*self.numbers) + size_of_val(&*self.starts)
    }

    /// Sorts those that have their first bits in common.
    fn finish(&mut self, width: u8, table: &Table) {
        let mut some: Vec<(u128, u32, T)> = Vec::new();
        for at in 1..self.starts.len() {
            let range = self.starts[at - 1] as usize..self.starts[at] as usize;
            let (values, numbers) = (&mut self.values[range.clone()], &mut self.numbers[range]);
            some.clear();
            some.extend(
                values.iter().zip(&*numbers).map(|(&value, &number)| (key(value, width, table), number, value)),
            );
            some.sort_unstable();
            for ((value, number), &(_, sorted, of)) in values.iter_mut().zip(numbers).zip(&some) {
                (*value, *number) = (of, sorted);
            }
        }
    }

    /// The range of the fingerprints with this key.
    pub(super) fn bucket(&self, key_wanted: u128, width: u8, table: &Table) -> Range<usize> {
        let first = first_bits_of(key_wanted, self.shift);
        let range = self.starts[first] as usize..self.starts[first + 1] as usize;
        if self.shift == 0 {
            return range;
        }
        let some = &self.values[range.clone()];
        let begin = some.partition_point(|&value| key(value, width, table) < key_wanted);
        let end = begin + some[begin..].partition_point(|&value| key(value, width, table) == key_wanted);
        range.start + begin..range.start + end
    }
}

/// A key without so many of its last bits: nothing where those are all 128.
fn first_bits_of(key: u128, shift: u8) -> usize {
    key.checked_shr(shift.into()).unwrap_or(0) as usize
}

fn key<T: Bits>(value: T, width: u8, table: &Table) -> u128 {
    table.key(Fingerprint::new(value.value(), width))
}
