//! The engine of a library on a server that speaks the protocol of Redis, or on a cluster of them (`redis/layout.rs`
//! has the keys). It finds near documents; passages and texts are of a file alone.
//!
//! A document is there as soon as its path leads to its number, and then it has its record and its entries in the
//! tables, which were written before. So nothing is counted twice, whoever adds the same path and whatever is sent
//! again after a failover: the last path wins. Look-ups drop the one that it replaces, which is taken out of the tables
//! after that.

#[cfg_attr(not(test), deny(clippy::indexing_slicing, clippy::arithmetic_side_effects))]
mod connection;
#[cfg_attr(not(test), deny(clippy::indexing_slicing, clippy::arithmetic_side_effects))]
mod layout;
#[cfg_attr(not(test), deny(clippy::indexing_slicing, clippy::arithmetic_side_effects))]
mod nodes;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use ::redis::Value;

use super::{
    Access, Eviction, KnownDocument, Layout, LibraryChanges, LibraryPlace, LibraryStats, NearResult, NewDocument,
    ServerError, Store, StoreError, StoredDocument, TableRows,
    document::bytes_of,
    identity::{Identity, new_id},
    place::ServerPlace,
};
use crate::{
    compare::coverage::READING_VERSION,
    files::path_of,
    search::Plan,
    simhash::{Fingerprint, RecipeWithK, Watch},
};
use layout::{Keys, PATH_KEYS, Record, entries, entry};
use nodes::{Nodes, Request};

/// Grows when an older program could not read the keys.
const VERSION: i32 = 1;
/// The beginning of the head of a library.
const MARK: &str = "simscope library ";
/// So many keys are read at once, and so many documents written.
const AT_ONCE: usize = 1000;
/// Takes an entry out of a packed string, at one blow.
const CUT: &str = "local s = redis.call('GET', KEYS[1]) if not s then return 0 end \
                   local size, kept = #ARGV[1], {} \
                   for i = 1, #s, size do local e = s:sub(i, i + size - 1) \
                   if e ~= ARGV[1] then kept[#kept + 1] = e end end \
                   if #kept == 0 then redis.call('DEL', KEYS[1]) \
                   elseif #kept * size < #s then redis.call('SET', KEYS[1], table.concat(kept)) end return 1";

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
    /// [`StoreError::Missing`] where there is none and none is to be made.
    pub(super) fn open(place: &ServerPlace, access: Access<'_>) -> Result<Self, StoreError> {
        let mut nodes = Nodes::connect(place)?;
        // What a server reports as added must not be dropped by it.
        if !matches!(access, Access::Read)
            && let Eviction::Any(policy) = nodes.eviction()
        {
            return Err(StoreError::Server(ServerError::Evicts(policy)));
        }
        let Access::Create(recipe) = access else { return Self::of(nodes, place) };
        let id = new_id(&LibraryPlace::Server(place.clone()))?;
        // Another process may be faster.
        make(&mut nodes, place, &id, recipe)?;
        Self::of(nodes, place)
    }

    fn of(mut nodes: Nodes, place: &ServerPlace) -> Result<Self, StoreError> {
        let keys = Keys::new(&place.name);
        let requests = [Request::new("GET", keys.head()), Request::new("SMEMBERS", keys.folders())];
        let [head, folders] = nodes.read(&requests)?.try_into().unwrap_or_default();
        let head = match head {
            Value::Nil => return Err(StoreError::Missing),
            head => bytes(head).and_then(|head| String::from_utf8(head).ok()),
        };
        let in_the_way = || StoreError::KeyInTheWay(keys.head());
        let head = head.as_deref().and_then(|head| head.strip_prefix(MARK)).ok_or_else(in_the_way)?;
        let mut lines = head.lines();
        let version = lines.next().and_then(|version| version.parse().ok()).ok_or_else(in_the_way)?;
        if version > VERSION {
            return Err(StoreError::Newer { version, known: VERSION });
        }
        let value = |name: &str| {
            let mut values = lines.clone().filter_map(|line| line.split_once(' '));
            values.find(|(key, _)| *key == name).map(|(_, value)| value).ok_or(StoreError::Damaged("setting"))
        };
        if value("reading")? != READING_VERSION.to_string() {
            return Err(StoreError::OtherReading);
        }
        let name = value("layout")?;
        let layout = Layout::ALL.into_iter().find(|layout| layout.name() == name);
        let folders = folders.into_sequence().unwrap_or_default().into_iter().filter_map(bytes).map(path_of).collect();
        let id = value("id")?.to_owned();
        Ok(Self {
            keys: keys.of_id(&id),
            layout: layout.ok_or(StoreError::Damaged("layout"))?,
            identity: Identity::of_library(id, value("recipe")?, folders)?,
            nodes: Mutex::new(nodes),
        })
    }

    fn nodes(&self) -> MutexGuard<'_, Nodes> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn width(&self) -> u8 {
        self.identity.recipe.recipe.bits
    }

    fn look_up(&self, plan: &Plan, fingerprint: Fingerprint, k: u32) -> Result<NearResult, StoreError> {
        let keys: Vec<(String, u32, u8)> = self.keys.tables(plan, fingerprint).collect();
        let read = |(key, ..): &(String, u32, u8)| Request::new(self.layout.read(), key.clone());
        let requests: Vec<Request> = keys.iter().map(read).collect();
        let answers = self.nodes().read(&requests)?;
        let mut result = NearResult::default();
        let mut found: BTreeSet<u32> = BTreeSet::new();
        for ((key, segment, flag), answer) in keys.into_iter().zip(answers) {
            let entries = self.entries(answer).ok_or(StoreError::KeyInTheWay(key))?;
            let mut table = TableRows::new(segment, flag);
            for entry in entries {
                table.take(plan, (fingerprint, k), entry);
            }
            found.extend(table.near.iter().map(|near| near.document));
            // An entry that was sent twice is in the table twice.
            table.near.sort_unstable_by_key(|near| near.document);
            table.near.dedup();
            result.tables.push(table);
        }
        let present = self.present(&found.into_iter().collect::<Vec<_>>())?;
        for table in &mut result.tables {
            table.near.retain(|near| present.contains_key(&near.document));
            result.near.extend(&table.near);
        }
        result.near.sort_unstable();
        result.near.dedup();
        Ok(result)
    }

    /// The entries of a key of a table; `None` where they are none.
    fn entries(&self, answer: Value) -> Option<Vec<(Fingerprint, u32)>> {
        match (self.layout, answer) {
            (Layout::Packed, Value::Nil) => Some(Vec::new()),
            (Layout::Packed, answer) => entries(&bytes(answer)?, self.width()),
            (Layout::Sets, answer) => {
                let members = answer.into_sequence().ok()?;
                entries(&members.into_iter().filter_map(bytes).flatten().collect::<Vec<u8>>(), self.width())
            }
        }
    }

    /// The records of those documents among these that are there: their paths lead to them.
    fn present(&self, ids: &[u32]) -> Result<BTreeMap<u32, Record>, StoreError> {
        let mut present = BTreeMap::new();
        for ids in ids.chunks(AT_ONCE) {
            let records: Vec<(u32, Record)> =
                self.records(ids)?.into_iter().zip(ids).filter_map(|(record, &id)| Some((id, record?))).collect();
            let requests: Vec<Request> = records.iter().map(|(_, record)| self.path_of(&record.path)).collect();
            let answers = self.nodes().read(&requests)?;
            let numbers = answers.iter().map(|answer| number_of(answer).map(|(number, _)| number));
            let there = records.into_iter().zip(numbers).filter(|((id, _), number)| *number == Some(*id));
            present.extend(there.map(|(record, _)| record));
        }
        Ok(present)
    }

    /// The records of documents, there or replaced.
    fn records(&self, ids: &[u32]) -> Result<Vec<Option<Record>>, StoreError> {
        let mut records = Vec::with_capacity(ids.len());
        for ids in ids.chunks(AT_ONCE) {
            let request = |&id: &u32| {
                let (key, field) = self.keys.document(id);
                Request::with("HGET", key, field)
            };
            let requests: Vec<Request> = ids.iter().map(request).collect();
            for answer in self.nodes().read(&requests)? {
                records.push(bytes(answer).map(|bytes| Record::from_bytes(&bytes)).transpose()?);
            }
        }
        Ok(records)
    }

    /// The documents that have, or had, paths of these hashes.
    fn of_paths(&self, paths: &[Vec<u8>]) -> Result<Vec<Option<(u32, Record)>>, StoreError> {
        let requests: Vec<Request> = paths.iter().map(|path| self.path_of(path)).collect();
        let answers = self.nodes().read(&requests)?;
        let numbers: Vec<Option<u32>> =
            answers.iter().map(|answer| number_of(answer).map(|(number, _)| number)).collect();
        let known: Vec<u32> = numbers.iter().flatten().copied().collect();
        let mut records = self.records(&known)?.into_iter();
        let pair = |number: Option<u32>| number.and_then(|number| Some((number, records.next().flatten()?)));
        Ok(numbers.into_iter().map(pair).collect())
    }

    fn path_of(&self, path: &[u8]) -> Request {
        let (key, field) = self.keys.path(path);
        Request::with("HGET", key, &field)
    }

    /// How many documents there are; counts on only until there are more than `most`.
    ///
    /// No number is kept: it would count twice what is sent again after a failover.
    fn count(&self, most: u64) -> Result<u64, StoreError> {
        let mut count = 0_u64;
        self.ask_path_keys("HLEN", AT_ONCE, |answer| {
            if let Value::Int(paths) = answer {
                count = count.saturating_add(paths.max(0) as u64);
            }
            count <= most
        })?;
        Ok(count)
    }

    /// The numbers of all documents, and whether they have fingerprints.
    fn paths(&self) -> Result<BTreeSet<(u32, bool)>, StoreError> {
        let mut numbers = BTreeSet::new();
        // Each has a part of all numbers.
        self.ask_path_keys("HVALS", 8, |answer| {
            numbers.extend(answer.into_sequence().unwrap_or_default().iter().filter_map(number_of));
            true
        })?;
        Ok(numbers)
    }

    /// Asks all keys of paths, `at_once` in a pipeline, until `go_on` returns false.
    fn ask_path_keys(
        &self,
        command: &str,
        at_once: usize,
        mut go_on: impl FnMut(Value) -> bool,
    ) -> Result<(), StoreError> {
        let all: Vec<u64> = (0..PATH_KEYS).collect();
        for nth in all.chunks(at_once) {
            let requests: Vec<Request> = nth.iter().map(|&nth| Request::new(command, self.keys.paths(nth))).collect();
            if !self.nodes().read(&requests)?.into_iter().all(&mut go_on) {
                break;
            }
        }
        Ok(())
    }

    fn add(&self, added: &[NewDocument], watch: &Watch) -> Result<Vec<bool>, StoreError> {
        let paths: Vec<Vec<u8>> = added.iter().map(|document| bytes_of(&document.path)).collect();
        // The last one of a path counts.
        let last: BTreeMap<&Vec<u8>, usize> = paths.iter().zip(0..).collect();
        let mut replaced = vec![true; added.len()];
        let (places, added): (Vec<usize>, Vec<(Vec<u8>, &NewDocument)>) = paths
            .iter()
            .zip(added)
            .enumerate()
            .filter(|(at, (path, _))| last.get(path) == Some(at))
            .map(|(at, (path, document))| (at, (path.clone(), document)))
            .unzip();
        let old = self.of_paths(&added.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>())?;
        let first = self.numbered(added.len(), watch)?;
        let mut content = Vec::new();
        let mut paths = Vec::new();
        for ((path, document), id) in added.iter().zip(first..) {
            if let Some(fingerprint) = document.fingerprint {
                content.extend(
                    self.entries_of(fingerprint, id).map(|(key, entry)| Request::with(self.layout.add(), key, entry)),
                );
            }
            content.push(self.record_of(id, &Record::of(document)));
            let sign = if document.fingerprint.is_some() { "" } else { "-" };
            let (key, field) = self.keys.path(path);
            paths.push(Request::with("HSET", key, (&field, format!("{sign}{id}"))));
        }
        self.nodes().write(&content, watch)?;
        // From here on they are there, in place of the old ones.
        let answers = self.nodes().write(&paths, watch)?;
        for (at, answer) in places.into_iter().zip(answers) {
            // The number of new fields.
            replaced[at] = answer != Value::Int(1);
        }
        self.forget(old, watch)?;
        Ok(replaced)
    }

    /// The first of so many numbers that no document has, nor gets again.
    fn numbered(&self, documents: usize, watch: &Watch) -> Result<u32, StoreError> {
        let count = Request::with("INCRBY", self.keys.last(), documents);
        let last = match self.nodes().write(&[count], watch)?.pop() {
            Some(Value::Int(last)) => u32::try_from(last).ok().filter(|&last| last < u32::MAX),
            _ => None,
        };
        let first = last.and_then(|last| last.checked_sub(documents as u32));
        first.map(|before| before + 1).ok_or(StoreError::Damaged("document"))
    }

    /// Notes when files were changed whose bytes are the same.
    fn touch(&self, changes: &LibraryChanges, watch: &Watch) -> Result<(), StoreError> {
        for touched in changes.touched.chunks(AT_ONCE) {
            let ids: Vec<u32> = touched.iter().map(|(id, _)| *id).collect();
            let records = self.records(&ids)?;
            let renewed = touched.iter().zip(records).filter_map(|(&(id, modified), record)| {
                let mut record = record?;
                record.modified = modified;
                Some(self.record_of(id, &record))
            });
            let renewed: Vec<Request> = renewed.collect();
            self.nodes().write(&renewed, watch)?;
        }
        Ok(())
    }

    /// Takes documents that are no longer there out of the tables. Look-ups drop the others.
    fn forget(&self, old: Vec<Option<(u32, Record)>>, watch: &Watch) -> Result<(), StoreError> {
        let mut requests = Vec::new();
        for (id, record) in old.into_iter().flatten() {
            // A damaged one has no entries that could be found.
            if let Ok(Some(fingerprint)) = record.fingerprint(self.width()) {
                requests.extend(self.entries_of(fingerprint, id).map(|(key, entry)| match self.layout {
                    Layout::Packed => Request::script(CUT, key, entry),
                    Layout::Sets => Request::with("SREM", key, entry),
                }));
            }
            let (key, field) = self.keys.document(id);
            requests.push(Request::with("HDEL", key, field));
        }
        self.nodes().write(&requests, watch).map(drop)
    }

    fn record_of(&self, id: u32, record: &Record) -> Request {
        let (key, field) = self.keys.document(id);
        Request::with("HSET", key, (field, record.to_bytes()))
    }

    /// The entries of a document with the keys of their tables.
    fn entries_of(&self, fingerprint: Fingerprint, id: u32) -> impl Iterator<Item = (String, Vec<u8>)> {
        let plan = self.identity.plan.as_ref();
        let keys: Vec<_> = plan.into_iter().flat_map(|plan| self.keys.tables(plan, fingerprint)).collect();
        keys.into_iter().map(move |(key, ..)| (key, entry(fingerprint, id)))
    }
}

impl Store for Redis {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn identity_mut(&mut self) -> &mut Identity {
        &mut self.identity
    }

    fn len(&self) -> Result<u64, StoreError> {
        self.count(u64::MAX)
    }

    /// One request where so few numbers were ever given out.
    fn holds_at_most(&self, most: u64) -> Result<bool, StoreError> {
        let last = self.nodes().read(&[Request::new("GET", self.keys.last())])?.pop();
        let given = last.as_ref().and_then(number_of).map_or(0, |(last, _)| u64::from(last));
        Ok(given <= most || self.count(most)? <= most)
    }

    fn numbers(&self) -> Result<Vec<u32>, StoreError> {
        Ok(self.paths()?.into_iter().map(|(number, _)| number).collect())
    }

    fn document(&self, id: u32) -> Result<Option<StoredDocument>, StoreError> {
        let record = self.present(&[id])?.remove(&id);
        record.map(|record| record.document(id, self.width())).transpose()
    }

    fn document_of(&self, path: &Path) -> Result<Option<StoredDocument>, StoreError> {
        let path = bytes_of(path);
        let found = self.of_paths(std::slice::from_ref(&path))?.pop().flatten();
        let found = found.filter(|(_, record)| record.path == path);
        found.map(|(id, record)| record.document(id, self.width())).transpose()
    }

    fn each_document(&self, visit: &mut dyn FnMut(StoredDocument) -> bool) -> Result<(), StoreError> {
        for numbers in self.numbers()?.chunks(AT_ONCE) {
            for (record, &id) in self.records(numbers)?.into_iter().zip(numbers) {
                // It may have been removed meanwhile.
                let Some(record) = record else { continue };
                if !visit(record.document(id, self.width())?) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn each_fingerprint(&self, watch: &Watch, visit: &mut dyn FnMut(Fingerprint, u32)) -> Result<(), StoreError> {
        self.each_document(&mut |document| {
            document.fingerprint.inspect(|&fingerprint| visit(fingerprint, document.id));
            !watch.stopped()
        })
    }

    fn near(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<NearResult, StoreError> {
        match self.identity.plan_for(k) {
            Some(plan) => self.look_up(plan, fingerprint, k),
            None => self.scan(fingerprint, k, watch),
        }
    }

    fn known(&self, path: &Path, said: &[Option<String>; 2]) -> Result<Option<KnownDocument>, StoreError> {
        let path = bytes_of(path);
        let found = self.of_paths(std::slice::from_ref(&path))?.pop().flatten();
        Ok(found.and_then(|(id, record)| record.known(id, &path, said)))
    }

    fn write(&mut self, changes: &LibraryChanges, watch: &Watch) -> Result<Vec<bool>, StoreError> {
        self.touch(changes, watch)?;
        for paths in changes.removed.chunks(AT_ONCE) {
            let paths: Vec<Vec<u8>> = paths.iter().map(|path| bytes_of(path)).collect();
            let old = self.of_paths(&paths)?;
            let remove = |path: &Vec<u8>| {
                let (key, field) = self.keys.path(path);
                Request::with("HDEL", key, &field)
            };
            // From here on they are not there.
            self.nodes().write(&paths.iter().map(remove).collect::<Vec<_>>(), watch)?;
            self.forget(old, watch)?;
        }
        let replaced = changes.added.chunks(AT_ONCE).map(|added| self.add(added, watch));
        Ok(replaced.collect::<Result<Vec<_>, StoreError>>()?.concat())
    }

    fn note_folders(&mut self, folders: &[PathBuf]) -> Result<(), StoreError> {
        if folders.is_empty() {
            return Ok(());
        }
        let paths: Vec<Vec<u8>> = folders.iter().map(|folder| bytes_of(folder)).collect();
        let note = Request::with("SADD", self.keys.folders(), paths);
        self.identity.add_folders(folders);
        self.nodes().write(&[note], &Watch::default())?;
        Ok(())
    }

    fn eviction(&self) -> Eviction {
        self.nodes().eviction()
    }

    fn stats(&self) -> Result<LibraryStats, StoreError> {
        let paths = self.paths()?;
        Ok(LibraryStats {
            documents: paths.len() as u64,
            without_fingerprint: paths.iter().filter(|(_, has)| !has).count() as u64,
            passages: None,
            bytes: None,
            tables: Vec::new(),
        })
    }
}

/// Makes the library of that id, unless there is one.
fn make(nodes: &mut Nodes, place: &ServerPlace, id: &str, recipe: &RecipeWithK) -> Result<(), StoreError> {
    let layout = place.layout.name();
    let head = format!("{MARK}{VERSION}\nid {id}\nrecipe {recipe}\nreading {READING_VERSION}\nlayout {layout}\n");
    let make = Request::with("SET", Keys::new(&place.name).head(), (head, "NX"));
    nodes.write(&[make], &Watch::default()).map(drop)
}

/// The number of a document in the key of its path, and whether it has a fingerprint.
fn number_of(value: &Value) -> Option<(u32, bool)> {
    let Value::BulkString(digits) = value else { return None };
    let number: i64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some((u32::try_from(number.unsigned_abs()).ok()?, number > 0))
}

/// The bytes of a string; `None` for any other answer.
fn bytes(value: Value) -> Option<Vec<u8>> {
    match value {
        Value::BulkString(bytes) => Some(bytes),
        _ => None,
    }
}
