//! Passages by postings, the hash of a run and the number of a document, in sorted *segments* of blocks. A segment is
//! written once, in order; ten of a level are merged to one of the next.
//!
//! A block has differences of postings in few bytes, and all postings of its hashes. It is a row whose number is that
//! of its segment, then its first hash: so the block that has a hash is the last one up to it, one way down the tree.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap, binary_heap::PeekMut},
    iter::Peekable,
};

use rusqlite::{Connection, OptionalExtension, TransactionBehavior::Immediate, params};

use xxhash_rust::xxh3::xxh3_64;

use crate::{
    compare::coverage::WINNOWED_BITS,
    simhash::Watch,
    store::{Sharing, SharingResult, StoreError},
};

/// So many segments of a level are merged to one.
const TOGETHER: usize = 10;
/// Numbers of segments: what the number of a row has space for.
const SEGMENTS: i64 = 1 << (63 - WINNOWED_BITS);

/// A hash of a run and a document that has it.
pub(super) type Posting = (u64, u32);

/// A block is ended behind so many bytes, at the next change of the hash: a page of 4,096 bytes then holds one, with
/// its number and its checksum.
const FULL: usize = 4_036;

/// A block: its first hash, and its postings.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Block {
    first: u64,
    bytes: Vec<u8>,
}

/// Writes postings, in rising order, as a segment.
pub(super) fn write(
    connection: &Connection,
    level: u32,
    postings: impl Iterator<Item = Posting>,
) -> Result<(), StoreError> {
    let segment = free_number(connection)?;
    let mut count = 0i64;
    let mut insert = connection.prepare_cached("INSERT INTO block VALUES (?1, ?2, ?3)")?;
    for Block { first, bytes } in Blocks::new(postings.inspect(|_| count = count.saturating_add(1))) {
        insert.execute(params![row(segment, first), bytes, checksum(&bytes)])?;
    }
    drop(insert);
    if count > 0 {
        connection
            .prepare_cached("INSERT INTO segment VALUES (?1, ?2, ?3)")?
            .execute(params![segment, level, count])?;
    }
    Ok(())
}

/// The number of the next segment: above all others, so that blocks are appended to their table and no page of it is
/// written twice; the least free one when the numbers have run out.
fn free_number(connection: &Connection) -> Result<i64, StoreError> {
    let above = "SELECT coalesce(max(id) + 1, 0) FROM segment WHERE id < ?1";
    let least = "SELECT coalesce(min(id) + 1, 0) FROM (SELECT -1 AS id UNION ALL SELECT id FROM segment) \
                 WHERE id + 1 NOT IN (SELECT id FROM segment)";
    let mut segment: i64 = connection.prepare_cached(above)?.query_row([SEGMENTS], |row| row.get(0))?;
    if segment == SEGMENTS {
        segment = connection.prepare_cached(least)?.query_row([], |row| row.get(0))?;
    }
    if segment < SEGMENTS { Ok(segment) } else { Err(StoreError::Damaged("passages")) }
}

/// Merges while some level has enough segments.
pub(super) fn merge(connection: &mut Connection) -> Result<(), StoreError> {
    let full = "SELECT level FROM segment GROUP BY level HAVING count(*) >= ?1 ORDER BY level LIMIT 1";
    while let Some(level) = connection.query_row(full, [TOGETHER as i64], |row| row.get::<_, u32>(0)).optional()? {
        let transaction = connection.transaction_with_behavior(Immediate)?;
        let of_level: Vec<i64> = {
            let mut statement = transaction.prepare_cached("SELECT id FROM segment WHERE level = ?1")?;
            let rows = statement.query_map([level], |row| row.get(0))?;
            rows.collect::<Result<_, _>>()?
        };
        let next = level.checked_add(1).filter(|_| of_level.iter().all(|&segment| is_number(segment)));
        merge_to(&transaction, &of_level, next.ok_or(StoreError::Damaged("passages"))?)?;
        transaction.commit()?;
    }
    Ok(())
}

/// Merges segments to one of `level`, without the postings of documents that were removed.
pub(super) fn merge_to(connection: &Connection, segments: &[i64], level: u32) -> Result<(), StoreError> {
    let documents = Documents::all(connection)?;
    let mut sources: Vec<Source<'_>> = segments.iter().map(|&segment| Source::new(connection, segment)).collect();
    let mut heap: BinaryHeap<Reverse<(Posting, usize)>> = BinaryHeap::new();
    for (at, source) in sources.iter_mut().enumerate() {
        heap.extend(source.next()?.map(|posting| Reverse((posting, at))));
    }
    let (mut failed, mut last) = (None, None);
    let merged = std::iter::from_fn(|| {
        let mut least = heap.peek_mut()?;
        let Reverse((posting, at)) = *least;
        match sources.get_mut(at)?.next() {
            Ok(Some(next)) => *least = Reverse((next, at)),
            Ok(None) => _ = PeekMut::pop(least),
            Err(error) => failed = Some(error),
        }
        // A block from elsewhere may have the right checksum all the same.
        if last.replace(posting) >= Some(posting) || posting.0 >> WINNOWED_BITS != 0 {
            failed = Some(StoreError::Damaged("passages"));
        }
        failed.is_none().then_some(posting)
    });
    let kept = merged.filter(|(_, document)| documents.has(*document));
    write(connection, level, kept)?;
    failed.map_or(Ok(()), Err)?;
    for &segment in segments {
        let range = params![row(segment, 0), end(segment)];
        connection.prepare_cached("DELETE FROM block WHERE id >= ?1 AND id < ?2")?.execute(range)?;
        connection.prepare_cached("DELETE FROM segment WHERE id = ?1")?.execute([segment])?;
    }
    Ok(())
}

/// The numbers of the documents that were not removed, a bit each: every posting is looked up here. Bits are kept for
/// only the pages that have some, so that a great number takes no more memory than a small one.
struct Documents(Vec<Option<Box<[u64; PAGE / 64]>>>);

/// How many numbers are in a page.
const PAGE: usize = 1 << 16;

impl Documents {
    fn all(connection: &Connection) -> Result<Self, StoreError> {
        let mut pages = Vec::new();
        let mut statement = connection.prepare_cached("SELECT id FROM document ORDER BY id")?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let document: u32 = row.get(0)?;
            let [page, at] = Self::place(document);
            pages.resize_with(pages.len().max(page.saturating_add(1)), || None);
            let words = pages.get_mut(page).map(|page| page.get_or_insert_with(|| Box::new([0; PAGE / 64])));
            if let Some(word) = words.and_then(|words| words.get_mut(at / 64)) {
                *word |= 1 << (at % 64);
            }
        }
        Ok(Self(pages))
    }

    fn place(document: u32) -> [usize; 2] {
        [document as usize / PAGE, document as usize % PAGE]
    }

    fn has(&self, document: u32) -> bool {
        let [page, at] = Self::place(document);
        let word = self.0.get(page).and_then(|page| page.as_ref()?.get(at / 64));
        word.is_some_and(|word| word >> (at % 64) & 1 == 1)
    }
}

/// The postings of a segment, a block at a time.
struct Source<'a> {
    connection: &'a Connection,
    /// Rows up to this one were read.
    read: i64,
    end: i64,
    block: std::vec::IntoIter<Posting>,
}

impl<'a> Source<'a> {
    fn new(connection: &'a Connection, segment: i64) -> Self {
        Self { connection, read: row(segment, 0).saturating_sub(1), end: end(segment), block: Vec::new().into_iter() }
    }

    fn next(&mut self) -> Result<Option<Posting>, StoreError> {
        loop {
            if let Some(posting) = self.block.next() {
                return Ok(Some(posting));
            }
            let next = "SELECT id, postings, checksum FROM block WHERE id > ?1 AND id < ?2 ORDER BY id LIMIT 1";
            let mut statement = self.connection.prepare_cached(next)?;
            let found =
                statement.query_row(params![self.read, self.end], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
            let Some((id, bytes, sum)): Option<(i64, Vec<u8>, u32)> = found.optional()? else { return Ok(None) };
            if checksum(&bytes) != sum {
                return Err(StoreError::Damaged("passages"));
            }
            self.read = id;
            self.block = postings(first_of(id), &bytes).collect::<Vec<_>>().into_iter();
        }
    }
}

/// The hashes of the runs of each of these documents, whose numbers rise, in rising order: read from all blocks, as
/// these are in the order of the hashes.
pub(super) fn runs_of(connection: &Connection, numbers: &[u32]) -> Result<Vec<Vec<u64>>, StoreError> {
    let mut all: Vec<Vec<u64>> = vec![Vec::new(); numbers.len()];
    for segment in all_segments(connection)? {
        let mut source = Source::new(connection, segment);
        while let Some((hash, document)) = source.next()? {
            if let Some(runs) = numbers.binary_search(&document).ok().and_then(|at| all.get_mut(at)) {
                runs.push(hash);
            }
        }
    }
    for runs in &mut all {
        runs.sort_unstable();
    }
    Ok(all)
}

/// The documents that have a hash, in all segments, with removed ones.
fn look_up(connection: &Connection, segments: &[i64], hash: u64, found: &mut Vec<u32>) -> Result<(), StoreError> {
    let of_hash = "SELECT id, postings, checksum FROM block WHERE id >= ?1 AND id <= ?2 ORDER BY id DESC LIMIT 1";
    let mut statement = connection.prepare_cached(of_hash)?;
    for &segment in segments {
        let mut rows = statement.query(params![row(segment, 0), row(segment, hash)])?;
        let Some(block) = rows.next()? else { continue };
        let bytes = block.get_ref(1)?.as_blob().map_err(|_| StoreError::Damaged("passages"))?;
        if checksum(bytes) != block.get::<_, u32>(2)? {
            return Err(StoreError::Damaged("passages"));
        }
        documents_of(hash, first_of(block.get(0)?), bytes, found);
    }
    Ok(())
}

/// Whether the blocks of a segment are whole, and as many postings are in them as it should have.
pub(super) fn is_sound(connection: &Connection, segment: i64) -> Result<bool, StoreError> {
    if !is_number(segment) {
        return Ok(false);
    }
    let expected: i64 =
        connection.query_row("SELECT postings FROM segment WHERE id = ?1", [segment], |row| row.get(0))?;
    let of_segment = "SELECT id, postings, checksum FROM block WHERE id >= ?1 AND id < ?2 ORDER BY id";
    let mut statement = connection.prepare_cached(of_segment)?;
    let mut rows = statement.query(params![row(segment, 0), end(segment)])?;
    let (mut count, mut last) = (0_i64, None);
    while let Some(block) = rows.next()? {
        let (first, bytes): (u64, Vec<u8>) = (first_of(block.get(0)?), block.get(1)?);
        let rises = last < Some(first);
        if !rises || checksum(&bytes) != block.get::<_, u32>(2)? || !is_whole(first, &bytes, WINNOWED_BITS) {
            return Ok(false);
        }
        for (hash, _) in postings(first, &bytes) {
            count = count.saturating_add(1);
            last = Some(hash);
        }
    }
    Ok(count == expected)
}

/// The segments there are.
///
/// # Errors
/// [`StoreError::Damaged`] if one has a number that no segment has.
pub(super) fn all_segments(connection: &Connection) -> Result<Vec<i64>, StoreError> {
    let segments = numbers(connection)?;
    let sound = segments.iter().all(|&segment| is_number(segment));
    if sound { Ok(segments) } else { Err(StoreError::Damaged("passages")) }
}

/// The numbers of segments as they are stored.
pub(super) fn numbers(connection: &Connection) -> Result<Vec<i64>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT id FROM segment ORDER BY id")?;
    let rows = statement.query_map([], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn is_number(segment: i64) -> bool {
    (0..SEGMENTS).contains(&segment)
}

/// The lower half of the XXH3-64 of a block.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    xxh3_64(bytes) as u32
}

fn row(segment: i64, hash: u64) -> i64 {
    // The last segment has no next one; its end is the greatest number there is.
    segment.checked_shl(WINNOWED_BITS).filter(|row| *row >= 0).map_or(i64::MAX, |row| row | hash as i64)
}

/// The row behind all of a segment.
fn end(segment: i64) -> i64 {
    segment.checked_add(1).map_or(i64::MAX, |next| row(next, 0))
}

fn first_of(row: i64) -> u64 {
    row as u64 & ((1 << WINNOWED_BITS) - 1)
}

/// The `most` documents that share the rarest runs, the best first.
pub(super) fn sharing(
    connection: &Connection,
    runs: &[u64],
    most: usize,
    watch: &Watch,
) -> Result<SharingResult, StoreError> {
    let segments = all_segments(connection)?;
    let mut all: HashMap<u32, Sharing> = HashMap::new();
    let (mut found, mut damaged) = (Vec::new(), false);
    for &run in runs.iter().take_while(|_| !watch.stopped()) {
        found.clear();
        match look_up(connection, &segments, run, &mut found) {
            Err(StoreError::Damaged(_)) => damaged = true,
            result => result?,
        }
        let rarity = 1.0 / found.len() as f64;
        for &document in &found {
            let sharing = all.entry(document).or_insert(Sharing { document, runs: 0, score: 0.0 });
            sharing.runs = sharing.runs.saturating_add(1);
            sharing.score += rarity;
        }
    }
    let mut all: Vec<Sharing> = all.into_values().collect();
    all.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.document.cmp(&b.document)));
    let mut exists = connection.prepare_cached("SELECT 1 FROM document WHERE id = ?1")?;
    let (mut best, mut candidates) = (Vec::new(), 0_u64);
    for sharing in all {
        // It may have been removed, and its hashes not yet.
        if exists.exists([sharing.document])? {
            candidates = candidates.saturating_add(1);
            if best.len() < most {
                best.push(sharing);
            }
        }
    }
    Ok(SharingResult { best, candidates, damaged })
}

/// Cuts postings in rising order into blocks.
struct Blocks<I: Iterator<Item = Posting>> {
    postings: Peekable<I>,
}

impl<I: Iterator<Item = Posting>> Blocks<I> {
    fn new(postings: I) -> Self {
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
            // They rise.
            write_number(&mut bytes, hash.wrapping_sub(last.0));
            let before = if hash == last.0 { last.1 } else { 0 };
            write_number(&mut bytes, document.wrapping_sub(before).into());
            last = (hash, document);
        }
        Some(Block { first, bytes })
    }
}

/// The postings of a block, in rising order; ends early where its bytes are damaged.
fn postings(first: u64, bytes: &[u8]) -> impl Iterator<Item = Posting> {
    let (mut bytes, mut last) = (bytes, (first, 0u32));
    std::iter::from_fn(move || {
        let [more, document] = read_two(&mut bytes)?;
        let hash = last.0.checked_add(more)?;
        let document = u32::try_from(document).ok()?;
        let document = if hash == last.0 { last.1.checked_add(document)? } else { document };
        last = (hash, document);
        Some(last)
    })
}

/// The documents of a hash in a block. Hashes before it are skipped with no look at their documents: that is most
/// of the time of a look-up.
fn documents_of(hash: u64, first: u64, mut bytes: &[u8], found: &mut Vec<u32>) {
    let (mut at, mut last) = (first, 0u64);
    while let Some([more, document]) = read_two(&mut bytes) {
        let Some(next) = at.checked_add(more).filter(|&next| next <= hash) else { return };
        at = next;
        if at == hash {
            last = document.saturating_add(if more == 0 { last } else { 0 });
            let Ok(document) = u32::try_from(last) else { return };
            found.push(document);
        }
    }
}

/// Whether a block can be read to its end, and its postings rise and stay below `bits` bits.
fn is_whole(first: u64, bytes: &[u8], bits: u32) -> bool {
    let all: Vec<Posting> = postings(first, bytes).collect();
    let again = Blocks::new(all.iter().copied()).next();
    again.is_some_and(|block| block.bytes == bytes)
        && all.is_sorted_by(|a, b| a < b)
        && all.last().is_some_and(|&(hash, _)| hash >> bits == 0)
}

/// Seven bits a byte, the least first; the highest bit says that more follow (LEB128).
fn write_number(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// Two numbers. A look-up reads hundreds of thousands, so both are taken from eight bytes at once where they end in
/// them.
#[inline]
fn read_two(bytes: &mut &[u8]) -> Option<[u64; 2]> {
    if let Some((&eight, _)) = bytes.split_first_chunk() {
        let word = u64::from_le_bytes(eight);
        let first = !word & 0x8080_8080_8080_8080;
        let second = first & first.wrapping_sub(1);
        if second != 0 {
            // The number of the highest bit of each; that of the second is in a higher byte.
            let [first, second] = [first, second].map(u64::trailing_zeros);
            let up_to = |bit: u32| word & u64::MAX.wrapping_shr(63u32.wrapping_sub(bit));
            *bytes = bytes.get((second as usize / 8).wrapping_add(1)..)?;
            return Some([sevens(up_to(first)), sevens(up_to(second) >> 1 >> first)]);
        }
    }
    Some([read_number(bytes)?, read_number(bytes)?])
}

/// The lowest seven bits of each of eight bytes, together.
fn sevens(word: u64) -> u64 {
    let ones = word & 0x7f7f_7f7f_7f7f_7f7f;
    let pairs = ones & 0x007f_007f_007f_007f | (ones >> 1) & 0x3f80_3f80_3f80_3f80;
    let fours = pairs & 0x0000_3fff_0000_3fff | (pairs >> 2) & 0x0fff_c000_0fff_c000;
    fours & 0x0fff_ffff | (fours >> 4) & 0x00ff_ffff_f000_0000
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for at in (0..70).step_by(7) {
        let (&byte, others) = bytes.split_first()?;
        *bytes = others;
        value |= u64::from(byte & 0x7f).checked_shl(at)?;
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
            for block in &blocks {
                let inside: Vec<Posting> = postings(block.first, &block.bytes).collect();
                for hash in [block.first, inside[inside.len() / 2].0, inside[inside.len() - 1].0, inside[0].0 + 1] {
                    let mut found = Vec::new();
                    documents_of(hash, block.first, &block.bytes, &mut found);
                    let twin = inside.iter().filter(|posting| posting.0 == hash).map(|posting| posting.1);
                    prop_assert_eq!(found, twin.collect::<Vec<_>>());
                }
            }
            prop_assert!(blocks.iter().all(|block| is_whole(block.first, &block.bytes, 48)));
        }

        #[test]
        fn eight_bytes_at_once_are_read_as_one_by_one(bytes in prop::collection::vec(
            prop_oneof![any::<u8>(), 0x80u8..=0xff, 0x80u8..=0xff], 0..24,
        )) {
            let (mut at_once, mut singly) = (&bytes[..], &bytes[..]);
            loop {
                let two = read_two(&mut at_once);
                let twin = read_number(&mut singly).zip(read_number(&mut singly)).map(|(a, b)| [a, b]);
                prop_assert_eq!(two, twin);
                if two.is_none() {
                    break;
                }
                prop_assert_eq!(at_once, singly);
            }
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
