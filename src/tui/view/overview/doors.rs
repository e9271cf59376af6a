//! The ways on from the samples, on a line of their own above the counts.

use ratatui::layout::Rect;

use crate::{
    text::width,
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, Model},
        widget::Pen,
    },
};

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
pub(super) fn draw(model: &Model, pen: &mut Pen<'_>, body: Rect, drawn: &mut Drawn) {
    let (lang, theme) = (model.session.lang, pen.theme);
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
        drawn.targets.push((Rect::new(x, body.y, end - x, 1), ClickTarget::Do(action)));
        x = end + GAP;
    }
}
