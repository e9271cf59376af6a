//! Error messages. In English these are the library's own; a test compares them.

use std::borrow::Cow;

use crate::{
    compare::exclusion::PatternError,
    config::{self, SettingError, SettingErrorKind},
    document::{ExtractError, ReadError, SkipReason, SkippedFile, SpecialFile, megabytes, safe_name},
    locale::Lang,
    manual,
    room::NoMemory,
    simhash::{GivenError, GivenLineError, MAX_WEIGHT, MAX_WEIGHT_SUM, Recipe, RecipeError},
    t,
};

/// That the system refused memory, and what to do.
pub(crate) fn no_memory(refused: NoMemory, lang: Lang) -> String {
    t!(lang, "unreadable.no-memory", mb = refused.bytes.div_ceil(1 << 20))
}

/// Names the document.
pub fn read_error(error: &ReadError, lang: Lang) -> String {
    let place = error.place();
    match error {
        ReadError::NotFound { .. } => t!(lang, "unreadable.not-found", place),
        ReadError::IsFolder { .. } => t!(lang, "unreadable.is-folder", place),
        ReadError::PermissionDenied { .. } => t!(lang, "unreadable.permission-denied", place),
        ReadError::Binary { .. } => t!(lang, "unreadable.binary", place),
        ReadError::TooLarge { limit, .. } => t!(lang, "unreadable.too-large", place, limit = limit >> 20),
        ReadError::OverBudget { text, needed, left, .. } => t!(
            lang,
            "unreadable.over-budget",
            place,
            text = megabytes(*text),
            needed = megabytes(*needed),
            left = left >> 20
        ),
        ReadError::NoMemory { bytes, .. } => {
            t!(lang, "cli.failed", place, why = no_memory(NoMemory { bytes: *bytes }, lang))
        }
        ReadError::LinkLoop { .. } => t!(lang, "unreadable.link-loop", place),
        ReadError::Io { reason, .. } => t!(lang, "unreadable.io", place, reason),
        ReadError::Refused { why, .. } => refused(place, *why, lang),
        ReadError::Special { what, .. } => match what {
            SpecialFile::NamedPipe => t!(lang, "unreadable.named-pipe", place),
            SpecialFile::Socket => t!(lang, "unreadable.socket", place),
            SpecialFile::Device => t!(lang, "unreadable.device", place),
            SpecialFile::Terminal => t!(lang, "unreadable.terminal", place),
            SpecialFile::Unknown => t!(lang, "unreadable.unknown", place),
        },
    }
}

/// The same without the place, where that is not to be named.
pub(crate) fn read_error_reason(error: &ReadError, lang: Lang) -> String {
    let text = read_error(error, lang);
    let why = text.strip_prefix(error.place()).unwrap_or(&text);
    why.trim_start_matches([':', '：', ' ']).to_owned()
}

/// The pattern comes in as it was typed; whoever shows the sentence makes it safe.
pub(crate) fn pattern_error(error: &PatternError, lang: Lang) -> String {
    let why = wrong_expression(&error.why, lang);
    // Braces and bars have a meaning in the templates of the texts.
    let (pattern, han, either) = (&error.pattern, r"\p{Han}", "(x|y)");
    match error.at {
        Some(at) => t!(lang, "pattern.at", pattern, at, why, han, either),
        None => t!(lang, "pattern.whole", pattern, why, han, either),
    }
}

/// Translates the messages of the crate regex-syntax.
fn wrong_expression(why: &str, lang: Lang) -> &str {
    match why {
        "unclosed group" => t!(lang, "pattern.group-unclosed"),
        "unopened group" => t!(lang, "pattern.group-unopened"),
        "unclosed character class" => t!(lang, "pattern.class-unclosed"),
        "invalid character class range, the start must be <= the end" => t!(lang, "pattern.class-range"),
        "invalid range boundary, must be a literal" => t!(lang, "pattern.class-boundary"),
        "invalid escape sequence found in character class" => t!(lang, "pattern.class-escape"),
        "unrecognized escape sequence" => t!(lang, "pattern.escape"),
        "incomplete escape sequence, reached end of pattern prematurely" => t!(lang, "pattern.escape-end"),
        "repetition operator missing expression" => t!(lang, "pattern.repetition"),
        "unclosed counted repetition" => t!(lang, "pattern.count-unclosed"),
        "repetition quantifier expects a valid decimal" => t!(lang, "pattern.count-decimal"),
        "invalid repetition count range, the start must be <= the end" => t!(lang, "pattern.count-range"),
        "unrecognized flag" => t!(lang, "pattern.flag"),
        "expected flag but got end of regex" => t!(lang, "pattern.flag-end"),
        "backreferences are not supported" => t!(lang, "pattern.back"),
        "look-around, including look-ahead and look-behind, is not supported" => t!(lang, "pattern.look"),
        "invalid Unicode character class" => t!(lang, "pattern.unicode"),
        "Unicode property not found" => t!(lang, "pattern.property"),
        "Unicode property value not found" => t!(lang, "pattern.property-value"),
        "needs too much memory" => t!(lang, "pattern.memory"),
        "it matches a line break, but patterns apply line by line" => t!(lang, "pattern.lines"),
        // Rare messages are not translated.
        other => other,
    }
}

/// A file of a folder that was skipped, and the reason.
pub(crate) fn skipped_file(out: &SkippedFile, lang: Lang) -> String {
    let place = out.place();
    match &out.why {
        SkipReason::NoDocument => t!(lang, "cli.skipped-no-document", place),
        SkipReason::Special => t!(lang, "cli.skipped-special", place),
        SkipReason::Again => t!(lang, "cli.skipped-again", place),
        SkipReason::Outside => t!(lang, "cli.skipped-outside", place),
        SkipReason::Failed(error) => read_error(error, lang),
    }
}

fn refused(place: &str, why: ExtractError, lang: Lang) -> String {
    match why {
        ExtractError::Encrypted => t!(lang, "unreadable.encrypted", place),
        ExtractError::Broken => t!(lang, "unreadable.broken", place),
        ExtractError::NotADocument => t!(lang, "unreadable.not-a-document", place),
        ExtractError::OldOffice => t!(lang, "unreadable.old-office", place),
        ExtractError::NoPdf => t!(lang, "unreadable.no-pdf", place),
        ExtractError::TooDeep => t!(lang, "unreadable.too-deep", place),
        ExtractError::TooMuch => t!(lang, "unreadable.too-much", place),
        ExtractError::TooSlow => t!(lang, "unreadable.too-slow", place),
        ExtractError::Crashed => t!(lang, "unreadable.crashed", place),
        ExtractError::NoChild => t!(lang, "unreadable.no-child", place),
        ExtractError::Stopped => t!(lang, "unreadable.stopped", place),
    }
}

pub(crate) fn feature_list_error(GivenError { line, why }: &GivenError, lang: Lang) -> String {
    t!(lang, "list.form", line, why = feature_error(why, lang))
}

/// The error in a line of a list of features.
pub(crate) fn feature_error(why: &GivenLineError, lang: Lang) -> String {
    match why {
        GivenLineError::NoTab => t!(lang, "list.no-tab").into(),
        GivenLineError::Fields => t!(lang, "list.fields").into(),
        GivenLineError::NotANumber(text) => t!(lang, "list.not-a-number", text = quoted(text)),
        GivenLineError::TooHeavy(text) => {
            t!(lang, "list.too-heavy", text = quoted(text), most = format!("{MAX_WEIGHT:e}"))
        }
        GivenLineError::SumTooHeavy => t!(lang, "list.sum-too-heavy", most = format!("{MAX_WEIGHT_SUM:e}")),
        GivenLineError::NotHexadecimal(text) => t!(lang, "list.not-hexadecimal", text = quoted(text)),
        GivenLineError::TooLong { hash, bits } => t!(lang, "list.too-long", text = quoted(hash), bits),
    }
}

pub(crate) fn recipe_error(error: &RecipeError, lang: Lang) -> String {
    match error {
        RecipeError::Unknown { setting, value, allowed } => {
            t!(lang, "wrong.unknown", setting, value = quoted(value), allowed)
        }
        RecipeError::TooWide { hash, most, bits, others } => {
            t!(lang, "wrong.too-wide", hash, reach = most, bits, others)
        }
        RecipeError::GivenAlone => t!(lang, "wrong.given-alone").into(),
        RecipeError::FloatAlone => t!(lang, "wrong.float-alone").into(),
        RecipeError::WholeBytes(bits) => t!(lang, "wrong.whole-bytes", bits),
        RecipeError::Shape { line, profiles } => {
            let said = t!(lang, "wrong.shape", line = quoted(line), profiles, example = Recipe::default());
            or_like(said, line, profiles.split(", "), lang)
        }
    }
}

/// What is said of an unknown name, and the known one that is most like it.
pub(crate) fn or_like<'a>(said: String, name: &str, names: impl Iterator<Item = &'a str>, lang: Lang) -> String {
    match config::like(name, names) {
        Some(like) => t!(lang, "wrong.or-like", said, like),
        None => said,
    }
}

/// The number of the topic of the manual with that name.
///
/// # Errors
/// If there is none: a message with the names that there are.
pub(crate) fn topic(name: &str, lang: Lang) -> Result<usize, String> {
    manual::find(name).ok_or_else(|| {
        let names: Vec<&str> = manual::topics().iter().map(|topic| topic.name).collect();
        let said = t!(lang, "manual.unknown", name = safe_name(name), all = names.join(lang.comma()));
        or_like(said, name, names.into_iter(), lang)
    })
}

/// One line. Names come in as a person wrote them; whoever shows the line makes them safe.
pub fn setting_error(SettingError { place, kind }: &SettingError, lang: Lang) -> String {
    let what = match kind {
        SettingErrorKind::Unreadable(reason) => t!(lang, "setting-error.unreadable", reason),
        SettingErrorKind::Special(what) => {
            let what = lang.find(&format!("special-file.{}", what.key())).unwrap_or_default();
            t!(lang, "setting-error.special", what)
        }
        SettingErrorKind::Syntax(reason) => t!(lang, "setting-error.syntax", reason),
        SettingErrorKind::Unknown { name, like: Some(like) } => {
            t!(lang, "setting-error.unknown-like", name, like)
        }
        SettingErrorKind::Unknown { name, like: None } => t!(lang, "setting-error.unknown", name),
        SettingErrorKind::Replaced { name, by } => t!(lang, "setting-error.replaced", name, by),
        SettingErrorKind::Value { key, given } => {
            t!(lang, "setting-error.value", key = key.name(), given, allowed = key.allowed())
        }
        SettingErrorKind::Recipe(error) => recipe_error(error, lang),
        // As the command line says it.
        SettingErrorKind::Pattern(error) => error.to_string(),
        SettingErrorKind::NoTable(name) => t!(lang, "setting-error.no-table", name),
        SettingErrorKind::NoKeys(action) => t!(lang, "setting-error.no-keys", action),
        SettingErrorKind::NotAKey { action, key } => {
            t!(lang, "setting-error.not-a-key", action, key = format!("{key:?}"))
        }
        SettingErrorKind::Taken { key, action, by, screen } => {
            t!(lang, "setting-error.taken", key, action, by, screen)
        }
        SettingErrorKind::Needed(action) => t!(lang, "setting-error.needed", action),
    };
    t!(lang, "setting-error.form", place, what)
}

/// In quotes, with control characters escaped; the beginning of what is long.
pub(super) fn quoted(text: &str) -> String {
    format!("{:?}", shortened(text))
}

/// The most characters of a file that a message repeats.
const REPEATED: usize = 200;

/// The beginning of a text that is long.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(REPEATED) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::exclusion::Pattern;

    #[test]
    fn reasons_are_those_of_the_library() {
        let place = || "a.txt".to_owned();
        let special = [
            SpecialFile::NamedPipe,
            SpecialFile::Socket,
            SpecialFile::Device,
            SpecialFile::Terminal,
            SpecialFile::Unknown,
        ];
        let mut all = vec![
            ReadError::NotFound { place: place() },
            ReadError::IsFolder { place: place() },
            ReadError::PermissionDenied { place: place() },
            ReadError::Binary { place: place() },
            ReadError::TooLarge { place: place(), limit: 256 << 20 },
            ReadError::OverBudget { place: place(), text: 62_000_000, needed: 600 << 20, left: 5 << 20 },
            ReadError::NoMemory { place: place(), bytes: 20 << 20 },
            ReadError::LinkLoop { place: place() },
            ReadError::Io { place: place(), reason: "a reason".into() },
        ];
        all.extend(ExtractError::ALL.map(|why| ReadError::Refused { place: place(), why }));
        all.extend(special.map(|what| ReadError::Special { place: place(), what }));
        for error in all {
            let en = read_error(&error, Lang::En);
            // Whose file it is to open says what to do by itself.
            let plain = en.ends_with("permission denied") || en.contains([';', '(']);
            assert!(en.starts_with("a.txt: ") && plain, "says where and what to do: {en}");
            assert!(read_error(&error, Lang::Zh).starts_with("a.txt："));
            for lang in [Lang::En, Lang::Zh] {
                let why = read_error_reason(&error, lang);
                assert!(!why.is_empty() && !why.contains("a.txt") && !why.starts_with([':', '：', ' ']), "{why}");
            }
        }
    }

    #[test]
    fn errors_of_a_pattern_are_reported_in_both_languages_with_the_pattern_as_it_was_typed() {
        let wrong = [
            "(a",
            "a)",
            "[a",
            "[b-a]",
            r"[\d-z]",
            r"[\b]",
            r"\y",
            r"a\",
            "*a",
            "a{",
            "a{x}",
            "a{3,2}",
            "(?q:a)",
            "(?i",
            r"(a)\1",
            "(?=a)",
            r"\p{Nein}",
            r"\p{sc=Nein}",
            r"(\p{L}{900}){900}",
        ];
        for pattern in wrong {
            let error = Pattern::new(pattern).unwrap_err();
            assert!(pattern_error(&error, Lang::En).contains(pattern), "{pattern}");
            assert_eq!(wrong_expression(&error.why, Lang::En), error.why);
            let text = pattern_error(&error, Lang::Zh);
            assert!(text.contains(pattern), "{text}");
            let why = wrong_expression(&error.why, Lang::Zh).replace("Unicode", "");
            assert!(!why.contains(|c: char| c.is_ascii_alphabetic()), "{pattern}: {why}");
        }
    }

    #[test]
    fn errors_of_a_list_are_those_of_the_library() {
        let text = || "x".to_owned();
        let errors = [
            GivenLineError::NoTab,
            GivenLineError::Fields,
            GivenLineError::NotANumber(text()),
            GivenLineError::TooHeavy(text()),
            GivenLineError::SumTooHeavy,
            GivenLineError::NotHexadecimal(text()),
            GivenLineError::TooLong { hash: text(), bits: 6 },
        ];
        for why in errors {
            let error = GivenError { line: 3, why };
            assert_eq!(feature_list_error(&error, Lang::En), error.to_string());
            assert!(feature_list_error(&error, Lang::Zh).starts_with("第 3 行"));
        }
    }

    #[test]
    fn errors_of_a_recipe_are_those_of_the_library() {
        let lines = [
            "nonsense",
            "jieba;fold=up;tfidf;xxh3-64;64;gt",
            "jieba;fold=case;tfidf;xxh3-64;96;gt",
            "jieba;fold=case;given;xxh3-64;64;gt",
            "jieba;fold=case;tf;xxh3-64;64;gt;sum=f64",
            "jieba;fold=case;tf;md5-low;33;gt",
        ];
        for line in lines {
            let error = line.parse::<Recipe>().unwrap_err();
            assert_eq!(recipe_error(&error, Lang::En), error.to_string());
            assert_ne!(recipe_error(&error, Lang::Zh), error.to_string());
        }
    }
}
