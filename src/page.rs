//! A result for reading, in blocks: made in one place, whatever it is written as or shown on. Knows no result.

mod lines;

use std::borrow::Cow;

use crate::{
    locale::Lang,
    table::{Align, Column, Field},
    text::width,
};

pub(crate) use lines::{Line, Look, Piece, Terminal, hanging, text_of, wrapped};

/// The rows of a long table that a page holds.
const ROWS: usize = 4_096;

#[derive(Debug)]
pub(crate) struct Page {
    pub lang: Lang,
    blocks: Vec<Block>,
}

#[derive(Debug)]
enum Block {
    /// One line however long.
    Line(Vec<Piece>),
    /// A paragraph whose later lines begin below its first, behind a sign or a label.
    Text {
        lead: Piece,
        text: Vec<Piece>,
    },
    /// Paragraphs behind labels, all of which begin in one column.
    Terms {
        indent: usize,
        terms: Vec<(String, Piece)>,
    },
    Table {
        indent: usize,
        heads: Vec<Head>,
        rows: Vec<Vec<Piece>>,
    },
}

/// The title of a column, and the side on which its cells end.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    title: Cow<'static, str>,
    align: Align,
    /// The cells that the column has at least.
    least: usize,
}

/// A column with cells that begin under its title: a text, or the key of one in the locale.
pub(crate) fn left(title: impl Into<Cow<'static, str>>) -> Head {
    Head { title: title.into(), align: Align::Left, least: 0 }
}

/// A column with cells that end under its title.
pub(crate) fn right(title: impl Into<Cow<'static, str>>) -> Head {
    Head { align: Align::Right, ..left(title) }
}

impl From<Column> for Head {
    fn from(Column { title, align, .. }: Column) -> Self {
        Self { align, ..left(title) }
    }
}

impl Head {
    /// The title in a language.
    fn words(&self, lang: Lang) -> &str {
        lang.find(&self.title).unwrap_or(&self.title)
    }
}

impl Page {
    pub(crate) fn new(lang: Lang) -> Self {
        Self { lang, blocks: Vec::new() }
    }

    pub(crate) fn blank(&mut self) {
        self.pieces([]);
    }

    /// Adds a line that is not wrapped.
    pub(crate) fn line(&mut self, text: impl Into<Piece>) {
        self.pieces([text.into()]);
    }

    /// Adds a line of these pieces, which is not wrapped.
    pub(crate) fn pieces(&mut self, pieces: impl Into<Vec<Piece>>) {
        self.blocks.push(Block::Line(pieces.into()));
    }

    /// Adds a line in which some words stand out, named in their order.
    pub(crate) fn strong<'a>(&mut self, text: impl Into<Piece>, words: impl IntoIterator<Item = &'a str>) {
        let (mut pieces, mut rest) = (Vec::new(), text.into().text);
        for word in words.into_iter().map(|word| Piece::new(word, Look::Strong)) {
            let Some((before, after)) = rest.split_once(&word.text) else { continue };
            let after = after.to_owned();
            pieces.extend([before.into(), word]);
            rest = after;
        }
        pieces.push(rest.into());
        self.pieces(pieces);
    }

    /// Adds a title under a blank line.
    pub(crate) fn head(&mut self, text: impl AsRef<str>) {
        self.blank();
        self.text(Piece::new(text, Look::Head));
    }

    pub(crate) fn text(&mut self, text: impl Into<Piece>) {
        self.behind("", text);
    }

    /// Adds a paragraph behind a sign or a label.
    pub(crate) fn behind(&mut self, lead: impl Into<Piece>, text: impl Into<Piece>) {
        let mut lead = lead.into();
        if lead.text == "! " {
            lead.look = Look::Alert;
        }
        self.blocks.push(Block::Text { lead, text: vec![text.into()] });
    }

    /// Adds paragraphs behind labels.
    pub(crate) fn terms<L: Into<String>, T: Into<Piece>>(
        &mut self,
        indent: usize,
        terms: impl IntoIterator<Item = (L, T)>,
    ) {
        let terms = terms.into_iter().map(|(label, text)| (label.into(), text.into())).collect();
        self.blocks.push(Block::Terms { indent, terms });
    }

    /// Adds a table behind so many cells.
    pub(crate) fn table<R: IntoIterator<Item: Into<Piece>>>(
        &mut self,
        indent: usize,
        heads: impl IntoIterator<Item = impl Into<Head>>,
        rows: impl IntoIterator<Item = R>,
    ) {
        let rows = rows.into_iter().map(|row| row.into_iter().map(Into::into).collect()).collect();
        self.blocks.push(Block::Table { indent, heads: heads.into_iter().map(Into::into).collect(), rows });
    }

    /// Hands on a table in pages, since it may have millions of rows: in columns as wide as all of them take.
    pub(crate) fn tables<R: IntoIterator<Item = String>, E>(
        lang: Lang,
        heads: impl IntoIterator<Item = impl Into<Head>>,
        rows: impl Iterator<Item = R> + Clone,
        hand_on: &mut dyn FnMut(&Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut heads: Vec<Head> = heads.into_iter().map(Into::into).collect();
        for head in &mut heads {
            head.least = width(head.words(lang));
        }
        for row in rows.clone() {
            heads.iter_mut().zip(row).for_each(|(head, cell)| head.least = head.least.max(width(&cell)));
        }
        let mut rows = rows.peekable();
        while rows.peek().is_some() {
            let mut page = Self::new(lang);
            page.table(0, heads.clone(), rows.by_ref().take(ROWS));
            hand_on(&page)?;
            for head in &mut heads {
                head.title = "".into();
            }
        }
        Ok(())
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
