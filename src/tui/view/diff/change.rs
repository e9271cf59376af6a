//! The line below the texts: the change under the cursor and what it does to the bits, or what is looked for.
//!
//! ```text
//! HUNK 4  汉明 → 海明   moves bits 25 26 54   without it: HD 3
//! HUNK 6  copy*  1962 → 1963   moves no bit
//! NOTE    see page 3
//! HUNK 5  m1 moved from ¶ 3 to ¶ 12: no word changed  moves no bit   without it: HD 3   Enter goes to its other end
//! ```

use ratatui::layout::Rect;

use super::place;
use crate::{
    compare::diff::Moved,
    say, t,
    text::{clean, truncate_end, truncate_middle, width},
    tui::{
        action::Action,
        model::{Model, Side},
        view::review,
        widget::Pen,
    },
};

/// How many rows it takes: one more where there is a note on the change.
pub fn rows(model: &Model, documents: [usize; 2]) -> u16 {
    2 + u16::from(note(model, documents).is_some())
}

/// The note on the change under the cursor.
fn note(model: &Model, documents: [usize; 2]) -> Option<String> {
    let looking =
        model.workspace.diff.aligning.is_some() || model.workspace.diff.search.is_some() || !model.workspace.marked();
    let diffed = model.workspace.results.diff_of(documents).filter(|_| !looking)?;
    review::note_place(model, documents, diffed.places.get(model.workspace.diff.hunk))
}

/// What is looked for, or the change under the cursor and what it does to the bits.
pub fn draw(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, area: Rect) {
    let (theme, lang) = (pen.theme, model.session.lang);
    pen.rule(area.y);
    let y = area.y + 1;
    let diffed = model.workspace.results.diff_of(documents);
    if let Some(diffed) = diffed {
        place::draw(model, diffed, pen, area.y);
    }
    if let Some(aligning) = model.workspace.diff.aligning {
        let side = |side: Side| if side == Side::A { "A" } else { "B" };
        let text = match aligning.first.filter(|(first, _)| *first != aligning.side) {
            None => t!(lang, "align.choose", side = side(aligning.side)),
            Some((first, n)) => t!(lang, "align.beside", side = side(aligning.side), first = side(first), n = n),
        };
        pen.text(area.x, y, &text, theme.call);
        return;
    }
    if let Some(search) = &model.workspace.diff.search {
        let [next, previous] = [Action::Next, Action::Previous].map(|action| model.key_of(action));
        let n = search.places();
        let text = t!(lang, "diff.search", needle = search.needle, n = n, next = next, previous = previous);
        pen.text(area.x, y, &text, theme.text);
        return;
    }
    let Some(diffed) = diffed else { return };
    let [a, b] = diffed.texts();
    let diff = &diffed.diff;
    let Some(hunk) = diff.hunks.get(model.workspace.diff.hunk).filter(|_| model.workspace.marked()) else {
        if model.workspace.marked() && !diff.spacing.is_empty() {
            pen.text(area.x, y, t!(lang, "diff.spacing"), theme.label);
        }
        return;
    };
    let number = diff.change_number(model.workspace.diff.hunk);
    let mut x = pen.text(area.x, y, &t!(lang, "diff.hunk", n = number), theme.strong) + 2;
    if let Some(mark) = review::mark_place(model, documents, diffed.places.get(model.workspace.diff.hunk), false) {
        x = pen.text(x, y, &mark, theme.call) + 2;
    }
    if let Some(note) = note(model, documents) {
        let begin = area.x + width(t!(lang, "reviewing.note")) as u16 + 2;
        pen.text(area.x, y + 1, t!(lang, "reviewing.note"), theme.label);
        pen.text(begin, y + 1, &truncate_end(&clean(&note), usize::from(area.right() - begin)), theme.text);
    }
    if let Some(at) = diff.move_of(model.workspace.diff.hunk) {
        x = pen.text(x, y, &say::moved(diff, at, lang), theme.moved) + 2;
        x = effect(model, diff.moved.get(at), pen, x, y);
        let key = model.key_of(Action::Open);
        let text = t!(lang, "diff.other-end", key = key);
        if usize::from(x) + width(&text) <= usize::from(area.right()) {
            pen.text(x, y, &text, theme.label);
        }
        return;
    }
    let room = usize::from(area.width) / 6;
    let piece = |text: &str| truncate_middle(&clean(text), room).into_owned();
    let (removed, added) = (piece(hunk.a.of(a)), piece(hunk.b.of(b)));
    if !removed.is_empty() {
        x = pen.text(x, y, &removed, theme.removed) + 1;
    }
    x = pen.text(
        x,
        y,
        if removed.is_empty() {
            "+"
        } else if added.is_empty() {
            theme.marks.minus
        } else {
            theme.marks.becomes
        },
        theme.label,
    ) + 1;
    if !added.is_empty() {
        x = pen.text(x, y, &added, theme.added) + 1;
    }
    x += 2;
    x = effect(model, None, pen, x, y);
    let others = diffed.alike.get(model.workspace.diff.hunk).into_iter().flat_map(|alike| alike.iter());
    let others = others.filter(|&&other| other as usize != model.workspace.diff.hunk);
    let also: Vec<String> = others.take(6).map(|&other| diff.change_number(other as usize).to_string()).collect();
    if !also.is_empty() {
        pen.text(x, y, &t!(lang, "diff.also", hunks = also.join(", ")), theme.label);
    }
}

/// What the change under the cursor does to the bits, from `x` on. Returns where the line goes on.
fn effect(model: &Model, moved: Option<&Moved>, pen: &mut Pen<'_>, mut x: u16, y: u16) -> u16 {
    let (theme, lang) = (pen.theme, model.session.lang);
    match model
        .workspace
        .results
        .effects
        .get(&(model.workspace.diff.hunk as u32))
        .filter(|(g, _)| *g == model.workspace.batch.generation)
    {
        Some((_, effect)) => {
            let text = say::moves(effect, moved, lang);
            x = pen.text(x, y, &text, if effect.moved.is_empty() { theme.label } else { theme.call }) + 3;
            if let Some(hd) = effect.hamming {
                let text = t!(lang, "diff.without", hd = hd);
                if usize::from(x) + width(&text) <= usize::from(pen.area.right()) {
                    x = pen.text(x, y, &text, theme.text) + 3;
                }
            }
        }
        None => x = pen.text(x, y, t!(lang, "diff.effect-pending"), theme.label) + 3,
    }
    x
}
