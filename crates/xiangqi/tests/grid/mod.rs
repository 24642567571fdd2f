//! A second, independent model of the rules: pieces in a grid, moves tried one by one.

use ludex_xiangqi::{Move, PieceKind, Setup, Side, Square};

pub(crate) type Grid = [[Option<(Side, PieceKind)>; 10]; 9];

pub(crate) fn grid(setup: &Setup) -> Grid {
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
pub(crate) fn exposed(grid: &Grid, side: Side) -> bool {
    let mut kings = [(0, 0); 2];
    for x in 3..6 {
        for y in (0..3).chain(7..10) {
            if let Some(Some((owner, PieceKind::King))) = at(grid, x, y) {
                kings[owner.index()] = (x, y);
            }
        }
    }
    let king = kings[side.index()];
    let other = kings[side.other().index()];
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

/// Every legal move of the side to move.
pub(crate) fn legal(setup: &Setup) -> Vec<Move> {
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
