//! Clicks and the wheel. A click means what stands under it; the wheel moves the list that is shown.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::{Effect, act, diff, outcome, overlay};
use crate::tui::{
    action::Action,
    model::{Model, Target},
    screen::Screen,
};

/// How many lines of text a notch of the wheel moves.
const NOTCH: isize = 3;

/// Takes a mouse event in.
pub fn mouse(model: &mut Model, event: MouseEvent) -> Vec<Effect> {
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left) => {
            let at = Position::new(event.column, event.row);
            let hit = model.drawn.targets.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, target)| *target);
            let drag = matches!(event.kind, MouseEventKind::Drag(_));
            match hit {
                // Only what lies on a line can be dragged along it.
                Some(target) if !drag || matches!(target, Target::Column(_) | Target::Position(_)) => {
                    model.notice = None;
                    click(model, target)
                }
                _ => Vec::new(),
            }
        }
        MouseEventKind::ScrollDown => wheel(model, 1),
        MouseEventKind::ScrollUp => wheel(model, -1),
        _ => Vec::new(),
    }
}

fn click(model: &mut Model, target: Target) -> Vec<Effect> {
    let rows = model.drawn.rows;
    if let Target::Choice(row) = target {
        return overlay::pick(model, row);
    }
    if !model.overlays.is_empty() {
        model.overlays.pop();
        return Vec::new();
    }
    match target {
        Target::Do(action) => return act(model, action),
        Target::Row(row) => match model.screen {
            Screen::Overview if row == model.overview.list.selected => return act(model, Action::Open),
            Screen::Overview => model.overview.list.select(row, model.desk.pairs.len(), rows),
            Screen::Pipeline => {
                model.pipeline.list.select(row, model.pipeline.sorted.len(), rows);
                model.pipeline.on_column = false;
            }
            Screen::Bits => {
                model.bits.list.select(row, model.bits.behind.len(), rows);
                model.bits.pane = crate::tui::model::Pane::Features;
            }
            Screen::Diff => {}
        },
        Target::Column(column) if model.screen == Screen::Pipeline => {
            model.pipeline.column = column;
            model.pipeline.on_column = true;
        }
        Target::Column(column) => model.bits.column = Some(column),
        Target::Position(position) => model.pipeline.position = Some(position),
        Target::Pair(a, b) => outcome::select(model, [a, b]),
        Target::Flipped(bit) => model.bits.column = Some(bit),
        Target::Place(share) => diff::jump(model, share),
        Target::Choice(_) => {}
    }
    Vec::new()
}

fn wheel(model: &mut Model, by: isize) -> Vec<Effect> {
    if !model.overlays.is_empty() {
        overlay::wheel(model, by);
    } else if model.screen == Screen::Diff {
        diff::scroll(model, by * NOTCH);
    } else {
        return act(model, if by > 0 { Action::Down } else { Action::Up });
    }
    Vec::new()
}
