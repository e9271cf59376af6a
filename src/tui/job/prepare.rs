//! Documents read and examined, or taken over from what is kept of them; and those whose files changed, read again.

use std::{
    collections::BTreeMap,
    fs,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use rayon::prelude::*;

use super::{Given, How, Outcome};
use crate::{
    compare::{coverage::Windows, pair::Subject},
    document::{self, Document, Source},
    review::store::{Kept, Visit},
    simhash::{CountError, Stopped, Trace, Watch, outline, trace},
    tui::model::{Again, Examined, Prepared, Trouble},
};

/// Sends what comes of each document as soon as it is there, and at the end what was kept and what was read.
pub fn prepare(
    documents: Vec<(usize, Given)>,
    how: &How,
    watch: &Watch,
    send: &(impl Fn(Outcome) -> bool + Sync),
) -> Result<(), Stopped> {
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
                    send(Outcome::Read(at, Ok(document)));
                    send(Outcome::Examined(at, Examined { generation: how.generation, subject, trace: None }));
                    return Ok(());
                }
                let read = document::read_while(&source, &|| !watch.stopped()).map(Arc::new);
                watch.check()?;
                anew.fetch_add(1, Ordering::Relaxed);
                send(Outcome::Read(at, read.clone()));
                let Ok(document) = read else {
                    watch.advance(size(&source));
                    return Ok(());
                };
                examine(&document, None, how, visit.as_ref(), watch)?
            }
        };
        send(match examined {
            Ok(examined) => Outcome::Examined(at, examined),
            Err(trouble) => Outcome::Trouble(at, how.generation, trouble),
        });
        Ok(())
    };
    let done = documents.into_par_iter().try_for_each(one);
    if let Some(pack) = pack {
        let [kept, anew] = [kept, anew].map(AtomicUsize::into_inner);
        let fault = pack.close().map(|fault| fault.to_string());
        send(Outcome::Prepared(Prepared { kept, anew, fault }));
    }
    done
}

/// What became of documents whose files changed, each with the hash of its bytes as they were.
pub fn reload(
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
pub fn examine(
    document: &Document,
    windows: Option<Arc<Windows>>,
    how: &How,
    visit: Option<&Visit<'_>>,
    watch: &Watch,
) -> Result<Result<Examined, Trouble>, Stopped> {
    let traced = || {
        let traced = if how.traces { trace } else { outline };
        let trace: Trace = traced(&document.text, &how.recipe, watch)?;
        let windows = match windows {
            Some(windows) => windows,
            None => Windows::new(&document.text, how.run, watch)?.into(),
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
