//! The tables of a block index: the fingerprints with the blocks marked off, and what each table finds.

use maud::{Markup, html};

use super::{
    bits::{self, BitRow},
    both,
};
use crate::{
    lesson::LessonPage,
    search::{Index, Plan},
    simhash::Fingerprint,
    t,
};

/// The document of the page looked up among all.
pub(super) fn index(names: &[[String; 2]], fingerprints: &[Option<Fingerprint>], page: &LessonPage, k: u32) -> Markup {
    let all: Option<Vec<Fingerprint>> = fingerprints.iter().copied().collect();
    let made = all.as_deref().and_then(|all| {
        let query = *all.get(page.document)?;
        let plan = Plan::new(query.width(), page.blocks, page.chosen).ok()?;
        Some((query, Index::new(plan, all).ok()?))
    });
    let (Some(all), Some((query, index))) = (all, made) else { return html! {} };
    let rows: Vec<BitRow> =
        all.iter().enumerate().map(|(at, &fingerprint)| BitRow { mark: bits::letter(at), fingerprint }).collect();
    let plan = index.plan();
    let cuts: Vec<usize> = plan.blocks().iter().map(|block| usize::from(block.start)).collect();
    let found = index.search(query, k);
    let own = page.document as u32;
    let candidates = |bucket: &[u32]| -> Vec<(String, u32)> {
        let others = bucket.iter().filter(|&&number| number != own);
        others
            .filter_map(|&number| Some((bits::letter(number as usize), all.get(number as usize)?.hamming(query))))
            .collect()
    };
    let (chosen, blocks, reach) = (plan.chosen(), plan.blocks().len(), plan.exact_k());
    html! {
        figure class="bits" {
            (bits::legend(names))
            (bits::groups(&rows, page.document, &page.marked_columns, &cuts))
            figcaption { (both(|lang| t!(lang, "exhibit.tables-beside", chosen = chosen, blocks = blocks, reach = reach))) }
            div class="wide" { table {
                thead { tr {
                    @for title in ["exhibit.table", "exhibit.blocks", "exhibit.key", "exhibit.candidates"] {
                        th { (both(|lang| lang.text(title).into())) }
                    }
                } }
                tbody { @for (at, look_up) in found.look_ups.iter().enumerate() {
                    @let digits = usize::from(look_up.table.bits).div_ceil(4);
                    tr {
                        td { (at + 1) }
                        td { @for block in &look_up.table.chosen { (block + 1) " " } }
                        td { code { (format!("{:0digits$x}", look_up.key)) } }
                        td { @for (name, hamming) in candidates(look_up.bucket) {
                            span class=(if hamming <= k { "found" } else { "other" }) {
                                (name) " HD " (hamming) @if hamming <= k { " =" }
                            } " "
                        } }
                    }
                } }
            } }
        }
    }
}
