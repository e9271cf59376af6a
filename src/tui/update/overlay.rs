//! Keys of what lies over a screen: help, pickers, prompts, traced numbers.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{
    Effect, bits, browser, command, diff, evidence, exclusion, exporting, lab, lesson, orphans, outcome, overview,
    passages, pipeline, planes, review,
};
use crate::{
    config::Theme,
    lab::Preset,
    lesson::included,
    locale::grouped,
    say,
    simhash::{FeatureHash, Fold, Keep, Order, Recipe, RecipeError, Tie, Tokenizer, Weighting, parse_bits, presets},
    t,
    tui::{
        action::Action,
        model::{
            Choice, EvidencePage, Keepsake, List, Model, Overlay, PassageOrder, Picker, Prompt, Setting, Sort, Traced,
        },
        screen::Screen,
    },
};

/// Puts an overlay over the screen.
pub fn open(model: &mut Model, action: Action) {
    let overlay = match action {
        Action::Recipe => Overlay::Recipe(List::default()),
        Action::Find => Overlay::Find(String::new()),
        Action::Command => Overlay::Command(Prompt::default()),
        Action::Lessons => picker(model, Setting::Lesson),
        Action::Width => picker(model, Setting::Width),
        Action::Tokens => picker(model, Setting::Tokens),
        Action::Weight => picker(model, Setting::Weight),
        Action::Hash => picker(model, Setting::Hash),
        Action::Tie => picker(model, Setting::Tie),
        Action::Colours => picker(model, Setting::Colours),
        Action::BitsPerRow => picker(model, Setting::BitsPerRow),
        Action::Sort if model.screen == Screen::Pipeline => picker(model, Setting::FeatureSort),
        Action::Sort => picker(model, Setting::PairSort),
        Action::Choose if [Screen::Pipeline, Screen::Lab, Screen::Library].contains(&model.screen) => {
            picker(model, Setting::Document)
        }
        Action::Presets => picker(model, Setting::Preset),
        Action::Export => picker(model, Setting::Export),
        Action::Choose => picker(model, Setting::Pair),
        Action::Profiles => {
            let Some(documents) = model.pair() else { return };
            // What was stopped is asked for anew.
            model.asked.profiles = None;
            Overlay::Profiles(documents, List::default())
        }
        Action::Passages => {
            let Some(documents) = model.pair() else { return };
            Overlay::Passages(documents, PassageOrder::default(), List::default())
        }
        Action::Evidence => {
            let Some(documents) = model.pair() else { return };
            // What was stopped is asked for anew.
            model.asked.evidence = None;
            Overlay::Evidence(documents, EvidencePage::default())
        }
        Action::Geometry if model.pair().is_some() => {
            // Steps of screen 2 that follow by themselves do not follow here.
            model.play.on = false;
            Overlay::Geometry
        }
        _ => return,
    };
    model.overlays.push(overlay);
}

/// The longest line that can be looked for, in characters: more is never meant.
const LONGEST_NEEDLE: usize = 200;

/// Takes pasted text in where something is typed.
pub fn paste(model: &mut Model, text: &str) {
    if matches!(model.overlays.last(), Some(Overlay::Command(_))) && !command::paste(model, text) {
        model.notice = Some(t!(model.lang, "notice.paste-cut", limit = LONGEST_NEEDLE));
    }
    if let Some(Overlay::Browser(browser)) = model.overlays.last_mut() {
        browser::paste(browser, text);
    }
    if let Some(Overlay::Export(sheet)) = model.overlays.last_mut() {
        exporting::paste(sheet, text);
    }
    if let Some(Overlay::Exclusions(leaving)) = model.overlays.last_mut() {
        exclusion::paste(leaving, text);
    }
    if let Some(Overlay::Filter(filtering)) = model.overlays.last_mut() {
        filtering.push(text.lines().next().unwrap_or_default(), model.lang);
    }
    if let Some(Overlay::Find(typed)) = model.overlays.last_mut() {
        let room = LONGEST_NEEDLE.saturating_sub(typed.chars().count());
        let line = text.lines().next().unwrap_or_default();
        typed.extend(line.chars().filter(|c| !c.is_control()).take(room));
        if line.chars().count() > room || text.lines().nth(1).is_some() {
            model.notice = Some(t!(model.lang, "notice.paste-cut", limit = LONGEST_NEEDLE));
        }
    }
}

/// Takes a key in; `action` is what the keymap makes of it.
pub fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) -> Vec<Effect> {
    match model.overlays.last_mut() {
        Some(Overlay::Find(typed)) => match event.code {
            KeyCode::Enter => {
                let needle = typed.clone();
                model.overlays.pop();
                find(model, &needle);
            }
            KeyCode::Esc => _ = model.overlays.pop(),
            KeyCode::Backspace => _ = typed.pop(),
            KeyCode::Char('u') if event.modifiers.contains(KeyModifiers::CONTROL) => typed.clear(),
            KeyCode::Char(c)
                if !event.modifiers.contains(KeyModifiers::CONTROL) && typed.chars().count() < LONGEST_NEEDLE =>
            {
                typed.push(c);
            }
            _ => {}
        },
        Some(Overlay::Picker(picker)) => match event.code {
            KeyCode::Esc => _ = model.overlays.pop(),
            KeyCode::Enter => choose(model),
            KeyCode::Backspace => _ = picker.typed.pop(),
            KeyCode::Char(digit) if digit.is_ascii_digit() && picker.takes_number() && picker.typed.len() < 7 => {
                picker.typed.push(digit);
                picker.error = None;
            }
            _ => {
                if let Some(action) = action {
                    picker.list.motion(action, picker.choices.len(), model.drawn.rows);
                    picker.error = None;
                }
            }
        },
        Some(Overlay::Recipe(list)) => match action {
            Some(Action::Open) => {
                let setting = Setting::RECIPE[list.selected.min(Setting::RECIPE.len() - 1)];
                let overlay = picker(model, setting);
                model.overlays.push(overlay);
            }
            Some(Action::Back | Action::Quit | Action::Recipe) => _ = model.overlays.pop(),
            Some(action) => _ = list.motion(action, Setting::RECIPE.len(), Setting::RECIPE.len()),
            None => {}
        },
        Some(Overlay::Profiles(documents, list)) => match action {
            Some(Action::Back | Action::Quit | Action::Profiles) => _ = model.overlays.pop(),
            Some(action @ (Action::MoreK | Action::LessK)) => return super::act(model, action),
            Some(action) => {
                let rows = model.desk.opinions_of(*documents).map_or(0, <[_]>::len);
                list.motion(action, rows, model.drawn.rows);
            }
            None => {}
        },
        Some(Overlay::Passages(..)) => return passages::key(model, action),
        Some(Overlay::Orphans(_)) => return orphans::key(model, action),
        Some(Overlay::Evidence(..)) => return evidence::key(model, action),
        Some(Overlay::Exclusions(_)) => return exclusion::key(model, event, action),
        Some(Overlay::Help(list) | Overlay::Formula(_, list)) => match action {
            Some(Action::Back | Action::Quit | Action::Help) => _ = model.overlays.pop(),
            Some(Action::Open) => deeper(model),
            Some(action) => {
                // How long it is, is known where it is drawn; there the cursor is kept inside.
                list.motion(action, usize::MAX >> 1, model.drawn.rows);
                if action == Action::Last {
                    list.selected = model.drawn.length.saturating_sub(1);
                }
                list.selected = list.selected.min(model.drawn.length.saturating_sub(1));
            }
            None => {}
        },
        Some(Overlay::Leave(list)) => match (action, event.code) {
            (_, KeyCode::Enter) => {
                let row = list.selected;
                lab::answer(model, row);
            }
            (Some(Action::Back | Action::Quit), _) => _ = model.overlays.pop(),
            (Some(action), _) => _ = list.motion(action, lab::ANSWERS, lab::ANSWERS),
            _ => {}
        },
        Some(Overlay::Filter(_)) => overview::type_filter(model, event),
        Some(Overlay::Verdict(_)) => return review::decide(model, event, action),
        Some(Overlay::Note(_)) => return review::write(model, event),
        Some(Overlay::Browser(_)) => return browser::key(model, event, action),
        Some(Overlay::Export(_)) => return exporting::key(model, event, action),
        Some(Overlay::Geometry) => return planes::key(model, event, action),
        Some(Overlay::Command(_)) => return command::key(model, event),
        Some(Overlay::Told(_)) => _ = model.overlays.pop(),
        None => {}
    }
    Vec::new()
}

/// Moves in the topmost overlay.
pub fn wheel(model: &mut Model, by: isize) {
    let action = if by > 0 { Action::Down } else { Action::Up };
    let (rows, length) = (model.drawn.rows, model.drawn.length);
    match model.overlays.last_mut() {
        Some(Overlay::Picker(picker)) => _ = picker.list.motion(action, picker.choices.len(), rows),
        Some(Overlay::Recipe(list)) => _ = list.motion(action, Setting::RECIPE.len(), rows),
        Some(Overlay::Leave(list)) => _ = list.motion(action, lab::ANSWERS, rows),
        Some(Overlay::Exclusions(leaving)) => _ = leaving.list.motion(action, length, rows),
        Some(
            Overlay::Help(list)
            | Overlay::Formula(_, list)
            | Overlay::Profiles(_, list)
            | Overlay::Passages(.., list)
            | Overlay::Orphans(list),
        ) => {
            list.motion(action, length, rows);
        }
        Some(Overlay::Evidence(_, page)) => _ = page.list().motion(action, length, rows),
        Some(Overlay::Browser(browser)) => {
            let all = if browser.of_desk { model.desk.entries.len() } else { browser.rows().len() };
            browser::step(browser, action, all, all, rows);
        }
        Some(Overlay::Geometry) => model.planes.go(model.planes.step().saturating_add_signed(by)),
        _ => {}
    }
}

/// A click on row `row` of an overlay.
pub fn pick(model: &mut Model, row: usize) -> Vec<Effect> {
    match model.overlays.last_mut() {
        Some(Overlay::Picker(picker)) => {
            picker.list.selected = row;
            picker.typed.clear();
            choose(model);
        }
        Some(Overlay::Recipe(list)) => {
            list.selected = row;
            let setting = Setting::RECIPE[row.min(Setting::RECIPE.len() - 1)];
            let overlay = picker(model, setting);
            model.overlays.push(overlay);
        }
        Some(Overlay::Command(_)) => command::pick(model, row),
        Some(Overlay::Browser(_)) => return browser::pick(model, row),
        Some(Overlay::Verdict(_)) => return review::give(model, row),
        Some(Overlay::Exclusions(_)) => exclusion::pick(model, row),
        Some(Overlay::Filter(filtering)) => filtering.picked = Some(row),
        Some(Overlay::Formula(_, list)) => {
            list.selected = row;
            deeper(model);
        }
        Some(Overlay::Passages(.., list)) if list.selected == row => return passages::key(model, Some(Action::Open)),
        Some(Overlay::Orphans(list)) if list.selected == row => return orphans::key(model, Some(Action::Open)),
        Some(Overlay::Profiles(_, list) | Overlay::Passages(.., list) | Overlay::Orphans(list)) => list.selected = row,
        Some(Overlay::Evidence(_, page)) => page.list().selected = row,
        Some(Overlay::Leave(_)) => lab::answer(model, row),
        Some(Overlay::Geometry) => model.planes.go(row),
        _ => {}
    }
    Vec::new()
}

/// From a column's formula to the feature under the cursor.
fn deeper(model: &mut Model) {
    let Some(Overlay::Formula(Traced::Column { document, .. }, list)) = model.overlays.last() else { return };
    let (document, row) = (*document, list.selected);
    if let Some(&feature) = model.pipeline.operands.features.get(row) {
        let traced = Traced::Feature { document, feature: feature as usize };
        model.overlays.push(Overlay::Formula(traced, List::default()));
    }
}

fn find(model: &mut Model, needle: &str) {
    if needle.is_empty() {
        return;
    }
    match model.screen {
        Screen::Pipeline => {
            needle.clone_into(&mut model.pipeline.needle);
            pipeline::find(model, needle, true, true);
        }
        Screen::Bits => bits::find(model, needle),
        Screen::Diff => diff::find(model, needle),
        Screen::Lab => {
            needle.clone_into(&mut model.lab.needle);
            lab::find(model, needle, true);
        }
        Screen::Overview | Screen::Library => {}
    }
}

/// So many bytes every terminal takes that takes any: in the base 64 of OSC 52 they are 100,000, and xterm, hterm and
/// others drop in silence what is longer.
const CLIPBOARD: usize = 74_994;

/// Puts text on the clipboard and says so; or says why not.
pub fn copied(model: &mut Model, text: String) -> Vec<Effect> {
    if text.is_empty() {
        return Vec::new();
    }
    if text.len() > CLIPBOARD {
        let (bytes, limit) = (grouped(text.len() as u64), grouped(CLIPBOARD as u64));
        model.notice = Some(t!(model.lang, "notice.too-large", bytes = bytes, limit = limit));
        return Vec::new();
    }
    let chars = text.chars().count();
    model.notice = Some(t!(model.lang, "notice.copied", chars = chars));
    vec![Effect::Copy(text)]
}

fn picker(model: &Model, setting: Setting) -> Overlay {
    let recipe = &model.recipe;
    let (choices, present): (Vec<Choice>, Option<Choice>) = match setting {
        Setting::Profile => {
            let profiles = (0..presets::ALL.len()).map(Choice::Profile);
            let present = presets::of(recipe).and_then(|p| presets::ALL.iter().position(|q| q.name == p.name));
            (std::iter::once(Choice::Default).chain(profiles).collect(), present.map(Choice::Profile))
        }
        Setting::Tokens => {
            let tokens = [
                Tokenizer::Jieba,
                Tokenizer::Words,
                Tokenizer::CharNgrams(2),
                Tokenizer::CharNgrams(3),
                Tokenizer::WordNgrams(2),
                Tokenizer::WordNgrams(3),
                Tokenizer::Space,
                Tokenizer::Keywords,
                Tokenizer::JavaSpace,
                Tokenizer::PypiWindows(4),
                Tokenizer::TextDedupNgrams(3),
                Tokenizer::MfondaWords,
                Tokenizer::MfondaUnicode,
                Tokenizer::Given,
            ];
            (tokens.map(Choice::Tokens).into(), Some(Choice::Tokens(recipe.tokenizer)))
        }
        Setting::Fold => {
            ([Fold::None, Fold::Case, Fold::Nfkc].map(Choice::Fold).into(), Some(Choice::Fold(recipe.fold)))
        }
        Setting::Weight => {
            let weights = [
                Weighting::TfIdf(Keep::All),
                Weighting::TfIdf(Keep::Top(20)),
                Weighting::TfSqrtIdf(Keep::All),
                Weighting::TfSqrtIdf(Keep::Top(20)),
                Weighting::Tf,
                Weighting::LogTf,
                Weighting::Binary,
                Weighting::Keyword(Keep::All),
                Weighting::Given(Keep::All),
            ];
            (weights.map(Choice::Weight).into(), Some(Choice::Weight(recipe.weight)))
        }
        Setting::Hash => (FeatureHash::ALL.map(Choice::Hash).into(), Some(Choice::Hash(recipe.hash))),
        Setting::Width => ([3, 6, 8, 16, 32, 64, 96, 128].map(Choice::Width).into(), Some(Choice::Width(recipe.bits))),
        Setting::Tie => ([Tie::Zero, Tie::One].map(Choice::Tie).into(), Some(Choice::Tie(recipe.tie))),
        Setting::Colours => {
            let themes = Theme::ALL.iter().copied().map(Choice::Colours).collect();
            let present = if model.look.coloured { model.look.theme } else { Theme::Mono };
            (themes, Some(Choice::Colours(present)))
        }
        Setting::PairSort => (Sort::ALL.map(Choice::PairSort).into(), Some(Choice::PairSort(model.overview.sort))),
        Setting::FeatureSort => {
            let orders = [Order::Weight, Order::Place, Order::Count, Order::Name];
            (orders.map(Choice::FeatureSort).into(), Some(Choice::FeatureSort(model.pipeline.order)))
        }
        Setting::Document => {
            let all = model.desk.present().map(Choice::Document).collect();
            (all, Some(Choice::Document(model.shown_document())))
        }
        Setting::Pair => {
            let all = (0..model.desk.listing.len()).map(Choice::Pair).collect();
            (all, Some(Choice::Pair(model.overview.list.selected)))
        }
        Setting::Lesson => {
            let present = model.reading.as_ref().and_then(|reading| reading.included);
            (included().iter().copied().map(Choice::Lesson).collect(), present.map(Choice::Lesson))
        }
        Setting::Preset => {
            let ready = Preset::ALL.into_iter().filter(|preset| *preset != Preset::Append);
            let shown = model.shown_document();
            let others = model.desk.present().filter(|&at| at != shown && model.desk.document(at).is_some());
            let appended = others.map(|at| Choice::Preset(Preset::Append, Some(at)));
            (ready.map(|preset| Choice::Preset(preset, None)).chain(appended).collect(), None)
        }
        Setting::Export => (Keepsake::ALL.map(Choice::Export).into(), None),
        Setting::BitsPerRow => {
            let rows = [None, Some(16), Some(32), Some(64), Some(128)];
            (rows.map(Choice::BitsPerRow).into(), Some(Choice::BitsPerRow(model.bits.per_row)))
        }
    };
    let selected = present.and_then(|p| choices.iter().position(|c| *c == p)).unwrap_or(0);
    let list = List { selected, offset: selected.saturating_sub(4) };
    Overlay::Picker(Picker { setting, choices, list, opened_on: selected, typed: String::new(), error: None })
}

impl Picker {
    /// Whether digits typed mean something here.
    fn takes_number(&self) -> bool {
        matches!(self.setting, Setting::Width | Setting::Tokens | Setting::Weight)
    }

    /// The choice under the cursor, with the number that was typed.
    fn choice(&self) -> Result<Option<Choice>, RecipeError> {
        let Some(&choice) = self.choices.get(self.list.selected) else { return Ok(None) };
        if self.typed.is_empty() {
            return Ok(Some(choice));
        }
        let n = &self.typed;
        let tokens = |name: &str| name.parse().map(Choice::Tokens);
        let weight = |name: &str| name.parse().map(Choice::Weight);
        let choice = match choice {
            Choice::Width(_) => parse_bits(n).map(Choice::Width),
            Choice::Tokens(Tokenizer::CharNgrams(_)) => tokens(&format!("chars:{n}")),
            Choice::Tokens(Tokenizer::WordNgrams(_)) => tokens(&format!("word-ngrams:{n}")),
            Choice::Tokens(Tokenizer::PypiWindows(_)) => tokens(&format!("pypi-windows:{n}")),
            Choice::Tokens(Tokenizer::TextDedupNgrams(_)) => tokens(&format!("text-dedup-ngrams:{n}")),
            Choice::Weight(Weighting::TfIdf(_)) => weight(&format!("tfidf:{n}")),
            Choice::Weight(Weighting::TfSqrtIdf(_)) => weight(&format!("tfsqrtidf:{n}")),
            Choice::Weight(Weighting::Keyword(_)) => weight(&format!("keyword:{n}")),
            Choice::Weight(Weighting::Given(_)) => weight(&format!("given:{n}")),
            other => Ok(other),
        };
        choice.map(Some)
    }
}

fn choose(model: &mut Model) {
    let lang = model.lang;
    let Some(Overlay::Picker(mut picker)) = model.overlays.pop() else { return };
    let chosen = match picker.choice() {
        Ok(Some(choice)) => apply(model, choice),
        Ok(None) => Ok(()),
        Err(error) => Err(error),
    };
    if let Err(error) = chosen {
        picker.error = Some(say::wrong_recipe(&error, lang));
        model.overlays.push(Overlay::Picker(picker));
    }
}

/// Makes a choice hold.
///
/// # Errors
/// Where it does not go with the rest of the recipe.
pub fn apply(model: &mut Model, choice: Choice) -> Result<(), RecipeError> {
    if let Some(recipe) = choice.apply(&model.recipe) {
        change_recipe(model, recipe.checked()?);
        return Ok(());
    }
    match choice {
        Choice::Colours(theme) => model.look.choose(theme),
        Choice::PairSort(sort) => model.overview.sort = sort,
        Choice::FeatureSort(order) => {
            model.pipeline.order = order;
            model.pipeline.list = List::default();
        }
        Choice::Document(document) => model.pipeline.document = Some(document),
        Choice::Pair(row) => {
            if let Some(pair) = model.desk.listed(row) {
                let documents = pair.documents();
                outcome::select(model, documents);
            }
        }
        Choice::BitsPerRow(bits) => model.bits.per_row = bits,
        Choice::Lesson(lesson) => lesson::open_included(model, lesson),
        Choice::Export(keepsake) => model.keepsake = Some(keepsake),
        Choice::Preset(preset, other) => lab::preset(model, preset, other),
        _ => {}
    }
    Ok(())
}

/// Everything is computed anew in the background; until then the old results stand, marked as such.
pub fn change_recipe(model: &mut Model, recipe: Recipe) {
    if recipe != model.recipe {
        model.recipe = recipe;
        model.desk.generation += 1;
    }
}
