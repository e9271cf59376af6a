//! `simscope step`: one step of the pipeline alone, of texts or of what is given by hand.
//!
//! What is given by hand is written as a list of features and taken through the pipeline with it, so nothing is computed
//! here.

mod operands;
pub(super) mod result;

use clap::error::ErrorKind;
use operands::{Operand, features, fingerprints, forms, sums, words};
use result::{Accumulator, Step, StepResult};

use super::{
    Code, CommandError,
    arguments::{ByHand, Format, StepCommand, StepForm, StepOfText},
    complain, complain_of,
    documents::{Documents, OneText, STDIN_ONCE},
    json, print,
    settings::Chosen,
    start::Start,
    text, usage,
};
use crate::{
    batch::stream::{Seen, read},
    config::{SettingKey, SettingOrigin},
    document::{self, Source},
    locale::Lang,
    say,
    simhash::{CountError, Fixed, Recipe, Trace, signs, trace},
    t,
};

/// Does the step.
pub(super) fn run(command: StepCommand, start: Start) -> Result<Code, CommandError> {
    let chosen = &start.warned().choose(&[])?;
    let (step, given, rest) = match command {
        StepCommand::Tokens(text) => return of_text(Step::Tokens, text, chosen),
        StepCommand::Weights(text) => return of_text(Step::Weights, text, chosen),
        StepCommand::Hash { words, rest } => (Step::Hash, words, rest),
        StepCommand::Row { features, rest } => (Step::Row, features, rest),
        StepCommand::Sum { features, rest } => (Step::Sum, features, rest),
        StepCommand::Sign { sums, rest } => (Step::Sign, sums, rest),
        StepCommand::Xor { fingerprints, rest } => (Step::Xor, fingerprints, rest),
    };
    let ByHand { texts, form } = rest;
    let sources = texts.0.sources;
    match (given.is_empty(), sources.is_empty()) {
        (true, true) => Err(wrong(step, ErrorKind::TooFewValues, &wanted(step, chosen.lang))),
        (false, false) => Err(wrong(step, ErrorKind::ArgumentConflict, t!(chosen.lang, "step-fault.both"))),
        (true, false) => of_texts(step, sources, form, chosen),
        (false, true) => by_hand(step, given, form, chosen),
    }
}

fn wrong(step: Step, kind: ErrorKind, message: &str) -> CommandError {
    usage(&format!("step {}", step.name()), kind, message)
}

fn wanted(step: Step, lang: Lang) -> String {
    match step {
        Step::Tokens | Step::Weights => t!(lang, "step-fault.wanted-text").into(),
        Step::Hash => t!(lang, "step-fault.wanted-words").into(),
        Step::Row | Step::Sum => t!(lang, "step-fault.wanted-features", forms = forms(lang)),
        Step::Sign => t!(lang, "step-fault.wanted-sums").into(),
        Step::Xor => t!(lang, "step-fault.wanted-prints").into(),
    }
}

fn of_text(step: Step, text: StepOfText, chosen: &Chosen) -> Result<Code, CommandError> {
    let StepOfText { text: OneText(Documents { sources, .. }), form } = text;
    if sources.is_empty() {
        return Err(wrong(step, ErrorKind::TooFewValues, &wanted(step, chosen.lang)));
    }
    of_texts(step, sources, form, chosen)
}

/// Of texts: up to the rows of one, sums and signs of any number, and two for their distance.
fn of_texts(step: Step, sources: Vec<Source>, form: StepForm, chosen: &Chosen) -> Result<Code, CommandError> {
    let right = match step {
        Step::Sum | Step::Sign => true,
        Step::Xor => sources.len() == 2,
        _ => sources.len() == 1,
    };
    if !right {
        let n = sources.len();
        let message = if step == Step::Xor {
            t!(chosen.lang, "step-fault.two-texts", n = n)
        } else {
            t!(chosen.lang, "step-fault.one-text", n = n)
        };
        return Err(wrong(step, ErrorKind::WrongNumberOfValues, &message));
    }
    let lang = chosen.lang;
    let entries = read(sources, |document| trace(&document.text, &chosen.recipe));
    complain_of(&entries, lang);
    let mut code = if entries.iter().any(|entry| entry.seen.is_err()) { Code::Trouble } else { Code::Done };
    let mut traces = Vec::new();
    for entry in entries {
        let Ok(Seen { reading, made: trace, .. }) = entry.seen else { continue };
        let said = say::warnings(&entry.name, &reading, &trace.sketch, &chosen.recipe, lang);
        said.iter().filter(|warning| warning.kind == "replaced").for_each(|warning| complain(&warning.message));
        if trace.features.is_empty() {
            complain(&t!(lang, "cli.no-features", name = entry.name));
            code = Code::Trouble;
        } else {
            traces.push(trace);
        }
    }
    if code == Code::Trouble {
        return Ok(code);
    }
    let fingerprint = |trace: &Trace| trace.sketch.fingerprint.unwrap_or_else(|| trace.signs(&trace.sums));
    let made = match step {
        Step::Sum | Step::Sign => {
            let columns = |trace: Trace| Accumulator { fingerprint: fingerprint(&trace), sums: trace.sums };
            StepResult::Sums { all: traces.into_iter().map(columns).collect(), recipe: Some(chosen.recipe.clone()) }
        }
        Step::Xor => match traces.as_slice() {
            [a, b] => {
                StepResult::Fingerprints { two: [fingerprint(a), fingerprint(b)], recipe: Some(chosen.recipe.clone()) }
            }
            _ => return Ok(Code::Trouble),
        },
        _ => match traces.pop() {
            Some(trace) => StepResult::Features(trace),
            None => return Ok(Code::Trouble),
        },
    };
    Ok(show(step, &made, form, chosen))
}

/// Of operands, or of the lines of standard input where `-` stands for them.
fn by_hand(step: Step, given: Vec<String>, form: StepForm, chosen: &Chosen) -> Result<Code, CommandError> {
    let lang = chosen.lang;
    let piped = given.iter().filter(|operand| *operand == "-").count();
    let operands = match piped {
        0 => Operand::written(given),
        1 if given.len() == 1 => match document::read(&Source::Stdin) {
            Ok(document) => Operand::lines(&document.text),
            Err(error) => {
                complain(&say::read_error(&error, lang));
                return Ok(Code::Trouble);
            }
        },
        1 => {
            return Err(wrong(step, ErrorKind::ArgumentConflict, t!(lang, "step-fault.alone")));
        }
        _ => return Err(wrong(step, ErrorKind::ArgumentConflict, STDIN_ONCE)),
    };
    if operands.is_empty() {
        return Err(wrong(step, ErrorKind::TooFewValues, &wanted(step, chosen.lang)));
    }
    let made = match step {
        Step::Hash if !operands.iter().any(Operand::has_fields) => {
            words(&operands, &chosen.recipe, lang).map(StepResult::Words)
        }
        Step::Hash | Step::Row => {
            features(&operands, &chosen.recipe, lang).and_then(|list| listed(list, lang)).map(StepResult::Features)
        }
        Step::Sum => features(&operands, &chosen.recipe, lang).and_then(|list| listed(list, lang)).map(|trace| {
            let fingerprint = trace.signs(&trace.sums);
            StepResult::Sums { all: vec![Accumulator { fingerprint, sums: trace.sums }], recipe: Some(trace.recipe) }
        }),
        Step::Sign => sums(&operands, piped > 0, said(chosen), lang).map(|all| {
            let columns = |sums: Vec<Fixed>| Accumulator { fingerprint: signs(&sums, chosen.recipe.tie), sums };
            StepResult::Sums { all: all.into_iter().map(columns).collect(), recipe: None }
        }),
        Step::Tokens | Step::Weights | Step::Xor => {
            fingerprints(&operands, said(chosen), lang).map(|two| StepResult::Fingerprints { two, recipe: None })
        }
    };
    let made = made.map_err(|message| wrong(step, ErrorKind::ValueValidation, &message))?;
    Ok(show(step, &made, form, chosen))
}

/// How many bits there are to be, where the command line says so. Sums and fingerprints given by hand have a width of
/// their own, so the width that is usual, or that a file of settings asks for, is not theirs.
fn said(chosen: &Chosen) -> Option<u8> {
    let flag = chosen.config.get(SettingKey::Bits).is_some_and(|value| matches!(value.origin, SettingOrigin::Flag));
    flag.then_some(chosen.recipe.bits)
}

/// A list of features through the pipeline.
fn listed((list, recipe): (String, Recipe), lang: Lang) -> Result<Trace, String> {
    trace(&list, &recipe).map_err(|error| match error {
        CountError::Given(error) => say::feature_list_error(&error, lang),
        CountError::Stopped(_) => t!(lang, "notice.stopped").into(),
    })
}

fn show(step: Step, made: &StepResult, form: StepForm, chosen: &Chosen) -> Code {
    print(Code::Done, chosen.lang, |out| match form.format {
        Format::Text => text::step(out, step, made, chosen.lang),
        Format::Json => json::step(out, step, made, chosen),
    })
}
