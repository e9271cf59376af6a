//! Paragraph against paragraph: for each paragraph of A the one of B whose fingerprint is nearest.
//!
//! A page pasted into a long text changes few of the whole text's bits, but the paragraph itself is near to its source.
//! Fingerprints of short texts scatter, so paragraphs of few tokens are marked as short and counted separately.

use rayon::prelude::*;

use crate::{
    compare::diff::paragraphs,
    simhash::{CountError, Fingerprint, Pipeline, Recipe, Span, Watch},
};

/// Below this number of tokens, the fingerprint of a paragraph means little: at 32, one replaced token keeps the
/// distance within 3 in only half of all runs.
pub const FEW_TOKENS: u64 = 32;

/// A paragraph with its fingerprint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HashedParagraph {
    /// Its bytes in the text.
    pub span: Span,
    /// Its number of tokens.
    pub tokens: u64,
    /// Its fingerprint; `None` if it has no features.
    pub fingerprint: Option<Fingerprint>,
}

impl HashedParagraph {
    /// Returns true if it is too short for its distance to mean much.
    pub fn short(&self) -> bool {
        self.tokens < FEW_TOKENS
    }
}

/// The paragraph of B that is nearest to one of A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearestParagraph {
    /// Its index among the paragraphs of B.
    pub paragraph: usize,
    /// The number of bits in which the two differ.
    pub hamming: u32,
}

/// The paragraphs of two texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paragraphs {
    /// The paragraphs of A and of B, in order; the nth has number n, counted from 1, as in the diff.
    pub of: [Vec<HashedParagraph>; 2],
    /// The nearest of B for each of A: among equally near ones the one closest in number, then the first. `None` if it,
    /// or all of B, has no fingerprint.
    pub nearest: Vec<Option<NearestParagraph>>,
}

impl Paragraphs {
    pub(super) fn new(texts: [&str; 2], recipe: &Recipe, watch: &Watch) -> Result<Self, CountError> {
        watch.expect(texts.iter().map(|text| text.len() as u64).sum());
        let pipeline = Pipeline::new(recipe).watched(watch);
        let hashed = |text: &str| {
            let one = |span: Span| {
                let sketch = pipeline.sketch(span.of(text))?;
                let fingerprint = sketch.comparable();
                Ok(HashedParagraph { span, tokens: sketch.tokens, fingerprint })
            };
            paragraphs(text).into_par_iter().map(one).collect::<Result<Vec<_>, CountError>>()
        };
        let of = [hashed(texts[0])?, hashed(texts[1])?];
        let there: Vec<(usize, Fingerprint)> =
            of[1].iter().enumerate().filter_map(|(at, paragraph)| Some((at, paragraph.fingerprint?))).collect();
        let nearest = of[0].par_iter().enumerate().map(|(at, paragraph)| {
            watch.check()?;
            let Some(here) = paragraph.fingerprint else { return Ok(None) };
            let all = there.iter().map(|&(other, fingerprint)| (here.hamming(fingerprint), other.abs_diff(at), other));
            Ok(all.min().map(|(hamming, _, paragraph)| NearestParagraph { paragraph, hamming }))
        });
        let nearest = nearest.collect::<Result<_, CountError>>()?;
        Ok(Self { of, nearest })
    }

    /// The number of paragraphs of A that have one of B within `k`, the number of all, both without short ones, and the
    /// number of short ones.
    pub fn near(&self, k: u32) -> (usize, usize, usize) {
        let long = self.of[0].iter().zip(&self.nearest).filter(|(paragraph, _)| !paragraph.short());
        let near = long.clone().filter(|(_, nearest)| nearest.is_some_and(|nearest| nearest.hamming <= k)).count();
        let long = long.count();
        (near, long, self.of[0].len() - long)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(a: &str, b: &str) -> Paragraphs {
        Paragraphs::new([a, b], &Recipe::default(), &Watch::default()).unwrap()
    }

    fn paragraph(of: &str) -> String {
        (0..40).map(|n| format!("{of}{}", n * 7 % 40)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_moved_paragraph_is_found_where_it_is() {
        let [x, y, z] = ["reef", "lamp", "wind"].map(paragraph);
        let found = compared(&format!("{x}\n\n{y}\n\nshort one\n\n"), &format!("{z}\n\n{y}\n\n{z}\n\n{x}\n"));
        let nearest: Vec<(usize, u32)> = found.nearest.iter().flatten().map(|n| (n.paragraph, n.hamming)).collect();
        assert_eq!(nearest[..2], [(3, 0), (1, 0)]);
        assert_eq!(found.near(3), (2, 2, 1), "the third is too short to count");
    }

    #[test]
    fn of_equals_the_one_at_the_same_place() {
        let x = paragraph("reef");
        let text = format!("{x}\n\n{x}\n\n{x}\n");
        let found = compared(&text, &text);
        assert_eq!(found.nearest.iter().flatten().map(|n| n.paragraph).collect::<Vec<_>>(), [0, 1, 2]);
        let none = compared(&text, "\n");
        assert_eq!((none.nearest, none.of[1].len()), (vec![None; 3], 0));
    }
}
