//! Insertions: a skeleton that leaves cycles of three pieces becomes a solution by putting the turns of a
//! 3-cycle in where most of them cancel.

use crate::cubie::Cubie;
use crate::face::Face;
use crate::moves::{Turn, invert, simplify};
use ludex_core::{Progress, Stopped};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Sequences kept for each cycle, shortest first.
const KEPT: usize = 24;
/// The longest of them.
const LONGEST: usize = 10;
/// Skeletons with one cycle less that are gone on with.
const BEAM: usize = 40;
/// The most insertions.
const MOST: usize = 3;

/// A solution that came of a skeleton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insertion {
    /// The whole solution.
    pub turns: Vec<Turn>,
    /// What was put in, in order: after how many turns of what there was, and the turns.
    pub inserted: Vec<(usize, Vec<Turn>)>,
}

/// How many insertions a state needs at least: pieces in cycles of three (or twisted in place) are one each.
///
/// Nothing where cycles of three cannot do it: an odd permutation.
fn cycles(state: &Cubie) -> Option<usize> {
    if state.corners.is_odd() {
        return None;
    }
    let wrong_corners =
        (0..8).filter(|&i| state.corners.piece[i] as usize != i || state.corners.twist[i] != 0);
    let wrong_edges = (0..12).filter(|&i| state.edges.piece[i] as usize != i || state.edges.flip[i] != 0);
    // A cycle of three brings home at most three pieces, the last two always together.
    let needed = |wrong: usize| wrong.saturating_sub(1).div_ceil(2);
    Some(needed(wrong_corners.count()) + needed(wrong_edges.count()))
}

/// The shortest solutions that insertions of 3-cycles make of a skeleton, best first, at most `count`.
/// None where the skeleton leaves more than three such cycles.
///
/// # Errors
/// [`Stopped`] when the progress asked for it.
///
/// # Examples
/// ```
/// use ludex_core::Silent;
/// use ludex_cube::fewest::insertions;
/// use ludex_cube::{Cubie, notation};
/// // The scramble is a skeleton's end and a cycle of three corners: nine turns in all.
/// let state = Cubie::SOLVED.apply(&notation::parse("F D L' U R U' L U R' U'", 3)?);
/// let skeleton = notation::parse("D' F'", 3)?;
/// let found = insertions(&state, &skeleton, 1, &Silent)?;
/// assert_eq!(state.apply(&found[0].turns), Cubie::SOLVED);
/// assert!(found[0].turns.len() <= 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn insertions(
    state: &Cubie,
    skeleton: &[Turn],
    count: usize,
    progress: &dyn Progress,
) -> Result<Vec<Insertion>, Stopped> {
    let mut open = vec![Insertion { turns: simplify(skeleton, 3), inserted: Vec::new() }];
    let left = state.apply(&open[0].turns);
    let Some(mut needed) = cycles(&left).filter(|&needed| needed <= MOST) else { return Ok(Vec::new()) };
    while needed > 0 {
        let mut next: Vec<Insertion> = Vec::new();
        for one in &open {
            for at in 0..=one.turns.len() {
                progress.report(at as u64, 0)?;
                insert_at(state, one, at, needed - 1, &mut next);
            }
        }
        next.sort_by(|a, b| a.turns.len().cmp(&b.turns.len()).then_with(|| key(a).cmp(&key(b))));
        next.dedup_by(|a, b| a.turns == b.turns);
        needed -= 1;
        next.truncate(if needed == 0 { count } else { BEAM });
        open = next;
    }
    open.truncate(count);
    Ok(open)
}

fn key(insertion: &Insertion) -> Vec<(u8, u8)> {
    insertion.turns.iter().map(|turn| (turn.face as u8, turn.quarters)).collect()
}

/// All ways to put a cycle in at a place, after which so many are left.
fn insert_at(state: &Cubie, one: &Insertion, at: usize, left: usize, next: &mut Vec<Insertion>) {
    let (before, after) = one.turns.split_at(at);
    let here = state.apply(before);
    let rest = Cubie::SOLVED.apply(after);
    let mut put = |known: &Known| {
        for turns in &known.ways {
            let whole = simplify(&[before, turns, after].concat(), 3);
            let mut inserted = one.inserted.clone();
            inserted.push((at, turns.clone()));
            next.push(Insertion { turns: whole, inserted });
        }
    };
    if left == 0 {
        // What has to be done here: undo the state and the turns that follow.
        let wanted = here.inverse().then(&rest.inverse());
        if let Some(known) = book().get(&wanted.rank3()) {
            put(known);
        }
        return;
    }
    for known in book().values() {
        let then = here.then(&known.does).then(&rest);
        if cycles(&then).is_some_and(|needed| needed <= left) {
            put(known);
        }
    }
}

/// What some sequences do, and the sequences.
struct Known {
    does: Cubie,
    ways: Vec<Vec<Turn>>,
}

/// Whether three corners or three edges and nothing else changed place.
fn is_three_cycle(state: &Cubie) -> bool {
    let corners =
        (0..8).filter(|&i| state.corners.piece[i] as usize != i || state.corners.twist[i] != 0).count();
    let edges = (0..12).filter(|&i| state.edges.piece[i] as usize != i || state.edges.flip[i] != 0).count();
    let moved = (0..8).filter(|&i| state.corners.piece[i] as usize != i).count()
        + (0..12).filter(|&i| state.edges.piece[i] as usize != i).count();
    moved == 3 && corners + edges == 3
}

/// Every 3-cycle that a commutator or a conjugate of one does in at most ten turns, by rank.
fn book() -> &'static BTreeMap<u128, Known> {
    static BOOK: OnceLock<BTreeMap<u128, Known>> = OnceLock::new();
    BOOK.get_or_init(|| {
        let singles: Vec<Turn> = Face::ALL
            .iter()
            .flat_map(|&face| (1..4).map(move |quarters| Turn::face(face, quarters)))
            .collect();
        // A single turn, or a middle layer as the two turns beside it.
        let mut short: Vec<Vec<Turn>> = singles.iter().map(|&turn| vec![turn]).collect();
        for face in [Face::U, Face::F, Face::L] {
            for quarters in 1..4 {
                short.push(vec![Turn::face(face, quarters), Turn::face(face.opposite(), 4 - quarters)]);
            }
        }
        let mut longer: Vec<Vec<Turn>> = short.clone();
        let mut last = short.clone();
        for _ in 0..2 {
            last = last
                .iter()
                .flat_map(|turns| singles.iter().map(move |&turn| [&turns[..], &[turn]].concat()))
                .filter(|turns| simplify(turns, 3).len() == turns.len())
                .collect();
            longer.extend(last.iter().cloned());
        }
        let mut all: BTreeMap<u128, Known> = BTreeMap::new();
        let mut add = |turns: &[Turn], does: &Cubie| {
            let turns = simplify(turns, 3);
            if turns.len() > LONGEST {
                return;
            }
            let known = all.entry(does.rank3()).or_insert_with(|| Known { does: *does, ways: Vec::new() });
            if !known.ways.contains(&turns) {
                known.ways.push(turns);
            }
        };
        let states: Vec<(Vec<Turn>, Cubie)> =
            longer.into_iter().map(|turns| (turns.clone(), Cubie::SOLVED.apply(&turns))).collect();
        let mut found: Vec<(Vec<Turn>, Cubie)> = Vec::new();
        for b in &short {
            let turned = Cubie::SOLVED.apply(b);
            for (a, state) in &states {
                let does = state.then(&turned).then(&state.inverse()).then(&turned.inverse());
                if is_three_cycle(&does) {
                    let turns = [&a[..], b, &invert(a), &invert(b)].concat();
                    found.push((turns.clone(), does));
                    found.push((invert(&turns), does.inverse()));
                }
            }
        }
        for (turns, does) in &found {
            add(turns, does);
            for &setup in &singles {
                let turned = Cubie::SOLVED.turn(setup.face, setup.quarters);
                let whole = [&[setup][..], turns, &[setup.inverse()]].concat();
                add(&whole, &turned.then(does).then(&turned.inverse()));
            }
        }
        for known in all.values_mut() {
            known.ways.sort_by_key(Vec::len);
            known.ways.truncate(KEPT);
        }
        all
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use ludex_core::{Random, Silent};

    #[test]
    fn the_book_does_what_it_says() {
        let mut lengths = BTreeMap::new();
        for known in book().values() {
            assert!(is_three_cycle(&known.does));
            for turns in &known.ways {
                assert_eq!(Cubie::SOLVED.apply(turns), known.does);
            }
            *lengths.entry(known.ways[0].len()).or_insert(0) += 1;
        }
        println!("{} cycles by length {lengths:?}", book().len());
        let corners = book().values().filter(|known| {
            !known.does.corners.is_odd() && known.does.corners != crate::cubie::Corners::SOLVED
        });
        // 56 sets of three, two directions, nine twists.
        assert!(corners.count() <= 1008);
    }

    #[test]
    fn cycles_are_put_in_where_they_cancel() {
        let mut random = Random::new(66);
        let book: Vec<&Known> = book().values().collect();
        for insertions_needed in [1usize, 2] {
            let mut skeleton: Vec<Turn> = Vec::new();
            for _ in 0..12 {
                let face = Face::from_index(random.below(6) as u8);
                skeleton.push(Turn::face(face, 1 + random.below(3) as u8));
            }
            let mut state = Cubie::SOLVED;
            for _ in 0..insertions_needed {
                state = state.then(&book[random.below(book.len() as u64) as usize].does);
            }
            let state = state.then(&Cubie::SOLVED.apply(&invert(&skeleton)));
            let found = insertions(&state, &skeleton, 5, &Silent).unwrap();
            assert!(!found.is_empty());
            let plain = simplify(&skeleton, 3).len();
            for one in &found {
                assert_eq!(state.apply(&one.turns), Cubie::SOLVED);
                assert!(one.turns.len() <= plain + LONGEST * one.inserted.len());
            }
            assert!(found.is_sorted_by_key(|one| one.turns.len()));
        }
        let odd = Cubie::SOLVED.apply(&notation::parse("R", 3).unwrap());
        assert_eq!(insertions(&odd, &[], 1, &Silent), Ok(Vec::new()));
    }
}
