//! The laws of the forms of a diff: what other programs make of them is the two texts again.

use proptest::prelude::*;

use super::{
    html,
    unified::{MovedLines, PatchStyle, patch},
};
use crate::{
    cli::{changes::Changes, settings::ResolvedSettings},
    compare::coverage::RunLength,
    config::Config,
    document::{from_text, safe_name},
    locale::Lang,
    simhash::{Recipe, sketch},
    text::clean,
};
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

/// The text of a piece of HTML: without the elements called `skipped`, without tags, with characters in place of
/// entities.
fn read(html: &str, skipped: &str) -> String {
    let mut text = String::new();
    let (mut rest, mut skipping) = (html, false);
    while let Some(c) = rest.chars().next() {
        if let Some(inner) = rest.strip_prefix('<') {
            let (tag, after) = inner.split_once('>').expect("tags are closed");
            rest = after;
            if let Some(code) = tag.strip_prefix("span class=\"simscope-control\" title=\"U+") {
                let c = char::from_u32(u32::from_str_radix(code.trim_end_matches('"'), 16).unwrap()).unwrap();
                text.extend((!skipping).then_some(c));
                rest = rest.split_once("</span>").expect("spans are closed").1;
            } else if tag.split(' ').next() == Some(skipped) {
                skipping = true;
            } else if tag.strip_prefix('/') == Some(skipped) {
                skipping = false;
            }
            continue;
        }
        let entities = [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"')];
        let entity = entities.into_iter().find(|(name, _)| rest.starts_with(name));
        let (len, c) = entity.map_or((c.len_utf8(), c), |(name, c)| (name.len(), c));
        assert!(entity.is_some() || c != '&', "{rest:?}");
        text.extend((!skipping).then_some(c));
        rest = &rest[len..];
    }
    text
}

/// The paragraphs of a fragment, one behind the other.
fn paragraphs(html: &str) -> String {
    let body = html.split_once("<p class=\"simscope-rule\"").and_then(|(_, rest)| rest.split_once("</p>\n")).unwrap().1;
    let body = body.strip_suffix("</section>\n").unwrap();
    // The links between the ends of moved blocks are between the paragraphs.
    let mut whole = String::new();
    let mut rest = body;
    while let Some((before, link)) = rest.split_once("<div class=\"simscope-move\">") {
        whole.push_str(before);
        rest = link.split_once("</div>\n").expect("links are closed").1;
    }
    whole.push_str(rest);
    whole.split("</p>\n").collect()
}

fn fragment(a: &str, b: &str) -> String {
    let recipe: Recipe = "space;fold=none;tf;xxh3-64;64;gt".parse().unwrap();
    let settings = {
        let (config, run) = (Config::default(), RunLength::default());
        ResolvedSettings { recipe: recipe.clone(), given_k: None, lang: Lang::En, run, config }
    };
    let documents = [from_text(1, a), from_text(2, b)];
    let sketches = [a, b].map(|text| sketch(text, &recipe).unwrap());
    let changes = Changes::new(["text 1", "text <2>"], [&documents[0], &documents[1]], sketches, &[], &settings);
    let mut out = Vec::new();
    html::fragment(&mut out, &changes).unwrap();
    String::from_utf8(out).unwrap()
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

    #[test]
    fn html_holds_both_texts(a in texts(), b in texts()) {
        let html = fragment(&a, &b);
        let body = paragraphs(&html);
        prop_assert_eq!(read(&body, "ins"), a);
        prop_assert_eq!(read(&body, "del"), b);
        let hidden = |c: char| c != '\n' && c != '\t' && c.is_control() || matches!(c, '\u{202e}' | '\u{ffff}');
        prop_assert!(!html.contains(hidden), "{:?}", html);
    }
}
