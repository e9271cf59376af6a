//! Screen 6: all documents together.

pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
