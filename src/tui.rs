//! The screens.

pub mod text;
