//! Documents read within the memory budget: read ahead on several threads, admitted one after the other in their order,
//! worked on as soon as they are admitted.
//!
//! A document is admitted if what it takes fits in what those before it leave. The size of its text decides, which is
//! known when it was read, so a document that was read early waits until those before it were decided. So the documents
//! that are skipped depend on the budget and the order alone, never on the number of threads or on which was read
//! first. Reading ahead is bounded by the reserve: a thread waits rather than reads, and the next document in order
//! never waits.
//!
//! The threads are its own, not those of rayon: one that waits for its own work could be given more work to wait for.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use crate::{
    document::{LIMIT, ReadError, Source, memory},
    simhash::Stopped,
};

/// How documents are read, and the work on them.
pub(super) trait Intake: Sync {
    /// A document before it is read.
    type Given: Sync;
    /// A document that was read.
    type Read: Send;

    fn source<'a>(&self, given: &'a Self::Given) -> &'a Source;

    /// Its size before it is read, in bytes.
    fn expected(&self, given: &Self::Given) -> u64 {
        self.source(given).size()
    }

    /// Reads it.
    ///
    /// # Errors
    /// [`ReadError`], which is handed to [`work`](Self::work).
    fn read(&self, given: &Self::Given) -> Result<Self::Read, ReadError>;

    /// The length of its text, in bytes; 0 where it has its memory already.
    fn text(&self, read: &Self::Read) -> u64;

    /// Does the work on it.
    ///
    /// # Errors
    /// [`Stopped`] where no other document is wanted.
    fn work(&self, given: &Self::Given, read: Result<Self::Read, ReadError>) -> Result<(), Stopped>;
}

/// The work on documents, which decides the memory that a text takes.
///
/// Each figure is a peak of resident memory per byte of text in UTF-8, rounded up, with two texts of 20 MB and less
/// 100 MB, of which the program itself has 20. The 100 MB are a smaller share of longer texts, so two are added.
///
/// | two texts of 20 MB | comparing | explaining | differences |
/// |---|---|---|---|
/// | Chinese characters at random, and an edited copy | 4.3 | | 1.8 |
/// | Chinese words in random order | 5.1 | | |
/// | the same, and an edited copy | 5.6 | 5.4 | 3.5 |
/// | Chinese and English mixed, and an edited copy | 5.4 | 5.4 | |
/// | two texts of Chinese characters at random | | | 4.6 |
///
/// Per byte of Chinese, the text has 1, its units 0.4 (a byte for each character of 3), its windows 3.4 (6 bytes for a
/// hash,
/// 4 for a place); while they are sorted, 1.8 more for one text at a time. The words in random order are 260,000
/// different ones, whose features take 1. Texts shared word for word take 0.7 more, since links between windows are 4
/// bytes for both.
///
/// On screens the words in random order and their edited copy took 9.3 until they were compared, and 14.4 when their
/// differences were shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Work {
    /// Each is hashed, and dropped.
    Hash,
    /// All are compared; two of them in detail, perhaps.
    #[default]
    Compare,
    /// All are compared, and looked at on screens.
    Screens,
}

impl Work {
    /// Bytes of memory for each byte of text.
    pub(super) fn bytes_per_byte(self) -> u64 {
        match self {
            Self::Hash | Self::Compare => 8,
            Self::Screens => 16,
        }
    }

    /// Whether the documents stay in memory when their turn is over.
    pub(super) fn keeps(self) -> bool {
        self != Self::Hash
    }
}

/// Reads documents in their order and works on them; `held` bytes are promised to others.
///
/// # Errors
/// [`Stopped`] where the work on one of them was stopped.
pub(super) fn read_within<I: Intake>(intake: &I, documents: &[I::Given], work: Work, held: u64) -> Result<(), Stopped> {
    let all = memory::of_texts();
    let limits = Limits { all, reserve: memory::reserve(), per_byte: work.bytes_per_byte(), keeps: work.keeps() };
    limits.read_within(intake, documents, held, rayon::current_num_threads())
}

/// The memory that documents of so many bytes of text have, with the work on them.
pub(super) fn promised(texts: u64, work: Work) -> u64 {
    texts.saturating_mul(work.bytes_per_byte())
}

/// The memory for documents.
#[derive(Clone, Copy)]
struct Limits {
    /// For texts and the work on them, in bytes.
    all: u64,
    /// For texts that were read ahead, in bytes.
    reserve: u64,
    /// Memory for a byte of text, in bytes.
    per_byte: u64,
    /// Whether documents keep what they take.
    keeps: bool,
}

type Read<I> = Result<<I as Intake>::Read, ReadError>;

struct Queue<R> {
    /// The next document to be read, and the next to be decided.
    next: [usize; 2],
    /// Bytes that are being read, and those of texts that are not decided.
    ahead: u64,
    /// Documents that were read, until they are decided.
    read: BTreeMap<usize, (Result<R, ReadError>, u64)>,
    /// Documents that were decided, with the memory they take.
    decided: VecDeque<(usize, Result<R, ReadError>, u64)>,
    /// Bytes promised to documents.
    promised: u64,
    /// How many documents are worked on or were.
    begun: usize,
    /// How many documents are worked on.
    working: usize,
    stopped: bool,
}

impl Limits {
    fn read_within<I: Intake>(
        self,
        intake: &I,
        documents: &[I::Given],
        held: u64,
        threads: usize,
    ) -> Result<(), Stopped> {
        let queue = Queue {
            next: [0; 2],
            ahead: 0,
            read: BTreeMap::new(),
            decided: VecDeque::new(),
            promised: held,
            begun: 0,
            working: 0,
            stopped: false,
        };
        let worker = Worker { limits: self, intake, documents, queue: Mutex::new(queue), changed: Condvar::new() };
        thread::scope(|scope| {
            for _ in 1..threads.min(documents.len()) {
                // A system that gives no more threads has one, which does it all.
                _ = thread::Builder::new().spawn_scoped(scope, || worker.run());
            }
            worker.run();
        });
        if worker.queue().stopped { Err(Stopped) } else { Ok(()) }
    }

    fn fits(self, needed: u64, promised: u64) -> bool {
        needed <= self.all.saturating_sub(promised)
    }
}

struct Worker<'a, I: Intake> {
    limits: Limits,
    intake: &'a I,
    documents: &'a [I::Given],
    queue: Mutex<Queue<I::Read>>,
    changed: Condvar,
}

impl<I: Intake> Worker<'_, I> {
    fn queue(&self) -> MutexGuard<'_, Queue<I::Read>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut queue = self.queue();
        while !queue.stopped && queue.begun < self.documents.len() {
            if let Some((at, read, needed)) = self.next_work(&mut queue) {
                drop(queue);
                self.work(at, read, needed);
                queue = self.queue();
            } else if let Some((at, expected)) = self.next_read(&mut queue) {
                drop(queue);
                self.read(at, expected);
                queue = self.queue();
            } else {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn next_work(&self, queue: &mut Queue<I::Read>) -> Option<(usize, Read<I>, u64)> {
        let &(_, _, needed) = queue.decided.front()?;
        if !self.limits.keeps {
            if queue.working > 0 && !self.limits.fits(needed, queue.promised) {
                return None;
            }
            queue.promised += needed;
            memory::promise(queue.promised);
        }
        queue.begun += 1;
        queue.working += 1;
        queue.decided.pop_front()
    }

    fn next_read(&self, queue: &mut Queue<I::Read>) -> Option<(usize, u64)> {
        let [next, deciding] = queue.next;
        // The bytes, and the text that they are decoded to.
        let expected = 2 * self.intake.expected(self.documents.get(next)?).min(LIMIT);
        if next > deciding && queue.ahead + expected > self.limits.reserve {
            return None;
        }
        queue.next[0] += 1;
        queue.ahead += expected;
        Some((next, expected))
    }

    fn read(&self, at: usize, expected: u64) {
        let given = &self.documents[at];
        let _unwinding = StopOnPanic(self);
        let read = self.intake.read(given);
        let text = read.as_ref().map_or(0, |read| self.intake.text(read));
        let mut queue = self.queue();
        queue.ahead = queue.ahead - expected + text;
        queue.read.insert(at, (read, text));
        self.decide(&mut queue);
        self.changed.notify_all();
    }

    /// Admits the next documents in order, as far as they were read, or refuses them.
    fn decide(&self, queue: &mut Queue<I::Read>) {
        while let Some((read, text)) = queue.read.remove(&queue.next[1]) {
            let at = queue.next[1];
            queue.next[1] += 1;
            queue.ahead -= text;
            let needed = text.saturating_mul(self.limits.per_byte);
            // Memory that is given back is taken when its turn comes.
            let promised = if self.limits.keeps { queue.promised } else { 0 };
            if self.limits.fits(needed, promised) {
                if self.limits.keeps {
                    queue.promised += needed;
                    memory::promise(queue.promised);
                }
                queue.decided.push_back((at, read, needed));
            } else {
                let left = self.limits.all.saturating_sub(promised);
                let place = self.intake.source(&self.documents[at]).place();
                queue.decided.push_back((at, Err(ReadError::OverBudget { place, text, needed, left }), 0));
            }
        }
    }

    fn work(&self, at: usize, read: Read<I>, needed: u64) {
        let _unwinding = StopOnPanic(self);
        let done = self.intake.work(&self.documents[at], read);
        let mut queue = self.queue();
        queue.working -= 1;
        queue.stopped |= done.is_err();
        if !self.limits.keeps {
            queue.promised -= needed;
            memory::promise(queue.promised);
        }
        self.changed.notify_all();
    }
}

/// Stops the other threads where one panics, which then reaches whoever waits for all.
struct StopOnPanic<'a, 'b, I: Intake>(&'a Worker<'b, I>);

impl<I: Intake> Drop for StopOnPanic<'_, '_, I> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.queue().stopped = true;
            self.0.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Texts of these lengths; every second one is read only after the next.
    struct Backward {
        read: Mutex<Vec<bool>>,
        changed: Condvar,
        threads: usize,
        taken: Mutex<Vec<(usize, Result<u64, u64>)>>,
    }

    impl Intake for Backward {
        type Given = (usize, u64);
        type Read = u64;

        fn source<'a>(&self, _: &'a Self::Given) -> &'a Source {
            &Source::Stdin
        }

        fn read(&self, &(at, text): &Self::Given) -> Result<u64, ReadError> {
            let mut read = self.read.lock().unwrap();
            while at % 2 == 0 && self.threads > 1 && read.get(at + 1) == Some(&false) {
                read = self.changed.wait(read).unwrap();
            }
            read[at] = true;
            self.changed.notify_all();
            Ok(text)
        }

        fn text(&self, &text: &u64) -> u64 {
            text
        }

        fn work(&self, &(at, _): &Self::Given, read: Result<u64, ReadError>) -> Result<(), Stopped> {
            let read = read.map_err(|error| match error {
                ReadError::OverBudget { needed, .. } => needed,
                _ => 0,
            });
            self.taken.lock().unwrap().push((at, read));
            Ok(())
        }
    }

    fn taken(limits: Limits, texts: &[u64], held: u64, threads: usize) -> Vec<(usize, Result<u64, u64>)> {
        let documents: Vec<(usize, u64)> = texts.iter().copied().enumerate().collect();
        let intake = Backward {
            read: Mutex::new(vec![false; texts.len()]),
            changed: Condvar::new(),
            threads,
            taken: Mutex::default(),
        };
        limits.read_within(&intake, &documents, held, threads).unwrap();
        let mut taken = intake.taken.into_inner().unwrap();
        taken.sort_unstable_by_key(|&(at, _)| at);
        taken
    }

    proptest! {
        #[test]
        fn the_order_alone_decides(
            texts in prop::collection::vec(0u64..50, 0..20),
            all in 0u64..400,
            held in 0u64..100,
        ) {
            let limits = Limits { all, reserve: u64::MAX, per_byte: 3, keeps: true };
            let mut left = all.saturating_sub(held);
            let expected = texts.iter().map(|&text| match left.checked_sub(3 * text) {
                Some(rest) => {
                    left = rest;
                    Ok(text)
                }
                None => Err(3 * text),
            });
            let expected: Vec<_> = expected.enumerate().collect();
            for threads in [1, 2, 5] {
                prop_assert_eq!(&taken(limits, &texts, held, threads), &expected);
            }
        }

        #[test]
        fn what_is_dropped_is_refused_only_if_it_is_too_large_alone(texts in prop::collection::vec(0u64..50, 0..20)) {
            let limits = Limits { all: 90, reserve: u64::MAX, per_byte: 3, keeps: false };
            let expected: Vec<_> =
                texts.iter().map(|&text| if text <= 30 { Ok(text) } else { Err(3 * text) }).enumerate().collect();
            for threads in [1, 2, 5] {
                prop_assert_eq!(&taken(limits, &texts, 0, threads), &expected);
            }
        }
    }

    #[test]
    fn a_reserve_too_small_for_any_text_reads_one_at_a_time() {
        let limits = Limits { all: 100, reserve: 0, per_byte: 1, keeps: true };
        let read = taken(limits, &[60, 60, 40], 0, 1);
        assert_eq!(read, [(0, Ok(60)), (1, Err(60)), (2, Ok(40))]);
    }
}
