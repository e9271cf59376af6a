//! Screen 1: all pairs, ranked; the matrix; the selected pair in words.
//!
//! ```text
//! 6 documents   15 pairs   1 near-duplicate   1 pair where the two signals disagree
//!
//! PAIRS  ranked                                                 │ MATRIX  Hamming distance
//! A            B              HD  0   k         32  A in B B in A│       1   2   3   4
//! a.txt        b.txt           2  ██                98 %   97 %  │  1
//! …                                                              │  2   24
//! ──────────────────────────────────────────────────────────────────────────────────────
//! a.txt × b.txt
//! RULE     HD 2 is within k 3: a near-duplicate by the rule.
//! WHY      Bits 12, 25 differ. …
//! ```

mod counts;
mod list;
mod side;

use ratatui::{layout::Rect, style::Style};

use self::{
    list::draw_list,
    side::{draw_histogram, draw_matrix, draw_side},
};
use super::{between, exclusion, review};
use crate::{
    locale::grouped,
    say::{self, Emphasis, Sentence, Topic},
    t,
    text::{truncate_middle, width},
    tui::{
        action::Action,
        model::{Drawn, MainPane, Model},
        view::names,
        widget::{Pen, lines_of},
    },
};

/// The least rows of the list, with its two heads.
const LIST: u16 = 7;

/// Draws the screen.
pub(super) fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    counts::draw(model, archived(model), pen, body, drawn);
    let wide = model.wide(body.width + 2);
    let air = u16::from(body.height > 24);
    let top = body.y + 1 + air;
    let sentences = sentences(model);
    let label = label_width(model);
    let reviewed = model.workspace.pair().map_or_else(Vec::new, |pair| review::words(model, pair, pen.theme));
    let said: u16 = sentences.iter().map(|s| lines_of(&s.text, body.width - label)).sum::<u16>()
        + reviewed.iter().map(|(_, text, _)| lines_of(text, body.width - label)).sum::<u16>();
    let pairs = u16::try_from(model.workspace.listing.len()).unwrap_or(u16::MAX - 2);
    let left = body.bottom().saturating_sub(top);
    // Rule, names, air, sentences.
    let beside = 2 + air + said;
    let errors = errors(model, body.width, left.saturating_sub(LIST + beside));
    let error_rows: u16 = errors.iter().map(|line| lines_of(line, body.width)).sum();
    let wanted = beside + error_rows;
    let max_width = left.saturating_sub(wanted.min(left.saturating_sub(LIST)));
    let matrix = u16::try_from(model.workspace.batch.present().count())
        .unwrap_or(u16::MAX / 4)
        .saturating_mul(2)
        .saturating_add(6);
    let height = (pairs + 2).max(if wide { matrix } else { 0 }).clamp(LIST.min(left), max_width.max(LIST.min(left)));
    let list = Rect::new(body.x, top, body.width, height);
    if wide {
        let side = 32.min(body.width / 3);
        let main = Rect { width: list.width - side - 3, ..list };
        let right = Rect { x: main.right() + 3, width: side, ..list };
        draw_list(model, &mut pen.within(Rect { x: 0, width: main.right(), ..main }), main, drawn);
        pen.upright(main.right() + 1, list.y..list.bottom().saturating_sub(1));
        draw_side(model, &mut pen.within(right), right, drawn);
    } else {
        match model.workspace.overview.pane {
            MainPane::Pairs => {
                draw_list(model, &mut pen.within(Rect { x: 0, width: list.right(), ..list }), list, drawn);
            }
            MainPane::Matrix => draw_matrix(model, &mut pen.within(list), list, drawn),
            MainPane::Histogram => draw_histogram(model, &mut pen.within(list), list),
        }
    }
    let below = Rect { y: list.bottom(), height: body.bottom().saturating_sub(list.bottom()), ..body };
    draw_words(
        model,
        (&sentences, &reviewed),
        &errors,
        label,
        &mut pen.within(Rect { x: 0, width: body.right() + 1, ..below }),
        below,
    );
}

/// The lookup in the archive of fingerprints, in a few words.
fn archived(model: &Model) -> Option<String> {
    let lang = model.session.lang;
    let archive = model.workspace.batch.archive.as_ref()?;
    let all = grouped(archive.archive()?.len() as u64);
    if *archive.archive()?.recipe() != model.workspace.batch.recipe {
        return Some(t!(lang, "archive.other", archive = all));
    }
    let found = archive.found.as_ref()?;
    Some(t!(lang, "archive.short", archive = all, near = grouped(found.near as u64)))
}

/// The errors of the archive of fingerprints.
fn archive_errors(model: &Model) -> Vec<String> {
    let lang = model.session.lang;
    let Some(archive) = &model.workspace.batch.archive else { return Vec::new() };
    let mut lines = Vec::new();
    match &archive.read {
        Some(Err(error)) => lines.push(say::read_error(error, lang)),
        Some(Ok(read)) => {
            lines.extend(read.bad().iter().map(|bad| bad.message(lang)));
            let more = read.bad_lines() - read.bad().len() as u64;
            lines.extend((more > 0).then(|| t!(lang, "archive.bad-lines", n = grouped(more))));
        }
        None => {}
    }
    lines.extend(archive.stopped.then(|| t!(lang, "archive.stopped", key = model.key_of(Action::Resume))));
    if let Some(found) = &archive.found {
        lines.extend(found.unreadable.as_ref().map(|error| say::read_error(error, lang)));
        let [near, listed] = [found.near, found.listed].map(|n| grouped(n as u64));
        lines.extend((found.listed < found.near).then(|| t!(lang, "archive.nearest", near = near, met = listed)));
    }
    lines
}

/// The documents that could not be read, read again or examined, with the reason: the first of them, and as many more
/// as fit into `rows` rows without being cut, which are a few at least.
fn errors(model: &Model, max_width: u16, rows: u16) -> Vec<String> {
    let lang = model.session.lang;
    let failed =
        model.workspace.batch.entries.iter().map(|entry| entry.failed() || entry.outdated.is_some() && !entry.aside);
    let failed = failed.enumerate().filter(|(_, failed)| *failed);
    let failed = failed.map(|(at, _)| names::unavailable(model, at));
    let mut lines: Vec<String> = archive_errors(model).into_iter().chain(failed).collect();
    let rows = rows.max(MOST_ERRORS as u16 + 1);
    let mut used = 0;
    let whole = lines.iter().enumerate().take(MOST_ERRORS).take_while(|(at, line)| {
        used += lines_of(line, max_width);
        // All but the last line end with the number of further errors.
        used + u16::from(at + 1 < lines.len()) <= rows
    });
    let shown = whole.count().max(1);
    let more = lines.len().saturating_sub(shown);
    if more > 0 {
        lines.truncate(shown);
        lines.push(t!(lang, "overview.more-errors", n = more));
    }
    lines
}

/// The most errors listed on the screen itself.
const MOST_ERRORS: usize = 3;

fn sentences(model: &Model) -> Vec<Sentence> {
    let Some(documents) = model.workspace.pair() else { return Vec::new() };
    if model.workspace.batch.record_of(documents).is_some() {
        return fingerprint_only(model, documents);
    }
    let Some(detail) = model.workspace.results.detail_of(documents) else { return Vec::new() };
    let batch = &model.workspace.batch;
    let mut all = batch.sentences(detail, documents.map(|document| batch.name(document)), model.session.lang);
    let of_scores = |sentence: &&Sentence| !matches!(sentence.topic, Topic::Why | Topic::Cosine | Topic::Health);
    let behind = all.iter().take_while(of_scores).count();
    all.splice(behind..behind, exclusion::sentences(model, documents));
    // Large print has room for the verdict, what contradicts it and why.
    let kept = |topic| {
        !model.session.look.big
            || matches!(topic, Topic::Rule | Topic::Disagreement | Topic::Remainder | Topic::Whole | Topic::Why)
    };
    all.into_iter().filter(|sentence| kept(sentence.topic)).collect()
}

/// The sentences on a pair of which only the fingerprint is known on one side.
pub(super) fn fingerprint_only(model: &Model, documents: [usize; 2]) -> Vec<Sentence> {
    let lang = model.session.lang;
    let Some((at, print)) = model.workspace.batch.record_of(documents) else { return Vec::new() };
    let hamming = model.workspace.batch.pair(documents).and_then(crate::compare::pair::Pair::hamming);
    say::fingerprint_only(
        hamming,
        (model.workspace.k, model.workspace.batch.recipe.bits),
        (model.workspace.batch.name(at), &names::record_location(model, print)),
        lang,
    )
}

fn label_width(model: &Model) -> u16 {
    use say::Topic::{Cosine, Disagreement, Health, Rule, Why};
    let topics = [Rule, Disagreement, Why, Cosine, Health].map(|topic| topic.label(model.session.lang));
    let reviewed = model.workspace.review.as_ref().map(|_| t!(model.session.lang, "reviewing.verdict"));
    let rest = model.workspace.batch.rules.any().then(|| Topic::Remainder.label(model.session.lang));
    topics.into_iter().chain(reviewed).chain(rest).map(|label| width(label) as u16).max().unwrap_or(0) + 3
}

fn draw_words(
    model: &Model,
    (sentences, reviewed): (&[Sentence], &[(&'static str, String, Style)]),
    errors: &[String],
    label: u16,
    pen: &mut Pen<'_>,
    area: Rect,
) {
    if area.height < 2 {
        return;
    }
    let theme = pen.theme;
    pen.rule(area.y);
    let mut y = area.y + 1;
    for error in errors {
        let mut inside = pen.within(Rect { width: area.width, ..area });
        y += inside.paragraph(area.x, y, area.bottom().saturating_sub(y), error, theme.error);
    }
    let Some([a, b]) = model.workspace.pair() else {
        let readable = model.workspace.batch.entries.iter().filter(|entry| entry.examined.is_some()).count();
        if model.workspace.batch.settled() && readable == 1 && model.workspace.batch.waiting() == 0 {
            pen.paragraph(
                area.x,
                y,
                area.bottom().saturating_sub(y),
                t!(model.session.lang, "overview.one-document"),
                theme.text,
            );
        }
        return;
    };
    let max_width = usize::from(area.width.saturating_sub(3)) / 2;
    let [a, b] = [a, b].map(|i| truncate_middle(model.workspace.batch.name(i), max_width));
    pen.line(area.x, y, &[(&a, theme.strong), (&between(theme), theme.label), (&b, theme.strong)]);
    let max_width = area.width.saturating_sub(label);
    let said: u16 = sentences.iter().map(|s| lines_of(&s.text, max_width)).sum::<u16>()
        + reviewed.iter().map(|(_, text, _)| lines_of(text, max_width)).sum::<u16>();
    y += 1 + u16::from(y + 1 + said < area.bottom());
    for (name, text, style) in reviewed {
        pen.text(area.x, y, name, theme.label);
        let mut inside = pen.within(Rect { x: area.x, width: area.width, ..area });
        y += inside.paragraph(area.x + label, y, area.bottom().saturating_sub(y), text, *style);
    }
    // If not all sentences fit, alerts come before notes.
    let mut sentences: Vec<&Sentence> = sentences.iter().collect();
    if y + said > area.bottom() {
        sentences.sort_by_key(|sentence| match sentence.emphasis {
            _ if sentence.topic == Topic::Rule => 0,
            Emphasis::Alert => 1,
            Emphasis::Plain => 2,
            Emphasis::Note => 3,
        });
    }
    let mut before = None;
    for sentence in sentences {
        if before != Some(sentence.topic) {
            pen.text(area.x, y, sentence.topic.label(model.session.lang), theme.label);
        }
        before = Some(sentence.topic);
        let style = match sentence.emphasis {
            Emphasis::Plain => theme.text,
            Emphasis::Alert => theme.alert,
            Emphasis::Note => theme.label,
        };
        let mut inside = pen.within(Rect { x: area.x, width: area.width, ..area });
        y += inside.paragraph(area.x + label, y, area.bottom().saturating_sub(y), &sentence.text, style);
    }
}
