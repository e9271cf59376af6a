//! Keys of screen 3.

use std::sync::Arc;

use crate::{
    batch::PairDetail,
    compare::{BitReasons, attribution::Adjust},
    simhash::{Span, Trace, from_fixed},
    t,
    tui::{
        action::Action,
        model::{
            Model, Pane,
            effect::{Effect, ScreenEffect, TextPlaces},
            find_around,
        },
        screen::Screen,
        update::common::to_clipboard,
    },
};

pub(crate) fn act(model: &mut Model, action: Action) -> Effect {
    let workspace = &mut model.workspace;
    workspace.pair()?;
    let detail = workspace.detail().cloned();
    let Some((detail, reasons)) = detail.as_ref().and_then(|c| Some((c, c.comparison.bits.as_ref()?))) else {
        // Without two fingerprints there are no bits to move among; what asks nothing of them is there all the same.
        match action {
            Action::Back => workspace.screen = Screen::Overview,
            Action::Evidence | Action::Geometry | Action::Meaning => return Some(ScreenEffect::Open(action)),
            _ => {}
        }
        return None;
    };
    let width = usize::from(reasons.joint.width());
    let bits = &mut workspace.bits;
    let column = bits.column.unwrap_or(0);
    match action {
        Action::Left => bits.column = Some(column.saturating_sub(1)),
        Action::Right => bits.column = Some((column + 1).min(width - 1)),
        Action::Next | Action::Previous => flipped(model, reasons, action == Action::Next),
        Action::NextPane | Action::PreviousPane => {
            bits.pane = match bits.pane {
                Pane::Features => Pane::Flipped,
                Pane::Flipped => Pane::Features,
            };
        }
        Action::Untick => untick(model),
        Action::Smallest => smallest(model, reasons),
        Action::Reset => bits.adjusted.clear(),
        Action::Open if bits.pane == Pane::Flipped => bits.pane = Pane::Features,
        Action::Open => {
            if let Some(feature) = bits.feature() {
                workspace.screen = Screen::Diff;
                return Some(ScreenEffect::Show(places(&detail.traces, reasons.joint.features[feature].index)));
            }
        }
        Action::Back => workspace.screen = Screen::Overview,
        Action::Find | Action::BitsPerRow | Action::Evidence | Action::Geometry | Action::Meaning => {
            return Some(ScreenEffect::Open(action));
        }
        Action::Copy | Action::CopyAll => return copy(model, detail, reasons, action == Action::CopyAll),
        _ => match bits.pane {
            Pane::Features => {
                let len = bits.behind.len();
                bits.list.motion(action, len, workspace.drawn.rows);
            }
            Pane::Flipped => {
                if bits.flipped.motion(action, reasons.flipped.len(), workspace.drawn.rows)
                    && let Some(flipped) = reasons.flipped.get(bits.flipped.selected)
                {
                    bits.column = Some(flipped.bit);
                }
            }
        },
    }
    None
}

fn flipped(model: &mut Model, reasons: &BitReasons, forward: bool) {
    let mut columns: Vec<usize> = reasons.flipped.iter().map(|f| f.bit).collect();
    columns.sort_unstable();
    let at = model.workspace.bits.column.unwrap_or(0);
    let found = if forward {
        columns.iter().find(|&&c| c > at).or(columns.first())
    } else {
        columns.iter().rfind(|&&c| c < at).or(columns.last())
    };
    model.workspace.bits.column = found.copied().or(model.workspace.bits.column);
}

/// Puts the cursor on a flipped bit in its table.
pub(crate) fn select(model: &mut Model, bit: usize) {
    let workspace = &mut model.workspace;
    workspace.bits.pane = Pane::Flipped;
    workspace.bits.column = Some(bit);
    let reasons = workspace.detail().and_then(|detail| detail.comparison.bits.as_ref());
    let row = reasons.and_then(|reasons| reasons.flipped.iter().position(|f| f.bit == bit));
    workspace.bits.flipped.selected = row.unwrap_or(workspace.bits.flipped.selected);
}

fn untick(model: &mut Model) {
    if let Some(feature) = model.workspace.bits.feature()
        && model.workspace.bits.adjusted.remove(&feature).is_none()
    {
        model.workspace.bits.adjusted.insert(feature, Adjust::Exclude);
    }
}

/// Applies the smallest change that matters: for the bit where the flipped bits have the keys, else for crossing k.
fn smallest(model: &mut Model, reasons: &BitReasons) {
    let column = model.workspace.bits.column;
    let within = reasons.joint.hamming() <= model.workspace.k;
    let (undo, adjust) = match model.workspace.bits.pane {
        Pane::Flipped => {
            let flipped = reasons.flipped.iter().find(|f| Some(f.bit) == column);
            (flipped.map(|f| &f.undo), Adjust::Undo)
        }
        Pane::Features if within => (reasons.crossing.as_ref(), Adjust::ExcludeFromB),
        Pane::Features => (reasons.crossing.as_ref(), Adjust::Undo),
    };
    let Some(undo) = undo else {
        model.notify(t!(model.lang, "notice.nothing-to-undo"));
        return;
    };
    model.workspace.bits.adjusted = undo.features.iter().map(|&feature| (feature, adjust)).collect();
    let (n, hd) = (undo.features.len(), undo.hamming);
    model.notify(if adjust == Adjust::Undo {
        t!(model.lang, "notice.undone", n, hd, key = model.key_of(Action::Reset))
    } else {
        t!(model.lang, "notice.removed", n, hd, key = model.key_of(Action::Reset))
    });
}

/// Puts the cursor on the next feature whose name holds `needle`.
pub(crate) fn find(model: &mut Model, needle: &str) {
    let Some(detail) = model.workspace.detail().cloned() else { return };
    let Some(reasons) = &detail.comparison.bits else { return };
    let lower = needle.to_lowercase();
    let bits = &mut model.workspace.bits;
    let behind = &bits.behind;
    let len = behind.len();
    let holds = |&row: &usize| reasons.joint.name(behind[row], detail.sides()).to_lowercase().contains(&lower);
    let at = bits.list.selected;
    if let Some(row) = find_around(at, len, true, holds) {
        bits.list.select(row, len, model.workspace.drawn.rows);
        bits.pane = Pane::Features;
    } else {
        model.notify(t!(model.lang, "notice.not-found", needle));
    }
}

/// The row under the cursor, or both fingerprints.
fn copy(model: &mut Model, detail: &PairDetail, reasons: &BitReasons, all: bool) -> Effect {
    let [a, b] = detail.comparison.pair.documents().map(|i| model.workspace.batch.name(i).to_owned());
    let [v, w] = reasons.joint.fingerprints;
    let text = match (all, model.workspace.bits.feature()) {
        (false, Some(feature)) => {
            let column = model.workspace.bits.column.unwrap_or(0);
            let moves = from_fixed(reasons.joint.contribution(feature, column));
            format!("{}\t{column}\t{moves}", reasons.joint.name(feature, detail.sides()))
        }
        _ => format!("{a}\t{v}\n{b}\t{w}"),
    };
    to_clipboard(model, text)
}

/// The places of a feature in both texts; `index` is its number in either trace.
fn places(traces: &[Arc<Trace>; 2], index: [Option<u32>; 2]) -> TextPlaces {
    let of = |side: usize, feature: u32| traces[side].places(feature as usize, 0).map(Span::range).collect();
    let name = index.iter().zip(traces).find_map(|(index, trace)| Some(trace.name((*index)? as usize)));
    TextPlaces {
        name: name.unwrap_or_default().to_owned(),
        of: [0, 1].map(|side| index[side].map_or_else(Vec::new, |feature| of(side, feature))),
        from_first: false,
    }
}
