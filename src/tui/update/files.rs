//! Files of documents that changed.

use crate::{document::FileChange, t, tui::model::Model};

/// Files changed: they are read again as soon as nothing else is to be done.
pub(super) fn changed(model: &mut Model, change: FileChange) {
    match change {
        FileChange::Files(files) => {
            // A record of a fingerprint has no text: a file at its path now is another document.
            let known = |at: usize| model.workspace.batch.entries.get(at).is_some_and(|entry| entry.record.is_none());
            let changed: Vec<usize> = files.into_iter().filter(|&at| known(at)).collect();
            model.workspace.batch.changed.extend(changed);
        }
        FileChange::Unwatched(folder, why) => {
            let folder = model.workspace.redacted(&folder);
            model.workspace.notice = Some(t!(model.session.lang, "notice.unwatched", folder = folder, why = why));
        }
    }
}
