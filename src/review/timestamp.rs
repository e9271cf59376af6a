//! The time of an event: UTC, to the second, in the format of RFC 3339.

use std::{fmt, time::SystemTime};

use serde::{Deserialize, Serialize};

use crate::{document::safe_name, files::rfc3339};

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
        Self(rfc3339(time))
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

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
}
