//! Results of work, put on the desk. What is older than what is there is dropped.

use std::{collections::BTreeMap, sync::Arc};

use super::lab::wants;
use crate::{
    document::{Change, safe_name},
    locale::grouped,
    say, t,
    tui::{
        job::{NotSaved, Outcome},
        model::{Again, Listing, Model, Outdated, Prepared, Trouble, Work},
    },
};

/// Takes a result in.
pub fn take(model: &mut Model, outcome: Outcome) {
    match outcome {
        Outcome::Read(at, result) => {
            if let Some(entry) = model.workspace.batch.entries.get_mut(at) {
                entry.document = Some(result);
                entry.reading = false;
            }
        }
        Outcome::Examined(at, examined) => {
            if let Some(entry) = model.workspace.batch.entries.get_mut(at)
                && entry.examined.as_ref().is_none_or(|e| e.generation <= examined.generation)
            {
                entry.trouble = None;
                entry.examined = Some(examined);
            }
        }
        Outcome::Trouble(at, generation, why) => {
            if let Some(entry) = model.workspace.batch.entries.get_mut(at) {
                entry.trouble = Some((generation, why));
                entry.examined = None;
            }
        }
        Outcome::Prepared(prepared) => told(model, &prepared),
        Outcome::Reloaded(generation, found) => {
            // Under another recipe it would have to be done again anyway.
            if generation == model.workspace.batch.generation {
                reloaded(model, found);
            }
        }
        Outcome::Archived(read) => super::archive::read(model, read),
        Outcome::Reached(reached) => {
            model.workspace.overview.top = model.workspace.lesson.is_none();
            model.workspace.batch.meet(*reached);
        }
        Outcome::Sought(sought) => model.workspace.library.sought = Some(sought),
        Outcome::Shelved(shelf) => super::library::shelved(model, shelf),
        Outcome::Walked(folder, walk) => super::browser::walked(model, &folder, walk),
        Outcome::Places(pair, of, places) => super::orphans::found(model, pair, of, places),
        Outcome::Report(handed) => super::exporting::handed(model, handed),
        Outcome::Browsed(folder, found) => super::browser::found(model, &folder, found),
        Outcome::Opened(at, generation, trace) => model.workspace.batch.hold(at, generation, trace),
        Outcome::Ranked(pairs, listing) => {
            if listing.wish.generation == model.workspace.batch.generation {
                let top =
                    std::mem::take(&mut model.workspace.overview.top) && model.workspace.overview.list.selected == 0;
                let selected = model.workspace.pair().filter(|_| !top);
                let selected = selected.or(model.workspace.lesson.as_ref().map(|_| super::lesson::PAIR));
                model.workspace.batch.pairs = pairs;
                model.workspace.batch.ranked = listing.wish.generation;
                model.workspace.k = model.workspace.k.min(u32::from(model.workspace.recipe.bits));
                put(model, listing, selected);
            }
        }
        Outcome::Listed(listing) => {
            if listing.wish == model.workspace.list_query() {
                list(model, listing);
            }
        }
        Outcome::Compared(generation, close) => {
            if generation == model.workspace.batch.generation {
                model.workspace.batch.close = Some(close);
                model.workspace.batch.compared = generation;
            }
        }
        Outcome::Diffed(diffed) => {
            if model.workspace.asked.diff == Some(diffed.documents) {
                let points = model.workspace.diff.points.entry(diffed.documents).or_default();
                let lost = points.len().saturating_sub(diffed.points.len());
                points.clone_from(&diffed.points);
                if lost > 0 {
                    model.workspace.notice = Some(t!(model.session.lang, "align.lost", n = lost));
                }
                model.workspace.batch.diff = Some(diffed);
                model.workspace.batch.effects.clear();
                model.workspace.asked.hunk = None;
            }
        }
        Outcome::Hunk(documents, hunk, generation, effect) => {
            if model.workspace.batch.diff_of(documents).is_some() {
                model.workspace.batch.effects.insert(hunk, (generation, effect));
            }
        }
        Outcome::Passages(passages) => {
            if model.workspace.asked.passages == Some(passages.of()) {
                model.workspace.batch.passages = Some(passages);
            }
        }
        Outcome::PairLeft(rest) => {
            if rest.stamp == model.workspace.batch.stamp() {
                model.workspace.batch.left.pair = Some(rest);
            }
        }
        Outcome::AllLeft(rests) => {
            if rests.stamp == model.workspace.batch.stamp() {
                model.workspace.batch.left.all = Some(rests);
            }
        }
        Outcome::Opinions(opinions) => {
            if model.workspace.asked.profiles == Some((opinions.documents, opinions.generation)) {
                model.workspace.batch.opinions = Some(opinions);
            }
        }
        Outcome::Evidence(evidence) => {
            if model.workspace.asked.evidence == Some((evidence.documents, evidence.generation)) {
                model.workspace.batch.evidence = Some(evidence);
            }
        }
        Outcome::Tried(document, tried) => wants::tried(model, document, tried),
        Outcome::Row(document, row, state, given) => {
            model.workspace.lab.filling = false;
            if let Some(bench) = model.workspace.lab.benches.get_mut(&document) {
                bench.history.note_row(row, &state, given);
            }
        }
        Outcome::Survived(of, survival) => wants::survived(model, of, survival),
        Outcome::Recalled(document, of, found) => wants::recalled(model, document, &of, found),
        Outcome::LessonSaved(saved) => {
            model.workspace.notice = Some(match saved {
                Ok(path) => t!(model.session.lang, "lab.lesson-saved", path = model.workspace.redacted(&path)),
                Err(NotSaved::Lesson(problem)) => {
                    let why = say::lesson_problem(&problem, model.session.lang);
                    t!(model.session.lang, "lab.lesson-not-saved", why = why)
                }
                Err(NotSaved::File(why)) => {
                    t!(model.session.lang, "lab.lesson-not-saved", why = model.workspace.redacted(&why))
                }
            });
        }
        Outcome::Kept(document, revision, kept) => wants::kept(model, document, revision, kept),
        Outcome::Ended(watch) => {
            super::exporting::ended(model, &watch);
            super::orphans::ended(model, &watch);
            if model.workspace.lab.work.as_ref().is_some_and(|work| Arc::ptr_eq(&work.watch, &watch)) {
                model.workspace.lab.work = None;
            }
            if model.workspace.lab.curving.as_ref().is_some_and(|curving| Arc::ptr_eq(curving, &watch)) {
                model.workspace.lab.curving = None;
            }
            if model.workspace.batch.left.is_doing(&watch) {
                model.workspace.batch.left.work = None;
                model.workspace.batch.left.stopped = watch.stopped().then_some(model.workspace.batch.stamp());
            }
            if model.workspace.batch.reload.as_ref().is_some_and(|reload| Arc::ptr_eq(reload, &watch)) {
                model.workspace.batch.reload = None;
                if watch.stopped() {
                    for at in std::mem::take(&mut model.workspace.batch.changed) {
                        model.workspace.batch.entries[at].outdated = Some(Outdated::Stopped);
                    }
                }
            }
            if model.workspace.batch.work.as_ref().is_some_and(|work| Arc::ptr_eq(&work.watch, &watch)) {
                let of_archive =
                    matches!(model.workspace.batch.work, Some(Work { what: "work.archive" | "work.near", .. }));
                model.workspace.batch.work = None;
                if watch.stopped() {
                    if let Some(archive) = model.workspace.batch.archive.as_mut().filter(|_| of_archive) {
                        archive.stopped = true;
                    }
                    stopped(model);
                }
            }
        }
    }
}

/// What was kept of the documents, and what had to be read.
fn told(model: &mut Model, Prepared { kept, anew, fault }: &Prepared) {
    let lang = model.session.lang;
    let [all, kept, anew] = [kept + anew, *kept, *anew].map(|n| grouped(n as u64));
    let said = match fault {
        Some(why) => t!(lang, "notice.not-kept", why = safe_name(why)),
        // Nothing to tell the first time.
        None if kept == "0" => return,
        None if anew == "0" => t!(lang, "notice.all-kept", all = all),
        None => t!(lang, "notice.kept", all = all, kept = kept, anew = anew),
    };
    model.workspace.notice.get_or_insert(said);
}

/// What the reader stopped stays undone until it is gone on with or asked for anew, and says so.
fn stopped(model: &mut Model) {
    let generation = model.workspace.batch.generation;
    if model.workspace.batch.settled() && model.workspace.batch.ranked != generation {
        model.workspace.batch.halted = Some(generation);
    }
    for entry in &mut model.workspace.batch.entries {
        entry.reading = false;
        if !entry.settled(generation) {
            entry.trouble = Some((generation, Trouble::Stopped));
        }
    }
}

/// Files changed: they are read again as soon as nothing else is to be done.
pub fn changed(model: &mut Model, change: Change) {
    match change {
        Change::Files(files) => {
            // Of a fingerprint alone, whatever stands at its path now is another document.
            let known = |at: usize| model.workspace.batch.entries.get(at).is_some_and(|entry| entry.print.is_none());
            let changed: Vec<usize> = files.into_iter().filter(|&at| known(at)).collect();
            model.workspace.batch.changed.extend(changed);
        }
        Change::Unwatched(folder, why) => {
            let folder = model.workspace.redacted(&folder);
            model.workspace.notice = Some(t!(model.session.lang, "notice.unwatched", folder = folder, why = why));
        }
    }
}

/// Takes documents in whose files changed, and says so. Whatever is selected stays selected.
fn reloaded(model: &mut Model, found: BTreeMap<usize, Again>) {
    let gone: Vec<usize> =
        found.iter().filter(|(_, again)| matches!(again, Again::Unreadable(_))).map(|(&at, _)| at).collect();
    let was_outdated =
        |at: &usize| model.workspace.batch.entries.get(*at).is_some_and(|entry| entry.outdated.is_some());
    let back = found.iter().find(|(at, again)| matches!(again, Again::Same) && was_outdated(at)).map(|(&at, _)| at);
    let replaced = model.workspace.batch.replace(found);
    if !replaced.is_empty() {
        model.workspace.asked.examine = model.workspace.batch.generation;
        // Its spans would point into the texts as they were.
        if model.workspace.asked.diff.is_some_and(|pair| pair.iter().any(|at| replaced.contains(at))) {
            model.workspace.asked.diff = None;
        }
    }
    let lang = model.session.lang;
    let first = |at: Option<usize>| at.map_or("", |at| model.workspace.batch.name(at));
    let said = match (replaced.len(), gone.len()) {
        (0, 0) => back.map(|at| t!(lang, "notice.back", name = model.workspace.batch.name(at))),
        (1, _) => Some(t!(lang, "notice.reloaded-one", name = first(replaced.first().copied()))),
        (0, 1) => Some(t!(lang, "notice.outdated-one", name = first(gone.first().copied()))),
        (0, n) => Some(t!(lang, "notice.outdated", n = n)),
        (n, _) => Some(t!(lang, "notice.reloaded", n = n)),
    };
    if said.is_some() {
        model.workspace.notice = said;
    }
}

/// Puts another list of the same pairs in the place of the one shown; the selected pair stays selected.
pub fn list(model: &mut Model, listing: Arc<Listing>) {
    let selected = model.workspace.overview.wanted.take().or(model.workspace.pair());
    put(model, listing, selected);
}

fn put(model: &mut Model, listing: Arc<Listing>, selected: Option<[usize; 2]>) {
    model.workspace.batch.listing = listing;
    let row = selected.and_then(|documents| model.workspace.batch.row_of(documents)).unwrap_or(0);
    model.workspace.overview.list.select(row, model.workspace.batch.listing.len(), model.workspace.drawn.rows);
}

/// Selects the pair of these documents, even if a filter hides it.
pub fn show(model: &mut Model, documents: [usize; 2]) {
    if model.workspace.batch.row_of(documents).is_none() {
        model.workspace.overview.filter = None;
        model.workspace.overview.wanted = Some(documents);
    } else {
        select(model, documents);
    }
}

/// Selects the pair of these documents.
pub fn select(model: &mut Model, documents: [usize; 2]) {
    if let Some(row) = model.workspace.batch.row_of(documents) {
        model.workspace.overview.list.select(row, model.workspace.batch.listing.len(), model.workspace.drawn.rows);
        model.workspace.diff.marks = None;
    }
}
