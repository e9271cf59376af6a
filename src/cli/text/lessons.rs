//! The lessons that come with the program, one a line.

use std::io::{self, Write};

use super::table::TextTable;
use crate::{
    lesson::{IncludedLesson, ProgressBook},
    locale::Lang,
    say, t,
    table::Align,
};

/// Writes name, group, minutes, progress, title and source of each.
pub(in crate::cli) fn lessons(
    out: &mut dyn Write,
    (lessons, book): (&[IncludedLesson], &ProgressBook),
    lang: Lang,
) -> io::Result<()> {
    let mut table = TextTable::new(
        [Align::Left, Align::Left, Align::Right, Align::Left, Align::Left, Align::Left],
        0,
        [
            t!(lang, "table.lesson"),
            t!(lang, "table.group"),
            t!(lang, "table.minutes"),
            t!(lang, "table.progress"),
            t!(lang, "table.title"),
            t!(lang, "table.source"),
        ],
    );
    for included in lessons {
        let lesson = included.read().ok();
        let title = lesson.as_ref().map_or("", |lesson| lesson.title.get(lang));
        let source = lesson.as_ref().and_then(|lesson| lesson.source.as_ref()).map_or("", |source| source.get(lang));
        let minutes = lesson.as_ref().map_or_else(String::new, |lesson| lesson.minutes().to_string());
        let progress = book.get(included.name).zip(lesson.as_ref());
        let progress =
            progress.map_or_else(String::new, |(progress, lesson)| say::lesson_progress(progress, lesson, lang));
        let group = say::lesson_group(included.group, lang);
        table.row([included.name.into(), group.into(), minutes, progress, title.into(), source.into()]);
    }
    table.write(out)
}
