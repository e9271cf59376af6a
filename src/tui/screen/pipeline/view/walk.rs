//! The position in the walk: the stages, the step in a sentence, the bits read so far, the timeline.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use super::moving::ShownBits;
use crate::{
    lesson::Stage,
    locale::{Lang, grouped},
    say,
    simhash::Trace,
    t,
    text::{Wrap, width},
    tui::{
        model::{ClickTarget, Drawn, Model},
        view::parts::{below, parted},
        widget::{self, BitRow, Pen},
    },
};

/// The stages, the present one called. If there is no room for all, the first ones go before the present one does.
pub(super) fn crumbs(stage: Stage, pen: &mut Pen<'_>, (mut x, y): (u16, u16), end: u16) {
    let Pen { theme, lang, .. } = *pen;
    let shown = shown_stages(stage, lang, usize::from(end.saturating_sub(x)));
    let parting = format!(" {} ", theme.marks.then);
    if shown.start > 0 {
        x = pen.text(x, y, &lang.set("…"), theme.rule);
    }
    for (at, each) in Stage::ALL.into_iter().enumerate().take(shown.end).skip(shown.start) {
        let name = say::stage(each, lang);
        if at > 0 {
            x = pen.text(x, y, &parting, theme.rule);
        }
        let style = match each.cmp(&stage) {
            std::cmp::Ordering::Less => theme.text,
            std::cmp::Ordering::Equal => theme.accent(),
            std::cmp::Ordering::Greater => theme.label,
        };
        x = pen.text(x, y, name, style);
    }
    if shown.end < Stage::ALL.len() {
        pen.text(x, y, &[&*parting, &*lang.set("…")].concat(), theme.rule);
    }
}

/// The stages that fit into so many cells with the marks for those that do not, the present one among them.
fn shown_stages(stage: Stage, lang: Lang, cells: usize) -> Range<usize> {
    const PARTING: usize = 3;
    const CUT: usize = 1;
    let all = Stage::ALL.len();
    let needed = |shown: &Range<usize>| {
        let names: usize = Stage::ALL[shown.clone()].iter().map(|&each| PARTING + width(say::stage(each, lang))).sum();
        let before = if shown.start > 0 { CUT + PARTING } else { 0 };
        let after = if shown.end < all { PARTING + CUT } else { 0 };
        names - PARTING + before + after
    };
    let present = Stage::ALL.iter().position(|&each| each == stage).unwrap_or(0);
    let wanted = (present + 1..=all).rev().map(|end| 0..end).chain((1..=present).map(|start| start..present + 1));
    wanted.clone().find(|shown| needed(shown) <= cells).unwrap_or(present..present + 1)
}

/// Draws the step as a sentence, if one is shown. Returns the line behind it.
pub(super) fn now(model: &Model, trace: &Trace, pen: &mut Pen<'_>, area: Rect, wide: bool) -> u16 {
    let place = &model.workspace.pipeline;
    let Some(state) = &place.state else { return area.y };
    let text = say::step(trace, &place.walk, state, place.column, model.lang);
    let top = area.y + u16::from(wide);
    // Always two lines, so that nothing below moves from step to step.
    let style = pen.theme.strong;
    pen.within(area).paragraph(area.x, top, 2, &text, style);
    top + 2
}

/// The fingerprint in hexadecimal, once all its bits are read.
pub(super) fn fingerprint(model: &Model, trace: &Trace) -> String {
    let read = model.workspace.pipeline.state.as_ref().is_none_or(|state| state.read == usize::from(trace.recipe.bits));
    match trace.sketch.fingerprint {
        _ if !read => String::new(),
        Some(fingerprint) => parted(&fingerprint.to_string()),
        None => t!(model.lang, "pipeline.no-fingerprint").to_owned(),
    }
}

/// One row of bits: those that are read, and the signs so far of those that are not.
pub(super) fn bits(model: &Model, trace: &Trace, pen: &mut Pen<'_>, bits: &BitRow, y: u16) {
    let (place, theme) = (&model.workspace.pipeline, pen.theme);
    let shown = ShownBits::of(model, trace);
    let style = |column: usize| {
        if column == place.column { Some(theme.cursor) } else { (column >= shown.read).then_some(theme.label) }
    };
    // Sums of nothing are 0, and yet their signs are no fingerprint.
    let none = trace.sketch.fingerprint.is_none();
    if place.state.as_ref().map_or(none, |_| shown.rows == 0 && shown.read == 0) {
        bits.marks(pen, y, |column| (theme.marks.dot, if column == place.column { theme.cursor } else { theme.rule }));
    } else {
        bits.digits(pen, y, shown.signs, style);
    }
    shown.turn(pen, bits, y);
}

/// Draws the position of the walk of one text.
pub(super) fn position(model: &Model, pen: &mut Pen<'_>, area: Rect, drawn: &mut Drawn) {
    let place = &model.workspace.pipeline;
    let last = place.walk.last();
    timeline(model, pen, area, (place.step.unwrap_or(last).min(last), last), drawn);
}

/// Draws the position among all steps, and the speed of playing.
pub(super) fn timeline(model: &Model, pen: &mut Pen<'_>, area: Rect, (at, last): (usize, usize), drawn: &mut Drawn) {
    let theme = pen.theme;
    let speed = format!("{}{}", model.play.speed(), theme.marks.times);
    let text = format!(" {}  {} / {}", speed, grouped(at as u64), grouped(last as u64));
    let (mark, style) =
        if model.play.on { (theme.marks.playing, theme.alert) } else { (theme.marks.paused, theme.label) };
    let x = pen.text(area.x, area.y, mark, style) + 1;
    let cells = area.right().saturating_sub(x + width(&text) as u16);
    widget::timeline(pen, x, area.y, cells, if last == 0 { 1.0 } else { at as f64 / last as f64 });
    pen.text_right(area.right(), area.y, &text, theme.label);
    for i in 0..cells {
        let at = (usize::from(i) * last).checked_div(usize::from(cells.saturating_sub(1)).max(1)).unwrap_or(0);
        drawn.click(x + i..x + i + 1, area.y, ClickTarget::Step(at));
    }
}

/// Draws the text where the step is one of reading it; whether it was.
pub(super) fn draw_reading(model: &Model, trace: &Trace, pen: &mut Pen<'_>, area: Rect) -> bool {
    let Some(state) =
        model.workspace.pipeline.state.as_ref().filter(|s| matches!(s.step.stage, Stage::Text | Stage::Tokens))
    else {
        return false;
    };
    let Some(document) = model.workspace.batch.document(model.workspace.shown_document()) else { return false };
    let (theme, text) = (pen.theme, &*document.text);
    let token = match state.step.stage {
        Stage::Tokens => trace.token(state.step.item).map(|(span, _)| span.start as usize..span.end as usize),
        _ => None,
    };
    let token = token.unwrap_or(0..0);
    let excluded = model
        .workspace
        .batch
        .remainder(model.workspace.shown_document(), document)
        .map_or(&[][..], |rest| &rest.excluded);
    // Tokens are read whatever is excluded from the scores.
    let beside = model.lang.text(match excluded {
        [] => "pipeline.text-beside",
        _ => "exclude.in-text",
    });
    pen.head(area.x, area.y, t!(model.lang, "pipeline.text-head"), beside);
    let inside = below(area, area.y + 1);
    let shown = window(text, &token, usize::from(inside.width) * usize::from(inside.height));
    let Some(part) = text.get(shown.clone()) else { return true };
    let lines = Wrap::new(inside.width).lines(part);
    let here = |line: &crate::text::WrappedLine| shown.start + line.span.end > token.start;
    let row = lines.iter().position(here).unwrap_or(0);
    // Line feeds can carry the token below the room.
    let first = (row + 3).saturating_sub(usize::from(inside.height));
    for (line, y) in lines.iter().skip(first).zip(inside.y..inside.bottom()) {
        line.draw(part, pen.buffer, Position::new(inside.x, y), |cluster| {
            let at = shown.start + cluster.span.start;
            let out = excluded.partition_point(|excluded| excluded.span.end as usize <= at);
            let out = excluded.get(out).is_some_and(|excluded| excluded.span.start as usize <= at);
            match at {
                _ if out && !token.contains(&at) => theme.struck,
                at if token.contains(&at) => theme.alert.patch(theme.strong),
                at if at < token.start => theme.text,
                _ => theme.label,
            }
        });
    }
    true
}

/// The part of the text to lay out around the token. It moves on by half a page, so that the text does not move with
/// every token.
fn window(text: &str, token: &Range<usize>, cells: usize) -> Range<usize> {
    let half = (cells / 2).max(1);
    let start = (token.start / half).saturating_sub(usize::from(token.start % half < half / 2)) * half;
    let boundary = |mut at: usize| {
        at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = boundary(start);
    // Not in the middle of a line, if one begins nearby; else not in the middle of a word.
    let near = text.get(boundary(start.saturating_sub(half))..start).unwrap_or_default();
    let back = near.rfind('\n').or_else(|| near.rfind(char::is_whitespace)).map_or(0, |at| near.len() - at - 1);
    start - back..boundary(start + 2 * cells + token.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_always_within_and_the_window_keeps_still() {
        let text = "The keeper lit the lamp. 灯塔的看守人点亮了灯。\n".repeat(200);
        let mut windows = Vec::new();
        for (start, c) in text.char_indices() {
            let token = start..start + c.len_utf8();
            let shown = window(&text, &token, 600);
            assert!(shown.start <= token.start && token.end <= shown.end, "{token:?} in {shown:?}");
            assert!(text.get(shown.clone()).is_some());
            windows.push(shown.start);
        }
        windows.dedup();
        assert!(windows.len() < text.len() / 250, "{}", windows.len());
        assert!(windows.is_sorted());
    }
}
