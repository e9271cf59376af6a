//! The help: the keys of the screen and of everywhere, the terms, the program.

use super::reader::ReaderPage;
use crate::{
    manual::{self, Block, Look},
    page::{Line, Page, Piece},
    t,
    text::{pad_end, width},
    tui::{
        action::Action,
        keymap::Keymap,
        model::Model,
        screen::Screen,
        view::{names, review},
    },
};

/// The keys and the terms: those of the screen, or all that have the words searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HelpPage;

impl ReaderPage for HelpPage {
    const OPENER: Action = Action::Help;
    const TALL: bool = true;
    const FILTERED: bool = true;

    fn title(&self, model: &Model, _: u16) -> String {
        t!(model.lang, "overlay.help").into()
    }

    fn lines(&self, model: &Model, columns: usize, words: &str) -> Vec<Line> {
        let lines = if words.trim().is_empty() { help_lines(model) } else { found(model, words) };
        let keys =
            lines.iter().filter_map(|line| if let HelpLine::Key(keys, _) = line { Some(width(keys)) } else { None });
        let keys = keys.max().unwrap_or(0).min(WIDEST);
        let mut page = Page::new(model.lang);
        for line in lines {
            match line {
                HelpLine::Head(text) => page.line(Piece::new(text, Look::Head)),
                HelpLine::Task(name) => page.line(Piece::new(name, Look::Label)),
                HelpLine::Key(names, text) => {
                    page.behind(Piece::new(format!("{}   ", pad_end(&names, keys)), Look::Code), text);
                }
                HelpLine::Text(text) => page.text(text),
                HelpLine::Gap => page.blank(),
            }
        }
        page.lines(columns)
    }

    fn keys(&self, model: &Model) -> String {
        let [down, up, manual] = model.keys_of([Action::Down, Action::Up, Action::Manual]);
        t!(model.lang, "overlay.help-keys", down, up, manual)
    }
}

/// The most cells of the keys.
const WIDEST: usize = 28;

/// One line of the help.
enum HelpLine {
    Head(String),
    /// The name of a task.
    Task(&'static str),
    Key(String, String),
    Text(String),
    Gap,
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
            let name = names::text(lang, &format!("help.task-{}", task.name));
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
fn found(model: &Model, searched: &str) -> Vec<HelpLine> {
    let lang = model.lang;
    let words: Vec<String> = searched.split_whitespace().map(str::to_lowercase).collect();
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
    let mut lines = vec![HelpLine::Head(format!("{}  {searched}", t!(lang, "help.search"))), HelpLine::Gap];
    for (head, rows) in sections.into_iter().filter(|(_, rows)| !rows.is_empty()) {
        lines.push(HelpLine::Head(head));
        lines.extend(rows);
        lines.push(HelpLine::Gap);
    }
    if lines.len() == 2 {
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
