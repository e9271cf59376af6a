//! The state of the dialog of the plane. Computes no angle.

use super::Steps;
use crate::compare::geometry::{LINES, Plane};

/// Texts of two words as points, of which one is moved, and the random lines shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlaneState {
    pub plane: Plane,
    /// The names of the two words: that across and that upward.
    pub words: [String; 2],
    /// The point that keys move.
    pub moving: usize,
    /// How many lines are shown.
    pub lines: usize,
}

/// The ends of both axes.
pub(crate) const MOST: f64 = Plane::MOST;

impl PlaneState {
    /// Moves the point by one occurrence of a word. One word at least stays, or the text has no direction.
    pub(crate) fn shift(&mut self, axis: usize, by: f64) {
        let Some(point) = self.plane.points.get_mut(self.moving) else { return };
        let mut moved = *point;
        moved[axis] = (moved[axis] + by).clamp(0.0, MOST);
        if moved != [0.0, 0.0] {
            *point = moved;
        }
    }
}

impl Steps for PlaneState {
    fn at(&self) -> Option<usize> {
        Some(self.lines)
    }

    fn last(&self) -> usize {
        LINES
    }

    fn go(&mut self, lines: usize) {
        self.lines = lines.min(LINES);
    }

    fn stage(&self, _: usize, forward: bool) -> usize {
        if forward { LINES } else { 0 }
    }

    fn stride(&self) -> usize {
        1
    }
}
