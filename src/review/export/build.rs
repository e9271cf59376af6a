//! Makes a report of compared and decided pairs. Parts that the form has no space for are omitted, with a sentence
//! that says so. With names hidden, nothing in the report identifies a document but its number.

mod detail;

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap},
};

use rayon::prelude::*;

use detail::SectionExtent;

use super::{
    ArchiveSummary, Counts, DistanceMatrix, NamesInTexts, Report, ReportCluster, ReportDecision, ReportDetail,
    ReportDocument, ReportMissingPair, ReportPair, ReportSubmission, RunLengths, TopicSentence,
    columns::cells,
    report::SCHEMA,
    selection::{Candidate, Class, DetailedPairs, ListedPairs, ReportScope, Selection, select},
};
use crate::{
    compare::{
        TextThresholds, Thresholds,
        cluster::{self, Clusters},
        coverage::RunLength,
        exclusion::ExcludedSpan,
        pair,
        submissions::Submission,
    },
    document::{self, safe_name},
    locale::Lang,
    review::{
        Decision, Decisions, Redactor, ReviewedPair, SubmissionState, Timestamp, Verdict, filter, numbered,
        pairs::Figures, redactor::TextNames, submissions::Submissions,
    },
    simhash::{Fingerprint, Recipe, Stopped, Watch},
    store::FingerprintRecord,
    t,
};

pub(crate) struct ReportInput<'a> {
    /// Language of the sentences.
    pub lang: Lang,
    pub recipe: &'a Recipe,
    /// The threshold, in bits.
    pub k: u32,
    /// The greatest distance at which pairs join clusters, in bits.
    pub cutoff: u32,
    /// The least length of a shared run.
    pub run: RunLength,
    /// A sentence, if not all pairs were compared.
    pub given: Option<String>,
    /// The thresholds of the signals that need both texts.
    pub texts: TextThresholds,
    /// One line for each rule of exclusion.
    pub exclusions: Vec<String>,
    /// The title and the case number; may be empty.
    pub title: &'a str,
    /// The name of whoever reviews; may be empty.
    pub reviewer: &'a str,
    /// Documents are identified by their numbers alone.
    pub hide_names: bool,
    /// The names that are hidden then.
    pub redactor: &'a Redactor,
    pub documents: Vec<DocumentInput<'a>>,
    pub archive: Option<ArchiveSummary>,
    /// All pairs with the scores that count, ranked; documents by their indices in `documents`.
    pub pairs: &'a [pair::Pair],
    /// The documents by what they have from others, each with its state.
    pub submissions: Submissions,
    /// The pair of the whole texts.
    pub whole: &'a (dyn Fn(&pair::Pair) -> pair::Pair + Sync),
    /// The scores that count are those after exclusion.
    pub by_remainder: bool,
    /// By the same indices.
    pub decisions: &'a Decisions,
    /// The pair after exclusion; `None` if nothing is excluded.
    pub remainder: &'a (dyn Fn(&pair::Pair) -> Option<pair::Pair> + Sync),
    /// The score of another tool that found the pair.
    pub score: &'a (dyn Fn([usize; 2]) -> Option<f64> + Sync),
    /// Whether a document has characters that deceive the eye.
    pub altered: &'a (dyn Fn(usize) -> bool + Sync),
    /// The characters of a document that deceive the eye, counted in a sentence that calls it by the given name.
    pub altered_sentence: &'a (dyn Fn(usize, &str) -> Option<String> + Sync),
    /// The exact cosine of a pair.
    pub cosine: &'a (dyn Fn(&pair::Pair) -> Option<f64> + Sync),
    /// Warnings about a document, which they call by the given name.
    pub warnings: &'a (dyn Fn(usize, &str) -> Vec<DocumentWarning> + Sync),
    /// Compares a pair in detail; its sentences call the documents by the given names.
    pub detail: &'a (dyn Fn(&pair::Pair, [&str; 2]) -> Option<DetailInput> + Sync),
    pub watch: &'a Watch,
}

pub(crate) struct DocumentInput<'a> {
    pub name: &'a str,
    pub path: String,
    /// The results, or the reason that there are none: a stable name and a sentence.
    pub compared: Result<ComparedDocument<'a>, (&'static str, String)>,
    /// The record of a document of which only the fingerprint is known; it has no results.
    pub record: Option<&'a FingerprintRecord>,
}

pub(crate) struct ComparedDocument<'a> {
    pub document: &'a document::Document,
    /// `None` if it has none to compare.
    pub fingerprint: Option<Fingerprint>,
    /// Format and encoding, in words.
    pub reading: String,
    pub excluded: &'a [ExcludedSpan],
}

#[derive(Clone, Debug)]
pub(crate) struct DocumentWarning {
    pub message: String,
    /// The document is short, or few words decide its bits.
    pub is_weak: bool,
}

/// The part of a pair's detail that the report does not find itself.
pub(crate) struct DetailInput {
    pub sentences: Vec<TopicSentence>,
    /// Hamming distance in the normalised reading, if a text has characters that deceive the eye.
    pub hamming_as_read: Option<u32>,
}

/// The work for a row of the list, where the work for a byte of a pair in detail is 1.
const ROW_COST: u64 = 50;
/// The greatest number of documents of a matrix in a file.
const MAX_MATRIX: usize = 60;

/// The names in a report, and what is to be hidden.
struct Names {
    /// The name of each document in the report.
    shown: Vec<String>,
    /// `None` if names are shown.
    redactor: Option<Redactor>,
}

impl Names {
    /// The names in the texts of these documents.
    fn in_texts<'a>(&self, documents: &BTreeSet<usize>, input: &'a ReportInput<'_>) -> BTreeMap<usize, TextNames<'a>> {
        let compared = |at: &usize| Some((*at, input.documents.get(*at)?.compared.as_ref().ok()?));
        let compared: Vec<_> = documents.iter().filter(|_| input.hide_names).filter_map(compared).collect();
        let names = |&(at, of): &(usize, &ComparedDocument<'_>)| {
            (at, input.redactor.names_in(&of.document.text, &self.shown[at]))
        };
        compared.par_iter().map(names).collect()
    }

    fn redact(&self, text: &str) -> String {
        self.redactor.as_ref().map_or(Cow::Borrowed(text), |redactor| redactor.redact(text)).into_owned()
    }
}

/// The parts that all reports of one input share.
struct Frame {
    names: Names,
    /// The names, folded for the filter.
    folded: Vec<String>,
    clusters: Clusters,
    cluster_of: HashMap<usize, u32>,
    counts: Counts,
}

fn submission(&(of, state): &(Submission, SubmissionState)) -> ReportSubmission {
    ReportSubmission {
        document: of.document + 1,
        from_others: of.from_others.share,
        from_others_edited: of.from_others.edited(),
        sources: of.sources,
        largest_source: of.largest.map(|(document, _)| document + 1),
        largest_share: of.largest.map(|(_, share)| share),
        longest: of.longest.into(),
        state,
        of,
    }
}

impl ReportInput<'_> {
    /// Makes the report of the pairs in `scope`.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn report(&self, scope: &ReportScope) -> Result<Report, Stopped> {
        let frame = self.frame()?;
        self.report_of(self.matching(scope, &frame), scope, &frame)
    }

    /// Makes a report of each decided pair and hands it on, in the order of the list.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn cases(
        &self,
        scope: &ReportScope,
        hand_on: &mut dyn FnMut(Report) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let frame = self.frame()?;
        let mut decided = self.matching(scope, &frame);
        decided.retain(|pair| self.decisions.is_decided(pair.documents()));
        self.watch.expect(decided.iter().map(|pair| self.bytes(pair) + ROW_COST).sum());
        for pair in decided {
            let listed = ListedPairs::One(pair.documents());
            let case = ReportScope { listed, detailed: DetailedPairs::All, ..scope.clone() };
            hand_on(self.report_of(vec![pair], &case, &frame)?)?;
        }
        Ok(())
    }

    fn frame(&self) -> Result<Frame, Stopped> {
        let clusters = cluster::clusters(self.documents.len(), self.pairs, self.cutoff);
        self.watch.check()?;
        Ok(Frame {
            names: self.names(),
            folded: self.documents.iter().map(|document| filter::fold_case_and_width(document.name)).collect(),
            cluster_of: cluster_of_each(&clusters),
            clusters,
            counts: self.counts(),
        })
    }

    fn report_of(&self, matching: Vec<&pair::Pair>, scope: &ReportScope, frame: &Frame) -> Result<Report, Stopped> {
        let (lang, names, is_case) = (self.lang, &frame.names, scope.is_case());
        let counts = Counts { matching: matching.len(), ..frame.counts };
        let Selection { listed, detailed, budget, omitted } = self.selection(matching, scope);
        if !is_case {
            let work: u64 = detailed.iter().map(|(_, pair)| self.bytes(pair)).sum();
            self.watch.expect(ROW_COST * listed.len() as u64 + work);
        }
        let mut pairs = Vec::with_capacity(listed.len());
        for (number, pair) in (1..).zip(&listed) {
            self.watch.check()?;
            pairs.push(self.pair(number, pair, frame));
            self.watch.advance(ROW_COST);
        }
        let extent = SectionExtent { budget, all_differences: !scope.form.is_for_reading() };
        let in_texts = names.in_texts(&detailed.iter().flat_map(|(_, pair)| pair.documents()).collect(), self);
        let details = self.details(&detailed, extent, (names, &in_texts))?;
        let kept = |(at, found): (&usize, &TextNames<'_>)| {
            let text = &self.documents[*at].compared.as_ref().ok()?.document.text;
            Some(found.kept.iter().map(|span| safe_name(span.of(text))).collect::<Vec<_>>())
        };
        let in_texts = (!in_texts.is_empty()).then(|| NamesInTexts {
            replaced: in_texts.values().map(|found| found.hidden.len()).sum(),
            kept: in_texts.values().map(|found| found.kept.len()).sum(),
            words: in_texts.iter().filter_map(kept).flatten().collect(),
        });
        let is_shown = |at: &usize| !is_case || listed.iter().any(|pair| pair.documents().contains(at));
        let documents = (0..self.documents.len()).filter(is_shown).map(|at| self.document(at, &names.shown[at]));
        let clusters = frame.clusters.clusters.iter().zip(1..).filter(|_| !is_case);
        Ok(Report {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            created: Timestamp::now(),
            language: lang.tag(),
            lang,
            caution: [t!(lang, "report.caution-head"), t!(lang, "report.caution")].join(lang.gap()),
            recipe: self.recipe.to_string(),
            bits: self.recipe.bits,
            k: self.k,
            cutoff: self.cutoff,
            run: RunLengths { han: self.run.han, words: self.run.words },
            exclusions: self.exclusions.iter().map(|rule| names.redact(rule)).collect(),
            scores: (!self.exclusions.is_empty()).then_some(if self.by_remainder { "rest" } else { "whole" }),
            title: names.redact(self.title),
            reviewer: self.reviewer.to_owned(),
            names_hidden: self.hide_names,
            names: in_texts,
            received: self.decisions.is_received(),
            filter: names.redact(&scope.listed.description(self.hide_names, lang)),
            archive: self.archive.clone(),
            counts,
            documents: documents.collect(),
            submissions: if is_case { Vec::new() } else { self.submissions.all.iter().map(submission).collect() },
            without_submission: self.submissions.unknown,
            by: scope.by,
            pairs,
            details,
            clusters: clusters.map(reported).collect(),
            matrix: if is_case { None } else { self.matrix() },
            is_case,
            missing: if is_case { Vec::new() } else { self.missing(names) },
            omitted: self.given.iter().cloned().chain(omitted).collect(),
        })
    }

    /// The pairs in `scope`, in the order of the list.
    fn matching(&self, scope: &ReportScope, frame: &Frame) -> Vec<&pair::Pair> {
        let cluster = |at: usize| frame.cluster_of.get(&at).copied();
        let reviewed = |pair| ReviewedPair {
            pair,
            thresholds: self.thresholds(),
            names: &frame.folded,
            decisions: self.decisions,
            cosine: self.cosine,
            cluster: &cluster,
            altered: self.altered,
        };
        self.pairs.iter().filter(|pair| scope.listed.holds(&reviewed(pair))).collect()
    }

    fn selection<'a>(&self, matching: Vec<&'a pair::Pair>, scope: &ReportScope) -> Selection<'a> {
        let candidate = |pair: &'a pair::Pair| Candidate {
            pair,
            class: Class::of(pair, self.thresholds(), self.decisions),
            gravity: Verdict::gravity(
                self.decision(pair).and_then(|decision| Some(decision.verdict.as_ref()?.verdict)),
            ),
        };
        let cells = |pair: &pair::Pair| {
            let cells = |at: usize| Some(cells(&self.documents[at].compared.as_ref().ok()?.document.text));
            let [a, b] = pair.documents().map(cells);
            Some(a? + b?)
        };
        select(matching.into_iter().map(candidate).collect(), scope, self.thresholds(), cells, self.lang)
    }

    fn details(
        &self,
        wanted: &[(usize, &pair::Pair)],
        extent: SectionExtent,
        (names, in_texts): (&Names, &BTreeMap<usize, TextNames<'_>>),
    ) -> Result<Vec<ReportDetail>, Stopped> {
        let detail = |(number, pair): &(usize, &pair::Pair)| {
            self.watch.check()?;
            let hidden = pair.documents().map(|at| in_texts.get(&at).map_or(&[][..], |found| &found.hidden));
            let detail = self.pair_detail(pair, *number, extent, (names, hidden))?;
            self.watch.advance(self.bytes(pair));
            Ok(detail)
        };
        let details = wanted.par_iter().map(detail).collect::<Result<Vec<_>, Stopped>>()?;
        Ok(details.into_iter().flatten().collect())
    }

    fn counts(&self) -> Counts {
        let failed = self.documents.iter().filter(|of| of.compared.is_err() && of.record.is_none()).count();
        let mut counts =
            Counts { documents: self.documents.len() - failed, failed, pairs: self.pairs.len(), ..Counts::default() };
        for pair in self.pairs {
            let (disagreement, near) = (pair.disagreement(self.thresholds()), pair.near(self.k));
            counts.near += usize::from(near);
            counts.disagree += usize::from(disagreement.is_some());
            counts.shared_not_near += usize::from(pair.shares_not_near(self.thresholds()));
            let decision = self.decision(pair);
            // A verdict that somebody else gave closes nothing.
            let own = !self.decisions.is_received();
            let has_verdict = own && decision.is_some_and(|decision| decision.verdict.is_some());
            counts.decided += usize::from(has_verdict);
            // A note decides nothing.
            counts.open += usize::from((near || disagreement.is_some()) && !has_verdict);
        }
        counts
    }

    /// The length of both texts of a pair, in bytes.
    fn bytes(&self, pair: &pair::Pair) -> u64 {
        let compared = pair.documents().map(|at| self.documents.get(at)?.compared.as_ref().ok());
        compared.into_iter().flatten().map(|compared| compared.document.text.len() as u64).sum()
    }

    fn names(&self) -> Names {
        let shown = |(number, document): (usize, &DocumentInput<'_>)| {
            if self.hide_names { numbered(number, self.lang) } else { document.name.to_owned() }
        };
        Names {
            shown: (1..).zip(&self.documents).map(shown).collect(),
            redactor: self.hide_names.then(|| self.redactor.clone()),
        }
    }

    fn decision(&self, pair: &pair::Pair) -> Option<&Decision> {
        self.decisions.pair(pair.documents())
    }

    fn pair(&self, number: usize, pair: &pair::Pair, frame: &Frame) -> ReportPair {
        let pair = &(self.whole)(pair);
        let [a, b] = pair.documents().map(|at| at + 1);
        let cluster = |at: usize| frame.cluster_of.get(&at).copied();
        let [cluster, other] = pair.documents().map(cluster);
        let decision = self.decision(pair);
        ReportPair {
            number,
            a,
            b,
            whole: Figures::of(pair, self.thresholds()),
            identical: pair.identical,
            cosine: (self.cosine)(pair),
            remainder: (self.remainder)(pair).map(|remainder| Figures {
                longest: Some(remainder.longest.into()),
                ..Figures::of(&remainder, self.thresholds())
            }),
            cluster: cluster.filter(|_| cluster == other),
            decision: decision.map(|known| self.reported(pair.documents(), known, &frame.names)).unwrap_or_default(),
            is_decided: self.decisions.is_decided(pair.documents()),
            places_decided: self.decisions.decided_places(pair.documents()),
            given_score: (self.score)(pair.documents()),
        }
    }

    fn reported(&self, at: [usize; 2], decision: &Decision, names: &Names) -> ReportDecision {
        let verdict = decision.verdict.as_ref();
        let changed = verdict.map_or([false; 2], |given| self.decisions.changed_since(at, given));
        ReportDecision {
            verdict: verdict.map(|given| given.verdict),
            verdict_at: verdict.map(|given| given.at.clone()),
            reviewer: verdict
                .and_then(|given| given.settings.as_ref())
                .map(|settings| safe_name(&settings.reviewer))
                .filter(|name| !name.is_empty()),
            changed_since: (0..2).filter(|&side| changed[side]).map(|side| at[side] + 1).collect(),
            note: decision.note().map(|note| names.redact(&note)),
            received: self.decisions.is_received(),
        }
    }

    fn missing(&self, names: &Names) -> Vec<ReportMissingPair> {
        let whole = self.decisions.missing().iter().filter(|missing| missing.target.hunk.is_none());
        let reported = whole.map(|missing| {
            let name = |path: &str| {
                if self.hide_names { t!(self.lang, "report.no-document").to_owned() } else { path.to_owned() }
            };
            ReportMissingPair {
                names: missing.target.files.each_ref().map(|file| name(&file.path)),
                decision: self.reported([usize::MAX; 2], &missing.decision, names),
            }
        });
        reported.filter(|missing| !missing.decision.is_empty()).collect()
    }

    fn document(&self, at: usize, name: &str) -> ReportDocument {
        let DocumentInput { path, compared, record, .. } = &self.documents[at];
        let unknown = ReportDocument {
            number: at + 1,
            name: name.to_owned(),
            path: (!self.hide_names).then(|| path.clone()),
            ..ReportDocument::default()
        };
        if let Some(record) = record {
            return self.fingerprint_only(record, unknown);
        }
        match compared {
            // The sentence names the file.
            Err((kind, message)) => {
                let error = if self.hide_names { t!(self.lang, "report.failed", kind) } else { message.clone() };
                ReportDocument { error: Some(error), ..unknown }
            }
            Ok(ComparedDocument { document, fingerprint, reading, .. }) => {
                let all = (self.warnings)(at, name);
                let (weak, remarks): (Vec<_>, Vec<_>) = all.iter().cloned().partition(|warning| warning.is_weak);
                let messages = |warnings: Vec<DocumentWarning>| warnings.into_iter().map(|one| one.message).collect();
                ReportDocument {
                    reading: Some(reading.clone()),
                    bytes: Some(document.reading.bytes),
                    characters: Some(document.text.chars().count() as u64),
                    content_hash: Some(format!("{:016x}", document.reading.content_hash)),
                    fingerprint: fingerprint.map(|fingerprint| fingerprint.to_string()),
                    warnings: messages(all),
                    is_weak: !weak.is_empty(),
                    remarks: messages(remarks),
                    altered: (self.altered_sentence)(at, name),
                    ..unknown
                }
            }
        }
    }

    fn fingerprint_only(&self, record: &FingerprintRecord, unknown: ReportDocument) -> ReportDocument {
        let place = if self.hide_names { String::new() } else { record.location(self.lang) };
        let reading =
            if self.hide_names { t!(self.lang, "print.only").into() } else { t!(self.lang, "print.only-of", place) };
        ReportDocument {
            reading: Some(reading),
            bytes: record.bytes.map(|(size, _)| size),
            content_hash: record.bytes.map(|(_, hash)| format!("{hash:016x}")),
            fingerprint: Some(record.fingerprint.to_string()),
            only_fingerprint: Some(place),
            ..unknown
        }
    }

    /// `None` if there are too few documents, or too many for a file.
    fn matrix(&self) -> Option<DistanceMatrix> {
        let known = self.fingerprints();
        if !(2..=MAX_MATRIX).contains(&known.len()) {
            return None;
        }
        let distance = |a: Option<Fingerprint>, b: Option<Fingerprint>| Some(a?.hamming(b?));
        let distances = known.iter().map(|&(_, a)| known.iter().map(|&(_, b)| distance(a, b)).collect()).collect();
        Some(DistanceMatrix { documents: known.iter().map(|(at, _)| at + 1).collect(), distances })
    }

    /// The documents that were read, each with its fingerprint if it has one.
    fn fingerprints(&self) -> Vec<(usize, Option<Fingerprint>)> {
        let fingerprint = |(at, document): (usize, &DocumentInput<'_>)| match document {
            DocumentInput { record: Some(record), .. } => Some((at, Some(record.fingerprint))),
            of => of.compared.as_ref().ok().map(|compared| (at, compared.fingerprint)),
        };
        self.documents.iter().enumerate().filter_map(fingerprint).collect()
    }

    /// The thresholds of all signals.
    fn thresholds(&self) -> Thresholds {
        Thresholds { k: self.k, texts: self.texts }
    }
}

/// The cluster of each document that is in one.
fn cluster_of_each(all: &Clusters) -> HashMap<usize, u32> {
    let members = |(cluster, number): (&cluster::Cluster, u32)| {
        cluster.members.iter().map(move |&at| (at as usize, number)).collect::<Vec<_>>()
    };
    all.clusters.iter().zip(1..).flat_map(members).collect()
}

fn reported((cluster, number): (&cluster::Cluster, u32)) -> ReportCluster {
    let documents = cluster.members.iter().map(|&at| at as usize + 1).collect();
    ReportCluster { number, documents, spread: cluster.spread }
}
