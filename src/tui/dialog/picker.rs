//! The list in which one of several choices is made: its choices, its keys, and what a choice changes; and settings
//! that the command line changes.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use crate::{
    compare::DEFAULT_K,
    config::ThemeName,
    lab::Preset,
    lesson::included,
    say,
    simhash::{
        FeatureHash, Fold, FoldPart, Order, Profile, Recipe, RecipeError, Tie, Tokenizer, Weighting, parse_bits,
    },
    t,
    text::{truncate_middle, width},
    tui::{
        action::Action,
        model::{
            Choice, Drawn, LessonState, List, Model, Setting, Sort,
            dialog::Dialog,
            effect::{Effect, ScreenEffect},
        },
        screen::Screen,
        update::common::set_k,
        view::{
            frame::{frame, picker_keys},
            names,
            parts::choices,
        },
        widget::{Pen, lines_of, widest},
    },
};

/// Choices, and the one that holds.
type Choices = (Vec<Choice>, Option<Choice>);

/// A list to choose from.
#[derive(Clone, Debug)]
pub(crate) struct Picker {
    setting: Setting,
    choices: Vec<Choice>,
    list: List,
    /// The row of what holds now.
    opened_on: usize,
    /// Digits typed for a number that is not in the list.
    typed: String,
    /// Why what was chosen cannot be.
    error: Option<String>,
}

impl Dialog for Picker {
    fn draw(&self, model: &Model, pen: &mut Pen<'_>, drawn: &mut Drawn) {
        let lang = model.lang;
        let (title, _) = names::setting(lang, self.setting, &model.workspace.batch.recipe);
        let rows: Vec<(String, String)> = self.choices.iter().map(|&c| names::choice(model, c)).collect();
        let number = matches!(self.setting, Setting::Width | Setting::Tokens | Setting::Weight);
        let inside = usize::from(pen.area.width.saturating_sub(4));
        let names = usize::from(widest(rows.iter().map(|(name, _)| name))).min(inside / 2);
        // An explanation too long for its row is shown below the list while it is selected.
        let max_width = inside.saturating_sub(4 + names);
        let long = rows.iter().filter(|(_, beside)| width(beside) > max_width);
        let long = long.map(|(_, beside)| lines_of(beside, inside as u16)).max().unwrap_or(0);
        let taken = 2 * u16::from(number || self.error.is_some());
        let extra = taken.max(long + u16::from(long > 0));
        let mut dialog = frame(pen, rows.len() as u16 + 1 + extra, title, &picker_keys(model));
        let Pen { theme, area, .. } = dialog;
        let height = area.height.saturating_sub(extra + 1).max(1);
        for (row, y, style) in choices(&mut dialog, drawn, Rect { height, ..area }, &self.list, rows.len()) {
            let (name, beside) = &rows[row];
            dialog.text(area.x + 2, y, &truncate_middle(name, names), style);
            dialog.text_until(area.x + 4 + names as u16, y, area.right(), beside, theme.label);
        }
        if let Some((_, beside)) =
            rows.get(self.list.selected).filter(|(_, beside)| taken == 0 && width(beside) > max_width)
        {
            dialog.paragraph(area.x, area.bottom().saturating_sub(long), long, beside, theme.text);
        }
        let y = area.bottom().saturating_sub(1);
        if let Some(error) = &self.error {
            dialog.paragraph(area.x, y.saturating_sub(1), 2, error, theme.error);
        } else if number {
            let text = if self.typed.is_empty() {
                t!(lang, "overlay.number").to_owned()
            } else {
                format!("{} {}", t!(lang, "overlay.typed"), self.typed)
            };
            dialog.text(area.x, y, &text, if self.typed.is_empty() { theme.label } else { theme.alert });
        }
    }

    fn key(&mut self, model: &mut Model, event: KeyEvent, action: Option<Action>) -> Effect {
        match event.code {
            KeyCode::Esc => model.workspace.dialogs.close(),
            KeyCode::Enter => return self.choose(model),
            KeyCode::Backspace => _ = self.typed.pop(),
            KeyCode::Char(digit) if digit.is_ascii_digit() && self.takes_number() && self.typed.len() < 7 => {
                self.typed.push(digit);
                self.error = None;
            }
            _ => {
                if let Some(action) = action {
                    self.list.motion(action, self.choices.len(), model.workspace.drawn.rows);
                    self.error = None;
                }
            }
        }
        None
    }

    fn list(&mut self) -> Option<&mut List> {
        Some(&mut self.list)
    }

    fn pick(&mut self, model: &mut Model, row: usize) -> Effect {
        self.list.selected = row;
        self.typed.clear();
        self.choose(model)
    }

    fn theme(&self) -> Option<ThemeName> {
        match self.choices.get(self.list.selected) {
            Some(Choice::Colours(theme)) if self.list.selected != self.opened_on => Some(*theme),
            _ => None,
        }
    }
}

impl Picker {
    /// A picker for a setting, with the cursor on the present choice.
    pub(crate) fn new(model: &Model, setting: Setting) -> Self {
        let (choices, present) =
            of_recipe(&model.workspace.batch.recipe, setting).unwrap_or_else(|| of_screens(model, setting));
        let selected = present.and_then(|p| choices.iter().position(|c| *c == p)).unwrap_or(0);
        let list = List { selected, offset: selected.saturating_sub(4) };
        Self { setting, choices, list, opened_on: selected, typed: String::new(), error: None }
    }

    /// Applies the choice under the cursor, or says why it cannot be.
    fn choose(&mut self, model: &mut Model) -> Effect {
        let chosen = self.choice().and_then(|choice| choice.map_or(Ok(None), |choice| apply(model, choice)));
        chosen
            .inspect(|_| model.workspace.dialogs.close())
            .map_err(|error| self.error = Some(say::recipe_error(&error, model.lang)))
            .unwrap_or_default()
    }

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
    let workspace = &model.workspace;
    match setting {
        Setting::Theme => {
            let themes = ThemeName::ALL.iter().copied().map(Choice::Colours).collect();
            let present = if model.look.coloured { model.look.theme } else { ThemeName::Mono };
            (themes, Some(Choice::Colours(present)))
        }
        Setting::Sort => (Sort::ALL.map(Choice::PairSort).into(), Some(Choice::PairSort(workspace.overview.sort))),
        Setting::FeatureSort => {
            (Order::ALL.map(Choice::FeatureSort).into(), Some(Choice::FeatureSort(workspace.pipeline.order)))
        }
        Setting::Document => {
            let all = workspace.batch.present().map(Choice::Document).collect();
            // On screen 1 the list is there for documents that cannot be used.
            let failed = || workspace.batch.present().find(|&at| workspace.batch.entries[at].failed());
            let first = if workspace.screen == Screen::Overview { failed() } else { None };
            (all, Some(Choice::Document(first.unwrap_or(workspace.shown_document()))))
        }
        Setting::Pair => {
            let all = (0..workspace.listing.len()).map(Choice::Pair).collect();
            (all, Some(Choice::Pair(workspace.overview.list.selected)))
        }
        Setting::Lesson => {
            let present = workspace.lesson.as_ref().and_then(|reading| reading.included);
            (included().iter().copied().map(Choice::Lesson).collect(), present.map(Choice::Lesson))
        }
        Setting::Page => {
            let reading = workspace.lesson.as_ref();
            let all = (0..reading.map_or(0, LessonState::pages)).map(Choice::Page);
            (all.collect(), reading.map(|reading| Choice::Page(reading.page)))
        }
        Setting::Preset => {
            let ready = Preset::ALL.into_iter().filter(|preset| *preset != Preset::Append);
            let shown = workspace.shown_document();
            let others =
                model.workspace.batch.present().filter(|&at| at != shown && workspace.batch.document(at).is_some());
            let appended = others.map(|at| Choice::Preset(Preset::Append, Some(at)));
            (ready.map(|preset| Choice::Preset(preset, None)).chain(appended).collect(), None)
        }
        Setting::BitsPerRow => {
            let rows = [None, Some(16), Some(32), Some(64), Some(128)];
            (rows.map(Choice::BitsPerRow).into(), Some(Choice::BitsPerRow(workspace.bits.per_row)))
        }
        _ => (Vec::new(), None),
    }
}

/// Changes the recipe, and the threshold where one goes with it. A threshold that went with the recipe before goes with
/// it.
pub(super) fn set_recipe(model: &mut Model, recipe: Recipe, k: Option<u32>) {
    let before = &model.workspace.batch.recipe;
    let of_before = Profile::of(before).and_then(|profile| profile.k);
    let gone = *before != recipe && of_before == Some(model.workspace.k);
    model.workspace.batch.set_recipe(recipe);
    if let Some(k) = k.or(gone.then_some(DEFAULT_K)) {
        set_k(model, k);
    }
}

/// Makes a choice hold.
///
/// # Errors
/// If it does not go with the rest of the recipe.
pub(super) fn apply(model: &mut Model, choice: Choice) -> Result<Effect, RecipeError> {
    let workspace = &mut model.workspace;
    if let Some(recipe) = choice.apply(&workspace.batch.recipe) {
        let k = match choice {
            Choice::Profile(at) => Profile::named().nth(at).and_then(|profile| profile.k),
            _ => None,
        };
        set_recipe(model, recipe.checked()?, k);
        return Ok(None);
    }
    match choice {
        Choice::Colours(theme) => model.look.choose(theme),
        Choice::PairSort(sort) => workspace.overview.sort = sort,
        Choice::FeatureSort(order) => {
            workspace.pipeline.order = order;
            workspace.pipeline.list = List::default();
        }
        Choice::Document(document) => {
            workspace.pipeline.document = Some(document);
            if workspace.screen == Screen::Overview {
                workspace.screen = Screen::Pipeline;
            }
        }
        Choice::Pair(row) => {
            if let Some(pair) = workspace.listed(row) {
                let documents = pair.documents();
                workspace.select(documents);
            }
        }
        Choice::BitsPerRow(bits) => workspace.bits.per_row = bits,
        Choice::Lesson(lesson) => return Ok(Some(ScreenEffect::Lesson(lesson))),
        Choice::Page(page) => return Ok(Some(ScreenEffect::Page(page))),
        Choice::Preset(preset, other) => return Ok(Some(ScreenEffect::Preset(preset, other))),
        _ => {}
    }
    Ok(None)
}
