//! The library of screen 6: its sizes, a document looked up in it, and documents added to it. Each job opens the
//! library itself, so that nothing of it is shared.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
};

use super::once;
use crate::{
    batch::{AddToLibrary, AddedCounts, FindError, FindInLibrary, LibraryHit, READ, folders_of, kept_text},
    compare::{DEFAULT_K, diff::visible_chars},
    document::{Document, Source, safe_name},
    files::CanonicalFolders,
    locale::grouped,
    say,
    simhash::{CountError, Pipeline, Profile, Recipe, RecipeWithK, Watch},
    store::{Access, LibraryPlace, StoreError, open},
    t,
    tui::{
        model::{LibraryHead, LibraryPane, LibraryQuery, LibraryView, Model, TaskProgress, job::Job},
        screen::Screen,
    },
};

/// Up to so many documents all fingerprints are compared too, to check the tables.
const SCANNED: u64 = 100_000;
/// No more files than these are looked at for whether they may be opened.
const OPENABLE: usize = 200;
/// So many bytes of kept texts are at hand to be opened.
const KEPT: usize = 64 << 20;

/// The place of the library and its revision, while screen 6 shows it.
fn shown(model: &Model) -> Option<(LibraryPlace, u64)> {
    let library = model.workspace.library.opened.as_ref().filter(|library| library.present)?;
    (model.workspace.screen == Screen::Library).then(|| (library.place.clone(), library.revision))
}

/// The library as a whole.
pub(super) fn head(model: &mut Model) -> Option<Job> {
    let (place, revision) = shown(model)?;
    let workspace = &mut model.workspace;
    if !workspace.results.library_head.wants(&revision) {
        return None;
    }
    let read = move || {
        let library = open(&place, Access::Read)?;
        let (recipe, known) = (library.identity().recipe.clone(), library.identity().known);
        Ok(LibraryHead { stats: library.stats()?, recipe, known })
    };
    Some(Job::of(
        workspace,
        |workspace| &mut workspace.results.library_head,
        revision,
        move |_| Ok(Some(Arc::new(read()))),
    ))
}

/// The document that is shown, looked up.
pub(super) fn look_up(model: &mut Model) -> Option<Job> {
    let (place, revision) = shown(model)?;
    let workspace = &mut model.workspace;
    let at = workspace.shown_document();
    let document = workspace.batch.document(at)?.clone();
    let key = LibraryQuery {
        document: at,
        content: document.reading.content_hash,
        documents: workspace.batch.entries.len(),
        recipe: workspace.batch.recipe.clone(),
        k: workspace.k,
        revision,
    };
    if !workspace.results.library_view.wants(&key) {
        return None;
    }
    let find = FindInLibrary { k: key.k, nearest: 0, run: workspace.batch.run, read: READ };
    let recipe = key.recipe.clone();
    let files = workspace.batch.entries.iter().enumerate();
    let files = files.filter_map(|(at, entry)| Some((entry.source.file()?.to_owned(), at))).collect();
    let job = Job::of(
        workspace,
        |workspace| &mut workspace.results.library_view,
        key,
        move |watch| {
            Ok(match found((&place, &recipe), find, (at, &document), files, watch) {
                Ok(view) => Some(Arc::new(Ok(view))),
                Err(FindError::Library(error)) => Some(Arc::new(Err(error))),
                Err(FindError::Count(CountError::Stopped(stopped))) => return Err(stopped),
                Err(FindError::Count(_)) => None,
            })
        },
    );
    Some(job.seen(TaskProgress::Footer("work.near")))
}

/// Looks a document up; `find` is for a workspace of this recipe.
fn found(
    (place, recipe): (&LibraryPlace, &Recipe),
    find: FindInLibrary,
    (at, document): (usize, &Document),
    files: Vec<(PathBuf, usize)>,
    watch: &Watch,
) -> Result<LibraryView, FindError> {
    let library = open(place, Access::Read)?;
    let of_library = &library.identity().recipe;
    let k = if of_library.recipe == *recipe { find.k } else { of_library.k.unwrap_or(DEFAULT_K) };
    let find = FindInLibrary { k, ..find };
    let sketch = Pipeline::new(&of_library.recipe).watched(watch).sketch(&document.text)?;
    let found = find.run(&*library, None, (document, &sketch), watch)?;
    let fingerprint = sketch.comparable();
    let small = library.holds_at_most(SCANNED)? && !found.tables.is_empty();
    let scanned =
        fingerprint.filter(|_| small).map(|fingerprint| library.scan(fingerprint, find.k, watch)).transpose()?;
    let known = library.with_passages()?;
    let with_passages = known.map(|known| Ok::<_, FindError>([known, library.len()?])).transpose()?;
    watch.check()?;
    let mut folders = CanonicalFolders::default();
    let files: BTreeMap<PathBuf, usize> =
        files.into_iter().filter_map(|(file, at)| Some((folders.path_of(&file)?, at))).collect();
    let all = || found.near.iter().chain(&found.sharing).chain(&found.unverified);
    let openable = |hit: &&LibraryHit| library.identity().may_open(&hit.document.path);
    let openable: BTreeSet<u32> = all().take(OPENABLE).filter(openable).map(|hit| hit.document.id).collect();
    let mut kept = BTreeMap::new();
    let mut bytes = 0;
    for hit in all().filter(|hit| hit.shared.is_ok() && !openable.contains(&hit.document.id)) {
        if let Ok(Some(Ok(text))) = kept_text(&*library, &hit.document) {
            bytes += text.len();
            if bytes <= KEPT {
                kept.insert(hit.document.id, text.into());
            }
        }
    }
    Ok(LibraryView {
        document: at,
        chars: visible_chars(&document.text),
        fingerprint,
        k,
        scanned: scanned.map(|scanned| scanned.near.len()),
        in_batch: all().filter_map(|hit| Some((hit.document.id, *files.get(&hit.document.path)?))).collect(),
        openable,
        kept,
        with_passages,
        found,
    })
}

/// The documents of the workspace, added.
pub(super) fn add(model: &mut Model) -> Option<Job> {
    let workspace = &mut model.workspace;
    let library = workspace.library.opened.as_ref().filter(|library| library.adding > 0)?;
    let (key, place) = (library.adding, library.place.clone());
    if !workspace.results.adding.wants(&key) {
        return None;
    }
    let sources = addable(model);
    let workspace = &mut model.workspace;
    let recipe = workspace.batch.recipe.clone();
    // Unless somebody set another one, as on the command line.
    let k = Profile::of(&recipe).and_then(|profile| profile.k).filter(|k| *k == workspace.k);
    let recipe = RecipeWithK { recipe, k };
    let job = once(&mut workspace.results.adding, key, added, move |watch| {
        let run = || {
            let mut library = open(&place, Access::Create(&recipe))?;
            library.note_folders(&folders_of(sources.iter().filter_map(Source::file)))?;
            AddToLibrary { sources, keep_text: false }.run(&mut *library, watch, &mut |_, _| {})
        };
        Ok(run())
    });
    Some(job.seen(TaskProgress::Footer("library-file.adding")))
}

/// The documents of the workspace that are files.
pub(crate) fn addable(model: &Model) -> Vec<Source> {
    let batch = &model.workspace.batch;
    let sources = batch.present().filter_map(|at| batch.entries.get(at)).map(|entry| &entry.source);
    sources.filter(|source| source.file().is_some() && !source.is_read_once()).cloned().collect()
}

fn added(model: &mut Model, counts: Result<AddedCounts, StoreError>) {
    let lang = model.lang;
    let Some(library) = &mut model.workspace.library.opened else { return };
    let file = safe_name(&library.place.name());
    library.revision += 1;
    model.workspace.notice = Some(match counts {
        Err(error) => say::library_error(&error, &file, lang),
        Ok(AddedCounts { added, replaced, unchanged, failed, stopped, .. }) => {
            if !library.present {
                library.present = true;
                model.workspace.library.pane = LibraryPane::Near;
            }
            let counts = [added, replaced, unchanged, failed].map(grouped);
            let [added, replaced, unchanged, failed] = &counts;
            let key = if stopped { "library.added-stopped" } else { "library.added" };
            let counts = t!(lang, "library-file.added", added, replaced, unchanged, failed);
            lang.fill(key, &[("file", &file), ("counts", &counts)])
        }
    });
}
