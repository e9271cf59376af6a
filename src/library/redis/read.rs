//! Finds documents: near a fingerprint, by number, by path, and all of them.

use std::collections::{BTreeMap, BTreeSet};

use ::redis::Value;

use super::{
    Redis, bytes,
    keys::PATH_KEYS,
    nodes::Request,
    record::{Record, entries},
};
use crate::{
    library::{
        LibraryDocument, LibraryError, NearDocument, TableRows,
        engine::Engine,
        near::{NearResult, scan},
        server_place::Layout,
    },
    search::Plan,
    simhash::{Fingerprint, Watch},
};

/// So many keys are read at once.
const AT_ONCE: usize = 1000;

/// The number of a document in the key of its path, and whether it has a fingerprint.
pub(super) fn number_of(value: &Value) -> Option<(u32, bool)> {
    let Value::BulkString(digits) = value else { return None };
    let number: i64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some((u32::try_from(number.unsigned_abs()).ok()?, number > 0))
}

impl Redis {
    /// The documents at most `k` bits from a fingerprint: by the tables if they are exact for `k`, else by a scan.
    pub(super) fn near(&self, fingerprint: Fingerprint, k: u32, watch: &Watch) -> Result<NearResult, LibraryError> {
        match self.identity.plan.as_ref().filter(|plan| k <= plan.exact_k()) {
            Some(plan) => self.look_up(plan, fingerprint, k),
            None => scan(fingerprint, k, |visit| self.each_fingerprint(watch, visit)),
        }
    }

    fn look_up(&self, plan: &Plan, fingerprint: Fingerprint, k: u32) -> Result<NearResult, LibraryError> {
        let keys: Vec<(String, u32, u8)> = self.keys.tables(plan, fingerprint).collect();
        let read = |(key, ..): &(String, u32, u8)| Request::new(self.layout.read(), key.clone());
        let requests: Vec<Request> = keys.iter().map(read).collect();
        let answers = self.nodes().read(&requests)?;
        let mut result = NearResult::default();
        let mut found: BTreeMap<u32, Fingerprint> = BTreeMap::new();
        for ((key, segment, flag), answer) in keys.into_iter().zip(answers) {
            let entries = self.entries(answer).ok_or(LibraryError::KeyInTheWay(key))?;
            let mut table = TableRows { segment, flag, rows: entries.len() as u64, new: 0, near: Vec::new() };
            for (other, document) in entries {
                let mut before = plan.tables().iter().take(usize::from(flag) - 1);
                table.new += u64::from(!before.any(|table| table.key(other) == table.key(fingerprint)));
                let hamming = fingerprint.hamming(other);
                if hamming <= k {
                    table.near.push(NearDocument { hamming, document });
                    found.insert(document, other);
                }
            }
            // An entry that was sent twice is in the table twice.
            table.near.sort_unstable_by_key(|near| near.document);
            table.near.dedup();
            result.tables.push(table);
        }
        let present = self.present(&found.keys().copied().collect::<Vec<_>>())?;
        for table in &mut result.tables {
            table.near.retain(|near| present.contains_key(&near.document));
            result.near.extend(&table.near);
        }
        result.near.sort_unstable();
        result.near.dedup();
        Ok(result)
    }

    /// The entries of a key of a table; `None` where they are none.
    pub(super) fn entries(&self, answer: Value) -> Option<Vec<(Fingerprint, u32)>> {
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
    pub(super) fn present(&self, ids: &[u32]) -> Result<BTreeMap<u32, Record>, LibraryError> {
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
    pub(super) fn records(&self, ids: &[u32]) -> Result<Vec<Option<Record>>, LibraryError> {
        let mut records = Vec::with_capacity(ids.len());
        for ids in ids.chunks(AT_ONCE) {
            let request = |&id: &u32| {
                let (key, field) = self.keys.document(id);
                Request::with("HGET", key, |cmd| _ = cmd.arg(field))
            };
            let requests: Vec<Request> = ids.iter().map(request).collect();
            for answer in self.nodes().read(&requests)? {
                records.push(bytes(answer).map(|bytes| Record::from_bytes(&bytes)).transpose()?);
            }
        }
        Ok(records)
    }

    /// The documents that have, or had, paths of these hashes.
    pub(super) fn of_paths(&self, paths: &[Vec<u8>]) -> Result<Vec<Option<(u32, Record)>>, LibraryError> {
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
        Request::with("HGET", key, |cmd| _ = cmd.arg(&field))
    }

    /// How many documents there are; counts on only until there are more than `most`.
    ///
    /// No number is kept: it would count twice what is sent again after a failover.
    pub(super) fn count(&self, most: u64) -> Result<u64, LibraryError> {
        let mut count = 0;
        let all: Vec<u64> = (0..PATH_KEYS).collect();
        for nth in all.chunks(AT_ONCE) {
            let requests: Vec<Request> = nth.iter().map(|&nth| Request::new("HLEN", self.keys.paths(nth))).collect();
            let answers = self.nodes().read(&requests)?;
            count += answers
                .iter()
                .map(|answer| if let Value::Int(paths) = answer { *paths as u64 } else { 0 })
                .sum::<u64>();
            if count > most {
                break;
            }
        }
        Ok(count)
    }

    /// Whether there are at most so many documents. One request where so few numbers were ever given out.
    pub(super) fn holds_at_most(&self, most: u64) -> Result<bool, LibraryError> {
        let last = self.nodes().read(&[Request::new("GET", self.keys.last())])?.pop();
        let given = last.as_ref().and_then(number_of).map_or(0, |(last, _)| u64::from(last));
        Ok(given <= most || self.count(most)? <= most)
    }

    /// The numbers of all documents, and whether they have fingerprints.
    pub(super) fn paths(&self) -> Result<BTreeSet<(u32, bool)>, LibraryError> {
        let mut numbers = BTreeSet::new();
        let all: Vec<u64> = (0..PATH_KEYS).collect();
        for nth in all.chunks(AT_ONCE) {
            let requests: Vec<Request> = nth.iter().map(|&nth| Request::new("HVALS", self.keys.paths(nth))).collect();
            for answer in self.nodes().read(&requests)? {
                numbers.extend(answer.into_sequence().unwrap_or_default().iter().filter_map(number_of));
            }
        }
        Ok(numbers)
    }

    /// Visits all documents by rising number, until `visit` returns false.
    pub(super) fn each_document(&self, visit: &mut dyn FnMut(LibraryDocument) -> bool) -> Result<(), LibraryError> {
        let numbers: Vec<u32> = self.paths()?.into_iter().map(|(number, _)| number).collect();
        for numbers in numbers.chunks(AT_ONCE) {
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

    pub(super) fn last_fingerprint(&self) -> Result<Option<Fingerprint>, LibraryError> {
        let numbers = self.paths()?;
        let Some((last, _)) = numbers.into_iter().rev().find(|(_, has)| *has) else { return Ok(None) };
        let record = self.records(&[last])?.pop().flatten();
        record.map_or(Ok(None), |record| record.fingerprint(self.width()))
    }
}
