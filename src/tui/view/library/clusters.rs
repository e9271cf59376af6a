//! Documents that hang together: the clusters at the cutoff, what is almost in one, and how many there are at others.

use ratatui::layout::Rect;

use super::head;
use crate::{
    locale::grouped,
    t,
    text::{truncate_middle, width},
    tui::{
        action::Action,
        model::{Drawn, LibraryPane, Model, Target},
        widget::Pen,
    },
};

/// Rows below the list: what is almost in a cluster, and the cutoffs.
const BELOW: u16 = 3;

/// Cells of a name among others.
const NAME: usize = 18;

/// Draws the pane.
pub fn draw(model: &Model, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let (theme, lang) = (pen.theme, model.lang);
    let library = &model.library;
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
        drawn.targets.push((Rect::new(area.x, y, area.width, 1), Target::Cluster(row)));
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
        let x = pen.text(area.x + 9, y, &spread, if far { theme.call } else { theme.label }) + 2;
        let mut line = String::new();
        for &member in &cluster.members {
            let name = truncate_middle(model.desk.name(member as usize), NAME);
            let next = format!("{} {name}  ", member + 1);
            if !line.is_empty() && width(&line) + width(&next) > usize::from(area.right().saturating_sub(x)) {
                break;
            }
            line.push_str(&next);
        }
        pen.text_until(x, y, area.right(), line.trim_end(), style);
    }
    if found.clusters.is_empty() {
        pen.text(area.x + 2, area.y + 1, t!(lang, "library.no-clusters"), theme.label);
    }
    let y = area.bottom().saturating_sub(BELOW);
    if let Some(link) = found.almost.first() {
        let [a, b] = link.documents.map(|at| model.desk.name(at as usize).to_owned());
        let more = found.almost.len() - 1;
        let text = t!(lang, "library.almost", a = a, b = b, hd = link.hamming, more = grouped(more as u64));
        pen.text_until(area.x + 2, y, area.right(), &text, theme.label);
    }
    cutoffs(model, pen, Rect { y: y + 1, height: 2, ..area });
}

/// At which distances clusters join, and how many there are from there on, documents alone counted as one each.
fn cutoffs(model: &Model, pen: &mut Pen<'_>, area: Rect) {
    let (theme, lang) = (pen.theme, model.lang);
    let Some(shelf) = &model.library.shelf else { return };
    let labels = [t!(lang, "library.cutoff"), t!(lang, "library.count")];
    let label = labels.iter().map(|label| width(label)).max().unwrap_or(0) as u16;
    for (label, y) in labels.iter().zip(area.y..) {
        pen.text(area.x + 2, y, label, theme.label);
    }
    let mut x = area.x + 2 + label;
    for (hamming, count) in shelf.forest.counts() {
        let [above, below] = [hamming.to_string(), grouped(count as u64)];
        let end = x + 2 + width(&above).max(width(&below)) as u16;
        if end > area.right() {
            break;
        }
        let style = if hamming <= model.library.cutoff { theme.text } else { theme.label };
        pen.text_right(end, area.y, &above, style);
        pen.text_right(end, area.y + 1, &below, style);
        x = end;
    }
}
