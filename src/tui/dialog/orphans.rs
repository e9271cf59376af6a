//! The list of verdicts and notes that have lost what they were of.
//!
//! ```text
//! ── Verdicts and notes to look at again ─────────────────────────────────────
//! ▌ words gone  copy*  2026-11-21 17:20  a.txt × b.txt
//!     CHANGE  fog → mist
//!     NOTE    See page 3.
//! ```

use super::reader::ReaderPage;
use crate::{
    document::safe_name,
    page::{Line, Look, Page, Piece},
    review::Excerpt,
    t,
    text::{pad_end, width},
    tui::{
        action::Action,
        model::{Lost, Model, Orphan, effect::Effect},
        screen::Screen,
        update::common::to_clipboard,
    },
};

/// The list of verdicts and notes that have lost what they were of. A link is the number of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OrphansPage;

impl ReaderPage for OrphansPage {
    const OPENER: Action = Action::Orphans;

    fn title(&self, model: &Model, _: u16) -> String {
        t!(model.lang, "orphans.title").into()
    }

    fn keys(&self, model: &Model) -> String {
        let [down, up, open, copy] = model.keys_of([Action::Down, Action::Up, Action::Open, Action::Copy]);
        t!(model.lang, "orphans.keys", down, up, open, copy)
    }

    fn is_list(&self) -> bool {
        true
    }

    fn lines(&self, model: &Model, columns: usize, _: &str) -> Vec<Line> {
        let lang = model.lang;
        let mut page = Page::new(lang);
        let all = orphans(model);
        if all.is_empty() {
            page.text(Piece::new(t!(lang, "orphans.none"), Look::Label));
        }
        let parts = |orphan: &Orphan| {
            let at = orphan.at().map_or_else(String::new, crate::review::Timestamp::shown);
            [lost(model, orphan.lost).to_owned(), given(model, orphan), at]
        };
        let widest = |part: usize| all.iter().map(|orphan| width(&parts(orphan)[part])).max().unwrap_or(0);
        let widths = [0, 1, 2].map(widest);
        for (at, orphan) in all.iter().enumerate() {
            let parts = parts(orphan);
            let [why, given, when] = [0, 1, 2].map(|part| format!("{}  ", pad_end(&parts[part], widths[part])));
            page.pieces([
                Piece::new(format!(" {why}"), Look::Alert).to(&at),
                given.into(),
                Piece::new(when, Look::Label),
            ]);
            page.behind("    ", names(model, orphan));
            page.terms(4, details(model, orphan));
        }
        page.lines(columns)
    }

    fn act(&mut self, model: &mut Model, action: Action, link: Option<&str>) -> Option<Effect> {
        let orphan = orphans(model).get(link?.parse::<usize>().ok()?)?.clone();
        let workspace = &mut model.workspace;
        match action {
            Action::Open => match orphan.pair.filter(|&pair| workspace.batch.pair(pair).is_some()) {
                Some(pair) => {
                    workspace.dialogs.close();
                    workspace.show(pair);
                    if orphan.lost == Lost::Words {
                        workspace.screen = Screen::Diff;
                    }
                }
                None => model.notify(t!(model.lang, "orphans.no-pair")),
            },
            Action::Copy => {
                let note = orphan.note().map(|(note, _)| workspace.redacted(&note).into_owned());
                return Some(note.and_then(|note| to_clipboard(model, note)));
            }
            _ => return None,
        }
        Some(None)
    }
}

fn orphans(model: &Model) -> &[Orphan] {
    model.workspace.review.as_ref().map_or(&[], |review| &review.orphans)
}

/// The change and the note.
fn details(model: &Model, orphan: &Orphan) -> Vec<(&'static str, String)> {
    let lang = model.lang;
    let mut all = Vec::new();
    if let Some(hunk) = &orphan.hunk {
        let words =
            |words: &Excerpt| format!("{}{}", words.text, if words.is_cut() { lang.set("…") } else { "".into() });
        let text = format!("{} {} {}", words(&hunk.a), lang.set("→"), words(&hunk.b));
        all.push((t!(lang, "orphans.change"), model.workspace.redacted(&text).into_owned()));
    }
    if let Some((note, draft)) = orphan.note() {
        let note = model.workspace.redacted(&note).into_owned();
        let lines: Vec<&str> = note.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let draft = if draft { format!("  ({})", t!(lang, "orphans.draft")) } else { String::new() };
        all.push((t!(lang, "reviewing.note"), lines.join(" / ") + &draft));
    }
    all
}

fn lost(model: &Model, lost: Lost) -> &'static str {
    model.lang.text(match lost {
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

fn names(model: &Model, orphan: &Orphan) -> String {
    let name = |file: &Result<usize, String>| match file {
        Ok(document) => model.workspace.batch.name(*document).to_owned(),
        Err(_) if model.workspace.batch.hidden.is_some() => t!(model.lang, "report.no-document").to_owned(),
        Err(path) => safe_name(path),
    };
    let [a, b] = orphan.files.each_ref().map(name);
    format!("{a} {} {b}", model.lang.set("×"))
}
