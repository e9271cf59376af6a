//! Texts and pairs without excluded text: compared on request, and kept as far as they are known.

use std::{collections::BTreeMap, sync::Arc};

use rayon::prelude::*;

use super::Batch;
use crate::{
    compare::{
        Groups,
        coverage::{FromOthers, RunLength, Windows, passages::bare},
        exclusion::{
            ExaminedRemainder, ExcludedShare, ExcludedSpan, ExclusionReason, Exclusions, Part, examine_remainders,
            excluded, known_spans, parts,
        },
        pair::{Compared, Pair, Subject, compare, compare_all},
    },
    document::Document,
    locale::Lang,
    review::{Exclusion, ExclusionRule, ExclusionRules, ExclusionStatus, Files},
    say,
    simhash::{CountError, Recipe, Span, Stopped, Tokenizer, Watch},
};

/// The key of a remainder: the generation of the documents, and the revision of the rules.
pub(crate) type Revision = (u64, u64);

/// A document without excluded text.
#[derive(Debug)]
pub(crate) struct Remainder {
    /// The excluded text, in order.
    pub excluded: Vec<ExcludedSpan>,
    /// The share of the text that is excluded.
    pub share: ExcludedShare,
    /// The same for each reason, in the order of [`ExclusionReason::ALL`].
    pub by: [ExcludedShare; ExclusionReason::ALL.len()],
    /// Characters that a rule excludes, with the index of the rule; rules that exclude nothing are missing.
    pub rules: Vec<(usize, u64)>,
    /// Indices of the rules that would take too much work on this text, and were not applied to it.
    pub not_applied: Vec<usize>,
    /// The number of tokens that remain.
    pub tokens: u64,
    /// The content hash of the document.
    content: u64,
    /// The remainder, prepared for comparing.
    pub subject: Arc<Subject>,
}

/// Two documents without excluded text.
#[derive(Debug)]
pub(crate) struct PairRemainder {
    /// The revision of documents and rules.
    pub revision: Revision,
    /// The remainders of A and B.
    pub of: [Arc<Remainder>; 2],
    /// The pair of the remainders.
    pub pair: Pair,
}

/// All documents without excluded text.
#[derive(Debug)]
pub(crate) struct Remainders {
    /// The revision of documents and rules.
    pub revision: Revision,
    /// One for each document; `None` if there is no text.
    pub of: Vec<Option<Arc<Remainder>>>,
    /// All pairs of the remainders, in the order of the documents.
    pub pairs: Arc<[Pair]>,
    /// For each document, how much of its remainder occurs in any other.
    pub from_others: Arc<[FromOthers]>,
}

impl Remainders {
    /// The pair of the remainders of two documents, the first before the second.
    pub(crate) fn pair(&self, documents: [usize; 2]) -> Option<&Pair> {
        self.pairs.get(self.pairs.binary_search_by_key(&documents, Pair::documents).ok()?)
    }

    /// The remainder of a document.
    pub(crate) fn get(&self, document: usize) -> Option<&Arc<Remainder>> {
        self.of.get(document)?.as_ref()
    }

    /// The rules that were not applied to some documents, with the documents; indices of both.
    pub(crate) fn not_applied(&self) -> BTreeMap<usize, Vec<usize>> {
        let mut rules: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, remainder) in self.of.iter().enumerate() {
            for &rule in remainder.iter().flat_map(|remainder| &remainder.not_applied) {
                rules.entry(rule).or_default().push(at);
            }
        }
        rules
    }
}

impl Remainder {
    /// The remainder of a document; the other arguments are the fields of those names.
    pub(super) fn new(
        document: &Document,
        without: ExaminedRemainder,
        rules: Vec<(usize, u64)>,
        not_applied: Vec<usize>,
    ) -> Self {
        let ExaminedRemainder { excluded, share, by, examined, .. } = without;
        let (tokens, content) = (examined.trace.sketch.tokens, document.reading.content_hash);
        Self { excluded, share, by, rules, not_applied, tokens, content, subject: examined.subject }
    }

    pub(crate) fn is_of(&self, document: &Document) -> bool {
        self.content == document.reading.content_hash
    }
}

/// The remainders that are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownRemainders {
    /// The remainders of all documents.
    pub all: Option<Arc<Remainders>>,
    /// A pair that was looked at before all were known.
    pub of_pair: Option<Arc<PairRemainder>>,
    /// The revision in which finding all was stopped.
    pub stopped: Option<Revision>,
}

impl KnownRemainders {
    /// Drops all remainders.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether those of all documents are of this revision.
    fn all_current(&self, revision: Revision) -> bool {
        self.all.as_ref().is_some_and(|all| all.revision == revision)
    }

    /// That of the pair looked at, until all are known.
    fn newest_of_pair(&self, revision: Revision) -> Option<&Arc<PairRemainder>> {
        self.of_pair.as_ref().filter(|_| !self.all_current(revision))
    }

    /// The newest that is known of a pair by itself, possibly by older rules.
    fn newest(&self, documents: [usize; 2], revision: Revision) -> Option<&Arc<PairRemainder>> {
        self.newest_of_pair(revision).filter(|known| known.pair.documents() == documents)
    }

    /// The remainders of the documents of a pair, possibly by older rules.
    pub(crate) fn of(&self, documents: [usize; 2], revision: Revision) -> [Option<&Arc<Remainder>>; 2] {
        match (self.newest(documents, revision), &self.all) {
            (Some(known), _) => known.of.each_ref().map(Some),
            (None, Some(all)) => documents.map(|at| all.get(at)),
            (None, None) => [None; 2],
        }
    }

    /// The remainder of one document, possibly by older rules.
    fn of_one(&self, at: usize, revision: Revision) -> Option<&Arc<Remainder>> {
        let in_pair = self.newest_of_pair(revision).and_then(|known| {
            let side = known.pair.documents().iter().position(|&document| document == at)?;
            Some(&known.of[side])
        });
        in_pair.or_else(|| self.all.as_ref()?.get(at))
    }

    /// The revision of the remainders of a pair.
    pub(crate) fn revision_of(&self, documents: [usize; 2], revision: Revision) -> Option<Revision> {
        let all = || self.all.as_ref().map(|all| all.revision);
        self.newest(documents, revision).map(|known| known.revision).or_else(all)
    }

    /// The pair of the remainders of two documents, and whether it is of this revision.
    fn pair(&self, documents: [usize; 2], revision: Revision) -> Option<(&Pair, bool)> {
        if let Some(known) = self.newest(documents, revision) {
            return Some((&known.pair, known.revision == revision));
        }
        // In another generation the documents' numbers may mean others.
        let all = self.all.as_ref().filter(|all| all.revision.0 == revision.0)?;
        Some((all.pair(documents)?, all.revision == revision))
    }
}

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
    /// The present revision of documents and rules.
    pub(crate) fn revision(&self) -> Revision {
        (self.generation, self.rules.revision)
    }

    /// The remainders of two documents with these texts, as far as known; possibly by older rules.
    pub(crate) fn remainders_of(&self, documents: [usize; 2], texts: [&Document; 2]) -> [Option<&Remainder>; 2] {
        let of = if self.rules.any() { self.remainders.of(documents, self.revision()) } else { [None; 2] };
        [0, 1].map(|side| of[side].map(|known| &**known).filter(|known| known.is_of(texts[side])))
    }

    /// The excluded text of two documents with these texts, as far as known.
    pub(crate) fn excluded(&self, documents: [usize; 2], texts: [&Document; 2]) -> [&[ExcludedSpan]; 2] {
        self.remainders_of(documents, texts).map(|known| known.map_or(&[][..], |known| &known.excluded))
    }

    /// The revision of the excluded text of two documents with these texts; `None` if none is known.
    pub(crate) fn excluded_revision(&self, documents: [usize; 2], texts: [&Document; 2]) -> Option<Revision> {
        let any = self.remainders_of(documents, texts).iter().any(Option::is_some);
        self.remainders.revision_of(documents, self.revision()).filter(|_| any)
    }

    /// The remainder of a document with this text, as far as known.
    pub(crate) fn remainder(&self, at: usize, document: &Document) -> Option<&Remainder> {
        let known = self.remainders.of_one(at, self.revision()).filter(|_| self.rules.any());
        known.map(|known| &**known).filter(|known| known.is_of(document))
    }

    /// Whether a passage of a document is excluded, all of it but the marks at its ends.
    pub(crate) fn is_excluded(&self, at: usize, passage: Span) -> bool {
        let Some(document) = self.document(at) else { return false };
        let text = &document.text;
        self.remainder(at, document).is_some_and(|known| {
            let mut parts = parts(bare(text, passage), &known.excluded).into_iter();
            parts.all(|(part, out)| out || part.of(text).trim().is_empty())
        })
    }

    /// The remainders of all documents, if they are known of the present revision.
    pub(crate) fn all_remainders(&self) -> Option<&Arc<Remainders>> {
        self.remainders.all.as_ref().filter(|all| self.rules.any() && all.revision == self.revision())
    }

    /// All documents without excluded text, if order, flags and counts go by that; possibly by older rules.
    pub(crate) fn scored_remainders(&self) -> Option<&Arc<Remainders>> {
        let known = self.remainders.all.as_ref().filter(|_| !self.rules.whole && self.rules.any())?;
        (known.revision.0 == self.ranked).then_some(known)
    }

    /// All pairs with the scores that count, in the order of the documents.
    pub(crate) fn scored_pairs(&self) -> Arc<[Pair]> {
        match self.scored_remainders() {
            None => self.pairs.clone(),
            Some(all) if all.pairs.len() == self.pairs.len() => all.pairs.clone(),
            // A document of which only the fingerprint is known has no remainder.
            Some(all) => self.pairs.iter().map(|pair| *all.pair(pair.documents()).unwrap_or(pair)).collect(),
        }
    }

    /// A document prepared for comparing: without excluded text where that counts.
    pub(super) fn scored_subject(&self, at: usize) -> Option<&Arc<Subject>> {
        match self.scored_remainders() {
            Some(all) => all.get(at).map(|remainder| &remainder.subject),
            None => self.subject(at),
        }
    }

    /// How much of each document occurs in any of the others, by the scores that count.
    pub(super) fn scored_from_others(&self) -> Arc<[FromOthers]> {
        self.scored_remainders().map_or(&self.from_others, |all| &all.from_others).clone()
    }

    /// The scores that count of the pair of two documents: those with exclusions, as soon as they are known.
    pub(crate) fn scored_pair(&self, documents: [usize; 2]) -> Option<&Pair> {
        let remainder = self.pair_remainder(documents).filter(|_| !self.rules.whole);
        remainder.map(|(pair, _)| pair).or_else(|| self.pair(documents))
    }

    /// The pair of the remainders of two documents, and whether it is of the present revision.
    pub(crate) fn pair_remainder(&self, documents: [usize; 2]) -> Option<(&Pair, bool)> {
        self.remainders.pair(documents, self.revision()).filter(|_| self.rules.any())
    }

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
        let Compared { pairs, from_others } = compare_all(&subjects, &self.groups.keeping_all(), |_, _| false, watch)?;
        let (pairs, from_others) = (pairs.into(), from_others.into());
        Ok(Some(Remainders { revision: self.revision, of, pairs, from_others }))
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
        let texts = self.texts();
        let known = known_spans(&texts, &all, watch)?;
        let share = |(text, known): (&Option<(&str, &Windows)>, &Vec<_>)| {
            let Some((text, windows)) = text else { return Ok(ExcludedShare::default()) };
            Ok(ExcludedShare::new(text, &excluded(text, &all, windows, known, watch)?.spans))
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

    fn texts(&self) -> Vec<Option<(&str, &Windows)>> {
        let texts = self.documents.iter().map(|held| held.as_ref());
        texts.map(|held| held.map(|(document, subject)| (document.text.as_str(), &**subject.windows()))).collect()
    }

    fn remainders(&self, which: &[usize], watch: &Watch) -> Result<Option<Vec<Option<Arc<Remainder>>>>, Stopped> {
        let texts = self.texts();
        let mut exclusions = Exclusions::default();
        let rules = self.rules.iter().enumerate().filter(|(_, rule)| rule.on);
        let rules: BTreeMap<Part, usize> =
            rules.filter_map(|(at, rule)| Some((rule.kind.add_to(&mut exclusions)?, at))).collect();
        let known = known_spans(&texts, &exclusions, watch)?;
        let keep = |at: usize, without: ExaminedRemainder, chars: Vec<(Part, u64)>| {
            let rule = |part| rules.get(&part).copied();
            let not_applied = without.not_applied.iter().filter_map(|&pattern| rule(Part::Pattern(pattern))).collect();
            let chars = chars.into_iter().filter_map(|(part, chars)| Some((rule(part)?, chars))).collect();
            self.documents[at]
                .as_ref()
                .map(|(document, _)| Arc::new(Remainder::new(document, without, chars, not_applied)))
        };
        let method = (&self.recipe, self.run);
        match examine_remainders(&texts, which.to_vec(), &exclusions, &known, method, watch, keep) {
            Ok(remainders) => Ok(Some(remainders.into_iter().map(Option::flatten).collect())),
            Err(CountError::Stopped(stopped)) => Err(stopped),
            Err(CountError::Given(_)) => Ok(None),
        }
    }
}
