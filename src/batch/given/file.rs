//! Pairs in CSV with a line of names: `path_a` and `path_b`, or `a` and `b`, and `hamming` if there is one; extra columns
//! are ignored. A folder stands for its `.csv` files, as Spark writes them.

use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
};

use crate::{document::safe_name, files, locale::Lang, t};

/// Pairs of files, and their distances where they are given.
#[derive(Debug, Default)]
pub(crate) struct PairsFile {
    /// In the order in which they occur.
    pub documents: Vec<PathBuf>,
    /// Indices into the documents, and bits that differ.
    pub(super) pairs: Vec<([usize; 2], Option<u32>)>,
}

/// An error in a file of pairs. Lines are counted from 1.
#[derive(Debug)]
pub(crate) enum PairsFileError {
    Unreadable(io::Error),
    /// There are no columns of documents.
    NoColumns,
    /// Not CSV, or a record of another length.
    Record {
        line: u64,
    },
    /// A document has no name.
    NoName {
        line: u64,
    },
    /// The distance is no number of bits.
    Distance {
        line: u64,
        value: String,
    },
    /// There are no pairs.
    Empty,
}

impl PairsFileError {
    /// Names the file, and the line if there is one.
    pub(crate) fn message(&self, file: &Path, lang: Lang) -> String {
        let file = safe_name(&file.to_string_lossy());
        let (line, why) = match self {
            Self::Unreadable(error) => (None, error.to_string()),
            Self::NoColumns => (None, t!(lang, "given.no-columns").into()),
            Self::Record { line } => (Some(line), t!(lang, "given.record").into()),
            Self::NoName { line } => (Some(line), t!(lang, "evaluate.name").into()),
            Self::Distance { line, value } => (Some(line), t!(lang, "given.distance", value = safe_name(value))),
            Self::Empty => (None, t!(lang, "given.empty").into()),
        };
        let place = line.map_or(file.clone(), |line| t!(lang, "evaluate.line", file = file, line = line));
        t!(lang, "print.of", name = place, why = why)
    }
}

impl PairsFile {
    /// Reads a file, or a folder of them. Relative names are those of files here, beside the file, or in one of `folders`.
    ///
    /// # Errors
    /// [`PairsFileError`], with the file it is in.
    pub(crate) fn read(path: &Path, folders: &[PathBuf]) -> Result<Self, (PathBuf, PairsFileError)> {
        let parts = if path.is_dir() {
            parts(path).map_err(|error| (path.to_owned(), PairsFileError::Unreadable(error)))?
        } else {
            vec![path.to_owned()]
        };
        let beside = if path.is_dir() { Some(path) } else { path.parent() };
        let mut reader = PairsReader { beside, folders, known: HashMap::new(), all: Self::default() };
        for part in parts {
            reader.read(&part).map_err(|error| (part, error))?;
        }
        if reader.all.pairs.is_empty() {
            return Err((path.to_owned(), PairsFileError::Empty));
        }
        Ok(reader.all)
    }
}

/// The files of a folder that end in `.csv`, by name.
fn parts(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut parts = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    parts.retain(|path| path.extension().is_some_and(|ending| ending == "csv"));
    parts.sort();
    Ok(parts)
}

struct PairsReader<'a> {
    beside: Option<&'a Path>,
    folders: &'a [PathBuf],
    /// Documents by their names in the file.
    known: HashMap<Vec<u8>, usize>,
    all: PairsFile,
}

impl PairsReader<'_> {
    fn read(&mut self, path: &Path) -> Result<(), PairsFileError> {
        let file = files::open(path).map_err(PairsFileError::Unreadable)?;
        let mut csv = csv::Reader::from_reader(file);
        let failed = |error: csv::Error| {
            let line = error.position().map_or(1, csv::Position::line);
            match error.into_kind() {
                csv::ErrorKind::Io(error) => PairsFileError::Unreadable(error),
                _ => PairsFileError::Record { line },
            }
        };
        let names = csv.byte_headers().map_err(failed)?;
        let column = |name: &str| {
            let plain = |field: &[u8]| field.strip_prefix("\u{feff}".as_bytes()).unwrap_or(field).trim_ascii().to_vec();
            names.iter().position(|field| plain(field) == name.as_bytes())
        };
        let of = |a, b| column(a).zip(column(b));
        let (a, b) = of("path_a", "path_b").or_else(|| of("a", "b")).ok_or(PairsFileError::NoColumns)?;
        let hamming = column("hamming");
        for record in csv.into_byte_records() {
            let record = record.map_err(failed)?;
            let line = record.position().map_or(1, csv::Position::line);
            let field = |at: usize| record.get(at).unwrap_or_default();
            if field(a).is_empty() || field(b).is_empty() {
                return Err(PairsFileError::NoName { line });
            }
            let distance = hamming.map(|at| String::from_utf8_lossy(field(at)).trim().to_owned()).unwrap_or_default();
            let hamming = match distance.parse() {
                Ok(bits) if bits <= 128 => Some(bits),
                _ if distance.is_empty() => None,
                _ => return Err(PairsFileError::Distance { line, value: distance }),
            };
            let documents = [a, b].map(|at| self.document(field(at)));
            self.all.pairs.push((documents, hamming));
        }
        Ok(())
    }

    fn document(&mut self, name: &[u8]) -> usize {
        if let Some(&known) = self.known.get(name) {
            return known;
        }
        let path = files::path_of(name.to_vec());
        let places = self.beside.into_iter().chain(self.folders.iter().map(PathBuf::as_path));
        let elsewhere = || places.map(|folder| folder.join(&path)).find(|path| path.exists());
        let path = if path.exists() { None } else { elsewhere() }.unwrap_or(path);
        self.all.documents.push(path);
        self.known.insert(name.to_owned(), self.all.documents.len() - 1);
        self.all.documents.len() - 1
    }
}
