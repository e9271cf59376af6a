//! Pictures that stand on their own, for pages of a lesson: they know what they show, never the model.

pub(super) mod index;
pub(super) mod tables;
