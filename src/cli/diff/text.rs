//! The differences of two texts, marked in the words: as screen 4 shows them inline, without a screen.

use std::io::{self, Write};

use crate::{
    cli::{
        changes::Changes,
        settings::{Colours, END},
        text::columns,
    },
    compare::{
        HunkEffect,
        diff::{DiffRow, InlinePart, RowKind},
        exclusion::parts,
    },
    locale::{Lang, grouped, percent},
    page::Page,
    say, t,
    text::{Wrap, pad_end, pad_start, truncate_end, width},
};

/// Writes the verdict of the rule, then what changed: each changed paragraph with its words marked, under it a line for
/// each change with what it does to the bits.
pub(in crate::cli) fn marked_words(
    out: &mut dyn Write,
    changes: &Changes<'_>,
    context: Option<usize>,
    effects: usize,
) -> io::Result<()> {
    let (settings, diff) = (changes.settings, &changes.diff);
    head(changes).write(out, settings.terminal())?;
    if diff.hunks.is_empty() {
        return Ok(());
    }
    let mut hunks = changes.hunks(effects).zip(0..);
    let page = RowPrinter::new(changes);
    let mut at = 0;
    let mut rows = |out: &mut dyn Write, some: std::ops::Range<u32>| -> io::Result<()> {
        for row in diff.rows.get(some.start as usize..some.end as usize).unwrap_or_default() {
            page.row(out, row)?;
            for _ in row.hunks.clone() {
                if let Some(((_, effect), hunk)) = hunks.next() {
                    page.hunk(out, hunk, effect.as_ref())?;
                }
            }
        }
        Ok(())
    };
    for fold in diff.folds(context.unwrap_or_else(|| settings.config.context())) {
        rows(out, at..fold.start)?;
        page.fold(out, &fold)?;
        at = fold.end;
    }
    rows(out, at..diff.rows.len() as u32)?;
    if diff.hunks.len() > effects && changes.hamming().is_some() {
        let mut page = Page::new(settings.lang);
        page.blank();
        page.text(t!(settings.lang, "diff.effects", n = effects));
        page.write(out, settings.terminal())?;
    }
    Ok(())
}

/// The texts, the recipe, the verdict of the rule, and the number of changes.
fn head(changes: &Changes<'_>) -> Page {
    let (settings, diff) = (changes.settings, &changes.diff);
    let lang = settings.lang;
    let mut page = Page::new(lang);
    page.recipe_and_k(&settings.recipe, settings.k());
    for (side, name) in ["A", "B"].into_iter().zip(changes.names) {
        page.line(format!("{side}  {name}"));
    }
    page.text(changes.verdict());
    if diff.hunks.is_empty() {
        let [a, b] = changes.texts();
        page.line(lang.text(if a == b { "diff.equal" } else { "diff.spacing" }));
        return page;
    }
    without_excluded(&mut page, changes);
    let n = diff.changes_total();
    let counted = t!(lang, "diff.changes", n);
    let counted = match diff.moved.len() {
        0 => counted,
        n => t!(lang, "diff.moves-total", changes = counted, n),
    };
    let coarse = if diff.complete { "" } else { t!(lang, "diff.coarse") };
    page.line(format!("{counted}  {coarse}").trim_end());
    page.blank();
    page
}

/// The share excluded from either text, the scores after exclusion, and how excluded text is marked.
fn without_excluded(page: &mut Page, changes: &Changes<'_>) {
    let (lang, k) = (page.lang, changes.settings.k());
    let Some((batch, remainders)) = changes.batch.as_ref().and_then(|batch| Some((batch, batch.all_remainders()?)))
    else {
        return;
    };
    let [Some(a), Some(b)] = [0, 1].map(|side| remainders.get(side)) else { return };
    batch.excluded_shares(page);
    if [a, b].iter().all(|known| known.share.stretches == 0) {
        return;
    }
    if let (Some(whole), Some(rest)) = (batch.pair([0, 1]), remainders.pair([0, 1])) {
        // In line with the labels of the other sentences.
        let cells = width(say::Topic::Health.label(lang)) + 2;
        let said = say::remainder(whole, rest, [a.tokens, b.tokens], k, lang);
        page.behind(pad_end(t!(lang, "exclude.label"), cells), said);
    }
    let [share, share_b] = [a, b].map(|known| percent(known.share.share()));
    page.text(if changes.settings.colours().is_some() {
        t!(lang, "exclude.legend-struck", share, share_b)
    } else {
        t!(lang, "exclude.legend", share, share_b)
    });
}

struct RowPrinter<'a> {
    changes: &'a Changes<'a>,
    lang: Lang,
    colours: Option<Colours>,
    /// How many cells a paragraph number takes.
    digits: usize,
}

impl<'a> RowPrinter<'a> {
    fn new(changes: &'a Changes<'a>) -> Self {
        let numbers = changes.diff.paragraphs.iter().flatten().filter_map(|paragraph| paragraph.number);
        let digits = numbers.max().unwrap_or(0).to_string().len();
        Self { changes, lang: changes.settings.lang, colours: changes.settings.colours(), digits }
    }

    /// The width before a text: two paragraph numbers and a sign.
    fn gutter(&self) -> usize {
        2 * self.digits + 4
    }

    fn cells(&self) -> u16 {
        columns().saturating_sub(self.gutter()).max(20) as u16
    }

    /// A paragraph, with both its numbers.
    fn row(&self, out: &mut dyn Write, row: &DiffRow) -> io::Result<()> {
        let number = |side: usize, at: Option<u32>| {
            let number = at.and_then(|at| self.changes.diff.paragraphs[side].get(at as usize)?.number);
            pad_start(&number.map_or_else(String::new, |number| number.to_string()), self.digits)
        };
        let sign = match row.kind {
            _ if self.changes.diff.move_of_row(row).is_some() => "M",
            RowKind::Equal => " ",
            RowKind::Changed => "~",
            RowKind::Removed => "-",
            RowKind::Added => "+",
        };
        let (text, marks) = self.marked(row);
        let keep: Vec<_> = marks.iter().map(|(range, _)| range.clone()).collect();
        for (n, line) in Wrap::new(self.cells()).keep(&keep).lines(&text).iter().enumerate() {
            let before = match n {
                0 => format!("{} {} {sign} ", number(0, row.a), number(1, row.b)),
                _ => " ".repeat(self.gutter()),
            };
            let mut written = String::new();
            let mut style = "";
            for cluster in line.clusters(&text) {
                let at = marks.partition_point(|(range, _)| range.end <= cluster.span.start);
                let new =
                    marks.get(at).filter(|(range, _)| range.start <= cluster.span.start).map_or("", |mark| mark.1);
                if new != style {
                    written.push_str(if style.is_empty() { "" } else { END });
                    written.push_str(new);
                    style = new;
                }
                written.push_str(cluster.shown.as_str());
            }
            written.push_str(if style.is_empty() { "" } else { END });
            writeln!(out, "{}", format!("{before}{written}").trim_end())?;
        }
        Ok(())
    }

    /// The text of a row, and which of its bytes are marked how. Without colours the marks are brackets in the text.
    fn marked(&self, row: &DiffRow) -> (String, Vec<(std::ops::Range<usize>, &'static str)>) {
        let (mut text, mut marks) = (String::new(), Vec::new());
        let label = self.changes.diff.move_of_row(row).map(|moved| format!("m{}", moved + 1));
        if let Some(label) = &label {
            text.extend(self.colours.is_none().then_some("<").into_iter().chain([&**label, " "]));
            let style = self.colours.map_or("", |colours| colours.moved);
            marks.push((0..text.len(), style));
        }
        for InlinePart { side, span, hunk } in self.changes.diff.inline(row) {
            let start = text.len();
            let whole = self.changes.texts()[side];
            let excluded = self.changes.excluded(side);
            let (open, close) = [("[-", "-]"), ("{+", "+}")][side];
            let Some(colours) = self.colours else {
                let changed = hunk.is_some();
                text.push_str(if changed { open } else { "" });
                for (part, out) in parts(span, excluded) {
                    let part = part.of(whole);
                    if out { text.extend(["[x ", part, " x]"]) } else { text.push_str(part) }
                }
                text.push_str(if changed { close } else { "" });
                if changed {
                    marks.push((start..text.len(), ""));
                }
                continue;
            };
            for (part, out) in parts(span, excluded) {
                let start = text.len();
                text.push_str(part.of(whole));
                match (out, hunk) {
                    (true, _) => marks.push((start..text.len(), colours.struck)),
                    (false, Some(_)) => marks.push((start..text.len(), [colours.removed, colours.added][side])),
                    (false, None) => marks.extend(label.is_some().then_some((start..text.len(), colours.moved))),
                }
            }
        }
        if let Some(label) = label.filter(|_| self.colours.is_none()) {
            text.extend([" ", &label, ">"]);
        }
        (text, marks)
    }

    /// Writes the effect of a change on the bits.
    fn hunk(&self, out: &mut dyn Write, at: usize, effect: Option<&HunkEffect>) -> io::Result<()> {
        let diff = &self.changes.diff;
        let (Some(hunk), number) = (diff.hunks.get(at), diff.change_number(at)) else { return Ok(()) };
        let moved = diff.move_of(at);
        // The effect of a moved block is written once, at its first place.
        if moved.is_some() && !diff.begins_change(at) {
            return Ok(());
        }
        let max_width = columns().saturating_sub(self.gutter()) / 3;
        let texts = self.changes.texts();
        let [removed, added] =
            [hunk.a.of(texts[0]), hunk.b.of(texts[1])].map(|text| truncate_end(text.trim(), max_width).into_owned());
        let change = match (removed.is_empty(), added.is_empty()) {
            _ if moved.is_some() => say::moved_block(diff, moved.unwrap_or(0), self.lang),
            (false, true) => format!("{} {removed}", self.lang.set("−")),
            (true, _) => format!("+ {added}"),
            (false, false) => format!("{removed} {} {added}", self.lang.set("→")),
        };
        let mut parts = vec![format!("{}  {change}", t!(self.lang, "diff.hunk", n = number))];
        if let Some(effect) = effect {
            parts.push(say::affected_bits(effect, moved.and_then(|at| diff.moved.get(at)), self.lang));
            parts.extend(effect.hamming.map(|hd| t!(self.lang, "diff.without", hd)));
        }
        let bytes = [hunk.a, hunk.b].map(|span| span.start as usize);
        parts.extend(say::places(self.changes.documents, bytes, self.lang));
        self.aside(out, &parts)
    }

    /// The number of equal paragraphs in a fold.
    fn fold(&self, out: &mut dyn Write, rows: &std::ops::Range<u32>) -> io::Result<()> {
        let chars = grouped(self.changes.diff.chars_in(rows));
        self.aside(out, &[t!(self.lang, "diff.folded", n = rows.len(), chars)])
    }

    /// What is no part of the texts: as much as fits in a line.
    fn aside(&self, out: &mut dyn Write, parts: &[String]) -> io::Result<()> {
        let (dim, end) = self.colours.map_or(("", ""), |colours| (colours.dim, END));
        let mut lines: Vec<String> = Vec::new();
        for part in parts {
            match lines.last_mut() {
                Some(line) if width(line) + 3 + width(part) <= usize::from(self.cells()) => line.extend(["   ", part]),
                _ => lines.push(part.clone()),
            }
        }
        let indent = " ".repeat(self.gutter());
        for line in lines {
            for part in Wrap::new(self.cells()).lines(&line) {
                let shown: String = part.clusters(&line).map(|cluster| cluster.shown.as_str().to_owned()).collect();
                writeln!(out, "{indent}{dim}{}{end}", shown.trim_end())?;
            }
        }
        Ok(())
    }
}
