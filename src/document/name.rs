//! Names that can be shown, and told apart.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::MAIN_SEPARATOR,
};

use super::Source;

/// `name` with every character that a terminal might obey, or that would hide or turn around others, made visible:
/// `^[` for escape, `\u{202e}` for a right-to-left override. File names may hold any of them.
pub fn safe_name(name: &str) -> String {
    let mut safe = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '\0'..='\x1F' | '\x7F' => {
                safe.push('^');
                safe.push(char::from(c as u8 ^ 0x40));
            }
            '\u{80}'..='\u{9F}'
            | '\u{AD}'
            | '\u{61C}'
            | '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{FEFF}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E007F}' => safe.extend(c.escape_unicode()),
            _ => safe.push(c),
        }
    }
    safe
}

/// A text with the same stand-ins, except for line feeds and tabs. Noncharacters become U+FFFD, since HTML forbids them.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match stand_in(c) {
            Some(stand_in) if !matches!(c, '\n' | '\t') => shown.push_str(&stand_in),
            _ => shown.push(c),
        }
    }
    shown
}

/// The stand-in of a control character, an invisible character, one that reverses the writing direction, or a noncharacter;
/// `None` for all others.
pub fn stand_in(c: char) -> Option<String> {
    // Most characters are these.
    if matches!(c, ' '..='~' | '\u{4e00}'..='\u{9fff}') {
        return None;
    }
    if matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xFFFE == 0xFFFE {
        return Some("\u{fffd}".into());
    }
    let shown = safe_name(c.encode_utf8(&mut [0; 4]));
    (!shown.chars().eq([c])).then_some(shown)
}

/// A name for each of `sources`, in their order, no two alike.
///
/// Equal names get as many of their folders as it takes to tell them apart (`old/a.txt`, `new/a.txt`); what is then
/// still equal, such as a file given twice, is numbered: `a.txt`, `a.txt (2)`.
pub fn display_names(sources: &[&Source]) -> Vec<String> {
    let parts: Vec<Vec<String>> = sources.iter().map(|source| source.parts()).collect();
    let mut names: Vec<String> = sources.iter().map(|source| source.name()).collect();
    let mut shown = vec![1; names.len()];
    while lengthen_equal_names(&parts, &mut shown, &mut names) {}
    number_equal_names(&mut names);
    names
}

/// Shows one folder more of each name that different paths share. Whether there was any.
fn lengthen_equal_names(parts: &[Vec<String>], shown: &mut [usize], names: &mut [String]) -> bool {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, name) in names.iter().enumerate() {
        groups.entry(name.clone()).or_default().push(at);
    }
    let mut any = false;
    for group in groups.into_values() {
        if group.iter().all(|&at| parts[at] == parts[group[0]]) {
            continue;
        }
        for at in group {
            if shown[at] < parts[at].len() {
                shown[at] += 1;
                names[at] = join(&parts[at][parts[at].len() - shown[at]..]);
                any = true;
            }
        }
    }
    any
}

fn number_equal_names(names: &mut [String]) {
    // How often each name was asked for so far: without it, a thousand equal names would be a million tries.
    let mut last: BTreeMap<String, usize> = BTreeMap::new();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for name in names {
        let number = last.entry(name.clone()).or_insert(1);
        let mut numbered = name.clone();
        while !taken.insert(numbered.clone()) {
            *number += 1;
            numbered = format!("{name} ({number})");
        }
        *name = numbered;
    }
}

fn join(parts: &[String]) -> String {
    let mut joined = String::new();
    for part in parts {
        if !joined.is_empty() && !joined.ends_with(MAIN_SEPARATOR) {
            joined.push(MAIN_SEPARATOR);
        }
        joined.push_str(part);
    }
    joined
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn names(paths: &[&str]) -> Vec<String> {
        let sources: Vec<Source> = paths.iter().map(|path| Source::File(path.into())).collect();
        display_names(&sources.iter().collect::<Vec<_>>())
    }

    #[cfg(unix)]
    #[test]
    fn as_many_folders_as_it_takes() {
        let table: &[(&[&str], &[&str])] = &[
            (&["old/a.txt", "b.txt"], &["a.txt", "b.txt"]),
            (&["old/a.txt", "new/a.txt"], &["old/a.txt", "new/a.txt"]),
            (&["1/x/a.txt", "2/x/a.txt", "b.txt"], &["1/x/a.txt", "2/x/a.txt", "b.txt"]),
            (&["1/x/a.txt", "2/y/a.txt"], &["x/a.txt", "y/a.txt"]),
            (&["a.txt", "x/a.txt"], &["a.txt", "x/a.txt"]),
            (&["/a.txt", "a.txt"], &["/a.txt", "a.txt"]),
            (&["/x/a.txt", "x/a.txt"], &["/x/a.txt", "x/a.txt"]),
            (&["a.txt", "a.txt", "./a.txt"], &["a.txt", "a.txt (2)", "a.txt (3)"]),
            (&["x/a.txt", "x/a.txt"], &["a.txt", "a.txt (2)"]),
            (&["x/a.txt", "x/a.txt", "y/a.txt"], &["x/a.txt", "x/a.txt (2)", "y/a.txt"]),
            (&["a (2)", "a", "a"], &["a (2)", "a", "a (3)"]),
            (&["x/\n", "y/\n"], &["x/^J", "y/^J"]),
            (&["/dev/fd/62", "/dev/fd/63"], &["/dev/fd/62", "/dev/fd/63"]),
            (&[], &[]),
        ];
        for (paths, expected) in table {
            assert_eq!(names(paths), *expected, "{paths:?}");
        }
    }

    #[test]
    fn other_sources() {
        let sample = Source::Sample(crate::document::Sample::TeaRoadEn);
        let file = Source::File(sample.name().into());
        let sources = [&Source::Stdin, &Source::Stdin, &sample, &file];
        let tea = format!("samples{MAIN_SEPARATOR}tea-road-en.txt");
        assert_eq!(display_names(&sources), ["stdin", "stdin (2)", &tea, "tea-road-en.txt"]);
    }

    #[test]
    fn control_characters_are_visible() {
        assert_eq!(safe_name("a\x1b[2J\r\n\x7F\u{9b}\u{202E}txt.exe"), "a^[[2J^M^J^?\\u{9b}\\u{202e}txt.exe");
        assert_eq!(safe_name("夜市 – café 👩🏽‍🚀"), "夜市 – café 👩🏽\\u{200d}🚀");
    }

    proptest! {
        #[test]
        fn one_name_each_and_no_two_alike(paths in prop::collection::vec("[ab./() 2]{0,8}", 0..12)) {
            let names = names(&paths.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assert_eq!(names.len(), paths.len());
            prop_assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{:?}", names);
        }

        #[test]
        fn safe_names_hold_no_control_characters(name in any::<String>()) {
            prop_assert!(!safe_name(&name).chars().any(char::is_control));
        }
    }
}
