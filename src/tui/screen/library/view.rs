//! Screen 6: all documents together. The block index at work, clusters, passages that several share.
//!
//! ```text
//! LOOKED UP  3 draft.txt                                              h l another   P another plan
//! QUERY  …                                                            (the exhibit of the index)
//! ────────────────────────────────────────────────────────────────────────────────────────────────
//! CLUSTERS  HD up to 10: 2 of them                │ SHARED PASSAGES  14
//! > 1   3 documents   spread 12   1 5 7           │ >  3   120  夜里的海是黑色的…
//!   2   2 documents   spread  4   2 6             │    2    85  The keeper lit the lamp …
//!   almost  5 × 8 HD 12                           │
//! cutoff   3  6  10  14   clusters 6 5 4 2        │
//! ```

mod engines;
mod opened;
mod row_keys;

use ratatui::layout::Rect;

use crate::{
    document::safe_name,
    locale::grouped,
    simhash::{Fingerprint, Span},
    store::StoredDocument,
    t,
    table::{Column, Width},
    text::{shorten_names, truncate_end, truncate_middle, width},
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, IndexView, LibraryPane, Model},
        view::{
            exhibit::{self, Exhibit},
            parts::{below, beside, choice},
            progress,
        },
        widget::{Grid, Pen, widest},
    },
};

/// Rows of the lower panes, where all three are seen.
const LOWER: u16 = 12;

pub(crate) fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let lang = model.lang;
    if model.workspace.library.pane.of_library() {
        opened::draw(model, pen, body, drawn);
        return;
    }
    context(model, pen, body);
    let body = Rect { height: body.height.saturating_sub(without_library(model, pen, body)), ..body };
    let Some(index_view) = model.workspace.results.index_view.value() else {
        let text = lang.text(if model.workspace.works() { "overview.working" } else { "library.nothing" });
        pen.text(body.x, body.y + 2, text, pen.theme.label);
        return;
    };
    let area = below(body, body.y + 2);
    if !model.wide(body.width + 2) || area.height < 2 * LOWER {
        match model.workspace.library.pane {
            LibraryPane::Near | LibraryPane::Sharing | LibraryPane::Engines => {}
            LibraryPane::Tables => tables(model, index_view, pen, area),
            LibraryPane::Clusters => draw_clusters(model, pen, area, drawn),
            LibraryPane::Passages => draw_passages(model, index_view, pen, area, drawn),
        }
        return;
    }
    let upper = Rect { height: area.height - LOWER - 1, ..area };
    tables(model, index_view, pen, upper);
    pen.rule(upper.bottom());
    let lower = Rect { y: upper.bottom() + 1, height: LOWER, ..area };
    let [left, right] = beside(pen, lower, (area.width - 3) / 2, lower.bottom());
    draw_clusters(model, &mut pen.with_edge(left), left, drawn);
    draw_passages(model, index_view, &mut pen.within(right), right, drawn);
}

/// Draws in the last row how a library is made of these files, if there is none. Returns how many rows that takes.
fn without_library(model: &Model, pen: &mut Pen<'_>, body: Rect) -> u16 {
    let files = model.workspace.batch.entries.iter().any(|entry| entry.source.file().is_some());
    let missing = model.workspace.library.opened.as_ref().filter(|library| files && !library.present);
    let Some(library) = missing else { return 0 };
    let file = safe_name(&library.place.short_name());
    let text = t!(model.lang, "library.make", key = model.key_of(Action::AddToLibrary), file);
    pen.text(body.x, body.bottom().saturating_sub(1), &text, pen.theme.label);
    1
}

/// Draws the document that is looked up, and the panes.
fn context(model: &Model, pen: &mut Pen<'_>, body: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let end = progress::draw(model, pen, body.y);
    let mut pen = pen.within(Rect { width: end.saturating_sub(pen.area.x), ..pen.area });
    let shown = model.workspace.shown_document();
    let [left, right, plan] = model.keys_of([Action::Left, Action::Right, Action::Plan]);
    let keys = t!(lang, "library.keys", left, right, plan);
    let x = pen.text(body.x, body.y, t!(lang, "library.query"), theme.label) + 2;
    let name = format!("{} {}", shown + 1, model.workspace.batch.name(shown));
    let max_width = usize::from(end.saturating_sub(x)).saturating_sub(width(&keys) + 3);
    let x = pen.text(x, body.y, &truncate_middle(&name, max_width.max(10)), theme.strong);
    pen.text(x + 3, body.y, &keys, theme.label);
}

/// The index at work.
fn tables(model: &Model, index_view: &IndexView, pen: &mut Pen<'_>, area: Rect) {
    let lang = model.lang;
    let Some(index) = &index_view.index else {
        pen.paragraph(area.x, area.y, area.height, t!(lang, "library.no-plan"), pen.theme.label);
        return;
    };
    let shown = model.workspace.shown_document();
    let Some(own) = index_view.documents.iter().position(|&document| document == shown) else {
        pen.paragraph(area.x, area.y, area.height, t!(lang, "library.no-fingerprint"), pen.theme.label);
        return;
    };
    // A new recipe may be on its way.
    let fits = |query: &Fingerprint| query.width() == index.plan().width();
    let Some(query) = model.workspace.batch.fingerprint(shown).filter(fits) else { return };
    let names: Vec<&str> = index_view.documents.iter().map(|&document| model.workspace.batch.name(document)).collect();
    let exhibit = Exhibit {
        index,
        names: &names,
        query,
        own: Some(own),
        k: model.workspace.k,
        table: model.workspace.library.table.min(index.plan().tables().len().saturating_sub(1)),
    };
    exhibit::draw(&exhibit, pen, area);
}

/// The name of a document of the library: its title, or its file without folders.
fn name(model: &Model, document: &StoredDocument) -> String {
    if model.workspace.batch.hidden.is_some() {
        return model.lang.set("…").into_owned();
    }
    let file = || document.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    safe_name(&document.title.clone().unwrap_or_else(file))
}

/// The head of a pane; the one that keys go to is bright.
fn head(model: &Model, pen: &mut Pen<'_>, area: Rect, pane: LibraryPane, name: &str, beside: &str) {
    let theme = pen.theme;
    let style = if model.workspace.library.pane == pane { theme.accent() } else { theme.strong };
    let x = pen.text(area.x, area.y, name, style);
    pen.text_until(x + 2, area.y, area.right(), beside, theme.label);
}

/// Rows below the list: what is almost in a cluster, and the cutoffs.
const BELOW: u16 = 3;

/// Cells of the marks before and behind the cutoffs, where there are more.
const MARKS: u16 = 4;

/// Cells of a name among others.
const NAME: usize = 18;
/// Cells of a name that still tells which it is.
const LEAST_NAME: usize = 12;

/// The clusters at the cutoff, what is almost in one, and how many there are at other cutoffs.
fn draw_clusters(model: &Model, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let Pen { theme, lang, .. } = *pen;
    let library = &model.workspace.library;
    let found = &library.found;
    let current = library.pane == LibraryPane::Clusters;
    let keys = model.keys_of([Action::LessCutoff, Action::MoreCutoff]).join(" ");
    let beside = t!(
        lang,
        "library.clusters-beside",
        cutoff = library.cutoff,
        n = grouped(found.clusters.len() as u64),
        alone = grouped(found.alone.len() as u64),
        keys
    );
    head(model, pen, area, LibraryPane::Clusters, t!(lang, "library.clusters"), &beside);
    let rows = usize::from(area.height.saturating_sub(1 + BELOW));
    if current {
        drawn.rows = rows;
    }
    let window = library.clusters.window(found.clusters.len(), rows);
    for (row, y) in window.zip(area.y + 1..) {
        let cluster = &found.clusters[row];
        let selected = current && row == library.clusters.selected;
        let style = choice(pen, drawn, (area, y), ClickTarget::Cluster(row), selected);
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

/// The nearest pair that no cluster holds, and how many more there are, in so many cells: with shorter names, or
/// without the others, where there is little room.
fn almost(model: &Model, max_width: usize) -> Option<String> {
    let lang = model.lang;
    let link = model.workspace.library.found.almost.first()?;
    let more = model.workspace.library.found.almost.len() - 1;
    let names = link.documents.map(|at| model.workspace.batch.name(at as usize));
    let said = |most: usize, others: bool| {
        let [a, b] = <[String; 2]>::try_from(shorten_names(&names, most)).unwrap_or_default();
        let text = t!(lang, "library.almost", a, b, hd = link.hamming);
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
    let Pen { theme, lang, .. } = *pen;
    let Some(index_view) = model.workspace.results.index_view.value() else { return };
    let labels = [t!(lang, "library.cutoff"), t!(lang, "library.count")];
    let label = widest(labels);
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

/// The widest name.
const HOLDER_NAME: usize = 20;
/// More than this no row shows, in bytes.
const SHOWN: usize = 1000;

/// Passages that several documents share: the number of documents, the length, the beginning.
fn draw_passages(model: &Model, index_view: &IndexView, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let Pen { theme, lang, .. } = *pen;
    let current = model.workspace.library.pane == LibraryPane::Passages;
    let beside = t!(
        lang,
        "library.passages-beside",
        n = grouped(index_view.passages.len() as u64),
        han = model.workspace.batch.run.han,
        words = model.workspace.batch.run.words
    );
    head(model, pen, area, LibraryPane::Passages, t!(lang, "library.passages"), &beside);
    let (y, rows) = (area.y + 1, usize::from(area.height.saturating_sub(3)));
    if current {
        drawn.rows = rows;
    }
    if index_view.passages.is_empty() {
        pen.text(area.x + 2, y, t!(lang, "library.no-passages"), theme.label);
        return;
    }
    having(model, pen, area);
    let columns = [
        Column::right("library.in", 7).gap(0),
        Column::right("library.chars", 8).gap(2),
        Column::flexible("", Width::REMAINING),
    ];
    let grid = Grid::new(columns, area, lang);
    grid.head(pen, y);
    let window = model.workspace.library.passages.window(index_view.passages.len(), rows);
    for (row, y) in window.zip(y + 1..) {
        let passage = &index_view.passages[row];
        let selected = current && row == model.workspace.library.passages.selected;
        let style = choice(pen, drawn, (area, y), ClickTarget::Passage(row), selected);
        let out =
            passage.places.first().is_some_and(|&(at, span)| model.workspace.batch.is_excluded(at as usize, span));
        let style = if out { theme.struck } else { style };
        let number = if out { theme.label } else { style };
        let mut text = beginning(model, passage.places.first()).unwrap_or_default();
        if out && model.brackets() {
            text = format!("[x {} x]", truncate_end(&text, grid.text_width(2).saturating_sub(6)));
        }
        let mut line = grid.line(pen, y);
        line.cell(&grouped(passage.texts.len() as u64), number);
        line.cell(&grouped(passage.chars), theme.label);
        line.cell(&text, style);
    }
}

/// Draws the documents that have the passage under the cursor; the two that are shown beside each other are emphasized.
fn having(model: &Model, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let Some((passage, chosen)) = model.workspace.shared_passage() else { return };
    let y = area.bottom().saturating_sub(1);
    let mut x = pen.text(area.x, y, t!(lang, "library.having"), theme.label) + 1;
    let all = passage.texts.len();
    // The two that are chosen come first, so that they are seen however many there are.
    let others = passage.texts.iter().copied().filter(|at| !chosen.contains(at));
    for (n, at) in chosen.into_iter().chain(others).enumerate() {
        let name = truncate_middle(model.workspace.batch.name(at as usize), HOLDER_NAME);
        let left = all - n;
        let more = format!("+{}", grouped(left as u64));
        let max_width = usize::from(area.right().saturating_sub(x));
        if n > 1 && width(&name) + if left > 1 { 2 + more.len() } else { 0 } > max_width {
            pen.text(x, y, &more, theme.label);
            return;
        }
        x = pen.text(x, y, &name, if n < 2 { theme.strong } else { theme.text }) + 2;
    }
}

/// How a passage begins, on one line.
fn beginning(model: &Model, place: Option<&(u32, Span)>) -> Option<String> {
    let &(document, span) = place?;
    let text = span.of(&model.workspace.batch.document(document as usize)?.text);
    let end = (0..=SHOWN.min(text.len())).rev().find(|&at| text.is_char_boundary(at))?;
    let text = text[..end].split_whitespace().collect::<Vec<_>>().join(" ");
    // The end of the sentence before is dropped.
    let word = text.trim_start_matches(|c: char| ".,;:!?。，、；：！？…”’）)]".contains(c) || c.is_whitespace());
    Some(if word.is_empty() { text } else { word.to_owned() })
}
