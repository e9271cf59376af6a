//! The fingerprints before and now over each other, the bits that differ, and those that are next.

use ratatui::{layout::Rect, style::Style};

use super::{head, stale};
use crate::{
    lab::Trial,
    lesson::LessonTerm,
    locale::grouped,
    say::{feature_list_error, plain, signed, whole},
    simhash::Fingerprint,
    t,
    text::{truncate_end, width},
    tui::{
        model::{LabPane, Model, Workbench},
        view::parts::parted,
        widget::{Pen, across},
    },
};

/// The reason why there are no two fingerprints to compare.
fn nothing(model: &Model, bench: &Workbench) -> Option<String> {
    let lang = model.lang;
    let tried = bench.tried.as_ref()?;
    let trial = match &tried.trial {
        Ok(trial) => trial,
        Err(error) => return Some(feature_list_error(error, lang)),
    };
    match trial.fingerprints {
        [_, None] if trial.trace.features.is_empty() || trial.excluded_features() == 0 => {
            Some(t!(lang, "lab.none-of-text").into())
        }
        [_, None] => Some(t!(lang, "lab.none-left").into()),
        [None, _] => Some(t!(lang, "lab.original-none").into()),
        _ => None,
    }
}

/// The two fingerprints, and the bits that differ with their sums.
pub(super) fn fingerprints(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    pen.head(area.x, area.y, t!(lang, "lab.fingerprint"), "");
    let y = area.y + 1;
    let Some(trial) = bench.trial().filter(|_| nothing(model, bench).is_none()) else {
        let text = nothing(model, bench).unwrap_or_else(|| t!(lang, "overview.working").into());
        pen.paragraph(area.x, y, area.height.saturating_sub(1), &text, theme.alert);
        return;
    };
    let y = y + both(model, bench, trial, pen, area.x, y);
    if trial.flipped.is_empty() {
        pen.text(area.x, y, t!(lang, "lab.unchanged"), theme.label);
        return;
    }
    let ends = [4, 15, 26, 34].map(|end| area.x + end);
    let margins = model.workspace.knows(LessonTerm::Margin);
    let heads = ["bits.bit", "lab.before", "lab.now", "bits.margin"];
    for (end, label) in ends.iter().zip(heads).take(if margins { 4 } else { 3 }) {
        pen.text_right(*end, y, lang.text(label), theme.label);
    }
    let max_height = usize::from(area.bottom().saturating_sub(y + 1));
    let whole = whole(&trial.trace) && whole(&trial.original);
    for (flipped, y) in trial.flipped.iter().take(max_height).zip(y + 1..) {
        pen.text_right(ends[0], y, &flipped.bit.to_string(), theme.alert);
        for (end, v) in ends[1..].iter().zip(flipped.v) {
            pen.text_right(*end, y, &signed(v, whole, lang), theme.signed(v));
        }
        if margins {
            pen.text_right(ends[3], y, &format!("{:.2}", flipped.margin[1]), theme.label);
        }
    }
    let more = trial.flipped.len().saturating_sub(max_height);
    if more > 0 {
        pen.text(ends[3] + 3, area.bottom() - 1, &t!(lang, "lab.more-flipped", n = more), theme.label);
    }
}

/// The same in three lines, with the bits at risk.
pub(super) fn in_short(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    let Some(trial) = bench.trial().filter(|_| nothing(model, bench).is_none()) else {
        let text = nothing(model, bench).unwrap_or_else(|| t!(lang, "overview.working").into());
        pen.fill(area.x, area.y, &text, theme.alert);
        return;
    };
    both(model, bench, trial, pen, area.x, area.y);
    let list = |bits: Vec<String>| bits.join(" ");
    let differ = list(trial.flipped.iter().map(|flipped| flipped.bit.to_string()).collect());
    let x = if differ.is_empty() {
        pen.text(area.x, area.y + 2, t!(lang, "lab.unchanged"), theme.label)
    } else {
        let text = t!(lang, "lab.flipped", bits = differ);
        pen.text(area.x, area.y + 2, &truncate_end(&text, usize::from(area.width) / 2), theme.alert)
    };
    let whole = whole(&trial.trace);
    let max_width = usize::from(area.right().saturating_sub(x + 3));
    let risk = |n: usize| {
        let risk = trial.risk.iter().take(n);
        let risk = list(risk.map(|risk| format!("{} ({})", risk.bit, signed(risk.v, whole, lang))).collect());
        t!(lang, "lab.risk-short", bits = risk)
    };
    if let Some(text) = (1..=4).rev().map(risk).find(|text| width(text) <= max_width) {
        pen.text(x + 3, area.y + 2, &text, theme.label);
    }
}

/// Both fingerprints in hexadecimal; digits now that hold a bit that differs are called. Returns how many rows.
fn both(model: &Model, bench: &Workbench, trial: &Trial, pen: &mut Pen<'_>, x: u16, y: u16) -> u16 {
    let theme = pen.theme;
    let [Some(a), Some(b)] = trial.fingerprints else { return 0 };
    let plain = if stale(model, bench) { theme.label } else { theme.accent() };
    for (name, fingerprint, y) in [("lab.before", a, y), ("lab.now", b, y + 1)] {
        pen.text(x, y, pen.lang.text(name), theme.label);
        hex(pen, x + 8, y, fingerprint, a.xor(b), plain);
    }
    2
}

fn hex(pen: &mut Pen<'_>, x: u16, y: u16, fingerprint: Fingerprint, xor: Fingerprint, plain: Style) {
    let [text, differing] = [fingerprint, xor].map(|of| parted(&of.to_string()));
    for ((digit, differs), x) in text.chars().zip(differing.chars()).zip(x..).filter(|((digit, _), _)| *digit != ' ') {
        let style = if differs == '0' { plain } else { pen.theme.flipped };
        pen.text(x, y, digit.encode_utf8(&mut [0; 4]), style);
    }
}

/// The columns nearest to turning, and what would turn them.
pub(super) fn risk(model: &Model, bench: &Workbench, pen: &mut Pen<'_>, area: Rect) {
    let Pen { theme, lang, .. } = *pen;
    head(model, pen, area, LabPane::Risk, t!(lang, "lab.risk"), t!(lang, "lab.risk-beside"));
    let Some(trial) = bench.trial() else { return };
    if trial.risk.is_empty() {
        return;
    }
    let y = area.y + 1;
    let ends = [4, 13].map(|end| area.x + end);
    let bar = (ends[1] + 2, 8);
    let new = bar.0 + bar.1 + 2 + width(t!(lang, "lab.falls-new")).min(20) as u16;
    pen.text_right(ends[0], y, t!(lang, "bits.bit"), theme.label);
    pen.text_right(ends[1], y, "V", theme.label);
    pen.text(bar.0, y, t!(lang, "bits.margin"), theme.label);
    pen.text_right(new, y, t!(lang, "lab.falls-new"), theme.label);
    pen.text(new + 3, y, t!(lang, "lab.falls-own"), theme.label);
    let whole = whole(&trial.trace);
    let rows = usize::from(area.height.saturating_sub(2));
    let most = trial.risk.iter().take(rows).map(|risk| risk.margin).fold(f64::MIN_POSITIVE, f64::max);
    for (risk, y) in trial.risk.iter().take(rows).zip(y + 1..) {
        pen.text_right(ends[0], y, &risk.bit.to_string(), theme.text);
        pen.text_right(ends[1], y, &signed(risk.v, whole, lang), theme.signed(risk.v));
        across(pen, bar.0, y, bar.1, risk.margin / most, theme.bar);
        pen.text_right(new, y, &plain(risk.v.abs(), whole), theme.text);
        match risk.deciders {
            0 => pen.text(new + 3, y, t!(lang, "lab.falls-none"), theme.label),
            n => pen.text(new + 3, y, &t!(lang, "lab.falls-any", n = grouped(n as u64)), theme.text),
        };
    }
}
