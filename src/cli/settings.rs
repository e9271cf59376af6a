//! The settings that all commands share, as flags: the strongest layer of [`config`](crate::config); and the colours of
//! plain output, which they decide.

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
    config::{self, ColorChoice, Config, SettingError, SettingErrorKind, SettingKey, SettingOrigin, ThemeName},
    locale::Lang,
    say,
    simhash::{Recipe, RecipeWithK},
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

/// The flags as text; clap checks only those whose values it can list.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Recipe: the settings that change bits")]
pub(super) struct SettingFlags {
    /// A profile of another system (pypi-simhash, pypi-simhash-list, article-003, text-dedup, mfonda, mfonda-unicode,
    /// simhash-rs, simhash-py, gaoya, yanyiwu, yanyiwu-text), robust (128 bits with their own k) or a whole line, such
    /// as the one that every result carries, with or without a k at its end (;k=17); the options below override it
    #[arg(long, global = true, value_name = "NAME|LINE")]
    recipe: Option<String>,
    /// Units that the text is cut into: jieba, words, chars:N, word-ngrams:N (N from 1 to 16), space, keywords,
    /// java-space, pypi-windows:N, text-dedup-ngrams:N, mfonda-words, mfonda-unicode, given (lines of feature TAB
    /// weight [TAB hash]; implies --weight given)
    #[arg(long, global = true, value_name = "NAME")]
    tokens: Option<String>,
    /// Differences to ignore and parts to skip before counting: none, or a set such as case+no-urls of case, nfkc
    /// (compatibility forms, and case), han (Traditional as Simplified), han-words (that, and words of Taiwan as the
    /// mainland's), skeleton (look-alike letters), no-urls (addresses and file names), no-numbers
    #[arg(long, global = true, value_name = "NAME")]
    fold: Option<String>,
    /// How much a feature counts: tf, tfidf, tfidf:N, tfsqrtidf, tfsqrtidf:N (only the N heaviest), 1+lntf, binary,
    /// keyword, keyword:N, given, given:N (implies --tokens given)
    #[arg(long, global = true, value_name = "NAME")]
    weight: Option<String>,
    /// What turns a feature into bits: xxh3-64, xxh3-128, md5, siphash, fnv1, lookup3, md5-low, article-003,
    /// xxh3-64-seed42, siphash-gaoya
    #[arg(long, global = true, value_name = "NAME")]
    hash: Option<String>,
    /// Width of the fingerprint: 3 to 128 bits, as far as the hash reaches
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true)]
    bits: Option<String>,
    /// The bit for a column sum of exactly 0: gt (0, since V > 0 is false), ge (1, since V >= 0 is true)
    #[arg(long, global = true, value_name = "RULE")]
    tie: Option<String>,
    /// The largest Hamming distance called near: 0 to the number of bits [default: that of the recipe, else 3]
    #[arg(short, global = true, value_name = "N", help_heading = None::<&str>, allow_negative_numbers = true)]
    k: Option<String>,
    /// Language of the screens and results: en, zh, or a locale such as zh_CN.UTF-8 [default: that of the environment]
    #[arg(long, global = true, value_name = "LANG", value_parser = LangParser, help_heading = None::<&str>)]
    lang: Option<Lang>,
    /// How long a run must be to count as shared, in Han characters: 1 to 1000 [default: 13]
    #[arg(long, global = true, value_name = "N", value_parser = run_length, help_heading = None::<&str>)]
    run_han: Option<u32>,
    /// The same, in words of other scripts [default: 8]
    #[arg(long, global = true, value_name = "N", value_parser = run_length, help_heading = None::<&str>)]
    run_words: Option<u32>,
    /// The share of either text, in percent, from which a pair shares much text: 0 to 100 [default: 60]
    #[arg(long, global = true, value_name = "PERCENT", value_parser = percent, help_heading = None::<&str>)]
    shared: Option<u32>,
    /// How long work says how far it is: auto (a line on a terminal), json (events on standard error, one a line)
    #[arg(long, global = true, value_name = "FORM", value_enum, default_value_t, help_heading = None::<&str>)]
    pub progress: ProgressForm,
    /// The file of settings; 'none' for no file [default: that of 'simscope config path']
    #[arg(long, global = true, value_name = "FILE", help_heading = None::<&str>)]
    config: Option<PathBuf>,
    /// Colours of the screens [default: auto, dark or light as the terminal's ground is]
    #[arg(long, global = true, value_name = "NAME", value_parser = PossibleValuesParser::new(ThemeName::NAMES),
        help_heading = "Appearance")]
    theme: Option<String>,
    /// Whether there is colour [default: auto: on a terminal, unless `NO_COLOR` is set]
    #[arg(long, global = true, value_name = "WHEN", value_parser = PossibleValuesParser::new(ColorChoice::NAMES),
        help_heading = "Appearance")]
    color: Option<String>,
    /// Draw with ASCII marks only
    #[arg(long, global = true, value_name = "BOOL", num_args = 0..=1, require_equals = true,
        default_missing_value = "true", value_parser = PossibleValuesParser::new(["true", "false"]),
        hide_possible_values = true, help_heading = "Appearance")]
    ascii: Option<String>,
    /// Large print, for a projector
    #[arg(long, global = true, value_name = "BOOL", num_args = 0..=1, require_equals = true,
        default_missing_value = "true", value_parser = PossibleValuesParser::new(["true", "false"]),
        hide_possible_values = true, help_heading = "Appearance")]
    big: Option<String>,
    /// Cells that the terminal gives a character of ambiguous width [default: 1]
    #[arg(long, global = true, value_name = "CELLS", value_parser = PossibleValuesParser::new(["1", "2"]),
        help_heading = "Appearance")]
    ambiguous: Option<String>,
    /// Let nothing move by itself
    #[arg(long, global = true, help_heading = "Appearance")]
    no_motion: bool,
}

fn run_length(text: &str) -> Result<u32, String> {
    number(SettingKey::RunHan, text)
}

fn percent(text: &str) -> Result<u32, String> {
    number(SettingKey::Shared, text)
}

fn number(key: SettingKey, text: &str) -> Result<u32, String> {
    let allowed = key.allowed();
    config::check(key, text).ok().and_then(|()| text.parse().ok()).ok_or_else(|| format!("allowed is {allowed}"))
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

impl SettingFlags {
    /// The settings of the file and the environment. Values with errors do not take effect.
    pub(super) fn layers(&self) -> (Config, Vec<SettingError>) {
        let (file, mut errors) = config::read(self.config.as_deref());
        let (environment, wrong) = config::of_environment(|name| env::var(name).ok());
        errors.extend(wrong);
        let mut merged = Config::default();
        for layer in [file, environment] {
            if let Err((key, origin, error)) = merged.merge(layer) {
                errors.push(SettingError::new((&origin).into(), SettingErrorKind::Recipe(key, error)));
            }
        }
        (merged, errors)
    }

    /// The language of the flag, else that of the layers below.
    pub(super) fn lang(&self, config: &Config) -> Lang {
        self.lang.unwrap_or_else(|| config.lang())
    }

    /// Merges the flags over those layers. If no recipe is named here, the single settings override `stored`, that
    /// of fingerprints made before or of a review, or else what the layers say.
    ///
    /// # Errors
    /// A sentence that says what is allowed.
    pub(super) fn resolve(&self, mut config: Config, stored: Option<&RecipeWithK>) -> Result<ResolvedSettings, String> {
        let lang = self.lang(&config);
        let wrong = |error| say::recipe_error(&error, lang);
        if let Some(stored) = stored {
            let mut layer = Config::default();
            // Whoever read it looked at it already.
            _ = layer.set(SettingKey::Recipe, &stored.to_string(), SettingOrigin::Flag);
            config.merge(layer).map_err(|(.., error)| wrong(error))?;
        }
        let flags = self.flags().map_err(|error| match error {
            SettingErrorKind::Recipe(_, error) => wrong(error),
            // clap has looked at all others.
            _ => String::new(),
        })?;
        config.merge(flags).map_err(|(.., error)| wrong(error))?;
        let lang = config.lang();
        let recipe = config.recipe().map_err(wrong)?;
        let given_k = match &self.k {
            Some(k) => Some(read_k(k, recipe.bits, lang)?),
            None => config.k(recipe.bits),
        };
        Ok(ResolvedSettings { recipe, given_k, lang, run: config.run(), config })
    }

    /// The layer of the command line.
    fn flags(&self) -> Result<Config, SettingErrorKind> {
        let mut flags = Config::default();
        let number = |n: Option<u32>| n.map(|n| n.to_string());
        let lang = self.lang.map(|lang| if lang.is_chinese() { "zh" } else { "en" }.to_owned());
        for (key, text) in [
            (SettingKey::Lang, lang),
            (SettingKey::Recipe, self.recipe.clone()),
            (SettingKey::Tokens, self.tokens.clone()),
            (SettingKey::Fold, self.fold.clone()),
            (SettingKey::Weight, self.weight.clone()),
            (SettingKey::Hash, self.hash.clone()),
            (SettingKey::Bits, self.bits.clone()),
            (SettingKey::Tie, self.tie.clone()),
            (SettingKey::RunHan, number(self.run_han)),
            (SettingKey::RunWords, number(self.run_words)),
            (SettingKey::Shared, number(self.shared)),
            (SettingKey::Theme, self.theme.clone()),
            (SettingKey::Color, self.color.clone()),
            (SettingKey::Ascii, self.ascii.clone()),
            (SettingKey::Big, self.big.clone()),
            (SettingKey::Ambiguous, self.ambiguous.clone()),
            (SettingKey::Motion, self.no_motion.then(|| "false".into())),
        ] {
            if let Some(text) = text {
                flags.set(key, &text, SettingOrigin::Flag)?;
            }
        }
        // Whether it fits the width is looked at when that is known.
        if let Some(k) = &self.k {
            _ = flags.set(SettingKey::K, k, SettingOrigin::Flag);
        }
        Ok(flags)
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
