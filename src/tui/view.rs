//! (model, frame) → a drawing. Changes nothing; what it showed where comes back as [`Drawn`].
//!
//! ```text
//! simscope  1 Overview  2 Pipeline  3 Bits  4 Diff             jieba · tf·idf · xxh3-64 · V>0 · k 3
//! ───────────────────────────────────────────────────────────────────────────────────────────────
//! the screen's own line
//!
//! the screen's own picture
//! ───────────────────────────────────────────────────────────────────────────────────────────────
//! j k pair   Enter open   s sort   ? help   q quit
//! ```

mod bits;
mod browser;
mod command;
mod dialog;
mod diff;
mod editor;
mod evidence;
mod exclusion;
mod exhibit;
mod exporting;
mod filtering;
mod formula;
mod geometry;
mod lab;
mod lesson;
mod library;
mod names;
mod orphans;
mod overview;
mod passages;
mod pipeline;
mod profiles;
mod review;

use ratatui::{Frame, layout::Rect};

use super::{
    action::Action,
    model::{Dialog, Drawn, Model, Target},
    screen::Screen,
    theme::Theme,
    widget::{Pen, lines_of},
};
use crate::{
    locale::grouped,
    t,
    text::{mark_hidden, width},
};

/// Below this size nothing can be shown.
const LEAST: (u16, u16) = (40, 10);
/// From this size on everything is.
const FULL: (u16, u16) = (80, 24);

/// Draws the model.
pub fn draw(model: &Model, theme: &Theme, frame: &mut Frame<'_>) -> Drawn {
    let area = frame.area();
    let drawn = draw_all(model, Pen::new(frame.buffer_mut(), area, theme));
    mark_hidden(frame.buffer_mut());
    if let Some(cursor) = drawn.cursor {
        frame.set_cursor_position(cursor);
    }
    drawn
}

fn draw_all(model: &Model, mut pen: Pen<'_>) -> Drawn {
    let (area, theme) = (pen.area, pen.theme);
    let mut drawn = Drawn::default();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = t!(model.session.lang, "frame.too-small", width = LEAST.0, height = LEAST.1);
        pen.paragraph(0, 0, area.height, &text, theme.text);
        return drawn;
    }
    header(model, &mut pen, &mut drawn);
    footer(model, &mut pen, &mut drawn);
    let body = Rect::new(1, 2, area.width - 2, area.height - 4);
    let body = lesson::draw(model, &mut pen, body, &mut drawn);
    let mut inner = pen.within(Rect { x: 0, width: body.right() + 1, ..body });
    match model.workspace.screen {
        Screen::Pipeline if lesson::exhibit(model, &mut inner, body) => {}
        Screen::Overview => overview::draw(model, &mut inner, body, &mut drawn),
        Screen::Pipeline => pipeline::draw(model, &mut inner, body, &mut drawn),
        Screen::Bits => bits::draw(model, &mut inner, body, &mut drawn),
        Screen::Diff => diff::draw(model, &mut inner, body, &mut drawn),
        Screen::Lab => lab::draw(model, &mut inner, body, &mut drawn),
        Screen::Library => library::draw(model, &mut inner, body, &mut drawn),
    }
    if let Some(dialog) = model.workspace.dialogs.last() {
        // Only what lies on top answers to a click.
        drawn.targets.clear();
        // The sheet of planes leaves a lesson's page beside it to be read.
        let beside = model.workspace.lesson.is_some() && *dialog == Dialog::Geometry;
        let room = if beside { Rect { x: 0, width: body.right() + 1, ..body } } else { area };
        dialog::draw(model, dialog, &mut pen.within(room), &mut drawn);
    }
    tell(model, &mut pen, &mut drawn);
    drawn
}

/// What is to be told, in the bottom line, or over the one that is typed there; where it is longer, over as many of the
/// last rows as it needs, with a rule above.
fn tell(model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let Some(notice) = &model.workspace.notice else { return };
    let typed = match model.workspace.dialogs.last() {
        Some(Dialog::Find(_) | Dialog::Command(_) | Dialog::Filter(_)) => true,
        // What is wrong with a pattern stands there already.
        Some(Dialog::Exclusions(leaving)) if leaving.fault.is_some() => return,
        Some(Dialog::Exclusions(leaving)) => leaving.typed.is_some(),
        _ => false,
    };
    let area = pen.area;
    let bottom = area.bottom().saturating_sub(u16::from(typed));
    let room = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let rows = lines_of(notice, room.width).clamp(1, NOTICE);
    let top = bottom.saturating_sub(rows);
    // One line has the rule of the bottom line above it.
    let above = u16::from(rows > 1);
    let ground = Rect { y: top.saturating_sub(above), height: rows + above, ..area };
    pen.within(ground).clear();
    if above > 0 {
        pen.rule(ground.y);
    }
    let style = pen.theme.call;
    pen.within(room).paragraph(room.x, top, rows, notice, style);
    drawn.targets.retain(|(place, _)| place.bottom() <= ground.y || place.y >= bottom);
    drawn.cursor = drawn.cursor.filter(|at| at.y < ground.y || at.y >= bottom);
}

/// The most lines a notice takes.
const NOTICE: u16 = 4;

fn screen_name(model: &Model, screen: Screen) -> &'static str {
    model.session.lang.find(&format!("screen.{}", screen.key())).unwrap_or_default()
}

/// The tabs, and the recipe where there is room.
fn header(model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let theme = pen.theme;
    let wide = model.wide(pen.area.width);
    let recipe = names::recipe(model);
    // All names only where the recipe still has room behind them.
    let names: usize = Screen::ALL.iter().map(|screen| 4 + width(screen_name(model, *screen))).sum();
    let hidden = model.workspace.batch.hidden.is_some().then(|| t!(model.session.lang, "hidden.mark"));
    let mark = hidden.map_or(0, |text| width(text) + 3);
    let named = wide && 11 + names + 2 + mark + width(&recipe) < usize::from(pen.area.width);
    let mut x = pen.text(1, 0, "simscope", theme.strong) + 2;
    for screen in Screen::ALL {
        let current = screen == model.workspace.screen;
        let name = screen_name(model, screen);
        let label =
            if named || current { format!(" {} {name} ", screen.number()) } else { format!(" {} ", screen.number()) };
        // Where there are no attributes the current tab is told by brackets.
        let label =
            if current && theme.tab == ratatui::style::Style::new() { format!("[{}]", label.trim()) } else { label };
        let end = pen.text(x, 0, &label, if current { theme.tab } else { theme.label });
        let action = match screen {
            Screen::Overview => Action::ShowOverview,
            Screen::Pipeline => Action::ShowPipeline,
            Screen::Bits => Action::ShowBits,
            Screen::Diff => Action::ShowDiff,
            Screen::Lab => Action::ShowLab,
            Screen::Library => Action::ShowLibrary,
        };
        drawn.targets.push((Rect::new(x, 0, end - x, 1), Target::Do(action)));
        x = end;
    }
    if let Some(text) = hidden {
        let end = pen.text(x + 1, 0, text, theme.call);
        drawn.targets.push((Rect::new(x + 1, 0, end - x - 1, 1), Target::Do(Action::HideNames)));
    }
    pen.rule(1);
    let stale = model.workspace.batch.ranked != model.workspace.batch.generation && model.workspace.batch.ranked != 0;
    let style = if stale { theme.call } else { theme.label };
    let right = pen.area.width - 1;
    if wide {
        let begin = pen.text_right(right, 0, &recipe, style);
        drawn.targets.push((Rect::new(begin, 0, right - begin, 1), Target::Do(Action::Recipe)));
    } else {
        let y = pen.area.height - 2;
        pen.rule(y);
        let begin = pen.text_right(right - 1, y, &format!(" {recipe} "), style);
        drawn.targets.push((Rect::new(begin, y, right - begin, 1), Target::Do(Action::Recipe)));
    }
}

/// What can be done here, from the live keymap, where nothing is to be told.
fn footer(model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let theme = pen.theme;
    let y = pen.area.height - 1;
    if model.wide(pen.area.width) {
        pen.rule(y - 1);
    }
    if model.workspace.notice.is_some() {
        return;
    }
    if model.workspace.editing() {
        let keys = t!(model.session.lang, "lab.editing-keys");
        pen.text(1, y, &dialog::fitting(keys, usize::from(pen.area.width) - 2), theme.label);
        return;
    }
    if model.workspace.screen == Screen::Diff && model.workspace.diff.aligning.is_some() {
        let [down, up, left, right, align] =
            [Action::Down, Action::Up, Action::Left, Action::Right, Action::Align].map(|action| model.key_of(action));
        let text =
            t!(model.session.lang, "align.keys", down = down, up = up, left = left, right = right, align = align);
        pen.text(1, y, &dialog::fitting(&text, usize::from(pen.area.width) - 2), theme.label);
        return;
    }
    let small = pen.area.width < FULL.0 || pen.area.height < FULL.1;
    // The matrix stands beside the list where there is room, so there is nothing to toggle.
    let idle = |group: &&Vec<Action>| model.wide(pen.area.width) && group.first() == Some(&Action::Matrix);
    // Without a pair, what is done with pairs has nothing to be done with.
    let alone = model.workspace.screen == Screen::Overview
        && model.workspace.batch.settled()
        && model.workspace.pair().is_none();
    let for_one = |group: &&Vec<Action>| group.first().is_some_and(|action| ALONE.contains(action));
    // Verdicts and notes are of a review.
    let kept = |group: &&Vec<Action>| {
        model.workspace.review.is_none()
            && group.first().is_some_and(|action| [Action::Verdict, Action::Note].contains(action))
    };
    // Only what was stopped can be gone on with.
    let stopped = stopped(model).is_some();
    let goes_on = |group: &&Vec<Action>| !stopped && group.first() == Some(&Action::Resume);
    // In a lesson these two turn its pages, and the page says so.
    let planes = model.workspace.dialogs.last() == Some(&Dialog::Geometry);
    let turns = |group: &&Vec<Action>| {
        model.workspace.lesson.is_some() && (planes || group.first() == Some(&Action::Next)) && !ends(group)
    };
    let groups = model.session.keymap.footer(model.workspace.screen).iter();
    // The tables of an index have rows, and no steps.
    let tables = model.workspace.lesson.as_ref().is_some_and(|reading| reading.index.is_some());
    let stepped = |group: &&Vec<Action>| {
        tables && model.workspace.screen == Screen::Pipeline && group.first() != Some(&Action::Down) && !ends(group)
    };
    // Where nothing was moved there is nothing to go to.
    let still = |group: &&Vec<Action>| group.first() == Some(&Action::PreviousMoved) && !moved(model);
    // Without two fingerprints no bit can be gone to.
    let bitless = |group: &&Vec<Action>| {
        model.workspace.screen == Screen::Bits
            && bits_missing(model)
            && !ends(group)
            && !group.first().is_some_and(|action| [Action::Geometry, Action::Evidence].contains(action))
    };
    // Of a fingerprint alone there are no words to go to, but it can be decided.
    let wordless = |group: &&Vec<Action>| {
        matches!(model.workspace.screen, Screen::Bits | Screen::Diff)
            && model.workspace.pair().is_some_and(|pair| model.workspace.batch.record_of(pair).is_some())
            && !ends(group)
            && !group.first().is_some_and(|action| [Action::Verdict, Action::Note].contains(action))
    };
    let missing = |group: &&Vec<Action>| idle(group) || kept(group) || turns(group) || stepped(group) || still(group);
    let groups = groups.filter(|group| !missing(group) && !goes_on(group) && !bitless(group) && !wordless(group));
    let groups = groups.filter(|group| !alone || for_one(group));
    let entries: Vec<(String, &str, Action)> = groups.filter_map(|group| footer_entry(model, group)).collect();
    let cells = |(keys, label, _): &(String, &str, Action)| width(keys) + 1 + width(label);
    let room = usize::from(pen.area.width) - 2;
    // Help and quit, the last two, always stand; of the others as many as fit before them.
    let (others, last) = entries.split_at(entries.len().saturating_sub(2));
    let others = if model.session.look.big { &others[..others.len().min(BIG)] } else { others };
    let mut used: usize = last.iter().map(|e| cells(e) + GAP).sum();
    let fitting = others.iter().take_while(|e| {
        used += cells(e) + GAP;
        used <= room + GAP
    });
    let mut x = 1;
    if small {
        let text = t!(model.session.lang, "frame.small", width = FULL.0, height = FULL.1);
        x = pen.text(x, y, &text, theme.call) + GAP as u16;
    }
    for (keys, label, action) in fitting.filter(|_| !small).chain(last) {
        let begin = x;
        x = pen.line(x, y, &[(keys, theme.strong), (" ", theme.label), (label, theme.label)]);
        drawn.targets.push((Rect::new(begin, y, x - begin, 1), Target::Do(*action)));
        x += GAP as u16;
    }
}

/// Whether the pair is known to have no bits to compare.
fn bits_missing(model: &Model) -> bool {
    let close = model.workspace.pair().and_then(|pair| model.workspace.results.detail_of(pair));
    close.is_some_and(|close| close.comparison.bits.is_none())
}

/// Whether the pair has a block that was moved, as far as is known.
fn moved(model: &Model) -> bool {
    let diffed = model.workspace.pair().and_then(|pair| model.workspace.results.diff_of(pair));
    diffed.is_none_or(|diffed| !diffed.diff.moved.is_empty())
}

/// Whether an entry is one of the last two, which always stand.
fn ends(group: &[Action]) -> bool {
    matches!(group.first(), Some(Action::Help | Action::Quit))
}

/// What screen 1 offers without a pair.
const ALONE: [Action; 5] = [Action::Resume, Action::Open, Action::Recipe, Action::Help, Action::Quit];

/// How many entries beside help and quit the footer has in large print.
const BIG: usize = 4;

/// The gap between two entries of the footer, in cells.
const GAP: usize = 3;

/// The keys of actions that share a label, the label, and the first of the actions.
fn footer_entry<'a>(model: &'a Model, group: &[Action]) -> Option<(String, &'a str, Action)> {
    let first = *group.first()?;
    let keys: Vec<String> = group
        .iter()
        .filter_map(|a| model.session.keymap.keys(model.workspace.screen, *a).first())
        .map(ToString::to_string)
        .collect();
    let name = match first {
        Action::Open if model.workspace.screen == Screen::Overview && model.workspace.pair().is_none() => {
            t!(model.session.lang, "frame.open-alone")
        }
        Action::Quit if model.workspace.lesson.is_some() => t!(model.session.lang, "frame.leave-lesson"),
        Action::Down
            if model.workspace.screen == Screen::Pipeline
                && model.workspace.lesson.as_ref().is_some_and(|r| r.index.is_some()) =>
        {
            t!(model.session.lang, "exhibit.table")
        }
        _ => names::action(model.session.lang, model.workspace.screen, first, true),
    };
    (!keys.is_empty()).then(|| (keys.join(" "), name, first))
}

/// What stands between the names of a pair.
fn between(theme: &Theme) -> String {
    format!("  {}  ", theme.marks.times)
}

/// What was stopped, if anything was, and how to go on.
fn stopped(model: &Model) -> Option<String> {
    let (lang, key) = (model.session.lang, model.key_of(Action::Resume));
    if model.workspace.batch.archive.as_ref().is_some_and(|archive| archive.stopped) {
        return Some(t!(lang, "archive.halted", key = key));
    }
    match model.workspace.batch.waiting() {
        0 => model.workspace.batch.is_halted().then(|| t!(lang, "work.halted", key = key)),
        n => Some(t!(lang, "work.waiting", n = grouped(n as u64), key = key)),
    }
}

/// Work that has run for long enough to be shown, or that was stopped, at the right end of a screen's own line. Returns
/// where it begins.
fn work(model: &Model, pen: &mut Pen<'_>, y: u16) -> u16 {
    let right = pen.area.right() - 1;
    match work_words(model) {
        Some([text, _]) => pen.text_right(right, y, &text, pen.theme.call).saturating_sub(2),
        None => right,
    }
}

/// What is told of that work, and in fewer words.
fn work_words(model: &Model) -> Option<[String; 2]> {
    let lang = model.session.lang;
    // Of all documents these two speak.
    let of_all = [Screen::Overview, Screen::Library].contains(&model.workspace.screen);
    let work = model.workspace.tasks.in_footer().find(|(task, _)| task.shown);
    let text = if let Some((task, label)) = work {
        let name = lang.find(label).unwrap_or_default();
        let share = task.watch.share();
        let how_far = if share > 0.0 {
            format!("{name} {:.0}{}%", share * 100.0, lang.gap())
        } else {
            format!("{name} {}", lang.set("…"))
        };
        let stops = t!(lang, "work.stops", key = model.key_of(Action::Interrupt));
        [format!("{how_far}   {stops}"), how_far]
    } else {
        let idle = model.workspace.tasks.in_footer().next().is_none();
        [stopped(model).filter(|_| of_all && idle)?, t!(lang, "work.short", key = model.key_of(Action::Resume))]
    };
    Some(text)
}
