//! Prose broken into lines.
//!
//! The places at which a line may end are for [`breaks`] to say (UAX 14, Chinese rules, addresses); this file decides
//! which of them is taken: the last that fits, or a better one not far before it. A line is settled with a window of
//! one line in memory, in one pass over the text.

mod breaks;

use std::ops::Range;

use ratatui::{buffer::Buffer, layout::Position, style::Style};

use super::cluster::{GraphemeCluster, clusters};
use breaks::{Break, LineBreaks};

/// One line of a wrapped text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrappedLine {
    /// The part of the text on it, in bytes. Between a line and the next lie only white space and a line feed, or
    /// nothing.
    pub span: Range<usize>,
    /// In cells.
    pub width: u16,
}

impl WrappedLine {
    /// The clusters to draw, with spans in `text`, which must be the text that was wrapped. Their widths add up to the
    /// line's: a cluster that is wider than the whole column is one ellipsis.
    pub fn clusters<'a>(&self, text: &'a str) -> impl Iterator<Item = GraphemeCluster<'a>> + use<'a> {
        let start = self.span.start;
        let mut left = self.width;
        clusters(text.get(self.span.clone()).unwrap_or("")).map(move |cluster| {
            let mut cluster = cluster.fit(left);
            left -= u16::from(cluster.width);
            cluster.span = cluster.span.start + start..cluster.span.end + start;
            cluster
        })
    }

    /// Draws it from `at` to the right, each cluster in the style of its place in `text`. Returns the column behind it.
    pub fn draw(
        &self,
        text: &str,
        buffer: &mut Buffer,
        at: Position,
        mut style: impl FnMut(&GraphemeCluster) -> Style,
    ) -> u16 {
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
    /// A line is shortened for what is to be kept if it stays as full as this, in thirds.
    full: usize,
}

impl<'a> Wrap<'a> {
    /// Into lines of so many cells, at least one.
    pub fn new(width: u16) -> Self {
        Self { width: width.max(1), taken: 0, keep: &[], full: 2 }
    }

    /// With so many cells of the first line in use already, for a label or a number. If nothing fits behind them
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

    /// The same, however short the line becomes: names in code.
    #[must_use]
    pub fn keep_whole(self, ranges: &'a [Range<usize>]) -> Self {
        Self { keep: ranges, full: 0, ..self }
    }

    /// The lines of `text`. Takes time in proportion to its length, whatever it holds.
    pub fn lines(&self, text: &str) -> Vec<WrappedLine> {
        let source = breaks::directed_quotes(text);
        let mut breaks = LineBreaks::new(text, &source, self.keep);
        let mut filler = Filler::new(text, self);
        let mut clusters = clusters(text);
        loop {
            let start = clusters.at();
            let (first, width, hangs) = if let Some((c, width)) = clusters.next_plain() {
                // A wide one is an ellipsis where the column has one cell.
                (c, u16::from(width).min(self.width), matches!(c, ' ' | '\u{3000}'))
            } else if let Some(cluster) = clusters.next() {
                let source = text.get(cluster.span.clone()).unwrap_or("");
                if matches!(source, "\n" | "\r\n") {
                    filler.end_paragraph(cluster.span);
                    continue;
                }
                // As it will be shown where the whole column is too narrow for it.
                let fitted = cluster.fit(self.width);
                (source.chars().next().unwrap_or(' '), u16::from(fitted.width), hangs(fitted.shown.as_str()))
            } else {
                break;
            };
            filler.push(Atom { start, end: clusters.at(), width, hangs, before: breaks.before(start, first) });
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

/// A line as it would be if it ended before one of the waiting clusters: how many stay on it, and where the last of
/// them that does not hang ends, in cells and in bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Ending {
    count: usize,
    seen: usize,
    end: usize,
}

/// Settles lines as clusters come in.
struct Filler<'a> {
    text: &'a str,
    lines: Vec<WrappedLine>,
    /// The parts of the line that is being filled, each with its cells.
    window: Vec<Atom>,
    used: usize,
    /// The ending behind all of the window.
    here: Ending,
    /// The endings found so far that fit: the last at any break, the last at a clean one, the last inside an address.
    last: Option<(Ending, Break)>,
    clean: Option<Ending>,
    inner: Option<Ending>,
    /// The width of lines, and of the line being filled.
    width: u16,
    max_width: u16,
    full: usize,
    /// The start of the line being filled.
    start: usize,
}

impl<'a> Filler<'a> {
    fn new(text: &'a str, wrap: &Wrap) -> Self {
        Self {
            text,
            lines: Vec::new(),
            window: Vec::new(),
            used: 0,
            here: Ending::default(),
            last: None,
            clean: None,
            inner: None,
            width: wrap.width,
            max_width: wrap.width.saturating_sub(wrap.taken),
            full: wrap.full,
            start: 0,
        }
    }

    fn push(&mut self, atom: Atom) {
        self.note(&atom);
        self.window.push(atom);
        while !atom.hangs && self.used > usize::from(self.max_width) {
            let ending = self.choose();
            self.settle(ending);
        }
    }

    /// Takes account of the next cluster of the line.
    fn note(&mut self, atom: &Atom) {
        // Before the first cluster of a line there is nothing to break off.
        if atom.before != Break::No && self.here.count > 0 && self.here.seen <= usize::from(self.max_width) {
            if atom.before == Break::Inner {
                self.inner = Some(self.here);
            } else {
                self.last = Some((self.here, atom.before));
            }
            if atom.before == Break::Clean {
                self.clean = Some(self.here);
            }
        }
        self.used += usize::from(atom.width);
        self.here.count += 1;
        if !atom.hangs {
            self.here.seen = self.used;
            self.here.end = atom.end;
        }
    }

    /// The place to end a line that has become too long.
    fn choose(&self) -> Ending {
        let max_width = usize::from(self.max_width);
        match (self.last, self.clean, self.inner) {
            // A shorter line is the lesser evil as long as it is not much shorter.
            (Some((_, Break::Kept)), Some(ending), _) if ending.seen * 3 >= max_width * self.full => ending,
            (Some((_, Break::Mark)), Some(ending), _) if ending.seen * 2 >= max_width => ending,
            (Some((ending, _)), ..) => ending,
            // Behind a label the first word may go to the next line, where there is more room.
            (None, ..) if self.max_width < self.width => Ending { end: self.start, ..Ending::default() },
            (None, _, Some(ending)) if ending.seen * 2 >= max_width => ending,
            _ => self.as_much_as_fits(),
        }
    }

    /// The ending inside a word that leaves most on the line, if need be a little less so as not to begin the next
    /// with a comma.
    fn as_much_as_fits(&self) -> Ending {
        let max_width = usize::from(self.max_width);
        let (mut most, mut good) = (None, None);
        let mut here = Ending { end: self.start, ..Ending::default() };
        let mut used = 0;
        for atom in &self.window {
            if here.seen > max_width {
                break;
            }
            if here.count > 0 {
                most = Some(here);
                if here.seen * 2 >= max_width && !breaks::splits_badly(self.text, atom.start) {
                    good = most;
                }
            }
            used += usize::from(atom.width);
            here.count += 1;
            if !atom.hangs {
                (here.seen, here.end) = (used, atom.end);
            }
        }
        good.or(most).unwrap_or(here)
    }

    /// Ends the line there, and begins the next with the other parts of the window.
    fn settle(&mut self, ending: Ending) {
        self.window.drain(..ending.count);
        let next = self.window.first().map_or(ending.end, |atom| atom.start);
        self.line(ending.end, ending.seen, next);
        let window = std::mem::take(&mut self.window);
        for atom in &window {
            self.note(atom);
        }
        self.window = window;
    }

    /// Ends the line before `line_feed`, which is empty at the end of the text.
    fn end_paragraph(&mut self, line_feed: Range<usize>) {
        let (mut end, mut used, mut width) = (self.start, 0, 0);
        for atom in self.window.drain(..) {
            used += usize::from(atom.width);
            if used <= usize::from(self.max_width) {
                (end, width) = (atom.end, used);
            }
        }
        self.line(end, width, line_feed.end);
    }

    fn line(&mut self, end: usize, width: usize, next: usize) {
        self.lines.push(WrappedLine { span: self.start..end, width: width as u16 });
        self.start = next;
        self.max_width = self.width;
        (self.used, self.last, self.clean, self.inner) = (0, None, None, None);
        self.here = Ending { end: next, ..Ending::default() };
    }

    fn finish(mut self, len: usize) -> Vec<WrappedLine> {
        if !self.window.is_empty() || self.lines.is_empty() {
            self.end_paragraph(len..len);
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
