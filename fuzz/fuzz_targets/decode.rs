//! Any bytes are a document or rejected with a reason; the counts of a document are correct.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::{
    app::{Lang, read_error},
    document::{Encoding, Source, from_bytes},
};

/// Encodings that the input may choose; it usually chooses none.
const SAID: [&str; 6] = ["utf-8", "utf-16le", "gb18030", "big5", "shift_jis", "iso-2022-jp"];

fuzz_target!(|input: (u8, Vec<u8>)| {
    let (said, bytes) = input;
    let size = bytes.len() as u64;
    let source = match SAID.get(usize::from(said)).and_then(|label| Encoding::of(label)) {
        Some(encoding) => Source::Encoded(Box::new(Source::Stdin), encoding),
        None => Source::Stdin,
    };
    match from_bytes(source, bytes) {
        Ok(document) => {
            assert!(!document.text.contains('\r'));
            assert_eq!(document.reading.bytes, size);
            let replacements = document.text.matches(char::REPLACEMENT_CHARACTER).count();
            assert!(replacements >= document.reading.replaced);
        }
        Err(error) => {
            let said = read_error(&error, Lang::En);
            assert!(said.contains(';'), "says what to do: {said}");
        }
    }
});
