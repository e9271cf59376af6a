//! The bottom line: what can be done on this screen now, from the live keymap.

use super::{frame::fitting, names, progress::stopped};
use crate::{
    t,
    text::width,
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, LessonState, LibraryPane, Model},
        screen::{Screen, overview::view as overview},
        widget::Pen,
    },
};

/// In a terminal smaller than this, in columns and rows, the line says so instead of most keys.
const FULL: (u16, u16) = (80, 24);
/// The entries of screen 1 without a pair.
const ALONE: [Action; 5] = [Action::Resume, Action::Open, Action::Recipe, Action::Help, Action::Quit];
/// The number of entries beside help and quit in large print.
const BIG: usize = 4;
/// Cells between two entries.
const GAP: usize = 3;

/// Keys with one label.
struct FooterEntry<'a> {
    keys: String,
    label: &'a str,
    /// The action of a click.
    action: Action,
}

impl FooterEntry<'_> {
    fn width(&self) -> usize {
        width(&self.keys) + 1 + width(self.label)
    }
}

/// Draws the keys, unless a notice takes their place.
pub(crate) fn draw(model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let y = pen.area.height - 1;
    if model.wide(pen.area.width) {
        pen.rule(y - 1);
    }
    if model.workspace.notice.is_some() {
        return;
    }
    if model.workspace.editing() {
        let keys = t!(model.lang, "lab.editing-keys");
        pen.text(1, y, &fitting(keys, usize::from(pen.area.width) - 2), pen.theme.label);
    } else {
        draw_entries(model, pen, y, drawn);
    }
}

/// Draws as many entries as fit, before help and quit, which are always there.
fn draw_entries(model: &Model, pen: &mut Pen<'_>, y: u16, drawn: &mut Drawn) {
    let theme = pen.theme;
    let groups = model.keymap.footer(model.workspace.footer()).iter();
    let groups = groups.filter(|group| group.first().is_some_and(|&first| applies(model, first, pen.area.width)));
    let entries: Vec<FooterEntry<'_>> = groups.filter_map(|group| entry(model, group)).collect();
    let (others, last) = entries.split_at(entries.len().saturating_sub(2));
    let most = if model.look.big { BIG } else { others.len() };
    let max_width = usize::from(pen.area.width) - 2;
    let mut used: usize = last.iter().map(|entry| entry.width() + GAP).sum();
    let fitting = others.iter().take(most).take_while(|entry| {
        used += entry.width() + GAP;
        used <= max_width + GAP
    });
    let mut x = 1;
    let small = pen.area.width < FULL.0 || pen.area.height < FULL.1;
    if small {
        let text = t!(model.lang, "frame.small", width = FULL.0, height = FULL.1);
        x = pen.text(x, y, &text, theme.alert) + GAP as u16;
    }
    for FooterEntry { keys, label, action } in fitting.filter(|_| !small).chain(last) {
        let begin = x;
        x = pen.line(x, y, &[(keys, theme.strong), (" ", theme.label), (label, theme.label)]);
        drawn.click(begin..x, y, ClickTarget::Do(*action));
        x += GAP as u16;
    }
}

/// Whether the entry that begins with `first` can do anything now.
fn applies(model: &Model, first: Action, width: u16) -> bool {
    let workspace = &model.workspace;
    let pair = workspace.pair();
    let last = matches!(first, Action::Help | Action::Quit);
    if workspace.lesson.is_some() {
        return true;
    }
    let decides = matches!(first, Action::Verdict | Action::Note | Action::MarkPair);
    if decides && workspace.review.is_none() || first == Action::Resume && stopped(model).is_none() {
        return false;
    }
    // A newcomer, who has no texts of their own open, is shown the ways on.
    if matches!(first, Action::AddDocuments | Action::ReviewFolder | Action::Lessons) {
        return model.of_samples() && !model.first_run();
    }
    if first == Action::PreviousMoved && !moved(model) {
        return false;
    }
    let all_panes_shown = || match workspace.screen {
        Screen::Overview => overview::has_side(model, width.saturating_sub(2)),
        Screen::Diff => model.wide(width),
        _ => false,
    };
    if first == Action::NextPane && all_panes_shown() {
        return false;
    }
    if first == Action::TwoTexts && workspace.batch.entries.len() < 2 {
        return false;
    }
    let only_fingerprint = || pair.is_some_and(|pair| workspace.batch.record_of(pair).is_some());
    match workspace.screen {
        Screen::Overview if workspace.batch.settled() && pair.is_none() => ALONE.contains(&first),
        // The engines have no cursor.
        Screen::Library
            if workspace.library.pane == LibraryPane::Engines
                && matches!(first, Action::Down | Action::Open | Action::AddToLibrary) =>
        {
            false
        }
        Screen::Library
            if workspace.library.pane.of_library()
                && matches!(first, Action::Plan | Action::LessCutoff | Action::MarkCommon) =>
        {
            false
        }
        Screen::Library if first == Action::AddToLibrary => workspace.library.opened.is_some(),
        Screen::Bits if bits_missing(model) && !matches!(first, Action::Geometry | Action::Evidence) && !last => false,
        Screen::Bits | Screen::Diff if only_fingerprint() => last || decides,
        _ => true,
    }
}

fn bits_missing(model: &Model) -> bool {
    let detail = model.workspace.pair().and_then(|pair| model.workspace.results.detail_of(pair));
    detail.is_some_and(|detail| detail.comparison.bits.is_none())
}

/// Whether the pair has a block that was moved, or the passage under the cursor several places; true until the
/// differences are known.
fn moved(model: &Model) -> bool {
    if model.workspace.shows_shared() {
        let passages = model.workspace.pair().and_then(|pair| model.workspace.passages_of(pair));
        let under = passages.and_then(|passages| passages.get(model.workspace.shared.passage));
        return under.is_some_and(|passage| passage.shared.counts.iter().any(|&count| count > 1));
    }
    let diffed = model.workspace.pair().and_then(|pair| model.workspace.results.diff_of(pair));
    diffed.is_none_or(|diffed| !diffed.diff.moved.is_empty())
}

/// The entry for actions that share a label; `None` if they have no keys.
fn entry<'a>(model: &'a Model, group: &[Action]) -> Option<FooterEntry<'a>> {
    let first = *group.first()?;
    let (lang, workspace) = (model.lang, &model.workspace);
    let key = |&action: &Action| model.keymap.keys(workspace.screen, action).first().map(ToString::to_string);
    let keys: Vec<String> = group.iter().filter_map(key).collect();
    let label = match (workspace.screen, first) {
        (_, Action::Next) if workspace.lesson.as_ref().is_some_and(LessonState::leads_on) => {
            t!(lang, "lesson.next-lesson")
        }
        (Screen::Overview, Action::Open) if workspace.pair().is_none() => t!(lang, "frame.open-alone"),
        (Screen::Library, Action::Left) if workspace.library.pane == LibraryPane::Engines => {
            t!(lang, "library.engines-scale")
        }
        _ => names::short_action(model, first),
    };
    (!keys.is_empty()).then(|| FooterEntry { keys: keys.join(" "), label, action: first })
}
