//! `simscope lesson`: lessons listed, opened on the screens, checked, taken home.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, OpenOptions},
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};

use clap::error::ErrorKind;

use super::{
    Code, CommandError,
    arguments::{LessonCommand, LessonFormat},
    complain, documents, give_up, print,
    settings::Chosen,
    start::Start,
    text, usage,
};
use crate::{
    document::{self, safe_name},
    lesson::{IncludedLesson, Lesson, find, included, parse},
    say, t,
    tui::{self, export},
};

pub(super) fn run(command: LessonCommand, start: Start) -> Result<Code, CommandError> {
    let screens = matches!(command, LessonCommand::Open { .. }) && io::stdout().is_terminal();
    let start = start.warned_unless(screens);
    let chosen = &start.choose(&[])?;
    let lang = chosen.lang;
    match command {
        LessonCommand::List => Ok(print(Code::Done, lang, |out| text::lessons(out, included(), lang))),
        LessonCommand::Open { lesson } => {
            let (lesson, included) = match read(&lesson, chosen) {
                Ok(read) => read,
                Err(message) => return Ok(trouble(&message)),
            };
            if !screens {
                return Ok(markdown(&lesson, None, chosen));
            }
            let done = tui::read(lesson, included, &chosen.config, start.errors);
            Ok(done.map_or_else(|error| give_up(&error, lang), |()| Code::Done))
        }
        LessonCommand::Check { lessons } => Ok(check(&lessons, chosen)),
        LessonCommand::Export { format: LessonFormat::Svg, out: None, .. } => {
            let message = "--format svg makes a picture of each page: name a folder for them with --out";
            Err(usage("lesson export", ErrorKind::MissingRequiredArgument, message))
        }
        LessonCommand::Export { lesson, format, out, size } => Ok(match read(&lesson, chosen) {
            Ok((lesson, _)) => take_home(lesson, format, out.as_deref(), size, chosen),
            Err(message) => trouble(&message),
        }),
    }
}

/// Says what is wrong as it is, so that editors find the line: no name stands before it.
fn trouble(message: &str) -> Code {
    _ = writeln!(io::stderr(), "{}", safe_name(message));
    Code::Trouble
}

/// The lesson of that name, or else in the file of that name, with its figures looked at.
fn read(name: &OsStr, chosen: &Chosen) -> Result<(Lesson, Option<IncludedLesson>), String> {
    if let Some(included) = name.to_str().and_then(find) {
        return included
            .lesson()
            .map(|lesson| (lesson, Some(included)))
            .map_err(|error| say::lesson_error(&error, chosen.lang));
    }
    let bare = name.to_str().is_some_and(|name| !name.contains(['.', '/', '\\']) && name != "-");
    if bare && !Path::new(name).exists() {
        let names = included().iter().map(|lesson| lesson.name).collect::<Vec<_>>().join(", ");
        return Err(t!(chosen.lang, "cli.no-lesson", name = safe_name(&name.to_string_lossy()), names = names));
    }
    let source = documents::source(name);
    let document = document::read(&source).map_err(|error| say::read_error(&error, chosen.lang))?;
    let lesson = parse(&document.text, &source.place()).map_err(|error| say::lesson_error(&error, chosen.lang))?;
    lesson.check().map_err(|error| say::lesson_error(&error, chosen.lang))?;
    Ok((lesson, None))
}

/// Looks at all of them; one that is wrong keeps no other from being looked at.
fn check(lessons: &[OsString], chosen: &Chosen) -> Code {
    let read: Vec<_> = lessons.iter().map(|name| (name, read(name, chosen))).collect();
    let code = if read.iter().any(|(_, read)| read.is_err()) { Code::Trouble } else { Code::Done };
    let code = print(code, chosen.lang, |out| {
        read.iter().filter_map(|(name, read)| Some((name, read.as_ref().ok()?))).try_for_each(|(name, (lesson, _))| {
            let place = safe_name(&name.to_string_lossy());
            let title = safe_name(lesson.title.get(chosen.lang));
            writeln!(out, "{}", t!(chosen.lang, "cli.sound", place = place, title = title, pages = lesson.pages.len()))
        })
    });
    for message in read.iter().filter_map(|(_, read)| read.as_ref().err()) {
        trouble(message);
    }
    code
}

fn take_home(lesson: Lesson, format: LessonFormat, out: Option<&Path>, size: (u16, u16), chosen: &Chosen) -> Code {
    let lang = chosen.lang;
    let made = match (format, out) {
        (LessonFormat::Markdown, _) => return markdown(&lesson, out, chosen),
        (LessonFormat::Asciicast, _) => match export::recording(lesson, &chosen.config, size) {
            Ok(cast) => return deliver(&cast, out, chosen),
            Err(error) => Err(error),
        },
        (LessonFormat::Svg, Some(folder)) => match export::pages(lesson, &chosen.config, size) {
            Ok(pages) => return pictures(&pages, folder, chosen),
            Err(error) => Err(error),
        },
        (LessonFormat::Svg, None) => Ok(()),
    };
    made.map_or_else(|error: io::Error| give_up(&error, lang), |()| Code::Trouble)
}

fn markdown(lesson: &Lesson, out: Option<&Path>, chosen: &Chosen) -> Code {
    match say::lesson(lesson, chosen.lang) {
        Ok(text) => deliver(&text, out, chosen),
        Err(error) => trouble(&say::lesson_error(&error, chosen.lang)),
    }
}

/// Writes to standard output or to a new file.
fn deliver(text: &str, out: Option<&Path>, chosen: &Chosen) -> Code {
    let Some(path) = out else {
        return print(Code::Done, chosen.lang, |out| out.write_all(text.as_bytes()));
    };
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    delivered(file.and_then(|mut file| file.write_all(text.as_bytes())), path, chosen)
}

/// Writes each page into a new folder.
fn pictures(pages: &[String], folder: &Path, chosen: &Chosen) -> Code {
    let page = |(at, text): (usize, &String)| -> (PathBuf, String) {
        (folder.join(format!("{:02}.svg", at + 1)), text.clone())
    };
    let made = fs::create_dir(folder)
        .and_then(|()| pages.iter().enumerate().map(page).try_for_each(|(path, text)| fs::write(path, text)));
    delivered(made, folder, chosen)
}

fn delivered(done: io::Result<()>, path: &Path, chosen: &Chosen) -> Code {
    let (lang, place) = (chosen.lang, safe_name(&path.to_string_lossy()));
    match done {
        Ok(()) => return Code::Done,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            complain(&t!(lang, "cli.is-there", place = place));
        }
        Err(error) => complain(&t!(lang, "cli.not-made", place = place, reason = error)),
    }
    Code::Trouble
}
