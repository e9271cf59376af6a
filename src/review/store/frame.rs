//! How records stand in a pack: each in a frame with the lengths and hashes of its two parts, what tells the file and what
//! came of it.

use std::{
    fs::File,
    io::{self, BufReader, ErrorKind, Read},
};

use xxhash_rust::xxh3::xxh3_64;

use super::record::Head;

/// What a pack begins with, before its key.
const MAGIC: &[u8; 8] = b"simscpk1";
/// Where its first record stands.
pub(super) const START: u64 = 24;
/// Two lengths of four bytes and two hashes.
const FRAME: u64 = 24;
/// No path is longer.
const LONGEST_HEAD: u64 = 1 << 16;

/// Where a record's body lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub at: u64,
    pub len: u32,
    hash: u64,
}

impl Body {
    /// Whether these are its bytes.
    pub fn is(self, bytes: &[u8]) -> bool {
        bytes.len() == self.len as usize && xxh3_64(bytes) == self.hash
    }
}

/// How a pack of that key begins.
pub(super) fn start(key: u128) -> [u8; START as usize] {
    let mut start = [0; START as usize];
    start[..8].copy_from_slice(MAGIC);
    start[8..].copy_from_slice(&key.to_le_bytes());
    start
}

/// How long a frame is.
pub(super) fn length(head: usize, body: Body) -> u64 {
    FRAME + head as u64 + u64::from(body.len)
}

/// A record as it is written.
pub(super) fn frame(head: &[u8], body: &[u8]) -> io::Result<Vec<u8>> {
    let too_long = |_| io::Error::from(ErrorKind::InvalidInput);
    let lengths = [head.len(), body.len()].map(u32::try_from);
    let [head_len, body_len] = [lengths[0].map_err(too_long)?, lengths[1].map_err(too_long)?];
    let mut frame = Vec::with_capacity(FRAME as usize + head.len() + body.len());
    frame.extend_from_slice(&head_len.to_le_bytes());
    frame.extend_from_slice(&body_len.to_le_bytes());
    frame.extend_from_slice(&xxh3_64(body).to_le_bytes());
    // The first hash holds for all before the body, the second one among it.
    let mut sum = frame.clone();
    sum.extend_from_slice(head);
    frame.extend_from_slice(&xxh3_64(&sum).to_le_bytes());
    frame.extend_from_slice(head);
    frame.extend_from_slice(body);
    Ok(frame)
}

/// The record that begins at `at`, with the reader left behind it; `None` where none is whole there.
pub(super) fn next(reader: &mut BufReader<&File>, at: u64, size: u64) -> io::Result<Option<(Head, Body)>> {
    if size - at < FRAME {
        return Ok(None);
    }
    let mut fixed = [0; FRAME as usize];
    if let Err(error) = reader.read_exact(&mut fixed) {
        return ended(error);
    }
    let mut numbers = fixed.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
    let [lengths, body_hash, head_hash] = [(); 3].map(|()| numbers.next().unwrap_or(0));
    let (head_len, body_len) = (lengths & u64::from(u32::MAX), lengths >> 32);
    if head_len > LONGEST_HEAD || size - at - FRAME < head_len + body_len {
        return Ok(None);
    }
    let mut sum = fixed[..16].to_vec();
    sum.resize(16 + head_len as usize, 0);
    if let Err(error) = reader.read_exact(&mut sum[16..]) {
        return ended(error);
    }
    if xxh3_64(&sum) != head_hash {
        return Ok(None);
    }
    let Some(head) = Head::unpack(&sum[16..]) else { return Ok(None) };
    reader.seek_relative(body_len as i64)?;
    Ok(Some((head, Body { at: at + FRAME + head_len, len: body_len as u32, hash: body_hash })))
}

/// Another program may have cut off meanwhile what was not whole.
fn ended<T>(error: io::Error) -> io::Result<Option<T>> {
    if error.kind() == ErrorKind::UnexpectedEof { Ok(None) } else { Err(error) }
}
