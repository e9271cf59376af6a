//! Screen 2: one document, from text to fingerprint.

pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
