//! All documents together, for screen 6.

use std::sync::Arc;

use crate::{
    compare::{
        cluster::Forest,
        coverage::shared_passages,
        pair::{Pair, Subject},
    },
    search::{Index, Plan},
    simhash::{Fingerprint, Stopped, Watch},
    tui::model::{Holdings, Shelf},
};

/// All documents together. Of what was made before, only the index may be another.
pub fn shelve(
    subjects: &[Option<Arc<Subject>>],
    pairs: &[Pair],
    (bits, order): (u8, Holdings),
    before: Option<&Shelf>,
    watch: &Watch,
) -> Result<Shelf, Stopped> {
    let with_fingerprint = |at: &usize| subjects[*at].as_ref().is_some_and(|subject| subject.fingerprint.is_some());
    let documents: Vec<usize> = (0..subjects.len()).filter(with_fingerprint).collect();
    let fingerprints: Vec<Fingerprint> =
        documents.iter().filter_map(|&at| subjects[at].as_ref()?.fingerprint).collect();
    let plan = Plan::within(bits, order.k, order.chosen).ok();
    let index = plan.and_then(|plan| Index::new(plan, &fingerprints).ok());
    watch.check()?;
    let (forest, passages) = if let Some(shelf) = before {
        (shelf.forest.clone(), shelf.passages.clone())
    } else {
        let windows: Vec<_> = subjects.iter().map(|s| s.as_ref().map(|s| &**s.windows())).collect();
        (Forest::new(subjects.len(), pairs), shared_passages(&windows, 2, watch)?)
    };
    Ok(Shelf { of: order, documents, index, forest, passages })
}
