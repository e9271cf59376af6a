//! Laws and failures of the cache: a hit is what was stored, and nothing else is believed.

mod damage;
mod failures;

use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io::Write,
    path::Path,
    sync::Barrier,
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tempfile::TempDir;

use super::*;
use crate::{
    compare::{
        Examined, Groups,
        pair::{Pair, compare_all},
    },
    document::{Encoding, Format, read},
    simhash::{Pipeline, Watch},
};

const RUN: RunLength = RunLength { han: 5, words: 4 };
const A: &str = "The keeper lit the lamp at dusk and wrote the wind down in the book beside the door.";
const B: &str = "The keeper lit the lamp at dawn and wrote the wind down in the book beside the door.";
const C: &str = "茶路上的驿站每天清晨点灯，守夜的人记下风向，然后合上本子。";

/// A folder of files, and one of the cache.
struct Folders {
    files: TempDir,
    cache: TempDir,
}

/// The origin of the numbers of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Cache,
    Reading,
    Examining,
}
use By::{Cache as Cached, Examining, Reading};

impl Folders {
    fn new(files: &[(&str, &str)]) -> Self {
        let folders = Self { files: tempfile::tempdir().unwrap(), cache: tempfile::tempdir().unwrap() };
        for (name, text) in files {
            folders.put(name, text, 3600);
        }
        folders
    }

    /// Writes a file as if it were so many seconds old.
    fn put(&self, name: &str, text: impl AsRef<[u8]>, age: u64) {
        fs::write(self.files.path().join(name), text).unwrap();
        self.date(name, SystemTime::now() - Duration::from_secs(age));
    }

    fn date(&self, name: &str, time: SystemTime) {
        date(&self.files.path().join(name), time);
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.files.path().join(name)).unwrap();
    }

    fn folder(&self) -> CacheFolder {
        CacheFolder::new(self.cache.path(), 7)
    }

    fn cache(&self) -> Cache {
        self.folder().open(&Recipe::default(), RUN)
    }

    fn source(&self, name: &str) -> Source {
        Source::File(self.files.path().join(name))
    }

    fn sources(&self) -> Vec<Source> {
        crate::document::folder(self.files.path()).unwrap().sources
    }

    /// The files of the cache with that ending, in order.
    fn cached(&self, ending: &str) -> Vec<PathBuf> {
        let all = fs::read_dir(self.cache.path()).unwrap().map(|entry| entry.unwrap().path());
        let mut all: Vec<_> = all.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
        all.sort();
        all
    }

    fn size(&self) -> u64 {
        ["entry", "index"]
            .into_iter()
            .flat_map(|ending| self.cached(ending))
            .map(|path| path.metadata().unwrap().len())
            .sum()
    }

    fn open(&self) -> Vec<(CacheHit, By)> {
        open_all(&self.folder(), &self.sources())
    }

    fn ways(&self) -> Vec<By> {
        self.open().into_iter().map(|(_, by)| by).collect()
    }
}

fn date(path: &Path, time: SystemTime) {
    OpenOptions::new().write(true).open(path).unwrap().set_modified(time).unwrap();
}

fn open_all(folder: &CacheFolder, sources: &[Source]) -> Vec<(CacheHit, By)> {
    let cache = folder.open(&Recipe::default(), RUN);
    let all = sources.iter().map(|source| open(&cache, source)).collect();
    cache.close().unwrap();
    all
}

fn open(cache: &Cache, source: &Source) -> (CacheHit, By) {
    let miss = match cache.lookup(source) {
        Ok(hit) => return (hit, Cached),
        Err(miss) => miss,
    };
    let document = Arc::new(read(source).unwrap());
    if let Some((sketch, subject)) = cache.lookup_content(&miss, &document) {
        return (CacheHit { document, sketch, subject }, Reading);
    }
    let Examined { trace, subject } = Examined::new(&document.text, &Pipeline::new(&Recipe::default()), RUN).unwrap();
    cache.store(&miss, &document, &trace.sketch, &subject);
    (CacheHit { document, sketch: trace.sketch, subject }, Examining)
}

fn pairs(all: &[(CacheHit, By)]) -> Vec<Pair> {
    let subjects: Vec<_> = all.iter().map(|(hit, _)| Some(hit.subject.clone())).collect();
    compare_all(&subjects, &Groups::all(all.len()), |_, _| false, &Watch::default()).unwrap().pairs
}

/// Everything that a hit holds, in words.
fn said((hit, _): &(CacheHit, By)) -> String {
    format!("{:?} {} {:?} {:?}", hit.document, hit.document.text, hit.sketch, hit.subject)
}

fn all_said(all: &[(CacheHit, By)]) -> Vec<String> {
    all.iter().map(said).collect()
}

#[test]
fn a_file_that_did_not_change_is_neither_read_nor_examined_again() {
    let folders = Folders::new(&[("a.txt", A), ("b.txt", B), ("c.txt", C)]);
    let first = folders.open();
    assert!(first.iter().all(|(_, by)| *by == Examining));
    // Other bytes, but nothing that tells: the hit is what was stored, so nobody looked.
    let time = fs::metadata(folders.files.path().join("b.txt")).unwrap().modified().unwrap();
    folders.put("b.txt", B.replace("dawn", "noon"), 0);
    folders.date("b.txt", time);
    let second = folders.open();
    assert!(second.iter().all(|(_, by)| *by == Cached));
    assert_eq!(all_said(&first), all_said(&second));
    assert_eq!(pairs(&first), pairs(&second));
}

#[test]
fn a_file_that_changed_is_read_and_only_other_bytes_are_examined() {
    let folders = Folders::new(&[("a.txt", A), ("b.txt", B)]);
    folders.open();
    // Touched.
    folders.date("a.txt", SystemTime::now() - Duration::from_secs(60));
    assert_eq!(folders.ways(), [Reading, Cached]);
    assert_eq!(folders.ways(), [Cached, Cached], "its new time was noted");
    // Of another size; of the same size with another time; younger than it was.
    folders.put("a.txt", "Something shorter.", 3600);
    folders.put("b.txt", B.replace("dawn", "noon"), 7200);
    let third = folders.open();
    assert_eq!(third.iter().map(|(_, by)| *by).collect::<Vec<_>>(), [Examining, Examining]);
    assert_eq!(third[0].0.document.text.as_str(), "Something shorter.");
    assert_eq!(folders.ways(), [Cached, Cached]);
}

#[test]
fn within_two_seconds_of_its_change_a_file_is_read_again() {
    let folders = Folders::new(&[("a.txt", A)]);
    let now = SystemTime::now();
    for (time, again) in [
        (now, Reading),
        (now - Duration::from_millis(1500), Reading),
        // A clock that was wrong, or a disk with another one.
        (now + Duration::from_secs(3600), Reading),
        (now - Duration::from_secs(3600), Cached),
        (UNIX_EPOCH - Duration::from_secs(5), Cached),
    ] {
        folders.date("a.txt", time);
        folders.open();
        assert_eq!(folders.ways(), [again], "{time:?}");
    }
    // Its entry is known all the same, and goes with it.
    folders.date("a.txt", now + Duration::from_secs(3600));
    folders.open();
    folders.put("a.txt", B, 0);
    assert_eq!((folders.ways(), folders.cached("entry").len()), (vec![Examining], 1));
}

#[test]
fn the_same_bytes_under_another_name_are_not_examined_again() {
    let folders = Folders::new(&[("a.txt", A), ("b.txt", B)]);
    folders.open();
    fs::rename(folders.files.path().join("a.txt"), folders.files.path().join("new.txt")).unwrap();
    let all = folders.open();
    assert_eq!(all.iter().map(|(_, by)| *by).collect::<Vec<_>>(), [Cached, Reading]);
    assert_eq!(&*all[1].0.document.name, "new.txt");
    assert_eq!(folders.ways(), [Cached, Cached]);
    assert_eq!(folders.cached("entry").len(), 2, "it has the entry that it had");
}

#[test]
fn how_a_file_is_to_be_read_belongs_to_the_key() {
    let page = "<html><body><p>茶路 lamp</p></body></html>";
    let folders = Folders::new(&[("a.html", page), ("a.txt", page)]);
    let plain = folders.source("a.html");
    let as_text = Source::As(Box::new(plain.clone()), Format::Text);
    let as_big5 = Source::Encoded(Box::new(plain.clone()), Encoding::of("big5").unwrap());
    let all = [plain, as_text, as_big5, folders.source("a.txt")];
    let first = open_all(&folders.folder(), &all);
    assert!(first.iter().all(|(_, by)| *by == Examining));
    assert_eq!(first[1].0.document.text.as_str(), page);
    let second = open_all(&folders.folder(), &all);
    assert!(second.iter().all(|(_, by)| *by == Cached));
    assert_eq!(all_said(&first), all_said(&second));
}

#[test]
fn another_recipe_run_length_or_scope_finds_nothing_of_this_one() {
    let folders = Folders::new(&[("a.txt", A)]);
    let document = read(&folders.source("a.txt")).unwrap();
    let tf: Recipe = "words;fold=none;tf;xxh3-64;16;gt".parse().unwrap();
    let keys = [
        CacheKey::new(&Recipe::default(), RUN),
        CacheKey::new(&tf, RUN),
        CacheKey::new(&tf, RunLength { han: 6, ..RUN }),
        CacheKey::new(&tf, RunLength { words: 5, ..RUN }),
    ];
    let all: HashSet<u128> = keys.iter().flat_map(|key| [key.index(1), key.index(2), key.entry(&document)]).collect();
    assert_eq!(all.len(), keys.len() * 3);
    folders.open();
    assert!(folders.folder().open(&tf, RUN).lookup(&folders.source("a.txt")).is_err());
    // The files of this one under the names of another are not believed.
    let other = folders.folder();
    fs::rename(&folders.cached("index")[0], other.index(&keys[1])).unwrap();
    assert!(other.open(&tf, RUN).lookup(&folders.source("a.txt")).is_err());
    fs::rename(&folders.cached("entry")[0], other.entry(keys[1].entry(&document))).unwrap();
    assert!(
        keys[1].bits != keys[0].bits && other.open(&tf, RUN).read(keys[1].entry(&document), Source::Stdin).is_none()
    );
}

#[test]
fn what_is_cleared_is_read_and_examined_again() {
    let folders = Folders::new(&[("a.txt", A)]);
    folders.open();
    folders.folder().clear(&Recipe::default(), RUN);
    assert_eq!(folders.size(), 0);
    assert_eq!(folders.ways(), [Examining]);
    assert_eq!(folders.ways(), [Cached]);
}

#[test]
fn two_at_once_store_beside_each_other() {
    let folders = Folders::new(&[]);
    for n in 0..40 {
        folders.put(&format!("{n:02}.txt"), format!("{A} {n}"), 3600);
    }
    let sources = folders.sources();
    let begin = Barrier::new(2);
    thread::scope(|scope| {
        for half in 0..2 {
            let (folders, sources, begin) = (&folders, &sources, &begin);
            scope.spawn(move || {
                let cache = folders.cache();
                begin.wait();
                for source in sources.iter().skip(half).step_by(2) {
                    open(&cache, source);
                }
                cache.close().unwrap();
            });
        }
    });
    assert!(folders.ways().iter().all(|by| *by == Cached));
}

#[test]
fn what_another_program_stored_meanwhile_is_not_examined_again() {
    let folders = Folders::new(&[("a.txt", A), ("b.txt", B)]);
    let [a, b] = ["a.txt", "b.txt"].map(|name| folders.source(name));
    let [one, other] = [folders.cache(), folders.cache()];
    open(&one, &a);
    assert_eq!(open(&other, &a).1, Reading);
    // Removed under their hands: both go on.
    folders.folder().clear(&Recipe::default(), RUN);
    assert_eq!(open(&one, &b).1, Examining);
    assert_eq!(open(&other, &b).1, Reading);
    one.close().unwrap();
    other.close().unwrap();
    assert_eq!(folders.ways(), [Examining, Cached]);
    // One finds files changed and gone and rewrites the index, while the other adds to it.
    folders.put("b.txt", C, 3600);
    folders.put("c.txt", C, 3600);
    folders.remove("a.txt");
    let [one, other] = [folders.cache(), folders.cache()];
    assert_eq!(open(&one, &b).1, Examining);
    assert_eq!(open(&other, &folders.source("c.txt")).1, Reading);
    one.close().unwrap();
    other.close().unwrap();
    assert_eq!(folders.ways(), [Cached, Cached]);
}

#[test]
fn entries_of_files_that_changed_or_are_gone_are_removed() {
    let text = |n: u64| format!("{B} {}", "lamp ".repeat(200 + n as usize));
    let folders = Folders::new(&[("a.txt", A), ("b.txt", &text(3)), ("same.txt", &text(3))]);
    folders.open();
    let fresh = folders.size();
    for n in 0..4 {
        folders.put("b.txt", text(n), 3600 + n);
        folders.open();
    }
    // The last text is that of the other file.
    assert_eq!((folders.cached("entry").len(), folders.size()), (2, fresh));
    folders.remove("b.txt");
    assert_eq!(folders.ways(), [Cached, Cached]);
    assert_eq!(folders.cached("entry").len(), 2, "another file has it");
    folders.remove("same.txt");
    assert_eq!(folders.ways(), [Cached]);
    assert_eq!(folders.cached("entry").len(), 1);
    assert!(memchr::memmem::find(&fs::read(&folders.cached("index")[0]).unwrap(), b"b.txt").is_none());
    // An index in which a file that is only touched has line after line is rewritten too.
    let size = folders.size();
    for age in 100..120 {
        folders.date("a.txt", SystemTime::now() - Duration::from_secs(age));
        assert_eq!(folders.ways(), [Reading]);
    }
    assert!(folders.size() < size * 2, "{size}, then {}", folders.size());
}

#[test]
fn too_much_makes_room_for_what_was_used_last() {
    let folders = Folders::new(&[("a.txt", A), ("b.txt", B)]);
    folders.open();
    let old = SystemTime::now() - 3 * DAY;
    let other = folders.cache.path().join("00ff.entry");
    let left = folders.cache.path().join("00ff.1-1.new");
    let foreign = folders.cache.path().join("notes.txt");
    let mut all: Vec<PathBuf> = ["entry", "index"].into_iter().flat_map(|ending| folders.cached(ending)).collect();
    all.extend([other.clone(), left.clone(), foreign.clone()]);
    for path in [&other, &left, &foreign] {
        File::create(path).unwrap().write_all(&[0; 5000]).unwrap();
    }
    // Nothing was used for three days; then the two are, and one more is stored.
    for path in &all {
        date(path, old);
    }
    folders.put("c.txt", C, 3600);
    let limited = |limit| CacheFolder { limit, ..folders.folder() };
    let before = folders.size();
    let ways: Vec<By> = open_all(&limited(before), &folders.sources()).into_iter().map(|(_, by)| by).collect();
    assert_eq!(ways, [Cached, Cached, Examining]);
    assert!(!other.exists() && !left.exists() && foreign.exists());
    assert_eq!(folders.ways(), [Cached; 3]);
}

#[test]
fn of_a_review_larger_than_the_cache_what_fits_stays() {
    let folders = Folders::new(&[("a.txt", A), ("b.txt", B), ("c.txt", &A.replace("dusk", "noon"))]);
    folders.open();
    let size = fs::metadata(&folders.cached("entry")[0]).unwrap().len();
    folders.folder().clear(&Recipe::default(), RUN);
    let small = CacheFolder { limit: size * 5 / 2, ..folders.folder() };
    for expected in [[Examining; 3], [Cached, Cached, Examining], [Cached, Cached, Examining]] {
        let ways: Vec<By> = open_all(&small, &folders.sources()).into_iter().map(|(_, by)| by).collect();
        assert_eq!(ways, expected);
        assert!(folders.size() <= small.limit);
    }
}

#[test]
fn a_long_text_is_not_cached() {
    let folders = Folders::new(&[]);
    folders.put("a.txt", format!("lamp{}", " ".repeat(MAX_TEXT)), 3600);
    folders.open();
    assert_eq!(folders.ways(), [Examining]);
    assert_eq!(folders.size(), 0);
}

#[test]
fn only_files_are_cached() {
    let folders = Folders::new(&[]);
    let cache = folders.cache();
    for source in [Source::Text { nth: 1, text: A.into() }, Source::Sample(crate::document::Sample::ALL[0])] {
        assert_eq!((open(&cache, &source).1, open(&cache, &source).1), (Examining, Examining));
    }
    assert!(cache.lookup(&Source::File("/dev/fd/0".into())).is_err_and(|CacheMiss(file)| file.is_none()));
    assert!(cache.lookup(&Source::File(folders.files.path().into())).is_err_and(|CacheMiss(file)| file.is_none()));
    cache.close().unwrap();
    assert_eq!(folders.size(), 0);
}

#[test]
fn a_file_that_grows_while_it_is_read_is_not_cached() {
    let folders = Folders::new(&[("a.txt", A)]);
    let (cache, source) = (folders.cache(), folders.source("a.txt"));
    let miss = cache.lookup(&source).unwrap_err();
    folders.put("a.txt", format!("{A} More."), 3600);
    let document = read(&source).unwrap();
    let made = Examined::new(&document.text, &Pipeline::new(&Recipe::default()), RUN).unwrap();
    cache.store(&miss, &document, &made.trace.sketch, &made.subject);
    assert!(cache.lookup(&source).is_err());
    assert_eq!(folders.size(), 0);
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_unicode_is_a_name() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let folders = Folders::new(&[]);
    let source = Source::File(folders.files.path().join(OsStr::from_bytes(b"\xB2\xE8\xC2\xB7.txt")));
    fs::write(source.file().unwrap(), A).unwrap();
    date(source.file().unwrap(), SystemTime::now() - Duration::from_secs(60));
    let ways = [(); 2].map(|()| open_all(&folders.folder(), std::slice::from_ref(&source))[0].1);
    assert_eq!(ways, [Examining, Cached]);
}

#[cfg(unix)]
#[test]
fn others_cannot_read_it_and_links_lead_nowhere() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folders = Folders::new(&[("a.txt", A)]);
    let folder = CacheFolder::new(folders.cache.path().join("deep/er"), 7);
    open_all(&folder, &folders.sources());
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let files: Vec<PathBuf> = fs::read_dir(&folder.path).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!((files.len(), mode(&folder.path)), (2, 0o700));
    assert!(files.iter().all(|path| mode(path) == 0o600));
    // Links in their places: none is followed.
    let elsewhere = folders.cache.path().join("elsewhere");
    fs::write(&elsewhere, "mine").unwrap();
    for path in &files {
        fs::remove_file(path).unwrap();
        symlink(&elsewhere, path).unwrap();
    }
    let cache = folder.open(&Recipe::default(), RUN);
    assert_eq!(open(&cache, &folders.source("a.txt")).1, Examining);
    assert!(cache.close().is_err(), "the index is another's");
    assert_eq!(fs::read(&elsewhere).unwrap(), b"mine");
}

#[cfg(target_os = "linux")]
#[test]
fn where_nothing_can_be_written_it_goes_on_and_says_why_once() {
    let folders = Folders::new(&[("a.txt", A)]);
    // Nobody can make a folder there.
    let cache = CacheFolder::new("/proc/simscope", 7).open(&Recipe::default(), RUN);
    for _ in 0..2 {
        assert_eq!(open(&cache, &folders.source("a.txt")).1, Examining);
    }
    assert!(cache.close().is_err());
}
