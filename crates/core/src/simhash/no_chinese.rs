//! The error for Chinese texts in a build that cannot cut their words: a result that depends on such words is an error,
//! never other bits.

#[cfg(feature = "chinese")]
use std::convert::Infallible;
use std::{error::Error, fmt};

#[cfg(not(feature = "chinese"))]
use super::segment::is_han;

/// The text has Chinese words, which only a build with the feature `chinese` can cut; such a build has no value of this
/// type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoChinese(#[cfg(feature = "chinese")] pub Infallible);

impl NoChinese {
    #[cfg(feature = "chinese")]
    #[expect(clippy::unnecessary_wraps, reason = "it fails without the feature")]
    pub(crate) fn check(_: &str) -> Result<(), Self> {
        Ok(())
    }

    /// Fails on a text with Han characters.
    #[cfg(not(feature = "chinese"))]
    pub(crate) fn check(text: &str) -> Result<(), Self> {
        if text.contains(is_han) { Err(Self()) } else { Ok(()) }
    }
}

impl Error for NoChinese {}

impl fmt::Display for NoChinese {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the text has Chinese words; build simscope with the feature chinese to cut them, or take a recipe that \
             cuts no words, such as one with chars:2",
        )
    }
}
