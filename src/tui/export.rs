//! The screen as a picture: the frame that `view` draws for a terminal, written as SVG. Files are never overwritten.

mod svg;

pub use super::theme::Ground;
pub use svg::svg;

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use ratatui::{Terminal, TerminalOptions, Viewport, backend::CrosstermBackend, layout::Rect};

use super::{model::Model, view};
use crate::{
    document::safe_name,
    files::{Disk, Placing, write_all},
    t,
};

/// Writes a picture of screen 2 into `folder`, under the names of its documents; a sentence that says where it is, or
/// why it is not.
pub(super) fn picture(model: &Model, folder: &Path) -> String {
    let (workspace, lang) = (&model.workspace, model.lang);
    let (documents, step) = match workspace.pair().filter(|_| workspace.two_texts.on) {
        Some(pair) => (pair.to_vec(), workspace.two_texts.step),
        None => (vec![workspace.shown_document()], workspace.pipeline.step),
    };
    let mut name = documents.iter().map(|&at| workspace.batch.name(at)).collect::<Vec<_>>().join(" ");
    name.extend(step.map(|step| format!(" step {step}")));
    match draw(model).and_then(|picture| new_file(folder, &name, &picture)) {
        Ok(path) => t!(lang, "export.picture", place = safe_name(&path.to_string_lossy())),
        Err(error) => t!(lang, "export.failed", reason = error),
    }
}

fn draw(model: &Model) -> io::Result<String> {
    let (width, height) = model.size;
    let viewport = Viewport::Fixed(Rect::new(0, 0, width, height));
    let mut terminal = Terminal::with_options(CrosstermBackend::new(io::sink()), TerminalOptions { viewport })?;
    let theme = model.styles();
    let frame = terminal.draw(|frame| _ = view::draw(model, &theme, frame))?;
    Ok(svg(frame.buffer, model.look.ground))
}

/// How many pictures of one name there may be.
const MOST: usize = 1000;
/// The longest name before its number, in characters.
const LONGEST: usize = 60;

/// Writes a picture called after `name` in `folder`; returns where it is.
///
/// # Errors
/// If it cannot be written.
fn new_file(folder: &Path, name: &str, picture: &str) -> io::Result<PathBuf> {
    let name = plain(name);
    for n in 1..MOST {
        let name = if n == 1 { format!("{name}.svg") } else { format!("{name}-{n}.svg") };
        let path = folder.join(name);
        match write_all(&Disk::default(), &path, Placing::NEW, picture.as_bytes()) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|()| path),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Letters, digits and hyphens alone, so that every system takes it and it leads to no other folder.
fn plain(name: &str) -> String {
    let name: String = name.chars().take(LONGEST).map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let words: Vec<&str> = name.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "simscope".into() } else { words.join("-") }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn nothing_is_written_over_and_no_name_leads_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<String> = ["a", "b", "../c"]
            .map(|text| new_file(folder.path(), "../海 面.txt", text).unwrap())
            .map(|path| path.strip_prefix(folder.path()).unwrap().display().to_string())
            .into();
        assert_eq!(names, ["海-面-txt.svg", "海-面-txt-2.svg", "海-面-txt-3.svg"]);
        assert_eq!(fs::read_to_string(folder.path().join("海-面-txt.svg")).unwrap(), "a");
        assert!(new_file(folder.path(), "\u{1b}[2J/", "").unwrap().ends_with("2J.svg"));
        assert_eq!(plain("\u{202e}/"), "simscope");
    }
}
