//! The rights that a command without screens keeps: to read what was named on the command line, to change its own
//! folders and what it is to write, and to connect if a server was named. It gives up the others when it has opened
//! what was named, and before it reads documents, on systems that have a way (Linux: Landlock). Screens keep all
//! rights: on them, any file can be opened.

use std::{
    env,
    path::{Component, Path, PathBuf},
};

use directories::ProjectDirs;

use super::start_threads;
use crate::{
    document::{
        Source,
        guard::{Degree, Rights},
    },
    review::{Roots, journal::FOLDER},
    store::{LibraryPlace, Store},
};

/// What a command may do, besides what goes for each.
#[derive(Default)]
pub(super) struct CommandRights(Rights);

impl CommandRights {
    /// With these files and folders, which were named.
    pub(super) fn and_read<P: AsRef<Path>>(mut self, named: &[P]) -> Self {
        self.0.read.extend(named.iter().map(|path| path.as_ref().to_owned()));
        self
    }

    /// With documents that were named, and the reviews beside them; with all files if links are followed wherever they
    /// lead.
    pub(super) fn and_documents(self, named: &[PathBuf], follow: bool) -> Self {
        let reviews: Vec<PathBuf> = named.iter().map(|file| folder_of(file).join(FOLDER)).collect();
        let this = self.and_read(named).and_read(&reviews);
        if follow { this.and_any_file() } else { this }
    }

    /// With all files, as for names that are known only later.
    pub(super) fn and_any_file(self) -> Self {
        self.and_read(&["/"])
    }

    /// With documents that were not named themselves, but in a file or a library.
    pub(super) fn and_sources(mut self, sources: &[Source]) -> Self {
        for file in sources.iter().filter_map(Source::file) {
            let leads_out = file.components().any(|part| part == Component::ParentDir);
            if leads_out || !self.0.read.iter().any(|named| file.starts_with(named)) {
                self.0.read.push(file.to_owned());
            }
        }
        self
    }

    /// With the reviews of folders, which may be changed.
    pub(super) fn and_reviews(self, roots: &Roots) -> Self {
        let reviews: Vec<PathBuf> = roots.folders().iter().map(|folder| folder.join(FOLDER)).collect();
        self.and_read(roots.folders()).and_write(&reviews)
    }

    /// With a new file.
    pub(super) fn and_write_file(self, file: &Path) -> Self {
        self.and_write(&[folder_of(file)])
    }

    /// With changes to files in these folders, in those above them for folders that are still to be made.
    pub(super) fn and_write<P: AsRef<Path>>(mut self, folders: &[P]) -> Self {
        self.0.write.extend(folders.iter().filter_map(|folder| there(folder.as_ref())));
        self
    }

    /// With a library, and the folders of its documents.
    pub(super) fn and_library(mut self, place: &LibraryPlace, library: &dyn Store) -> Self {
        self.0.read.extend_from_slice(&library.identity().folders);
        match place {
            // SQLite has others beside the file.
            LibraryPlace::File(file) => self.and_write_file(&file.canonicalize().unwrap_or_else(|_| file.clone())),
            LibraryPlace::Server(_) => {
                self.0.connect = true;
                self.0
                    .read
                    .extend(["SSL_CERT_FILE", "SSL_CERT_DIR"].into_iter().filter_map(env::var_os).map(PathBuf::from));
                self
            }
        }
    }

    /// Gives up all others, and starts the threads that compute.
    pub(super) fn keep_only(self) -> Degree {
        let own = ProjectDirs::from("", "", "simscope").map(|own| {
            let state = own.state_dir().unwrap_or_else(|| own.data_local_dir());
            [own.config_dir(), own.cache_dir(), own.data_dir(), own.data_local_dir(), state].map(Path::to_owned)
        });
        let rights = self
            .and_read(&arguments())
            .and_write(own.as_ref().map_or(&[][..], |own| own))
            .and_write(&[env::temp_dir(), "/var/tmp".into()]);
        let degree = rights.0.keep_only();
        start_threads();
        degree
    }
}

/// The arguments that are files or folders, and the values of options that are.
fn arguments() -> Vec<PathBuf> {
    let mut all = Vec::new();
    for argument in env::args_os().skip(1) {
        if let Some(text) = argument.to_str() {
            // As in --library=FILE and --encoding ENC:FILE.
            all.extend(text.split_once('=').into_iter().chain(text.split_once(':')).map(|(_, file)| file.into()));
        }
        all.push(PathBuf::from(argument));
    }
    all
}

/// The folder of a file.
fn folder_of(file: &Path) -> PathBuf {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned()
}

/// A folder that there is: this one, or the next above it.
fn there(folder: &Path) -> Option<PathBuf> {
    std::path::absolute(folder).ok()?.ancestors().find(|folder| folder.exists()).map(Path::to_owned)
}
