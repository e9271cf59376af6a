//! The properties of an open library, whatever stores it.

use std::path::PathBuf;

use super::{LibraryError, trust};
use crate::{search::Plan, simhash::RecipeWithK};

/// The largest k that the tables of a library find without a scan.
pub(crate) const TABLES_K: u32 = 3;

/// The properties of an open library.
#[derive(Debug)]
pub(super) struct Identity {
    /// 32 hexadecimal digits.
    pub id: String,
    pub recipe: RecipeWithK,
    /// The tables of row keys; `None` where fingerprints are too short for them.
    pub plan: Option<Plan>,
    /// Folders whose files may be opened.
    pub folders: Vec<PathBuf>,
    /// It was made or accepted here.
    pub known: bool,
}

impl Identity {
    pub(super) fn new(id: String, recipe: &str, folders: Vec<PathBuf>) -> Result<Self, LibraryError> {
        let recipe: RecipeWithK = recipe.parse().map_err(|_| LibraryError::Damaged("recipe"))?;
        let plan = Plan::within(recipe.recipe.bits, TABLES_K, 1).ok();
        Ok(Self { known: trust::is_known(&id), id, recipe, plan, folders })
    }
}
