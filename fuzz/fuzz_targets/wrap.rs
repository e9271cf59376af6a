//! Any text is wrapped, cut and padded to any width, without any control sequence for the terminal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::app::{Wrap, clean, clusters, find, pad_end, truncate_end, truncate_middle, width};

fuzz_target!(|input: (u8, u8, &str)| {
    let (cells, taken, text) = input;
    let cells = u16::from(cells).max(1);
    let mut end = 0;
    for line in Wrap::new(cells).after(u16::from(taken)).lines(text) {
        assert!(line.span.start >= end && line.span.end <= text.len());
        assert!(text[end..line.span.start].chars().all(|c| c.is_whitespace()), "only white space is dropped");
        end = line.span.end;
        let drawn: usize = line.clusters(text).map(|cluster| usize::from(cluster.width)).sum();
        assert_eq!(drawn, usize::from(line.width));
        assert!(line.width <= cells);
    }
    assert!(text[end..].chars().all(|c| c.is_whitespace()));

    let whole: usize = clusters(text).map(|cluster| usize::from(cluster.width)).sum();
    assert_eq!(width(text), whole);
    assert!(!clean(text).chars().any(char::is_control));
    let cells = usize::from(cells);
    assert!(width(&truncate_end(text, cells)) <= cells && width(&truncate_middle(text, cells)) <= cells);
    assert_eq!(width(&pad_end(text, cells)), cells);

    let needle: String = text.chars().take(usize::from(taken) % 4).collect();
    for found in find(text, &needle) {
        assert!(text.is_char_boundary(found.start) && text.is_char_boundary(found.end));
    }
});
