//! From what was compared and decided to a report.

mod material;
mod which;

use std::{borrow::Cow, collections::HashMap, time::Duration};

pub use material::{Look, Made, Material, Of, Said};
pub use which::{Listed, Which};

use super::{
    Closer, Cluster, Counts, Decided, Document, Form, Gone, Matrix, Pair, Report, Rest, Run,
    closer::{Texts, spot},
    report::SCHEMA,
};
use crate::{
    compare::{
        cluster::{self, Clusters},
        exclusion, pair,
    },
    review::{Hidden, Seen, Stamp, Standing, filter, numbered},
    simhash::Stopped,
    t,
};

/// How long the search for the differences of a pair may take before it settles for coarser ones.
pub(super) const BUDGET: Duration = Duration::from_secs(10);
/// Pairs looked at closely.
pub const CLOSER: usize = 60;
/// Documents of a matrix that can be taken in at once.
pub const MATRIX: usize = 60;
/// What a row of the list costs beside a byte of text that is looked at closely, in the measure of progress.
const ROW: u64 = 50;

impl Material<'_> {
    /// Makes the report of those pairs. What `form` has no room for is left out, and said.
    ///
    /// # Errors
    /// Where the watch was told to stop.
    pub fn report(&self, wanted: &Listed, which: Which, form: Form) -> Result<Report, Stopped> {
        let names = self.names();
        let hidden = self.hiding();
        let hidden = hidden.as_ref();
        let all_clusters = cluster::clusters(self.documents.len(), self.pairs, self.cutoff);
        let clusters = places(&all_clusters);
        let folded: Vec<String> = self.documents.iter().map(|document| filter::fold(document.name)).collect();
        let cluster = |at: usize| clusters.get(&at).copied();
        let (names_folded, cosine) = (&*folded, self.cosine);
        let row =
            |pair| Seen { pair, k: self.k, names: names_folded, matched: self.matched, cosine, cluster: &cluster };
        self.watch.check()?;
        let meant: Vec<&pair::Pair> = self.pairs.iter().filter(|pair| wanted.holds(&row(pair))).collect();
        let listed = &meant[..meant.len().min(form.most_pairs())];
        let mut left_out = Vec::new();
        if listed.len() < meant.len() {
            left_out.push(t!(self.lang, "report.left-pairs", n = listed.len(), all = meant.len()));
        }
        // CSV has no place for them.
        let asked = |pair: &pair::Pair| form != Form::Csv && which.holds(pair, self.k, self.matched);
        let asked: Vec<(usize, &pair::Pair)> =
            (1..).zip(listed.iter().copied()).filter(|(_, pair)| asked(pair)).collect();
        let readable = |at: usize| self.documents[at].print.is_none();
        let (asked, unread): (Vec<_>, Vec<_>) =
            asked.into_iter().partition(|(_, pair)| pair.documents().into_iter().all(readable));
        let close = &asked[..asked.len().min(CLOSER)];
        self.watch.expect(ROW * listed.len() as u64 + close.iter().map(|(_, pair)| self.bytes(pair)).sum::<u64>());
        let mut pairs = Vec::with_capacity(listed.len());
        for (number, pair) in (1..).zip(listed) {
            self.watch.check()?;
            pairs.push(self.pair(number, &row(pair), hidden));
            self.watch.advance(ROW);
        }
        let mut closer = Vec::new();
        for (number, pair) in close {
            self.watch.check()?;
            closer.extend(self.closer(pair, *number, &names, hidden)?);
            self.watch.advance(self.bytes(pair));
        }
        if close.len() < asked.len() {
            left_out.push(t!(self.lang, "report.left-closer", n = close.len(), all = asked.len()));
        }
        if !unread.is_empty() {
            left_out.push(t!(self.lang, "report.left-unread", n = unread.len()));
        }
        let matrix = self.matrix();
        if matrix.is_none() && self.documents.len() > MATRIX && form != Form::Csv {
            left_out.push(t!(self.lang, "report.left-matrix", most = MATRIX));
        }
        let failed = self.documents.iter().filter(|of| of.made.is_err() && of.print.is_none()).count();
        let decided = |pair: &&pair::Pair| self.standing(pair).is_some_and(|standing| standing.verdict.is_some());
        Ok(Report {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            made: Stamp::now(),
            language: self.lang.tag(),
            lang: self.lang,
            caution: t!(self.lang, "report.caution").into(),
            recipe: self.recipe.to_string(),
            bits: self.recipe.bits,
            k: self.k,
            cutoff: self.cutoff,
            run: Run { han: self.run.han, words: self.run.words },
            exclusions: self.exclusions.iter().map(|rule| redacted(hidden, rule)).collect(),
            names_hidden: self.hidden,
            filter: redacted(hidden, &wanted.said(self.hidden, self.lang)),
            archive: self.archive,
            counts: Counts {
                documents: self.documents.len() - failed,
                failed,
                pairs: self.pairs.len(),
                meant: meant.len(),
                near: self.pairs.iter().filter(|pair| pair.near(self.k)).count(),
                disagree: self.pairs.iter().filter(|pair| pair.disagreement(self.k).is_some()).count(),
                decided: self.pairs.iter().filter(decided).count(),
            },
            documents: (0..self.documents.len()).map(|at| self.document(at, &names[at])).collect(),
            pairs,
            closer,
            clusters: all_clusters.clusters.iter().zip(1..).map(reported).collect(),
            matrix,
            gone: self.gone(hidden),
            left_out,
        })
    }

    /// How long the texts of a pair are.
    fn bytes(&self, pair: &pair::Pair) -> u64 {
        let made = pair.documents().map(|at| self.documents.get(at).and_then(|document| document.made.as_ref().ok()));
        made.into_iter().flatten().map(|made| made.document.text.len() as u64).sum()
    }

    /// What documents are called in the report.
    fn names(&self) -> Vec<String> {
        let name = |(number, document): (usize, &Of<'_>)| {
            if self.hidden { numbered(number, self.lang) } else { document.name.to_owned() }
        };
        (1..).zip(&self.documents).map(name).collect()
    }

    /// The names that are to be seen nowhere, where they are hidden.
    fn hiding(&self) -> Option<Hidden> {
        let documents = self.documents.iter().map(|document| (document.name, vec![document.path.clone()]));
        self.hidden.then(|| Hidden::new(documents, self.lang))
    }

    fn document(&self, at: usize, name: &str) -> Document {
        let Of { path, made, print, .. } = &self.documents[at];
        let path = (!self.hidden).then(|| path.clone());
        let number = at + 1;
        let none = Document {
            number,
            name: name.to_owned(),
            path,
            reading: None,
            bytes: None,
            characters: None,
            content_hash: None,
            fingerprint: None,
            only_fingerprint: None,
            warnings: Vec::new(),
            error: None,
        };
        if let Some(print) = print {
            let place = if self.hidden { String::new() } else { print.location(self.lang) };
            return Document {
                reading: Some(if self.hidden {
                    t!(self.lang, "print.only").into()
                } else {
                    t!(self.lang, "print.only-of", place = place)
                }),
                bytes: print.bytes.map(|(size, _)| size),
                content_hash: print.bytes.map(|(_, hash)| format!("{hash:016x}")),
                fingerprint: Some(print.fingerprint.to_string()),
                only_fingerprint: Some(place),
                ..none
            };
        }
        match made {
            // The sentence names the file.
            Err((kind, message)) => {
                let error = if self.hidden { t!(self.lang, "report.failed", kind = kind) } else { message.clone() };
                Document { error: Some(error), ..none }
            }
            Ok(Made { document, fingerprint, reading, .. }) => Document {
                reading: Some(reading.clone()),
                bytes: Some(document.reading.bytes),
                characters: Some(document.text.chars().count() as u64),
                content_hash: Some(format!("{:016x}", document.reading.content_hash)),
                fingerprint: fingerprint.map(|fingerprint| fingerprint.to_string()),
                warnings: (self.warnings)(at, name),
                ..none
            },
        }
    }

    fn standing(&self, pair: &pair::Pair) -> Option<&Standing> {
        self.matched.pair(pair.documents())
    }

    fn pair(&self, number: usize, row: &Seen<'_>, hidden: Option<&Hidden>) -> Pair {
        use filter::Row as _;
        let pair = row.pair;
        let [a, b] = pair.documents().map(|at| at + 1);
        let standing = self.standing(pair);
        Pair {
            number,
            a,
            b,
            hamming: pair.hamming(),
            near_duplicate: pair.near(self.k),
            identical: pair.identical,
            disagreement: pair.disagreement(self.k).map(pair::Disagreement::key),
            a_in_b: pair.shares().map(|[a_in_b, _]| a_in_b),
            b_in_a: pair.shares().map(|[_, b_in_a]| b_in_a),
            longest: pair.shares().map(|_| row.longest().unwrap_or(0)),
            cosine: (self.cosine)(pair),
            rest: (self.rest)(pair).map(|rest| Rest {
                hamming: rest.hamming(),
                near_duplicate: rest.near(self.k),
                a_in_b: rest.coverage[0],
                b_in_a: rest.coverage[1],
            }),
            cluster: row.cluster(),
            decided: standing.map(|standing| self.decided(pair.documents(), standing, hidden)).unwrap_or_default(),
        }
    }

    fn decided(&self, at: [usize; 2], standing: &Standing, hidden: Option<&Hidden>) -> Decided {
        let changed = standing.verdict.as_ref().map_or([false; 2], |given| self.matched.changed(at, given));
        Decided {
            verdict: standing.verdict.as_ref().map(|given| given.verdict),
            verdict_at: standing.verdict.as_ref().map(|given| given.at.clone()),
            changed_since: (0..2).filter(|&side| changed[side]).map(|side| at[side] + 1).collect(),
            note: standing.note().map(|note| redacted(hidden, &note)),
        }
    }

    fn closer(
        &self,
        pair: &pair::Pair,
        number: usize,
        names: &[String],
        hidden: Option<&Hidden>,
    ) -> Result<Option<Closer>, Stopped> {
        let made = pair.documents().map(|at| self.documents.get(at)?.made.as_ref().ok());
        let [Some(a), Some(b)] = made else { return Ok(None) };
        let Some(look) = (self.look)(pair, pair.documents().map(|at| &*names[at])) else { return Ok(None) };
        let texts = Texts::new([a, b], self.matched.points(pair.documents()));
        let near = pair.near(self.k);
        // Differences of texts that have little in common are all of both.
        let differences = near || pair.most_covered() >= pair::MUCH_SHARED;
        let both = [a, b].map(|made| made.document.text.as_str());
        let shared = exclusion::passages(both, [a.excluded, b.excluded], self.run, self.watch)?;
        let (side, passages, more_passages) = texts.passages(&look, shared, differences);
        let now = texts.hunks();
        let spots = |there: bool| {
            let decided = self
                .matched
                .hunks(pair.documents())
                .iter()
                .filter(|(hunk, _)| now.iter().any(|(one, _)| one == hunk) == there);
            let mut spots: Vec<_> = decided
                .map(|(hunk, standing)| spot(hunk, self.decided(pair.documents(), standing, hidden), &now))
                .collect();
            spots.retain(|spot| !spot.decided.is_empty());
            spots.sort_by_key(|spot| spot.change);
            spots
        };
        Ok(Some(Closer {
            pair: number,
            said: look.said,
            passages,
            passages_of: pair.documents()[side] + 1,
            more_passages,
            differences: differences.then(|| texts.differences(near)),
            spots: spots(true),
            orphans: spots(false),
        }))
    }

    fn matrix(&self) -> Option<Matrix> {
        let fingerprint = |at: usize| match &self.documents[at] {
            Of { print: Some(print), .. } => Some(Some(print.fingerprint)),
            of => of.made.as_ref().ok().map(|made| made.fingerprint),
        };
        let read: Vec<usize> = (0..self.documents.len()).filter(|&at| fingerprint(at).is_some()).collect();
        if !(2..=MATRIX).contains(&read.len()) {
            return None;
        }
        let distance = |a: usize, b: usize| Some(fingerprint(a)??.hamming(fingerprint(b)??));
        let distances = read.iter().map(|&a| read.iter().map(|&b| distance(a, b)).collect()).collect();
        Some(Matrix { documents: read.iter().map(|at| at + 1).collect(), distances })
    }

    fn gone(&self, hidden: Option<&Hidden>) -> Vec<Gone> {
        let whole = self.matched.gone().iter().filter(|gone| gone.target.hunk.is_none());
        let gone = whole.map(|gone| {
            let names = gone.target.files.each_ref().map(|file| {
                if self.hidden { t!(self.lang, "report.no-document").to_owned() } else { file.path.clone() }
            });
            Gone { names, decided: self.decided([usize::MAX; 2], &gone.standing, hidden) }
        });
        gone.filter(|gone| !gone.decided.is_empty()).collect()
    }
}

/// A reader's text without names that are hidden.
fn redacted(hidden: Option<&Hidden>, text: &str) -> String {
    hidden.map_or(Cow::Borrowed(text), |hidden| hidden.redact(text)).into_owned()
}

/// The cluster of each document.
fn places(all: &Clusters) -> HashMap<usize, u32> {
    let members = |(cluster, number): (&cluster::Cluster, u32)| {
        cluster.members.iter().map(move |&at| (at as usize, number)).collect::<Vec<_>>()
    };
    all.clusters.iter().zip(1..).flat_map(members).collect()
}

fn reported((cluster, number): (&cluster::Cluster, u32)) -> Cluster {
    let documents = cluster.members.iter().map(|&at| at as usize + 1).collect();
    Cluster { number, documents, spread: cluster.spread }
}
