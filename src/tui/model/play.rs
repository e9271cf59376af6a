//! The walks of the screens, stepped through by keys and by themselves; and the way from one step to a later one for as
//! long as it is drawn. Knows no clock: the loop says how much time has passed.
//!
//! The model is at the later step at once, so a key that ends a motion has nothing to catch up with. The view draws the
//! picture of the later step with the sums of a moment before; of the whole time it draws that picture itself.

use std::time::Duration;

use super::{
    Model, Workspace,
    dialog::{Dialog, Playing},
};
use crate::{
    simhash::{Fixed, Order, SCALE},
    tui::{action::Action, screen::Screen},
};

/// Whether steps follow by themselves, and how fast. Knows no clock: the loop asks how long to wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Play {
    /// Steps follow by themselves.
    pub on: bool,
    /// Nothing may move by itself: then playing is one step.
    pub still: bool,
    speed: usize,
}

/// A walk with more steps than this is a real text, and played as a time-lapse.
const LONG: usize = 200;
/// So many steps of a stage are played slowly.
const SLOWLY: usize = 3;
/// The time between two pictures of a time-lapse, and how many there are: ten seconds.
const LAPSE: (Duration, usize) = (Duration::from_millis(125), 80);

/// Steps a second, each with its name.
const SPEEDS: [(f64, &str); 5] = [(0.5, "0.5"), (1.0, "1"), (2.0, "2"), (4.0, "4"), (8.0, "8")];

impl Play {
    /// Paused, at one step a second.
    pub(crate) fn new(motion: bool) -> Self {
        Self { on: false, still: !motion, speed: 1 }
    }

    /// Paused, at the same speed.
    #[must_use]
    pub(crate) fn stopped(self) -> Self {
        Self { on: false, ..self }
    }

    /// The time from one step to the next.
    pub(crate) fn interval(self) -> Duration {
        Duration::from_secs_f64(1.0 / SPEEDS[self.speed].0)
    }

    /// Steps a second, in digits.
    pub(crate) fn speed(self) -> &'static str {
        SPEEDS[self.speed].1
    }

    /// Twice as fast, or half as fast, within the limits.
    pub(crate) fn change(&mut self, faster: bool) {
        self.speed = if faster { (self.speed + 1).min(SPEEDS.len() - 1) } else { self.speed.saturating_sub(1) };
    }
}

/// A walk: steps that keys go through, and time while they are played.
pub(crate) trait Steps {
    /// The step shown; `None` where none was asked for, and all are done.
    fn at(&self) -> Option<usize>;

    fn last(&self) -> usize;

    /// Shows a step, or the nearest that there is.
    fn go(&mut self, step: usize);

    /// The step that begins the next stage, or the one before.
    fn stage(&self, at: usize, forward: bool) -> usize;

    /// The next step, or the one before.
    fn beside(&self, at: usize, forward: bool) -> usize {
        if forward { at + 1 } else { at.saturating_sub(1) }
    }

    /// The same step of the next feature, or of the one before.
    fn feature(&self, at: usize, forward: bool) -> usize {
        self.beside(at, forward)
    }

    fn done(&self) -> bool {
        self.at().is_none_or(|at| at >= self.last())
    }

    /// The step that the key of playing leads to where nothing moves by itself.
    fn still(&self) -> usize {
        self.at().filter(|_| !self.done()).map_or(0, |at| at + 1)
    }

    /// How many steps are taken at once. A real text takes the first steps of each stage one by one, the others within
    /// ten seconds.
    fn stride(&self) -> usize {
        let (at, last) = (self.at().unwrap_or(0), self.last());
        let item = at - self.stage(at + 1, false).min(at);
        if last <= LONG || item < SLOWLY { 1 } else { last.div_ceil(LAPSE.1) }
    }

    /// The time until the next of them.
    fn pause(&self, play: Play) -> Duration {
        if self.stride() > 1 { play.interval().min(LAPSE.0) } else { play.interval() }
    }

    /// Takes them. No stage is begun in the middle.
    fn advance(&mut self) {
        let at = self.at().unwrap_or(0);
        self.go((at + self.stride()).min(self.stage(at, true).max(at + 1)));
    }
}

impl Workspace {
    /// The walk that keys and time go through: that of the topmost dialog, or of screen 2.
    pub(crate) fn walk(&self) -> Option<&dyn Steps> {
        match self.dialogs.top().map(Dialog::plays) {
            Some(Some(Playing::Hyperplanes)) => Some(&self.hyperplanes),
            Some(Some(Playing::Plane)) => Some(&self.plane),
            None if self.screen != Screen::Pipeline => None,
            None if self.two_texts.on => Some(&self.two_texts),
            None => Some(&self.pipeline),
            Some(None) => None,
        }
    }

    pub(crate) fn walk_mut(&mut self) -> Option<&mut dyn Steps> {
        match self.dialogs.top().map(Dialog::plays) {
            Some(Some(Playing::Hyperplanes)) => Some(&mut self.hyperplanes),
            Some(Some(Playing::Plane)) => Some(&mut self.plane),
            None if self.screen != Screen::Pipeline => None,
            None if self.two_texts.on => Some(&mut self.two_texts),
            None => Some(&mut self.pipeline),
            Some(None) => None,
        }
    }
}

impl Model {
    /// How long until the next step comes by itself; `None` where none does.
    pub(crate) fn pace(&self) -> Option<Duration> {
        Some(self.workspace.walk().filter(|_| self.play.on)?.pause(self.play))
    }

    /// The next steps, where they follow by themselves; after the last one they rest.
    pub(crate) fn tick(&mut self) {
        if self.pace().is_some()
            && let Some(walk) = self.workspace.walk_mut()
        {
            walk.advance();
            self.play.on = !walk.done();
        }
    }

    /// Takes an action that steps or plays; false where it is another. If no step is shown all are done, and stepping
    /// forward starts from the first.
    pub(crate) fn step(&mut self, action: Action) -> bool {
        let dialog = !self.workspace.dialogs.is_empty();
        let Some(walk) = self.workspace.walk_mut() else { return false };
        let forward = matches!(action, Action::StepForward | Action::FeatureForward | Action::StageForward);
        let at = walk.at().unwrap_or(walk.last());
        let to = match action {
            // Plays the steps, from the start if all are done; or stops. If motion is turned off, it is one step.
            Action::Play if self.play.still => walk.still(),
            Action::Play => {
                // While it plays at its end, screen 2 only stops.
                let again = walk.done() && (dialog || !self.play.on);
                self.play.on = !self.play.on;
                if !again {
                    return true;
                }
                0
            }
            Action::StepFirst => 0,
            Action::StepLast => walk.last(),
            _ if forward && walk.at().is_none() => 0,
            Action::StepBack | Action::StepForward => walk.beside(at, forward),
            Action::FeatureBack | Action::FeatureForward => walk.feature(at, forward),
            Action::StageBack | Action::StageForward => walk.stage(at, forward),
            _ => return false,
        };
        walk.go(to);
        true
    }
}

/// The parts of a walk that can move, at a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pose {
    walk: PoseKey,
    at: usize,
    /// Rows that are added.
    pub rows: usize,
    /// Bits that are read, from the left.
    pub read: usize,
    /// The sums of the one text, or of both.
    pub sums: Vec<Vec<Fixed>>,
}

/// Workspace, documents, generation and order.
type PoseKey = (u64, [Option<usize>; 2], u64, Order);

/// A walk on its way from one step to a later one.
#[derive(Clone, Debug)]
pub(crate) struct Transition {
    from: Pose,
    to: Pose,
    /// The time since it began.
    pub passed: Duration,
}

/// The part of the whole time in which a row falls, and the part from which the sums change.
const FALLEN: f64 = 0.6;
const LANDING: f64 = 0.4;

impl Transition {
    /// The whole time.
    pub(crate) const LONG: Duration = Duration::from_millis(300);
    /// The time from one frame to the next.
    pub(crate) const FRAME: Duration = Duration::from_millis(50);

    /// The way between two steps of a walk; `None` where there is nothing to see: back, or to another walk.
    pub(crate) fn between(from: Pose, to: Pose) -> Option<Self> {
        let moves = from.walk == to.walk && from.at < to.at && (from.rows, from.read) != (to.rows, to.read);
        // The first frame is past the beginning: a key is seen to do something.
        moves.then_some(Self { from, to, passed: Self::FRAME })
    }

    pub(crate) fn over(&self) -> bool {
        self.passed >= Self::LONG
    }

    /// The part of the time that has passed, from 0 to 1.
    fn share(&self) -> f64 {
        (self.passed.as_secs_f64() / Self::LONG.as_secs_f64()).min(1.0)
    }

    /// The row on its way into the columns, and how far it is, from 0 to 1. Several rows at once do not fall.
    pub(crate) fn fall(&self) -> Option<(usize, f64)> {
        let share = self.share() / FALLEN;
        (self.to.rows == self.from.rows + 1 && share < 1.0).then_some((self.from.rows, share * share))
    }

    /// How far the sums are, from 0 to 1: those of a row begin to change when it lands.
    fn grown(&self) -> f64 {
        if self.to.rows == self.from.rows + 1 {
            ((self.share() - LANDING) / (1.0 - LANDING)).clamp(0.0, 1.0)
        } else {
            self.share()
        }
    }

    /// The sums of a text as they are counted up; in whole numbers where all are.
    pub(crate) fn sums(&self, text: usize, whole: bool) -> Vec<Fixed> {
        let (grown, unit) = (self.grown(), if whole { SCALE } else { 1 });
        let between = |(&from, &to): (&Fixed, &Fixed)| {
            if grown >= 1.0 {
                return to;
            }
            let part = (to - from) as f64 / unit as f64 * grown;
            from + part.round() as Fixed * unit
        };
        self.from.sums[text].iter().zip(&self.to.sums[text]).map(between).collect()
    }

    /// The step whose bits are shown: they turn over in the middle.
    pub(crate) fn bits(&self) -> &Pose {
        if self.grown() < 2.0 / 3.0 { &self.from } else { &self.to }
    }

    /// The two steps, while bits that differ between them are seen from their edge.
    pub(crate) fn edge(&self) -> Option<[&Pose; 2]> {
        (1.0 / 3.0..2.0 / 3.0).contains(&self.grown()).then_some([&self.from, &self.to])
    }
}

impl Model {
    /// The parts of the picture that can move; `None` where it shows no step of a walk.
    pub(crate) fn pose(&self) -> Option<Pose> {
        let workspace = &self.workspace;
        if workspace.screen != Screen::Pipeline || !workspace.dialogs.is_empty() {
            return None;
        }
        let two = &workspace.two_texts;
        if two.on {
            let at = two.step?;
            let ([a, b], generation, order) = two.made_of()?;
            let walk = (workspace.number, [Some(a), Some(b)], generation, order);
            return Some(Pose { walk, at, rows: two.state.rows, read: two.state.read, sums: two.state.sums.to_vec() });
        }
        let state = workspace.pipeline.state.as_ref()?;
        let (document, generation, order) = workspace.pipeline.made_of()?;
        let walk = (workspace.number, [Some(document), None], generation, order);
        Some(Pose { walk, at: state.at, rows: state.summed, read: state.read, sums: vec![state.sums.clone()] })
    }

    /// The motion of the picture that is shown.
    pub(crate) fn transition(&self) -> Option<&Transition> {
        let transition = self.transition.as_ref()?;
        (self.pose().as_ref() == Some(&transition.to)).then_some(transition)
    }

    /// Begins the motion from where the picture was, unless nothing is to move by itself or the next step comes too
    /// soon.
    pub(crate) fn move_from(&mut self, before: Option<Pose>) {
        let soon = self.pace().is_some_and(|pause| pause < Transition::LONG * 2);
        if self.play.still || soon {
            return;
        }
        self.transition = before.zip(self.pose()).and_then(|(from, to)| Transition::between(from, to));
    }

    /// Moves on by so much time.
    pub(crate) fn pass(&mut self, time: Duration) {
        if let Some(transition) = &mut self.transition {
            transition.passed = transition.passed.saturating_add(time);
        }
        if self.transition().is_none_or(Transition::over) {
            self.transition = None;
        }
    }
}
