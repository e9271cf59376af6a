//! What was compared and decided, as one file: the report of `simscope export`, of what the desk has.

use std::{fs, io::ErrorKind, path::PathBuf, sync::Arc};

use rayon::prelude::*;

use super::exclusion;
use crate::{
    archive::FingerprintRecord,
    compare::{
        Comparison,
        coverage::RunLength,
        pair::{self, Pair, Subject, ranked},
    },
    document::{Document, safe_name},
    locale::{Lang, grouped},
    review::{
        Matched,
        export::{Form, Listed, Look, LookedUp, Made, Material, Of, Report, Said, Which},
    },
    say::{self, Named},
    simhash::{CountError, Recipe, Sketch, Stopped, Trace, Watch, outline, sketch_watched},
    t,
    tui::{
        job::Job,
        model::{Archived, Close, Dialog, Entry, Exporting, Handed, Model, Progress, Rests, Stage, Workspace},
    },
};

/// A report to be written.
pub struct Order {
    /// Language of its sentences.
    lang: Lang,
    /// The recipe.
    recipe: Recipe,
    /// The largest distance called near.
    k: u32,
    /// Up to this distance pairs join clusters.
    cutoff: u32,
    /// How long a shared run must be.
    run: RunLength,
    /// Documents are called by numbers.
    hidden: bool,
    /// All documents, in their places.
    documents: Vec<Held>,
    /// What was looked up in an archive of fingerprints.
    archive: Option<LookedUp>,
    /// All pairs.
    pairs: Arc<[Pair]>,
    /// What the reader decided.
    matched: Arc<Matched>,
    /// What is left out, in words.
    rules: Vec<String>,
    /// What is left of the documents and pairs without that.
    rests: Option<Arc<Rests>>,
    /// A pair that was looked at closely already, at this k.
    close: Option<Arc<Close>>,
    /// Which pairs.
    listed: Listed,
    /// Which of them are looked at closely.
    closer: Which,
    /// In which form.
    form: Form,
    /// Where to.
    path: PathBuf,
    /// A file that is there may be written over.
    over: bool,
}

/// A document of the desk.
struct Held {
    /// What it is called.
    name: String,
    /// Where it is.
    path: String,
    /// What was made of it; or why nothing was, as a stable name and a sentence.
    made: Result<Known, (&'static str, String)>,
    /// Where its fingerprint alone was found.
    print: Option<Arc<FingerprintRecord>>,
}

/// What is known of a document.
struct Known {
    /// Its text.
    document: Arc<Document>,
    /// What comparing needs.
    subject: Arc<Subject>,
    /// Every number, where they are held.
    trace: Option<Arc<Trace>>,
}

/// Writes the report in the background; the dialog stays until it is known that its place is free.
pub fn write(workspace: &mut Workspace, order: Order) -> Job {
    workspace.sent_warned = false;
    let job = Job::in_parts(&mut workspace.results.report, (), handed, move |watch, post| {
        hand_over(&order, watch, |handed| post.send(handed))
    });
    job.seen(Progress::Footer("work.report")).ending(ended)
}

fn handed(model: &mut Model, handed: Handed) {
    let lang = model.session.lang;
    let sheet = model.workspace.dialogs.iter().position(|overlay| matches!(overlay, Dialog::Export(_)));
    if handed != Handed::Begun {
        // What is told is over, though its thread may not be.
        model.workspace.results.report.forget();
    }
    match handed {
        Handed::Begun => {
            // What was chosen is kept, should it come to nothing.
            if let Some(Dialog::Export(sheet)) = sheet.map(|at| model.workspace.dialogs.remove(at)) {
                model.workspace.sent = Some(sheet);
            }
        }
        Handed::Done(place, [pairs, closer]) => {
            model.workspace.sent = None;
            let place = model.workspace.redacted(&safe_name(&place.to_string_lossy())).into_owned();
            let [pairs, closer] = [pairs, closer].map(|n| grouped(n as u64));
            model.workspace.notice = Some(t!(lang, "exporting.done", place = place, pairs = pairs, closer = closer));
        }
        Handed::Taken | Handed::Failed(_) => {
            let (stage, said) = match handed {
                Handed::Failed(why) => (Stage::Failed(why.clone()), why),
                _ => (Stage::Taken, t!(lang, "exporting.taken").to_owned()),
            };
            match (sheet, model.workspace.sent.take()) {
                (Some(at), _) => {
                    if let Some(Dialog::Export(sheet)) = model.workspace.dialogs.get_mut(at) {
                        sheet.stage = stage;
                    }
                }
                // Nothing is put over what the reader went on with.
                (None, Some(mut sheet)) if model.workspace.dialogs.is_empty() && !model.workspace.editing() => {
                    sheet.stage = stage;
                    model.workspace.dialogs.push(Dialog::Export(sheet));
                }
                _ => model.workspace.notice = Some(model.workspace.redacted(&said).into_owned()),
            }
        }
    }
}

fn ended(model: &mut Model, stopped: bool) {
    let under_way = model.workspace.writes_report();
    model.workspace.results.report.forget();
    if stopped && under_way {
        model.workspace.sent = None;
        model.workspace.notice = model.session.lang.find("exporting.stopped").map(Into::into);
    }
}

/// Writes it; tells whether it begins, and what came of it.
fn hand_over(order: &Order, watch: &Watch, tell: impl Fn(Handed)) -> Result<(), Stopped> {
    let place = safe_name(&order.path.to_string_lossy());
    let failed = |reason: String| Handed::Failed(t!(order.lang, "exporting.failed", place = place, reason = reason));
    // Before anything is computed, not after it.
    if !order.over && fs::symlink_metadata(&order.path).is_ok() {
        tell(Handed::Taken);
        return Ok(());
    }
    let folder = order.path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(Err(error)) = folder.map(fs::metadata) {
        tell(failed(error.to_string()));
        return Ok(());
    }
    tell(Handed::Begun);
    let report = order.report(watch)?;
    let counted = [report.pairs.len(), report.closer.len()];
    tell(match report.save(order.form, &order.path, order.over, watch) {
        Ok(()) => Handed::Done(order.path.clone(), counted),
        Err(_) if watch.stopped() => return Err(Stopped),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Handed::Taken,
        Err(error) => failed(error.to_string()),
    });
    Ok(())
}

impl Order {
    /// Of what the workspace has, as the dialog asks for it; `over` where a file that is there may be written over.
    pub fn new(model: &Model, sheet: &Exporting, over: bool) -> Self {
        let workspace = &model.workspace;
        let desk = &workspace.batch;
        let held = |entry: &Entry| {
            let document = entry.document.as_ref().and_then(|read| read.as_ref().ok());
            let known = document.zip(entry.examined.as_ref()).filter(|_| !entry.aside);
            let known = known.map(|(document, examined)| Known {
                document: document.clone(),
                subject: examined.subject.clone(),
                trace: examined.trace.clone(),
            });
            Held {
                name: entry.name.clone(),
                path: entry.source.given(),
                made: known.ok_or_else(|| entry.why_not(model.session.lang)),
                print: entry.print.clone().filter(|_| !entry.aside),
            }
        };
        let close = workspace.results.comparison.value().filter(|close| {
            let key = (close.comparison.pair.documents(), desk.generation, workspace.k);
            workspace.results.comparison.get(&key).is_some()
        });
        Self {
            lang: model.session.lang,
            recipe: workspace.recipe.clone(),
            k: workspace.k,
            cutoff: workspace.library.cutoff,
            run: workspace.run,
            hidden: sheet.hidden,
            documents: desk.entries.iter().map(held).collect(),
            archive: desk.archive.as_ref().and_then(Archived::told),
            pairs: desk.pairs.clone(),
            rules: if exclusion::applies(workspace) {
                say::rules(&workspace.batch.rules.exclusions(), model.session.lang)
            } else {
                Vec::new()
            },
            rests: desk.all_left().cloned(),
            matched: workspace.review.as_ref().map(|review| review.matched.clone()).unwrap_or_default(),
            close: close.cloned(),
            listed: sheet.pairs.listed(model),
            closer: sheet.closer,
            form: sheet.form,
            path: PathBuf::from(sheet.path.text().trim()),
            over,
        }
    }

    fn report(&self, watch: &Watch) -> Result<Report, Stopped> {
        let lang = self.lang;
        let sketches = self.sketches(watch)?;
        let pairs: Vec<Pair> = ranked(&self.pairs, self.k).into_iter().map(|at| self.pairs[at as usize]).collect();
        let excluded = |at: usize| {
            let rest = self.rests.as_ref().and_then(|rests| rests.of.get(at)?.as_ref());
            rest.map_or(&[][..], |rest| &rest.excluded)
        };
        let documents = self.documents.iter().enumerate().map(|(at, held)| Of {
            name: &held.name,
            path: held.path.clone(),
            made: match &held.made {
                Ok(known) => Ok(Made {
                    document: &known.document,
                    fingerprint: known.subject.fingerprint,
                    reading: say::reading(&known.document.reading, lang),
                    excluded: excluded(at),
                }),
                Err(why) => Err(why.clone()),
            },
            print: held.print.as_deref(),
        });
        let warnings = |at: usize, name: &str| {
            let (Some(Ok(known)), Some(Some(sketch))) =
                (self.documents.get(at).map(|held| &held.made), sketches.get(at))
            else {
                return Vec::new();
            };
            let all = say::warnings(name, &known.document.reading, sketch, &self.recipe, lang);
            all.into_iter().map(|warning| warning.message).collect()
        };
        let cosine = |pair: &Pair| {
            let [a, b] = pair.documents().map(|at| self.known(at));
            pair::cosine(&a?.subject, &b?.subject)
        };
        let material = Material {
            lang,
            recipe: &self.recipe,
            k: self.k,
            cutoff: self.cutoff,
            run: self.run,
            exclusions: self.rules.clone(),
            hidden: self.hidden,
            documents: documents.collect(),
            archive: self.archive,
            pairs: &pairs,
            matched: &self.matched,
            rest: &|pair| self.rests.as_ref()?.pair(pair.documents()).copied(),
            cosine: &cosine,
            warnings: &warnings,
            look: &|pair, names| self.look(pair, names),
            watch,
        };
        material.report(&self.listed, self.closer, self.form)
    }

    fn known(&self, at: usize) -> Option<&Known> {
        self.documents.get(at)?.made.as_ref().ok()
    }

    /// What each document came to. Of many, only those looked at have their numbers at hand.
    fn sketches(&self, watch: &Watch) -> Result<Vec<Option<Sketch>>, Stopped> {
        let unknown = self.documents.iter().filter_map(|held| held.made.as_ref().ok());
        let unknown = unknown.filter(|known| known.trace.is_none());
        watch.expect(unknown.map(|known| known.document.text.len() as u64).sum());
        let sketched = self.documents.par_iter().map(|held| {
            watch.check()?;
            let Ok(known) = &held.made else { return Ok(None) };
            match &known.trace {
                Some(trace) => Ok(Some(trace.sketch)),
                // Progress is counted there.
                None => match sketch_watched(&known.document.text, &self.recipe, watch) {
                    Ok(sketch) => Ok(Some(sketch)),
                    Err(CountError::Stopped(stopped)) => Err(stopped),
                    Err(CountError::Given(_)) => Ok(None),
                },
            }
        });
        sketched.collect()
    }

    /// Looks at a pair closely, unless that was done.
    fn look(&self, pair: &Pair, names: [&str; 2]) -> Option<Look> {
        let close = self.close.as_ref().filter(|close| close.comparison.pair == *pair);
        if let Some(close) = close {
            return self.said(&close.comparison, close.sides(), names);
        }
        let [a, b] = pair.documents().map(|at| self.known(at));
        let known = [a?, b?];
        let traced = |known: &Known| match &known.trace {
            Some(trace) => Some(trace.clone()),
            // Its progress is that of the pair.
            None => outline(&known.document.text, &self.recipe).ok().map(Arc::new),
        };
        let [a, b] = known.map(traced);
        let (a, b) = (a?, b?);
        let comparison = Comparison::new(*pair, [&a, &b], known.map(|known| &*known.subject), self.k);
        self.said(&comparison, [&a, &b], names)
    }

    fn said(&self, comparison: &Comparison, traces: [&Trace; 2], names: [&str; 2]) -> Option<Look> {
        let [a, b] = comparison.pair.documents().map(|at| self.known(at));
        let readings = [a?, b?].map(|known| &known.document.reading);
        let named = [0, 1].map(|side| Named { name: names[side], reading: readings[side], trace: traces[side] });
        let said = say::pair(comparison, named, self.run, self.lang).into_iter();
        let said = said.map(|s| Said { topic: s.topic.key(), label: s.topic.label(self.lang).into(), text: s.text });
        Some(Look { coverage: comparison.coverage.clone(), said: said.collect() })
    }
}
