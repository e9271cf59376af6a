//! The dialog on which it is chosen what is left out.

use super::List;

/// The dialog.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaving {
    /// The cursor.
    pub list: List,
    /// A pattern that is being typed.
    pub typed: Option<String>,
    /// Why it is none.
    pub fault: Option<String>,
}
