//! XML as the extractors walk it: elements in their order, nothing expanded, nothing fetched.

use std::borrow::Cow;

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::{Decoded, ExtractError, Metadata, decode, limits};

/// The parts of a file, as they are met.
pub(super) enum Node<'a> {
    /// An element begins.
    Open(&'a Tag<'a>),
    /// An element ends; its name with its prefix.
    Close(&'a str),
    /// Text, with its references resolved.
    Text(&'a str),
}

/// The way to treat an element that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Go into it; the only answer to anything but [`Node::Open`].
    On,
    /// Skip it with all that is in it; its end is not met either.
    Skip,
}

/// The beginning of an element.
pub(super) struct Tag<'a>(BytesStart<'a>);

impl Tag<'_> {
    /// The name with its prefix.
    pub(super) fn name(&self) -> &str {
        self.0.name().into_inner()
    }

    /// The value of the first attribute of that name, whatever its prefix.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let mut attributes = self.0.attributes();
        // Looking for duplicates takes time that grows with the square of their number.
        attributes.with_checks(false);
        let found = attributes.flatten().find(|attribute| local(attribute.key.into_inner()) == name)?;
        let value: &str = &found.value;
        Some(quick_xml::escape::unescape(value).map_or_else(|_| value.to_owned(), Cow::into_owned))
    }
}

/// A name without its prefix.
pub(super) fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// Goes through `xml` from the beginning. Returns whether it came to a proper end; where it did not, all before the
/// place that is wrong was met.
pub(super) fn walk(
    xml: &str,
    mut meet: impl FnMut(Node<'_>) -> Result<Next, ExtractError>,
) -> Result<bool, ExtractError> {
    let mut reader = Reader::from_str(xml);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    config.expand_empty_elements = true;
    let (mut depth, mut skipped) = (0usize, None);
    let mut opened = false;
    loop {
        let Ok(event) = reader.read_event() else { return Ok(false) };
        match event {
            Event::Start(start) => {
                depth += 1;
                opened = true;
                if depth > limits::DEPTH {
                    return Err(ExtractError::TooDeep);
                }
                if skipped.is_none() && meet(Node::Open(&Tag(start)))? == Next::Skip {
                    skipped = Some(depth);
                }
            }
            Event::End(end) => {
                match skipped {
                    Some(at) if at == depth => skipped = None,
                    Some(_) => {}
                    None => _ = meet(Node::Close(end.name().into_inner()))?,
                }
                depth = depth.saturating_sub(1);
            }
            Event::Text(text) if skipped.is_none() => _ = meet(Node::Text(&text.xml10_content()))?,
            Event::CData(text) if skipped.is_none() => _ = meet(Node::Text(&text.xml10_content()))?,
            Event::GeneralRef(reference) if skipped.is_none() => {
                let content = reference.xml10_content();
                let resolved = match reference.resolve_char_ref() {
                    Ok(Some(c)) => Cow::Owned(c.to_string()),
                    // One of the five, or one that the file declares and that is not expanded: it stays as it is.
                    _ => match quick_xml::escape::resolve_xml_entity(&content) {
                        Some(known) => Cow::Borrowed(known),
                        None => Cow::Owned(format!("&{content};")),
                    },
                };
                meet(Node::Text(&resolved))?;
            }
            Event::Eof => return Ok(opened && depth == 0),
            _ => {}
        }
    }
}

/// The title, the date and the author among the elements of Dublin Core and of `OpenDocument`: when and by whom a
/// document was made, else any date and author. One that is damaged has those before that.
pub(super) fn metadata(xml: &str) -> Metadata {
    let [mut title, mut created, mut date, mut author] = [const { String::new() }; 4];
    let mut of = None;
    // Whatever is wrong with it, the text is worth more.
    _ = walk(xml, |node| {
        match node {
            Node::Open(tag) => of = Some(local(tag.name()).to_owned()),
            Node::Close(_) => of = None,
            Node::Text(text) => match of.as_deref() {
                Some("title") => title.push_str(text),
                Some("created" | "creation-date") => created.push_str(text),
                Some("date") if date.is_empty() => date.push_str(text),
                // Whoever began it, before whoever changed it last.
                Some("initial-creator") => text.clone_into(&mut author),
                Some("creator") if author.is_empty() => author.push_str(text),
                _ => {}
            },
        }
        Ok(Next::On)
    });
    Metadata::new(&title, if created.is_empty() { &date } else { &created }).by(&author)
}

/// A part of an archive as text: UTF-8, or what it says, and how many characters were replaced.
pub(super) fn decoded(bytes: Vec<u8>) -> Result<(String, usize), ExtractError> {
    let Decoded { text, replaced, .. } = decode(bytes).ok_or(ExtractError::Broken)?;
    Ok((text, replaced))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(xml: &str) -> (String, bool) {
        let mut seen = String::new();
        let whole = walk(xml, |node| {
            match node {
                Node::Open(tag) if tag.name() == "skip" => return Ok(Next::Skip),
                Node::Open(tag) => {
                    let value = tag.get("v").map(|v| format!(" {v}")).unwrap_or_default();
                    seen.extend(["<", tag.name(), &value, ">"]);
                }
                Node::Close(name) => seen.extend(["</", name, ">"]),
                Node::Text(text) => seen += text,
            }
            Ok(Next::On)
        });
        (seen, whole.unwrap())
    }

    #[test]
    fn walking() {
        let table = [
            ("<a>x<b/>&lt;&#28783;<![CDATA[<c>]]></a>", "<a>x<b></b><灯<c></a>", true),
            ("<a x:v='1&amp;2'><skip>x<b>y</b></skip>z</a>", "<a 1&2>z</a>", true),
            ("<!DOCTYPE a [<!ENTITY e 'long'>]><a>&e;</a>", "<a>&e;</a>", true),
            ("<a>x<b>y", "<a>x<b>y", false),
            ("<a>x<b", "<a>x", false),
            ("", "", false),
            ("no element", "no element", false),
            ("<a>fish & chips</a>", "<a>fish & chips</a>", true),
        ];
        for (xml, expected, whole) in table {
            assert_eq!(seen(xml), (expected.to_owned(), whole), "{xml}");
        }
    }

    #[test]
    fn too_deep_is_refused() {
        let deep = "<a>".repeat(limits::DEPTH + 1);
        assert_eq!(walk(&deep, |_| Ok(Next::On)), Err(ExtractError::TooDeep));
        let deep = format!("<skip>{}", "<a>".repeat(1_000_000));
        assert_eq!(walk(&deep, |_| Ok(Next::Skip)), Err(ExtractError::TooDeep));
    }
}
