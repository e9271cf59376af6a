//! Laws and faults of the store: what is kept comes back the same, and nothing else is believed.

use std::{
    cell::Cell,
    fs::{File, OpenOptions},
    io::Write,
    sync::Barrier,
    thread,
};

use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::{
    compare::{
        Examined, Groups,
        pair::{Pair as Compared, compare_all},
    },
    document::{Encoding, Format, read},
    simhash::Watch,
};

const RUN: RunLength = RunLength { han: 5, words: 4 };
const A: &str = "The keeper lit the lamp at dusk and wrote the wind down in the book beside the door.";
const B: &str = "The keeper lit the lamp at dawn and wrote the wind down in the book beside the door.";
const C: &str = "茶路上的驿站每天清晨点灯，守夜的人记下风向，然后合上本子。";

/// A folder of files under review, and one of packs.
struct Desk {
    files: TempDir,
    packs: TempDir,
}

/// How a document was come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Kept,
    Reading,
    Examining,
}
use By::{Examining, Kept as AsKept, Reading};

impl Desk {
    fn new(files: &[(&str, &str)]) -> Self {
        let desk = Self { files: tempfile::tempdir().unwrap(), packs: tempfile::tempdir().unwrap() };
        for (name, text) in files {
            desk.put(name, text, 3600);
        }
        desk
    }

    /// Writes a file as if it were so many seconds old.
    fn put(&self, name: &str, text: impl AsRef<[u8]>, age: u64) {
        let path = self.files.path().join(name);
        fs::write(&path, text).unwrap();
        self.date(name, SystemTime::now() - Duration::from_secs(age));
    }

    fn date(&self, name: &str, time: SystemTime) {
        OpenOptions::new().write(true).open(self.files.path().join(name)).unwrap().set_modified(time).unwrap();
    }

    fn dated(&self, name: &str) -> SystemTime {
        fs::metadata(self.files.path().join(name)).unwrap().modified().unwrap()
    }

    fn store(&self) -> Store {
        Store::new(self.packs.path(), &Roots::new([self.files.path()]))
    }

    fn source(&self, name: &str) -> Source {
        Source::File(self.files.path().join(name))
    }

    fn sources(&self) -> Vec<Source> {
        crate::document::folder(self.files.path()).unwrap().sources
    }

    /// The file of the only pack.
    fn pack(&self) -> PathBuf {
        let mut packs = fs::read_dir(self.packs.path()).unwrap().map(|entry| entry.unwrap().path());
        let pack = packs.next().expect("a pack");
        assert_eq!(packs.next(), None);
        pack
    }

    fn open(&self) -> Vec<(Kept, By)> {
        open_all(&self.store(), &self.sources())
    }

    fn ways(&self) -> Vec<By> {
        self.open().into_iter().map(|(_, by)| by).collect()
    }
}

fn open_all(store: &Store, sources: &[Source]) -> Vec<(Kept, By)> {
    let pack = store.pack(&Recipe::default(), RUN);
    let all = sources.iter().map(|source| open(&pack, source)).collect();
    assert!(pack.close().is_none());
    all
}

fn open(pack: &Pack, source: &Source) -> (Kept, By) {
    let visit = pack.visit(source);
    if let Some(kept) = visit.as_ref().and_then(Visit::kept) {
        return (kept, AsKept);
    }
    let document = read(source).unwrap();
    let by = Cell::new(Reading);
    let examine = || {
        by.set(Examining);
        let Examined { trace, subject } = Examined::outline(&document.text, &Recipe::default(), RUN)?;
        Ok::<_, crate::simhash::CountError>((trace.sketch, subject, ()))
    };
    let (sketch, subject) = match &visit {
        Some(visit) => visit.numbers(&document, examine).map(|(sketch, subject, _)| (sketch, subject)).unwrap(),
        None => examine().map(|(sketch, subject, ())| (sketch, subject)).unwrap(),
    };
    (Kept { document: document.into(), sketch, subject }, by.get())
}

fn pairs(all: &[(Kept, By)]) -> Vec<Compared> {
    let subjects: Vec<_> = all.iter().map(|(kept, _)| Some(kept.subject.clone())).collect();
    compare_all(&subjects, &Groups::all(all.len()), |_, _| false, &Watch::default()).unwrap()
}

fn said(kept: &Kept) -> String {
    format!("{:?} {} {:?} {:?}", kept.document, kept.document.text, kept.sketch, kept.subject)
}

#[test]
fn what_did_not_change_is_neither_read_nor_examined_again() {
    let desk = Desk::new(&[("a.txt", A), ("b.txt", B), ("c.txt", C)]);
    let first = desk.open();
    assert!(first.iter().all(|(_, by)| *by == Examining));
    // Other bytes, but nothing that tells: what comes is what was kept, so nobody looked.
    let time = desk.dated("b.txt");
    desk.put("b.txt", B.replace("dawn", "noon"), 0);
    desk.date("b.txt", time);
    let second = desk.open();
    assert!(second.iter().all(|(_, by)| *by == AsKept));
    assert!(
        first.iter().zip(&second).all(|((one, _), (other, _))| said(one) == said(other)),
        "every number is the same"
    );
    assert_eq!(pairs(&first), pairs(&second));
}

#[test]
fn what_changed_is_read_and_only_other_bytes_are_examined() {
    let desk = Desk::new(&[("a.txt", A), ("b.txt", B)]);
    desk.open();
    // Touched.
    desk.date("a.txt", SystemTime::now() - Duration::from_secs(60));
    assert_eq!(desk.ways(), [Reading, AsKept]);
    assert_eq!(desk.ways(), [AsKept, AsKept], "its new time was noted");
    // Of another size; of the same size with another time; younger than it was.
    desk.put("a.txt", "Something shorter.", 3600);
    desk.put("b.txt", B.replace("dawn", "noon"), 7200);
    let third = desk.open();
    assert_eq!(third.iter().map(|(_, by)| *by).collect::<Vec<_>>(), [Examining, Examining]);
    assert_eq!(third[0].0.document.text.as_str(), "Something shorter.");
    // Back to what it was before: only the last is kept.
    assert_eq!(desk.ways(), [AsKept, AsKept]);
}

#[test]
fn within_two_seconds_of_its_change_a_file_is_read_again() {
    let desk = Desk::new(&[("a.txt", A)]);
    let now = SystemTime::now();
    for (time, again) in [
        (now, Reading),
        (now - Duration::from_millis(1500), Reading),
        // A clock that was wrong, or a disk with another one.
        (now + Duration::from_secs(3600), Reading),
        (now - Duration::from_secs(3600), AsKept),
        (UNIX_EPOCH - Duration::from_secs(5), AsKept),
    ] {
        desk.date("a.txt", time);
        desk.open();
        assert_eq!(desk.ways(), [again], "{time:?}");
    }
}

#[test]
fn the_same_bytes_under_another_name_are_not_examined_again() {
    let desk = Desk::new(&[("a.txt", A), ("b.txt", B)]);
    desk.open();
    fs::rename(desk.files.path().join("a.txt"), desk.files.path().join("new.txt")).unwrap();
    let all = desk.open();
    assert_eq!(all.iter().map(|(_, by)| *by).collect::<Vec<_>>(), [AsKept, Reading]);
    assert_eq!(&*all[1].0.document.name, "new.txt");
    assert_eq!(desk.ways(), [AsKept, AsKept]);
}

#[test]
fn what_was_said_of_a_file_belongs_to_it() {
    let page = "<html><body><p>茶路 lamp</p></body></html>";
    let desk = Desk::new(&[("a.html", page)]);
    let plain = desk.source("a.html");
    let as_text = Source::As(Box::new(plain.clone()), Format::Text);
    let as_big5 = Source::Encoded(Box::new(plain.clone()), Encoding::of("big5").unwrap());
    let all = [plain, as_text, as_big5];
    let store = desk.store();
    let first = open_all(&store, &all);
    assert!(first.iter().all(|(_, by)| *by == Examining));
    assert_eq!(first[1].0.document.text.as_str(), page);
    let second = open_all(&store, &all);
    for ((one, _), (other, by)) in first.iter().zip(&second) {
        assert_eq!((said(one), AsKept), (said(other), *by));
    }
}

#[test]
fn another_recipe_run_or_review_has_a_pack_of_its_own() {
    let desk = Desk::new(&[("a.txt", A)]);
    let store = desk.store();
    let tf: Recipe = "words;fold=none;tf;xxh3-64;16;gt".parse().unwrap();
    let keys = [
        store.key(&Recipe::default(), RUN),
        store.key(&tf, RUN),
        store.key(&tf, RunLength { han: 6, ..RUN }),
        store.key(&tf, RunLength { words: 5, ..RUN }),
        Store::new(desk.packs.path(), &Roots::new([desk.packs.path()])).key(&tf, RUN),
    ];
    for (n, key) in keys.iter().enumerate() {
        assert!(!keys[..n].contains(key), "{n}");
    }
    desk.open();
    assert!(store.pack(&tf, RUN).visit(&desk.source("a.txt")).unwrap().kept().is_none());
    // A pack of something else under this name is not believed.
    fs::rename(desk.pack(), store.path(store.key(&tf, RUN))).unwrap();
    assert!(store.pack(&tf, RUN).visit(&desk.source("a.txt")).unwrap().kept().is_none());
}

#[test]
fn what_is_let_go_is_read_anew() {
    let desk = Desk::new(&[("a.txt", A)]);
    desk.open();
    desk.store().forget(&Recipe::default(), RUN);
    assert_eq!(desk.ways(), [Examining]);
    assert_eq!(desk.ways(), [AsKept]);
}

#[test]
fn a_torn_pack_is_good_up_to_where_it_is_whole() {
    let desk = Desk::new(&[("a.txt", A), ("b.txt", B), ("c.txt", C)]);
    let whole = desk.open();
    let path = desk.pack();
    let bytes = fs::read(&path).unwrap();
    let mut most = 0;
    for cut in (0..bytes.len()).rev() {
        fs::write(&path, &bytes[..cut]).unwrap();
        let pack = desk.store().pack(&Recipe::default(), RUN);
        let kept: Vec<_> = desk.sources().iter().filter_map(|source| pack.visit(source)?.kept()).collect();
        assert!(kept.len() < 3 && kept.iter().zip(&whole).all(|(kept, (first, _))| said(kept) == said(first)));
        assert!(most == 0 || kept.len() <= most, "a prefix");
        most = kept.len();
        if cut % 397 == 0 {
            // And goes on from there.
            drop(pack);
            let again = desk.open();
            assert!(again.iter().zip(&whole).all(|((one, _), (other, _))| said(one) == said(other)));
            assert!(desk.ways().iter().all(|by| *by == AsKept), "cut at {cut}");
            assert_eq!(fs::read(&path).unwrap().len(), bytes.len());
        }
    }
}

#[test]
fn a_damaged_record_is_as_if_it_were_not_there() {
    let desk = Desk::new(&[("a.txt", A), ("b.txt", B), ("c.txt", C)]);
    let whole = desk.open();
    let path = desk.pack();
    let bytes = fs::read(&path).unwrap();
    for at in (0..bytes.len()).step_by(211) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x40;
        fs::write(&path, &damaged).unwrap();
        let again = desk.open();
        assert!(again.iter().zip(&whole).all(|((one, _), (other, _))| said(one) == said(other)), "at {at}");
        assert!(desk.ways().iter().all(|by| *by == AsKept), "what was damaged at {at} was written anew");
    }
}

#[test]
fn two_at_once_write_one_behind_the_other() {
    let names: Vec<String> = (0..40).map(|n| format!("{n:02}.txt")).collect();
    let desk = Desk::new(&[]);
    for name in &names {
        desk.put(name, format!("{A} {name}"), 3600);
    }
    let sources = desk.sources();
    let begin = Barrier::new(2);
    thread::scope(|scope| {
        for half in 0..2 {
            let (desk, sources, begin) = (&desk, &sources, &begin);
            scope.spawn(move || {
                // Each with a file of its own, as two programs have.
                let pack = desk.store().pack(&Recipe::default(), RUN);
                begin.wait();
                for source in sources.iter().skip(half).step_by(2) {
                    open(&pack, source);
                }
                assert!(pack.close().is_none());
            });
        }
    });
    assert!(desk.ways().iter().all(|by| *by == AsKept));
}

#[test]
fn what_another_program_wrote_meanwhile_is_not_written_twice() {
    let desk = Desk::new(&[("a.txt", A), ("b.txt", B)]);
    let [a, b] = ["a.txt", "b.txt"].map(|name| desk.source(name));
    let one = desk.store().pack(&Recipe::default(), RUN);
    let other = desk.store().pack(&Recipe::default(), RUN);
    open(&one, &a);
    open(&other, &b);
    assert_eq!(open(&other, &a).1, AsKept, "it was taken in when b was written");
    // Removed under their hands: both go on.
    desk.store().forget(&Recipe::default(), RUN);
    desk.put("b.txt", C, 3600);
    assert_eq!(open(&one, &b).1, Examining);
    assert_eq!(open(&other, &b).1, Examining);
    assert!(one.close().is_none() && other.close().is_none());
    assert_eq!(desk.ways(), [Examining, AsKept]);
}

#[test]
fn more_than_half_dead_it_is_written_anew() {
    let text = |n: u64| format!("{B} {}", "lamp ".repeat(200 + n as usize));
    let desk = Desk::new(&[("a.txt", A), ("b.txt", &text(3))]);
    desk.open();
    let fresh = fs::metadata(desk.pack()).unwrap().len();
    for n in 0..4 {
        desk.put("b.txt", text(n), 3600 + n);
        desk.open();
    }
    let size = fs::metadata(desk.pack()).unwrap().len();
    assert!(size < fresh * 2, "of those before it half are gone: {size}, and {fresh} at first");
    assert_eq!(desk.ways(), [AsKept, AsKept]);
    // And so is what is kept of a file that is gone.
    fs::remove_file(desk.files.path().join("b.txt")).unwrap();
    assert_eq!(desk.ways(), [AsKept]);
    assert!(memchr::memmem::find(&fs::read(desk.pack()).unwrap(), b"lamp lamp").is_none());
    assert_eq!(desk.ways(), [AsKept]);
}

#[test]
fn too_much_makes_room_for_what_was_used_last() {
    let desk = Desk::new(&[("a.txt", A), ("b.txt", B)]);
    desk.open();
    let size = fs::metadata(desk.pack()).unwrap().len();
    let other = desk.packs.path().join("00ff.pack");
    for (age, stays) in [(7200, false), (0, true)] {
        let mut file = File::create(&other).unwrap();
        file.write_all(&vec![0; size as usize]).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
        open_all(&desk.store().limited(size * 3 / 2 + age / 7200), &desk.sources()[..1]);
        assert_eq!(other.exists(), stays && age > 0, "{age}");
        _ = fs::remove_file(&other);
    }
    // No pack grows beyond it.
    desk.store().forget(&Recipe::default(), RUN);
    let small = desk.store().limited(size - 1);
    open_all(&small, &desk.sources());
    let ways: Vec<By> = open_all(&small, &desk.sources()).into_iter().map(|(_, by)| by).collect();
    assert_eq!(ways, [AsKept, Examining]);
}

#[test]
fn a_long_text_is_not_kept() {
    let desk = Desk::new(&[]);
    desk.put("a.txt", format!("lamp{}", " ".repeat(LONGEST)), 3600);
    desk.open();
    assert_eq!(desk.ways(), [Examining]);
}

#[cfg(unix)]
#[test]
fn others_cannot_read_it_and_links_lead_nowhere() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let desk = Desk::new(&[("a.txt", A)]);
    let store = Store::new(desk.packs.path().join("deep/er"), &Roots::new([desk.files.path()]));
    open_all(&store, &desk.sources());
    let path = store.path(store.key(&Recipe::default(), RUN));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(path.parent().unwrap()), mode(&path)), (0o700, 0o600));
    // What is no file is left alone.
    let elsewhere = desk.packs.path().join("elsewhere");
    fs::write(&elsewhere, "mine").unwrap();
    fs::remove_file(&path).unwrap();
    symlink(&elsewhere, &path).unwrap();
    let pack = store.pack(&Recipe::default(), RUN);
    assert_eq!(open(&pack, &desk.source("a.txt")).1, Examining);
    assert!(pack.close().is_some());
    assert_eq!(fs::read(&elsewhere).unwrap(), b"mine");
}

#[cfg(target_os = "linux")]
#[test]
fn where_nothing_can_be_written_it_goes_on_and_says_so_once() {
    let desk = Desk::new(&[("a.txt", A)]);
    // Where no folder can be made, whoever asks.
    let store = Store::new("/proc/simscope", &Roots::new([desk.files.path()]));
    let pack = store.pack(&Recipe::default(), RUN);
    for _ in 0..2 {
        assert_eq!(open(&pack, &desk.source("a.txt")).1, Examining);
    }
    assert!(pack.close().is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn anything_at_all_may_stand_in_a_pack(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
        behind in any::<bool>(),
        at in any::<prop::sample::Index>(),
    ) {
        let desk = Desk::new(&[("a.txt", A), ("b.txt", B)]);
        desk.open();
        let path = desk.pack();
        let mut all = fs::read(&path).unwrap();
        // In the place of some of it, or behind it.
        let at = if behind { all.len() } else { at.index(all.len()) };
        all.resize(all.len().max(at + bytes.len()), 0);
        all[at..at + bytes.len()].copy_from_slice(&bytes);
        fs::write(&path, &all).unwrap();
        let again = desk.open();
        prop_assert_eq!(again[0].0.document.text.as_str(), A);
        prop_assert_eq!(again[1].0.document.text.as_str(), B);
    }

    #[test]
    fn a_body_is_read_as_it_was_written_and_nothing_else_harms(
        text in "([甲乙丙]{1,4}|lamp |don't |，|\n|🙂){0,40}",
        bits in prop::sample::select(vec![8u8, 64, 128]),
        at in any::<prop::sample::Index>(),
        value in any::<u8>(),
    ) {
        let recipe: Recipe = format!("jieba;fold=none;tf;xxh3-128;{bits};gt").parse().unwrap();
        let document = crate::document::from_text(1, &text);
        let Examined { trace, subject } = Examined::outline(&text, &recipe, RUN).unwrap();
        let body = record::pack(&document, &trace.sketch, &subject, RUN);
        let read = record::unpack(&body, document.source.clone(), bits, RUN).expect("what was written");
        prop_assert_eq!(&*read.document, &document);
        prop_assert_eq!(read.sketch, trace.sketch);
        prop_assert_eq!(format!("{:?}", read.subject), format!("{subject:?}"));
        for cut in 0..body.len() {
            prop_assert!(record::unpack(&body[..cut], document.source.clone(), bits, RUN).is_none());
        }
        let mut body = body;
        let at = at.index(body.len());
        body[at] = value;
        if let Some(read) = record::unpack(&body, document.source.clone(), bits, RUN) {
            let both = [Some(read.subject), Some(subject)];
            compare_all(&both, &Groups::all(2), |_, _| false, &Watch::default()).unwrap();
            _ = read.document.place_of(0);
        }
    }
}
