//! Screen 4 while it shows shared text: all that occurs in both is marked on both sides at once.
//!
//! ```text
//! a.txt × b.txt
//! 61% of A is in B, 34% of B in A · 20 changes · HD 21, not a near-duplicate at threshold 3
//!
//! SHARED TEXT   A: 1,377 characters                    B: 2,470 characters, 4 pages
//!   3   text … 2 a passage                     1█   │    10   text                                   █
//! ▌ 4   3 the passage under the cursor         2▀│  │ ▌  11   3 the passage under the cursor        3█│
//! ── █ passage  █ under the cursor  ▌ in view ────────────────────────────── 3 of 9, in the order of A ──
//! PASSAGE 3   379 characters   A ¶ 4   B ¶ 11, p. 2  –  also in 2 other documents   no verdict
//! ```
//! Below 100 columns one text at a time.

use ratatui::{layout::Rect, style::Style};

use super::{
    change,
    strip::{self, StripMark, StripText},
};
use crate::{
    locale::{grouped, percent},
    review::export::Location,
    simhash::Span,
    t,
    text::{truncate_middle, width},
    tui::{
        action::Action,
        flow::{TextLayout, TilesFlow},
        model::{DiffSide, Drawn, Model, Passages},
        theme::Theme,
        view::{parts::below, review, tiles},
        widget::Pen,
    },
};

/// Draws the texts with their titles.
pub(super) fn draw(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let Pen { theme, lang, .. } = *pen;
    let wide = model.wide(model.screen_width());
    let Some(passages) = model.workspace.passages_of(documents) else {
        pen.text(area.x, area.y, t!(lang, "overview.working"), theme.label);
        return;
    };
    let numbers = passages.shared.numbered() as usize;
    let layout = TextLayout::new(model.screen_width(), if wide { 2 } else { 1 }, TextLayout::SHARED, numbers);
    drawn.columns = layout.columns;
    drawn.rows = usize::from(area.height.saturating_sub(1));
    let sides: &[DiffSide] = match (wide, model.workspace.shared.side) {
        (true, _) => &[DiffSide::A, DiffSide::B],
        (false, DiffSide::A) => &[DiffSide::A],
        (false, DiffSide::B) => &[DiffSide::B],
    };
    let flows = TilesFlow::both(model, passages, layout.columns);
    if let Some(x) = layout.rule() {
        pen.upright(x, area.y..area.bottom());
    }
    for (&side, left) in sides.iter().zip(layout.lefts()) {
        title(model, passages, side, wide, pen, (left, area.y));
        let rows = Rect { x: left, y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        let top = model.workspace.shared.tops[side as usize];
        let seen = tiles::draw(&flows[side as usize], top, model.workspace.diff.search.as_ref(), pen, rows);
        let marks = marks(passages, side, model.workspace.shared.passage, theme);
        let text = StripText { len: passages.texts[side as usize].text.len(), seen };
        let strip = layout.strip(left);
        strip::draw(&marks, &text, pen, Rect { x: strip.start, width: strip.end - strip.start, ..rows }, drawn);
    }
}

/// The title of a text: how long it is, and which one where there is room for one alone.
fn title(model: &Model, passages: &Passages, side: DiffSide, wide: bool, pen: &mut Pen<'_>, (left, y): (u16, u16)) {
    let Pen { theme, lang, .. } = *pen;
    let document = &passages.texts[side as usize];
    let chars = passages.chars[side as usize];
    let letter = ["A", "B"][side as usize];
    let mut x = left + 1;
    if side == DiffSide::A || !wide {
        x = pen.text(x, y, t!(lang, "shared.title"), theme.strong) + 2;
    }
    let mut text = t!(lang, "shared.length", side = letter, chars = grouped(chars));
    if let Some(pages) = crate::say::extent(document, lang) {
        text = t!(lang, "shared.with-pages", length = text, pages);
    }
    if !wide {
        let name = truncate_middle(model.workspace.batch.name(passages.documents[side as usize]), 30);
        text = t!(lang, "shared.named", name, length = text);
    }
    let end = pen.text(x, y, &text, theme.label);
    if !wide {
        let key = model.key_of(Action::NextPane);
        let text = t!(lang, "shared.turn", key, side = ["B", "A"][side as usize]);
        pen.text(end + 3, y, &text, theme.label);
    }
}

/// The passages of a side as blocks.
fn marks(passages: &Passages, side: DiffSide, cursor: usize, theme: &Theme) -> Vec<StripMark> {
    let mut before = None;
    let tiles = passages.shared.tiles[side as usize].iter().filter_map(|tile| {
        let number = passages.shared.number(tile.passage)?;
        let here = tile.passage as usize == cursor;
        let style = if here { theme.alert } else { theme.blocks[usize::from(number % 2 == 0)] };
        let first = before.replace(number) != Some(number);
        Some(StripMark {
            span: tile.span,
            style,
            sign: if here { "*" } else { "#" },
            number: first.then_some(number),
            here,
        })
    });
    tiles.collect()
}

/// How many rows it takes with the rule above it.
pub(super) fn rows(model: &Model, documents: [usize; 2]) -> u16 {
    let wide = model.wide(model.screen_width());
    2 + u16::from(!wide) + u16::from(note(model, documents).is_some()) + u16::from(edits(model, documents).is_some())
}

/// The edits of the passage under the cursor, from the first in view on: what A has, and what B has in its place.
fn edits(model: &Model, documents: [usize; 2]) -> Option<String> {
    let passages = model.workspace.passages_of(documents).filter(|_| model.workspace.diff.search.is_none())?;
    let edits = &passages.get(model.workspace.shared.passage)?.shared.edits;
    let columns = model.workspace.drawn.columns;
    let side = if model.wide(model.screen_width()) { DiffSide::A } else { model.workspace.shared.side } as usize;
    let flow = TilesFlow::both(model, passages, columns)[side];
    let top = flow.byte_of(model.workspace.shared.tops[side]);
    let first = edits.partition_point(|edit| edit[side].end < top);
    let first = if first < edits.len() { first } else { 0 };
    let lang = model.lang;
    let words = |edit: &[Span; 2]| {
        let [a, b] = [0, 1].map(|side: usize| {
            let words = edit[side].of(&passages.texts[side].text).split_whitespace().collect::<Vec<_>>().join(" ");
            if words.is_empty() { lang.set("–").into_owned() } else { words }
        });
        format!("{a} {} {b}", lang.set("→"))
    };
    // As many as a line may have room for.
    let all: Vec<String> = edits[first..].iter().take(40).map(words).collect();
    (!all.is_empty()).then(|| all.join("   "))
}

/// The note on the passage under the cursor.
fn note(model: &Model, documents: [usize; 2]) -> Option<String> {
    let passages = model.workspace.passages_of(documents).filter(|_| model.workspace.diff.search.is_none())?;
    review::note_place(model, documents, passages.id(model.workspace.shared.passage))
}

/// Draws it, or what is looked for.
pub(super) fn draw_passage(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    pen.rule(area.y);
    let line = below(area, area.y + 1);
    let Some(passages) = model.workspace.passages_of(documents) else { return };
    legend(model, passages, pen, area);
    if let Some(search) = &model.workspace.diff.search {
        return change::draw_search(model, search, pen, line);
    }
    let at = model.workspace.shared.passage;
    let Some(passage) = passages.get(at) else {
        let run = model.workspace.batch.run;
        let text = t!(lang, "shared.none", han = run.han, words = run.words);
        pen.fill(line.x, line.y, &text, theme.text);
        return;
    };
    let title = match passage.number {
        Some(number) => (t!(lang, "shared.passage", n = number), theme.alert.patch(theme.strong)),
        None => (t!(lang, "shared.excluded").to_owned(), theme.strong),
    };
    let chars = passage.shared.chars;
    let length = match passage.shared.edits.len() {
        0 => t!(lang, "shared.chars", chars = grouped(chars)),
        n => {
            let kept = percent(passage.shared.kept as f64 / chars.max(1) as f64);
            t!(lang, "shared.chars-edited", chars = grouped(chars), kept, n)
        }
    };
    let mut parts: Vec<(String, Style)> = vec![title, (length, theme.text)];
    for side in 0..2 {
        parts.push((place(model, passages, at, side), theme.text));
    }
    if let Some(others) = others(model) {
        parts.push((others, theme.text));
    }
    if model.workspace.review.is_some() && passage.number.is_some() {
        let given = review::mark_place(model, documents, passages.id(at), false);
        parts.push(match given {
            Some(verdict) => (verdict, theme.alert),
            None => (t!(lang, "shared.no-verdict").to_owned(), theme.label),
        });
    }
    let (note, edits) = (note(model, documents), edits(model, documents));
    let below = u16::from(note.is_some()) + u16::from(edits.is_some());
    // Narrow, the parts go on under the length.
    let (mut x, mut y) = (line.x, line.y);
    let indent = line.x + width(&parts[0].0) as u16 + 3;
    for (text, style) in parts {
        if x > line.x && x + width(&text) as u16 > line.right() && y + 1 < line.bottom().saturating_sub(below) {
            (x, y) = (indent, y + 1);
        }
        x = pen.text(x, y, &text, style) + 3;
    }
    if let Some(edits) = edits {
        let row = line.bottom().saturating_sub(below);
        let x = pen.text(line.x, row, t!(lang, "shared.edits"), theme.label) + 3;
        pen.text_until(x, row, line.right(), &edits, theme.text);
    }
    if let Some(note) = note {
        change::draw_note(&note, pen, Rect { y: line.bottom() - 1, ..line });
    }
}

/// The place of a passage on a side: that of the cursor, and how many more there are.
fn place(model: &Model, passages: &Passages, at: usize, side: usize) -> String {
    let Some(span) = passages.place(side, at, model.workspace.shared.place) else { return String::new() };
    let mark = passages.texts[side].place_of(span.start as usize).map(|landmark| landmark.mark);
    let mut place = Location::new(passages.paragraph(side, span.start), mark).shown(model.lang);
    if let Some(line) = passages.line(side, span.start) {
        place = t!(model.lang, "place.with-line", place, n = line);
    }
    let more = passages.get(at).map_or(0, |passage| passage.shared.counts[side].saturating_sub(1));
    let more = if more == 0 { String::new() } else { format!(" +{more}") };
    format!("{} {place}{more}", ["A", "B"][side])
}

/// In how many other documents the passage occurs, once that is known.
fn others(model: &Model) -> Option<String> {
    let lang = model.lang;
    if model.workspace.batch.entries.len() < 3 {
        return None;
    }
    let key = model.workspace.passage_key()?;
    Some(match model.workspace.results.holders.get(&key) {
        None => t!(lang, "diff.effect-pending").to_owned(),
        Some(0) => t!(lang, "shared.in-no-other").to_owned(),
        Some(&n) => t!(lang, "shared.in-others", n),
    })
}

/// The legend of the strip in the rule at the left, the number of the passage at the right.
fn legend(model: &Model, passages: &Passages, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let numbered = passages.shared.numbered();
    let number = passages.get(model.workspace.shared.passage).and_then(|passage| passage.number);
    let mut end = pen.area.right().saturating_sub(3);
    if let Some(number) = number {
        let mut text = t!(lang, "shared.of", n = number, all = grouped(u64::from(numbered)));
        if passages.excluded() > 0 {
            text = t!(lang, "shared.and-excluded", text, n = passages.excluded());
        }
        end = pen.text_right(end, area.y, &format!(" {text} "), theme.label).saturating_sub(2);
    }
    let entries = [
        (theme.blocks[0], "#", t!(lang, "shared.legend-passages")),
        (theme.alert, "*", t!(lang, "shared.legend-here")),
    ];
    strip::legend(&entries, t!(lang, "shared.legend-view"), pen, (area.x + 2, area.y), end);
}
