//! A number traced to its operands: a feature's weight, hash and places; a column's sum.

use crossterm::event::KeyEvent;
use ratatui::{layout::Rect, style::Style};

use crate::{
    locale::grouped,
    say::{signed, weight_formula, whole},
    simhash::{SCALE, Sign, Trace, idf::IdfSource, signed as row_value},
    t,
    text::truncate_middle,
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, List, Model, Operands, dialog::Dialog, effect::Effect},
        view::{
            frame::frame,
            parts::{choice, parted, places},
        },
        widget::{Pen, across},
    },
};

/// A number that can be traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TracedNumber {
    /// A feature of a document: its weight, its hash, its places.
    Feature {
        document: usize,
        /// The index in its trace.
        feature: usize,
    },
    /// A column sum of a document, after the step that is shown.
    Column { document: usize, column: usize },
}

/// A number traced to its operands.
#[derive(Clone, Debug)]
pub(crate) struct FormulaDialog {
    traced: TracedNumber,
    list: List,
}

impl FormulaDialog {
    pub(crate) fn new(traced: TracedNumber) -> Self {
        Self { traced, list: List::default() }
    }

    /// The column, if it is the sum of one.
    pub(crate) fn column(&self) -> Option<usize> {
        match self.traced {
            TracedNumber::Column { column, .. } => Some(column),
            TracedNumber::Feature { .. } => None,
        }
    }

    /// From a column's sum to the feature under the cursor.
    fn deeper(&self, model: &mut Model) {
        let TracedNumber::Column { document, .. } = self.traced else { return };
        if let Some(&feature) = model.workspace.pipeline.operands.features.get(self.list.selected) {
            let traced = TracedNumber::Feature { document, feature };
            model.workspace.dialogs.open(Self::new(traced));
        }
    }
}

impl Dialog for FormulaDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let [down, up] = model.keys_of([Action::Down, Action::Up]);
        let keys = t!(model.lang, "overlay.formula-keys", down, up);
        let mut dialog = frame(pen, 26, t!(model.lang, "overlay.formula"), &keys);
        let (TracedNumber::Feature { document, .. } | TracedNumber::Column { document, .. }) = self.traced;
        let Some(trace) = model.workspace.batch.trace(document) else { return };
        match self.traced {
            TracedNumber::Feature { feature, .. } => {
                draw_feature(model, trace, feature, &self.list, &mut dialog, drawn);
            }
            TracedNumber::Column { column, .. } => draw_column(model, trace, column, &self.list, &mut dialog, drawn),
        }
    }

    fn key(&mut self, model: &mut Model, _: KeyEvent, action: Option<Action>) -> Effect {
        let workspace = &mut model.workspace;
        match action {
            Some(Action::Back | Action::Quit | Action::Help) => workspace.dialogs.close(),
            Some(Action::Open) => self.deeper(model),
            Some(action) => self.list.scroll(action, workspace.drawn.length, workspace.drawn.rows),
            None => {}
        }
        None
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }

    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        self.list.selected = row;
        self.deeper(model);
        None
    }
}

fn draw_feature(model: &Model, trace: &Trace, f: usize, list: &List, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let Pen { theme, area, lang, .. } = *pen;
    let Some(feature) = trace.features.get(f) else { return };
    let name = truncate_middle(trace.name(f), usize::from(area.width) / 2);
    pen.line(area.x, area.y, &[(&name, theme.strong)]);
    let (whole, tf) = (whole(trace), feature.tf);
    let formula = weight_formula(trace, feature, lang);
    let mut y = area.y + 2;
    let label = 10;
    let mut row = |pen: &mut Pen<'_>, name: &str, text: &str, style: Style| {
        pen.text(area.x, y, name, theme.label);
        y += pen.paragraph(area.x + label, y, 3, text, style);
    };
    row(pen, t!(lang, "formula.weight"), &formula, theme.text);
    if let Some(idf) = feature.idf {
        let from = lang.text(match idf.from {
            IdfSource::Table => "formula.idf-table",
            IdfSource::UnknownHan | IdfSource::UnknownWord => "formula.idf-unknown",
            IdfSource::Mean => "formula.idf-mean",
            IdfSource::Number => "formula.idf-number",
            IdfSource::Url => "formula.idf-url",
        });
        row(pen, "idf", &t!(lang, "formula.idf", value = format!("{:.1}", idf.value), from), theme.text);
    }
    let units = t!(lang, "formula.units", units = grouped(feature.weight.unsigned_abs()), scale = SCALE);
    row(pen, "", &units, theme.label);
    let digits = usize::from(trace.recipe.bits).div_ceil(4);
    let hash = parted(&format!("{:0digits$x}", feature.hash));
    let turned = if trace.recipe.sign == Sign::Inverted { t!(lang, "formula.turned") } else { "" };
    let hash = format!("{}{turned} {} {hash}", trace.recipe.hash, lang.set("→"));
    row(pen, t!(lang, "formula.hash"), &hash, theme.text);
    let column = model.workspace.pipeline.column.min(usize::from(trace.recipe.bits) - 1);
    let adds = signed(row_value(feature.hash, trace.recipe.bits, column, feature.weight), whole, lang);
    row(pen, t!(lang, "formula.row"), &t!(lang, "formula.adds", adds, bit = column), theme.text);
    y += 1;
    pen.head(area.x, y, t!(lang, "pipeline.places"), &t!(lang, "formula.places", n = grouped(u64::from(tf))));
    let inside = Rect::new(area.x, y + 1, area.width, area.bottom().saturating_sub(y + 1));
    drawn.length = (tf as usize).saturating_sub(usize::from(inside.height)).saturating_add(1);
    drawn.rows = usize::from(inside.height);
    places(model, trace, f, &mut pen.within(inside), list.selected);
}

fn draw_column(model: &Model, trace: &Trace, column: usize, list: &List, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let Pen { theme, area, lang, .. } = *pen;
    let Operands { features: operands, plus, minus, .. } = &model.workspace.pipeline.operands;
    let value = |f: usize| trace.features.get(f).map_or(0, |f| row_value(f.hash, trace.recipe.bits, column, f.weight));
    let (plus, minus, v) = (*plus, *minus, plus + minus);
    let whole = whole(trace);
    let bit = u8::from(trace.signs(&[v]).bit(0));
    pen.line(area.x, area.y, &[(&t!(lang, "formula.column", bit = column), theme.strong)]);
    let sum = format!("V = {} {} = {}", signed(plus, whole, lang), signed(minus, whole, lang), signed(v, whole, lang));
    let x = pen.text(area.x, area.y + 2, &sum, theme.alert);
    let rule = lang.set(if trace.signs(&[0]).bit(0) { "V ≥ 0" } else { "V > 0" });
    pen.text(x + 3, area.y + 2, &t!(lang, "formula.sign", rule, bit), theme.text);
    pen.head(
        area.x,
        area.y + 4,
        t!(lang, "formula.operands"),
        &t!(lang, "formula.operands-beside", n = grouped(operands.len() as u64)),
    );
    let rows = usize::from(area.height.saturating_sub(5));
    (drawn.rows, drawn.length) = (rows, operands.len());
    let most = operands.first().map_or(1, |&f| value(f).abs()).max(1) as f64;
    let window = list.window(operands.len(), rows);
    for (row, y) in window.zip(area.y + 5..) {
        let f = operands[row];
        let style = choice(pen, drawn, (area, y), ClickTarget::Choice(row), row == list.selected);
        let v = value(f);
        let name = truncate_middle(trace.name(f), usize::from(area.width) / 3);
        pen.text(area.x + 2, y, &name, style);
        let end = area.x + area.width / 2;
        pen.text_right(end, y, &signed(v, whole, lang), theme.signed(v));
        across(pen, end + 2, y, area.width / 2 - 3, v.abs() as f64 / most, theme.signed(v));
    }
}
