//! Tables as data: columns, cells, the layout of a line, CSV. It must not know terminals, themes, screens, or what the
//! rows are.

pub(crate) mod csv;
mod layout;

use std::borrow::Cow;

use crate::locale::{Lang, grouped, percent};

pub(crate) use layout::{Priority, Width, fits, lay};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    /// A text of the locale (`section.key`), or a title that is the same in every language.
    pub title: &'static str,
    /// Applies to the title and to the cells.
    pub align: Align,
    /// In cells of a terminal.
    pub width: Width,
    /// Cells between it and the next one.
    pub gap: u16,
    /// Whether it gives way on a line that is too short for all.
    pub priority: Priority,
    /// Digits of the number before each text; one cell separates the two.
    pub digits: Option<u16>,
}

/// The side that cells are aligned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words begin under each other.
    Left,
    /// Numbers end under each other.
    Right,
}

impl Column {
    /// A column of words, of so many cells.
    pub(crate) const fn left(title: &'static str, cells: u16) -> Self {
        Self::flexible(title, Width::Fixed(cells))
    }

    /// A column of numbers, likewise.
    pub(crate) const fn right(title: &'static str, cells: u16) -> Self {
        Self { align: Align::Right, ..Self::left(title, cells) }
    }

    /// A column of words or bars whose width depends on the line.
    pub(crate) const fn flexible(title: &'static str, width: Width) -> Self {
        Self { title, align: Align::Left, width, gap: 1, priority: Priority::Always, digits: None }
    }

    /// Of so many cells.
    #[must_use]
    pub(crate) const fn fixed(self, cells: u16) -> Self {
        Self { width: Width::Fixed(cells), ..self }
    }

    /// With so many cells behind it.
    #[must_use]
    pub(crate) const fn gap(self, gap: u16) -> Self {
        Self { gap, ..self }
    }
}

/// A column with its cells, declared once for all lists of such rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<R> {
    pub column: Column,
    pub cell: fn(&R, Lang) -> Cell<'static>,
}

impl<R> Field<R> {
    /// A column of words, of so many cells where lines are laid out.
    pub(crate) const fn left(title: &'static str, cells: u16, cell: fn(&R, Lang) -> Cell<'static>) -> Self {
        Self { column: Column::left(title, cells).gap(2), cell }
    }

    /// A column of numbers, likewise.
    pub(crate) const fn right(title: &'static str, cells: u16, cell: fn(&R, Lang) -> Cell<'static>) -> Self {
        Self { column: Column::right(title, cells).gap(2), cell }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cell<'a> {
    /// Without its style.
    pub value: Value<'a>,
    /// Chooses the style.
    pub tone: Tone,
}

impl<'a> Cell<'a> {
    /// A cell of the plain tone.
    pub(crate) fn plain(value: Value<'a>) -> Self {
        Self { value, tone: Tone::Plain }
    }

    /// The same in another tone.
    #[must_use]
    pub(crate) fn toned(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }
}

impl<'a, T: Into<Value<'a>>> From<T> for Cell<'a> {
    fn from(value: T) -> Self {
        Self::plain(value.into())
    }
}

/// The meaning of a cell; each output has a style for it, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// No special meaning.
    Plain,
    /// Less important than the cells around it.
    Note,
    /// Belongs to a finding.
    Alert,
    /// The reason to look at this row.
    Finding,
    /// A person has decided.
    Decided,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    /// Untrusted words, escaped where they are written.
    Text(Cow<'a, str>),
    /// The number of a document, from 1, and its name.
    Document(usize, Cow<'a, str>),
    /// A count or a distance; `None` if unknown, as in all numbers here.
    Number(Option<u64>),
    /// A share from 0 to 1.
    Share(Option<f64>),
    /// A number, printed with three decimals.
    Decimal(Option<f64>),
    /// A number, printed with all its decimals.
    Exact(Option<f64>),
    /// A yes or no.
    Flag(bool),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl<N: Into<u64>> From<Option<N>> for Value<'_> {
    fn from(number: Option<N>) -> Self {
        Self::Number(number.map(Into::into))
    }
}

impl<'a> Value<'a> {
    /// A value of untrusted words.
    pub(crate) fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    /// The words or digits for a reader; `None` if unknown.
    pub(crate) fn shown(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Text(text) | Self::Document(_, text) => Some(Cow::Borrowed(text)),
            Self::Number(number) => number.map(|number| grouped(number).into()),
            Self::Share(share) => share.map(|share| percent(share).into()),
            Self::Decimal(number) => number.map(|number| format!("{number:.3}").into()),
            Self::Exact(number) => number.map(|number| number.to_string().into()),
            Self::Flag(holds) => Some(if *holds { "=" } else { "" }.into()),
        }
    }

    /// The same; what is unknown gets a sign.
    pub(crate) fn or_sign(&self, lang: Lang) -> String {
        let none = || if matches!(self, Self::Number(_)) { "-".into() } else { lang.set("–") };
        self.shown().unwrap_or_else(none).into_owned()
    }
}
