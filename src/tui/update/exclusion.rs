//! Text marked by hand to be excluded, and the scores with and without exclusions.

use crate::{
    compare::{
        coverage::passages::bare,
        diff::visible_chars,
        exclusion::{ExclusionReason, Marked},
    },
    locale::grouped,
    review::{RuleKind, journal},
    simhash::{Span, Tokenizer},
    t,
    tui::{action::Action, model::Model, screen::Screen},
};

/// The reason that a key gives.
fn reason(action: Action) -> ExclusionReason {
    if action == Action::MarkQuotation { ExclusionReason::Quotation } else { ExclusionReason::Common }
}

/// Marks what is under the cursor on screen 4: the passage that is shown, or the change; or unmarks it.
pub(crate) fn mark_here(model: &mut Model, action: Action) {
    let workspace = &mut model.workspace;
    let Some(documents) = workspace.pair() else { return };
    let Some(documents_read) = workspace.batch.documents(documents) else { return };
    let texts = documents_read.each_ref().map(|document| &*document.text);
    let why = reason(action);
    if let Some(search) = &workspace.diff.search {
        let Some(found) = search.current() else { return };
        let side = found.side as usize;
        let span = bare(texts[side], Span::new(found.range.start, found.range.end));
        let passage = Marked::passage(span.of(texts[side]), why, workspace.batch.run);
        let place = || Marked::place(documents[side], texts[side], span, why);
        mark(model, vec![passage.unwrap_or_else(place)]);
        return;
    }
    let Some(diffed) = workspace.diffed().cloned() else { return };
    let (texts, at) = (diffed.texts(), workspace.diff.hunk);
    if at >= diffed.diff.hunks.len() {
        let [mode, passages] = model.keys_of([Action::Mode, Action::Passages]);
        model.notify(t!(model.lang, "exclude.nothing-here", mode, passages));
        return;
    }
    // Both ends of a moved block, both sides of any other change.
    let hunks: Vec<u32> = match diffed.diff.move_of(at).and_then(|at| diffed.diff.moved.get(at)) {
        Some(moved) => moved.removed.clone().chain(moved.added.clone()).collect(),
        None => vec![at as u32],
    };
    let hunks = hunks.into_iter().filter_map(|at| diffed.diff.hunks.get(at as usize));
    let places = hunks.flat_map(|hunk| [(0, hunk.a), (1, hunk.b)]).filter(|(side, span)| {
        let words: &str = span.of(texts[*side]);
        !words.trim().is_empty()
    });
    let marks = places.map(|(side, span)| Marked::place(documents[side], texts[side], span, why)).collect();
    mark(model, marks);
}

/// Marks a passage wherever it occurs, or unmarks it; `out` if it is excluded now.
pub(crate) fn mark_passage(model: &mut Model, text: &str, out: bool, action: Action) {
    let why = reason(action);
    if let Some(passage) = Marked::passage(text, why, model.workspace.batch.run) {
        let of_this = |marked: &&Marked| *marked.text == *text || out && marked.text.contains(text);
        let known = model.workspace.batch.rules.on().filter_map(RuleKind::marked).find(of_this).cloned();
        if known.is_none() && out {
            model.notify(t!(model.lang, "exclude.by-a-rule", key = model.key_of(Action::Exclusions)));
            return;
        }
        let passage = known.map_or(passage, |known| Marked { why, ..known });
        mark(model, vec![passage]);
    } else {
        model.notify(t!(model.lang, "exclude.too-short"));
    }
}

fn mark(model: &mut Model, marks: Vec<Marked>) {
    if marks.is_empty() {
        return;
    }
    if model.workspace.batch.recipe.tokenizer == Tokenizer::Given {
        model.notify(t!(model.lang, "exclude.list"));
        return;
    }
    if model.workspace.review.is_some() && marks.iter().map(|mark| mark.text.len()).sum::<usize>() > journal::LONGEST {
        model.notify(t!(model.lang, "exclude.mark-too-long", limit = journal::LONGEST >> 10));
        return;
    }
    let chars: u64 = marks.iter().map(|mark| visible_chars(&mark.text)).sum();
    let (chars, why) = (grouped(chars), marks[0].why);
    let key = model.key_of(Action::Exclusions);
    let marked = model.workspace.batch.rules.mark(marks);
    model.notify(match (marked, why) {
        (false, _) => t!(model.lang, "exclude.unmark", chars),
        (true, ExclusionReason::Quotation) => {
            t!(model.lang, "exclude.mark-quotation", chars, key)
        }
        (true, _) => t!(model.lang, "exclude.mark-common", chars, key),
    });
}

/// Switches between the scores after exclusions and those of the whole texts.
pub(crate) fn by_remainder(model: &mut Model) {
    if !model.workspace.batch.rules.any() {
        model.notify(t!(model.lang, "exclude.none-yet", key = model.key_of(Action::Exclusions)));
        return;
    }
    model.workspace.batch.rules.whole = !model.workspace.batch.rules.whole;
}

/// Says that there is no passage under the cursor to mark.
pub(crate) fn only_passages(model: &mut Model) {
    let [passages, key] = model.keys_of([Action::Passages, Action::Exclusions]);
    model.notify(match model.workspace.screen {
        Screen::Library => t!(model.lang, "exclude.passages-below").into(),
        _ => t!(model.lang, "exclude.passages-only", passages, key),
    });
}
