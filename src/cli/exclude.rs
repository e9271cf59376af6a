//! The options for exclusions; for those that are not given, the settings decide.

use std::ffi::OsString;

use clap::{Args, ValueEnum, ValueHint, error::ErrorKind};

use super::{CommandError, documents, print_error, settings::ResolvedSettings, usage};
use crate::{
    compare::exclusion::{Exclusions, Pattern, PatternError},
    document::{self, safe_path},
    review::{BaseText, ExclusionRules, GivenRules, Roots},
    say,
    simhash::Tokenizer,
};

/// The options for exclusions.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Exclusions")]
pub(super) struct ExclusionArguments {
    /// Exclude quotations, references at the end, or none
    ///
    /// Quotations are “…”, ‘…’, 「…」, 『…』, "…" and lines that begin with >. none overrides the settings.
    #[arg(long = "exclude", value_name = "WHAT", value_enum, value_delimiter = ',', hide_possible_values = true)]
    pub kinds: Vec<ExclusionKind>,
    /// Exclude matches of this regular expression; repeatable
    ///
    /// Syntax of the Rust crate regex; ^ and $ match the ends of a line.
    #[arg(long = "exclude-pattern", value_name = "RE", value_parser = pattern, allow_hyphen_values = true)]
    pub patterns: Vec<Option<Pattern>>,
    /// Exclude passages of this document, such as a form; repeatable
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub base: Vec<OsString>,
}

/// The same, and passages common to many documents.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct BatchExclusionArguments {
    /// The exclusions that two documents can have too.
    #[command(flatten)]
    pub of_two: ExclusionArguments,
    /// Exclude passages in N (3 or more) documents; 0 for none [default: 0]
    #[arg(long, value_name = "N", value_parser = least, allow_negative_numbers = true)]
    #[arg(help_heading = "Exclusions")]
    pub common: Option<usize>,
    #[command(flatten)]
    pub scores: ScoreArguments,
}

/// The scores that count where text is excluded.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct ScoreArguments {
    /// Use the scores of whole texts, including excluded text
    ///
    /// This decides order, flags, counts and exit code; exclusions then affect only the display.
    #[arg(long, help_heading = "Exclusions")]
    pub whole: bool,
}

/// A kind of stretches that is found by its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ExclusionKind {
    /// Text between quotation marks, and block quotes.
    Quotations,
    /// References at the end.
    References,
    /// Exclude nothing.
    None,
}

/// `None` for an empty pattern, which overrides the patterns of the settings.
fn pattern(text: &str) -> Result<Option<Pattern>, PatternError> {
    if text.is_empty() { Ok(None) } else { Pattern::new(text).map(Some) }
}

fn least(text: &str) -> Result<usize, &'static str> {
    let least = text.parse().ok().filter(|&n| n == 0 || n >= 3);
    least.ok_or("must be 3 or more, or 0 for none")
}

impl BatchExclusionArguments {
    pub(super) fn given(&self) -> bool {
        self.of_two.given() || self.common.is_some()
    }

    /// The rules of the settings and those given here; reads the base texts, whose paths are under `roots`.
    pub(super) fn rules(
        self,
        command: &str,
        settings: &ResolvedSettings,
        roots: &Roots,
    ) -> Result<ExclusionRules, CommandError> {
        let Some(given) = self.of_two.read_with(self.common, command, settings, roots)? else {
            return Ok(ExclusionRules::default());
        };
        let common = settings.config.common();
        let mut rules = ExclusionRules::new(&Exclusions { common, ..of_settings(settings) }, given);
        rules.whole = self.scores.whole;
        Ok(rules)
    }
}

impl ExclusionArguments {
    pub(super) fn given(&self) -> bool {
        !self.kinds.is_empty() || !self.patterns.is_empty() || !self.base.is_empty()
    }

    /// As those of a batch, for the documents of a command that compares no batch.
    pub(super) fn rules(self, command: &str, settings: &ResolvedSettings) -> Result<ExclusionRules, CommandError> {
        let given = self.read_with(None, command, settings, &Roots::default())?;
        Ok(given.map_or_else(ExclusionRules::default, |given| ExclusionRules::new(&of_settings(settings), given)))
    }

    /// What these rules exclude; `None` where they exclude nothing.
    pub(super) fn read(self, command: &str, settings: &ResolvedSettings) -> Result<Option<Exclusions>, CommandError> {
        Ok(Some(self.rules(command, settings)?.exclusions()).filter(|exclusions| !exclusions.is_empty()))
    }

    /// The rules given here; `None` for a list of features, of which nothing can be excluded.
    fn read_with(
        self,
        common: Option<usize>,
        command: &str,
        settings: &ResolvedSettings,
        roots: &Roots,
    ) -> Result<Option<GivenRules>, CommandError> {
        if settings.recipe.tokenizer == Tokenizer::Given {
            let excludes = self.base.len() + self.patterns.iter().flatten().count() > 0
                || self.kinds.iter().any(|kind| *kind != ExclusionKind::None)
                || common.is_some_and(|least| least > 0);
            let message = "nothing can be excluded from a list of features: take --exclude, --exclude-pattern, --base \
                           and --common away, or a recipe that reads texts";
            // The exclusions of the settings are for texts.
            return if excludes { Err(usage(command, ErrorKind::ArgumentConflict, message)) } else { Ok(None) };
        }
        let Self { kinds, patterns, base } = self;
        let kinds = (!kinds.is_empty())
            .then(|| [ExclusionKind::Quotations, ExclusionKind::References].map(|kind| kinds.contains(&kind)));
        let patterns = (!patterns.is_empty()).then(|| patterns.into_iter().flatten().collect());
        let base = base.iter().map(|file| read_base(file, command, settings, roots)).collect::<Result<_, _>>()?;
        Ok(Some(GivenRules { kinds, common, patterns, base }))
    }
}

/// The exclusions of the settings.
fn of_settings(settings: &ResolvedSettings) -> Exclusions {
    let [quotations, references] = settings.config.exclude();
    let ignored = |error| print_error(&say::pattern_error(&error, settings.lang));
    let patterns = settings.config.patterns().filter_map(|pattern| pattern.map_err(ignored).ok()).collect();
    Exclusions { quotations, references, patterns, ..Exclusions::default() }
}

fn read_base(
    file: &OsString,
    command: &str,
    settings: &ResolvedSettings,
    roots: &Roots,
) -> Result<BaseText, CommandError> {
    let read = document::read(&documents::source(file));
    let document = read.map_err(|error| {
        usage(command, ErrorKind::Io, &format!("--base: {}", say::read_error(&error, settings.lang)))
    })?;
    BaseText::new(&document, roots, settings.run).ok_or_else(|| {
        let message = format!(
            "--base {}: the text is too short to hold a run of {} Han characters or {} words; see --run",
            safe_path(file),
            settings.run.han,
            settings.run.words
        );
        usage(command, ErrorKind::ValueValidation, &message)
    })
}
