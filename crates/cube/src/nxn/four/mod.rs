//! The 4x4 in three phases and a 3x3.
//!
//! | phase | turns | what it reaches |
//! |--|--|--|
//! | 1 | all | two opposite colours' centres on the faces R and L |
//! | 2 | faces; Rw; Uw2 Fw2 | the other centres on their axes, each colour pair's wings of different kind |
//! | 3 | U D F B; halves of R L Uw Fw Rw | centres of one colour per face, wings paired, both parities even |
//! | 4 | faces | a 3x3 |
//!
//! Every phase collects many ways in the order of their length so far, tries them from three holdings
//! and for each pair of colours, and hands them on; the shortest whole counts. The tables are made at
//! first use and kept in memory.

mod centres;
mod pairing;
mod phases;

use super::blocks::blocks;
use super::layout::{Act, Orbit, SLOTS, is_odd, turned};
use super::search::{TURNS, Way, successors};
use super::shared::Shared;
use super::subset::Shift;
use super::three;
use super::wings::{Places, face_pairs};
use crate::face::Face;
use crate::moves::Turn;
use centres::{Gather, Separate, Stage};
use ludex_core::{Progress, Stopped, Ticker};
use pairing::{PairingTable, Step};

const CENTRES: Orbit = Orbit::new(4, 1, 1);
const WINGS: Orbit = Orbit::new(4, 0, 1);

/// The turns and tables of all phases, made once.
#[derive(Debug)]
struct Tables {
    /// The turns up to the way the cube is held: all faces, and the wide turns of U, F and R.
    turns: Vec<Turn>,
    /// By the turn before, the turns that may follow.
    next: Vec<u64>,
    /// The turns of the second and of the third phase.
    second: u64,
    third: u64,
    /// What each turn does to centres and wings.
    centres: Vec<Shift>,
    centre_acts: Vec<Act>,
    wing_acts: Vec<Act>,
    /// Whether a turn permutes the wings oddly; whether it is wide.
    odd: Vec<bool>,
    wide: Vec<bool>,
    places: Places,
    /// What each turn of the third phase does to a pairing.
    steps: Vec<Step>,
    stage: Stage,
    separate: Separate,
    gather: Gather,
    pairing: PairingTable,
}

impl Tables {
    fn get(progress: &dyn Progress) -> Result<&'static Tables, Stopped> {
        static TABLES: Shared<Tables> = Shared::new();
        TABLES.get(Tables::new, progress)
    }

    fn new() -> Tables {
        let faces = Face::ALL.into_iter().map(|face| (face, 1));
        let wides = [Face::U, Face::F, Face::R].into_iter().map(|face| (face, 2));
        let turns: Vec<Turn> = faces
            .chain(wides)
            .flat_map(|(face, width)| (1..=3).map(move |quarters| Turn::wide(face, width, quarters)))
            .collect();
        let side = |turn: Turn| matches!(turn.face, Face::R | Face::L);
        let set = |holds: &dyn Fn(Turn) -> bool| {
            turns.iter().enumerate().fold(0u64, |set, (i, &turn)| set | u64::from(holds(turn)) << i)
        };
        let second = set(&|turn| turn.last == 1 || side(turn) || turn.quarters == 2);
        let third = set(&|turn| turn.quarters == 2 || turn.last == 1 && !side(turn));
        let centre_acts: Vec<Act> = turns.iter().map(|&turn| CENTRES.act(turn)).collect();
        let centres: Vec<Shift> = centre_acts.iter().map(Shift::new).collect();
        let wing_acts: Vec<Act> = turns.iter().map(|&turn| WINGS.act(turn)).collect();
        let odd: Vec<bool> = wing_acts.iter().map(|act| is_odd(act)).collect();
        let wide: Vec<bool> = turns.iter().map(|turn| turn.last == 2).collect();
        let keepers: Vec<Turn> = super::search::bits(third).map(|i| turns[i]).collect();
        let places = Places::new(WINGS, &keepers);
        let steps: Vec<Step> = turns.iter().map(|&turn| Step::new(&places, WINGS, turn)).collect();
        Tables {
            next: successors(&turns),
            second,
            third,
            stage: Stage::new(&centres),
            separate: Separate::new(&centres, &odd, second, third),
            gather: Gather::new(&centres, &wide, third),
            pairing: PairingTable::new(&places, WINGS, &steps, third),
            turns,
            centres,
            centre_acts,
            wing_acts,
            odd,
            wide,
            places,
            steps,
        }
    }
}

/// A cube in one of its holdings.
struct Start {
    rotation: Option<Turn>,
    stickers: Vec<u8>,
    centres: [u8; SLOTS],
    /// By slot, the home of the wing there.
    wings: [u8; SLOTS],
    corners_odd: bool,
}

impl Start {
    fn new(stickers: &[u8], rotation: Option<Turn>) -> Start {
        let stickers = rotation.map_or_else(|| stickers.to_vec(), |turn| turned(stickers, 4, turn));
        let (pairs, partners) = (face_pairs(WINGS), WINGS.partners());
        let wings = std::array::from_fn(|slot| {
            let pair = [stickers[WINGS.sticker(slot)], stickers[partners[slot]]].map(Face::from_index);
            pairs.iter().position(|&other| other == pair).expect("a lawful cube has only lawful wings") as u8
        });
        let corners_odd = three::corners(&stickers, 4, &[0, 1, 2, 3, 4, 5]).is_odd();
        Start { rotation, centres: CENTRES.read(&stickers), wings, corners_odd, stickers }
    }
}

/// Turns that solve a lawful 4x4, up to the way it is held.
/// With more effort every phase hands on more ways.
pub(crate) fn solve(stickers: &[u8], effort: usize, progress: &dyn Progress) -> Result<Vec<Turn>, Stopped> {
    progress.report(0, 4)?;
    let tables = Tables::get(progress)?;
    let ticker = &Ticker::new(progress, TURNS);
    let whole = |face| Some(Turn { face, first: 1, last: 4, quarters: 1 });
    let starts = [None, whole(Face::U), whole(Face::F)].map(|rotation| Start::new(stickers, rotation));
    progress.report(1, 4)?;
    let ways = phases::first(tables, &starts, effort, ticker)?;
    let ways = phases::second(tables, &starts, &ways, effort, ticker)?;
    progress.report(2, 4)?;
    let ways = phases::third(tables, &starts, &ways, effort, ticker)?;
    progress.report(3, 4)?;
    let turns = |way: &Way| way.path.iter().map(|&i| tables.turns[i as usize]).collect();
    let ends = ways.iter().map(|way| {
        let start = &starts[way.start];
        (start.rotation, &start.stickers[..], turns(way))
    });
    let turns = three::finish(4, ends, progress)?.expect("the third phase finds ways for every lawful cube");
    Ok(blocks(&turns, 4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nxn::{from_ring, tests::random_turn};
    use crate::stickers::Stickers;
    use ludex_core::Silent;

    #[test]
    fn random_cubes_are_solved_shortly() {
        let mut random = ludex_core::Random::new(7);
        let mut total = 0;
        for _ in 0..5 {
            let mut cube = Stickers::solved(4);
            (0..100).for_each(|_| cube.turn(random_turn(&mut random, 4)));
            let turns = solve(&from_ring(&cube), 1, &Silent).unwrap();
            cube.apply(&turns);
            assert!(cube.is_solved());
            total += turns.len();
        }
        assert!(total <= 5 * 48, "{total} turns for five cubes");
    }
}
