//! Every way to do a step, on the scramble and on its inverse.

use super::goal::{Goal, Goals};
use super::{Axis, Niss};
use crate::cubie::Cubie;
use crate::solve::{MOVES, may_follow, seen_moves, turn_of};
use crate::symmetry::Symmetry;
use ludex_core::{Progress, Stopped};
use thiserror::Error;

/// Turns that may be done on one side before all others are done on the other.
const SWITCH: usize = 3;
/// Nodes between two reports.
const REPORT_EVERY: u64 = 1 << 12;

/// A step of a solution, and its axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub(super) goal: Goal,
    /// Brings the axis of the domino to U and that of the edges to F.
    pub(super) rotation: Symmetry,
    edges: Axis,
    domino: Option<Axis>,
}

impl Step {
    /// EO: edges that need no quarter turns about an axis.
    #[must_use]
    pub fn edges(axis: Axis) -> Step {
        let up = if axis == Axis::UpDown { Axis::RightLeft } else { Axis::UpDown };
        Step { goal: Goal::Edges, rotation: bringing(up, axis), edges: axis, domino: None }
    }

    /// DR about an axis, after EO on another; nothing where they are the same.
    #[must_use]
    pub fn domino(edges: Axis, axis: Axis) -> Option<Step> {
        let rotation = (edges != axis).then(|| bringing(axis, edges))?;
        Some(Step { goal: Goal::Domino, rotation, edges, domino: Some(axis) })
    }

    /// HTR after DR about an axis.
    #[must_use]
    pub fn half_turns(axis: Axis) -> Step {
        let front = if axis == Axis::FrontBack { Axis::UpDown } else { Axis::FrontBack };
        Step { goal: Goal::HalfTurns, rotation: bringing(axis, front), edges: front, domino: Some(axis) }
    }

    /// Home by half turns.
    #[must_use]
    pub fn finish() -> Step {
        Step { goal: Goal::Solved, ..Step::half_turns(Axis::UpDown) }
    }

    /// What people call it: `eo fb`, `dr ud`, `htr`, `finish`.
    #[must_use]
    pub fn words(&self) -> String {
        match self.goal {
            Goal::Edges => format!("eo {}", self.edges.word()),
            Goal::Domino => format!("dr {}", self.domino.map_or("", Axis::word)),
            Goal::HalfTurns => "htr".to_owned(),
            Goal::Solved => "finish".to_owned(),
        }
    }

    /// How many turns the step needs on the scramble alone; nothing where the step before is not done.
    #[must_use]
    pub fn distance(&self, state: &Cubie) -> Option<u8> {
        let number = self.goal.of(&state.conjugate(self.rotation))?;
        Some(Goals::get().distance(self.goal, number))
    }
}

fn bringing(up: Axis, front: Axis) -> Symmetry {
    Symmetry::bringing(up.face(), front.face()).expect("neighbours")
}

/// Why there are no ways to do a step.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StepError {
    /// It was asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// What comes first is missing.
    #[error("{step} begins where the step before is done on its axis: give its turns")]
    Before {
        /// The step.
        step: String,
    },
}

/// Visits every way to do a step after some turns, shortest first, in at most `max` turns more: the new
/// turns alone. A way whose last turn the step does not need is left out. Of the turns on the scramble and
/// those on its inverse at most three are on one of both. `visit` says whether to go on.
///
/// # Errors
/// When the step before is not done, or it was stopped.
pub fn continuations(
    scrambled: &Cubie,
    step: Step,
    after: &Niss,
    max: u8,
    progress: &dyn Progress,
    visit: &mut dyn FnMut(&Niss) -> bool,
) -> Result<(), StepError> {
    let state = after.apply(scrambled).conjugate(step.rotation);
    if step.goal.of(&state).is_none() {
        return Err(StepError::Before { step: step.words() });
    }
    let mut ways = Ways::new(step, progress);
    for length in 0..=usize::from(max) {
        if !ways.of_length(&state, length, SWITCH, visit)? {
            break;
        }
    }
    Ok(())
}

/// A search for ways of one length after another.
pub(super) struct Ways<'a> {
    step: Step,
    goals: &'static Goals,
    progress: &'a dyn Progress,
    /// The numbers of moves back from the view.
    back: [u8; MOVES],
    nodes: u64,
    next_report: u64,
}

/// A way: moves first on one side, then on the other, as they look in the view.
struct Way {
    first: Vec<u8>,
    second: Vec<u8>,
    /// Whether the second side is the inverse.
    inverse_last: bool,
}

impl<'a> Ways<'a> {
    pub(super) fn new(step: Step, progress: &'a dyn Progress) -> Ways<'a> {
        Ways {
            step,
            goals: Goals::get(),
            progress,
            back: seen_moves(step.rotation.inverse()),
            nodes: 0,
            next_report: REPORT_EVERY,
        }
    }

    /// Visits the ways of exactly this length for a state in the view; says whether to go on.
    pub(super) fn of_length(
        &mut self,
        state: &Cubie,
        length: usize,
        switch: usize,
        visit: &mut dyn FnMut(&Niss) -> bool,
    ) -> Result<bool, Stopped> {
        for inverse_last in [false, true] {
            let start = if inverse_last { *state } else { state.inverse() };
            for few in 0..=switch.min(length) {
                // What has few turns on both sides was found with the sides exchanged.
                let many = length - few;
                if inverse_last && many <= switch {
                    continue;
                }
                let mut way = Way { first: Vec::new(), second: Vec::new(), inverse_last };
                if !self.prefix(&start, few, many, &mut way, visit)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn tick(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_report {
            self.next_report = self.nodes + REPORT_EVERY;
            self.progress.report(self.nodes, 0)?;
        }
        Ok(())
    }

    /// The few turns of one side, all of them.
    fn prefix(
        &mut self,
        state: &Cubie,
        few: usize,
        many: usize,
        way: &mut Way,
        visit: &mut dyn FnMut(&Niss) -> bool,
    ) -> Result<bool, Stopped> {
        self.tick()?;
        if few == 0 {
            let other = state.inverse();
            let Some(number) = self.step.goal.of(&other) else { return Ok(true) };
            return self.down(number, many, way, visit);
        }
        for m in self.moves(way.first.last().copied()) {
            let turn = turn_of(m);
            way.first.push(m);
            let on = self.prefix(&state.turn(turn.face, turn.quarters), few - 1, many, way, visit)?;
            way.first.pop();
            if !on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn moves(&self, last: Option<u8>) -> impl Iterator<Item = u8> + use<> {
        let usable = self.step.goal.usable();
        (0..MOVES as u8).filter(move |&m| usable >> m & 1 == 1 && last.is_none_or(|last| may_follow(last, m)))
    }

    /// The many turns of the other side, those that lead home in time.
    fn down(
        &mut self,
        number: u32,
        left: usize,
        way: &mut Way,
        visit: &mut dyn FnMut(&Niss) -> bool,
    ) -> Result<bool, Stopped> {
        let distance = usize::from(self.goals.distance(self.step.goal, number));
        // Whoever is home too early needs no more turns.
        if distance > left || distance == 0 && left > 0 {
            return Ok(true);
        }
        if left == 0 {
            return Ok(!self.needs_all(way) || visit(&self.niss(way)));
        }
        self.tick()?;
        for m in self.moves(way.second.last().copied()) {
            way.second.push(m);
            let on = self.down(self.goals.turn(self.step.goal, number, m), left - 1, way, visit)?;
            way.second.pop();
            if !on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the last of the few turns does something for the step: turns that the next step may do anyway
    /// do not.
    fn needs_all(&self, way: &Way) -> bool {
        let next = match self.step.goal {
            Goal::Edges => Goal::Domino.usable(),
            Goal::Domino => Goal::HalfTurns.usable(),
            Goal::HalfTurns => Goal::Solved.usable(),
            Goal::Solved => 0,
        };
        way.first.last().is_none_or(|&m| next >> m & 1 == 0)
    }

    fn niss(&self, way: &Way) -> Niss {
        let turns = |moves: &[u8]| moves.iter().map(|&m| turn_of(self.back[m as usize])).collect();
        let (first, second) = (turns(&way.first), turns(&way.second));
        if way.inverse_last {
            Niss { normal: first, inverse: second }
        } else {
            Niss { normal: second, inverse: first }
        }
    }
}
