//! What was asked for already, each with what it was asked of, so that nothing is asked for twice. Starts nothing itself.

use std::path::PathBuf;

use super::{Holdings, ListQuery, Query, Seek, Stamp};

/// What was asked for already.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The generation that documents were last examined under.
    pub examine: u64,
    /// The generation that pairs were last ranked under.
    pub rank: u64,
    /// What the list was last made for in the background.
    pub list: Option<ListQuery>,
    /// The documents whose traces were last asked for, and the generation.
    pub open: Option<(Vec<usize>, u64)>,
    /// Whether the archive was asked to be read.
    pub archive: bool,
    /// What was last looked up in it.
    pub reach: Option<Query>,
    /// What was last looked for in it for screen 6.
    pub seek: Option<Seek>,
    /// What screen 6 was last made of.
    pub shelf: Option<Holdings>,
    /// The folder last looked into.
    pub folder: Option<PathBuf>,
    /// The pair last looked at closely, its generation and k.
    pub compare: Option<([usize; 2], u64, u32)>,
    /// The pair whose differences were last looked for.
    pub diff: Option<[usize; 2]>,
    /// The pair whose shared passages were last listed, with the hashes of their bytes and what was left out.
    pub passages: Option<([usize; 2], [u64; 2], Option<Stamp>)>,
    /// What was last left out of all documents.
    pub left: Option<Stamp>,
    /// The pair that was last looked at before all are, and what was left out of it.
    pub left_pair: Option<([usize; 2], Stamp)>,
    /// The pair last taken through all profiles, and its generation.
    pub profiles: Option<([usize; 2], u64)>,
    /// The pair last taken through other methods, and its generation.
    pub evidence: Option<([usize; 2], u64)>,
    /// The hunk last looked at, with its pair and generation.
    pub hunk: Option<([usize; 2], u32, u64)>,
    /// The state of the lab last tried, and its generation.
    pub trial: Option<(u64, u64)>,
    /// The document whose survival was last looked at, and its generation.
    pub curve: Option<(usize, u64)>,
}
