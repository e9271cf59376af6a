//! From a job to what comes of it: which work is whose. What takes more than a call stands in the modules beside.

use std::{path::PathBuf, sync::Arc};

use rayon::prelude::*;

use super::{Job, Outcome, PairTexts, Ranked, differences, files, prepare, report, shelf, trial};
use crate::{
    archive::{Archive, ArchiveError},
    compare::{
        Comparison, Effect,
        evidence::evidence,
        exclusion::passages,
        pair::{Pair, compare_all},
        profiles::opinions,
    },
    lab::{Survival, survive},
    simhash::{CountError, Stopped, Watch, trace},
    tui::model::{About, Close, Evidenced, Listing, Opinions, Passages, Tried},
};

/// Does a job, and sends what comes of it.
///
/// # Errors
/// Where it was stopped.
pub fn run(job: Job, watch: &Watch, send: &(impl Fn(Outcome) -> bool + Sync)) -> Result<(), Stopped> {
    match job {
        Job::Prepare { documents, how } => prepare::prepare(documents, &how, watch, send),
        Job::Reload { sources, how } => {
            let again = prepare::reload(sources, &how, watch)?;
            send(Outcome::Reloaded(how.generation, again));
            Ok(())
        }
        Job::Rank { documents, groups, about, wish } => {
            let subjects: Vec<_> = documents.iter().map(|d| d.as_ref().map(|known| known.subject.clone())).collect();
            let identical = |i: usize, j: usize| match (&documents[i], &documents[j]) {
                (Some(Ranked { document: Some(a), .. }), Some(Ranked { document: Some(b), .. })) => a.same_bytes(b),
                (Some(a), Some(b)) => a.bytes.is_some() && a.bytes == b.bytes,
                _ => false,
            };
            let pairs: Arc<[Pair]> = compare_all(&subjects, &groups, identical, watch)?.into();
            let listing = Listing::new(&pairs, &About { subjects, ..about }, &wish);
            watch.check()?;
            send(Outcome::Ranked(pairs, listing.into()));
            Ok(())
        }
        Job::Archive { files, recipe } => {
            let read = match Archive::read(files, &recipe, watch) {
                Err(ArchiveError::Stopped(stopped)) => return Err(stopped),
                Err(ArchiveError::Unreadable(error)) => Err(error),
                Ok(archive) => Ok(Arc::new(archive)),
            };
            send(Outcome::Archived(read));
            Ok(())
        }
        Job::Reach { archive, query, files } => {
            let files: Vec<_> = files.iter().map(PathBuf::as_path).collect();
            let found = archive.look_up(&query.batch, &files, query.within, watch)?;
            send(Outcome::Reached(found.into()));
            Ok(())
        }
        Job::List { pairs, about, wish } => {
            let listing = Listing::keeping(&pairs, &about, &wish);
            watch.check()?;
            send(Outcome::Listed(listing.into()));
            Ok(())
        }
        Job::Open { documents, how } => documents.into_par_iter().try_for_each(|(at, document)| {
            if let Some(trace) = counted(trace(&document.text, &how.recipe, watch))? {
                send(Outcome::Opened(at, how.generation, trace.into()));
            }
            Ok(())
        }),
        Job::Compare { pair, sides: [(a, of_a), (b, of_b)], k, generation } => {
            let comparison = Comparison::new(pair, [&a, &b], [&of_a, &of_b], k);
            watch.check()?;
            send(Outcome::Compared(generation, Arc::new(Close { comparison, traces: [a, b] })));
            Ok(())
        }
        Job::Shelve { subjects, pairs, bits, order, before } => {
            let shelf = shelf::shelve(&subjects, &pairs, (bits, order), before.as_deref(), watch)?;
            send(Outcome::Shelved(shelf.into()));
            Ok(())
        }
        Job::Seek { archive, seek, before } => {
            send(Outcome::Sought(shelf::seek(&archive, seek, before, watch)?.into()));
            Ok(())
        }
        Job::Walk { folder } => {
            let walk = files::walk(&folder, watch)?;
            send(Outcome::Walked(folder, walk));
            Ok(())
        }
        Job::Places { pairs } => pairs.into_iter().try_for_each(|PairTexts { pair, documents, points }| {
            let places = differences::places(&documents, &points, watch)?;
            let of = documents.each_ref().map(|document| document.reading.content_hash);
            send(Outcome::Places(pair, of, places.into()));
            watch.check()
        }),
        Job::Report(order) => report::hand_over(&order, watch, |handed| _ = send(Outcome::Report(handed))),
        Job::Browse { folder } => {
            let found = files::browse(&folder, watch)?.map_err(|error| error.to_string());
            send(Outcome::Browsed(folder, found));
            Ok(())
        }
        Job::Diff { documents, texts, points } => {
            let diffed = differences::find(documents, texts, &points, watch)?;
            send(Outcome::Diffed(Arc::new(diffed)));
            Ok(())
        }
        Job::Passages { documents, texts, excluded: [a, b], left_out, run } => {
            let found = passages([&texts[0].text, &texts[1].text], [&a, &b], run, watch)?;
            send(Outcome::Passages(Arc::new(Passages::new(documents, texts, found, left_out))));
            Ok(())
        }
        Job::LeavePair { documents, leaving } => {
            let found = counted(leaving.of_pair(documents, watch))?.flatten();
            if let Some(rest) = found {
                send(Outcome::PairLeft(rest.into()));
            }
            Ok(())
        }
        Job::LeaveAll { groups, leaving } => {
            let found = counted(leaving.of_all(&groups, watch))?;
            if let Some(rests) = found {
                send(Outcome::AllLeft(rests.into()));
            }
            Ok(())
        }
        Job::Profiles { documents, texts, recipe, generation } => {
            if let Some(all) = counted(opinions([&texts[0].text, &texts[1].text], &recipe, watch))? {
                send(Outcome::Opinions(Arc::new(Opinions { documents, generation, all })));
            }
            Ok(())
        }
        Job::Evidence { documents, texts, subjects: [a, b], recipe, generation } => {
            if let Some(found) = counted(evidence([&texts[0].text, &texts[1].text], [&a, &b], &recipe, watch))? {
                send(Outcome::Evidence(Arc::new(Evidenced { documents, generation, texts, found })));
            }
            Ok(())
        }
        Job::Trial { document, revision, generation, original, known, state } => {
            let text = state.text.clone();
            let trial = trial::of_state(original, &known, state, watch)?;
            send(Outcome::Tried(document, Tried { revision, generation, text, trial }));
            Ok(())
        }
        Job::Row { document, row, original, state } => {
            let given = trial::of_row(&original, &state, watch)?;
            send(Outcome::Row(document, row, state, given));
            Ok(())
        }
        Job::Survival { document, generation, text, recipe } => {
            let told = |survival: &Survival| send(Outcome::Survived((document, generation), survival.clone()));
            counted(survive(&text, &recipe, watch, told))?;
            Ok(())
        }
        Job::Recall { document, of, drafts } => {
            let found = drafts.find(&of).map_err(|error| error.to_string());
            send(Outcome::Recalled(document, of, found));
            Ok(())
        }
        Job::Keep { document, revision, of, draft, drafts } => {
            let kept = draft.map_or_else(|| drafts.drop(&of), |draft| drafts.keep(&draft));
            send(Outcome::Kept(document, revision, kept.map_err(|error| error.to_string())));
            Ok(())
        }
        Job::SaveLesson { tried, folder } => {
            send(Outcome::LessonSaved(files::save_lesson(&tried, &folder)));
            Ok(())
        }
        Job::Hunk { hunk, diffed, fingerprints, recipe, generation } => {
            let effect = Effect::new(&diffed.diff, diffed.texts(), hunk as usize, fingerprints, &recipe, watch)?;
            send(Outcome::Hunk(diffed.documents, hunk, generation, effect));
            Ok(())
        }
    }
}

/// A result unless the work was stopped. Of a list of features there is none, which is told where it was examined.
fn counted<T>(result: Result<T, CountError>) -> Result<Option<T>, Stopped> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(CountError::Stopped(stopped)) => Err(stopped),
        Err(CountError::Given(_)) => Ok(None),
    }
}
