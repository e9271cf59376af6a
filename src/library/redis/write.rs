//! Adds documents, and removes them.

use std::collections::BTreeMap;

use ::redis::Value;

use super::{
    Redis,
    nodes::Request,
    record::{Record, entry},
};
use crate::{
    library::{LibraryChanges, LibraryError, NewDocument, path_bytes::bytes_of, server_place::Layout},
    simhash::{Fingerprint, Watch},
};

/// Takes an entry out of a packed string, at one blow.
const CUT: &str = "local s = redis.call('GET', KEYS[1]) if not s then return 0 end \
                   local size, kept = #ARGV[1], {} \
                   for i = 1, #s, size do local e = s:sub(i, i + size - 1) \
                   if e ~= ARGV[1] then kept[#kept + 1] = e end end \
                   if #kept == 0 then redis.call('DEL', KEYS[1]) \
                   elseif #kept * size < #s then redis.call('SET', KEYS[1], table.concat(kept)) end return 1";
/// So many documents are written at once.
const AT_ONCE: usize = 1000;

impl Redis {
    /// Makes changes document by document; all are confirmed when this returns.
    pub(super) fn write(&mut self, changes: &LibraryChanges, watch: &Watch) -> Result<(), LibraryError> {
        self.touch(changes, watch)?;
        for paths in changes.removed.chunks(AT_ONCE) {
            let paths: Vec<Vec<u8>> = paths.iter().map(|path| bytes_of(path)).collect();
            let old = self.of_paths(&paths)?;
            let remove = |path: &Vec<u8>| {
                let (key, field) = self.keys.path(path);
                Request::with("HDEL", key, |cmd| _ = cmd.arg(&field))
            };
            // From here on they are not there.
            self.nodes().write(&paths.iter().map(remove).collect::<Vec<_>>(), watch)?;
            self.forget(old, watch)?;
        }
        changes.added.chunks(AT_ONCE).try_for_each(|added| self.add(added, watch))
    }

    fn add(&self, added: &[NewDocument], watch: &Watch) -> Result<(), LibraryError> {
        let paths: Vec<Vec<u8>> = added.iter().map(|document| bytes_of(&document.path)).collect();
        // The last one of a path counts.
        let last: BTreeMap<&Vec<u8>, usize> = paths.iter().zip(0..).collect();
        let added: Vec<(Vec<u8>, &NewDocument)> = paths
            .iter()
            .zip(added)
            .enumerate()
            .filter(|(at, (path, _))| last.get(path) == Some(at))
            .map(|(_, (path, document))| (path.clone(), document))
            .collect();
        let old = self.of_paths(&added.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>())?;
        let first = self.numbered(added.len(), watch)?;
        let mut content = Vec::new();
        let mut paths = Vec::new();
        for ((path, document), id) in added.iter().zip(first..) {
            if let Some(fingerprint) = document.fingerprint {
                content.extend(
                    self.entries_of(fingerprint, id)
                        .map(|(key, entry)| Request::with(self.layout.add(), key, |cmd| _ = cmd.arg(&entry))),
                );
            }
            content.push(self.record_of(id, &Record::of(document)));
            let sign = if document.fingerprint.is_some() { "" } else { "-" };
            let (key, field) = self.keys.path(path);
            paths.push(Request::with("HSET", key, |cmd| _ = cmd.arg(&field).arg(format!("{sign}{id}"))));
        }
        self.nodes().write(&content, watch)?;
        // From here on they are there, in place of the old ones.
        self.nodes().write(&paths, watch)?;
        self.forget(old, watch)
    }

    /// The first of so many numbers that no document has, nor gets again.
    fn numbered(&self, documents: usize, watch: &Watch) -> Result<u32, LibraryError> {
        let count = Request::with("INCRBY", self.keys.last(), |cmd| _ = cmd.arg(documents));
        let last = match self.nodes().write(&[count], watch)?.pop() {
            Some(Value::Int(last)) => u32::try_from(last).ok(),
            _ => None,
        };
        let first = last.and_then(|last| last.checked_sub(documents as u32));
        first.map(|before| before + 1).ok_or(LibraryError::Damaged("document"))
    }

    /// Notes when files were changed whose bytes are the same.
    fn touch(&self, changes: &LibraryChanges, watch: &Watch) -> Result<(), LibraryError> {
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
    fn forget(&self, old: Vec<Option<(u32, Record)>>, watch: &Watch) -> Result<(), LibraryError> {
        let mut requests = Vec::new();
        for (id, record) in old.into_iter().flatten() {
            // A damaged one has no entries that could be found.
            if let Ok(Some(fingerprint)) = record.fingerprint(self.width()) {
                requests.extend(self.entries_of(fingerprint, id).map(|(key, entry)| match self.layout {
                    Layout::Packed => Request::script(CUT, key, entry),
                    Layout::Sets => Request::with("SREM", key, |cmd| _ = cmd.arg(&entry)),
                }));
            }
            let (key, field) = self.keys.document(id);
            requests.push(Request::with("HDEL", key, |cmd| _ = cmd.arg(field)));
        }
        self.nodes().write(&requests, watch).map(drop)
    }

    fn record_of(&self, id: u32, record: &Record) -> Request {
        let (key, field) = self.keys.document(id);
        Request::with("HSET", key, |cmd| _ = cmd.arg(field).arg(record.to_bytes()))
    }

    /// The entries of a document with the keys of their tables.
    pub(super) fn entries_of(&self, fingerprint: Fingerprint, id: u32) -> impl Iterator<Item = (String, Vec<u8>)> {
        let plan = self.identity.plan.as_ref();
        let keys: Vec<_> = plan.into_iter().flat_map(|plan| self.keys.tables(plan, fingerprint)).collect();
        keys.into_iter().map(move |(key, ..)| (key, entry(fingerprint, id)))
    }
}
