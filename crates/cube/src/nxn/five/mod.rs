//! The 5x5 in five phases and a 3x3.
//!
//! | phase | turns | what it reaches |
//! |--|--|--|
//! | 1 | all | the R and L centres on R and L |
//! | 2 | faces; Rw Lw; halves of the other wide turns | all centres on their axes, wings evenly permuted |
//! | 3 | faces; halves of wide turns | each wing in a place of its kind, no middle edge flipped |
//! | 4 | U D F B; halves of all others | four edges in the slice between U and D |
//! | 5 | U D; halves of all others | the other edges in the slices of their own |
//! | 6 | halves | centres of one colour per face, wings at their middle edges |
//! | 7 | faces | a 3x3 |
//!
//! Phases 3, 4 and 5 also bring the centres of one axis each to where half turns can solve them. The first
//! phase walks a beam that is scored by distance tables of parts, the others search all ways in the
//! order of their whole length. Every phase hands on many ways, from three holdings.

mod halves;
mod slices;
mod stages;

use super::beam::Ball;
use super::blocks::blocks;
use super::layout::{Act, Orbit, SLOTS, apply, is_odd, turned};
use super::search::{TURNS, Way, bits, successors};
use super::shared::Shared;
use super::subset::{Shift, slots};
use super::three;
use super::wings::{Places, face_pairs};
use crate::face::Face;
use crate::moves::Turn;
use ludex_core::{Progress, Stopped, Ticker};

const CORNER_CENTRES: Orbit = Orbit::new(5, 1, 1);
const SIDE_CENTRES: Orbit = Orbit::new(5, 1, 2);
const WINGS: Orbit = Orbit::new(5, 0, 1);
const MIDDLES: Orbit = Orbit::new(5, 0, 2);

/// The turns and what they do to each orbit.
#[derive(Debug)]
struct Moves {
    turns: Vec<Turn>,
    next: Vec<u64>,
    /// Sets of the turns of phases 1 to 6.
    first: u64,
    second: u64,
    third: u64,
    fourth: u64,
    fifth: u64,
    sixth: u64,
    /// Centres at the corners of the inner square, and at its sides.
    centre_acts: [Vec<Act>; 2],
    centres: [Vec<Shift>; 2],
    wing_acts: Vec<Act>,
    wings: Vec<Shift>,
    middle_acts: Vec<Act>,
    /// Whether a turn permutes the wings oddly.
    odd: Vec<bool>,
    wing_places: Places,
    middle_places: Places,
    /// Low wings, middle edges and high wings by edge, the wings for turns of phase 4 on: what is at
    /// edge `i` afterwards was at `edges[turn][part][i]` before.
    edges: Vec<[[u8; 12]; 3]>,
    /// `[turn][part][set]`: the same for sets of edges.
    edge_sets: Vec<[Vec<u16>; 3]>,
    /// The edges whose middle pieces a turn has brought there flipped, as a set.
    flips: Vec<u16>,
}

impl Moves {
    fn new() -> Moves {
        let turns: Vec<Turn> = Face::ALL
            .into_iter()
            .flat_map(|face| [(face, 1), (face, 2)])
            .flat_map(|(face, width)| (1..=3).map(move |quarters| Turn::wide(face, width, quarters)))
            .collect();
        let side = |turn: Turn| matches!(turn.face, Face::R | Face::L);
        let pole = |turn: Turn| matches!(turn.face, Face::U | Face::D);
        let set = |holds: &dyn Fn(Turn) -> bool| {
            turns.iter().enumerate().fold(0u64, |set, (i, &turn)| set | u64::from(holds(turn)) << i)
        };
        let fourth = set(&|turn| turn.quarters == 2 || turn.last == 1 && !side(turn));
        let acts = |orbit: Orbit| -> Vec<Act> { turns.iter().map(|&turn| orbit.act(turn)).collect() };
        let shifts = |acts: &[Act]| -> Vec<Shift> { acts.iter().map(Shift::new).collect() };
        let keepers: Vec<Turn> = bits(fourth).map(|i| turns[i]).collect();
        let wing_places = Places::new(WINGS, &keepers);
        let middle_places = Places::new(MIDDLES, &keepers);
        let centre_acts = [acts(CORNER_CENTRES), acts(SIDE_CENTRES)];
        let (wing_acts, middle_acts) = (acts(WINGS), acts(MIDDLES));
        let edges = |turn: usize| {
            let along = |places: &Places, act: &Act, kind: usize| {
                places.slots.map(|slots| places.edge[act[slots[kind] as usize] as usize])
            };
            [
                along(&wing_places, &wing_acts[turn], 0),
                along(&middle_places, &middle_acts[turn], 0),
                along(&wing_places, &wing_acts[turn], 1),
            ]
        };
        let edges: Vec<[[u8; 12]; 3]> = (0..turns.len()).map(edges).collect();
        let shift = |edges: &[u8; 12]| -> Vec<u16> {
            let moved =
                |set: u16| edges.iter().enumerate().fold(0, |to, (i, &from)| to | (set >> from & 1) << i);
            (0..4096).map(moved).collect()
        };
        let flips = |act: &Act| {
            let flipped = |slots: &[u8; 2]| middle_places.is_high(act[slots[0] as usize]);
            let edges = middle_places.slots.iter().enumerate();
            edges.fold(0u16, |set, (i, slots)| set | u16::from(flipped(slots)) << i)
        };
        Moves {
            next: successors(&turns),
            first: set(&|_| true),
            second: set(&|turn| turn.last == 1 || side(turn) || turn.quarters == 2),
            third: set(&|turn| turn.last == 1 || turn.quarters == 2),
            fourth,
            fifth: set(&|turn| turn.quarters == 2 || turn.last == 1 && pole(turn)),
            sixth: set(&|turn| turn.quarters == 2),
            centres: [shifts(&centre_acts[0]), shifts(&centre_acts[1])],
            wings: shifts(&wing_acts),
            flips: middle_acts.iter().map(flips).collect(),
            odd: wing_acts.iter().map(|act| is_odd(act)).collect(),
            edge_sets: edges.iter().map(|edges| edges.each_ref().map(shift)).collect(),
            edges,
            centre_acts,
            wing_acts,
            middle_acts,
            wing_places,
            middle_places,
            turns,
        }
    }
}

impl Moves {
    /// Sets of either kind of centres after a turn.
    #[inline]
    fn shown(&self, sets: [u32; 2], turn: usize) -> [u32; 2] {
        [self.centres[0][turn].apply(sets[0]), self.centres[1][turn].apply(sets[1])]
    }
}

/// The tables of half turns, which the 5x5s in larger cubes need, too.
#[derive(Debug)]
pub(crate) struct Last {
    moves: Moves,
    halves: halves::Halves,
    /// The surroundings of the goal.
    ball: Ball,
}

impl Last {
    /// The tables, for whoever makes others from them.
    pub(crate) fn wait() -> &'static Last {
        static LAST: Shared<Last> = Shared::new();
        LAST.wait(Last::new)
    }

    fn new() -> Last {
        let moves = Moves::new();
        let halves = halves::Halves::new(&moves);
        Last { ball: halves.ball(&moves), halves, moves }
    }
}

#[derive(Debug)]
struct Tables {
    last: &'static Last,
    stages: stages::Stages,
    slices: slices::Slices,
}

impl Tables {
    fn get(progress: &dyn Progress) -> Result<&'static Tables, Stopped> {
        static TABLES: Shared<Tables> = Shared::new();
        TABLES.get(Tables::new, progress)
    }

    fn new() -> Tables {
        let last = Last::wait();
        let (moves, halves) = (&last.moves, &last.halves);
        Tables {
            stages: stages::Stages::new(moves, halves),
            slices: slices::Slices::new(moves, halves),
            last,
        }
    }
}

/// What the phases look at: colours of centres by slot, homes of wings and middle edges by slot.
#[derive(Debug, Clone)]
struct Pieces {
    centres: [[u8; SLOTS]; 2],
    wings: [u8; SLOTS],
    middles: [u8; SLOTS],
}

impl Pieces {
    fn read(stickers: &[u8]) -> Pieces {
        let homes = |orbit: Orbit| {
            let (pairs, partners) = (face_pairs(orbit), orbit.partners());
            std::array::from_fn(|slot| {
                let pair = [stickers[orbit.sticker(slot)], stickers[partners[slot]]].map(Face::from_index);
                pairs.iter().position(|&other| other == pair).expect("a lawful cube has only lawful edges")
                    as u8
            })
        };
        Pieces {
            centres: [CORNER_CENTRES.read(stickers), SIDE_CENTRES.read(stickers)],
            wings: homes(WINGS),
            middles: homes(MIDDLES),
        }
    }

    fn turned(&self, moves: &Moves, path: &[u8]) -> Pieces {
        path.iter().map(|&turn| turn as usize).fold(self.clone(), |pieces, turn| Pieces {
            centres: [0, 1].map(|kind| apply(&moves.centre_acts[kind][turn], &pieces.centres[kind])),
            wings: apply(&moves.wing_acts[turn], &pieces.wings),
            middles: apply(&moves.middle_acts[turn], &pieces.middles),
        })
    }

    /// The slots of both kinds of centres that show some colours.
    fn centre_sets(&self, is_in: impl Fn(u8) -> bool + Copy) -> [u32; 2] {
        [0, 1].map(|kind| slots(&self.centres[kind], is_in))
    }

    /// The slots that hold wings whose home is of the high kind.
    fn high_wings(&self, moves: &Moves) -> u32 {
        slots(&self.wings, |home| moves.wing_places.is_high(home))
    }

    /// The edges that hold flipped middle pieces.
    fn flipped(&self, moves: &Moves) -> u16 {
        let places = &moves.middle_places;
        let flipped = |slots: &[u8; 2]| places.is_high(self.middles[slots[0] as usize]);
        places.slots.iter().enumerate().fold(0, |set, (i, slots)| set | u16::from(flipped(slots)) << i)
    }

    /// By edge: which edge piece the low wing, the middle edge and the high wing there belong to.
    fn edges(&self, moves: &Moves) -> [[u8; 12]; 3] {
        let of = |places: &Places, homes: &[u8; SLOTS], kind: usize| {
            places.slots.map(|slots| places.edge[homes[slots[kind] as usize] as usize])
        };
        [
            of(&moves.wing_places, &self.wings, 0),
            of(&moves.middle_places, &self.middles, 0),
            of(&moves.wing_places, &self.wings, 1),
        ]
    }
}

/// A cube in one of its holdings, its colours named by the centres.
struct Start {
    rotation: Option<Turn>,
    stickers: Vec<u8>,
    pieces: Pieces,
}

impl Start {
    fn new(stickers: &[u8], rotation: Option<Turn>) -> Start {
        let stickers = rotation.map_or_else(|| stickers.to_vec(), |turn| turned(stickers, 5, turn));
        let home = three::centre_home(&stickers, 5);
        let stickers: Vec<u8> = stickers.iter().map(|&colour| home[colour as usize]).collect();
        Start { rotation, pieces: Pieces::read(&stickers), stickers }
    }
}

/// The pieces at the end of a way.
fn end(tables: &Tables, starts: &[Start; 3], way: &Way) -> Pieces {
    starts[way.start].pieces.turned(&tables.last.moves, &way.path)
}

/// Turns that solve a lawful 5x5, up to the way it is held; none if a beam loses its way.
/// With more effort every phase hands on more ways, and beams are wider.
pub(crate) fn solve(
    stickers: &[u8],
    effort: usize,
    progress: &dyn Progress,
) -> Result<Option<Vec<Turn>>, Stopped> {
    progress.report(0, 6)?;
    let tables = Tables::get(progress)?;
    let ticker = &Ticker::new(progress, TURNS);
    let whole = |face| Some(Turn { face, first: 1, last: 5, quarters: 1 });
    let starts = [None, whole(Face::U), whole(Face::F)].map(|rotation| Start::new(stickers, rotation));
    progress.report(1, 6)?;
    let ways = tables.stages.first(&tables.last.moves, &starts, effort, ticker)?;
    progress.report(2, 6)?;
    let ways = tables.stages.second(tables, &starts, &ways, effort, ticker)?;
    progress.report(3, 6)?;
    let ways = tables.stages.third(tables, &starts, &ways, effort, ticker)?;
    let ways = slices::fourth(tables, &starts, &ways, effort, ticker)?;
    progress.report(4, 6)?;
    let ways = slices::fifth(tables, &starts, &ways, effort, ticker)?;
    let ways = halves::sixth(tables, &starts, &ways, effort, ticker)?;
    progress.report(5, 6)?;
    let turns = |way: &Way| way.path.iter().map(|&i| tables.last.moves.turns[i as usize]).collect();
    let ends = ways.iter().map(|way| {
        let start = &starts[way.start];
        (start.rotation, &start.stickers[..], turns(way))
    });
    Ok(three::finish(5, ends, progress)?.map(|turns| blocks(&turns, 5)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nxn::{from_ring, tests::random_turn};
    use crate::stickers::Stickers;

    /// A path of random turns out of a set.
    fn random_path(random: &mut ludex_core::Random, turns: u64, length: usize) -> Vec<u8> {
        let turns: Vec<usize> = bits(turns).collect();
        (0..length).map(|_| turns[random.below(turns.len() as u64) as usize] as u8).collect()
    }

    /// Kinds of wings and flips of middle edges follow all turns, and those of the fourth phase keep them.
    #[test]
    fn kinds_and_flips_follow_turns() {
        let moves = Moves::new();
        let solved = Pieces::read(&from_ring(&Stickers::solved(5)));
        let home = solved.high_wings(&moves);
        let mut random = ludex_core::Random::new(2);
        for _ in 0..50 {
            let kept = solved.turned(&moves, &random_path(&mut random, moves.fourth, 40));
            assert_eq!((kept.high_wings(&moves), kept.flipped(&moves)), (home, 0));
            let (mut wings, mut flipped) = (home, 0);
            let path = random_path(&mut random, moves.first, 40);
            for turn in path.iter().map(|&turn| turn as usize) {
                wings = moves.wings[turn].apply(wings);
                flipped = moves.edge_sets[turn][1][flipped as usize] ^ moves.flips[turn];
            }
            let pieces = solved.turned(&moves, &path);
            assert_eq!((pieces.high_wings(&moves), pieces.flipped(&moves)), (wings, flipped));
        }
    }
    #[test]
    fn random_cubes_are_solved_shortly() {
        let mut random = ludex_core::Random::new(7);
        let mut total = 0;
        for _ in 0..2 {
            let mut cube = Stickers::solved(5);
            (0..100).for_each(|_| cube.turn(random_turn(&mut random, 5)));
            let turns =
                solve(&from_ring(&cube), 1, &ludex_core::Silent).unwrap().expect("no beam loses its way");
            cube.apply(&turns);
            assert!(cube.is_solved());
            total += turns.len();
        }
        assert!(total <= 2 * 90, "{total} turns for two cubes");
    }
}
