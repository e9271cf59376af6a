//! Feature hashes: what turns a feature into a row of bits.

use std::hash::Hasher;

use siphasher::{sip::SipHasher24, sip128};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed, xxh3_128_with_seed};

use super::fingerprint::mask;

/// A hash function for features: XXH3 in own recipes, and the hashes of the systems that the [profiles](super::Profile)
/// reproduce.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FeatureHash {
    /// XXH3, 64 bits, with its seed: each seed is another function. Seed 0 is the hash without one.
    Xxh3_64(u64),
    /// XXH3, 128 bits, likewise.
    Xxh3_128(u64),
    /// MD5 as a 128-bit big-endian number.
    Md5,
    /// MD5 as the PyPI package simhash takes it: the *last* bits/8 bytes.
    Md5Low,
    /// The string hash of the Java class in article 003, over UTF-16 units, modulo 2^bits.
    Article003,
    /// Jenkins lookup3 `hashlittle2`, seed 0, as yanyiwu/simhash takes it: `pc` high, `pb` low.
    Lookup3,
    /// FNV-1 (not 1a), 64 bits.
    Fnv1,
    /// SipHash-2-4, 64 bits, key (0, 0), over the bytes and then 0xff, as Rust hashes a string.
    SipHash,
    /// SipHash-2-4 with the key (1, 2), as in the crate gaoya; above 64 bits SipHash-2-4 with 128.
    SipHashGaoya,
}

impl FeatureHash {
    /// All of them, in the order of the picker; of those with seeds, the seeds that have names.
    pub const ALL: [Self; 10] = [
        Self::Xxh3_64(0),
        Self::Xxh3_128(0),
        Self::Md5,
        Self::SipHash,
        Self::Fnv1,
        Self::Lookup3,
        Self::Md5Low,
        Self::Article003,
        Self::Xxh3_64(42),
        Self::SipHashGaoya,
    ];

    /// The name in a recipe, such as `xxh3-64`, without a seed.
    pub fn name(self) -> &'static str {
        match self {
            // As text-dedup takes it.
            Self::Xxh3_64(42) => "xxh3-64-seed42",
            Self::Xxh3_64(_) => "xxh3-64",
            Self::Xxh3_128(_) => "xxh3-128",
            Self::Md5 => "md5",
            Self::Md5Low => "md5-low",
            Self::Article003 => "article-003",
            Self::Lookup3 => "lookup3",
            Self::Fnv1 => "fnv1",
            Self::SipHash => "siphash",
            Self::SipHashGaoya => "siphash-gaoya",
        }
    }

    /// The largest width of its fingerprints: 64 or 128 bits.
    pub fn bits(self) -> u8 {
        match self {
            Self::Xxh3_64(_) | Self::Lookup3 | Self::Fnv1 | Self::SipHash => 64,
            Self::Xxh3_128(_) | Self::Md5 | Self::Md5Low | Self::Article003 | Self::SipHashGaoya => 128,
        }
    }

    /// The same hash with another seed; `None` if it has none.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Option<Self> {
        match self {
            Self::Xxh3_64(_) => Some(Self::Xxh3_64(seed)),
            Self::Xxh3_128(_) => Some(Self::Xxh3_128(seed)),
            _ => None,
        }
    }

    /// Hashes `feature` to `bits` bits, as a number.
    ///
    /// Own recipes take the `bits` most significant bits of the hash; [`Md5Low`](Self::Md5Low) and
    /// [`Article003`](Self::Article003) follow their systems, which take the least significant ones.
    /// `key` is the XXH3-64 of the feature, which counting has computed already.
    pub(crate) fn digest(self, feature: &str, key: u64, bits: u8) -> u128 {
        match self {
            Self::Xxh3_64(0) => top(u128::from(key), 64, bits),
            Self::Xxh3_64(seed) => top(u128::from(xxh3_64_with_seed(feature.as_bytes(), seed)), 64, bits),
            Self::Xxh3_128(seed) => top(xxh3_128_with_seed(feature.as_bytes(), seed), 128, bits),
            Self::Md5 => top(md5(feature), 128, bits),
            Self::Md5Low => md5(feature) & mask(bits),
            Self::Article003 => article_003(feature, bits),
            Self::Lookup3 => top(u128::from(lookup3(feature.as_bytes())), 64, bits),
            Self::Fnv1 => top(u128::from(fnv1(feature.as_bytes())), 64, bits),
            Self::SipHash => top(u128::from(siphash(feature, 0, 0)), 64, bits),
            Self::SipHashGaoya if bits <= 64 => top(u128::from(siphash(feature, 1, 2)), 64, bits),
            Self::SipHashGaoya => top(siphash_128(feature, 1, 2), 128, bits),
        }
    }

    /// Hashes `feature` to `bits` bits, as a number.
    ///
    /// ```
    /// use simscope_core::simhash::FeatureHash;
    /// assert_eq!(FeatureHash::Md5Low.hash("azyd", 64), 0xe3ce_b0b3_25c5_d9d9);
    /// ```
    pub fn hash(self, feature: &str, bits: u8) -> u128 {
        self.digest(feature, key(feature), bits)
    }
}

/// The key under which a feature is counted: its XXH3-64, which is also the default feature hash.
pub(crate) fn key(feature: &str) -> u64 {
    xxh3_64(feature.as_bytes())
}

fn top(value: u128, width: u8, bits: u8) -> u128 {
    value >> width.saturating_sub(bits)
}

fn md5(feature: &str) -> u128 {
    u128::from_be_bytes(md5::compute(feature).0)
}

/// Fowler, Noll and Vo's first one: multiply, then xor (FNV-1a does it the other way round).
fn fnv1(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| hash.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte))
}

/// The hash of a string in a Rust program: the byte 0xff distinguishes "ab", "c" from "a", "bc".
fn siphash(feature: &str, key0: u64, key1: u64) -> u64 {
    let mut hasher = SipHasher24::new_with_keys(key0, key1);
    hasher.write(feature.as_bytes());
    hasher.write(&[0xff]);
    hasher.finish()
}

fn siphash_128(feature: &str, key0: u64, key1: u64) -> u128 {
    use sip128::Hasher128;
    let mut hasher = sip128::SipHasher24::new_with_keys(key0, key1);
    hasher.write(feature.as_bytes());
    hasher.write(&[0xff]);
    hasher.finish128().as_u128()
}

/// `x = c0·2^7; x = (x·1000003) xor c` for each UTF-16 unit c; `xor length`; all modulo 2^bits.
///
/// The article's class returns 0 for the empty string. The length is xored after the last masking there, which shows
/// only where the length needs more bits than there are.
fn article_003(feature: &str, bits: u8) -> u128 {
    let Some(first) = feature.encode_utf16().next() else { return 0 };
    let start = u128::from(first) << 7;
    let (hash, length) = feature
        .encode_utf16()
        .fold((start, 0u128), |(x, length), unit| (x.wrapping_mul(1_000_003) ^ u128::from(unit), length + 1));
    (hash ^ length) & mask(bits)
}

/// Bob Jenkins's lookup3, `hashlittle2` with both seeds 0, byte by byte as for unaligned input (public domain, 2006).
fn lookup3(bytes: &[u8]) -> u64 {
    let start = 0xdead_beef_u32.wrapping_add(bytes.len() as u32);
    let [mut a, mut b, mut c] = [start; 3];
    let mut rest = bytes;
    while rest.len() > 12 {
        let (block, after) = rest.split_at(12);
        let [x, y, z] = words(block);
        a = a.wrapping_add(x);
        b = b.wrapping_add(y);
        c = c.wrapping_add(z);
        a = a.wrapping_sub(c) ^ c.rotate_left(4);
        c = c.wrapping_add(b);
        b = b.wrapping_sub(a) ^ a.rotate_left(6);
        a = a.wrapping_add(c);
        c = c.wrapping_sub(b) ^ b.rotate_left(8);
        b = b.wrapping_add(a);
        a = a.wrapping_sub(c) ^ c.rotate_left(16);
        c = c.wrapping_add(b);
        b = b.wrapping_sub(a) ^ a.rotate_left(19);
        a = a.wrapping_add(c);
        c = c.wrapping_sub(b) ^ b.rotate_left(4);
        b = b.wrapping_add(a);
        rest = after;
    }
    if !rest.is_empty() {
        let mut block = [0; 12];
        block[..rest.len()].copy_from_slice(rest);
        let [x, y, z] = words(&block);
        a = a.wrapping_add(x);
        b = b.wrapping_add(y);
        c = c.wrapping_add(z);
        c = (c ^ b).wrapping_sub(b.rotate_left(14));
        a = (a ^ c).wrapping_sub(c.rotate_left(11));
        b = (b ^ a).wrapping_sub(a.rotate_left(25));
        c = (c ^ b).wrapping_sub(b.rotate_left(16));
        a = (a ^ c).wrapping_sub(c.rotate_left(4));
        b = (b ^ a).wrapping_sub(a.rotate_left(14));
        c = (c ^ b).wrapping_sub(b.rotate_left(24));
    }
    u64::from(c) << 32 | u64::from(b)
}

fn words(block: &[u8]) -> [u32; 3] {
    let word = |at: usize| {
        (0..4).fold(0, |word, byte| word | u32::from(block.get(at + byte).copied().unwrap_or(0)) << (8 * byte))
    };
    [word(0), word(4), word(8)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lookup3_of_nothing_is_its_constant() {
        assert_eq!(lookup3(b""), 0xdead_beef_dead_beef);
    }

    #[test]
    fn each_seed_is_another_hash_and_seed_0_the_one_without() {
        for feature in ["", "word", "汉明距离"] {
            let of = |hash: FeatureHash, seed| hash.with_seed(seed).unwrap().hash(feature, hash.bits());
            for (hash, plain) in [
                (FeatureHash::Xxh3_64(7), u128::from(xxh3_64(feature.as_bytes()))),
                (FeatureHash::Xxh3_128(7), xxhash_rust::xxh3::xxh3_128(feature.as_bytes())),
            ] {
                assert_eq!(of(hash, 0), plain);
                assert_ne!(of(hash, 1), of(hash, 2));
            }
        }
        assert_eq!(FeatureHash::Md5.with_seed(1), None);
    }

    #[test]
    fn own_recipes_take_the_most_significant_bits() {
        let whole = FeatureHash::Xxh3_64(0).hash("word", 64);
        assert_eq!(FeatureHash::Xxh3_64(0).hash("word", 6), whole >> 58);
        assert_eq!(FeatureHash::Md5.hash("word", 128) >> 125, FeatureHash::Md5.hash("word", 3));
    }
}
