//! The dialog on which the review is handed over.
//!
//! ```text
//! ── Export ──────────────────────────────────────────────────────────────────
//! > FORM     [HTML]  Markdown   CSV   JSON
//!   PAIRS    [listed 12]  all 231   decided 4   the selected one
//!   SECTIONS [flagged]  near   all   none
//!   NAMES     shown  [hidden]
//!   HIDE     smith, 李雷
//!   FILE     ../suspects-report.html
//!
//!   12 pairs, 4 with a section.
//!
//!   Enter  write it
//! ```

use std::{
    any::Any,
    path::{Path, PathBuf},
};

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::{layout::Rect, style::Style};

use crate::{
    batch::ReportOptions,
    compare::pair::Pair,
    document::safe_path,
    locale::grouped,
    review::export::{
        DetailedPairs, ListedBy, ListedPairs, MAX_RECORDS, MAX_SECTIONS, ReportFormat, ReportScope, case_name,
    },
    t,
    tui::{
        action::Action,
        model::{
            ClickTarget, Drawn, Editor, Model, TaskProgress, Workspace,
            dialog::Dialog,
            effect::{Effect, begin},
            job::Job,
            next_of,
        },
        screen::Screen,
        update::typing::{Keyed, pasted},
        view::{
            editor::{self, Cursor},
            frame::frame,
            parts::click,
        },
        widget::{Pen, lines_of, widest},
        work::report::{ReportOutcome, ReportRequest, hand_over},
    },
};

/// Opens it, as the reader left it where nothing came of it.
pub(crate) fn open(model: &mut Model) {
    match not_ready(model) {
        None => {
            let dialog = ExportDialog::new(model);
            model.workspace.dialogs.open(dialog);
        }
        why => model.workspace.notice = why,
    }
}

/// The choices of a row, with their names.
const FORMS: [(ReportFormat, &str); 4] = [
    (ReportFormat::Html, "HTML"),
    (ReportFormat::Markdown, "Markdown"),
    (ReportFormat::Csv, "CSV"),
    (ReportFormat::Json, "JSON"),
];
const DETAILED: [(DetailedPairs, &str); 4] = [
    (DetailedPairs::Flagged, "exporting.flagged"),
    (DetailedPairs::Near, "exporting.near"),
    (DetailedPairs::All, "exporting.all"),
    (DetailedPairs::None, "exporting.none"),
];
const NAMES: [(bool, &str); 2] = [(false, "exporting.shown"), (true, "exporting.hidden")];

#[derive(Clone, Debug)]
pub(crate) struct ExportDialog {
    /// The row of the cursor, an index into its [`fields`](Self::fields).
    row: usize,
    form: ReportFormat,
    pairs: ReportPairs,
    /// The pairs whose details the report has.
    detailed: DetailedPairs,
    /// Documents are called by numbers.
    pub hidden: bool,
    /// The words that the report hides then, beside paths and file names, to be edited.
    words: Editor,
    /// The title and the case number.
    title: Editor,
    pub path: Editor,
    /// The reader typed there; it is left alone then but for its ending.
    typed: bool,
    /// The number of pairs in the report, and of those with details.
    pub counted: [usize; 2],
    pub stage: ExportStage,
}

/// A row of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExportField {
    Form,
    Pairs,
    /// The pairs whose details the report has.
    Detailed,
    Names,
    /// The words that are hidden.
    Words,
    Title,
    File,
}

/// The pairs of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReportPairs {
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

impl Dialog for ExportDialog {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let keys = lang.text(match self.field() {
            ExportField::File | ExportField::Words | ExportField::Title => "exporting.keys-text",
            _ => "exporting.keys",
        });
        let rows = ROWS + if self.hidden { HIDDEN_ROWS } else { 0 };
        let mut dialog = frame(pen, rows, t!(lang, "exporting.title"), keys);
        let Pen { theme, area, .. } = dialog;
        let fields = self.fields();
        drawn.rows = fields.len();
        let label = widest(fields.iter().map(|field| name(model, *field)));
        let left = area.x + 2 + label + 2;
        for (row, &field) in fields.iter().enumerate() {
            let y = area.y + row as u16;
            let selected = row == self.row;
            if selected {
                dialog.pointer(area, y);
            }
            dialog.text(area.x + 2, y, name(model, field), theme.label);
            let Some((names, chosen)) = self.choices(field, model) else {
                // While the screens hide names, they hide those here too.
                if field == ExportField::Words && model.workspace.batch.hidden.is_some() {
                    dialog.text(left, y, &hidden(model, self), theme.label);
                    continue;
                }
                let Some(editor) = self.text(field) else { continue };
                let inside = Rect::new(left, y, area.right().saturating_sub(left), 1);
                let cursor = if selected { Cursor::Typing } else { Cursor::Hidden };
                click(drawn, area, y, ClickTarget::Choose(row, 0));
                editor::draw(editor, cursor, &mut dialog, inside, drawn);
                // A click there begins typing.
                drawn.targets.retain(|(_, target)| !matches!(target, ClickTarget::Text(_)));
                continue;
            };
            let mut x = left;
            for (choice, name) in names.into_iter().enumerate() {
                let text = lang.text(name);
                let (text, style) = if choice == chosen {
                    (format!("[{text}]"), theme.row(selected))
                } else {
                    (format!(" {text} "), theme.label)
                };
                let end = dialog.text(x, y, &text, style);
                drawn.click(x..end, y, ClickTarget::Choose(row, choice));
                x = end + 1;
            }
        }
        let y = area.y + fields.len() as u16 + 1;
        let max_width = area.width.saturating_sub(2);
        let mut below = y;
        for (text, style) in said(model, self, theme) {
            let rows = lines_of(&text, max_width).min(area.bottom().saturating_sub(below + 1));
            dialog.paragraph(area.x + 2, below, rows, &text, style);
            below += rows;
        }
        let y = area.bottom().saturating_sub(1);
        if self.stage != ExportStage::Sent {
            let over = self.stage == ExportStage::Taken;
            let text = lang.text(if over { "exporting.write-over" } else { "exporting.write" });
            let end =
                dialog.line(area.x + 2, y, &[("Enter", theme.strong), ("  ", theme.label), (text, theme.positive)]);
            drawn.click(area.x..end, y, ClickTarget::Choose(fields.len(), 0));
        }
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        let last = self.fields().len() - 1;
        let typing = is_typed_into(self, model.workspace.batch.hidden.is_some());
        match (event.code, action) {
            (KeyCode::Esc, _) => model.workspace.dialogs.close(),
            (KeyCode::Enter, _) => return self.send(model),
            (KeyCode::Up | KeyCode::BackTab, _) => self.row = self.row.saturating_sub(1),
            (KeyCode::Down | KeyCode::Tab, _) => self.row = (self.row + 1).min(last),
            _ if typing => type_in(self, Keyed::of(event, 1)?, model.workspace.drawn.text.0),
            (KeyCode::Char(' '), _) | (_, Some(Action::Right)) => turn(model, self, true),
            (_, Some(Action::Left)) => turn(model, self, false),
            (_, Some(Action::Down | Action::NextPane)) => self.row = (self.row + 1).min(last),
            (_, Some(Action::Up | Action::PreviousPane)) => self.row = self.row.saturating_sub(1),
            (_, Some(Action::First)) => self.row = 0,
            (_, Some(Action::Last)) => self.row = last,
            (_, Some(Action::Quit | Action::Export)) => model.workspace.dialogs.close(),
            _ => {}
        }
        None
    }

    /// On a choice, it holds; on the path, the cursor goes there; below, it is written.
    fn choose(&mut self, model: &mut Model, row: usize, choice: usize) -> Effect {
        let Some(&field) = self.fields().get(row) else { return self.send(model) };
        self.row = row;
        self.set(field, choice, model);
        None
    }

    fn types(&self) -> bool {
        self.text(self.field()).is_some()
    }

    /// Takes the text into the path, or into the words to hide.
    fn paste(&mut self, model: &mut Model, text: &str) -> Effect {
        if is_typed_into(self, model.workspace.batch.hidden.is_some()) {
            let line = pasted(text).lines().next().unwrap_or_default().to_owned();
            type_in(self, Keyed::Insert(line), model.workspace.drawn.text.0);
        }
        None
    }
}

impl ExportDialog {
    /// As it opens: over one pair, for the file of that case.
    fn new(model: &Model) -> Self {
        let over_pair = model.workspace.screen == Screen::Diff && model.workspace.pair().is_some();
        let pairs = if over_pair { ReportPairs::Selected } else { ReportPairs::offered(model)[0].0 };
        let lang = model.lang;
        let words = model.workspace.batch.redactor(None, lang).words().join(lang.comma());
        let mut dialog = Self {
            row: 0,
            form: ReportFormat::Html,
            pairs,
            detailed: if over_pair { DetailedPairs::All } else { DetailedPairs::Flagged },
            hidden: model.workspace.batch.hidden.is_some(),
            words: Editor::new(&words),
            title: Editor::default(),
            path: Editor::default(),
            typed: false,
            counted: [0; 2],
            stage: ExportStage::Asking,
        };
        dialog.settle(model);
        dialog
    }

    /// The rows, from top to bottom.
    fn fields(&self) -> &'static [ExportField] {
        use ExportField::{Detailed, File, Form, Names, Pairs, Title, Words};
        if self.hidden {
            &[Form, Pairs, Detailed, Names, Words, Title, File]
        } else {
            &[Form, Pairs, Detailed, Names, Title, File]
        }
    }

    /// The row of the cursor.
    fn field(&self) -> ExportField {
        self.fields()[self.row.min(self.fields().len() - 1)]
    }

    /// The text of a row that is typed into.
    fn text(&self, field: ExportField) -> Option<&Editor> {
        match field {
            ExportField::File => Some(&self.path),
            ExportField::Words => Some(&self.words),
            ExportField::Title => Some(&self.title),
            _ => None,
        }
    }

    /// The same, to type into.
    fn text_mut(&mut self) -> Option<&mut Editor> {
        match self.field() {
            ExportField::File => Some(&mut self.path),
            ExportField::Words => Some(&mut self.words),
            ExportField::Title => Some(&mut self.title),
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

    /// The choices of a row, as texts of the locale, and which holds; nothing of a row that is typed into.
    fn choices(&self, field: ExportField, model: &Model) -> Option<(Vec<&'static str>, usize)> {
        fn of<T: PartialEq>(all: &[(T, &'static str)], holds: &T) -> (Vec<&'static str>, usize) {
            let at = all.iter().position(|(one, _)| one == holds);
            (all.iter().map(|(_, name)| *name).collect(), at.unwrap_or(0))
        }
        Some(match field {
            ExportField::Form => of(&FORMS, &self.form),
            ExportField::Pairs => of(&ReportPairs::offered(model), &self.pairs),
            ExportField::Detailed => of(&DETAILED, &self.detailed),
            ExportField::Names => of(&NAMES, &self.hidden),
            ExportField::File | ExportField::Words | ExportField::Title => return None,
        })
    }

    /// Has that choice of a row hold.
    fn set(&mut self, field: ExportField, choice: usize, model: &Model) {
        match field {
            ExportField::Form => self.form = FORMS.get(choice).map_or(self.form, |form| form.0),
            ExportField::Pairs => {
                let before = self.pairs;
                self.pairs = ReportPairs::offered(model).get(choice).map_or(before, |pairs| pairs.0);
                // One pair is chosen to be read.
                if self.pairs == ReportPairs::Selected {
                    self.detailed = DetailedPairs::All;
                } else if before == ReportPairs::Selected {
                    self.detailed = DetailedPairs::Flagged;
                }
            }
            ExportField::Detailed => self.detailed = DETAILED[choice].0,
            ExportField::Names => self.hidden = NAMES[choice].0,
            ExportField::File | ExportField::Words | ExportField::Title => {}
        }
        self.settle(model);
    }

    /// After something changed: what is asked for was not sent yet, and the path ends as the form does.
    fn settle(&mut self, model: &Model) {
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
    fn retyped(&mut self) {
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
    fn limits(&self) -> [Option<(usize, usize)>; 2] {
        let cut = |most: usize, all: usize| (all > most).then_some((most, all));
        let for_reading = self.form.is_for_reading();
        [
            cut(MAX_RECORDS, self.counted[0]).filter(|_| !for_reading),
            cut(MAX_SECTIONS, self.counted[1]).filter(|_| self.form != ReportFormat::Csv),
        ]
    }

    /// Has it be written. The dialog stays until it is known that its place is free.
    fn send(&mut self, model: &mut Model) -> Effect {
        let over = self.stage == ExportStage::Taken;
        let mut effect = None;
        if self.stage != ExportStage::Sent && !model.workspace.writes_report() {
            if self.path.text().trim().is_empty() {
                self.stage = ExportStage::Failed(t!(model.lang, "exporting.nowhere").into());
            } else if let Some(why) = not_ready(model) {
                // Another program, or a changed file, may have started new work since.
                self.stage = ExportStage::Failed(why);
            } else {
                let order = self.request(model, over);
                let job = write(&mut model.workspace, order);
                effect = Some(begin(&mut model.workspace, job).into());
                self.stage = ExportStage::Sent;
            }
        }
        effect
    }

    /// The request for the report that it describes; `over` if an existing file may be overwritten.
    fn request(&self, model: &Model, over: bool) -> ReportRequest {
        let workspace = &model.workspace;
        let options = ReportOptions {
            lang: model.lang,
            k: workspace.k,
            cutoff: workspace.library.cutoff,
            hidden: self.hidden,
            words: self.hidden.then(|| self.chosen_words()),
            title: self.title.text().trim().to_owned(),
            reviewer: workspace.review.as_ref().map_or_else(String::new, |review| review.reviewer().to_owned()),
            scope: ReportScope {
                by: ListedBy::Pair,
                listed: self.pairs.listed(model),
                detailed: self.detailed,
                full: false,
                form: self.form,
            },
        };
        ReportRequest {
            batch: workspace.batch.clone(),
            options,
            matched: workspace.review.as_ref().map(|review| review.matched.clone()).unwrap_or_default(),
            path: PathBuf::from(self.path.text().trim()),
            over,
        }
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
    /// Those that there are, with their names, the likeliest first.
    fn offered(model: &Model) -> Vec<(Self, &'static str)> {
        let all = [
            (model.workspace.overview.filter.is_some(), Self::Listed, "exporting.listed"),
            (true, Self::All, "exporting.all"),
            (model.workspace.review.is_some(), Self::Decided, "exporting.decided"),
            (model.workspace.pair().is_some(), Self::Selected, "exporting.selected"),
        ];
        all.into_iter().filter_map(|(there, pairs, name)| there.then_some((pairs, name))).collect()
    }

    /// The same for a report.
    fn listed(self, model: &Model) -> ListedPairs {
        match (self, &model.workspace.overview.filter, model.workspace.pair()) {
            (Self::Listed, Some(filter), _) => ListedPairs::By((**filter).clone()),
            (Self::Decided, ..) => ListedPairs::Decided,
            (Self::Selected, _, Some(documents)) => ListedPairs::One(documents),
            _ => ListedPairs::By(crate::review::filter::Filter::default()),
        }
    }

    /// The number of pairs, and of those that `which` shows in detail.
    fn counted(self, which: DetailedPairs, model: &Model) -> [usize; 2] {
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

/// The longest path that can be typed, in bytes; systems take no longer one.
const LONGEST: usize = 4096;

/// Why nothing can be handed over now.
fn not_ready(model: &Model) -> Option<String> {
    let workspace = &model.workspace;
    let lang = model.lang;
    if workspace.writes_report() {
        let share = workspace.results.report.watch().share() * 100.0;
        Some(t!(lang, "exporting.busy", share = format!("{share:.0}"), key = interrupt(model)))
    } else if workspace.batch.pairs.is_empty() || !workspace.is_ranked() {
        Some(t!(lang, "exporting.nothing").into())
    } else if workspace.batch.excludes() && workspace.batch.all_remainders().is_none() {
        Some(t!(lang, "exporting.leaving", key = model.key_of(Action::Exclusions)))
    } else {
        None
    }
}

fn interrupt(model: &Model) -> String {
    model.key_of(Action::Interrupt)
}

/// The next choice of the row under the cursor, or the one before.
fn turn(model: &Model, dialog: &mut ExportDialog, forward: bool) {
    let field = dialog.field();
    if let Some((all, at)) = dialog.choices(field, model) {
        dialog.set(field, next_of(at, all.len(), forward), model);
    }
}

/// Whether the row of the cursor is a text. That of the hidden words is none while the screens hide names too.
fn is_typed_into(dialog: &ExportDialog, names_hidden: bool) -> bool {
    match dialog.field() {
        ExportField::Words => !names_hidden,
        field => dialog.text(field).is_some(),
    }
}

/// Changes the text of the row of the cursor, a single line.
fn type_in(dialog: &mut ExportDialog, mut keyed: Keyed, width: u16) {
    let Some(editor) = dialog.text_mut() else { return };
    if let Keyed::Insert(text) = &mut keyed {
        text.retain(|c| !c.is_control());
        if editor.text().len() + text.len() > LONGEST {
            return;
        }
    }
    keyed.apply(editor, width);
    dialog.retyped();
}

/// Writes the report in the background; the dialog stays until it is known that its place is free.
fn write(workspace: &mut Workspace, order: ReportRequest) -> Job {
    workspace.sent_warned = false;
    let job = Job::in_parts(&mut workspace.results.report, (), handed, move |watch, post| {
        hand_over(&order, watch, |handed| post.send(handed))
    });
    job.seen(TaskProgress::Footer("work.report")).ending(ended)
}

fn handed(model: &mut Model, handed: ReportOutcome) {
    let lang = model.lang;
    if handed != ReportOutcome::Begun {
        // The report is done, though its thread may not be.
        model.workspace.results.report.forget();
    }
    match handed {
        ReportOutcome::Begun => {
            // Keep the choices, in case it fails.
            if let Some(dialog) = model.workspace.dialogs.take::<ExportDialog>() {
                model.workspace.sent = Some(dialog);
            }
        }
        ReportOutcome::Done(place, [pairs, detailed], names) => {
            model.workspace.sent = None;
            let place = model.workspace.redacted(&safe_path(place)).into_owned();
            let [pairs, detailed] = [pairs, detailed].map(|n| grouped(n as u64));
            let done = t!(lang, "exporting.done", place, pairs, closer = detailed);
            model.notify([done].into_iter().chain(names).collect::<Vec<_>>().join("\n"));
        }
        ReportOutcome::Taken | ReportOutcome::Failed(_) => {
            let (stage, said) = match handed {
                ReportOutcome::Failed(why) => (ExportStage::Failed(why.clone()), why),
                _ => (ExportStage::Taken, t!(lang, "exporting.taken").to_owned()),
            };
            if let Some(dialog) = model.workspace.dialogs.find_mut::<ExportDialog>() {
                dialog.stage = stage;
                return;
            }
            let sent =
                model.workspace.sent.take().and_then(|sent| (sent as Box<dyn Any>).downcast::<ExportDialog>().ok());
            match sent {
                // Nothing is put over what the reader went on with.
                Some(sent) if model.workspace.dialogs.is_empty() && !model.workspace.editing() => {
                    model.workspace.dialogs.open(ExportDialog { stage, ..*sent });
                }
                _ => model.notify(model.workspace.redacted(&said).into_owned()),
            }
        }
    }
}

fn ended(model: &mut Model, stopped: bool) {
    let under_way = model.workspace.writes_report();
    model.workspace.results.report.forget();
    if stopped && under_way {
        model.workspace.sent = None;
        model.notify(t!(model.lang, "exporting.stopped"));
    }
}

/// Rows of the dialog.
const ROWS: u16 = 14;
/// More of them for the words that are hidden.
const HIDDEN_ROWS: u16 = 2;

/// The counts and limits of the report to write, or the reason why it was not written.
fn said(model: &Model, dialog: &ExportDialog, theme: &crate::tui::theme::Theme) -> Vec<(String, Style)> {
    let lang = model.lang;
    match &dialog.stage {
        ExportStage::Sent => return vec![(t!(lang, "exporting.sent").into(), theme.label)],
        ExportStage::Taken => return vec![(t!(lang, "exporting.taken").into(), theme.alert)],
        ExportStage::Failed(why) => return vec![(model.workspace.redacted(why).into_owned(), theme.error)],
        ExportStage::Asking => {}
    }
    let [pairs, detailed] = dialog.counted.map(|n| grouped(n as u64));
    let counts = if dialog.form == ReportFormat::Csv {
        t!(lang, "exporting.pairs", pairs)
    } else {
        t!(lang, "exporting.counted", pairs, closer = detailed)
    };
    let cut = |cut: Option<(usize, usize)>| cut.map(|(most, all)| [most, all].map(|n| grouped(n as u64)));
    let [listed, detailed] = dialog.limits().map(cut);
    let limits = [
        listed.map(|[n, all]| t!(lang, "report.left-pairs", n, all)),
        detailed.map(|[n, all]| t!(lang, "report.left-sections", n, all)),
    ];
    let mut said = vec![(counts, theme.text)];
    if dialog.hidden {
        said.push((t!(lang, "hidden.beside").into(), theme.label));
    }
    let limits: Vec<String> = limits.into_iter().flatten().collect();
    if !limits.is_empty() {
        said.push((limits.join(lang.gap()), theme.alert));
    }
    said
}

/// The number of words that the report hides, while the screens hide them too.
fn hidden(model: &Model, dialog: &ExportDialog) -> String {
    let (n, key) = (dialog.chosen_words().len(), model.key_of(Action::HideNames));
    t!(model.lang, "hidden.words-hidden", n, key)
}

fn name(model: &Model, field: ExportField) -> &'static str {
    let lang = model.lang;
    lang.text(match field {
        ExportField::Form => "exporting.form",
        ExportField::Pairs => "exporting.of",
        ExportField::Detailed => "exporting.sections",
        ExportField::Names => "exporting.names",
        ExportField::Words => "exporting.words",
        ExportField::Title => "exporting.case",
        ExportField::File => "exporting.file",
    })
}
