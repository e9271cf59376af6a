//! Screen 1: all pairs, ranked, and the selected one in words.

pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
