//! What every command begins with: the settings, and what is wrong with them. Must not know what a command needs beside.

use clap::error::ErrorKind;

use super::{
    CommandError, complain,
    settings::{Chosen, Settings},
    stored::{self, Stored},
    usage, warn_of,
};
use crate::{
    config::{Config, SettingError},
    document::LeftOut,
    locale::Lang,
    say, t,
    text::{self, Drawing},
};

/// The settings before a command has chosen by them.
pub struct Start {
    settings: Settings,
    /// What the file and the environment say.
    config: Config,
    /// Settings of these that do not hold.
    pub errors: Vec<SettingError>,
    /// The language.
    pub lang: Lang,
    /// The command; empty where there is none.
    command: &'static str,
    /// What was written before the command and belongs behind it, as a sentence.
    misplaced: Option<&'static str>,
}

impl Start {
    /// Reads the settings for a command.
    pub fn new(settings: Settings, command: &'static str, misplaced: Option<&'static str>) -> Self {
        let (config, errors) = settings.layers();
        let lang = settings.lang(&config);
        Self { settings, config, errors, lang, command, misplaced }
    }

    /// Names the settings that do not hold, on standard error.
    #[must_use]
    pub fn warned(self) -> Self {
        warn_of(&self.errors, self.lang);
        self
    }

    /// The same unless there will be screens, which name them.
    #[must_use]
    pub fn warned_unless(self, screens: bool) -> Self {
        if screens { self } else { self.warned() }
    }

    /// Names what is skipped in folders, on standard error.
    #[must_use]
    pub fn skipping(self, skipped: &[LeftOut]) -> Self {
        name_skipped(skipped, self.lang);
        self
    }

    /// The settings. Where there are fingerprints made before, those have to be of one recipe, and that is the recipe
    /// unless the command line says otherwise.
    ///
    /// # Errors
    /// Where a setting is not allowed, or fingerprints are of another recipe.
    pub fn choose(&self, stored: &[Stored]) -> Result<Chosen, CommandError> {
        let recipe = stored.first().map(|stored| &stored.recipe);
        let chosen = self.settings.understand(self.config.clone(), recipe);
        let chosen = chosen.map_err(|message| usage(self.command, ErrorKind::ValueValidation, &message))?;
        text::decide(Drawing { wide: chosen.config.wide(), plain: chosen.config.plain_marks() });
        stored::agree(stored, &chosen.recipe, self.lang).map_err(CommandError::Failed)?;
        match self.misplaced {
            Some(what) => {
                let command = self.command;
                let message = format!("{what} after the command: simscope {command} [OPTIONS] FILE...");
                Err(usage(command, ErrorKind::ArgumentConflict, &message))
            }
            None => Ok(chosen),
        }
    }
}

/// Names what is skipped in folders, on standard error: the first of it each in a line.
pub fn name_skipped(skipped: &[LeftOut], lang: Lang) {
    const NAMED: usize = 20;
    for one in skipped.iter().take(NAMED) {
        complain(&say::skipped_file(one, lang));
    }
    if skipped.len() > NAMED {
        complain(&t!(lang, "cli.left-out-more", n = skipped.len() - NAMED));
    }
}
