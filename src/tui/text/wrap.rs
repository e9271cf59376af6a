//! Prose broken into lines.
//!
//! Where a line may end is for [`breaks`] to say (UAX 14, Chinese rules, addresses); here stands which of those places
//! is taken: the last that fits, or a better one not far before it. A line is settled with a window of one line in
//! memory, in one pass over the text.

mod breaks;

use std::ops::Range;

use ratatui::{buffer::Buffer, layout::Position, style::Style};

use self::breaks::{Break, Breaks};
use super::cluster::{Cluster, clusters};

/// One line of a wrapped text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What stands on it, in bytes of the text. Between a line and the next lie only white space and a line feed, or
    /// nothing.
    pub span: Range<usize>,
    /// How many cells it takes.
    pub width: u16,
}

impl Line {
    /// What to draw, with spans in `text`, which must be the text that was wrapped. Their widths add up to the line's:
    /// a cluster that is wider than the whole column is one ellipsis.
    pub fn clusters<'a>(&self, text: &'a str) -> impl Iterator<Item = Cluster<'a>> + use<'a> {
        let start = self.span.start;
        let mut room = self.width;
        clusters(text.get(self.span.clone()).unwrap_or("")).map(move |cluster| {
            let mut cluster = cluster.fit(room);
            room -= u16::from(cluster.width);
            cluster.span = cluster.span.start + start..cluster.span.end + start;
            cluster
        })
    }

    /// Draws it from `at` to the right, each cluster in the style of its place in `text`. Returns the column behind it.
    pub fn draw(&self, text: &str, buffer: &mut Buffer, at: Position, mut style: impl FnMut(&Cluster) -> Style) -> u16 {
        self.clusters(text).fold(at.x, |x, cluster| {
            cluster.draw(buffer, Position::new(x, at.y), style(&cluster));
            x.saturating_add(u16::from(cluster.width))
        })
    }
}

/// How to wrap.
///
/// A line ends at a line feed, else where UAX 14 and the Chinese rules let it; white space there hangs, taking no
/// cells. Words, numbers and addresses are broken only when they are longer than a line. White space before a line
/// feed or the end of the text stays on the line as far as it fits, since it may be what has changed. A line feed ends
/// a line and does not begin another: `"a\n"` is one line, and so is `""`.
#[derive(Clone, Copy, Debug)]
pub struct Wrap<'a> {
    width: u16,
    taken: u16,
    keep: &'a [Range<usize>],
}

impl<'a> Wrap<'a> {
    /// Into lines of so many cells, at least one.
    pub fn new(width: u16) -> Self {
        Self { width: width.max(1), taken: 0, keep: &[] }
    }

    /// With so many cells of the first line in use already, for a label or a number. Where nothing fits behind them
    /// the first line is empty.
    #[must_use]
    pub fn after(self, taken: u16) -> Self {
        Self { taken, ..self }
    }

    /// Avoiding breaks inside these bytes of the text, the changed words of a diff, as long as the line stays two
    /// thirds full. In ascending order.
    #[must_use]
    pub fn keep(self, ranges: &'a [Range<usize>]) -> Self {
        Self { keep: ranges, ..self }
    }

    /// The lines of `text`. Takes time in proportion to its length, whatever it holds.
    pub fn lines(&self, text: &str) -> Vec<Line> {
        let source = breaks::directed_quotes(text);
        let mut breaks = Breaks::new(text, &source, self.keep);
        let mut filler = Filler::new(self);
        for cluster in clusters(text) {
            match text.get(cluster.span.clone()) {
                Some("\n" | "\r\n") => filler.end_paragraph(cluster.span.start, cluster.span.end),
                _ => filler.push(&cluster, breaks.before(cluster.span.start)),
            }
        }
        filler.finish(text.len())
    }
}

/// A cluster that waits for its line to be settled.
#[derive(Clone, Copy, Debug)]
struct Atom {
    start: usize,
    end: usize,
    width: u16,
    /// White space that hangs at the end of a line.
    hangs: bool,
    before: Break,
}

/// Settles lines as clusters come in.
struct Filler {
    lines: Vec<Line>,
    /// What stands on the line that is being filled, and how many cells all of it takes.
    window: Vec<Atom>,
    used: usize,
    /// How wide a line is, and how wide the one being filled.
    width: u16,
    room: u16,
    /// Where the line being filled begins.
    start: usize,
}

impl Filler {
    fn new(wrap: &Wrap) -> Self {
        let room = wrap.width.saturating_sub(wrap.taken);
        Self { lines: Vec::new(), window: Vec::new(), used: 0, width: wrap.width, room, start: 0 }
    }

    fn push(&mut self, cluster: &Cluster, before: Break) {
        let width = if u16::from(cluster.width) <= self.width {
            u16::from(cluster.width)
        } else {
            u16::from(cluster.clone().fit(self.width).width)
        };
        let hangs = hangs(cluster.shown.as_str());
        self.window.push(Atom { start: cluster.span.start, end: cluster.span.end, width, hangs, before });
        self.used += usize::from(width);
        while !hangs && self.used > usize::from(self.room) {
            let count = self.choose();
            self.settle(count);
        }
    }

    /// How many of the waiting clusters go on this line, of which all do not.
    fn choose(&self) -> usize {
        let room = usize::from(self.room);
        let (mut last, mut clean, mut inner, mut whole) = (None, None, None, 0);
        let (mut used, mut seen) = (0, 0);
        for (count, atom) in self.window.iter().enumerate() {
            if seen > room {
                break;
            }
            // Before the first cluster of a line there is nothing to break off.
            if count > 0 {
                whole = count;
                match atom.before {
                    Break::No => {}
                    Break::Inner => inner = Some((count, seen)),
                    Break::Kept | Break::Mark => last = Some((count, atom.before)),
                    Break::Clean => (last, clean) = (Some((count, atom.before)), Some((count, seen))),
                }
            }
            used += usize::from(atom.width);
            if !atom.hangs {
                seen = used;
            }
        }
        match (last, clean, inner) {
            // A shorter line is the lesser evil as long as it is not much shorter.
            (Some((_, Break::Kept)), Some((count, seen)), _) if seen * 3 >= room * 2 => count,
            (Some((_, Break::Mark)), Some((count, seen)), _) if seen * 2 >= room => count,
            (Some((count, _)), ..) => count,
            // Behind a label the first word may go to the next line, where there is more room.
            (None, ..) if self.room < self.width => 0,
            (None, _, Some((count, seen))) if seen * 2 >= room => count,
            _ => whole.max(1),
        }
    }

    /// Ends the line behind so many of the waiting clusters.
    fn settle(&mut self, count: usize) {
        let (mut end, mut used, mut width) = (self.start, 0, 0);
        for atom in self.window.drain(..count) {
            used += usize::from(atom.width);
            self.used -= usize::from(atom.width);
            if !atom.hangs {
                (end, width) = (atom.end, used);
            }
        }
        let next = self.window.first().map_or(end, |atom| atom.start);
        self.line(end, width, next);
    }

    /// Ends the line at a line feed or the end of the text, `end`, after which the next line begins at `next`.
    fn end_paragraph(&mut self, end: usize, next: usize) {
        let (mut last, mut used, mut width) = (self.start, 0, 0);
        for atom in self.window.drain(..) {
            used += usize::from(atom.width);
            if used <= usize::from(self.room) {
                (last, width) = (atom.end, used);
            }
        }
        self.used = 0;
        debug_assert!(last <= end);
        self.line(last, width, next);
    }

    fn line(&mut self, end: usize, width: usize, next: usize) {
        self.lines.push(Line { span: self.start..end, width: width as u16 });
        self.start = next;
        self.room = self.width;
    }

    fn finish(mut self, len: usize) -> Vec<Line> {
        if !self.window.is_empty() || self.lines.is_empty() {
            self.end_paragraph(len, len);
        }
        self.lines
    }
}

/// Whether a line may end with it outside the column: white space that may be broken behind, spaces of a tab too.
fn hangs(shown: &str) -> bool {
    shown.chars().all(|c| c.is_whitespace() && !matches!(c, '\u{A0}' | '\u{2007}' | '\u{202F}'))
}

#[cfg(test)]
mod tests;
