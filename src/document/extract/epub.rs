//! Electronic books (EPUB 2 and 3): the pages of the spine in reading order, a chapter each.

use std::{borrow::Cow, collections::HashMap};

use percent_encoding::percent_decode_str;

use super::{
    ExtractError, Extracted, Format, Prose, ReadWarning, ReadWarnings,
    archive::{ZipParts, resolve},
    html,
    xml::{Next, Node, decoded, local, metadata, walk},
};
use crate::document::Mark;

/// The text of a book.
pub(super) fn extract(archive: &mut ZipParts<'_>) -> Result<Extracted, ExtractError> {
    let package = package(archive)?;
    let list = archive.xml(&package).ok_or(ExtractError::Broken)??;
    let pages = spine(&package, &list)?;
    if pages.is_empty() {
        return Err(ExtractError::Broken);
    }
    let locked = locked(archive)?;
    let mut prose = Prose::default();
    let (mut warnings, mut replaced) = (ReadWarnings::NONE, 0);
    for (n, page) in pages.iter().enumerate() {
        if locked.contains(page) {
            return Err(ExtractError::Encrypted);
        }
        // A book that lacks a chapter is still worth reading; one that is too large is not.
        let text = match archive.bytes(page).map(|bytes| bytes.and_then(decoded)) {
            Some(Ok((text, bad))) => {
                replaced += bad;
                text
            }
            None | Some(Err(ExtractError::Broken)) => {
                warnings.add_if(true, ReadWarning::Missing);
                continue;
            }
            Some(Err(refusal)) => return Err(refusal),
        };
        prose.mark(Mark::Chapter(u32::try_from(n + 1).unwrap_or(u32::MAX)))?;
        let (whole, _) = html::write(&text, &mut prose)?;
        warnings.add_if(!whole, ReadWarning::Cut);
    }
    let extracted = Extracted::new(Format::Epub, prose, warnings);
    Ok(Extracted { replaced: replaced + archive.replaced, metadata: metadata(&list), ..extracted })
}

/// The entry with the list of all parts.
fn package(archive: &mut ZipParts<'_>) -> Result<String, ExtractError> {
    let container = archive.xml("META-INF/container.xml").ok_or(ExtractError::Broken)??;
    let mut found = None;
    walk(&container, |node| {
        if let Node::Open(tag) = node
            && local(tag.name()) == "rootfile"
            && found.is_none()
        {
            found = tag.get("full-path");
        }
        Ok(Next::On)
    })?;
    found.map(|path| resolve("", &path)).ok_or(ExtractError::Broken)
}

/// The entries of the pages, in reading order.
fn spine(package: &str, list: &str) -> Result<Vec<String>, ExtractError> {
    let mut items = HashMap::new();
    let mut order = Vec::new();
    walk(list, |node| {
        if let Node::Open(tag) = node {
            match local(tag.name()) {
                "item" => _ = tag.get("id").zip(tag.get("href")).and_then(|(id, href)| items.insert(id, href)),
                "itemref" => order.extend(tag.get("idref")),
                _ => {}
            }
        }
        Ok(Next::On)
    })?;
    Ok(order.iter().filter_map(|id| items.get(id)).map(|href| resolve(package, &unescaped(href))).collect())
}

/// The entries that are encrypted: fonts often are, pages only in books that are locked.
fn locked(archive: &mut ZipParts<'_>) -> Result<Vec<String>, ExtractError> {
    let mut found = Vec::new();
    if let Some(Ok(list)) = archive.xml("META-INF/encryption.xml") {
        walk(&list, |node| {
            if let Node::Open(tag) = node
                && local(tag.name()) == "CipherReference"
            {
                found.extend(tag.get("URI").map(|path| resolve("", &unescaped(&path))));
            }
            Ok(Next::On)
        })?;
    }
    Ok(found)
}

fn unescaped(path: &str) -> Cow<'_, str> {
    percent_decode_str(path).decode_utf8_lossy()
}
