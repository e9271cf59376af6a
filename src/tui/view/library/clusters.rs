//! Documents that hang together: the clusters at the cutoff, what is almost in one, and how many there are at others.

use ratatui::layout::Rect;

use super::head;
use crate::{
    locale::grouped,
    t,
    text::{shorten_names, truncate_end, truncate_middle, width},
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, LibraryPane, Model},
        widget::Pen,
    },
};

/// Rows below the list: what is almost in a cluster, and the cutoffs.
const BELOW: u16 = 3;

/// Cells of the marks before and behind the cutoffs, where there are more.
const MARKS: u16 = 4;

/// Cells of a name among others.
const NAME: usize = 18;
/// Cells of a name that still tells which it is.
const LEAST_NAME: usize = 12;

/// Draws the pane.
pub(super) fn draw(model: &Model, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let library = &model.workspace.library;
    let found = &library.found;
    let current = library.pane == LibraryPane::Clusters;
    let keys = [Action::LessCutoff, Action::MoreCutoff].map(|action| model.key_of(action)).join(" ");
    let beside = t!(
        lang,
        "library.clusters-beside",
        cutoff = library.cutoff,
        n = grouped(found.clusters.len() as u64),
        alone = grouped(found.alone.len() as u64),
        keys = keys
    );
    head(model, pen, area, LibraryPane::Clusters, t!(lang, "library.clusters"), &beside);
    let rows = usize::from(area.height.saturating_sub(1 + BELOW));
    if current {
        drawn.rows = rows;
    }
    let window = library.clusters.window(found.clusters.len(), rows);
    for (row, y) in window.zip(area.y + 1..) {
        let cluster = &found.clusters[row];
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), ClickTarget::Cluster(row)));
        let selected = current && row == library.clusters.selected;
        if selected {
            pen.tint(area.x..area.right(), y, theme.selected);
            pen.text(area.x, y, ">", theme.positive);
        }
        let style = if selected { theme.strong } else { theme.text };
        pen.text_right(area.x + 7, y, &grouped(cluster.members.len() as u64), style);
        let spread = t!(lang, "library.spread", spread = cluster.spread);
        // A chain may join unlike ends: that is what the spread is for.
        let far = cluster.spread > 2 * library.cutoff;
        let x = pen.text(area.x + 9, y, &spread, if far { theme.alert } else { theme.label }) + 2;
        let line = members(model, &cluster.members, usize::from(area.right().saturating_sub(x)));
        pen.text_until(x, y, area.right(), &line, style);
    }
    if found.clusters.is_empty() {
        pen.text(area.x + 2, area.y + 1, t!(lang, "library.no-clusters"), theme.label);
    }
    let y = area.bottom().saturating_sub(BELOW);
    if let Some(text) = almost(model, usize::from(area.width.saturating_sub(2))) {
        pen.text(area.x + 2, y, &text, theme.label);
    }
    cutoffs(model, pen, Rect { y: y + 1, height: 2, ..area });
}

/// The members in so many cells: all of them with shorter names, or as many as fit and how many more there are.
fn members(model: &Model, all: &[u32], max_width: usize) -> String {
    let line = |some: &[u32], name: usize| {
        let named =
            |&at: &u32| format!("{} {}", at + 1, truncate_middle(model.workspace.batch.name(at as usize), name));
        let mut parts: Vec<String> = some.iter().map(named).collect();
        if some.len() < all.len() {
            parts.push(format!("+{}", grouped((all.len() - some.len()) as u64)));
        }
        parts.join("  ")
    };
    let whole = || (LEAST_NAME..=NAME).rev().map(|name| line(all, name)).find(|line| width(line) <= max_width);
    // A name takes more cells than four, so no more than that many fit.
    let most = all.len().min(max_width / 4 + 1);
    let whole = if most < all.len() { None } else { whole() };
    let some = || (1..most).rev().map(|n| line(&all[..n], LEAST_NAME)).find(|line| width(line) <= max_width);
    whole.or_else(some).unwrap_or_else(|| line(&all[..all.len().min(1)], LEAST_NAME))
}

/// The nearest pair that no cluster holds, and how many more there are, in so many cells: with shorter names, or without
/// the others, where there is little room.
fn almost(model: &Model, max_width: usize) -> Option<String> {
    let lang = model.session.lang;
    let link = model.workspace.library.found.almost.first()?;
    let more = model.workspace.library.found.almost.len() - 1;
    let names = link.documents.map(|at| model.workspace.batch.name(at as usize));
    let said = |most: usize, others: bool| {
        let [a, b] = <[String; 2]>::try_from(shorten_names(&names, most)).unwrap_or_default();
        let text = t!(lang, "library.almost", a = a, b = b, hd = link.hamming);
        if others { t!(lang, "library.almost-more", almost = text, more = grouped(more as u64)) } else { text }
    };
    let longest = names.into_iter().map(width).max().unwrap_or(0);
    let widths = || (LEAST_NAME.min(longest)..=longest.min(max_width)).rev();
    let with = widths().map(|most| said(most, more > 0)).find(|text| width(text) <= max_width);
    let without = || widths().map(|most| said(most, false)).find(|text| width(text) <= max_width);
    let text = with.or_else(without).unwrap_or_else(|| said(LEAST_NAME, false));
    Some(truncate_end(&text, max_width).into_owned())
}

/// At which distances clusters join, and how many there are from there on, documents alone counted as one each.
fn cutoffs(model: &Model, pen: &mut Pen<'_>, area: Rect) {
    let (theme, lang) = (pen.theme, model.session.lang);
    let Some(index_view) = model.workspace.results.index_view.value() else { return };
    let labels = [t!(lang, "library.cutoff"), t!(lang, "library.count")];
    let label = labels.iter().map(|label| width(label)).max().unwrap_or(0) as u16;
    for (label, y) in labels.iter().zip(area.y..) {
        pen.text(area.x + 2, y, label, theme.label);
    }
    let join = |(hamming, count): (u32, usize)| (hamming, [hamming.to_string(), grouped(count as u64)]);
    let columns: Vec<(u32, [String; 2])> = index_view.forest.counts().into_iter().map(join).collect();
    let cells = |(_, [above, below]): &(u32, [String; 2])| 2 + width(above).max(width(below)) as u16;
    // The last at which something joined, and the first at which something would, are always shown.
    let past = columns.partition_point(|(hamming, _)| *hamming <= model.workspace.library.cutoff);
    let must = columns.len().min(past + 1);
    let mut x = area.x + 2 + label;
    let max_width = area.right().saturating_sub(x + MARKS);
    let used = |from: usize| columns[from..must].iter().map(cells).sum::<u16>();
    let from = (0..must).find(|&from| used(from) <= max_width).unwrap_or(past.min(columns.len().saturating_sub(1)));
    let mark = lang.set("…");
    if from > 0 {
        x = pen.text(x + 1, area.y, &mark, theme.label);
    }
    for (at, column) in columns.iter().enumerate().skip(from) {
        let end = x + cells(column);
        let last = at + 1 == columns.len();
        if end + if last { 0 } else { MARKS / 2 } > area.right() {
            pen.text(x + 1, area.y, &mark, theme.label);
            break;
        }
        let (hamming, [above, below]) = column;
        let style = if *hamming <= model.workspace.library.cutoff { theme.text } else { theme.label };
        pen.text_right(end, area.y, above, style);
        pen.text_right(end, area.y + 1, below, style);
        x = end;
    }
}
