//! The selected pair under every profile.

use super::reader::ReaderPage;
use crate::{
    page::{Line, Page},
    say, t,
    tui::{action::Action, model::Model, view::names},
};

/// The pair of these documents under every profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProfilesPage(pub [usize; 2]);

impl ReaderPage for ProfilesPage {
    const OPENER: Action = Action::Profiles;

    fn title(&self, model: &Model, columns: u16) -> String {
        let [a, b] = names::in_title(model, self.0, columns, TITLE);
        t!(model.lang, "profiles.title", a, b)
    }

    fn lines(&self, model: &Model, columns: usize, _: &str) -> Vec<Line> {
        let (workspace, lang) = (&model.workspace, model.lang);
        let mut page = Page::new(lang);
        match workspace.opinions_of(self.0) {
            Some(opinions) => {
                let names = self.0.map(|document| workspace.batch.name(document));
                say::profiles(&mut page, opinions, names, workspace.k, columns >= WIDE);
            }
            None => page.text(names::missing(model, self.0, t!(lang, "profiles.stopped"))),
        }
        page.lines(columns)
    }
}

/// Cells of the title beside the names.
const TITLE: u16 = 30;
/// The width from which there is room for fingerprints.
const WIDE: usize = 100;
