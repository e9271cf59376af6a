//! Fingerprints under each other, the bits that differ from one of them marked, in groups of columns that a phone has room
//! for.

use maud::{Markup, html};

use super::both;
use crate::{say, simhash::Fingerprint, t};

const COLUMNS: usize = 16;
const ACROSS: usize = 20;
const LABEL: usize = 30;
const ROW: usize = 20;

/// A row of bits and the name before it, of which a letter or digit is drawn.
pub(super) struct BitRow {
    pub mark: String,
    pub fingerprint: Fingerprint,
}

/// The fingerprints of a page's documents, with the distance of the first two and the verdict on it.
pub(super) fn compared(
    names: &[[String; 2]],
    fingerprints: &[Option<Fingerprint>],
    marked: &[usize],
    k: u32,
) -> Markup {
    let rows: Vec<BitRow> = fingerprints
        .iter()
        .enumerate()
        .filter_map(|(at, fingerprint)| Some(BitRow { mark: letter(at), fingerprint: (*fingerprint)? }))
        .collect();
    let first = [0, 1].map(|at| fingerprints.get(at).copied().flatten());
    let hamming = first[0].zip(first[1]).map(|(a, b)| a.hamming(b));
    html! {
        figure class="bits" {
            (legend(names))
            (groups(&rows, 0, marked, &[]))
            @if let Some(hamming) = hamming {
                figcaption { (both(|lang| say::verdict(Some(hamming), k, "", lang))) }
            }
        }
    }
}

/// The letter of a document.
pub(super) fn letter(at: usize) -> String {
    u8::try_from(at)
        .ok()
        .filter(|&at| at < 26)
        .map_or_else(|| (at + 1).to_string(), |at| char::from(b'A' + at).to_string())
}

/// The letters and the names they stand for.
pub(super) fn legend(names: &[[String; 2]]) -> Markup {
    html! {
        dl class="legend" {
            @for (at, name) in names.iter().enumerate() {
                div { dt { (letter(at)) } dd { (both(|lang| name[usize::from(lang.is_chinese())].clone())) } }
            }
        }
    }
}

/// The rows, compared with row `base`. Lines are drawn before the columns in `cuts`.
pub(super) fn groups(rows: &[BitRow], base: usize, marked: &[usize], cuts: &[usize]) -> Markup {
    let Some(of) = rows.get(base).map(|row| row.fingerprint) else {
        return html! { p class="aside" { (both(|lang| t!(lang, "table.none").into())) } };
    };
    let bits = usize::from(of.width());
    let (first, height) = (20, 20 + (rows.len() + 1) * ROW + 4);
    html! {
        div class="groups" {
            @for from in (0..bits).step_by(COLUMNS) {
                @let columns = from..bits.min(from + COLUMNS);
                @let width = LABEL + columns.len() * ACROSS + 2;
                @let middle = |column: usize| LABEL + (column - from) * ACROSS + ACROSS / 2;
                svg viewBox=(format!("0 0 {width} {height}")) width=(width) height=(height) aria-hidden="true" {
                    @for column in columns.clone().filter(|column| marked.contains(column)) {
                        rect class="mark" x=(middle(column) - ACROSS / 2) y="2" width=(ACROSS) height=(height - 4) rx="3" {}
                    }
                    @for column in columns.clone().filter(|column| bits <= COLUMNS || column % 4 == 0) {
                        text class="index" x=(middle(column)) y="14" { (column) }
                    }
                    @for (at, row) in rows.iter().enumerate() {
                        @let y = first + at * ROW;
                        text class="name" x=(LABEL - 8) y=(y + 15) { (row.mark) }
                        @for column in columns.clone() {
                            @let one = row.fingerprint.bit(column);
                            @let differs = one != of.bit(column);
                            @if differs { rect class="call" x=(middle(column) - 8) y=(y + 1) width="16" height="18" rx="2" {} }
                            text class=(if differs { "bit differs" } else if one { "bit one" } else { "bit" }) x=(middle(column)) y=(y + 15) {
                                (u8::from(one))
                            }
                        }
                    }
                    @for column in columns.clone().filter(|&column| rows.iter().any(|row| row.fingerprint.bit(column) != of.bit(column))) {
                        text class="cell call" x=(middle(column)) y=(first + rows.len() * ROW + 14) { "▲" }
                    }
                    @for &cut in cuts.iter().filter(|cut| columns.contains(cut) && **cut > 0) {
                        @let x = middle(cut) - ACROSS / 2;
                        line class="cut" x1=(x) x2=(x) y1="4" y2=(height - 4) {}
                    }
                }
            }
        }
    }
}
