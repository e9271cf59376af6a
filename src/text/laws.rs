//! Laws for any text whatever.

mod frames;
mod lines;
mod speed;

use proptest::prelude::*;
use ratatui::{
    buffer::{Buffer, CellWidth},
    layout::{Position, Rect},
    style::Style,
};
use unicode_segmentation::UnicodeSegmentation;

use super::*;

/// Prose, and what one would rather not meet in it.
const ODD: &[&str] = &[
    "a",
    "B",
    "7",
    "word ",
    "-",
    "/",
    "https://a.bc/d?e=f",
    "www.",
    " ",
    "  ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "汉",
    "字",
    "，",
    "。",
    "“",
    "”",
    "‘",
    "’",
    "《",
    "》",
    "（",
    "）",
    "——",
    "……",
    "·",
    "\u{3000}",
    "\u{a0}",
    "é",
    "e\u{301}",
    "\u{301}",
    "\u{903}",
    "\u{102c}",
    "\u{20e3}",
    "ｶﾞ",
    "ﾞ",
    "か\u{3099}",
    "\0",
    "\u{1b}",
    "\u{1b}]0;x\u{7}",
    "\u{7f}",
    "\u{85}",
    "\u{9b}",
    "\u{200b}",
    "\u{200c}",
    "\u{200d}",
    "\u{200e}",
    "\u{2028}",
    "\u{2029}",
    "\u{202e}",
    "\u{2066}",
    "\u{2060}",
    "\u{2064}",
    "\u{feff}",
    "\u{ad}",
    "\u{34f}",
    "\u{61c}",
    "\u{fe0e}",
    "\u{fe0f}",
    "\u{e0100}",
    "\u{e0001}",
    "\u{e0041}",
    "\u{e007f}",
    "\u{fffe}",
    "\u{10ffff}",
    "\u{fdd0}",
    "\u{fff9}",
    "👩",
    "🏽",
    "❤",
    "👩\u{200d}👩\u{200d}👧",
    "🏴",
    "🇨",
    "🇳",
    "1\u{fe0f}\u{20e3}",
    "⌚",
    "☺",
    "\u{600}",
    "\u{605}",
    "\u{110bd}",
    "ᄀ",
    "ᅡ",
    "ᆨ",
    "각",
    "\u{115f}",
    "\u{1160}",
    "\u{3164}",
    "\u{ffa0}",
    "क",
    "\u{94d}",
    "ि",
    "ក",
    "\u{17d2}",
    "\u{17d8}",
    "ل",
    "ا",
    "ש",
    "\u{5b0}",
    "ⵏ",
    "\u{2d7f}",
    "<",
    "\u{338}",
    "±",
    "│",
    "█",
    "ÿ",
    "\u{fffd}",
    "\u{e000}",
];

fn odd_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => prop::sample::select(ODD).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => (prop::sample::select(ODD), 2..60_usize).prop_map(|(piece, times)| piece.repeat(times)),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// No order to the terminal, nothing that hides, nothing that turns the direction. Written out: the table that
/// is tested is no measure of itself.
fn is_harmless(shown: &str) -> bool {
    let is_bad = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fdd0}'..='\u{fdef}'
                | '\u{e0000}'..='\u{e001f}')
            || u32::from(c) & 0xfffe == 0xfffe
    };
    !shown.contains(is_bad)
}

/// The column of ratatui after it has drawn `text`, which has no more columns than bytes.
fn columns(text: &str) -> usize {
    let width = text.len() as u16 + 8;
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
    usize::from(buffer.set_stringn(0, 0, text, usize::from(width), Style::new()).0)
}

fn check_clusters(text: &str) {
    let mut at = 0;
    for cluster in clusters(text) {
        let shown = cluster.shown.as_str();
        assert_eq!(cluster.span.start, at, "{text:?}");
        at = cluster.span.end;
        assert!(is_harmless(shown), "{text:?}: {shown:?}");
        assert!(shown.len() <= 64 && cluster.width > 0, "{text:?}: {shown:?}");
        assert_eq!(
            u16::from(cluster.width),
            shown.graphemes(true).map(CellWidth::cell_width).sum::<u16>(),
            "{shown:?}"
        );
        if cluster.shown.is_source() {
            assert_eq!(&text[cluster.span.clone()], shown);
        }
    }
    assert_eq!(at, text.len());
    let spans: Vec<&str> = clusters(text).map(|cluster| &text[cluster.span]).collect();
    assert_eq!(spans, text.graphemes(true).collect::<Vec<_>>());
}

#[test]
fn no_character_is_dangerous_alone_or_behind_a_letter() {
    for c in '\0'..=char::MAX {
        // The planes of Unicode in which nothing is assigned hold nothing new but the noncharacters at their end.
        let is_assigned = c < '\u{20000}' || ('\u{e0000}'..'\u{e0200}').contains(&c) || u32::from(c) & 0xfff0 == 0xfff0;
        if is_assigned && !('\u{3400}'..'\u{9f00}').contains(&c) && !('\u{ac00}'..'\u{d700}').contains(&c) {
            check_clusters(&format!("{c}a{c}中{c}{c}"));
        }
    }
}

#[test]
fn odd_clusters_take_the_columns_that_ratatui_gives_them() {
    for one in ODD {
        for other in ODD {
            let text = format!("{one}{other}");
            assert_eq!(width(&text), clusters(&text).map(|c| usize::from(c.width)).sum::<usize>());
            assert_eq!(columns(&clean(&text)), width(&text), "{text:?}");
        }
    }
}

#[test]
fn long_and_monotonous_texts_take_no_longer() {
    // All together would take many minutes if any step were quadratic.
    for piece in ODD {
        let text = piece.repeat(20_000 / piece.len());
        let lines = Wrap::new(80).lines(&text);
        assert!(!lines.is_empty());
        find(&text, "a");
    }
    for piece in ["a ", "a  ，", "“ ", "中“”", "x://", "x://y ", "(", "（", "a-", "a/", "\u{301}\n", "——中"]
    {
        let text = piece.repeat(100_000 / piece.len());
        assert!(!Wrap::new(3).keep(std::slice::from_ref(&(5..90_000))).lines(&text).is_empty());
    }
}

proptest! {
    #[test]
    fn clusters_are_a_partition_and_harmless(text in odd_text()) {
        check_clusters(&text);
    }

    #[test]
    fn a_cluster_is_drawn_as_ratatui_would(text in odd_text(), x in 0..9_u16) {
        let style = Style::new().bold();
        for cluster in clusters(&text) {
            let mut ours = Buffer::filled(Rect::new(0, 0, 8, 1), ratatui::buffer::Cell::new("中"));
            let mut theirs = ours.clone();
            cluster.draw(&mut ours, Position::new(x, 0), style);
            if x < 8 {
                theirs.set_stringn(x, 0, cluster.shown.as_str(), usize::from(cluster.width), style);
            }
            prop_assert_eq!(&ours, &theirs, "{:?} at {}", cluster, x);
        }
    }

    #[test]
    fn cleaned_text_is_clean_and_as_wide_as_drawn(text in odd_text()) {
        let cleaned = clean(&text);
        prop_assert!(is_harmless(&cleaned));
        prop_assert_eq!(columns(&cleaned), width(&text));
    }

    #[test]
    fn cut_text_fits_and_padded_text_fills(text in odd_text(), cells in 0..40_usize) {
        for cut in [truncate_end(&text, cells), truncate_start(&text, cells), truncate_middle(&text, cells)] {
            prop_assert!(is_harmless(&cut));
            prop_assert!(columns(&cut) <= cells);
            if width(&text) <= cells {
                prop_assert_eq!(cut, clean(&text));
            }
        }
        for padded in [pad_end(&text, cells), pad_start(&text, cells)] {
            prop_assert_eq!(columns(&padded), cells);
        }
    }

    #[test]
    fn labels_fit_and_tell_names_apart_as_well_as_a_blind_cut(
        names in prop::collection::vec("(draft|稿)-[ab]{0,3}(一|二|long-)[ab]{1,9}-end[.]txt", 1..9), cells in 0..30_usize
    ) {
        let labels = shorten_names(&names, cells);
        prop_assert_eq!(labels.len(), names.len());
        let distinct = |labels: Vec<String>| labels.into_iter().collect::<std::collections::BTreeSet<_>>().len();
        let blind = names.iter().map(|name| truncate_middle(name, cells).into_owned()).collect();
        prop_assert!(distinct(labels.clone()) >= distinct(blind));
        for (label, name) in labels.iter().zip(&names) {
            prop_assert!(width(label) <= cells);
            prop_assert!(width(name) > cells || label == name);
        }
    }
}
