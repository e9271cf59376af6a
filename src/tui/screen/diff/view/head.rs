//! The head of screen 4, two lines in each mode: the names, and at the right the change; then how much of each text is
//! in the other, how many changes there are, and what the rule says.

use ratatui::{layout::Rect, style::Style};

use crate::{
    compare::pair::Disagreement,
    lesson::{LessonPart, LessonTerm},
    locale::percent,
    review::pairs::Figures,
    t,
    text::{shorten_names, width},
    tui::{
        model::{DiffMode, Model},
        theme::Theme,
        view::{parts::between, progress},
        widget::Pen,
    },
};

/// Its rows.
pub(super) const ROWS: u16 = 2;
/// Cells between two scores, a dot among them.
const GAP: u16 = 3;

pub(super) fn draw(model: &Model, documents: [usize; 2], pen: &mut Pen<'_>, body: Rect) {
    let theme = pen.theme;
    let mut end = progress::draw(model, pen, body.y);
    if let Some(place) = place(model, documents) {
        end = pen.text_right(end, body.y, &place, theme.label).saturating_sub(2);
    }
    let names = documents.map(|at| model.workspace.batch.name(at));
    let left = usize::from(end.saturating_sub(body.x)).saturating_sub(width(&between(theme)));
    // The longer name gets the cells that the shorter one does not need.
    let shorter = names.map(width).into_iter().min().unwrap_or(0);
    let cells = left.saturating_sub(shorter).max(left / 2);
    let mut x = body.x;
    for (n, name) in shorten_names(&names, cells).iter().enumerate() {
        x = if n > 0 { pen.text(x, body.y, &between(theme), theme.label) } else { x };
        x = pen.text(x, body.y, name, theme.strong);
    }
    x = body.x;
    for (text, style) in scores(model, documents, body.width, theme) {
        if x > body.x {
            pen.text(x + GAP / 2, body.y + 1, &pen.lang.set("·"), theme.label);
            x += GAP;
        }
        x = pen.text(x, body.y + 1, &text, style);
    }
}

/// The match of a search, or the change under the cursor, and how many there are.
fn place(model: &Model, documents: [usize; 2]) -> Option<String> {
    let lang = model.lang;
    let diff = &model.workspace.diff;
    let matched = diff.search.as_ref().map(|search| {
        let n = diff.match_number(search, model.workspace.shows_shared());
        t!(lang, "diff.match", n, all = search.matches.len())
    });
    if model.workspace.shows_shared() {
        return matched;
    }
    let diff = &model.workspace.results.diff_of(documents)?.diff;
    let change = || match diff.changes_total() {
        0 => t!(lang, "diff.equal").into(),
        all => t!(lang, "diff.hunk-of", n = diff.change_number(model.workspace.diff.hunk), all),
    };
    let place = matched.unwrap_or_else(change);
    Some(if diff.complete { place } else { format!("{}  {place}", t!(lang, "diff.coarse")) })
}

/// The scores of the pair, as many as fit: the shares, also after exclusions; the changes; the distance and the verdict
/// of the rule.
fn scores(model: &Model, documents: [usize; 2], max_width: u16, theme: &Theme) -> Vec<(String, Style)> {
    let (lang, workspace) = (model.lang, &model.workspace);
    let Some(pair) = workspace.listed(workspace.overview.list.selected) else { return Vec::new() };
    let rest = workspace.batch.pair_remainder(documents).filter(|(_, current)| *current).map(|(rest, _)| rest);
    let thresholds = workspace.thresholds();
    let contradicts = pair.disagreement(thresholds) == Some(Disagreement::SharedNotNear);
    let (mut excluded, mut both, mut larger) = (None, None, None);
    if let Some(shares @ [ab, ba]) = pair.shares().filter(|_| workspace.knows(LessonTerm::Share)) {
        let style = if contradicts { theme.alert } else { theme.text };
        let fill = |key, shares: [f64; 2]| {
            let [ab, ba] = shares.map(percent);
            lang.fill(key, &[("ab", &ab), ("ba", &ba)])
        };
        let edited = Figures::of(pair, thresholds).has_notable_edits().then(|| pair.edited());
        let mut whole = fill("diff.shares", shares);
        let side = usize::from(ba > ab);
        let mut one = fill(["shared.scores", "shared.scores-other"][side], shares);
        if let Some(edited) = edited {
            whole.push_str(&fill("diff.with-edits", edited));
            one.push_str(&t!(lang, "shared.with-edits", share = percent(edited[side])));
        }
        excluded = rest.map(|rest| (format!("{whole} {}", fill("exclude.shares-excluded", rest.coverage)), style));
        both = Some((whole, style));
        larger = Some((one, style));
    }
    let diffed = workspace.results.diff_of(documents);
    let changes = diffed.map(|diffed| {
        let changes = t!(lang, "diff.changes", n = diffed.diff.changes_total());
        let reading = match workspace.diff_mode() {
            _ if !diffed.two_readings => "",
            DiffMode::AsWritten => t!(lang, "diff.as-written"),
            DiffMode::Differences | DiffMode::Shared => t!(lang, "diff.normalised"),
        };
        (changes + reading, theme.text)
    });
    let hd_excluded = rest.map_or_else(String::new, |rest| {
        format!(" {}", t!(lang, "exclude.hd-excluded", hd = theme.number(rest.hamming())))
    });
    let [distance, rule] = match pair.hamming() {
        _ if workspace.asks_distance() => ["HD ?"; 2].map(str::to_owned),
        None => [t!(lang, "diff.no-distance"); 2].map(str::to_owned),
        Some(hamming) => {
            let distance = format!("HD {hamming}{hd_excluded}");
            let k = workspace.k;
            let rule =
                if hamming <= k { t!(lang, "diff.near", distance, k) } else { t!(lang, "diff.far", distance, k) };
            [distance, rule]
        }
    };
    let rule = if workspace.knows(LessonTerm::Near) { rule } else { distance.clone() };
    let shown = workspace.shows(LessonPart::Bits);
    let [distance, rule] = [distance, rule].map(|text| shown.then_some((text, theme.text)));
    // From the fullest to the barest.
    let sets = [
        vec![if excluded.is_some() { &excluded } else { &both }, &changes, &rule],
        vec![&both, &changes, &rule],
        vec![&larger, &changes, &rule],
        vec![&larger, &changes, &distance],
        vec![&larger, &distance],
        vec![&larger],
    ];
    let mut sets = sets.into_iter().map(|set| set.into_iter().flatten().cloned().collect::<Vec<_>>());
    let taken = |set: &[(String, Style)]| -> usize {
        set.iter().map(|(text, _)| width(text) + usize::from(GAP)).sum::<usize>().saturating_sub(GAP.into())
    };
    sets.find(|set| taken(set) <= usize::from(max_width)).unwrap_or_default()
}
