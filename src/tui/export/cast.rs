//! asciicast v3, a recording of a terminal: <https://docs.asciinema.org/manual/asciicast/v3/>. A line of JSON for the
//! header, then one for each event: seconds since the event before, what it is, and its data.

use std::time::Duration;

use serde_json::json;

/// A recording. The same events give the same text: it knows no clock.
#[derive(Debug)]
pub(super) struct Cast(String);

impl Cast {
    /// Begins one for a terminal of that size, as wide as high.
    pub(super) fn new(size: (u16, u16), title: &str) -> Self {
        let header = json!({ "version": 3, "term": { "cols": size.0, "rows": size.1 }, "title": title });
        let mut cast = Self(format!("{header}\n"));
        // Without a cursor, which these screens do not show, and without wrapping, as on the screens.
        cast.output(Duration::ZERO, "\u{1b}[?25l\u{1b}[?7l\u{1b}[2J");
        cast
    }

    /// The terminal is sent `sent` so long after the event before.
    pub(super) fn output(&mut self, after: Duration, sent: &str) {
        self.event(after, "o", sent);
    }

    /// A place that a player can jump to.
    pub(super) fn marker(&mut self, label: &str) {
        self.event(Duration::ZERO, "m", label);
    }

    /// The whole file. The last frame is shown for `rest`.
    pub(super) fn finish(mut self, rest: Duration) -> String {
        self.output(rest, "\u{1b}[?7h\u{1b}[?25h");
        self.0
    }

    fn event(&mut self, after: Duration, code: &str, data: &str) {
        let seconds = after.as_millis() as f64 / 1000.0;
        self.0 += &json!([seconds, code, data]).to_string();
        self.0.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn every_line_is_json_and_times_count_from_the_event_before() {
        let mut cast = Cast::new((80, 24), "列和 \u{1b}[31m");
        cast.marker("one");
        cast.output(Duration::from_millis(1500), "\u{1b}[1mbold\r\n");
        let text = cast.finish(Duration::from_secs(2));
        assert!(!text.contains('\u{1b}'), "a file that is looked at with cat obeys nothing");
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines[0], json!({ "version": 3, "term": { "cols": 80, "rows": 24 }, "title": "列和 \u{1b}[31m" }));
        assert_eq!(lines[2], json!([0.0, "m", "one"]));
        assert_eq!(lines[3], json!([1.5, "o", "\u{1b}[1mbold\r\n"]));
        assert_eq!((&lines[4][0], lines.len()), (&json!(2.0), 5));
    }
}
