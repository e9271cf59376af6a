//! Saves a text of the lab, with its original, as a lesson; and how far lessons were read.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::{
    document::safe_name,
    files::{Disk, Placing, write_all},
    lesson::{LessonDraft, LessonErrorKind},
    say, t,
    tui::{job::Job, model::Model},
};

/// Why a lesson was not saved.
enum NotSaved {
    /// Its figures do not come out, or it is too long.
    Lesson(Box<LessonErrorKind>),
    /// It could not be written, as it is to be shown.
    File(String),
}

/// Saves it as a new file in a folder.
pub(crate) fn save(draft: LessonDraft, folder: PathBuf) -> Job {
    Job::alone(install, move |_, post| {
        post.send(write(&draft, &folder));
        Ok(())
    })
}

/// How far the lesson that is shown was read, written down.
pub(super) fn keep_progress(model: &mut Model) -> Option<Job> {
    let reading = model.workspace.lesson.as_ref()?;
    let lessons = &mut model.session.lessons;
    let name = reading.included?.name;
    let progress = reading.progress(lessons.get(name));
    let folder = lessons.note(name, progress).then(|| lessons.folder().cloned())??;
    Some(Job::alone(progress_kept, move |_, post| {
        post.send(folder.write().map_err(|error| error.to_string()));
        Ok(())
    }))
}

fn progress_kept(model: &mut Model, kept: Result<(), String>) {
    if let Err(why) = kept {
        model.workspace.notice = Some(t!(model.session.lang, "lesson.progress-not-saved", why = why));
    }
}

fn install(model: &mut Model, saved: Result<String, NotSaved>) {
    let lang = model.session.lang;
    model.workspace.notice = Some(match saved {
        Ok(path) => t!(lang, "lab.lesson-saved", path = model.workspace.redacted(&path)),
        Err(NotSaved::Lesson(kind)) => {
            let why = say::lesson_error_reason(&kind, lang);
            t!(lang, "lab.lesson-not-saved", why = why)
        }
        Err(NotSaved::File(why)) => t!(lang, "lab.lesson-not-saved", why = model.workspace.redacted(&why)),
    });
}

/// Writes a lesson where no file is. Returns where, as it is to be shown.
fn write(draft: &LessonDraft, folder: &Path) -> Result<String, NotSaved> {
    let plain = |c: char| if c.is_alphanumeric() || "-_".contains(c) { c } else { '-' };
    let stem: String = draft.name.chars().map(plain).take(60).collect();
    let text = draft.file(&format!("{stem}.toml")).map_err(|error| NotSaved::Lesson(error.kind))?;
    for n in 1..100 {
        let number = if n == 1 { String::new() } else { format!("-{n}") };
        let path = folder.join(format!("{stem}-lesson{number}.toml"));
        match write_all(&Disk::default(), &path, Placing::NEW, text.as_bytes()) {
            Ok(()) => return Ok(safe_name(&path.to_string_lossy())),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(NotSaved::File(format!("{}: {error}", safe_name(&path.to_string_lossy())))),
        }
    }
    Err(NotSaved::File(safe_name(&folder.join(stem).to_string_lossy())))
}
