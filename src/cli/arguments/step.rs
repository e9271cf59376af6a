//! `simscope step`. It must not know how the step works or how operands are read.

use clap::{Args, Subcommand};

use super::output::TextOrJson;
use crate::cli::{
    documents::{FileArguments, TextArguments},
    examples,
};

/// `simscope step`.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum StepCommand {
    /// Cut a text into tokens: one a line, in the order of the text
    #[command(after_long_help = examples::STEP)]
    Tokens(StepOfTextArguments),
    /// Weigh the features of a text: lines of feature TAB weight
    #[command(after_long_help = examples::STEP)]
    Weights(StepOfTextArguments),
    /// Hash words: the bits of each, a line each; of the features of a text, lines of feature TAB weight TAB bits
    #[command(after_long_help = examples::STEP)]
    Hash {
        /// Words as they are; - reads lines: words, or what 'step weights' prints
        #[arg(value_name = "WORD")]
        words: Vec<String>,
        #[command(flatten)]
        input: StepInputArguments,
    },
    /// Write the weight with the sign of each bit: + where it is 1, - where it is 0; a line for each feature
    #[command(after_long_help = examples::STEP)]
    Row {
        /// FEATURE:WEIGHT:BITS, or FEATURE:WEIGHT to have it hashed; - reads lines, such as 'step weights' and 'step
        /// hash' print
        #[arg(value_name = "FEATURE")]
        features: Vec<String>,
        #[command(flatten)]
        input: StepInputArguments,
    },
    /// Add the rows up, column by column; one line for each text
    #[command(after_long_help = examples::STEP)]
    Sum {
        /// FEATURE:WEIGHT:BITS, or FEATURE:WEIGHT to have it hashed, or '4 -4 4', a row; - reads lines, such as 'step
        /// weights', 'step hash' and 'step row' print
        #[arg(value_name = "FEATURE")]
        features: Vec<String>,
        #[command(flatten)]
        input: StepInputArguments,
    },
    /// Make a bit of each sum: 1 above 0, 0 below; --tie says what of 0
    #[command(after_long_help = examples::STEP)]
    Sign {
        /// The sums, leftmost column first; - reads lines, such as 'step sum' prints
        #[arg(value_name = "SUM", allow_negative_numbers = true)]
        sums: Vec<String>,
        #[command(flatten)]
        input: StepInputArguments,
    },
    /// Show in which bits two fingerprints differ: 1 where they do; and how many they are, the Hamming distance
    #[command(after_long_help = examples::STEP)]
    Xor {
        /// Two fingerprints, written in digits 0 and 1; - reads lines, such as 'step hash' and 'step sign' print
        #[arg(value_name = "BITS")]
        fingerprints: Vec<String>,
        #[command(flatten)]
        input: StepInputArguments,
    },
}

#[derive(Debug, Args)]
pub(in crate::cli) struct StepOfTextArguments {
    #[command(flatten)]
    pub text: TextArguments,
    #[command(flatten)]
    pub form: StepOutput,
}

/// Texts in place of operands, and the form of the output.
#[derive(Debug, Args)]
pub(in crate::cli) struct StepInputArguments {
    #[command(flatten)]
    pub texts: FileArguments,
    #[command(flatten)]
    pub form: StepOutput,
}

#[derive(Clone, Copy, Debug, Args)]
pub(in crate::cli) struct StepOutput {
    /// Form of the output
    #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
    pub format: TextOrJson,
}
