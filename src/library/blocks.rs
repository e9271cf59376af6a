//! Sorted postings in blocks of bytes: (hash of a run, number of a document), as differences in few bytes.
//!
//! A block holds all postings of its hashes, so it is found by its first hash alone. Must not know where blocks are stored.

use std::iter::Peekable;

/// A hash of a run and a document that has it.
pub(super) type Posting = (u64, u32);

/// A block is ended behind so many bytes, at the next change of the hash: a page of 4,096 bytes then holds one, with its
/// number and its checksum.
const FULL: usize = 4_036;

/// A block: its first hash, and its postings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub first: u64,
    pub bytes: Vec<u8>,
}

/// Cuts postings in rising order into blocks.
pub(super) struct Blocks<I: Iterator<Item = Posting>> {
    postings: Peekable<I>,
}

impl<I: Iterator<Item = Posting>> Blocks<I> {
    pub(super) fn new(postings: I) -> Self {
        Self { postings: postings.peekable() }
    }
}

impl<I: Iterator<Item = Posting>> Iterator for Blocks<I> {
    type Item = Block;

    fn next(&mut self) -> Option<Block> {
        let &(first, _) = self.postings.peek()?;
        let mut bytes = Vec::with_capacity(FULL + 20);
        let mut last = (first, 0);
        while let Some((hash, document)) = self.postings.next_if(|&(hash, _)| bytes.len() < FULL || hash == last.0) {
            write(&mut bytes, hash - last.0);
            write(&mut bytes, u64::from(if hash == last.0 { document - last.1 } else { document }));
            last = (hash, document);
        }
        Some(Block { first, bytes })
    }
}

/// The postings of a block, in rising order; ends early where its bytes are damaged.
pub(super) fn postings(first: u64, bytes: &[u8]) -> impl Iterator<Item = Posting> {
    let (mut bytes, mut last) = (bytes, (first, 0u32));
    std::iter::from_fn(move || {
        let hash = last.0.checked_add(read(&mut bytes)?)?;
        let document = u32::try_from(read(&mut bytes)?).ok()?;
        let document = if hash == last.0 { last.1.checked_add(document)? } else { document };
        last = (hash, document);
        Some(last)
    })
}

/// Whether a block can be read to its end, and its postings rise and stay below `bits` bits.
pub(super) fn is_whole(first: u64, bytes: &[u8], bits: u32) -> bool {
    let all: Vec<Posting> = postings(first, bytes).collect();
    let again = Blocks::new(all.iter().copied()).next();
    again.is_some_and(|block| block.bytes == bytes)
        && all.is_sorted_by(|a, b| a < b)
        && all.last().is_some_and(|&(hash, _)| hash >> bits == 0)
}

/// Seven bits a byte, the least first; the highest bit says that more follow (LEB128).
fn write(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

fn read(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for at in 0..10 {
        let (&byte, others) = bytes.split_first()?;
        *bytes = others;
        value |= u64::from(byte & 0x7f).checked_shl(7 * at)?;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn postings_are_read_again(all in prop::collection::btree_set((0u64..3_000, 0u32..1 << 20), 1..6_000)) {
            let all: BTreeSet<Posting> = all;
            let blocks: Vec<Block> = Blocks::new(all.iter().copied()).collect();
            let again: Vec<Posting> =
                blocks.iter().flat_map(|block| postings(block.first, &block.bytes).collect::<Vec<_>>()).collect();
            prop_assert_eq!(again, all.into_iter().collect::<Vec<_>>());
            prop_assert!(blocks.is_sorted_by(|a, b| a.first < b.first), "each hash is in one block");
            prop_assert!(blocks.iter().all(|block| is_whole(block.first, &block.bytes, 48)));
        }

        #[test]
        fn damaged_bytes_end_early(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let _ = postings(7, &bytes).count();
            let _ = is_whole(7, &bytes, 48);
        }
    }

    #[test]
    fn a_common_hash_is_in_one_block() {
        let all = (0..10_000).map(|document| (5, document)).chain([(6, 1)]);
        assert_eq!(Blocks::new(all).count(), 2);
    }
}
