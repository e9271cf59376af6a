//! Screen 5: a text that is changed, and what becomes of its fingerprint.

pub(crate) mod history;
pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
