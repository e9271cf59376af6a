//! Near-duplicates by fingerprint, without comparing every pair: the block index for queries, the join for all pairs.
//!
//! Two fingerprints that differ in at most k bits differ in at most k of the blocks into which their bits are cut. So
//! if there are k + c blocks, at least c of them are equal: with a table for each choice of c blocks, from their bits
//! to the fingerprints that have them, every fingerprint within k is found in at least one table (the pigeonhole
//! principle; Manku, Jain, Das Sarma, WWW 2007). [`BlockIndex`] contains these tables, for queries; [`Index`] stores
//! ids, and makes new tables as fingerprints are added and removed; [`join`] does the same with groups, for all pairs
//! at once; [`nearest`] is for a batch and an archive, and builds an index if that pays; [`Flat`] is the scan that all
//! of them must agree with. Distances are Hamming distances, in bits. Pure: uses only `simhash`.
//!
//! ```
//! use simscope_core::{search::{BlockIndex, Plan}, simhash::Fingerprint};
//! // 64 bits in 4 blocks of 16, one of which must be equal: exact up to k = 3.
//! let plan = Plan::new(64, 4, 1)?;
//! assert_eq!((plan.exact_k(), plan.tables().len()), (3, 4));
//! let stored = [0x0000_00ff_ff00_ffff, 0x0123_4567_89ab_cdef].map(|value| Fingerprint::new(value, 64));
//! let index = BlockIndex::new(plan, &stored)?;
//! let found = index.search(Fingerprint::new(0x0000_00fe_ff01_fffe, 64), 3);
//! assert_eq!(found.accepted.iter().map(|hit| (hit.number, hit.hamming)).collect::<Vec<_>>(), [(0, 3)]);
//! assert_eq!(found.compared, 1, "the other one was never compared");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod block_index;
mod flat;
mod index;
mod join;
#[cfg(test)]
mod laws;
mod plan;

pub use block_index::{BlockIndex, SearchResult, TableLookUp};
pub use flat::{Flat, Hit, WidthError};
pub use index::Index;
pub use join::{FAR, Near, join, nearest};
pub use plan::{Cost, Plan, PlanError, Table};
