//! The reviews that the reader made or accepted, in a file of the data folder: a received folder may bring a review along,
//! which is not the reader's own.
//!
//! A review is known by its id: 128 random bits in its header. A review of 0.1.0 has none; its id is the hash of its first
//! event, whose session and time no other review has. The file is lines of text that are only added, under a lock:
//!
//! ```text
//! 5e0c…91  2026-11-22T14:03:09Z  8d41…07,b20f…3c  /home/mei/essays
//! ```
//!
//! Id, time, digests of the accepted rules (`-` for none), folder. Several lines may be of one review. Without its lines a
//! review is asked about again; nothing else depends on the file.

use std::{
    collections::BTreeSet,
    fs::TryLockError,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use xxhash_rust::xxh3::xxh3_128;

use super::id::{ReviewId, digits};
use crate::{
    document::safe_name,
    files::{Access, Disk, OpenFile, append_durably, append_to, create_folders, read_from},
    review::{Exclusion, Timestamp},
};

const FILE: &str = "accepted.txt";
/// The greatest size that is read, in bytes: some hundred thousand reviews.
const MAX_SIZE: u64 = 16 << 20;
/// How long a writer waits for the lock.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);
const LOCK_RETRY_INTERVAL: Duration = Duration::from_millis(5);
const HEAD: &str = "# Reviews that were made or accepted here: id, time, digests of the accepted rules, folder.\n";

/// The digest of a rule as the journal stores it.
pub(super) fn digest(rule: &Exclusion) -> u128 {
    // Strings, numbers and lists always have a JSON form.
    xxh3_128(&serde_json::to_vec(rule).unwrap_or_default())
}

/// The digests of accepted rules.
pub(super) type AcceptedRules = BTreeSet<u128>;

#[derive(Debug)]
pub(super) struct KnownReviews {
    disk: Disk,
    /// `None` if there is no data folder.
    path: Option<PathBuf>,
}

impl KnownReviews {
    pub(super) fn new(disk: Disk, data: Option<&Path>) -> Self {
        Self { disk, path: data.map(|data| data.join(FILE)) }
    }

    /// The accepted rules of a review; `None` if the review is not known.
    ///
    /// # Errors
    /// If the file is there but cannot be read.
    pub(super) fn find(&self, id: ReviewId) -> io::Result<Option<AcceptedRules>> {
        let Some(path) = &self.path else { return Ok(None) };
        let text = match self.disk.open(path, Access::Read) {
            Ok(mut file) => read_whole(&mut *file)?,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut found = None;
        for line in String::from_utf8_lossy(&text).split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
            let mut words = line.split_ascii_whitespace();
            if words.next().and_then(ReviewId::parse) == Some(id) {
                let rules = words.nth(1).unwrap_or_default();
                found.get_or_insert_with(AcceptedRules::new).extend(rules.split(',').filter_map(digits));
            }
        }
        Ok(found)
    }

    /// Adds a line: the review is known, and so are these rules.
    ///
    /// # Errors
    /// If it cannot be written; the review is not known then.
    pub(super) fn add(&self, id: ReviewId, rules: &AcceptedRules, folder: &Path) -> io::Result<()> {
        let path = self.path.as_ref().ok_or(ErrorKind::NotFound)?;
        let folder_of_file = path.parent().unwrap_or(Path::new(""));
        create_folders(&self.disk, folder_of_file, true)?;
        let mut file = append_to(&self.disk, path, true)?;
        self.disk.sync_folder(folder_of_file)?;
        lock(&mut *file)?;
        let before = read_whole(&mut *file)?;
        let begin = match before.last() {
            None => HEAD,
            Some(b'\n') => "",
            // A torn line ends here.
            Some(_) => "\n",
        };
        let rules: Vec<String> = rules.iter().map(|rule| format!("{rule:032x}")).collect();
        let rules = if rules.is_empty() { "-".into() } else { rules.join(",") };
        let folder = safe_name(&folder.display().to_string());
        let line = format!("{begin}{id}  {}  {rules}  {folder}\n", Timestamp::now().as_str());
        if (before.len() + line.len()) as u64 > MAX_SIZE {
            return Err(ErrorKind::FileTooLarge.into());
        }
        append_durably(&mut *file, line.as_bytes())
    }
}

/// The bytes of the file.
fn read_whole(file: &mut dyn OpenFile) -> io::Result<Vec<u8>> {
    if file.metadata()?.len > MAX_SIZE {
        return Err(ErrorKind::FileTooLarge.into());
    }
    read_from(file, 0)
}

/// Waits for the lock: another program holds it while it writes one line.
fn lock(file: &mut dyn OpenFile) -> io::Result<()> {
    let until = Instant::now() + LOCK_TIMEOUT;
    loop {
        match file.lock(false) {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) if Instant::now() < until => thread::sleep(LOCK_RETRY_INTERVAL),
            Err(error) => return Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn id(number: u128) -> ReviewId {
        ReviewId::parse(&format!("{number:032x}")).unwrap()
    }

    #[test]
    fn no_line_is_lost_when_many_write() {
        let data = tempfile::tempdir().unwrap();
        let ids: Vec<ReviewId> = (0..64).map(|_| ReviewId::random().unwrap()).collect();
        thread::scope(|scope| {
            for half in ids.chunks(16) {
                let known = KnownReviews::new(Disk::default(), Some(data.path()));
                scope.spawn(move || half.iter().for_each(|&id| known.add(id, &[1].into(), Path::new("/x y")).unwrap()));
            }
        });
        let known = KnownReviews::new(Disk::default(), Some(data.path()));
        assert!(ids.iter().all(|&id| known.find(id).unwrap() == Some([1].into())));
        assert_eq!(known.find(id(7)).unwrap(), None);
        let text = fs::read_to_string(data.path().join(FILE)).unwrap();
        assert_eq!(text.lines().count(), 65);
        assert!(text.starts_with(HEAD) && text.ends_with("  /x y\n"), "{text}");
    }

    #[test]
    fn rules_add_up_and_a_torn_line_knows_nothing() {
        let data = tempfile::tempdir().unwrap();
        let known = KnownReviews::new(Disk::default(), Some(data.path()));
        let mine = id(5);
        known.add(mine, &AcceptedRules::new(), Path::new("/a\nb")).unwrap();
        assert_eq!(known.find(mine).unwrap(), Some(AcceptedRules::new()));
        known.add(mine, &[3, 4].into(), Path::new("/a")).unwrap();
        assert_eq!(known.find(mine).unwrap(), Some([3, 4].into()));
        let path = data.path().join(FILE);
        let whole = fs::read_to_string(&path).unwrap();
        // Wherever the last line was torn, the next one is whole.
        let last = whole[..whole.len() - 1].rfind('\n').unwrap() + 1;
        for end in last..whole.len() {
            fs::write(&path, &whole[..end]).unwrap();
            assert_eq!(known.find(mine).unwrap(), Some(AcceptedRules::new()), "{end}");
            known.add(id(9), &[1].into(), Path::new("/c")).unwrap();
            assert_eq!(known.find(id(9)).unwrap(), Some([1].into()), "{end}");
            assert!(known.find(mine).unwrap().unwrap().is_subset(&[3, 4].into()), "{end}");
        }
    }

    #[test]
    fn without_a_place_nothing_is_known_and_nothing_panics() {
        let known = KnownReviews::new(Disk::default(), None);
        assert!(known.find(id(1)).unwrap().is_none());
        assert!(known.add(id(1), &AcceptedRules::new(), Path::new("/")).is_err());
        let data = tempfile::tempdir().unwrap();
        fs::create_dir(data.path().join(FILE)).unwrap();
        let known = KnownReviews::new(Disk::default(), Some(data.path()));
        assert!(known.find(id(1)).is_err());
        assert!(known.add(id(1), &AcceptedRules::new(), Path::new("/")).is_err());
    }
}
