//! Results on pairs for reading: the list of all, and one in full with the features behind each bit that differs.

use super::{Batch, PairDetail, Remainders};
use crate::{
    compare::{
        BitReasons, FlippedBit, coverage::passages::bare, diff::Numbers, evidence::Evidence, exclusion::ExcludedShare,
        pair::Pair,
    },
    locale::{Lang, grouped, percent},
    page::{Page, left, right},
    review::pairs::{
        self, A, A_IN_B, A_IN_B_REST, B, B_IN_A, B_IN_A_REST, Figures, HAMMING, HAMMING_REST, LONGEST, MARK, MARK_REST,
        PairColumn, Row, WITH_EDITS,
    },
    say::{self, Warning},
    simhash::{Fixed, Sum, from_fixed},
    t,
    text::truncate_end,
};

/// The columns of a list of pairs, without exclusions and with them.
pub(crate) const PAIRS: &[PairColumn] = &[MARK, HAMMING, A_IN_B, B_IN_A, WITH_EDITS, LONGEST, A, B];
const PAIRS_BOTH: &[PairColumn] =
    &[MARK, HAMMING, A_IN_B, B_IN_A, WITH_EDITS, MARK_REST, HAMMING_REST, A_IN_B_REST, B_IN_A_REST, A, B];
/// How wide a feature's name may be in the list of an undo, and half of the beginning of a passage.
const NAME_CELLS: usize = 40;
/// So many documents have a line each for what is excluded; of more, all come to one line.
const LISTED: usize = 20;

impl Batch {
    /// Hands on the head and the list of pairs in their order, then the sentences on each that is near or shares much
    /// text, or is the only one: a page each, since there may be very many.
    pub(crate) fn compared<E>(
        &self,
        pairs: &[Pair],
        k: u32,
        lang: Lang,
        hand_on: &mut dyn FnMut(&Page) -> Result<(), E>,
    ) -> Result<(), E> {
        hand_on(&self.counted(pairs, k, lang))?;
        let columns = if self.all_remainders().is_some() { PAIRS_BOTH } else { PAIRS };
        let (heads, rows) = pairs::laid(columns, self.rows(pairs, k, lang), lang);
        Page::tables(lang, heads, rows, hand_on)?;
        if self.excludes() && !pairs.is_empty() {
            let mut page = Page::new(lang);
            page.scored_by(self.rules.whole);
            hand_on(&page)?;
        }
        let worth = |pair: &&Pair| pairs.len() == 1 || pair.near(k) || pair.disagreement(self.thresholds(k)).is_some();
        let worth: Vec<Pair> = pairs.iter().filter(worth).copied().collect();
        for detail in self.details(&worth, k) {
            let mut page = Page::new(lang);
            self.said(&detail, &mut page);
            hand_on(&page)?;
        }
        let mut end = Page::new(lang);
        if !pairs.is_empty() {
            self.uncalibrated(&mut end);
            end.proof();
        }
        hand_on(&end)
    }

    fn counted(&self, pairs: &[Pair], k: u32, lang: Lang) -> Page {
        let (mut page, at) = (Page::new(lang), self.thresholds(k));
        let failed = self.entries.iter().filter(|entry| entry.failure().is_some()).count();
        let near = pairs.iter().filter(|pair| pair.near(k)).count();
        let shared = pairs.iter().filter(|pair| pair.shares_not_near(at)).count();
        page.recipe_and_k(&self.recipe, k);
        page.counts([self.entries.len() - failed, pairs.len(), near, shared, failed]);
        // Such a document is in none of the pairs that are looked at.
        let bare = |kind: &str| pairs.len() > 1 && matches!(kind, "empty" | "constant");
        for at in 0..self.entries.len() {
            self.bad_bytes(at, "! ", bare, &mut page);
        }
        self.excluded_shares(&mut page);
        if pairs.is_empty() {
            page.line(t!(lang, "cli.nothing"));
            return page;
        }
        page.blank();
        page
    }

    /// The rows of the list of these pairs, in their order.
    pub(crate) fn rows<'a>(&'a self, pairs: &'a [Pair], k: u32, lang: Lang) -> impl Iterator<Item = Row<'a>> + Clone {
        let (at, remainders) = (self.thresholds(k), self.all_remainders());
        pairs.iter().zip(1..).map(move |(pair, number)| {
            let documents = pair.documents();
            // Without exclusions, the pairs are those of the whole texts.
            let whole = remainders.and_then(|_| self.pair(documents)).unwrap_or(pair);
            let remainder = remainders.and_then(|all| all.pair(documents));
            let remainder = remainder.map_or_else(Figures::default, |remainder| Figures::of(remainder, at));
            Row { number, remainder, ..Row::new(lang, documents, self.names(pair), Figures::of(whole, at)) }
        })
    }

    /// The warnings on a document by this name.
    pub(super) fn warnings(&self, at: usize, name: &str, lang: Lang) -> Vec<Warning> {
        let (Some(examined), Some(document)) = (self.reported(at), self.document(at)) else { return Vec::new() };
        let altered = examined.subject.altered();
        say::warnings(name, &document.reading, &examined.sketch, altered, &self.recipe, lang)
    }

    /// Adds a warning on bytes of a document that were replaced, or of another kind that is wanted.
    fn bad_bytes(&self, at: usize, sign: &str, wanted: impl Fn(&str) -> bool, page: &mut Page) {
        for warning in self.warnings(at, self.name(at), page.lang) {
            if warning.kind == "replaced" || wanted(warning.kind) {
                page.behind(sign, warning.message);
            }
        }
    }

    /// Adds the names of a pair, and the sentences on it.
    fn said(&self, detail: &PairDetail, page: &mut Page) {
        let names = self.names(&detail.comparison.pair);
        page.blank();
        page.pair(names);
        page.sentences(self.sentences(detail, names, page.lang));
    }

    /// Adds a sentence on distances in general, where there is no calibration.
    fn uncalibrated(&self, page: &mut Page) {
        if let Some(sentence) = say::uncalibrated_distance(self.recipe.bits, page.lang)
            && self.calibration.is_none()
        {
            page.blank();
            page.text(sentence);
        }
    }

    /// Adds the share excluded from each document.
    pub(crate) fn excluded_shares(&self, page: &mut Page) {
        let (Some(remainders), lang) = (self.all_remainders(), page.lang) else { return };
        let line = |at: usize| {
            let remainder = remainders.get(at)?;
            say::excluded_share(self.name(at), remainder.share, &remainder.by, lang)
        };
        let lines: Vec<String> = (0..self.entries.len()).filter_map(line).collect();
        match lines.len() {
            0 => page.behind("x ", t!(lang, "exclude.nothing")),
            n if n > LISTED => page.behind("x ", excluded_in_all(remainders, n, lang)),
            _ => lines.into_iter().for_each(|line| page.behind("x ", line)),
        }
    }

    /// The only pair of the batch in full, of each bit with so many features, of passages as many; with what other
    /// methods say, where that was wanted.
    pub(crate) fn explained(&self, k: u32, top: usize, found: Option<&Evidence>, lang: Lang) -> Page {
        let mut page = Page::new(lang);
        page.recipe_and_k(&self.recipe, k);
        for (at, (side, entry)) in ["A", "B"].into_iter().zip(&self.entries).enumerate() {
            let (Some(document), Some(examined)) = (entry.text(), &entry.examined) else { continue };
            let fingerprint = say::fingerprint(examined.sketch.fingerprint, lang);
            page.line(format!("{side}  {fingerprint}  {}  {}", document.reading.encoding.name(), entry.name));
            self.bad_bytes(at, "!  ", |_| false, &mut page);
        }
        self.excluded_shares(&mut page);
        let Some(detail) = self.pairs.first().and_then(|&pair| self.detail(pair, k)) else {
            page.line(t!(lang, "cli.nothing"));
            return page;
        };
        self.said(&detail, &mut page);
        detail.bits(&mut page, top);
        detail.shared(&mut page, top);
        if let Some(found) = found {
            say::evidence(&mut page, found, k);
        }
        self.uncalibrated(&mut page);
        page.proof();
        page
    }
}

fn excluded_in_all(remainders: &Remainders, documents: usize, lang: Lang) -> String {
    let all = remainders.of.iter().flatten().fold(ExcludedShare::default(), |sum, remainder| sum.and(remainder.share));
    let (n, share) = (grouped(all.stretches as u64), percent(all.share()));
    t!(lang, "exclude.of-many", documents = grouped(documents as u64), n, share)
}

fn signed(value: Fixed) -> String {
    format!("{:+.3}", from_fixed(value))
}

impl PairDetail {
    fn bits(&self, page: &mut Page, top: usize) {
        let Some(bits) = self.comparison.bits.as_ref().filter(|bits| !bits.flipped.is_empty()) else { return };
        // Sums of floats are rounded, and only nearly add up.
        let exact = if self.traces[0].recipe.sum == Sum::Fixed { t!(page.lang, "cli.exact") } else { "" };
        page.blank();
        page.text(format!("{}{exact}", t!(page.lang, "cli.flipped")));
        bits.flipped.iter().for_each(|flipped| self.bit(page, bits, flipped, top));
    }

    /// A bit that differs: both sums, the features that moved it, what is left over, and the smallest undo.
    fn bit(&self, page: &mut Page, bits: &BitReasons, flipped: &FlippedBit, top: usize) {
        let (lang, column, bit) = (page.lang, flipped.bit, flipped.bit);
        let [from, to] = bits.joint.fingerprints.map(|fingerprint| u8::from(fingerprint.bit(column)));
        let [v_a, v_b] = flipped.v.map(signed);
        let [m_a, m_b] = flipped.margin.map(|margin| format!("{margin:.3}"));
        page.head(t!(lang, "cli.bit", bit, from, to));
        page.line(["  ", &*t!(lang, "cli.sums", v_a, v_b, m_a, m_b)].concat());
        let (shown, (rest, rest_moves)) = bits.joint.moving(column, top);
        let row = |&feature: &usize| {
            let [w_a, w_b] = bits.joint.features[feature].weight.map(|w| format!("{:.3}", from_fixed(w)));
            [self.feature(feature).to_owned(), w_a, w_b, signed(bits.joint.contribution(feature, column))]
        };
        let more =
            (rest > 0).then(|| [t!(lang, "table.rest", n = rest), String::new(), String::new(), signed(rest_moves)]);
        let heads = [left("table.feature"), right("w(A)"), right("w(B)"), right("table.moves")];
        page.table(2, heads, shown.iter().map(row).chain(more));
        let name = |&feature: &usize| truncate_end(self.feature(feature), NAME_CELLS).into_owned();
        let names: Vec<String> = flipped.undo.features.iter().map(name).collect();
        page.behind("  ", t!(lang, "cli.undo", features = lang.list(&names), hd = flipped.undo.hamming));
    }

    /// The passages that both texts share: how long, in which paragraph first, how they begin.
    fn shared(&self, page: &mut Page, top: usize) {
        let (lang, texts, all) = (page.lang, self.texts(), self.passages());
        let counted = match all.len() {
            0 => return,
            1 => t!(lang, "passages.one").to_owned(),
            n => t!(lang, "passages.longest", n = grouped(n as u64)),
        };
        page.head(t!(lang, "passages.listed", counted));
        let numbers = texts.map(Numbers::new);
        let heads = [right("passages.chars"), right("passages.in-a"), right("passages.in-b"), left("")];
        let rows = all.iter().take(top).map(|shared| {
            let [a, b] = [0, 1].map(|side| {
                let first = shared.places[side].first();
                let first = first.map_or(0, |&span| numbers[side].at(bare(texts[side], span).start));
                let more = shared.counts[side].saturating_sub(1);
                if more == 0 { first.to_string() } else { format!("{first} +{more}") }
            });
            let text = shared.places[0].first().map_or("", |&span| bare(texts[0], span).of(texts[0]));
            let text = text.chars().take(NAME_CELLS * 2).map(|c| if c.is_whitespace() { ' ' } else { c });
            [grouped(shared.chars), a, b, truncate_end(&text.collect::<String>(), NAME_CELLS).into_owned()]
        });
        page.table(2, heads, rows);
        if all.len() > top {
            page.line(["  ", &*t!(lang, "table.rest", n = all.len() - top)].concat());
        }
    }
}
