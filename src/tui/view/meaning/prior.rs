//! The shares that are assumed, which the reader moves, and what the distance under the cursor means with them.

use super::MeaningView;
use crate::{compare::calibration::Prior, locale::Lang, say, t, tui::widget::Pen};

/// Draws the three shares on a line, the one that is moved with a mark.
pub(super) fn draw(view: &MeaningView<'_>, prior: Prior, pen: &mut Pen<'_>, y: u16) {
    line(prior, view.page.class, view.lang, pen, y);
}

/// The same for a calibration that is still to be made.
pub(super) fn line(prior: Prior, class: usize, lang: Lang, pen: &mut Pen<'_>, y: u16) {
    let theme = pen.theme;
    let names =
        [t!(lang, "meaning.prior-near"), t!(lang, "meaning.prior-related"), t!(lang, "meaning.prior-unrelated")];
    let mut x = pen.text(pen.area.x, y, t!(lang, "meaning.prior"), theme.label) + 2;
    for (at, (name, share)) in names.into_iter().zip(prior.shares()).enumerate() {
        let (mark, style) = if at == class { ("> ", theme.strong) } else { ("  ", theme.text) };
        x = pen.text(x, y, mark, theme.positive);
        x = pen.text(x, y, name, theme.label) + 1;
        x = pen.text(x, y, &say::percentage(share, lang), style) + 2;
    }
}

/// The meaning of the distance under the cursor, in sentences; the last one has the probability, which the table has too.
pub(super) fn sentence(view: &MeaningView<'_>, all: bool) -> String {
    let lang = view.lang;
    let said = say::calibrated_distance(view.calibration, view.hamming(), lang);
    let Some(at) = view.posterior.filter(|_| all && view.current).and_then(|posterior| posterior.at(view.hamming()))
    else {
        return said;
    };
    let (near, interval) = (say::probability(at.near, lang), say::probability_interval(at.interval, lang));
    let probable = t!(lang, "meaning.probability", hd = view.hamming(), near = near, interval = interval);
    [said, probable].join(lang.gap())
}
