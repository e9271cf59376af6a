//! The file that `simscope config init` writes: every setting with its default, commented out.

use std::fmt::Write;

use super::{SettingKey, ValueKind};
use crate::simhash::Recipe;

/// The effect of a setting, in a line.
fn purpose(key: SettingKey) -> &'static str {
    match key {
        SettingKey::Lang => "Language of the screens and results; auto is that of the environment.",
        SettingKey::K => "The largest Hamming distance called near; at most the number of bits.",
        SettingKey::Recipe => "The recipe: a profile, or a whole line such as every result carries.",
        SettingKey::Tokens => "Parts of the recipe, in place of the recipe's own. Units that a text is cut into:",
        SettingKey::Fold => "Differences to ignore before counting:",
        SettingKey::Weight => "How much a feature counts:",
        SettingKey::Hash => "What turns a feature into bits:",
        SettingKey::Bits => "Width of the fingerprint: 3 to 128, as far as the hash reaches.",
        SettingKey::Tie => "The bit for a column sum of exactly 0: gt a 0, ge a 1.",
        SettingKey::RunHan => "How long a run must be to count as shared, in Han characters.",
        SettingKey::RunWords => "The same, in words of other scripts.",
        SettingKey::Shared => {
            "The share of either text, in percent, from which a pair shares much text; measured on Chinese texts only."
        }
        SettingKey::Cosine => "The least cosine of near-duplicates, in hundredths; measured on Chinese texts only.",
        SettingKey::Exclude => {
            "Exclusions from the scores; both scores are shown, with and without. One or more, separated by commas:"
        }
        SettingKey::Common => "Exclude passages that occur in at least so many documents.",
        SettingKey::ExcludePattern => "Exclude matches of one of these: [] or a list such as ['^Page [0-9]+$'].",
        SettingKey::Sort => "Order of the pairs on screen 1.",
        SettingKey::FeatureSort => "Order of the features on screen 2.",
        SettingKey::JoinLines => "Whether lines of hard-wrapped paragraphs are joined for reading, on screen 4.",
        SettingKey::Context => "How many equal paragraphs stay open around a change, on screen 4 and in simscope diff.",
        SettingKey::Theme => "Colours; auto is dark or light, as the terminal's ground is.",
        SettingKey::Color => "Whether there is colour. NO_COLOR wins over this, --color over both.",
        SettingKey::Ascii => "Draw with ASCII marks only.",
        SettingKey::Big => {
            "Large print, for a projector: few rows, wide columns, high contrast unless theme says another."
        }
        SettingKey::Ambiguous => {
            "Cells that the terminal gives a character of ambiguous width (such as × or “): 1 or 2."
        }
        SettingKey::Motion => "Whether anything may move by itself.",
        SettingKey::HideNames => "Call documents by their numbers, on the screens and in reports.",
        SettingKey::Memory => {
            "Memory for all texts and the work on them, in MB; documents that do not fit are skipped, by their order."
        }
        SettingKey::Library => "The library of simscope library, unless --library names another.",
        SettingKey::Cache => {
            "Whether the texts and numbers of a review's files are kept, so that it opens faster the next time."
        }
    }
}

pub(crate) fn template() -> String {
    let mut text = String::from(
        "# The settings of simscope. Take the # off a line to change what it says.\n\
         # The environment (SIMSCOPE_ and the name in capitals, - as _) and the command line win over this file;\n\
         # `simscope config show` tells what holds, and where it was said.\n",
    );
    for key in SettingKey::ALL {
        let allowed = match key.kind() {
            ValueKind::Switch | ValueKind::Number(_) => key.allowed(),
            _ if key == SettingKey::Bits => String::new(),
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
        "\n# Keys. A table for everywhere, and one for each screen (overview, pipeline, bits, diff), whose own keys \
         win.\n\
         # An action has one key, a list of keys, or [] for none. Its name is what `:` completes.\n\
         # A key is a character, or Enter Esc Space Tab Shift-Tab Up Down Left Right Home End PageUp PageDown\n\
         # Backspace Delete, with Ctrl- before it where needed.\n\
         #[keys.everywhere]\n#copy = [\"y\", \"Ctrl-y\"]\n\
         #[keys.overview]\n#histogram = \"H\"\n",
    );
    text
}

/// The default, of a part of the recipe too.
fn default(key: SettingKey) -> String {
    let recipe = Recipe::default();
    match key {
        SettingKey::Recipe => recipe.to_string(),
        SettingKey::Tokens => "jieba".into(),
        SettingKey::Fold => recipe.fold.to_string(),
        SettingKey::Weight => "tfsqrtidf".into(),
        SettingKey::Hash => recipe.hash.to_string(),
        SettingKey::Bits => recipe.bits.to_string(),
        SettingKey::Tie => recipe.tie.name().into(),
        _ => key.default().into(),
    }
}

/// A value in TOML.
pub(crate) fn written(key: SettingKey, text: &str) -> String {
    match key.kind() {
        ValueKind::Patterns => format!("{:?}", text.lines().collect::<Vec<_>>()),
        ValueKind::Switch => text.into(),
        _ if key.is_number() => text.into(),
        _ => format!("{text:?}"),
    }
}
