//! Choosing one of several: what there is to choose, and what comes of a choice. Knows not what it lies over.

use crossterm::event::{KeyCode, KeyEvent};

use super::super::{lab, lesson};
use crate::{
    config::Theme,
    lab::Preset,
    lesson::included,
    say,
    simhash::{FeatureHash, Fold, Keep, Order, Recipe, RecipeError, Tie, Tokenizer, Weighting, parse_bits, presets},
    tui::{
        action::Action,
        model::{Choice, Dialog, Keepsake, List, Model, Picker, Setting, Sort},
    },
};

/// The list of what can be chosen, the cursor on what holds now.
pub fn picker(model: &Model, setting: Setting) -> Dialog {
    let recipe = &model.workspace.batch.recipe;
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
            let present = if model.session.look.coloured { model.session.look.theme } else { Theme::Mono };
            (themes, Some(Choice::Colours(present)))
        }
        Setting::PairSort => {
            (Sort::ALL.map(Choice::PairSort).into(), Some(Choice::PairSort(model.workspace.overview.sort)))
        }
        Setting::FeatureSort => {
            let orders = [Order::Weight, Order::Place, Order::Count, Order::Name];
            (orders.map(Choice::FeatureSort).into(), Some(Choice::FeatureSort(model.workspace.pipeline.order)))
        }
        Setting::Document => {
            let all = model.workspace.batch.present().map(Choice::Document).collect();
            (all, Some(Choice::Document(model.workspace.shown_document())))
        }
        Setting::Pair => {
            let all = (0..model.workspace.listing.len()).map(Choice::Pair).collect();
            (all, Some(Choice::Pair(model.workspace.overview.list.selected)))
        }
        Setting::Lesson => {
            let present = model.workspace.lesson.as_ref().and_then(|reading| reading.included);
            (included().iter().copied().map(Choice::Lesson).collect(), present.map(Choice::Lesson))
        }
        Setting::Preset => {
            let ready = Preset::ALL.into_iter().filter(|preset| *preset != Preset::Append);
            let shown = model.workspace.shown_document();
            let others = model
                .workspace
                .batch
                .present()
                .filter(|&at| at != shown && model.workspace.batch.document(at).is_some());
            let appended = others.map(|at| Choice::Preset(Preset::Append, Some(at)));
            (ready.map(|preset| Choice::Preset(preset, None)).chain(appended).collect(), None)
        }
        Setting::Export => (Keepsake::ALL.map(Choice::Export).into(), None),
        Setting::BitsPerRow => {
            let rows = [None, Some(16), Some(32), Some(64), Some(128)];
            (rows.map(Choice::BitsPerRow).into(), Some(Choice::BitsPerRow(model.workspace.bits.per_row)))
        }
    };
    let selected = present.and_then(|p| choices.iter().position(|c| *c == p)).unwrap_or(0);
    let list = List { selected, offset: selected.saturating_sub(4) };
    Dialog::Picker(Picker { setting, choices, list, opened_on: selected, typed: String::new(), error: None })
}

/// Takes a key in; `action` is what the keymap makes of it.
pub fn key(model: &mut Model, event: KeyEvent, action: Option<Action>) {
    let Some(Dialog::Picker(picker)) = model.workspace.dialogs.last_mut() else { return };
    match event.code {
        KeyCode::Esc => _ = model.workspace.dialogs.pop(),
        KeyCode::Enter => choose(model),
        KeyCode::Backspace => _ = picker.typed.pop(),
        KeyCode::Char(digit) if digit.is_ascii_digit() && picker.takes_number() && picker.typed.len() < 7 => {
            picker.typed.push(digit);
            picker.error = None;
        }
        _ => {
            if let Some(action) = action {
                picker.list.motion(action, picker.choices.len(), model.workspace.drawn.rows);
                picker.error = None;
            }
        }
    }
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

/// Has what is under the cursor hold, or says why it cannot.
pub fn choose(model: &mut Model) {
    let lang = model.session.lang;
    let Some(Dialog::Picker(mut picker)) = model.workspace.dialogs.pop() else { return };
    let chosen = match picker.choice() {
        Ok(Some(choice)) => apply(model, choice),
        Ok(None) => Ok(()),
        Err(error) => Err(error),
    };
    if let Err(error) = chosen {
        picker.error = Some(say::wrong_recipe(&error, lang));
        model.workspace.dialogs.push(Dialog::Picker(picker));
    }
}

/// Makes a choice hold.
///
/// # Errors
/// Where it does not go with the rest of the recipe.
pub fn apply(model: &mut Model, choice: Choice) -> Result<(), RecipeError> {
    if let Some(recipe) = choice.apply(&model.workspace.batch.recipe) {
        change_recipe(model, recipe.checked()?);
        return Ok(());
    }
    match choice {
        Choice::Colours(theme) => model.session.look.choose(theme),
        Choice::PairSort(sort) => model.workspace.overview.sort = sort,
        Choice::FeatureSort(order) => {
            model.workspace.pipeline.order = order;
            model.workspace.pipeline.list = List::default();
        }
        Choice::Document(document) => model.workspace.pipeline.document = Some(document),
        Choice::Pair(row) => {
            if let Some(pair) = model.workspace.listed(row) {
                let documents = pair.documents();
                model.workspace.select(documents);
            }
        }
        Choice::BitsPerRow(bits) => model.workspace.bits.per_row = bits,
        Choice::Lesson(lesson) => lesson::open_included(model, lesson),
        Choice::Export(keepsake) => model.workspace.keepsake = Some(keepsake),
        Choice::Preset(preset, other) => lab::preset(model, preset, other),
        _ => {}
    }
    Ok(())
}

/// Everything is computed anew in the background; until then the old results stand, marked as such.
pub fn change_recipe(model: &mut Model, recipe: Recipe) {
    model.workspace.batch.set_recipe(recipe);
}
