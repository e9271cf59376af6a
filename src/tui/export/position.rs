//! A walk through a document, as the reader sees it on screen 2, as files.

use std::{
    fs,
    io::{self, ErrorKind},
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{Camera, Cast, svg};
use crate::{
    batch::PairDetail,
    document::safe_name,
    files::{Disk, Placing, write_all},
    locale::grouped,
    say,
    simhash::Trace,
    t,
    tui::model::{Model, WalkExport},
};

/// The most frames that are made at once: they are drawn while the reader waits.
const MOST_FRAMES: usize = 300;
/// The most steps of a transcript.
const MOST_STEPS: usize = 5000;

/// Makes what is wanted in `folder`; a sentence that says where it is, or why it is not.
pub(crate) fn position(model: &mut Model, wanted: WalkExport, folder: &Path) -> String {
    let lang = model.lang;
    match make(model, wanted, folder) {
        Ok(Some(said)) => said,
        Ok(None) => t!(lang, "export.nothing").into(),
        Err(error) => t!(lang, "export.failed", reason = error),
    }
}

fn make(model: &mut Model, wanted: WalkExport, folder: &Path) -> io::Result<Option<String>> {
    let Some(walked) = Walked::of(model) else { return Ok(None) };
    let lang = model.lang;
    let Walked { name, last, .. } = &walked;
    let last = *last;
    let shown = if walked.two.is_some() { model.workspace.two_texts.step } else { model.workspace.pipeline.step };
    let at = shown.unwrap_or(last).min(last);
    let stem = |what: &str| format!("{name} {what}");
    let report = |path: &Path, steps: &Range<usize>| {
        let place = safe_name(&path.to_string_lossy());
        if steps.len() > last {
            return t!(lang, "export.written", place);
        }
        let [from, to] = [steps.start, steps.end.saturating_sub(1)].map(|step| grouped(step as u64));
        t!(lang, "export.written-some", place, from, to, last = grouped(last as u64))
    };
    let said = match wanted {
        WalkExport::Transcript => {
            let steps = around(at, last, MOST_STEPS);
            let text = walked.transcript(model, steps.clone());
            report(&new_file(folder, &stem("transcript"), "md", &text)?, &steps)
        }
        WalkExport::Frame => {
            let shot = Camera::new(model.size)?.shoot(model)?;
            let what = shown.map_or_else(String::new, |step| format!("step {step}"));
            let path = new_file(folder, &stem(&what), "svg", &svg(&shot.cells, model.look.ground))?;
            t!(lang, "export.written", place = safe_name(&path.to_string_lossy()))
        }
        WalkExport::Frames => {
            let steps = around(at, last, MOST_FRAMES);
            let (disk, inside) = (Disk::default(), new_folder(folder, &stem("steps"))?);
            let ground = model.look.ground;
            walked.each_step(model, steps.clone(), |step, shot| {
                let path = inside.join(format!("{step:05}.svg"));
                let placing = Placing { durable: false, ..Placing::NEW };
                write_all(&disk, &path, placing, svg(&shot.cells, ground).as_bytes())
            })?;
            report(&inside, &steps)
        }
        WalkExport::Recording => {
            let steps = around(at, last, MOST_FRAMES);
            let mut cast = Cast::new(model.size, name);
            let pace = model.play.interval();
            walked.each_step(model, steps.clone(), |step, shot| {
                cast.output(if step == steps.start { std::time::Duration::ZERO } else { pace }, &shot.sent);
                Ok(())
            })?;
            report(&new_file(folder, &stem("steps"), "cast", &cast.finish(2 * pace))?, &steps)
        }
    };
    Ok(Some(said))
}

/// All steps from 0 to `last`; where there are too many, those about `at`.
fn around(at: usize, last: usize, most: usize) -> Range<usize> {
    let all = last + 1;
    let start = at.saturating_sub(most / 2).min(all.saturating_sub(most));
    start..(start + most).min(all)
}

/// What screen 2 walks through: a document, or the pair.
struct Walked {
    name: String,
    last: usize,
    document: usize,
    trace: Arc<Trace>,
    two: Option<Arc<PairDetail>>,
}

impl Walked {
    fn of(model: &Model) -> Option<Self> {
        let workspace = &model.workspace;
        let document = workspace.shown_document();
        let trace = workspace.batch.trace(document)?.clone();
        let pair = workspace.pair().filter(|_| workspace.two_texts.on);
        let two = pair.and_then(|pair| workspace.results.detail_of(pair)).cloned();
        let names = pair.filter(|_| two.is_some()).map(|pair| pair.map(|at| workspace.batch.name(at)));
        let name = names.map_or_else(|| workspace.batch.name(document).to_owned(), |names| names.join(" × "));
        let last = if two.is_some() { workspace.two_texts.walk.last() } else { workspace.pipeline.walk.last() };
        Some(Self { name, last, document, trace, two })
    }

    fn transcript(&self, model: &Model, steps: Range<usize>) -> String {
        let (workspace, lang) = (&model.workspace, model.lang);
        if let Some(detail) = &self.two {
            say::pair_transcript(&self.name, detail.sides(), &workspace.two_texts.walk, steps, lang)
        } else {
            let place = &workspace.pipeline;
            say::transcript(&self.name, &self.trace, &place.walk, steps, place.column, lang)
        }
    }

    /// Draws the screen after each of the steps, and leaves it as it was.
    fn each_step(
        &self,
        model: &mut Model,
        steps: Range<usize>,
        mut take: impl FnMut(usize, super::Shot) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut camera = Camera::new(model.size)?;
        let before = (model.workspace.pipeline.clone(), model.workspace.two_texts.clone());
        let done = steps.into_iter().try_for_each(|step| {
            self.go(model, step);
            take(step, camera.shoot(model)?)
        });
        (model.workspace.pipeline, model.workspace.two_texts) = before;
        done
    }

    fn go(&self, model: &mut Model, step: usize) {
        let workspace = &mut model.workspace;
        if let (Some(detail), Some(pair)) = (&self.two, workspace.pair()) {
            workspace.two_texts.step = Some(step);
            let order = workspace.pipeline.order;
            workspace.two_texts.refresh(pair, workspace.results.compared(), order, detail.sides());
        } else {
            workspace.pipeline.step = Some(step);
            workspace.pipeline.refresh(self.document, workspace.batch.generation, &self.trace, None);
        }
    }
}

/// So many of one name are enough for anybody.
const MOST: usize = 1000;
/// How long a name may be before its number and kind, in characters.
const LONGEST: usize = 60;

/// Writes a file called after `name` in `folder`; where it is.
///
/// # Errors
/// If it cannot be written.
fn new_file(folder: &Path, name: &str, kind: &str, text: &str) -> io::Result<PathBuf> {
    first_free(name, |name| {
        let path = folder.join(format!("{name}.{kind}"));
        write_all(&Disk::default(), &path, Placing::NEW, text.as_bytes()).map(|()| path)
    })
}

/// Makes a folder called after `name` in `folder`; where it is.
///
/// # Errors
/// If it cannot be made.
fn new_folder(folder: &Path, name: &str) -> io::Result<PathBuf> {
    first_free(name, |name| {
        let path = folder.join(name);
        fs::create_dir(&path).map(|()| path)
    })
}

fn first_free<T>(name: &str, mut make: impl FnMut(&str) -> io::Result<T>) -> io::Result<T> {
    let name = plain(name);
    for n in 1..MOST {
        match make(&if n == 1 { name.clone() } else { format!("{name}-{n}") }) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made,
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Letters, digits and hyphens alone, so that every system takes it and it leads to no other folder.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    for c in name.chars().take(LONGEST) {
        if c.is_alphanumeric() {
            plain.push(c);
        } else if !plain.is_empty() && !plain.ends_with('-') {
            plain.push('-');
        }
    }
    let plain = plain.trim_end_matches('-');
    if plain.is_empty() { "simscope".into() } else { plain.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_too_many_steps_those_about_the_shown_one_are_taken() {
        assert_eq!(around(5, 9, 300), 0..10);
        assert_eq!(around(0, 999, 300), 0..300);
        assert_eq!(around(500, 999, 300), 350..650);
        assert_eq!(around(999, 999, 300), 700..1000);
        assert_eq!(around(0, 0, 300), 0..1);
    }

    #[test]
    fn nothing_is_written_over_and_no_name_leads_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<String> = ["a", "b", "../c"]
            .map(|text| new_file(folder.path(), "../海 面.txt", "md", text).unwrap())
            .map(|path| path.strip_prefix(folder.path()).unwrap().display().to_string())
            .into();
        assert_eq!(names, ["海-面-txt.md", "海-面-txt-2.md", "海-面-txt-3.md"]);
        assert_eq!(fs::read_to_string(folder.path().join("海-面-txt.md")).unwrap(), "a");
        let folders = [0, 1].map(|_| new_folder(folder.path(), "\u{1b}[2J/").unwrap());
        assert!(folders[0].ends_with("2J") && folders[1].ends_with("2J-2"), "{folders:?}");
    }
}
