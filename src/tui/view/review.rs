//! The decisions on a pair in words.

use ratatui::style::Style;

use super::names;
use crate::{
    review::{Decision, GivenVerdict, HunkId, Verdict},
    t,
    text::width,
    tui::{
        model::{Model, ReviewSubject},
        screen::Screen,
        theme::Theme,
    },
};

/// Cells of the titles without the names.
const TITLE: u16 = 30;

/// The place of the journal, once the journal thread reported it.
pub(crate) fn kept(model: &Model) -> Option<String> {
    let review = model.workspace.review.as_ref().filter(|review| !review.place.is_empty())?;
    Some(t!(model.lang, "reviewing.kept", place = model.workspace.redacted(&review.place)))
}

/// The subject of a verdict or a note, for a title.
pub(crate) fn of(model: &Model, of: &ReviewSubject, width: u16) -> String {
    let [a, b] = names::in_title(model, of.pair, width, TITLE);
    let pair = format!("{a} {} {b}", model.lang.set("×"));
    match of.hunk {
        None if model.workspace.screen == Screen::Diff => t!(model.lang, "reviewing.whole-pair", pair),
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
    let places = review.matched.decided_places(pair);
    let lang = model.lang;
    let name = |verdict: Verdict| if short { verdict.sign(lang) } else { verdict.label(lang) }.to_owned();
    let decision = review.matched.pair(pair);
    if !short && places > 0 && decision.is_none_or(|decision| decision.verdict.is_none()) {
        return Some(received(model, t!(lang, "reviewing.undecided-short", n = places)));
    }
    Some(received(model, brief(model, pair, decision, places > 0, name)))
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
        None => match review.matched.decided_places(pair) {
            0 => lines.push((label, t!(lang, "reviewing.unreviewed").into(), theme.label)),
            n => lines.push((label, t!(lang, "reviewing.undecided", n), theme.text)),
        },
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
    let places = review.matched.decided_places(pair);
    if places > 0 && given.is_some() {
        lines.push(("", t!(lang, "reviewing.places", n = places), theme.label));
    }
    lines
}
