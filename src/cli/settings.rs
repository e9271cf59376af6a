//! The settings as flags, in groups that a command takes where they act: the strongest layer of
//! [`config`](crate::config); and the colours of plain output, which they decide.

use std::{
    env,
    ffi::OsStr,
    io::{self, IsTerminal},
    path::PathBuf,
};

use clap::{
    Arg, Args, Command,
    builder::{EnumValueParser, PossibleValue, PossibleValuesParser, TypedValueParser},
};

use super::progress::ProgressForm;
use crate::{
    compare::{DEFAULT_K, coverage::RunLength},
    config::{
        self, ColorChoice, Config, RecipeField, RecipeText, SettingError, SettingErrorKind, SettingKey, SettingOrigin,
        ThemeName,
    },
    locale::Lang,
    say,
    simhash::{Recipe, RecipeError, RecipeWithK},
    t,
};

/// Reads a language: its name, or any locale of it.
#[derive(Clone)]
struct LangParser;

impl TypedValueParser for LangParser {
    type Value = Lang;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Lang, clap::Error> {
        match value.to_str().and_then(Lang::of_locale) {
            Some(lang) => Ok(lang),
            None => EnumValueParser::<Lang>::new().parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(["en", "zh"].into_iter().map(PossibleValue::new)))
    }
}

/// The settings of a command line; clap checked only those whose values it can list.
#[derive(Clone, Debug, Default)]
pub(super) struct FlagLayer {
    /// `None` for a command that takes none.
    recipe: Option<RecipeFlags>,
    others: Vec<(SettingKey, String)>,
}

impl FlagLayer {
    fn with(mut self, key: SettingKey, value: Option<String>) -> Self {
        self.others.extend(value.map(|value| (key, value)));
        self
    }

    #[must_use]
    pub(super) fn and(mut self, more: impl Into<Self>) -> Self {
        let Self { recipe, others } = more.into();
        self.others.extend(others);
        Self { recipe: recipe.or(self.recipe), ..self }
    }
}

/// The settings of every command.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct CommonFlags {
    /// Language: en or zh [default: the environment's]
    ///
    /// A locale such as zh_CN.UTF-8 selects its language.
    #[arg(long, global = true, value_name = "LANG", value_parser = LangParser, hide_possible_values = true,
        help_heading = None::<&str>)]
    lang: Option<Lang>,
    /// Show progress on a terminal (auto), or as lines of JSON on standard error (json)
    #[arg(long, global = true, value_name = "FORM", value_enum, default_value_t, hide_short_help = true,
        help_heading = None::<&str>)]
    pub progress: ProgressForm,
    /// Settings file, or none [default: see 'simscope config path']
    #[arg(long, global = true, value_name = "FILE", help_heading = None::<&str>)]
    config: Option<PathBuf>,
}

/// The settings that change bits.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Recipe: the settings that change bits")]
pub(super) struct RecipeFlags {
    /// A profile of another system, robust, or a recipe line
    ///
    /// Each result begins with its recipe line. The profiles are pypi-simhash, pypi-simhash-list, article-003,
    /// text-dedup, mfonda, mfonda-unicode, simhash-rs, simhash-py, gaoya, yanyiwu and yanyiwu-text; robust has 128 bits
    /// and its own threshold. A recipe line can end in a threshold (;k=17). The options below override parts of the
    /// recipe, as do values after a name or line (article-003;bits=64).
    #[arg(long, value_name = "NAME|LINE")]
    recipe: Option<String>,
    /// Kind of tokens, such as chars:3 [default: jieba]
    ///
    /// jieba, words, chars:N, word-ngrams:N (N from 1 to 16), space, keywords, java-space, pypi-windows:N,
    /// text-dedup-ngrams:N, mfonda-words, mfonda-unicode, given (lines of feature TAB weight [TAB hash]; implies
    /// --weight given).
    #[arg(long, value_name = "NAME")]
    tokens: Option<String>,
    /// Differences to ignore, such as case+no-urls [default: no-urls]
    ///
    /// none, or a set of case, nfkc (compatibility forms and case), han (Traditional to Simplified), han-words (also
    /// Taiwan words to mainland words), skeleton (look-alike letters), no-urls (URLs and file names), no-numbers.
    #[arg(long, value_name = "NAME")]
    fold: Option<String>,
    /// Weight of a feature, such as tf or tfidf [default: tfsqrtidf]
    ///
    /// tf, tfidf, tfidf:N, tfsqrtidf, tfsqrtidf:N (only the N highest weights), 1+lntf, binary, keyword, keyword:N,
    /// given, given:N (implies --tokens given).
    #[arg(long, value_name = "NAME")]
    weight: Option<String>,
    /// Hash function of features, such as md5 [default: xxh3-64]
    ///
    /// xxh3-64, xxh3-128, md5, siphash, fnv1, lookup3, md5-low, article-003, xxh3-64-seed42, siphash-gaoya.
    #[arg(long, value_name = "NAME")]
    hash: Option<String>,
    /// Width of the fingerprint: 3 to 128, as the hash allows [default: 64]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    bits: Option<String>,
    /// Bit for a column sum of exactly 0: gt gives 0, ge gives 1 [default: gt]
    #[arg(long, value_name = "RULE")]
    tie: Option<String>,
}

/// The length from which a run counts as shared.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Thresholds")]
pub(super) struct RunFlags {
    /// Shortest shared passage, in Han characters and in words [default: 13,8]
    #[arg(long, value_name = "HAN,WORDS", value_parser = run_lengths)]
    run: Option<String>,
}

/// What makes two documents near, and what they share much.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Thresholds")]
pub(super) struct ThresholdFlags {
    /// Largest HD (bits that differ) of near-duplicates [default: the recipe's, else 3]
    #[arg(short = 'k', long, value_name = "N", allow_negative_numbers = true)]
    threshold: Option<String>,
    #[command(flatten)]
    run: RunFlags,
    /// Percentage of either text that counts as much shared text [default: 60]
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_negative_numbers = true)]
    shared: Option<String>,
}

/// How text is printed.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Appearance")]
pub(super) struct PrintFlags {
    /// When to use colour [default: on a terminal, unless NO_COLOR is set]
    #[arg(long, value_name = "WHEN", value_parser = PossibleValuesParser::new(ColorChoice::NAMES))]
    color: Option<String>,
    #[command(flatten)]
    marks: MarkFlags,
}

/// The marks in what is printed.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Appearance")]
pub(super) struct MarkFlags {
    /// Draw only ASCII marks
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
        value_parser = PossibleValuesParser::new(["true", "false"]), hide_possible_values = true)]
    ascii: Option<String>,
}

/// How the screens look.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Appearance")]
pub(super) struct LookFlags {
    /// Colour theme of the screens [default: auto, by the terminal's background]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(ThemeName::NAMES))]
    theme: Option<String>,
    #[command(flatten)]
    print: PrintFlags,
    /// Large print, for a projector
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
        value_parser = PossibleValuesParser::new(["true", "false"]), hide_possible_values = true)]
    big: Option<String>,
}

/// The settings of commands that compare and print.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct CompareFlags {
    #[command(flatten)]
    thresholds: ThresholdFlags,
    #[command(flatten)]
    recipe: RecipeFlags,
    #[command(flatten)]
    print: PrintFlags,
}

/// The settings of commands that open screens.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct ScreenFlags {
    #[command(flatten)]
    thresholds: ThresholdFlags,
    #[command(flatten)]
    recipe: RecipeFlags,
    #[command(flatten)]
    look: LookFlags,
}

fn run_lengths(text: &str) -> Result<String, String> {
    allowed(SettingKey::Run, text)
}

fn percent(text: &str) -> Result<String, String> {
    allowed(SettingKey::Shared, text)
}

fn allowed(key: SettingKey, text: &str) -> Result<String, String> {
    let allowed = || format!("allowed: {}", key.allowed());
    config::check(key, text).map_or_else(|_| Err(allowed()), |()| Ok(text.to_owned()))
}

impl From<&CommonFlags> for FlagLayer {
    fn from(common: &CommonFlags) -> Self {
        let lang = common.lang.map(|lang| if lang.is_chinese() { "zh" } else { "en" }.to_owned());
        Self::default().with(SettingKey::Lang, lang)
    }
}

impl From<RunFlags> for FlagLayer {
    fn from(RunFlags { run }: RunFlags) -> Self {
        Self::default().with(SettingKey::Run, run)
    }
}

impl From<ThresholdFlags> for FlagLayer {
    fn from(ThresholdFlags { threshold, run, shared }: ThresholdFlags) -> Self {
        Self::from(run).with(SettingKey::K, threshold).with(SettingKey::Shared, shared)
    }
}

impl From<RecipeFlags> for FlagLayer {
    fn from(recipe: RecipeFlags) -> Self {
        Self { recipe: Some(recipe), ..Self::default() }
    }
}

impl From<PrintFlags> for FlagLayer {
    fn from(PrintFlags { color, marks }: PrintFlags) -> Self {
        Self::from(marks).with(SettingKey::Color, color)
    }
}

impl From<MarkFlags> for FlagLayer {
    fn from(MarkFlags { ascii }: MarkFlags) -> Self {
        Self::default().with(SettingKey::Ascii, ascii)
    }
}

impl From<LookFlags> for FlagLayer {
    fn from(LookFlags { theme, print, big }: LookFlags) -> Self {
        Self::from(print).with(SettingKey::Theme, theme).with(SettingKey::Big, big)
    }
}

impl From<CompareFlags> for FlagLayer {
    fn from(CompareFlags { thresholds, recipe, print }: CompareFlags) -> Self {
        Self::from(thresholds).and(recipe).and(print)
    }
}

impl From<ScreenFlags> for FlagLayer {
    fn from(ScreenFlags { thresholds, recipe, look }: ScreenFlags) -> Self {
        Self::from(thresholds).and(recipe).and(look)
    }
}

#[derive(Clone, Debug)]
pub(super) struct ResolvedSettings {
    pub recipe: Recipe,
    /// The threshold, if one was given.
    pub given_k: Option<u32>,
    pub lang: Lang,
    /// The shortest shared run.
    pub run: RunLength,
    /// All settings, each with its origin.
    pub config: Config,
}

impl ResolvedSettings {
    /// The threshold: the largest distance called near.
    pub(super) fn k(&self) -> u32 {
        self.given_k.unwrap_or(DEFAULT_K.min(u32::from(self.recipe.bits)))
    }

    /// The colours of standard output, if any.
    pub(super) fn colours(&self) -> Option<Colours> {
        Colours::of_output(self.config.color())
    }
}

impl CommonFlags {
    /// The settings of the file and the environment. Values with errors do not take effect.
    pub(super) fn layers(&self) -> (Config, Vec<SettingError>) {
        let (file, mut errors) = config::read(self.config.as_deref());
        let (environment, wrong) = config::of_environment(|name| env::var(name).ok());
        errors.extend(wrong);
        let mut merged = Config::default();
        for layer in [file, environment] {
            if let Err((origin, error)) = merged.merge(layer) {
                errors.push(SettingError::new((&origin).into(), SettingErrorKind::Recipe(error)));
            }
        }
        (merged, errors)
    }
}

impl FlagLayer {
    /// The language of the flags, else that of the layers below.
    pub(super) fn lang(&self, config: &Config) -> Lang {
        let said = self.others.iter().find(|(key, _)| *key == SettingKey::Lang);
        said.and_then(|(_, lang)| Lang::of_locale(lang)).unwrap_or_else(|| config.lang())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.others.is_empty() && self.said().is_ok_and(|said| said.is_empty())
    }

    /// Merges the flags over the layers below. If no recipe is named here, its parts override `stored`, that of
    /// fingerprints made before or of a review, or else what the layers say.
    ///
    /// # Errors
    /// A sentence that says what is allowed.
    pub(super) fn resolve(&self, mut config: Config, stored: Option<&RecipeWithK>) -> Result<ResolvedSettings, String> {
        let mut flags = Config::default();
        for (key, text) in &self.others {
            // clap has looked at all but the threshold, which has to fit the recipe.
            _ = flags.set(*key, text, SettingOrigin::Flag);
        }
        let lang = self.lang(&config);
        let wrong = |error| say::recipe_error(&error, lang);
        if let Some(stored) = stored {
            let mut layer = Config::default();
            // Whoever read it looked at it already.
            _ = layer.set(SettingKey::Recipe, &stored.to_string(), SettingOrigin::Flag);
            config.merge(layer).map_err(|(_, error)| wrong(error))?;
        }
        let said = self.said().map_err(wrong)?;
        if !said.is_empty() {
            _ = flags.set(SettingKey::Recipe, &said.to_string(), SettingOrigin::Flag);
        }
        config.merge(flags).map_err(|(_, error)| wrong(error))?;
        let (lang, recipe) = (config.lang(), config.recipe().map_err(wrong)?);
        let given_k = match self.others.iter().find(|(key, _)| *key == SettingKey::K) {
            Some((_, k)) => Some(read_k(k, recipe.bits, lang)?),
            None => config.k(recipe.bits),
        };
        Ok(ResolvedSettings { recipe, given_k, lang, run: config.run(), config })
    }

    fn said(&self) -> Result<RecipeText, RecipeError> {
        self.recipe.as_ref().map(RecipeFlags::said).transpose().map(Option::unwrap_or_default)
    }
}

impl RecipeFlags {
    /// The width, if it is asked for.
    pub(super) fn has_bits(&self) -> bool {
        self.bits.is_some()
    }

    fn said(&self) -> Result<RecipeText, RecipeError> {
        let Self { recipe, tokens, fold, weight, hash, bits, tie } = self;
        let mut said: RecipeText = recipe.as_deref().map(str::parse).transpose()?.unwrap_or_default();
        let parts = [
            (RecipeField::Tokens, tokens),
            (RecipeField::Fold, fold),
            (RecipeField::Weight, weight),
            (RecipeField::Hash, hash),
            (RecipeField::Bits, bits),
            (RecipeField::Tie, tie),
        ];
        for (part, value) in parts {
            if let Some(value) = value {
                said.set(part, value)?;
            }
        }
        Ok(said)
    }
}

fn read_k(text: &str, bits: u8, lang: Lang) -> Result<u32, String> {
    let k = text.parse().ok().filter(|&k| k <= u32::from(bits));
    k.ok_or_else(|| t!(lang, "wrong.k", text = format!("{text:?}"), bits))
}

/// The colours of changed words: orange and struck through where removed, blue and underlined where added, so that
/// nothing is said by colour alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Colours {
    /// Begins what was removed.
    pub removed: &'static str,
    /// Begins what was added.
    pub added: &'static str,
    /// Begins what was moved; its label says so too.
    pub moved: &'static str,
    /// Begins excluded text.
    pub struck: &'static str,
    /// Begins secondary text.
    pub dim: &'static str,
    /// The sequence that begins a title.
    pub bold: &'static str,
}

/// Ends any of them.
pub(super) const END: &str = "\u{1b}[0m";

impl Colours {
    /// Those of standard output; `None` if none are wanted. Unless set otherwise, they are wanted on a terminal that
    /// is not dumb. `NO_COLOR` is one of the ways to say `color`.
    pub(super) fn of_output(color: ColorChoice) -> Option<Self> {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let term = set("TERM").unwrap_or_default();
        let wanted = match color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            // A pager that git started shows colours.
            ColorChoice::Auto => {
                (io::stdout().is_terminal() || set("GIT_PAGER_IN_USE").is_some_and(|used| used == "true"))
                    && term != "dumb"
            }
        };
        if !wanted {
            return None;
        }
        let many = set("COLORTERM").is_some() || term.to_string_lossy().contains("256");
        Some(if many { Self::MANY } else { Self::FEW })
    }

    /// From the xterm palette, of a lightness that can be read on dark and on light grounds.
    const MANY: Self = Self {
        removed: "\u{1b}[9;38;5;172m",
        added: "\u{1b}[4;38;5;32m",
        moved: "\u{1b}[38;5;97m",
        struck: "\u{1b}[2;9m",
        dim: "\u{1b}[2m",
        bold: "\u{1b}[1m",
    };
    /// From the 16 ANSI colours, which have no orange.
    const FEW: Self = Self {
        removed: "\u{1b}[9;35m",
        added: "\u{1b}[4;34m",
        moved: "\u{1b}[36m",
        struck: "\u{1b}[2;9m",
        dim: "\u{1b}[2m",
        bold: "\u{1b}[1m",
    };
}
