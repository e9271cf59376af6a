//! The line below the texts: the change under the cursor and what it does to the bits, or what is looked for.
//!
//! ```text
//! CHANGE 4  汉明 → 海明   affects bits 25 26 54   without it: HD 3
//! CHANGE 6  copy*  1962 → 1963   affects no bit
//! NOTE      see page 3
//! CHANGE 5  m1 moved from ¶ 3 to ¶ 12: no word changed  affects no bit   without it: HD 3   Enter: its other end
//! ```

use ratatui::layout::Rect;

use super::strip::{self, LegendEntry, StripMark, StripPlaces};
use crate::{
    compare::diff::{Diff, Hunk, Moved},
    lesson::LessonPart,
    review::export::Location,
    say,
    simhash::Span,
    t,
    text::{clean, truncate_end, width},
    tui::{
        action::Action,
        model::{DiffSearch, Diffed, Model},
        theme::Theme,
        view::{parts::below, review},
        widget::{Pen, fits},
    },
};

/// How many rows it takes: one more where there is a note on the change.
pub(super) fn rows(model: &Model, documents: [usize; 2]) -> u16 {
    2 + u16::from(note(model, documents).is_some())
}

/// The note on the change under the cursor.
fn note(model: &Model, documents: [usize; 2]) -> Option<String> {
    let diffed = model.workspace.results.diff_of(documents).filter(|_| model.workspace.diff.search.is_none())?;
    review::note_place(model, documents, diffed.places.get(model.workspace.diff.hunk))
}

/// Draws the text that is looked for, or the change under the cursor with its effect on the bits.
pub(super) fn draw(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, area: Rect) {
    pen.rule(area.y);
    let line = below(area, area.y + 1);
    let diffed = model.workspace.results.diff_of(documents);
    if let Some(diffed) = diffed {
        let end = draw_place(model, diffed, pen, area.y).saturating_sub(2);
        let entries = change_legend(model, pen.theme);
        strip::legend(&entries, t!(model.lang, "shared.legend-view"), pen, (area.x + 2, area.y), end);
    }
    if let Some(search) = &model.workspace.diff.search {
        draw_search(model, search, pen, line);
    } else if let Some(diffed) = diffed {
        match diffed.diff.hunks.get(model.workspace.diff.hunk) {
            Some(hunk) => draw_change(model, documents, diffed, hunk, pen, line),
            None if !diffed.diff.spacing.is_empty() => {
                pen.text(line.x, line.y, t!(model.lang, "diff.spacing"), pen.theme.label);
            }
            None => {}
        }
    }
}

/// The text that is looked for, the number of its places, and the keys that go to them.
pub(super) fn draw_search(model: &Model, search: &DiffSearch, pen: &mut Pen<'_>, area: Rect) {
    let [next, previous] = model.keys_of([Action::Next, Action::Previous]);
    let (lang, n) = (model.lang, search.matches.len());
    let text = t!(lang, "diff.search", needle = search.needle, n, next, previous);
    pen.text(area.x, area.y, &text, pen.theme.text);
}

/// The change under the cursor: number, verdict, texts and effect, and its note on the line below.
fn draw_change(model: &Model, documents: [usize; 2], diffed: &Diffed, hunk: &Hunk, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let (at, diff, y) = (model.workspace.diff.hunk, &diffed.diff, area.y);
    let mut x = pen.text(area.x, y, &t!(lang, "diff.hunk", n = diff.change_number(at)), theme.strong) + 2;
    if let Some(mark) = review::mark_place(model, documents, diffed.places.get(at), false) {
        x = pen.text(x, y, &mark, theme.alert) + 2;
    }
    if let Some(note) = note(model, documents) {
        draw_note(&note, pen, Rect { y: y + 1, ..area });
    }
    if let Some(moved) = diff.move_of(at) {
        x = pen.text(x, y, &say::moved_block(diff, moved, lang), theme.moved) + 2;
        x = effect(model, diff.moved.get(moved), pen, x, y);
        let text = t!(lang, "diff.other-end", key = model.key_of(Action::Open));
        if fits(x, &text, area.right()) {
            pen.text(x, y, &text, theme.label);
        }
        return;
    }
    x = draw_texts(diffed, hunk, usize::from(area.width) / 6, pen, x, y);
    if let Some(text) = also_in(model, diffed, at) {
        x = pen.text(x + 1, y, &text, theme.shared[0]) + 1;
    }
    x = effect(model, None, pen, x + 2, y);
    let others = diffed.alike.get(at).into_iter().flat_map(|alike| alike.iter()).filter(|&&other| other as usize != at);
    let also: Vec<String> = others.take(6).map(|&other| diff.change_number(other as usize).to_string()).collect();
    if !also.is_empty() {
        pen.text(x, y, &t!(lang, "diff.also", hunks = lang.list(&also)), theme.label);
    }
}

/// The note on the change, cut to one line.
pub(super) fn draw_note(note: &str, pen: &mut Pen<'_>, area: Rect) {
    let label = t!(pen.lang, "reviewing.note");
    let x = area.x + width(label) as u16 + 2;
    pen.text(area.x, area.y, label, pen.theme.label);
    pen.text_until(x, area.y, area.right(), &clean(note), pen.theme.text);
}

/// The removed and the added text of the change, each cut to `max_width` cells. Returns the column behind them.
fn draw_texts(diffed: &Diffed, hunk: &Hunk, max_width: usize, pen: &mut Pen<'_>, mut x: u16, y: u16) -> u16 {
    let theme = pen.theme;
    let [a, b] = diffed.texts();
    let [removed, added] = [hunk.a.of(a), hunk.b.of(b)].map(|text| truncate_end(&clean(text), max_width).into_owned());
    let sign = match (removed.is_empty(), added.is_empty()) {
        (true, _) => "+",
        (false, true) => theme.marks.minus,
        (false, false) => theme.marks.becomes,
    };
    if !removed.is_empty() {
        x = pen.text(x, y, &removed, theme.removed) + 1;
    }
    x = pen.text(x, y, sign, theme.label) + 1;
    if !added.is_empty() {
        x = pen.text(x, y, &added, theme.added) + 1;
    }
    x
}

/// Draws the effect of the change under the cursor on the bits from `x` on. Returns the column behind it.
fn effect(model: &Model, moved: Option<&Moved>, pen: &mut Pen<'_>, x: u16, y: u16) -> u16 {
    if !model.workspace.shows(LessonPart::Bits) {
        return x;
    }
    let Pen { theme, lang, .. } = *pen;
    if model.workspace.asks_distance() {
        return x;
    }
    let known = model.workspace.results.effects.get(&(model.workspace.diff.hunk as u32));
    let Some((_, effect)) = known.filter(|(generation, _)| *generation == model.workspace.batch.generation) else {
        return pen.text(x, y, t!(lang, "diff.effect-pending"), theme.label) + 3;
    };
    let style = if effect.moved.is_empty() { theme.label } else { theme.alert };
    let x = pen.text(x, y, &say::affected_bits(effect, moved, lang), style) + 3;
    let without = effect.hamming.map(|hd| t!(lang, "diff.without", hd));
    match without.filter(|text| fits(x, text, pen.area.right())) {
        Some(text) => pen.text(x, y, &text, theme.text) + 3,
        None => x,
    }
}

/// The changes of a side, but for those that a strip of so many rows has no place for. In one column for both texts
/// what was removed is at its place in B.
pub(super) fn marks(
    model: &Model,
    diffed: &Diffed,
    (side, inline): (usize, bool),
    rows: usize,
    theme: &Theme,
) -> Vec<StripMark> {
    let (diff, shared) = (&diffed.diff, model.workspace.shared_text_of(diffed));
    let cursor = model.workspace.diff.hunk;
    let block = diff.move_of(cursor).and_then(|at| diff.moved.get(at));
    let under = |hunk: usize| {
        let inside = |block: &Moved| [&block.removed, &block.added].iter().any(|part| part.contains(&(hunk as u32)));
        hunk == cursor || block.is_some_and(inside)
    };
    let excluded = model.workspace.batch.excluded(diffed.documents, [&diffed.texts[0], &diffed.texts[1]]);
    let out = |span: Span| StripMark { span, style: theme.rule, sign: "x", number: None, here: false };
    let mut marks: Vec<StripMark> = excluded[side].iter().map(|excluded| out(excluded.span)).collect();
    let mut places = StripPlaces::new(diffed.texts[side].text.len(), rows);
    for (at, hunk) in diff.hunks.iter().enumerate() {
        let spans = [hunk.a, hunk.b];
        let span = spans[side];
        let here = under(at);
        if span.is_empty() && !inline || !places.take(span) && !here {
            continue;
        }
        let number = diff.change_number(at);
        let own = [theme.negative, theme.positive];
        let (style, sign) = match (hunk.a.is_empty(), hunk.b.is_empty()) {
            _ if diff.move_of(at).is_some() => (theme.moved, "m"),
            (false, true) => (own[0], "-"),
            (true, _) => (own[1], "+"),
            (false, false) => (own[side], "~"),
        };
        let style = if here { theme.alert } else { style };
        let mut number = Some(number as u32);
        let parts = match shared.filter(|_| diff.move_of(at).is_none() && !span.is_empty()) {
            Some(passages) => passages.shared.parts(side, &diffed.texts[side].text, span),
            None => vec![(span, None)],
        };
        for (span, place) in parts {
            let (style, sign) = if place.is_some() && !here { (theme.blocks[0], "=") } else { (style, sign) };
            marks.push(StripMark { span, style, sign, number: number.take(), here });
        }
    }
    marks
}

/// The legend of these blocks.
fn change_legend(model: &Model, theme: &Theme) -> Vec<LegendEntry> {
    let lang = model.lang;
    let mut entries = vec![
        (theme.negative, "-", t!(lang, "diff.legend-a")),
        (theme.positive, "+", t!(lang, "diff.legend-b")),
        (theme.blocks[0], "=", t!(lang, "diff.legend-elsewhere")),
        (theme.moved, "m", t!(lang, "diff.legend-moved")),
    ];
    // Without colour the signs say what is there, and the number alone is under the cursor.
    entries.extend(theme.coloured.then(|| (theme.alert, "", t!(lang, "shared.legend-here"))));
    entries
}

/// The place in the other text at which the text of a change occurs, or most of it: `also in B ¶ 1`.
pub(super) fn also_in(model: &Model, diffed: &Diffed, hunk: usize) -> Option<String> {
    let passages = model.workspace.shared_text_of(diffed)?;
    let hunk = diffed.diff.hunks.get(hunk)?;
    let longest = |side: usize| {
        let parts = passages.shared.parts(side, &diffed.texts[side].text, [hunk.a, hunk.b][side]);
        let parts = parts.into_iter().filter_map(|(span, place)| Some((span.len(), place?)));
        parts.max_by_key(|(len, _)| *len).map(|(len, place)| (len, side, place))
    };
    let (_, side, byte) = [0, 1].into_iter().filter_map(longest).max_by_key(|(len, ..)| *len)?;
    let other = 1 - side;
    let mark = passages.texts[other].place_of(byte as usize).map(|landmark| landmark.mark);
    let place = Location::new(passages.paragraph(other, byte), mark).shown(model.lang);
    Some(t!(model.lang, "diff.also-in", side = ["A", "B"][other], place))
}

/// Draws it into the rule. Returns the column where it begins.
fn draw_place(model: &Model, diffed: &Diffed, pen: &mut Pen<'_>, y: u16) -> u16 {
    let right = pen.area.right().saturating_sub(3);
    match looked_at(model, diffed) {
        Some(text) => pen.text_right(right, y, &format!(" {text} "), pen.theme.label),
        None => right,
    }
}

/// The place of the match or of the change under the cursor; without one, the pages at the top.
fn looked_at(model: &Model, diffed: &Diffed) -> Option<String> {
    let diff = &diffed.diff;
    let numbered = |side: usize, paragraph: Option<u32>, byte: usize| {
        let number = diff.paragraph_number(side, paragraph? as usize)?;
        let mark = diffed.texts[side].place_of(byte).map(|landmark| landmark.mark);
        Some(format!("{} {}", ["A", "B"][side], Location::new(number, mark).shown(model.lang)))
    };
    let places: Vec<String> = if let Some(search) = &model.workspace.diff.search {
        let found = search.current()?;
        let (side, byte) = (found.side as usize, found.range.start);
        let paragraph = diff.paragraphs[side].partition_point(|paragraph| paragraph.span.end as usize <= byte);
        numbered(side, Some(paragraph as u32), byte).into_iter().collect()
    } else if let Some(hunk) = diff.hunks.get(model.workspace.diff.hunk) {
        let paragraphs = paragraphs(diff, model.workspace.diff.hunk);
        let bytes = [hunk.a.start, hunk.b.start];
        let of = |side: usize| {
            // The other end of what was moved begins with its paragraph.
            let own = diff.rows.get(hunk.row as usize).is_some_and(|row| [row.a, row.b][side].is_some());
            let begins = || diff.paragraphs[side].get(paragraphs[side]? as usize).map(|paragraph| paragraph.body.start);
            let byte = if own { Some(bytes[side]) } else { begins() };
            numbered(side, paragraphs[side], byte? as usize)
        };
        [0, 1].into_iter().filter_map(of).collect()
    } else {
        let top = model.workspace.diff.top.0;
        let bytes = [0, 1].map(|side| model.workspace.diff.span(side, &(top..top + 1)).start as usize);
        return say::places([&diffed.texts[0], &diffed.texts[1]], bytes, model.lang);
    };
    (!places.is_empty()).then(|| places.join("   "))
}

/// The paragraphs of A and of B that a hunk is in: of one that was moved, those of both ends.
fn paragraphs(diff: &Diff, hunk: usize) -> [Option<u32>; 2] {
    let of = |hunk: usize| {
        let row = diff.hunks.get(hunk).and_then(|hunk| diff.rows.get(hunk.row as usize));
        row.map_or([None; 2], |row| [row.a, row.b])
    };
    let (here, there) = (of(hunk), diff.other_end(hunk).map_or([None; 2], of));
    [0, 1].map(|side: usize| here[side].or(there[side]))
}
