//! Clicking, dragging, the wheel.

use super::*;
use crate::tui::model::{ClickTarget, Pane};

fn mouse(bench: &mut Bench, kind: MouseEventKind, (column, row): (u16, u16)) {
    bench.send(Event::Input(Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })));
    bench.settle();
}

const DOWN: MouseEventKind = MouseEventKind::Down(MouseButton::Left);
const DRAG: MouseEventKind = MouseEventKind::Drag(MouseButton::Left);
const UP: MouseEventKind = MouseEventKind::Up(MouseButton::Left);

/// The place of the first such target.
fn place(bench: &Bench, is: impl Fn(ClickTarget) -> bool) -> (u16, u16) {
    let found = bench.model.workspace.drawn.targets.iter().find(|(_, target)| is(*target));
    found.map(|(area, _)| (area.x, area.y)).expect("it is drawn")
}

fn on(bench: &mut Bench, kind: MouseEventKind, target: ClickTarget) {
    let at = place(bench, |other| other == target);
    mouse(bench, kind, at);
}

#[test]
fn the_timeline_is_dragged_wherever_the_pointer_strays() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("2");
    let last = bench.model.workspace.pipeline.walk.last();
    let (x, y) = place(&bench, |target| target == ClickTarget::Step(0));
    mouse(&mut bench, DOWN, (x, y));
    assert_eq!(bench.model.workspace.pipeline.step, Some(0));
    mouse(&mut bench, DRAG, (x + 10, y - 9));
    let dragged = bench.model.workspace.pipeline.step.unwrap();
    assert!(0 < dragged && dragged < last);
    mouse(&mut bench, DRAG, (119, 35));
    assert_eq!(bench.model.workspace.pipeline.step, Some(last), "at its end all is done");
    mouse(&mut bench, DRAG, (0, 0));
    assert_eq!(bench.model.workspace.pipeline.step, Some(0));
    mouse(&mut bench, UP, (0, 0));
    mouse(&mut bench, DRAG, (119, 35));
    assert_eq!(bench.model.workspace.pipeline.step, Some(0), "let go is let go");
}

#[test]
fn bits_the_matrix_and_the_strip_are_dragged_over() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    on(&mut bench, DOWN, ClickTarget::Pair(0, 1));
    assert_eq!(bench.model.workspace.pair(), Some([0, 1]));
    on(&mut bench, DRAG, ClickTarget::Pair(2, 4));
    assert_eq!(bench.model.workspace.pair(), Some([2, 4]));
    mouse(&mut bench, DRAG, (119, 0));
    assert_eq!(bench.model.workspace.screen, Screen::Overview, "what lies elsewhere is not touched");
    bench.keys("3");
    on(&mut bench, DOWN, ClickTarget::Column(3));
    on(&mut bench, DRAG, ClickTarget::Column(40));
    assert_eq!(bench.model.workspace.bits.column, Some(40));
    mouse(&mut bench, DRAG, (u16::MAX, u16::MAX));
    assert_eq!(bench.model.workspace.bits.column, Some(63));
    bench.keys("4");
    on(&mut bench, DOWN, ClickTarget::Place(0));
    mouse(&mut bench, DRAG, (0, 35));
    assert!(bench.model.workspace.shared.tops.iter().all(|top| top.0 > 0));
    bench.keys("d");
    on(&mut bench, DOWN, ClickTarget::Place(0));
    mouse(&mut bench, DRAG, (0, 35));
    assert!(bench.model.workspace.diff.top.0 > 0);
}

#[test]
fn the_wheel_moves_what_the_pointer_is_on() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("j 3");
    let features = place(&bench, |target| target == ClickTarget::Pane(Pane::Features));
    let flipped = place(&bench, |target| target == ClickTarget::Pane(Pane::Flipped));
    mouse(&mut bench, MouseEventKind::ScrollDown, flipped);
    assert_eq!((bench.model.workspace.bits.pane, bench.model.workspace.bits.flipped.selected), (Pane::Flipped, 1));
    mouse(&mut bench, MouseEventKind::ScrollDown, features);
    assert_eq!((bench.model.workspace.bits.pane, bench.model.workspace.bits.list.selected), (Pane::Features, 1));
    bench.keys("2");
    let columns = place(&bench, |target| target == ClickTarget::Column(0));
    mouse(&mut bench, MouseEventKind::ScrollDown, columns);
    assert_eq!(bench.model.workspace.pipeline.column, 1);
    let timeline = place(&bench, |target| target == ClickTarget::Step(0));
    mouse(&mut bench, MouseEventKind::ScrollUp, timeline);
    assert_eq!(bench.model.workspace.pipeline.step, Some(bench.model.workspace.pipeline.walk.last() - 1));
}

#[test]
fn a_click_on_a_flipped_bit_is_where_the_keys_go_on() {
    let mut bench = Bench::new(samples(), Lang::En, (120, 36));
    bench.keys("j 3");
    let rows: Vec<(u16, u16)> = bench
        .model
        .workspace
        .drawn
        .targets
        .iter()
        .filter(|(_, target)| matches!(target, ClickTarget::Flipped(_)))
        .map(|(area, _)| (area.x, area.y))
        .collect();
    mouse(&mut bench, DOWN, rows[2]);
    bench.keys("k");
    assert_eq!(bench.model.workspace.bits.flipped.selected, 1);
}

#[test]
fn what_no_clipboard_takes_is_not_sent() {
    let words = |word: &str| (0..12_000).map(|n| format!("{word}{n}")).collect::<Vec<_>>().join(" ");
    let mut bench = Bench::of(&[&words("old"), &words("new")]);
    bench.keys("4 Y");
    assert!(bench.copied.is_empty());
    assert!(bench.draw().contains("terminals accept 74,994"), "{}", bench.draw());
    bench.keys("1 Y");
    assert_eq!(bench.copied.len(), 1);
}
