//! A number traced to its operands: a feature's weight, hash and places; a column's sum.

use super::reader::ReaderPage;
use crate::{
    locale::grouped,
    page::{Line, Look, Page, Piece, left, right},
    say::{signed, weight_formula, whole},
    simhash::{SCALE, Sign, Trace, idf::IdfSource, signed as row_value},
    t,
    tui::{
        action::Action,
        model::{Model, Operands},
        view::parts::{parted, places},
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

impl TracedNumber {
    /// The column, if it is the sum of one.
    pub(crate) fn column(&self) -> Option<usize> {
        match *self {
            Self::Column { column, .. } => Some(column),
            Self::Feature { .. } => None,
        }
    }
}

impl ReaderPage for TracedNumber {
    const OPENER: Action = Action::Back;

    fn title(&self, model: &Model, _: u16) -> String {
        t!(model.lang, "overlay.formula").into()
    }

    fn keys(&self, model: &Model) -> String {
        let [down, up] = model.keys_of([Action::Down, Action::Up]);
        match self {
            Self::Feature { .. } => t!(model.lang, "overlay.place-keys", down, up),
            Self::Column { .. } => t!(model.lang, "overlay.formula-keys", down, up),
        }
    }

    fn lines(&self, model: &Model, columns: usize, _: &str) -> Vec<Line> {
        let mut page = Page::new(model.lang);
        let (Self::Feature { document, .. } | Self::Column { document, .. }) = *self;
        if let Some(trace) = model.workspace.batch.trace(document) {
            match *self {
                Self::Feature { feature, .. } => of_feature(&mut page, model, trace, feature, columns),
                Self::Column { column, .. } => of_column(&mut page, model, trace, column),
            }
        }
        page.lines(columns)
    }

    fn is_list(&self) -> bool {
        self.column().is_some()
    }

    /// From a column's sum to a feature of it.
    fn linked(&self, _: &Model, link: &str) -> Option<(Self, usize)> {
        let Self::Column { document, .. } = *self else { return None };
        Some((Self::Feature { document, feature: link.parse().ok()? }, 0))
    }
}

/// So many operands and places are listed.
const LISTED: usize = 1_000;

fn of_feature(page: &mut Page, model: &Model, trace: &Trace, f: usize, columns: usize) {
    let lang = page.lang;
    let Some(feature) = trace.features.get(f) else { return };
    page.head(trace.name(f));
    page.blank();
    let mut terms = vec![(t!(lang, "formula.weight"), weight_formula(trace, feature, lang))];
    if let Some(idf) = feature.idf {
        let from = lang.text(match idf.from {
            IdfSource::Table => "formula.idf-table",
            IdfSource::UnknownHan | IdfSource::UnknownWord => "formula.idf-unknown",
            IdfSource::Mean => "formula.idf-mean",
            IdfSource::Number => "formula.idf-number",
            IdfSource::Url => "formula.idf-url",
        });
        terms.push(("idf", t!(lang, "formula.idf", value = format!("{:.1}", idf.value), from)));
    }
    let units = grouped(feature.weight.unsigned_abs());
    let digits = usize::from(trace.recipe.bits).div_ceil(4);
    let hash = parted(&format!("{:0digits$x}", feature.hash));
    let turned = if trace.recipe.sign == Sign::Inverted { t!(lang, "formula.turned") } else { "" };
    let column = model.workspace.pipeline.column.min(usize::from(trace.recipe.bits) - 1);
    let adds = signed(row_value(feature.hash, trace.recipe.bits, column, feature.weight), whole(trace), lang);
    terms.extend([
        ("", t!(lang, "formula.units", units, scale = SCALE)),
        (t!(lang, "formula.hash"), format!("{}{turned} {} {hash}", trace.recipe.hash, lang.set("→"))),
        (t!(lang, "formula.row"), t!(lang, "formula.adds", adds, bit = column)),
    ]);
    page.terms(0, terms);
    page.blank();
    beside(page, t!(lang, "pipeline.places"), t!(lang, "formula.places", n = grouped(u64::from(feature.tf))));
    for place in places(model, trace, f, columns).take(LISTED) {
        page.pieces(place);
    }
    more(page, feature.tf as usize);
}

/// A title, and what is to say of it.
fn beside(page: &mut Page, title: &str, text: String) {
    page.pieces([Piece::new(title, Look::Head), "  ".into(), Piece::new(text, Look::Label)]);
}

fn of_column(page: &mut Page, model: &Model, trace: &Trace, column: usize) {
    let lang = page.lang;
    let Operands { features, plus, minus, .. } = &model.workspace.pipeline.operands;
    let value = |f: usize| trace.features.get(f).map_or(0, |f| row_value(f.hash, trace.recipe.bits, column, f.weight));
    let (plus, minus, v) = (*plus, *minus, plus + minus);
    let signed = |value| signed(value, whole(trace), lang);
    page.head(t!(lang, "formula.column", bit = column));
    page.blank();
    let rule = lang.set(if trace.signs(&[0]).bit(0) { "V ≥ 0" } else { "V > 0" });
    let bit = u8::from(trace.signs(&[v]).bit(0));
    page.pieces([
        Piece::new(format!("V = {} {} = {}   ", signed(plus), signed(minus), signed(v)), Look::Alert),
        t!(lang, "formula.sign", rule, bit).into(),
    ]);
    page.blank();
    let n = grouped(features.len() as u64);
    beside(page, t!(lang, "formula.operands"), t!(lang, "formula.operands-beside", n));
    let most = features.first().map_or(1, |&f| value(f).abs()).max(1) as f64;
    let row = |&f: &usize| {
        let value = value(f);
        let look = if value == 0 { Look::Label } else { Look::Signed(value > 0) };
        let bar = "█".repeat((value.abs() as f64 / most * BAR).round() as usize);
        [Piece::from(trace.name(f)).to(&f), Piece::new(signed(value), look), Piece::new(lang.set(&bar), look)]
    };
    page.table(1, [left(""), right(""), left("")], features.iter().take(LISTED).map(row));
    more(page, features.len());
}

/// Counts what is not listed.
fn more(page: &mut Page, all: usize) {
    if let Some(n) = all.checked_sub(LISTED).filter(|&n| n > 0) {
        page.line(Piece::new(t!(page.lang, "pipeline.more", n = grouped(n as u64)), Look::Label));
    }
}

/// Cells of the bar of the heaviest feature.
const BAR: f64 = 40.0;
