//! A second, independent model: pieces in a grid, moves tried one by one.

use ludex_core::Random;
use ludex_xiangqi::sample::placement;
use ludex_xiangqi::{BoardName, Move, PieceKind, Position, Setup, Sextants, Side, Square};
use std::collections::HashMap;

type Grid = [[Option<(Side, PieceKind)>; 10]; 9];

fn grid(setup: &Setup) -> Grid {
    let mut grid = [[None; 10]; 9];
    for (square, piece) in setup.pieces() {
        grid[square.file() as usize][square.rank() as usize] = Some((piece.side, piece.kind));
    }
    grid
}

fn at(grid: &Grid, x: i32, y: i32) -> Option<Option<(Side, PieceKind)>> {
    if (0..9).contains(&x) && (0..10).contains(&y) { Some(grid[x as usize][y as usize]) } else { None }
}

/// Every step of the piece on a point, whatever becomes of its king.
fn steps(grid: &Grid, x: i32, y: i32) -> Vec<(i32, i32)> {
    let Some(Some((side, kind))) = at(grid, x, y) else { return Vec::new() };
    let ahead = if side == Side::Red { 1 } else { -1 };
    // Ranks counted from the side's own edge.
    let own = |y: i32| if side == Side::Red { y } else { 9 - y };
    let palace = |x: i32, y: i32| (3..=5).contains(&x) && own(y) <= 2;
    let straight = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    let mut to = Vec::new();
    match kind {
        PieceKind::King => {
            to.extend(straight.map(|(a, b)| (x + a, y + b)).into_iter().filter(|p| palace(p.0, p.1)))
        }
        PieceKind::Advisor => to.extend(
            [(1, 1), (1, -1), (-1, 1), (-1, -1)]
                .map(|(a, b)| (x + a, y + b))
                .into_iter()
                .filter(|p| palace(p.0, p.1)),
        ),
        PieceKind::Elephant => {
            for (a, b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                if at(grid, x + a, y + b) == Some(None) && own(y + 2 * b) <= 4 {
                    to.push((x + 2 * a, y + 2 * b));
                }
            }
        }
        PieceKind::Horse => {
            for (a, b) in straight {
                if at(grid, x + a, y + b) == Some(None) {
                    let sides = if a == 0 { [(1, 2 * b), (-1, 2 * b)] } else { [(2 * a, 1), (2 * a, -1)] };
                    to.extend(sides.map(|(c, d)| (x + c, y + d)));
                }
            }
        }
        PieceKind::Rook | PieceKind::Cannon => {
            for (a, b) in straight {
                let (mut cx, mut cy, mut met) = (x + a, y + b, 0);
                while let Some(content) = at(grid, cx, cy) {
                    if content.is_none() {
                        if met == 0 {
                            to.push((cx, cy));
                        }
                    } else {
                        met += 1;
                        if met == if kind == PieceKind::Rook { 1 } else { 2 } {
                            to.push((cx, cy));
                        }
                    }
                    (cx, cy) = (cx + a, cy + b);
                }
            }
        }
        PieceKind::Pawn => {
            to.push((x, y + ahead));
            if own(y) >= 5 {
                to.extend([(x + 1, y), (x - 1, y)]);
            }
        }
    }
    to.retain(|&(cx, cy)| at(grid, cx, cy).is_some_and(|c| c.is_none_or(|(other, _)| other != side)));
    to
}

/// Whether a side's king can be taken, or faces the other one.
fn exposed(grid: &Grid, side: Side) -> bool {
    let mut kings = HashMap::new();
    for x in 0..9 {
        for y in 0..10 {
            if let Some(Some((owner, PieceKind::King))) = at(grid, x, y) {
                kings.insert(owner.index(), (x, y));
            }
        }
    }
    let king = kings[&side.index()];
    let other = kings[&side.other().index()];
    if king.0 == other.0 {
        let (low, high) = (king.1.min(other.1), king.1.max(other.1));
        if (low + 1..high).all(|y| at(grid, king.0, y) == Some(None)) {
            return true;
        }
    }
    (0..9).any(|x| {
        (0..10).any(|y| {
            at(grid, x, y).flatten().is_some_and(|(owner, _)| owner != side)
                && steps(grid, x, y).contains(&king)
        })
    })
}

fn legal(setup: &Setup) -> Vec<Move> {
    let board = grid(setup);
    let mut moves = Vec::new();
    for from in Square::all() {
        if setup.get(from).is_none_or(|piece| piece.side != setup.side) {
            continue;
        }
        for (x, y) in steps(&board, i32::from(from.file()), i32::from(from.rank())) {
            let mut next = board;
            next[x as usize][y as usize] = next[from.file() as usize][from.rank() as usize].take();
            let takes_king = matches!(board[x as usize][y as usize], Some((_, PieceKind::King)));
            if !takes_king && !exposed(&next, setup.side) {
                moves.push(Move::new(from, Square::at(x as u8, y as u8).unwrap()));
            }
        }
    }
    moves.sort_unstable();
    moves
}

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
