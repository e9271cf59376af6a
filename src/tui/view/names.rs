//! The names of settings, choices and actions in the language of the interface.

use std::borrow::Cow;

use crate::{
    batch::Outdated,
    document::ReadError,
    lab::Preset,
    lesson::{IncludedLesson, Lesson},
    locale::{Lang, grouped},
    say,
    simhash::{Fold, FoldPart, Keep, Order, Power, Profile, Recipe, Tie, Tokenizer, Weighting},
    store::FingerprintRecord,
    t,
    text::{pad_end, pad_start, truncate_middle, width},
    tui::{
        action::{Action, kebab},
        model::{Choice, Model, Setting, Sort},
        screen::Screen,
    },
};

/// The text of a key that is put together.
pub(crate) fn text(lang: Lang, key: &str) -> &'static str {
    lang.find(key).unwrap_or_default()
}

/// The recipe in a few words, with k.
pub(crate) fn recipe(model: &Model) -> String {
    let lang = model.lang;
    let recipe = &model.workspace.batch.recipe;
    let tie = lang.set(if recipe.tie == Tie::Zero { "V>0" } else { "V≥0" });
    let mut parts = match Profile::of(recipe) {
        Some(preset) => vec![preset.name.to_owned()],
        None => vec![tokens(lang, recipe.tokenizer), weight(lang, recipe.weight), recipe.hash.to_string(), tie.into()],
    };
    if recipe.bits != 64 {
        parts.push(t!(lang, "recipe.bits", bits = recipe.bits));
    }
    parts.push(format!("k {}", model.workspace.k));
    parts.join(&lang.set(" · "))
}

pub(crate) fn tokens(lang: Lang, tokenizer: Tokenizer) -> String {
    match tokenizer {
        Tokenizer::Jieba => "jieba".into(),
        Tokenizer::Words => t!(lang, "tokens.words").into(),
        Tokenizer::CharNgrams(n) => t!(lang, "tokens.chars", n),
        Tokenizer::WordNgrams(n) => t!(lang, "tokens.word-ngrams", n),
        Tokenizer::Space => t!(lang, "tokens.space").into(),
        Tokenizer::JavaSpace => t!(lang, "tokens.java-space").into(),
        Tokenizer::PypiWindows(n) => t!(lang, "tokens.pypi-windows", n),
        Tokenizer::TextDedupNgrams(n) => t!(lang, "tokens.text-dedup", n),
        Tokenizer::MfondaWords => t!(lang, "tokens.mfonda").into(),
        Tokenizer::MfondaUnicode => t!(lang, "tokens.mfonda-unicode").into(),
        Tokenizer::Keywords => t!(lang, "tokens.keywords").into(),
        Tokenizer::Given => t!(lang, "tokens.given").into(),
    }
}

pub(crate) fn weight(lang: Lang, weight: Weighting) -> String {
    let top = |name: &str, keep: Keep| match keep {
        Keep::All => name.to_owned(),
        Keep::Top(n) => t!(lang, "weight.top", name, n),
    };
    match weight {
        Weighting::Tf => "tf".into(),
        Weighting::TfIdf(keep) => top(&lang.set("tf·idf"), keep),
        Weighting::TfSqrtIdf(keep) => top(&lang.set("tf·√idf"), keep),
        Weighting::MinTfSqrtIdf(most) => lang.set(&format!("min(tf,{most})·√idf")).into(),
        Weighting::TfIdfPow(hundredths) => lang.set(&format!("tf·idf^{}", Power(hundredths))).into(),
        Weighting::LogTf => "1+ln tf".into(),
        Weighting::LogTfIdf => lang.set("(1+ln tf)·idf").into(),
        Weighting::Binary => t!(lang, "weight.binary").into(),
        Weighting::Keyword(keep) => top(t!(lang, "weight.keyword"), keep),
        Weighting::Given(keep) => top(t!(lang, "weight.given"), keep),
    }
}

fn fold(lang: Lang, fold: Fold) -> Cow<'static, str> {
    let part = |part: FoldPart| text(lang, &format!("fold.{}", kebab(part)));
    match fold {
        Fold::NONE => t!(lang, "fold.none").into(),
        Fold::NFKC => part(FoldPart::Nfkc).into(),
        _ => {
            let parts = FoldPart::ALL.into_iter().filter(|&it| fold.has(it));
            // NFKC is named with case.
            let parts = parts.filter(|&it| it != FoldPart::Case || !fold.has(FoldPart::Nfkc));
            // As are words with characters.
            let parts = parts.filter(|&it| it != FoldPart::Han || !fold.has(FoldPart::HanWords));
            parts.map(part).collect::<Vec<_>>().join(lang.comma()).into()
        }
    }
}

/// An order of features.
pub(crate) fn order(lang: Lang, order: Order) -> &'static str {
    text(lang, &format!("order.{}", kebab(order)))
}

/// The names of a pair, each cut in the middle to so many cells.
pub(crate) fn pair(model: &Model, pair: [usize; 2], cells: usize) -> [Cow<'_, str>; 2] {
    pair.map(|at| truncate_middle(model.workspace.batch.name(at), cells))
}

/// The names of a pair in a title so wide, beside `others` cells of other words.
pub(crate) fn in_title(model: &Model, pair: [usize; 2], width: u16, others: u16) -> [Cow<'_, str>; 2] {
    self::pair(model, pair, usize::from(width.saturating_sub(others)) / 2)
}

/// An order of pairs.
pub(crate) fn sort(lang: Lang, sort: Sort) -> &'static str {
    text(lang, &format!("sort.{}", kebab(sort)))
}

/// A setting, and what it is now in a recipe.
pub(crate) fn setting(lang: Lang, setting: Setting, recipe: &Recipe) -> (&'static str, String) {
    let name = text(lang, &format!("setting.{}", kebab(setting)));
    let value = match setting {
        Setting::Profile => match Profile::of(recipe) {
            Some(preset) => preset.name.into(),
            None if *recipe == Recipe::default() => t!(lang, "choice.default").into(),
            None => t!(lang, "setting.own").into(),
        },
        Setting::Tokens => tokens(lang, recipe.tokenizer),
        Setting::Fold => fold(lang, recipe.fold).into(),
        Setting::Weight => weight(lang, recipe.weight),
        Setting::Hash => recipe.hash.to_string(),
        Setting::Width => t!(lang, "recipe.bits", bits = recipe.bits),
        Setting::Tie => tie(lang, recipe.tie).into(),
        _ => String::new(),
    };
    (name, value)
}

fn tie(lang: Lang, tie: Tie) -> &'static str {
    text(lang, &format!("tie.{}", kebab(tie)))
}

/// The name of a choice, and its explanation.
pub(crate) fn choice(model: &Model, choice: Choice) -> (String, String) {
    let batch = &model.workspace.batch;
    let lang = model.lang;
    match choice {
        Choice::Default => (t!(lang, "choice.default").into(), Recipe::default().to_string()),
        Choice::Profile(at) => {
            Profile::named().nth(at).map_or_else(Default::default, |p| (p.name.into(), p.system.into()))
        }
        Choice::Tokens(tokenizer) => (tokens(lang, tokenizer), explain(lang, "tokens", &tokenizer.to_string())),
        Choice::Fold(f) => (fold(lang, f).into(), String::new()),
        Choice::Weight(w) => {
            let explained = match w {
                Weighting::TfIdf(Keep::Top(n))
                | Weighting::TfSqrtIdf(Keep::Top(n))
                | Weighting::Keyword(Keep::Top(n))
                | Weighting::Given(Keep::Top(n)) => t!(lang, "choice.heaviest", n),
                _ => explain(lang, "weight", &w.to_string()),
            };
            (weight(lang, w), explained)
        }
        Choice::Hash(hash) => (hash.to_string(), t!(lang, "choice.reach", bits = hash.bits())),
        Choice::Width(bits) | Choice::BitsPerRow(Some(bits)) => (t!(lang, "recipe.bits", bits), String::new()),
        Choice::Tie(t) => (tie(lang, t).into(), String::new()),
        Choice::Colours(colours) => {
            let beside = text(lang, &format!("colours.{}", colours.name()));
            (colours.name().into(), beside.into())
        }
        Choice::PairSort(s) => (sort(lang, s).into(), String::new()),
        Choice::FeatureSort(o) => (order(lang, o).into(), String::new()),
        Choice::Document(at) => match batch.entries.get(at).map(|entry| &entry.document) {
            Some(Some(Err(error))) if batch.hidden.is_none() => {
                (format!("{}  {}", at + 1, batch.name(at)), say::read_error_reason(error, lang))
            }
            _ => (format!("{}  {}", at + 1, batch.name(at)), document(model, at)),
        },
        Choice::Pair(row) => model.workspace.listed(row).map_or_else(Default::default, |pair| {
            let [a, b] = pair.documents().map(|i| batch.name(i));
            (format!("{a} {} {b}", lang.set("×")), pair.hamming().map_or_else(String::new, |h| format!("HD {h}")))
        }),
        Choice::Lesson(included) => {
            let title = included.listed(lang).map_or(included.name, |lesson| lesson.title.get(lang));
            (title.into(), lesson(model, included))
        }
        Choice::Page(page) => {
            let said = model.workspace.lesson.as_ref().map_or("", |reading| reading.said(page, lang));
            (format!("{:>2}", page + 1), said.to_owned())
        }
        Choice::Preset(change, other) => preset(model, change, other),
        Choice::BitsPerRow(None) => (t!(lang, "choice.as-fits").into(), String::new()),
    }
}

/// The text beside a lesson's title: group, minutes, how far it was read, and the name on the command line.
fn lesson(model: &Model, included: IncludedLesson) -> String {
    let lang = model.lang;
    let group = |included: &IncludedLesson| say::lesson_group(included.group, lang);
    let widest = crate::lesson::included().iter().map(|lesson| width(group(lesson))).max().unwrap_or(0);
    let lesson = included.listed(lang);
    let minutes = pad_start(&t!(lang, "lesson.minutes", n = lesson.map_or(0, Lesson::minutes)), 7);
    let progress = model.lessons.get(included.name).zip(lesson);
    let progress =
        progress.map_or_else(String::new, |(progress, lesson)| say::lesson_progress(progress, lesson, lang) + "  ");
    format!("{}  {minutes}  {progress}{}", pad_end(group(&included), widest), included.name)
}

/// A change to make in the lab, and what it shows.
fn preset(model: &Model, preset: Preset, other: Option<usize>) -> (String, String) {
    let lang = model.lang;
    if preset == Preset::Append {
        let at = other.unwrap_or_default();
        let bytes = model.workspace.batch.document(at).map_or(0, |document| document.text.len());
        return (
            t!(lang, "lab.append", name = model.workspace.batch.name(at)),
            t!(lang, "lab.append-beside", bytes = grouped(bytes as u64)),
        );
    }
    let name = kebab(preset);
    (text(lang, &format!("lab.{name}")).into(), text(lang, &format!("lab.{name}-beside")).into())
}

/// The file and line of a fingerprint; while names are hidden only the file, since the line identifies the document.
pub(crate) fn record_location(model: &Model, record: &FingerprintRecord) -> String {
    match model.workspace.batch.hidden {
        Some(_) => record.file.clone(),
        None => record.location(model.lang),
    }
}

/// How a document was read, or why it was not.
pub(crate) fn document(model: &Model, at: usize) -> String {
    let lang = model.lang;
    let batch = &model.workspace.batch;
    let Some(entry) = batch.entries.get(at) else { return String::new() };
    if let Some(print) = &entry.record {
        return match (batch.fingerprint(at), &batch.hidden) {
            (Some(_), Some(_)) => t!(lang, "print.only").into(),
            (Some(_), None) => t!(lang, "print.only-of", place = print.location(lang)),
            (None, _) => t!(lang, "print.other-recipe", place = record_location(model, print)),
        };
    }
    // The sentence names the file.
    let unreadable = |error: &ReadError| match batch.hidden {
        Some(_) => model.workspace.redacted(&say::read_error_reason(error, lang)).into_owned(),
        None => say::read_error(error, lang),
    };
    match &entry.outdated {
        Some(Outdated::Unreadable(error)) => {
            return t!(lang, "outdated.unreadable", why = unreadable(error));
        }
        Some(Outdated::Stopped) => return t!(lang, "outdated.stopped").into(),
        None => {}
    }
    match (&entry.document, &entry.unexamined) {
        (Some(Err(error)), _) => unreadable(error),
        (_, Some((_, failure))) => failure.reason(lang),
        (Some(Ok(document)), None) => say::reading(&document.reading, lang),
        (None, None) => t!(lang, "work.reading").into(),
    }
}

/// Why a document is not shown, with its name. The message of an unreadable file names the file itself.
pub(crate) fn unavailable(model: &Model, at: usize) -> String {
    let why = document(model, at);
    match model.workspace.batch.entries.get(at).map(|entry| &entry.document) {
        Some(Some(Err(_))) if model.workspace.batch.hidden.is_none() => why,
        _ => t!(model.lang, "cli.failed", place = model.workspace.batch.name(at), why),
    }
}

/// The reason why a result on a pair is not there; `stopped` is said of one whose computation was stopped.
pub(crate) fn missing(model: &Model, documents: [usize; 2], stopped: &str) -> String {
    match model.workspace.batch.record_of(documents) {
        Some((at, _)) => unavailable(model, at),
        None if model.workspace.works() => t!(model.lang, "overview.working").into(),
        None => stopped.into(),
    }
}

/// The explanation of a value of the recipe; empty if there is none.
fn explain(lang: Lang, section: &str, name: &str) -> String {
    let short = name.split(['@', ':']).next().unwrap_or(name);
    text(lang, &format!("explain.{section}-{short}")).to_owned()
}

/// The name of an action.
pub(crate) fn action(lang: Lang, action: Action) -> &'static str {
    let name = action.name();
    text(lang, &format!("key.{name}"))
}

/// The short name of an action for the bottom line of a screen, or of a mode of it.
pub(crate) fn short_action(model: &Model, action: Action) -> &'static str {
    let (lang, screen, name) = (model.lang, model.workspace.screen.key(), action.name());
    let of = |place: &str| lang.find(&format!("key.{place}-{name}"));
    let as_written =
        || (action == Action::Mode && model.workspace.offers_as_written()).then(|| lang.text("key.as-written"));
    as_written()
        .or_else(|| of(model.workspace.footer()))
        .or_else(|| of(screen))
        .unwrap_or_else(|| self::action(lang, action))
}

/// The name of a screen.
pub(crate) fn screen(model: &Model, screen: Screen) -> &'static str {
    text(model.lang, &format!("screen.{}", screen.key()))
}
