//! The reader of the manual.
//!
//! ```text
//! ── Manual: Filters ───────────────────────────────────────────────────────────────────
//!   hd<=10 share>50 name:draft verdict:none
//!
//!   A filter selects pairs: with / on screen 1 …
//! ```

use ratatui::style::{Modifier, Style};

use super::{frame::frame, parts::listed};
use crate::{
    manual::{self, Look, Piece},
    t,
    text::{find, width},
    tui::{
        action::Action,
        model::{ClickTarget, Drawn, ManualReader, Model, links},
        theme::Theme,
        widget::{Pen, widest},
    },
};

pub(crate) fn draw(model: &Model, reader: &ManualReader, pen: &mut Pen<'_>, drawn: &mut Drawn) {
    let lang = model.lang;
    let title = match reader.at.topic {
        None => t!(lang, "manual.title").to_owned(),
        Some(topic) => t!(lang, "manual.of-topic", topic = manual::topics()[topic].title(lang)),
    };
    let mut dialog = frame(pen, u16::MAX, &title, &keys(model, reader));
    drawn.rows = usize::from(dialog.area.height);
    if reader.at.topic.is_some() {
        page(model, reader, &mut dialog, drawn);
    } else {
        topics(reader, &mut dialog, drawn);
    }
}

fn keys(model: &Model, reader: &ManualReader) -> String {
    let lang = model.lang;
    if let Some(typed) = &reader.typed {
        return format!("/{typed}_   {}", t!(lang, "manual.search-keys"));
    }
    let [down, up, next, previous, tab] =
        model.keys_of([Action::Down, Action::Up, Action::Next, Action::Previous, Action::NextPane]);
    match reader.at.topic {
        None => t!(lang, "manual.list-keys", down, up),
        Some(_) if reader.words.is_empty() => t!(lang, "manual.page-keys", down, up, tab),
        Some(_) => t!(lang, "manual.found-keys", down, up, tab, next, previous),
    }
}

fn topics(reader: &ManualReader, dialog: &mut Pen<'_>, drawn: &mut Drawn) {
    let Pen { theme, area, .. } = *dialog;
    let all = manual::topics();
    drawn.length = all.len();
    let names = widest(all.iter().map(|topic| topic.name));
    let list = (&reader.as_list(), all.len());
    for (row, y, selected) in listed(dialog, drawn, area, list, ClickTarget::Choice, false) {
        dialog.text(area.x + 2, y, all[row].name, if selected { theme.strong } else { theme.positive });
        dialog.text(area.x + names + 5, y, all[row].title(dialog.lang), theme.text);
    }
}

fn page(model: &Model, reader: &ManualReader, dialog: &mut Pen<'_>, drawn: &mut Drawn) {
    let Pen { theme, area, .. } = *dialog;
    let lines = reader.lines(model.lang, model.size.0);
    let links = links(&lines);
    drawn.length = (lines.len() + 1).saturating_sub(usize::from(area.height));
    let start = reader.at.row.min(lines.len().saturating_sub(usize::from(area.height)));
    for ((at, line), y) in lines.iter().enumerate().skip(start).zip(area.y..area.bottom()) {
        let mut x = area.x + 1;
        for (piece, link) in line.pieces.iter().zip(&links.of[at]) {
            let here = link.is_some() && *link == reader.link;
            let end =
                dialog.text(x, y, &piece.text, if here { theme.cursor } else { look(theme, piece, line.heading) });
            if let Some(link) = link {
                drawn.click(x..end, y, ClickTarget::Choice(*link));
            }
            x = end;
        }
        let text: String = line.pieces.iter().map(|piece| piece.text.as_str()).collect();
        for span in find(&text, &reader.words) {
            let before = area.x + 1 + width(&text[..span.start]) as u16;
            dialog.tint(before..before + width(&text[span]) as u16, y, theme.found);
        }
    }
}

fn look(theme: &Theme, piece: &Piece, heading: bool) -> Style {
    let style = match piece.look {
        _ if heading => theme.strong,
        Look::Plain => theme.text,
        Look::Strong => theme.strong,
        Look::Emphasis => theme.text.add_modifier(Modifier::ITALIC),
        Look::Code => theme.positive,
    };
    if piece.link.is_some() { style.add_modifier(Modifier::UNDERLINED) } else { style }
}
