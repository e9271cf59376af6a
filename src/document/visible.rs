//! Control characters and others that hide or turn text around, made visible. Knows characters alone.

use std::ffi::OsStr;

use simscope_core::unicode::is_invisible;

/// Whether a terminal might obey the character, or it takes no space, or would hide or turn around others.
pub(crate) fn is_unsafe(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FFF9}'..='\u{FFFB}') || is_invisible(c)
}

/// `name` with every character that [is unsafe](is_unsafe) made visible: `^[` for escape, `\u{202e}` for a
/// right-to-left override. File names may hold any of them.
pub fn safe_name(name: &str) -> String {
    let mut safe = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii_control() {
            safe.push('^');
            safe.push(char::from(c as u8 ^ 0x40));
        } else if is_unsafe(c) {
            safe.extend(c.escape_unicode());
        } else {
            safe.push(c);
        }
    }
    safe
}

/// The same of a path.
pub fn safe_path(path: impl AsRef<OsStr>) -> String {
    safe_name(&path.as_ref().to_string_lossy())
}

/// A text with the same stand-ins, except for line feeds and tabs. Noncharacters become U+FFFD, since HTML forbids
/// them.
pub(crate) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match stand_in(c) {
            Some(stand_in) if !matches!(c, '\n' | '\t') => shown.push_str(&stand_in),
            _ => shown.push(c),
        }
    }
    shown
}

/// The stand-in of a control character, an invisible character, one that reverses the writing direction, or a
/// noncharacter; `None` for all others, and for the variation selectors that texts have after emoji and rare Han
/// characters.
pub(crate) fn stand_in(c: char) -> Option<String> {
    // Most characters are these.
    if matches!(c, ' '..='~' | '\u{4e00}'..='\u{9fff}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}') {
        return None;
    }
    if matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xFFFE == 0xFFFE {
        return Some("\u{fffd}".into());
    }
    let shown = safe_name(c.encode_utf8(&mut [0; 4]));
    (!shown.chars().eq([c])).then_some(shown)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn control_characters_are_visible() {
        assert_eq!(safe_name("a\x1b[2J\r\n\x7F\u{9b}\u{202E}txt.exe"), "a^[[2J^M^J^?\\u{9b}\\u{202e}txt.exe");
        assert_eq!(safe_name("夜市 – café 👩🏽‍🚀"), "夜市 – café 👩🏽\\u{200d}🚀");
        assert_eq!(
            safe_name("a\u{3164}\u{34F}\u{180E}.\u{FE0F}\u{E0100}"),
            "a\\u{3164}\\u{34f}\\u{180e}.\\u{fe0f}\\u{e0100}"
        );
        assert_eq!(safe_name("\u{115F}\u{1160}\u{FFA0}한글"), "\\u{115f}\\u{1160}\\u{ffa0}한글");
    }

    proptest! {
        #[test]
        fn safe_names_hold_no_control_characters(name in any::<String>()) {
            prop_assert!(!safe_name(&name).chars().any(char::is_control));
        }
    }
}
