//! Tables as data: columns, what stands in their cells, where they stand on a line, and how they are written as CSV. It must
//! not know terminals, themes, screens, or what the rows are.

pub mod csv;
mod layout;

use std::borrow::Cow;

use crate::locale::Lang;

pub use layout::{Priority, Width, lay};

/// A column, whatever is listed.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its title: a text of the locale (`section.key`), or what is the same in every language.
    pub title: &'static str,
    /// At which side of the column its title and its cells stand.
    pub align: Align,
    /// Its cells on a line.
    pub width: Width,
    /// Cells between it and the next one.
    pub gap: u16,
    /// What becomes of it where a line is too short for all columns.
    pub priority: Priority,
    /// Digits of the number before each text, a cell apart from it.
    pub digits: Option<u16>,
}

/// A side of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

impl Column {
    /// A column of words.
    pub const fn left(title: &'static str, width: Width) -> Self {
        Self { title, align: Align::Left, width, gap: 1, priority: Priority::Always, digits: None }
    }

    /// A column of numbers.
    pub const fn right(title: &'static str, width: Width) -> Self {
        Self { align: Align::Right, ..Self::left(title, width) }
    }

    /// With so many cells behind it.
    #[must_use]
    pub const fn gap(self, gap: u16) -> Self {
        Self { gap, ..self }
    }
}

/// A cell of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell<'a> {
    /// What stands in it.
    pub value: Value<'a>,
    /// How it is meant.
    pub tone: Tone,
}

impl<'a> Cell<'a> {
    /// A cell that is meant as it stands.
    pub fn plain(value: Value<'a>) -> Self {
        Self { value, tone: Tone::Plain }
    }
}

/// How a cell is meant; what it looks like is up to whoever draws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As it stands.
    Plain,
    /// Beside the matter.
    Note,
    /// Of what the row is to be looked at for.
    Alert,
    /// What the row is to be looked at for.
    Finding,
    /// Done.
    Done,
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// Words, from anywhere.
    Text(Cow<'a, str>),
    /// A document: its number from 1, and its name.
    Document(usize, Cow<'a, str>),
    /// A count or a distance.
    Number(Option<u64>),
    /// A part of a whole, 0 to 1.
    Share(Option<f64>),
    /// A number with three decimals.
    Decimal(Option<f64>),
    /// A number with all its decimals.
    Exact(Option<f64>),
    /// Whether something holds.
    Flag(bool),
}

impl<'a> Value<'a> {
    /// Words, from anywhere.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    /// In words and numbers for a reader; `None` where nothing is known.
    pub fn shown(&self, lang: Lang) -> Option<Cow<'_, str>> {
        match self {
            Self::Text(text) | Self::Document(_, text) => Some(Cow::Borrowed(text)),
            Self::Number(number) => number.map(|number| number.to_string().into()),
            Self::Share(share) => share.map(|share| lang.percent(share).into()),
            Self::Decimal(number) => number.map(|number| format!("{number:.3}").into()),
            Self::Exact(number) => number.map(|number| number.to_string().into()),
            Self::Flag(holds) => Some(if *holds { "=" } else { "" }.into()),
        }
    }
}
