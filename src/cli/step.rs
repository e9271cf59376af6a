//! `simscope step`: one step of the pipeline alone, on texts or on operands.
//!
//! Operands are written as a list of features, which goes through the pipeline like any other; nothing is computed
//! here.

mod operands;
mod print;

use clap::{Args, Subcommand, error::ErrorKind};
use operands::{Operand, features, fingerprints, forms, sums, words};

use super::{
    Code, CommandError,
    arguments::TextOrJson,
    documents::{DocumentArguments, FileArguments, STDIN_ONCE},
    help, print, print_error, print_failures,
    settings::{RecipeFlags, ResolvedSettings},
    start::Startup,
    usage,
};
use crate::{
    batch::{
        Work,
        stream::{StreamedValue, read},
    },
    document::{self, Source},
    locale::Lang,
    say,
    simhash::{Fingerprint, Fixed, Recipe, Trace, signs, trace},
    t,
};

/// `simscope step`.
#[derive(Debug, Subcommand)]
pub(super) enum StepCommand {
    /// Split a text into tokens: one per line, in text order
    #[command(after_long_help = help::STEP)]
    Tokens(StepOfTextArguments),
    /// Compute the weights of a text's features: lines of feature TAB weight
    #[command(after_long_help = help::STEP)]
    Weights(StepOfTextArguments),
    /// Hash words: the bits of each word, one per line; for the features of a text, lines of feature TAB weight TAB
    /// bits
    #[command(after_long_help = help::STEP)]
    Hash {
        /// Words, taken as they are; - reads lines of words, or the output of 'step weights'
        #[arg(value_name = "WORD")]
        words: Vec<String>,
        #[command(flatten)]
        input: StepInputArguments,
    },
    /// Write the weight with the sign of each bit: + for 1, - for 0; one line per feature
    #[command(after_long_help = help::STEP)]
    Row {
        /// FEATURE:WEIGHT:BITS, or FEATURE:WEIGHT to compute the hash; - reads lines, such as the output of 'step
        /// weights' and 'step hash'
        #[arg(value_name = "FEATURE")]
        features: Vec<String>,
        #[command(flatten)]
        input: StepInputArguments,
    },
    /// Add up the rows, column by column; one line per text
    #[command(after_long_help = help::STEP)]
    Sum {
        /// FEATURE:WEIGHT:BITS, or FEATURE:WEIGHT to compute the hash, or a row like '4 -4 4'; - reads lines, such as
        /// the output of 'step weights', 'step hash' and 'step row'
        #[arg(value_name = "FEATURE")]
        features: Vec<String>,
        #[command(flatten)]
        input: StepInputArguments,
    },
    /// Turn each sum into a bit: 1 above 0, 0 below; --tie decides for 0
    #[command(after_long_help = help::STEP)]
    Sign {
        /// The sums, leftmost column first; - reads lines, such as the output of 'step sum'
        #[arg(value_name = "SUM", allow_negative_numbers = true)]
        sums: Vec<String>,
        #[command(flatten)]
        input: StepInputArguments,
    },
    /// Show each bit that differs between two fingerprints as 1, and their number, the Hamming distance
    #[command(after_long_help = help::STEP)]
    Xor {
        /// Two binary fingerprints; - reads lines, such as the output of 'step hash' and 'step sign'
        #[arg(value_name = "BITS")]
        fingerprints: Vec<String>,
        #[command(flatten)]
        input: StepInputArguments,
    },
}

#[derive(Debug, Args)]
pub(super) struct StepOfTextArguments {
    #[command(flatten)]
    text: FileArguments<false>,
    #[command(flatten)]
    form: StepOutput,
}

/// Texts in place of operands, and the form of the output.
#[derive(Debug, Args)]
pub(super) struct StepInputArguments {
    #[command(flatten)]
    texts: FileArguments<true>,
    #[command(flatten)]
    form: StepOutput,
}

#[derive(Clone, Debug, Args)]
pub(super) struct StepOutput {
    /// Output format
    #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
    format: TextOrJson,
    #[command(flatten)]
    recipe: RecipeFlags,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Tokens,
    Weights,
    Hash,
    Row,
    Sum,
    Sign,
    Xor,
}

impl Step {
    fn name(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Weights => "weights",
            Self::Hash => "hash",
            Self::Row => "row",
            Self::Sum => "sum",
            Self::Sign => "sign",
            Self::Xor => "xor",
        }
    }
}

enum StepResult {
    /// Up to the rows: one text, with every number.
    Features(Trace),
    /// Words and their hashes.
    Words(Vec<(String, Fingerprint)>),
    /// Sums and what their signs say; of each text, or as they were given.
    Sums {
        all: Vec<Accumulator>,
        /// The recipe that hashed the texts; none for numbers given by hand.
        recipe: Option<Recipe>,
    },
    Fingerprints {
        two: [Fingerprint; 2],
        recipe: Option<Recipe>,
    },
}

/// The accumulator of a text.
struct Accumulator {
    sums: Vec<Fixed>,
    fingerprint: Fingerprint,
}

pub(super) fn run(command: StepCommand, start: Startup) -> Result<Code, CommandError> {
    let resolved = |form: &StepOutput| start.with(form.recipe.clone()).warned().resolve(&[]);
    let (step, given, input) = match command {
        StepCommand::Tokens(text) => return of_text(Step::Tokens, &resolved(&text.form)?, text),
        StepCommand::Weights(text) => return of_text(Step::Weights, &resolved(&text.form)?, text),
        StepCommand::Hash { words, input } => (Step::Hash, words, input),
        StepCommand::Row { features, input } => (Step::Row, features, input),
        StepCommand::Sum { features, input } => (Step::Sum, features, input),
        StepCommand::Sign { sums, input } => (Step::Sign, sums, input),
        StepCommand::Xor { fingerprints, input } => (Step::Xor, fingerprints, input),
    };
    let StepInputArguments { texts, form } = input;
    let settings = &resolved(&form)?;
    let sources = texts.0.sources;
    match (given.is_empty(), sources.is_empty()) {
        (true, true) => Err(wrong(step, ErrorKind::TooFewValues, &wanted(step, settings.lang))),
        (false, false) => Err(wrong(step, ErrorKind::ArgumentConflict, t!(settings.lang, "step-error.both"))),
        (true, false) => of_texts(step, sources, &form, settings),
        (false, true) => of_operands(step, given, &form, settings),
    }
}

fn wrong(step: Step, kind: ErrorKind, message: &str) -> CommandError {
    usage(&format!("step {}", step.name()), kind, message)
}

fn wanted(step: Step, lang: Lang) -> String {
    match step {
        Step::Tokens | Step::Weights => t!(lang, "step-error.wanted-text").into(),
        Step::Hash => t!(lang, "step-error.wanted-words").into(),
        Step::Row | Step::Sum => t!(lang, "step-error.wanted-features", forms = forms(lang)),
        Step::Sign => t!(lang, "step-error.wanted-sums").into(),
        Step::Xor => t!(lang, "step-error.wanted-prints").into(),
    }
}

fn of_text(step: Step, settings: &ResolvedSettings, text: StepOfTextArguments) -> Result<Code, CommandError> {
    let StepOfTextArguments { text: FileArguments(DocumentArguments { sources, .. }), form } = text;
    if sources.is_empty() {
        return Err(wrong(step, ErrorKind::TooFewValues, &wanted(step, settings.lang)));
    }
    of_texts(step, sources, &form, settings)
}

/// Runs a step on texts: one up to the step `row`, any number for sums and signs, two for their distance.
fn of_texts(
    step: Step,
    sources: Vec<Source>,
    form: &StepOutput,
    settings: &ResolvedSettings,
) -> Result<Code, CommandError> {
    let right = match step {
        Step::Sum | Step::Sign => true,
        Step::Xor => sources.len() == 2,
        _ => sources.len() == 1,
    };
    if !right {
        let n = sources.len();
        let message = if step == Step::Xor {
            t!(settings.lang, "step-error.two-texts", n)
        } else {
            t!(settings.lang, "step-error.one-text", n)
        };
        return Err(wrong(step, ErrorKind::WrongNumberOfValues, &message));
    }
    let lang = settings.lang;
    let entries = read(sources, Work::Screens, |document| trace(&document.text, &settings.recipe));
    print_failures(&entries, lang);
    let mut code = Code::error_if(entries.iter().any(|entry| entry.seen.is_err()));
    let mut traces = Vec::new();
    for entry in entries {
        let Ok(StreamedValue { reading, altered, made: trace, .. }) = entry.seen else { continue };
        let said = say::warnings(&entry.name, &reading, &trace.sketch, &altered, &settings.recipe, lang);
        said.iter().filter(|warning| warning.kind == "replaced").for_each(|warning| print_error(&warning.message));
        if trace.features.is_empty() {
            print_error(&t!(lang, "cli.no-features", name = entry.name));
            code = Code::Error;
        } else {
            traces.push(trace);
        }
    }
    if code == Code::Error {
        return Ok(code);
    }
    let fingerprint = |trace: &Trace| trace.sketch.fingerprint.unwrap_or_else(|| trace.signs(&trace.sums));
    let made = match step {
        Step::Sum | Step::Sign => {
            let columns = |trace: Trace| Accumulator { fingerprint: fingerprint(&trace), sums: trace.sums };
            StepResult::Sums { all: traces.into_iter().map(columns).collect(), recipe: Some(settings.recipe.clone()) }
        }
        Step::Xor => match traces.as_slice() {
            [a, b] => StepResult::Fingerprints {
                two: [fingerprint(a), fingerprint(b)],
                recipe: Some(settings.recipe.clone()),
            },
            _ => return Ok(Code::Error),
        },
        _ => match traces.pop() {
            Some(trace) => StepResult::Features(trace),
            None => return Ok(Code::Error),
        },
    };
    Ok(show(step, &made, form, settings))
}

/// Runs a step on operands, or on the lines of standard input if the only operand is `-`.
fn of_operands(
    step: Step,
    given: Vec<String>,
    form: &StepOutput,
    settings: &ResolvedSettings,
) -> Result<Code, CommandError> {
    let lang = settings.lang;
    let piped = given.iter().filter(|operand| *operand == "-").count();
    let operands = match piped {
        0 => Operand::from_arguments(given),
        1 if given.len() == 1 => match document::read(&Source::Stdin) {
            Ok(document) => Operand::from_lines(&document.text),
            Err(error) => {
                print_error(&say::read_error(&error, lang));
                return Ok(Code::Error);
            }
        },
        1 => {
            return Err(wrong(step, ErrorKind::ArgumentConflict, t!(lang, "step-error.alone")));
        }
        _ => return Err(wrong(step, ErrorKind::ArgumentConflict, STDIN_ONCE)),
    };
    if operands.is_empty() {
        return Err(wrong(step, ErrorKind::TooFewValues, &wanted(step, settings.lang)));
    }
    let made = match step {
        Step::Hash if !operands.iter().any(Operand::has_fields) => {
            words(&operands, &settings.recipe, lang).map(StepResult::Words)
        }
        Step::Hash | Step::Row => features(&operands, &settings.recipe, lang).map(StepResult::Features),
        Step::Sum => features(&operands, &settings.recipe, lang).map(|trace| {
            let fingerprint = trace.signs(&trace.sums);
            StepResult::Sums { all: vec![Accumulator { fingerprint, sums: trace.sums }], recipe: Some(trace.recipe) }
        }),
        Step::Sign => sums(&operands, piped > 0, width_flag(form, settings), lang).map(|all| {
            let columns = |sums: Vec<Fixed>| Accumulator { fingerprint: signs(&sums, settings.recipe.tie), sums };
            StepResult::Sums { all: all.into_iter().map(columns).collect(), recipe: None }
        }),
        Step::Tokens | Step::Weights | Step::Xor => fingerprints(&operands, width_flag(form, settings), lang)
            .map(|two| StepResult::Fingerprints { two, recipe: None }),
    };
    let made = made.map_err(|message| wrong(step, ErrorKind::ValueValidation, &message))?;
    Ok(show(step, &made, form, settings))
}

/// The width that the command line asks for. Sums and fingerprints given as operands have a width of their own, which
/// the default or a configuration file does not change.
fn width_flag(form: &StepOutput, settings: &ResolvedSettings) -> Option<u8> {
    form.recipe.has_bits().then_some(settings.recipe.bits)
}

fn show(step: Step, made: &StepResult, form: &StepOutput, settings: &ResolvedSettings) -> Code {
    print(Code::Done, settings.lang, |out| match form.format {
        TextOrJson::Text => print::text(out, step, made, settings.lang),
        TextOrJson::Json => print::json(out, step, made, settings),
    })
}
