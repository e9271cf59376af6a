//! The fingerprint: b bits, and the distance between two of them.

use std::{error::Error, fmt, ops::RangeInclusive, str::FromStr};

/// The widths a fingerprint may have, in bits.
pub const WIDTHS: RangeInclusive<u8> = 3..=128;

/// A fingerprint of 3 to 128 bits.
///
/// Columns are numbered from 0 at the left, the most significant bit. Its text form is a hexadecimal number,
/// zero-padded to ⌈width/4⌉ digits. A digit stands for four bits, so a width that is not a multiple of 4 follows after
/// a slash. The feature `serde` uses the same form.
///
/// ```
/// use simscope_core::Fingerprint;
/// let print: Fingerprint = "00000000000000ff".parse()?;
/// assert_eq!((print, print.width()), (Fingerprint::from(0xff_u64), 64));
/// assert_eq!(print.to_string(), "00000000000000ff");
/// assert_eq!("2b/6".parse(), Ok(Fingerprint::new(0b10_1011, 6)));
/// # Ok::<(), simscope_core::simhash::FingerprintError>(())
/// ```
///
/// Fingerprints are ordered as numbers, then by width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

    /// From ⌈width/4⌉ hexadecimal digits, as they are written.
    ///
    /// # Errors
    /// [`FingerprintError`] if the text is anything else.
    pub fn from_hex(digits: &str, width: u8) -> Result<Self, FingerprintError> {
        // A sign is no digit, though the integers of the standard library read one.
        let right = WIDTHS.contains(&width) && digits.len() == usize::from(width).div_ceil(4);
        let right = right && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let value = u128::from_str_radix(digits, 16).ok().filter(|_| right);
        let value = value.ok_or_else(|| FingerprintError::Digits(digits.into()))?;
        let print = Self::new(value, width);
        if print.value == value { Ok(print) } else { Err(FingerprintError::TooWide(digits.into())) }
    }

    /// The number that the bits write.
    pub fn value(self) -> u128 {
        self.value
    }

    /// The width in bits.
    pub fn width(self) -> u8 {
        self.width
    }

    /// Bit `column`, counted from the left.
    pub fn bit(self, column: usize) -> bool {
        bit_of(self.value, self.width, column)
    }

    /// The bits in which the two differ.
    ///
    /// # Panics
    /// If their widths differ.
    #[must_use]
    pub fn xor(self, other: Self) -> Self {
        assert_eq!(self.width, other.width, "fingerprints of different widths are not comparable");
        Self::new(self.value ^ other.value, self.width)
    }

    /// The number of bits that are 1.
    pub fn ones(self) -> u32 {
        self.value.count_ones()
    }

    /// The Hamming distance: the number of bits in which the two differ.
    ///
    /// # Panics
    /// If their widths differ: such fingerprints come from different recipes, and there is no distance between them.
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
    pub fn columns(self) -> impl Iterator<Item = usize> {
        (0..usize::from(self.width)).filter(move |&column| self.bit(column))
    }
}

/// 64 bits.
impl From<u64> for Fingerprint {
    fn from(value: u64) -> Self {
        Self::new(value.into(), 64)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0digits$x}", self.value, digits = usize::from(self.width).div_ceil(4))
    }
}

impl fmt::LowerHex for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(true, "0x", &self.to_string())
    }
}

/// All digits, leftmost first.
impl fmt::Binary for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0digits$b}", self.value, digits = usize::from(self.width))
    }
}

/// Why a text is not a fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FingerprintError {
    /// Anything but hexadecimal digits, or not one for each four bits.
    Digits(String),
    /// A width after the slash that is not 3 to 128.
    Width(String),
    /// A number with more bits than the width.
    TooWide(String),
}

impl Error for FingerprintError {}

impl fmt::Display for FingerprintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digits(text) => {
                write!(
                    f,
                    "{text:?} is not a fingerprint; expected a hexadecimal digit for each 4 bits, 1 to 32 of them"
                )
            }
            Self::Width(text) => write!(f, "{text:?} is not the width of a fingerprint; expected 3 to 128"),
            Self::TooWide(text) => write!(f, "{text:?} has more bits than its width"),
        }
    }
}

impl FromStr for Fingerprint {
    type Err = FingerprintError;

    fn from_str(text: &str) -> Result<Self, FingerprintError> {
        let Some((digits, width)) = text.split_once('/') else {
            return Self::from_hex(text, u8::try_from(4 * text.len()).unwrap_or(u8::MAX));
        };
        let read = width.parse().ok().filter(|read| WIDTHS.contains(read));
        Self::from_hex(digits, read.ok_or_else(|| FingerprintError::Width(width.into()))?)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Fingerprint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.width.is_multiple_of(4) {
            serializer.collect_str(self)
        } else {
            serializer.collect_str(&format_args!("{self}/{}", self.width))
        }
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Fingerprint {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text: std::borrow::Cow<'_, str> = serde::Deserialize::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
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
    fn what_is_written_is_read() {
        for width in WIDTHS {
            let print = Fingerprint::new(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef, width);
            assert_eq!(format!("{print}/{width}").parse(), Ok(print));
            if width.is_multiple_of(4) {
                assert_eq!(format!("{print:x}").parse(), Ok(print));
            }
            #[cfg(feature = "serde")]
            assert_eq!(serde_json::from_str::<Fingerprint>(&serde_json::to_string(&print).unwrap()).unwrap(), print);
        }
        assert_eq!(format!("{:#x}", Fingerprint::new(0xf, 8)), "0x0f");
    }

    #[test]
    fn what_is_wrong_with_a_text_is_said() {
        for text in ["", "+f", "灯塔", "f/12"] {
            let error = text.parse::<Fingerprint>().unwrap_err().to_string();
            assert!(
                error.ends_with("is not a fingerprint; expected a hexadecimal digit for each 4 bits, 1 to 32 of them")
            );
        }
        let error = |text: &str| text.parse::<Fingerprint>().unwrap_err().to_string();
        assert_eq!(error("ff/129"), "\"129\" is not the width of a fingerprint; expected 3 to 128");
        assert_eq!(error("ff/6"), "\"ff\" has more bits than its width");
        assert!("0".repeat(33).parse::<Fingerprint>().is_err() && Fingerprint::from_hex("0", 2).is_err());
    }

    #[test]
    #[should_panic(expected = "different widths")]
    fn different_widths_have_no_distance() {
        let _ = Fingerprint::from(0).hamming(Fingerprint::new(u128::MAX, 128));
    }

    #[test]
    fn columns_count_from_the_left() {
        let fingerprint = Fingerprint::from_columns([true, false, true].into_iter());
        assert_eq!(fingerprint.value(), 0b101);
        assert_eq!(fingerprint.columns().collect::<Vec<_>>(), [0, 2]);
        assert!(!fingerprint.bit(3));
    }
}
