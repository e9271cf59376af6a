//! The columns of lists of pairs, each declared once. Screen 1, `compare`, `review` and the reports choose among them.
//! It must not know where a list is shown.

use std::borrow::Cow;

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{
    compare::{
        Thresholds,
        pair::{Disagreement, Pair, Sharing},
    },
    locale::Lang,
    page::Page,
    t,
    table::{Cell, Column, Priority, Tone, Value, Width},
};

/// A column with its cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairColumn {
    /// The name in files, which must never change.
    pub name: &'static str,
    /// Title and layout.
    pub column: Column,
    /// Makes the cell of a row.
    pub cell: for<'r> fn(&'r Row<'_>) -> Cell<'r>,
}

/// A row of a list of pairs.
#[derive(Clone, Debug)]
pub(crate) struct Row<'a> {
    /// Language of the words in its cells.
    pub lang: Lang,
    /// Rank in the list, from 1.
    pub number: usize,
    /// The numbers of A and B, from 1.
    pub documents: [usize; 2],
    /// Display names of A and B.
    pub names: [Cow<'a, str>; 2],
    /// Figures with all of both texts.
    pub whole: Figures,
    /// Figures after exclusion.
    pub remainder: Figures,
    /// The figures after exclusion are those that count.
    pub by_remainder: bool,
    /// The files are equal byte for byte.
    pub identical: bool,
    /// The exact cosine of the two weight vectors.
    pub cosine: Option<f64>,
    /// The verdict, `?` if a file changed since, `*` if there is a note.
    pub decision: Cow<'a, str>,
}

/// Distance and coverage of a pair, and what follows from them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Figures {
    /// Hamming distance; `None` if a fingerprint is missing.
    pub hamming: Option<u32>,
    /// Near-duplicate at the threshold.
    pub near: bool,
    /// Much shared text but not near, or near with little shared text.
    pub disagreement: Option<Disagreement>,
    /// Share of A that occurs in B word for word, and of B that occurs in A; `None` if a text is missing.
    pub shares: [Option<f64>; 2],
    /// The same with small edits.
    pub edited: [Option<f64>; 2],
    /// Length of the longest shared passage, in characters.
    pub longest: Option<u64>,
}

/// The names are those of the report, where a share may be unknown.
impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Figures", 8)?;
        object.serialize_field("hamming", &self.hamming)?;
        object.serialize_field("near_duplicate", &self.near)?;
        object.serialize_field("disagreement", &self.disagreement.map(Disagreement::key))?;
        object.serialize_field("a_in_b", &self.shares[0])?;
        object.serialize_field("b_in_a", &self.shares[1])?;
        object.serialize_field("a_in_b_edited", &self.edited[0])?;
        object.serialize_field("b_in_a_edited", &self.edited[1])?;
        object.serialize_field("longest", &self.longest)?;
        object.end()
    }
}

impl<'a> Row<'a> {
    /// A row with the default for every other value. `documents` are indices from 0.
    pub(crate) fn new(lang: Lang, [a, b]: [usize; 2], names: [impl Into<Cow<'a, str>>; 2], whole: Figures) -> Self {
        Self {
            lang,
            number: 0,
            documents: [a + 1, b + 1],
            names: names.map(Into::into),
            whole,
            remainder: Figures::default(),
            by_remainder: false,
            identical: false,
            cosine: None,
            decision: Cow::Borrowed(""),
        }
    }
}

impl Figures {
    /// The figures of a pair at these thresholds.
    pub(crate) fn of(pair: &Pair, at: Thresholds) -> Self {
        let known = |shares: [f64; 2]| pair.shares().map_or([None; 2], |_| shares.map(Some));
        Self {
            hamming: pair.hamming(),
            near: pair.near(at.k),
            disagreement: pair.disagreement(at),
            shares: known(pair.coverage),
            edited: known(pair.edited()),
            longest: (pair.sharing == Sharing::Known).then_some(pair.longest.into()),
        }
    }

    /// The pair is to be looked at.
    pub(crate) fn is_flagged(self) -> bool {
        self.near || self.disagreement.is_some()
    }

    /// `near`, and `!` for much shared text that is not near, or the reverse.
    fn mark<'r>(self, lang: Lang) -> Cell<'r> {
        let near = if self.near { t!(lang, "table.near") } else { "" };
        Cell::plain(Value::text(format!("{near}{}", if self.disagreement.is_some() { "!" } else { "" })))
    }

    fn distance<'r>(self) -> Cell<'r> {
        let tone = match self.hamming {
            None => Tone::Note,
            Some(_) if self.is_flagged() => Tone::Finding,
            Some(_) => Tone::Plain,
        };
        Cell { value: Value::Number(self.hamming.map(u64::from)), tone }
    }

    fn longest<'r>(self) -> Cell<'r> {
        let tone = if self.longest.is_none_or(|longest| longest == 0) { Tone::Note } else { Tone::Plain };
        Cell { value: Value::Number(self.longest), tone }
    }

    /// The larger share.
    fn most(self) -> Option<f64> {
        self.shares.into_iter().flatten().reduce(f64::max)
    }

    /// The larger share with small edits; empty unless they are notable.
    fn with_edits<'r>(self) -> Cell<'r> {
        Cell::plain(if self.has_notable_edits() { Value::Share(self.most_edited()) } else { Value::text("") })
    }

    fn most_edited(self) -> Option<f64> {
        self.edited.into_iter().flatten().reduce(f64::max)
    }

    /// Whether the larger share with small edits is larger by 5 points, from which on lists show it.
    pub(crate) fn has_notable_edits(self) -> bool {
        self.most_edited().zip(self.most()).is_some_and(|(edited, most)| edited - most >= 0.05)
    }

    fn share<'r>(self, side: usize) -> Cell<'r> {
        self.share_cell(self.shares[side])
    }

    fn larger<'r>(self) -> Cell<'r> {
        self.share_cell(self.most())
    }

    fn share_cell<'r>(self, share: Option<f64>) -> Cell<'r> {
        let tone = match share {
            None | Some(0.0) => Tone::Note,
            Some(_) if share >= self.most() && self.disagreement.is_some() => Tone::Alert,
            Some(_) => Tone::Plain,
        };
        Cell { value: Value::Share(share), tone }
    }
}

/// Adds a list with these columns to a page.
pub(crate) fn list<'r>(page: &mut Page, columns: &[PairColumn], rows: impl Iterator<Item = Row<'r>> + Clone) {
    let (heads, rows) = laid(columns, rows, page.lang);
    page.table(0, heads, rows);
}

/// The columns and the cells of rows; the column of small edits if a row has notable ones.
pub(crate) fn laid<'r>(
    columns: &[PairColumn],
    rows: impl Iterator<Item = Row<'r>> + Clone,
    lang: Lang,
) -> (Vec<Column>, impl Iterator<Item = Vec<String>> + Clone) {
    let edits = rows.clone().any(|row| row.whole.has_notable_edits());
    let shown = |column: &&PairColumn| edits || column.name != WITH_EDITS.name;
    let columns: Vec<PairColumn> = columns.iter().filter(shown).copied().collect();
    let heads = columns.iter().map(|column| column.column).collect();
    (heads, rows.map(move |row| columns.iter().map(|column| (column.cell)(&row).value.or_sign(lang)).collect()))
}

impl PairColumn {
    /// Removes the title.
    #[must_use]
    pub(crate) const fn untitled(self) -> Self {
        Self { column: Column { title: "", ..self.column }, ..self }
    }
}

/// Declares columns: name in files, layout, cell.
macro_rules! columns {
    ($($(#[$doc:meta])* $id:ident = $name:literal, $column:expr, $cell:expr;)*) => {
        $($(#[$doc])* pub(crate) const $id: PairColumn = PairColumn { name: $name, column: $column, cell: $cell };)*
    };
}

/// The order in which columns yield to names: the longest passage, the bar, an empty column of verdicts, one of the two
/// shares.
const LONGEST_YIELDS: u8 = 1;
const BAR_YIELDS: u8 = 2;
pub(crate) const NO_VERDICT_YIELDS: u8 = 3;
const SHARE_YIELDS: u8 = 4;

/// One of two shares.
const fn share_column(title: &'static str) -> Column {
    Column { priority: Priority::Yields(SHARE_YIELDS), ..Column::right(title, 7) }
}

/// Each list sets the wanted width by its longest name.
const NAME: Width = Width::Text { least: 13, wanted: 0 };

columns! {
    /// Rank in the list.
    NUMBER = "pair", Column::right("#", 4), |row| Cell::plain(Value::Number(Some(row.number as u64)));
    /// The document A.
    A = "a", Column::flexible("A", NAME).gap(0), |row| document(row, 0);
    /// The document B.
    B = "b", Column::flexible("B", NAME).gap(0), |row| document(row, 1);
    /// The verdict of the rule in a word, for lists without colour.
    MARK = "mark", Column::left("", 5), |row| row.whole.mark(row.lang);
    /// Hamming distance in bits.
    HAMMING = "hamming", Column::right("HD", 3), |row| row.whole.distance();
    /// The larger share as a bar.
    BAR = "bar",
        Column {
            priority: Priority::Yields(BAR_YIELDS),
            ..Column::flexible("", Width::Bar { least: 5, most: 16 }).gap(2)
        },
        |row| {
            let is_finding = row.whole.is_flagged();
            let tone = if is_finding { Tone::Alert } else { Tone::Plain };
            Cell { value: Value::Share(row.whole.most()), tone }
        };
    /// Share of A that occurs in B.
    A_IN_B = "a_in_b_percent", share_column("overview.a-in-b"), |row| row.whole.share(0);
    /// Share of B that occurs in A.
    B_IN_A = "b_in_a_percent", share_column("overview.b-in-a").gap(2), |row| row.whole.share(1);
    /// The larger share with small edits, if they are notable. It yields to nothing: pairs are ordered by it.
    WITH_EDITS = "with_edits_percent", Column::right("overview.with-edits", 7).gap(2), |row| row.whole.with_edits();
    /// Share of A that occurs in B with small edits.
    A_IN_B_EDITED = "a_in_b_edited_percent", Column::right("", 7), |row| Cell::plain(Value::Share(row.whole.edited[0]));
    /// Share of B that occurs in A with small edits.
    B_IN_A_EDITED = "b_in_a_edited_percent", Column::right("", 7), |row| Cell::plain(Value::Share(row.whole.edited[1]));
    /// `A_IN_B_EDITED` after exclusion.
    A_IN_B_EDITED_REST = "a_in_b_edited_percent_rest", Column::right("", 7),
        |row| Cell::plain(Value::Share(row.remainder.edited[0]));
    /// `B_IN_A_EDITED` after exclusion.
    B_IN_A_EDITED_REST = "b_in_a_edited_percent_rest", Column::right("", 7),
        |row| Cell::plain(Value::Share(row.remainder.edited[1]));
    /// The larger of the two shares, for lines too short for both.
    LARGER = "larger_percent",
        Column { priority: Priority::Replaces(SHARE_YIELDS), ..share_column("overview.shared").gap(2) },
        |row| row.whole.larger();
    /// The reason to look at this row, in one sign, for readers who see no colour.
    FLAG = "flag", Column::left("", 1), |row| {
        let flag = match if row.by_remainder { row.remainder } else { row.whole } {
            _ if row.identical => row.lang.set("≡"),
            Figures { disagreement: Some(_), .. } => "!".into(),
            Figures { near: true, .. } => "=".into(),
            _ => "".into(),
        };
        Cell { value: Value::Text(flag), tone: Tone::Alert }
    };
    /// Verdict and note of a reader.
    DECISION = "decision", Column::left("report.verdict", 13), |row| {
        Cell { value: Value::text(&*row.decision), tone: Tone::Decided }
    };
    /// Length of the longest shared passage.
    LONGEST = "longest",
        Column { priority: Priority::Yields(LONGEST_YIELDS), ..Column::right("report.longest", 7).gap(2) },
        |row| row.whole.longest();
    /// `LONGEST` after exclusion.
    LONGEST_REST = "longest_rest", LONGEST.column, |row| row.remainder.longest();
    /// Exact cosine of the weight vectors.
    COSINE = "cosine", Column::right("report.cosine", 6), |row| Cell::plain(Value::Decimal(row.cosine));
    /// `MARK` after exclusion.
    MARK_REST = "mark_rest", MARK.column, |row| row.remainder.mark(row.lang);
    /// `HAMMING` after exclusion.
    HAMMING_REST = "hamming_rest", Column { title: "exclude.hd", ..HAMMING.column }, |row| row.remainder.distance();
    /// `A_IN_B` after exclusion.
    A_IN_B_REST = "a_in_b_percent_rest", A_IN_B.column, |row| row.remainder.share(0);
    /// `B_IN_A` after exclusion.
    B_IN_A_REST = "b_in_a_percent_rest", B_IN_A.column, |row| row.remainder.share(1);
}

fn document<'r>(row: &'r Row<'_>, side: usize) -> Cell<'r> {
    Cell::plain(Value::Document(row.documents[side], Cow::Borrowed(&row.names[side])))
}
