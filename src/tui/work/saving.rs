//! What is saved for another day: drafts of the lab, how far lessons were read, and a text of the lab as a lesson.
//!
//! There is no timer: a change makes the lab want its draft saved, one write runs at a time, and what was typed
//! meanwhile is written after it. A draft is at most one write old, and a slow disk makes fewer of them.

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
};

use super::alone;
use crate::{
    document::{Draft, DraftIdentity, safe_path},
    files::{Disk, Placing, write_all},
    lesson::{LessonDraft, LessonError},
    say, t,
    tui::{
        action::Action,
        model::{HistoryState, Model, Workbench, Workspace, job::Job},
        screen::Screen,
    },
};

/// The draft of an earlier session, of the document that is shown.
pub(super) fn recall(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let shown = workspace.shown_document();
    let drafts = workspace.lab.drafts.clone();
    let shows = workspace.screen == Screen::Lab;
    let bench = workspace.lab.benches.get_mut(&shown).filter(|bench| shows && !bench.draft.asked)?;
    bench.draft.asked = true;
    let Some(drafts) = drafts else {
        bench.draft.answered = true;
        return None;
    };
    let of = bench.of.clone();
    Some(alone(recalled, move |_| {
        let found = drafts.find(&of).map_err(|error| error.to_string());
        Ok((shown, of, found))
    }))
}

/// Takes a draft of an earlier session in: it becomes the present state, unless something was done already; then undo
/// goes to it.
fn recalled(model: &mut Model, (document, of, found): (usize, DraftIdentity, Result<Option<Draft>, String>)) {
    let lang = model.lang;
    let revision = model.workspace.lab.next_revision();
    let Some(bench) = model.workspace.lab.benches.get_mut(&document).filter(|bench| bench.of == of) else { return };
    bench.draft.answered = true;
    let draft = match found {
        Ok(Some(draft)) => draft,
        Ok(None) => return,
        Err(why) => {
            model.notify(t!(lang, "lab.not-recalled", why));
            return;
        }
    };
    let excluded: BTreeSet<u64> = draft.excluded.into_iter().collect();
    let state = HistoryState { text: draft.text.into(), excluded, recipe: bench.history.state().recipe.clone() };
    let back = bench.history.at() > 0;
    if bench.history.len() == 1 {
        bench.push(state, revision);
        bench.editor.replace(&bench.history.state().text.clone(), 0);
        bench.draft.kept = revision;
        bench.draft.found = revision;
        model.notify(t!(lang, "lab.recalled", key = model.key_of(Action::Undo)));
    } else {
        bench.history.insert(state);
        let key = model.key_of(if back { Action::Undo } else { Action::Redo });
        model.notify(t!(lang, "lab.recalled-beside", key));
    }
}

/// Drafts that are not as they are to be: one at a time, so that what is typed meanwhile is written after it.
pub(crate) fn keep_draft(workspace: &mut Workspace) -> Option<Job> {
    let drafts = workspace.lab.drafts.clone()?;
    if workspace.lab.benches.values().any(|bench| bench.draft.writing.is_some()) {
        return None;
    }
    let wants = |bench: &&mut Workbench| {
        let draft = &bench.draft;
        draft.answered && draft.kept != bench.revision && draft.failed != Some(bench.revision)
    };
    let (document, bench) =
        workspace.lab.benches.iter_mut().map(|(at, bench)| (*at, bench)).find(|(_, bench)| wants(bench))?;
    bench.draft.writing = Some(bench.revision);
    let (revision, of, draft) = (bench.revision, bench.of.clone(), bench.draft());
    Some(alone(draft_kept, move |_| {
        let kept = draft.map_or_else(|| drafts.drop(&of), |draft| drafts.keep(&draft));
        Ok((document, revision, kept.map_err(|error| error.to_string())))
    }))
}

/// Installs the result of saving a draft. A failure is reported once, until a draft is saved again.
fn draft_kept(model: &mut Model, (document, revision, kept): (usize, u64, Result<(), String>)) {
    let lang = model.lang;
    let Some(bench) = model.workspace.lab.benches.get_mut(&document) else { return };
    bench.draft.writing = None;
    // If there is nothing to save, a draft that could not be removed is no loss.
    match kept.or_else(|why| if bench.history.differs() { Err(why) } else { Ok(()) }) {
        Ok(()) => {
            bench.draft.kept = revision;
            bench.draft.failed = None;
        }
        Err(why) => {
            if bench.draft.failed.replace(revision).is_none() || model.workspace.lab.leaving {
                model.notify(t!(lang, "lab.not-kept", why));
            }
            model.workspace.lab.leaving = false;
        }
    }
}

/// Why a lesson was not saved.
enum NotSaved {
    /// Its figures do not come out, or it is too long.
    Lesson(Vec<LessonError>),
    /// It could not be written, as it is to be shown.
    File(String),
}

/// Saves a text of the lab, with its original, as a new lesson in a folder.
pub(crate) fn save_lesson(draft: LessonDraft, folder: PathBuf) -> Job {
    alone(lesson_saved, move |_| Ok(write(&draft, &folder)))
}

/// How far the lesson that is shown was read, written down.
pub(super) fn keep_progress(model: &mut Model) -> Option<Job> {
    let reading = model.workspace.lesson.as_ref()?;
    let lessons = &mut model.lessons;
    let name = reading.included?.name;
    let progress = reading.progress(lessons.get(name));
    let folder = lessons.note(name, progress).then(|| lessons.folder().cloned())??;
    let report = |model: &mut Model, kept: Result<(), String>| {
        if let Err(why) = kept {
            model.notify(t!(model.lang, "lesson.progress-not-saved", why));
        }
    };
    Some(alone(report, move |_| Ok(folder.write().map_err(|error| error.to_string()))))
}

fn lesson_saved(model: &mut Model, saved: Result<String, NotSaved>) {
    let lang = model.lang;
    model.notify(match saved {
        Ok(path) => t!(lang, "lab.lesson-saved", path = model.workspace.redacted(&path)),
        Err(NotSaved::Lesson(errors)) => {
            let why: Vec<String> = errors.iter().map(|error| say::lesson_error_reason(&error.kind, lang)).collect();
            t!(lang, "lab.lesson-not-saved", why = why.join(" "))
        }
        Err(NotSaved::File(why)) => t!(lang, "lab.lesson-not-saved", why = model.workspace.redacted(&why)),
    });
}

/// Writes a lesson where no file is. Returns where, as it is to be shown.
fn write(draft: &LessonDraft, folder: &Path) -> Result<String, NotSaved> {
    let plain = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '-' };
    let stem: String = draft.name.chars().map(plain).take(60).collect();
    let text = draft.file(&format!("{stem}.toml")).map_err(NotSaved::Lesson)?;
    for n in 1..100 {
        let number = if n == 1 { String::new() } else { format!("-{n}") };
        let path = folder.join(format!("{stem}-lesson{number}.toml"));
        match write_all(&Disk::default(), &path, Placing::NEW, text.as_bytes()) {
            Ok(()) => return Ok(safe_path(path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(NotSaved::File(format!("{}: {error}", safe_path(path)))),
        }
    }
    Err(NotSaved::File(safe_path(folder.join(stem))))
}
