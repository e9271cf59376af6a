//! The state of the dialog that exports a review: the choices and how far the export is. Writes no file.

use std::path::{Path, PathBuf};

use super::{Editor, Model};
use crate::{
    compare::pair::Pair,
    review::export::{DetailedPairs, ListedPairs, MAX_RECORDS, MAX_SECTIONS, ReportFormat, case_name},
    tui::screen::Screen,
};

#[derive(Clone, Debug)]
pub(crate) struct ExportDialog {
    /// The row of the cursor, an index into its [`fields`](Self::fields).
    pub row: usize,
    pub form: ReportFormat,
    pub pairs: ReportPairs,
    /// The pairs whose details the report has.
    pub detailed: DetailedPairs,
    /// Documents are called by numbers.
    pub hidden: bool,
    /// The words that the report hides then, beside paths and file names, to be edited.
    pub words: Editor,
    pub path: Editor,
    /// The reader typed there; it is left alone then but for its ending.
    pub typed: bool,
    /// The number of pairs in the report, and of those with details.
    pub counted: [usize; 2],
    pub stage: ExportStage,
}

/// A row of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExportField {
    Form,
    Pairs,
    /// The pairs whose details the report has.
    Detailed,
    Names,
    /// The words that are hidden.
    Words,
    File,
}

/// The pairs of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportPairs {
    /// Those that the filter of the list lets through.
    Listed,
    All,
    /// Those of which something was decided.
    Decided,
    /// The selected one.
    Selected,
}

/// How far the dialog is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExportStage {
    /// It is being filled in.
    Asking,
    /// It was sent off.
    Sent,
    /// There is a file of that name: it is to be said again whether it may be written over.
    Taken,
    /// Why nothing was written.
    Failed(String),
}

/// The result of writing a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReportOutcome {
    /// Its place is free, and it is being made.
    Begun,
    /// There is a file of that name, and nothing was done.
    Taken,
    /// The path of the report, the number of its pairs, and of those with details.
    Done(PathBuf, [usize; 2]),
    /// It is not, and nothing is left of it; why.
    Failed(String),
}

impl ExportDialog {
    /// The forms, in the order in which they are offered.
    pub(crate) const FORMS: [ReportFormat; 4] =
        [ReportFormat::Html, ReportFormat::Markdown, ReportFormat::Csv, ReportFormat::Json];
    /// The choices of pairs with details.
    pub(crate) const DETAILED: [DetailedPairs; 4] =
        [DetailedPairs::Flagged, DetailedPairs::Near, DetailedPairs::All, DetailedPairs::None];

    /// As it opens: over one pair, for the file of that case.
    pub(crate) fn new(model: &Model) -> Self {
        let offered = ReportPairs::offered(model);
        let over_pair = model.workspace.screen == Screen::Diff && offered.contains(&ReportPairs::Selected);
        let pairs = if over_pair { ReportPairs::Selected } else { offered[0] };
        let lang = model.lang;
        let words = model.workspace.batch.redactor(None, lang).words().join(lang.comma());
        let mut dialog = Self {
            row: 0,
            form: ReportFormat::Html,
            pairs,
            detailed: if over_pair { DetailedPairs::All } else { DetailedPairs::Flagged },
            hidden: model.workspace.batch.hidden.is_some(),
            words: Editor::new(&words),
            path: Editor::default(),
            typed: false,
            counted: [0; 2],
            stage: ExportStage::Asking,
        };
        dialog.settle(model);
        dialog
    }

    /// The rows, from top to bottom.
    pub(crate) fn fields(&self) -> &'static [ExportField] {
        use ExportField::{Detailed, File, Form, Names, Pairs, Words};
        if self.hidden { &[Form, Pairs, Detailed, Names, Words, File] } else { &[Form, Pairs, Detailed, Names, File] }
    }

    /// The row of the cursor.
    pub(crate) fn field(&self) -> ExportField {
        self.fields()[self.row.min(self.fields().len() - 1)]
    }

    /// The text of a row that is typed into.
    pub(crate) fn text(&self, field: ExportField) -> Option<&Editor> {
        match field {
            ExportField::File => Some(&self.path),
            ExportField::Words => Some(&self.words),
            _ => None,
        }
    }

    /// The same, to type into.
    pub(crate) fn text_mut(&mut self) -> Option<&mut Editor> {
        match self.field() {
            ExportField::File => Some(&mut self.path),
            ExportField::Words => Some(&mut self.words),
            _ => None,
        }
    }

    /// The words to hide as they were edited, each once.
    pub(crate) fn chosen_words(&self) -> Vec<String> {
        let words =
            self.words.text().split([',', '，', '、', ';', '；']).map(str::trim).filter(|word| !word.is_empty());
        let mut chosen: Vec<String> = Vec::new();
        for word in words {
            if chosen.iter().all(|known| known != word) {
                chosen.push(word.to_owned());
            }
        }
        chosen
    }

    /// How many choices a row offers, and which holds; nothing of the row that is typed into.
    pub(crate) fn choices(&self, field: ExportField, model: &Model) -> Option<(usize, usize)> {
        fn at<T: PartialEq>(all: &[T], one: &T) -> (usize, usize) {
            (all.len(), all.iter().position(|other| other == one).unwrap_or(0))
        }
        Some(match field {
            ExportField::Form => at(&Self::FORMS, &self.form),
            ExportField::Pairs => at(&ReportPairs::offered(model), &self.pairs),
            ExportField::Detailed => at(&Self::DETAILED, &self.detailed),
            ExportField::Names => (2, usize::from(self.hidden)),
            ExportField::File | ExportField::Words => return None,
        })
    }

    /// Has that choice of a row hold.
    pub(crate) fn choose(&mut self, field: ExportField, choice: usize, model: &Model) {
        match field {
            ExportField::Form => self.form = Self::FORMS[choice % Self::FORMS.len()],
            ExportField::Pairs => {
                let offered = ReportPairs::offered(model);
                let before = self.pairs;
                self.pairs = offered[choice % offered.len()];
                // One pair is chosen to be read.
                if self.pairs == ReportPairs::Selected {
                    self.detailed = DetailedPairs::All;
                } else if before == ReportPairs::Selected {
                    self.detailed = DetailedPairs::Flagged;
                }
            }
            ExportField::Detailed => self.detailed = Self::DETAILED[choice % Self::DETAILED.len()],
            ExportField::Names => self.hidden = choice == 1,
            ExportField::File | ExportField::Words => {}
        }
        self.settle(model);
    }

    /// After something changed: what is asked for was not sent yet, and the path ends as the form does.
    pub(crate) fn settle(&mut self, model: &Model) {
        self.stage = ExportStage::Asking;
        if !self.typed {
            let mut path = usual(model, self.hidden);
            let case = model.workspace.pair().filter(|_| self.pairs == ReportPairs::Selected && !self.hidden);
            if let Some(documents) = case {
                path.set_file_name(case_name(documents.map(|at| model.workspace.batch.name(at))));
            }
            self.set_path(&format!("{}.{}", path.to_string_lossy(), self.form.ending()));
        } else if let Some((stem, ending)) = self.path.text().rsplit_once('.')
            && ReportFormat::of_ending(ending).is_some_and(|form| form != self.form)
        {
            self.set_path(&format!("{stem}.{}", self.form.ending()));
        }
        self.counted = self.pairs.counted(self.detailed, model);
    }

    /// After something was typed: an ending of the path that is one of a form's chooses that form.
    pub(crate) fn retyped(&mut self) {
        self.stage = ExportStage::Asking;
        if self.field() != ExportField::File {
            return;
        }
        self.typed = true;
        let form = self.path.text().rsplit_once('.').and_then(|(_, ending)| ReportFormat::of_ending(ending));
        self.form = form.unwrap_or(self.form);
    }

    fn set_path(&mut self, path: &str) {
        self.path = Editor::new(path);
        self.path.put_cursor(path.len(), false);
    }

    /// The limits of the format that this report exceeds, pairs and sections: each as the limit and the number there
    /// are.
    pub(crate) fn limits(&self) -> [Option<(usize, usize)>; 2] {
        let cut = |most: usize, all: usize| (all > most).then_some((most, all));
        let for_reading = self.form.is_for_reading();
        [
            cut(MAX_RECORDS, self.counted[0]).filter(|_| !for_reading),
            cut(MAX_SECTIONS, self.counted[1]).filter(|_| self.form != ReportFormat::Csv),
        ]
    }
}

/// The default path of a report: beside the folder that is reviewed and with its name, since a report inside the folder
/// would be one of its documents the next time.
fn usual(model: &Model, hidden: bool) -> PathBuf {
    let beside = model.workspace.review.as_ref().and_then(|review| review.beside.as_deref());
    let anonymous = Path::new("simscope-report");
    match beside {
        Some(path) if !hidden => path.to_owned(),
        Some(path) if path.starts_with("..") => Path::new("..").join(anonymous),
        _ => anonymous.to_owned(),
    }
}

impl ReportPairs {
    /// Those that there are, the likeliest first.
    pub(crate) fn offered(model: &Model) -> Vec<Self> {
        let all = [
            (Self::Listed, model.workspace.overview.filter.is_some()),
            (Self::All, true),
            (Self::Decided, model.workspace.review.is_some()),
            (Self::Selected, model.workspace.pair().is_some()),
        ];
        all.into_iter().filter(|(_, there)| *there).map(|(meant, _)| meant).collect()
    }

    /// The same for a report.
    pub(crate) fn listed(self, model: &Model) -> ListedPairs {
        match (self, &model.workspace.overview.filter, model.workspace.pair()) {
            (Self::Listed, Some(filter), _) => ListedPairs::By((**filter).clone()),
            (Self::Decided, ..) => ListedPairs::Decided,
            (Self::Selected, _, Some(documents)) => ListedPairs::One(documents),
            _ => ListedPairs::By(crate::review::filter::Filter::default()),
        }
    }

    /// The number of pairs, and of those that `which` shows in detail.
    pub(crate) fn counted(self, which: DetailedPairs, model: &Model) -> [usize; 2] {
        let workspace = &model.workspace;
        let (batch, nothing) = (&workspace.batch, std::sync::Arc::default());
        let matched = workspace.review.as_ref().map_or(&nothing, |review| &review.matched);
        let asked = |pair: &Pair| {
            let counted = batch.scored_pair(pair.documents()).unwrap_or(pair);
            which.holds(counted, workspace.thresholds(), matched)
        };
        let count = |pairs: &mut dyn Iterator<Item = &Pair>| {
            pairs.fold([0; 2], |[all, detailed], pair| [all + 1, detailed + usize::from(asked(pair))])
        };
        match self {
            Self::All => count(&mut batch.pairs.iter()),
            Self::Listed => {
                let rows = 0..workspace.listing.len();
                count(&mut rows.filter_map(|row| workspace.listed(row)))
            }
            Self::Decided => {
                let decided = matched.pairs().filter(|&at| matched.is_decided(at));
                count(&mut decided.filter_map(|at| batch.pair(at)))
            }
            Self::Selected => count(&mut workspace.pair().and_then(|at| batch.pair(at)).into_iter()),
        }
    }
}
