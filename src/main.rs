//! simscope.
fn main() {}
