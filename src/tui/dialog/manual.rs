//! The reader of the manual.
//!
//! ```text
//! ── Manual: Filters ───────────────────────────────────────────────────────────────────
//!   hd<=10 share>50 name:draft verdict:none
//!
//!   A filter selects pairs: with / on screen 1 …
//! ```

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::{Modifier, Style};

use crate::{
    locale::Lang,
    manual::{self, Block, Line, Look, Piece},
    say, t,
    text::{find, width},
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, List, Model, dialog::Dialog, effect::Effect},
        screen::Screen,
        theme::Theme,
        view::{frame::frame, parts::listed},
        widget::{Pen, widest},
    },
};

/// Text is not wider than this many cells.
const WIDEST: usize = 100;
/// Cells beside the text.
const MARGINS: usize = 6;

/// A place in the manual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ManualPlace {
    /// `None` is the list of topics.
    topic: Option<usize>,
    /// The first line shown, or the cursor among the topics.
    row: usize,
}

/// The reader: its place, its way back, its search.
#[derive(Clone, Debug, Default)]
pub(crate) struct ManualReader {
    at: ManualPlace,
    /// The places left by links, the last one last.
    back: Vec<ManualPlace>,
    /// The link under the cursor, among those of the topic.
    link: Option<usize>,
    /// The words of the search as typed so far.
    typed: Option<String>,
    /// The words searched last.
    words: String,
    /// The block that the last search found.
    found: Option<(usize, usize)>,
}

impl ManualReader {
    /// Opens a topic, or the list of them; the way back leads to where the reader is now.
    fn go(&mut self, topic: Option<usize>, row: usize) {
        self.back.push(self.at);
        self.at = ManualPlace { topic, row };
        self.link = None;
    }

    /// The lines of the topic on a terminal of so many columns.
    fn lines(&self, lang: Lang, columns: u16) -> Vec<Line> {
        let width = usize::from(columns).saturating_sub(MARGINS).clamp(20, WIDEST);
        self.at.topic.map_or_else(Vec::new, |topic| manual::lines(&manual::topics()[topic].blocks(lang), width))
    }

    /// The cursor or the scroll position as a list has it.
    fn as_list(&self) -> List {
        List { selected: self.at.row, offset: self.at.row }
    }
}

impl Dialog for ManualReader {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let title = match self.at.topic {
            None => t!(lang, "manual.title").to_owned(),
            Some(topic) => t!(lang, "manual.of-topic", topic = manual::topics()[topic].title(lang)),
        };
        let mut dialog = frame(pen, u16::MAX, &title, &keys(model, self));
        drawn.rows = usize::from(dialog.area.height);
        if self.at.topic.is_some() {
            page(model, self, &mut dialog, drawn);
        } else {
            topics(self, &mut dialog, drawn);
        }
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        if let Some(typed) = &mut self.typed {
            match event.code {
                KeyCode::Esc => self.typed = None,
                KeyCode::Backspace if typed.is_empty() => self.typed = None,
                KeyCode::Backspace => _ = typed.pop(),
                KeyCode::Char(c) => typed.push(c),
                KeyCode::Enter => {
                    self.words = self.typed.take().unwrap_or_default();
                    self.found = None;
                    search(self, model, true);
                }
                _ => {}
            }
            return None;
        }
        match (event.code, action) {
            (KeyCode::Char('/'), _) => self.typed = Some(String::new()),
            (_, Some(Action::Quit | Action::Help | Action::Manual)) => model.workspace.dialogs.close(),
            (_, Some(Action::Back | Action::Left)) => match self.back.pop() {
                Some(place) => {
                    self.at = place;
                    self.link = None;
                }
                None => model.workspace.dialogs.close(),
            },
            (_, Some(action @ (Action::Next | Action::Previous))) => search(self, model, action == Action::Next),
            (_, Some(action @ (Action::NextPane | Action::PreviousPane))) => {
                next_link(self, model, action == Action::NextPane);
            }
            (_, Some(Action::Open)) => follow(self, model),
            (_, Some(action)) => scroll(self, model, action),
            _ => {}
        }
        None
    }

    fn wheel(&mut self, model: &mut Model, action: Action) {
        scroll(self, model, action);
    }

    /// Opens the topic of a row that was clicked.
    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        if self.at.topic.is_none() {
            self.at.row = row;
        } else {
            self.link = Some(row);
        }
        follow(self, model);
        None
    }

    fn types(&self) -> bool {
        self.typed.is_some()
    }
}

/// The links of some lines. One that goes on on the next line is one.
struct Links<'a> {
    /// The line on which each begins, and where it leads.
    all: Vec<(usize, &'a str)>,
    /// The link of each piece of each line.
    of: Vec<Vec<Option<usize>>>,
}

/// The links of these lines.
fn links(lines: &[Line]) -> Links<'_> {
    let mut all: Vec<(usize, &str)> = Vec::new();
    let mut of = Vec::with_capacity(lines.len());
    let mut open: Option<&str> = None;
    for (at, line) in lines.iter().enumerate() {
        let mut numbers = Vec::with_capacity(line.pieces.len());
        for piece in &line.pieces {
            let link = piece.link.as_deref();
            if let Some(target) = link.filter(|_| open != link) {
                all.push((at, target));
            }
            // White space that fills a column ends nothing.
            if link.is_some() || !piece.text.trim().is_empty() {
                open = link;
            }
            numbers.push(link.map(|_| all.len() - 1));
        }
        of.push(numbers);
    }
    Links { all, of }
}

/// Opens the manual at the page on the screen that is shown, before the list of topics.
pub(crate) fn open(model: &mut Model) {
    let mut reader = ManualReader::default();
    let number = Screen::ALL.iter().position(|screen| *screen == model.workspace.screen).unwrap_or(0);
    if let Some(topic) = manual::find("screens") {
        reader.go(Some(topic), 0);
        let blocks = manual::topics()[topic].blocks(model.lang);
        let second = |(_, block): &(usize, Block)| matches!(block, Block::Heading(2, _));
        if let Some((block, _)) = blocks.into_iter().enumerate().filter(second).nth(number) {
            show(&mut reader, model, block);
        }
    }
    model.workspace.dialogs.open(reader);
}

/// Opens a topic.
///
/// # Errors
/// If there is none of that name, a message with the names.
pub(crate) fn open_topic(model: &mut Model, name: &str) -> Result<(), String> {
    let Some(topic) = manual::find(name) else {
        let names: Vec<&str> = manual::topics().iter().map(|topic| topic.name).collect();
        let said = t!(model.lang, "manual.unknown", name, all = names.join(", "));
        return Err(say::or_like(said, name, names.into_iter(), model.lang));
    };
    let mut reader = ManualReader::default();
    reader.go(Some(topic), 0);
    model.workspace.dialogs.open(reader);
    Ok(())
}

/// Scrolls to a block of the topic.
fn show(reader: &mut ManualReader, model: &Model, block: usize) {
    let lines = reader.lines(model.lang, model.size.0);
    reader.at.row = lines.iter().position(|line| line.block == block && !line.pieces.is_empty()).unwrap_or(0);
}

/// Moves the cursor among the topics, or scrolls.
fn scroll(reader: &mut ManualReader, model: &Model, action: Action) {
    let rows = model.workspace.drawn.rows;
    let length = match reader.at.topic {
        None => manual::topics().len(),
        Some(_) => (reader.lines(model.lang, model.size.0).len() + 1).saturating_sub(rows.max(1)),
    };
    let mut list = reader.as_list();
    if list.motion(action, length, rows) {
        reader.at.row = list.selected;
    }
}

/// Goes to the next place with the words, in this topic or another.
fn search(reader: &mut ManualReader, model: &mut Model, forward: bool) {
    if reader.words.is_empty() {
        return;
    }
    let lang = model.lang;
    let here = || {
        let lines = reader.lines(lang, model.size.0);
        (reader.at.topic.unwrap_or(0), lines.get(reader.at.row).map_or(0, |line| line.block))
    };
    let from = reader.found.filter(|found| Some(found.0) == reader.at.topic).unwrap_or_else(here);
    match manual::search(&reader.words, from, forward, lang) {
        Some((topic, block)) => {
            if reader.at.topic != Some(topic) {
                reader.go(Some(topic), 0);
            }
            reader.found = Some((topic, block));
            show(reader, model, block);
        }
        None => model.notify(t!(lang, "manual.not-found", words = reader.words)),
    }
}

/// Puts the cursor on the next link: the first one in sight, if it was on none of these.
fn next_link(reader: &mut ManualReader, model: &Model, forward: bool) {
    let lines = reader.lines(model.lang, model.size.0);
    let links = links(&lines).all;
    let rows = model.workspace.drawn.rows.max(1);
    let seen = reader.at.row..reader.at.row + rows;
    let current = reader.link.filter(|&at| links.get(at).is_some_and(|(line, _)| seen.contains(line)));
    reader.link = match (current, forward) {
        (Some(at), true) => Some(at + 1).filter(|&at| at < links.len()).or(Some(at)),
        (Some(at), false) => Some(at.saturating_sub(1)),
        (None, true) => links.iter().position(|(line, _)| *line >= seen.start),
        (None, false) => links.iter().rposition(|(line, _)| *line < seen.end),
    };
    if let Some((line, _)) = reader.link.and_then(|at| links.get(at))
        && !seen.contains(line)
    {
        reader.at.row = line.saturating_sub(rows / 2).min((lines.len() + 1).saturating_sub(rows));
    }
}

/// Opens the topic under the cursor, or where the link leads.
fn follow(reader: &mut ManualReader, model: &mut Model) {
    if reader.at.topic.is_none() {
        let row = reader.at.row;
        reader.go(Some(row.min(manual::topics().len() - 1)), 0);
        return;
    }
    let lang = model.lang;
    let lines = reader.lines(lang, model.size.0);
    let links = links(&lines).all;
    let Some(target) = reader.link.and_then(|at| links.get(at)).map(|(_, target)| (*target).to_owned()) else { return };
    let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
    let topic = match file.strip_suffix(".md") {
        None if file.is_empty() => reader.at.topic,
        Some(name) => manual::find(name),
        None => None,
    };
    let Some(topic) = topic else {
        // It leads out of the manual.
        model.notify(target);
        return;
    };
    reader.go(Some(topic), 0);
    let named = |block: &Block| matches!(block, Block::Heading(_, text) if manual::anchor(text) == anchor);
    if let Some(block) = manual::topics()[topic].blocks(lang).iter().position(named) {
        show(reader, model, block);
    }
}

fn keys(model: &Model, reader: &ManualReader) -> String {
    let lang = model.lang;
    if let Some(typed) = &reader.typed {
        return format!("/{typed}_   {}", t!(lang, "manual.search-keys"));
    }
    let [down, up, next, previous, tab] =
        model.keys_of([Action::Down, Action::Up, Action::Next, Action::Previous, Action::NextPane]);
    match reader.at.topic {
        None => t!(lang, "manual.list-keys", down, up),
        Some(_) if reader.words.is_empty() => t!(lang, "manual.page-keys", down, up, tab),
        Some(_) => t!(lang, "manual.found-keys", down, up, tab, next, previous),
    }
}

fn topics(reader: &ManualReader, dialog: &mut Pen<'_>, drawn: &mut Drawn) {
    let Pen { theme, area, .. } = *dialog;
    let all = manual::topics();
    drawn.length = all.len();
    let names = widest(all.iter().map(|topic| topic.name));
    let list = (&reader.as_list(), all.len());
    for (row, y, selected) in listed(dialog, drawn, area, list, ClickTarget::Choice, false) {
        dialog.text(area.x + 2, y, all[row].name, if selected { theme.strong } else { theme.positive });
        dialog.text(area.x + names + 5, y, all[row].title(dialog.lang), theme.text);
    }
}

fn page(model: &Model, reader: &ManualReader, dialog: &mut Pen<'_>, drawn: &mut Drawn) {
    let Pen { theme, area, .. } = *dialog;
    let lines = reader.lines(model.lang, model.size.0);
    let links = links(&lines);
    drawn.length = (lines.len() + 1).saturating_sub(usize::from(area.height));
    let start = reader.at.row.min(lines.len().saturating_sub(usize::from(area.height)));
    for ((at, line), y) in lines.iter().enumerate().skip(start).zip(area.y..area.bottom()) {
        let mut x = area.x + 1;
        for (piece, link) in line.pieces.iter().zip(&links.of[at]) {
            let here = link.is_some() && *link == reader.link;
            let end =
                dialog.text(x, y, &piece.text, if here { theme.cursor } else { look(theme, piece, line.heading) });
            if let Some(link) = link {
                drawn.click(x..end, y, ClickTarget::Choice(*link));
            }
            x = end;
        }
        let text: String = line.pieces.iter().map(|piece| piece.text.as_str()).collect();
        for span in find(&text, &reader.words) {
            let before = area.x + 1 + width(&text[..span.start]) as u16;
            dialog.tint(before..before + width(&text[span]) as u16, y, theme.found);
        }
    }
}

fn look(theme: &Theme, piece: &Piece, heading: bool) -> Style {
    let style = match piece.look {
        _ if heading => theme.strong,
        Look::Plain => theme.text,
        Look::Strong => theme.strong,
        Look::Emphasis => theme.text.add_modifier(Modifier::ITALIC),
        Look::Code => theme.positive,
    };
    if piece.link.is_some() { style.add_modifier(Modifier::UNDERLINED) } else { style }
}
