//! The text while it is read: what is read already, the token of the step, what is to come.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use crate::{
    lesson::Stage,
    simhash::Trace,
    t,
    text::Wrap,
    tui::{model::Model, widget::Pen},
};

/// Draws the text where the step is one of reading it; whether it was.
pub(super) fn draw(model: &Model, trace: &Trace, pen: &mut Pen<'_>, area: Rect) -> bool {
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
    let beside = match excluded {
        [] => t!(model.session.lang, "pipeline.text-beside"),
        _ => t!(model.session.lang, "exclude.in-text"),
    };
    pen.head(area.x, area.y, t!(model.session.lang, "pipeline.text-head"), beside);
    let inside = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
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
