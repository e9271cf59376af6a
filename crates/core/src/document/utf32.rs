//! UTF-32, which the Encoding Standard of WHATWG does not know: only by its byte order mark, or where somebody says so.

/// Which byte of four comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    pub(super) const ALL: [Self; 2] = [Self::Little, Self::Big];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Little => "UTF-32LE",
            Self::Big => "UTF-32BE",
        }
    }

    /// The order that the four bytes of a mark at the beginning say.
    pub(super) fn for_bom(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0xFF, 0xFE, 0, 0, ..] => Some(Self::Little),
            [0, 0, 0xFE, 0xFF, ..] => Some(Self::Big),
            _ => None,
        }
    }
}

/// `bytes` as text, and how many places were replaced by U+FFFD: four bytes that are no character, and fewer at the
/// end.
pub(super) fn decode(bytes: &[u8], order: ByteOrder) -> (String, usize) {
    let (units, rest) = bytes.as_chunks::<4>();
    // Most characters take a quarter of their bytes here; Chinese ones three quarters.
    let mut text = String::with_capacity(bytes.len() / 4);
    let mut replaced = usize::from(!rest.is_empty());
    for &unit in units {
        let code = match order {
            ByteOrder::Little => u32::from_le_bytes(unit),
            ByteOrder::Big => u32::from_be_bytes(unit),
        };
        let c = char::from_u32(code);
        replaced += usize::from(c.is_none());
        text.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    (text, replaced)
}
