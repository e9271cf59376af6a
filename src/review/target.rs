//! The target of a verdict or a note: two files, or one change between them.
//!
//! A file is identified by its path under the folder, and by its size and content. So a verdict finds its pair again
//! after the folder was moved, after a file was renamed, and on another machine; and a changed file is noticed. A
//! change is identified by the words on both sides, not by its number, which an edit elsewhere may shift.

use std::{
    collections::HashMap,
    env, fs,
    path::{Component, Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::{
    compare::{
        coverage::passages::PairPassage,
        diff::{self, Diff},
    },
    document::{Document, Source},
    files,
};

/// A file as it was at some time.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FileId {
    /// The path under the folder of the review, with `/` between names ([`Roots::relative`]).
    pub path: String,
    /// In bytes.
    pub size: u64,
    /// XXH3 (64 bits, seed 0) of its bytes.
    #[serde(with = "hex")]
    pub hash: u64,
}

impl FileId {
    pub fn of(document: &Document, roots: &Roots) -> Self {
        let reading = &document.reading;
        Self { path: roots.path_of(&document.source), size: reading.bytes, hash: reading.content_hash }
    }

    /// Whether size and hash are known: not those of a file that could not be read, nor of some fingerprints.
    pub fn is_known(&self) -> bool {
        (self.size, self.hash) != (0, 0)
    }

    pub fn same_bytes(&self, other: &Self) -> bool {
        (self.size, self.hash) == (other.size, other.hash)
    }
}

/// The words of a change on one side: a hash to compare them, and their beginning to read after the text lost them.
///
/// White space does not count, so rewrapping a text is no change.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Excerpt {
    /// The beginning of the text.
    pub text: String,
    /// Length in characters, without white space.
    pub chars: u64,
    /// XXH3 of all words, without white space.
    #[serde(with = "hex")]
    pub hash: u64,
}

/// The greatest length of the beginning, in characters.
const KEPT: usize = 160;

impl Excerpt {
    pub fn of(text: &str) -> Self {
        let (mut hash, mut chars) = (Xxh3::new(), 0);
        let (mut kept, mut left, mut parted) = (String::new(), KEPT, false);
        for c in text.chars() {
            if c.is_whitespace() {
                parted = !kept.is_empty();
                continue;
            }
            hash.update(c.encode_utf8(&mut [0; 4]).as_bytes());
            chars += 1;
            if left > usize::from(parted) {
                left -= 1 + usize::from(parted);
                kept.extend(parted.then_some(' ').into_iter().chain([c]));
            } else {
                left = 0;
            }
            parted = false;
        }
        Self { text: kept, chars, hash: hash.digest() }
    }

    /// Whether there are more words than `text` has.
    pub fn is_cut(&self) -> bool {
        diff::visible_chars(&self.text) < self.chars
    }
}

impl PartialEq for Excerpt {
    fn eq(&self, other: &Self) -> bool {
        (self.hash, self.chars) == (other.hash, other.chars)
    }
}

impl Eq for Excerpt {}

/// A change between two texts, or a passage that both share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HunkId {
    /// The words in A.
    pub a: Excerpt,
    /// The words in B.
    pub b: Excerpt,
    /// The number among the changes with these words, from 0.
    pub nth: u32,
    /// It is a shared passage.
    #[serde(default, skip_serializing_if = "is_false")]
    pub shared: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

impl HunkId {
    /// All hunks of a diff, in its order.
    pub fn all(differences: &Diff, [a, b]: [&str; 2]) -> Vec<Self> {
        let mut seen = HashMap::<_, u32>::new();
        let place = |hunk: &diff::Hunk| {
            let (a, b) = (Excerpt::of(hunk.a.of(a)), Excerpt::of(hunk.b.of(b)));
            let seen = seen.entry((a.hash, b.hash)).or_default();
            *seen += 1;
            Self { a, b, nth: *seen - 1, shared: false }
        };
        differences.hunks.iter().map(place).collect()
    }

    /// A shared passage, by its words at its first place in A and in B.
    pub fn passage(passage: &PairPassage, texts: [&str; 2]) -> Self {
        let [a, b] = [0, 1].map(|side: usize| {
            let first = passage.places[side].first();
            Excerpt::of(first.map_or("", |span| span.of(texts[side])))
        });
        Self { a, b, nth: 0, shared: true }
    }

    /// Whether it is a passage with these words in A and in B.
    pub fn is_passage(&self, [a, b]: [&str; 2]) -> bool {
        self.shared && self.a == Excerpt::of(a) && self.b == Excerpt::of(b)
    }

    /// The same seen from the other side.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { a: self.b, b: self.a, ..self }
    }
}

/// The target of a verdict or a note. The order of the two files makes no difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Target {
    /// The two files, by path.
    pub files: [FileId; 2],
    /// A change between them or a passage of both; `None` for the pair as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hunk: Option<HunkId>,
}

impl Target {
    pub fn pair(a: &FileId, b: &FileId) -> Self {
        Self::new(a, b, None)
    }

    /// The words `a` of the change are in the first file.
    pub fn hunk(a: &FileId, b: &FileId, hunk: &HunkId) -> Self {
        Self::new(a, b, Some(hunk.clone()))
    }

    /// A key, as long as no file is renamed.
    pub(super) fn place(&self) -> (String, String, Option<(u64, u64, u32)>) {
        let [a, b] = &self.files;
        (a.path.clone(), b.path.clone(), self.hunk.as_ref().map(|hunk| (hunk.a.hash, hunk.b.hash, hunk.nth)))
    }

    fn new(a: &FileId, b: &FileId, hunk: Option<HunkId>) -> Self {
        if (&b.path, b.hash) < (&a.path, a.hash) {
            return Self { files: [b.clone(), a.clone()], hunk: hunk.map(HunkId::mirrored) };
        }
        Self { files: [a.clone(), b.clone()], hunk }
    }
}

/// The folders of a review.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roots {
    /// Canonical paths in order, none within another.
    folders: Vec<PathBuf>,
    /// The deepest folder that contains all of them.
    base: PathBuf,
}

impl Roots {
    /// From the folders and files that were given; a file stands for its folder.
    pub fn new<P: AsRef<Path>>(given: impl IntoIterator<Item = P>) -> Self {
        let folder = |path: P| {
            let path = canonical(path.as_ref());
            if path.is_dir() { path } else { path.parent().map_or_else(PathBuf::new, Path::to_owned) }
        };
        let mut folders: Vec<PathBuf> = given.into_iter().map(folder).collect();
        // A folder comes before everything in it.
        folders.sort();
        folders.dedup_by(|inner, outer| inner.starts_with(outer));
        let base = folders.iter().cloned().reduce(|a, b| common(&a, &b)).unwrap_or_default();
        Self { folders, base }
    }

    /// `None` if there are several.
    pub fn only(&self) -> Option<&Path> {
        match &*self.folders {
            [folder] => Some(folder),
            _ => None,
        }
    }

    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// A hash of the folders.
    pub fn key(&self) -> u64 {
        let mut key = Xxh3::new();
        for folder in &self.folders {
            key.update(folder.as_os_str().as_encoded_bytes());
            key.update(&[0]);
        }
        key.digest()
    }

    /// The file of a path that [`path_of`](Self::path_of) gave, if there is one.
    pub(super) fn find(&self, path: &str) -> Option<PathBuf> {
        // Outside of the folders it is a whole path without its first `/`.
        let outside = Path::new("/");
        [&*self.base, outside].into_iter().map(|folder| folder.join(decoded(path))).find(|file| file.is_file())
    }

    pub fn path_of(&self, source: &Source) -> String {
        match source.plain() {
            Source::File(path) => self.relative(path),
            // No path under a folder begins so. The file may not be looked at.
            Source::Kept { .. } => format!("//{}", source.place()),
            other => format!("//{}", other.name()),
        }
    }

    /// The path under the folders, the same on every system: `/` between names, `%` and bytes that are not UTF-8 as
    /// `%` and two digits. Links are not followed.
    pub fn relative(&self, path: &Path) -> String {
        let whole = match (path.parent(), path.file_name()) {
            (Some(folder), Some(name)) => canonical(folder).join(name),
            _ => canonical(path),
        };
        let inner = whole.strip_prefix(&self.base).unwrap_or(&whole);
        let mut relative = String::new();
        for part in inner.components().filter(|part| *part != Component::RootDir) {
            if !relative.is_empty() {
                relative.push('/');
            }
            for chunk in part.as_os_str().as_encoded_bytes().utf8_chunks() {
                relative.push_str(&chunk.valid().replace('%', "%25"));
                relative.extend(chunk.invalid().iter().map(|byte| format!("%{byte:02X}")));
            }
        }
        relative
    }
}

/// A relative path without its `%` and digits. Bytes that are not UTF-8 are not found again where names must be.
fn decoded(path: &str) -> PathBuf {
    let mut bytes = Vec::with_capacity(path.len());
    let mut left = path.as_bytes();
    while let [first, next @ ..] = left {
        let digits = next.get(..2).filter(|_| *first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        left = if byte.is_some() { &next[2..] } else { next };
    }
    files::path_of(bytes)
}

fn common(a: &Path, b: &Path) -> PathBuf {
    a.components().zip(b.components()).take_while(|(a, b)| a == b).map(|(part, _)| part).collect()
}

/// The canonical path; if there is no such file, an absolute one.
fn canonical(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    fs::canonicalize(path).unwrap_or_else(|_| env::current_dir().unwrap_or_default().join(path))
}

/// Numbers of 64 bits as 16 digits: programs that read JSON often have no more than 53 bits.
pub(super) mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
    pub(crate) fn serialize<S: Serializer>(number: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&format!("{number:016x}"))
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<u64, D::Error> {
        let digits = String::deserialize(from)?;
        u64::from_str_radix(&digits, 16).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str) -> FileId {
        FileId { path: path.into(), size: 1, hash: 2 }
    }

    #[test]
    fn sides_make_no_difference() {
        let [a, b] = ["a", "b"].map(file);
        let hunk = HunkId { a: Excerpt::of("one"), b: Excerpt::of("two"), nth: 3, shared: false };
        assert_eq!(Target::pair(&a, &b), Target::pair(&b, &a));
        assert_eq!(Target::hunk(&a, &b, &hunk), Target::hunk(&b, &a, &hunk.clone().mirrored()));
        assert_ne!(Target::hunk(&a, &b, &hunk), Target::hunk(&b, &a, &hunk));
    }

    #[test]
    fn words_are_the_same_however_they_are_wrapped() {
        assert_eq!(Excerpt::of("one two\nthree"), Excerpt::of(" one  two three "));
        assert_ne!(Excerpt::of("one two"), Excerpt::of("one three"));
        let long = Excerpt::of(&"灯塔 ".repeat(5000));
        assert_eq!((long.text.chars().count(), long.chars, long.is_cut()), (KEPT, 10_000, true));
        assert!(!Excerpt::of("灯塔 守望").is_cut());
        assert!(Excerpt::of(&"x".repeat(1 << 20)).text.len() == KEPT);
    }

    #[test]
    fn hunks_with_the_same_words_are_told_apart_and_mirrored_alike() {
        let [a, b] = ["The old sea. The old lamp. A hen.\n", "The new sea. The new lamp. A fox.\n"];
        let of = |a: &str, b: &str| {
            let diff = diff::diff(a, b, None);
            HunkId::all(&diff, [a, b])
        };
        let forth = of(a, b);
        let hunks: Vec<_> = forth.iter().map(|hunk| (&*hunk.a.text, &*hunk.b.text, hunk.nth)).collect();
        assert_eq!(hunks, [("old", "new", 0), ("old", "new", 1), ("hen", "fox", 0)]);
        assert_eq!(of(b, a).into_iter().map(HunkId::mirrored).collect::<Vec<_>>(), forth);
    }

    #[test]
    fn paths_are_those_under_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("x/deep")).unwrap();
        fs::create_dir_all(at("y")).unwrap();
        fs::write(at("x/a.txt"), "").unwrap();
        let one = Roots::new([at("x"), at("x/deep"), at("x/a.txt")]);
        assert_eq!(one.only(), Some(&*fs::canonicalize(at("x")).unwrap()));
        assert_eq!(one.relative(&at("x/deep/../a.txt")), "a.txt");
        assert_eq!(one.relative(&at("x/deep/50%.txt")), "deep/50%25.txt");
        let two = Roots::new([at("y"), at("x")]);
        assert_eq!((two.only(), two.folders().len()), (None, 2));
        assert_eq!(two.relative(&at("x/a.txt")), "x/a.txt");
        assert_eq!(two.key(), Roots::new([at("x"), at("y"), at("x/a.txt")]).key());
        assert_ne!(two.key(), one.key());
        assert_eq!(one.path_of(&Source::Stdin), "//stdin");
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_utf8_have_a_path_of_their_own() {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
        let folder = tempfile::tempdir().unwrap();
        let roots = Roots::new([folder.path()]);
        let path = |name: &[u8]| roots.relative(&folder.path().join(OsStr::from_bytes(name)));
        assert_eq!([path(b"d\xE9j"), path(b"d%E9j"), path("déj".as_bytes())], ["d%E9j", "d%25E9j", "déj"]);
    }
}
