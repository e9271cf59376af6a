//! A walk through a document, as the reader sees it on screen 2, as files.

use std::{io, ops::Range, path::Path};

use super::{Camera, Cast, new_file, new_folder, svg};
use crate::{
    document::safe_name,
    files::{Disk, Placing, write_all},
    locale::grouped,
    say, t,
    tui::model::{Model, WalkExport},
};

/// The most frames that are made at once: they are drawn while the reader waits.
const MOST_FRAMES: usize = 300;
/// The most steps of a transcript.
const MOST_STEPS: usize = 5000;

/// Makes what is wanted in `folder`; a sentence that says where it is, or why it is not.
pub(crate) fn position(model: &mut Model, wanted: WalkExport, folder: &Path) -> String {
    let lang = model.session.lang;
    match make(model, wanted, folder) {
        Ok(Some(said)) => said,
        Ok(None) => t!(lang, "export.nothing").into(),
        Err(error) => t!(lang, "export.failed", reason = error),
    }
}

fn make(model: &mut Model, wanted: WalkExport, folder: &Path) -> io::Result<Option<String>> {
    let document = model.workspace.shown_document();
    let Some(trace) = model.workspace.batch.trace(document).cloned() else { return Ok(None) };
    let lang = model.session.lang;
    let name = model.workspace.batch.name(document).to_owned();
    let last = model.workspace.pipeline.walk.last();
    let at = model.workspace.pipeline.step.unwrap_or(last).min(last);
    let stem = |what: &str| format!("{name} {what}");
    let report = |path: &Path, steps: &Range<usize>| {
        let place = safe_name(&path.to_string_lossy());
        if steps.len() > last {
            return t!(lang, "export.written", place = place);
        }
        let [from, to] = [steps.start, steps.end.saturating_sub(1)].map(|step| grouped(step as u64));
        t!(lang, "export.written-some", place = place, from = from, to = to, last = grouped(last as u64))
    };
    let said = match wanted {
        WalkExport::Transcript => {
            let steps = around(at, last, MOST_STEPS);
            let place = &model.workspace.pipeline;
            let text = say::transcript(&name, &trace, &place.walk, steps.clone(), place.column, lang);
            report(&new_file(folder, &stem("transcript"), "md", &text)?, &steps)
        }
        WalkExport::Frame => {
            let shot = Camera::new(model.session.size)?.shoot(model)?;
            let what = model.workspace.pipeline.step.map_or_else(String::new, |step| format!("step {step}"));
            let path = new_file(folder, &stem(&what), "svg", &svg(&shot.cells, model.session.look.ground))?;
            t!(lang, "export.written", place = safe_name(&path.to_string_lossy()))
        }
        WalkExport::Frames => {
            let steps = around(at, last, MOST_FRAMES);
            let (disk, inside) = (Disk::default(), new_folder(folder, &stem("steps"))?);
            let ground = model.session.look.ground;
            each_step(model, steps.clone(), |step, shot| {
                let path = inside.join(format!("{step:05}.svg"));
                let placing = Placing { durable: false, ..Placing::NEW };
                write_all(&disk, &path, placing, svg(&shot.cells, ground).as_bytes())
            })?;
            report(&inside, &steps)
        }
        WalkExport::Recording => {
            let steps = around(at, last, MOST_FRAMES);
            let mut cast = Cast::new(model.session.size, &name);
            let pace = model.session.play.interval();
            each_step(model, steps.clone(), |step, shot| {
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

/// Draws the screen after each of the steps, and leaves it as it was.
fn each_step(
    model: &mut Model,
    steps: Range<usize>,
    mut take: impl FnMut(usize, super::Shot) -> io::Result<()>,
) -> io::Result<()> {
    let mut camera = Camera::new(model.session.size)?;
    let document = model.workspace.shown_document();
    let Some(trace) = model.workspace.batch.trace(document).cloned() else { return Ok(()) };
    let before = model.workspace.pipeline.clone();
    let generation = model.workspace.batch.generation;
    let done = steps.into_iter().try_for_each(|step| {
        model.workspace.pipeline.step = Some(step);
        model.workspace.pipeline.refresh(document, generation, &trace, None);
        take(step, camera.shoot(model)?)
    });
    model.workspace.pipeline = before;
    done
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
}
