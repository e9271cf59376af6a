//! The passages that a pair shares, while its texts or their list are looked at.

use std::sync::Arc;

use crate::{
    compare::exclusion::shared_text,
    tui::{
        job::Job,
        model::{Dialog, Model, Passages},
        screen::Screen,
    },
};

pub(super) fn find(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let listed = workspace.dialogs.iter().find_map(|dialog| match dialog {
        Dialog::Passages(documents, ..) => Some(*documents),
        _ => None,
    });
    let documents = listed.or_else(|| workspace.pair().filter(|_| workspace.screen == Screen::Diff))?;
    let texts = workspace.batch.documents(documents)?;
    let revision = workspace.batch.excluded_revision(documents, [&texts[0], &texts[1]]);
    let key = (documents, texts.each_ref().map(|document| document.reading.content_hash), revision);
    if !workspace.results.passages.wants(&key) {
        return None;
    }
    let [a, b] = workspace.batch.excluded(documents, [&texts[0], &texts[1]]).map(<[_]>::to_vec);
    let run = workspace.batch.run;
    let chars = documents.map(|at| workspace.batch.subject(at).map_or(0, |subject| subject.windows().chars()));
    Some(Job::of(
        workspace,
        |workspace| &mut workspace.results.passages,
        key,
        move |watch| {
            let shared = shared_text([&texts[0].text, &texts[1].text], [&a, &b], run, watch)?;
            Ok(Some(Arc::new(Passages::new(documents, texts, shared, chars, revision))))
        },
    ))
}
