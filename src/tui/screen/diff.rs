//! Screen 4: two texts side by side.

pub(crate) mod passages;
pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
