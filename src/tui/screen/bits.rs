//! Screen 3: two fingerprints, and why their bits differ.

pub(crate) mod state;
pub(crate) mod update;
pub(crate) mod view;
