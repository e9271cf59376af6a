//! Documents read and examined, or taken from the cache; and those whose files changed, read again.

use std::{
    collections::BTreeMap,
    fs,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use rayon::prelude::*;

use crate::{
    compare::{
        coverage::{RunLength, Windows},
        pair::Subject,
    },
    document::{self, Document, ReadError, Source, safe_name},
    locale::grouped,
    review::store::{Kept, Store, Visit},
    simhash::{CountError, Recipe, Stopped, Trace, Watch, outline_watched, trace_watched},
    t,
    tui::{
        job::{Job, Post},
        model::{Again, Batch, Examined, Model, Outdated, Prepared, Progress, Trouble, Workspace},
    },
};

/// What there is of a document.
enum Given {
    /// Where to read it.
    Source(Source),
    /// Its text, and its windows if they are known.
    Text(Arc<Document>, Option<Arc<Windows>>),
}

/// How documents are examined.
struct How {
    recipe: Recipe,
    generation: u64,
    run: RunLength,
    /// Whether traces are kept.
    traces: bool,
    store: Option<Store>,
}

impl How {
    fn of(workspace: &Workspace) -> Self {
        Self {
            recipe: workspace.recipe.clone(),
            generation: workspace.batch.generation,
            run: workspace.run,
            traces: !workspace.batch.many(),
            store: workspace.batch.store.clone(),
        }
    }
}

/// What becomes of documents, one after the other.
enum Part {
    Read(usize, Result<Arc<Document>, ReadError>),
    Examined(usize, Examined),
    /// Not examined, under this generation's recipe.
    Failed(usize, u64, Trouble),
    Done(Prepared),
}

/// Documents that were not read yet, and those whose numbers are of an older recipe.
pub(super) fn prepare(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let generation = workspace.batch.generation;
    // What is being read is not read a second time: standard input could not be.
    if !workspace.results.prepare.wants(&generation) || workspace.batch.entries.iter().any(|entry| entry.reading) {
        return None;
    }
    let archived = workspace.batch.archive.as_ref().and_then(|archive| archive.archive());
    let comparable = archived.is_some_and(|archived| *archived.recipe() == workspace.recipe);
    let documents = unprepared(&mut workspace.batch, comparable);
    if documents.is_empty() {
        workspace.results.prepare.ask(generation);
        return None;
    }
    let unread = documents.iter().any(|(_, given)| matches!(given, Given::Source(_)));
    let label = if unread { "work.reading" } else { "work.examining" };
    let how = How::of(workspace);
    let job = Job::in_parts(&mut workspace.results.prepare, generation, install, move |watch, post| {
        examine_all(documents, &how, watch, post)
    });
    let job = job.seen(Progress::Footer(label)).ending(|model, stopped| {
        if stopped {
            model.workspace.batch.stop();
        }
    });
    Some(job)
}

/// What is to be read or examined. `comparable` says whether fingerprints of the archive may be compared under the recipe.
fn unprepared(batch: &mut Batch, comparable: bool) -> Vec<(usize, Given)> {
    let (generation, keeping) = (batch.generation, batch.store.is_some());
    let mut documents = Vec::new();
    for (at, entry) in batch.entries.iter_mut().enumerate() {
        if let Some(print) = &entry.print {
            // There is nothing to be read, and under another recipe nothing to compare.
            let subject = Subject::print(comparable.then_some(print.fingerprint)).into();
            entry.examined = Some(Examined { generation, subject, trace: None });
            continue;
        }
        // What was stopped is done when it is asked for anew, under another recipe or here again.
        if entry.settled(generation) {
            continue;
        }
        // What was stopped between being read and being examined is read once more: what is cached of a file must be of the
        // file as it is now.
        let again = keeping && matches!(entry.source.plain(), Source::File(_)) && entry.examined.is_none();
        match &entry.document {
            Some(Ok(document)) if !again => {
                let windows = entry.examined.as_ref().map(|e| e.subject.windows().clone());
                documents.push((at, Given::Text(document.clone(), windows)));
            }
            Some(Err(_)) => {}
            None if entry.trouble.is_some() && entry.source.is_read_once() => {
                entry.trouble = Some((generation, Trouble::Stopped));
            }
            None | Some(Ok(_)) => {
                entry.reading = true;
                documents.push((at, Given::Source(entry.source.clone())));
            }
        }
    }
    documents
}

fn install(model: &mut Model, part: Part) {
    let entries = &mut model.workspace.batch.entries;
    match part {
        Part::Read(at, result) => {
            if let Some(entry) = entries.get_mut(at) {
                entry.document = Some(result);
                entry.reading = false;
            }
        }
        Part::Examined(at, examined) => {
            if let Some(entry) = entries.get_mut(at)
                && entry.examined.as_ref().is_none_or(|e| e.generation <= examined.generation)
            {
                entry.trouble = None;
                entry.examined = Some(examined);
            }
        }
        Part::Failed(at, generation, why) => {
            if let Some(entry) = entries.get_mut(at) {
                entry.trouble = Some((generation, why));
                entry.examined = None;
            }
        }
        Part::Done(prepared) => tell(model, &prepared),
    }
}

/// Says how many documents came from the cache, and how many were read.
fn tell(model: &mut Model, Prepared { kept, anew, fault }: &Prepared) {
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

/// Documents whose files changed, once nothing else is to be done with documents.
pub(super) fn reload(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let batch = &workspace.batch;
    if batch.changed.is_empty() || workspace.tasks.computes(&workspace.results.reload) || !batch.settled() {
        return None;
    }
    let sources = batch.changed.iter().filter_map(|&at| {
        let entry = batch.entries.get(at)?;
        let before = entry.document.as_ref()?.as_ref().ok().map(|document| document.reading.content_hash);
        Some((at, entry.source.clone(), before))
    });
    let (sources, how): (Vec<_>, How) = (sources.collect(), How::of(workspace));
    let job = Job::in_parts(&mut workspace.results.reload, (), reloaded, move |watch, post| {
        post.send((how.generation, read_again(sources, &how, watch)?));
        Ok(())
    });
    let job = job.seen(Progress::Footer("work.reading")).ending(|model, stopped| {
        let batch = &mut model.workspace.batch;
        if stopped {
            for at in std::mem::take(&mut batch.changed) {
                batch.entries[at].outdated = Some(Outdated::Stopped);
            }
        }
    });
    Some(job)
}

/// Takes documents in whose files changed, and says so. Whatever is selected stays selected.
fn reloaded(model: &mut Model, (generation, found): (u64, BTreeMap<usize, Again>)) {
    // Under another recipe it would have to be done again anyway.
    if generation != model.workspace.batch.generation {
        return;
    }
    let gone: Vec<usize> =
        found.iter().filter(|(_, again)| matches!(again, Again::Unreadable(_))).map(|(&at, _)| at).collect();
    let was_outdated =
        |at: &usize| model.workspace.batch.entries.get(*at).is_some_and(|entry| entry.outdated.is_some());
    let back = found.iter().find(|(at, again)| matches!(again, Again::Same) && was_outdated(at)).map(|(&at, _)| at);
    let replaced = model.workspace.batch.replace(found);
    if !replaced.is_empty() {
        model.workspace.results.prepare.ask(model.workspace.batch.generation);
        // Its spans would point into the texts as they were.
        if model.workspace.results.diff.asked().is_some_and(|pair| pair.iter().any(|at| replaced.contains(at))) {
            model.workspace.results.diff.forget();
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

/// Sends what comes of each document as soon as it is there, and at the end what was kept and what was read.
fn examine_all(documents: Vec<(usize, Given)>, how: &How, watch: &Watch, post: &Post<Part>) -> Result<(), Stopped> {
    watch.expect(documents.iter().map(|(_, given)| given.size()).sum());
    let unread = documents.iter().any(|(_, given)| matches!(given, Given::Source(_)));
    let pack = how.store.as_ref().filter(|_| unread).map(|store| store.pack(&how.recipe, how.run));
    let (kept, anew) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let one = |(at, given): (usize, Given)| {
        watch.check()?;
        let examined = match given {
            Given::Text(document, windows) => examine(&document, windows, how, None, watch)?,
            Given::Source(source) => {
                let visit = pack.as_ref().and_then(|pack| pack.visit(&source));
                if let Some(Kept { document, subject, .. }) = visit.as_ref().and_then(Visit::kept) {
                    kept.fetch_add(1, Ordering::Relaxed);
                    watch.advance(size(&source));
                    post.send(Part::Read(at, Ok(document)));
                    post.send(Part::Examined(at, Examined { generation: how.generation, subject, trace: None }));
                    return Ok(());
                }
                let read = document::read_while(&source, &|| !watch.stopped()).map(Arc::new);
                watch.check()?;
                anew.fetch_add(1, Ordering::Relaxed);
                post.send(Part::Read(at, read.clone()));
                let Ok(document) = read else {
                    watch.advance(size(&source));
                    return Ok(());
                };
                examine(&document, None, how, visit.as_ref(), watch)?
            }
        };
        post.send(match examined {
            Ok(examined) => Part::Examined(at, examined),
            Err(trouble) => Part::Failed(at, how.generation, trouble),
        });
        Ok(())
    };
    let done = documents.into_par_iter().try_for_each(one);
    if let Some(pack) = pack {
        let [kept, anew] = [kept, anew].map(AtomicUsize::into_inner);
        let fault = pack.close().map(|fault| fault.to_string());
        post.send(Part::Done(Prepared { kept, anew, fault }));
    }
    done
}

/// What became of documents whose files changed, each with the hash of its bytes as they were.
fn read_again(
    sources: Vec<(usize, Source, Option<u64>)>,
    how: &How,
    watch: &Watch,
) -> Result<BTreeMap<usize, Again>, Stopped> {
    watch.expect(sources.iter().map(|(_, source, _)| size(source)).sum());
    let again = sources.into_par_iter().map(|(at, source, before)| {
        watch.check()?;
        let again = match document::read_while(&source, &|| !watch.stopped()) {
            _ if watch.stopped() => return Err(Stopped),
            Err(error) => Again::Unreadable(error),
            Ok(document) if Some(document.reading.content_hash) == before => Again::Same,
            Ok(document) => {
                let document = Arc::new(document);
                let examined = examine(&document, None, how, None, watch)?;
                Again::Changed(document, examined)
            }
        };
        Ok((at, again))
    });
    again.collect()
}

/// Takes one document through the pipeline, unless its numbers are kept. Progress is counted in bytes of text.
fn examine(
    document: &Document,
    windows: Option<Arc<Windows>>,
    how: &How,
    visit: Option<&Visit<'_>>,
    watch: &Watch,
) -> Result<Result<Examined, Trouble>, Stopped> {
    let traced = || {
        let traced = if how.traces { trace_watched } else { outline_watched };
        let trace: Trace = traced(&document.text, &how.recipe, watch)?;
        let windows = match windows {
            Some(windows) => windows,
            None => Windows::new_watched(&document.text, how.run, watch)?.into(),
        };
        let subject = Arc::new(Subject::new(&trace, windows));
        Ok((trace.sketch, subject, how.traces.then(|| Arc::new(trace))))
    };
    let made = match visit {
        Some(visit) => visit.numbers(document, traced).map(|(_, subject, trace)| (subject, trace.flatten())),
        None => traced().map(|(_, subject, trace)| (subject, trace)),
    };
    match made {
        Ok((subject, trace)) => Ok(Ok(Examined { generation: how.generation, subject, trace })),
        Err(CountError::Stopped(stopped)) => Err(stopped),
        Err(CountError::Given(trouble)) => Ok(Err(Trouble::List(trouble))),
    }
}

impl Given {
    fn size(&self) -> u64 {
        match self {
            Self::Source(source) => size(source),
            Self::Text(document, _) => document.text.len() as u64,
        }
    }
}

/// How large a source is before it is read, as far as that can be known.
pub fn size(source: &Source) -> u64 {
    match source.plain() {
        Source::File(path) => fs::metadata(path).map_or(0, |meta| meta.len()),
        Source::Text { text, .. } => text.len() as u64,
        Source::Sample(sample) => sample.text().len() as u64,
        Source::Stdin | Source::Encoded(..) | Source::As(..) => 0,
    }
}
