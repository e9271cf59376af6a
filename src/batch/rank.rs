//! All pairs of a batch, or those that another tool found, as a Spark job or a database wrote them. The distances that
//! came with such pairs are checked against the fingerprints made here.
//!
//! Such pairs are CSV with a line of names: `path_a` and `path_b`, or `a` and `b`, and `hamming` if there is one; or
//! `path` and `representative` or `cluster`, of which some documents of each cluster are taken; or columns that are
//! named. Extra columns are ignored. A folder stands for its `.csv` files, as Spark writes them.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use xxhash_rust::xxh3::xxh3_64;

use super::Batch;
use crate::{
    compare::{
        Groups,
        coverage::FromOthers,
        pair::{Compared, Pair, Subject, compare_all},
    },
    document::{Document, ReadError, Source, safe_name},
    files::{self, CanonicalFolders},
    locale::Lang,
    say,
    simhash::{Stopped, Watch},
    t,
};

/// Documents to be compared with each other.
pub(crate) struct RankRequest {
    generation: u64,
    documents: Vec<Option<RankedDocument>>,
    groups: Groups,
    /// Pairs whose distances are still to be checked.
    given: Option<GivenPairs>,
}

/// A document prepared for comparing.
struct RankedDocument {
    /// `None` where only its fingerprint is known.
    document: Option<Arc<Document>>,
    /// Size and content hash, where those are known.
    bytes: Option<(u64, u64)>,
    subject: Arc<Subject>,
}

/// The pairs of a generation.
#[derive(Debug)]
pub(crate) struct Ranking {
    /// The generation of the documents.
    pub generation: u64,
    /// In the order of the documents.
    pub pairs: Arc<[Pair]>,
    /// For each document, how much of it occurs in any of the others.
    from_others: Arc<[FromOthers]>,
    /// The given distances that are others, if they were checked now.
    other: Option<Arc<[OtherDistance]>>,
}

impl RankedDocument {
    fn identical(&self, other: &Self) -> bool {
        match (&self.document, &other.document) {
            (Some(a), Some(b)) => a.same_bytes(b),
            _ => self.bytes.is_some() && self.bytes == other.bytes,
        }
    }
}

impl Batch {
    /// Every two documents that can be compared now.
    pub(crate) fn rank(&self) -> RankRequest {
        let documents = self.entries.iter().map(|entry| {
            let document = entry.text().cloned();
            let examined = entry.examined.as_ref().filter(|e| e.generation == self.generation && !entry.aside)?;
            let there = document.is_some() || entry.record.is_some();
            there.then(|| RankedDocument { document, bytes: entry.bytes(), subject: examined.subject.clone() })
        });
        let given = self.given.as_ref().filter(|given| given.other.is_none()).cloned();
        RankRequest { generation: self.generation, documents: documents.collect(), groups: self.groups(), given }
    }

    /// Installs the pairs; whether they are of the present generation.
    pub(crate) fn install_ranking(&mut self, Ranking { generation, pairs, from_others, other }: Ranking) -> bool {
        let current = generation == self.generation;
        if current {
            (self.pairs, self.from_others) = (pairs, from_others);
            self.ranked = generation;
            if let (Some(given), Some(other)) = (&mut self.given, other) {
                given.other = Some(other);
            }
        }
        current
    }
}

impl RankRequest {
    /// All documents prepared for comparing.
    pub(crate) fn subjects(&self) -> Vec<Option<Arc<Subject>>> {
        self.documents.iter().map(|compared| Some(compared.as_ref()?.subject.clone())).collect()
    }

    /// Compares them. Progress is counted in pairs.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn run(&self, watch: &Watch) -> Result<Ranking, Stopped> {
        let identical = |i: usize, j: usize| {
            self.documents[i].as_ref().zip(self.documents[j].as_ref()).is_some_and(|(a, b)| a.identical(b))
        };
        let Compared { pairs, from_others } = compare_all(&self.subjects(), &self.groups, identical, watch)?;
        let other = self.given.as_ref().map(|given| given.checked(&pairs));
        Ok(Ranking { generation: self.generation, pairs: pairs.into(), from_others: from_others.into(), other })
    }
}

/// The pairs among the first documents of a batch.
#[derive(Clone, Debug)]
pub(crate) struct GivenPairs {
    /// How many documents these are.
    documents: usize,
    /// The lower number first, sorted.
    pairs: Arc<[[u32; 2]]>,
    /// What came with the pairs.
    values: Arc<[GivenValues]>,
    /// Those that are others here; `None` until they were checked. A recipe chosen later is meant to change them.
    pub other: Option<Arc<[OtherDistance]>>,
}

/// What another tool says of a pair.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GivenValues {
    hamming: Option<u32>,
    /// In its own measure.
    score: Option<f64>,
}

/// A distance that is another one here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OtherDistance {
    pub documents: [usize; 2],
    /// In bits, as it was given.
    pub given: u32,
    /// As it was computed; `None` where a document has no fingerprint.
    pub computed: Option<u32>,
}

impl GivenPairs {
    /// Numbers the documents of a file: those among `own` first, the others behind them, which are returned. With
    /// documents of one's own, pairs of two others are skipped.
    pub(crate) fn new(file: PairsFile, own: &[Source]) -> (Self, Vec<Source>) {
        let mut folders = CanonicalFolders::default();
        let mut canonical = |path: &Path| folders.path_of(path).unwrap_or_else(|| path.to_owned());
        let own_files = own.iter().enumerate().filter_map(|(at, source)| Some((at, source.file()?)));
        let mut numbers: HashMap<PathBuf, u32> = own_files.map(|(at, file)| (canonical(file), at as u32)).collect();
        let paths: Vec<PathBuf> = file.documents.iter().map(|path| canonical(path)).collect();
        let mut others = Vec::new();
        let mut pairs = Vec::new();
        for (documents, values) in file.pairs {
            let is_own = |at: usize| numbers.get(&paths[at]).is_some_and(|&number| (number as usize) < own.len());
            if !own.is_empty() && !documents.iter().any(|&at| is_own(at)) {
                continue;
            }
            let [a, b] = documents.map(|at| {
                *numbers.entry(paths[at].clone()).or_insert_with(|| {
                    others.push(Source::File(file.documents[at].clone()));
                    (own.len() + others.len() - 1) as u32
                })
            });
            if a != b {
                pairs.push(([a.min(b), a.max(b)], values));
            }
        }
        // If a pair is given twice the first values count.
        pairs.sort_by_key(|(pair, _)| *pair);
        pairs.dedup_by_key(|(pair, _)| *pair);
        let (pairs, values): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let documents = own.len() + others.len();
        (Self { documents, pairs: pairs.into(), values: values.into(), other: None }, others)
    }

    /// The score that the other tool gave a pair, whose lower number is the first.
    pub(crate) fn score(&self, documents: [usize; 2]) -> Option<f64> {
        let at = self.pairs.binary_search(&documents.map(|at| at as u32)).ok()?;
        self.values.get(at)?.score
    }

    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Documents of which these alone are pairs.
    pub(crate) fn among(&self, groups: Groups) -> Groups {
        groups.given(self.documents, self.pairs.clone())
    }

    /// The distances that are others than those given. `computed` are in the order of their documents; a pair that is
    /// not among them could not be compared.
    pub(super) fn checked(&self, computed: &[Pair]) -> Arc<[OtherDistance]> {
        let given = self.pairs.iter().zip(&*self.values).filter_map(|(pair, values)| Some((pair, values.hamming?)));
        let other = given.filter_map(|(pair, given)| {
            let documents = pair.map(|at| at as usize);
            let at = computed.binary_search_by_key(&documents, Pair::documents).ok()?;
            let computed = computed[at].hamming();
            (computed != Some(given)).then_some(OtherDistance { documents, given, computed })
        });
        other.collect()
    }
}

/// Pairs of files, and their distances where they are given.
#[derive(Debug, Default)]
pub(crate) struct PairsFile {
    /// In the order in which they occur.
    pub documents: Vec<PathBuf>,
    /// Indices into the documents, and what the tool says of them.
    pub(super) pairs: Vec<([usize; 2], GivenValues)>,
    /// How many clusters there were, how many documents in them, and of how many the pairs are; `None` where pairs were
    /// given.
    pub drawn: Option<[usize; 3]>,
}

/// Of a cluster so many documents are compared with each other.
pub(crate) const DRAWN: usize = 10;

/// The names of the columns, where they are not the usual ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct PairColumns(BTreeMap<String, String>);

impl PairColumns {
    const NAMES: [&str; 5] = ["a", "b", "score", "document", "cluster"];

    /// Those that are named behind a file, as in `found.csv:a=left,b=right,score=jaccard`, and the file.
    fn behind(path: &Path) -> (&Path, Self) {
        let named = |text: &str| -> Option<BTreeMap<String, String>> {
            let each = text.split(',').map(|one| one.split_once('=').filter(|(name, _)| Self::NAMES.contains(name)));
            each.map(|one| one.map(|(name, column)| (name.to_owned(), column.to_owned()))).collect()
        };
        let parts = path.to_str().and_then(|text| text.rsplit_once(':'));
        let found = parts.and_then(|(file, columns)| Some((Path::new(OsStr::new(file)), Self(named(columns)?))));
        found.unwrap_or((path, Self::default()))
    }
}

/// An error in a file of pairs. Lines are counted from 1.
#[derive(Debug)]
pub(crate) enum PairsFileError {
    Unreadable(ReadError),
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
    /// The score is no number.
    Score {
        line: u64,
        value: String,
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
    fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::Unreadable(ReadError::from_io(safe_name(&path.to_string_lossy()), error))
    }

    /// Names the file, and the line if there is one.
    pub(crate) fn message(&self, file: &Path, lang: Lang) -> String {
        let file = safe_name(&file.to_string_lossy());
        let (line, why) = match self {
            Self::Unreadable(error) => return say::read_error(error, lang),
            Self::NoColumns => (None, t!(lang, "given.no-columns").into()),
            Self::Record { line } => (Some(line), t!(lang, "given.record").into()),
            Self::NoName { line } => (Some(line), t!(lang, "evaluate.name").into()),
            Self::Distance { line, value } => (Some(line), t!(lang, "given.distance", value = safe_name(value))),
            Self::Score { line, value } => (Some(line), t!(lang, "given.score", value = safe_name(value))),
            Self::Empty => (None, t!(lang, "given.empty").into()),
        };
        let place = line.map_or(file.clone(), |line| t!(lang, "evaluate.line", file, line));
        t!(lang, "print.of", name = place, why)
    }
}

impl PairsFile {
    /// Reads a file, or a folder of them, with the names of columns behind it if they are not the usual ones. Relative
    /// names are those of files here, beside the file, or in one of `folders`.
    ///
    /// # Errors
    /// [`PairsFileError`], with the file it is in.
    pub(crate) fn read(path: &Path, folders: &[PathBuf]) -> Result<Self, (PathBuf, PairsFileError)> {
        let (path, columns) = if path.exists() { (path, PairColumns::default()) } else { PairColumns::behind(path) };
        let parts = if path.is_dir() {
            parts(path).map_err(|error| (path.to_owned(), PairsFileError::unreadable(path, &error)))?
        } else {
            vec![path.to_owned()]
        };
        let beside = if path.is_dir() { Some(path) } else { path.parent() };
        let mut reader = PairsReader {
            beside,
            folders,
            columns,
            known: HashMap::new(),
            clusters: BTreeMap::new(),
            all: Self::default(),
        };
        for part in parts {
            reader.read(&part).map_err(|error| (part, error))?;
        }
        reader.draw();
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

/// The documents of a cluster.
#[derive(Default)]
struct Cluster {
    documents: usize,
    /// The names of those whose names have the least hashes.
    least: BTreeSet<(u64, Vec<u8>)>,
}

struct PairsReader<'a> {
    beside: Option<&'a Path>,
    folders: &'a [PathBuf],
    columns: PairColumns,
    clusters: BTreeMap<Vec<u8>, Cluster>,
    /// Documents by their names in the file.
    known: HashMap<Vec<u8>, usize>,
    all: PairsFile,
}

impl PairsReader<'_> {
    fn read(&mut self, path: &Path) -> Result<(), PairsFileError> {
        let file = files::open(path).map_err(|error| PairsFileError::unreadable(path, &error))?;
        let mut csv = csv::Reader::from_reader(file);
        let failed = |error: csv::Error| {
            let line = error.position().map_or(1, csv::Position::line);
            match error.into_kind() {
                csv::ErrorKind::Io(error) => PairsFileError::unreadable(path, &error),
                _ => PairsFileError::Record { line },
            }
        };
        let names = csv.byte_headers().map_err(failed)?;
        let column = |name: &str| {
            let plain = |field: &[u8]| field.strip_prefix("\u{feff}".as_bytes()).unwrap_or(field).trim_ascii().to_vec();
            names.iter().position(|field| plain(field) == name.as_bytes())
        };
        // A column as it is named, else by one of the usual names.
        let of = |role: &str, usual: &[&str]| match self.columns.0.get(role) {
            Some(name) => column(name),
            None => usual.iter().find_map(|name| column(name)),
        };
        let is_named = |roles: [&str; 2]| roles.iter().any(|role| self.columns.0.contains_key(*role));
        let pair =
            of("a", &["path_a", "a"]).zip(of("b", &["path_b", "b"])).filter(|_| !is_named(["document", "cluster"]));
        let cluster = of("document", &["path"]).zip(of("cluster", &["representative", "cluster"]));
        let cluster = cluster.filter(|_| !is_named(["a", "b"]));
        let (a, b) = pair.or(cluster).ok_or(PairsFileError::NoColumns)?;
        let hamming = column("hamming").filter(|_| pair.is_some());
        let score_is_named = self.columns.0.contains_key("score");
        let score = of("score", &["score"]);
        if score_is_named && score.is_none() {
            return Err(PairsFileError::NoColumns);
        }
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
            let score = score.map(|at| String::from_utf8_lossy(field(at)).trim().to_owned()).unwrap_or_default();
            let score = match score.parse::<f64>().ok().filter(|score| score.is_finite()) {
                Some(score) => Some(score),
                None if score.is_empty() || !score_is_named => None,
                _ => return Err(PairsFileError::Score { line, value: score }),
            };
            if pair.is_some() {
                let documents = [a, b].map(|at| self.document(field(at)));
                self.all.pairs.push((documents, GivenValues { hamming, score }));
            } else {
                let Cluster { documents, least } = self.clusters.entry(field(b).to_vec()).or_default();
                *documents += 1;
                least.insert((xxh3_64(field(a)), field(a).to_vec()));
                if least.len() > DRAWN {
                    least.pop_last();
                }
            }
        }
        Ok(())
    }

    /// The pairs of some documents of each cluster, the same ones each time.
    fn draw(&mut self) {
        let clusters = std::mem::take(&mut self.clusters);
        if clusters.is_empty() {
            return;
        }
        let mut drawn = [clusters.len(), 0, 0];
        for Cluster { documents, least } in clusters.into_values() {
            drawn[1] += documents;
            drawn[2] += least.len();
            let documents: Vec<usize> = least.iter().map(|(_, name)| self.document(name)).collect();
            for (at, &a) in documents.iter().enumerate() {
                let others = documents[at + 1..].iter();
                self.all.pairs.extend(others.map(|&b| ([a, b], GivenValues::default())));
            }
        }
        self.all.drawn = Some(drawn);
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
