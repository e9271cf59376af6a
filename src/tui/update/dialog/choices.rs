//! The choices of each picker, and the one that is in effect now.

use crate::{
    config::ThemeName,
    lab::Preset,
    lesson::included,
    simhash::{FeatureHash, Fold, FoldPart, Order, Profile, Recipe, Tie, Tokenizer, Weighting},
    tui::{
        model::{Choice, Dialog, List, Model, Picker, Setting, Sort, WalkExport},
        screen::Screen,
    },
};

/// Choices, and the one that holds.
type Choices = (Vec<Choice>, Option<Choice>);

/// A picker for a setting, with the cursor on the choice that holds now.
pub(super) fn picker(model: &Model, setting: Setting) -> Dialog {
    let (choices, present) =
        of_recipe(&model.workspace.batch.recipe, setting).unwrap_or_else(|| of_screens(model, setting));
    let selected = present.and_then(|p| choices.iter().position(|c| *c == p)).unwrap_or(0);
    let list = List { selected, offset: selected.saturating_sub(4) };
    Dialog::Picker(Picker { setting, choices, list, opened_on: selected, typed: String::new(), error: None })
}

/// The choices of a part of the recipe; `None` of a setting that is none.
fn of_recipe(recipe: &Recipe, setting: Setting) -> Option<Choices> {
    Some(match setting {
        Setting::Profile => {
            let profiles = (0..Profile::named().count()).map(Choice::Profile);
            let present = Profile::of(recipe).and_then(|p| Profile::named().position(|q| q.name == p.name));
            (std::iter::once(Choice::Default).chain(profiles).collect(), present.map(Choice::Profile))
        }
        Setting::Tokens => (Tokenizer::ALL.map(Choice::Tokens).into(), Some(Choice::Tokens(recipe.tokenizer))),
        Setting::Fold => {
            let no_urls = Fold::NONE.with(FoldPart::NoUrls);
            let han_words = no_urls.with(FoldPart::Han).with(FoldPart::HanWords);
            let no_numbers = no_urls.with(FoldPart::NoNumbers);
            let cased = [Fold::CASE, Fold::NFKC, Fold::ALL].map(|fold| fold.and(no_urls));
            let folds = [&[no_urls], &cased[..], &[han_words, no_numbers, Fold::NONE]].concat();
            (folds.into_iter().map(Choice::Fold).collect(), Some(Choice::Fold(recipe.fold)))
        }
        Setting::Weight => (Weighting::OFFERED.map(Choice::Weight).into(), Some(Choice::Weight(recipe.weight))),
        Setting::Hash => (FeatureHash::ALL.map(Choice::Hash).into(), Some(Choice::Hash(recipe.hash))),
        Setting::Width => ([3, 6, 8, 16, 32, 64, 96, 128].map(Choice::Width).into(), Some(Choice::Width(recipe.bits))),
        Setting::Tie => (Tie::ALL.map(Choice::Tie).into(), Some(Choice::Tie(recipe.tie))),
        _ => return None,
    })
}

/// The choices of what is shown and how.
fn of_screens(model: &Model, setting: Setting) -> Choices {
    match setting {
        Setting::Colours => {
            let themes = ThemeName::ALL.iter().copied().map(Choice::Colours).collect();
            let present = if model.session.look.coloured { model.session.look.theme } else { ThemeName::Mono };
            (themes, Some(Choice::Colours(present)))
        }
        Setting::PairSort => {
            (Sort::ALL.map(Choice::PairSort).into(), Some(Choice::PairSort(model.workspace.overview.sort)))
        }
        Setting::FeatureSort => {
            (Order::ALL.map(Choice::FeatureSort).into(), Some(Choice::FeatureSort(model.workspace.pipeline.order)))
        }
        Setting::Document => {
            let all = model.workspace.batch.present().map(Choice::Document).collect();
            // On screen 1 the list is there for documents that cannot be used.
            let failed = || model.workspace.batch.present().find(|&at| model.workspace.batch.entries[at].failed());
            let first = if model.workspace.screen == Screen::Overview { failed() } else { None };
            (all, Some(Choice::Document(first.unwrap_or(model.workspace.shown_document()))))
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
        Setting::Export => (WalkExport::ALL.map(Choice::Export).into(), None),
        Setting::BitsPerRow => {
            let rows = [None, Some(16), Some(32), Some(64), Some(128)];
            (rows.map(Choice::BitsPerRow).into(), Some(Choice::BitsPerRow(model.workspace.bits.per_row)))
        }
        _ => (Vec::new(), None),
    }
}
