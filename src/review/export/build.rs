//! Makes a report from what was compared and decided. What the form has no space for is omitted, with a sentence that says
//! so. With names hidden, nothing in the report identifies a document but its number.

mod detail;
mod documents;
mod input;
mod selection;

use std::{borrow::Cow, collections::HashMap};

pub(crate) use input::{ComparedDocument, DetailInput, DocumentInput, ReportInput};
pub(crate) use selection::{DetailedPairs, ListedPairs};

use super::{
    Counts, DistanceMatrix, RemainderFigures, Report, ReportCluster, ReportDecision, ReportDetail, ReportFormat,
    ReportMissingPair, ReportPair, RunLengths, report::SCHEMA,
};
use crate::{
    compare::{
        cluster::{self, Clusters},
        pair,
    },
    review::{Decision, Redactor, ReviewedPair, Timestamp, filter, numbered},
    simhash::Stopped,
    t,
};

/// The greatest number of pairs in detail.
pub(crate) const MAX_DETAILS: usize = 60;
/// The greatest number of documents in a matrix.
pub(crate) const MAX_MATRIX: usize = 60;
/// The work for a row of the list, where the work for a byte of a pair in detail is 1.
const ROW_COST: u64 = 50;

/// The names in a report, and what is to be hidden.
struct Names {
    /// The name of each document in the report.
    shown: Vec<String>,
    /// `None` if names are shown.
    redactor: Option<Redactor>,
}

impl Names {
    fn redact(&self, text: &str) -> String {
        self.redactor.as_ref().map_or(Cow::Borrowed(text), |redactor| redactor.redact(text)).into_owned()
    }
}

/// The listed pairs, and those of them to compare in detail, with their ranks.
struct Selection<'a> {
    listed: Vec<&'a pair::Pair>,
    detailed: Vec<(usize, &'a pair::Pair)>,
    /// The number of pairs that match the filter.
    matching: usize,
}

impl ReportInput<'_> {
    /// Makes the report of those pairs.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn report(
        &self,
        wanted: &ListedPairs,
        detailed: DetailedPairs,
        form: ReportFormat,
    ) -> Result<Report, Stopped> {
        let names = self.names();
        let clusters = cluster::clusters(self.documents.len(), self.pairs, self.cutoff);
        let cluster_of = cluster_of_each(&clusters);
        let folded: Vec<String> = self.documents.iter().map(|document| filter::fold(document.name)).collect();
        let cluster = |at: usize| cluster_of.get(&at).copied();
        let reviewed = |pair| ReviewedPair {
            pair,
            k: self.k,
            names: &folded,
            decisions: self.decisions,
            cosine: self.cosine,
            cluster: &cluster,
            altered: self.altered,
        };
        self.watch.check()?;
        let mut omitted = Vec::new();
        let matching: Vec<_> = self.pairs.iter().filter(|pair| wanted.holds(&reviewed(pair))).collect();
        let selection = self.selection(matching, detailed, form, &mut omitted);
        let work: u64 = selection.detailed.iter().map(|(_, pair)| self.bytes(pair)).sum();
        self.watch.expect(ROW_COST * selection.listed.len() as u64 + work);
        let mut pairs = Vec::with_capacity(selection.listed.len());
        for (number, pair) in (1..).zip(&selection.listed) {
            self.watch.check()?;
            pairs.push(self.pair(number, &reviewed(pair), &names));
            self.watch.advance(ROW_COST);
        }
        let details = self.details(&selection.detailed, &names)?;
        let matrix = self.matrix();
        if matrix.is_none() && self.documents.len() > MAX_MATRIX && form != ReportFormat::Csv {
            omitted.push(t!(self.lang, "report.left-matrix", most = MAX_MATRIX));
        }
        Ok(Report {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            created: Timestamp::now(),
            language: self.lang.tag(),
            lang: self.lang,
            caution: t!(self.lang, "report.caution").into(),
            recipe: self.recipe.to_string(),
            bits: self.recipe.bits,
            k: self.k,
            cutoff: self.cutoff,
            run: RunLengths { han: self.run.han, words: self.run.words },
            exclusions: self.exclusions.iter().map(|rule| names.redact(rule)).collect(),
            scores: (!self.exclusions.is_empty()).then_some(if self.by_remainder { "rest" } else { "whole" }),
            names_hidden: self.hide_names,
            filter: names.redact(&wanted.description(self.hide_names, self.lang)),
            archive: self.archive,
            counts: self.counts(selection.matching),
            documents: (0..self.documents.len()).map(|at| self.document(at, &names.shown[at])).collect(),
            pairs,
            details,
            clusters: clusters.clusters.iter().zip(1..).map(reported).collect(),
            matrix,
            missing: self.missing(&names),
            omitted,
        })
    }

    /// As many pairs as the form has space for; a sentence for each kind that is omitted.
    fn selection<'a>(
        &self,
        matching: Vec<&'a pair::Pair>,
        detailed: DetailedPairs,
        form: ReportFormat,
        omitted: &mut Vec<String>,
    ) -> Selection<'a> {
        let all = matching.len();
        let mut listed = matching;
        listed.truncate(form.most_pairs());
        if listed.len() < all {
            omitted.push(t!(self.lang, "report.left-pairs", n = listed.len(), all = all));
        }
        // CSV has no place for details.
        let is_wanted = |pair: &pair::Pair| form != ReportFormat::Csv && detailed.holds(pair, self.k, self.decisions);
        let wanted = (1..).zip(listed.iter().copied()).filter(|(_, pair)| is_wanted(pair));
        let has_text = |at: usize| self.documents[at].record.is_none();
        let (mut detailed, without_text): (Vec<_>, Vec<_>) =
            wanted.partition(|(_, pair)| pair.documents().into_iter().all(has_text));
        if detailed.len() > MAX_DETAILS {
            omitted.push(t!(self.lang, "report.left-closer", n = MAX_DETAILS, all = detailed.len()));
            detailed.truncate(MAX_DETAILS);
        }
        if !without_text.is_empty() {
            omitted.push(t!(self.lang, "report.left-unread", n = without_text.len()));
        }
        Selection { listed, detailed, matching: all }
    }

    fn details(&self, wanted: &[(usize, &pair::Pair)], names: &Names) -> Result<Vec<ReportDetail>, Stopped> {
        let mut details = Vec::new();
        for (number, pair) in wanted {
            self.watch.check()?;
            details.extend(self.pair_detail(pair, *number, names)?);
            self.watch.advance(self.bytes(pair));
        }
        Ok(details)
    }

    fn counts(&self, matching: usize) -> Counts {
        let failed = self.documents.iter().filter(|of| of.compared.is_err() && of.record.is_none()).count();
        let has_verdict = |pair: &&pair::Pair| self.decision(pair).is_some_and(|decision| decision.verdict.is_some());
        Counts {
            documents: self.documents.len() - failed,
            failed,
            pairs: self.pairs.len(),
            matching,
            near: self.pairs.iter().filter(|pair| pair.near(self.k)).count(),
            disagree: self.pairs.iter().filter(|pair| pair.disagreement(self.k).is_some()).count(),
            decided: self.pairs.iter().filter(has_verdict).count(),
        }
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
        let known = self.documents.iter().map(|document| (document.name, vec![document.path.clone()]));
        Names {
            shown: (1..).zip(&self.documents).map(shown).collect(),
            redactor: self.hide_names.then(|| Redactor::new(known, self.lang)),
        }
    }

    fn decision(&self, pair: &pair::Pair) -> Option<&Decision> {
        self.decisions.pair(pair.documents())
    }

    fn pair(&self, number: usize, reviewed: &ReviewedPair<'_>, names: &Names) -> ReportPair {
        use filter::PairFacts as _;
        let pair = &(self.whole)(reviewed.pair);
        let [a, b] = pair.documents().map(|at| at + 1);
        let decision = self.decision(pair);
        ReportPair {
            number,
            a,
            b,
            hamming: pair.hamming(),
            near_duplicate: pair.near(self.k),
            identical: pair.identical,
            disagreement: pair.disagreement(self.k).map(pair::Disagreement::key),
            a_in_b: pair.shares().map(|[a_in_b, _]| a_in_b),
            b_in_a: pair.shares().map(|[_, b_in_a]| b_in_a),
            longest: pair.shares().map(|_| pair.longest.into()),
            cosine: (self.cosine)(pair),
            remainder: (self.remainder)(pair).map(|remainder| RemainderFigures {
                hamming: remainder.hamming(),
                near_duplicate: remainder.near(self.k),
                disagreement: remainder.disagreement(self.k).map(pair::Disagreement::key),
                a_in_b: remainder.coverage[0],
                b_in_a: remainder.coverage[1],
            }),
            cluster: reviewed.cluster(),
            decision: decision.map(|known| self.reported(pair.documents(), known, names)).unwrap_or_default(),
        }
    }

    fn reported(&self, at: [usize; 2], decision: &Decision, names: &Names) -> ReportDecision {
        let verdict = decision.verdict.as_ref();
        let changed = verdict.map_or([false; 2], |given| self.decisions.changed_since(at, given));
        ReportDecision {
            verdict: verdict.map(|given| given.verdict),
            verdict_at: verdict.map(|given| given.at.clone()),
            changed_since: (0..2).filter(|&side| changed[side]).map(|side| at[side] + 1).collect(),
            note: decision.note().map(|note| names.redact(&note)),
        }
    }

    fn matrix(&self) -> Option<DistanceMatrix> {
        let fingerprint = |at: usize| match &self.documents[at] {
            DocumentInput { record: Some(record), .. } => Some(Some(record.fingerprint)),
            of => of.compared.as_ref().ok().map(|compared| compared.fingerprint),
        };
        let read: Vec<usize> = (0..self.documents.len()).filter(|&at| fingerprint(at).is_some()).collect();
        if !(2..=MAX_MATRIX).contains(&read.len()) {
            return None;
        }
        let distance = |a: usize, b: usize| Some(fingerprint(a)??.hamming(fingerprint(b)??));
        let distances = read.iter().map(|&a| read.iter().map(|&b| distance(a, b)).collect()).collect();
        Some(DistanceMatrix { documents: read.iter().map(|at| at + 1).collect(), distances })
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
