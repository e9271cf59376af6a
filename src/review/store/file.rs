//! A pack: records one behind the other in a file that is only added to, until more than half of it is dead.
//!
//! A frame that is torn off or does not hold ends what is read; the next record is written in its place. What another
//! program added is taken in before anything is written, both under the file's lock, so that two programs write one behind
//! the other. Who reads needs no lock: what is not whole is not there.

use std::{
    collections::HashMap,
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant, SystemTime},
};

use super::{
    frame::{Body, START, frame, length, next, start},
    record::Head,
};

/// How long another program may hold the lock: it writes one record.
const PATIENCE: Duration = Duration::from_millis(500);
const PAUSE: Duration = Duration::from_millis(2);

/// The file of a pack, with where what lies in it.
#[derive(Debug)]
pub(super) struct Pack {
    path: PathBuf,
    /// What it must be a pack of.
    key: u128,
    /// `None` where there is none yet, or it must be left alone.
    file: Option<File>,
    /// Up to where it is whole; 0 as long as it does not begin as it should.
    end: u64,
    /// It may not grow beyond this.
    limit: u64,
    records: HashMap<Vec<u8>, Record>,
    /// A record for each content, by size and hash.
    contents: HashMap<(u64, u64), Body>,
    /// Why nothing is written any more.
    fault: Option<io::Error>,
}

/// What is known of a file.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// As it was last seen.
    pub head: Head,
    /// The result.
    pub body: Body,
    /// It was asked for since the pack was opened.
    pub used: bool,
}

impl Pack {
    /// Opens what is there. Nothing is made before something is written.
    pub fn open(path: PathBuf, key: u128, limit: u64) -> Self {
        let mut pack = Self {
            path,
            key,
            file: None,
            end: 0,
            limit,
            records: HashMap::new(),
            contents: HashMap::new(),
            fault: None,
        };
        match fs::symlink_metadata(&pack.path) {
            Ok(meta) if meta.is_file() => {
                // Where it cannot be written it can perhaps be read.
                let open = open(&pack.path, false).or_else(|_| File::open(&pack.path));
                pack.file = open.ok();
                if let Some(file) = &pack.file {
                    // Which pack was used last is seen by that.
                    _ = file.set_modified(SystemTime::now());
                }
                _ = pack.take_in();
            }
            // A link, or what is no file at all: not ours.
            Ok(_) => pack.fault = Some(ErrorKind::AlreadyExists.into()),
            Err(_) => {}
        }
        pack
    }

    /// What is known of a file.
    pub fn record(&mut self, key: &[u8]) -> Option<&Record> {
        let record = self.records.get_mut(key)?;
        record.used = true;
        Some(record)
    }

    /// A body made of those bytes.
    pub fn of_content(&self, size: u64, hash: u64) -> Option<Body> {
        self.contents.get(&(size, hash)).copied()
    }

    /// Reads a body; `None` where it is no longer what it was.
    pub fn read(&mut self, body: Body) -> Option<Vec<u8>> {
        let mut file = self.file.as_ref()?;
        file.seek(SeekFrom::Start(body.at)).ok()?;
        // It lay within the file when it was found.
        let mut bytes = Vec::with_capacity(body.len as usize);
        file.take(body.len.into()).read_to_end(&mut bytes).ok()?;
        body.is(&bytes).then_some(bytes)
    }

    /// Adds a record; without a body where what came of the file is there already.
    pub fn add(&mut self, head: &Head, body: Option<&[u8]>) {
        if self.fault.is_some() {
            return;
        }
        if let Err(fault) = self.append(head, body.unwrap_or_default()) {
            self.fault = Some(fault);
        }
    }

    /// Why what was to be kept was not.
    pub fn fault(self) -> Option<io::Error> {
        self.fault
    }

    fn append(&mut self, head: &Head, body: &[u8]) -> io::Result<()> {
        let frame = frame(&head.pack(), body)?;
        self.locked(|pack| {
            if pack.end + frame.len() as u64 > pack.limit {
                // What is there stays of use, and the rest is read again.
                return Ok(());
            }
            let end = pack.end;
            let Some(mut file) = pack.file.as_ref() else { return Ok(()) };
            file.set_len(end)?;
            file.seek(SeekFrom::Start(end))?;
            if let Err(fault) = file.write_all(&frame) {
                // Half a record would be known for what it is; without it there is more room.
                _ = file.set_len(end);
                return Err(fault);
            }
            pack.take_in()
        })
    }

    /// Does something while nobody else writes, with all that others wrote taken in.
    fn locked(&mut self, act: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        if self.file.is_none() || !self.is_in_place() {
            self.make()?;
        }
        let Some(file) = &self.file else { return Ok(()) };
        lock(file)?;
        let done = self.take_in().and_then(|()| {
            if self.end == 0 {
                self.begin()?;
            }
            act(self)
        });
        if let Some(file) = &self.file {
            _ = file.unlock();
        }
        done
    }

    /// Opens the file anew, making it where there is none: another program may have put another in its place.
    fn make(&mut self) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            let mut builder = DirBuilder::new();
            builder.recursive(true);
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.create(folder)?;
        }
        self.file = Some(open(&self.path, true)?);
        self.forget();
        Ok(())
    }

    fn forget(&mut self) {
        self.end = 0;
        self.records.clear();
        self.contents.clear();
    }

    /// Whether the file that is open is the one that has the name.
    #[cfg(unix)]
    fn is_in_place(&self) -> bool {
        use std::os::unix::fs::MetadataExt;
        let number = |meta: fs::Metadata| (meta.dev(), meta.ino());
        let open = self.file.as_ref().and_then(|file| file.metadata().ok()).map(number);
        open.is_some() && open == fs::symlink_metadata(&self.path).ok().map(number)
    }

    /// Elsewhere a file that is open keeps its name.
    #[cfg(not(unix))]
    fn is_in_place(&self) -> bool {
        self.path.exists()
    }

    /// Makes an empty pack of the file, whatever it held.
    fn begin(&mut self) -> io::Result<()> {
        let Some(mut file) = self.file.as_ref() else { return Ok(()) };
        file.set_len(0)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&start(self.key))?;
        self.end = START;
        Ok(())
    }

    /// Takes in what lies behind the place up to which it is known.
    fn take_in(&mut self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let size = file.metadata()?.len();
        if size == self.end && size > 0 {
            return Ok(());
        }
        if size < self.end {
            self.forget();
        }
        let Some(file) = &self.file else { return Ok(()) };
        let mut reader = BufReader::new(file);
        reader.seek(SeekFrom::Start(self.end))?;
        let (mut at, mut found) = (self.end, Vec::new());
        if at == 0 {
            let mut head = [0; START as usize];
            if size < START || reader.read_exact(&mut head).is_err() || head != start(self.key) {
                return Ok(());
            }
            at = START;
        }
        while let Some((head, body)) = next(&mut reader, at, size)? {
            at = body.at + u64::from(body.len);
            found.push((head, body));
        }
        self.end = at;
        for (head, body) in found {
            self.learn(head, body);
        }
        Ok(())
    }

    fn learn(&mut self, head: Head, body: Body) {
        let known = self.records.get(&head.key);
        let used = known.is_some_and(|record| record.used);
        let body = match known {
            // It was only seen again.
            _ if body.len > 0 => body,
            Some(record) if (record.head.stat.size, record.head.hash) == (head.stat.size, head.hash) => record.body,
            _ => return,
        };
        self.contents.insert((head.stat.size, head.hash), body);
        self.records.insert(head.key.clone(), Record { head, body, used });
    }

    /// Writes the pack anew without what is dead, where that is more than half: records that others took the place of, and
    /// those of files that were not asked for and are gone. `gone` tells that by a key.
    pub fn tidy(&mut self, gone: impl Fn(&[u8]) -> bool) {
        let lives = |record: &Record| record.used || !gone(&record.head.key);
        if self.file.is_none() || self.fault.is_some() {
            return;
        }
        let live: u64 = self.records.values().filter(|record| lives(record)).map(Record::len).sum();
        if live * 2 + START >= self.end {
            return;
        }
        let beside = self.path.with_extension(format!("{}.new", std::process::id()));
        let rewritten = self.locked(|pack| {
            let mut file = open(&beside, true)?;
            file.set_len(0)?;
            file.write_all(&start(pack.key))?;
            let mut live: Vec<Record> = pack.records.values().filter(|record| lives(record)).cloned().collect();
            live.sort_by_key(|record| record.body.at);
            for record in live {
                if let Some(body) = pack.read(record.body) {
                    file.write_all(&frame(&record.head.pack(), &body)?)?;
                }
            }
            fs::rename(&beside, &pack.path)
        });
        if rewritten.is_err() {
            _ = fs::remove_file(&beside);
        }
    }
}

impl Record {
    fn len(&self) -> u64 {
        length(self.head.pack().len(), self.body)
    }
}

fn open(path: &Path, make: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(make);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn lock(file: &File) -> io::Result<()> {
    let until = Instant::now() + PATIENCE;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if Instant::now() < until => thread::sleep(PAUSE),
            Err(error) => return Err(error.into()),
        }
    }
}
