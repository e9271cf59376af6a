//! A number traced to its operands: a feature's weight, hash and places; a column's sum.

use ratatui::{layout::Rect, style::Style};

use super::{choice, parted};
use crate::{
    locale::grouped,
    say::{signed, weight_formula, whole},
    simhash::{SCALE, Sign, Span, Trace, idf::IdfSource, signed as row_value},
    t,
    text::{clean, truncate_middle, width},
    tui::{
        model::{ClickTarget, Drawn, List, Model, Operands, TracedNumber},
        widget::{Pen, across},
    },
};

/// Draws a traced number. Returns nothing; how long its list is goes into `drawn`.
pub(super) fn draw(model: &Model, traced: TracedNumber, list: &List, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    match traced {
        TracedNumber::Feature { document, feature } => {
            if let Some(trace) = model.workspace.batch.trace(document) {
                draw_feature(model, trace, feature, list, pen, drawn);
            }
        }
        TracedNumber::Column { document, column, .. } => {
            if let Some(trace) = model.workspace.batch.trace(document) {
                draw_column(model, trace, column, list, pen, drawn);
            }
        }
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

/// The feature's places in the text, each with its neighbourhood, the feature in the middle.
pub(super) fn places(model: &Model, trace: &Trace, feature: usize, pen: &mut Pen<'_>, skip: usize) {
    let Pen { theme, area, .. } = *pen;
    let Some(document) = (0..model.workspace.batch.entries.len())
        .find(|&i| model.workspace.batch.trace(i).is_some_and(|t| std::ptr::eq(std::sync::Arc::as_ptr(t), trace)))
    else {
        return;
    };
    let Some(text) = model.workspace.batch.document(document).map(|d| &*d.text) else { return };
    let spans = trace.places(feature, skip).take(usize::from(area.height));
    for (y, span) in (area.y..area.bottom()).zip(spans) {
        let middle = usize::from(area.width) / 3;
        let before = before(text, span, middle);
        let x = area.x + middle.saturating_sub(width(&before)) as u16;
        let x = pen.text(x, y, &before, theme.label);
        let word = clean(span.of(text)).into_owned();
        let x = pen.text(x, y, &word, theme.alert);
        let max_width = usize::from(area.right().saturating_sub(x));
        let after: String = text[span.end as usize..].chars().take(max_width).map(one_line).collect();
        pen.cut(x, y, area.right(), &after, theme.label);
    }
}

/// The text before a place, at most `cells` wide.
fn before(text: &str, span: Span, cells: usize) -> String {
    let mut chars: Vec<char> = Vec::new();
    let mut used = 0;
    for c in text[..span.start as usize].chars().rev() {
        let c = one_line(c);
        used += width(c.encode_utf8(&mut [0; 4]));
        if used > cells {
            break;
        }
        chars.push(c);
    }
    let text: String = chars.into_iter().rev().collect();
    if width(&text) > cells { String::new() } else { clean(&text).into_owned() }
}

fn one_line(c: char) -> char {
    if c == '\n' || c == '\t' { ' ' } else { c }
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
