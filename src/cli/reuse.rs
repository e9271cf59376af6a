//! Whether the cache is used, as the command line says.

use clap::Args;

use super::settings::ResolvedSettings;
use crate::{cache::CacheFolder, review::Roots};

#[derive(Clone, Copy, Debug, Args)]
pub(super) struct CacheArguments {
    /// Read every file again, also those that have not changed since the last time
    #[arg(long)]
    fresh: bool,
    /// Neither use what is kept of the files nor keep anything, as with 'cache = false' in the settings
    #[arg(long, conflicts_with = "fresh")]
    no_cache: bool,
}

impl CacheArguments {
    /// The cache for a review of those folders, if one is to be used.
    pub(super) fn cache(self, roots: &Roots, settings: &ResolvedSettings) -> Option<CacheFolder> {
        if self.no_cache || !settings.config.cache() {
            return None;
        }
        let folder = CacheFolder::of_user(roots.key())?;
        if self.fresh {
            folder.clear(&settings.recipe, settings.run);
        }
        Some(folder)
    }
}
