//! Screen 1: all pairs, ranked; the matrix; the selected pair in words.
//!
//! ```text
//! 6 documents   15 pairs   1 near-duplicate   1 pair shares much text but is not a near-duplicate
//!
//! PAIRS  most shared first                                       │ MATRIX  Hamming distance
//! of A    of B             A             B              HD       │       1   2   3   4
//! 98.0 %  97.0 %  ██████   a.txt         b.txt           2 =     │  1
//! …                                                              │  2   24
//! ──────────────────────────────────────────────────────────────────────────────────────
//! a.txt × b.txt
//! SHARED   98 % of a.txt is in b.txt, word for word; …
//! RULE     HD 2 (bits that differ): a near-duplicate at threshold 3.
//! ```

mod counts;
mod doors;
mod list;
mod side;
mod words;

use ratatui::layout::Rect;

pub(super) use self::list::no_pairs;
pub(super) use self::words::fingerprint_only;
use self::{
    list::{ListColumns, draw_list},
    side::{draw_histogram, draw_matrix, draw_side},
    words::PairWords,
};
use crate::{
    locale::grouped,
    t,
    tui::{
        model::{Drawn, MainPane, Model},
        widget::Pen,
    },
};

/// The rows of the list that come before the sentences: two heads and nine pairs.
const LIST: u16 = 11;

/// Draws the screen.
pub(super) fn draw(model: &Model, pen: &mut Pen<'_>, mut body: Rect, drawn: &mut Drawn) {
    if model.first_run() {
        doors::draw(model, pen, body, drawn);
        let rows = 1 + u16::from(body.height > 24);
        body = Rect { y: body.y + rows, height: body.height.saturating_sub(rows), ..body };
    }
    counts::draw(model, archived(model), pen, body, drawn);
    let beside = has_side(model, body.width);
    let air = u16::from(body.height > 24);
    let top = body.y + 1 + air;
    let words = PairWords::new(model, pen.theme);
    let pairs = u16::try_from(model.workspace.listing.len()).unwrap_or(u16::MAX - 2);
    let left = body.bottom().saturating_sub(top);
    let least = (pairs.max(3) + 2).min(LIST).min(left);
    let most = left.saturating_sub(words.rows(body.width) + air).max(least);
    let matrix = u16::try_from(model.workspace.batch.present().count())
        .unwrap_or(u16::MAX / 4)
        .saturating_mul(2)
        .saturating_add(6);
    let height = (pairs + 2).max(if beside { matrix } else { 0 }).clamp(least, most);
    let list = Rect::new(body.x, top, body.width, height);
    if beside {
        let main = Rect { width: main_width(body.width), ..list };
        let right = Rect { x: main.right() + 3, width: list.width - main.width - 3, ..list };
        draw_list(model, &mut pen.within(Rect { x: 0, width: main.right(), ..main }), main, drawn);
        pen.upright(main.right() + 1, list.y..list.bottom().saturating_sub(1));
        draw_side(model, &mut pen.within(right), right, drawn);
    } else {
        match model.workspace.overview.pane {
            MainPane::Pairs => {
                draw_list(model, &mut pen.within(Rect { x: 0, width: list.right(), ..list }), list, drawn);
            }
            MainPane::Matrix => draw_matrix(model, &mut pen.within(list), list, drawn),
            MainPane::Histogram => draw_histogram(model, &mut pen.within(list), list),
        }
    }
    let below = Rect { y: list.bottom(), height: body.bottom().saturating_sub(list.bottom()), ..body };
    words.draw(model, &mut pen.within(Rect { x: 0, width: body.right() + 1, ..below }), below);
}

/// Whether the matrix is beside the list: on a wide screen, if the names are whole there.
pub(super) fn has_side(model: &Model, width: u16) -> bool {
    model.wide(width + 2) && ListColumns::new(model, main_width(width)).fit
}

/// The width of a list with the matrix beside it.
fn main_width(width: u16) -> u16 {
    width - 32.min(width / 3) - 3
}

/// The lookup in the archive of fingerprints or the library, in a few words.
fn archived(model: &Model) -> Option<String> {
    let lang = model.session.lang;
    let archive = model.workspace.batch.archive.as_ref()?;
    let all = grouped(archive.len()?);
    if archive.recipe != model.workspace.batch.recipe {
        let of_library = archive.library().is_some();
        let key = if of_library { "archive.library-other" } else { "archive.other" };
        return Some(lang.fill(key, &[("archive", &all)]));
    }
    let found = archive.found.as_ref()?;
    if let Some(passages) = &found.passages {
        let [near, sharing] = [found.near, passages.sharing].map(|n| grouped(n as u64));
        return Some(t!(lang, "archive.library-short", archive = all, near = near, sharing = sharing));
    }
    Some(t!(lang, "archive.short", archive = all, near = grouped(found.near as u64)))
}
