//! The board against a second model: see `grid`.

mod grid;

use grid::{exposed, grid, legal};
use ludex_core::Random;
use ludex_xiangqi::sample::placement;
use ludex_xiangqi::{BoardName, Position, Sextants, Side};
use std::collections::HashMap;

fn compare(position: &Position) {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable();
    assert_eq!(moves, legal(&position.setup()), "{position}");
    assert_eq!(position.count_legal() as usize, moves.len(), "{position}");
    assert!(moves.iter().all(|&m| position.is_legal(m)));
}

/// Crowded random boards: pins, screens and checks of every kind, several at once.
#[test]
fn random_boards_have_the_same_moves() {
    let mut random = Random::new(41);
    let count = if std::env::var_os("LUDEX_LONG").is_some() { 200_000 } else { 5_000 };
    let mut compared = 0;
    for _ in 0..count {
        let position = Position::try_from(&placement(&mut random)).unwrap();
        assert_eq!(position.in_check(Side::Red), exposed(&grid(&position.setup()), Side::Red), "{position}");
        if let Ok(position) = position.playable() {
            compare(&position);
            compared += 1;
        }
    }
    assert!(compared > count / 10);
}

/// Random games: every position on the way, with its running sums and key.
#[test]
fn random_games_have_the_same_moves() {
    let mut random = Random::new(42);
    for _ in 0..20 {
        let mut position = Position::start();
        for _ in 0..120 {
            compare(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let _ = position.make(moves[random.below(moves.len() as u64) as usize]);
            let fresh = Position::try_from(&position.setup()).unwrap();
            assert_eq!((position.key(), position.sextants()), (fresh.key(), fresh.sextants()));
        }
    }
}

fn walk(position: &mut Position, depth: u32, seen: &mut HashMap<[u8; 24], u128>) {
    let setup = position.setup();
    let sextants = Sextants::of(&setup);
    assert_eq!(position.sextants(), sextants);
    // The side to move follows from the ply, and boards count once: the board's own letters, with Red
    // to move.
    let mut board = setup;
    board.side = Side::Red;
    let letters = BoardName::of(&Position::try_from(&board).unwrap()).unwrap();
    let mut key = [0; 24];
    key.copy_from_slice(letters.as_str().as_bytes());
    let code = sextants.sums().iter().fold(0, |all, &sum| all << 16 | u128::from(sum));
    let known = seen.insert(key, code);
    assert!(known.is_none_or(|known| known == code));
    if depth > 0 {
        for &m in position.legal_moves().iter() {
            let undo = position.make(m);
            walk(position, depth - 1, seen);
            position.undo(m, undo);
        }
    }
}

/// Running sums equal full ones at every node, names never collide, and codes do as often as they are
/// known to: on 180,318 of the 939,062 boards within four plies.
#[test]
fn boards_near_the_start() {
    let long = std::env::var_os("LUDEX_LONG").is_some();
    let (depth, boards, sharing) = if long { (4, 939_062, 180_318) } else { (3, 43_049, 7_294) };
    let mut seen = HashMap::new();
    walk(&mut Position::start(), depth, &mut seen);
    let mut codes: HashMap<u128, u32> = HashMap::new();
    for &code in seen.values() {
        *codes.entry(code).or_default() += 1;
    }
    let shared: u32 = codes.values().filter(|&&count| count > 1).sum();
    assert_eq!((seen.len(), shared), (boards, sharing));
}
