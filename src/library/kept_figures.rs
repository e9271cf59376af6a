//! The file of the figures that were measured on this machine, in the folder of the libraries.

use std::{fs, io, path::PathBuf};

use serde::{Deserialize, Serialize};

use super::{LibraryError, capacity::EngineFigures, place};
use crate::files::{Disk, Placing, write_all};

const SCHEMA: &str = "simscope/library-figures/1";

#[derive(Serialize, Deserialize)]
struct StoredFigures {
    schema: String,
    engines: Vec<EngineFigures>,
}

/// The figures that were measured on this machine; none if that was not done, or cannot be read.
pub(crate) fn measured_figures() -> Vec<EngineFigures> {
    let bytes = file().and_then(|file| fs::read(file).ok()).unwrap_or_default();
    let stored = serde_json::from_slice::<StoredFigures>(&bytes).ok().filter(|stored| stored.schema == SCHEMA);
    let sound = |figures: &EngineFigures| {
        let bytes = [figures.key_bytes, figures.shared_bytes];
        let finite = figures.times.iter().map(|time| time.seconds).chain(bytes);
        finite.into_iter().all(|figure| figure.is_finite() && figure >= 0.0)
            && figures.times.iter().all(|time| time.documents > 0)
            && figures.times.is_sorted_by(|a, b| a.documents < b.documents)
    };
    stored.map_or_else(Vec::new, |stored| stored.engines.into_iter().filter(sound).collect())
}

/// Keeps figures in place of those that were kept before.
pub(super) fn keep(engines: &[EngineFigures]) -> Result<(), LibraryError> {
    let file = file().ok_or(io::ErrorKind::NotFound)?;
    let stored = StoredFigures { schema: SCHEMA.into(), engines: engines.to_vec() };
    // Numbers and names always have a JSON form.
    let bytes = serde_json::to_vec_pretty(&stored).unwrap_or_default();
    Ok(write_all(&Disk::default(), &file, Placing { over: true, ..Placing::NEW }, &bytes)?)
}

fn file() -> Option<PathBuf> {
    Some(place::folder()?.join("figures.json"))
}
