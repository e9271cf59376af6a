//! The list of verdicts and notes that have lost what they were of.
//!
//! ```text
//! ── Verdicts and notes to look at again ─────────────────────────────────────
//! > words gone     copy        2026-11-21 17:20  a.txt × b.txt
//!   file gone      note        2026-11-20 09:12  a.txt × lost.txt
//!
//!   CHANGE   fog → mist
//!   NOTE     See page 3.
//! ```

use ratatui::layout::Rect;

use crate::{
    document::safe_name,
    t,
    table::{Column, Width},
    text::{clean, truncate_middle, width},
    tui::{
        action::Action,
        model::{Drawn, List, Lost, Model, Orphan, dialog::Dialog, effect::Effect},
        screen::Screen,
        update::common::to_clipboard,
        view::{
            frame::frame,
            parts::{choices, indented},
        },
        widget::{Grid, Pen, widest},
    },
};

/// The list of verdicts and notes that have lost what they were of.
#[derive(Clone, Debug, Default)]
pub(crate) struct OrphansDialog {
    list: List,
}

impl Dialog for OrphansDialog {
    fn act(&mut self, model: &mut Model, action: Action) -> Effect {
        let workspace = &mut model.workspace;
        let rows = workspace.drawn.rows;
        let review = workspace.review.as_ref()?;
        let all = review.orphans.clone();
        let under = all.get(self.list.selected.min(all.len().saturating_sub(1)));
        match action {
            Action::Back | Action::Quit | Action::Orphans => workspace.dialogs.close(),
            Action::Open => {
                let orphan = under?;
                match orphan.pair.filter(|&pair| workspace.batch.pair(pair).is_some()) {
                    Some(pair) => {
                        workspace.dialogs.close();
                        workspace.show(pair);
                        if orphan.lost == Lost::Words {
                            workspace.screen = Screen::Diff;
                        }
                    }
                    None => model.notify(t!(model.lang, "orphans.no-pair")),
                }
            }
            Action::Copy => {
                let note = under.and_then(Orphan::note).map(|(note, _)| workspace.redacted(&note).into_owned());
                return note.and_then(|note| to_clipboard(model, note));
            }
            action => _ = self.list.motion(action, all.len(), rows),
        }
        None
    }

    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let [down, up, open, copy] = model.keys_of([Action::Down, Action::Up, Action::Open, Action::Copy]);
        let keys = t!(lang, "orphans.keys", down, up, open, copy);
        let all = model.workspace.review.as_ref().map(|review| review.orphans.clone()).unwrap_or_default();
        let mut dialog = frame(pen, all.len() as u16 + BELOW + 2, t!(lang, "orphans.title"), &keys);
        let Pen { theme, area, .. } = dialog;
        if all.is_empty() {
            dialog.fill(area.x, area.y, t!(lang, "orphans.none"), theme.label);
            return;
        }
        let selected = self.list.selected.min(all.len() - 1);
        let widest = |text: &dyn Fn(&Orphan) -> String| {
            let widest = all.iter().map(|orphan| width(&text(orphan)) as u16).max();
            Column::left("", widest.unwrap_or(0)).gap(3)
        };
        let columns = [
            widest(&|orphan| lost(model, orphan.lost).to_owned()),
            widest(&|orphan| given(model, orphan)),
            widest(&when),
            Column::flexible("", Width::REMAINING),
        ];
        let grid = Grid::new(columns, indented(area), lang);
        let rows = Rect { height: area.height.saturating_sub(BELOW).max(1), ..area };
        let list = List { selected, ..self.list };
        for (row, y, style) in choices(&mut dialog, drawn, rows, &list, all.len()) {
            let orphan = &all[row];
            let mut line = grid.line(&mut dialog, y);
            line.cell(lost(model, orphan.lost), theme.alert);
            line.cell(&given(model, orphan), style);
            line.cell(&when(orphan), theme.label);
            line.cell(&names(model, orphan, grid.text_width(3)), style);
        }
        detail(model, &all[selected], area.bottom().saturating_sub(BELOW - 1), &mut dialog);
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }
}

/// Rows below the list for the one under the cursor.
const BELOW: u16 = 7;

/// All of the one under the cursor.
fn detail(model: &Model, orphan: &Orphan, y: u16, pen: &mut Pen<'_>) {
    let Pen { theme, area, lang, .. } = *pen;
    let lines = [
        Some((t!(lang, "orphans.files"), names(model, orphan, usize::from(area.width)), theme.text)),
        orphan.hunk.as_ref().map(|hunk| {
            let words = |words: &crate::review::Excerpt| {
                let more = if words.is_cut() { lang.set("…") } else { "".into() };
                format!("{}{more}", clean(&words.text))
            };
            let text = format!("{} {} {}", words(&hunk.a), theme.marks.becomes, words(&hunk.b));
            (t!(lang, "orphans.change"), model.workspace.redacted(&text).into_owned(), theme.text)
        }),
        orphan.note().map(|(note, draft)| {
            let note = model.workspace.redacted(&note).into_owned();
            let line: Vec<&str> = note.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            let line = clean(&line.join(" / ")).into_owned();
            let line = if draft { format!("{line}  ({})", t!(lang, "orphans.draft")) } else { line };
            (t!(lang, "reviewing.note"), line, theme.text)
        }),
    ];
    let lines: Vec<_> = lines.into_iter().flatten().collect();
    let label = widest(lines.iter().map(|(label, ..)| label)) + 2;
    let mut y = y;
    for (name, text, style) in lines {
        pen.text(area.x + 2, y, name, theme.label);
        y += pen.fill(area.x + 2 + label, y, &text, style);
    }
}

fn lost(model: &Model, lost: Lost) -> &'static str {
    let lang = model.lang;
    lang.text(match lost {
        Lost::File => "orphans.file-gone",
        Lost::Words => "orphans.words-gone",
        Lost::Changed => "orphans.changed",
    })
}

/// The verdict; where there is none, that there is a note.
fn given(model: &Model, orphan: &Orphan) -> String {
    let lang = model.lang;
    let noted = orphan.note().is_some();
    match &orphan.decision.verdict {
        Some(given) if noted => format!("{}*", given.verdict.label(lang)),
        Some(given) => given.verdict.label(lang).into(),
        None => t!(lang, "report.note").into(),
    }
}

fn when(orphan: &Orphan) -> String {
    orphan.at().map_or_else(String::new, crate::review::Timestamp::shown)
}

fn names(model: &Model, orphan: &Orphan, max_width: usize) -> String {
    let name = |file: &Result<usize, String>| match file {
        Ok(document) => model.workspace.batch.name(*document).to_owned(),
        Err(_) if model.workspace.batch.hidden.is_some() => t!(model.lang, "report.no-document").to_owned(),
        Err(path) => safe_name(path),
    };
    let [a, b] = orphan.files.each_ref().map(name);
    let each = max_width.saturating_sub(3) / 2;
    let [a, b] = if width(&a) + width(&b) + 3 > max_width {
        [truncate_middle(&a, each).into_owned(), truncate_middle(&b, each).into_owned()]
    } else {
        [a, b]
    };
    format!("{a} {} {b}", model.lang.set("×"))
}
