//! Clicks, dragging and the wheel. A click acts on the target under it. On a line or in a field the target can be
//! dragged: until the button is released the pointer means the nearest place of that kind, wherever it strays. The
//! wheel moves the pane under the pointer.

use std::mem::discriminant;

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::act;
use crate::tui::{
    action::Action,
    model::{ClickTarget, LabPane, LibraryPane, Model, Pane, dialog::with_top, effect::Effect},
    screen::{Screen, bits::update as bits, diff::update as diff, lab::update as lab},
};

/// How many lines of text a notch of the wheel moves.
const NOTCH: isize = 3;

/// Takes a mouse event in.
pub(crate) fn mouse(model: &mut Model, event: MouseEvent) -> Effect {
    let at = Position::new(event.column, event.row);
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            let target = hit(model, at)?;
            model.workspace.dragged = Some(target).filter(|&target| may_be_dragged(target));
            model.workspace.notice = None;
            click(model, target)
        }
        MouseEventKind::Drag(MouseButton::Left) => {
            match model.workspace.dragged.and_then(|from| nearest(model, from, at)) {
                Some(ClickTarget::Text(at)) => {
                    lab::point(model, at, true);
                    None
                }
                Some(target) => click(model, target),
                None => None,
            }
        }
        MouseEventKind::Up(_) => {
            model.workspace.dragged = None;
            None
        }
        MouseEventKind::ScrollDown => wheel(model, at, true),
        MouseEventKind::ScrollUp => wheel(model, at, false),
        _ => None,
    }
}

/// The target at a position.
fn hit(model: &Model, at: Position) -> Option<ClickTarget> {
    model.workspace.drawn.targets.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, target)| *target)
}

fn may_be_dragged(target: ClickTarget) -> bool {
    matches!(
        target,
        ClickTarget::Column(_)
            | ClickTarget::Step(_)
            | ClickTarget::Place(_)
            | ClickTarget::Pair(..)
            | ClickTarget::Text(_)
    )
}

/// The place of the same kind that is nearest to the pointer.
fn nearest(model: &Model, from: ClickTarget, at: Position) -> Option<ClickTarget> {
    let away = |area: &Rect| {
        let x = area.x.saturating_sub(at.x).max(at.x.saturating_add(1).saturating_sub(area.right()));
        let y = area.y.saturating_sub(at.y).max(at.y.saturating_add(1).saturating_sub(area.bottom()));
        u32::from(x) + u32::from(y)
    };
    let alike = |target: &ClickTarget| discriminant(target) == discriminant(&from);
    let targets = model.workspace.drawn.targets.iter().filter(|(_, target)| alike(target));
    targets.min_by_key(|(area, _)| away(area)).map(|(_, target)| *target)
}

fn click(model: &mut Model, target: ClickTarget) -> Effect {
    let workspace = &mut model.workspace;
    let rows = workspace.drawn.rows;
    if let ClickTarget::Choice(row) = target {
        return with_top(model, |dialog, model| dialog.pick(model, row));
    }
    if let ClickTarget::Choose(row, choice) = target {
        return with_top(model, |dialog, model| dialog.choose(model, row, choice));
    }
    if !workspace.dialogs.is_empty() {
        workspace.dialogs.close();
        return None;
    }
    match target {
        ClickTarget::Do(action) => return act(model, action),
        ClickTarget::Row(row) => match workspace.screen {
            Screen::Overview if row == workspace.overview.list.selected => return act(model, Action::Open),
            Screen::Overview => workspace.overview.list.select(row, workspace.listing.len(), rows),
            Screen::Pipeline if workspace.two_texts.on => {
                let two = &mut workspace.two_texts;
                two.list.select(row, two.walk.rows().len(), rows);
            }
            Screen::Pipeline => {
                workspace.pipeline.list.select(row, workspace.pipeline.walk.order().len(), rows);
                workspace.pipeline.on_column = false;
            }
            Screen::Bits => {
                workspace.bits.list.select(row, workspace.bits.behind.len(), rows);
                workspace.bits.pane = Pane::Features;
            }
            Screen::Lab => {
                let all = workspace.bench().map_or(0, |bench| bench.order.len());
                workspace.lab.features.select(row, all, rows);
                workspace.lab.pane = LabPane::Features;
            }
            Screen::Diff | Screen::Library => {}
        },
        ClickTarget::Cluster(row) => return library(model, LibraryPane::Clusters, row),
        ClickTarget::Passage(row) => return library(model, LibraryPane::Passages, row),
        ClickTarget::LabPane(pane) => workspace.lab.pane = pane,
        ClickTarget::Text(at) => lab::point(model, at, false),
        ClickTarget::Column(column) if workspace.screen == Screen::Pipeline => {
            workspace.pipeline.column = column;
            workspace.pipeline.on_column = true;
        }
        ClickTarget::Column(column) => workspace.bits.column = Some(column),
        ClickTarget::Step(step) => {
            if let Some(walk) = workspace.walk_mut() {
                walk.go(step);
            }
        }
        ClickTarget::Pair(a, b) => workspace.select([a, b]),
        ClickTarget::Flipped(bit) => bits::select(model, bit),
        ClickTarget::Pane(pane) => workspace.bits.pane = pane,
        ClickTarget::Place(share) => diff::jump(model, share),
        ClickTarget::Choice(_) | ClickTarget::Choose(..) => {}
    }
    None
}

/// The cursor of screen 6 goes there; where it is already, it is as Enter.
fn library(model: &mut Model, pane: LibraryPane, row: usize) -> Effect {
    let library = &mut model.workspace.library;
    let list = if pane == LibraryPane::Clusters { &mut library.clusters } else { &mut library.passages };
    if library.pane == pane && list.selected == row {
        return act(model, Action::Open);
    }
    list.selected = row;
    library.pane = pane;
    None
}

fn wheel(model: &mut Model, at: Position, down: bool) -> Effect {
    if !model.workspace.dialogs.is_empty() {
        let action = if down { Action::Down } else { Action::Up };
        return with_top(model, |dialog, model| {
            dialog.wheel(model, action);
            None
        });
    }
    if model.workspace.screen == Screen::Diff {
        diff::scroll(model, if down { NOTCH } else { -NOTCH });
        return None;
    }
    let target = hit(model, at);
    if let Some(ClickTarget::Pane(_) | ClickTarget::Flipped(_) | ClickTarget::Row(_)) = target
        && model.workspace.screen == Screen::Bits
    {
        model.workspace.bits.pane =
            if matches!(target, Some(ClickTarget::Pane(Pane::Flipped) | ClickTarget::Flipped(_))) {
                Pane::Flipped
            } else {
                Pane::Features
            };
    }
    if model.workspace.screen == Screen::Lab {
        model.workspace.lab.pane = match target {
            Some(ClickTarget::LabPane(pane)) => pane,
            Some(ClickTarget::Row(_)) => LabPane::Features,
            Some(ClickTarget::Text(_)) => LabPane::Text,
            _ => model.workspace.lab.pane,
        };
    }
    let (forward, back) = match target {
        Some(ClickTarget::Column(_)) => (Action::Right, Action::Left),
        Some(ClickTarget::Step(_)) => (Action::StepForward, Action::StepBack),
        _ => (Action::Down, Action::Up),
    };
    act(model, if down { forward } else { back })
}
