//! The line under the tabs: the numbers of documents, pairs, near-duplicates, of pairs that share much text, and of orphans. If it is too
//! long, some counts are shortened and some omitted, in a fixed order; a count is never cut.

use ratatui::{layout::Rect, style::Style};

use crate::{
    locale::{Lang, grouped},
    t,
    text::width,
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, Model},
        view::progress,
        widget::Pen,
    },
};

/// The gap between two counts.
const GAP: usize = 3;

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
            _ => None,
        }
    }
}

/// The order in which counts are shortened (`true`) or omitted if the line is too long.
const YIELDS: [(CountKind, bool); 13] = [
    (CountKind::Archive, false),
    (CountKind::Shared, true),
    (CountKind::Orphans, true),
    (CountKind::Failed, true),
    (CountKind::Work, true),
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
pub(super) fn draw(model: &Model, archived: Option<String>, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let mut counts = counts(model, archived, pen);
    let right = pen.area.right().saturating_sub(1);
    let max_width = usize::from(right.saturating_sub(body.x));
    for (what, shorter) in YIELDS {
        let used: usize = counts.iter().map(|count| width(&count.forms[0]) + GAP).sum();
        if used <= max_width + GAP {
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
            drawn.targets.push((Rect::new(x, body.y, end.saturating_sub(x), 1), ClickTarget::Do(action)));
        }
        x = end + GAP as u16;
    }
}

fn counts(model: &Model, archived: Option<String>, pen: &Pen<'_>) -> Vec<CountEntry> {
    let (theme, lang, batch) = (pen.theme, model.session.lang, &model.workspace.batch);
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
        let style = if near > 0 { theme.positive } else { theme.text };
        add(CountKind::Near, [of(lang, near, "count.near-one", "count.near"), short], style);
    }
    if shared > 0 {
        let short = t!(lang, "count.shared-short", n = grouped(shared as u64));
        add(CountKind::Shared, [of(lang, shared, "count.shared-one", "count.shared"), short], theme.alert);
    }
    if failed > 0 {
        let forms = [
            of(lang, failed, "count.failed-one", "count.failed"),
            t!(lang, "count.failed-short", n = grouped(failed as u64)),
        ];
        let key = model.key_of(Action::Choose);
        add(
            CountKind::Failed,
            forms.map(|failed| t!(lang, "count.failed-key", failed = failed, key = key)),
            theme.error,
        );
    }
    if orphans > 0 {
        let (n, key) = (grouped(orphans as u64), model.key_of(Action::Orphans));
        let forms =
            [t!(lang, "orphans.count", n = n, key = key.clone()), t!(lang, "orphans.count-short", n = n, key = key)];
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
