//! Screen 1: all pairs, ranked; the matrix; the selected pair in words.
//!
//! ```text
//! 6 documents   15 pairs   1 near-duplicate   1 pair shares much text but is not a near-duplicate
//!
//! PAIRS  most shared first                                       │ MATRIX  Hamming distance
//! of A    of B             A             B              HD       │       1   2   3   4
//! 98.0%  97.0%  ██████   a.txt         b.txt           2 =     │  1
//! …                                                              │  2   24
//! ──────────────────────────────────────────────────────────────────────────────────────
//! a.txt × b.txt
//! SHARED   98% of a.txt is in b.txt, word for word; …
//! RULE     HD 2 (bits that differ): a near-duplicate at threshold 3.
//! ```

mod list;
mod side;
mod words;

pub(crate) use self::words::draw_no_pairs;
pub(crate) use self::words::fingerprint_only;

use list::{ListColumns, draw_list};
use ratatui::{layout::Rect, style::Style};
use side::{draw_histogram, draw_matrix, draw_side};
use words::PairWords;

use crate::{
    lesson::LessonTerm,
    locale::{Lang, grouped},
    t,
    text::width,
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, MainPane, Model},
        view::{
            parts::{below, beside},
            progress,
        },
        widget::Pen,
    },
};

/// The rows of the list that come before the sentences: two heads and nine pairs.
const LIST: u16 = 11;

pub(crate) fn draw(model: &Model, pen: &mut Pen<'_>, mut body: Rect, drawn: &mut Drawn) {
    if model.first_run() {
        draw_doors(model, pen, body, drawn);
        body = below(body, body.y + 1 + u16::from(body.height > 24));
    }
    draw_counts(model, archived(model), pen, body, drawn);
    let side = has_side(model, body.width);
    let air = u16::from(body.height > 24);
    let top = body.y + 1 + air;
    let words = PairWords::new(model, pen.theme);
    let pairs = u16::try_from(model.workspace.listing.len()).unwrap_or(u16::MAX - 2);
    let left = body.bottom().saturating_sub(top);
    let least = (pairs.max(3) + 2).min(LIST).min(left);
    let most = left.saturating_sub(words.rows(body.width) + air).max(least);
    let matrix = u16::try_from(model.workspace.batch.present().count())
        .unwrap_or(u16::MAX / 4)
        .saturating_mul(2)
        .saturating_add(6);
    let height = (pairs + 2).max(if side { matrix } else { 0 }).clamp(least, most);
    let list = Rect::new(body.x, top, body.width, height);
    if side {
        let [main, right] = beside(pen, list, main_width(body.width), list.bottom().saturating_sub(1));
        draw_list(model, &mut pen.with_edge(main), main, drawn);
        draw_side(model, &mut pen.within(right), right, drawn);
    } else {
        match model.workspace.overview.pane {
            MainPane::Pairs => draw_list(model, &mut pen.with_edge(list), list, drawn),
            MainPane::Matrix => draw_matrix(model, &mut pen.within(list), list, drawn),
            MainPane::Histogram => draw_histogram(model, &mut pen.within(list), list),
        }
    }
    let rest = below(body, list.bottom());
    words.draw(model, &mut pen.within(Rect { x: 0, width: body.right() + 1, ..rest }), rest);
}

/// Whether the matrix is beside the list: on a wide screen, if the names are whole there. In a review the longest
/// passage comes first: it is what can be proved.
pub(crate) fn has_side(model: &Model, width: u16) -> bool {
    let columns = || ListColumns::new(model, main_width(width));
    let room = |columns: ListColumns| columns.fit && (model.workspace.review.is_none() || columns.longest);
    model.wide(width + 2) && room(columns())
}

/// The width of a list with the matrix beside it.
fn main_width(width: u16) -> u16 {
    width - 32.min(width / 3) - 3
}

/// The lookup in the archive of fingerprints or the library, in a few words.
fn archived(model: &Model) -> Option<String> {
    let lang = model.lang;
    let archive = model.workspace.batch.archive.as_ref()?;
    let all = grouped(archive.len()?);
    if archive.recipe != model.workspace.batch.recipe {
        let of_library = archive.library().is_some();
        let key = if of_library { "archive.library-other" } else { "archive.other" };
        return Some(lang.fill(key, &[("archive", &all)]));
    }
    let found = archive.found.as_ref()?;
    if let Some(passages) = &found.passages {
        let near = grouped(found.near as u64);
        return Some(match passages.sharing {
            Some(n) => t!(lang, "archive.library-short", archive = all, near, sharing = grouped(n as u64)),
            None => t!(lang, "archive.short", archive = all, near),
        });
    }
    Some(t!(lang, "archive.short", archive = all, near = grouped(found.near as u64)))
}

/// Cells between two ways.
const GAP: u16 = 3;
/// The ways, each with the name of its text.
const DOORS: [(Action, &str); 4] = [
    (Action::AddDocuments, "first-run.compare"),
    (Action::ReviewFolder, "first-run.review"),
    (Action::Lessons, "first-run.learn"),
    (Action::Back, "first-run.close"),
];

/// Draws the line; where it is narrow, fewer words come before the ways.
fn draw_doors(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let Pen { theme, lang, .. } = *pen;
    let text = |key: &str| lang.find(key).unwrap_or_default();
    let doors = DOORS.map(|(action, label)| (action, model.key_of(action), text(label)));
    let used: usize = doors.iter().map(|(_, key, label)| width(key) + 1 + width(label) + usize::from(GAP)).sum();
    let free = usize::from(body.width).saturating_sub(used);
    let lead = ["first-run.lead", "first-run.lead-short"].map(text).into_iter().find(|lead| width(lead) <= free);
    let mut x = body.x;
    if let Some(lead) = lead {
        x = pen.text(x, body.y, lead, theme.strong) + GAP;
    }
    for (action, key, label) in doors {
        let end = x + (width(&key) + 1 + width(label)) as u16;
        if end > body.right() {
            break;
        }
        pen.line(x, body.y, &[(&key, theme.positive), (" ", theme.label), (label, theme.text)]);
        drawn.click(x..end, body.y, ClickTarget::Do(action));
        x = end + GAP;
    }
}

/// From so many pairs on that share common text, excluding it is offered.
const OFFERED: usize = 10;

/// The gap between two counts.
const COUNT_GAP: usize = 3;

/// One count: as it is said, and in fewer words.
struct CountEntry {
    what: CountKind,
    forms: [String; 2],
    style: Style,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CountKind {
    Documents,
    Pairs,
    Near,
    Shared,
    Common,
    Failed,
    Orphans,
    Archive,
    /// Work that runs or was stopped, at the right end.
    Work,
}

impl CountKind {
    /// The list behind the count.
    fn action(self) -> Option<Action> {
        match self {
            Self::Failed => Some(Action::Choose),
            Self::Orphans => Some(Action::Orphans),
            Self::Common => Some(Action::Exclusions),
            _ => None,
        }
    }
}

/// The order in which counts are shortened (`true`) or omitted if the line is too long.
const YIELDS: [(CountKind, bool); 15] = [
    (CountKind::Common, true),
    (CountKind::Archive, false),
    (CountKind::Shared, true),
    (CountKind::Orphans, true),
    (CountKind::Failed, true),
    (CountKind::Work, true),
    (CountKind::Common, false),
    (CountKind::Pairs, false),
    (CountKind::Near, true),
    (CountKind::Documents, false),
    (CountKind::Near, false),
    (CountKind::Shared, false),
    (CountKind::Failed, false),
    (CountKind::Work, false),
    (CountKind::Orphans, false),
];

/// Draws the line; `archived` is what was looked up in an archive of fingerprints.
fn draw_counts(model: &Model, archived: Option<String>, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let mut counts = counts(model, archived, pen);
    let right = pen.area.right().saturating_sub(1);
    let max_width = usize::from(right.saturating_sub(body.x));
    for (what, shorter) in YIELDS {
        let used: usize = counts.iter().map(|count| width(&count.forms[0]) + COUNT_GAP).sum();
        if used <= max_width + COUNT_GAP {
            break;
        }
        if shorter {
            counts.iter_mut().filter(|count| count.what == what).for_each(|count| count.forms.swap(0, 1));
        } else {
            counts.retain(|count| count.what != what);
        }
    }
    let mut x = body.x;
    for CountEntry { what, forms: [text, _], style } in &counts {
        if *what == CountKind::Work {
            pen.text_right(right, body.y, text, *style);
            continue;
        }
        let end = pen.text(x, body.y, text, *style);
        if let Some(action) = what.action() {
            drawn.click(x..end, body.y, ClickTarget::Do(action));
        }
        x = end + COUNT_GAP as u16;
    }
}

fn counts(model: &Model, archived: Option<String>, pen: &Pen<'_>) -> Vec<CountEntry> {
    let (theme, lang, batch) = (pen.theme, model.lang, &model.workspace.batch);
    let tally = &model.workspace.listing.tally;
    let (near, shared) = (tally.near, tally.shared);
    let failed = batch.entries.iter().filter(|entry| entry.failed()).count();
    let orphans = model.workspace.review.as_ref().map_or(0, |review| review.orphans.len());
    let alone = |text: String| [text, String::new()];
    // Those that cannot be used are counted by themselves, as on the command line.
    let documents = of(lang, batch.present().count().saturating_sub(failed), "count.document", "count.documents");
    let mut all = vec![CountEntry { what: CountKind::Documents, forms: alone(documents), style: theme.strong }];
    let mut add = |what, forms, style| all.push(CountEntry { what, forms, style });
    if batch.ranked > 0 {
        add(CountKind::Pairs, alone(of(lang, batch.pairs.len(), "count.pair", "count.pairs")), theme.text);
        let short = t!(lang, "count.near-short", n = grouped(near as u64));
        let (style, sign) = if near > 0 { (theme.positive, " =") } else { (theme.text, "") };
        let forms = [of(lang, near, "count.near-one", "count.near"), short].map(|text| text + sign);
        if model.workspace.knows(LessonTerm::Near) {
            add(CountKind::Near, forms, style);
        }
    }
    if shared > 0 && model.workspace.knows(LessonTerm::Share) {
        let short = t!(lang, "count.shared-short", n = grouped(shared as u64));
        let forms = [of(lang, shared, "count.shared-one", "count.shared"), short].map(|text| text + " !");
        add(CountKind::Shared, forms, theme.alert);
    }
    // An offer, where it helps and was not taken.
    if tally.common >= OFFERED {
        let (n, key) = (tally.common, model.key_of(Action::Exclusions));
        let forms = [t!(lang, "count.common", n, key = key.clone()), t!(lang, "count.common-short", n, key)];
        add(CountKind::Common, forms, theme.label);
    }
    if failed > 0 {
        let forms = [
            of(lang, failed, "count.failed-one", "count.failed"),
            t!(lang, "count.failed-short", n = grouped(failed as u64)),
        ];
        let key = model.key_of(Action::Choose);
        add(CountKind::Failed, forms.map(|failed| t!(lang, "count.failed-key", failed, key)), theme.error);
    }
    if orphans > 0 {
        let (n, key) = (grouped(orphans as u64), model.key_of(Action::Orphans));
        let forms = [t!(lang, "orphans.count", n, key = key.clone()), t!(lang, "orphans.count-short", n, key)];
        add(CountKind::Orphans, forms, theme.alert);
    }
    if let Some(text) = archived {
        add(CountKind::Archive, alone(text), theme.label);
    }
    if let Some(forms) = progress::forms(model) {
        add(CountKind::Work, forms, theme.alert);
    }
    all
}

fn of(lang: Lang, n: usize, one: &'static str, many: &'static str) -> String {
    lang.fill(if n == 1 { one } else { many }, &[("n", &grouped(n as u64))])
}
