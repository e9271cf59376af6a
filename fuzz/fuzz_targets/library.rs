//! Any library is read as far as it can be, and what is added to it changes nothing else.
#![no_main]

use std::{env, fs, path::PathBuf, sync::LazyLock};

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use simscope::fuzzed;

/// A folder that is home too, for the ids of libraries that are accepted.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = env::temp_dir().join(format!("simscope-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    // SAFETY: before any thread is started.
    unsafe { env::set_var("HOME", &folder) };
    folder
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
    let sql: Vec<String> = edits.iter().take(16).map(Edit::sql).collect();
    fuzzed::library(&FOLDER, &sql, &bytes[..bytes.len().min(16)]);
});
