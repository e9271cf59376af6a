//! Where the reader is on screen 4.

use std::{collections::BTreeSet, ops::Range};

use super::Diffed;
use crate::compare::diff::{Diff, RowKind};

/// A side of the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A.
    A,
    /// B.
    B,
}

/// Screen 4.
#[derive(Clone, Debug, Default)]
pub struct DiffPlace {
    /// The first line shown: an item, and a line in it.
    pub top: (usize, usize),
    /// The hunk under the cursor.
    pub hunk: usize,
    /// Whether differences are marked; `None` leaves it to the rule.
    pub marks: Option<bool>,
    /// Whether the layout is inline; `None` leaves it to the width.
    pub inline: Option<bool>,
    /// First rows of folds that were opened.
    pub open: BTreeSet<u32>,
    /// All folds are open.
    pub all_open: bool,
    /// What is looked for, while it is.
    pub search: Option<Search>,
    /// The search has just begun: its cursor goes to the first match from the top of the screen on.
    pub pending: bool,
    /// The rows were listed anew, so that matches must be placed anew.
    pub relisted: bool,
    /// What the screen lists, top to bottom.
    pub items: Vec<Item>,
    /// Which of them differ, and how.
    changed: Vec<(usize, RowKind)>,
    /// What `items` was made of.
    made_of: Option<Made>,
    /// The paragraphs of A and of B at the top: they stay there when a text is another.
    anchor: [Option<u32>; 2],
}

/// What a list of rows was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Made {
    documents: [usize; 2],
    /// The hashes of their bytes.
    contents: [u64; 2],
    marked: bool,
}

/// A row of the screen's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A row of the diff.
    Row(u32),
    /// Rows of equal paragraphs folded into one line.
    Fold(Range<u32>),
    /// Without marks: paragraph n of either side.
    Plain(u32),
}

/// A running search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// What for.
    pub needle: String,
    /// Where it was found, in order of the items.
    pub matches: Vec<Match>,
    /// The one under the cursor.
    pub at: usize,
    /// A text is another than the one that was searched.
    pub outdated: bool,
}

/// A place that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// In which item.
    pub item: usize,
    /// On which side.
    pub side: Side,
    /// In bytes of that side's text.
    pub range: Range<usize>,
}

/// How many equal rows stay open around a change.
const CONTEXT: usize = 2;

impl DiffPlace {
    /// Brings the items in step with what is shown.
    pub fn refresh(&mut self, diffed: &Diffed, marked: bool) {
        let documents = diffed.documents;
        let contents = [0, 1].map(|side: usize| diffed.texts[side].reading.content_hash);
        let made = Made { documents, contents, marked };
        let before = self.made_of.replace(made);
        if before.is_some_and(|before| before.documents != documents) {
            let search = self.search.take().filter(|_| self.pending);
            let (pending, all_open) = (search.is_some(), search.is_some());
            *self = Self { inline: self.inline, made_of: Some(made), search, pending, all_open, ..Self::default() };
        }
        if before != Some(made) {
            self.list(&diffed.diff, marked);
        }
        if let Some(before) = before.filter(|before| before.documents == documents && before.contents != contents) {
            // The folds were told by rows that are others now.
            self.open.clear();
            self.hunk = self.hunk.min(diffed.diff.hunks.len().saturating_sub(1));
            let same = usize::from(before.contents[0] != contents[0]);
            self.top = (self.item_of(&diffed.diff, same, self.anchor[same]), 0);
            self.search.iter_mut().for_each(|search| search.outdated = true);
        }
        self.anchor = self.items.get(self.top.0).map_or([None; 2], |item| paragraphs(&diffed.diff, item));
    }

    /// The item of a paragraph of one side, or the one before it that has one.
    fn item_of(&self, diff: &Diff, side: usize, paragraph: Option<u32>) -> usize {
        let at = |item: &Item| paragraphs(diff, item)[side];
        let Some(paragraph) = paragraph else { return self.top.0.min(self.items.len().saturating_sub(1)) };
        self.items.iter().rposition(|item| at(item).is_some_and(|found| found <= paragraph)).unwrap_or(0)
    }

    /// Lists the rows anew, after a fold was opened or closed.
    pub fn list(&mut self, diff: &Diff, marked: bool) {
        self.relisted = true;
        self.items = if marked { self.rows(diff) } else { plain(diff) };
        let kind = |item: &Item| match item {
            Item::Row(row) => diff.rows.get(*row as usize).map(|row| row.kind).filter(|&kind| kind != RowKind::Equal),
            _ => None,
        };
        self.changed = self.items.iter().enumerate().filter_map(|(at, item)| Some((at, kind(item)?))).collect();
        self.top.0 = self.top.0.min(self.items.len().saturating_sub(1));
        self.top.1 = 0;
    }

    /// How the items in a part of the list differ, those that do.
    pub fn changes(&self, part: &Range<usize>) -> impl Iterator<Item = RowKind> {
        let first = self.changed.partition_point(|(item, _)| *item < part.start);
        let until = part.end;
        self.changed[first..].iter().take_while(move |(item, _)| *item < until).map(|(_, kind)| *kind)
    }

    fn rows(&self, diff: &Diff) -> Vec<Item> {
        let mut items = Vec::new();
        let mut at = 0;
        for fold in diff.folds(CONTEXT) {
            items.extend((at..fold.start).map(Item::Row));
            if self.all_open || self.open.contains(&fold.start) {
                items.extend(fold.clone().map(Item::Row));
            } else {
                items.push(Item::Fold(fold.clone()));
            }
            at = fold.end;
        }
        items.extend((at..diff.rows.len() as u32).map(Item::Row));
        items
    }
}

/// The first paragraphs of A and of B in an item.
fn paragraphs(diff: &Diff, item: &Item) -> [Option<u32>; 2] {
    let row = match item {
        Item::Row(row) => *row,
        Item::Fold(rows) => rows.start,
        Item::Plain(n) => return [Some(*n); 2],
    };
    diff.rows.get(row as usize).map_or([None; 2], |row| [row.a, row.b])
}

/// Without marks the two texts run side by side, paragraph by paragraph.
fn plain(diff: &Diff) -> Vec<Item> {
    let longest = diff.paragraphs[0].len().max(diff.paragraphs[1].len());
    (0..longest as u32).map(Item::Plain).collect()
}

/// The gutter sign of a row, for those who see no colour.
pub fn sign(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Equal => " ",
        RowKind::Changed => "~",
        RowKind::Removed => "-",
        RowKind::Added => "+",
    }
}
