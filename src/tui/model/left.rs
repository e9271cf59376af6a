//! Where a reader left a review: the order, the filter, the pair and how it was seen. It is there again the next time,
//! from the user's own state, never from the folder that is reviewed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{DiffMode, Sort, Workspace};
use crate::{
    files::{Disk, SmallFiles, state_folder},
    review::Roots,
};

/// The file of one review.
#[derive(Debug)]
pub(crate) struct LeftReview {
    files: SmallFiles,
    name: String,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Left {
    order: String,
    filter: String,
    /// The files of the pair under the cursor, as the review knows them.
    pair: Option<[String; 2]>,
    /// Pairs that are not near are seen by their differences.
    differences: bool,
    /// The name that the reader typed for this review.
    reviewer: Option<String>,
}

/// The largest file that is read, in bytes.
const MAX_SIZE: u64 = 1 << 16;

impl LeftReview {
    /// That of the review of these folders; `None` where there is no home.
    pub(crate) fn of_user(roots: &Roots) -> Option<Self> {
        let files = SmallFiles::new(Disk::default(), state_folder()?.join("reviews"), MAX_SIZE);
        Some(Self { files, name: format!("{:016x}.json", roots.key()) })
    }

    /// Goes on where the reader left, as far as nothing else is asked for. What cannot be read was never kept.
    pub(crate) fn recall(&self, workspace: &mut Workspace, roots: &Roots) {
        let Ok(Some(left)) = self.files.find::<Left>(&self.name) else { return };
        let overview = &mut workspace.overview;
        if overview.sort == Sort::default() {
            overview.sort = Sort::of(&left.order);
        }
        if overview.filter.is_none() && !left.filter.is_empty() {
            overview.filter = left.filter.parse().ok().map(Arc::new);
        }
        let entries = &workspace.batch.entries;
        let at = |path: &String| entries.iter().position(|entry| roots.path_of(&entry.source) == *path);
        let pair = left.pair.and_then(|[a, b]| Some([at(&a)?, at(&b)?]));
        overview.wanted = pair.map(|[a, b]| [a.min(b), a.max(b)]);
        if let Some(review) = &mut workspace.review {
            review.typed_reviewer = left.reviewer;
        }
        workspace.diff.far = left.differences.then_some(DiffMode::Differences);
    }

    /// Writes it down. If that cannot be, the review begins as any other.
    pub(crate) fn keep(&self, workspace: &Workspace) {
        let Some(review) = &workspace.review else { return };
        let path = |at: usize| Some(review.files.get(at)?.path.clone());
        let left = Left {
            order: workspace.overview.sort.name().to_owned(),
            filter: workspace.overview.filter.as_ref().map_or_else(String::new, ToString::to_string),
            pair: workspace.pair().and_then(|[a, b]| Some([path(a)?, path(b)?])),
            reviewer: review.typed_reviewer.clone(),
            differences: workspace.diff.far == Some(DiffMode::Differences),
        };
        _ = self.files.keep(&self.name, &left);
    }
}
