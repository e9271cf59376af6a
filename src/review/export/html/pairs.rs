//! The table of all pairs of the page. Knows nothing of texts.

use std::collections::HashSet;

use maud::{Markup, html};

use super::{
    super::{Pair, Report, words::distance},
    decided, marks, names, section,
};
use crate::t;

/// The table of pairs.
pub fn table(report: &Report) -> Markup {
    let lang = report.lang;
    let title = t!(lang, "report.pairs");
    if report.pairs.is_empty() {
        return section("pairs", title, html! { p { (t!(lang, "report.no-pairs")) } });
    }
    let close: HashSet<usize> = report.closer.iter().map(|closer| closer.pair).collect();
    let numbers = [
        "HD",
        lang.text("overview.a-in-b"),
        lang.text("overview.b-in-a"),
        lang.text("report.longest"),
        lang.text("report.cosine"),
    ];
    let inside = html! {
        div class="wide" {
            table class="pairs" {
                thead {
                    tr {
                        th scope="col" { "#" }
                        th scope="col" { "A × B" }
                        @for name in numbers { th scope="col" class="number" { (name) } }
                        th scope="col" { (t!(lang, "report.decided")) }
                    }
                }
                "\n"
                tbody { "\n" @for pair in &report.pairs { (row(report, pair, close.contains(&pair.number))) "\n" } }
            }
        }
    };
    section("pairs", title, inside)
}

fn row(report: &Report, pair: &Pair, close: bool) -> Markup {
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
                @if let Some(rest) = report.rest(pair) { small { (rest) } }
            }
            td class="number hd" { (distance(pair)) }
            (share(report, pair.a_in_b))
            (share(report, pair.b_in_a))
            td class="number" { (pair.longest.map_or_else(|| "–".to_owned(), |longest| longest.to_string())) }
            td class="number" { (pair.cosine.map_or_else(|| "–".to_owned(), |cosine| format!("{cosine:.3}"))) }
            td class="decided" { (decided(report, &pair.decided)) }
        }
    }
}

/// A share with a bar under it, which says the same.
fn share(report: &Report, share: Option<f64>) -> Markup {
    let Some(share) = share else { return html! { td class="number" { "–" } } };
    let (text, width) = (report.lang.percent(share), share.clamp(0.0, 1.0) * 100.0);
    if text == report.lang.percent(0.0) {
        return html! { td class="number" { (text) } };
    }
    html! {
        td class="number share" {
            (text) span class="bar" aria-hidden="true" { i style=(format!("width:{width:.1}%")) {} }
        }
    }
}
