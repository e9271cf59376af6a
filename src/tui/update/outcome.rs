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
            if let Some(entry) = model.desk.entries.get_mut(at) {
                entry.document = Some(result);
                entry.reading = false;
            }
        }
        Outcome::Examined(at, examined) => {
            if let Some(entry) = model.desk.entries.get_mut(at)
                && entry.examined.as_ref().is_none_or(|e| e.generation <= examined.generation)
            {
                entry.trouble = None;
                entry.examined = Some(examined);
            }
        }
        Outcome::Trouble(at, generation, why) => {
            if let Some(entry) = model.desk.entries.get_mut(at) {
                entry.trouble = Some((generation, why));
                entry.examined = None;
            }
        }
        Outcome::Prepared(prepared) => told(model, &prepared),
        Outcome::Reloaded(generation, found) => {
            // Under another recipe it would have to be done again anyway.
            if generation == model.desk.generation {
                reloaded(model, found);
            }
        }
        Outcome::Archived(read) => super::archive::read(model, read),
        Outcome::Reached(reached) => {
            model.overview.top = model.reading.is_none();
            model.desk.meet(*reached);
        }
        Outcome::Sought(sought) => model.library.sought = Some(sought),
        Outcome::Shelved(shelf) => super::library::shelved(model, shelf),
        Outcome::Walked(folder, walk) => super::browser::walked(model, &folder, walk),
        Outcome::Places(pair, of, places) => super::orphans::found(model, pair, of, places),
        Outcome::Report(handed) => super::exporting::handed(model, handed),
        Outcome::Browsed(folder, found) => super::browser::found(model, &folder, found),
        Outcome::Opened(at, generation, trace) => model.desk.hold(at, generation, trace),
        Outcome::Ranked(pairs, listing) => {
            if listing.wish.generation == model.desk.generation {
                let top = std::mem::take(&mut model.overview.top) && model.overview.list.selected == 0;
                let selected = model.pair().filter(|_| !top);
                let selected = selected.or(model.reading.as_ref().map(|_| super::lesson::PAIR));
                model.desk.pairs = pairs;
                model.desk.ranked = listing.wish.generation;
                model.k = model.k.min(u32::from(model.recipe.bits));
                put(model, listing, selected);
            }
        }
        Outcome::Listed(listing) => {
            if listing.wish == model.wish() {
                list(model, listing);
            }
        }
        Outcome::Compared(generation, close) => {
            if generation == model.desk.generation {
                model.desk.close = Some(close);
                model.desk.compared = generation;
            }
        }
        Outcome::Diffed(diffed) => {
            if model.asked.diff == Some(diffed.documents) {
                let points = model.diff.points.entry(diffed.documents).or_default();
                let lost = points.len().saturating_sub(diffed.points.len());
                points.clone_from(&diffed.points);
                if lost > 0 {
                    model.notice = Some(t!(model.lang, "align.lost", n = lost));
                }
                model.desk.diff = Some(diffed);
                model.desk.effects.clear();
                model.asked.hunk = None;
            }
        }
        Outcome::Hunk(documents, hunk, generation, effect) => {
            if model.desk.diff_of(documents).is_some() {
                model.desk.effects.insert(hunk, (generation, effect));
            }
        }
        Outcome::Passages(passages) => {
            if model.asked.passages == Some(passages.of()) {
                model.desk.passages = Some(passages);
            }
        }
        Outcome::PairLeft(rest) => {
            if rest.stamp == model.desk.stamp() {
                model.desk.left.pair = Some(rest);
            }
        }
        Outcome::AllLeft(rests) => {
            if rests.stamp == model.desk.stamp() {
                model.desk.left.all = Some(rests);
            }
        }
        Outcome::Opinions(opinions) => {
            if model.asked.profiles == Some((opinions.documents, opinions.generation)) {
                model.desk.opinions = Some(opinions);
            }
        }
        Outcome::Evidence(evidence) => {
            if model.asked.evidence == Some((evidence.documents, evidence.generation)) {
                model.desk.evidence = Some(evidence);
            }
        }
        Outcome::Tried(document, tried) => wants::tried(model, document, tried),
        Outcome::Row(document, row, state, given) => {
            model.lab.filling = false;
            if let Some(bench) = model.lab.benches.get_mut(&document) {
                bench.history.note_row(row, &state, given);
            }
        }
        Outcome::Survived(of, survival) => wants::survived(model, of, survival),
        Outcome::Recalled(document, of, found) => wants::recalled(model, document, &of, found),
        Outcome::LessonSaved(saved) => {
            model.notice = Some(match saved {
                Ok(path) => t!(model.lang, "lab.lesson-saved", path = model.redacted(&path)),
                Err(NotSaved::Lesson(problem)) => {
                    let why = say::lesson_problem(&problem, model.lang);
                    t!(model.lang, "lab.lesson-not-saved", why = why)
                }
                Err(NotSaved::File(why)) => t!(model.lang, "lab.lesson-not-saved", why = model.redacted(&why)),
            });
        }
        Outcome::Kept(document, revision, kept) => wants::kept(model, document, revision, kept),
        Outcome::Ended(watch) => {
            super::exporting::ended(model, &watch);
            super::orphans::ended(model, &watch);
            if model.lab.work.as_ref().is_some_and(|work| Arc::ptr_eq(&work.watch, &watch)) {
                model.lab.work = None;
            }
            if model.lab.curving.as_ref().is_some_and(|curving| Arc::ptr_eq(curving, &watch)) {
                model.lab.curving = None;
            }
            if model.desk.left.is_doing(&watch) {
                model.desk.left.work = None;
                model.desk.left.stopped = watch.stopped().then_some(model.desk.stamp());
            }
            if model.desk.reload.as_ref().is_some_and(|reload| Arc::ptr_eq(reload, &watch)) {
                model.desk.reload = None;
                if watch.stopped() {
                    for at in std::mem::take(&mut model.desk.changed) {
                        model.desk.entries[at].outdated = Some(Outdated::Stopped);
                    }
                }
            }
            if model.desk.work.as_ref().is_some_and(|work| Arc::ptr_eq(&work.watch, &watch)) {
                let of_archive = matches!(model.desk.work, Some(Work { what: "work.archive" | "work.near", .. }));
                model.desk.work = None;
                if watch.stopped() {
                    if let Some(archive) = model.desk.archive.as_mut().filter(|_| of_archive) {
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
    let lang = model.lang;
    let [all, kept, anew] = [kept + anew, *kept, *anew].map(|n| grouped(n as u64));
    let said = match fault {
        Some(why) => t!(lang, "notice.not-kept", why = safe_name(why)),
        // Nothing to tell the first time.
        None if kept == "0" => return,
        None if anew == "0" => t!(lang, "notice.all-kept", all = all),
        None => t!(lang, "notice.kept", all = all, kept = kept, anew = anew),
    };
    model.notice.get_or_insert(said);
}

/// What the reader stopped stays undone until it is gone on with or asked for anew, and says so.
fn stopped(model: &mut Model) {
    let generation = model.desk.generation;
    if model.desk.settled() && model.desk.ranked != generation {
        model.desk.halted = Some(generation);
    }
    for entry in &mut model.desk.entries {
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
            let known = |at: usize| model.desk.entries.get(at).is_some_and(|entry| entry.print.is_none());
            let changed: Vec<usize> = files.into_iter().filter(|&at| known(at)).collect();
            model.desk.changed.extend(changed);
        }
        Change::Unwatched(folder, why) => {
            let folder = model.redacted(&folder);
            model.notice = Some(t!(model.lang, "notice.unwatched", folder = folder, why = why));
        }
    }
}

/// Takes documents in whose files changed, and says so. Whatever is selected stays selected.
fn reloaded(model: &mut Model, found: BTreeMap<usize, Again>) {
    let gone: Vec<usize> =
        found.iter().filter(|(_, again)| matches!(again, Again::Unreadable(_))).map(|(&at, _)| at).collect();
    let was_outdated = |at: &usize| model.desk.entries.get(*at).is_some_and(|entry| entry.outdated.is_some());
    let back = found.iter().find(|(at, again)| matches!(again, Again::Same) && was_outdated(at)).map(|(&at, _)| at);
    let replaced = model.desk.replace(found);
    if !replaced.is_empty() {
        model.asked.examine = model.desk.generation;
        // Its spans would point into the texts as they were.
        if model.asked.diff.is_some_and(|pair| pair.iter().any(|at| replaced.contains(at))) {
            model.asked.diff = None;
        }
    }
    let lang = model.lang;
    let first = |at: Option<usize>| at.map_or("", |at| model.desk.name(at));
    let said = match (replaced.len(), gone.len()) {
        (0, 0) => back.map(|at| t!(lang, "notice.back", name = model.desk.name(at))),
        (1, _) => Some(t!(lang, "notice.reloaded-one", name = first(replaced.first().copied()))),
        (0, 1) => Some(t!(lang, "notice.outdated-one", name = first(gone.first().copied()))),
        (0, n) => Some(t!(lang, "notice.outdated", n = n)),
        (n, _) => Some(t!(lang, "notice.reloaded", n = n)),
    };
    if said.is_some() {
        model.notice = said;
    }
}

/// Puts another list of the same pairs in the place of the one shown; the selected pair stays selected.
pub fn list(model: &mut Model, listing: Arc<Listing>) {
    let selected = model.overview.wanted.take().or(model.pair());
    put(model, listing, selected);
}

fn put(model: &mut Model, listing: Arc<Listing>, selected: Option<[usize; 2]>) {
    model.desk.listing = listing;
    let row = selected.and_then(|documents| model.desk.row_of(documents)).unwrap_or(0);
    model.overview.list.select(row, model.desk.listing.len(), model.drawn.rows);
}

/// Selects the pair of these documents, even if a filter hides it.
pub fn show(model: &mut Model, documents: [usize; 2]) {
    if model.desk.row_of(documents).is_none() {
        model.overview.filter = None;
        model.overview.wanted = Some(documents);
    } else {
        select(model, documents);
    }
}

/// Selects the pair of these documents.
pub fn select(model: &mut Model, documents: [usize; 2]) {
    if let Some(row) = model.desk.row_of(documents) {
        model.overview.list.select(row, model.desk.listing.len(), model.drawn.rows);
        model.diff.marks = None;
    }
}
