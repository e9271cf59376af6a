//! Whether what was read before is used, as it is said on the command line.

use clap::Args;

use super::settings::Chosen;
use crate::review::{Roots, store::Store};

/// What becomes of what was read before.
#[derive(Clone, Copy, Debug, Args)]
pub struct Reuse {
    /// Read every file again, also those that have not changed since the last time
    #[arg(long)]
    fresh: bool,
    /// Neither use what is kept of the files nor keep anything, as with 'cache = false' in the settings
    #[arg(long, conflicts_with = "fresh")]
    no_cache: bool,
}

impl Reuse {
    /// Where what is read of a review of those folders is kept, if it is to be.
    pub fn store(self, roots: &Roots, chosen: &Chosen) -> Option<Store> {
        if self.no_cache || !chosen.config.cache() {
            return None;
        }
        let store = Store::of_user(roots)?;
        if self.fresh {
            store.forget(&chosen.recipe, chosen.run);
        }
        Some(store)
    }
}
