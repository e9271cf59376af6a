//! What the screens say about exclusions.

use ratatui::style::Style;

use crate::{
    compare::exclusion::{ExcludedShare, ExclusionReason},
    locale::percent,
    say::{self, Emphasis, Sentence, Topic},
    simhash::Tokenizer,
    t,
    tui::{action::Action, model::Model, theme::Theme},
};

/// How much is excluded of a pair, or what its scores after exclusions wait for; for screen 1.
pub(crate) fn sentences(model: &Model, documents: [usize; 2]) -> Vec<Sentence> {
    let (lang, batch) = (model.lang, &model.workspace.batch);
    if !batch.rules.any() {
        return Vec::new();
    }
    let topic = if batch.rules.whole { Topic::Remainder } else { Topic::Whole };
    let note = |text| Sentence { topic, emphasis: Emphasis::Note, text };
    match batch.pair_remainder(documents) {
        None => return vec![note(waiting(model).to_owned())],
        Some((_, false)) => return vec![note(t!(lang, "exclude.outdated").to_owned())],
        Some((_, true)) if model.size.1 < ROOMY => return Vec::new(),
        Some((_, true)) => {}
    }
    let [a, b] = documents.map(|at| batch.document(at));
    let rests = a.zip(b).map_or([None; 2], |(a, b)| batch.remainders_of(documents, [a, b]));
    let share = |(at, rest): (usize, Option<&crate::batch::Remainder>)| {
        let rest = rest?;
        say::excluded_share(batch.name(at), rest.share, &rest.by, lang)
    };
    let shares: Vec<String> = documents.into_iter().zip(rests).filter_map(share).collect();
    vec![note(if shares.is_empty() { t!(lang, "exclude.nothing").to_owned() } else { shares.join(lang.gap()) })]
}

/// The number of rows from which screen 1 names the share that is excluded from each document.
const ROOMY: u16 = 30;

/// The score that the list of screen 1 shows; `None` if there is only one.
pub(crate) fn of_list(model: &Model, theme: &Theme) -> Option<(String, Style)> {
    let lang = model.lang;
    if !model.workspace.batch.rules.any() {
        return None;
    }
    let key = model.key_of(Action::Scores);
    let shown = model.workspace.listing.query.remainders;
    Some(match (!model.workspace.batch.rules.whole, shown) {
        (_, Some(revision)) if revision == model.workspace.batch.revision() => {
            (t!(lang, "exclude.list-excluded", key), theme.alert)
        }
        (_, Some(_)) => (t!(lang, "exclude.list-outdated").into(), theme.alert),
        (true, None) => (t!(lang, "exclude.list-soon", why = waiting(model)), theme.label),
        (false, None) => (t!(lang, "exclude.list-whole", key), theme.label),
    })
}

/// The legend of the struck-out text and its reasons; `None` if nothing is excluded.
pub(crate) fn legend(model: &Model, documents: [usize; 2]) -> Option<String> {
    let lang = model.lang;
    if !model.workspace.batch.rules.any() {
        return None;
    }
    let diffed = model.workspace.results.diff_of(documents)?;
    let [Some(a), Some(b)] = model.workspace.batch.remainders_of(documents, [&diffed.texts[0], &diffed.texts[1]])
    else {
        return Some(t!(lang, "exclude.legend-waiting", why = waiting(model)));
    };
    let shares: Vec<ExcludedShare> = a.by.iter().zip(b.by).map(|(a, b)| a.and(b)).collect();
    let why = ExclusionReason::ALL.into_iter().zip(shares).filter(|(_, share)| share.stretches > 0);
    let why: Vec<String> = why.map(|(why, _)| say::exclusion_name(why, lang).to_owned()).collect();
    if why.is_empty() {
        return Some(t!(lang, "exclude.nothing").into());
    }
    let (why, [a, b]) = (lang.list(&why), [a, b].map(|rest| percent(rest.share.share())));
    Some(if model.brackets() {
        t!(lang, "exclude.drawn-brackets", why, a, b)
    } else {
        t!(lang, "exclude.drawn-struck", why, a, b)
    })
}

/// Why there is no score after exclusions.
pub(crate) fn waiting(model: &Model) -> &'static str {
    let batch = &model.workspace.batch;
    let lang = model.lang;
    lang.text(if !batch.rules.any() {
        "exclude.off"
    } else if batch.recipe.tokenizer == Tokenizer::Given {
        "exclude.list"
    } else if batch.remainders.stopped == Some(batch.revision()) {
        "exclude.stopped"
    } else {
        "overview.working"
    })
}
