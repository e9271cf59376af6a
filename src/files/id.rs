//! Ids of what the program makes, wherever its files are taken.

/// 128 random bits; `None` if the system has no random numbers to give.
pub(crate) fn random_id() -> Option<u128> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(u128::from_le_bytes(bytes))
}

/// A number of 32 hexadecimal digits.
pub(crate) fn parse_id(text: &str) -> Option<u128> {
    let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    u128::from_str_radix(text, 16).ok().filter(|_| digits)
}
