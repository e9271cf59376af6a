//! Clusters: documents connected by chains of near pairs.
//!
//! Single link: two documents are in one cluster when a chain of pairs leads from one to the other, each pair at most
//! the cutoff apart. A chain can connect dissimilar ends, so each cluster has a *spread*: the largest distance inside,
//! which may be far above the cutoff. The clusters of every cutoff come from one minimum spanning forest (Kruskal 1956;
//! Gower and Ross 1969): pairs are taken in the order of their distance, and those that join two clusters are its
//! links.
//!
//! Uses only pairs, their distances and the numbers of documents.

use rayon::prelude::*;

use super::pair::Pair;

/// The clusters of documents for all cutoffs at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forest {
    documents: usize,
    /// The links of the minimum spanning forest, by distance, then in the order of the documents.
    links: Vec<Link>,
}

/// The default cutoff: pairs up to this distance join clusters. It is larger than k, so that families of drafts stay
/// together.
pub const CUTOFF: u32 = 10;

/// A pair that joins two clusters, or two documents of one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    /// The distance between the documents.
    pub hamming: u32,
    /// The documents, the first before the second.
    pub documents: [u32; 2],
}

/// The clusters at a cutoff.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clusters {
    /// The largest distance that joins.
    pub cutoff: u32,
    /// The clusters of two or more documents: the largest first, then by their first document.
    pub clusters: Vec<Cluster>,
    /// The documents outside all clusters, in ascending order.
    pub alone: Vec<u32>,
    /// The pairs just above the cutoff whose documents are not in the same cluster, at least one of them in a cluster,
    /// by distance, then in the order of the documents. For two clusters, or a cluster and a document, only the nearest
    /// pair is listed, the first of equals.
    pub almost: Vec<Link>,
}

/// A group of connected documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// Their numbers, in ascending order.
    pub members: Vec<u32>,
    /// The links that connect it: one fewer than members, by distance.
    pub links: Vec<Link>,
    /// The largest distance between two members that were compared.
    pub spread: u32,
}

/// The number of bits above the cutoff up to which a pair is almost in a cluster.
pub const ALMOST: u32 = 3;

impl Forest {
    /// Clusters the pairs of this number of documents; pairs without a distance join nothing. Pairs may be in any
    /// order.
    pub fn new(documents: usize, pairs: &[Pair]) -> Self {
        // By distance, by counting: there are 129 of them, and millions of pairs.
        let mut starts = [0usize; MOST + 2];
        for pair in pairs {
            if let Some(hamming) = pair.hamming() {
                starts[hamming as usize + 1] += 1;
            }
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut ends = starts;
        let mut sorted = vec![0u32; starts[MOST + 1]];
        for (pair, at) in pairs.iter().zip(0..) {
            if let Some(hamming) = pair.hamming() {
                let end = &mut ends[hamming as usize];
                sorted[*end] = at;
                *end += 1;
            }
        }
        let mut sets = Sets::new(documents);
        let mut links: Vec<Link> = Vec::new();
        for bounds in starts.windows(2) {
            if links.len() + 1 >= documents {
                break;
            }
            let same = &mut sorted[bounds[0]..bounds[1]];
            let documents = |&at: &u32| pairs[at as usize].documents();
            if !same.is_sorted_by_key(documents) {
                same.par_sort_unstable_by_key(documents);
            }
            for link in same.iter().filter_map(|&at| Link::of(&pairs[at as usize])) {
                if sets.join(link.documents) {
                    links.push(link);
                }
            }
        }
        Self { documents, links }
    }

    /// Every distance at which clusters join, in ascending order, with the number of clusters from there on; before the
    /// first, the number is that of the documents.
    pub fn counts(&self) -> Vec<(u32, usize)> {
        let mut counts: Vec<(u32, usize)> = Vec::new();
        for (link, joined) in self.links.iter().zip(1..) {
            match counts.last_mut() {
                Some((hamming, count)) if *hamming == link.hamming => *count = self.documents - joined,
                _ => counts.push((link.hamming, self.documents - joined)),
            }
        }
        counts
    }

    /// The clusters at a cutoff, from the pairs that the forest was made of.
    pub fn clusters(&self, pairs: &[Pair], cutoff: u32) -> Clusters {
        let inside = self.links.partition_point(|link| link.hamming <= cutoff);
        let mut sets = Sets::new(self.documents);
        for link in &self.links[..inside] {
            sets.join(link.documents);
        }
        let (of, mut clusters, alone) = self.members(&mut sets);
        for &link in &self.links[..inside] {
            if let Some(cluster) = of[link.documents[0] as usize].and_then(|at| clusters.get_mut(at)) {
                cluster.links.push(link);
            }
        }
        let spreads = |mut spreads: Vec<u32>, pair: &Pair| {
            if let Some(link) = Link::of(pair)
                && let [Some(a), Some(b)] = link.documents.map(|document| of[document as usize])
                && a == b
            {
                spreads[a] = spreads[a].max(link.hamming);
            }
            spreads
        };
        let none = || vec![0; clusters.len()];
        let larger = |a: Vec<u32>, b: Vec<u32>| a.into_iter().zip(b).map(|(a, b)| a.max(b)).collect();
        // In few pieces, since each has a list of its own.
        let pieces = pairs.par_chunks(PIECE).map(|pairs| pairs.iter().fold(none(), spreads));
        let found = pieces.reduce(none, larger);
        for (cluster, spread) in clusters.iter_mut().zip(found) {
            cluster.spread = spread;
        }
        let almost = almost(pairs, cutoff, &of, &mut sets);
        Clusters { cutoff, clusters, alone, almost }
    }

    /// For each document its cluster, the clusters with their members, and the documents in none.
    fn members(&self, sets: &mut Sets) -> (Vec<Option<usize>>, Vec<Cluster>, Vec<u32>) {
        let mut of_root: Vec<Vec<u32>> = vec![Vec::new(); self.documents];
        for document in 0..self.documents as u32 {
            of_root[sets.root(document) as usize].push(document);
        }
        let (mut alone, mut clusters) = (Vec::new(), Vec::new());
        for members in of_root {
            match &*members {
                [] => {}
                [one] => alone.push(*one),
                _ => clusters.push(Cluster { members, links: Vec::new(), spread: 0 }),
            }
        }
        alone.sort_unstable();
        clusters.sort_by(|a, b| b.members.len().cmp(&a.members.len()).then(a.members.cmp(&b.members)));
        let mut of = vec![None; self.documents];
        for (at, cluster) in clusters.iter().enumerate() {
            cluster.members.iter().for_each(|&member| of[member as usize] = Some(at));
        }
        (of, clusters, alone)
    }
}

/// The clusters at a cutoff: [`Forest::new`] and [`Forest::clusters`] in one step, for a single cutoff.
pub fn clusters(documents: usize, pairs: &[Pair], cutoff: u32) -> Clusters {
    Forest::new(documents, pairs).clusters(pairs, cutoff)
}

/// The nearest pair of every two clusters, or of a cluster and a document, that is just above the cutoff.
fn almost(pairs: &[Pair], cutoff: u32, of: &[Option<usize>], sets: &mut Sets) -> Vec<Link> {
    let wanted = |pair: &Pair| {
        let link = Link::of(pair)?;
        let [a, b] = link.documents.map(|document| of[document as usize]);
        let just_above = link.hamming > cutoff && link.hamming <= cutoff.saturating_add(ALMOST);
        (just_above && a.or(b).is_some() && a != b).then_some(link)
    };
    let mut found: Vec<Link> = pairs.par_iter().filter_map(wanted).collect();
    found.sort_unstable();
    let mut seen = std::collections::HashSet::new();
    found.retain(|link| {
        let [a, b] = link.documents.map(|document| sets.root(document));
        seen.insert([a.min(b), a.max(b)])
    });
    found
}

impl Link {
    fn of(pair: &Pair) -> Option<Self> {
        let [a, b] = pair.documents().map(|document| document as u32);
        Some(Self { hamming: pair.hamming()?, documents: [a.min(b), a.max(b)] })
    }
}

/// The largest distance of a pair.
const MOST: usize = u8::MAX as usize;
/// The number of pairs processed at a time.
const PIECE: usize = 1 << 18;

/// Disjoint sets of documents (union–find, with path halving and union by size).
pub(super) struct Sets {
    parents: Vec<u32>,
    sizes: Vec<u32>,
}

impl Sets {
    pub(super) fn new(documents: usize) -> Self {
        Self { parents: (0..documents as u32).collect(), sizes: vec![1; documents] }
    }

    pub(super) fn root(&mut self, mut document: u32) -> u32 {
        while self.parents[document as usize] != document {
            let above = self.parents[self.parents[document as usize] as usize];
            self.parents[document as usize] = above;
            document = above;
        }
        document
    }

    /// Joins the sets of two documents. Returns true if they were different.
    pub(super) fn join(&mut self, [a, b]: [u32; 2]) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        let (small, large) = if self.sizes[a as usize] < self.sizes[b as usize] { (a, b) } else { (b, a) };
        if a != b {
            self.parents[small as usize] = large;
            self.sizes[large as usize] += self.sizes[small as usize];
        }
        a != b
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Distances of some documents, some unknown, in any order.
    fn distances() -> impl Strategy<Value = (usize, Vec<Pair>)> {
        (0usize..9).prop_flat_map(|n| {
            let all: Vec<[usize; 2]> = (0..n).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
            let distances = proptest::collection::vec(proptest::option::weighted(0.9, 0u32..12), all.len());
            let pairs = distances.prop_map(move |distances| {
                all.iter().zip(distances).map(|(&documents, hamming)| Pair::new(documents, hamming)).collect::<Vec<_>>()
            });
            (Just(n), pairs.prop_shuffle())
        })
    }

    /// The documents reached from each document by pairs within the cutoff, step by step.
    fn reached(n: usize, pairs: &[Pair], cutoff: u32) -> Vec<Vec<u32>> {
        let mut label: Vec<usize> = (0..n).collect();
        while let Some([a, b]) =
            pairs.iter().filter(|pair| pair.near(cutoff)).map(Pair::documents).find(|&[a, b]| label[a] != label[b])
        {
            let (less, more) = (label[a].min(label[b]), label[a].max(label[b]));
            label.iter_mut().filter(|label| **label == more).for_each(|label| *label = less);
        }
        let of = |l: usize| (0..n as u32).filter(|&d| label[d as usize] == l).collect::<Vec<_>>();
        (0..n).map(of).filter(|members| !members.is_empty()).collect()
    }

    impl Forest {
        /// The number of clusters at a cutoff; a document outside all clusters counts as one.
        fn count(&self, cutoff: u32) -> usize {
            self.documents - self.links.partition_point(|link| link.hamming <= cutoff)
        }
    }

    proptest! {
        #[test]
        fn clusters_are_what_chains_reach((n, pairs) in distances(), cutoff in 0u32..13) {
            let forest = Forest::new(n, &pairs);
            let found = forest.clusters(&pairs, cutoff);
            let mut expected = reached(n, &pairs, cutoff);
            prop_assert_eq!(forest.count(cutoff), expected.len());
            let mut members: Vec<Vec<u32>> = found.clusters.iter().map(|cluster| cluster.members.clone()).collect();
            prop_assert!(members.is_sorted_by(|a, b| (b.len(), &a[0]) <= (a.len(), &b[0])));
            members.extend(found.alone.iter().map(|&one| vec![one]));
            members.sort();
            expected.sort();
            prop_assert_eq!(members, expected);
            for cluster in &found.clusters {
                let inside = |pair: &&Pair| pair.documents().iter().all(|&d| cluster.members.contains(&(d as u32)));
                prop_assert_eq!(Some(cluster.spread), pairs.iter().filter(inside).filter_map(Pair::hamming).max());
                // As many links as a tree has, each a pair within the cutoff, and together they reach all members.
                prop_assert_eq!(cluster.links.len() + 1, cluster.members.len());
                let pair = |link: &Link| Pair::new(link.documents.map(|d| d as usize), Some(link.hamming));
                let links: Vec<Pair> = cluster.links.iter().map(pair).collect();
                prop_assert!(links.iter().all(|link| pairs.iter().any(|pair| pair == link)));
                prop_assert!(reached(n, &links, cutoff).contains(&cluster.members));
            }
        }

        #[test]
        fn counts_are_those_of_every_cutoff((n, pairs) in distances()) {
            let forest = Forest::new(n, &pairs);
            let counts = forest.counts();
            prop_assert!(counts.is_sorted_by(|a, b| a.0 < b.0 && a.1 > b.1));
            for cutoff in 0..13 {
                let last = counts.iter().rfind(|(hamming, _)| *hamming <= cutoff);
                prop_assert_eq!(last.map_or(n, |(_, count)| *count), reached(n, &pairs, cutoff).len());
            }
        }

        #[test]
        fn almost_is_just_above_and_would_join((n, pairs) in distances(), cutoff in 0u32..13) {
            let found = clusters(n, &pairs, cutoff);
            let sets = reached(n, &pairs, cutoff);
            let of = |document: u32| sets.iter().position(|members| members.contains(&document)).unwrap();
            let mut expected: Vec<Link> = Vec::new();
            let mut all: Vec<Link> = pairs.iter().filter_map(Link::of).collect();
            all.sort_unstable();
            for link in all.into_iter().filter(|link| link.hamming > cutoff && link.hamming <= cutoff + ALMOST) {
                let ends = |link: &Link| { let [a, b] = link.documents.map(of); [a.min(b), a.max(b)] };
                let [a, b] = ends(&link);
                let in_a_cluster = sets[a].len() > 1 || sets[b].len() > 1;
                if a != b && in_a_cluster && !expected.iter().any(|other| ends(other) == [a, b]) {
                    expected.push(link);
                }
            }
            prop_assert_eq!(found.almost, expected);
        }
    }

    #[test]
    fn a_chain_joins_unlike_ends_and_the_spread_says_so() {
        let pair = |a, b, hamming| Pair::new([a, b], Some(hamming));
        let pairs = [pair(0, 1, 3), pair(0, 2, 6), pair(0, 3, 30), pair(1, 2, 3), pair(1, 3, 29), pair(2, 3, 6)];
        let found = clusters(4, &pairs, 3);
        let links = [[0, 1], [1, 2]].map(|documents| Link { hamming: 3, documents });
        assert_eq!(found.clusters, [Cluster { members: vec![0, 1, 2], links: links.into(), spread: 6 }]);
        assert_eq!((found.alone, found.almost), (vec![3], vec![Link { hamming: 6, documents: [2, 3] }]));
        let forest = Forest::new(4, &pairs);
        assert_eq!(forest.counts(), [(3, 2), (6, 1)]);
        assert_eq!([0, 3, 5, 6, 64].map(|cutoff| forest.count(cutoff)), [4, 2, 2, 1, 1]);
    }

    #[test]
    fn nothing_is_no_error() {
        assert_eq!(clusters(0, &[], 3), Clusters { cutoff: 3, ..Clusters::default() });
        assert_eq!(clusters(1, &[], u32::MAX).alone, [0]);
        assert_eq!(Forest::new(2, &[Pair::new([0, 1], None)]).count(128), 2);
    }
}
