//! The selected pair in words: what it shares, what the rule says, its verdict, and why.

use ratatui::{layout::Rect, style::Style};

use super::list::no_pairs;
use crate::{
    batch::Batch,
    compare::pair::Pair,
    document::safe_name,
    lesson::LessonTerm,
    locale::grouped,
    say::{self, Emphasis, Sentence, Topic},
    t,
    tui::{
        action::Action,
        model::Model,
        theme::Theme,
        view::{exclusion, names, parts::pair_line, review},
        widget::{Pen, lines_of, widest},
    },
};

/// The most errors listed on the screen itself.
const MOST_ERRORS: usize = 3;

/// A sentence or a decision with its label.
struct Line {
    /// Empty if it goes on under the label of the line before.
    label: &'static str,
    text: String,
    style: Style,
    /// Lines with smaller numbers are shown if not all fit.
    rank: u8,
}

/// Sentences and decisions on the selected pair, and errors.
pub(super) struct PairWords {
    errors: Vec<String>,
    lines: Vec<Line>,
    /// Cells of the labels.
    label: u16,
}

impl PairWords {
    pub(super) fn new(model: &Model, theme: &Theme) -> Self {
        let lines = lines(model, theme);
        let label = widest(lines.iter().map(|line| line.label)) + 3;
        Self { errors: errors(model), lines, label }
    }

    /// The rows that it takes in full, with the rule above and the names.
    pub(super) fn rows(&self, max_width: u16) -> u16 {
        let errors: u16 = self.errors.iter().map(|error| lines_of(error, max_width)).sum();
        let said: u16 = self.lines.iter().map(|line| self.height(line, max_width)).sum();
        2 + errors + said
    }

    fn height(&self, line: &Line, max_width: u16) -> u16 {
        lines_of(&line.text, max_width.saturating_sub(self.label))
    }

    /// Draws all of it, or the most important lines that fit.
    pub(super) fn draw(&self, model: &Model, pen: &mut Pen<'_>, area: Rect) {
        if area.height < 2 {
            return;
        }
        let theme = pen.theme;
        pen.rule(area.y);
        let mut y = area.y + 1;
        for error in &self.errors {
            y += pen.fill(area.x, y, error, theme.error);
        }
        let Some([a, b]) = model.workspace.pair() else {
            let text = t!(model.lang, "overview.one-document");
            if is_alone(model) {
                pen.fill(area.x, y, text, theme.text);
            }
            return;
        };
        let max_width = usize::from(area.width.saturating_sub(3)) / 2;
        let [a, b] = names::pair(model, [a, b], max_width);
        pair_line(pen, area.x, y, [&a, &b]);
        y += 1;
        let shown = self.fitting(area.bottom().saturating_sub(y), area.width);
        let used: u16 = shown.iter().map(|(_, rows)| rows).sum();
        y += u16::from(y + used < area.bottom());
        let mut before = "";
        for (line, rows) in shown {
            if line.label != before {
                pen.text(area.x, y, line.label, theme.label);
            }
            before = line.label;
            y += pen.within(area).paragraph(area.x + self.label, y, rows, &line.text, line.style);
        }
    }

    /// The most important lines that fit into `rows` rows, in their order, with their rows; the least important one may
    /// be cut.
    fn fitting(&self, rows: u16, max_width: u16) -> Vec<(&Line, u16)> {
        let mut by_rank: Vec<usize> = (0..self.lines.len()).collect();
        by_rank.sort_by_key(|&at| self.lines[at].rank);
        let mut free = rows;
        let mut shown: Vec<(usize, u16)> = Vec::new();
        for at in by_rank {
            let height = self.height(&self.lines[at], max_width).min(free);
            free -= height;
            shown.extend((height > 0).then_some((at, height)));
        }
        shown.sort_unstable();
        shown.into_iter().map(|(at, height)| (&self.lines[at], height)).collect()
    }
}

/// Whether there is one document, which has nothing to be compared with.
fn is_alone(model: &Model) -> bool {
    let batch = &model.workspace.batch;
    let readable = batch.entries.iter().filter(|entry| entry.examined.is_some()).count();
    batch.settled() && readable == 1 && batch.waiting() == 0
}

/// The term that a sentence is about.
fn term(topic: Topic) -> Option<LessonTerm> {
    Some(match topic {
        Topic::Shared | Topic::Whole | Topic::Remainder => LessonTerm::Share,
        Topic::Rule => LessonTerm::Near,
        Topic::Cosine => LessonTerm::Cosine,
        Topic::Health => LessonTerm::NEff,
        Topic::Why => return None,
    })
}

/// Sentences and decisions in the order in which they are read.
fn lines(model: &Model, theme: &Theme) -> Vec<Line> {
    let Some(documents) = model.workspace.pair() else { return Vec::new() };
    let sentence = |sentence: Sentence| {
        let (style, rank) = match sentence.emphasis {
            Emphasis::Alert => (theme.alert, 1),
            Emphasis::Plain => (theme.text, 4),
            Emphasis::Note => (theme.label, 5),
        };
        let rank = match sentence.topic {
            Topic::Shared => 0,
            Topic::Rule => 1,
            Topic::Whole | Topic::Remainder => 3,
            _ => rank,
        };
        Line { label: sentence.topic.label(model.lang), text: sentence.text, style, rank }
    };
    let mut sentences = sentences(model, documents);
    sentences.retain(|sentence| term(sentence.topic).is_none_or(|term| model.workspace.knows(term)));
    let first = |topic| matches!(topic, Topic::Shared | Topic::Rule | Topic::Whole | Topic::Remainder);
    let (verdicts, others): (Vec<_>, Vec<_>) = sentences.into_iter().partition(|sentence| first(sentence.topic));
    let mut before = "";
    let decided = review::words(model, documents, theme).into_iter().map(|(label, text, style)| {
        before = if label.is_empty() { before } else { label };
        Line { label: before, text, style, rank: if style == theme.label { 5 } else { 2 } }
    });
    verdicts.into_iter().map(sentence).chain(decided).chain(others.into_iter().map(sentence)).collect()
}

fn sentences(model: &Model, documents: [usize; 2]) -> Vec<Sentence> {
    if model.workspace.batch.record_of(documents).is_some() {
        return fingerprint_only(model, documents);
    }
    let Some(detail) = model.workspace.results.detail_of(documents) else { return Vec::new() };
    let batch = &model.workspace.batch;
    let mut all = batch.sentences(detail, documents.map(|document| batch.name(document)), model.lang);
    all.extend(exclusion::sentences(model, documents));
    // Notes take one line here. Warnings are always shown in full.
    let is_brief = |said: &Sentence| {
        let note = said.emphasis == Emphasis::Note;
        said.topic == Topic::Cosine || note && matches!(said.topic, Topic::Why | Topic::Health)
    };
    let has_notes = all.iter().any(|said| is_brief(said) && said.topic != Topic::Why);
    all.retain(|said| !is_brief(said));
    if has_notes && !model.look.big {
        let (said, key) = (Batch::in_brief(detail, model.lang), model.key_of(Action::Evidence));
        let text = t!(model.lang, "overview.brief", said, key);
        all.push(Sentence { topic: Topic::Health, emphasis: Emphasis::Note, text });
    }
    all
}

/// The sentences on a pair of which only the fingerprint is known on one side.
pub(crate) fn fingerprint_only(model: &Model, documents: [usize; 2]) -> Vec<Sentence> {
    let batch = &model.workspace.batch;
    let lang = model.lang;
    let Some((at, print)) = batch.record_of(documents) else { return Vec::new() };
    let hamming = batch.pair(documents).and_then(Pair::hamming);
    say::fingerprint_only(
        hamming,
        (model.workspace.k, batch.recipe.bits),
        (batch.name(at), &names::record_location(model, print)),
        lang,
    )
}

/// Draws on a screen of a pair why there is none.
pub(crate) fn draw_no_pairs(model: &Model, pen: &mut Pen<'_>, area: Rect) {
    let mut y = area.y + pen.fill(area.x, area.y, &no_pairs(model), pen.theme.label);
    for error in errors(model) {
        y += pen.fill(area.x, y, &error, pen.theme.error);
    }
}

/// Errors of the archive and of files of the selected pair; without a pair, those of all files.
fn errors(model: &Model) -> Vec<String> {
    let batch = &model.workspace.batch;
    let pair = model.workspace.pair();
    let shown = |at: usize| {
        let entry = &batch.entries[at];
        pair.map_or(entry.failed(), |pair| pair.contains(&at))
            && (entry.failed() || entry.outdated.is_some())
            && !entry.aside
    };
    let failed: Vec<usize> = (0..batch.entries.len()).filter(|&at| shown(at)).collect();
    let more = failed.len().saturating_sub(MOST_ERRORS);
    let shown = failed.iter().take(MOST_ERRORS).map(|&at| names::unavailable(model, at));
    let mut lines: Vec<String> = archive_errors(model).into_iter().chain(shown).collect();
    if more > 0 {
        lines.push(t!(model.lang, "overview.more-errors", n = more, key = model.key_of(Action::Choose)));
    }
    lines
}

/// The errors of the archive of fingerprints.
fn archive_errors(model: &Model) -> Vec<String> {
    let lang = model.lang;
    let Some(archive) = &model.workspace.batch.archive else { return Vec::new() };
    let mut lines = Vec::new();
    match &archive.read {
        Some(Err(error)) => lines.push(say::read_error(error, lang)),
        Some(Ok(read)) => {
            lines.extend(read.bad().iter().map(|bad| say::bad_line(bad, lang)));
            let more = read.bad_lines() - read.bad().len() as u64;
            lines.extend((more > 0).then(|| t!(lang, "archive.bad-lines", n = grouped(more))));
        }
        None => {}
    }
    lines.extend(archive.stopped.then(|| t!(lang, "archive.stopped", key = model.key_of(Action::Resume))));
    if let Some(library) = archive.library() {
        let file = safe_name(&library.place.name());
        let failed = archive.failed.as_deref().map(|error| say::library_error(error, &file, lang));
        let in_parts = || t!(lang, "library-file.damaged-in-parts", file);
        lines.extend(failed.or_else(|| archive.is_incomplete().then(in_parts)));
        let received = || t!(lang, "print.of", name = file, why = t!(lang, "library.received"));
        lines.extend((!library.known).then(received));
    }
    if let Some(found) = &archive.found {
        let unverified = found.passages.as_ref().map_or(0, |passages| passages.unverified.len());
        lines.extend((unverified > 0).then(|| t!(lang, "archive.unverified", n = grouped(unverified as u64))));
        lines.extend(found.unreadable.as_ref().map(|error| say::read_error(error, lang)));
        let [near, listed] = [found.near, found.listed].map(|n| grouped(n as u64));
        lines.extend((found.listed < found.near).then(|| t!(lang, "archive.nearest", near, met = listed)));
    }
    lines
}
