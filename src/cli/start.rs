//! The beginning of every command: settings and the errors in them. It must not know the commands.

use clap::error::ErrorKind;

use super::{
    CommandError, print_error, print_setting_errors, progress,
    settings::{CommonFlags, FlagLayer, ResolvedSettings},
    usage,
};
use crate::{
    config::{Config, SettingError, SettingKey},
    document::{SkippedFile, memory},
    locale::Lang,
    review::journal::Journal,
    say,
    simhash::{Recipe, RecipeWithK},
    store::StoredFingerprint,
    t,
    text::{self, Drawing},
};

/// The layers of settings that a command resolves, and the errors in them.
pub(super) struct Startup {
    flags: FlagLayer,
    /// The settings of the file and the environment.
    config: Config,
    /// Those settings do not take effect.
    pub errors: Vec<SettingError>,
    pub lang: Lang,
    /// The command; empty where there is none.
    command: String,
    /// The arguments written before the command that belong behind it, as the beginning of a sentence.
    misplaced: Option<&'static str>,
}

impl Startup {
    /// Reads the settings for a command.
    pub(super) fn new(common: &CommonFlags, command: String, misplaced: Option<&'static str>) -> Self {
        let (config, errors) = common.layers();
        let flags = FlagLayer::from(common);
        let lang = flags.lang(&config);
        progress::show_as(common.progress);
        Self { flags, config, errors, lang, command, misplaced }
    }

    /// The settings of the command itself.
    #[must_use]
    pub(super) fn with(self, flags: impl Into<FlagLayer>) -> Self {
        Self { flags: self.flags.and(flags), ..self }
    }

    /// The same settings for another command; the errors in them were shown.
    #[must_use]
    pub(super) fn of(self, command: &str) -> Self {
        Self { errors: Vec::new(), command: command.to_owned(), misplaced: None, ..self }
    }

    /// Prints the errors in settings on standard error.
    #[must_use]
    pub(super) fn warned(self) -> Self {
        print_setting_errors(&self.errors, self.lang);
        self
    }

    /// The same unless the screens are opened, which show the errors.
    #[must_use]
    pub(super) fn warned_unless(self, screens: bool) -> Self {
        if screens { self } else { self.warned() }
    }

    /// Prints what is skipped in folders on standard error.
    #[must_use]
    pub(super) fn skipping(self, skipped: &[SkippedFile]) -> Self {
        name_skipped(skipped, self.lang);
        self
    }

    /// The settings. Fingerprints made before must be of one recipe, and that is the recipe
    /// unless the command line says otherwise.
    ///
    /// # Errors
    /// If a setting is not allowed, or fingerprints are of another recipe.
    pub(super) fn resolve(&self, stored: &[StoredFingerprint]) -> Result<ResolvedSettings, CommandError> {
        let settings = self.over(stored.first().map(|stored| &stored.recipe))?;
        text::decide(Drawing { wide: settings.config.wide(), plain: settings.config.plain_marks() });
        memory::set_budget(settings.config.memory().unwrap_or_else(memory::default_budget));
        agree(stored, &settings.recipe, self.lang)?;
        match self.misplaced {
            Some(what) => {
                let command = &self.command;
                let message = format!("{what} after the command: simscope {command} [OPTIONS] FILE...");
                Err(usage(command, ErrorKind::ArgumentConflict, &message))
            }
            None => Ok(settings),
        }
    }

    /// The settings of a review: it keeps its recipe with its threshold, in place of that of the settings, unless the
    /// command line names one or there are fingerprints of another. Its notices say so.
    ///
    /// # Errors
    /// As [`resolve`](Self::resolve).
    pub(super) fn resolve_in_review(
        &self,
        stored: &[StoredFingerprint],
        journal: Option<&mut Journal>,
    ) -> Result<ResolvedSettings, CommandError> {
        let settings = self.resolve(stored)?;
        let Some(journal) = journal else { return Ok(settings) };
        let Some(last) = journal.recipe().filter(|last| last.recipe != settings.recipe) else { return Ok(settings) };
        if !stored.is_empty() {
            journal.note_recipe(&last, &settings.recipe);
            return Ok(settings);
        }
        let settings = self.over(Some(&last))?;
        if settings.recipe == last.recipe {
            journal.note_recipe(&last, &settings.recipe);
        }
        Ok(settings)
    }

    /// The settings of a library, whose recipe with its threshold is in place of that of the settings.
    ///
    /// # Errors
    /// As [`resolve`](Self::resolve), and if the command line says another recipe.
    pub(super) fn resolve_in_library(
        &self,
        recipe: &RecipeWithK,
        library: &str,
    ) -> Result<ResolvedSettings, CommandError> {
        self.resolve(&[])?;
        let settings = self.over(Some(recipe))?;
        if settings.recipe == recipe.recipe {
            return Ok(settings);
        }
        let settings = say::different_settings(&recipe.recipe.differences(&settings.recipe), self.lang);
        Err(CommandError::Failed(t!(self.lang, "library-file.other-recipe", file = library, settings)))
    }

    /// A setting of the file or the environment, or its default.
    pub(super) fn setting(&self, key: SettingKey) -> &str {
        self.config.text(key)
    }

    /// The flags over a recipe, and that over the other layers.
    fn over(&self, recipe: Option<&RecipeWithK>) -> Result<ResolvedSettings, CommandError> {
        let settings = self.flags.resolve(self.config.clone(), recipe);
        settings.map_err(|message| usage(&self.command, ErrorKind::ValueValidation, &message))
    }
}

/// Whether all were made with `recipe`.
///
/// # Errors
/// A sentence that names the settings of the first that was not.
fn agree(all: &[StoredFingerprint], recipe: &Recipe, lang: Lang) -> Result<(), String> {
    let Some(other) = all.iter().find(|stored| stored.recipe.recipe != *recipe) else { return Ok(()) };
    let here = match all.first() {
        Some(first) if first.recipe.recipe == *recipe => first.location(lang),
        _ => t!(lang, "stored.options").to_owned(),
    };
    let settings = say::different_settings(&other.recipe.recipe.differences(recipe), lang);
    Err(t!(lang, "stored.differ", there = other.location(lang), here, settings))
}

/// Prints what is skipped in folders on standard error: a line each for the first, a count of the others.
pub(super) fn name_skipped(skipped: &[SkippedFile], lang: Lang) {
    const NAMED: usize = 20;
    for one in skipped.iter().take(NAMED) {
        print_error(&say::skipped_file(one, lang));
    }
    if skipped.len() > NAMED {
        print_error(&t!(lang, "cli.skipped-more", n = skipped.len() - NAMED));
    }
}
