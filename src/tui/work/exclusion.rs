//! What is left of documents without what the rules exclude: of the selected pair by itself, where that can be, and of
//! all documents and their pairs.

use std::sync::Arc;

use rayon::prelude::*;

use super::counted;
use crate::{
    compare::{
        Groups,
        coverage::{RunLength, Windows},
        exclusion::{Exclusions, Share, Why, excluded_watched, known, without_each},
        pair::{Pair, Subject, compare, compare_all},
    },
    document::Document,
    review::{Rule, of_rules},
    simhash::{CountError, Recipe, Span, Stopped, Tokenizer, Watch},
    tui::{
        job::Job,
        model::{Model, PairRest, Progress, Rest, Rests, Revision, Workspace},
    },
};

/// Whether anything is to be excluded. Of a list of features nothing can be.
pub fn applies(workspace: &Workspace) -> bool {
    workspace.batch.rules.any() && workspace.recipe.tokenizer != Tokenizer::Given
}

/// The selected pair, where what is excluded of it does not hang on the other documents.
pub(super) fn of_pair(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    if !applies(workspace) {
        workspace.batch.left.clear();
        return None;
    }
    let (documents, revision) = (workspace.pair()?, workspace.batch.revision());
    let key = (documents, revision);
    let left = &workspace.batch.left;
    if !stands(workspace, revision)
        || workspace.batch.rules.of_the_batch()
        || left.pair(documents, revision).is_some_and(|(_, current)| current)
        || !left.of_pair.wants(&key)
    {
        return None;
    }
    let mut leaving = Leaving::new(workspace, revision);
    let others = leaving.documents.iter_mut().enumerate().filter(|(at, _)| !documents.contains(at));
    others.for_each(|(_, given)| *given = None);
    Some(Job::of(
        workspace,
        |workspace| &mut workspace.batch.left.of_pair,
        key,
        move |watch| Ok(counted(leaving.pair(documents, watch))?.flatten().map(Arc::new)),
    ))
}

/// All documents.
pub(super) fn of_all(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let revision = workspace.batch.revision();
    if !applies(workspace) || !stands(workspace, revision) || !workspace.batch.left.all.wants(&revision) {
        return None;
    }
    workspace.batch.left.stopped = None;
    let (leaving, groups) = (Leaving::new(workspace, revision), workspace.batch.groups());
    let job = Job::of(
        workspace,
        |workspace| &mut workspace.batch.left.all,
        revision,
        move |watch| Ok(counted(leaving.all(&groups, watch))?.map(Arc::new)),
    );
    let job = job.seen(Progress::Footer("work.leaving")).ending(|model, stopped| {
        let batch = &mut model.workspace.batch;
        batch.left.stopped = (stopped && batch.rules.any()).then_some(batch.revision());
    });
    Some(job)
}

/// Whether the pairs are of the documents as they are.
fn stands(workspace: &Workspace, revision: Revision) -> bool {
    workspace.batch.settled() && workspace.batch.ranked == revision.0
}

/// What is to be left out of what.
struct Leaving {
    /// The documents, in their places; `None` for those that cannot be compared, or are not asked about.
    documents: Vec<Option<(Arc<Document>, Arc<Subject>)>>,
    /// The rules, also those that are off.
    rules: Vec<Rule>,
    recipe: Recipe,
    run: RunLength,
    revision: Revision,
}

/// What is to be left out of a document, and how many characters each rule leaves out.
type Found = (Vec<(Span, Why)>, Vec<u64>);

impl Leaving {
    fn new(workspace: &Workspace, revision: Revision) -> Self {
        let (recipe, run) = (workspace.recipe.clone(), workspace.run);
        Self {
            documents: workspace.batch.comparable(),
            rules: workspace.batch.rules.list.clone(),
            recipe,
            run,
            revision,
        }
    }

    /// What is left of two documents.
    ///
    /// # Errors
    /// [`CountError`] where it was stopped, or the documents are lists of features.
    fn pair(&self, [a, b]: [usize; 2], watch: &Watch) -> Result<Option<PairRest>, CountError> {
        let mut rests = self.rests(&[a, b], watch)?.into_iter();
        let [Some(Some(of_a)), Some(Some(of_b))] = [rests.next(), rests.next()] else { return Ok(None) };
        let pair = compare([a, b], &of_a.subject, &of_b.subject, false);
        Ok(Some(PairRest { revision: self.revision, of: [of_a, of_b], pair }))
    }

    /// What is left of all, and all their pairs.
    ///
    /// # Errors
    /// As [`pair`](Self::pair).
    fn all(&self, groups: &Groups, watch: &Watch) -> Result<Rests, CountError> {
        watch.expect(self.documents.iter().flatten().map(|(document, _)| document.text.len() as u64).sum());
        let all: Vec<usize> = (0..self.documents.len()).collect();
        let of = self.rests(&all, watch)?;
        let subjects: Vec<_> = of.iter().map(|rest| Some(rest.as_ref()?.subject.clone())).collect();
        // Two rests are never called identical: bytes are what files have.
        let pairs: Arc<[Pair]> = compare_all(&subjects, &groups.keeping_all(), |_, _| false, watch)?.into();
        Ok(Rests { revision: self.revision, of, pairs })
    }

    fn rests(&self, which: &[usize], watch: &Watch) -> Result<Vec<Option<Arc<Rest>>>, CountError> {
        let text = |(document, subject): &(Arc<Document>, Arc<Subject>)| (document.clone(), subject.windows().clone());
        let held: Vec<Option<(Arc<Document>, Arc<Windows>)>> =
            self.documents.iter().map(|given| given.as_ref().map(text)).collect();
        let texts: Vec<Option<(&str, &Windows)>> = held
            .iter()
            .map(|given| given.as_ref().map(|(document, windows)| (document.text.as_str(), &**windows)))
            .collect();
        let own: Vec<Exclusions> = self.rules.iter().map(|rule| of_rules(rule.on.then_some(&rule.what))).collect();
        let known = own.iter().map(|own| known(&texts, own, watch)).collect::<Result<Vec<_>, Stopped>>()?;
        let found = (0..texts.len()).into_par_iter().map(|at| match texts[at] {
            Some(text) => self.found(text, own.iter().zip(known.iter().map(|of_rule| &*of_rule[at])), watch),
            None => Ok(Default::default()),
        });
        let (spans, counts): (Vec<_>, Vec<_>) = found.collect::<Result<Vec<_>, Stopped>>()?.into_iter().unzip();
        let nothing = Exclusions::default();
        let keep = |at: usize, without| {
            let document = held[at].as_ref().map(|(document, _)| document);
            document.map(|document| Arc::new(Rest::new(document, without, counts[at].clone())))
        };
        let which = which.to_vec();
        let rests = without_each(&texts, which, &nothing, &spans, (&self.recipe, self.run), watch, keep)?;
        Ok(rests.into_iter().map(Option::flatten).collect())
    }

    /// What the rules leave out of one document, and how many characters each; with each rule comes what it leaves out
    /// that this text alone does not tell.
    fn found<'a>(
        &self,
        (text, windows): (&str, &Windows),
        each: impl Iterator<Item = (&'a Exclusions, &'a [(Span, Why)])>,
        watch: &Watch,
    ) -> Result<Found, Stopped> {
        let (mut all, mut counts) = (Vec::new(), Vec::with_capacity(self.rules.len()));
        for (Rule { what, .. }, (own, known)) in self.rules.iter().zip(each) {
            let found = excluded_watched(text, own, windows, known, watch)?;
            counts.push(if found.is_empty() { 0 } else { Share::new(text, &found).chars });
            all.extend(found.into_iter().map(|excluded| (excluded.span, what.why())));
        }
        Ok((all, counts))
    }
}
