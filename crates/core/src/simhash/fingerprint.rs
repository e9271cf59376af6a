//! The fingerprint: b bits, and the distance between two of them.

use std::fmt;

/// A fingerprint of 3 to 128 bits.
///
/// Columns are numbered from the left, most significant bit first, from 0. The hexadecimal form is numeric and
/// zero-padded to ⌈b/4⌉ digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    value: u128,
    width: u8,
}

impl Fingerprint {
    /// From the numeric value; bits above `width` are dropped.
    pub fn new(value: u128, width: u8) -> Self {
        Self { value: value & mask(width), width }
    }

    /// From one sign a column, leftmost first.
    pub fn from_columns(ones: impl ExactSizeIterator<Item = bool>) -> Self {
        let width = ones.len() as u8;
        Self::new(ones.fold(0, |value, one| value << 1 | u128::from(one)), width)
    }

    /// From its digits, 0 and 1, leftmost first, as `{:b}` writes them; `None` for anything else, and for more than
    /// 128.
    ///
    /// ```
    /// use simscope_core::simhash::Fingerprint;
    /// let print = Fingerprint::from_digits("001101").expect("digits");
    /// assert_eq!((print.value(), print.width(), format!("{print:b}")), (0b1101, 6, "001101".into()));
    /// assert_eq!(Fingerprint::from_digits("0012"), None);
    /// ```
    pub fn from_digits(digits: &str) -> Option<Self> {
        let ones = digits.bytes().map(|digit| digit == b'1');
        let right = (1..=128).contains(&digits.len()) && digits.bytes().all(|digit| matches!(digit, b'0' | b'1'));
        right.then(|| Self::from_columns(ones))
    }

    /// The number that the bits write.
    pub fn value(self) -> u128 {
        self.value
    }

    /// How many bits.
    pub fn width(self) -> u8 {
        self.width
    }

    /// Bit `column`, counted from the left.
    pub fn bit(self, column: usize) -> bool {
        bit_of(self.value, self.width, column)
    }

    /// The bits in which the two differ. Widths are expected to be equal.
    #[must_use]
    pub fn xor(self, other: Self) -> Self {
        Self::new(self.value ^ other.value, self.width)
    }

    /// How many bits are 1.
    pub fn ones(self) -> u32 {
        self.value.count_ones()
    }

    /// Hamming distance: in how many bits the two differ.
    ///
    /// ```
    /// use simscope_core::simhash::Fingerprint;
    /// let (a, b) = (Fingerprint::new(0b100111, 6), Fingerprint::new(0b101010, 6));
    /// assert_eq!(a.xor(b).value(), 0b001101);
    /// assert_eq!(a.hamming(b), 3);
    /// ```
    pub fn hamming(self, other: Self) -> u32 {
        self.xor(other).ones()
    }

    /// The columns that are 1, from the left.
    pub fn columns(self) -> impl Iterator<Item = u8> {
        (0..self.width).filter(move |&column| self.bit(usize::from(column)))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0digits$x}", self.value, digits = usize::from(self.width).div_ceil(4))
    }
}

/// All digits, leftmost first.
impl fmt::Binary for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0digits$b}", self.value, digits = usize::from(self.width))
    }
}

/// The `width` low bits set.
pub(crate) fn mask(width: u8) -> u128 {
    match width {
        0 => 0,
        1..=127 => (1 << width) - 1,
        _ => u128::MAX,
    }
}

/// Bit `column`, counted from the left, of a number of `width` bits.
pub(crate) fn bit_of(value: u128, width: u8, column: usize) -> bool {
    usize::from(width).checked_sub(column + 1).is_some_and(|shift| value >> shift & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_is_numeric_and_padded() {
        assert_eq!(Fingerprint::new(0b1, 3).to_string(), "1");
        assert_eq!(Fingerprint::new(0xab, 64).to_string(), "00000000000000ab");
        assert_eq!(Fingerprint::new(u128::MAX, 6).to_string(), "3f");
    }

    #[test]
    fn columns_count_from_the_left() {
        let fingerprint = Fingerprint::from_columns([true, false, true].into_iter());
        assert_eq!(fingerprint.value(), 0b101);
        assert_eq!(fingerprint.columns().collect::<Vec<_>>(), [0, 2]);
        assert!(!fingerprint.bit(3));
    }
}
