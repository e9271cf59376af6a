//! The state of screen 1: cursor, order, filter and pane; and its list: the pairs that pass the filter, their order,
//! and the counts of all pairs.
//!
//! Pairs stay in the order of the documents. A listing says for which query it was made; another query makes another
//! listing, of more than 20,000 pairs in the background, while the old one stays.

use std::{
    cmp::Reverse,
    collections::BTreeSet,
    sync::{Arc, OnceLock},
};

use rayon::prelude::*;

use crate::{
    batch::Revision,
    compare::{
        Thresholds,
        cluster::clusters,
        order::{NameOrder, ordered},
        pair::{Pair, Subject, cosine},
    },
    review::{Decisions, ReviewedPair, Verdict, filter::Filter, pairs::Figures},
    tui::model::list::List,
};

/// The state of screen 1.
#[derive(Clone, Debug, Default)]
pub(crate) struct OverviewState {
    pub list: List,
    pub sort: Sort,
    /// `None` lists all pairs.
    pub filter: Option<Arc<Filter>>,
    /// The marked pairs, also those that the filter hides.
    pub marked: BTreeSet<[usize; 2]>,
    /// Another list is coming that was not asked for: a cursor on the first row stays on the first row.
    pub top: bool,
    /// The pair to select as soon as it is listed.
    pub wanted: Option<[usize; 2]>,
    /// The main pane of a narrow screen.
    pub pane: MainPane,
}

/// An order of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sort {
    /// By the larger share in steps, then near before not near, then by distance.
    #[default]
    Rank,
    Distance,
    /// By the larger coverage.
    Shared,
    /// By the longest shared passage.
    Longest,
    Cosine,
    /// By the order of the documents.
    Documents,
    /// By the reader's verdict; those without one last.
    Verdict,
}

/// The panes that a narrow screen shows one at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MainPane {
    #[default]
    Pairs,
    Matrix,
    Histogram,
}

impl Sort {
    /// All of them, in the order of the picker.
    pub(crate) const ALL: [Self; 7] =
        [Self::Rank, Self::Distance, Self::Shared, Self::Longest, Self::Cosine, Self::Documents, Self::Verdict];

    /// The order that the settings call so; ranked where there is none.
    pub(crate) fn of(name: &str) -> Self {
        let at = Self::NAMES.iter().position(|known| *known == name).unwrap_or(0);
        Self::ALL[at]
    }

    /// Its name in the settings.
    pub(crate) fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The names in the settings, in the order of [`ALL`](Self::ALL).
    const NAMES: [&str; 7] = ["rank", "distance", "shared", "longest", "cosine", "documents", "verdict"];
}

/// The inputs of a list; another query makes another list.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ListQuery {
    /// The generation of the pairs.
    pub generation: u64,
    /// The thresholds of the signals.
    pub thresholds: Thresholds,
    pub sort: Sort,
    /// `None` lists all pairs.
    pub filter: Option<Arc<Filter>>,
    /// The revision of the review that the filter saw.
    pub revision: u64,
    /// Up to this distance, pairs join the clusters that the filter speaks of.
    pub cutoff: u32,
    /// The revision of the remainders, if the pairs are of those.
    pub remainders: Option<Revision>,
}

/// The values of documents that a list of pairs needs.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListContext {
    pub subjects: Vec<Option<Arc<Subject>>>,
    /// Their names, as a filter sees them.
    pub names: Vec<String>,
    /// The documents in the order of their names.
    pub order: NameOrder,
    /// The decisions of the review.
    pub matched: Arc<Decisions>,
}

impl ListContext {
    fn cosine(&self, pair: &Pair) -> Option<f64> {
        let [a, b] = pair.documents().map(|at| self.subjects.get(at)?.as_deref());
        a.zip(b).and_then(|(a, b)| cosine(a, b))
    }

    fn altered(&self, at: usize) -> bool {
        self.subjects.get(at).and_then(Option::as_deref).is_some_and(|subject| !subject.altered().is_none())
    }
}

/// Pairs in the order of a list. Made at once; for millions of pairs in the background.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listing {
    pub query: ListQuery,
    /// The numbers of the pairs, row by row.
    rows: Vec<u32>,
    /// The row of each pair.
    places: Vec<u32>,
    pub tally: Tally,
    /// The pairs as it shows them, where they are not those of the whole documents.
    remainders: Option<Arc<[Pair]>>,
}

/// The counts of all pairs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub near: usize,
    /// How many share much text but are not near.
    pub shared: usize,
    /// Of how many the longest passage is common to many documents.
    pub common: usize,
    /// Some have notable small edits.
    pub edits: bool,
    /// How many have distance 0, 1, 2 and so on.
    pub at: Vec<u64>,
}

impl Listing {
    /// Puts those pairs that are wished for in the order wished for; they are given in the order of the documents.
    pub(crate) fn new(pairs: &[Pair], context: &ListContext, query: &ListQuery) -> Self {
        let mut rows = match query.sort {
            Sort::Rank => ordered(pairs, query.thresholds, &context.order),
            Sort::Distance => in_order(pairs, |pair| pair.hamming().unwrap_or(u32::MAX)),
            // Shares are not negative, and of such numbers the bits are in their order.
            Sort::Shared => in_order(pairs, |pair| Reverse(pair.most_shared().to_bits())),
            Sort::Longest => in_order(pairs, |pair| Reverse(pair.longest)),
            Sort::Cosine => {
                in_order(pairs, |pair| Reverse(context.cosine(pair).map_or(0, |cosine| (cosine + 1.0).to_bits())))
            }
            Sort::Documents => (0..pairs.len() as u32).collect(),
            Sort::Verdict => in_order(pairs, |pair| {
                let given = context.matched.pair(pair.documents()).and_then(|decision| decision.verdict.as_ref());
                given.map_or(Verdict::ALL.len(), |given| given.verdict as usize)
            }),
        };
        if let Some(filter) = &query.filter {
            // Found when the filter asks for one.
            let clusters = OnceLock::new();
            let number = |at: usize| {
                let clusters = clusters.get_or_init(|| numbered(context.subjects.len(), pairs, query.cutoff));
                clusters.get(at).copied().flatten()
            };
            let holds = |&at: &u32| {
                filter.holds(&ReviewedPair {
                    pair: &pairs[at as usize],
                    thresholds: query.thresholds,
                    names: &context.names,
                    decisions: &context.matched,
                    cosine: &|pair| context.cosine(pair),
                    cluster: &number,
                    altered: &|at| context.altered(at),
                })
            };
            rows = rows.into_par_iter().filter(holds).collect();
        }
        let mut places = vec![u32::MAX; pairs.len()];
        for (row, &pair) in (0..).zip(&rows) {
            places[pair as usize] = row;
        }
        Self { query: query.clone(), rows, places, tally: Tally::new(pairs, query.thresholds), remainders: None }
    }

    /// The same; a list of remainders keeps their pairs.
    pub(crate) fn keeping(pairs: &Arc<[Pair]>, context: &ListContext, query: &ListQuery) -> Self {
        Self { remainders: query.remainders.map(|_| pairs.clone()), ..Self::new(pairs, context, query) }
    }

    /// A pair as the list shows it.
    pub(crate) fn shown<'a>(&'a self, pair: &'a Pair) -> &'a Pair {
        let remainder = self
            .remainders
            .as_ref()
            .and_then(|pairs| pairs.get(pairs.binary_search_by_key(&pair.documents(), Pair::documents).ok()?));
        remainder.unwrap_or(pair)
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The number of the pair in that row.
    pub(crate) fn pair(&self, row: usize) -> Option<usize> {
        self.rows.get(row).map(|&pair| pair as usize)
    }

    /// The row of a pair, if it is listed.
    pub(crate) fn row(&self, pair: usize) -> Option<usize> {
        self.places.get(pair).filter(|&&row| row != u32::MAX).map(|&row| row as usize)
    }
}

/// The number of the cluster that each document is in, from 1; `None` for those alone.
fn numbered(documents: usize, pairs: &[Pair], cutoff: u32) -> Vec<Option<u32>> {
    let mut of = vec![None; documents];
    for (cluster, number) in clusters(documents, pairs, cutoff).clusters.iter().zip(1..) {
        for &member in &cluster.members {
            of[member as usize] = Some(number);
        }
    }
    of
}

/// The numbers of pairs in the order of a key; those with equal keys stay in theirs.
fn in_order<K: Ord + Send>(pairs: &[Pair], key: impl Fn(&Pair) -> K + Sync) -> Vec<u32> {
    let mut keyed: Vec<(K, u32)> =
        pairs.par_iter().zip(0..pairs.len() as u32).map(|(pair, at)| (key(pair), at)).collect();
    keyed.par_sort_unstable();
    keyed.into_iter().map(|(_, at)| at).collect()
}

impl Tally {
    fn new(pairs: &[Pair], at: Thresholds) -> Self {
        let mut tally = Self::default();
        for pair in pairs {
            tally.near += usize::from(pair.near(at.k));
            tally.shared += usize::from(pair.shares_not_near(at));
            tally.common += usize::from(pair.shares_common_text());
            tally.edits |= Figures::of(pair, at).has_notable_edits();
            if let Some(hamming) = pair.hamming() {
                let hamming = hamming as usize;
                tally.at.resize(tally.at.len().max(hamming + 1), 0);
                tally.at[hamming] += 1;
            }
        }
        tally
    }
}
