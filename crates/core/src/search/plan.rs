//! The division of bits into blocks, and the blocks that form a key.

use std::{error::Error, fmt, ops::Range};

use crate::simhash::Fingerprint;

/// The largest number of tables of a plan: each contains every fingerprint once.
pub(super) const MOST_TABLES: usize = 1000;

/// Costs in comparisons of a scan, as `benches/search.rs` measures them: to put a fingerprint in a table, to look a key
/// up in one, and to compare a candidate found there.
const PUT: f64 = 20.0;
const LOOK_UP: f64 = 150.0;
const CANDIDATE: f64 = 4.0;
/// The most tables that are built for an archive, whatever more would save: each takes 12 bytes a fingerprint.
const MOST_KEPT: usize = 16;
/// Keys of more blocks than this make too many tables.
const MOST_CHOSEN: u8 = 3;

/// Blocks, and a table for each choice of some of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    width: u8,
    blocks: Vec<Range<u8>>,
    tables: Vec<Table>,
    exact_k: u32,
}

/// One table: the blocks that make its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The numbers of the blocks, from 0, in ascending order.
    pub chosen: Vec<u8>,
    /// The length of a key, in bits.
    pub bits: u8,
    parts: Vec<Range<u8>>,
}

/// A plan that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanError {
    /// A block without a bit.
    Blocks {
        /// The requested number of blocks.
        blocks: u8,
        /// The width of a fingerprint, in bits.
        bits: u8,
    },
    /// A key of no block, or of more blocks than there are.
    Chosen {
        /// The requested number of blocks in a key.
        chosen: u8,
        /// The number of blocks.
        blocks: u8,
    },
    /// More than 1000 tables, each of which would contain every fingerprint.
    Tables {
        /// The number of blocks in a key.
        chosen: u8,
        /// The number of blocks.
        blocks: u8,
    },
}

impl Error for PlanError {}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blocks { blocks, bits } => {
                write!(f, "{blocks} blocks cannot be cut from {bits} bits; take 1 to {bits}")
            }
            Self::Chosen { chosen, blocks } => {
                write!(f, "a key cannot be made of {chosen} of {blocks} blocks; take 1 to {blocks}")
            }
            Self::Tables { chosen, blocks } => write!(
                f,
                "{chosen} of {blocks} blocks can be chosen in more than {MOST_TABLES} ways, each a table; take fewer \
                 blocks"
            ),
        }
    }
}

/// The cost of a plan, if the bits of fingerprints were random.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The number of tables, each with every fingerprint in it.
    pub tables: usize,
    /// The fingerprints that share a key, on average: in the table with the longest keys, and in that with the
    /// shortest.
    pub bucket: (f64, f64),
    /// The candidates of a query on average, over all tables; one that is in several counts several times.
    pub candidates: f64,
}

impl Plan {
    /// Cuts `width` bits into `blocks` blocks, the first ones one bit longer if they cannot be equal, with a table for
    /// each choice of `chosen` of them.
    ///
    /// # Errors
    /// [`PlanError`] if blocks would be empty, keys be made of none, or the tables be too many.
    pub fn new(width: u8, blocks: u8, chosen: u8) -> Result<Self, PlanError> {
        if blocks == 0 || blocks > width {
            return Err(PlanError::Blocks { blocks, bits: width });
        }
        if chosen == 0 || chosen > blocks {
            return Err(PlanError::Chosen { chosen, blocks });
        }
        if choices(blocks, chosen) > MOST_TABLES {
            return Err(PlanError::Tables { chosen, blocks });
        }
        let (least, longer) = (width / blocks, width % blocks);
        let start = |block: u8| block * least + block.min(longer);
        let cut: Vec<Range<u8>> = (0..blocks).map(|block| start(block)..start(block + 1)).collect();
        let tables = combinations(blocks, chosen).into_iter().map(|chosen| Table::new(chosen, &cut)).collect();
        Ok(Self { width, blocks: cut, tables, exact_k: u32::from(blocks - chosen) })
    }

    /// The plan that is exact up to `k` and no further, with keys of `chosen` blocks.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn within(width: u8, k: u32, chosen: u8) -> Result<Self, PlanError> {
        let blocks = u8::try_from(k).unwrap_or(u8::MAX).saturating_add(chosen);
        Self::new(width, blocks, chosen)
    }

    /// The plan by which `queries` queries within `k` bits cost least among `stored` fingerprints, if their bits were
    /// random; `None` if it costs less, with the building of the tables, to compare each query with all of them.
    pub fn that_pays(width: u8, k: u32, stored: u64, queries: u64) -> Option<Self> {
        let (stored, queries) = (stored as f64, queries as f64);
        let cost = |plan: &Self| {
            let Cost { tables, candidates, .. } = plan.cost(stored as u64);
            let tables = tables as f64;
            tables * stored * PUT + queries * (tables * LOOK_UP + candidates * CANDIDATE)
        };
        let plans = (1..=MOST_CHOSEN).filter_map(|chosen| Self::within(width, k, chosen).ok());
        let plans = plans.filter(|plan| plan.tables.len() <= MOST_KEPT);
        let best = plans.map(|plan| (cost(&plan), plan)).min_by(|(a, _), (b, _)| a.total_cmp(b));
        best.filter(|(cost, _)| *cost < stored * queries).map(|(_, plan)| plan)
    }

    /// The width of a fingerprint, in bits.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The blocks, as ranges of columns from the left.
    pub fn blocks(&self) -> &[Range<u8>] {
        &self.blocks
    }

    /// One table for each choice of blocks.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The number of blocks in a key.
    pub fn chosen(&self) -> usize {
        self.tables.first().map_or(0, |table| table.chosen.len())
    }

    /// The largest k up to which nothing is missed, in bits.
    pub fn exact_k(&self) -> u32 {
        self.exact_k
    }

    /// Its cost for `stored` fingerprints.
    pub fn cost(&self, stored: u64) -> Cost {
        let bucket = |table: &Table| stored as f64 / f64::from(table.bits).exp2();
        let all = self.tables.iter().map(bucket);
        let (least, most) = (all.clone().fold(f64::INFINITY, f64::min), all.clone().fold(0.0, f64::max));
        Cost { tables: self.tables.len(), bucket: (least, most), candidates: all.sum() }
    }
}

impl Table {
    fn new(chosen: Vec<u8>, blocks: &[Range<u8>]) -> Self {
        let parts: Vec<Range<u8>> = chosen.iter().map(|&block| blocks[usize::from(block)].clone()).collect();
        let bits = parts.iter().map(|part| part.end - part.start).sum();
        Self { chosen, bits, parts }
    }

    /// The key of a fingerprint: the concatenated bits of the chosen blocks.
    pub fn key(&self, fingerprint: Fingerprint) -> u128 {
        let (value, width) = (fingerprint.value(), fingerprint.width());
        self.parts.iter().fold(0, |key, part| {
            let bits = u32::from(part.end - part.start);
            // Only a block of all 128 bits is shifted by as many, and it is the first.
            let before: u128 = key;
            before.checked_shl(bits).unwrap_or(0) | value >> (width - part.end) & ones(bits)
        })
    }
}

/// A number of `bits` ones.
fn ones(bits: u32) -> u128 {
    u128::MAX.checked_shr(128 - bits).unwrap_or(0)
}

/// The number of choices of `chosen` of `blocks`; just above [`MOST_TABLES`] if there are more.
fn choices(blocks: u8, chosen: u8) -> usize {
    let chosen = chosen.min(blocks - chosen);
    let mut ways = 1;
    for i in 0..usize::from(chosen) {
        ways = ways * (usize::from(blocks) - i) / (i + 1);
        if ways > MOST_TABLES {
            return MOST_TABLES + 1;
        }
    }
    ways
}

/// All choices of `chosen` of `blocks`, in lexical order.
fn combinations(blocks: u8, chosen: u8) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    for place in 0..chosen {
        let left = chosen - place - 1;
        let longer = |begun: Vec<u8>| {
            let from = begun.last().map_or(0, |last| last + 1);
            (from..blocks - left).map(move |block| begun.iter().copied().chain([block]).collect())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Article 004: four blocks of 16, one chosen; five of 13, 13, 13, 13, 12, two chosen, which makes ten tables.
    #[test]
    fn the_plans_of_article_004() {
        let plan = Plan::within(64, 3, 1).unwrap();
        assert_eq!(plan.blocks(), [0..16, 16..32, 32..48, 48..64]);
        assert_eq!(plan.tables().iter().map(|t| t.chosen.clone()).collect::<Vec<_>>(), [[0], [1], [2], [3]]);
        let plan = Plan::within(64, 3, 2).unwrap();
        assert_eq!(plan.blocks(), [0..13, 13..26, 26..39, 39..52, 52..64]);
        let chosen: Vec<_> = plan.tables().iter().map(|t| [t.chosen[0], t.chosen[1]]).collect();
        assert_eq!(chosen, [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]]);
        assert_eq!((plan.exact_k(), plan.chosen()), (3, 2));
    }

    /// 2³⁴ fingerprints in 2¹⁶ keys are 262,144 a table, four times; in 2²⁶ keys they are 256, and ten times that is
    /// 2,560. That is what article 004 reckons; but keys with the short block have 25 bits, so that it is 3,584.
    #[test]
    fn the_costs_of_article_004() {
        let four = Plan::new(64, 4, 1).unwrap().cost(1 << 34);
        assert_eq!(four, Cost { tables: 4, bucket: (262_144.0, 262_144.0), candidates: 4.0 * 262_144.0 });
        let plan = Plan::new(64, 5, 2).unwrap();
        let ten = plan.cost(1 << 34);
        assert_eq!((ten.tables, ten.bucket), (10, (256.0, 512.0)));
        assert!((ten.bucket.0 * 10.0 - 2560.0).abs() < 1e-9);
        let short = plan.tables().iter().filter(|table| table.bits == 25).count();
        assert_eq!((short, ten.candidates), (4, 6.0 * 256.0 + 4.0 * 512.0));
    }

    #[test]
    fn keys_are_the_blocks_one_behind_the_other() {
        let plan = Plan::new(64, 4, 1).unwrap();
        let fingerprint = Fingerprint::new(0x08df_1ba8_d384_a85f, 64);
        let keys: Vec<u128> = plan.tables().iter().map(|table| table.key(fingerprint)).collect();
        assert_eq!(keys, [0x08df, 0x1ba8, 0xd384, 0xa85f]);
        let two = Plan::new(64, 4, 2).unwrap();
        assert_eq!(two.tables()[1].key(fingerprint), 0x08df_d384);
        let whole = Plan::new(128, 1, 1).unwrap();
        assert_eq!(whole.tables()[0].key(Fingerprint::new(u128::MAX, 128)), u128::MAX);
        let all = Plan::new(6, 6, 6).unwrap();
        assert_eq!(all.tables()[0].key(Fingerprint::new(0b10_1101, 6)), 0b10_1101);
    }

    #[test]
    fn what_cannot_be_planned_is_said() {
        for (width, blocks, chosen, says) in [
            (64, 0, 1, "0 blocks cannot be cut from 64 bits; take 1 to 64"),
            (3, 4, 1, "4 blocks cannot be cut from 3 bits; take 1 to 3"),
            (64, 4, 0, "a key cannot be made of 0 of 4 blocks; take 1 to 4"),
            (64, 4, 5, "a key cannot be made of 5 of 4 blocks; take 1 to 4"),
            (64, 20, 10, "10 of 20 blocks can be chosen in more than 1000 ways, each a table; take fewer blocks"),
        ] {
            assert_eq!(Plan::new(width, blocks, chosen).unwrap_err().to_string(), says);
        }
        assert!(Plan::within(64, 500, 1).is_err(), "no plan reaches so far");
        assert!(Plan::new(128, 128, 127).is_ok());
    }
}
