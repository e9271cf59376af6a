//! A report of a batch, as one value.

use super::{Batch, BatchEntry};
use crate::{
    compare::pair::{self, Pair},
    locale::{Lang, grouped},
    review::{
        Decisions, Redactor,
        export::{
            ArchiveSummary, ComparedDocument, DetailInput, DocumentInput, DocumentWarning, Report, ReportInput,
            ReportScope, TopicSentence,
        },
    },
    say::{self, MethodWarning},
    simhash::{Stopped, Watch},
    t,
};

/// The choices of a report.
#[derive(Clone, Debug)]
pub(crate) struct ReportOptions {
    /// The language of its sentences.
    pub lang: Lang,
    /// The threshold, in bits.
    pub k: u32,
    /// The greatest distance at which pairs join clusters, in bits.
    pub cutoff: u32,
    /// Documents are called by their numbers.
    pub hidden: bool,
    /// The words to hide then, beside paths and file names, if a reader chose them.
    pub words: Option<Vec<String>>,
    /// The title and the case number, as somebody wrote them; may be empty.
    pub title: String,
    /// The name of whoever reviews; may be empty.
    pub reviewer: String,
    /// Pairs, sections and form.
    pub scope: ReportScope,
}

impl Batch {
    /// Makes a report of it, with verdicts and notes.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn report(
        &self,
        options: &ReportOptions,
        decisions: &Decisions,
        watch: &Watch,
    ) -> Result<Report, Stopped> {
        self.with_input(options, decisions, watch, |input| input.report(&options.scope))
    }

    /// Makes a report of each decided pair, and hands it on.
    ///
    /// # Errors
    /// [`Stopped`] where it was stopped.
    pub(crate) fn cases(
        &self,
        options: &ReportOptions,
        decisions: &Decisions,
        watch: &Watch,
        hand_on: &mut dyn FnMut(Report) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        self.with_input(options, decisions, watch, |input| input.cases(&options.scope, hand_on))
    }

    fn with_input<T>(
        &self,
        options: &ReportOptions,
        decisions: &Decisions,
        watch: &Watch,
        make: impl FnOnce(&ReportInput<'_>) -> T,
    ) -> T {
        let lang = options.lang;
        let pairs = self.ordered_pairs(options.k);
        let remainders = self.all_remainders();
        let whole = |pair: &Pair| self.pair(pair.documents()).copied().unwrap_or(*pair);
        let cosine = |pair: &Pair| {
            let [a, b] = pair.documents().map(|at| self.reported(at));
            pair::cosine(&a?.subject, &b?.subject)
        };
        let altered = |at: usize| self.reported(at).is_some_and(|examined| !examined.subject.altered().is_none());
        let warnings = |at: usize, name: &str| {
            let warning = |warning: say::Warning| DocumentWarning {
                is_weak: [MethodWarning::Short, MethodWarning::Heavy].map(MethodWarning::key).contains(&warning.kind),
                message: warning.message,
            };
            self.warnings(at, name, lang).into_iter().map(warning).collect()
        };
        let altered_sentence = |at: usize, name: &str| say::altered(name, self.reported(at)?.subject.altered(), lang);
        let redactor = if options.hidden { self.redactor(options.words.as_deref(), lang) } else { Redactor::default() };
        let input = ReportInput {
            lang,
            recipe: &self.recipe,
            k: options.k,
            cutoff: options.cutoff,
            run: self.run,
            given: self.given.as_ref().map(|given| t!(lang, "given.only", n = grouped(given.len() as u64))),
            texts: self.texts,
            exclusions: if self.excludes() { say::exclusion_rules(&self.rules.exclusions(), lang) } else { Vec::new() },
            title: &options.title,
            reviewer: &options.reviewer,
            hide_names: options.hidden,
            redactor: &redactor,
            documents: self.entries.iter().enumerate().map(|(at, entry)| self.document_of(at, entry, lang)).collect(),
            archive: self.looked_up(options.hidden, lang),
            pairs: &pairs,
            submissions: self.submissions(options.k).run(decisions),
            whole: &whole,
            by_remainder: self.scored_remainders().is_some(),
            decisions,
            remainder: &|pair| remainders?.pair(pair.documents()).copied(),
            cosine: &cosine,
            score: &|documents| self.given.as_ref()?.score(documents),
            altered: &altered,
            altered_sentence: &altered_sentence,
            warnings: &warnings,
            detail: &|pair, names| self.reported_detail(*pair, names, options),
            watch,
        };
        make(&input)
    }

    /// The results for a document, if it is to be reported.
    pub(super) fn reported(&self, at: usize) -> Option<&super::Examination> {
        let entry = self.entries.get(at).filter(|entry| !entry.aside && entry.text().is_some())?;
        entry.examined.as_ref()
    }

    /// The lookup in the archive, with the numbers of the documents alone where names are hidden.
    fn looked_up(&self, hidden: bool, lang: Lang) -> Option<ArchiveSummary> {
        let mut summary = self.archive.as_ref()?.looked_up(lang)?;
        for unverified in summary.library.iter_mut().flat_map(|library| &mut library.unverified).filter(|_| hidden) {
            unverified.path = None;
        }
        Some(summary)
    }

    fn document_of<'a>(&'a self, at: usize, entry: &'a BatchEntry, lang: Lang) -> DocumentInput<'a> {
        let excluded = self.all_remainders().and_then(|all| all.get(at)).map_or(&[][..], |known| &known.excluded);
        let compared = self.reported(at).zip(entry.text()).map(|(examined, document)| ComparedDocument {
            document,
            fingerprint: examined.subject.fingerprint,
            reading: say::reading(&document.reading, lang),
            excluded,
        });
        DocumentInput {
            name: &entry.name,
            path: entry.source.given(),
            compared: compared.ok_or_else(|| entry.missing(lang)),
            record: entry.record.as_deref().filter(|_| !entry.aside),
        }
    }

    fn reported_detail(&self, pair: Pair, names: [&str; 2], options: &ReportOptions) -> Option<DetailInput> {
        let detail = self.detail(pair, options.k)?;
        let sentences = self.sentences(&detail, names, options.lang).into_iter();
        let sentences = sentences.map(|sentence| TopicSentence {
            topic: sentence.topic.key(),
            label: sentence.topic.label(options.lang).into(),
            text: sentence.text,
        });
        let hamming_as_read = detail.comparison.hamming_as_read;
        Some(DetailInput { sentences: sentences.collect(), hamming_as_read })
    }
}
