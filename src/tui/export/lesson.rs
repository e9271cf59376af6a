//! A lesson, page by page: as pictures, and as a recording.

use std::{io, time::Duration};

use super::{Camera, Cast, svg};
use crate::{
    config::Config,
    lesson::Lesson,
    text::width,
    tui::{
        headless::Headless,
        model::{LessonState, Model},
    },
};

/// The shortest time that a page is shown.
const LEAST: Duration = Duration::from_secs(4);
/// How many cells of text a reader takes in while a second passes.
const CELLS: u64 = 25;

/// A picture of each page, in a terminal of that size.
///
/// # Errors
/// If no thread can be started.
pub(crate) fn pages(lesson: Lesson, config: &Config, size: (u16, u16)) -> io::Result<Vec<String>> {
    let mut pictures = Vec::new();
    each_page(lesson, config, size, |camera, model| {
        pictures.push(svg(&camera.shoot(model)?.cells, model.session.look.ground));
        Ok(())
    })?;
    Ok(pictures)
}

/// A recording of all pages, each shown as long as it takes to read, with a marker at each.
///
/// # Errors
/// As [`pages`].
pub(crate) fn recording(lesson: Lesson, config: &Config, size: (u16, u16)) -> io::Result<String> {
    let mut cast = Cast::new(size, lesson.title.get(config.lang()));
    let mut before = Duration::ZERO;
    each_page(lesson, config, size, |camera, model| {
        let Some(reading) = &model.workspace.lesson else { return Ok(()) };
        let text = reading
            .step()
            .map_or_else(|| reading.lesson.goal.get(model.session.lang), |page| page.text.get(model.session.lang));
        cast.output(before, &camera.shoot(model)?.sent);
        cast.marker(&(reading.page + 1).to_string());
        before = LEAST + Duration::from_secs(width(text) as u64 / CELLS);
        Ok(())
    })?;
    Ok(cast.finish(before))
}

fn each_page(
    lesson: Lesson,
    config: &Config,
    size: (u16, u16),
    mut take: impl FnMut(&mut Camera, &Model) -> io::Result<()>,
) -> io::Result<()> {
    let mut camera = Camera::new(size)?;
    let mut screens = Headless::read(lesson, config, size)?;
    let pages = screens.model().workspace.lesson.as_ref().map_or(0, LessonState::pages);
    for page in 0..pages {
        if page > 0 {
            screens.turn_page()?;
        }
        take(&mut camera, screens.model())?;
    }
    Ok(())
}
