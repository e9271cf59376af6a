//! Work on a document that is kept outside of it: a changed text, until it is let go.
//!
//! A draft is a file of a folder, named by what the document is called and by its content, so that the same document
//! finds it again wherever it lies, and a changed one does not. Others cannot read it, since the document may be one
//! they cannot read either.

use std::{io, path::PathBuf};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::Document;
use crate::files::{Disk, SmallFiles, state_folder};

/// A folder of drafts.
#[derive(Clone, Debug)]
pub(crate) struct Drafts(SmallFiles);

/// Which document a draft is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DraftIdentity {
    /// The name of the document on the screens.
    pub name: String,
    /// The hash of its bytes.
    pub content_hash: u64,
}

/// A changed text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draft {
    /// The document that the draft belongs to.
    pub of: DraftIdentity,
    /// The changed text, whole.
    pub text: String,
    /// The keys of the features that are removed from it.
    #[serde(rename = "left_out")]
    pub excluded: Vec<u64>,
}

impl DraftIdentity {
    /// The identity of a document.
    pub(crate) fn of(document: &Document) -> Self {
        Self { name: document.name.clone(), content_hash: document.reading.content_hash }
    }

    fn file_name(&self) -> String {
        format!("{:016x}-{:016x}.json", self.content_hash, xxh3_64(self.name.as_bytes()))
    }
}

/// The largest file that can be a draft, in bytes: a text with every character written as `\u0000`, and more.
const MAX_SIZE: u64 = 32 << 20;

impl Drafts {
    pub(crate) fn new(folder: impl Into<PathBuf>) -> Self {
        Self(SmallFiles::new(Disk::default(), folder.into(), MAX_SIZE))
    }

    /// `None` if there is no home folder.
    pub(crate) fn of_user() -> Option<Self> {
        Some(Self::new(state_folder()?.join("drafts")))
    }

    /// The draft of a document, if there is one.
    ///
    /// # Errors
    /// If a file that is there cannot be read.
    pub(crate) fn find(&self, of: &DraftIdentity) -> io::Result<Option<Draft>> {
        // Two documents may share a file name; the file says whose it is.
        Ok(self.0.find(&of.file_name())?.filter(|draft: &Draft| draft.of == *of))
    }

    /// Keeps a draft, in place of the one before it.
    ///
    /// # Errors
    /// If it cannot be written; the one before it is then still there.
    pub(crate) fn keep(&self, draft: &Draft) -> io::Result<()> {
        self.0.keep(&draft.of.file_name(), draft)
    }

    /// Lets the draft of a document go.
    ///
    /// # Errors
    /// If it is there and cannot be removed.
    pub(crate) fn drop(&self, of: &DraftIdentity) -> io::Result<()> {
        self.0.remove(&of.file_name())
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::{document::from_text, files::tests::every_case};

    fn draft(of: &Document, text: &str) -> Draft {
        Draft { of: DraftIdentity::of(of), text: text.into(), excluded: vec![u64::MAX] }
    }

    #[test]
    fn what_is_kept_is_found_again_for_the_same_document_only() {
        let folder = tempfile::tempdir().unwrap();
        let drafts = Drafts::new(folder.path().join("deep/er"));
        let [one, other] = ["海上的风", "another"].map(|text| from_text(1, text));
        let of = DraftIdentity::of(&one);
        assert_eq!(drafts.find(&of).unwrap(), None);
        for text in ["first", "灯塔\u{1b}[2J\0"] {
            drafts.keep(&draft(&one, text)).unwrap();
            assert_eq!(drafts.find(&of).unwrap(), Some(draft(&one, text)));
        }
        assert_eq!(drafts.find(&DraftIdentity::of(&other)).unwrap(), None);
        assert_eq!(drafts.find(&DraftIdentity { name: "b".into(), ..of.clone() }).unwrap(), None);
        assert_eq!(fs::read_dir(drafts.0.path("")).unwrap().count(), 1, "nothing is left beside it");
        drafts.drop(&of).unwrap();
        drafts.drop(&of).unwrap();
        assert_eq!(drafts.find(&of).unwrap(), None);
    }

    #[test]
    fn what_is_no_draft_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let drafts = Drafts::new(folder.path());
        let document = from_text(1, "a");
        let of = DraftIdentity::of(&document);
        for bytes in ["", "{", "{\"text\": 3}", "null"] {
            fs::write(folder.path().join(of.file_name()), bytes).unwrap();
            assert_eq!(drafts.find(&of).unwrap(), None, "{bytes}");
        }
    }

    #[test]
    fn where_nothing_can_be_written_an_error_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let drafts = Drafts::new(file.join("drafts"));
        assert!(drafts.keep(&draft(&from_text(1, "a"), "b")).is_err());
    }

    /// Whatever call fails and wherever the power is cut, the draft is the one that was kept last, or a later one.
    #[test]
    fn a_draft_that_was_kept_is_there_after_every_failure() {
        let document = from_text(1, "a");
        let of = DraftIdentity::of(&document);
        let drafts = |disk: &Disk| Drafts(SmallFiles::new(disk.clone(), "/simulated/state/drafts".into(), MAX_SIZE));
        let versions = ["first", "second", "third"].map(|text| draft(&document, text));
        let work = |disk: &Disk, said: &mut dyn FnMut(usize)| {
            for (number, version) in versions.iter().enumerate() {
                if drafts(disk).keep(version).is_ok() {
                    said(number);
                }
            }
        };
        let cases = every_case(
            |_| {},
            work,
            |disk, said, case| {
                let found = drafts(disk).find(&of).unwrap_or_else(|error| panic!("{case}: {error}"));
                let allowed = &versions[said.last().copied().unwrap_or_default()..];
                let fits = found.as_ref().map_or(said.is_empty(), |found| allowed.contains(found));
                assert!(fits, "{case}: {found:?}");
                drafts(disk).keep(&draft(&document, "next")).unwrap_or_else(|error| panic!("{case}: {error}"));
                assert_eq!(drafts(disk).find(&of).ok().flatten(), Some(draft(&document, "next")), "{case}");
            },
        );
        assert!(cases > 800, "{cases}");
    }

    #[cfg(unix)]
    #[test]
    fn others_cannot_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let drafts = Drafts::new(folder.path().join("drafts"));
        let document = from_text(1, "a");
        drafts.keep(&draft(&document, "b")).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let file = drafts.0.path(&DraftIdentity::of(&document).file_name());
        assert_eq!((mode(&drafts.0.path("")), mode(&file)), (0o700, 0o600));
    }
}
