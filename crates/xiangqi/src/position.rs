//! A board with one king a side in its palace, ready to be moved on.
//!
//! ```text
//!   points   90 bytes           what stands where
//!   sides    2 x u128           bit i = point i (column-major, see `square`)
//!   kinds    7 x u128           pawns, cannons, rooks, horses, elephants, advisors, kings of both sides
//!   files    2 x 11 x u16       per side and file, bit r = rank r; entry f + 1 is file f
//!   ranks    2 x 10 x u16       per side and rank, bit f = file f
//! ```
//!
//! The same occupancy three times: sets for whole-board questions, ten-bit files and nine-bit ranks as
//! indices into the line tables, bytes for "what stands there". Files have an empty entry on either
//! side so that a neighbour's file can be read without asking whether there is one.

use crate::moves::Move;
use crate::piece::{Piece, PieceKind, Side};
use crate::setup::Setup;
use crate::sextant::{SHARES, Sextants};
use crate::square::{FILES, RANKS, SQUARES, Square};
use crate::zobrist::{BLACK_TO_MOVE, KEYS};
use std::fmt;
use thiserror::Error;

/// No piece, in the byte board.
pub(crate) const EMPTY: u8 = 0xFF;
/// Pieces a side may have, of whatever kinds.
const MOST_PIECES: usize = 16;

/// A legal board: one king a side, each in its own palace.
///
/// Up to fifteen other pieces a side, of any kinds, may stand anywhere. Whether the side that just moved left its king to be
/// taken is another question: [`Position::is_playable`].
///
/// # Examples
/// ```
/// use ludex_xiangqi::{Position, Setup};
/// let setup: Setup = "3k5/9/9/9/9/9/9/9/9/5K3 w".parse()?;
/// let mut position = Position::try_from(&setup)?;
/// let moves = position.legal_moves();
/// assert_eq!(moves.len(), 2);
/// let undo = position.make(moves[0]);
/// position.undo(moves[0], undo);
/// assert_eq!(position.setup(), setup);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position {
    points: [u8; SQUARES],
    kings: [u8; 2],
    side: Side,
    sides: [u128; 2],
    kinds: [u128; 7],
    files: [[u16; FILES as usize + 2]; 2],
    ranks: [[u16; RANKS as usize]; 2],
    key: u64,
    sextants: u128,
    quiet_plies: u32,
    move_number: u32,
}

/// What [`Position::undo`] needs to take a move back.
#[derive(Debug, Clone, Copy)]
#[must_use = "a move can only be taken back with this"]
pub struct Undo {
    captured: u8,
    quiet_plies: u32,
    key: u64,
    sextants: u128,
}

impl Undo {
    /// The piece that was taken.
    #[must_use]
    pub const fn captured(&self) -> Option<Piece> {
        if self.captured == EMPTY { None } else { Some(Piece::from_index(self.captured)) }
    }
}

/// One thing that keeps a setup from being a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// A side has no king, or several.
    #[error("{} has {count} kings, not 1", side.word())]
    Kings {
        /// Whose.
        side: Side,
        /// How many.
        count: usize,
    },
    /// More pieces than a side begins with.
    #[error("{} has {count} pieces: a position holds at most {MOST_PIECES} a side", side.word())]
    Crowd {
        /// Whose.
        side: Side,
        /// How many.
        count: usize,
    },
    /// A king outside its palace.
    #[error("the king of {} stands on {square}, outside its palace (files d-f, the three ranks of its side)", side.word())]
    OutsidePalace {
        /// Whose.
        side: Side,
        /// Where.
        square: Square,
    },
    /// The side that is not to move stands in check.
    #[error("{} could take the king at once: {} stands in check, but it is not its turn", side.other().word(), side.word())]
    KingTakeable {
        /// Whose king.
        side: Side,
    },
}

/// Everything that keeps a setup from being a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct PositionError(pub Vec<Fault>);

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

/// Whether a point lies in the palace of a side.
pub(crate) const fn in_palace(square: Square, side: Side) -> bool {
    let file = square.file();
    file >= 3 && file <= 5 && square.seen_by(side).rank() < 3
}

impl TryFrom<&Setup> for Position {
    type Error = PositionError;

    fn try_from(setup: &Setup) -> Result<Self, PositionError> {
        let mut faults = Vec::new();
        for side in Side::ALL {
            let kings: Vec<Square> = setup
                .pieces()
                .filter(|&(_, p)| p == Piece::new(side, PieceKind::King))
                .map(|(s, _)| s)
                .collect();
            match kings[..] {
                [square] if in_palace(square, side) => {}
                [square] => faults.push(Fault::OutsidePalace { side, square }),
                _ => faults.push(Fault::Kings { side, count: kings.len() }),
            }
            let count = setup.pieces().filter(|(_, piece)| piece.side == side).count();
            if count > MOST_PIECES {
                faults.push(Fault::Crowd { side, count });
            }
        }
        if !faults.is_empty() {
            return Err(PositionError(faults));
        }
        let mut position = Position::bare(setup.side);
        (position.quiet_plies, position.move_number) = (setup.quiet_plies, setup.move_number);
        for (square, piece) in setup.pieces() {
            position.place(square, piece);
        }
        Ok(position)
    }
}

impl Position {
    /// The position every game begins with.
    #[must_use]
    pub fn start() -> Self {
        Position::try_from(&Setup::start()).expect("the start has a king in each palace")
    }

    /// An empty board, not yet a position.
    const fn bare(side: Side) -> Self {
        Position {
            points: [EMPTY; SQUARES],
            kings: [0; 2],
            side,
            sides: [0; 2],
            kinds: [0; 7],
            files: [[0; FILES as usize + 2]; 2],
            ranks: [[0; RANKS as usize]; 2],
            key: match side {
                Side::Red => 0,
                Side::Black => BLACK_TO_MOVE,
            },
            sextants: 0,
            quiet_plies: 0,
            move_number: 1,
        }
    }

    /// A position of these pieces on points of their own, a king of either side in its palace among them.
    pub(crate) fn of_pieces(side: Side, pieces: impl Iterator<Item = (Square, Piece)>) -> Self {
        let mut position = Position::bare(side);
        for (square, piece) in pieces {
            position.place(square, piece);
        }
        position
    }

    /// Puts a piece on an empty point.
    fn place(&mut self, square: Square, piece: Piece) {
        self.toggle(square, piece);
        self.points[square.index()] = piece.index() as u8;
        self.key ^= KEYS[piece.index()][square.index()];
        self.sextants += SHARES[piece.index()][square.index()];
        if piece.kind == PieceKind::King {
            self.kings[piece.side.index()] = square.index() as u8;
        }
    }

    /// Puts the piece into the sets, or takes it out of them; the byte board is the caller's.
    #[inline(always)]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let side = piece.side.index();
        self.sides[side] ^= square.bit();
        self.kinds[piece.kind.index()] ^= square.bit();
        self.files[side][square.file() as usize + 1] ^= 1 << square.rank();
        self.ranks[side][square.rank() as usize] ^= 1 << square.file();
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// What stands on a point.
    #[inline]
    #[must_use]
    pub const fn get(&self, square: Square) -> Option<Piece> {
        let code = self.points[square.index()];
        if code == EMPTY { None } else { Some(Piece::from_index(code)) }
    }

    /// The byte on a point: a piece's index, or [`EMPTY`].
    #[inline(always)]
    pub(crate) const fn code(&self, square: Square) -> u8 {
        self.points[square.index()]
    }

    /// The king of a side.
    #[inline]
    #[must_use]
    pub const fn king(&self, side: Side) -> Square {
        Square::new(self.kings[side.index()])
    }

    /// All points with a piece on them.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> u128 {
        self.sides[0] | self.sides[1]
    }

    /// The points of a side's pieces.
    #[inline]
    #[must_use]
    pub const fn of_side(&self, side: Side) -> u128 {
        self.sides[side.index()]
    }

    /// The points of a side's pieces of one kind.
    #[inline]
    #[must_use]
    pub const fn of(&self, side: Side, kind: PieceKind) -> u128 {
        self.sides[side.index()] & self.kinds[kind.index()]
    }

    /// The pieces on a file as bits by rank; files -1 and 9 are empty.
    #[inline(always)]
    pub(crate) const fn file_occupancy(&self, file: i8) -> u16 {
        self.files[0][(file + 1) as usize] | self.files[1][(file + 1) as usize]
    }

    /// The pieces on a rank as bits by file.
    #[inline(always)]
    pub(crate) const fn rank_occupancy(&self, rank: u8) -> u16 {
        self.ranks[0][rank as usize] | self.ranks[1][rank as usize]
    }

    /// A side's own pieces on a file as bits by rank.
    #[inline(always)]
    pub(crate) const fn own_file(&self, side: Side, file: u8) -> u16 {
        self.files[side.index()][file as usize + 1]
    }

    /// A side's own pieces on a rank as bits by file.
    #[inline(always)]
    pub(crate) const fn own_rank(&self, side: Side, rank: u8) -> u16 {
        self.ranks[side.index()][rank as usize]
    }

    /// The key of board and side to move that the search uses.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The six sums, as they run along with the moves.
    #[inline]
    #[must_use]
    pub const fn sextants(&self) -> Sextants {
        Sextants(self.sextants)
    }

    /// Plies since the last capture.
    #[must_use]
    pub const fn quiet_plies(&self) -> u32 {
        self.quiet_plies
    }

    /// The number of the move.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// The position as it would be typed.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for square in Square::all() {
            setup.put(square, self.get(square));
        }
        setup.side = self.side;
        (setup.quiet_plies, setup.move_number) = (self.quiet_plies, self.move_number);
        setup
    }

    /// Reflected left to right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirror = Position::bare(self.side);
        (mirror.quiet_plies, mirror.move_number) = (self.quiet_plies, self.move_number);
        for square in Square::all() {
            if let Some(piece) = self.get(square) {
                mirror.place(square.mirrored(), piece);
            }
        }
        mirror
    }

    /// Whether the board is its own mirror image.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        Square::all().all(|square| self.code(square) == self.code(square.mirrored()))
    }

    /// The byte board: what stands on every point.
    pub(crate) const fn points(&self) -> &[u8; SQUARES] {
        &self.points
    }

    /// Makes a move of any piece that stands on its first point, legal or not.
    ///
    /// Key and sums follow by what leaves and what arrives: at most two sextants change. The move is
    /// taken back with [`Position::undo`].
    ///
    /// # Panics
    /// When nothing stands on the first point.
    #[inline]
    pub fn make(&mut self, m: Move) -> Undo {
        let (from, to) = (m.from(), m.to());
        let code = self.points[from.index()];
        let piece = Piece::from_index(code);
        let captured = self.points[to.index()];
        let undo = Undo { captured, quiet_plies: self.quiet_plies, key: self.key, sextants: self.sextants };
        self.points[from.index()] = EMPTY;
        self.points[to.index()] = code;
        let keys = &KEYS[code as usize];
        let shares = &SHARES[code as usize];
        self.key ^= keys[from.index()] ^ keys[to.index()] ^ BLACK_TO_MOVE;
        self.sextants = self.sextants - shares[from.index()] + shares[to.index()];
        self.quiet_plies = self.quiet_plies.wrapping_add(1);
        if captured != EMPTY {
            self.toggle(to, Piece::from_index(captured));
            self.key ^= KEYS[captured as usize][to.index()];
            self.sextants -= SHARES[captured as usize][to.index()];
            self.quiet_plies = 0;
        }
        self.toggle(from, piece);
        self.toggle(to, piece);
        if piece.kind == PieceKind::King {
            self.kings[piece.side.index()] = to.index() as u8;
        }
        self.move_number = self.move_number.wrapping_add(self.side as u32);
        self.side = self.side.other();
        undo
    }

    /// Gives the turn to the other side without a move.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.side = self.side.other();
        self.key ^= BLACK_TO_MOVE;
    }

    /// Takes back the move that returned `undo`.
    #[inline]
    pub fn undo(&mut self, m: Move, undo: Undo) {
        let (from, to) = (m.from(), m.to());
        let code = self.points[to.index()];
        let piece = Piece::from_index(code);
        self.side = self.side.other();
        self.move_number = self.move_number.wrapping_sub(self.side as u32);
        self.toggle(from, piece);
        self.toggle(to, piece);
        self.points[from.index()] = code;
        self.points[to.index()] = undo.captured;
        if let Some(captured) = undo.captured() {
            self.toggle(to, captured);
        }
        if piece.kind == PieceKind::King {
            self.kings[piece.side.index()] = from.index() as u8;
        }
        self.key = undo.key;
        self.sextants = undo.sextants;
        self.quiet_plies = undo.quiet_plies;
    }
}

impl PartialEq for Position {
    /// The same pieces on the same points and the same side to move; counters apart.
    fn eq(&self, other: &Self) -> bool {
        self.points == other.points && self.side == other.side
    }
}

impl Eq for Position {}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Random;

    fn same(a: &Position, b: &Position) {
        assert_eq!(a, b);
        assert_eq!(
            (a.sides, a.kinds, a.files, a.ranks, a.kings),
            (b.sides, b.kinds, b.files, b.ranks, b.kings)
        );
        assert_eq!((a.key, a.sextants()), (b.key, b.sextants()));
        assert_eq!((a.quiet_plies, a.move_number), (b.quiet_plies, b.move_number));
    }

    /// Any piece to any point but a king's: running state equals state from scratch, there and back.
    #[test]
    fn running_sums_equal_full_sums() {
        let mut random = Random::new(11);
        let mut position = Position::start();
        for _ in 0..2000 {
            let before = position.clone();
            let own: Vec<Square> = Square::all()
                .filter(|&s| {
                    position.get(s).is_some_and(|p| p.side == position.side && p.kind != PieceKind::King)
                })
                .collect();
            let free: Vec<Square> = Square::all()
                .filter(|&s| {
                    position.get(s).is_none_or(|p| p.side != position.side && p.kind != PieceKind::King)
                })
                .collect();
            if own.is_empty() {
                position = Position::start();
                continue;
            }
            let m = Move::new(
                own[random.below(own.len() as u64) as usize],
                free[random.below(free.len() as u64) as usize],
            );
            let undo = position.make(m);
            same(&position, &Position::try_from(&position.setup()).unwrap());
            let mut back = position.clone();
            back.undo(m, undo);
            same(&back, &before);
        }
    }

    #[test]
    fn faults_are_all_named() {
        let error = |fen: &str| Position::try_from(&fen.parse::<Setup>().unwrap()).unwrap_err().0;
        assert_eq!(
            error("9/9/9/9/9/9/9/9/9/K8 w"),
            [
                Fault::OutsidePalace { side: Side::Red, square: Square::new(0) },
                Fault::Kings { side: Side::Black, count: 0 }
            ]
        );
    }
}
