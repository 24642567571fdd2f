//! Where a piece can come to lie, all places at once.
//!
//! ```text
//!   sky    . . . . . . . . . .    rows at and above the height: nothing stands there,
//!          . . . . . . . . . .    a piece may be anywhere in any rotation
//!          ---------------------  height
//!   board  X . . X X X X X X X    a set of places is one word per rotation:
//!          X X . X X X X X X X    bit 10 y + x = the lower left corner of the piece
//! ```
//!
//! From the sky the places a piece can be in spread by steps left, right, down and by turns, each a
//! shift and a mask of a whole word. The tests of a turn are tried in order: a place for which an
//! earlier test succeeded is taken out before the next one.

use super::word::{WIDTH, Word, column_mask, rows_mask};
use crate::kicks::KickTable;
use crate::piece::{Piece, Rotation};

/// How pieces come down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Drop {
    /// Steps and quarter turns: any place that can be reached.
    Soft,
    /// Straight from above.
    Hard,
    /// Steps, quarter turns and half turns.
    Half,
}

impl Drop {
    /// The drop a table is played with unless one is given.
    #[must_use]
    pub const fn of(table: &KickTable) -> Drop {
        if table.has_half_turns() { Drop::Half } else { Drop::Soft }
    }
}

/// A piece in one rotation, seen from the lower left corner of its box.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    /// Bits from the corner to its four cells.
    pub(crate) cells: [u32; 4],
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// From the true centre to the corner.
    pub(crate) corner: (i32, i32),
}

impl Shape {
    pub(crate) fn of(piece: Piece, rotation: Rotation) -> Shape {
        let cells = piece.cells(rotation).map(|(x, y)| (i32::from(x), i32::from(y)));
        let least = |values: [i32; 4]| values.into_iter().min().unwrap_or(0);
        let most = |values: [i32; 4]| values.into_iter().max().unwrap_or(0);
        let corner = (least(cells.map(|c| c.0)), least(cells.map(|c| c.1)));
        let mut bits = cells.map(|(x, y)| (x - corner.0) as u32 + WIDTH * (y - corner.1) as u32);
        bits.sort_unstable();
        Shape {
            cells: bits,
            width: (most(cells.map(|c| c.0)) - corner.0 + 1) as u32,
            height: (most(cells.map(|c| c.1)) - corner.1 + 1) as u32,
            corner,
        }
    }
}

/// The first rotation that covers the same cells: S, Z and I look alike after half a turn, O always.
#[must_use]
pub(crate) const fn same_shape(piece: Piece, rotation: Rotation) -> Rotation {
    match piece {
        Piece::O => Rotation::Spawn,
        Piece::I | Piece::S | Piece::Z => Rotation::ALL[rotation as usize & 1],
        _ => rotation,
    }
}

/// One test of a turn.
#[derive(Debug, Clone, Copy)]
struct Test<W> {
    /// Places from which the piece stays between the walls and above the floor.
    from: W,
    /// Places from which it gets into the sky above the rows that are kept: it is free there, and
    /// gone from here.
    gone: W,
    /// The way of the corner, in bits.
    way: i32,
}

#[derive(Debug, Clone)]
struct Turn<W> {
    from: usize,
    to: usize,
    tests: Vec<Test<W>>,
    /// The test that makes a small T-spin a whole one.
    upgrade: Option<usize>,
}

/// What a T-spin is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Spin {
    /// Three corners are filled, but not both in front.
    Small,
    /// Both corners in front are filled, or the turn was one that counts as much.
    Whole,
}

#[derive(Debug, Clone)]
struct Moves<W> {
    shapes: [Shape; 4],
    /// Places between the walls.
    valid: [W; 4],
    turns: Vec<Turn<W>>,
}

/// Reachability under one kick table, drop and height.
#[derive(Debug, Clone)]
pub(crate) struct Reach<W> {
    drop: Drop,
    moves: Vec<Moves<W>>,
    sky: W,
    not_left: W,
    not_right: W,
}

/// The sky rows that must be kept: from higher ones every turn ends in the sky again.
fn sky_rows(table: &KickTable, drop: Drop) -> u32 {
    const HIGHEST: i32 = 24;
    let mut needed = 0;
    for (piece, from, to) in turns_of(drop) {
        let (a, b) = (Shape::of(piece, from), Shape::of(piece, to));
        for x in 0..=(WIDTH - a.width) as i32 {
            for y in 0..HIGHEST {
                for &(dx, dy) in table.tests(piece, from, to) {
                    let x = x - a.corner.0 + b.corner.0 + i32::from(dx);
                    let y_to = y - a.corner.1 + b.corner.1 + i32::from(dy);
                    if !(0..=(WIDTH - b.width) as i32).contains(&x) {
                        continue;
                    }
                    if y_to >= 0 {
                        break; // in the sky: it succeeds, and no later test is tried
                    }
                    needed = needed.max(y + 1);
                }
            }
        }
    }
    needed as u32
}

fn turns_of(drop: Drop) -> impl Iterator<Item = (Piece, Rotation, Rotation)> {
    let quarters: &[usize] = match drop {
        Drop::Soft => &[1, 3],
        Drop::Hard => &[],
        Drop::Half => &[1, 3, 2],
    };
    Piece::ALL.into_iter().flat_map(move |piece| {
        Rotation::ALL
            .into_iter()
            .flat_map(move |from| quarters.iter().map(move |&q| (piece, from, from.turned(q))))
    })
}

impl<W: Word> Reach<W> {
    /// How pieces come down.
    pub(crate) const fn drop(&self) -> Drop {
        self.drop
    }

    /// Whether the word is wide enough for so many rows under the sky.
    pub(crate) fn fits(table: &KickTable, drop: Drop, height: u32) -> bool {
        height + sky_rows(table, drop).max(1) <= W::ROWS
    }

    pub(crate) fn new(table: &KickTable, drop: Drop, height: u32) -> Reach<W> {
        let rows = (height + sky_rows(table, drop).max(1)).min(W::ROWS);
        let valid_of =
            |shape: &Shape| (0..=WIDTH - shape.width).fold(W::ZERO, |mask, x| mask | column_mask(x, rows));
        let moves = Piece::ALL
            .into_iter()
            .map(|piece| {
                let shapes = Rotation::ALL.map(|r| Shape::of(piece, r));
                let valid = shapes.map(|s| valid_of(&s));
                let mut turns = Vec::new();
                for (_, from, to) in turns_of(drop).filter(|turn| turn.0 == piece) {
                    let (a, b) = (&shapes[from as usize], &shapes[to as usize]);
                    let tests: Vec<Test<W>> = table
                        .tests(piece, from, to)
                        .iter()
                        .map(|&(dx, dy)| {
                            let dx = b.corner.0 - a.corner.0 + i32::from(dx);
                            let dy = b.corner.1 - a.corner.1 + i32::from(dy);
                            let (mut mask, mut gone) = (W::ZERO, W::ZERO);
                            for y in 0..rows as i32 {
                                for x in 0..=(WIDTH - a.width) as i32 {
                                    let place = W::bit(y as u32 * WIDTH + x as u32);
                                    if !(0..=(WIDTH - b.width) as i32).contains(&(x + dx)) || y + dy < 0 {
                                        continue;
                                    }
                                    if y + dy < rows as i32 { mask |= place } else { gone |= place }
                                }
                            }
                            Test { from: mask, gone, way: dx + WIDTH as i32 * dy }
                        })
                        .collect();
                    let upgrade = if piece == Piece::T { table.upgrade(from, to) } else { None };
                    turns.push(Turn { from: from as usize, to: to as usize, tests, upgrade });
                }
                // A square that turns in place gains nothing by turning.
                if piece == Piece::O
                    && turns.iter().all(|t| t.tests.first().is_some_and(|test| test.way == 0))
                {
                    turns.clear();
                }
                Moves { shapes, valid, turns }
            })
            .collect();
        Reach {
            drop,
            moves,
            sky: rows_mask::<W>(rows) & !rows_mask::<W>(height),
            not_left: !column_mask::<W>(0, rows),
            not_right: !column_mask::<W>(WIDTH - 1, rows),
        }
    }

    /// The places where a shape fits.
    pub(crate) fn free(&self, board: W, piece: Piece, rotation: usize) -> W {
        let moves = &self.moves[piece.index()];
        let [a, b, c, d] = moves.shapes[rotation].cells;
        moves.valid[rotation] & !(board >> a | board >> b | board >> c | board >> d)
    }

    /// All places a piece can be in, by rotation.
    pub(crate) fn places(&self, board: W, piece: Piece) -> [W; 4] {
        let moves = &self.moves[piece.index()];
        let free: [W; 4] = std::array::from_fn(|r| self.free(board, piece, r));
        let mut places = free.map(|f| f & self.sky);
        let rotations = if moves.turns.is_empty() { 1 } else { 4 };
        if moves.turns.is_empty() {
            // No turn: rotations do not mix, and those that look alike are found alike.
            return std::array::from_fn(|r| self.spread(places[r], free[r]));
        }
        let mut fresh = [true; 4];
        loop {
            for r in 0..rotations {
                if fresh[r] {
                    places[r] = self.spread(places[r], free[r]);
                }
            }
            let before = places;
            for turn in moves.turns.iter().filter(|t| fresh[t.from]) {
                let mut left = before[turn.from];
                for test in &turn.tests {
                    left &= !test.gone;
                    let landed = (left & test.from).moved(test.way) & free[turn.to];
                    if !landed.is_zero() {
                        places[turn.to] |= landed;
                        left &= !landed.moved(-test.way);
                        if left.is_zero() {
                            break;
                        }
                    }
                }
            }
            let mut any = false;
            for r in 0..rotations {
                fresh[r] = places[r] != before[r];
                any |= fresh[r];
            }
            if !any {
                return places;
            }
        }
    }

    /// The T-spin of a T that locks with the corner of its box at a column and row, where it can get by a turn
    /// from one of its places; of several turns the best.
    pub(crate) fn spin(
        &self,
        board: W,
        rotation: Rotation,
        (x, y): (u32, u32),
        places: &[W; 4],
    ) -> Option<Spin> {
        let moves = &self.moves[Piece::T.index()];
        let shape = &moves.shapes[rotation as usize];
        let centre = (x as i32 - shape.corner.0, y as i32 - shape.corner.1);
        let filled = |dx: i32, dy: i32| {
            let (x, y) = (centre.0 + dx, centre.1 + dy);
            !(0..WIDTH as i32).contains(&x)
                || y < 0
                || (y as u32) < W::ROWS && board.has(y as u32 * WIDTH + x as u32)
        };
        // In spawn the T points up: the corners in front are the upper ones.
        let front = match rotation {
            Rotation::Spawn => [(-1, 1), (1, 1)],
            Rotation::Right => [(1, 1), (1, -1)],
            Rotation::Reverse => [(-1, -1), (1, -1)],
            Rotation::Left => [(-1, 1), (-1, -1)],
        };
        let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)].iter().filter(|c| filled(c.0, c.1)).count();
        if corners < 3 {
            return None;
        }
        let whole = front.iter().all(|c| filled(c.0, c.1));
        let free = self.free(board, Piece::T, rotation as usize);
        let corner = y * WIDTH + x;
        let mut best = None;
        for turn in moves.turns.iter().filter(|turn| turn.to == rotation as usize) {
            let mut left = places[turn.from];
            for (number, test) in turn.tests.iter().enumerate() {
                left &= !test.gone;
                let landed = (left & test.from).moved(test.way) & free;
                left &= !landed.moved(-test.way);
                if landed.has(corner) {
                    let spin = if whole || turn.upgrade == Some(number) { Spin::Whole } else { Spin::Small };
                    best = best.max(Some(spin));
                }
            }
        }
        best
    }

    /// Whether a T gets, by a turn from one of its places, to where the corner of its box is at a column and row.
    pub(crate) fn turned(&self, board: W, rotation: Rotation, (x, y): (u32, u32), places: &[W; 4]) -> bool {
        let turns = &self.moves[Piece::T.index()].turns;
        let free = self.free(board, Piece::T, rotation as usize);
        turns.iter().filter(|turn| turn.to == rotation as usize).any(|turn| {
            let mut left = places[turn.from];
            turn.tests.iter().any(|test| {
                left &= !test.gone;
                let landed = (left & test.from).moved(test.way) & free;
                left &= !landed.moved(-test.way);
                landed.has(y * WIDTH + x)
            })
        })
    }

    /// Cells of which one must be filled before a T gets to a place by a turn that does not bring it there yet: in
    /// some turn from one of its places a later test leads to new places, or to this one, and an earlier test
    /// succeeds instead.
    pub(crate) fn in_the_way(&self, board: W, rotation: Rotation, (x, y): (u32, u32), places: &[W; 4]) -> W {
        let moves = &self.moves[Piece::T.index()];
        let goal = W::bit(y * WIDTH + x);
        let mut cells = W::ZERO;
        for turn in &moves.turns {
            let free = self.free(board, Piece::T, turn.to);
            let mut fresh = free & !places[turn.to];
            if turn.to == rotation as usize {
                fresh |= goal & free;
            }
            let mut left = places[turn.from];
            // Places from which a test succeeded, with the way of that test.
            let mut turned: Vec<(W, i32)> = Vec::new();
            for test in &turn.tests {
                left &= !test.gone;
                let wanted = fresh.moved(-test.way) & test.from;
                for &(from, way) in &turned {
                    let corners = (from & wanted).moved(way);
                    for cell in moves.shapes[turn.to].cells {
                        cells |= corners << cell;
                    }
                }
                let landed = (left & test.from).moved(test.way) & free;
                if !landed.is_zero() {
                    let from = landed.moved(-test.way);
                    left &= !from;
                    turned.push((from, test.way));
                }
            }
        }
        cells
    }

    /// Steps left, right and down as far as they lead.
    fn spread(&self, mut places: W, free: W) -> W {
        loop {
            let next =
                (places | places >> WIDTH | (places & self.not_left) >> 1 | (places & self.not_right) << 1)
                    & free;
            if next == places {
                return places;
            }
            places = next;
        }
    }
}
