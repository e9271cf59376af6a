//! The screens.

use std::io;

use crate::{document::Source, locale::Lang, simhash::Recipe};

/// Opens the screens: a placeholder until they are connected.
///
/// # Errors
/// Always, so far.
pub fn run(sources: Vec<Source>, recipe: Recipe, k: Option<u32>, lang: Lang) -> io::Result<()> {
    drop((sources, recipe, k, lang));
    Err(io::Error::other("the screens are not connected yet"))
}
