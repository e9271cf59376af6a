//! The answer of a child: one line of JSON with the length of the text, then the text. Believed only as far as it can
//! be checked, since a file may have taken the child over.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::super::{
    Chosen, Encoding, ExtractError, Format, LIMIT, Landmark, Metadata, ReadWarnings, extract::Extracted,
    metadata::are_sound,
};

/// The longest there can be, in bytes: the longest text, with as many landmarks as there may be.
pub(super) const LONGEST: u64 = LIMIT + (16 << 20);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum Head {
    #[serde(rename = "text")]
    Text(TextHead),
    #[serde(rename = "refused")]
    Refused(ExtractError),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TextHead {
    length: usize,
    format: Format,
    encoding: String,
    chosen: String,
    replaced: usize,
    running: usize,
    warnings: Vec<String>,
    landmarks: Vec<Landmark>,
    metadata: Metadata,
}

/// Writes what came of a file.
pub(super) fn write(mut out: impl Write, result: &Result<Extracted, ExtractError>) -> io::Result<()> {
    let head = match result {
        Ok(found) => Head::Text(TextHead {
            length: found.text.len(),
            format: found.format,
            encoding: found.encoding.name().to_owned(),
            chosen: found.chosen.key().to_owned(),
            replaced: found.replaced,
            running: found.running,
            warnings: found.warnings.iter().map(|warning| warning.key().to_owned()).collect(),
            landmarks: found.landmarks.clone(),
            metadata: found.metadata.clone(),
        }),
        Err(refusal) => Head::Refused(*refusal),
    };
    serde_json::to_writer(&mut out, &head)?;
    out.write_all(b"\n")?;
    if let Ok(found) = result {
        out.write_all(found.text.as_bytes())?;
    }
    out.flush()
}

/// Reads it back. Anything that does not hold is [`ExtractError::Crashed`].
pub(super) fn read(said: &[u8]) -> Result<Extracted, ExtractError> {
    understood(said).unwrap_or(Err(ExtractError::Crashed))
}

fn understood(said: &[u8]) -> Option<Result<Extracted, ExtractError>> {
    let end = memchr::memchr(b'\n', said)?;
    let (head, text) = (&said[..end], &said[end + 1..]);
    let head: TextHead = match serde_json::from_slice(head).ok()? {
        Head::Refused(refusal) => return text.is_empty().then_some(Err(refusal)),
        Head::Text(head) => head,
    };
    let found = Extracted {
        text: String::from_utf8(text.to_vec()).ok().filter(|text| text.len() == head.length)?,
        format: head.format,
        encoding: Encoding::of(&head.encoding)?,
        chosen: Chosen::ALL.into_iter().find(|way| way.key() == head.chosen)?,
        replaced: head.replaced,
        running: head.running,
        warnings: ReadWarnings::of_keys(head.warnings.iter().map(String::as_str))?,
        landmarks: head.landmarks,
        metadata: head.metadata,
    };
    (are_sound(&found.landmarks, &found.text) && found.metadata.is_sound()).then_some(Ok(found))
}

#[cfg(test)]
mod tests {
    use super::{
        super::super::{Mark, ReadWarning},
        *,
    };

    fn example() -> Extracted {
        let mut warnings = ReadWarnings::NONE;
        warnings.add_if(true, ReadWarning::Cut);
        Extracted {
            text: "灯塔\nlamp\n".into(),
            format: Format::Rtf,
            encoding: Encoding::of("gbk").unwrap(),
            chosen: Chosen::Given,
            replaced: 2,
            running: 3,
            warnings,
            landmarks: vec![Landmark { at: 0, mark: Mark::Page(1) }, Landmark { at: 7, mark: Mark::Page(2) }],
            metadata: Metadata::new("Lamp", "1987"),
        }
    }

    fn frame(result: &Result<Extracted, ExtractError>) -> Vec<u8> {
        let mut out = Vec::new();
        write(&mut out, result).unwrap();
        out
    }

    #[test]
    fn what_is_written_is_read() {
        let errors = ExtractError::ALL.map(Err);
        for result in [Ok(example())].into_iter().chain(errors) {
            assert_eq!(read(&frame(&result)), result);
        }
    }

    #[test]
    fn what_does_not_hold_is_not_believed() {
        let good = frame(&Ok(example()));
        for cut in 0..good.len() {
            assert_eq!(read(&good[..cut]), Err(ExtractError::Crashed), "{cut}");
        }
        let text = String::from_utf8(good.clone()).unwrap();
        let wrong = [
            text.replace("\"length\":12", "\"length\":13"),
            text.replace("\"at\":7", "\"at\":1"),
            text.replace("\"at\":7", "\"at\":99"),
            text.replace("\"at\":7", "\"at\":0"),
            text.replace("GB18030", "klingon"),
            text.replace("\"given\"", "\"guessed\""),
            text.replace("\"cut\"", "\"torn\""),
            text.replace("\"rtf\"", "\"exe\""),
            text.clone() + "more",
            "null\n".into(),
            String::new(),
        ];
        for said in wrong {
            assert_ne!(said, text);
            assert_eq!(read(said.as_bytes()), Err(ExtractError::Crashed), "{said}");
        }
        let mut bytes = good;
        *bytes.last_mut().unwrap() = 0xFF;
        assert_eq!(read(&bytes), Err(ExtractError::Crashed));
    }

    proptest::proptest! {
        #[test]
        fn anything_at_all_is_read_or_refused(said in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
            _ = read(&said);
        }
    }
}
