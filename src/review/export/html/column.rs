//! The texts of a pair as columns: paragraphs with the shared passages marked.

use maud::{Markup, html};

use super::{
    super::{ColumnBlock, ColumnPart, Report, ReportColumn, ReportDetail, TextPassage},
    ear, language, struck,
};
use crate::{locale::grouped, simhash::is_han, t};

/// A before B, side by side where there is room.
pub(super) fn columns(report: &Report, detail: &ReportDetail) -> Markup {
    if detail.columns.is_empty() {
        return html! { p class="aside" { (t!(report.lang, "report.no-columns")) } };
    }
    let one = detail.columns.len() == 1;
    html! {
        div class=(if one { "columns one" } else { "columns" }) {
            "\n"
            @for (side, column) in ["A", "B"].into_iter().zip(&detail.columns) {
                (self::column(report, column, if one { "A = B" } else { side }))
            }
        }
    }
}

fn column(report: &Report, column: &ReportColumn, side: &str) -> Markup {
    let lang = report.lang;
    let texts = column.blocks.iter().flat_map(|block| match block {
        ColumnBlock::Paragraph { parts, .. } => &parts[..],
        ColumnBlock::Omitted { .. } => &[],
    });
    let language = language(texts.flat_map(|part| part.text.chars()));
    let name = report.name(column.document);
    html! {
        section class="text" aria-label={ (side) " " (name) } {
            h3 {
                span class="side" { (side) " " } span class="name" { (name) } " "
                small { (t!(lang, "report.length", n = grouped(column.characters))) }
            }
            "\n"
            div lang=(language) { "\n" @for block in &column.blocks { (self::block(report, block)) "\n" } }
        }
        "\n"
    }
}

fn block(report: &Report, block: &ColumnBlock) -> Markup {
    let lang = report.lang;
    match block {
        ColumnBlock::Omitted { chars } => html! {
            p class="gap" lang=(report.language) { (t!(lang, "report.omitted", n = grouped(*chars))) }
        },
        ColumnBlock::Paragraph { at, continued, parts } => html! {
            p {
                span class="place" title=(at.shown(lang)) { (at.paragraph) }
                @if *continued { "…" }
                @for part in parts { (self::part(report, part)) }
            }
        },
    }
}

fn part(report: &Report, part: &ColumnPart) -> Markup {
    let lang = report.lang;
    let Some(TextPassage { number, begins, ends }) = part.passage else {
        return struck(report, part.excluded, &part.text);
    };
    let (first, others) = part.text.split_at(first_word(&part.text));
    html! {
        mark class=(if number % 2 == 1 { "odd" } else { "even" }) {
            @if begins {
                (ear(report, &t!(lang, "report.begins", n = number)))
                // The number is in the line in which the passage begins.
                span class="start" { b class="chip" aria-hidden="true" { (number) } (first) }
                (others)
            } @else {
                (part.text)
            }
            @if ends { (ear(report, &t!(lang, "report.ends", n = number))) }
        }
    }
}

/// The longest word that is kept with a number, in characters.
const MAX_FIRST: usize = 20;

/// The end of the first word of a text, in bytes; a Han character is one.
fn first_word(text: &str) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    if is_han(first) {
        return first.len_utf8();
    }
    let ends = |&(at, (_, c)): &(usize, (usize, char))| at == MAX_FIRST || c.is_whitespace() || is_han(c);
    text.char_indices().enumerate().find(ends).map_or(text.len(), |(_, (end, _))| end)
}
