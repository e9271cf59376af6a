//! Times as files have them: UTC, to the second, in the format of RFC 3339.

use std::time::{SystemTime, UNIX_EPOCH};

/// Such as `2026-11-21T14:28:15Z`. A time before 1970 is from a wrong clock, and counts as 1970.
pub(crate) fn rfc3339(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
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
    use super::*;

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
