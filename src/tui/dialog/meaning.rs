//! The meaning of a distance among the documents: how far apart small edits, related and unrelated texts are, and how
//! probable a near-duplicate is at each distance; on the second page, F1 at each threshold.

mod thresholds;

use std::ops::Range;

use crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use crate::{
    compare::calibration::{Calibration, Distances, LEAST_FAMILIES, Posterior, Prior},
    locale::{Lang, grouped},
    say, t,
    table::Column,
    text::width,
    tui::{
        action::Action,
        model::{
            ClickTarget, Drawn, List, Model, Workspace,
            dialog::Dialog,
            distances,
            effect::{Effect, ScreenEffect},
            moved,
        },
        view::{
            frame::frame,
            parts::{indented, listed},
            progress,
        },
        widget::{Axis, AxisMark, Grid, Pen, bars},
    },
};

/// The classes whose shares are moved.
const CLASSES: usize = 3;

/// The two pages of the pane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MeaningTab {
    /// The distances of near, related and unrelated pairs, and the probability at each.
    #[default]
    Distances,
    /// F1 at each threshold on the labelled pairs, for several recipes.
    Thresholds,
}

/// The page that is open, and the cursors.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeaningDialog {
    tab: MeaningTab,
    /// The cursor among the measured recipes.
    recipes: List,
    /// The class whose share is moved: near, related, unrelated.
    class: usize,
    /// The cursor among the distances.
    list: List,
}

impl MeaningDialog {
    /// With the cursor on the distance of the selected pair. Asks again for results whose computation was stopped.
    pub(crate) fn new(model: &mut Model) -> Self {
        let workspace = &mut model.workspace;
        workspace.results.posterior.retry();
        workspace.results.measurement.retry();
        let selected = workspace.selected_hamming().unwrap_or(workspace.k) as usize;
        Self { list: List { selected, offset: 0 }, ..Self::default() }
    }

    fn distances_key(&mut self, model: &mut Model, action: Action) {
        let rows = model.workspace.drawn.rows;
        let state = &mut model.workspace.meaning;
        match action {
            Action::Next => self.class = (self.class + 1) % CLASSES,
            Action::Previous => self.class = (self.class + CLASSES - 1) % CLASSES,
            Action::Left | Action::Right => state.prior = moved(state.prior, self.class, action == Action::Right),
            Action::Open => state.wanted = true,
            action => {
                let len = model.workspace.batch.calibration.as_deref().map_or(0, distances);
                self.list.motion(action, len, rows);
            }
        }
    }

    fn thresholds_key(&mut self, model: &mut Model, action: Action) {
        let rows = model.workspace.drawn.rows;
        let (tasks, measurement) = (&model.workspace.tasks, &mut model.workspace.results.measurement);
        match action {
            // A computation that was stopped begins again.
            Action::Open if !tasks.computes(measurement) => measurement.retry(),
            action => {
                let len = measurement.value().map_or(0, |measured| measured.recipes.len());
                self.recipes.motion(action, len, rows);
            }
        }
    }
}

/// Whether a page of it is open.
pub(crate) fn shows(workspace: &Workspace, tab: MeaningTab) -> bool {
    workspace.dialogs.all::<MeaningDialog>().any(|dialog| dialog.tab == tab)
}

impl Dialog for MeaningDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        if self.tab == MeaningTab::Thresholds {
            return thresholds::draw(model, self, pen, drawn);
        }
        let state = &model.workspace.meaning;
        let known = model.workspace.batch.current_calibration();
        let mut dialog = frame(pen, u16::MAX, t!(lang, "meaning.title"), &keys(model, known.is_some()));
        let Some(calibration) = known else { return draw_none(model, self, &mut dialog) };
        let view = MeaningView {
            calibration,
            posterior: model.workspace.results.posterior.value().map(|posterior| &**posterior),
            current: model.workspace.results.posterior.key() == Some(&state.key()),
            page: self,
            k: model.workspace.k,
            pair: model.workspace.selected_hamming(),
            distances: distances(calibration),
            lang,
        };
        let area = dialog.area;
        let air = u16::from(area.height >= TALL);
        let mut y = area.y + view.origin(model, &mut dialog) + air;
        y += view.draw_chart(&mut dialog, y, air > 0) + air;
        let words = WORDS[usize::from(air == 0)];
        let bottom = area.bottom().saturating_sub(words + 1);
        view.draw_table(&mut dialog, y..bottom.saturating_sub(air), drawn);
        draw_prior(state.prior, self.class, &mut dialog, bottom);
        dialog.paragraph(area.x, bottom + 1, words, &view.sentence(air > 0), dialog.theme.text);
    }

    fn key(&mut self, model: &mut Model, _: KeyEvent, action: Option<Action>) -> Effect {
        match (action?, self.tab) {
            (Action::Back | Action::Quit | Action::Meaning, _) => model.workspace.dialogs.close(),
            (action @ (Action::MoreK | Action::LessK), _) => return Some(ScreenEffect::Act(action)),
            (Action::NextPane | Action::PreviousPane, MeaningTab::Distances) => self.tab = MeaningTab::Thresholds,
            (Action::NextPane | Action::PreviousPane, MeaningTab::Thresholds) => self.tab = MeaningTab::Distances,
            (action, MeaningTab::Distances) => self.distances_key(model, action),
            (action, MeaningTab::Thresholds) => self.thresholds_key(model, action),
        }
        None
    }

    /// That of the page that is open.
    fn list(&mut self) -> Option<&mut List> {
        Some(match self.tab {
            MeaningTab::Distances => &mut self.list,
            MeaningTab::Thresholds => &mut self.recipes,
        })
    }
}

/// From this height on there is air, and a larger chart.
const TALL: u16 = 26;
/// Rows of the sentences at the bottom with much room, and with little.
const WORDS: [u16; 2] = [3, 2];
/// The most rows of the origin, and of the weaknesses.
const ORIGIN: u16 = 3;

/// A calibration of the recipe in use, and the cursors.
#[derive(Clone, Copy)]
struct MeaningView<'a> {
    calibration: &'a Calibration,
    /// Possibly of the shares before, while new ones are computed.
    posterior: Option<&'a Posterior>,
    /// It is of the shares that are shown.
    current: bool,
    page: &'a MeaningDialog,
    k: u32,
    /// The distance of the selected pair.
    pair: Option<u32>,
    /// The number of distances with something to see.
    distances: usize,
    lang: Lang,
}

impl MeaningView<'_> {
    /// The distance under the cursor.
    fn hamming(&self) -> u32 {
        self.page.list.selected as u32
    }
}

/// The keys of the dialog.
fn keys(model: &Model, known: bool) -> String {
    let keys = [Action::Down, Action::Up, Action::Next, Action::Left, Action::Right, Action::NextPane];
    let [down, up, next, less, more, tab] = model.keys_of(keys);
    if known {
        t!(model.lang, "meaning.keys", down, up, next, less, more, tab)
    } else {
        t!(model.lang, "meaning.keys-none", next, less, more, tab)
    }
}

impl MeaningView<'_> {
    /// Draws the origin of the calibration, and its weaknesses. Returns the rows it took.
    fn origin(&self, model: &Model, pen: &mut Pen<'_>) -> u16 {
        let Pen { theme, area, lang, .. } = *pen;
        let small = area.height < TALL;
        let mut lines = if small { vec![self.short_origin()] } else { say::calibration_origin(self.calibration, lang) };
        if model.workspace.tasks.computes(&model.workspace.results.calibration) {
            lines = vec![t!(lang, "meaning.again").into()];
        }
        let mut rows = pen.paragraph(area.x, area.y, ORIGIN, &lines.join(lang.gap()), theme.label);
        let mut cautions = say::calibration_cautions(self.calibration, lang);
        cautions.extend(model.workspace.meaning.failure.clone());
        if self.calibration.suggested_k().is_none() {
            cautions.push(say::suggested_k(self.calibration, lang));
        }
        if let Some(caution) = cautions.first().filter(|_| small) {
            rows += pen.paragraph(area.x, area.y + rows, 1, caution, theme.alert);
        } else if !cautions.is_empty() {
            rows += pen.paragraph(area.x, area.y + rows, ORIGIN, &cautions.join(lang.gap()), theme.alert);
        }
        rows
    }

    /// The origin in numbers.
    fn short_origin(&self) -> String {
        let origin = &self.calibration.origin;
        let [documents, families, pairs] = [origin.documents as u64, origin.families as u64, origin.pairs].map(grouped);
        t!(self.lang, "meaning.origin", documents, families, pairs)
    }
}

/// Draws the explanation, the shares to be assumed, or how far the computation is.
fn draw_none(model: &Model, page: &MeaningDialog, pen: &mut Pen<'_>) {
    let Pen { theme, area, lang, .. } = *pen;
    let (state, results) = (&model.workspace.meaning, &model.workspace.results);
    let mut y = area.y;
    let mut say = |pen: &mut Pen<'_>, text: &str, style| {
        y += pen.fill(area.x, y, text, style) + 1;
        y
    };
    if let Some(other) = &model.workspace.batch.calibration {
        say(pen, &t!(lang, "meaning.void", recipe = other.recipe), theme.alert);
    }
    if let Some(failure) = &state.failure {
        say(pen, failure, theme.alert);
    }
    let bits = model.workspace.batch.recipe.bits;
    say(pen, &t!(lang, "meaning.general", bits, half = bits / 2), theme.text);
    if bits == 64 {
        say(pen, t!(lang, "meaning.known"), theme.text);
    }
    let documents = model.workspace.batch.present().count();
    let y = say(pen, &t!(lang, "meaning.make", documents, least = LEAST_FAMILIES), theme.text);
    if let Some(task) = model.workspace.tasks.of(&results.calibration) {
        progress::in_pane(model, Some(task), pen, y);
        return;
    }
    draw_prior(state.prior, page.class, pen, y);
    pen.fill(area.x, y + 1, t!(lang, "meaning.prior-why"), theme.label);
}

/// Draws the three shares that are assumed on a line, the one that the reader moves with a mark.
fn draw_prior(prior: Prior, class: usize, pen: &mut Pen<'_>, y: u16) {
    let Pen { theme, lang, .. } = *pen;
    let names =
        [t!(lang, "meaning.prior-near"), t!(lang, "meaning.prior-related"), t!(lang, "meaning.prior-unrelated")];
    let mut x = pen.text(pen.area.x, y, t!(lang, "meaning.prior"), theme.label) + 2;
    for (at, (name, share)) in names.into_iter().zip(prior.shares()).enumerate() {
        let (mark, style) = if at == class { ("> ", theme.strong) } else { ("  ", theme.text) };
        x = pen.text(x, y, mark, theme.positive);
        x = pen.text(x, y, name, theme.label) + 1;
        x = pen.text(x, y, &say::percentage(share, lang), style) + 2;
    }
}

impl MeaningView<'_> {
    /// The meaning of the distance under the cursor, in sentences; the last one has the probability, which the table
    /// has too.
    fn sentence(&self, all: bool) -> String {
        let lang = self.lang;
        let said = say::calibrated_distance(self.calibration, self.hamming(), lang);
        let Some(at) =
            self.posterior.filter(|_| all && self.current).and_then(|posterior| posterior.at(self.hamming()))
        else {
            return said;
        };
        let (near, interval) = (say::probability(at.near, lang), say::probability_interval(at.interval, lang));
        let probable = t!(lang, "meaning.probability", hd = self.hamming(), near, interval);
        [said, probable].join(lang.gap())
    }
}

/// Cells of the column of an edit, with the gap behind it.
const EDIT: u16 = 7;
/// Cells of all other columns.
const FIXED: u16 = 60;
/// From this height on the columns have heads over their titles.
const ROOMY: usize = 5;

impl MeaningView<'_> {
    /// A row for each threshold: false pairs, the share of each edit that is found, and how probable a near-duplicate
    /// is at that distance.
    fn draw_table(&self, pen: &mut Pen<'_>, rows: Range<u16>, drawn: &mut Drawn) {
        let Pen { theme, area, lang, .. } = *pen;
        let height = usize::from(rows.end.saturating_sub(rows.start + 1)).max(1);
        let calibration = self.calibration;
        // On a line that is too short the last kinds of edits are missing.
        let kinds =
            &calibration.edits[..calibration.edits.len().min(usize::from(area.width.saturating_sub(FIXED) / EDIT))];
        let mut columns = vec![
            Column::right("k", 2).gap(2),
            Column::right("meaning.column-false", 11).gap(1),
            Column::right("meaning.column-edits", 6).gap(1),
        ];
        columns.extend(kinds.iter().map(|edit| Column::right(title(&edit.edit), EDIT - 1)));
        columns.extend([
            Column::right("meaning.column-near", 9).gap(2),
            Column::right("meaning.column-interval", 13).gap(2),
            Column::left("", 9),
        ]);
        let grid = Grid::new(columns, indented(area), lang);
        let rows = if height >= ROOMY {
            heads(&grid, kinds.len(), pen, rows.start);
            rows.start + 1..rows.end
        } else {
            rows
        };
        let height = usize::from(rows.end.saturating_sub(rows.start + 1)).max(1);
        grid.head(pen, rows.start);
        let suggested = calibration.suggested_k();
        drawn.rows = height;
        drawn.length = self.distances;
        let inside = Rect { y: rows.start + 1, height: height as u16, ..area };
        let all = (&self.page.list, self.distances);
        for (k, y, selected) in listed(pen, drawn, inside, all, ClickTarget::Choice, false) {
            let k = k as u32;
            let style = theme.row(selected);
            let share = |share: Option<f64>| theme.number(share.map(|share| format!("{share:.2}")));
            let mut line = grid.line(pen, y);
            line.cell(&k.to_string(), if k == self.k { theme.positive } else { style });
            line.cell(&say::expected(calibration.false_per_thousand(k)), style);
            line.cell(&share(calibration.edits_within(k)), style);
            for edit in kinds {
                line.cell(&share(edit.distances.share_within(k)), theme.label);
            }
            let at = self.posterior.and_then(|posterior| posterior.at(k));
            line.cell(&at.map_or_else(String::new, |at| say::probability(at.near, lang)), style);
            line.cell(&at.map_or_else(String::new, |at| say::probability_interval(at.interval, lang)), theme.label);
            let (mark, mark_style) = match (k == self.k, Some(k) == suggested) {
                (_, true) => (t!(lang, "meaning.suggested"), theme.alert),
                (true, false) => (t!(lang, "meaning.in-use"), theme.positive),
                (false, false) => ("", theme.label),
            };
            line.cell(mark, mark_style);
        }
    }
}

/// Draws heads above the titles of the columns.
fn heads(grid: &Grid, kinds: usize, pen: &mut Pen<'_>, y: u16) {
    let style = pen.theme.label;
    pen.text_right(grid.place(1).end, y, t!(pen.lang, "meaning.head-false"), style);
    let edits = grid.place(2).start;
    pen.text_until(edits, y, grid.place(2 + kinds).end, t!(pen.lang, "meaning.head-edits"), style);
    pen.text_right(grid.place(3 + kinds).end, y, t!(pen.lang, "meaning.head-near"), style);
}

/// The title of the column of an edit, a text of the locale.
fn title(edit: &str) -> &'static str {
    match edit {
        "words-1" => "meaning.edit-words-1",
        "words-2" => "meaning.edit-words-2",
        "words-5" => "meaning.edit-words-5",
        "words-10" => "meaning.edit-words-10",
        "advertisement" => "meaning.edit-advertisement",
        "dropped" => "meaning.edit-dropped",
        "numbers" => "meaning.edit-numbers",
        "moved" => "meaning.edit-moved",
        _ => "",
    }
}

/// A value for each distance, with a name.
struct Band {
    name: &'static str,
    values: Vec<f64>,
    /// The value that fills its height.
    most: f64,
}

/// The most cells of a column.
const CELLS: u16 = 3;
/// Rows of a band with much room, and with little.
const ROWS: [u16; 2] = [3, 2];

impl MeaningView<'_> {
    /// Draws the bands, the axis and its marks. Returns the rows it took.
    fn draw_chart(&self, pen: &mut Pen<'_>, y: u16, roomy: bool) -> u16 {
        let Pen { theme, area, lang, .. } = *pen;
        let tall = ROWS[usize::from(!roomy)];
        let mut bands = self.bands();
        if roomy {
            bands.extend(self.probability());
        }
        let scale = |band: &Band| t!(lang, "meaning.up-to", share = lang.percent(band.most));
        let lead = bands.iter().map(|band| width(band.name).max(width(&scale(band)))).max().unwrap_or(0) as u16 + 2;
        let axis = Axis::new(area.x + lead, area.width.saturating_sub(lead), self.distances, CELLS);
        let mut top = y;
        for band in &bands {
            pen.text(area.x, top + tall - 1, band.name, theme.text);
            if tall > 1 && band.most < 1.0 {
                pen.text(area.x, top, &scale(band), theme.label);
            }
            let columns = band.values.chunks(axis.group).enumerate().map(|(column, values)| {
                let hammings = column * axis.group..(column + 1) * axis.group;
                let style = match self.hamming() as usize {
                    here if hammings.contains(&here) => theme.alert,
                    _ if hammings.start <= self.k as usize => theme.positive,
                    _ => theme.bar,
                };
                (values.iter().copied().fold(0.0, f64::max) / band.most, style)
            });
            bars(
                pen,
                Rect { x: axis.x, y: top, width: area.right().saturating_sub(axis.x), height: tall },
                axis.cell,
                columns,
            );
            top += tall;
        }
        let marks = self.marks(pen);
        axis.draw(pen, top, marks);
        top + 2 - y
    }

    /// The threshold, and the selected pair.
    fn marks(&self, pen: &Pen<'_>) -> Vec<AxisMark> {
        let k = AxisMark { at: self.k, text: t!(self.lang, "meaning.mark-k", k = self.k), style: pen.theme.positive };
        let pair = self.pair.map(|hamming| AxisMark {
            at: hamming,
            text: t!(self.lang, "meaning.mark-pair", hd = hamming),
            style: pen.theme.strong,
        });
        [k].into_iter().chain(pair).collect()
    }

    fn bands(&self) -> Vec<Band> {
        let lang = self.lang;
        let shares = |distances: &Distances| {
            let all = distances.total().max(1) as f64;
            distances.counts().iter().map(|&count| count as f64 / all).collect()
        };
        let band = |name, mut values: Vec<f64>| {
            values.truncate(self.distances);
            let most = values.iter().copied().fold(0.0, f64::max);
            Band { name, values, most: most.max(f64::MIN_POSITIVE) }
        };
        vec![
            band(t!(lang, "meaning.near"), shares(&self.calibration.near())),
            band(t!(lang, "meaning.related"), shares(&self.calibration.related())),
            band(t!(lang, "meaning.unrelated"), self.calibration.unrelated().shares().to_vec()),
        ]
    }

    /// The probability of a near-duplicate, which the table has too.
    fn probability(&self) -> Option<Band> {
        let mut values: Vec<f64> = self.posterior?.all().iter().map(|at| at.near).collect();
        values.truncate(self.distances);
        Some(Band { name: t!(self.lang, "meaning.probable"), values, most: 1.0 })
    }
}
