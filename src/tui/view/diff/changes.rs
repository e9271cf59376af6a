//! The changes of a text as blocks of its strip, and text of a change that occurs elsewhere in the other.

use super::strip::{LegendEntry, StripMark};
use crate::{
    review::export::Location,
    simhash::Span,
    t,
    tui::{
        model::{Diffed, Model},
        theme::Theme,
    },
};

/// The changes of a side. In one column for both texts what was removed is at its place in B.
pub(super) fn marks(model: &Model, diffed: &Diffed, side: usize, inline: bool, theme: &Theme) -> Vec<StripMark> {
    let (diff, shared) = (&diffed.diff, model.workspace.shared_text_of(diffed));
    let under = diff.hunks.get(model.workspace.diff.hunk).map(|_| diff.change_number(model.workspace.diff.hunk));
    let excluded = model.workspace.batch.excluded(diffed.documents, [&diffed.texts[0], &diffed.texts[1]]);
    let out = |span: Span| StripMark { span, style: theme.rule, sign: "x", number: None, here: false };
    let mut marks: Vec<StripMark> = excluded[side].iter().map(|excluded| out(excluded.span)).collect();
    for (at, hunk) in diff.hunks.iter().enumerate() {
        let spans = [hunk.a, hunk.b];
        let span = spans[side];
        if span.is_empty() && !inline {
            continue;
        }
        let number = diff.change_number(at);
        let here = under == Some(number);
        let own = [theme.negative, theme.positive];
        let (style, sign) = match (hunk.a.is_empty(), hunk.b.is_empty()) {
            _ if diff.move_of(at).is_some() => (theme.moved, "m"),
            (false, true) => (own[0], "-"),
            (true, _) => (own[1], "+"),
            (false, false) => (own[side], "~"),
        };
        let style = if here { theme.alert } else { style };
        let mut number = Some(number as u32);
        let parts = match shared.filter(|_| diff.move_of(at).is_none() && !span.is_empty()) {
            Some(passages) => passages.shared.parts(side, &diffed.texts[side].text, span),
            None => vec![(span, None)],
        };
        for (span, passage) in parts {
            let (style, sign) = if passage.is_some() && !here { (theme.blocks[0], "=") } else { (style, sign) };
            marks.push(StripMark { span, style, sign, number: number.take(), here });
        }
    }
    marks
}

/// The legend of these blocks.
pub(super) fn legend(model: &Model, theme: &Theme) -> Vec<LegendEntry> {
    let lang = model.session.lang;
    let mut entries = vec![
        (theme.negative, "-", t!(lang, "diff.legend-a")),
        (theme.positive, "+", t!(lang, "diff.legend-b")),
        (theme.blocks[0], "=", t!(lang, "diff.legend-elsewhere")),
        (theme.moved, "m", t!(lang, "diff.legend-moved")),
    ];
    // Without colour the signs say what is there, and the number alone is under the cursor.
    entries.extend(theme.coloured.then(|| (theme.alert, "", t!(lang, "shared.legend-here"))));
    entries
}

/// The place in the other text at which the text of a change occurs, or most of it: `also in B ¶ 1`.
pub(super) fn also_in(model: &Model, diffed: &Diffed, hunk: usize) -> Option<String> {
    let passages = model.workspace.shared_text_of(diffed)?;
    let hunk = diffed.diff.hunks.get(hunk)?;
    let longest = |side: usize| {
        let parts = passages.shared.parts(side, &diffed.texts[side].text, [hunk.a, hunk.b][side]);
        let parts = parts.into_iter().filter_map(|(span, passage)| Some((span.len(), passage?)));
        parts.max_by_key(|(len, _)| *len).map(|(len, passage)| (len, side, passage))
    };
    let (_, side, passage) = [0, 1].into_iter().filter_map(longest).max_by_key(|(len, ..)| *len)?;
    let other = 1 - side;
    let byte = passages.shared.first_place(other, passage)?.start;
    let mark = passages.texts[other].place_of(byte as usize).map(|landmark| landmark.mark);
    let place = Location::new(passages.paragraph(other, byte), mark).shown(model.session.lang);
    Some(t!(model.session.lang, "diff.also-in", side = ["A", "B"][other], place = place))
}
