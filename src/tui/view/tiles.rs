//! A text with numbered passages marked, as screen 4 shows shared text and as a document is shown with its sources.

use ratatui::{
    layout::{Position, Rect},
    style::Style,
};

use crate::{
    simhash::Span,
    text::GraphemeCluster,
    tui::{
        flow::{FlowColumn, FlowMark, Place, TextLayout, TilesFlow},
        model::{DiffMatch, DiffSearch},
        theme::Theme,
        widget::Pen,
    },
};

/// Draws the text from a line on, with what a search found. Returns the bytes that are on the screen.
pub(crate) fn draw(
    flow: &TilesFlow<'_>,
    (mut paragraph, mut skip): Place,
    search: Option<&DiffSearch>,
    pen: &mut Pen<'_>,
    area: Rect,
) -> Span {
    let start = flow.byte_of((paragraph, skip));
    let (mut y, mut end) = (area.y, start);
    if let Some((number, here)) = flow.begun_before(start) {
        let style = if here { pen.theme.alert } else { pen.theme.label };
        pen.text_right(area.x + TextLayout::SHARED, y, &number.to_string(), style);
    }
    while y < area.bottom()
        && let Some(column) = flow.lay(paragraph)
    {
        if skip == 0
            && let Some(number) = column.numbers[flow.side as usize]
        {
            pen.text_right(area.x + TextLayout::SHARED - 2, y, &number.to_string(), pen.theme.label);
        }
        let body = flow.paragraphs[paragraph].body.range();
        let found: Vec<&DiffMatch> = search.iter().flat_map(|search| search.within(flow.side, body.clone())).collect();
        let found = (&*found, search.and_then(DiffSearch::current));
        let rows = usize::from(area.bottom() - y);
        for line in skip..column.lines.len().min(skip.saturating_add(rows)) {
            draw_line(flow, &column, line, found, pen, (area.x, y));
            y += 1;
        }
        let last = column.lines.get(skip.saturating_add(rows).min(column.lines.len()).saturating_sub(1));
        let piece = last.and_then(|line| column.pieces.iter().find(|piece| piece.range.end >= line.span.end));
        if let (Some(line), Some(piece)) = (last, piece) {
            end = (piece.source + line.span.end.saturating_sub(piece.range.start).min(piece.range.len())) as u32;
        }
        (paragraph, skip) = (paragraph + 1, 0);
    }
    Span { start, end: end.max(start) }
}

/// Draws a line of a paragraph, with a bar before it if what is under the cursor is on it.
fn draw_line(
    flow: &TilesFlow<'_>,
    column: &FlowColumn,
    line: usize,
    (found, current): (&[&DiffMatch], Option<&DiffMatch>),
    pen: &mut Pen<'_>,
    (x, y): (u16, u16),
) {
    let theme = pen.theme;
    let Some(line) = column.lines.get(line) else { return };
    let places = flow.here();
    let mut pieces = column.pieces.iter().peekable();
    let mut bar = false;
    let style = |cluster: &GraphemeCluster<'_>| {
        let at = cluster.span.start;
        while pieces.next_if(|piece| piece.range.end <= at).is_some() {}
        let Some(piece) = pieces.peek() else { return theme.label };
        let source = piece.source + at.saturating_sub(piece.range.start);
        let inside = places.iter().any(|place| place.range().contains(&source));
        bar |= inside;
        let hit = |found: &&DiffMatch| found.side == flow.side && found.range.contains(&source);
        if !matches!(piece.mark, Some((FlowMark::Label, _))) && found.iter().any(hit) {
            return if current.as_ref().is_some_and(hit) { theme.cursor } else { theme.found };
        }
        match piece.mark {
            _ if piece.out => theme.struck,
            Some((FlowMark::Label, tile)) if tile as usize == flow.cursor => {
                theme.shared_here.patch(theme.alert).patch(theme.strong)
            }
            Some((FlowMark::Label, tile)) => tint(flow, tile, theme).patch(theme.strong),
            Some((FlowMark::Edited, _)) if inside => theme.shared_here.underlined(),
            _ if inside => theme.shared_here,
            Some((FlowMark::Shared, tile)) => tint(flow, tile, theme),
            Some((FlowMark::Edited, tile)) => tint(flow, tile, theme).patch(theme.label).underlined(),
            _ => theme.label,
        }
    };
    line.draw(&column.text, pen.buffer, Position::new(x + TextLayout::SHARED, y), style);
    if bar {
        pen.cell(x, y, if theme.coloured { theme.marks.left[4] } else { ">" }, theme.alert);
    }
}

/// The ground of a tile: one for odd numbers, one for even ones.
fn tint(flow: &TilesFlow<'_>, tile: u32, theme: &Theme) -> Style {
    theme.shared[usize::from(flow.number(tile).unwrap_or(0).is_multiple_of(2))]
}
