//! The reader of pages: a page over the screen, made anew whenever it is drawn, with its links and a search.
//!
//! ```text
//! ── Manual: Filters ───────────────────────────────────────────────────────────────────
//!   hd<=10 share>50 name:draft verdict:none
//!
//!   A filter selects pairs: with / on screen 1 …
//! ```

use std::fmt::Debug;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::style::Modifier;

use crate::{
    page::Line,
    t,
    text::{find, width},
    tui::{
        action::Action,
        model::{
            ClickTarget, Drawn, InputLine, LineKey, List, Model,
            dialog::Dialog,
            effect::{Effect, ScreenEffect},
        },
        update::common::to_clipboard,
        view::{
            frame::frame,
            parts::{click, look},
        },
        widget::Pen,
    },
};

/// Cells beside the text.
const MARGINS: usize = 6;
/// The longest words that are searched for, in characters.
const LONGEST: usize = 60;

/// A page that the reader shows.
pub(crate) trait ReaderPage: Clone + Debug + PartialEq + 'static {
    /// An action that closes the page: the one that opens it, as a rule.
    const OPENER: Action;
    /// The page fills the screen, however short it is.
    const TALL: bool = false;
    /// The words of the search choose what is on the page.
    const FILTERED: bool = false;

    fn title(&self, model: &Model, columns: u16) -> String;

    /// The page; paragraphs are so wide.
    fn lines(&self, model: &Model, columns: usize, words: &str) -> Vec<Line>;

    fn keys(&self, model: &Model) -> String {
        let keys = [Action::Down, Action::Up, Action::Copy, Action::MoreK, Action::LessK];
        let [down, up, copy, more, less] = model.keys_of(keys);
        t!(model.lang, "reader.keys", down, up, copy, more, less)
    }

    /// Whether the cursor goes from link to link.
    fn is_list(&self) -> bool {
        false
    }

    /// The page that a link leads to, and its block to begin at.
    fn linked(&self, _: &Model, _link: &str) -> Option<(Self, usize)> {
        None
    }

    /// Another page with the words, and the block that has them.
    fn search(&self, _: &Model, _words: &str, _forward: bool) -> Option<(Self, usize)> {
        None
    }

    /// Handles an action of its own; `link` is the one under the cursor.
    fn act(&mut self, _: &mut Model, _: Action, _link: Option<&str>) -> Option<Effect> {
        None
    }
}

/// A page, and where the reader is on it.
#[derive(Clone, Debug)]
struct Place<P> {
    page: P,
    /// The first line shown.
    row: usize,
    /// The link under the cursor.
    link: Option<usize>,
}

/// The reader: its page, its way back, its search.
#[derive(Clone, Debug)]
pub(crate) struct Reader<P> {
    at: Place<P>,
    /// The places left by links, the last one last.
    back: Vec<Place<P>>,
    /// The words of the search as typed so far.
    typed: Option<InputLine>,
    /// The words searched last.
    words: String,
    /// The line that the last search found.
    found: Option<usize>,
}

impl<P: ReaderPage> Reader<P> {
    pub(crate) fn new(page: P) -> Self {
        let at = Place { page, row: 0, link: None };
        Self { at, back: Vec::new(), typed: None, words: String::new(), found: None }
    }

    pub(crate) fn page(&self) -> &P {
        &self.at.page
    }

    /// Goes to a block of a page; the way back leads to where the reader is now.
    pub(crate) fn go(&mut self, model: &Model, (page, block): (P, usize)) {
        let left = std::mem::replace(&mut self.at, Place { page, row: 0, link: None });
        self.back.push(left);
        self.found = None;
        let lines = self.lines(model);
        self.at.row = lines.iter().position(|line| line.block == block && !line.pieces.is_empty()).unwrap_or(0);
    }

    fn lines(&self, model: &Model) -> Vec<Line> {
        let columns = usize::from(model.size.0).saturating_sub(MARGINS);
        let lines = self.at.page.lines(model, columns, self.typed.as_ref().map_or(&self.words, |typed| &typed.text));
        // The frame has a blank row there already.
        lines.into_iter().skip_while(|line| line.pieces.is_empty()).collect()
    }

    /// The first line shown on so many rows.
    fn start(&self, lines: &[Line], links: &Links<'_>, rows: usize) -> usize {
        let (end, cursor) = (lines.len().saturating_sub(rows), self.at.link.unwrap_or(0));
        let row = self.at.row.min(end);
        match links.all.get(cursor).filter(|_| self.at.page.is_list()) {
            // What belongs to a link can be longer than the page.
            Some(&(line, _)) => {
                let next = links.all.get(cursor + 1).map_or(end, |&(next, _)| next);
                row.clamp((line + 1).saturating_sub(rows), next.max(line))
            }
            None => row,
        }
    }

    /// Goes from link to link, or scrolls.
    fn scroll(&mut self, model: &Model, action: Action) {
        let rows = model.workspace.drawn.rows.max(1);
        let lines = self.lines(model);
        let links = links(&lines);
        let end = lines.len().saturating_sub(rows);
        let cursor = self.at.link.unwrap_or(0);
        let mut list = List { selected: cursor, offset: 0 };
        list.motion(action, links.all.len(), rows);
        let link = links.all.get(list.selected).filter(|_| self.at.page.is_list() && list.selected != cursor);
        if let Some(&(line, _)) = link {
            self.at.link = Some(list.selected);
            // The lines above the first link are seen with it, and those below the last one.
            self.at.row = match list.selected {
                0 => 0,
                last if last + 1 == links.all.len() => line.min(end),
                _ => self.start(&lines, &links, rows),
            };
        } else {
            let mut list = List { selected: self.at.row, offset: self.at.row };
            list.motion(action, end + 1, rows);
            self.at.row = list.selected;
        }
        self.found = None;
    }

    /// Goes to the next line with the words, or the one before; beyond the end to the next page that has them, or
    /// around.
    fn search(&mut self, model: &mut Model, forward: bool) {
        let words = self.words.clone();
        let mut lines = self.lines(model);
        let has = |line: &Line| !find(&line.text(), &words).is_empty();
        let from = self.found.map_or(self.at.row, |found| found + usize::from(forward)).min(lines.len());
        let (before, behind) = lines.split_at(from);
        let mut found =
            if forward { behind.iter().position(has).map(|at| from + at) } else { before.iter().rposition(has) };
        if found.is_none() {
            found = match self.at.page.search(model, &words, forward) {
                Some((page, block)) => {
                    if page != self.at.page {
                        self.go(model, (page, block));
                        lines = self.lines(model);
                    }
                    // Words that are broken between lines are in none of these.
                    let first = |line: &Line| line.block == block && !line.pieces.is_empty();
                    lines.iter().position(|line| first(line) && has(line)).or_else(|| lines.iter().position(first))
                }
                None if forward => lines.iter().position(has),
                None => lines.iter().rposition(has),
            };
        }
        match found {
            Some(line) => {
                (self.found, self.at.row) = (found, line);
                if self.at.page.is_list() {
                    self.at.link = links(&lines).all.iter().rposition(|(at, _)| *at <= line);
                }
            }
            None => model.notify(t!(model.lang, "notice.not-found", needle = words)),
        }
    }

    /// Puts the cursor on the next link: the first one in sight, if it was on none of these.
    fn next_link(&mut self, model: &Model, forward: bool) {
        let lines = self.lines(model);
        let links = links(&lines).all;
        let rows = model.workspace.drawn.rows.max(1);
        let seen = self.at.row..self.at.row + rows;
        let current = self.at.link.filter(|&at| links.get(at).is_some_and(|(line, _)| seen.contains(line)));
        self.at.link = match (current, forward) {
            (Some(at), true) => Some(at + 1).filter(|&at| at < links.len()).or(Some(at)),
            (Some(at), false) => Some(at.saturating_sub(1)),
            (None, true) => links.iter().position(|(line, _)| *line >= seen.start),
            (None, false) => links.iter().rposition(|(line, _)| *line < seen.end),
        };
        if let Some((line, _)) = self.at.link.and_then(|at| links.get(at))
            && !seen.contains(line)
        {
            self.at.row = line.saturating_sub(rows / 2).min((lines.len() + 1).saturating_sub(rows));
        }
    }
}

impl<P: ReaderPage> Dialog for Reader<P> {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lines = self.lines(model);
        let links = links(&lines);
        let list = self.at.page.is_list();
        let keys = match &self.typed {
            Some(typed) => format!("/{}_   {}", typed.text, t!(model.lang, "reader.typing")),
            None if self.words.is_empty() || P::FILTERED => self.at.page.keys(model),
            None => {
                let [next, previous] = model.keys_of([Action::Next, Action::Previous]);
                t!(model.lang, "reader.found", next, previous, keys = self.at.page.keys(model))
            }
        };
        let wanted = if P::TALL { u16::MAX } else { u16::try_from(lines.len() + 1).unwrap_or(u16::MAX) };
        let title = self.at.page.title(model, pen.area.width);
        let mut dialog = frame(pen, wanted, &title, &keys);
        let Pen { theme, area, .. } = dialog;
        drawn.rows = usize::from(area.height);
        drawn.length = lines.len();
        let start = self.start(&lines, &links, drawn.rows);
        for ((at, line), y) in lines.iter().enumerate().skip(start).zip(area.y..area.bottom()) {
            let selected = list.then(|| self.at.link.unwrap_or(0));
            if let Some(link) = links.of[at].iter().flatten().next().filter(|_| list) {
                click(drawn, area, y, ClickTarget::Choice(*link));
                if selected == Some(*link) {
                    dialog.selected(y, area.right(), false);
                }
            }
            let mut x = area.x + 1;
            for (piece, link) in line.pieces.iter().zip(&links.of[at]) {
                let style = match link {
                    Some(link) if selected == Some(*link) => theme.strong,
                    Some(_) if list => look(theme, piece.look),
                    Some(link) if self.at.link == Some(*link) => theme.cursor,
                    Some(_) => look(theme, piece.look).add_modifier(Modifier::UNDERLINED),
                    None => look(theme, piece.look),
                };
                let end = dialog.text(x, y, &piece.text, style);
                if let Some(link) = link.filter(|_| !list) {
                    drawn.click(x..end, y, ClickTarget::Choice(link));
                }
                x = end;
            }
            let text = line.text();
            for span in find(&text, &self.words) {
                let before = area.x + 1 + width(&text[..span.start]) as u16;
                dialog.tint(before..before + width(&text[span]) as u16, y, theme.found);
            }
        }
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        let Some(typed) = &mut self.typed else {
            if event.code == KeyCode::Char('/') {
                self.typed = Some(InputLine::new("", LONGEST));
                return None;
            }
            return self.act(model, action?);
        };
        let empty = typed.text.is_empty();
        match typed.key(event)? {
            LineKey::Left => (self.typed, self.words) = (None, String::new()),
            LineKey::Done => {
                self.words = self.typed.take()?.text;
                self.found = None;
                if !P::FILTERED && !self.words.is_empty() {
                    self.search(model, true);
                }
            }
            LineKey::Changed if empty && event.code == KeyCode::Backspace => self.typed = None,
            LineKey::Changed => {}
        }
        if P::FILTERED {
            self.at.row = 0;
        }
        None
    }

    fn act(&mut self, model: &mut Model, action: Action) -> Effect {
        let lines = self.lines(model);
        let cursor = self.at.link.or_else(|| self.at.page.is_list().then_some(0));
        let link = cursor.and_then(|at| links(&lines).all.get(at).map(|(_, link)| (*link).to_owned()));
        if let Some(effect) = self.at.page.act(model, action, link.as_deref()) {
            return effect;
        }
        match action {
            Action::Back if P::FILTERED && !self.words.is_empty() => self.words.clear(),
            Action::Back | Action::Left if !self.back.is_empty() => {
                self.at = self.back.pop()?;
                self.found = None;
            }
            Action::Back | Action::Quit => model.workspace.dialogs.close(),
            action if action == P::OPENER => model.workspace.dialogs.close(),
            Action::Help => crate::tui::dialog::open(model, action),
            Action::Next | Action::Previous if !self.words.is_empty() => self.search(model, action == Action::Next),
            Action::NextPane | Action::PreviousPane => self.next_link(model, action == Action::NextPane),
            Action::Open => {
                let page = self.at.page.linked(model, &link?)?;
                self.go(model, page);
            }
            Action::Copy => {
                let text: Vec<String> = lines.iter().map(|line| line.text().trim_end().to_owned()).collect();
                return to_clipboard(model, text.join("\n"));
            }
            Action::MoreK | Action::LessK => return Some(ScreenEffect::Act(action)),
            action => self.scroll(model, action),
        }
        None
    }

    fn wheel(&mut self, model: &mut Model, action: Action) {
        self.scroll(model, action);
    }

    /// Follows a link that was clicked; in a list the first click selects it.
    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        let chosen = self.at.link.unwrap_or(0) == row || !self.at.page.is_list();
        self.at.link = Some(row);
        if chosen { self.act(model, Action::Open) } else { None }
    }

    fn line(&self) -> Option<&InputLine> {
        self.typed.as_ref()
    }

    fn line_mut(&mut self) -> Option<&mut InputLine> {
        self.typed.as_mut()
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
