//! The stages one after the other.

use super::bytes;
use super::nested::Nested;
use super::plan::Plan;
use super::shape::{STAGES, Start, end};
use super::stages::Ground;
use super::taught;
use super::wide::{Breadth, beam};
use crate::face::Face;
use crate::moves::Turn;
use crate::nxn::blocks::blocks;
use crate::nxn::search::{TURNS, Way};
use crate::nxn::three;
use ludex_core::{Progress, Stopped, Ticker};

/// Ways that each stage hands on at least, if it finds so many in `MORE` lengths.
const WAYS: [usize; STAGES] = [200, 200, 200, 200, 100, 100, 200, 20];
/// How often a stage of odd sizes keeps a state near its goal, by other ways: few orbits of centres tell
/// little of the whole cube.
const COPIES: [usize; STAGES] = [32, 4, 32, 4, 1, 1, 1, 1];
/// Lengths after the shortest that count.
const MORE: usize = 2;
/// How much wider the beam of a stage is tried while it finds nothing.
const WIDER: [usize; 3] = [1, 4, 16];
/// Turns of a stage after which its beam has lost its way.
const LONGEST: usize = 60;
/// One part in so many of a beam may come from one seed, where the ends of a stage must fit in more than its
/// patterns tell.
const SEEDS: usize = 40;

/// The plans of a size: `A` deep orbits of centres, `B` others, or in the first stage `D`; `C` orbits of
/// centres, `E` of centres and edges, `F` words in the last stage but one and `H` in the last.
pub(crate) struct Chain<
    const D: usize,
    const A: usize,
    const B: usize,
    const C: usize,
    const E: usize,
    const F: usize,
    const H: usize,
> {
    ground: &'static Ground,
    deep_sides: Plan<D, D>,
    sides: Plan<B, B>,
    deep_poles: Plan<A, A>,
    poles: Plan<B, B>,
    third: Plan<E, E>,
    fourth: Plan<E, E>,
    fifth: Plan<E, F>,
    end: End<C, H>,
}

/// How half turns solve what they can.
enum End<const C: usize, const H: usize> {
    /// All orbits at once.
    Whole(Plan<C, H>),
    /// One 5x5 after the other.
    Nested(Nested),
}

/// A chain of some size.
pub(crate) trait Reduction: Send + Sync {
    /// Turns that solve a cube, up to the way it is held; none if a beam loses its way.
    fn solve(
        &self,
        stickers: &[u8],
        states: usize,
        progress: &dyn Progress,
    ) -> Result<Option<Vec<Turn>>, Stopped>;
}

fn learned<const S: usize, const N: usize>(mut plan: Plan<S, N>, bytes: &[u8]) -> Plan<S, N> {
    let gained = bytes::decode(bytes, plan.classes).expect("the weights were made for these patterns");
    plan.teach(&gained);
    plan
}

impl<
    const D: usize,
    const A: usize,
    const B: usize,
    const C: usize,
    const E: usize,
    const F: usize,
    const H: usize,
> Chain<D, A, B, C, E, F, H>
{
    /// The plans with the weights of a size.
    pub(crate) fn new(n: usize, weights: &[&[u8]]) -> Self {
        // Plans look at it from their goals, and live as long as the process.
        let ground: &'static Ground = Box::leak(Box::new(Ground::new(n)));
        Chain {
            ground,
            deep_sides: learned(ground.sides(0), weights[0]),
            sides: learned(ground.sides(1), weights[1]),
            deep_poles: learned(ground.poles(2), weights[2]),
            poles: learned(ground.poles(3), weights[3]),
            third: learned(ground.third(), weights[4]),
            fourth: learned(ground.fourth(), weights[5]),
            fifth: learned(ground.fifth(), weights[6]),
            end: match weights.get(7) {
                Some(weights) => End::Whole(learned(ground.sixth(), weights)),
                None => End::Nested(Nested::new(&ground.shape)),
            },
        }
    }

    /// Learns the weights of a stage.
    pub(crate) fn teach(ground: &'static Ground, stage: usize) -> Vec<i16> {
        match stage {
            0 => taught(ground, &ground.sides::<D>(stage), stage),
            1 => taught(ground, &ground.sides::<B>(stage), stage),
            2 => taught(ground, &ground.poles::<A>(stage), stage),
            3 => taught(ground, &ground.poles::<B>(stage), stage),
            4 => taught(ground, &ground.third::<E>(), stage),
            5 => taught(ground, &ground.fourth::<E>(), stage),
            6 => taught(ground, &ground.fifth::<E, F>(), stage),
            _ => taught(ground, &ground.sixth::<C, H>(), stage),
        }
    }

    fn stage<const S: usize, const N: usize>(
        &self,
        plan: &Plan<S, N>,
        stage: usize,
        starts: &[Start],
        ways: &[Way],
        states: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<Way>, Stopped> {
        progress.report(stage as u64, STAGES as u64 + 1)?;
        let shape = &self.ground.shape;
        let ticker = Ticker::new(progress, TURNS / 16);
        let mut seeds = Vec::new();
        for way in ways {
            let states = self.ground.states::<S, N>(stage, &end(shape, starts, way));
            seeds.extend(states.into_iter().map(|state| (way.clone(), state)));
        }
        let accept = |way: &Way| self.ground.fits(stage, &end(shape, starts, way));
        // A beam that has lost its way may find it when it is wider.
        for wider in WIDER {
            let share = if stage == 5 || stage == 6 { states * wider / SEEDS } else { usize::MAX };
            let copies = if shape.is_odd() { COPIES[stage] } else { 1 };
            let breadth = Breadth {
                states: states * wider,
                enough: WAYS[stage],
                more: MORE,
                longest: LONGEST,
                share,
                copies,
            };
            let turns = (&shape.next[..], shape.stages[stage]);
            let ways = beam(plan, &seeds, turns, breadth, &accept, &ticker)?;
            if !ways.is_empty() || seeds.is_empty() {
                return Ok(ways);
            }
        }
        Ok(Vec::new())
    }
}

impl<
    const D: usize,
    const A: usize,
    const B: usize,
    const C: usize,
    const E: usize,
    const F: usize,
    const H: usize,
> Reduction for Chain<D, A, B, C, E, F, H>
{
    fn solve(
        &self,
        stickers: &[u8],
        states: usize,
        progress: &dyn Progress,
    ) -> Result<Option<Vec<Turn>>, Stopped> {
        let shape = &self.ground.shape;
        let whole = |face| Some(Turn { face, first: 1, last: shape.n as u8, quarters: 1 });
        let starts =
            [None, whole(Face::U), whole(Face::F)].map(|rotation| Start::new(shape, stickers, rotation));
        let ways: Vec<Way> = (0..starts.len()).map(|start| Way { start, path: Vec::new() }).collect();
        let ways = self.stage(&self.deep_sides, 0, &starts, &ways, states, progress)?;
        let ways = self.stage(&self.sides, 1, &starts, &ways, states, progress)?;
        let ways = self.stage(&self.deep_poles, 2, &starts, &ways, states, progress)?;
        let ways = self.stage(&self.poles, 3, &starts, &ways, states, progress)?;
        let ways = self.stage(&self.third, 4, &starts, &ways, states, progress)?;
        let ways = self.stage(&self.fourth, 5, &starts, &ways, states, progress)?;
        let ways = self.stage(&self.fifth, 6, &starts, &ways, states, progress)?;
        let ways = match &self.end {
            End::Whole(plan) => self.stage(plan, 7, &starts, &ways, states, progress)?,
            End::Nested(nested) => {
                progress.report(7, STAGES as u64 + 1)?;
                nested.solve(shape, &starts, &ways, states, &Ticker::new(progress, TURNS / 16))?
            }
        };
        progress.report(STAGES as u64, STAGES as u64 + 1)?;
        let turns = |way: &Way| way.path.iter().map(|&i| shape.turns[i as usize]).collect();
        let ends = ways.iter().map(|way| {
            let start = &starts[way.start];
            (start.rotation, &start.stickers[..], turns(way))
        });
        Ok(three::finish(shape.n, ends, progress)?.map(|turns| blocks(&turns, shape.n)))
    }
}
