//! The costs of a number of documents in each engine.

use std::io::{self, Write};

use super::{TextTable, hanging};
use crate::{
    cli::settings::ResolvedSettings,
    library::{Capacity, WayKind},
    locale::{bytes, grouped},
    say, t,
    table::Align,
};

/// Writes a line for each engine and plan.
pub(in crate::cli) fn library_plan(
    out: &mut dyn Write,
    documents: u64,
    all: &[Capacity],
    settings: &ResolvedSettings,
) -> io::Result<()> {
    let (lang, k, bits) = (settings.lang, settings.k(), settings.recipe.bits);
    writeln!(out, "{}", t!(lang, "library-file.plan-head", n = grouped(documents), k = k, bits = bits))?;
    let head = [
        t!(lang, "library-file.plan-engine"),
        t!(lang, "library-file.way"),
        t!(lang, "library-file.look-ups"),
        t!(lang, "library-file.plan-candidates"),
        t!(lang, "library-file.space"),
        t!(lang, "library-file.plan-memory"),
        "ms",
        t!(lang, "library-file.plan-until"),
        "",
        t!(lang, "library-file.plan-figures"),
    ];
    let (left, right) = (Align::Left, Align::Right);
    let mut table = TextTable::new([left, left, right, right, right, right, right, right, left, left], 0, head);
    for one in all {
        let way = one.tables.map_or(WayKind::Scan, |[_, blocks, chosen]| WayKind::Tables {
            blocks: blocks as u8,
            chosen: chosen as u8,
        });
        let (until, why) = one.until.unzip();
        table.row([
            say::engine(one.engine, lang).to_owned(),
            say::library_way(way, lang),
            grouped(one.look_ups),
            grouped(one.candidates.round() as u64),
            bytes(one.bytes as u64),
            if one.memory > 0.0 { bytes(one.memory as u64) } else { String::new() },
            one.seconds.map_or_else(|| t!(lang, "library-file.plan-unknown").into(), say::milliseconds),
            until.map(grouped).unwrap_or_default(),
            why.map(|why| say::capacity_limit(why, lang)).unwrap_or_default().to_owned(),
            say::figure_origin(one.origin, lang).to_owned(),
        ]);
    }
    table.write(out)?;
    writeln!(out)?;
    hanging(out, 0, t!(lang, "library-file.plan-note"))
}
