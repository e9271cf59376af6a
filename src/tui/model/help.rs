//! The state of the help: how far down, and the words that are searched.

use super::List;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HelpPage {
    /// The first line shown.
    pub list: List,
    /// The words searched, as typed; without any, the keys of the screen are shown.
    pub words: String,
    /// Keys go to the words.
    pub typing: bool,
}
