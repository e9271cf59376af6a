//! The dialog in which a note is written. What is typed is kept as a draft at every key.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use crate::{
    review::{Decision, EventId, ReviewChange, Target, journal::LONGEST},
    t,
    tui::{
        action::Action,
        journal::JournalCommand,
        model::{
            Drawn, Editor, Model, Motion, ReviewSubject,
            dialog::Dialog,
            effect::{Effect, Request, ScreenEffect},
        },
        update::{
            common::copied,
            typing::{Keyed, pasted},
        },
        view::{
            editor::{self, Cursor},
            frame::frame,
            review,
        },
        widget::Pen,
    },
};

/// Rows of a note.
const NOTE: u16 = 12;

/// A note that is being written.
#[derive(Clone, Debug)]
pub(crate) struct NoteDialog {
    of: ReviewSubject,
    /// The other subject that the reader can switch to.
    other: Option<ReviewSubject>,
    /// The subject as the journal names it.
    target: Target,
    /// Other pairs that get the same note, beside those that they have.
    also: Vec<Target>,
    editor: Editor,
    /// The text when the dialog was opened.
    before: String,
    /// The events of the journal that the note replaces.
    over: Vec<EventId>,
    /// It began as a draft that was never saved.
    recovered: bool,
}

impl NoteDialog {
    /// The note on a subject, to be edited.
    pub(crate) fn new(model: &Model, of: ReviewSubject, other: Option<ReviewSubject>) -> Option<Self> {
        let review = model.workspace.review.as_ref()?;
        let target = review.target(&of)?;
        let writing = review.decision(&of).map(Decision::note_input).unwrap_or_default();
        let mut editor = Editor::new(&writing.text);
        editor.put_cursor(writing.text.len(), false);
        let (before, over, recovered) = (writing.text, writing.over, writing.draft);
        Some(Self { of, other, target, also: Vec::new(), editor, before, over, recovered })
    }

    /// A new note on all of these pairs.
    pub(crate) fn marked(model: &Model, pairs: &[[usize; 2]]) -> Option<Self> {
        let review = model.workspace.review.as_ref()?;
        let subject = |&pair: &[usize; 2]| ReviewSubject { pair, hunk: None };
        let mut targets = pairs.iter().map(|pair| review.target(&subject(pair))).collect::<Option<Vec<Target>>>()?;
        let (target, of) = (targets.remove(0), subject(&pairs[0]));
        let editor = Editor::new("");
        let (before, over) = (String::new(), Vec::new());
        Some(Self { of, other: None, target, also: targets, editor, before, over, recovered: false })
    }

    /// From the note of one hunk to that of the whole pair, or back, as long as nothing was typed.
    fn turn(&mut self, model: &mut Model) {
        if self.editor.text() != self.before {
            model.notify(t!(model.lang, "reviewing.note-begun"));
            return;
        }
        let (of, other) = (self.of.clone(), self.other.clone());
        let Some(other) = other.and_then(|other| Self::new(model, other, Some(of))) else { return };
        if other.gives_away(model) {
            return;
        }
        *self = other;
    }

    /// Whether the note holds a hidden name; says so. A text that is edited cannot be shown without its names.
    pub(crate) fn gives_away(&self, model: &mut Model) -> bool {
        let away = model.workspace.batch.hidden.as_ref().is_some_and(|hiding| hiding.known.gives_away(&self.before));
        if away {
            model.notify(t!(model.lang, "hidden.note", key = model.key_of(Action::HideNames)));
        }
        away
    }

    fn insert(&mut self, model: &mut Model, text: &str) -> Effect {
        let lang = model.lang;
        let selected = self.editor.selection().map_or(0, |selected| selected.len());
        if self.editor.text().len() + text.len() - selected > LONGEST {
            model.notify(t!(lang, "journal.too-long", limit = LONGEST >> 10));
            return None;
        }
        self.editor.insert(text);
        Some(self.draft().into())
    }

    /// The request that keeps what is written so far.
    fn draft(&self) -> Request {
        let (of, text) = (self.target.clone(), self.editor.text().to_owned());
        Request::Keep(JournalCommand::Draft(ReviewChange::Draft { of, text, over: self.over.clone() }))
    }

    /// Saves the note and closes it.
    fn save(&mut self, model: &mut Model) -> Effect {
        model.workspace.dialogs.close();
        // A draft that was found again is a note only once it is saved.
        if self.editor.text() == self.before && !self.recovered {
            return None;
        }
        let (text, over) = (self.editor.text().to_owned(), self.over.clone());
        let note = |of: &Target, over| {
            let change = ReviewChange::Note { of: of.clone(), text: text.clone(), over };
            Request::Keep(JournalCommand::Save(change))
        };
        let also = self.also.iter().map(|of| note(of, Vec::new()));
        Some(ScreenEffect::Requests([note(&self.target, over)].into_iter().chain(also).collect()))
    }

    /// Closes the note without saving it.
    fn leave(&mut self, model: &mut Model) -> Effect {
        model.workspace.dialogs.close();
        if self.editor.text() == self.before {
            return None;
        }
        model.notify(t!(model.lang, "reviewing.left"));
        // An empty draft removes the notes it replaces, so they are named only if they are not to come back.
        let over = if self.before.is_empty() { self.over.clone() } else { Vec::new() };
        Some(
            Request::Keep(JournalCommand::Draft(ReviewChange::Draft {
                of: self.target.clone(),
                text: String::new(),
                over,
            }))
            .into(),
        )
    }
}

impl Dialog for NoteDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let of = match self.also.len() {
            0 => review::of(model, &self.of, pen.area.width),
            n => t!(lang, "reviewing.marked-pairs", n = n + 1),
        };
        let title = lang.fill("reviewing.note-on", &[("of", &of)]);
        let keys = lang.text(match &self.other {
            Some(_) => "reviewing.note-keys-place",
            None => "reviewing.note-keys",
        });
        let mut dialog = frame(pen, NOTE, &title, keys);
        let area = dialog.area;
        let mut inside = area;
        if self.recovered {
            let style = dialog.theme.alert;
            dialog.text(area.x, area.y, t!(lang, "reviewing.recovered"), style);
            inside = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
        }
        editor::draw(&self.editor, Cursor::Typing, &mut dialog, inside, drawn);
    }

    /// All keys are the text's but Esc, which saves and closes, and Ctrl-c, which leaves the note as it was.
    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        let (width, page) = model.workspace.drawn.text;
        if action == Some(Action::Interrupt) {
            return self.leave(model);
        }
        if event.code == KeyCode::Esc {
            return self.save(model);
        }
        if event.code == KeyCode::Tab && self.other.is_some() {
            self.turn(model);
            return None;
        }
        match Keyed::of(event, page) {
            None => {}
            Some(Keyed::Copy(out)) => {
                let selected = self.editor.selection()?;
                let text = self.editor.text()[selected].to_owned();
                if out {
                    self.editor.delete(Motion::Left, width);
                }
                let copied = copied(model, text);
                return Some(ScreenEffect::Requests(copied.into_iter().chain([self.draft()]).collect()));
            }
            Some(Keyed::Insert(text)) => return self.insert(model, &text),
            Some(keyed) => {
                let before = self.editor.text().to_owned();
                keyed.apply(&mut self.editor, width);
                // A key that only moves the cursor saves nothing.
                if self.editor.text() != before {
                    return Some(self.draft().into());
                }
            }
        }
        None
    }

    fn types(&self) -> bool {
        true
    }

    /// Takes the text in whole or not at all.
    fn paste(&mut self, model: &mut Model, text: &str) -> Effect {
        self.insert(model, &pasted(text))
    }

    fn takes_interrupt(&self) -> bool {
        true
    }
}
