//! Lines of every kind, and lookups against comparing every two fingerprints.

use std::{fmt::Write, fs, path::Path};

use proptest::prelude::*;
use tempfile::TempDir;

use super::*;
use crate::{
    document::Source,
    simhash::sketch,
    store::{LibraryChanges, SCHEMA},
};

fn recipe(bits: u8) -> Recipe {
    Recipe { bits, ..Recipe::default() }
}

/// A line as `hash` writes it.
fn line(path: &str, fingerprint: Fingerprint, recipe: &Recipe) -> String {
    let bits = recipe.bits;
    format!(
        "{{\"schema\": \"{SCHEMA}\", \"recipe\": \"{recipe}\", \"name\": \"x\", \"path\": \"{path}\", \
         \"bits\": {bits}, \"fingerprint\": \"{fingerprint}\", \"constant\": false, \"bytes\": 12, \
         \"content_hash\": \"00000000000000ff\"}}\n"
    )
}

fn read(folder: &TempDir, files: &[&[u8]], recipe: &Recipe) -> FingerprintFiles {
    let files = files.iter().enumerate().map(|(n, bytes)| {
        let path = folder.path().join(format!("prints-{n}.jsonl"));
        fs::write(&path, bytes).unwrap();
        path
    });
    FingerprintFiles::read(files.collect(), recipe, &Watch::default()).unwrap()
}

#[test]
fn a_bad_line_is_reported_with_its_number_and_does_not_stop_the_others() {
    let (folder, recipe) = (tempfile::tempdir().unwrap(), recipe(64));
    let good = |n: u128| line(&format!("{n}.txt"), Fingerprint::new(n, 64), &recipe);
    let other = line("o", Fingerprint::new(1, 64), &Recipe { fold: crate::simhash::Fold::CASE, ..recipe.clone() });
    let text = [
        good(1),
        "\n".into(),
        "{ \"schema\": \n".into(),
        good(2),
        other,
        good(3).replace("\"bits\": 64", "\"bits\": 32"),
        good(3).replace("0000000000000003", "+000000000000003"),
        good(3).replace(SCHEMA, "simscope/pair/1"),
        "[1]\n".into(),
        "{}\n".into(),
        format!("{{\"x\": \"{}\"}}\n", "y".repeat(LineError::MAX_BYTES)),
        good(4).replace("\"fingerprint\": \"0000000000000004\"", "\"fingerprint\": null"),
        good(4).replace("\"constant\": false", "\"constant\": true"),
        good(4).trim_end().replace("\"path\"", "\"error\": {\"kind\": \"binary\"}, \"path\""),
        "\n".into(),
        good(5).trim_end().to_owned(),
    ];
    let text = text.concat();
    let archive = read(&folder, &[text.as_bytes(), good(6).as_bytes()], &recipe);
    let fingerprints: Vec<u128> =
        (0..archive.fingerprints().len()).map(|n| archive.fingerprints().get(n).unwrap().value()).collect();
    assert_eq!(fingerprints, [1, 2, 5, 6]);
    let bad: Vec<(u64, &str)> = archive.bad().iter().map(|bad| (bad.line, kind(&bad.why))).collect();
    let expected = [
        (3, "no document"),
        (5, "recipe"),
        (6, "bits"),
        (7, "fingerprint"),
        (8, "schema"),
        (9, "no document"),
        (10, "missing"),
        (11, "too long"),
    ];
    assert_eq!((bad, archive.bad_lines()), (expected.to_vec(), 8));
    let lines: Vec<RecordPlace> = (0..4).map(|n| archive.record(n).unwrap().place).collect();
    assert_eq!(lines, [1, 4, 15, 1].map(RecordPlace::Line), "a line's number is that in its own file");
    let said = crate::say::bad_line(&archive.bad()[1], Lang::En);
    assert!(
        said.contains("prints-0.jsonl: line 5: ") && said.contains("fold is case there and no-urls here"),
        "{said}"
    );
    assert!(archive.record(9).is_err());
    fs::write(folder.path().join("prints-1.jsonl"), good(7)).unwrap();
    assert!(archive.record(3).is_err(), "the line is another now");
    assert!(archive.record(1).is_ok());
}

fn kind(error: &LineError) -> &'static str {
    match error {
        LineError::TooLong => "too long",
        LineError::NoDocument(_) | LineError::NoJson(..) | LineError::NoObject => "no document",
        LineError::Schema(_) => "schema",
        LineError::Missing(_) | LineError::NoString(..) => "missing",
        LineError::NoRecipe(_) | LineError::Recipe(_) | LineError::OtherRecipe(_) => "recipe",
        LineError::Bits(..) => "bits",
        LineError::NoFingerprint(..) => "fingerprint",
    }
}

#[test]
fn a_fingerprint_takes_16_bytes_however_long_its_line() {
    let (folder, recipe) = (tempfile::tempdir().unwrap(), recipe(64));
    let text: String = (0..2000u128).map(|n| line(&"long/".repeat(60), Fingerprint::new(n, 64), &recipe)).collect();
    let archive = read(&folder, &[text.as_bytes()], &recipe);
    assert_eq!(archive.fingerprints().len(), 2000);
    let bytes = 2000 * 8 + size_of_val(&*archive.offsets) + size_of_val(&*archive.lines);
    assert!(bytes <= 2000 * 16 + 64, "{bytes}");
}

#[test]
fn a_document_is_read_where_it_is_still_what_the_line_says() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = recipe(64);
    let text = "The keeper lit the lamp at dusk and wrote the wind down in the book beside the door.";
    let print = sketch(text, &recipe).unwrap().fingerprint.unwrap();
    for name in ["there.txt", "batch.txt"] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    fs::write(folder.path().join("changed.txt"), "Another text of quite other words than those before.").unwrap();
    let names = ["there.txt", "changed.txt", "gone.txt", "batch.txt"];
    let lines: String = names.iter().map(|name| line(name, print, &recipe)).collect();
    let archive = read(&folder, &[lines.as_bytes()], &recipe);
    let own = folder.path().join("batch.txt");
    let lookup = archive.look_up(&[print], &[&own], 3, &Watch::default()).unwrap();
    let found: Vec<(String, bool)> = lookup
        .neighbours
        .iter()
        .map(|neighbour| (neighbour.record.path.display().to_string(), neighbour.source.is_some()))
        .collect();
    let expected = [("there.txt", true), ("changed.txt", false), ("gone.txt", false)].map(|(n, d)| (n.to_owned(), d));
    assert_eq!(found, expected, "a document of the batch is not its own neighbour");
    assert_eq!(lookup.near, 3, "without the own one");
    let there = Source::File(folder.path().join("there.txt"));
    assert_eq!(lookup.neighbours[0].source.as_ref(), Some(&there));
}

#[test]
fn files_are_a_store_that_is_only_read() {
    let (folder, recipe) = (tempfile::tempdir().unwrap(), recipe(64));
    let lines: String = (0..9u128).map(|n| line(&n.to_string(), Fingerprint::new(n, 64), &recipe)).collect();
    let mut files = read(&folder, &[lines.as_bytes()], &recipe);
    let (store, watch): (&mut dyn Store, _) = (&mut files, Watch::default());
    let near = store.near(Fingerprint::new(0, 64), 1, &watch).unwrap().near;
    assert_eq!(near.iter().map(|near| near.document).collect::<Vec<_>>(), [0, 1, 2, 4, 8]);
    let path = std::path::absolute(folder.path().join("5")).unwrap();
    let found = store.document_of(&path).unwrap().unwrap();
    assert_eq!((found.id, found.bytes, found.content), (5, 12, 0xff));
    assert!(matches!(store.write(&LibraryChanges::default(), &watch), Err(StoreError::ReadOnly)));
    fs::remove_file(folder.path().join("prints-0.jsonl")).unwrap();
    assert!(matches!(store.document(5), Err(StoreError::Unreadable(_))));
}

#[test]
fn a_path_to_another_folder_is_listed_and_not_opened() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let recipe = recipe(64);
    let text = "The keeper lit the lamp at dusk and wrote the wind down in the book beside the door.";
    let print = sketch(text, &recipe).unwrap().fingerprint.unwrap();
    let secret = elsewhere.path().join("secret.txt");
    fs::write(&secret, text).unwrap();
    fs::write(folder.path().join("own.txt"), text).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&secret, folder.path().join("link.txt")).unwrap();
    let up = format!("../{}/secret.txt", elsewhere.path().file_name().unwrap().display());
    let names = [&*secret.to_string_lossy(), &up, "link.txt", "own.txt"];
    let lines: String = names.iter().map(|name| line(name, print, &recipe)).collect();
    let archive = read(&folder, &[lines.as_bytes()], &recipe);
    let lookup = archive.look_up(&[print], &[], 3, &Watch::default()).unwrap();
    let opened: Vec<bool> = lookup.neighbours.iter().map(|neighbour| neighbour.source.is_some()).collect();
    assert_eq!(opened, [false, false, false, true]);
    assert_eq!(lookup.outside, if cfg!(unix) { 3 } else { 2 });
    // A file that the user named is known for what it is.
    assert_eq!(archive.look_up(&[print], &[&secret], 3, &Watch::default()).unwrap().near, lookup.near - 3);
}

#[test]
fn of_too_many_neighbours_all_are_counted_and_the_nearest_read() {
    let (folder, recipe) = (tempfile::tempdir().unwrap(), recipe(64));
    let mut text = String::new();
    for n in 0..(MAX_NEIGHBOURS + 50) as u128 {
        let far = if n % 3 == 0 { 0 } else { 0b11 };
        text += &line(&format!("{n}"), Fingerprint::new(far, 64), &recipe);
    }
    let archive = read(&folder, &[text.as_bytes()], &recipe);
    let lookup = archive.look_up(&[Fingerprint::new(0, 64)], &[], 3, &Watch::default()).unwrap();
    assert_eq!((lookup.near, lookup.neighbours.len()), (MAX_NEIGHBOURS + 50, MAX_NEIGHBOURS));
    assert_eq!(
        lookup.neighbours.iter().filter(|neighbour| neighbour.record.fingerprint.value() == 0).count(),
        (MAX_NEIGHBOURS + 50).div_ceil(3)
    );
    assert!(lookup.neighbours.is_sorted_by_key(|neighbour| neighbour.record.number));
}

#[test]
fn stopping_and_a_missing_file_are_errors() {
    let watch = Watch::default();
    watch.stop();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("prints.jsonl");
    fs::write(&path, line("a", Fingerprint::new(1, 64), &recipe(64))).unwrap();
    assert!(matches!(FingerprintFiles::read(vec![path], &recipe(64), &watch), Err(ReadFilesError::Stopped(Stopped))));
    let missing = FingerprintFiles::read(vec![folder.path().join("no.jsonl")], &recipe(64), &Watch::default());
    assert!(matches!(missing, Err(ReadFilesError::Unreadable(ReadError::NotFound { .. }))));
}

proptest! {
    /// Whatever the bytes: no panic, and every line is a fingerprint, one without, blank or bad.
    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let folder = tempfile::tempdir().unwrap();
        let archive = read(&folder, &[&bytes], &recipe(64));
        prop_assert_eq!(archive.fingerprints().len(), 0);
    }

    #[test]
    fn a_lookup_finds_what_comparing_every_two_finds(
        bits in prop_oneof![Just(64u8), 3u8..=128],
        centres in proptest::collection::vec(any::<u128>(), 1..4),
        stored in proptest::collection::vec((0usize..4, proptest::collection::vec(0u8..128, 0..14)), 0..60),
        batch in proptest::collection::vec((0usize..4, proptest::collection::vec(0u8..128, 0..14)), 0..9),
        k in 0u32..130,
    ) {
        let recipe = recipe(bits);
        let print = |(centre, flips): &(usize, Vec<u8>)| {
            let value = flips.iter().fold(centres[centre % centres.len()], |value, flip| value ^ 1 << flip);
            Fingerprint::new(value, bits)
        };
        let stored: Vec<Fingerprint> = stored.iter().map(print).collect();
        let batch: Vec<Fingerprint> = batch.iter().map(print).collect();
        let mut text = String::new();
        for (n, print) in stored.iter().enumerate() {
            write!(text, "{}", line(&format!("no/such/{n}"), *print, &recipe)).unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let archive = read(&folder, &[text.as_bytes()], &recipe);
        let lookup = archive.look_up(&batch, &[] as &[&Path], k, &Watch::default()).unwrap();
        let found: Vec<u32> = lookup.neighbours.iter().map(|neighbour| neighbour.record.number).collect();
        let is_near = |print: &Fingerprint| batch.iter().any(|query| query.hamming(*print) <= k);
        let expected: Vec<u32> = stored.iter().zip(0..).filter(|(print, _)| is_near(print)).map(|(_, n)| n).collect();
        prop_assert_eq!(lookup.near, expected.len());
        prop_assert_eq!(found, expected);
        let records = || lookup.neighbours.iter().map(|neighbour| &neighbour.record);
        prop_assert!(records().all(|record| record.fingerprint == stored[record.number as usize]));
    }
}
