//! Any library is read as far as possible, and adding to it changes no other entry.
#![no_main]

use std::{env, fs, path::PathBuf, sync::LazyLock};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use rusqlite::{Connection, config::DbConfig};
use simscope::fuzz;

/// A folder, and the bytes of a library in it with six texts.
static WHOLE: LazyLock<(PathBuf, Vec<u8>)> = LazyLock::new(|| {
    let folder = env::temp_dir().join(format!("simscope-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    // For the ids of accepted libraries. SAFETY: no thread has started yet.
    unsafe { env::set_var("HOME", &folder) };
    let text = |n: u8| {
        let file = folder.join(format!("{n}.txt"));
        let text = format!("The ferry leaves at six and comes back at nine, unless the wind blows from the west: {n}.");
        fs::write(&file, text).expect("written");
        file
    };
    let library = folder.join("whole.db");
    fuzz::add_to_library(&library, (0..6).map(text).collect()).expect("added");
    text(6);
    let bytes = fs::read(&library).expect("read");
    (folder, bytes)
});

#[derive(Arbitrary, Debug)]
enum Value {
    Null,
    Number(i64),
    Small(u8),
    Text(String),
    Bytes(Vec<u8>),
    Long(u32),
    Trigger,
}

#[derive(Arbitrary, Debug)]
enum Edit {
    Update { table: u8, column: u8, value: Value, row: Option<u8> },
    Insert { table: u8, row: u8, columns: Vec<(u8, Value)> },
    Delete { table: u8, row: Option<u8> },
    Schema { column: u8, value: Value, row: u8 },
    Create { name: u8 },
    Pragma { name: u8, value: i32 },
}

const TABLES: [(&str, &[&str]); 8] = [
    ("document", &["id", "path", "path_hash", "title", "date", "bytes", "modified", "content", "chars", "runs",
        "fingerprint", "format", "encoding"]),
    ("setting", &["name", "value"]),
    ("folder", &["path"]),
    ("row_key", &["key"]),
    ("segment", &["id", "level", "postings"]),
    ("block", &["id", "postings", "checksum"]),
    ("text", &["document", "zlib"]),
    ("sqlite_sequence", &["name", "seq"]),
];

impl Value {
    fn sql(&self) -> String {
        match self {
            Self::Null => "NULL".into(),
            Self::Number(number) => number.to_string(),
            Self::Small(number) => number.to_string(),
            Self::Text(text) => format!("'{}'", text.replace(['\'', '\0'], "")),
            Self::Bytes(bytes) => format!("x'{}'", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()),
            Self::Long(bytes) => format!("zeroblob({})", bytes % (1 << 24)),
            Self::Trigger => "'CREATE TRIGGER t AFTER INSERT ON document BEGIN DELETE FROM document; END'".into(),
        }
    }
}

impl Edit {
    fn sql(&self) -> String {
        let of = |table: &u8| TABLES[usize::from(*table) % TABLES.len()];
        let name = |columns: &[&'static str], column: &u8| columns[usize::from(*column) % columns.len()];
        let row = |row: &Option<u8>| row.map_or(String::new(), |row| format!(" WHERE rowid = {}", row % 8));
        match self {
            Self::Update { table, column, value, row: at } => {
                let (table, columns) = of(table);
                format!("UPDATE {table} SET {} = {}{}", name(columns, column), value.sql(), row(at))
            }
            Self::Insert { table, row, columns } => {
                let (table, all) = of(table);
                let mut values = vec![row.to_string(); all.len()];
                for (column, value) in columns {
                    values[usize::from(*column) % all.len()] = value.sql();
                }
                format!("INSERT OR REPLACE INTO {table} VALUES ({})", values.join(", "))
            }
            Self::Delete { table, row: at } => format!("DELETE FROM {}{}", of(table).0, row(at)),
            Self::Schema { column, value, row } => {
                let column = name(&["type", "name", "tbl_name", "rootpage", "sql"], column);
                format!("UPDATE sqlite_schema SET {column} = {} WHERE rowid = {}", value.sql(), row % 16)
            }
            Self::Create { name } => {
                let trigger = "AFTER INSERT ON document BEGIN DELETE FROM document WHERE id < new.id; END";
                let sqlite = if name % 2 == 0 { "x" } else { "sqlite_x" };
                format!(
                    "CREATE TRIGGER t {trigger}; UPDATE sqlite_schema SET name = '{sqlite}', sql = 'CREATE TRIGGER {sqlite} \
                     {trigger}' WHERE name = 't'"
                )
            }
            Self::Pragma { name, value } => {
                let names = ["user_version", "application_id", "schema_version", "auto_vacuum", "journal_mode"];
                format!("PRAGMA {} = {value}", names[usize::from(*name) % names.len()])
            }
        }
    }
}

fuzz_target!(|input: (Vec<Edit>, Vec<(u32, u8)>)| {
    let (edits, bytes) = input;
    let (folder, whole) = &*WHOLE;
    let library = folder.join("library.db");
    fs::write(&library, whole).expect("written");
    if let Ok(connection) = Connection::open(&library) {
        _ = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false);
        _ = connection.pragma_update(None, "writable_schema", true);
        for edit in edits.iter().take(16) {
            _ = connection.execute_batch(&edit.sql());
        }
    }
    let mut changed = fs::read(&library).expect("read");
    for (at, byte) in bytes.into_iter().take(16) {
        let at = at as usize % changed.len();
        changed[at] ^= byte;
    }
    fs::write(&library, changed).expect("written");
    if fuzz::read_library(&library).is_some() {
        fuzz::add_to_library(&library, vec![folder.join("6.txt")]);
    }
    for beside in ["", "-wal", "-shm", "-journal"] {
        _ = fs::remove_file(folder.join(format!("library.db{beside}")));
    }
});
