//! The columns of a list of pairs, each declared once. The list of screen 1, `compare`, `review` and the reports pick from
//! them. It must not know where a list is shown.

use std::borrow::Cow;

use crate::{
    compare::pair::Pair,
    locale::Lang,
    t,
    table::{Cell, Column, Priority, Tone, Value, Width},
};

/// A column of a list of pairs.
#[derive(Clone, Copy, Debug)]
pub struct PairColumn {
    /// What it is called in files, for good.
    pub name: &'static str,
    /// Its title and its place on a line.
    pub column: Column,
    /// What stands in it.
    pub cell: for<'r> fn(&'r Row<'_>) -> Cell<'r>,
}

/// What a list shows of a pair.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// The language of its words.
    pub lang: Lang,
    /// Width of the fingerprints.
    pub bits: u8,
    /// Its place in the list, from 1.
    pub number: usize,
    /// The numbers of A and B, from 1.
    pub documents: [usize; 2],
    /// What A and B are called.
    pub names: [Cow<'a, str>; 2],
    /// With all of both texts.
    pub whole: Figures,
    /// Without what is excluded from them.
    pub rest: Figures,
    /// The same bytes.
    pub identical: bool,
    /// Characters of the longest shared passage.
    pub longest: Option<u64>,
    /// The exact cosine of the two weight vectors.
    pub cosine: Option<f64>,
    /// The verdict and what goes with it, in a few cells.
    pub standing: Cow<'a, str>,
}

/// The two signals of a pair.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    /// In how many bits they differ.
    pub hamming: Option<u32>,
    /// A near-duplicate at the threshold.
    pub near: bool,
    /// The two signals disagree.
    pub disagree: bool,
    /// How much of A occurs in B, and of B in A.
    pub shares: [Option<f64>; 2],
}

impl<'a> Row<'a> {
    /// A row of which no more is known.
    pub fn new(lang: Lang, [a, b]: [usize; 2], names: [impl Into<Cow<'a, str>>; 2], whole: Figures) -> Self {
        Self {
            lang,
            bits: 0,
            number: 0,
            documents: [a + 1, b + 1],
            names: names.map(Into::into),
            whole,
            rest: Figures::default(),
            identical: false,
            longest: None,
            cosine: None,
            standing: Cow::Borrowed(""),
        }
    }
}

impl Figures {
    /// Those of a pair at a threshold.
    pub fn of(pair: &Pair, k: u32) -> Self {
        let shares = pair.shares().map_or([None; 2], |shares| shares.map(Some));
        Self { hamming: pair.hamming(), near: pair.near(k), disagree: pair.disagreement(k).is_some(), shares }
    }

    /// `near` at the threshold, `!` where the two signals disagree.
    fn mark<'r>(self, lang: Lang) -> Cell<'r> {
        let near = if self.near { t!(lang, "table.near") } else { "" };
        Cell::plain(Value::text(format!("{near}{}", if self.disagree { "!" } else { "" })))
    }

    fn distance<'r>(self) -> Cell<'r> {
        let tone = match self.hamming {
            None => Tone::Note,
            Some(_) if self.near || self.disagree => Tone::Finding,
            Some(_) => Tone::Plain,
        };
        Cell { value: Value::Number(self.hamming.map(u64::from)), tone }
    }

    fn share<'r>(self, side: usize) -> Cell<'r> {
        let most = self.shares.into_iter().flatten().fold(0.0, f64::max);
        let tone = match self.shares[side] {
            None | Some(0.0) => Tone::Note,
            Some(share) if share >= most && self.disagree => Tone::Alert,
            Some(_) => Tone::Plain,
        };
        Cell { value: Value::Share(self.shares[side]), tone }
    }
}

impl PairColumn {
    /// The same column without a title.
    #[must_use]
    pub const fn untitled(self) -> Self {
        Self { column: Column { title: "", ..self.column }, ..self }
    }
}

/// Declares columns: their names in files, what they are, and their cells.
macro_rules! columns {
    ($($(#[$doc:meta])* $id:ident = $name:literal, $column:expr, $cell:expr;)*) => {
        $($(#[$doc])* pub const $id: PairColumn = PairColumn { name: $name, column: $column, cell: $cell };)*
    };
}

/// A name that has room from so many cells on. The list knows what its names want.
const NAME: Width = Width::Text { least: 13, wanted: 0 };

columns! {
    /// The place in the list.
    NUMBER = "pair", Column::right("#", Width::Fixed(4)), |row| Cell::plain(Value::Number(Some(row.number as u64)));
    /// A.
    A = "a", Column::left("A", NAME).gap(0), |row| document(row, 0);
    /// B.
    B = "b", Column::left("B", NAME).gap(0), |row| document(row, 1);
    /// `near`, and `!` where the two signals disagree.
    MARK = "mark", Column::left("", Width::Fixed(5)), |row| row.whole.mark(row.lang);
    /// The distance.
    HAMMING = "hamming", Column::right("HD", Width::Fixed(4)), |row| row.whole.distance();
    /// The distance as a bar, as far as half of the bits.
    BAR = "bar",
        Column { priority: Priority::Low, ..Column::left("", Width::Bar { least: 10, most: 24 }).gap(0) },
        |row| {
            let half = f64::from(row.bits) / 2.0;
            let called = row.whole.near || row.whole.disagree;
            let share = row.whole.hamming.map(|hamming| (f64::from(hamming) / half).min(1.0));
            Cell { value: Value::Share(share), tone: if called { Tone::Alert } else { Tone::Plain } }
        };
    /// How much of A occurs in B, with a cell before it.
    A_IN_B = "a_in_b_percent", Column::right("overview.a-in-b", Width::Fixed(9)).gap(0), |row| row.whole.share(0);
    /// How much of B occurs in A.
    B_IN_A = "b_in_a_percent", Column::right("overview.b-in-a", Width::Fixed(8)).gap(2), |row| row.whole.share(1);
    /// One sign for what the row is to be looked at for, for those who see no colour.
    FLAG = "flag", Column::left("", Width::Fixed(1)), |row| {
        let flag = match row.whole {
            _ if row.identical => row.lang.set("≡"),
            Figures { disagree: true, .. } => "!".into(),
            Figures { near: true, .. } => "=".into(),
            _ => "".into(),
        };
        Cell { value: Value::Text(flag), tone: Tone::Alert }
    };
    /// The verdict, `?` where a file changed since, `*` where there is a note.
    STANDING = "standing", Column::left("report.verdict", Width::Fixed(12)), |row| {
        Cell { value: Value::text(&*row.standing), tone: Tone::Done }
    };
    /// The longest shared passage.
    LONGEST = "longest", Column::right("report.longest", Width::Fixed(8)), |row| Cell::plain(Value::Number(row.longest));
    /// The exact cosine.
    COSINE = "cosine", Column::right("report.cosine", Width::Fixed(6)), |row| Cell::plain(Value::Decimal(row.cosine));
    /// `MARK` without what is excluded.
    MARK_REST = "mark_rest", MARK.column, |row| row.rest.mark(row.lang);
    /// `HAMMING` without what is excluded.
    HAMMING_REST = "hamming_rest", Column { title: "exclude.hd", ..HAMMING.column }, |row| row.rest.distance();
    /// `A_IN_B` without what is excluded.
    A_IN_B_REST = "a_in_b_percent_rest", A_IN_B.column, |row| row.rest.share(0);
    /// `B_IN_A` without what is excluded.
    B_IN_A_REST = "b_in_a_percent_rest", B_IN_A.column, |row| row.rest.share(1);
}

fn document<'r>(row: &'r Row<'_>, side: usize) -> Cell<'r> {
    Cell::plain(Value::Document(row.documents[side], Cow::Borrowed(&row.names[side])))
}
