//! Byte positions as paragraphs, pages and chapters.

use super::Location;
use crate::{
    compare::diff::Diff,
    document::{Landmark, place_of},
};

/// The paragraphs and landmarks of both texts of a diff.
pub(super) struct Locations<'a> {
    /// The first bytes of numbered paragraphs, with their numbers.
    paragraphs: [Vec<(u32, u32)>; 2],
    landmarks: [&'a [Landmark]; 2],
}

impl<'a> Locations<'a> {
    pub(super) fn new(diff: &Diff, landmarks: [&'a [Landmark]; 2]) -> Self {
        let numbered = |side: usize| {
            let paragraphs = diff.paragraphs[side].iter();
            paragraphs.filter_map(|paragraph| Some((paragraph.span.start, paragraph.number?))).collect()
        };
        Self { paragraphs: [numbered(0), numbered(1)], landmarks }
    }

    pub(super) fn at(&self, side: usize, byte: u32) -> Location {
        let behind = self.paragraphs[side].partition_point(|&(start, _)| start <= byte);
        let paragraph = self.paragraphs[side].get(behind.saturating_sub(1)).map_or(0, |&(_, number)| number);
        Location::new(paragraph, place_of(self.landmarks[side], byte as usize).map(|landmark| landmark.mark))
    }
}
