//! Laws of a library in a file.

use proptest::prelude::*;
use rusqlite::config::DbConfig;

use super::*;
use crate::{
    compare::coverage::winnowed,
    simhash::{Recipe, sketch},
    store::{NearDocument, TABLES_K},
};

fn made(name: &str, text: &str, recipe: &Recipe) -> NewDocument {
    NewDocument {
        path: Path::new("/texts").join(name),
        said: [None, None],
        title: None,
        date: None,
        bytes: text.len() as u64,
        modified: None,
        content: 7,
        chars: text.chars().count() as u64,
        fingerprint: sketch(text, recipe).unwrap().fingerprint,
        runs: Watch::without(|watch| winnowed(text, watch)),
        text: None,
    }
}

fn of_recipe(recipe: &Recipe) -> RecipeWithK {
    RecipeWithK { recipe: recipe.clone(), k: None }
}

fn add(library: &mut Sqlite, documents: &[NewDocument]) {
    library
        .write(&LibraryChanges { added: documents.to_vec(), ..LibraryChanges::default() }, &Watch::default())
        .unwrap();
}

fn remove(library: &mut Sqlite, name: &str) {
    library
        .write(
            &LibraryChanges { removed: vec![Path::new("/texts").join(name)], ..LibraryChanges::default() },
            &Watch::default(),
        )
        .unwrap();
}

fn with_fingerprint(name: u32, value: u64) -> NewDocument {
    NewDocument {
        fingerprint: Some(Fingerprint::new(value.into(), 64)),
        ..made(&format!("{name}"), "", &Recipe::default())
    }
}

#[test]
fn what_is_added_is_found_and_what_is_removed_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let recipe = Recipe::default();
    let mut library = Sqlite::open(&path, Access::Create(&of_recipe(&recipe))).unwrap();
    let texts = [
        ("a", "海上的风向每天清晨都记录在灯塔的日志里，看守人从不间断，直到最后一班渡船离开港口。"),
        (
            "b",
            "another text about nothing in particular that goes on for a while and has some twenty words in it, no \
             more than that",
        ),
    ];
    add(&mut library, &texts.map(|(name, text)| made(name, text, &recipe)));
    let reader = Sqlite::open(&path, Access::Read).unwrap();
    assert_eq!(reader.len().unwrap(), 2);
    let quoted = format!("先说一句别的话。{}再说一句。", &texts[0].1[..90]);
    let runs = Watch::without(|watch| winnowed(&quoted, watch));
    let found = reader.sharing(&runs, 20, &Watch::default()).unwrap().best;
    assert_eq!(found.iter().map(|sharing| sharing.document).collect::<Vec<_>>(), [1]);
    let fingerprint = sketch(texts[1].1, &recipe).unwrap().fingerprint.unwrap();
    assert_eq!(
        reader.near(fingerprint, 3, &Watch::default()).unwrap().near,
        [NearDocument { hamming: 0, document: 2 }]
    );
    remove(&mut library, "a");
    assert_eq!(reader.len().unwrap(), 1);
    let noted = get(&library.connection, COUNT).unwrap();
    assert_eq!(noted.as_deref(), Some("1"), "nobody counts a million");
    assert_eq!(reader.sharing(&runs, 20, &Watch::default()).unwrap().best, []);
    add(&mut library, &[made("b", texts[1].1, &recipe)]);
    assert_eq!(
        reader.near(fingerprint, 3, &Watch::default()).unwrap().near,
        [NearDocument { hamming: 0, document: 3 }]
    );
    assert_eq!(reader.document(3).unwrap().unwrap().path, Path::new("/texts/b"));
    assert_eq!((reader.len().unwrap(), reader.verify().unwrap()), (1, vec![]));
    library.connection.execute("UPDATE setting SET value = '7' WHERE name = 'documents'", []).unwrap();
    assert_eq!(reader.verify().unwrap(), [LibraryDamage::DocumentCount { expected: 7, found: 1 }]);
    library.connection.execute("DELETE FROM setting WHERE name = 'documents'", []).unwrap();
    assert_eq!(reader.len().unwrap(), 1, "a library of an earlier version is counted");
}

#[test]
fn pdfs_of_an_earlier_version_are_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let recipe = of_recipe(&Recipe::default());
    let mut library = Sqlite::open(&path, Access::Create(&recipe)).unwrap();
    let texts =
        ["a.PDF", "b.txt"].map(|name| NewDocument { modified: Some(7), ..made(name, name, &Recipe::default()) });
    add(&mut library, &texts);
    let of = |library: &Sqlite| texts.each_ref().map(|text| library.known(&text.path, &text.said).unwrap().unwrap());
    let [pdf, text] = of(&library);
    library.connection.execute("DELETE FROM setting WHERE name = 'pdf'", []).unwrap();
    let listed = |library: &Sqlite| [1, 2].map(|id| library.document(id).unwrap().unwrap().content);
    assert_eq!(listed(&Sqlite::open(&path, Access::Read).unwrap()), [0, text.content], "it counts as changed");
    for _ in 0..2 {
        let library = Sqlite::open(&path, Access::Write).unwrap();
        assert_eq!(of(&library), [KnownDocument { modified: None, content: 0, ..pdf }, text], "only it is read again");
    }
}

#[test]
fn other_versions_other_schemas_and_other_processes_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    assert!(matches!(Sqlite::open(&path, Access::Read), Err(StoreError::Missing)));
    let recipe = of_recipe(&Recipe::default());
    let mut library = Sqlite::open(&path, Access::Create(&recipe)).unwrap();
    let mut other = Sqlite::open(&path, Access::Create(&recipe)).unwrap();
    other.connection.busy_timeout(Duration::ZERO).unwrap();
    let writing = library.connection.transaction_with_behavior(Immediate).unwrap();
    let changes = LibraryChanges { added: vec![with_fingerprint(1, 1)], ..LibraryChanges::default() };
    assert!(matches!(other.write(&changes, &Watch::default()), Err(StoreError::Busy)));
    drop(writing);
    assert_eq!(other.write(&changes, &Watch::default()).unwrap(), [false]);
    assert_eq!(library.write(&changes, &Watch::default()).unwrap(), [true], "another process was faster");
    let twice = LibraryChanges { added: vec![with_fingerprint(9, 1); 3], ..LibraryChanges::default() };
    assert_eq!(library.write(&twice, &Watch::default()).unwrap(), [false, true, true]);
    library.connection.execute_batch("ANALYZE").unwrap();
    assert!(Sqlite::open(&path, Access::Read).is_ok(), "statistics change nothing");
    library.connection.execute_batch("UPDATE setting SET value = '1' WHERE name = 'reading'").unwrap();
    for opened in [Sqlite::open(&path, Access::Read), Sqlite::open(&path, Access::Create(&recipe))] {
        let error = opened.err();
        assert!(
            matches!(error, Some(StoreError::OtherReading)),
            "passages of an older reading are not used: {error:?}"
        );
    }
    library.connection.pragma_update(None, "user_version", 7).unwrap();
    assert!(matches!(Sqlite::open(&path, Access::Read), Err(StoreError::Newer { version: 7, known: 1 })));
}

/// A library in which SQL was run that no library runs, by someone who may write the file.
fn meddled(sql: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let mut library = Sqlite::open(&path, Access::Create(&of_recipe(&Recipe::default()))).unwrap();
    add(&mut library, &[with_fingerprint(1, 1), with_fingerprint(2, 2)]);
    drop(library);
    let connection = Connection::open(&path).unwrap();
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false).unwrap();
    connection.execute_batch(sql).unwrap();
    (folder, path)
}

const TRIGGER: &str = "AFTER INSERT ON document BEGIN DELETE FROM document WHERE id < new.id; END";

#[test]
fn nothing_that_runs_is_hidden_in_a_schema() {
    let hide = |name: &str| {
        format!(
            "CREATE TRIGGER t {TRIGGER}; PRAGMA writable_schema = on; UPDATE sqlite_schema SET name = '{name}', \
             sql = 'CREATE TRIGGER {name} {TRIGGER}' WHERE name = 't'; PRAGMA writable_schema = reset"
        )
    };
    for sql in [
        format!("CREATE TRIGGER t {TRIGGER}"),
        hide("sqlite_x"),
        hide("sqlite_stat1"),
        "CREATE VIEW v AS SELECT 1".into(),
        "CREATE TABLE more (a)".into(),
        "CREATE INDEX more ON document (title)".into(),
    ] {
        let (_folder, path) = meddled(&sql);
        for access in [Access::Read, Access::Write, Access::Create(&of_recipe(&Recipe::default()))] {
            assert!(matches!(Sqlite::open(&path, access), Err(StoreError::NotALibrary)), "{sql}");
        }
    }
}

#[test]
fn a_trigger_that_comes_later_does_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let mut library = Sqlite::open(&path, Access::Create(&of_recipe(&Recipe::default()))).unwrap();
    add(&mut library, &[with_fingerprint(1, 1)]);
    Connection::open(&path).unwrap().execute_batch(&format!("CREATE TRIGGER t {TRIGGER}")).unwrap();
    add(&mut library, &[with_fingerprint(2, 2)]);
    assert_eq!(library.numbers().unwrap(), [1, 2]);
}

#[test]
fn fields_that_no_library_has_are_damage_and_take_no_memory() {
    for set in [
        "title = hex(zeroblob(5000000))",
        "path = zeroblob(100000)",
        "date = hex(zeroblob(40000))",
        "bytes = -1",
        "chars = -1",
        "runs = -9223372036854775808",
        "id = 4294967295",
        "id = -1",
        "format = hex(zeroblob(40000))",
    ] {
        let (_folder, path) = meddled(&format!("UPDATE document SET {set} WHERE id = 2"));
        let library = Sqlite::open(&path, Access::Read).unwrap();
        assert!(matches!(library.each_document(&mut |_| true), Err(StoreError::Damaged(_))), "{set}");
        assert!(!library.verify().unwrap().is_empty(), "{set}");
    }
    let (_folder, path) = meddled(
        "INSERT INTO document SELECT 4294967294, path, path_hash, title, date, bytes, \
                                   modified, content, chars, runs, fingerprint, format, encoding FROM document LIMIT 1",
    );
    let mut library = Sqlite::open(&path, Access::Write).unwrap();
    library.compact().unwrap();
    let changes = LibraryChanges { added: vec![with_fingerprint(3, 3)], ..LibraryChanges::default() };
    let full = library.write(&changes, &Watch::default());
    assert!(matches!(full, Err(StoreError::Damaged("document"))), "no number is left");
}

#[test]
fn any_tool_reads_the_views() {
    let folder = tempfile::tempdir().unwrap();
    let mut library =
        Sqlite::open(&folder.path().join("a.db"), Access::Create(&of_recipe(&Recipe::default()))).unwrap();
    add(&mut library, &[with_fingerprint(7, 0x08df_1ba8_d384_a85f)]);
    // Another tool, for which views are not turned off.
    let connection = Connection::open(folder.path().join("a.db")).unwrap();
    let text = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, String>(0)).unwrap();
    assert_eq!(text("SELECT path || ' ' || fingerprint FROM documents"), "/texts/7 08DF1BA8D384A85F");
    let keys = "SELECT group_concat(segment || flag || ' ' || document, ' ') FROM row_keys WHERE flag = '02'";
    assert_eq!(text(keys), "00001BA802 00000001");
}

#[test]
fn postings_and_segments_that_nobody_wrote_are_damage() {
    let folder = tempfile::tempdir().unwrap();
    let blocks: [&[(i64, &[u8])]; 3] = [&[(0, &[0, 5, 0, 0])], &[(0, &[0, 5, 90, 5]), (7, &[0, 6])], &[(0, &[0, 5])]];
    let names = [("twice", 1, 2), ("falling", 1, 3), ("beyond", 1_i64 << 62, 1)];
    for ((name, segment, count), blocks) in names.into_iter().zip(blocks) {
        let path = folder.path().join(name);
        let mut library = Sqlite::open(&path, Access::Create(&of_recipe(&Recipe::default()))).unwrap();
        add(&mut library, &[with_fingerprint(1, 1), with_fingerprint(2, 2)]);
        for (first, bytes) in blocks {
            let sql = "INSERT INTO block VALUES ((1 << 44) + ?1, ?2, ?3)";
            library.connection.execute(sql, rusqlite::params![first, bytes, passages::checksum(bytes)]).unwrap();
        }
        library.connection.execute("INSERT INTO segment VALUES (?1, 0, ?2)", [segment, count]).unwrap();
        assert_eq!(library.verify().unwrap(), [LibraryDamage::Segment(segment as u64)], "{name}");
        assert!(matches!(library.compact(), Err(StoreError::Damaged("passages"))), "{name}");
        // An error or a result, and no panic.
        _ = library.sharing(&[9], 20, &Watch::default());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn tables_find_what_a_scan_finds(
        values in prop::collection::vec((0usize..4, prop::collection::vec(0u32..64, 0..6)), 1..60),
        removed in prop::collection::vec(0usize..60, 0..10),
        k in 0u32..6,
    ) {
        // Skewed: few centres, and bits flipped around them.
        let centres = [0u64, u64::MAX, 0x0123_4567_89ab_cdef, 0xffff];
        let values: Vec<u64> = values.into_iter()
            .map(|(centre, flips)| flips.into_iter().fold(centres[centre], |value, bit| value ^ 1 << bit))
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let identity = of_recipe(&Recipe::default());
        let mut library = Sqlite::open(&folder.path().join("a.db"), Access::Create(&identity)).unwrap();
        let numbered = (0..).zip(&values);
        let documents: Vec<NewDocument> = numbered.map(|(name, &value)| with_fingerprint(name, value)).collect();
        for some in documents.chunks(7) {
            add(&mut library, some);
        }
        for name in removed {
            remove(&mut library, &name.to_string());
        }
        for compacted in [false, true] {
            if compacted {
                library.compact().unwrap();
            }
            for &value in values.iter().take(5) {
                let fingerprint = Fingerprint::new(value.into(), 64);
                let found = library.near(fingerprint, k, &Watch::default()).unwrap();
                prop_assert_eq!(found.tables.len(), if k <= TABLES_K { 4 } else { 0 });
                prop_assert_eq!(found.near, library.scan(fingerprint, k, &Watch::default()).unwrap().near);
            }
        }
        prop_assert_eq!(library.verify().unwrap(), []);
    }

    #[test]
    fn documents_that_share_a_run_of_the_guarantee_are_found(
        texts in prop::collection::vec("[甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥]{25,60}", 1..25),
        removed in prop::collection::vec(0usize..25, 0..4),
        of in 0usize..25,
        at in 0usize..40,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let recipe = Recipe::default();
        let mut library = Sqlite::open(&folder.path().join("a.db"), Access::Create(&of_recipe(&recipe))).unwrap();
        for (name, text) in texts.iter().enumerate() {
            add(&mut library, &[made(&name.to_string(), text, &recipe)]);
        }
        for name in &removed {
            remove(&mut library, &name.to_string());
        }
        let of = of % texts.len();
        let han: Vec<char> = texts[of].chars().collect();
        let at = at.min(han.len() - 20);
        let query: String = "这是引文：".chars().chain(han[at..at + 20].iter().copied()).chain("。".chars()).collect();
        let runs = Watch::without(|watch| winnowed(&query, watch));
        for compacted in [false, true] {
            if compacted {
                library.compact().unwrap();
            }
            let found = library.sharing(&runs, 100, &Watch::default()).unwrap();
            let is_found = found.best.iter().any(|sharing| sharing.document as usize == of + 1);
            prop_assert_eq!(is_found, !removed.contains(&of));
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn network_file_systems_are_known_by_their_numbers() {
    assert_eq!(
        (network_name(0x6969), network_name(0xfe53_4d42), network_name(0xef53)),
        (Some("NFS"), Some("SMB"), None)
    );
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(network_of(&folder.path().join("a.db")), None);
}
