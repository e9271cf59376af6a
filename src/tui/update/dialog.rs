//! Keys of the dialogs over a screen. Each dialog of its own file takes its own; the small ones are here.

pub(super) mod picker;

use crossterm::event::{KeyCode, KeyEvent};

use super::{
    Effect, ScreenEffect, TextPlaces, bits, browser, command, diff, exclusion, exporting, lab, manual, overview,
    pipeline, playing, review,
    typing::{paste_line, type_line},
};
use crate::{
    compare::evidence::{EvidenceMethod, Paragraphs},
    say,
    simhash::Span,
    t,
    tui::{
        action::Action,
        model::{
            CommandPrompt, Dialog, EvidencePage, Evidenced, HelpPage, List, MeaningPage, MeaningTab, Model,
            PassageOrder, Setting, Steps, TracedNumber, distances, moved,
        },
        screen::Screen,
    },
};

/// Opens the dialog of an action over the screen.
pub(super) fn open(model: &mut Model, action: Action) {
    let workspace = &mut model.workspace;
    let dialog = match action {
        Action::Recipe => Dialog::Recipe(List::default()),
        Action::Find => Dialog::Find(String::new()),
        Action::Command => Dialog::Command(CommandPrompt::default()),
        // Results whose computation was stopped are asked for again.
        Action::Profiles if let Some(documents) = workspace.pair() => {
            workspace.results.profiles.retry();
            Dialog::Profiles(documents, List::default())
        }
        Action::Evidence if let Some(documents) = workspace.pair() => {
            workspace.results.evidence.retry();
            Dialog::Evidence(documents, EvidencePage::default())
        }
        Action::Meaning => open_meaning(model),
        Action::Passages if let Some(documents) = workspace.pair() => {
            Dialog::Passages(documents, PassageOrder::default(), List::default())
        }
        Action::Geometry if workspace.pair().is_some() => {
            // Steps of screen 2 that follow by themselves do not follow here.
            model.play.on = false;
            Dialog::Geometry
        }
        _ => match setting(action, workspace.screen) {
            Some(setting) => picker::open(model, setting),
            None => return,
        },
    };
    model.workspace.dialogs.push(dialog);
}

/// What is chosen in the dialog of an action.
fn setting(action: Action, screen: Screen) -> Option<Setting> {
    Some(match action {
        Action::Lessons => Setting::Lesson,
        Action::Colours => Setting::Colours,
        Action::BitsPerRow => Setting::BitsPerRow,
        Action::Sort if screen == Screen::Pipeline => Setting::FeatureSort,
        Action::Sort => Setting::PairSort,
        Action::Choose if [Screen::Bits, Screen::Diff].contains(&screen) => Setting::Pair,
        Action::Choose => Setting::Document,
        Action::Presets => Setting::Preset,
        Action::Export => Setting::Export,
        _ => return None,
    })
}

/// Takes pasted text in where something is typed.
pub(super) fn paste(model: &mut Model, text: &str) {
    let names_hidden = model.workspace.batch.hidden.is_some();
    let line = text.lines().next().unwrap_or_default();
    match model.workspace.dialogs.last_mut() {
        Some(Dialog::Command(_)) => command::paste(model, text),
        Some(Dialog::Find(typed)) => {
            let free = LONGEST_NEEDLE.saturating_sub(typed.chars().count());
            paste_line(typed, line, LONGEST_NEEDLE);
            if line.chars().count() > free || text.lines().nth(1).is_some() {
                model.notify(t!(model.lang, "notice.paste-cut", limit = LONGEST_NEEDLE));
            }
        }
        Some(Dialog::Browser(browser)) => browser::paste(browser, text),
        Some(Dialog::Export(dialog)) => exporting::paste(dialog, text, names_hidden),
        Some(Dialog::Exclusions(leaving)) => exclusion::paste(leaving, text),
        Some(Dialog::Filter(filtering)) => filtering.push(line, model.lang),
        Some(Dialog::Help(page)) if page.typing => paste_line(&mut page.words, text, LONGEST_WORDS),
        _ => {}
    }
}

/// The key as dialogs see it. One that moves or leaves does nothing else in them, whatever else it would mean there;
/// where a text is typed, all keys are the text's.
fn seen(dialog: Option<&Dialog>, event: KeyEvent, action: Option<Action>) -> KeyEvent {
    let code = match action {
        _ if dialog.is_none_or(Dialog::types) => event.code,
        Some(action) if action.moves() => KeyCode::Null,
        Some(action) if action.leaves() => KeyCode::Esc,
        _ => event.code,
    };
    KeyEvent { code, ..event }
}

pub(super) fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
    let workspace = &mut model.workspace;
    let event = seen(workspace.dialogs.last(), event, action);
    let reading = matches!(workspace.dialogs.last(), Some(Dialog::Manual(_)));
    if action == Some(Action::Manual) && !reading {
        manual::open(model);
        return None;
    }
    match workspace.dialogs.last_mut() {
        Some(Dialog::Find(_)) => find_key(model, event),
        Some(Dialog::Picker(_)) => return picker::key(model, event, action),
        Some(Dialog::Recipe(list)) => match action {
            Some(Action::Open) => {
                let row = list.selected;
                choose_part(model, row);
            }
            Some(Action::Back | Action::Quit | Action::Recipe) => _ = workspace.dialogs.pop(),
            Some(action) => _ = list.motion(action, Setting::RECIPE.len(), Setting::RECIPE.len()),
            None => {}
        },
        Some(Dialog::Profiles(documents, list)) => match action {
            Some(Action::Back | Action::Quit | Action::Profiles) => _ = workspace.dialogs.pop(),
            Some(action @ (Action::MoreK | Action::LessK)) => return Some(ScreenEffect::Act(action)),
            Some(action) => {
                let key = (*documents, workspace.batch.generation);
                let rows = workspace.results.profiles.get(&key).map_or(0, Vec::len);
                list.motion(action, rows, workspace.drawn.rows);
            }
            None => {}
        },
        Some(Dialog::Manual(_)) => manual::key(model, event, action),
        Some(Dialog::Passages(..)) => return diff::shared::list_key(model, action),
        Some(Dialog::Orphans(_)) => return review::orphans_key(model, action),
        Some(Dialog::Evidence(..)) => return evidence_key(model, action),
        Some(Dialog::Meaning(_)) => return meaning_key(model, action),
        Some(Dialog::Exclusions(_)) => return exclusion::key(model, event, action),
        Some(Dialog::Help(_)) => help_key(model, event, action),
        Some(Dialog::Formula(_, list)) => match action {
            Some(Action::Back | Action::Quit | Action::Help) => _ = workspace.dialogs.pop(),
            Some(Action::Open) => deeper(model),
            Some(action) => list.scroll(action, workspace.drawn.length, workspace.drawn.rows),
            None => {}
        },
        Some(Dialog::Leave(list)) => match (action, event.code) {
            (_, KeyCode::Enter) => {
                let row = list.selected;
                lab::answer(model, row);
            }
            (Some(Action::Back | Action::Quit), _) => _ = workspace.dialogs.pop(),
            (Some(action), _) => _ = list.motion(action, lab::ANSWERS, lab::ANSWERS),
            _ => {}
        },
        Some(Dialog::Received(_)) => return review::received_key(model, event, action),
        Some(Dialog::Filter(_)) => overview::type_filter(model, event),
        Some(Dialog::Verdict(_)) => return review::decide(model, event, action),
        Some(Dialog::Note(_)) => return review::write(model, event),
        Some(Dialog::Browser(_)) => return browser::key(model, event, action),
        Some(Dialog::Export(_)) => return exporting::key(model, event, action),
        Some(Dialog::Geometry) => return playing::key(model, event, action, Action::Geometry),
        Some(Dialog::Runs) => return playing::key(model, event, action, Action::WatchRuns),
        Some(Dialog::Command(_)) => return command::key(model, event),
        Some(Dialog::Messages(_)) => _ = workspace.dialogs.pop(),
        None => {}
    }
    None
}

/// The list in a dialog that the wheel moves.
fn list_of(dialog: &mut Dialog) -> Option<&mut List> {
    Some(match dialog {
        Dialog::Recipe(list)
        | Dialog::Leave(list)
        | Dialog::Received(list)
        | Dialog::Help(HelpPage { list, .. })
        | Dialog::Formula(_, list)
        | Dialog::Profiles(_, list)
        | Dialog::Passages(.., list)
        | Dialog::Orphans(list) => list,
        Dialog::Exclusions(leaving) => &mut leaving.list,
        Dialog::Evidence(_, page) => page.list_under_cursor(),
        Dialog::Meaning(page) => page.cursor(),
        _ => return None,
    })
}

/// Moves in the topmost dialog.
pub(super) fn wheel(model: &mut Model, by: isize) {
    let action = if by > 0 { Action::Down } else { Action::Up };
    let workspace = &mut model.workspace;
    let (rows, length) = (workspace.drawn.rows, workspace.drawn.length);
    match workspace.dialogs.last_mut() {
        Some(Dialog::Manual(_)) => manual::wheel(model, action),
        Some(Dialog::Picker(picker)) => _ = picker.list.motion(action, picker.choices.len(), rows),
        Some(Dialog::Browser(browser)) => {
            let all = if browser.of_batch { workspace.batch.entries.len() } else { browser.rows().len() };
            browser::step(browser, action, all, all, rows);
        }
        Some(Dialog::Geometry) => {
            workspace.hyperplanes.go(workspace.hyperplanes.step().saturating_add_signed(by));
        }
        dialog => {
            if let Some(list) = dialog.and_then(list_of) {
                list.motion(action, length, rows);
            }
        }
    }
}

/// A click on row `row` of the topmost dialog.
pub(super) fn pick(model: &mut Model, row: usize) -> Effect {
    match model.workspace.dialogs.last_mut()? {
        Dialog::Picker(picker) => {
            picker.list.selected = row;
            picker.typed.clear();
            return picker::choose(model);
        }
        Dialog::Recipe(list) => {
            list.selected = row;
            choose_part(model, row);
        }
        Dialog::Manual(_) => manual::pick(model, row),
        Dialog::Command(_) => command::pick(model, row),
        Dialog::Browser(_) => return browser::pick(model, row),
        Dialog::Verdict(_) => return review::give(model, row),
        Dialog::Exclusions(_) => exclusion::pick(model, row),
        Dialog::Filter(filtering) => filtering.picked = Some(row),
        Dialog::Formula(_, list) => {
            list.selected = row;
            deeper(model);
        }
        Dialog::Passages(.., list) if list.selected == row => {
            return diff::shared::list_key(model, Some(Action::Open));
        }
        Dialog::Orphans(list) if list.selected == row => return review::orphans_key(model, Some(Action::Open)),
        Dialog::Leave(_) => lab::answer(model, row),
        Dialog::Received(_) => return review::answer(model, row),
        Dialog::Geometry => model.workspace.hyperplanes.go(row),
        dialog @ (Dialog::Profiles(..)
        | Dialog::Passages(..)
        | Dialog::Orphans(_)
        | Dialog::Evidence(..)
        | Dialog::Meaning(_)) => {
            if let Some(list) = list_of(dialog) {
                list.selected = row;
            }
        }
        _ => {}
    }
    None
}

/// Opens the choices of a part of the recipe.
fn choose_part(model: &mut Model, row: usize) {
    let dialog = picker::open(model, Setting::RECIPE[row.min(Setting::RECIPE.len() - 1)]);
    model.workspace.dialogs.push(dialog);
}

/// From a column's formula to the feature under the cursor.
fn deeper(model: &mut Model) {
    let Some(Dialog::Formula(TracedNumber::Column { document, .. }, list)) = model.workspace.dialogs.last() else {
        return;
    };
    let (document, row) = (*document, list.selected);
    if let Some(&feature) = model.workspace.pipeline.operands.features.get(row) {
        let traced = TracedNumber::Feature { document, feature: feature as usize };
        model.workspace.dialogs.push(Dialog::Formula(traced, List::default()));
    }
}

/// The longest line that can be looked for, in characters: more is never meant.
const LONGEST_NEEDLE: usize = 200;
/// The longest words that the help is searched for, in characters.
const LONGEST_WORDS: usize = 60;

fn find_key(model: &mut Model, event: KeyEvent) {
    let Some(Dialog::Find(typed)) = model.workspace.dialogs.last_mut() else { return };
    match event.code {
        KeyCode::Enter => {
            let needle = typed.clone();
            model.workspace.dialogs.pop();
            find(model, &needle);
        }
        KeyCode::Esc => _ = model.workspace.dialogs.pop(),
        _ => _ = type_line(typed, event, LONGEST_NEEDLE),
    }
}

/// Has the screen search. Each screen knows by itself how.
fn find(model: &mut Model, needle: &str) {
    if needle.is_empty() {
        return;
    }
    match model.workspace.screen {
        Screen::Pipeline => {
            needle.clone_into(&mut model.workspace.pipeline.needle);
            pipeline::find(model, needle, true, true);
        }
        Screen::Bits => bits::find(model, needle),
        Screen::Diff => diff::find(model, needle),
        Screen::Lab => {
            needle.clone_into(&mut model.workspace.lab.needle);
            lab::find(model, needle, true);
        }
        Screen::Overview | Screen::Library => {}
    }
}

fn help_key(model: &mut Model, event: KeyEvent, action: Option<Action>) {
    let workspace = &mut model.workspace;
    let (drawn, Some(Dialog::Help(page))) = (&workspace.drawn, workspace.dialogs.last_mut()) else { return };
    if page.typing {
        match event.code {
            KeyCode::Enter => page.typing = false,
            KeyCode::Esc => *page = HelpPage::default(),
            _ => _ = type_line(&mut page.words, event, LONGEST_WORDS),
        }
        page.list = List::default();
        return;
    }
    match (event.code, action) {
        (KeyCode::Char('/'), _) => page.typing = true,
        (_, Some(Action::Back)) if !page.words.is_empty() => *page = HelpPage::default(),
        (_, Some(Action::Back | Action::Quit | Action::Help)) => _ = workspace.dialogs.pop(),
        (_, Some(action)) => page.list.scroll(action, drawn.length, drawn.rows),
        _ => {}
    }
}

/// The length of the name of a finding in the search line, in characters.
const FINDING: usize = 24;

/// Handles a key of the other methods: the methods, and the paragraphs under them.
fn evidence_key(model: &mut Model, action: Option<Action>) -> Effect {
    let workspace = &mut model.workspace;
    let (k, lang) = (workspace.k, model.lang);
    let Some(Dialog::Evidence(documents, page)) = workspace.dialogs.last_mut() else { return None };
    let known = workspace.results.evidence_of(*documents).cloned();
    let paragraphs = known.as_ref().and_then(|known| Some(&known.found.prose.as_ref()?.paragraphs));
    match action {
        Some(Action::Evidence) => _ = workspace.dialogs.pop(),
        Some(Action::Back | Action::Quit) if page.paragraphs.take().is_none() => _ = workspace.dialogs.pop(),
        Some(action @ (Action::MoreK | Action::LessK)) => return Some(ScreenEffect::Act(action)),
        Some(Action::Next | Action::Previous) => {
            if let (Some(list), Some(paragraphs)) = (&mut page.paragraphs, paragraphs) {
                near_paragraph(list, paragraphs, k, action == Some(Action::Next), workspace.drawn.rows);
            }
        }
        Some(Action::Open) => {
            let methods = known.as_ref().map(|known| say::findings(&known.found, k, lang)).unwrap_or_default();
            let methods: Vec<EvidenceMethod> = methods.into_iter().map(|finding| finding.method).collect();
            return open_finding(model, known.as_deref(), &methods);
        }
        Some(action) => {
            let len = match (&page.paragraphs, paragraphs) {
                (Some(_), paragraphs) => paragraphs.map_or(0, |paragraphs| paragraphs.nearest.len()),
                (None, _) => known.map_or(0, |known| say::findings(&known.found, k, lang).len()),
            };
            page.list_under_cursor().motion(action, len, workspace.drawn.rows);
        }
        None => {}
    }
    None
}

/// To the next paragraph, or the one before, that is near one of B and not too short to tell.
fn near_paragraph(list: &mut List, paragraphs: &Paragraphs, k: u32, forward: bool, height: usize) {
    let near = |&at: &usize| {
        let nearest = paragraphs.nearest[at];
        !paragraphs.of[0][at].short() && nearest.is_some_and(|nearest| nearest.hamming <= k)
    };
    let len = paragraphs.nearest.len();
    let found =
        if forward { (list.selected + 1..len).find(near) } else { (0..list.selected.min(len)).rev().find(near) };
    if let Some(found) = found {
        list.select(found, len, height);
    }
}

/// Opens the finding under the cursor: the list of paragraphs, or its places in the two texts.
fn open_finding(model: &mut Model, known: Option<&Evidenced>, methods: &[EvidenceMethod]) -> Option<ScreenEffect> {
    let Some(Dialog::Evidence(_, EvidencePage { methods: list, paragraphs })) = model.workspace.dialogs.last_mut()
    else {
        return None;
    };
    let (known, prose) = known.and_then(|known| Some((known, known.found.prose.as_ref()?)))?;
    let spans = match (paragraphs.as_mut(), methods.get(list.selected)) {
        (Some(list), _) => {
            let paragraph = prose.paragraphs.of[0].get(list.selected)?;
            let nearest = prose.paragraphs.nearest.get(list.selected).copied().flatten();
            let other = nearest.and_then(|nearest| prose.paragraphs.of[1].get(nearest.paragraph));
            [vec![paragraph.span], other.map(|other| other.span).into_iter().collect()]
        }
        (None, Some(EvidenceMethod::Paragraphs)) => {
            *paragraphs = Some(List::default());
            return None;
        }
        (None, Some(EvidenceMethod::Sentences)) => {
            let spans = |side: usize| prose.sentences.sentences[side].iter().map(|sentence| sentence.span).collect();
            [spans(0), spans(1)]
        }
        (None, _) => return None,
    };
    let first = [0, 1].into_iter().find_map(|side| Some(spans[side].first()?.of(&known.texts[side].text)));
    let name: String = first.unwrap_or_default().chars().take_while(|c| !c.is_control()).take(FINDING).collect();
    model.workspace.dialogs.clear();
    model.workspace.screen = Screen::Diff;
    let of = spans.map(|spans| spans.into_iter().map(Span::range).collect());
    Some(ScreenEffect::Show(TextPlaces { name, of, from_first: true }))
}

/// The classes whose shares are moved.
const CLASSES: usize = 3;

/// Opens the pane with the cursor on the distance of the selected pair.
fn open_meaning(model: &mut Model) -> Dialog {
    let mut page = MeaningPage::default();
    // Ask again for results whose computation was stopped.
    model.workspace.results.posterior.retry();
    model.workspace.results.measurement.retry();
    page.list.selected = model.workspace.selected_hamming().unwrap_or(model.workspace.k) as usize;
    Dialog::Meaning(page)
}

fn meaning_key(model: &mut Model, action: Option<Action>) -> Effect {
    let Some(Dialog::Meaning(page)) = model.workspace.dialogs.last_mut() else { return None };
    match (action, page.tab) {
        (Some(Action::Back | Action::Quit | Action::Meaning), _) => _ = model.workspace.dialogs.pop(),
        (Some(action @ (Action::MoreK | Action::LessK)), _) => return Some(ScreenEffect::Act(action)),
        (Some(Action::NextPane | Action::PreviousPane), MeaningTab::Distances) => page.tab = MeaningTab::Thresholds,
        (Some(Action::NextPane | Action::PreviousPane), MeaningTab::Thresholds) => page.tab = MeaningTab::Distances,
        (Some(action), MeaningTab::Distances) => distances_key(model, action),
        (Some(action), MeaningTab::Thresholds) => thresholds_key(model, action),
        (None, _) => {}
    }
    None
}

fn distances_key(model: &mut Model, action: Action) {
    let rows = model.workspace.drawn.rows;
    let Some(Dialog::Meaning(page)) = model.workspace.dialogs.last_mut() else { return };
    let state = &mut model.workspace.meaning;
    match action {
        Action::Next => page.class = (page.class + 1) % CLASSES,
        Action::Previous => page.class = (page.class + CLASSES - 1) % CLASSES,
        Action::Left | Action::Right => state.prior = moved(state.prior, page.class, action == Action::Right),
        Action::Open => state.wanted = true,
        action => {
            let len = model.workspace.batch.calibration.as_deref().map_or(0, distances);
            page.list.motion(action, len, rows);
        }
    }
}

fn thresholds_key(model: &mut Model, action: Action) {
    let rows = model.workspace.drawn.rows;
    let Some(Dialog::Meaning(page)) = model.workspace.dialogs.last_mut() else { return };
    let (tasks, measurement) = (&model.workspace.tasks, &mut model.workspace.results.measurement);
    match action {
        // A computation that was stopped begins again.
        Action::Open if !tasks.computes(measurement) => measurement.retry(),
        action => {
            let len = measurement.value().map_or(0, |measured| measured.recipes.len());
            page.recipes.motion(action, len, rows);
        }
    }
}
