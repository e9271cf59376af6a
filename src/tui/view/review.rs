//! The dialogs for a verdict and for a note, and the decisions on a pair in words.
//!
//! ```text
//! ── Verdict on a.txt × b.txt ────────────────────────────────────────────────
//! > 1  copy
//!   2  quotation
//!   …
//!   0  none
//! ```

use ratatui::{layout::Rect, style::Style};

use super::{
    editor::{self, Cursor},
    frame::{answers, frame, picker_keys},
    names,
    parts::choices,
};
use crate::{
    review::{Decision, GivenVerdict, HunkId, Verdict},
    t,
    text::{clean, width},
    tui::{
        action::Action,
        model::{Drawn, List, Model, NoteDialog, ReviewSubject, VerdictDialog, VerdictSubject},
        theme::Theme,
        widget::{Pen, lines_of},
    },
};

/// Cells of the titles without the names.
const TITLE: u16 = 30;
/// The most rows below the verdicts.
const PLACE: u16 = 5;
/// Rows of a note.
const NOTE: u16 = 12;

/// Draws the dialog of verdicts.
pub(crate) fn decide(model: &Model, deciding: &VerdictDialog, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.lang;
    let (down, up) = (model.key_of(Action::Down), model.key_of(Action::Up));
    let keys = if matches!(deciding.of, VerdictSubject::One(_, Some(_))) {
        t!(lang, "reviewing.verdict-keys-place", down, up)
    } else {
        t!(lang, "reviewing.verdict-keys", down, up)
    };
    let mut below = t!(lang, "reviewing.yours").to_owned();
    let subject = match &deciding.of {
        VerdictSubject::One(subject, _) => of(model, subject, pen.area.width),
        VerdictSubject::Marked { pairs, hidden } => {
            if *hidden > 0 {
                below = format!("{}\n{below}", t!(lang, "reviewing.marked-hidden", n = hidden));
            }
            t!(lang, "reviewing.marked-pairs", n = pairs.len())
        }
    };
    let title = t!(lang, "reviewing.verdict-on", of = subject);
    if let Some(place) = kept(model) {
        below = format!("{below}\n{place}");
    }
    let said = lines_of(&below, pen.area.width.saturating_sub(4)).min(PLACE);
    let mut dialog = frame(pen, Verdict::ALL.len() as u16 + 2 + said, &title, &keys);
    let Pen { theme, area, .. } = dialog;
    let rows = Verdict::ALL.iter().map(|verdict| (verdict.label(lang), beside(model, *verdict)));
    let none = (t!(lang, "reviewing.no-verdict"), t!(lang, "reviewing.no-verdict-beside"));
    let all = Rect { height: VerdictDialog::ROWS as u16, ..area };
    let lines = choices(&mut dialog, drawn, all, &deciding.list, VerdictDialog::ROWS);
    for ((row, y, style), (label, beside)) in lines.into_iter().zip(rows.chain([none])) {
        let digit = VerdictDialog::digit_of(row).to_string();
        dialog.text(area.x + 2, y, &digit, theme.positive);
        dialog.text(area.x + 5, y, label, style);
        dialog.text(area.x + 20, y, beside, theme.label);
    }
    dialog.paragraph(area.x, area.y + Verdict::ALL.len() as u16 + 2, said, &below, theme.label);
}

/// The place of the journal, once the journal thread reported it.
pub(crate) fn kept(model: &Model) -> Option<String> {
    let review = model.workspace.review.as_ref().filter(|review| !review.place.is_empty())?;
    Some(t!(model.lang, "reviewing.kept", place = model.workspace.redacted(&review.place)))
}

fn beside(model: &Model, verdict: Verdict) -> &'static str {
    let lang = model.lang;
    lang.text(match verdict {
        Verdict::Copy => "reviewing.copy-beside",
        Verdict::Quotation => "reviewing.quotation-beside",
        Verdict::Common => "reviewing.common-beside",
        Verdict::Cleared => "reviewing.cleared-beside",
        Verdict::Unsure => "reviewing.unsure-beside",
    })
}

/// Draws the dialog of a note.
pub(crate) fn note(model: &Model, noting: &NoteDialog, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.lang;
    let title = lang.fill("reviewing.note-on", &[("of", &of(model, &noting.of, pen.area.width))]);
    let keys = lang.text(match &noting.other {
        Some(_) => "reviewing.note-keys-place",
        None => "reviewing.note-keys",
    });
    let mut dialog = frame(pen, NOTE, &title, keys);
    let area = dialog.area;
    let mut inside = area;
    if noting.recovered {
        let style = dialog.theme.alert;
        dialog.text(area.x, area.y, t!(lang, "reviewing.recovered"), style);
        inside = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
    }
    editor::draw(&noting.editor, Cursor::Typing, &mut dialog, inside, drawn);
}

/// The subject of a verdict or a note, for a title.
fn of(model: &Model, of: &ReviewSubject, width: u16) -> String {
    let [a, b] = names::in_title(model, of.pair, width, TITLE);
    let pair = format!("{a} {} {b}", model.lang.set("×"));
    match of.hunk {
        None => pair,
        Some((at, ref place)) if place.shared => {
            t!(model.lang, "reviewing.passage-of", n = at + 1, pair)
        }
        Some((at, _)) => t!(model.lang, "reviewing.place-of", n = at + 1, pair),
    }
}

/// The verdict on a pair in a few cells: `?` if a file changed since, `*` if there is a note or a decision on one of
/// its places.
pub(crate) fn mark(model: &Model, pair: [usize; 2], short: bool) -> Option<String> {
    let review = model.workspace.review.as_ref()?;
    let places = !review.matched.hunks(pair).is_empty();
    let lang = model.lang;
    let name = |verdict: Verdict| if short { verdict.sign(lang) } else { verdict.label(lang) }.to_owned();
    Some(received(model, brief(model, pair, review.matched.pair(pair), places, name)))
}

/// Whether a verdict, a note or a decision on a place is there to be shown beside pairs.
pub(crate) fn has_marks(model: &Model) -> bool {
    model.workspace.review.as_ref().is_some_and(|review| review.matched.pairs().next().is_some())
}

/// The verdict on one place of a pair, likewise; `None` if there is no decision.
pub(crate) fn mark_place(model: &Model, pair: [usize; 2], place: Option<&HunkId>, short: bool) -> Option<String> {
    let decision = decision_on(model, pair, place)?;
    let lang = model.lang;
    let name = |verdict: Verdict| if short { verdict.letter().into() } else { verdict.label(lang).to_owned() };
    Some(received(model, brief(model, pair, Some(decision), false, name))).filter(|mark| !mark.is_empty())
}

/// The note on one place of a pair, on one line.
pub(crate) fn note_place(model: &Model, pair: [usize; 2], place: Option<&HunkId>) -> Option<String> {
    decision_on(model, pair, place)?.note().map(|note| one_line(&model.workspace.redacted(&note)))
}

fn decision_on<'m>(model: &'m Model, pair: [usize; 2], place: Option<&HunkId>) -> Option<&'m Decision> {
    model.workspace.review.as_ref()?.matched.hunk(pair, place?)
}

/// The cells that a mark takes beside its own.
pub(crate) fn brackets_width(model: &Model) -> u16 {
    if is_received(model) { width(&t!(model.lang, "received.mark", mark = "")) as u16 } else { 0 }
}

fn is_received(model: &Model) -> bool {
    model.workspace.review.as_ref().is_some_and(|review| review.matched.is_received())
}

/// A mark, in brackets if the review came with the folder and is not accepted.
fn received(model: &Model, mark: String) -> String {
    if is_received(model) && !mark.is_empty() { t!(model.lang, "received.mark", mark) } else { mark }
}

fn brief(
    model: &Model,
    pair: [usize; 2],
    decision: Option<&Decision>,
    places: bool,
    name: impl Fn(Verdict) -> String,
) -> String {
    let changed = |given: &GivenVerdict| {
        let changed =
            model.workspace.review.as_ref().is_some_and(|r| r.matched.changed_since(pair, given).contains(&true));
        if changed { "?" } else { "" }
    };
    let verdict = decision
        .and_then(|decision| decision.verdict.as_ref())
        .map(|given| format!("{}{}", name(given.verdict), changed(given)));
    let noted = decision.is_some_and(|decision| !decision.notes.is_empty() || !decision.drafts.is_empty());
    format!("{}{}", verdict.unwrap_or_default(), if noted || places { "*" } else { "" })
}

fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" / ")
}

/// The decisions on a pair, line by line: label, text and style.
pub(crate) fn words(model: &Model, pair: [usize; 2], theme: &Theme) -> Vec<(&'static str, String, Style)> {
    let lang = model.lang;
    let Some(review) = &model.workspace.review else { return Vec::new() };
    let mut lines = Vec::new();
    let decision = review.matched.pair(pair);
    let given = decision.and_then(|decision| decision.verdict.as_ref());
    let label = t!(lang, "reviewing.verdict");
    match given {
        Some(given) => {
            let changed: Vec<String> = (0..2)
                .filter(|&side| review.matched.changed_since(pair, given)[side])
                .map(|side| model.workspace.batch.name(pair[side]).to_owned())
                .collect();
            let mark = received(model, given.verdict.label(lang).into());
            let text = format!("{mark}  {}", given.at.shown());
            lines.push((label, text, theme.strong));
            if !changed.is_empty() {
                let text = t!(lang, "reviewing.changed", names = lang.list(&changed));
                lines.push(("", text, theme.alert));
            }
        }
        None => lines.push((label, t!(lang, "reviewing.unreviewed").into(), theme.label)),
    }
    if let Some(text) = decision.and_then(Decision::note) {
        lines.push((t!(lang, "reviewing.note"), one_line(&model.workspace.redacted(&text)), theme.text));
    }
    if decision.is_some_and(|decision| !decision.drafts.is_empty()) {
        lines.push((t!(lang, "reviewing.note"), t!(lang, "reviewing.draft").into(), theme.alert));
    }
    if review.matched.is_received() && decision.is_some() {
        lines.push(("", t!(lang, "received.not-accepted").into(), theme.alert));
    }
    let places = review.matched.hunks(pair).len();
    if places > 0 {
        lines.push(("", t!(lang, "reviewing.places", n = places), theme.label));
    }
    lines
}

/// The most rules that are listed.
const RULES: usize = 6;

/// The question whether what came with a folder is accepted.
pub(crate) fn receive(model: &Model, list: &List, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.lang;
    let Some(received) = model.workspace.review.as_ref().and_then(|review| review.received.as_ref()) else { return };
    let inside = pen.area.width.saturating_sub(4);
    let share = model.workspace.results.received_share.get(&(model.workspace.batch.generation, received.revision));
    let summary = received.parts.summary(share.copied(), lang);
    let rules = rules(&received.rules, model);
    let offered = if received.parts.whole {
        [("received.look", "received.look-beside"), ("received.accept", "received.accept-beside")]
    } else {
        [("received.leave-off", "received.leave-off-beside"), ("received.accept", "received.accept-rules-beside")]
    };
    let said = lines_of(&summary, inside);
    let listed = rules.len() as u16 + u16::from(!rules.is_empty());
    let title = lang.text(if received.parts.whole { "received.title" } else { "received.title-rules" });
    let mut dialog = frame(pen, said + 1 + listed + offered.len() as u16 + 1, title, &picker_keys(model));
    let Pen { theme, area, .. } = dialog;
    let mut y = area.y + dialog.paragraph(area.x, area.y, said, &summary, theme.text) + 1;
    for rule in &rules {
        dialog.cut(area.x + 2, y, area.right(), rule, theme.label);
        y += 1;
    }
    y += u16::from(!rules.is_empty());
    answers(&mut dialog, drawn, y, (&offered, lang), list);
}

/// The first rules, and how many more there are.
fn rules(all: &[String], model: &Model) -> Vec<String> {
    let shown = if all.len() > RULES { RULES - 1 } else { all.len() };
    let mut lines: Vec<String> =
        all[..shown].iter().map(|rule| clean(&model.workspace.redacted(rule)).into_owned()).collect();
    if all.len() > shown {
        lines.push(t!(model.lang, "received.more-rules", n = all.len() - shown));
    }
    lines
}
