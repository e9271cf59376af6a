//! The state of the dialog of exclusions. Excludes nothing itself.

use super::List;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ExclusionDialog {
    pub list: List,
    /// A pattern that is being typed.
    pub typed: Option<String>,
    /// Why it is none.
    pub error: Option<String>,
}
