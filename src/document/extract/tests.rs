//! What must come out of each format, and what must never happen.
