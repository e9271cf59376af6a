//! The time of an event: UTC, to the second, in the format of RFC 3339.

use std::{
    fmt,
    time::{SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};

use crate::document::safe_name;

/// A time in UTC, such as `2026-11-21T14:28:15Z`. For reading: the order of events is that of the journal's lines, since
/// the clocks of two machines do not agree.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(String);

impl Timestamp {
    pub fn now() -> Self {
        Self::of(SystemTime::now())
    }

    /// A time before 1970 is from a wrong clock, and counts as 1970.
    pub fn of(time: SystemTime) -> Self {
        let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
        let (year, month, day) = date(seconds / 86_400);
        let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
        Self(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
    }

    /// The form in files.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Date and time to the minute, for reading; a text that is no time as it is.
    pub fn shown(&self) -> String {
        let form = |(at, c): (usize, char)| match at {
            4 | 7 => c == '-',
            10 => c == 'T',
            13 | 16 => c == ':',
            _ => c.is_ascii_digit(),
        };
        match (self.0.get(..10), self.0.get(11..16)) {
            (Some(day), Some(minute)) if self.0.chars().take(16).enumerate().all(form) => format!("{day} {minute} UTC"),
            _ => safe_name(&self.0),
        }
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown())
    }
}

/// Year, month and day of the Gregorian calendar from days since 1970-01-01. Years are counted from 1 March, so that the
/// day that not every year has is the last (Howard Hinnant, "chrono-compatible low-level date algorithms", 2013).
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    (year + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        let table = [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_795_271_295, "2026-11-21T14:28:15Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ];
        for (seconds, text) in table {
            assert_eq!(Timestamp::of(UNIX_EPOCH + Duration::from_secs(seconds)).as_str(), text);
        }
        assert_eq!(Timestamp::of(UNIX_EPOCH + Duration::from_secs(60)).shown(), "1970-01-01 00:01 UTC");
        assert_eq!(Timestamp("\u{1b}[2J and more than ten".into()).shown(), "^[[2J and more than ten");
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut before = (1970, 1, 0);
        for days in 0..200 * 365 {
            let today = date(days);
            let next_day = today == (before.0, before.1, before.2 + 1);
            let next_month = today == (before.0, before.1 + 1, 1) && before.2 >= 28;
            let next_year = today == (before.0 + 1, 1, 1) && (before.1, before.2) == (12, 31);
            assert!(next_day || next_month || next_year, "{before:?} {today:?}");
            before = today;
        }
    }
}
