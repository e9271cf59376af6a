//! The page or chapter of the change under the cursor, in the rule below the texts.
//!
//! ```text
//! ───────────────────────────────────────────────── A ¶ 12, p. 3   B ¶ 11 ──
//! ```

use crate::{
    compare::diff::Diff,
    review::export::Location,
    say,
    tui::{
        model::{DiffItem, Diffed, Model},
        widget::Pen,
    },
};

/// Draws it into the rule. Returns the column where it begins.
pub(super) fn draw(model: &Model, diffed: &Diffed, pen: &mut Pen<'_>, y: u16) -> u16 {
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
        Some(format!("{} {}", ["A", "B"][side], Location::new(number, mark).shown(model.session.lang)))
    };
    let places: Vec<String> = if let Some(search) = &model.workspace.diff.search {
        let found = search.matches.get(search.at)?;
        let side = found.side as usize;
        let paragraph = match model.workspace.diff.items.get(found.item)? {
            DiffItem::Row(row) => diff.rows.get(*row as usize).and_then(|row| [row.a, row.b][side]),
            DiffItem::Fold(_) => None,
        };
        numbered(side, paragraph, found.range.start).into_iter().collect()
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
        return say::places([&diffed.texts[0], &diffed.texts[1]], bytes, model.session.lang);
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
