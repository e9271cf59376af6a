//! Tables as data: the values of their cells, and how they are written as CSV. It must not know terminals, themes, screens, or
//! what the rows are.

pub(crate) mod csv;

use std::borrow::Cow;

/// The value of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    /// Not known, or there is none.
    Missing,
    /// Words, from anywhere.
    Text(Cow<'a, str>),
    /// A count or a distance.
    Number(u64),
    /// A part of a whole, 0 to 1.
    Share(f64),
    /// A number with three decimals.
    Decimal(f64),
    /// A number with all its decimals.
    Exact(f64),
    /// Whether something holds.
    Flag(bool),
}

impl<'a> Value<'a> {
    /// Words, from anywhere.
    pub(crate) fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    /// What is made of a value that may be missing.
    pub(crate) fn of<T>(value: Option<T>, make: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Missing, make)
    }
}
