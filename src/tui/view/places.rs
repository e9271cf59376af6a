//! The places of a feature in its text, each with its neighbourhood.

use crate::{
    simhash::{Span, Trace},
    text::{clean, width},
    tui::{model::Model, widget::Pen},
};

/// The feature's places in the text, each with its neighbourhood, the feature in the middle.
pub(crate) fn places(model: &Model, trace: &Trace, feature: usize, pen: &mut Pen<'_>, skip: usize) {
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
