//! What can be written on the command line, and what clap says of it. Knows nothing of what it leads to.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::{documents::Documents, settings::Settings};

/// A microscope for SimHash: every number between a text and its fingerprint, and which words flipped which bit.
///
/// Without a command, opens the screens with the documents given, or with the built-in samples. Where standard output
/// is not a terminal, prints what 'simscope compare' prints ('simscope hash' for one document).
#[derive(Debug, Parser)]
#[command(version, override_usage = USAGE, after_long_help = EXAMPLES, max_term_width = 100)]
pub struct Arguments {
    /// What to do instead of opening the screens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What to do it with.
    #[command(flatten)]
    pub documents: Documents,
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
    #[command(after_long_help = COMPARE_EXAMPLES)]
    Compare(Compare),
    /// Print the fingerprint of each document
    ///
    /// Exit code: 0, or 2 on trouble.
    #[command(after_long_help = HASH_EXAMPLES)]
    Hash(Hash),
    /// Explain one pair: for every bit that differs, the features that flipped it, and the smallest undo
    ///
    /// Exit code: 0, or 2 on trouble.
    #[command(after_long_help = EXPLAIN_EXAMPLES)]
    Explain(Explain),
}

/// `simscope compare`.
#[derive(Debug, Args)]
pub struct Compare {
    /// What to compare.
    #[command(flatten)]
    pub documents: Documents,
    /// In which form.
    #[command(flatten)]
    pub output: Output,
    /// How much of it.
    #[command(flatten)]
    pub evidence: Evidence,
    /// One pair under every profile of another system, side by side, and why those that disagree with the recipe do;
    /// takes two documents
    #[arg(long, help_heading = "Output", conflicts_with_all = ["top", "diff"])]
    pub profiles: bool,
}

/// `simscope hash`.
#[derive(Debug, Args)]
pub struct Hash {
    /// What to hash.
    #[command(flatten)]
    pub documents: Documents,
    /// In which form.
    #[command(flatten)]
    pub output: Output,
    /// A list of keywords (lines of word TAB weight) that another program printed for the document: tells which words it
    /// cut otherwise; for one document and '--recipe yanyiwu-text'
    #[arg(long, value_name = "LIST", help_heading = "Output")]
    pub keywords: Option<PathBuf>,
}

/// `simscope explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// The pair.
    #[command(flatten)]
    pub documents: Documents,
    /// In which form.
    #[command(flatten)]
    pub output: Output,
    /// How much of it.
    #[command(flatten)]
    pub evidence: Evidence,
}

/// In which form results are printed.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Output {
    /// Form of the output
    #[arg(long, value_name = "FORM", value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Print nothing but errors; the exit code tells the result
    #[arg(short, long)]
    pub quiet: bool,
}

impl Output {
    /// Whether unreadable documents are named on standard error; in JSON they have entries of their own.
    pub fn complains(self) -> bool {
        self.quiet || self.format == Format::Text
    }
}

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For reading.
    Text,
    /// For programs; the README describes it.
    Json,
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

fn count(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "allowed is a whole number from 0")
}

const USAGE: &str = "\
simscope [OPTIONS] [FILE]...
       simscope <compare|hash|explain> [OPTIONS] FILE...";

const EXAMPLES: &str = "\
Examples:
  simscope                                the built-in samples, on the screens
  simscope a.txt b.txt                    two versions of a text
  pdftotext a.pdf - | simscope - b.txt    one of them from standard input
  simscope --text 'one text' --text 'another text'
  simscope --recipe article-003 a.txt b.txt
  simscope compare *.txt                  without a screen
  simscope compare -- -odd-name.txt b.txt

A file that is called like a command is given as ./compare, or after --.";

const COMPARE_EXAMPLES: &str = "\
Examples:
  simscope compare *.txt
  simscope compare -k 6 old.txt new.txt
  simscope compare --profiles old.txt new.txt
  simscope compare --quiet a.txt b.txt && echo 'near-duplicates'
  simscope compare --format json --diff auto *.txt > pairs.json";

const HASH_EXAMPLES: &str = "\
Examples:
  simscope hash *.txt
  simscope hash --bits 128 --hash xxh3-128 a.txt
  printf 'CSDN\\t4\\n博客\\t5\\n' | simscope hash --recipe yanyiwu -
  simscope hash --recipe yanyiwu-text --weight keyword:20 --keywords list.tsv a.txt
  simscope hash --format json *.txt > fingerprints.json";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  simscope explain old.txt new.txt
  simscope explain --top 3 --lang zh old.txt new.txt
  simscope explain --format json old.txt new.txt";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn clap_finds_no_fault() {
        Arguments::command().debug_assert();
    }
}
