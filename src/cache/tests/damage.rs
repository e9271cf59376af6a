//! Files of the cache that are torn, damaged or made up.

use std::fs;

use proptest::prelude::*;

use super::*;
use crate::{
    compare::pair::{compare, cosine},
    document::{Landmark, Mark, from_text},
};

#[test]
fn a_torn_index_is_good_up_to_where_it_is_whole() {
    let folders = Folders::new(&[("a.txt", A), ("b.txt", B), ("c.txt", C)]);
    let whole = all_said(&folders.open());
    let path = &folders.cached("index")[0];
    let bytes = fs::read(path).unwrap();
    let mut most = 3;
    for cut in (0..bytes.len()).rev() {
        fs::write(path, &bytes[..cut]).unwrap();
        let cache = folders.cache();
        let hits = folders.sources().iter().filter(|source| cache.lookup(source).is_ok()).count();
        assert!(hits <= most, "a prefix");
        most = hits;
        if cut % 17 == 0 {
            // And goes on from there.
            let again = folders.open();
            assert_eq!(all_said(&again), whole);
            assert_eq!(again.iter().filter(|(_, by)| *by == Reading).count(), 3 - hits);
            assert_eq!(folders.ways(), [Cached; 3], "cut at {cut}");
        }
    }
    assert_eq!(most, 0);
}

#[test]
fn a_torn_entry_is_absent() {
    let folders = Folders::new(&[("a.txt", A)]);
    folders.open();
    let path = &folders.cached("entry")[0];
    let bytes = fs::read(path).unwrap();
    for cut in (0..bytes.len()).step_by(7) {
        fs::write(path, &bytes[..cut]).unwrap();
        assert!(folders.cache().lookup(&folders.source("a.txt")).is_err(), "cut at {cut}");
    }
    assert_eq!((folders.ways(), folders.ways()), (vec![Examining], vec![Cached]));
    assert_eq!(fs::read(path).unwrap(), bytes);
}

#[test]
fn what_is_damaged_is_absent_and_written_again() {
    let folders = Folders::new(&[("a.txt", A), ("b.txt", B), ("c.txt", C)]);
    let whole = all_said(&folders.open());
    for path in ["entry", "index"].into_iter().flat_map(|ending| folders.cached(ending)) {
        for at in (0..fs::read(&path).unwrap().len()).step_by(211) {
            let mut bytes = fs::read(&path).unwrap();
            bytes[at] ^= 0x40;
            fs::write(&path, bytes).unwrap();
            assert_eq!(all_said(&folders.open()), whole, "at {at} of {}", path.display());
            assert_eq!(folders.ways(), [Cached; 3], "at {at} of {}", path.display());
        }
    }
}

/// Documents with what each kind of text can have.
fn document(text: &str) -> Document {
    let mut document = from_text(1, text);
    let ends = text.char_indices().map(|(at, _)| at).filter(|at| at % 5 == 0);
    let mark = |at| Landmark { at, mark: if at % 2 == 0 { Mark::Page(at as u32) } else { Mark::Chapter(1) } };
    document.landmarks = ends.map(mark).collect();
    document.reading.warnings.add_if(text.len() > 40, crate::document::ReadWarning::Cut);
    document.reading.warnings.add_if(text.len() > 20, crate::document::ReadWarning::Misnamed);
    document
}

/// Whatever is believed can be worked with.
fn work_with(hit: &CacheHit) {
    let both = [Some(hit.subject.clone()), Some(hit.subject.clone())];
    compare_all(&both, &Groups::all(2), |_, _| false, &Watch::default()).unwrap();
    compare([0, 1], &hit.subject, &hit.subject, false);
    _ = cosine(&hit.subject, &hit.subject);
    _ = hit.document.place_of(1);
}

fn text() -> impl Strategy<Value = String> {
    "([甲乙丙丁]{1,4}|lamp |don't stop, |café\u{301} |x１Ⅳ |，|\n|🙂){0,40}"
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_entry_is_read_as_it_was_written(
        texts in proptest::array::uniform2(text()),
        bits in prop::sample::select(vec![8u8, 64, 128]),
        han in 1u32..9,
        words in 1u32..6,
    ) {
        let (recipe, run) = (recipe(bits), RunLength { han, words });
        let key = CacheKey::new(&recipe, run);
        let [(a, c), (b, d)] = texts.map(|text| {
            let document = document(&text);
            let Examined { trace, subject } = Examined::new(&text, &Pipeline::new(&recipe), run).unwrap();
            let bytes = entry::encode(7, &document, &trace.sketch, &subject).unwrap();
            let hit = entry::decode(&bytes, 7, document.source.clone(), &key).expect("what was written");
            assert_eq!((&*hit.document, hit.sketch), (&document, trace.sketch));
            assert!(entry::decode(&bytes, 8, document.source.clone(), &key).is_none(), "another key");
            (subject, hit.subject)
        });
        prop_assert_eq!(format!("{a:?} {b:?}"), format!("{c:?} {d:?}"), "every number is the same");
        prop_assert_eq!(compare([0, 1], &a, &b, false), compare([0, 1], &c, &d, false));
        prop_assert_eq!(cosine(&a, &b), cosine(&c, &d));
    }

    #[test]
    fn an_entry_with_a_good_checksum_and_wrong_bytes_does_no_harm(
        text in text(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let (recipe, document) = (recipe(64), document(&text));
        let key = CacheKey::new(&recipe, RUN);
        let Examined { trace, subject } = Examined::new(&text, &Pipeline::new(&recipe), RUN).unwrap();
        let sealed = entry::encode(7, &document, &trace.sketch, &subject).unwrap();
        let body = unseal(&sealed).unwrap();
        for cut in 0..body.len() {
            prop_assert!(entry::decode(&seal(&body[..cut]), 7, Source::Stdin, &key).is_none());
        }
        let mut body = body.to_vec();
        for (at, value) in changes {
            let at = at.index(body.len());
            body[at] = value;
            if let Some(hit) = entry::decode(&seal(&body), 7, Source::Stdin, &key) {
                work_with(&hit);
            }
        }
    }

    #[test]
    fn anything_at_all_may_be_in_an_entry(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let bytes = [&[7][..], &bytes].concat();
        if let Some(hit) = entry::decode(&seal(&bytes), 7, Source::Stdin, &CacheKey::new(&recipe(64), RUN)) {
            work_with(&hit);
        }
    }

    #[test]
    fn anything_at_all_may_be_in_the_files(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
        file in any::<prop::sample::Index>(),
        behind in any::<bool>(),
        at in any::<prop::sample::Index>(),
    ) {
        let folders = Folders::new(&[("a.txt", A), ("b.txt", B)]);
        folders.open();
        let files = [folders.cached("entry"), folders.cached("index")].concat();
        let path = &files[file.index(files.len())];
        let mut all = fs::read(path).unwrap();
        // In the place of some of it, or behind it.
        let at = if behind { all.len() } else { at.index(all.len()) };
        all.resize(all.len().max(at + bytes.len()), 0);
        all[at..at + bytes.len()].copy_from_slice(&bytes);
        fs::write(path, &all).unwrap();
        let again = folders.open();
        prop_assert_eq!(again[0].0.document.text.as_str(), A);
        prop_assert_eq!(again[1].0.document.text.as_str(), B);
        prop_assert_eq!(folders.ways(), [Cached, Cached]);
    }
}

fn recipe(bits: u8) -> Recipe {
    format!("jieba;fold=none;tf;xxh3-128;{bits};gt").parse().unwrap()
}

#[test]
fn a_length_is_not_believed_before_its_bytes_are_there() {
    let key = CacheKey::new(&recipe(64), RUN);
    // The key, then the length of the first name: all the address space.
    let bytes = [&[7][..], &[0xff; 9], &[1]].concat();
    assert!(entry::decode(&seal(&bytes), 7, Source::Stdin, &key).is_none());
}
