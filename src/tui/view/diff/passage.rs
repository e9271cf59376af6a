//! The line below shared text: the passage under the cursor, its places, in how many other documents it occurs, and what
//! was decided on it.

use ratatui::{layout::Rect, style::Style};

use super::{change, strip};
use crate::{
    locale::grouped,
    review::export::Location,
    t,
    text::width,
    tui::{
        model::{Model, Passages},
        view::review,
        widget::Pen,
    },
};

/// How many rows it takes with the rule above it.
pub(super) fn rows(model: &Model, documents: [usize; 2]) -> u16 {
    let wide = model.wide(model.screen_width());
    2 + u16::from(!wide) + u16::from(note(model, documents).is_some())
}

/// The note on the passage under the cursor.
fn note(model: &Model, documents: [usize; 2]) -> Option<String> {
    let passages = model.workspace.passages_of(documents).filter(|_| model.workspace.diff.search.is_none())?;
    review::note_place(model, documents, passages.id(model.workspace.shared.passage))
}

/// Draws it, or what is looked for.
pub(super) fn draw(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, area: Rect) {
    let (theme, lang) = (pen.theme, model.session.lang);
    pen.rule(area.y);
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let Some(passages) = model.workspace.passages_of(documents) else { return };
    legend(model, passages, pen, area);
    if let Some(search) = &model.workspace.diff.search {
        return change::draw_search(model, search, pen, below);
    }
    let at = model.workspace.shared.passage;
    let Some(passage) = passages.get(at) else {
        let run = model.workspace.batch.run;
        let text = t!(lang, "shared.none", han = run.han, words = run.words);
        pen.paragraph(below.x, below.y, below.height, &text, theme.text);
        return;
    };
    let title = match passage.number {
        Some(number) => (t!(lang, "shared.passage", n = number), theme.alert.patch(theme.strong)),
        None => (t!(lang, "shared.excluded").to_owned(), theme.strong),
    };
    let chars = passage.shared.chars;
    let mut parts: Vec<(String, Style)> = vec![title, (t!(lang, "shared.chars", chars = grouped(chars)), theme.text)];
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
    let note = note(model, documents);
    // Narrow, the parts go on under the length.
    let (mut x, mut y) = (below.x, below.y);
    let indent = below.x + width(&parts[0].0) as u16 + 3;
    for (text, style) in parts {
        if x > below.x && x + width(&text) as u16 > below.right() && y + 1 < below.bottom() - u16::from(note.is_some())
        {
            (x, y) = (indent, y + 1);
        }
        x = pen.text(x, y, &text, style) + 3;
    }
    if let Some(note) = note {
        change::draw_note(&note, lang, pen, Rect { y: below.bottom() - 1, ..below });
    }
}

/// The place of a passage on a side: that of the cursor, and how many more there are.
fn place(model: &Model, passages: &Passages, at: usize, side: usize) -> String {
    let Some(span) = passages.place(side, at, model.workspace.shared.place) else { return String::new() };
    let mark = passages.texts[side].place_of(span.start as usize).map(|landmark| landmark.mark);
    let mut place = Location::new(passages.paragraph(side, span.start), mark).shown(model.session.lang);
    if let Some(line) = passages.line(side, span.start) {
        place = t!(model.session.lang, "place.with-line", place = place, n = line);
    }
    let more = passages.get(at).map_or(0, |passage| passage.shared.counts[side].saturating_sub(1));
    let more = if more == 0 { String::new() } else { format!(" +{more}") };
    format!("{} {place}{more}", ["A", "B"][side])
}

/// In how many other documents the passage occurs, once that is known.
fn others(model: &Model) -> Option<String> {
    let lang = model.session.lang;
    if model.workspace.batch.entries.len() < 3 {
        return None;
    }
    let key = model.workspace.passage_key()?;
    Some(match model.workspace.results.holders.get(&key) {
        None => t!(lang, "diff.effect-pending").to_owned(),
        Some(0) => t!(lang, "shared.in-no-other").to_owned(),
        Some(&n) => t!(lang, "shared.in-others", n = n),
    })
}

/// The legend of the strip in the rule at the left, the number of the passage at the right.
fn legend(model: &Model, passages: &Passages, pen: &mut Pen<'_>, area: Rect) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let numbered = passages.shared.numbered();
    let number = passages.get(model.workspace.shared.passage).and_then(|passage| passage.number);
    let mut end = pen.area.right().saturating_sub(3);
    if let Some(number) = number {
        let mut text = t!(lang, "shared.of", n = number, all = grouped(u64::from(numbered)));
        if passages.excluded() > 0 {
            text = t!(lang, "shared.and-excluded", text = text, n = passages.excluded());
        }
        end = pen.text_right(end, area.y, &format!(" {text} "), theme.label).saturating_sub(2);
    }
    let entries = [
        (theme.blocks[0], "#", t!(lang, "shared.legend-passages")),
        (theme.alert, "*", t!(lang, "shared.legend-here")),
    ];
    strip::legend(&entries, t!(lang, "shared.legend-view"), pen, (area.x + 2, area.y), end);
}
