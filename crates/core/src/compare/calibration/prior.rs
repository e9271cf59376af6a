//! The shares of near-duplicate, related and unrelated pairs that are assumed before a distance is looked at.

use std::{error::Error, fmt, str::FromStr};

/// The shares of the classes among the pairs that are asked about; they add up to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior {
    /// One text is the other with small edits.
    pub near: f64,
    /// One text is a rewritten version of the other, or an earlier one.
    pub related: f64,
    /// The texts have nothing to do with each other.
    pub unrelated: f64,
}

/// Why shares are no prior.
#[derive(Clone, Debug, PartialEq)]
pub enum PriorError {
    /// They are not three numbers of 0 or more with colons between them.
    Form,
    /// They add up neither to 1 nor to 100.
    Sum(f64),
}

/// Sums are compared to 1 and to 100 with this relative error, as 33.3:33.3:33.4 is meant to be exact.
const ROUNDING: f64 = 1e-6;

impl Prior {
    /// Assumed where nothing else is said: of 100 pairs one is a near-duplicate and one is related.
    pub const ASSUMED: Self = Self { near: 0.01, related: 0.01, unrelated: 0.98 };

    /// From shares that add up to 1 or to 100.
    ///
    /// # Errors
    /// [`PriorError`] for negative shares and other sums.
    pub fn new([near, related, unrelated]: [f64; 3]) -> Result<Self, PriorError> {
        if ![near, related, unrelated].iter().all(|share| share.is_finite() && *share >= 0.0) {
            return Err(PriorError::Form);
        }
        let sum = near + related + unrelated;
        let of = [1.0, 100.0].into_iter().find(|whole| (sum / whole - 1.0).abs() < ROUNDING);
        of.ok_or(PriorError::Sum(sum))?;
        Ok(Self { near: near / sum, related: related / sum, unrelated: unrelated / sum })
    }

    /// The three shares: near, related, unrelated.
    pub fn shares(&self) -> [f64; 3] {
        [self.near, self.related, self.unrelated]
    }
}

impl FromStr for Prior {
    type Err = PriorError;

    /// From `near:related:unrelated`.
    ///
    /// ```
    /// use simscope_core::compare::calibration::{Prior, PriorError};
    /// assert_eq!("1:1:98".parse(), Ok(Prior::ASSUMED));
    /// assert_eq!("0.5:0.25:0.25".parse::<Prior>().map(|prior| prior.near), Ok(0.5));
    /// assert_eq!("10:10:10".parse::<Prior>(), Err(PriorError::Sum(30.0)));
    /// assert_eq!("most".parse::<Prior>(), Err(PriorError::Form));
    /// ```
    fn from_str(text: &str) -> Result<Self, PriorError> {
        let shares: Vec<f64> = text.split(':').map(|share| share.trim().parse().unwrap_or(f64::NAN)).collect();
        let shares: [f64; 3] = shares.try_into().map_err(|_| PriorError::Form)?;
        Self::new(shares)
    }
}

impl fmt::Display for PriorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str("a prior is near:related:unrelated, three shares such as 1:1:98"),
            Self::Sum(sum) => write!(f, "the shares of a prior add up to 1 or to 100, not to {sum}"),
        }
    }
}

impl Error for PriorError {}
