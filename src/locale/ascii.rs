//! A text set in ASCII marks. Read by `build.rs` too, which sets all texts of the interface so.

use std::borrow::Cow;

/// What is set otherwise: the marks, and where one stands between spaces a better one for there.
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
