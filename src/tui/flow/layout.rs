//! The columns of screen 4: the texts side by side, or one alone, each with a strip of the whole text at its right.

/// The places of things in the width of screen 4, the same for whoever draws and whoever scrolls.
///
/// ```text
/// ▌  12  3 the text                           3▌│
/// gutter   text                               strip: number, block, part in view
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextLayout {
    /// How many texts are side by side.
    pub texts: u16,
    /// Cells before the text.
    pub gutter: u16,
    /// Cells of the text itself.
    pub columns: u16,
    /// Cells of a number on the strip.
    digits: u16,
    /// Cells of a text with its gutter and its strip.
    each: u16,
}

impl TextLayout {
    /// Cells before shared text: the bar, the paragraph, the number of a passage that began above.
    pub(crate) const SHARED: u16 = 7;
    /// Before differences: the paragraph, the verdict, the sign.
    pub(crate) const SIDE_BY_SIDE: u16 = 9;
    /// The same with the paragraphs of both texts.
    pub(crate) const INLINE: u16 = 13;
    /// Cells between two texts, the rule among them.
    const BETWEEN: u16 = 3;
    /// Cells of the strip beside its numbers: the block, the part in view.
    const BLOCKS: u16 = 2;

    /// For so many texts with strips of so many numbers, in so many cells.
    pub(crate) fn new(width: u16, texts: u16, gutter: u16, numbers: usize) -> Self {
        let digits = (numbers.max(1).ilog10() as u16 + 1).clamp(2, 3);
        let each = ((width + Self::BETWEEN) / texts).saturating_sub(Self::BETWEEN);
        let columns = each.saturating_sub(gutter + 1 + digits + Self::BLOCKS).max(1);
        Self { texts, gutter, columns, digits, each }
    }

    /// The left edges of the texts.
    pub(crate) fn lefts(self) -> impl Iterator<Item = u16> {
        (0..self.texts).map(move |text| text * (self.each + Self::BETWEEN))
    }

    /// The column of the rule between two texts.
    pub(crate) fn rule(self) -> Option<u16> {
        (self.texts > 1).then_some(self.each + 1)
    }

    /// The columns of the strip of the text that begins at `left`.
    pub(crate) fn strip(self, left: u16) -> std::ops::Range<u16> {
        left + self.each - self.digits - Self::BLOCKS..left + self.each
    }
}
