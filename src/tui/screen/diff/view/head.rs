//! The head line of screen 4: the two names, the distance, how much of each text is in the other; at the right the
//! change.

use ratatui::{layout::Rect, style::Style};

use crate::{
    compare::pair::{Disagreement, Pair},
    locale::grouped,
    t,
    text::{shorten_names, width},
    tui::{
        model::Model,
        theme::Theme,
        view::{parts::between, progress},
        widget::Pen,
    },
};

pub(super) fn draw(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, body: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let mut end = progress::draw(model, pen, body.y);
    if model.workspace.shows_shared() {
        if let Some(search) = &model.workspace.diff.search {
            let text = t!(lang, "diff.match", n = search.place(), all = search.places());
            end = pen.text_right(end, body.y, &text, theme.label).saturating_sub(2);
        }
    } else if let Some(diffed) = model.workspace.results.diff_of(documents) {
        let changes = diffed.diff.changes_total();
        let mut right = match &model.workspace.diff.search {
            Some(search) => t!(lang, "diff.match", n = search.place(), all = search.places()),
            None if changes == 0 => t!(lang, "diff.equal").into(),
            None => t!(lang, "diff.hunk-of", n = diffed.diff.change_number(model.workspace.diff.hunk), all = changes),
        };
        if !diffed.diff.complete {
            right = format!("{}  {right}", t!(lang, "diff.coarse"));
        }
        end = pen.text_right(end, body.y, &right, theme.label).saturating_sub(2);
    }
    let mut pen = pen.within(Rect { width: end, x: 0, ..pen.area });
    // One text at a time: its name is in its title, and the line is for the scores.
    let named = !model.workspace.shows_shared() || model.wide(model.screen_width());
    let names = documents.map(|i| model.workspace.batch.name(i));
    let max_width = usize::from(end.saturating_sub(body.x));
    let (cells, scores) = if model.workspace.shows_shared() {
        shared_scores(model, documents, &names, named.then_some(max_width), theme)
    } else {
        scores(model, documents, &names, max_width, theme)
    };
    let mut x = body.x;
    for (n, name) in shorten_names(&names, cells).iter().enumerate().filter(|_| named) {
        x = if n > 0 { pen.text(x, body.y, &between(theme), theme.label) } else { x };
        x = pen.text(x, body.y, name, theme.strong);
    }
    for HeadScore { text, style, gap } in scores {
        x = pen.text(if x > body.x { x + gap } else { x }, body.y, &text, style);
    }
}

/// Cells of a name that still tells which it is.
const LEAST_NAME: usize = 8;

/// A score of the pair, and the cells before it.
#[derive(Clone)]
struct HeadScore {
    text: String,
    style: Style,
    gap: u16,
}

fn score(text: String, style: Style) -> HeadScore {
    HeadScore { text, style, gap: 3 }
}

/// The cells that scores leave both names of so many.
fn left_by(scores: &[HeadScore], max_width: usize, theme: &Theme) -> usize {
    let taken: usize = scores.iter().map(|score| width(&score.text) + usize::from(score.gap)).sum();
    max_width.saturating_sub(taken + width(&between(theme)))
}

/// The width of a name in the head line, and the scores of the pair behind both names, in `max_width` cells: the
/// distance, the coverage of each text, and both after exclusions. As many scores as leave each name a fifth of the
/// width; the distance and the coverage, shortened, if that leaves eight cells.
fn scores(
    model: &Model,
    documents: [usize; 2],
    names: &[&str; 2],
    max_width: usize,
    theme: &Theme,
) -> (usize, Vec<HeadScore>) {
    let lang = model.lang;
    let [shorter, longest] = match names.map(width) {
        [a, b] if a > b => [b, a],
        both => both,
    };
    let fifth = max_width / 5;
    let Some(pair) = model.workspace.listed(model.workspace.overview.list.selected) else {
        return (fifth, Vec::new());
    };
    let distance = |pair: &Pair| theme.number(pair.hamming());
    let shares = |key: &'static str, pair: &Pair| {
        let [ab, ba] = pair.coverage.map(|share| lang.percent(share));
        lang.fill(key, &[("ab", &ab), ("ba", &ba)])
    };
    let rest = model.workspace.batch.pair_remainder(documents).filter(|(_, current)| *current).map(|(rest, _)| rest);
    // The scores after exclusions are closer to the others, in brackets.
    let beside = |text| HeadScore { text, style: theme.text, gap: 2 };
    let hd = if model.workspace.asks_distance() { "?".into() } else { distance(pair) };
    let hd = score(format!("HD {hd}"), theme.alert);
    let hd_excluded = rest.map(|rest| beside(t!(lang, "exclude.hd-excluded", hd = distance(rest))));
    let known = pair.shares().is_some();
    let long = known.then(|| score(shares("diff.shares", pair), theme.text));
    let short = known.then(|| score(shares("diff.shares-short", pair), theme.text));
    let shares_excluded = rest.filter(|_| known).map(|rest| beside(shares("exclude.shares-excluded", rest)));
    // From the fullest to the barest.
    let all = [
        (vec![Some(hd.clone()), hd_excluded.clone(), long.clone(), shares_excluded], fifth),
        (vec![Some(hd.clone()), hd_excluded.clone(), long], fifth),
        (vec![Some(hd.clone()), hd_excluded.clone(), short.clone()], fifth),
        (vec![Some(hd.clone()), hd_excluded, short.clone()], LEAST_NAME),
        (vec![Some(hd.clone()), short], LEAST_NAME),
        (vec![Some(hd)], LEAST_NAME.min(fifth)),
    ];
    let sets = all.map(|(set, least)| (set.into_iter().flatten().collect::<Vec<_>>(), least));
    let left = |set: &[HeadScore]| {
        let left = left_by(set, max_width, theme);
        // The longer name gets the cells that the shorter one does not need.
        left.saturating_sub(shorter).max(left / 2)
    };
    let mut sets = sets.into_iter().map(|(set, least)| (left(&set), set, least));
    let fits = |(cells, _, least): &(usize, Vec<_>, usize)| *cells >= longest.min(*least);
    let last = sets.next_back();
    let (cells, set, _) = sets.find(fits).or(last).unwrap_or_default();
    (cells.min(longest), set)
}

/// The width of a name in the head line, and the scores of shared text behind both names in `max_width` cells: as many
/// as leave each name eight cells. Without names they are short.
fn shared_scores(
    model: &Model,
    documents: [usize; 2],
    names: &[&str; 2],
    max_width: Option<usize>,
    theme: &Theme,
) -> (usize, Vec<HeadScore>) {
    let lang = model.lang;
    let pair =
        model.workspace.listed(model.workspace.overview.list.selected).map(|pair| model.workspace.as_listed(pair));
    let Some(pair) = pair else { return (0, Vec::new()) };
    let mut all = Vec::new();
    if max_width.is_some() {
        all.push(score(format!("HD {}", theme.number(pair.hamming())), theme.text));
    }
    if let Some(shares) = pair.shares() {
        // The larger share calls where it contradicts the distance.
        let thresholds = model.workspace.thresholds();
        let contradicts = pair.disagreement(thresholds) == Some(Disagreement::SharedNotNear);
        let values = shares.map(|share| lang.percent(share));
        for (side, key) in ["shared.scores", "shared.scores-other"].into_iter().enumerate() {
            let loud = contradicts && shares[side] >= thresholds.texts.least_share();
            let text = lang.fill(key, &[(["ab", "ba"][side], &values[side])]);
            all.push(score(text, if loud { theme.alert } else { theme.text }));
        }
    }
    let mut longest = [None, None];
    if let Some(passages) = model.workspace.passages_of(documents) {
        let (n, chars) = (passages.shared.numbered(), passages.longest());
        all.push(score(t!(lang, "shared.passages", n), theme.text));
        if n > 0 {
            longest = ["shared.longest", "shared.longest-short"]
                .map(|key| Some(score(lang.fill(key, &[("chars", &grouped(chars))]), theme.text)));
        }
    }
    let [long, short] = longest;
    let Some(max_width) = max_width else {
        all.extend(short);
        return (0, all);
    };
    let longest = names.map(width).into_iter().max().unwrap_or(0);
    let cells = |all: &[HeadScore]| left_by(all, max_width, theme) / 2;
    // Whole names come before the longest passage.
    let with = |last: &Option<HeadScore>| all.iter().chain(last).cloned().collect::<Vec<_>>();
    let sets = [with(&long), with(&short), with(&None)];
    let set = sets.iter().find(|set| cells(set) >= longest.min(max_width / 5)).unwrap_or(&sets[2]);
    let mut set = set.clone();
    while cells(&set) < LEAST_NAME.min(longest) && set.len() > 1 {
        set.pop();
    }
    (cells(&set).min(longest), set)
}
