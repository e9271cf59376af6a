//! In how many other documents the passage under the cursor of screen 4 occurs.

use crate::{
    compare::coverage::Windows,
    tui::{
        job::Job,
        model::{Model, PassageKey},
        screen::Screen,
    },
};

pub(super) fn find(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    if workspace.screen != Screen::Diff || !workspace.shows_shared() || !workspace.batch.settled() {
        return None;
    }
    let key = workspace.passage_key()?;
    if workspace.results.holders.contains_key(&key) || !workspace.results.holder.wants(&key) {
        return None;
    }
    let words = workspace.passages_of(key.documents)?.text(workspace.shared.passage).to_owned();
    let (run, subjects) = (workspace.batch.run, workspace.batch.subjects());
    Some(Job::in_parts(&mut workspace.results.holder, key.clone(), install, move |watch, post| {
        let passage = Windows::new_watched(&words, run, watch)?;
        let others = subjects.iter().enumerate().filter(|(at, _)| !key.documents.contains(at));
        let mut holders = 0;
        for (_, subject) in others {
            watch.check()?;
            holders += u32::from(subject.as_ref().is_some_and(|subject| subject.windows().holds(&passage)));
        }
        post.send((key, holders));
        Ok(())
    }))
}

fn install(model: &mut Model, (key, holders): (PassageKey, u32)) {
    let results = &mut model.workspace.results;
    // Those of other documents, or of other texts, are not asked for again.
    results.holders.retain(|known, _| (known.documents, known.generation) == (key.documents, key.generation));
    results.holders.insert(key, holders);
}
