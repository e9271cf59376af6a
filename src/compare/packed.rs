//! What comparing needs of a text, as bytes and back, so that a text that was examined once need not be again.
//!
//! Numbers are little-endian; long lists of hashes stand as they are, since they are most of it and have to be read
//! fast. The bytes may come from anywhere: whatever is read is checked as far as anything relies on it, and a list is
//! only made once as many bytes are there as it takes.

use std::sync::Arc;

use super::{
    coverage::{RunLength, Windows},
    pair::Subject,
};
use crate::simhash::{Fingerprint, Fixed};

/// Bytes being written.
#[derive(Debug, Default)]
pub struct Packer(Vec<u8>);

impl Packer {
    /// What was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// One byte.
    pub fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// 64 bits.
    pub fn long(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    /// A number that is mostly small, in as few bytes as it needs: seven bits each, the lowest first.
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// A float, bit for bit.
    pub fn float(&mut self, number: f64) {
        self.long(number.to_bits());
    }

    /// How many bytes, and the bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// How many, and each in eight bytes.
    pub fn longs(&mut self, numbers: impl ExactSizeIterator<Item = u64>) {
        self.number(numbers.len() as u64);
        self.0.reserve(numbers.len() * 8);
        numbers.for_each(|number| self.long(number));
    }

    /// How many, and each in four bytes.
    pub fn words(&mut self, numbers: &[u32]) {
        self.number(numbers.len() as u64);
        self.0.reserve(numbers.len() * 4);
        for number in numbers {
            self.0.extend_from_slice(&number.to_le_bytes());
        }
    }
}

/// Bytes being read; everything is `None` where they end too early or do not hold.
#[derive(Debug)]
pub struct Unpacker<'a>(&'a [u8]);

impl<'a> Unpacker<'a> {
    /// Of those bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Whether nothing is left.
    pub fn is_done(&self) -> bool {
        self.0.is_empty()
    }

    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(n)?;
        self.0 = rest;
        Some(taken)
    }

    /// One byte.
    pub fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    /// 64 bits.
    pub fn long(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    /// As [`Packer::number`] writes it.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            if part << shift >> shift != part {
                return None;
            }
            number |= part << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A number that fits what this machine can count.
    pub fn count(&mut self) -> Option<usize> {
        self.number()?.try_into().ok()
    }

    /// A float, bit for bit.
    pub fn float(&mut self) -> Option<f64> {
        self.long().map(f64::from_bits)
    }

    /// As [`Packer::bytes`] writes them.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let n = self.count()?;
        self.take(n)
    }

    fn each<const N: usize>(&mut self) -> Option<impl ExactSizeIterator<Item = [u8; N]> + 'a> {
        let n = self.count()?;
        let bytes = self.take(n.checked_mul(N)?)?;
        Some(bytes.as_chunks::<N>().0.iter().copied())
    }

    /// As [`Packer::longs`] writes them.
    pub fn longs(&mut self) -> Option<Vec<u64>> {
        Some(self.each()?.map(u64::from_le_bytes).collect())
    }

    /// As [`Packer::words`] writes them.
    pub fn words(&mut self) -> Option<Vec<u32>> {
        Some(self.each()?.map(u32::from_le_bytes).collect())
    }
}

impl Subject {
    /// Writes all but the fingerprint.
    pub fn pack(&self, run: RunLength, to: &mut Packer) {
        let (vector, norm) = self.vector();
        to.float(norm);
        to.longs(vector.iter().map(|&(key, _)| key));
        to.longs(vector.iter().map(|&(_, weight)| weight as u64));
        self.windows().pack(run, to);
    }

    /// Reads back what [`pack`](Self::pack) wrote of a text that was examined with runs of that length; `None` where it
    /// cannot be what was written.
    pub fn unpack(
        from: &mut Unpacker<'_>,
        text: &str,
        run: RunLength,
        fingerprint: Option<Fingerprint>,
    ) -> Option<Self> {
        let norm = from.float().filter(|norm| norm.is_finite() && *norm >= 0.0)?;
        let (keys, weights) = (from.longs()?, from.longs()?);
        if keys.len() != weights.len() || !keys.is_sorted() {
            return None;
        }
        // Products of two vectors are added in 128 bits, which is enough for all whose weights add up to 63.
        let weights: Vec<Fixed> = weights.into_iter().map(|weight| weight as Fixed).collect();
        weights.iter().try_fold(0i64, |sum, weight| sum.checked_add_unsigned(weight.unsigned_abs()))?;
        let vector = keys.into_iter().zip(weights).collect();
        let windows = Windows::unpack(from, text, run)?;
        Some(Self::of_parts(fingerprint, (vector, norm), Arc::new(windows)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        compare::{
            Examined,
            pair::{compare, cosine},
        },
        simhash::Recipe,
    };

    fn examined(text: &str, run: RunLength) -> Arc<Subject> {
        Examined::outline(text, &Recipe::default(), run).unwrap().subject
    }

    fn packed(subject: &Subject, run: RunLength) -> Vec<u8> {
        let mut packer = Packer::default();
        subject.pack(run, &mut packer);
        packer.into_bytes()
    }

    proptest! {
        #[test]
        fn numbers_are_read_as_they_were_written(numbers in proptest::collection::vec(any::<u64>(), 0..9), shift in 0u32..64) {
            let mut packer = Packer::default();
            for number in &numbers {
                packer.number(number >> shift);
            }
            packer.longs(numbers.iter().copied());
            let bytes = packer.into_bytes();
            let mut from = Unpacker::new(&bytes);
            for number in &numbers {
                prop_assert_eq!(from.number(), Some(number >> shift));
            }
            prop_assert_eq!(from.longs(), Some(numbers));
            prop_assert!(from.is_done());
        }

        #[test]
        fn a_subject_is_read_as_it_was_written(
            texts in proptest::array::uniform2("([甲乙丙丁]{1,4}|lamp |don't stop, |café\u{301} |x１Ⅳ |，|\n|🙂){0,30}"),
            han in 1u32..9,
            words in 1u32..6,
        ) {
            let run = RunLength { han, words };
            let [a, b] = texts.each_ref().map(|text| examined(text, run));
            let again = |subject: &Subject, text: &str| {
                let bytes = packed(subject, run);
                let mut from = Unpacker::new(&bytes);
                let read = Subject::unpack(&mut from, text, run, subject.fingerprint).expect("what was written");
                assert!(from.is_done());
                assert_eq!(packed(&read, run), bytes);
                read
            };
            let (c, d) = (again(&a, &texts[0]), again(&b, &texts[1]));
            prop_assert_eq!(format!("{a:?}"), format!("{c:?}"), "every number is the same");
            prop_assert_eq!(compare([0, 1], &a, &b, false), compare([0, 1], &c, &d, false));
            prop_assert_eq!(cosine(&a, &b), cosine(&c, &d));
        }

        #[test]
        fn what_is_cut_or_damaged_is_none_or_sound(
            text in "([甲乙丙]{1,4}|lamp |don't |，){0,30}",
            at in any::<prop::sample::Index>(),
            value in any::<u8>(),
        ) {
            let run = RunLength { han: 3, words: 2 };
            let subject = examined(&text, run);
            let mut bytes = packed(&subject, run);
            for cut in 0..bytes.len() {
                prop_assert!(Subject::unpack(&mut Unpacker::new(&bytes[..cut]), &text, run, None).is_none());
            }
            let at = at.index(bytes.len());
            bytes[at] = value;
            // Whatever is believed can be worked with.
            if let Some(read) = Subject::unpack(&mut Unpacker::new(&bytes), &text, run, None) {
                compare([0, 1], &read, &subject, false);
                compare([0, 1], &read, &read, false);
                _ = cosine(&read, &read);
            }
        }

        #[test]
        fn anything_at_all_is_refused_or_sound(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let run = RunLength::default();
            if let Some(read) = Subject::unpack(&mut Unpacker::new(&bytes), "灯塔 lamp", run, None) {
                compare([0, 1], &read, &read, false);
            }
        }
    }

    #[test]
    fn a_count_is_not_believed_before_its_bytes_are_there() {
        let mut packer = Packer::default();
        packer.number(u64::MAX >> 1);
        let bytes = packer.into_bytes();
        assert_eq!(Unpacker::new(&bytes).longs(), None);
        assert_eq!(Unpacker::new(&bytes).words(), None);
        assert_eq!(Unpacker::new(&bytes).bytes(), None);
    }
}
