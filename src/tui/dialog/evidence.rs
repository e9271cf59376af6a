//! The selected pair by other methods than SimHash.

use super::reader::ReaderPage;
use crate::{
    page::{Line, Page},
    say, t,
    tui::{action::Action, model::Model, view::names},
};

/// The pair of these documents by other methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EvidencePage(pub [usize; 2]);

impl ReaderPage for EvidencePage {
    const OPENER: Action = Action::Evidence;

    fn title(&self, model: &Model, columns: u16) -> String {
        let (lang, results) = (model.lang, &model.workspace.results);
        let [a, b] = names::in_title(model, self.0, columns, TITLE);
        let title = t!(lang, "evidence.title", a, b);
        let current = results.evidence.get(&(self.0, model.workspace.batch.generation)).is_some();
        if current || results.evidence_of(self.0).is_none() {
            return title;
        }
        format!("{title}  {}", t!(lang, "evidence.outdated"))
    }

    fn lines(&self, model: &Model, columns: usize, _: &str) -> Vec<Line> {
        let mut page = Page::new(model.lang);
        if let Some(found) = model.workspace.results.evidence_of(self.0) {
            say::evidence(&mut page, found, model.workspace.k);
        } else {
            let stopped = t!(model.lang, "evidence.stopped", key = model.key_of(Action::Evidence));
            page.text(names::missing(model, self.0, &stopped));
        }
        page.lines(columns)
    }
}

/// Cells of the title beside the names.
const TITLE: u16 = 44;
