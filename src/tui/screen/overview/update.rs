//! Keys of screen 1.

use crate::{
    compare::pair::Pair,
    t,
    tui::{
        action::Action,
        dialog::filter::FilterPrompt,
        model::{
            MainPane, Model,
            effect::{Effect, ScreenEffect},
            find_around,
        },
        screen::Screen,
        update::{
            common::{no_review, to_clipboard},
            exclusion,
        },
    },
};

pub(crate) fn act(model: &mut Model, action: Action) -> Effect {
    let workspace = &mut model.workspace;
    let len = workspace.listing.len();
    let overview = &mut workspace.overview;
    match action {
        Action::Open if len > 0 => workspace.screen = Screen::Diff,
        Action::Open => workspace.screen = Screen::Pipeline,
        Action::Next | Action::Previous => flagged(model, action == Action::Next),
        Action::Sort
        | Action::Submissions
        | Action::Passages
        | Action::Profiles
        | Action::Evidence
        | Action::Geometry
        | Action::Meaning => {
            return Some(ScreenEffect::Open(action));
        }
        Action::Filter => {
            let filter = overview.filter.as_ref().map(ToString::to_string);
            // A filter that names documents is not shown for editing while names are hidden.
            let typed = filter.filter(|filter| workspace.shown_filter().as_ref() == Some(filter)).unwrap_or_default();
            workspace.dialogs.open(FilterPrompt::of(&typed));
        }
        Action::MarkPair => mark(model),
        Action::MarkAll => mark_all(model),
        Action::Back if !overview.marked.is_empty() => overview.marked.clear(),
        Action::Scores => exclusion::by_remainder(model),
        Action::MarkCommon | Action::MarkQuotation => exclusion::only_passages(model),
        Action::NextPane | Action::PreviousPane => {
            overview.pane = match (overview.pane, action == Action::NextPane) {
                (MainPane::Pairs, true) | (MainPane::Histogram, false) => MainPane::Matrix,
                (MainPane::Matrix, true) | (MainPane::Pairs, false) => MainPane::Histogram,
                (MainPane::Histogram, true) | (MainPane::Matrix, false) => MainPane::Pairs,
            };
        }
        Action::Back if overview.filter.is_some() => overview.filter = None,
        Action::Back => overview.pane = MainPane::Pairs,
        Action::Copy | Action::CopyAll => {
            let all = action == Action::CopyAll;
            let selected = overview.list.selected;
            let rows = if all { 0..len } else { selected..(selected + 1).min(len) };
            let lines: Vec<String> = rows
                .filter_map(|row| workspace.listed(row))
                .map(|pair| {
                    let [a, b] = pair.documents().map(|i| workspace.batch.name(i));
                    let hamming = pair.hamming().map_or_else(String::new, |h| h.to_string());
                    let shares = pair.shares().map(|[ab, ba]| format!("{ab:.4}\t{ba:.4}"));
                    let shares = shares.unwrap_or_else(|| "\t".into());
                    // The score after exclusions follows, as on the command line.
                    let rest = workspace.batch.pair_remainder(pair.documents()).filter(|(_, current)| *current);
                    let rest = rest.map_or_else(String::new, |(rest, _)| {
                        let hamming = rest.hamming().map_or_else(String::new, |h| h.to_string());
                        format!("\t{hamming}\t{:.4}\t{:.4}", rest.coverage[0], rest.coverage[1])
                    });
                    format!("{a}\t{b}\t{hamming}\t{shares}{rest}")
                })
                .collect();
            return to_clipboard(model, lines.join("\n"));
        }
        _ => {
            overview.list.motion(action, len, workspace.drawn.rows);
        }
    }
    None
}

/// Marks the selected pair, or unmarks it, and goes to the next: a range takes one key for each.
fn mark(model: &mut Model) {
    let workspace = &mut model.workspace;
    if workspace.review.is_none() {
        no_review(model);
        return;
    }
    let Some(pair) = workspace.pair().filter(|&pair| workspace.row_of(pair).is_some()) else { return };
    if !workspace.overview.marked.remove(&pair) {
        workspace.overview.marked.insert(pair);
    }
    workspace.overview.list.motion(Action::Down, workspace.listing.len(), workspace.drawn.rows);
}

/// The next pair that waits for a verdict, after that on the selected one.
pub(crate) fn next_undecided(model: &mut Model) {
    flagged(model, true);
}

/// Marks all listed pairs; if they are, unmarks them.
fn mark_all(model: &mut Model) {
    let workspace = &mut model.workspace;
    if workspace.review.is_none() {
        no_review(model);
        return;
    }
    let listed = (0..workspace.listing.len()).filter_map(|row| workspace.listed(row)).map(Pair::documents);
    let listed: Vec<[usize; 2]> = listed.collect();
    let marked = &mut workspace.overview.marked;
    if listed.iter().all(|pair| marked.contains(pair)) {
        marked.retain(|pair| !listed.contains(pair));
    } else {
        marked.extend(listed);
    }
}

/// The next pair that is near, or whose distance and shared text disagree. In a review the next of those without a
/// verdict; after them, the next without one that shares any text.
fn flagged(model: &mut Model, forward: bool) {
    let (len, at) = (model.workspace.listing.len(), model.workspace.thresholds());
    let review = model.workspace.review.as_ref();
    let listed = |row: usize| model.workspace.listed(row).map(|pair| model.workspace.as_listed(pair));
    let is_open = |pair: &Pair| {
        let decision = review.and_then(|review| review.matched.pair(pair.documents()));
        decision.is_none_or(|decision| decision.verdict.is_none())
    };
    let is_flagged = |pair: &Pair| pair.near(at.k) || pair.disagreement(at).is_some();
    let flagged = |&row: &usize| listed(row).is_some_and(|pair| is_flagged(pair) && is_open(pair));
    let sharing = |&row: &usize| review.is_some() && listed(row).is_some_and(|pair| pair.longest > 0 && is_open(pair));
    let selected = model.workspace.overview.list.selected;
    let next = |fits: &dyn Fn(&usize) -> bool| find_around(selected, len, forward, fits).filter(|row| *row != selected);
    let found = next(&flagged).or_else(|| next(&sharing));
    if let Some(row) = found {
        model.workspace.overview.list.select(row, len, model.workspace.drawn.rows);
    } else if len > 0 {
        let lang = model.lang;
        model.notify(if review.is_some() {
            t!(lang, "overview.all-decided").into()
        } else if flagged(&selected) {
            t!(lang, "overview.only-flagged").into()
        } else {
            t!(lang, "overview.none-flagged", k = at.k)
        });
    }
}
