//! The row keys of article 004: 4 bytes of a segment | 1 byte that says of which | the fingerprint | the document.
//!
//! A look-up is one range of keys for each table of the [`Plan`], and the order of the bytes is the order of any
//! ordered store. The segment is the key of the table, of more than 32 bits the first 32; the flag is the number of the
//! table, from 1. All numbers are big-endian. Must not know where the keys are stored.

use super::{Identity, StoredDocument};
use crate::{
    search::{Plan, Table},
    simhash::Fingerprint,
};

/// Bytes of segment and flag.
pub(super) const BEGINNING: usize = 5;
/// Bytes of a document's number.
const DOCUMENT: usize = 4;

impl Identity {
    /// The number of blocks into which a fingerprint is cut for the row keys.
    pub(crate) fn block_count(&self) -> usize {
        self.plan.as_ref().map_or(0, |plan| plan.blocks().len())
    }

    /// The blocks of a document's fingerprint as hexadecimal digits; none if it has no fingerprint.
    pub(crate) fn blocks_of(&self, document: &StoredDocument) -> Vec<String> {
        let Some((plan, fingerprint)) = self.plan.as_ref().zip(document.fingerprint) else { return Vec::new() };
        let block = |table: &Table| {
            format!("{:0digits$x}", table.key(fingerprint), digits = usize::from(table.bits.div_ceil(4)))
        };
        plan.tables().iter().map(block).collect()
    }

    /// The row keys of a document, one a table; none if it has no fingerprint.
    pub(crate) fn row_keys_of(&self, document: &StoredDocument) -> Vec<Vec<u8>> {
        let of = self.plan.as_ref().zip(document.fingerprint);
        of.map_or_else(Vec::new, |(plan, fingerprint)| row_keys(plan, fingerprint, document.id).collect())
    }
}

/// The keys of a document, one a table.
pub(super) fn row_keys(plan: &Plan, fingerprint: Fingerprint, document: u32) -> impl Iterator<Item = Vec<u8>> {
    let end = [to_bytes(fingerprint), document.to_be_bytes().to_vec()].concat();
    beginnings(plan, fingerprint).map(move |beginning| [&beginning[..], &end].concat())
}

/// For each table the keys that have its segment in common with a fingerprint: from the first on, and before the
/// second.
pub(super) fn ranges(plan: &Plan, fingerprint: Fingerprint) -> impl Iterator<Item = [Vec<u8>; 2]> {
    beginnings(plan, fingerprint).map(|beginning| {
        let mut end = beginning;
        // A flag is never the last byte there is: a plan has fewer tables.
        if let Some(flag) = end.last_mut() {
            *flag = flag.saturating_add(1);
        }
        [beginning.to_vec(), end.to_vec()]
    })
}

/// The fingerprint and the document of a key; `None` where it is no key of fingerprints so wide.
pub(super) fn parse(key: &[u8], width: u8) -> Option<(Fingerprint, u32)> {
    let fingerprint = key.get(BEGINNING..key.len().checked_sub(DOCUMENT)?)?;
    let document = key.last_chunk::<DOCUMENT>()?;
    Some((from_bytes(fingerprint, width)?, u32::from_be_bytes(*document)))
}

/// A fingerprint in as many bytes as it needs.
pub(super) fn to_bytes(fingerprint: Fingerprint) -> Vec<u8> {
    let bytes = fingerprint.value().to_be_bytes();
    bytes.iter().skip(bytes.len().saturating_sub(byte_count(fingerprint.width()))).copied().collect()
}

/// The fingerprint of these bytes; `None` where they are of another width.
pub(super) fn from_bytes(bytes: &[u8], width: u8) -> Option<Fingerprint> {
    let value = bytes.iter().fold(0, |value: u128, &byte| value << 8 | u128::from(byte));
    let fits = bytes.len() == byte_count(width) && value.checked_shr(width.into()).unwrap_or(0) == 0;
    fits.then(|| Fingerprint::new(value, width))
}

fn byte_count(width: u8) -> usize {
    usize::from(width.div_ceil(8))
}

/// Segment and flag of the key in each table.
pub(super) fn beginnings(plan: &Plan, fingerprint: Fingerprint) -> impl Iterator<Item = [u8; BEGINNING]> {
    plan.tables().iter().zip(1u8..).map(move |(table, flag)| {
        let segment = (table.key(fingerprint) >> table.bits.saturating_sub(32)) as u32;
        let [a, b, c, d] = segment.to_be_bytes();
        [a, b, c, d, flag]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        use std::fmt::Write as _;
        bytes.iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").expect("writing to a string");
            hex
        })
    }

    #[test]
    fn keys_are_those_of_article_004() {
        let fingerprint = Fingerprint::new(0x08df_1ba8_d384_a85f, 64);
        let four = Plan::within(64, 3, 1).unwrap();
        let keys: Vec<String> = row_keys(&four, fingerprint, 7).map(|key| hex(&key)).collect();
        assert_eq!(
            keys,
            [
                "000008df".to_owned() + "01" + "08df1ba8d384a85f" + "00000007",
                "00001ba8".to_owned() + "02" + "08df1ba8d384a85f" + "00000007",
                "0000d384".to_owned() + "03" + "08df1ba8d384a85f" + "00000007",
                "0000a85f".to_owned() + "04" + "08df1ba8d384a85f" + "00000007",
            ]
        );
        let ten = Plan::within(64, 3, 2).unwrap();
        assert_eq!(row_keys(&ten, fingerprint, 7).count(), 10);
        for key in row_keys(&ten, fingerprint, 7) {
            assert_eq!(parse(&key, 64), Some((fingerprint, 7)));
        }
    }

    #[test]
    fn a_range_holds_the_keys_of_its_segment_alone() {
        let [a, b, c] = [0x08df_1ba8_d384_a85f, 0x08df_ffff_ffff_ffff, 0x08e0_1ba8_d384_a85f]
            .map(|value| Fingerprint::new(value, 64));
        let plan = Plan::within(64, 3, 1).unwrap();
        let [from, to] = ranges(&plan, a).next().unwrap();
        let first = |fingerprint| row_keys(&plan, fingerprint, u32::MAX).next().unwrap();
        let within = |key: Vec<u8>| (&from..&to).contains(&&key);
        assert_eq!([a, b, c].map(|one| within(first(one))), [true, true, false]);
    }

    #[test]
    fn other_widths_are_read_again_and_damage_is_not() {
        for (value, width) in [(0b101, 3), (0xfff, 12), (u128::MAX, 128), (1 << 100, 128)] {
            let fingerprint = Fingerprint::new(value, width);
            assert_eq!(from_bytes(&to_bytes(fingerprint), width), Some(fingerprint));
        }
        assert_eq!(from_bytes(&[0xff], 3), None);
        assert_eq!(from_bytes(&[1, 2], 64), None);
        assert_eq!(parse(&[0; 8], 64), None);
        assert_eq!(parse(&[], 64), None);
    }
}
