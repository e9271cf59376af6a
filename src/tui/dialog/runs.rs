//! The runs of the robustness of texts as dots that fall into their distances.
//!
//! ```text
//! ── 1 word replaced at random: the distances of 60 runs ─────────────────────────
//! 8 A   8 words   41 of 60 runs                               within 3: 5 % of them
//!            │        ⡄
//!            │  ⡄ ⡄   ⡇ ⡄
//!   ⡀    ⡀   │⡄ ⡇ ⡇ ⡇ ⡇ ⡇ ⡀
//!  ──────────│─────────────────────
//!  0  1  2  3│ 4  5 …
//! ```
//! A dot is a run. All texts have the scale of the one that changes most.

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::played;
use crate::{
    lab::{RUNS, Robustness, RobustnessPoint},
    locale::grouped,
    t,
    text::truncate_middle,
    tui::{
        action::Action,
        model::{
            Drawn, Model, RunsState,
            dialog::{Dialog, Playing},
            effect::{Effect, ScreenEffect},
        },
        screen::Screen,
        update::common::to_clipboard,
        view::{
            frame::frame,
            parts::{below, key_on},
        },
        widget::{Dots, Pen, fits, ticks},
    },
};

/// The runs of the robustness of texts, one after another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunsDialog;

/// Opens the dialog, in which the runs of these documents fall, or have fallen where nothing is to move by itself.
pub(crate) fn open(model: &mut Model, documents: Vec<usize>) {
    let still = model.play.still;
    model.workspace.runs = RunsState::new(documents, still);
    model.play.on = !still;
    // Ask again for runs whose computation was stopped.
    model.workspace.results.runs.retry();
    model.workspace.dialogs.open(RunsDialog);
}

impl Dialog for RunsDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, _: &mut Drawn) {
        let lang = model.lang;
        let runs = &model.workspace.runs;
        let title = t!(lang, "runs.title", n = runs.replaced(), runs = RUNS);
        let mut dialog = frame(pen, u16::MAX, &title, &keys(model));
        let Pen { theme, area, .. } = dialog;
        let Some(texts) = model.workspace.results.runs.value() else {
            let running = model.workspace.tasks.computes(&model.workspace.results.runs);
            let text = lang.text(if running { "overview.working" } else { "runs.stopped" });
            dialog.fill(area.x, area.y, text, theme.label);
            return;
        };
        let points: Vec<Option<&RobustnessPoint>> = texts.iter().map(|text| text.points.get(runs.point)).collect();
        let furthest = points.iter().flatten().flat_map(|point| &point.distances).max().copied().unwrap_or(0);
        let scale = Scale::new(furthest.max(2 * model.workspace.k + 1), model.workspace.k, area.width);
        let each = area.height / texts.len().max(1) as u16;
        for (at, (text, point)) in (0u16..).zip(texts.iter().zip(points)) {
            let place =
                Rect { y: area.y + at * each, height: each.saturating_sub(u16::from(each > WITH_AXIS)), ..area };
            let name = runs.documents.get(usize::from(at)).map_or("", |&document| model.workspace.batch.name(document));
            head(model, name, text, point, &mut dialog, place);
            let plot = below(place, place.y + 1);
            if let Some(point) = point {
                histogram(runs, point, &scale, &mut dialog, plot);
            }
        }
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        let action = played(model, event, action, Action::WatchRuns)?;
        act(model, action)
    }

    fn plays(&self) -> Option<Playing> {
        Some(Playing::Runs)
    }
}

fn act(model: &mut Model, action: Action) -> Effect {
    match action {
        Action::Left | Action::Right => {
            let known = model.workspace.results.runs.value().map_or(&[][..], Vec::as_slice);
            model.workspace.runs.turn(action == Action::Right, known);
        }
        Action::Slower | Action::Faster => model.play.change(action == Action::Faster),
        Action::Copy | Action::CopyAll => return copy_runs(model),
        _ => return Some(ScreenEffect::Step(action)),
    }
    None
}

/// Copies the distances: a line for each text.
fn copy_runs(model: &mut Model) -> Effect {
    let runs = &model.workspace.runs;
    let texts = model.workspace.results.runs.value()?;
    let line = |(&document, text): (&usize, &Robustness)| {
        let distances = text.points.get(runs.point)?.distances.iter().map(ToString::to_string);
        Some(format!("{}\t{}", model.workspace.batch.name(document), distances.collect::<Vec<_>>().join("\t")))
    };
    let lines: Vec<String> = runs.documents.iter().zip(texts).filter_map(line).collect();
    to_clipboard(model, lines.join("\n"))
}

/// The most cells of a distance.
const WIDEST: u16 = 4;
/// Under this height a histogram has no axis.
const WITH_AXIS: u16 = 5;

/// The keys of the dialog are those of screen 2.
fn keys(model: &Model) -> String {
    let key = |action| key_on(model, Screen::Pipeline, action);
    t!(
        model.lang,
        "runs.keys",
        play = key(Action::Play),
        back = key(Action::StepBack),
        forward = key(Action::StepForward),
        left = key(Action::Left),
        right = key(Action::Right),
        slower = key(Action::Slower),
        faster = key(Action::Faster)
    )
}

/// The text, how many runs have fallen, how many of them are within the threshold.
fn head(
    model: &Model,
    name: &str,
    text: &Robustness,
    point: Option<&RobustnessPoint>,
    pen: &mut Pen<'_>,
    Rect { x, y, width: cells, .. }: Rect,
) {
    let (theme, lang, k) = (pen.theme, model.lang, model.workspace.k);
    let name = truncate_middle(name, usize::from(cells) / 4);
    let x = pen.text(x, y, &name, theme.strong) + 3;
    let words = t!(lang, "runs.words", n = grouped(text.words as u64));
    let x = pen.text(x, y, &words, theme.label) + 3;
    let Some(point) = point else {
        pen.text(x, y, t!(lang, "runs.too-few"), theme.label);
        return;
    };
    let fallen = &point.distances[..point.distances.len().min(model.workspace.runs.fallen())];
    let x = pen.text(x, y, &t!(lang, "runs.fallen", n = fallen.len(), all = RUNS), theme.label) + 3;
    if fallen.is_empty() {
        return;
    }
    let near = fallen.iter().filter(|&&hamming| hamming <= k).count();
    let share = format!("{:.0}", 100.0 * near as f64 / fallen.len() as f64);
    let within = t!(lang, "runs.within", k, share);
    let end = pen.area.right();
    if fits(x, &within, end) {
        pen.text_right(end, y, &within, theme.alert);
    }
}

/// The places of the distances.
struct Scale {
    furthest: u32,
    k: u32,
    /// Cells of a distance; 0 where several share one.
    cell: u16,
    max_width: u16,
}

impl Scale {
    fn new(furthest: u32, k: u32, max_width: u16) -> Self {
        let columns = furthest.saturating_add(2).min(u32::from(u16::MAX)) as u16;
        Self { furthest, k, cell: (max_width.saturating_sub(1) / columns).min(WIDEST), max_width }
    }

    /// The first cell of a distance, from the left edge; those over the threshold are behind a rule.
    fn x(&self, hamming: u32) -> u16 {
        let over = u16::from(hamming > self.k);
        if self.cell > 0 {
            return hamming as u16 * self.cell + over;
        }
        let share = f64::from(hamming) / (f64::from(self.furthest) + 1.0);
        (share * f64::from(self.max_width.saturating_sub(2))) as u16 + over
    }

    /// Dots of a distance side by side: where there is room, with a gap to the next.
    fn dots(&self) -> usize {
        match self.cell {
            0 | 1 => 2,
            cell => 2 * usize::from(cell) - 2,
        }
    }
}

/// Draws the dots of a text: those that have fallen, and the one that falls.
fn histogram(runs: &RunsState, point: &RobustnessPoint, scale: &Scale, pen: &mut Pen<'_>, area: Rect) {
    let theme = pen.theme;
    let with_axis = area.height >= WITH_AXIS - 1;
    let plot = Rect { height: area.height.saturating_sub(if with_axis { 2 } else { 0 }), ..area };
    let rule = area.x + scale.x(scale.k + 1).saturating_sub(1);
    if with_axis {
        pen.axis(plot);
        numbers(scale, pen, (area.x, plot.bottom() + 1));
    }
    pen.upright(rule, area.y..area.bottom());
    let mut dots = Dots::new(plot);
    let (_, height) = dots.size();
    let across = scale.dots();
    // The highest pile that there will be decides how many runs are a dot, so that the last picture is in scale at
    // once.
    let pile = |of: u32| point.distances.iter().filter(|&&hamming| hamming == of).count();
    let most = point.distances.iter().map(|&hamming| pile(hamming)).max().unwrap_or(0);
    // A run is four dots where there is room.
    let size = if most <= (across / 2) * (height as usize / 2) { 2 } else { 1 };
    let across = across / size;
    let most_dots = (across * (height as usize / size)).max(1);
    let runs_a_dot = most.div_ceil(most_dots).max(1);
    let mut piles = vec![0usize; scale.furthest as usize + 1];
    for (at, &hamming) in point.distances.iter().enumerate().take(runs.fallen() + 1) {
        let Some(pile) = piles.get_mut(hamming as usize) else { continue };
        let place = *pile / runs_a_dot;
        let x = f64::from(2 * scale.x(hamming)) + (size * (place % across)) as f64;
        let lands = height - (size * (place / across + 1)) as f64;
        let style = if hamming <= scale.k { theme.positive } else { theme.negative };
        let y = if at < runs.fallen() {
            *pile += 1;
            lands
        } else {
            let Some(share) = runs.falling() else { continue };
            (lands * share * share).floor()
        };
        for dot in 0..size * size {
            dots.dot((x + (dot % size) as f64, y + (dot / size) as f64), style);
        }
    }
    dots.draw(pen);
}

/// The numbers of the distances, as many as have room.
fn numbers(scale: &Scale, pen: &mut Pen<'_>, (x, y): (u16, u16)) {
    let (label, alert) = (pen.theme.label, pen.theme.alert);
    let tick =
        |hamming: u32| (x + scale.x(hamming), hamming.to_string(), if hamming == scale.k { alert } else { label });
    ticks(pen, y, (0..=scale.furthest).map(tick));
}
