//! The engine of a library on a server that speaks the protocol of Redis, or on a cluster of them (`redis/keys.rs` has the
//! layout). It finds near documents; passages and texts are of a file alone.
//!
//! A document is there as soon as its path leads to its number, and then it has its record and its entries in the tables,
//! which were written before. So nothing is counted twice, whoever adds the same path and whatever is sent again after a
//! failover: the last path wins. Look-ups drop the one that it replaces, which is taken out of the tables after that.

mod keys;
mod layouts;
mod nodes;
mod read;
mod record;
mod stats;
#[cfg(test)]
mod tests;
mod write;

use std::{
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use ::redis::Value;

use super::{
    KnownDocument, LayoutCost, LibraryChanges, LibraryDocument, LibraryError, LibraryStats, Way,
    engine::Engine,
    identity::Identity,
    near::NearResult,
    path_bytes::{bytes_of, path_of},
    server_place::{Layout, ServerPlace},
    trust,
};
use crate::{
    compare::coverage::READING_VERSION,
    files::random_id,
    simhash::{Fingerprint, RecipeWithK, Watch},
};
use keys::Keys;
use nodes::{Nodes, Request};

/// Grows when an older program could not read the keys.
const VERSION: i32 = 1;
/// The beginning of the head of a library.
const MARK: &str = "simscope library ";

/// An open library.
#[derive(Debug)]
pub(super) struct Redis {
    /// Several threads may look things up.
    nodes: Mutex<Nodes>,
    keys: Keys,
    layout: Layout,
    identity: Identity,
}

impl Redis {
    /// Opens the library of that name.
    ///
    /// # Errors
    /// [`LibraryError::Missing`] where there is none.
    pub(super) fn open(place: &ServerPlace) -> Result<Self, LibraryError> {
        Self::of(Nodes::connect(place)?, place)
    }

    /// Makes a library; opens the one that is there.
    ///
    /// # Errors
    /// [`LibraryError`].
    pub(super) fn create(place: &ServerPlace, recipe: &RecipeWithK) -> Result<Self, LibraryError> {
        let mut nodes = Nodes::connect(place)?;
        let id = random_id().map(|id| format!("{id:032x}")).ok_or(io::ErrorKind::Unsupported)?;
        let layout = place.layout.name();
        let head = format!("{MARK}{VERSION}\nid {id}\nrecipe {recipe}\nreading {READING_VERSION}\nlayout {layout}\n");
        // Before the id is on the server; where it cannot be remembered, the library has to be accepted the next time.
        _ = trust::remember(&id, &place.to_string());
        let make = Request::with("SET", Keys::new(&place.name).head(), |cmd| _ = cmd.arg(head).arg("NX"));
        // Another process may have been faster.
        nodes.write(&[make], &Watch::default())?;
        let mut library = Self::of(nodes, place)?;
        library.identity.known |= library.identity.id == id;
        Ok(library)
    }

    fn of(mut nodes: Nodes, place: &ServerPlace) -> Result<Self, LibraryError> {
        let keys = Keys::new(&place.name);
        let requests = [Request::new("GET", keys.head()), Request::new("SMEMBERS", keys.folders())];
        let [head, folders] = nodes.read(&requests)?.try_into().unwrap_or_default();
        let head = match head {
            Value::Nil => return Err(LibraryError::Missing),
            head => bytes(head).and_then(|head| String::from_utf8(head).ok()),
        };
        let in_the_way = || LibraryError::KeyInTheWay(keys.head());
        let head = head.as_deref().and_then(|head| head.strip_prefix(MARK)).ok_or_else(in_the_way)?;
        let mut lines = head.lines();
        let version = lines.next().and_then(|version| version.parse().ok()).ok_or_else(in_the_way)?;
        if version > VERSION {
            return Err(LibraryError::Newer { version, known: VERSION });
        }
        let value = |name: &str| {
            let mut values = lines.clone().filter_map(|line| line.split_once(' '));
            values.find(|(key, _)| *key == name).map(|(_, value)| value).ok_or(LibraryError::Damaged("setting"))
        };
        if value("reading")? != READING_VERSION.to_string() {
            return Err(LibraryError::OtherReading);
        }
        let name = value("layout")?;
        let layout = Layout::ALL.into_iter().find(|layout| layout.name() == name);
        let folders = folders.into_sequence().unwrap_or_default().into_iter().filter_map(bytes).map(path_of).collect();
        let id = value("id")?.to_owned();
        Ok(Self {
            keys: keys.of_id(&id),
            layout: layout.ok_or(LibraryError::Damaged("layout"))?,
            identity: Identity::new(id, value("recipe")?, folders)?,
            nodes: Mutex::new(nodes),
        })
    }

    fn nodes(&self) -> MutexGuard<'_, Nodes> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn width(&self) -> u8 {
        self.identity.recipe.recipe.bits
    }
}

impl Engine for Redis {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn identity_mut(&mut self) -> &mut Identity {
        &mut self.identity
    }

    fn len(&self) -> Result<u64, LibraryError> {
        self.count(u64::MAX)
    }

    fn holds_at_most(&self, most: u64) -> Result<bool, LibraryError> {
        self.holds_at_most(most)
    }

    fn write(&mut self, changes: &LibraryChanges, watch: &Watch) -> Result<(), LibraryError> {
        self.write(changes, watch)
    }

    fn note_folders(&mut self, folders: &[PathBuf]) -> Result<(), LibraryError> {
        if folders.is_empty() {
            return Ok(());
        }
        let paths: Vec<Vec<u8>> = folders.iter().map(|folder| bytes_of(folder)).collect();
        let note = Request::with("SADD", self.keys.folders(), |cmd| _ = cmd.arg(paths));
        self.nodes().write(&[note], &Watch::default())?;
        self.identity.folders.extend_from_slice(folders);
        Ok(())
    }

    fn known(&self, path: &Path, said: &[Option<String>; 2]) -> Result<Option<KnownDocument>, LibraryError> {
        let path = bytes_of(path);
        let found = self.of_paths(std::slice::from_ref(&path))?.pop().flatten();
        Ok(found.and_then(|(id, record)| record.known(id, &path, said)))
    }

    fn document(&self, id: u32) -> Result<Option<LibraryDocument>, LibraryError> {
        let record = self.present(&[id])?.remove(&id);
        record.map(|record| record.document(id, self.width())).transpose()
    }

    fn document_of(&self, path: &Path) -> Result<Option<LibraryDocument>, LibraryError> {
        let path = bytes_of(path);
        let found = self.of_paths(std::slice::from_ref(&path))?.pop().flatten();
        let found = found.filter(|(_, record)| record.path == path);
        found.map(|(id, record)| record.document(id, self.width())).transpose()
    }

    fn numbers(&self) -> Result<Vec<u32>, LibraryError> {
        Ok(self.paths()?.into_iter().map(|(number, _)| number).collect())
    }

    fn each_document(&self, visit: &mut dyn FnMut(LibraryDocument) -> bool) -> Result<(), LibraryError> {
        self.each_document(visit)
    }

    fn near(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<NearResult, LibraryError> {
        self.near(fingerprint, k, watch)
    }

    fn each_fingerprint(&self, watch: &Watch, visit: &mut dyn FnMut(Fingerprint, u32)) -> Result<(), LibraryError> {
        self.each_document(&mut |document| {
            document.fingerprint.inspect(|&fingerprint| visit(fingerprint, document.id));
            !watch.stopped()
        })
    }

    fn last_fingerprint(&self) -> Result<Option<Fingerprint>, LibraryError> {
        self.last_fingerprint()
    }

    fn stats(&self) -> Result<LibraryStats, LibraryError> {
        self.stats()
    }

    fn ways(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<Vec<Way>, LibraryError> {
        self.ways(fingerprint, k, watch)
    }

    fn layouts(&self) -> Result<Vec<LayoutCost>, LibraryError> {
        self.layouts()
    }
}

/// The bytes of a string; `None` for any other answer.
fn bytes(value: Value) -> Option<Vec<u8>> {
    match value {
        Value::BulkString(bytes) => Some(bytes),
        _ => None,
    }
}
