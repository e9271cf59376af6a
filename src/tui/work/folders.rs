//! The contents of folders, for the document browser: one level of the one that is shown, all levels of those that are
//! added whole.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{alone, once};
use crate::{
    document::{self, FolderWalk, Links, ReadError},
    say,
    simhash::{Stopped, Watch},
    tui::{
        dialog::browser::{Browser, FolderItem, FolderScan},
        model::{Model, TaskProgress, job::Job},
    },
};

/// The contents of a folder, or the reason why they are unknown.
type Holds = Result<Vec<FolderItem>, String>;

/// The folder that is shown.
pub(super) fn browse(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let folder = workspace.dialogs.find().filter(|browser: &&Browser| browser.found.is_none())?.folder.clone();
    if !workspace.results.folder.wants(&folder) {
        return None;
    }
    Some(once(&mut workspace.results.folder, folder.clone(), browsed, move |watch| {
        let found = items(&folder, watch)?.map_err(|error| error.to_string());
        Ok((folder, found))
    }))
}

fn browsed(model: &mut Model, (folder, found): (PathBuf, Holds)) {
    if let Some(browser) = model.workspace.dialogs.find_mut::<Browser>().filter(|browser| browser.folder == folder) {
        browser.found = Some(found);
    }
}

/// The contents of a folder without hidden files: folders, then files, each by name.
fn items(folder: &Path, watch: &Watch) -> Result<io::Result<Vec<FolderItem>>, Stopped> {
    let items = match fs::read_dir(folder) {
        Ok(items) => items,
        Err(error) => return Ok(Err(error)),
    };
    let mut found = Vec::new();
    for item in items.flatten() {
        watch.check()?;
        // A link counts as its target.
        let Ok(meta) = fs::metadata(item.path()) else { continue };
        if !item.file_name().as_encoded_bytes().starts_with(b".") && (meta.is_dir() || meta.is_file()) {
            found.push(FolderItem::new(item.path(), meta.is_file().then_some(meta.len())));
        }
    }
    found.sort_by_cached_key(|item| (item.bytes.is_some(), item.name.to_lowercase(), item.path.clone()));
    Ok(Ok(found))
}

/// A folder that is added whole, and that nobody began to look through.
pub(super) fn walk(model: &mut Model) -> Option<Job> {
    let begun = |watch: &Arc<Watch>| Arc::strong_count(watch) > 1;
    let (folder, watch) = model.workspace.dialogs.find::<Browser>().and_then(|browser| {
        browser.taken.iter().find_map(|(folder, taken)| match taken {
            FolderScan::Walking(watch) if !begun(watch) && !watch.stopped() => Some((folder.clone(), watch.clone())),
            _ => None,
        })
    })?;
    let job = alone(walked, move |watch| {
        let mut so_far = 0;
        let walk = document::folder_while(&folder, &Links::below([&*folder]), &mut |found| {
            watch.advance((found - so_far) as u64);
            so_far = found;
            !watch.stopped()
        });
        watch.check()?;
        Ok((folder, walk))
    });
    Some(job.under(watch).seen(TaskProgress::Footer("browser.walking")))
}

fn walked(model: &mut Model, (folder, walk): (PathBuf, Result<FolderWalk, ReadError>)) {
    let lang = model.lang;
    let Some(browser) = model.workspace.dialogs.find_mut::<Browser>() else { return };
    if let Some(taken @ FolderScan::Walking(_)) = browser.taken.get_mut(&folder) {
        browser.refused = None;
        *taken = match walk {
            Ok(walk) => FolderScan::Walked(walk),
            Err(error) => FolderScan::Failed(say::read_error(&error, lang)),
        };
    }
}
