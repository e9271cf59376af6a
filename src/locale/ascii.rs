//! Replaces typographic marks by ASCII. `build.rs` includes this file to do so with all texts of the interface.

use std::borrow::Cow;

/// Marks and their replacements; longer marks before those that they contain.
const MARKS: [(&str, &str); 27] = [
    (" · ", " | "),
    ("√", "sqrt "),
    ("“", "\""),
    ("”", "\""),
    ("‘", "'"),
    ("’", "'"),
    ("……", "..."),
    ("…", "..."),
    ("⋯", "..."),
    ("¶", "par."),
    ("·", "*"),
    ("×", "x"),
    ("→", "->"),
    ("−", "-"),
    ("–", "-"),
    ("—", "-"),
    ("±", "+/-"),
    ("≤", "<="),
    ("≥", ">="),
    ("≡", "#"),
    ("▲", "^"),
    ("›", ">"),
    ("θ", "theta"),
    ("π", "pi"),
    ("°", " degrees"),
    ("█", "#"),
    ("▒", "%"),
];

/// `text` without typographic marks. Letters stay as they are, those of Chinese with the full-width marks that every
/// terminal draws two cells wide.
pub(super) fn set_in_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let replaced = MARKS.iter().fold(text.to_owned(), |text, (mark, plain)| text.replace(mark, plain));
    Cow::Owned(replaced)
}
