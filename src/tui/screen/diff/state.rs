//! The state of screen 4: cursor, folds, search, and the list of rows it makes of a diff. Computes no diff.

use std::{collections::HashMap, ops::Range, sync::Arc};

use crate::{
    compare::diff::{Diff, Hunk, ReadDiff, RowKind},
    document::Document,
    review::HunkId,
    simhash::Span,
    tui::model::list::next_of,
};

/// A side of the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiffSide {
    A,
    B,
}

/// The ways to see a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiffMode {
    /// All text that occurs in both, in whatever order.
    Shared,
    /// The changes that make B of A, as readers see them.
    Differences,
    /// The same character by character, if that is another matter.
    AsWritten,
}

/// The state of screen 4.
#[derive(Clone, Debug, Default)]
pub(crate) struct DiffState {
    /// The way the pair on the screen is seen, whatever becomes of its distance.
    pub mode: Option<([usize; 2], DiffMode)>,
    /// The way the reader chose last for a pair that is no near-duplicate: so are the others seen.
    pub far: Option<DiffMode>,
    /// The first line shown: an item, and a line in it.
    pub top: (usize, usize),
    /// The hunk under the cursor.
    pub hunk: usize,
    /// Whether the layout is inline; `None` leaves it to the width.
    pub inline: Option<bool>,
    /// Paragraphs of A and of B that were folded until the reader opened the fold.
    pub open: Vec<[Range<u32>; 2]>,
    /// All folds are open.
    pub all_open: bool,
    /// How many equal rows stay open around a change.
    pub context: usize,
    /// Lines of hard-wrapped paragraphs are joined for reading.
    pub join: bool,
    /// The running search.
    pub search: Option<DiffSearch>,
    /// The change or the match under the cursor is still to be shown.
    pub fresh: bool,
    /// The rows of the screen, top to bottom.
    pub items: Vec<DiffItem>,
    /// The first byte of each item in A and in B, and the end of the last one.
    starts: [Vec<u32>; 2],
    /// The inputs of `items`: the differences, and how many equal rows stay open.
    made_of: Option<(Arc<Diffed>, usize)>,
    /// The paragraphs of A and of B at the top: they stay there when a text is another.
    anchor: [Option<u32>; 2],
}

/// A row of the screen's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DiffItem {
    /// A row of the diff.
    Row(u32),
    /// Rows of equal paragraphs folded into one line.
    Fold(Range<u32>),
}

/// A running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DiffSearch {
    pub documents: [usize; 2],
    pub needle: String,
    /// The places found: those of A, then those of B.
    pub matches: Vec<DiffMatch>,
    /// The one under the cursor.
    pub at: usize,
    /// A text is another than the one that was searched.
    pub outdated: bool,
}

/// A place that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DiffMatch {
    /// On which side.
    pub side: DiffSide,
    /// In bytes of that side's text.
    pub range: Range<usize>,
}

impl DiffSide {
    /// The other one.
    pub(crate) fn other(self) -> Self {
        if self == Self::A { Self::B } else { Self::A }
    }
}

impl DiffSearch {
    /// The match under the cursor.
    pub(crate) fn current(&self) -> Option<&DiffMatch> {
        self.matches.get(self.at)
    }

    /// The matches in a stretch of a side's text.
    pub(crate) fn within(&self, side: DiffSide, span: Range<usize>) -> impl Iterator<Item = &DiffMatch> {
        let meets = move |range: &Range<usize>| range.start < span.end && span.start < range.end;
        self.matches.iter().filter(move |found| found.side == side && meets(&found.range))
    }
}

impl DiffState {
    /// Nothing shown yet; so many equal rows are to stay open around a change, and lines may be joined.
    pub(crate) fn with(context: usize, join: bool) -> Self {
        Self { context, join, ..Self::default() }
    }

    /// Brings the items in step with what is shown.
    pub(crate) fn refresh(&mut self, diffed: &Arc<Diffed>) {
        let (before, context) = self.made_of.replace((diffed.clone(), self.context)).unzip();
        let again = before.as_ref().is_some_and(|before| Arc::ptr_eq(before, diffed));
        if !again || context != Some(self.context) {
            if before.as_ref().is_some_and(|before| before.documents != diffed.documents) {
                let search = self.search.take().filter(|search| search.documents == diffed.documents);
                let search = search.map(|search| DiffSearch { at: 0, ..search });
                *self = Self {
                    mode: self.mode,
                    far: self.far,
                    inline: self.inline,
                    search,
                    made_of: self.made_of.take(),
                    ..Self::with(self.context, self.join)
                };
            }
            let before = before.filter(|before| before.documents == diffed.documents);
            let hash = |of: &Diffed, side: usize| of.texts[side].reading.content_hash;
            let changed = |side: usize| before.as_ref().is_some_and(|before| hash(before, side) != hash(diffed, side));
            // The opened folds are known by paragraphs of the side that did not change.
            let same = usize::from(changed(0));
            if changed(0) || changed(1) {
                self.open.iter_mut().for_each(|opened| opened[1 - same] = 0..0);
            } else {
                self.fresh |= !again;
            }
            self.list_items(&diffed.diff);
            if before.is_some() && !again {
                self.hunk = self.hunk.min(diffed.diff.hunks.len().saturating_sub(1));
                self.top = (self.item_of(&diffed.diff, same, self.anchor[same]), 0);
                self.search.iter_mut().for_each(|search| search.outdated |= changed(0) || changed(1));
            }
        }
        self.anchor = self.items.get(self.top.0).map_or([None; 2], |item| paragraphs(&diffed.diff, item));
    }

    /// The item of a paragraph of one side, or the one before it that has one.
    fn item_of(&self, diff: &Diff, side: usize, paragraph: Option<u32>) -> usize {
        let at = |item: &DiffItem| paragraphs(diff, item)[side];
        let Some(paragraph) = paragraph else { return self.top.0.min(self.items.len().saturating_sub(1)) };
        self.items.iter().rposition(|item| at(item).is_some_and(|found| found <= paragraph)).unwrap_or(0)
    }

    /// Lists the rows again, after a fold was opened or closed.
    pub(crate) fn list_items(&mut self, diff: &Diff) {
        self.items = self.rows(diff);
        self.starts = [0, 1].map(|side: usize| starts(diff, side, &self.items));
        self.top.0 = self.top.0.min(self.items.len().saturating_sub(1));
        self.top.1 = 0;
    }

    /// The bytes of a part of the list in the text of a side.
    pub(crate) fn span(&self, side: usize, part: &Range<usize>) -> Span {
        let at = |item: usize| self.starts[side].get(item).or(self.starts[side].last()).copied().unwrap_or(0);
        Span { start: at(part.start), end: at(part.end) }
    }

    /// The item that shows a byte of a side's text.
    pub(crate) fn item_at(&self, side: DiffSide, byte: usize) -> usize {
        self.starts[side as usize].partition_point(|&start| start as usize <= byte).saturating_sub(1)
    }

    /// The place of a match in their order: top to bottom; where each text is read by itself, those of A first.
    fn order(&self, found: &DiffMatch, apart: bool) -> (usize, usize, usize) {
        let item = if apart { 0 } else { self.item_at(found.side, found.range.start) };
        (item, found.side as usize, found.range.start)
    }

    /// The number of the match under the cursor, from 1.
    pub(crate) fn match_number(&self, search: &DiffSearch, apart: bool) -> usize {
        let current = search.current().map(|found| self.order(found, apart));
        search.matches.iter().filter(|found| Some(self.order(found, apart)) <= current).count()
    }

    /// Begins a search with its cursor on the first match from the top of the screen on.
    pub(crate) fn begin(&mut self, mut search: DiffSearch, apart: bool) {
        let order = |&at: &usize| {
            let order = self.order(&search.matches[at], apart);
            (order.0 < self.top.0, order)
        };
        search.at = (0..search.matches.len()).min_by_key(order).unwrap_or(0);
        (self.search, self.fresh) = (Some(search), true);
    }

    /// Moves the cursor to the next match or the one before, round and round; false without a search.
    pub(crate) fn step(&mut self, forward: bool, apart: bool) -> bool {
        let Some(search) = &self.search else { return false };
        let mut all: Vec<usize> = (0..search.matches.len()).collect();
        all.sort_by_key(|&at| self.order(&search.matches[at], apart));
        let place = all.iter().position(|&at| at == search.at).unwrap_or(0);
        let at = all.get(next_of(place, all.len(), forward)).copied();
        if let Some(search) = &mut self.search {
            search.at = at.unwrap_or(0);
        }
        true
    }

    /// The opened fold that this fold would hide.
    pub(crate) fn opened(&self, diff: &Diff, fold: &Range<u32>) -> Option<usize> {
        let hidden = folded(diff, fold);
        let meets = |x: &Range<u32>, y: &Range<u32>| x.start < y.end && y.start < x.end;
        self.open.iter().position(|opened| (0..2).any(|side| meets(&opened[side], &hidden[side])))
    }

    fn rows(&self, diff: &Diff) -> Vec<DiffItem> {
        let mut items = Vec::new();
        let mut at = 0;
        for fold in diff.folds(self.context) {
            items.extend((at..fold.start).map(DiffItem::Row));
            if self.all_open || self.opened(diff, &fold).is_some() {
                items.extend(fold.clone().map(DiffItem::Row));
            } else {
                items.push(DiffItem::Fold(fold.clone()));
            }
            at = fold.end;
        }
        items.extend((at..diff.rows.len() as u32).map(DiffItem::Row));
        items
    }
}

/// The paragraphs of A and of B that a fold hides.
pub(crate) fn folded(diff: &Diff, fold: &Range<u32>) -> [Range<u32>; 2] {
    let row = |at: u32| diff.rows.get(at as usize);
    [0, 1].map(|side: usize| {
        let of = |at: u32| row(at).and_then(|row| [row.a, row.b][side]);
        of(fold.start).unwrap_or(0)..fold.end.checked_sub(1).and_then(of).map_or(0, |last| last + 1)
    })
}

/// The first byte of each item in the text of a side, and the end of the last one.
fn starts(diff: &Diff, side: usize, items: &[DiffItem]) -> Vec<u32> {
    let mut starts = Vec::with_capacity(items.len() + 1);
    let mut at = 0;
    for item in items {
        starts.push(at);
        let last = match item {
            DiffItem::Row(row) => diff.rows.get(*row as usize).and_then(|row| [row.a, row.b][side]),
            DiffItem::Fold(rows) => diff.rows.get(rows.end as usize - 1).and_then(|row| [row.a, row.b][side]),
        };
        at = last.and_then(|last| diff.paragraphs[side].get(last as usize)).map_or(at, |paragraph| paragraph.span.end);
    }
    starts.push(at);
    starts
}

/// The first paragraphs of A and of B in an item.
fn paragraphs(diff: &Diff, item: &DiffItem) -> [Option<u32>; 2] {
    let row = match item {
        DiffItem::Row(row) => *row,
        DiffItem::Fold(rows) => rows.start,
    };
    diff.rows.get(row as usize).map_or([None; 2], |row| [row.a, row.b])
}

/// The gutter sign of a row, for those who see no colour.
pub(crate) fn sign(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Equal => " ",
        RowKind::Changed => "~",
        RowKind::Removed => "-",
        RowKind::Added => "+",
    }
}

/// The differences of two documents.
#[derive(Debug)]
pub(crate) struct Diffed {
    pub documents: [usize; 2],
    /// As they were then.
    pub texts: [Arc<Document>; 2],
    pub diff: Diff,
    /// Whether readers see a text otherwise than it is written.
    pub two_readings: bool,
    /// The identity of each hunk in the journal.
    pub places: Vec<HunkId>,
    /// For each hunk, those that change the same words in the same way, itself among them.
    pub alike: Vec<Arc<[u32]>>,
}

impl Diffed {
    /// The texts of A and of B.
    pub(crate) fn texts(&self) -> [&str; 2] {
        [&self.texts[0].text, &self.texts[1].text]
    }

    /// The differences of two documents with these texts.
    pub(crate) fn new(
        documents: [usize; 2],
        texts: [Arc<Document>; 2],
        ReadDiff { diff, two_readings }: ReadDiff,
    ) -> Self {
        let places = HunkId::all(&diff, [&texts[0].text, &texts[1].text]);
        let mut groups: HashMap<[&str; 2], Vec<u32>> = HashMap::new();
        let words = |hunk: &Hunk| [hunk.a.of(&texts[0].text), hunk.b.of(&texts[1].text)];
        for (n, hunk) in (0..).zip(&diff.hunks) {
            groups.entry(words(hunk)).or_default().push(n);
        }
        let groups: HashMap<[&str; 2], Arc<[u32]>> = groups.into_iter().map(|(key, all)| (key, all.into())).collect();
        let alike = diff.hunks.iter().filter_map(|hunk| groups.get(&words(hunk)).cloned()).collect();
        drop(groups);
        Self { documents, texts, diff, two_readings, places, alike }
    }
}
