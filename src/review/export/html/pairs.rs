//! The table of all pairs on the page. Must not know texts.

use std::collections::HashSet;

use maud::{Markup, html};

use super::{
    super::{Report, ReportPair, wording::cell},
    decided, marks, names, section,
};
use crate::{
    review::pairs::{A_IN_B, B_IN_A, COSINE, HAMMING, LONGEST, NUMBER, PairColumn, Row},
    t,
    table::Value,
};

const NUMBERS: [PairColumn; 5] = [HAMMING, A_IN_B, B_IN_A, LONGEST, COSINE];

pub(super) fn table(report: &Report) -> Markup {
    let lang = report.lang;
    let title = t!(lang, "report.pairs");
    if report.pairs.is_empty() {
        return section("pairs", title, &html! { p { (t!(lang, "report.no-pairs")) } });
    }
    let close: HashSet<usize> = report.details.iter().map(|detail| detail.pair).collect();
    let inside = html! {
        div class="wide" {
            table class="pairs" {
                thead {
                    tr {
                        th scope="col" { (NUMBER.column.title) }
                        th scope="col" { "A × B" }
                        @for column in NUMBERS { th scope="col" class="number" { (lang.text(column.column.title)) } }
                        th scope="col" { (t!(lang, "report.decided")) }
                    }
                }
                "\n"
                tbody { "\n" @for pair in &report.pairs { (row(report, pair, close.contains(&pair.number))) "\n" } }
            }
        }
    };
    section("pairs", title, &inside)
}

fn row(report: &Report, pair: &ReportPair, close: bool) -> Markup {
    let class = match pair {
        _ if pair.near_duplicate => Some("near"),
        _ if pair.disagreement.is_some() => Some("flagged"),
        _ => None,
    };
    html! {
        tr id={ "row-" (pair.number) } class=[class] {
            td class="number" {
                @if close { a href={ "#pair-" (pair.number) } { (pair.number) } } @else { (pair.number) }
            }
            td class="names" {
                (names(report, pair))
                @if !report.marks(pair).is_empty() { span class="marks" { (marks(report, pair)) } }
                @if let Some(remainder) = report.remainder(pair) { small { (remainder) } }
            }
            @for column in NUMBERS { (number(&column, &report.row(pair))) }
            td class="decided" { (decided(report, &pair.decision)) }
        }
    }
}

/// A number; below a share, a bar of the same length.
fn number(column: &PairColumn, row: &Row<'_>) -> Markup {
    let text = cell(column, row);
    let share = match (column.cell)(row).value {
        Value::Share(Some(share)) if text != row.lang.percent(0.0) => share.clamp(0.0, 1.0) * 100.0,
        _ if column.name == HAMMING.name => return html! { td class="number hd" { (text) } },
        _ => return html! { td class="number" { (text) } },
    };
    html! {
        td class="number share" {
            (text) span class="bar" aria-hidden="true" { i style=(format!("width:{share:.1}%")) {} }
        }
    }
}
