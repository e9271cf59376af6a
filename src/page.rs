//! A result for reading, in blocks: made in one place, whatever it is written as. Knows no result, and no medium: the
//! writers, such as that of the [`terminal`], make texts safe for theirs.

mod terminal;

use std::borrow::Cow;

use crate::{
    locale::Lang,
    table::{Align, Column, Field},
};

pub(crate) use terminal::Terminal;

#[derive(Debug)]
pub(crate) struct Page {
    pub lang: Lang,
    blocks: Vec<Block>,
}

#[derive(Debug)]
enum Block {
    Blank,
    /// One line however long, with the words that are to stand out, in their order.
    Line {
        text: String,
        strong: Vec<String>,
    },
    /// A paragraph whose later lines begin below its first, behind a sign or a label.
    Text {
        lead: String,
        text: String,
    },
    /// Paragraphs behind labels, all of which begin in one column.
    Terms {
        indent: usize,
        terms: Vec<(String, String)>,
    },
    Table {
        indent: usize,
        heads: Vec<Head>,
        rows: Vec<Vec<String>>,
    },
}

/// The title of a column, and the side on which its cells end.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    title: Cow<'static, str>,
    align: Align,
}

/// A column with cells that begin under its title: a text, or the key of one in the locale.
pub(crate) fn left(title: impl Into<Cow<'static, str>>) -> Head {
    Head { title: title.into(), align: Align::Left }
}

/// A column with cells that end under its title.
pub(crate) fn right(title: impl Into<Cow<'static, str>>) -> Head {
    Head { align: Align::Right, ..left(title) }
}

impl From<Column> for Head {
    fn from(Column { title, align, .. }: Column) -> Self {
        Self { title: title.into(), align }
    }
}

impl Page {
    pub(crate) fn new(lang: Lang) -> Self {
        Self { lang, blocks: Vec::new() }
    }

    pub(crate) fn blank(&mut self) {
        self.blocks.push(Block::Blank);
    }

    /// Adds a line that is not wrapped.
    pub(crate) fn line(&mut self, text: impl Into<String>) {
        self.strong(text, []);
    }

    /// Adds a line in which some words stand out, named in their order.
    pub(crate) fn strong<'a>(&mut self, text: impl Into<String>, words: impl IntoIterator<Item = &'a str>) {
        let strong = words.into_iter().map(str::to_owned).collect();
        self.blocks.push(Block::Line { text: text.into(), strong });
    }

    /// Adds a line under a blank one.
    pub(crate) fn head(&mut self, text: impl Into<String>) {
        self.blank();
        self.line(text);
    }

    pub(crate) fn text(&mut self, text: impl Into<String>) {
        self.behind("", text);
    }

    /// Adds a paragraph behind a sign or a label.
    pub(crate) fn behind(&mut self, lead: impl Into<String>, text: impl Into<String>) {
        self.blocks.push(Block::Text { lead: lead.into(), text: text.into() });
    }

    /// Adds paragraphs behind labels.
    pub(crate) fn terms<L: Into<String>, T: Into<String>>(
        &mut self,
        indent: usize,
        terms: impl IntoIterator<Item = (L, T)>,
    ) {
        let terms = terms.into_iter().map(|(label, text)| (label.into(), text.into())).collect();
        self.blocks.push(Block::Terms { indent, terms });
    }

    /// Adds a table behind so many cells.
    pub(crate) fn table<R: IntoIterator<Item = String>>(
        &mut self,
        indent: usize,
        heads: impl IntoIterator<Item = impl Into<Head>>,
        rows: impl IntoIterator<Item = R>,
    ) {
        let rows = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        self.blocks.push(Block::Table { indent, heads: heads.into_iter().map(Into::into).collect(), rows });
    }

    /// Adds a table with these columns.
    pub(crate) fn list<'r, R: 'r>(
        &mut self,
        indent: usize,
        fields: &[Field<R>],
        rows: impl IntoIterator<Item = &'r R>,
    ) {
        let lang = self.lang;
        let rows =
            rows.into_iter().map(|row| fields.iter().map(move |field| (field.cell)(row, lang).value.or_sign(lang)));
        self.table(indent, fields.iter().map(|field| field.column), rows);
    }
}
