//! What is done with folders and files: looked into, written beside others.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

use crate::{
    document::{self, ReadError, Walk, safe_name},
    lesson,
    simhash::{Stopped, Watch},
    tui::model::Found,
};

/// What a folder holds but for what is hidden: folders, then files, each by name.
pub fn browse(folder: &Path, watch: &Watch) -> Result<io::Result<Vec<Found>>, Stopped> {
    let items = match fs::read_dir(folder) {
        Ok(items) => items,
        Err(error) => return Ok(Err(error)),
    };
    let mut found = Vec::new();
    for item in items.flatten() {
        watch.check()?;
        // What a link leads to is what counts.
        let Ok(meta) = fs::metadata(item.path()) else { continue };
        if !item.file_name().as_encoded_bytes().starts_with(b".") && (meta.is_dir() || meta.is_file()) {
            found.push(Found::new(item.path(), meta.is_file().then_some(meta.len())));
        }
    }
    found.sort_by_cached_key(|item| (item.bytes.is_some(), item.name.to_lowercase(), item.path.clone()));
    Ok(Ok(found))
}

/// All documents in a folder, counting them as they are found.
pub fn walk(folder: &Path, watch: &Watch) -> Result<Result<Walk, ReadError>, Stopped> {
    let mut so_far = 0;
    let walk = document::folder_while(folder, &mut |found| {
        watch.advance((found - so_far) as u64);
        so_far = found;
        !watch.stopped()
    });
    watch.check()?;
    Ok(walk)
}

/// Why a lesson was not saved.
#[derive(Debug)]
pub enum NotSaved {
    /// Its figures do not come out, or it is too long.
    Lesson(Box<lesson::LessonProblem>),
    /// It could not be written, as it is to be shown.
    File(String),
}

/// Writes a lesson where no file is. Returns where, as it is to be shown.
pub fn save_lesson(tried: &lesson::Tried, folder: &Path) -> Result<String, NotSaved> {
    let plain = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '-' };
    let stem: String = tried.name.chars().map(plain).take(60).collect();
    let text = tried.file(&format!("{stem}.toml")).map_err(|fault| NotSaved::Lesson(fault.problem))?;
    for n in 1..100 {
        let number = if n == 1 { String::new() } else { format!("-{n}") };
        let path = folder.join(format!("{stem}-lesson{number}.toml"));
        match File::create_new(&path).and_then(|mut file| file.write_all(text.as_bytes())) {
            Ok(()) => return Ok(safe_name(&path.to_string_lossy())),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(NotSaved::File(format!("{}: {error}", safe_name(&path.to_string_lossy())))),
        }
    }
    Err(NotSaved::File(safe_name(&folder.join(stem).to_string_lossy())))
}
