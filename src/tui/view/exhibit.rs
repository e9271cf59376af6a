//! Pictures for pages of a lesson. Each is given all that it shows and must not know the model.

pub(super) mod index;
pub(super) mod tables;
