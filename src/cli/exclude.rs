//! The options for exclusions; for those that are not given, the settings decide.

use std::ffi::OsString;

use clap::{Args, ValueEnum, ValueHint, error::ErrorKind};

use super::{CommandError, documents, settings::ResolvedSettings, usage};
use crate::{
    compare::{
        coverage::Windows,
        exclusion::{Base, Exclusions, Pattern, PatternError},
    },
    document::{self, safe_name},
    review::{ExclusionRules, RuleOverrides},
    simhash::Tokenizer,
};

/// What is to be left out. The numbers with it stay, and those without it stand beside them.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "What is left out: numbers with and without it stand side by side")]
pub(super) struct ExclusionArguments {
    /// Leave out quotations (“…”, ‘…’, 「…」, 『…』, "…", lines that begin with >) or the list of references at the end;
    /// none where the settings ask for it
    #[arg(long = "exclude", value_name = "WHAT", value_enum, value_delimiter = ',')]
    pub kinds: Vec<ExclusionKind>,
    /// Leave out what matches this regular expression (of the crate regex; ^ and $ are the ends of a line); may be given
    /// many times
    #[arg(long = "exclude-pattern", value_name = "RE", value_parser = pattern, allow_hyphen_values = true)]
    pub patterns: Vec<Option<Pattern>>,
    /// Leave out passages that stand in this document too, such as a form or an assignment; may be given many times
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub base: Vec<OsString>,
}

/// The same, and what is common to many documents.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct BatchExclusionArguments {
    /// What two documents can leave out too.
    #[command(flatten)]
    pub of_two: ExclusionArguments,
    /// Leave out passages that stand in at least N of the documents: 3 or more, or 0 for none
    #[arg(long, value_name = "N", value_parser = least, allow_negative_numbers = true)]
    #[arg(help_heading = "What is left out: numbers with and without it stand side by side")]
    pub common: Option<usize>,
}

/// A kind of stretches that is found by its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ExclusionKind {
    /// What stands between quotation marks, and block quotes.
    Quotations,
    /// The list of references at the end.
    References,
    /// Neither.
    None,
}

/// `None` for an empty pattern, which overrides the patterns of the settings.
fn pattern(text: &str) -> Result<Option<Pattern>, PatternError> {
    if text.is_empty() { Ok(None) } else { Pattern::new(text).map(Some) }
}

fn least(text: &str) -> Result<usize, &'static str> {
    let least = text.parse().ok().filter(|&n| n == 0 || n >= 3);
    least.ok_or(
        "allowed is a whole number from 3, or 0 for none: what stands in two documents is what comparing them is about",
    )
}

impl BatchExclusionArguments {
    /// Whether any of the options was given.
    pub(super) fn given(&self) -> bool {
        self.of_two.given() || self.common.is_some()
    }

    /// Reads the base texts; what the command line does not say, the settings do.
    pub(super) fn rules(self, command: &str, settings: &ResolvedSettings) -> Result<ExclusionRules, CommandError> {
        let ExclusionArguments { kinds, patterns, .. } = &self.of_two;
        let said =
            RuleOverrides { kinds: !kinds.is_empty(), common: self.common.is_some(), patterns: !patterns.is_empty() };
        Ok(ExclusionRules::new(&self.read(command, settings)?.unwrap_or_default(), said))
    }

    /// The same; `None` where nothing is to be left out.
    fn read(self, command: &str, settings: &ResolvedSettings) -> Result<Option<Exclusions>, CommandError> {
        let common = match self.common {
            Some(least) => Some(least).filter(|&least| least > 0),
            None => settings.config.common(),
        };
        let said = self.given();
        self.of_two.read_with((common, said), command, settings)
    }
}

impl ExclusionArguments {
    pub(super) fn given(&self) -> bool {
        !self.kinds.is_empty() || !self.patterns.is_empty() || !self.base.is_empty()
    }

    pub(super) fn rules(self, command: &str, settings: &ResolvedSettings) -> Result<ExclusionRules, CommandError> {
        Ok(ExclusionRules::new(&self.read(command, settings)?.unwrap_or_default(), RuleOverrides::default()))
    }

    pub(super) fn read(self, command: &str, settings: &ResolvedSettings) -> Result<Option<Exclusions>, CommandError> {
        let said = self.given();
        self.read_with((None, said), command, settings)
    }

    fn read_with(
        self,
        (common, said): (Option<usize>, bool),
        command: &str,
        settings: &ResolvedSettings,
    ) -> Result<Option<Exclusions>, CommandError> {
        let base = self.base.iter().map(|file| read_base(file, command, settings));
        let [quotations, references] = match &self.kinds[..] {
            [] => settings.config.exclude(),
            kinds => [kinds.contains(&ExclusionKind::Quotations), kinds.contains(&ExclusionKind::References)],
        };
        let exclusions = Exclusions {
            quotations,
            references,
            base: base.collect::<Result<_, CommandError>>()?,
            common,
            patterns: match &self.patterns[..] {
                [] => settings.config.patterns(),
                patterns => patterns.iter().flatten().cloned().collect(),
            },
            marked: Vec::new(),
        };
        if exclusions.is_empty() {
            return Ok(None);
        }
        if settings.recipe.tokenizer == Tokenizer::Given {
            let message = "nothing can be left out of a list of features: take --exclude, --exclude-pattern, --base and \
                           --common away, or a recipe that reads texts";
            // What the settings ask for is asked of texts.
            return if said { Err(usage(command, ErrorKind::ArgumentConflict, message)) } else { Ok(None) };
        }
        Ok(Some(exclusions))
    }
}

fn read_base(file: &OsString, command: &str, settings: &ResolvedSettings) -> Result<Base, CommandError> {
    let read = document::read(&documents::source(file));
    let document = read.map_err(|error| usage(command, ErrorKind::Io, &format!("--base: {error}")))?;
    // Nobody holds the other end of this watch, so it is never stopped.
    let windows = Windows::new(&document.text, settings.run);
    if windows.holds_runs() {
        return Ok(Base { name: safe_name(&file.to_string_lossy()), windows: windows.into() });
    }
    let message = format!(
        "--base {}: the text is too short to hold a run of {} Han characters or {} words; see --run-han, --run-words",
        safe_name(&file.to_string_lossy()),
        settings.run.han,
        settings.run.words
    );
    Err(usage(command, ErrorKind::ValueValidation, &message))
}
