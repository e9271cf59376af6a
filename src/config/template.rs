//! The file that `simscope config init` writes: every setting with its default, commented out.

use std::fmt::Write;

use super::{Key, Kind};
use crate::simhash::Recipe;

/// What a setting does, in a line.
fn purpose(key: Key) -> &'static str {
    match key {
        Key::Lang => "Language of the screens and results; auto is that of the environment.",
        Key::K => "The largest Hamming distance called near; at most the number of bits.",
        Key::Recipe => "The recipe: a profile, or a whole line such as every result carries.",
        Key::Tokens => "Parts of the recipe, in place of the recipe's own. What a text is cut into:",
        Key::Fold => "What is made equal before counting:",
        Key::Weight => "How much a feature counts:",
        Key::Hash => "What turns a feature into bits:",
        Key::Bits => "Width of the fingerprint: 3 to 128, as far as the hash reaches.",
        Key::Tie => "What a column sum of exactly 0 becomes: gt a 0, ge a 1.",
        Key::RunHan => "How long a run must be to count as shared, in Han characters.",
        Key::RunWords => "The same, in words of other scripts.",
        Key::Exclude => {
            "What is left out of the scores; both are shown, with it and without. One or more, parted by commas:"
        }
        Key::Common => "Leave out passages that stand in at least so many documents.",
        Key::ExcludePattern => "Leave out what matches one of these: [] or a list such as ['^Page [0-9]+$'].",
        Key::Sort => "Order of the pairs on screen 1.",
        Key::FeatureSort => "Order of the features on screen 2.",
        Key::Context => "How many equal paragraphs stay open around a change, on screen 4 and in simscope diff.",
        Key::Theme => "Colours; auto is dark or light, as the terminal's ground is.",
        Key::Color => "Whether there is colour. NO_COLOR wins over this, --color over both.",
        Key::Ascii => "Draw with ASCII marks only.",
        Key::Big => "Large print, for a projector: few rows, wide columns, high contrast unless theme says another.",
        Key::Ambiguous => "Cells that the terminal gives a character of ambiguous width (such as × or “): 1 or 2.",
        Key::Motion => "Whether anything may move by itself.",
        Key::HideNames => "Call documents by their numbers, on the screens and in reports.",
        Key::Cache => {
            "Whether the texts and numbers of a review's files are kept, so that it opens faster the next time."
        }
    }
}

/// The text of the file.
pub(crate) fn template() -> String {
    let mut text = String::from(
        "# The settings of simscope. Take the # off a line to change what it says.\n\
         # The environment (SIMSCOPE_ and the name in capitals, - as _) and the command line win over this file;\n\
         # `simscope config show` tells what holds, and where it was said.\n",
    );
    for key in Key::ALL {
        let allowed = match key.kind() {
            Kind::Switch | Kind::Number(_) => key.allowed(),
            _ if key == Key::Bits => String::new(),
            _ => key.allowed(),
        };
        // Into a string nothing can fail.
        _ = writeln!(text, "\n# {}", purpose(key));
        if !allowed.is_empty() {
            _ = writeln!(text, "# {allowed}");
        }
        _ = writeln!(text, "#{} = {}", key.name(), written(key, &default(key)));
    }
    text.push_str(
        "\n# Keys. A table for everywhere, and one for each screen (overview, pipeline, bits, diff), whose own keys win.\n\
         # An action has one key, a list of keys, or [] for none. Its name is what `:` completes.\n\
         # A key is a character, or Enter Esc Space Tab Shift-Tab Up Down Left Right Home End PageUp PageDown\n\
         # Backspace Delete, with Ctrl- before it where needed.\n\
         #[keys.everywhere]\n#copy = [\"y\", \"Ctrl-y\"]\n\
         #[keys.overview]\n#histogram = \"H\"\n",
    );
    text
}

/// The default, of a part of the recipe too.
fn default(key: Key) -> String {
    let recipe = Recipe::default();
    match key {
        Key::Recipe => recipe.to_string(),
        Key::Tokens => "jieba".into(),
        Key::Fold => recipe.fold.name().into(),
        Key::Weight => "tfidf".into(),
        Key::Hash => recipe.hash.name().into(),
        Key::Bits => recipe.bits.to_string(),
        Key::Tie => recipe.tie.name().into(),
        _ => key.default().into(),
    }
}

/// A value as a file has it.
pub(crate) fn written(key: Key, text: &str) -> String {
    match key.kind() {
        Kind::Patterns => format!("{:?}", text.lines().collect::<Vec<_>>()),
        Kind::Switch => text.into(),
        _ if key.is_number() => text.into(),
        _ => format!("{text:?}"),
    }
}
