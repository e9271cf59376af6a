//! The dialog on which documents are chosen.
//!
//! ```text
//! ── Documents ───────────────────────────────────────────────────────────────
//!   FOLDER  /home/me/suspects   BATCH  6 documents             2 come   1 goes
//!
//!   ..
//!   drafts/
//! > [x] draft-1.txt                    12 kB
//!   [+] draft-2.docx                   40 kB   comes
//!   [-] letter.txt                      3 kB   goes
//!   [ ] scan.pdf                      1.2 MB
//! ```
//!
//! Nothing happens until the choice is taken over; what was marked in one folder stays marked in the next.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
    path::{Path, PathBuf},
    sync::Arc,
};

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::{layout::Rect, style::Style};

use super::{leave, messages::Messages};
use crate::{
    batch::Batch,
    compare::{Groups, Role},
    document::{FolderWalk, SkippedFile, Source, safe_path},
    locale::{Lang, bytes as bytes_of, grouped},
    say,
    simhash::Watch,
    store::LibraryPlace,
    t,
    text::{truncate_end, truncate_middle, truncate_start, width},
    tui::{
        action::Action,
        model::{
            Drawn, InputLine, LineKey, List, Model,
            dialog::Dialog,
            effect::{Effect, Request, begin},
        },
        screen::Screen,
        theme::Theme,
        view::{frame::frame, parts::choices},
        widget::Pen,
        work::base_text,
    },
};

pub(crate) fn open(model: &mut Model, purpose: BrowserPurpose) {
    model.workspace.results.folder.forget();
    let browser = Browser::new(purpose, &model.workspace.batch, model.workspace.shown_document());
    model.workspace.dialogs.open(browser);
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Browser {
    /// The folder that is shown, as an absolute path.
    pub folder: PathBuf,
    /// Its contents; `None` while they are being read.
    pub found: Option<Result<Vec<FolderItem>, String>>,
    /// A part of the names to show, as typed.
    filter: InputLine,
    /// Keys go to the filter.
    typing: bool,
    /// The cursor in the folder.
    list: List,
    /// The list shows the documents of the batch instead of the folder.
    of_batch: bool,
    /// The cursor among them.
    documents: List,
    /// Files to be added, in the order in which they were marked.
    pub added: Vec<PathBuf>,
    /// Folders to be added whole.
    pub taken: BTreeMap<PathBuf, FolderScan>,
    /// The use of the files and folders that are chosen.
    purpose: BrowserPurpose,
    /// Why it was not taken over.
    pub refused: Option<ApplyError>,
    /// Documents to be removed from the batch, or put back.
    toggled: BTreeSet<usize>,
    /// The files of the batch.
    known: BTreeMap<PathBuf, usize>,
}

/// The use of the files and folders that are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BrowserPurpose {
    /// They are compared with the documents of the batch.
    #[default]
    Batch,
    /// They are added to the archive.
    Archive,
    /// They are reviewed, in place of the documents that are open.
    Review,
    /// One is a base text, whose passages are excluded.
    Base,
}

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FolderItem {
    /// Its name, safe to show.
    pub name: String,
    pub path: PathBuf,
    /// How large it is, in bytes; `None` of a folder.
    pub bytes: Option<u64>,
}

/// A row of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FolderRow<'a> {
    /// The folder above.
    Above(&'a Path),
    /// Something in it.
    Item(&'a FolderItem),
}

/// A folder to be added whole.
#[derive(Clone, Debug)]
pub(crate) enum FolderScan {
    /// It is looked through.
    Walking(Arc<Watch>),
    /// This is in it.
    Walked(FolderWalk),
    /// It cannot be looked through.
    Failed(String),
}

/// Why what was chosen is not taken over yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ApplyError {
    /// A folder is still looked through.
    Walking,
    /// There would be so many pairs.
    TooMany(u64),
}

/// Whether a file or document is in the batch, and whether it will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Membership {
    /// It is in the batch and stays.
    Stays,
    /// It comes onto the batch.
    Comes,
    /// It is taken off.
    Goes,
    /// It is not in the batch and will not be added.
    Out,
}

impl Dialog for Browser {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let batch = &model.workspace.batch;
        let lang = model.lang;
        let reviews = self.purpose == BrowserPurpose::Review;
        let keys = match (self.typing, self.of_batch) {
            (true, _) => t!(lang, "browser.typing-keys"),
            (false, _) if self.purpose == BrowserPurpose::Base => t!(lang, "browser.base-keys"),
            (false, true) => t!(lang, "browser.batch-keys"),
            (false, false) if reviews => &t!(lang, "browser.review-keys", key = model.key_of(Action::ReviewFolder)),
            (false, false) => t!(lang, "browser.keys"),
        };
        let title = lang.text(match self.purpose {
            BrowserPurpose::Review => "browser.review-title",
            BrowserPurpose::Base => "browser.base-title",
            BrowserPurpose::Archive => "browser.archive-title",
            BrowserPurpose::Batch => "browser.title",
        });
        let mut dialog = frame(pen, u16::MAX, title, keys);
        head(model, self, &mut dialog);
        let Pen { theme, area, .. } = dialog;
        let list = Rect { y: area.y + 2, height: area.height.saturating_sub(3), ..area };
        let refused = self.refused.map(|why| match why {
            ApplyError::Walking => t!(lang, "browser.still-walking").to_owned(),
            ApplyError::TooMany(pairs) => {
                t!(lang, "browser.too-many", pairs = grouped(pairs), most = grouped(Groups::HELD))
            }
        });
        if let Some(text) = refused {
            let text = truncate_end(&text, usize::from(area.width)).into_owned();
            dialog.text(area.x + 2, area.y + 1, &text, theme.error);
        }
        if self.of_batch {
            for (at, y, style) in choices(&mut dialog, drawn, list, &self.documents, batch.entries.len()) {
                let label = format!("{} {}", at + 1, batch.name(at));
                row(&mut dialog, y, (&label, None), Some(self.fate_of_document(at, batch)), style);
            }
            return;
        }
        let rows = self.rows();
        let selected = self.list.selected.min(rows.len().saturating_sub(1));
        for (at, y, style) in choices(&mut dialog, drawn, list, &List { selected, ..self.list }, rows.len()) {
            match rows[at] {
                FolderRow::Above(_) => row(&mut dialog, y, ("..", None), None, style),
                FolderRow::Item(item) if item.bytes.is_none() => {
                    let name = format!("{}/", item.name);
                    row(&mut dialog, y, (&name, None), None, style);
                    if let Some(taken) = self.taken.get(&item.path) {
                        folder(&mut dialog, y, taken, width(&name));
                    }
                }
                FolderRow::Item(item) => {
                    let fate = self.fate_of_file(&item.path, batch);
                    row(&mut dialog, y, (&item.name, item.bytes), Some(fate), style);
                }
            }
        }
        let said = match &self.found {
            None => Some((t!(lang, "browser.looking").to_owned(), theme.label)),
            Some(Err(why)) => Some((why.clone(), theme.error)),
            Some(Ok(items)) if items.is_empty() => Some((t!(lang, "browser.empty").to_owned(), theme.label)),
            Some(Ok(_)) if rows.is_empty() => Some((t!(lang, "browser.no-match").to_owned(), theme.label)),
            Some(Ok(_)) => None,
        };
        if let Some((text, style)) = said {
            let y = list.y + rows.len() as u16 + 1;
            dialog.paragraph(area.x + 2, y, area.bottom().saturating_sub(y), &text, style);
        }
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        let workspace = &mut model.workspace;
        if self.typing {
            let key = self.filter.key(event)?;
            if key == LineKey::Left {
                self.filter.set("");
            }
            self.typing = key == LineKey::Changed;
            self.list = List::default();
            return None;
        }
        let (rows, height) = (self.rows().len(), workspace.drawn.rows);
        match (event.code, action) {
            (KeyCode::Char(' '), _) if self.purpose != BrowserPurpose::Base => {
                self.mark();
                // On a folder the cursor stays, since its contents are counted there and Enter opens it.
                if self.of_batch || matches!(self.row(), Some(FolderRow::Item(FolderItem { bytes: Some(_), .. }))) {
                    step(self, Action::Down, rows, workspace.batch.entries.len(), height);
                }
            }
            (KeyCode::Enter, _) => return self.enter(model),
            (KeyCode::Char('s'), _) => {
                self.purpose = match self.purpose {
                    BrowserPurpose::Batch => BrowserPurpose::Archive,
                    BrowserPurpose::Archive => BrowserPurpose::Batch,
                    other => other,
                };
            }
            (KeyCode::Backspace, _) | (_, Some(Action::Left)) => {
                if let Some(above) = self.folder.parent().map(Path::to_owned) {
                    self.go(model, above);
                }
            }
            (_, Some(Action::ReviewFolder)) if self.purpose == BrowserPurpose::Review => {
                self.stop();
                let shown = self.folder.clone();
                return review(model, vec![shown]);
            }
            (_, Some(Action::NextPane | Action::PreviousPane)) if self.purpose != BrowserPurpose::Review => {
                self.of_batch = !self.of_batch;
            }
            (KeyCode::Char('/'), _) if !self.of_batch => self.typing = true,
            (_, Some(Action::Back)) if !self.filter.text.is_empty() => self.filter.set(""),
            (_, Some(Action::Back | Action::Quit | Action::AddDocuments)) => {
                self.stop();
                workspace.dialogs.close();
            }
            (_, Some(action)) => step(self, action, rows, workspace.batch.entries.len(), height),
            _ => {}
        }
        None
    }

    fn wheel(&mut self, model: &mut Model, action: Action) {
        let (all, rows) = (
            if self.of_batch { model.workspace.batch.entries.len() } else { self.rows().len() },
            model.workspace.drawn.rows,
        );
        step(self, action, all, all, rows);
    }

    /// The cursor goes there; on the row of the cursor, it is as Enter.
    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        let list = if self.of_batch { &mut self.documents } else { &mut self.list };
        if list.selected == row {
            return if self.of_batch || matches!(self.row(), Some(FolderRow::Item(FolderItem { bytes: Some(_), .. }))) {
                self.mark();
                None
            } else {
                self.enter(model)
            };
        }
        list.selected = row;
        None
    }

    fn line(&self) -> Option<&InputLine> {
        self.typing.then_some(&self.filter)
    }

    fn line_mut(&mut self) -> Option<&mut InputLine> {
        self.typing.then_some(&mut self.filter)
    }
}

impl Browser {
    /// Begins beside the document shown, or where the program was started.
    pub(crate) fn new(purpose: BrowserPurpose, batch: &Batch, shown: usize) -> Self {
        let path = |source: &Source| match source.plain() {
            Source::File(path) => std::path::absolute(path).ok(),
            _ => None,
        };
        let known: BTreeMap<PathBuf, usize> =
            batch.entries.iter().enumerate().rev().filter_map(|(at, entry)| Some((path(&entry.source)?, at))).collect();
        let beside = batch.entries.get(shown).and_then(|entry| path(&entry.source)?.parent().map(Path::to_owned));
        let folder = beside.or_else(|| std::path::absolute(".").ok()).unwrap_or_default();
        Self { folder, purpose, known, ..Self::default() }
    }

    /// The rows of the folder: the one above, then what is in it and fits the filter.
    fn rows(&self) -> Vec<FolderRow<'_>> {
        let wanted = self.filter.text.to_lowercase();
        let above = self.folder.parent().filter(|_| wanted.is_empty()).map(FolderRow::Above);
        let items = self.found.iter().flatten().flatten();
        above
            .into_iter()
            .chain(items.filter(|item| item.name.to_lowercase().contains(&wanted)).map(FolderRow::Item))
            .collect()
    }

    /// The row under the cursor.
    fn row(&self) -> Option<FolderRow<'_>> {
        let rows = self.rows();
        rows.get(self.list.selected.min(rows.len().saturating_sub(1))).copied()
    }

    /// Shows another folder. After a step up, the cursor is on the folder that was left.
    fn enter_folder(&mut self, folder: PathBuf) {
        self.folder = folder;
        self.found = None;
        self.filter.set("");
        self.typing = false;
        self.list = List::default();
    }

    fn fate_of_file(&self, path: &Path, batch: &Batch) -> Membership {
        match self.known.get(path) {
            Some(&at) => self.fate_of_document(at, batch),
            None if self.added.iter().any(|added| added == path) => Membership::Comes,
            None if self.taken_with(path) => Membership::Comes,
            None => Membership::Out,
        }
    }

    fn fate_of_document(&self, at: usize, batch: &Batch) -> Membership {
        let here = batch.entries.get(at).is_some_and(|entry| !entry.aside);
        match (here, self.toggled.contains(&at)) {
            (true, false) => Membership::Stays,
            (true, true) => Membership::Goes,
            (false, true) => Membership::Comes,
            (false, false) => Membership::Out,
        }
    }

    /// Whether a folder that is added whole brings the file.
    fn taken_with(&self, path: &Path) -> bool {
        self.taken.iter().any(|(folder, taken)| {
            let walked = |walk: &FolderWalk| walk.sources.iter().any(|source| source.file() == Some(path));
            path.starts_with(folder) && matches!(taken, FolderScan::Walked(walk) if walked(walk))
        })
    }

    /// The files that would come, each once: those that were marked, in that order, then those of folders.
    fn coming(&self) -> Vec<PathBuf> {
        let walks = self.taken.values().filter_map(|taken| match taken {
            FolderScan::Walked(walk) => Some(&walk.sources),
            _ => None,
        });
        let files = walks.flatten().filter_map(|source| source.file().map(Path::to_owned));
        let mut seen = BTreeSet::new();
        let all = self.added.iter().cloned().chain(files).filter(|path| !self.known.contains_key(path));
        all.filter(|path| seen.insert(path.clone())).collect()
    }

    /// The files skipped in the folders to be added.
    fn skipped(&self) -> impl Iterator<Item = &SkippedFile> {
        self.taken.values().flat_map(|taken| match taken {
            FolderScan::Walked(walk) => &walk.skipped[..],
            _ => &[],
        })
    }

    fn walking(&self) -> bool {
        self.taken.values().any(|taken| matches!(taken, FolderScan::Walking(_)))
    }

    /// Ends what looks through folders.
    fn stop(&self) {
        for taken in self.taken.values() {
            if let FolderScan::Walking(watch) = taken {
                watch.stop();
            }
        }
    }

    /// Has what is under the cursor come or go, or not.
    fn mark(&mut self) {
        self.refused = None;
        if let Some(FolderRow::Item(FolderItem { path, bytes: None, .. })) = self.row().filter(|_| !self.of_batch) {
            let path = path.clone();
            match self.taken.remove(&path) {
                Some(FolderScan::Walking(watch)) => watch.stop(),
                Some(_) => {}
                None => _ = self.taken.insert(path, FolderScan::Walking(Arc::default())),
            }
            return;
        }
        let at = if self.of_batch {
            Some(self.documents.selected)
        } else {
            let Some(FolderRow::Item(FolderItem { path, bytes: Some(_), .. })) = self.row() else { return };
            let path = path.clone();
            let known = self.known.get(&path).copied();
            if known.is_none() {
                match self.added.iter().position(|added| *added == path) {
                    Some(at) => _ = self.added.remove(at),
                    None => self.added.push(path),
                }
            }
            known
        };
        if let Some(at) = at
            && !self.toggled.remove(&at)
        {
            self.toggled.insert(at);
        }
    }

    fn idle(&self) -> bool {
        self.added.is_empty() && self.toggled.is_empty() && self.taken.is_empty()
    }

    /// Opens the folder under the cursor; elsewhere, does what was marked, or what is under the cursor if nothing was.
    fn enter(&mut self, model: &mut Model) -> Effect {
        let folder = match self.row() {
            _ if self.of_batch => None,
            // It is to be added whole, not opened.
            Some(FolderRow::Item(FolderItem { path, .. })) if self.taken.contains_key(path) => None,
            Some(FolderRow::Above(folder)) => Some(folder.to_owned()),
            Some(FolderRow::Item(FolderItem { bytes: None, path, .. })) => Some(path.clone()),
            _ => None,
        };
        if let Some(folder) = folder {
            self.go(model, folder);
            return None;
        }
        if self.purpose == BrowserPurpose::Base {
            return self.take_base(model);
        }
        let library = match self.row() {
            Some(FolderRow::Item(item)) if self.idle() && self.purpose != BrowserPurpose::Review => {
                LibraryPlace::of_database(&item.path)
            }
            _ => None,
        };
        if library.is_some() {
            self.stop();
            model.workspace.dialogs.close();
            model.workspace.library.open(library);
            model.workspace.screen = Screen::Library;
            return None;
        }
        if self.idle() {
            self.mark();
        }
        if self.idle() {
            return None;
        }
        if self.purpose == BrowserPurpose::Review {
            self.stop();
            let chosen = self.taken.keys().chain(&self.added).cloned().collect();
            return review(model, chosen);
        }
        let added = self.coming();
        let side = if self.purpose == BrowserPurpose::Archive { Role::Archive } else { Role::Batch };
        if self.walking() {
            self.refused = Some(ApplyError::Walking);
            return None;
        }
        let sides = model.workspace.batch.entries.iter().map(|entry| entry.side).chain(added.iter().map(|_| side));
        let pairs = Groups::new(sides.collect(), 0).pairs();
        if pairs > Groups::HELD {
            self.refused = Some(ApplyError::TooMany(pairs));
            return None;
        }
        let mut toggled = mem::take(&mut self.toggled);
        let said = skipped(self, model.lang);
        model.workspace.dialogs.close();
        // The samples make way for what is the reader's own.
        if !added.is_empty() && toggled.is_empty() && model.of_samples() {
            toggled = model.workspace.batch.present().collect();
        }
        if !said.is_empty() {
            model.workspace.dialogs.open(Messages(said));
        }
        change(model, added, &toggled, side)
    }

    /// Has what is under the cursor be a base text.
    fn take_base(&self, model: &mut Model) -> Effect {
        let (source, at) = match self.row() {
            _ if self.of_batch => {
                let at = self.documents.selected;
                (model.workspace.batch.entries.get(at)?.source.clone(), Some(at))
            }
            Some(FolderRow::Item(item)) => (Source::File(item.path.clone()), self.known.get(&item.path).copied()),
            _ => return None,
        };
        model.workspace.dialogs.close();
        let job = base_text(&model.workspace, source, at);
        Some(begin(&mut model.workspace, job).into())
    }

    fn go(&mut self, model: &mut Model, folder: PathBuf) {
        model.workspace.results.folder.forget();
        self.enter_folder(folder);
    }
}

impl FolderItem {
    /// Something of that name in a folder.
    pub(crate) fn new(path: PathBuf, bytes: Option<u64>) -> Self {
        let name = path.file_name().map_or_else(String::new, safe_path);
        Self { name, path, bytes }
    }
}

/// Moves the cursor of the list that is shown.
fn step(browser: &mut Browser, action: Action, rows: usize, documents: usize, height: usize) {
    if browser.of_batch {
        browser.documents.motion(action, documents, height);
    } else {
        browser.list.motion(action, rows, height);
    }
}

/// Closes the screens, to be opened again over a review of these files and folders.
fn review(model: &mut Model, chosen: Vec<PathBuf>) -> Effect {
    model.workspace.dialogs.close();
    model.to_review = chosen;
    leave::leave(model);
    None
}

/// The files skipped in the folders, the first of them one to a line.
fn skipped(browser: &Browser, lang: Lang) -> Vec<String> {
    const LISTED: usize = 10;
    let failed = browser.taken.values().filter_map(|taken| match taken {
        FolderScan::Failed(why) => Some(why.clone()),
        _ => None,
    });
    let all: Vec<&SkippedFile> = browser.skipped().collect();
    let lines = all.iter().take(LISTED).map(|out| say::skipped_file(out, lang));
    let more = (all.len() > LISTED).then(|| t!(lang, "cli.skipped-more", n = grouped((all.len() - LISTED) as u64)));
    failed.chain(lines).chain(more).collect()
}

/// Has documents come and go.
fn change(model: &mut Model, added: Vec<PathBuf>, toggled: &BTreeSet<usize>, side: Role) -> Effect {
    let gone =
        toggled.iter().filter(|&&at| model.workspace.batch.entries.get(at).is_some_and(|entry| !entry.aside)).count();
    let come = added.len() + toggled.len() - gone;
    let (from, of_samples) = (model.workspace.batch.entries.len(), model.of_samples());
    let all = from + added.len();
    model.workspace.batch.toggle(toggled.iter().copied());
    model.workspace.batch.add(added.into_iter().map(Source::File).collect(), side);
    if of_samples && from < all {
        // The reader's own are numbered from 1.
        let order: Vec<usize> = (from..all).chain(0..from).collect();
        let reordered = model.workspace.reordered(&order);
        model.replace(reordered);
    }
    if come > 0 && model.workspace.batch.present().count() == 2 && model.workspace.review.is_none() {
        model.workspace.screen = Screen::Diff;
    }
    let [come, gone] = [come, gone].map(|n| grouped(n as u64));
    model.notify(t!(model.lang, "browser.done", come, gone));
    if from == all { None } else { Some(Request::Watch(from).into()) }
}

/// Cells of the mark, of the size and of the word behind it.
const MARK: u16 = 4;
const SIZE: u16 = 10;
const FATE: u16 = 14;

/// The contents of a folder that is added whole.
fn folder(dialog: &mut Pen<'_>, y: u16, taken: &FolderScan, name: usize) {
    let Pen { theme, area, lang, .. } = *dialog;
    let mark = match taken {
        FolderScan::Failed(_) => "[!]",
        FolderScan::Walking(_) | FolderScan::Walked(_) => "[+]",
    };
    let x = area.x + 2 + (name as u16).min(area.width / 2) + 3;
    dialog.text(x, y, mark, theme.alert);
    let (text, style) = match taken {
        FolderScan::Walking(watch) => (t!(lang, "browser.walking-so-far", n = grouped(watch.done())), theme.label),
        FolderScan::Walked(walk) if walk.skipped.is_empty() => {
            (t!(lang, "browser.walked", n = grouped(walk.sources.len() as u64)), theme.alert)
        }
        FolderScan::Walked(walk) => {
            let [n, out] = [walk.sources.len(), walk.skipped.len()].map(|n| grouped(n as u64));
            (t!(lang, "browser.walked-but", n, out), theme.alert)
        }
        FolderScan::Failed(why) => (why.clone(), theme.error),
    };
    let x = x + MARK;
    dialog.text_until(x, y, area.right(), &text, style);
}

/// The list that is shown, and the batch as it would be.
fn head(model: &Model, browser: &Browser, dialog: &mut Pen<'_>) {
    let lang = model.lang;
    let Pen { theme, area, .. } = *dialog;
    let documents = browser.toggled.iter().map(|&at| browser.fate_of_document(at, &model.workspace.batch));
    let gone = documents.filter(|&fate| fate == Membership::Goes).count();
    let come = browser.coming().len() + browser.toggled.len() - gone;
    let coming = if browser.purpose == BrowserPurpose::Archive { "browser.coming-archive" } else { "browser.coming" };
    let mut end = area.right();
    for (n, key) in [(gone, "browser.going"), (come, coming)] {
        if n > 0 {
            let text = lang.fill(key, &[("n", &n.to_string())]);
            end = dialog.text_right(end, area.y, &text, theme.alert).saturating_sub(3);
        }
    }
    let folder = t!(lang, "browser.folder");
    let beside = match browser.purpose {
        BrowserPurpose::Review => t!(lang, "browser.review-this", key = model.key_of(Action::ReviewFolder)),
        _ => t!(lang, "browser.batch").to_owned(),
    };
    let style = |current: bool| if current { theme.strong } else { theme.label };
    let mut x = dialog.text(area.x + 2, area.y, folder, style(!browser.of_batch)) + 2;
    if !browser.of_batch {
        let filter = if browser.typing || !browser.filter.text.is_empty() {
            format!("  {} {}", t!(lang, "browser.filter"), browser.filter.text)
        } else {
            String::new()
        };
        let max_width = usize::from(end.saturating_sub(x + 4)).saturating_sub(width(&beside) + width(&filter));
        let path = safe_path(&browser.folder);
        x = dialog.text(x, area.y, &truncate_start(&path, max_width), theme.text);
        x = dialog.text(x, area.y, &filter, theme.alert);
        if browser.typing {
            x = dialog.text(x, area.y, " ", theme.cursor);
        }
        x += 3;
    }
    dialog.text(x, area.y, &beside, style(browser.of_batch));
}

fn row(dialog: &mut Pen<'_>, y: u16, (name, bytes): (&str, Option<u64>), fate: Option<Membership>, strong: Style) {
    let Pen { theme, area, lang, .. } = *dialog;
    let end = area.right().saturating_sub(FATE);
    let max_width = usize::from(end.saturating_sub(area.x + 2 + MARK + SIZE));
    match fate {
        None => _ = dialog.text(area.x + 2, y, &truncate_middle(name, max_width), theme.strong),
        Some(fate) => {
            let (mark, word, style) = fated(theme, lang, fate);
            dialog.text(area.x + 2, y, mark, style);
            dialog.text(area.x + 2 + MARK, y, &truncate_middle(name, max_width), strong);
            if let Some(bytes) = bytes {
                dialog.text_right(end, y, &bytes_of(bytes), theme.label);
            }
            dialog.text(end + 3, y, word, style);
        }
    }
}

fn fated<'a>(theme: &Theme, lang: Lang, fate: Membership) -> (&'a str, &'static str, Style) {
    match fate {
        Membership::Stays => ("[x]", "", theme.text),
        Membership::Comes => ("[+]", t!(lang, "browser.comes"), theme.alert),
        Membership::Goes => ("[-]", t!(lang, "browser.goes"), theme.alert),
        Membership::Out => ("[ ]", "", theme.label),
    }
}
