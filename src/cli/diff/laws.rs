//! The laws of a patch: what other programs make of it and the first text is the second.

use proptest::prelude::*;

use super::unified::{MovedLines, PatchStyle, patch};
use crate::{document::safe_name, text::clean};
use simscope_core::unicode::is_invisible;

/// The tables of invisible characters agree.
#[test]
fn whatever_is_invisible_is_shown_in_names_and_on_screens() {
    for c in char::MIN..=char::MAX {
        let alone = c.to_string();
        if is_invisible(c) {
            assert_ne!(safe_name(&alone), alone, "{c:?}");
            assert_ne!(clean(&alone), alone, "{c:?}");
        }
    }
}

/// Applies a patch as its format says: hunks of lines at places in A.
fn apply(a: &str, patch: &str) -> String {
    let old: Vec<&str> = a.split_inclusive('\n').collect();
    let (mut made, mut at) = (String::new(), 0);
    let mut lines = patch.split_terminator('\n').peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("@@ ") {
            let range = line.split(' ').nth(1).unwrap().trim_start_matches('-');
            let (start, len) = range.split_once(',').unwrap_or((range, "1"));
            let (start, len): (usize, usize) = (start.parse().unwrap(), len.parse().unwrap());
            let start = if len == 0 { start } else { start - 1 };
            made.push_str(&old[at..start].concat());
            at = start;
            continue;
        }
        let (sign, text) = line.split_at(1);
        let ended = lines.next_if(|next| next.starts_with("\\ ")).is_none();
        let text = if ended { format!("{text}\n") } else { text.to_owned() };
        if sign != "+" {
            assert_eq!(old[at], text);
            at += 1;
        }
        if sign != "-" {
            made.push_str(&text);
        }
    }
    made + &old[at..].concat()
}

/// Texts of few pieces, so that much of them is the same by chance.
fn texts() -> impl Strategy<Value = String> {
    let pieces = [
        "汉明", "距离", "的", "word ", "the ", "。", ", ", " ", "\n", "\n", "\n\n", "　　", "-", "+++", "@@ ", "\\ ",
        "<b>", "&amp;", "\"", "\u{1b}[m", "\u{202e}", "\u{ffff}", "\t", "🙂",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_patch_makes_b_of_a(a in texts(), b in texts(), context in 0..4usize) {
        let mut out = Vec::new();
        let moves = MovedLines::new([&a, &b]);
        patch(&mut out, [&a, &b], &["a".into(), "b".into()], &moves, context, PatchStyle::default()).unwrap();
        let made = String::from_utf8(out).unwrap();
        prop_assert_eq!(made.is_empty(), a == b);
        prop_assert_eq!(apply(&a, made.strip_prefix("--- a\n+++ b\n").unwrap_or("")), b);
    }
}
