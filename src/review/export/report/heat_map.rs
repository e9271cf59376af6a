//! All distances between documents as a picture, of any number of documents.

/// The lower half of a matrix. Each cell stands for the nearest pair of two groups of neighbouring documents; of few
/// documents each group is one.
#[derive(Clone, Debug)]
pub(crate) struct HeatMap {
    /// The numbers of all documents with a fingerprint, in order.
    pub documents: Vec<usize>,
    /// Documents in a group; the last may have fewer.
    pub group: usize,
    /// Row `i` has the cells of group `i` with the groups `0..=i`.
    pub rows: Vec<Vec<HeatCell>>,
    /// The number of pairs at each distance.
    pub pairs_at: Vec<u64>,
}

/// The nearest pair of two groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeatCell {
    /// In bits; `None` if there is no pair, or none with a distance.
    pub distance: Option<u32>,
    /// A pair of the two groups shares much text but is not near, or the reverse.
    pub disagrees: bool,
}
