//! Documents read within the memory budget: read ahead on several threads, admitted one after the other in their order,
//! worked on as soon as they are admitted.
//!
//! A document is admitted if what the work on it may take fits in what those before it keep. What it may take is told
//! by the numbers of its text, what it keeps by those of the work. While not all before it are done, it is admitted if
//! it fits beside the most that they may take, else it waits. So the documents that are skipped depend only on the
//! budget and the order, never on the number of threads or on which was read first. Reading ahead is bounded by the
//! reserve: a thread waits rather than reads, and the next document in order never waits for that.
//!
//! The threads are its own, not those of rayon: one that waits for its own work could be given more work to wait for.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use super::Examination;
use crate::{
    compare::coverage::TextSize,
    document::{LIMIT, ReadError, Source, memory},
    room::{NoMemory, within_memory},
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

    /// Its text; empty where it has its memory already.
    fn text<'a>(&self, read: &'a Self::Read) -> &'a str;

    /// Does the work on it. Returns the memory that it keeps, in bytes. If the system refuses memory on the way, it is
    /// asked once more, with that error.
    ///
    /// # Errors
    /// [`Stopped`] where no other document is wanted.
    fn work(&self, given: &Self::Given, read: Result<Self::Read, ReadError>) -> Result<u64, Stopped>;
}

/// The work on documents, which decides the memory that a text takes.
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

/// Bytes of memory for each byte, unit, … of a text ([`TextSize`]).
///
/// They were fitted from above to the peaks of `simscope compare` and of the screens with two texts of 10 MB, in bytes
/// for each byte of text:
///
/// | text | compare | screens |
/// |---|---|---|
/// | one word repeated | 33 | |
/// | six words at random | 12.6 | 15 |
/// | different words | 21 | 37 |
/// | different numbers | 24 | 41 |
/// | random letters | 12 | 25 |
/// | one Han repeated | 22 | 28 |
/// | random common Han | 17 | 34 |
/// | any Han at random | 7 | |
/// | a Chinese book | 4.3 | |
/// | English documentation | 4.7 | |
#[derive(Clone, Copy)]
struct Rates {
    byte: u64,
    unit: u64,
    repeated: u64,
    feature: u64,
}

impl Rates {
    fn of(self, size: &TextSize) -> u64 {
        let parts = [
            (self.byte, size.bytes),
            (self.unit, size.units),
            (self.repeated, size.repeated),
            (self.feature, size.features),
        ];
        parts.into_iter().fold(0, |sum, (rate, count)| rate.saturating_mul(count).saturating_add(sum))
    }
}

impl Work {
    /// What the work takes while it is done on a text, comparing it with others included.
    fn rates(self) -> Rates {
        match self {
            Self::Hash => Rates { byte: 3, unit: 24, repeated: 0, feature: 160 },
            Self::Compare => Rates { byte: 2, unit: 28, repeated: 60, feature: 240 },
            Self::Screens => Rates { byte: 6, unit: 44, repeated: 80, feature: 500 },
        }
    }

    /// What is kept of a text, comparing it with others included.
    fn kept(self) -> Rates {
        match self {
            Self::Hash => Rates { byte: 0, unit: 0, repeated: 0, feature: 0 },
            Self::Compare => Rates { byte: 1, unit: 20, repeated: 60, feature: 24 },
            Self::Screens => Rates { byte: 5, unit: 40, repeated: 80, feature: 240 },
        }
    }

    /// The memory that a text keeps that was examined, in bytes.
    pub(super) fn kept_of(self, text: &str, examined: &Examination) -> u64 {
        let size = TextSize::of_examined(text, examined.subject.windows(), &examined.sketch);
        // Traces are kept for a few documents, and joined for a pair of them.
        let traced = if examined.trace().is_some() { 160 * size.features } else { 0 };
        self.kept().of(&size) + traced
    }

    /// The most memory that work on a text of that size may take, in bytes.
    pub(super) fn at_most(self, bytes: u64) -> u64 {
        // No text has more units, all of them different or repeated, than one of characters that fold to four.
        let units = bytes.div_ceil(3) * 4;
        self.rates().of(&TextSize { bytes, units, repeated: units, features: units })
    }

    /// The memory that work on a text takes, in bytes; the most where there is none to look closer.
    pub(super) fn needed(self, text: &str) -> u64 {
        within_memory(|| self.rates().of(&TextSize::of(text))).unwrap_or_else(|_| self.at_most(text.len() as u64))
    }
}

/// Reads documents in their order and works on them; `held` bytes are promised to others.
///
/// # Errors
/// [`Stopped`] where the work on one of them was stopped.
pub(super) fn read_within<I: Intake>(intake: &I, documents: &[I::Given], work: Work, held: u64) -> Result<(), Stopped> {
    let limits = Limits { all: memory::of_texts(), reserve: memory::reserve(), work };
    limits.read_within(intake, documents, held, rayon::current_num_threads())
}

/// The memory for documents.
#[derive(Clone, Copy)]
struct Limits {
    /// For texts and the work on them, in bytes.
    all: u64,
    /// For texts that were read ahead, in bytes.
    reserve: u64,
    work: Work,
}

type Read<I> = Result<<I as Intake>::Read, ReadError>;

struct Queue<R> {
    /// The next document to be read, and the next to be decided.
    next: [usize; 2],
    /// Bytes that are being read, and those of texts that are not decided.
    ahead: u64,
    /// Documents that were read, with the sizes of their texts, until they are decided.
    read: BTreeMap<usize, (Result<R, ReadError>, u64)>,
    /// What the next one needs, once its text was looked at, in bytes.
    needed: Option<u64>,
    /// Documents that were decided, with the memory they were admitted for.
    decided: VecDeque<(usize, Result<R, ReadError>, Option<u64>)>,
    /// Bytes promised to documents.
    promised: u64,
    /// How many documents are worked on or were.
    begun: usize,
    /// How many documents were admitted, and the work on them is not done.
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
            needed: None,
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
            if let Some((at, read, needed)) = Self::next_work(&mut queue) {
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

    fn no_memory(&self, at: usize, refused: NoMemory) -> ReadError {
        ReadError::NoMemory { place: self.intake.source(&self.documents[at]).place(), bytes: refused.bytes }
    }

    fn next_work(queue: &mut Queue<I::Read>) -> Option<(usize, Read<I>, Option<u64>)> {
        let next = queue.decided.pop_front()?;
        queue.begun += 1;
        Some(next)
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
        let read = within_memory(|| self.intake.read(given)).unwrap_or_else(|refused| Err(self.no_memory(at, refused)));
        let text = read.as_ref().map_or(0, |read| self.intake.text(read).len() as u64);
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
            let mut needed = queue.needed.unwrap_or_else(|| self.limits.work.at_most(text));
            if !self.limits.fits(needed, queue.promised)
                && queue.needed.is_none()
                && let Ok(read) = &read
            {
                needed = self.limits.work.needed(self.intake.text(read));
                queue.needed = Some(needed);
            }
            let fits = self.limits.fits(needed, queue.promised);
            if !fits && queue.working > 0 {
                queue.read.insert(at, (read, text));
                return;
            }
            queue.next[1] += 1;
            queue.needed = None;
            queue.ahead -= text;
            if fits {
                queue.promised += needed;
                queue.working += 1;
                memory::promise(queue.promised);
                queue.decided.push_back((at, read, Some(needed)));
            } else {
                let left = self.limits.all.saturating_sub(queue.promised);
                let place = self.intake.source(&self.documents[at]).place();
                queue.decided.push_back((at, Err(ReadError::OverBudget { place, text, needed, left }), None));
            }
        }
    }

    fn work(&self, at: usize, read: Read<I>, needed: Option<u64>) {
        let _unwinding = StopOnPanic(self);
        let given = &self.documents[at];
        let done = within_memory(|| self.intake.work(given, read))
            .unwrap_or_else(|refused| self.intake.work(given, Err(self.no_memory(at, refused))));
        let mut queue = self.queue();
        queue.stopped |= done.is_err();
        if let Some(needed) = needed {
            queue.working -= 1;
            queue.promised = queue.promised - needed + done.unwrap_or(0);
            memory::promise(queue.promised);
        }
        self.decide(&mut queue);
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
    use crate::room;

    /// Texts of different words; every second one is read only after the next.
    struct Backward {
        work: Work,
        read: Mutex<Vec<bool>>,
        changed: Condvar,
        threads: usize,
        taken: Mutex<Vec<(usize, Result<u64, u64>)>>,
    }

    fn text_of(words: u64) -> String {
        (0..words).flat_map(|n| [n.to_string(), " ".into()]).collect()
    }

    fn kept(work: Work, text: &str) -> u64 {
        if work == Work::Hash { 0 } else { text.len() as u64 * 3 }
    }

    impl Intake for Backward {
        type Given = (usize, u64);
        type Read = String;

        fn source<'a>(&self, _: &'a Self::Given) -> &'a Source {
            &Source::Stdin
        }

        fn read(&self, &(at, words): &Self::Given) -> Result<String, ReadError> {
            let mut read = self.read.lock().unwrap();
            while at % 2 == 0 && self.threads > 1 && read.get(at + 1) == Some(&false) {
                read = self.changed.wait(read).unwrap();
            }
            read[at] = true;
            self.changed.notify_all();
            Ok(text_of(words))
        }

        fn text<'a>(&self, text: &'a String) -> &'a str {
            text
        }

        fn work(&self, &(at, words): &Self::Given, read: Result<String, ReadError>) -> Result<u64, Stopped> {
            let kept = read.as_ref().map_or(0, |text| kept(self.work, text));
            let read = read.map(|_| words).map_err(|error| match error {
                ReadError::OverBudget { needed, .. } => needed,
                _ => 0,
            });
            self.taken.lock().unwrap().push((at, read));
            Ok(kept)
        }
    }

    fn taken(limits: Limits, texts: &[u64], held: u64, threads: usize) -> Vec<(usize, Result<u64, u64>)> {
        let documents: Vec<(usize, u64)> = texts.iter().copied().enumerate().collect();
        let intake = Backward {
            work: limits.work,
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
            all in 0u64..40_000,
            held in 0u64..9000,
            work in prop::sample::select(vec![Work::Hash, Work::Compare]),
        ) {
            let limits = Limits { all, reserve: u64::MAX, work };
            let mut left = all.saturating_sub(held);
            let expected = texts.iter().map(|&words| {
                let text = text_of(words);
                let needed = work.needed(&text);
                if needed > left {
                    return Err(needed);
                }
                left -= kept(work, &text);
                Ok(words)
            });
            let expected: Vec<_> = expected.enumerate().collect();
            for threads in [1, 2, 5] {
                prop_assert_eq!(&taken(limits, &texts, held, threads), &expected);
            }
        }
    }

    /// Asks for more memory than there is, while it reads the first document and while it works on the second.
    struct Greedy(Mutex<Vec<Option<&'static str>>>);

    impl Intake for Greedy {
        type Given = usize;
        type Read = String;

        fn source<'a>(&self, _: &'a usize) -> &'a Source {
            &Source::Stdin
        }

        fn read(&self, &at: &usize) -> Result<String, ReadError> {
            Ok(if at == 0 { room::with_room::<u64>(usize::MAX / 16).len().to_string() } else { text_of(3) })
        }

        fn text<'a>(&self, text: &'a String) -> &'a str {
            text
        }

        fn work(&self, &at: &usize, read: Result<String, ReadError>) -> Result<u64, Stopped> {
            if at == 1 && read.is_ok() {
                room::with_room::<u64>(usize::MAX / 16);
            }
            self.0.lock().unwrap().push(read.err().map(|error| error.kind()));
            Ok(0)
        }
    }

    #[test]
    fn refused_memory_costs_one_document_on_any_thread() {
        let limits = Limits { all: u64::MAX, reserve: u64::MAX, work: Work::Compare };
        for threads in [1, 3] {
            let greedy = Greedy(Mutex::default());
            limits.read_within(&greedy, &[0, 1, 2, 3], 0, threads).unwrap();
            let mut kinds = greedy.0.into_inner().unwrap();
            kinds.sort_unstable();
            assert_eq!(kinds, [None, None, Some("no-memory"), Some("no-memory")]);
        }
    }

    #[test]
    fn a_reserve_too_small_for_any_text_reads_one_at_a_time() {
        let needed = Work::Compare.needed(&text_of(60));
        let limits = Limits { all: needed, reserve: 0, work: Work::Compare };
        let read = taken(limits, &[60, 60, 4], 0, 1);
        assert_eq!(read, [(0, Ok(60)), (1, Err(needed)), (2, Ok(4))]);
    }
}
