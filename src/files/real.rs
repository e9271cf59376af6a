//! The file system of the machine.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{
    Access, FileKind, FileSystem, Metadata, OpenFile,
    open::{SpecialFile, checked, look_at, without_waiting},
    system,
};

#[derive(Debug)]
pub(super) struct Real;

#[derive(Debug)]
struct RealFile(File);

impl FileSystem for Real {
    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn OpenFile>> {
        let mut options = OpenOptions::new();
        options.read(true).append(access != Access::Read);
        match access {
            Access::Read | Access::Append => look_at(path)?,
            Access::New { private } => {
                options.create_new(true);
                system::protect_file(&mut options, private);
            }
        }
        without_waiting(&mut options, false);
        let file = checked(&options, path)?;
        Ok(Box::new(RealFile(file)))
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        fs::symlink_metadata(path).map(|found| metadata(&found))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
    }

    fn create_folder(&self, path: &Path, private: bool) -> io::Result<()> {
        let mut builder = DirBuilder::new();
        system::protect_folder(&mut builder, private);
        builder.create(path)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        if !system::SYNCS_FOLDERS {
            return Ok(());
        }
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        match File::open(path).and_then(|folder| folder.sync_all()) {
            // Some file systems cannot, and some folders may be written but not read.
            Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::PermissionDenied) => Ok(()),
            synced => synced,
        }
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }
}

impl OpenFile for RealFile {
    fn read_at(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.seek(SeekFrom::Start(at))?;
        self.0.read(bytes)
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn set_len(&mut self, len: u64) -> io::Result<()> {
        self.0.set_len(len)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.0.sync_data()
    }

    fn lock(&mut self, shared: bool) -> Result<(), TryLockError> {
        if shared { self.0.try_lock_shared() } else { self.0.try_lock() }
    }

    fn metadata(&mut self) -> io::Result<Metadata> {
        self.0.metadata().map(|found| metadata(&found))
    }

    fn adopt(&mut self, other: &Path) -> io::Result<()> {
        system::adopt(&self.0, other)
    }

    fn touch(&mut self) -> io::Result<()> {
        self.0.set_modified(SystemTime::now())
    }
}

fn metadata(found: &fs::Metadata) -> Metadata {
    let kind = match found.file_type() {
        kind if kind.is_file() => FileKind::File,
        kind if kind.is_dir() => FileKind::Folder,
        kind if kind.is_symlink() => FileKind::Link,
        kind => FileKind::Special(SpecialFile::of(kind)),
    };
    Metadata { kind, len: found.len(), modified: found.modified().unwrap_or(SystemTime::UNIX_EPOCH) }
}
