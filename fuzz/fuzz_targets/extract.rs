//! Any bytes are parsed as any format, in this process, without the child process that isolates crashes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use simscope::{
    app::{Lang, read_error},
    document::{Format, Source, from_bytes},
};

fuzz_target!(|input: &[u8]| {
    // The first byte chooses the format, so a file with one extra byte in front is an input.
    let Some((&said, bytes)) = input.split_first() else { return };
    // Sometimes no format is given, and the bytes decide.
    let source = match Format::ALL.get(usize::from(said) % (Format::ALL.len() + 1)) {
        Some(&format) => Source::As(Box::new(Source::Stdin), format),
        None => Source::Stdin,
    };
    match from_bytes(source, bytes.to_vec()) {
        Ok(document) => {
            assert!(!document.text.contains('\r'));
            let replacements = document.text.matches(char::REPLACEMENT_CHARACTER).count();
            assert!(replacements >= document.reading.replaced);
            assert!(document.landmarks.iter().all(|landmark| document.text.is_char_boundary(landmark.at)));
            assert!(document.landmarks.windows(2).all(|pair| pair[0].at < pair[1].at));
        }
        Err(error) => {
            // A panic is caught here and reported as a crash, which is what this target looks for.
            assert_ne!(error.kind(), "crashed");
            let said = read_error(&error, Lang::En);
            assert!(said.contains(';'), "says what to do: {said}");
        }
    }
});
