//! Tables of endgames against brute force: every board of the smallest endings, without reflection, without
//! steps back, with the moves of the second model.

mod grid;

use grid::{exposed, grid, legal};
use ludex_core::Silent;
use ludex_xiangqi::endgame::{Army, Endgames, Ending, Value, places};
use ludex_xiangqi::{Move, Piece, PieceKind, Position, Setup, Side, Square};
use std::collections::HashMap;

/// The points a piece of Red can ever stand on.
fn points(kind: PieceKind) -> Vec<(u8, u8)> {
    let all = (0..9).flat_map(|x| (0..10).map(move |y| (x, y)));
    all.filter(|&(x, y)| match kind {
        PieceKind::King => (3..=5).contains(&x) && y <= 2,
        PieceKind::Advisor => [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)].contains(&(x, y)),
        PieceKind::Elephant => [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)].contains(&(x, y)),
        PieceKind::Pawn => y >= 5 || y >= 3 && x % 2 == 0,
        _ => true,
    })
    .collect()
}

/// Every way to put an army on a board.
fn place(setups: Vec<Setup>, army: &Army, side: Side) -> Vec<Setup> {
    let mut setups = setups;
    for kind in PieceKind::ALL {
        let count = if kind == PieceKind::King { 1 } else { army.count(kind) };
        let mut last: Vec<(Setup, usize)> = setups.into_iter().map(|setup| (setup, 0)).collect();
        for _ in 0..count {
            let mut next = Vec::new();
            for (setup, from) in &last {
                for (i, &(x, y)) in points(kind).iter().enumerate().skip(*from) {
                    let square = Square::at(x, y).unwrap().seen_by(side);
                    if setup.get(square).is_none() {
                        let mut more = setup.clone();
                        more.put(square, Some(Piece::new(side, kind)));
                        next.push((more, i + 1));
                    }
                }
            }
            last = next;
        }
        setups = last.into_iter().map(|(setup, _)| setup).collect();
    }
    setups
}

fn key(setup: &Setup) -> Vec<u8> {
    let mut key: Vec<u8> =
        setup.pieces().flat_map(|(square, piece)| [square.index() as u8, piece.index() as u8]).collect();
    key.push(setup.side as u8);
    key
}

/// What is known of boards, by their pieces.
type Known = HashMap<Vec<u8>, Value>;

/// Every board of an ending with its value; `known` has those that captures lead to.
fn brute_force(ending: Ending, known: &Known) -> Vec<(Setup, Value)> {
    let mut boards = Vec::new();
    for side in Side::ALL {
        let mut empty = Setup::empty();
        empty.side = side;
        let placed = place(vec![empty], &ending.strong(), Side::Red);
        boards.extend(place(placed, &ending.weak(), Side::Black));
    }
    boards.retain(|setup| !exposed(&grid(setup), setup.side.other()));
    let numbers: HashMap<Vec<u8>, usize> =
        boards.iter().enumerate().map(|(number, setup)| (key(setup), number)).collect();
    // Where each move leads: a board of this ending, or a value.
    let next: Vec<Vec<Result<usize, Value>>> = boards
        .iter()
        .map(|setup| {
            let after = |m: &Move| {
                let mut after = setup.clone();
                after.put(m.to(), after.get(m.from()));
                after.put(m.from(), None);
                after.side = after.side.other();
                let swapped = after.colours_swapped();
                match numbers.get(&key(&after)) {
                    Some(&number) => Ok(number),
                    None => Err(*known.get(&key(&after)).unwrap_or_else(|| &known[&key(&swapped)])),
                }
            };
            legal(setup).iter().map(after).collect()
        })
        .collect();
    let mut values: Vec<Option<Value>> = vec![None; boards.len()];
    let mut quiet = 0;
    let mut plies = 0;
    // A smaller ending may decide games many plies later than the last that was decided here.
    while quiet < 60 {
        let mut found = Vec::new();
        for (number, next) in next.iter().enumerate().filter(|&(number, _)| values[number].is_none()) {
            let known = |next: &Result<usize, Value>| match *next {
                Ok(number) => values[number],
                Err(value) => Some(value),
            };
            let within = |value: Value| value.plies().is_some_and(|own| own < plies);
            let wins = next.iter().any(|next| {
                known(next).is_some_and(|value| {
                    matches!(value, Value::Loss(_)) && value.plies() == plies.checked_sub(1)
                })
            });
            let loses = next
                .iter()
                .all(|next| known(next).is_some_and(|value| matches!(value, Value::Win(_)) && within(value)));
            if wins {
                found.push((number, Value::Win(plies / 2 + 1)));
            } else if loses {
                found.push((number, Value::Loss(plies / 2)));
            }
        }
        quiet = if found.is_empty() { quiet + 1 } else { 0 };
        for (number, value) in found {
            assert_eq!(value.plies(), Some(plies));
            values[number] = Some(value);
        }
        plies += 1;
    }
    boards.into_iter().zip(values).map(|(setup, value)| (setup, value.unwrap_or(Value::Draw))).collect()
}

/// Issue 18, bar 4: the ten smallest endings, and the ten smallest with a piece that attacks; four of the
/// latter in the short form.
#[test]
fn the_smallest_endings_equal_brute_force() {
    let mut all: Vec<Ending> = Ending::all().collect();
    all.sort_by_key(|&ending| (places(ending), ending));
    let (armed, peaceful): (Vec<Ending>, Vec<Ending>) =
        all.iter().take(60).partition(|ending| ending.strong().attackers() > 0);
    let few = if std::env::var_os("LUDEX_LONG").is_some() { 10 } else { 4 };
    // Captures need the endings with a piece less: they come first, by their size.
    let mut wanted: Vec<Ending> = peaceful[..10].iter().chain(&armed[..few]).copied().collect();
    wanted.sort_by_key(|&ending| places(ending));
    let mut known = Known::new();
    let mut endgames = Endgames::default();
    let (mut boards, mut decided) = (0, 0);
    for ending in wanted {
        endgames.add(ending, &Silent).unwrap();
        for (setup, value) in brute_force(ending, &known) {
            let position = Position::try_from(&setup).unwrap();
            assert_eq!(endgames.probe(&position), Some(value), "{ending}: {position}");
            boards += 1;
            decided += u32::from(value != Value::Draw);
            known.insert(key(&setup), value);
        }
    }
    assert!(boards > 50_000 && decided > 10_000, "{boards} {decided}");
}
