//! The journal as programs meet it.
