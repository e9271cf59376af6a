//! The index of the archive of fingerprints at work: what each table has for the document that is looked up.
//!
//! ```text
//! ARCHIVE  prints.jsonl: 1,000,000 fingerprints, 16 MB in memory
//! BATCH    24 looked up in 4 tables: 3 near, within HD 10
//!
//! TABLES   1 of 4 blocks makes a key: nothing within k 3 is missed
//!   table  blocks  key   bucket  candidates
//! >     1  1       5f3a      17  old-draft.txt HD 2 =   x.txt HD 24
//! …
//! COMPARED  61 of 1,000,000
//! ACCEPTED  1 within k 3: old-draft.txt HD 2
//! WITH ALL  the same
//! COST      4 tables of 50 MB in all; a key has 15 fingerprints on average
//! ```

use std::borrow::Cow;

use ratatui::layout::Rect;

use crate::{
    batch::ArchiveState,
    locale::{Lang, bytes, grouped},
    t,
    text::truncate_middle,
    tui::{
        action::Action,
        model::{ArchiveView, Model},
        view::exhibit::{self, TableRow},
        widget::{Pen, widest},
    },
};

pub(super) fn draw(model: &Model, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let Some(archived) = &model.workspace.batch.archive else { return };
    let mut pen = pen.within(area);
    let Some(archive) = archived.fingerprint_files() else {
        let stopped = || t!(lang, "archive.stopped", key = model.key_of(Action::Resume));
        let text = if archived.stopped { stopped() } else { t!(lang, "archive.reading").to_owned() };
        pen.fill(area.x, area.y, &text, theme.label);
        return;
    };
    let files = lang.list(&archive.files().collect::<Vec<_>>());
    let (all, memory) = (grouped(archive.fingerprints().len() as u64), bytes(archive.bytes() as u64));
    let files = truncate_middle(&files, usize::from(area.width) / 2);
    let head = t!(lang, "archive.head-beside", files, all, bytes = memory);
    let mut lines = vec![(t!(lang, "archive.head"), head)];
    lines.extend(of_batch(archived, lang).map(|text| (t!(lang, "archive.batch"), text)));
    let mut y = labelled(&mut pen, area, area.y, &lines);
    if *archive.recipe() != model.workspace.batch.recipe {
        let text = t!(lang, "archive.other", archive = grouped(archive.fingerprints().len() as u64));
        pen.fill(area.x, y + 1, &text, theme.alert);
        return;
    }
    y += u16::from(area.height > 16);
    let Some(archive_view) = model.workspace.results.archive_view.value() else {
        pen.text(area.x, y, t!(lang, "overview.working"), theme.label);
        return;
    };
    if archive_view.index.is_none() {
        let text = match archive_view.too_large {
            Some(size) => t!(lang, "archive.too-large", bytes = bytes(size), key = model.key_of(Action::Plan)),
            None => t!(lang, "library.no-plan").to_owned(),
        };
        pen.fill(area.x, y, &text, theme.label);
        return;
    }
    let sums = sums(archive_view, model.workspace.batch.hidden.is_some(), lang);
    let below = area.bottom().saturating_sub(sums.len() as u16);
    tables(model, archive_view, &mut pen, Rect { y, height: below.saturating_sub(y + 1), ..area });
    labelled(&mut pen, area, below, &sums);
}

/// The lookup of the whole batch, in one sentence.
fn of_batch(archived: &ArchiveState, lang: Lang) -> Option<String> {
    let found = archived.found.as_ref()?;
    let [queries, near] = [found.queries, found.near].map(|n| grouped(n as u64));
    let within = found.within;
    Some(match &found.plan {
        Some(plan) => {
            let tables = plan.tables().len();
            t!(lang, "archive.by-index", queries, tables, near, within)
        }
        None => t!(lang, "archive.by-scan", queries, near, within),
    })
}

/// Lines with their labels under each other. Returns the row below.
fn labelled(pen: &mut Pen<'_>, area: Rect, y: u16, lines: &[(&'static str, String)]) -> u16 {
    let label = widest(lines.iter().map(|(label, _)| label)) + 3;
    for ((name, text), y) in lines.iter().zip(y..area.bottom()) {
        pen.text(area.x, y, name, pen.theme.strong);
        pen.text_until(area.x + label, y, area.right(), text, pen.theme.text);
    }
    (y + lines.len() as u16).min(area.bottom())
}

fn tables(model: &Model, archive_view: &ArchiveView, pen: &mut Pen<'_>, area: Rect) {
    let Some(index) = archive_view.index.as_deref().filter(|_| area.height >= 3) else { return };
    let (lang, hidden) = (model.lang, model.workspace.batch.hidden.is_some());
    let cursor = model.workspace.library.table.min(archive_view.buckets.len().saturating_sub(1));
    exhibit::draw_tables(pen, area, (index, archive_view.seek.k), cursor, |at| {
        let (key, bucket, named) = archive_view.buckets.get(at)?;
        let name = |name| if hidden { lang.set("…") } else { Cow::from(name) };
        let named = named.iter().map(|(of, hamming)| (name(of.as_str()), *hamming)).collect();
        Some(TableRow { key: *key, bucket: *bucket, named })
    });
}

/// The summary: compared, accepted and missed records, a label and a text for each line.
fn sums(archive_view: &ArchiveView, hidden: bool, lang: Lang) -> Vec<(&'static str, String)> {
    let Some(index) = &archive_view.index else { return Vec::new() };
    let [compared, all, accepted] =
        [archive_view.compared, index.len(), archive_view.accepted].map(|n| grouped(n as u64));
    let names: Vec<String> =
        archive_view.nearest.iter().map(|(name, hamming)| format!("{name} HD {hamming}")).collect();
    let mut near = t!(lang, "archive.accepted", n = accepted, k = archive_view.seek.k);
    if !names.is_empty() && !hidden {
        near = t!(lang, "print.of", name = near, why = lang.list(&names));
    }
    let check = match archive_view.missed {
        0 => t!(lang, "exhibit.same").to_owned(),
        n => t!(lang, "archive.missed", n = grouped(n as u64)),
    };
    let cost = index.plan().cost(index.len() as u64);
    let bucket = grouped((cost.candidates / cost.tables.max(1) as f64).round() as u64);
    let memory = bytes(index.bytes() as u64);
    vec![
        (t!(lang, "exhibit.compared"), t!(lang, "exhibit.of", n = compared, all)),
        (t!(lang, "exhibit.accepted"), near),
        (t!(lang, "exhibit.check"), check),
        (t!(lang, "exhibit.cost"), t!(lang, "archive.cost", tables = cost.tables, bytes = memory, bucket)),
    ]
}
