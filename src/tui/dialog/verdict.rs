//! The dialog in which a verdict is given.
//!
//! ```text
//! ── Verdict on a.txt × b.txt ────────────────────────────────────────────────
//! > 1  copy
//!   2  quotation
//!   …
//!   0  none
//! ```

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use crate::{
    document::safe_name,
    review::{ReviewChange, Target, Verdict},
    t,
    tui::{
        action::Action,
        dialog::prompt::Prompt,
        journal::JournalCommand,
        model::{
            Drawn, List, Model, ReviewSubject,
            dialog::Dialog,
            effect::{Effect, Request},
        },
        screen::overview::update::next_undecided,
        view::{frame::frame, parts::choices, review},
        widget::{Pen, lines_of},
    },
};

/// The most rows below the verdicts.
const PLACE: u16 = 5;

/// A verdict that is being given.
#[derive(Clone, Debug)]
pub(crate) struct VerdictDialog {
    of: VerdictSubject,
    list: List,
}

/// The subject of a verdict that is being given.
#[derive(Clone, Debug)]
enum VerdictSubject {
    /// One, and the other that the reader can switch to.
    One(ReviewSubject, Option<ReviewSubject>),
    /// The marked pairs that are listed.
    Marked {
        pairs: Vec<[usize; 2]>,
        /// The number of marked pairs that the filter hides.
        hidden: usize,
    },
}

/// Each verdict, and none.
const ROWS: usize = Verdict::ALL.len() + 1;

/// The digit of a row: verdicts from 1, none is 0.
fn digit_of(row: usize) -> usize {
    (row + 1) % ROWS
}

impl VerdictDialog {
    /// On the pair, with one place of it as the other subject, or without; with the cursor on the present verdict.
    pub(crate) fn one(model: &Model, of: ReviewSubject, other: Option<ReviewSubject>) -> Option<Self> {
        let given = model.workspace.review.as_ref()?.decision(&of).and_then(|decision| decision.verdict.as_ref());
        let row = given.and_then(|given| Verdict::ALL.iter().position(|one| *one == given.verdict));
        let list = List { selected: row.unwrap_or(0), offset: 0 };
        Some(Self { of: VerdictSubject::One(of, other), list })
    }

    /// On the marked pairs.
    pub(crate) fn marked(pairs: Vec<[usize; 2]>, hidden: usize) -> Self {
        Self { of: VerdictSubject::Marked { pairs, hidden }, list: List::default() }
    }
}

impl Dialog for VerdictDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let (down, up) = (model.key_of(Action::Down), model.key_of(Action::Up));
        let keys = if matches!(self.of, VerdictSubject::One(_, Some(_))) {
            t!(lang, "reviewing.verdict-keys-place", down, up)
        } else {
            t!(lang, "reviewing.verdict-keys", down, up)
        };
        let mut below = t!(lang, "reviewing.yours").to_owned();
        let subject = match &self.of {
            VerdictSubject::One(subject, _) => review::of(model, subject, pen.area.width),
            VerdictSubject::Marked { pairs, hidden } => {
                if *hidden > 0 {
                    below = format!("{}\n{below}", t!(lang, "reviewing.marked-hidden", n = hidden));
                }
                t!(lang, "reviewing.marked-pairs", n = pairs.len())
            }
        };
        let title = t!(lang, "reviewing.verdict-on", of = subject);
        if let Some(place) = review::kept(model) {
            below = format!("{below}\n{place}");
        }
        if let Some(review) = &model.workspace.review {
            let name = safe_name(review.reviewer());
            let signed =
                if name.is_empty() { t!(lang, "reviewing.nameless").into() } else { t!(lang, "reviewing.named", name) };
            below = [below, signed].join(lang.gap());
        }
        let said = lines_of(&below, pen.area.width.saturating_sub(4)).min(PLACE);
        let mut dialog = frame(pen, Verdict::ALL.len() as u16 + 2 + said, &title, &keys);
        let Pen { theme, area, .. } = dialog;
        let rows = Verdict::ALL.iter().map(|verdict| (verdict.label(lang), beside(model, *verdict)));
        let none = (t!(lang, "reviewing.no-verdict"), t!(lang, "reviewing.no-verdict-beside"));
        let all = Rect { height: ROWS as u16, ..area };
        let lines = choices(&mut dialog, drawn, all, &self.list, ROWS);
        for ((row, y, style), (label, beside)) in lines.into_iter().zip(rows.chain([none])) {
            let digit = digit_of(row).to_string();
            dialog.text(area.x + 2, y, &digit, theme.positive);
            dialog.text(area.x + 5, y, label, style);
            dialog.text(area.x + 20, y, beside, theme.label);
        }
        dialog.paragraph(area.x, area.y + Verdict::ALL.len() as u16 + 2, said, &below, theme.label);
    }

    /// Movement and leaving are those of the keymap; of all other keys only digits give a verdict, so that no key means
    /// one thing here and another elsewhere.
    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        match (event.code, action) {
            (KeyCode::Esc, _) | (_, Some(Action::Back | Action::Quit)) => model.workspace.dialogs.close(),
            (KeyCode::Tab, _) => {
                if let VerdictSubject::One(of, Some(other)) = &mut self.of {
                    std::mem::swap(of, other);
                }
            }
            (KeyCode::Enter, _) | (_, Some(Action::Open)) => {
                return self.pick(model, self.list.selected);
            }
            (_, Some(action)) if self.list.motion(action, ROWS, ROWS) => {}
            (KeyCode::Char(digit @ '0'..='9'), _) if event.modifiers.is_empty() => {
                if let Some(row) = row_of(digit) {
                    return self.pick(model, row);
                }
            }
            (KeyCode::Char('r'), _) => {
                let prompt = Prompt::reviewer(model);
                model.workspace.dialogs.open(prompt);
            }
            // The letters of the verdicts in a list give none.
            (KeyCode::Char('x'), _) => name_digit(model, None),
            (KeyCode::Char(letter), _) if let Some(verdict) = Verdict::of_letter(letter) => {
                name_digit(model, Some(verdict));
            }
            _ => {}
        }
        None
    }

    /// Gives the verdict of that row.
    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        model.workspace.dialogs.close();
        let review = model.workspace.review.as_ref()?;
        let verdict = Verdict::ALL.get(row).copied();
        let change = match &self.of {
            VerdictSubject::One(of, _) => review.target(of).map(|of| ReviewChange::Verdict { of, verdict }),
            VerdictSubject::Marked { pairs, .. } => {
                let targets = pairs.iter().map(|&pair| review.target(&ReviewSubject { pair, hunk: None }));
                let targets: Option<Vec<Target>> = targets.collect();
                targets.map(|mut of| match of.len() {
                    1 => ReviewChange::Verdict { of: of.remove(0), verdict },
                    _ => ReviewChange::Verdicts { of, verdict },
                })
            }
        };
        let change = change?;
        let goes_on = review.goes_on && matches!(&self.of, VerdictSubject::One(of, _) if of.hunk.is_none());
        if let VerdictSubject::Marked { pairs, .. } = &self.of {
            model.workspace.overview.marked.retain(|pair| !pairs.contains(pair));
        }
        if goes_on && verdict.is_some() {
            next_undecided(model);
        }
        Some(Request::Keep(JournalCommand::Save(change)).into())
    }
}

/// Says which digit gives a verdict, or none.
fn name_digit(model: &mut Model, verdict: Option<Verdict>) {
    let lang = model.lang;
    let row = Verdict::ALL.iter().position(|&one| Some(one) == verdict).unwrap_or(Verdict::ALL.len());
    let label = verdict.map_or(t!(lang, "reviewing.no-verdict"), |verdict| verdict.label(lang));
    let digit = digit_of(row);
    model.notify(t!(lang, "reviewing.digit", verdict = label, digit));
}

fn row_of(digit: char) -> Option<usize> {
    (0..ROWS).find(|&row| char::from_digit(digit_of(row) as u32, 10) == Some(digit))
}

fn beside(model: &Model, verdict: Verdict) -> &'static str {
    model.lang.find(&format!("reviewing.{}-beside", verdict.key())).unwrap_or_default()
}
