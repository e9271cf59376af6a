//! The reader of the manual: which topic, how far down, what is searched, and where the reader came from.

use super::List;
use crate::{
    locale::Lang,
    manual::{self, Line},
};

/// Text is not wider than this many cells.
const WIDEST: usize = 100;
/// Cells beside the text.
const MARGINS: usize = 6;

/// A place in the manual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ManualPlace {
    /// `None` is the list of topics.
    pub topic: Option<usize>,
    /// The first line shown, or the cursor among the topics.
    pub row: usize,
}

/// The reader: its place, its way back, its search.
#[derive(Clone, Debug, Default)]
pub(crate) struct ManualReader {
    pub at: ManualPlace,
    /// The places left by links, the last one last.
    pub back: Vec<ManualPlace>,
    /// The link under the cursor, among those of the topic.
    pub link: Option<usize>,
    /// The words of the search as typed so far.
    pub typed: Option<String>,
    /// The words searched last.
    pub words: String,
    /// The block that the last search found.
    pub found: Option<(usize, usize)>,
}

impl ManualReader {
    /// Opens a topic, or the list of them; the way back leads to where the reader is now.
    pub(crate) fn go(&mut self, topic: Option<usize>, row: usize) {
        self.back.push(self.at);
        self.at = ManualPlace { topic, row };
        self.link = None;
    }

    /// The lines of the topic on a terminal of so many columns.
    pub(crate) fn lines(&self, lang: Lang, columns: u16) -> Vec<Line> {
        let width = usize::from(columns).saturating_sub(MARGINS).clamp(20, WIDEST);
        self.at.topic.map_or_else(Vec::new, |topic| manual::lines(&manual::topics()[topic].blocks(lang), width))
    }

    /// The cursor or the scroll position as a list has it.
    pub(crate) fn as_list(&self) -> List {
        List { selected: self.at.row, offset: self.at.row }
    }
}

/// The links of some lines. One that goes on on the next line is one.
pub(crate) struct Links<'a> {
    /// The line on which each begins, and where it leads.
    pub all: Vec<(usize, &'a str)>,
    /// The link of each piece of each line.
    pub of: Vec<Vec<Option<usize>>>,
}

/// The links of these lines.
pub(crate) fn links(lines: &[Line]) -> Links<'_> {
    let mut all: Vec<(usize, &str)> = Vec::new();
    let mut of = Vec::with_capacity(lines.len());
    let mut open: Option<&str> = None;
    for (at, line) in lines.iter().enumerate() {
        let mut numbers = Vec::with_capacity(line.pieces.len());
        for piece in &line.pieces {
            let link = piece.link.as_deref();
            if let Some(target) = link.filter(|_| open != link) {
                all.push((at, target));
            }
            // White space that fills a column ends nothing.
            if link.is_some() || !piece.text.trim().is_empty() {
                open = link;
            }
            numbers.push(link.map(|_| all.len() - 1));
        }
        of.push(numbers);
    }
    Links { all, of }
}
