//! Documents and pairs compared without excluded text.

use std::{collections::BTreeMap, sync::Arc};

use rayon::prelude::*;

use super::{Batch, PairRemainder, Remainder, Remainders, Revision};
use crate::{
    compare::{
        Groups,
        coverage::{RunLength, Windows},
        exclusion::{
            ExaminedRemainder, ExcludedShare, Exclusions, Part, examine_each_remainder, excluded_watched, known_spans,
        },
        pair::{Pair, Subject, compare, compare_all},
    },
    document::Document,
    locale::Lang,
    review::{Exclusion, ExclusionRule, ExclusionRules, ExclusionStatus, Files},
    say,
    simhash::{CountError, Recipe, Stopped, Tokenizer, Watch},
};

/// Documents of which something is to be excluded.
pub(crate) struct ExcludeRequest {
    /// In their places; `None` for those that cannot be compared, or are not asked about.
    documents: Vec<Option<(Arc<Document>, Arc<Subject>)>>,
    groups: Groups,
    /// Also those that are off.
    rules: Vec<ExclusionRule>,
    recipe: Recipe,
    run: RunLength,
    revision: Revision,
}

impl Batch {
    /// Whether anything is to be excluded. Lists of features cannot be cut.
    pub(crate) fn excludes(&self) -> bool {
        self.rules.any() && self.recipe.tokenizer != Tokenizer::Given
    }

    /// All documents, to be compared without excluded text.
    pub(crate) fn exclude(&self) -> ExcludeRequest {
        let documents = self.entries.iter().map(|entry| {
            let document = entry.text().filter(|_| !entry.aside)?.clone();
            let examined = entry.examined.as_ref().filter(|e| e.generation == self.generation)?;
            Some((document, examined.subject.clone()))
        });
        ExcludeRequest {
            documents: documents.collect(),
            groups: self.groups(),
            rules: self.rules.list.clone(),
            recipe: self.recipe.clone(),
            run: self.run,
            revision: self.revision(),
        }
    }

    /// The same of two documents alone; `None` where a rule needs the others.
    pub(crate) fn exclude_of(&self, documents: [usize; 2]) -> Option<ExcludeRequest> {
        if self.rules.of_the_batch() {
            return None;
        }
        let mut request = self.exclude();
        let others = request.documents.iter_mut().enumerate().filter(|(at, _)| !documents.contains(at));
        others.for_each(|(_, document)| *document = None);
        Some(request)
    }

    /// All documents, of which these rules of a review that is not accepted exclude a share.
    pub(crate) fn exclude_received(&self, rules: &[Exclusion], files: &Files) -> ExcludeRequest {
        ExcludeRequest { rules: self.rules_received(rules, files).list, ..self.exclude() }
    }

    /// A line for each of these rules.
    pub(crate) fn received_rules(&self, rules: &[Exclusion], files: &Files, lang: Lang) -> Vec<String> {
        say::exclusion_rules(&self.rules_received(rules, files).exclusions(), lang)
    }

    fn rules_received(&self, rules: &[Exclusion], files: &Files) -> ExclusionRules {
        let stored = rules.iter().map(|rule| ExclusionStatus { exclusion: rule.clone(), on: true });
        let mut received = ExclusionRules::default();
        received.apply(&stored.collect::<Vec<_>>(), files, self.run);
        received
    }

    /// Takes the remainders of all documents in.
    pub(crate) fn install_remainders(&mut self, remainders: Option<Remainders>) {
        if let Some(remainders) = remainders {
            self.remainders.all = Some(remainders.into());
        }
    }
}

impl ExcludeRequest {
    /// Compares all remainders; `None` where the documents are lists of features. Progress is counted in bytes of text.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn all(&self, watch: &Watch) -> Result<Option<Remainders>, Stopped> {
        watch.expect(self.documents.iter().flatten().map(|(document, _)| document.text.len() as u64).sum());
        let all: Vec<usize> = (0..self.documents.len()).collect();
        let Some(of) = self.remainders(&all, watch)? else { return Ok(None) };
        let subjects: Vec<_> = of.iter().map(|known| Some(known.as_ref()?.subject.clone())).collect();
        // Two remainders are never called identical: files have bytes, remainders have none.
        let pairs: Arc<[Pair]> = compare_all(&subjects, &self.groups.keeping_all(), |_, _| false, watch)?.into();
        Ok(Some(Remainders { revision: self.revision, of, pairs }))
    }

    /// The share of all text that the rules exclude, from 0 to 1.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn share(&self, watch: &Watch) -> Result<f64, Stopped> {
        let mut all = Exclusions::default();
        for rule in self.rules.iter().filter(|rule| rule.on) {
            _ = rule.kind.add_to(&mut all);
        }
        let windows: Vec<Option<Arc<Windows>>> =
            self.documents.iter().map(|held| Some(held.as_ref()?.1.windows().clone())).collect();
        let texts: Vec<Option<(&str, &Windows)>> = self
            .documents
            .iter()
            .zip(&windows)
            .map(|(held, windows)| Some((held.as_ref()?.0.text.as_str(), windows.as_deref()?)))
            .collect();
        let known = known_spans(&texts, &all, watch)?;
        let share = |(text, known): (&Option<(&str, &Windows)>, &Vec<_>)| {
            let Some((text, windows)) = text else { return Ok(ExcludedShare::default()) };
            Ok(ExcludedShare::new(text, &excluded_watched(text, &all, windows, known, watch)?.spans))
        };
        let shares = texts.par_iter().zip(&known).map(share).collect::<Result<Vec<_>, Stopped>>()?;
        Ok(shares.into_iter().fold(ExcludedShare::default(), ExcludedShare::and).share())
    }

    /// Compares the remainders of two documents; `None` as for [`all`](Self::all).
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn pair(&self, documents: [usize; 2], watch: &Watch) -> Result<Option<PairRemainder>, Stopped> {
        let Some(of) = self.remainders(&documents, watch)? else { return Ok(None) };
        let Ok([Some(a), Some(b)]) = <[_; 2]>::try_from(of) else { return Ok(None) };
        let pair = compare(documents, &a.subject, &b.subject, false);
        Ok(Some(PairRemainder { revision: self.revision, of: [a, b], pair }))
    }

    fn remainders(&self, which: &[usize], watch: &Watch) -> Result<Option<Vec<Option<Arc<Remainder>>>>, Stopped> {
        let windows = |subject: &Subject| subject.windows().clone();
        let held: Vec<Option<(&Arc<Document>, Arc<Windows>)>> =
            self.documents.iter().map(|held| held.as_ref().map(|(text, subject)| (text, windows(subject)))).collect();
        let texts: Vec<Option<(&str, &Windows)>> =
            held.iter().map(|held| held.as_ref().map(|(text, windows)| (text.text.as_str(), &**windows))).collect();
        let mut exclusions = Exclusions::default();
        let rules = self.rules.iter().enumerate().filter(|(_, rule)| rule.on);
        let rules: BTreeMap<Part, usize> =
            rules.filter_map(|(at, rule)| Some((rule.kind.add_to(&mut exclusions)?, at))).collect();
        let known = known_spans(&texts, &exclusions, watch)?;
        let keep = |at: usize, without: ExaminedRemainder, chars: Vec<(Part, u64)>| {
            let rule = |part| rules.get(&part).copied();
            let not_applied = without.not_applied.iter().filter_map(|&pattern| rule(Part::Pattern(pattern))).collect();
            let chars = chars.into_iter().filter_map(|(part, chars)| Some((rule(part)?, chars))).collect();
            let document = held[at].as_ref().map(|(document, _)| document);
            document.map(|document| Arc::new(Remainder::new(document, without, chars, not_applied)))
        };
        let method = (&self.recipe, self.run);
        match examine_each_remainder(&texts, which.to_vec(), &exclusions, &known, method, watch, keep) {
            Ok(remainders) => Ok(Some(remainders.into_iter().map(Option::flatten).collect())),
            Err(CountError::Stopped(stopped)) => Err(stopped),
            Err(CountError::Given(_)) => Ok(None),
        }
    }
}
