//! Dialogs: what lies over a screen and takes all keys, and the stack of them. Each has a file in `tui/dialog`; none of
//! them is known here.

use std::{any::Any, fmt::Debug};

use crossterm::event::KeyEvent;

use super::{Drawn, InputLine, List, Model, effect::Effect};
use crate::{
    config::ThemeName,
    t,
    tui::{action::Action, widget::Pen},
};

/// The steps that a dialog plays, with the keys of screen 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Playing {
    /// Of the hyperplanes between a pair.
    Hyperplanes,
    /// Of random lines in a plane.
    Plane,
}

/// Something over a screen. It takes all keys until it is closed. While it handles an event its place in the stack is
/// empty, so it may change the stack: close itself, or open another over itself.
pub(crate) trait Dialog: Any + Debug {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn);

    /// Handles a key; `action` is its meaning on the screen below.
    fn key(&mut self, model: &mut Model, _: KeyEvent, action: Option<Action>) -> Effect {
        self.act(model, action?)
    }

    /// Handles an action, where keys and clicks are nothing more.
    fn act(&mut self, _: &mut Model, _: Action) -> Effect {
        None
    }

    /// The list that a click and the wheel move.
    fn list(&mut self) -> Option<&mut List> {
        None
    }

    /// Handles a click on a row: the first selects it, the second opens it.
    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        let list = self.list()?;
        if list.selected == row {
            return self.act(model, Action::Open);
        }
        list.selected = row;
        None
    }

    /// Handles a click on a choice of a row.
    fn choose(&mut self, _: &mut Model, _row: usize, _choice: usize) -> Effect {
        None
    }

    /// Handles the wheel as if it were that key, [`Action::Down`] or [`Action::Up`].
    fn wheel(&mut self, model: &mut Model, action: Action) {
        let drawn = &model.workspace.drawn;
        if let Some(list) = self.list() {
            list.motion(action, drawn.length, drawn.rows);
        }
    }

    /// The line that is typed in the last row.
    fn line(&self) -> Option<&InputLine> {
        None
    }

    /// The same, to change it.
    fn line_mut(&mut self) -> Option<&mut InputLine> {
        None
    }

    /// Whether a text is typed, which takes all keys.
    fn types(&self) -> bool {
        self.line().is_some()
    }

    /// Takes pasted text in where something is typed.
    fn paste(&mut self, model: &mut Model, text: &str) -> Effect {
        let limit = self.line_mut()?.paste(text)?;
        model.notify(t!(model.lang, "notice.paste-cut", limit));
        None
    }

    /// Whether [`Action::Interrupt`] is a key of its own.
    fn takes_interrupt(&self) -> bool {
        false
    }

    /// How many of the last rows a notice must not cover, since something is typed there; `None` hides notices.
    fn rows_typed(&self) -> Option<u16> {
        Some(u16::from(self.line().is_some()))
    }

    /// The steps that it plays. Pages of lessons open such a dialog, and stay visible beside it.
    fn plays(&self) -> Option<Playing> {
        None
    }

    /// The theme to draw everything in while it is open.
    fn theme(&self) -> Option<ThemeName> {
        None
    }
}

/// The dialogs over a screen.
#[derive(Debug, Default)]
pub(crate) struct Dialogs {
    /// The topmost last. The place of one that handles an event is `None`.
    stack: Vec<Option<Box<dyn Dialog>>>,
}

impl Dialogs {
    pub(crate) fn open(&mut self, dialog: impl Dialog) {
        self.stack.push(Some(Box::new(dialog)));
    }

    /// Closes the topmost, also while it handles an event.
    pub(crate) fn close(&mut self) {
        self.stack.pop();
    }

    pub(crate) fn close_all(&mut self) {
        self.stack.clear();
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.stack.is_empty()
    }

    pub(crate) fn top(&self) -> Option<&dyn Dialog> {
        self.stack.last()?.as_deref()
    }

    /// Whether the topmost is of that kind.
    pub(crate) fn on_top<D: Dialog>(&self) -> bool {
        self.top().is_some_and(|dialog| (dialog as &dyn Any).is::<D>())
    }

    /// All of them, the topmost last.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &dyn Dialog> {
        self.stack.iter().flatten().map(|dialog| &**dialog)
    }

    /// The topmost dialog of that kind.
    pub(crate) fn find<D: Dialog>(&self) -> Option<&D> {
        self.all().next_back()
    }

    /// All dialogs of that kind, the topmost last.
    pub(crate) fn all<D: Dialog>(&self) -> impl DoubleEndedIterator<Item = &D> {
        self.iter().filter_map(|dialog| (dialog as &dyn Any).downcast_ref())
    }

    /// The topmost dialog of that kind, to change it.
    pub(crate) fn find_mut<D: Dialog>(&mut self) -> Option<&mut D> {
        self.stack.iter_mut().rev().flatten().find_map(|dialog| (&mut **dialog as &mut dyn Any).downcast_mut())
    }

    /// Takes out the topmost dialog of that kind.
    pub(crate) fn take<D: Dialog>(&mut self) -> Option<Box<D>> {
        let of_kind = |dialog: &Option<Box<dyn Dialog>>| dialog.as_deref().is_some_and(|d| (d as &dyn Any).is::<D>());
        let at = self.stack.iter().rposition(of_kind)?;
        (self.stack.remove(at)? as Box<dyn Any>).downcast().ok()
    }
}

/// Has the topmost dialog handle an event.
pub(crate) fn with_top(model: &mut Model, handle: impl FnOnce(&mut dyn Dialog, &mut Model) -> Effect) -> Effect {
    let at = model.workspace.dialogs.stack.len().checked_sub(1)?;
    let mut dialog = model.workspace.dialogs.stack[at].take()?;
    let effect = handle(&mut *dialog, model);
    // Unless it was closed.
    if let Some(place @ None) = model.workspace.dialogs.stack.get_mut(at) {
        *place = Some(dialog);
    }
    effect
}
