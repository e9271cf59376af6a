//! Screen 3 where one side is a fingerprint and nothing else: the bits, the distance, and what cannot be said.
//!
//! ```text
//!           0        16       …
//! A         00101011 10100011 …      2ba3 567c b7cc a842
//! B         00101011 10101011 …      2bab 561c bfcc aa42
//! A xor B   ········ ····▲··· …
//!
//! WHY       Only the fingerprint of B is known, from prints.jsonl: line 12: …
//! ```

use ratatui::layout::Rect;

use super::hex;
use crate::{
    say::Emphasis,
    simhash::Fingerprint,
    t,
    text::{truncate_middle, width},
    tui::{
        model::Model,
        view::{between, overview::fingerprint_only, progress},
        widget::{BitLayout, Pen, bit_digits, column_numbers, xor_row},
    },
};

/// Cells of the hexadecimal digits beside the bits.
const HEX: u16 = 22;

/// Draws the screen.
pub(super) fn draw(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, body: Rect) {
    let (theme, lang) = (pen.theme, model.session.lang);
    context(model, documents, pen, body);
    let [a, b] = documents.map(|at| model.workspace.batch.fingerprint(at));
    let mut y = body.y + 2;
    if let (Some(a), Some(b)) = (a, b) {
        y = bits(model, [a, b], pen, Rect { y, height: body.bottom().saturating_sub(y), ..body }) + 1;
    }
    let said = fingerprint_only(model, documents);
    let label = said.iter().map(|s| width(s.topic.label(lang))).max().unwrap_or(0) as u16 + 3;
    for sentence in said {
        pen.text(body.x, y, sentence.topic.label(lang), theme.label);
        let style = if sentence.emphasis == Emphasis::Alert { theme.alert } else { theme.text };
        let max_height = body.bottom().saturating_sub(y);
        y += pen.within(body).paragraph(body.x + label, y, max_height, &sentence.text, style);
    }
}

fn context(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, body: Rect) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let end = progress::draw(model, pen, body.y);
    let [a, b] = documents.map(|i| truncate_middle(model.workspace.batch.name(i), usize::from(body.width) / 5));
    let x = pen.line(body.x, body.y, &[(&a, theme.strong), (&between(theme), theme.label), (&b, theme.strong)]);
    let Some(hamming) = model.workspace.batch.pair(documents).and_then(crate::compare::pair::Pair::hamming) else {
        return;
    };
    let x = pen.text(x + 3, body.y, &format!("HD {hamming}"), theme.alert);
    let x = pen.text(x + 1, body.y, &t!(lang, "bits.of", bits = model.workspace.batch.recipe.bits), theme.label);
    let near = hamming <= model.workspace.k;
    let verdict =
        if near { t!(lang, "bits.near", k = model.workspace.k) } else { t!(lang, "bits.far", k = model.workspace.k) };
    pen.text_until(x + 3, body.y, end, &verdict, theme.text);
}

/// Both fingerprints over each other. Returns the row below.
fn bits(model: &Model, [a, b]: [Fingerprint; 2], pen: &mut Pen<'_>, area: Rect) -> u16 {
    let theme = pen.theme;
    let label = width("A xor B") as u16 + 2;
    let wide = model.wide(area.width + 2);
    let count = usize::from(a.width());
    let max_width = area.width.saturating_sub(label + if wide { HEX } else { 0 });
    let layout = BitLayout::new(
        count,
        max_width,
        model.workspace.bits.per_row.map(usize::from),
        if wide && count <= 64 { 8 } else { 16 },
    );
    let xor = a.xor(b);
    let (x, mut y) = (area.x + label, area.y);
    for row in 0..layout.rows() {
        if y + 5 > area.bottom() {
            break;
        }
        column_numbers(pen, (x, y), &layout, row, model.workspace.marked_columns());
        let hex_at = x + layout.width() + 3;
        for (name, fingerprint) in [("A", a), ("B", b)] {
            y += 1;
            pen.text(area.x, y, name, theme.label);
            bit_digits(pen, (x, y), &layout, row, fingerprint, |column| xor.bit(column).then_some(theme.flipped));
            hex(pen, hex_at, y, &layout, row, fingerprint, theme.positive.patch(theme.strong));
        }
        y += 1;
        pen.text(area.x, y, "A xor B", theme.label);
        xor_row(pen, x, y, &layout, row, xor);
        hex(pen, hex_at, y, &layout, row, xor, theme.alert);
        y += 2;
    }
    y
}
