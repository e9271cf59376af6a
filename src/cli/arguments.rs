//! What can be written on the command line, and what clap says of it. Knows nothing of what it leads to.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint, value_parser};
use clap_complete::Shell;

use super::{
    documents::{Documents, OneText, Texts},
    examples,
    exclude::{Exclude, ExcludeOfMany},
    reuse::Reuse,
    settings::Settings,
};
use crate::{
    compare::cluster::CUTOFF,
    review::export::{Form, Which},
};

/// A microscope for SimHash: every number between a text and its fingerprint, and which words flipped which bit.
///
/// Without a command, opens the screens with the documents given, or with the built-in samples. Where standard output
/// is not a terminal, prints what 'simscope compare' prints ('simscope hash' for one document).
#[derive(Debug, Parser)]
#[command(version, override_usage = USAGE, after_long_help = examples::ALL, max_term_width = 100)]
pub struct Arguments {
    /// What to do instead of opening the screens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What to do it with.
    #[command(flatten)]
    pub documents: Documents,
    /// What is left out.
    #[command(flatten)]
    pub exclude: ExcludeOfMany,
    /// How.
    #[command(flatten)]
    pub settings: Settings,
}

/// What can be had without a screen.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Compare every two documents: a ranked list, and what there is to say of the pairs that matter
    ///
    /// Exit code: 0 where a near-duplicate was found, 1 where none was, 2 on trouble (any document that cannot be read
    /// is trouble, told after the rest has been printed).
    #[command(after_long_help = examples::COMPARE)]
    Compare(Compare),
    /// Print the fingerprint of each document
    ///
    /// Exit code: 0, or 2 on trouble.
    #[command(after_long_help = examples::HASH)]
    Hash(Hash),
    /// Explain one pair: for every bit that differs, the features that flipped it, and the smallest undo
    ///
    /// Exit code: 0, or 2 on trouble.
    #[command(after_long_help = examples::EXPLAIN)]
    Explain(Explain),
    /// Show the settings and where each was said, or make a file for them
    ///
    /// Exit code: 0, or 2 on trouble.
    #[command(subcommand, disable_help_subcommand = true)]
    Config(ConfigCommand),
    /// Print the distances of all documents from each other as a matrix
    ///
    /// Exit code: as of compare.
    #[command(after_long_help = examples::MATRIX)]
    Matrix(Matrix),
    /// Print the differences of two texts: marked words, a patch, JSON or HTML
    ///
    /// Exit code: 0 where the texts are the same, 1 where they differ, 2 on trouble.
    #[command(after_long_help = examples::DIFF)]
    Diff(Diff),
    /// Review the documents of folders: which pairs are suspicious and why, with a verdict and a note for each, kept
    ///
    /// Verdicts and notes are saved at once, beside the folder if it can be written. Where standard output is not a
    /// terminal, prints what compare prints.
    ///
    /// Exit code: 0, or 2 on trouble; without a terminal, as of compare.
    #[command(after_long_help = examples::REVIEW)]
    Review(Review),
    /// Write a report of all pairs, with verdicts and notes, as one file to hand over: HTML, Markdown, CSV or JSON
    ///
    /// Exit code: 0, or 2 on trouble (any document that cannot be read is trouble; the report is written all the same
    /// and says so).
    #[command(after_long_help = examples::EXPORT)]
    Export(Export),
    /// Measure recipes on labelled pairs: precision, recall and F1 at each k, by set and in all, and what shared passages
    /// add
    ///
    /// Exit code: 0, or 2 on trouble.
    #[command(after_long_help = examples::EVALUATE)]
    Evaluate(Evaluate),
    /// Print one step of the pipeline: what it makes of a text, or of words, weights, bits and numbers given by hand
    ///
    /// The steps in their order: tokens, weights, hash, row, sum, sign; and xor, for two fingerprints. From hash on,
    /// each step reads what the one before it prints: give it - in place of operands.
    ///
    /// Exit code: 0, or 2 on trouble.
    #[command(subcommand, disable_help_subcommand = true, after_long_help = examples::STEP)]
    Step(StepCommand),
    /// Learn SimHash step by step: list the lessons, open one on the screens, check a file of your own, take one home
    ///
    /// A lesson is one that comes with the program, by its name, or a file of your own.
    ///
    /// Exit code: 0, or 2 on trouble; of check, 2 where something is wrong with a file.
    #[command(subcommand, disable_help_subcommand = true, after_long_help = examples::LESSON)]
    Lesson(LessonCommand),
    /// Print the script that has a shell complete the command line of simscope
    #[command(after_long_help = examples::COMPLETIONS)]
    Completions {
        /// Which shell
        #[arg(value_name = "SHELL", value_enum)]
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// `simscope config`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum ConfigCommand {
    /// Print which file the settings stand in
    Path,
    /// Print every setting with its value and where it was said: in the file, by a variable, on the command line
    Show,
    /// Write a file with all settings at their defaults, commented out; one that is there stays as it is
    Init,
}

/// `simscope compare`.
#[derive(Debug, Args)]
pub struct Compare {
    /// What to compare.
    #[command(flatten)]
    pub documents: Documents,
    /// Fingerprints made before.
    #[command(flatten)]
    pub stored: Stored,
    /// In which form.
    #[command(flatten)]
    pub output: Output<ListFormat>,
    /// How much of it.
    #[command(flatten)]
    pub evidence: Evidence,
    /// What is left out.
    #[command(flatten)]
    pub exclude: ExcludeOfMany,
    /// One pair under every profile of another system, side by side, and why those that disagree with the recipe do;
    /// takes two documents
    #[arg(long, help_heading = "Output", conflicts_with_all = ["top", "diff", "fingerprints", "kinds", "patterns", "base", "common"])]
    pub profiles: bool,
}

/// `simscope review`.
#[derive(Debug, Args)]
pub struct Review {
    /// What to review.
    #[command(flatten)]
    pub documents: Documents,
    /// Compare with the documents of this folder or file too, and not those among themselves; a .jsonl file of
    /// fingerprints, as 'simscope hash --format jsonl' writes it, stands for the documents it lists, be they millions; may
    /// be given many times
    #[arg(long, value_name = "DIR", value_hint = ValueHint::AnyPath)]
    pub against: Vec<PathBuf>,
    /// What is left out.
    #[command(flatten)]
    pub exclude: ExcludeOfMany,
    /// What was read before.
    #[command(flatten)]
    pub reuse: Reuse,
    /// Print the pairs in this form, with verdicts and notes, and open no screen
    #[arg(long, value_name = "FORM", value_enum, help_heading = "Output")]
    pub format: Option<ReviewFormat>,
    /// Which pairs.
    #[command(flatten)]
    pub meant: Meant,
}

/// Which pairs are meant, and what their documents are called.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Meant {
    /// Which pairs are listed, such as 'hd<=10 share>50 name:draft verdict:none' [default: all]
    #[arg(long, visible_alias = "filter", value_name = "FILTER")]
    pub pairs: Option<String>,
    /// Up to this distance pairs join clusters, of which 'cluster:N' speaks
    #[arg(long, value_name = "HD", default_value_t = CUTOFF, value_parser = value_parser!(u32).range(0..=128))]
    pub cutoff: u32,
    /// Call documents by numbers and leave out their paths
    #[arg(long)]
    pub hide_names: bool,
}

/// `simscope export`.
#[derive(Debug, Args)]
pub struct Export {
    /// What to report.
    #[command(flatten)]
    pub documents: Documents,
    /// Where to write it; - is standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub output: PathBuf,
    /// Form of the report [default: what the ending of OUT says]
    #[arg(long, value_name = "FORM", value_enum, help_heading = "Output")]
    pub format: Option<Form>,
    /// Which pairs.
    #[command(flatten)]
    pub meant: Meant,
    /// Which of these are looked at closely, with shared passages and differences
    #[arg(long, value_name = "WHICH", value_enum, default_value_t, help_heading = "Output")]
    pub diffs: Which,
    /// Compare with the documents of this folder or file too, as in 'simscope review'; may be given many times
    #[arg(long, value_name = "DIR", value_hint = ValueHint::AnyPath)]
    pub against: Vec<PathBuf>,
    /// What is left out.
    #[command(flatten)]
    pub exclude: ExcludeOfMany,
    /// What was read before.
    #[command(flatten)]
    pub reuse: Reuse,
    /// Write over a file that is there
    #[arg(long, help_heading = "Output")]
    pub force: bool,
}

/// `simscope hash`.
#[derive(Debug, Args)]
pub struct Hash {
    /// What to hash.
    #[command(flatten)]
    pub documents: Documents,
    /// In which form.
    #[command(flatten)]
    pub output: Output<ListFormat>,
    /// What is left out.
    #[command(flatten)]
    pub exclude: Exclude,
    /// A list of keywords (lines of word TAB weight) that another program printed for the document: tells which words it
    /// cut otherwise; for one document and '--recipe yanyiwu-text'
    #[arg(long, value_name = "LIST", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub keywords: Option<OsString>,
}

/// `simscope explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// The pair.
    #[command(flatten)]
    pub documents: Documents,
    /// In which form.
    #[command(flatten)]
    pub output: Output<Format>,
    /// How much of it.
    #[command(flatten)]
    pub evidence: Evidence,
    /// What is left out.
    #[command(flatten)]
    pub exclude: Exclude,
    /// Add what other methods say of the pair: cosine and Euclidean distance, shingles and MinHash, the longest sentences,
    /// the verdict under other weights and tokens, paragraph against paragraph; each with what it sees and misses
    #[arg(long = "evidence", help_heading = "Output")]
    pub methods: bool,
}

/// `simscope matrix`.
#[derive(Debug, Args)]
pub struct Matrix {
    /// What to compare.
    #[command(flatten)]
    pub documents: Documents,
    /// Fingerprints made before.
    #[command(flatten)]
    pub stored: Stored,
    /// In which form.
    #[command(flatten)]
    pub output: Output<MatrixFormat>,
    /// What is left out.
    #[command(flatten)]
    pub exclude: Exclude,
}

/// `simscope evaluate`.
#[derive(Debug, Args)]
pub struct Evaluate {
    /// A table with a pair a line: two files, the set they belong to, and near, mid or far, parted by tabs; further
    /// fields and a first line of names are let be. - is standard input
    #[arg(value_name = "PAIRS", value_hint = ValueHint::FilePath)]
    pub pairs: OsString,
    /// The folder that the files of the table are in [default: that of the table]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub docs: Option<PathBuf>,
    /// Measure this recipe too: the name of a profile, or a whole line; may be given many times
    #[arg(long, value_name = "NAME|LINE")]
    pub also: Vec<String>,
    /// Measure the recipe under all its weights too
    #[arg(long)]
    pub all_weights: bool,
    /// Try every k from 0 up to this
    #[arg(long, value_name = "K", default_value_t = 10)]
    pub up_to: u32,
    /// What pairs labelled mid count as
    #[arg(long, value_name = "LABEL", value_enum, default_value_t)]
    pub mid: MidAs,
    /// From how much shared text on, in percent of either text, a pair is called near whatever its distance: 0 to 100
    #[arg(long, value_name = "PERCENT", default_value_t = 50, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub shared: u8,
    /// In which form.
    #[command(flatten)]
    pub output: Output<MatrixFormat>,
}

/// What pairs in between count as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MidAs {
    /// As neither: to call them near is neither right nor wrong.
    #[default]
    Neither,
    /// As near ones.
    Near,
    /// As far ones.
    Far,
}

/// `simscope diff`.
#[derive(Debug, Args)]
pub struct Diff {
    /// The pair.
    #[command(flatten)]
    pub documents: Documents,
    /// In which form.
    #[command(flatten)]
    pub output: Output<DiffFormat>,
    /// What is left out.
    #[command(flatten)]
    pub exclude: Exclude,
    /// How many equal paragraphs stand around a change [default: 2], or lines with --format unified [default: 3]
    #[arg(short = 'U', long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    #[arg(help_heading = "Output")]
    pub context: Option<usize>,
    /// Set paragraph A of the first text beside paragraph B of the second; may be given several times
    #[arg(long, value_name = "A:B", value_parser = point, help_heading = "Output")]
    pub align: Vec<[u32; 2]>,
    /// For how many changes, from the first on, it is computed which bits they move and what HD is without them
    /// [default: 100]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true, help_heading = "Output")]
    pub effects: Option<usize>,
}

/// `simscope lesson`.
#[derive(Debug, Subcommand)]
pub enum LessonCommand {
    /// Print the names and titles of the lessons that come with the program
    List,
    /// Open a lesson on the screens; where standard output is not a terminal, print it as Markdown
    Open {
        /// The name of a lesson, or a file; - is standard input
        #[arg(value_name = "LESSON", value_hint = ValueHint::FilePath)]
        lesson: OsString,
    },
    /// Read lesson files and take their figures through the pipeline: says what is wrong, with line and key
    Check {
        /// The files, or names of lessons; - is standard input
        #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
        lessons: Vec<OsString>,
    },
    /// Take a lesson home: words and numbers, a picture of each page, or a recording that terminals play
    Export {
        /// The name of a lesson, or a file; - is standard input
        #[arg(value_name = "LESSON", value_hint = ValueHint::FilePath)]
        lesson: OsString,
        /// Form of the export
        #[arg(long, value_name = "FORM", value_enum, default_value_t)]
        format: LessonFormat,
        /// Where to write it: a file, or for svg a folder, that is not there yet [default: standard output; svg wants a
        /// folder]
        #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
        out: Option<PathBuf>,
        /// Columns and rows of the pictures and of the recording, from 40x10 to 300x100
        #[arg(long, value_name = "COLUMNSxROWS", default_value = "120x36", value_parser = size)]
        size: (u16, u16),
    },
}

/// A form of `lesson export`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LessonFormat {
    /// For reading: the pages, with sentence and numbers of each step, and the answers.
    #[default]
    Markdown,
    /// A picture of each page.
    Svg,
    /// A recording, version 3, for asciinema play.
    Asciicast,
}

fn size(text: &str) -> Result<(u16, u16), &'static str> {
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
    let fits = |&(columns, rows): &(u16, u16)| (40..=300).contains(&columns) && (10..=100).contains(&rows);
    sides.filter(fits).ok_or("allowed are 40x10 to 300x100, such as 120x36")
}

/// `simscope step`.
#[derive(Debug, Subcommand)]
pub enum StepCommand {
    /// Cut a text into tokens: one a line, in the order of the text
    #[command(after_long_help = examples::STEP)]
    Tokens(StepOfText),
    /// Weigh the features of a text: lines of feature TAB weight
    #[command(after_long_help = examples::STEP)]
    Weights(StepOfText),
    /// Hash words: the bits of each, a line each; of the features of a text, lines of feature TAB weight TAB bits
    #[command(after_long_help = examples::STEP)]
    Hash {
        /// Words as they are; - reads lines: words, or what 'step weights' prints
        #[arg(value_name = "WORD")]
        words: Vec<String>,
        /// More.
        #[command(flatten)]
        rest: ByHand,
    },
    /// Write the weight with the sign of each bit: + where it is 1, - where it is 0; a line for each feature
    #[command(after_long_help = examples::STEP)]
    Row {
        /// FEATURE:WEIGHT:BITS, or FEATURE:WEIGHT to have it hashed; - reads lines, such as 'step weights' and 'step
        /// hash' print
        #[arg(value_name = "FEATURE")]
        features: Vec<String>,
        /// More.
        #[command(flatten)]
        rest: ByHand,
    },
    /// Add the rows up, column by column; one line for each text
    #[command(after_long_help = examples::STEP)]
    Sum {
        /// FEATURE:WEIGHT:BITS, or FEATURE:WEIGHT to have it hashed, or '4 -4 4', a row; - reads lines, such as 'step
        /// weights', 'step hash' and 'step row' print
        #[arg(value_name = "FEATURE")]
        features: Vec<String>,
        /// More.
        #[command(flatten)]
        rest: ByHand,
    },
    /// Make a bit of each sum: 1 above 0, 0 below; --tie says what of 0
    #[command(after_long_help = examples::STEP)]
    Sign {
        /// The sums, leftmost column first; - reads lines, such as 'step sum' prints
        #[arg(value_name = "SUM", allow_negative_numbers = true)]
        sums: Vec<String>,
        /// More.
        #[command(flatten)]
        rest: ByHand,
    },
    /// Show in which bits two fingerprints differ: 1 where they do; and how many they are, the Hamming distance
    #[command(after_long_help = examples::STEP)]
    Xor {
        /// Two fingerprints, written in digits 0 and 1; - reads lines, such as 'step hash' and 'step sign' print
        #[arg(value_name = "BITS")]
        fingerprints: Vec<String>,
        /// More.
        #[command(flatten)]
        rest: ByHand,
    },
}

/// A step that takes a text.
#[derive(Debug, Args)]
pub struct StepOfText {
    /// The text.
    #[command(flatten)]
    pub text: OneText,
    /// In which form.
    #[command(flatten)]
    pub form: StepForm,
}

/// What stands behind a step beside what is given by hand: texts in place of it.
#[derive(Debug, Args)]
pub struct ByHand {
    /// The texts.
    #[command(flatten)]
    pub texts: Texts,
    /// In which form.
    #[command(flatten)]
    pub form: StepForm,
}

/// In which form a step is printed.
#[derive(Clone, Copy, Debug, Args)]
pub struct StepForm {
    /// Form of the output
    #[arg(long, value_name = "FORM", value_enum, default_value_t, help_heading = "Output")]
    pub format: Format,
}

/// Fingerprints that were made before.
#[derive(Debug, Default, Args)]
pub struct Stored {
    /// Compare with the fingerprints in this file too, as 'hash --format json' or 'jsonl' made it; may be given many
    /// times; - is standard input. Then fingerprints alone are compared, since the file holds no texts
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub fingerprints: Vec<OsString>,
}

/// In which form results are printed.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub struct Output<F: ValueEnum + Default + Send + Sync + 'static> {
    /// Form of the output
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    pub format: F,
    /// Print nothing but errors; the exit code tells the result
    #[arg(short, long)]
    pub quiet: bool,
}

/// A form of the output of `explain`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For reading.
    #[default]
    Text,
    /// For programs; the README describes it.
    Json,
}

/// A form of the output of `hash` and `compare`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// For reading.
    #[default]
    Text,
    /// For programs: one value; the README describes it.
    Json,
    /// For programs: a document or a pair a line, as soon as it is there.
    Jsonl,
}

/// A form of the output of `review`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReviewFormat {
    /// For reading.
    #[default]
    Text,
    /// For programs: the report of 'export', without differences.
    Json,
    /// For spreadsheets: RFC 4180.
    Csv,
}

/// A form of the output of `matrix` and `evaluate`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MatrixFormat {
    /// For reading.
    #[default]
    Text,
    /// For spreadsheets: RFC 4180.
    Csv,
    /// For programs; the README describes it.
    Json,
}

/// A form of the output of `diff`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// For reading: paragraphs with the changed words marked.
    #[default]
    Text,
    /// A patch of lines, for patch and git apply.
    Unified,
    /// For programs; the README describes it.
    Json,
    /// A section with ins and del, to be put in a page.
    HtmlFragment,
}

/// How much evidence is printed.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Evidence {
    /// Features listed for each bit that differs, the strongest first: a whole number from 0 [default: 10; 'explain
    /// --format json' lists all]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub top: Option<usize>,
    /// Add the differences of the texts to the JSON of a pair; 'auto' does for near-duplicates
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Never)]
    pub diff: When,
}

/// For which pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// For near-duplicates.
    Auto,
    /// For all.
    Always,
    /// For none.
    Never,
}

/// How many features a bit lists unless told otherwise.
pub const TOP: usize = 10;
/// For how many changes of a pair the effect on the bits is computed unless told otherwise: each is a text hashed anew.
pub const EFFECTS: usize = 100;

/// Two numbers of paragraphs.
fn point(text: &str) -> Result<[u32; 2], &'static str> {
    let number = |text: &str| text.parse().ok().filter(|&number| number > 0);
    let point = text.split_once(':').and_then(|(a, b)| Some([number(a)?, number(b)?]));
    point.ok_or("allowed are the numbers of two paragraphs, from 1, such as 3:5")
}

fn count(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "allowed is a whole number from 0")
}

const USAGE: &str = "\
simscope [OPTIONS] [FILE]...
       simscope <compare|matrix|hash|explain|diff|review|export> [OPTIONS] FILE...
       simscope step <tokens|weights|hash|row|sum|sign|xor> [OPTIONS] ...
       simscope lesson <list|open|check|export> [OPTIONS] ...
       simscope <completions SHELL|man|config COMMAND>";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn clap_finds_no_fault() {
        Arguments::command().debug_assert();
    }
}
