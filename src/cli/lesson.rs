//! `simscope lesson`: lessons listed, opened on the screens, checked, exported.

mod page;

use std::{
    ffi::{OsStr, OsString},
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::{Subcommand, ValueEnum, ValueHint, error::ErrorKind};
use serde_json::json;

use super::{
    Code, CommandError,
    arguments::TextOrJson,
    documents, has_screens, json, print, print_error, print_page, screens_failed,
    settings::{LookFlags, ResolvedSettings},
    start::Startup,
    usage,
};
use crate::{
    document::{self, safe_name},
    files::{Disk, Placing, open_stream, write_all},
    lesson::{IncludedLesson, Lesson, LessonError, LessonWarning, ProgressBook, find, included, parse},
    locale::Lang,
    page::{Page, left, right},
    say, t, tui,
};
use page::NamedLesson;

/// `simscope lesson`.
#[derive(Debug, Subcommand)]
pub(super) enum LessonCommand {
    /// List the built-in lessons with their titles
    List {
        /// Output format
        #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
        format: TextOrJson,
    },
    /// Open a lesson on the screens; if standard output is not a terminal, print it as Markdown
    Open {
        /// The name of a lesson, or a file; - is standard input
        #[arg(value_name = "LESSON", value_hint = ValueHint::FilePath)]
        lesson: OsString,
        /// Start on this page, counted from 1 [default: where you stopped]
        #[arg(long, value_name = "N")]
        page: Option<usize>,
        #[command(flatten)]
        look: LookFlags,
    },
    /// Write a commented lesson to a new file, as a template for your own
    New {
        /// The file
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
    },
    /// Check lesson files by recomputing their figures; errors are printed with line and key
    Check {
        /// The files, or names of lessons; - is standard input
        #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
        lessons: Vec<OsString>,
    },
    /// Export a lesson: text with numbers, a web page, a handout or its answers
    Export {
        /// The name of a lesson, or a file; - is standard input. Without it, all built-in lessons as one page
        #[arg(value_name = "LESSON", value_hint = ValueHint::FilePath)]
        lesson: Option<OsString>,
        /// Export format [default: md; for all lessons html]
        #[arg(long, value_name = "FORM", value_enum)]
        format: Option<LessonFormat>,
        /// A handout for students in Markdown: the text of the pages, without answers
        #[arg(long, conflicts_with = "format")]
        handout: bool,
        /// The answers and hints for the teacher, in Markdown
        #[arg(long, conflicts_with_all = ["format", "handout"])]
        key: bool,
        /// Write to this new file [default: standard output]
        #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
        output: Option<PathBuf>,
        #[command(flatten)]
        look: LookFlags,
    },
}

/// A form of `lesson export`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum LessonFormat {
    /// For reading: the pages with sentences, numbers and answers.
    #[default]
    #[value(name = "md")]
    Markdown,
    /// A web page in both languages, for reading, stepping and printing.
    Html,
}

pub(super) fn run(command: LessonCommand, start: Startup) -> Result<Code, CommandError> {
    let screens = matches!(command, LessonCommand::Open { .. }) && has_screens();
    let looks = match &command {
        LessonCommand::Open { look, .. } | LessonCommand::Export { look, .. } => Some(look.clone()),
        _ => None,
    };
    let start = looks.into_iter().fold(start, Startup::with).warned_unless(screens);
    let settings = &start.resolve(&[])?;
    let lang = settings.lang;
    match command {
        LessonCommand::List { format } => {
            let book = ProgressBook::of_user();
            let all: Vec<_> = included().iter().map(|lesson| listed(lesson, &book, lang)).collect();
            Ok(print_list(&all, format, lang))
        }
        LessonCommand::Open { lesson, page, .. } => {
            let checked = read(&lesson, settings)?;
            let all = checked.lesson.pages_in_all();
            if let Some(n) = page.filter(|page| !(1..=all).contains(page)) {
                return Err(t!(lang, "lesson.no-page", n, all).into());
            }
            if !screens {
                let text = exported(checked, LessonFormat::Markdown, settings)?;
                return Ok(write_to(&text, None, settings));
            }
            let page = page.map(|page| page - 1);
            let done = tui::read(checked.lesson, checked.included, page, &settings.config, start.errors);
            Ok(done.map_or_else(|error| screens_failed(&error, lang), |()| Code::Done))
        }
        LessonCommand::New { file } => Ok(begin(&file, settings)),
        LessonCommand::Check { lessons } => Ok(check(&lessons, settings)),
        LessonCommand::Export { lesson, format, handout, key, output, .. } => {
            let text = match &lesson {
                _ if handout || key => sheets(lesson.as_deref(), key, settings)?,
                Some(lesson) => exported(read(lesson, settings)?, format.unwrap_or_default(), settings)?,
                None if format == Some(LessonFormat::Markdown) => {
                    let message =
                        "all lessons are exported as one page, with --format html; name a lesson for other formats";
                    return Err(usage("lesson export", ErrorKind::ArgumentConflict, message));
                }
                None => course(settings)?,
            };
            Ok(write_to(&text, output.as_deref(), settings))
        }
    }
}

/// Name, group, minutes, progress, title and source of a lesson.
fn listed(included: &IncludedLesson, book: &ProgressBook, lang: Lang) -> [String; 6] {
    let lesson = included.listed(lang);
    let title = lesson.map_or("", |lesson| lesson.title.get(lang));
    let source = lesson.and_then(|lesson| lesson.source.as_ref()).map_or("", |source| source.get(lang));
    let minutes = lesson.map_or_else(String::new, |lesson| lesson.minutes().to_string());
    let progress = book.get(included.name).zip(lesson);
    let progress = progress.map_or_else(String::new, |(progress, lesson)| say::lesson_progress(progress, lesson, lang));
    let group = say::lesson_group(included.group, lang);
    [included.name.into(), group.into(), minutes, progress, title.into(), source.into()]
}

fn print_list(all: &[[String; 6]], format: TextOrJson, lang: Lang) -> Code {
    if format == TextOrJson::Text {
        let mut page = Page::new(lang);
        let columns = ["table.lesson", "table.group", "table.minutes", "table.progress", "table.title", "table.source"];
        let heads = columns.map(|key| if key == "table.minutes" { right(key) } else { left(key) });
        page.table(0, heads, all.iter().cloned());
        return print_page(Code::Done, &page);
    }
    let json = |[name, group, minutes, progress, title, source]: &[String; 6]| {
        let minutes = minutes.parse::<u32>().ok();
        json!({
            "name": name, "group": group, "minutes": minutes, "progress": progress, "title": title, "source": source,
        })
    };
    print(Code::Done, lang, |out| json::write(out, json::LEVELS, &json::Lazy(|| all.iter().map(json))))
}

/// Writes the lesson that a teacher begins with into a new file.
fn begin(file: &Path, settings: &ResolvedSettings) -> Code {
    let template = include_str!("../../assets/lesson-template.toml");
    let (lang, place) = (settings.lang, safe_name(&file.to_string_lossy()));
    match write_all(&Disk::default(), file, Placing::NEW, template.as_bytes()) {
        Ok(()) => {
            return print(Code::Done, lang, |out| writeln!(out, "{}", t!(lang, "cli.lesson-begun", place)));
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            print_error(&t!(lang, "cli.lesson-is-there", place));
        }
        Err(error) => print_error(&t!(lang, "cli.lesson-not-begun", place, reason = error)),
    }
    Code::Error
}

/// Prints errors without the name of the program, so that editors find the lines.
fn print_lesson_error(messages: &str) -> Code {
    for message in messages.lines() {
        _ = writeln!(io::stderr(), "{}", safe_name(message));
    }
    Code::Error
}

/// A lesson with its figures checked and put into its texts.
struct CheckedLesson {
    lesson: Lesson,
    included: Option<IncludedLesson>,
    warnings: Vec<LessonWarning>,
}

/// The lesson of that name or in that file, as it is written there.
type LessonFile = (Result<Lesson, Vec<LessonError>>, Option<IncludedLesson>);

/// The included lesson of that name, else the lesson in that file.
fn file(name: &OsStr, settings: &ResolvedSettings) -> Result<LessonFile, String> {
    if let Some(included) = name.to_str().and_then(find) {
        return Ok((included.read(settings.lang), Some(included)));
    }
    let bare = name.to_str().is_some_and(|name| !name.contains(['.', '/', '\\']) && name != "-");
    if bare && !Path::new(name).exists() {
        let (name, names) = (safe_name(&name.to_string_lossy()), included().iter().map(|lesson| lesson.name));
        let all = names.clone().collect::<Vec<_>>().join(settings.lang.comma());
        let said = t!(settings.lang, "cli.no-lesson", name = name.clone(), names = all);
        return Err(say::or_like(said, &name, names, settings.lang));
    }
    let source = documents::source(name);
    let document = document::read(&source).map_err(|error| say::read_error(&error, settings.lang))?;
    Ok((parse(&document.text, &source.place()), None))
}

/// The same, with its figures.
fn read(name: &OsStr, settings: &ResolvedSettings) -> Result<CheckedLesson, String> {
    let (lesson, included) = file(name, settings)?;
    let checked = lesson.and_then(Lesson::checked);
    let (lesson, warnings) = checked.map_err(|errors| say::lesson_errors(&errors, settings.lang))?;
    Ok(CheckedLesson { lesson, included, warnings })
}

/// Checks every lesson, also after one with errors.
fn check(lessons: &[OsString], settings: &ResolvedSettings) -> Code {
    let read: Vec<_> = lessons.iter().map(|name| (name, read(name, settings))).collect();
    let code = Code::error_if(read.iter().any(|(_, read)| read.is_err()));
    let code = print(code, settings.lang, |out| {
        read.iter().filter_map(|(name, read)| Some((name, read.as_ref().ok()?))).try_for_each(|(name, checked)| {
            let place = safe_name(&name.to_string_lossy());
            let CheckedLesson { lesson, warnings, .. } = checked;
            let title = safe_name(lesson.title.get(settings.lang));
            let sound = t!(settings.lang, "cli.sound", place, title, pages = lesson.pages.len());
            writeln!(out, "{sound}")?;
            warnings
                .iter()
                .try_for_each(|warning| writeln!(out, "{}", safe_name(&say::lesson_warning(warning, settings.lang))))
        })
    });
    for message in read.iter().filter_map(|(_, read)| read.as_ref().err()) {
        print_lesson_error(message);
    }
    code
}

/// The sentences about errors in a lesson.
fn sentences(settings: &ResolvedSettings) -> impl Fn(Vec<LessonError>) -> String {
    |errors| say::lesson_errors(&errors, settings.lang)
}

/// A lesson in one of its forms.
fn exported(
    CheckedLesson { lesson, included, .. }: CheckedLesson,
    format: LessonFormat,
    settings: &ResolvedSettings,
) -> Result<String, String> {
    let text = match format {
        LessonFormat::Markdown => say::lesson(&lesson, settings.lang),
        LessonFormat::Html => {
            let named = included.map_or_else(|| Ok(vec![NamedLesson::from_file(lesson)]), NamedLesson::of);
            page::page(&named.map_err(sentences(settings))?, settings.lang)
        }
    };
    text.map_err(|error| sentences(settings)(vec![error]))
}

/// All lessons that come with the program as one page.
fn course(settings: &ResolvedSettings) -> Result<String, String> {
    let named = included().iter().map(|included| NamedLesson::of(*included)).collect::<Result<Vec<_>, _>>();
    let lessons: Vec<NamedLesson> = named.map_err(sentences(settings))?.into_iter().flatten().collect();
    page::page(&lessons, settings.lang).map_err(|error| sentences(settings)(vec![error]))
}

/// Handouts of a lesson or of all, or the keys to their answers.
fn sheets(name: Option<&OsStr>, key: bool, settings: &ResolvedSettings) -> Result<String, String> {
    let lang = settings.lang;
    let files = match name {
        Some(name) => vec![file(name, settings)?.0],
        None => included().iter().map(|included| included.read(lang)).collect(),
    };
    let sheet = |lesson: Result<Lesson, Vec<LessonError>>| {
        let lesson = lesson?;
        let (checked, _) = lesson.clone().checked()?;
        let sheet = if key {
            say::lesson_key(&checked, lang)
        } else {
            lesson.with_blanks().map(|lesson| say::handout(&lesson, lang))
        };
        sheet.map_err(|error| vec![error])
    };
    let sheets = files.into_iter().map(sheet).collect::<Result<Vec<String>, _>>();
    Ok(sheets.map_err(sentences(settings))?.join("\n"))
}

/// Writes to standard output or to a new file.
fn write_to(text: &str, out: Option<&Path>, settings: &ResolvedSettings) -> Code {
    let Some(path) = out else {
        return print(Code::Done, settings.lang, |out| out.write_all(text.as_bytes()));
    };
    let written = match open_stream(path) {
        Ok(Some(mut stream)) => stream.write_all(text.as_bytes()),
        Ok(None) => write_all(&Disk::default(), path, Placing::NEW, text.as_bytes()),
        Err(error) => Err(error),
    };
    let (lang, place) = (settings.lang, safe_name(&path.to_string_lossy()));
    match written {
        Ok(()) => return Code::Done,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            print_error(&t!(lang, "cli.is-there", place));
        }
        Err(error) => print_error(&t!(lang, "cli.not-made", place, reason = error)),
    }
    Code::Error
}
