//! The head line of screen 4: the two names, the distance, how much of each text is in the other; at the right the change.

use ratatui::{layout::Rect, style::Style};

use crate::{
    compare::pair::Pair,
    t,
    text::{shorten_names, width},
    tui::{
        model::Model,
        theme::Theme,
        view::{between, progress},
        widget::Pen,
    },
};

pub(super) fn draw(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, body: Rect) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let mut end = progress::draw(model, pen, body.y);
    if let Some(diffed) = model.workspace.results.diff_of(documents) {
        let changes = diffed.diff.changes_total();
        let mut right = match &model.workspace.diff.search {
            Some(search) => t!(lang, "diff.match", n = search.place(), all = search.places()),
            None if !model.workspace.marked() => String::new(),
            None if changes == 0 => t!(lang, "diff.equal").into(),
            None => t!(lang, "diff.hunk-of", n = diffed.diff.change_number(model.workspace.diff.hunk), all = changes),
        };
        if !diffed.diff.complete {
            right = format!("{}  {right}", t!(lang, "diff.coarse"));
        }
        end = pen.text_right(end, body.y, &right, theme.label).saturating_sub(2);
    }
    let mut pen = pen.within(Rect { width: end, x: 0, ..pen.area });
    let names = documents.map(|i| model.workspace.batch.name(i));
    let max_width = usize::from(end.saturating_sub(body.x));
    let (cells, scores) = scores(model, documents, &names, max_width, theme);
    let names = shorten_names(&names, cells);
    let mut x = body.x;
    for (n, name) in names.iter().enumerate() {
        x = if n > 0 { pen.text(x, body.y, &between(theme), theme.label) } else { x };
        x = pen.text(x, body.y, name, theme.strong);
    }
    for HeadScore { text, style, gap } in scores {
        x = pen.text(x + gap, body.y, &text, style);
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
    let lang = model.session.lang;
    let [shorter, longest] = match names.map(width) {
        [a, b] if a > b => [b, a],
        both => both,
    };
    let fifth = max_width / 5;
    let Some(pair) = model.workspace.listed(model.workspace.overview.list.selected) else {
        return (fifth, Vec::new());
    };
    let distance = |pair: &Pair| pair.hamming().map_or_else(|| theme.marks.none.to_owned(), |h| h.to_string());
    let shares = |key: &'static str, pair: &Pair| {
        let [ab, ba] = pair.coverage.map(|share| lang.percent(share));
        lang.fill(key, &[("ab", &ab), ("ba", &ba)])
    };
    let rest = model.workspace.batch.pair_remainder(documents).filter(|(_, current)| *current).map(|(rest, _)| rest);
    let score = |text, style| HeadScore { text, style, gap: 3 };
    // The scores after exclusions are closer to the others, in brackets.
    let beside = |text| HeadScore { text, style: theme.text, gap: 2 };
    let hd = score(format!("HD {}", distance(pair)), theme.alert);
    let hd_rest = rest.map(|rest| beside(t!(lang, "exclude.hd-rest", hd = distance(rest))));
    let known = pair.shares().is_some();
    let long = known.then(|| score(shares("diff.shares", pair), theme.text));
    let short = known.then(|| score(shares("diff.shares-short", pair), theme.text));
    let shares_rest = rest.filter(|_| known).map(|rest| beside(shares("exclude.shares-rest", rest)));
    // From the fullest to the barest.
    let all = [
        (vec![Some(hd.clone()), hd_rest.clone(), long.clone(), shares_rest], fifth),
        (vec![Some(hd.clone()), hd_rest.clone(), long], fifth),
        (vec![Some(hd.clone()), hd_rest.clone(), short.clone()], fifth),
        (vec![Some(hd.clone()), hd_rest, short.clone()], LEAST_NAME),
        (vec![Some(hd.clone()), short], LEAST_NAME),
        (vec![Some(hd)], LEAST_NAME.min(fifth)),
    ];
    let sets = all.map(|(set, least)| (set.into_iter().flatten().collect::<Vec<_>>(), least));
    let left = |set: &[HeadScore]| {
        let taken: usize = set.iter().map(|score| width(&score.text) + usize::from(score.gap)).sum();
        let left = max_width.saturating_sub(taken + width(&between(theme)));
        // The longer name gets the cells that the shorter one does not need.
        left.saturating_sub(shorter).max(left / 2)
    };
    let mut sets = sets.into_iter().map(|(set, least)| (left(&set), set, least));
    let fits = |(cells, _, least): &(usize, Vec<_>, usize)| *cells >= longest.min(*least);
    let last = sets.next_back();
    let (cells, set, _) = sets.find(fits).or(last).unwrap_or_default();
    (cells.min(longest), set)
}
