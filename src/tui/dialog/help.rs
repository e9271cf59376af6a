//! The help: the keys of the screen and of everywhere, the terms, the program.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use crate::{
    manual::{self, Block, Look},
    t,
    text::{truncate_start, width},
    tui::{
        action::Action,
        keymap::Keymap,
        model::{Drawn, List, Model, dialog::Dialog, effect::Effect},
        screen::Screen,
        update::typing::{paste_line, type_line},
        view::{frame::frame, names, review},
        widget::{Pen, lines_of},
    },
};

/// The longest words that the help is searched for, in characters.
const LONGEST_WORDS: usize = 60;

/// The keys and the terms.
#[derive(Clone, Debug, Default)]
pub(crate) struct HelpPage {
    /// The first line shown.
    list: List,
    /// The words searched, as typed; without any, the keys of the screen are shown.
    words: String,
    /// Keys go to the words.
    typing: bool,
}

impl Dialog for HelpPage {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let [down, up, manual] = model.keys_of([Action::Down, Action::Up, Action::Manual]);
        let keys = if self.typing {
            t!(lang, "overlay.help-typing").to_owned()
        } else {
            t!(lang, "overlay.help-keys", down, up, manual)
        };
        let mut dialog = frame(pen, u16::MAX, t!(lang, "overlay.help"), &keys);
        let searched = self.typing || !self.words.is_empty();
        if searched {
            search_line(self, t!(lang, "help.search"), &mut dialog);
        }
        let lines = if self.words.trim().is_empty() { help_lines(model) } else { found(model, &self.words) };
        let Pen { theme, area, .. } = dialog;
        let top = if searched { 2 } else { 0 };
        let area = Rect { y: area.y + top, height: area.height.saturating_sub(top), ..area };
        let keys = lines.iter().filter_map(|l| if let HelpLine::Key(keys, _) = l { Some(width(keys)) } else { None });
        let keys = keys.max().unwrap_or(0).min(28) as u16;
        drawn.rows = usize::from(area.height);
        // Texts wrap, so how long the help is depends on how wide it is.
        let mut heights = Vec::with_capacity(lines.len());
        for line in &lines {
            heights.push(match line {
                HelpLine::Text(text) => lines_of(text, area.width),
                HelpLine::Key(_, text) => lines_of(text, area.width.saturating_sub(keys + 3)),
                _ => 1,
            });
        }
        let total: u16 = heights.iter().sum();
        drawn.length = usize::from(total.saturating_sub(area.height)) + 1;
        let skip = (self.list.selected as u16).min(total.saturating_sub(area.height));
        let mut y = i32::from(area.y) - i32::from(skip);
        for (line, height) in lines.iter().zip(heights) {
            if y >= i32::from(area.y) && y < i32::from(area.bottom()) {
                let y = y as u16;
                match line {
                    HelpLine::Head(text) => _ = dialog.text(area.x, y, text, theme.strong),
                    HelpLine::Task(name) => _ = dialog.text(area.x, y, name, theme.label),
                    HelpLine::Key(names, text) => {
                        dialog.text(area.x, y, names, theme.positive);
                        dialog.paragraph(area.x + keys + 3, y, area.bottom() - y, text, theme.text);
                    }
                    HelpLine::Text(text) => _ = dialog.paragraph(area.x, y, area.bottom() - y, text, theme.text),
                    HelpLine::Gap => {}
                }
            }
            y += i32::from(height);
        }
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        let drawn = &model.workspace.drawn;
        if self.typing {
            match event.code {
                KeyCode::Enter => self.typing = false,
                KeyCode::Esc => *self = Self::default(),
                _ => _ = type_line(&mut self.words, event, LONGEST_WORDS),
            }
            self.list = List::default();
            return None;
        }
        match (event.code, action) {
            (KeyCode::Char('/'), _) => self.typing = true,
            (_, Some(Action::Back)) if !self.words.is_empty() => *self = Self::default(),
            (_, Some(Action::Back | Action::Quit | Action::Help)) => model.workspace.dialogs.close(),
            (_, Some(action)) => self.list.scroll(action, drawn.length, drawn.rows),
            _ => {}
        }
        None
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }

    fn types(&self) -> bool {
        self.typing
    }

    fn paste(&mut self, _: &mut Model, text: &str) -> Effect {
        if self.typing {
            paste_line(&mut self.words, text, LONGEST_WORDS);
        }
        None
    }
}

/// One line of the help.
enum HelpLine {
    Head(String),
    /// The name of a task.
    Task(&'static str),
    Key(String, String),
    Text(String),
    Gap,
}

/// The words that are searched, above the keys.
fn search_line(page: &HelpPage, head: &str, dialog: &mut Pen<'_>) {
    let Pen { theme, area, .. } = *dialog;
    let x = dialog.text(area.x, area.y, head, theme.label) + 2;
    let end = dialog.text(
        x,
        area.y,
        &truncate_start(&page.words, usize::from(area.right().saturating_sub(x + 1))),
        theme.strong,
    );
    if page.typing {
        dialog.text(end, area.y, " ", theme.cursor);
    }
}

/// What the manual says of this screen and its keys, its other keys by task; the keys of everywhere, the terms, the
/// program: from the live keymap, the manual and the locale.
fn help_lines(model: &Model) -> Vec<HelpLine> {
    let lang = model.lang;
    let (keymap, screen) = (&model.keymap, model.workspace.screen);
    let (everywhere, own) = keymap.actions(screen);
    let mut known = Vec::new();
    let mut lines = Vec::new();
    if model.workspace.lesson.is_some() {
        let head = t!(lang, "help.lesson").into();
        lines.extend(in_manual(model, &[manual::section("lessons", &[1], lang)], &mut known, head));
        lines.push(HelpLine::Gap);
    }
    let mut sections = vec![manual::section("screens", &[screen.number()], lang)];
    if screen == Screen::Diff {
        let mode = if model.workspace.shows_shared() { 1 } else { 2 };
        sections.push(manual::section("screens", &[screen.number(), mode], lang));
    }
    let head = t!(lang, "help.screen", name = names::screen(model, screen));
    lines.extend(in_manual(model, &sections, &mut known, head));
    let row = |&action: &Action| key_line(model, screen, action);
    for task in keymap.tasks() {
        let actions = task.actions.iter().filter(|action| own.contains(action) && !known.contains(action));
        let mut rows = actions.map(row).peekable();
        if rows.peek().is_some() {
            let name = lang.find(&format!("help.task-{}", task.name)).unwrap_or_default();
            lines.extend([HelpLine::Gap, HelpLine::Task(name)]);
            lines.extend(rows);
        }
    }
    lines.extend([HelpLine::Gap, HelpLine::Head(t!(lang, "help.everywhere").into())]);
    lines.extend(everywhere.iter().filter(|action| !known.contains(action)).map(row));
    lines.extend([HelpLine::Gap, HelpLine::Head(t!(lang, "help.terms").into())]);
    lines.extend(terms(model).into_iter().map(HelpLine::Text));
    lines.extend([HelpLine::Gap, HelpLine::Head(t!(lang, "help.about").into())]);
    lines.push(HelpLine::Text(t!(lang, "help.about-text", version = env!("CARGO_PKG_VERSION"))));
    lines.extend(review::kept(model).map(HelpLine::Text));
    lines
}

/// The first paragraph of these sections, and their rows on keys, in the present keys; rows on actions that are
/// `known` are skipped, and the others become known.
fn in_manual(model: &Model, sections: &[Vec<Block>], known: &mut Vec<Action>, head: String) -> Vec<HelpLine> {
    let (built_in, screen) = (Keymap::built_in(), model.workspace.screen);
    let mut lines = vec![HelpLine::Head(head)];
    for section in sections {
        let paragraph = section.iter().find(|block| matches!(block, Block::Paragraph(_)));
        lines.extend(paragraph.map(|block| HelpLine::Text(manual::plain(block))));
    }
    lines.push(HelpLine::Gap);
    let tables =
        sections.iter().flatten().filter_map(|block| if let Block::Table(rows) = block { Some(rows) } else { None });
    for row in tables.flat_map(|rows| rows.iter().skip(1)) {
        let [keys, text] = &**row else { continue };
        let pressed = keys.iter().filter(|piece| piece.look == Look::Code).filter_map(|piece| piece.text.parse().ok());
        let actions: Vec<Action> = pressed.filter_map(|key| built_in.action(screen, key)).collect();
        if actions.iter().any(|action| known.contains(action)) {
            continue;
        }
        let named = actions.iter().map(|&action| keys_of(model, screen, action, 1));
        let named = named.collect::<Vec<_>>().join("  ");
        // Not all that is pressed is a key of the map, such as the digits of an answer.
        let more = keys.iter().any(|piece| piece.look == Look::Plain && piece.text.contains(char::is_alphanumeric));
        let named = if more || named.is_empty() { manual::text_of(keys) } else { named };
        lines.push(HelpLine::Key(named, manual::text_of(text)));
        known.extend(actions);
    }
    lines
}

/// The keys of all screens and the terms that have these words in them, in any case; the keys of this screen come
/// first.
fn found(model: &Model, words: &str) -> Vec<HelpLine> {
    let lang = model.lang;
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let fits = |text: &str| words.iter().all(|word| text.to_lowercase().contains(word));
    let key_fits = |line: &HelpLine| matches!(line, HelpLine::Key(keys, text) if fits(&format!("{keys} {text}")));
    let here = model.workspace.screen;
    let rows = |screen, actions: Vec<Action>| -> Vec<HelpLine> {
        actions.into_iter().map(|action| key_line(model, screen, action)).filter(key_fits).collect()
    };
    let mut sections = vec![
        (t!(lang, "help.screen", name = names::screen(model, here)), rows(here, model.keymap.actions(here).1)),
        (t!(lang, "help.everywhere").to_owned(), rows(here, model.keymap.actions(here).0)),
    ];
    for screen in Screen::ALL.into_iter().filter(|&screen| screen != here) {
        let name = format!("{} {}", screen.number(), names::screen(model, screen));
        sections.push((name, rows(screen, model.keymap.actions(screen).1)));
    }
    let terms = terms(model).into_iter().filter(|term| fits(term)).map(HelpLine::Text).collect();
    sections.push((t!(lang, "help.terms").to_owned(), terms));
    let mut lines = Vec::new();
    for (head, rows) in sections.into_iter().filter(|(_, rows)| !rows.is_empty()) {
        lines.push(HelpLine::Head(head));
        lines.extend(rows);
        lines.push(HelpLine::Gap);
    }
    if lines.is_empty() {
        lines.push(HelpLine::Text(t!(lang, "help.not-found", manual = model.key_of(Action::Manual))));
    }
    lines
}

/// An action of a screen with its keys.
fn key_line(model: &Model, screen: Screen, action: Action) -> HelpLine {
    HelpLine::Key(keys_of(model, screen, action, usize::MAX), names::action(model.lang, action).to_owned())
}

/// So many keys of an action; without a key it can still be done by its name.
fn keys_of(model: &Model, screen: Screen, action: Action, most: usize) -> String {
    let keys = model.keymap.keys(screen, action).iter().take(most).map(ToString::to_string);
    let keys = keys.collect::<Vec<_>>().join("  ");
    if keys.is_empty() { format!(":{}", action.name()) } else { keys }
}

fn terms(model: &Model) -> Vec<String> {
    let lang = model.lang;
    let [more, less] = model.keys_of([Action::MoreK, Action::LessK]);
    let run = model.workspace.batch.run;
    let shared = model.workspace.batch.texts.shared;
    vec![
        t!(lang, "help.term-weight").into(),
        t!(lang, "help.term-accumulator").into(),
        t!(lang, "help.term-margin").into(),
        t!(lang, "help.term-neff").into(),
        t!(lang, "help.term-hd").into(),
        t!(lang, "help.term-k", more, less),
        t!(lang, "help.term-coverage", han = run.han, words = run.words, shared),
        t!(lang, "help.term-recipe").into(),
    ]
}
