//! Bytes → text. Knows nothing of hashing, comparing or screens.
