//! The lessons that come with the program, one a line.

use std::io::{self, Write};

use super::table::TextTable;
use crate::{lesson::IncludedLesson, locale::Lang, t, table::Align};

/// Writes name and title of each.
pub(in crate::cli) fn lessons(out: &mut dyn Write, lessons: &[IncludedLesson], lang: Lang) -> io::Result<()> {
    let mut table = TextTable::new(
        [Align::Left; 3],
        0,
        [t!(lang, "table.lesson"), t!(lang, "table.title"), t!(lang, "table.source")],
    );
    for included in lessons {
        let lesson = included.read().ok();
        let title = lesson.as_ref().map_or("", |lesson| lesson.title.get(lang));
        let source = lesson.as_ref().and_then(|lesson| lesson.source.as_ref()).map_or("", |source| source.get(lang));
        table.row([included.name.into(), title.into(), source.into()]);
    }
    table.write(out)
}
