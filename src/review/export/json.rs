//! Everything, for programs.

use std::io::{self, Write};

use super::{Report, safe};

/// Writes the report.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let text = serde_json::to_string_pretty(report)?;
    writeln!(out, "{}", safe::json(&text))
}
