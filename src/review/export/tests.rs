//! Reports read back.
