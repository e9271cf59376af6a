//! Ids of what the program makes, wherever its files are taken: 128 bits that nothing else has.
//!
//! The reviews and libraries that the reader made or accepted are in a file of the data folder for each kind. One that
//! comes from someone else is not believed until its id is in there. The file is lines of text that are only added,
//! each at once and without a lock, so that nobody waits:
//!
//! ```text
//! 5e0c…91  2026-11-22T14:03:09Z  8d41…07,b20f…3c  /home/mei/essays
//! ```
//!
//! Id, time, digests of the accepted parts (`-` for none), place. Several lines may have one id. Without its lines a
//! thing is asked about again; nothing else depends on the file.

use std::{
    collections::BTreeSet,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{Access, Disk, Placing, append_all, create_folders, revision::rfc3339, small::read_bounded, write_all};

/// 128 random bits; `None` if the system has no random numbers to give.
pub(crate) fn random_id() -> Option<u128> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(u128::from_le_bytes(bytes))
}

/// A number of 32 hexadecimal digits.
pub(crate) fn parse_id(text: &str) -> Option<u128> {
    let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    u128::from_str_radix(text, 16).ok().filter(|_| digits)
}

/// The greatest size that is read, in bytes: some hundred thousand lines.
const MAX_SIZE: u64 = 16 << 20;

/// Digests of accepted parts.
pub(crate) type AcceptedParts = BTreeSet<u128>;

/// A file of accepted ids.
#[derive(Debug)]
pub(crate) struct AcceptedIds {
    disk: Disk,
    /// `None` if there is no data folder.
    path: Option<PathBuf>,
    /// Its first line, which says what it is.
    head: &'static str,
}

impl AcceptedIds {
    /// That of a folder.
    pub(crate) fn new(disk: Disk, folder: Option<&Path>, head: &'static str) -> Self {
        Self { disk, path: folder.map(|folder| folder.join("accepted.txt")), head }
    }

    /// The parts accepted with an id; `None` if the id is not in the file.
    ///
    /// # Errors
    /// If the file is there but cannot be read.
    pub(crate) fn find(&self, id: u128) -> io::Result<Option<AcceptedParts>> {
        let Some(path) = &self.path else { return Ok(None) };
        let text = match self.disk.open(path, Access::Read) {
            Ok(mut file) => read_bounded(&mut *file, MAX_SIZE)?,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut found = None;
        for line in String::from_utf8_lossy(&text).split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
            let mut words = line.split_ascii_whitespace();
            if words.next().and_then(parse_id) == Some(id) {
                let parts = words.nth(1).unwrap_or_default();
                found.get_or_insert_with(AcceptedParts::new).extend(parts.split(',').filter_map(parse_id));
            }
        }
        Ok(found)
    }

    /// Adds a line: the id is accepted, and so are these parts. The place is for people who read the file.
    ///
    /// # Errors
    /// If it cannot be written; the id is not accepted then.
    pub(crate) fn add(&self, id: u128, parts: &AcceptedParts, place: &str) -> io::Result<()> {
        let path = self.path.as_ref().ok_or(ErrorKind::NotFound)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        create_folders(&self.disk, folder, true)?;
        let new = Placing { private: true, ..Placing::NEW };
        match write_all(&self.disk, path, new, self.head.as_bytes()) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => made?,
        }
        let mut file = self.disk.open(path, Access::Append)?;
        let before = read_bounded(&mut *file, MAX_SIZE)?;
        // A torn line ends here.
        let begin = if before.ends_with(b"\n") { "" } else { "\n" };
        let parts: Vec<String> = parts.iter().map(|part| format!("{part:032x}")).collect();
        let parts = if parts.is_empty() { "-".into() } else { parts.join(",") };
        // A line feed in a name would begin a line of its own.
        let place = place.replace(char::is_control, "\u{FFFD}");
        let line = format!("{begin}{id:032x}  {}  {parts}  {place}\n", rfc3339(SystemTime::now()));
        if (before.len() + line.len()) as u64 > MAX_SIZE {
            return Err(ErrorKind::FileTooLarge.into());
        }
        append_all(&mut *file, line.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, thread};

    use super::*;

    const HEAD: &str = "# Ids.\n";

    fn ids(folder: &Path) -> AcceptedIds {
        AcceptedIds::new(Disk::default(), Some(folder), HEAD)
    }

    #[test]
    fn no_line_is_lost_when_many_write() {
        let folder = tempfile::tempdir().unwrap();
        thread::scope(|scope| {
            for quarter in 0..4 {
                let accepted = ids(folder.path());
                scope.spawn(move || {
                    (0..16).for_each(|n| accepted.add(100 + quarter * 16 + n, &[1].into(), "/x y").unwrap());
                });
            }
        });
        let accepted = ids(folder.path());
        assert!((100..164).all(|id| accepted.find(id).unwrap() == Some([1].into())));
        assert_eq!(accepted.find(7).unwrap(), None);
        let text = fs::read_to_string(folder.path().join("accepted.txt")).unwrap();
        // A line that is being written looks torn, and is ended once more.
        assert_eq!(text.lines().filter(|line| !line.is_empty()).count(), 65);
        assert!(text.starts_with(HEAD) && text.ends_with("  /x y\n"), "{text}");
    }

    #[test]
    fn parts_add_up_and_a_torn_line_accepts_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let accepted = ids(folder.path());
        accepted.add(5, &AcceptedParts::new(), &format!("/a\n{:032x}  b", 6)).unwrap();
        assert_eq!(accepted.find(5).unwrap(), Some(AcceptedParts::new()));
        assert_eq!(accepted.find(6).unwrap(), None, "a name is no line");
        accepted.add(5, &[3, 4].into(), "/a").unwrap();
        assert_eq!(accepted.find(5).unwrap(), Some([3, 4].into()));
        let path = folder.path().join("accepted.txt");
        let whole = fs::read_to_string(&path).unwrap();
        // Wherever the last line was torn, the next one is whole.
        let last = whole[..whole.len() - 1].rfind('\n').unwrap() + 1;
        for end in last..whole.len() {
            fs::write(&path, &whole[..end]).unwrap();
            assert_eq!(accepted.find(5).unwrap(), Some(AcceptedParts::new()), "{end}");
            accepted.add(9, &[1].into(), "/c").unwrap();
            assert_eq!(accepted.find(9).unwrap(), Some([1].into()), "{end}");
            assert!(accepted.find(5).unwrap().unwrap().is_subset(&[3, 4].into()), "{end}");
        }
    }

    #[test]
    fn without_a_place_nothing_is_accepted_and_nothing_panics() {
        let none = AcceptedIds::new(Disk::default(), None, HEAD);
        assert!(none.find(1).unwrap().is_none());
        assert!(none.add(1, &AcceptedParts::new(), "/").is_err());
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("accepted.txt")).unwrap();
        let accepted = ids(folder.path());
        assert!(accepted.find(1).is_err());
        assert!(accepted.add(1, &AcceptedParts::new(), "/").is_err());
    }
}
