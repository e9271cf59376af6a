//! Pictures that stand on their own, for pages of a lesson: they know what they show, never the model.

pub mod index;
pub mod tables;
