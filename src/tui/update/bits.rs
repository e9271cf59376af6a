//! Keys of screen 3.

use super::{Effect, clipboard, diff, overlay};
use crate::{
    compare::{BitReasons, attribution::Adjust},
    simhash::from_fixed,
    t,
    tui::{
        action::Action,
        model::{Close, Model, Pane},
        screen::Screen,
    },
};

/// Carries an action out.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    let Some(documents) = model.pair() else { return Vec::new() };
    let close = model.desk.close_of(documents).cloned();
    let Some((close, reasons)) = close.as_ref().and_then(|c| Some((c, c.comparison.bits.as_ref()?))) else {
        // Without two fingerprints there are no bits to move among; what asks nothing of them is there all the same.
        match action {
            Action::Back => model.screen = Screen::Overview,
            Action::Evidence | Action::Geometry => overlay::open(model, action),
            _ => {}
        }
        return Vec::new();
    };
    let width = usize::from(reasons.joint.width());
    let column = model.bits.column.unwrap_or(0);
    match action {
        Action::Left => model.bits.column = Some(column.saturating_sub(1)),
        Action::Right => model.bits.column = Some((column + 1).min(width - 1)),
        Action::Next | Action::Previous => flipped(model, reasons, action == Action::Next),
        Action::NextPane | Action::PreviousPane => {
            model.bits.pane = match model.bits.pane {
                Pane::Features => Pane::Flipped,
                Pane::Flipped => Pane::Features,
            };
        }
        Action::Untick => untick(model),
        Action::Smallest => smallest(model, reasons),
        Action::Reset => model.bits.adjusted.clear(),
        Action::Open if model.bits.pane == Pane::Flipped => model.bits.pane = Pane::Features,
        Action::Open => {
            if let Some(feature) = model.bits.feature() {
                model.screen = Screen::Diff;
                diff::seek(model, &close.traces, reasons.joint.features[feature as usize].index);
            }
        }
        Action::Back => model.screen = Screen::Overview,
        Action::Find | Action::BitsPerRow | Action::Evidence | Action::Geometry => overlay::open(model, action),
        Action::Copy | Action::CopyAll => return copy(model, close, reasons, action == Action::CopyAll),
        _ => match model.bits.pane {
            Pane::Features => {
                let len = model.bits.behind.len();
                model.bits.list.motion(action, len, model.drawn.rows);
            }
            Pane::Flipped => {
                if model.bits.flipped.motion(action, reasons.flipped.len(), model.drawn.rows)
                    && let Some(flipped) = reasons.flipped.get(model.bits.flipped.selected)
                {
                    model.bits.column = Some(usize::from(flipped.bit));
                }
            }
        },
    }
    Vec::new()
}

fn flipped(model: &mut Model, reasons: &BitReasons, forward: bool) {
    let mut columns: Vec<usize> = reasons.flipped.iter().map(|f| usize::from(f.bit)).collect();
    columns.sort_unstable();
    let at = model.bits.column.unwrap_or(0);
    let found = if forward {
        columns.iter().find(|&&c| c > at).or(columns.first())
    } else {
        columns.iter().rfind(|&&c| c < at).or(columns.last())
    };
    model.bits.column = found.copied().or(model.bits.column);
}

/// Puts the cursor on a flipped bit in its table.
pub fn select(model: &mut Model, bit: usize) {
    model.bits.pane = Pane::Flipped;
    model.bits.column = Some(bit);
    let reasons = model.pair().and_then(|documents| model.desk.close_of(documents)?.comparison.bits.as_ref());
    let row = reasons.and_then(|reasons| reasons.flipped.iter().position(|f| usize::from(f.bit) == bit));
    model.bits.flipped.selected = row.unwrap_or(model.bits.flipped.selected);
}

fn untick(model: &mut Model) {
    if let Some(feature) = model.bits.feature()
        && model.bits.adjusted.remove(&feature).is_none()
    {
        model.bits.adjusted.insert(feature, Adjust::LeaveOut);
    }
}

/// Applies the smallest change that matters: for the bit where the flipped bits have the keys, else for crossing k.
fn smallest(model: &mut Model, reasons: &BitReasons) {
    let column = model.bits.column;
    let within = reasons.joint.hamming() <= model.k;
    let (undo, adjust) = match model.bits.pane {
        Pane::Flipped => {
            let flipped = reasons.flipped.iter().find(|f| Some(usize::from(f.bit)) == column);
            (flipped.map(|f| &f.undo), Adjust::Undo)
        }
        Pane::Features if within => (reasons.crossing.as_ref(), Adjust::LeaveOutOfB),
        Pane::Features => (reasons.crossing.as_ref(), Adjust::Undo),
    };
    let Some(undo) = undo else {
        model.notice = Some(t!(model.lang, "notice.nothing-to-undo").into());
        return;
    };
    model.bits.adjusted = undo.features.iter().map(|&feature| (feature, adjust)).collect();
    let (n, hd) = (undo.features.len(), undo.hamming);
    model.notice = Some(if adjust == Adjust::Undo {
        t!(model.lang, "notice.undone", n = n, hd = hd, key = model.key_of(Action::Reset))
    } else {
        t!(model.lang, "notice.left-out", n = n, hd = hd, key = model.key_of(Action::Reset))
    });
}

/// Puts the cursor on the next feature whose name holds `needle`.
pub fn find(model: &mut Model, needle: &str) {
    let Some(documents) = model.pair() else { return };
    let Some(close) = model.desk.close_of(documents).cloned() else { return };
    let Some(reasons) = &close.comparison.bits else { return };
    let lower = needle.to_lowercase();
    let behind = &model.bits.behind;
    let len = behind.len();
    let holds = |&row: &usize| reasons.joint.name(behind[row], close.sides()).to_lowercase().contains(&lower);
    let at = model.bits.list.selected;
    if let Some(row) = (at + 1..len).chain(0..len.min(at + 1)).find(holds) {
        model.bits.list.select(row, len, model.drawn.rows);
        model.bits.pane = Pane::Features;
    } else {
        model.notice = Some(t!(model.lang, "notice.not-found", needle = needle));
    }
}

/// The row under the cursor, or both fingerprints.
fn copy(model: &mut Model, close: &Close, reasons: &BitReasons, all: bool) -> Vec<Effect> {
    let [a, b] = close.comparison.pair.documents().map(|i| model.desk.name(i).to_owned());
    let [v, w] = reasons.joint.fingerprints;
    let text = match (all, model.bits.feature()) {
        (false, Some(feature)) => {
            let column = model.bits.column.unwrap_or(0);
            let moves = from_fixed(reasons.joint.contribution(feature, column));
            format!("{}\t{column}\t{moves}", reasons.joint.name(feature, close.sides()))
        }
        _ => format!("{a}\t{v}\n{b}\t{w}"),
    };
    clipboard::put(model, text)
}
