//! Legal moves: every move of a piece, cut down by what would expose its king.
//!
//! Instead of trying moves, the king's surroundings are read once and turned into rules. A rule says
//! where pieces may go in general, and names the one or two pieces it treats otherwise:
//!
//! ```text
//!   K . . r        check: capture the rook or step between
//!   K . X r        X may only move along the line (or take the rook)
//!   K . . c        nobody may step between: it would become the screen
//!   K S . c        check: take the cannon, step between, or (S) leave the line
//!   K X Y c        X and Y may move only between king and cannon, not onto each other, or take it
//!   horse          check: take it or block its leg; a piece of ours on its leg may only take it
//!   pawn           check: take it
//! ```
//!
//! A move changes what stands on two points only, so a move that keeps every rule is legal. Kings are
//! tried step by step: they have at most four.

use crate::moves::Move;
use crate::piece::{Piece, PieceKind, Side};
use crate::position::{EMPTY, Fault, Position, PositionError};
use crate::reach::{
    ADVISOR, ELEPHANT, FILE_LINES, HORSE, HORSE_TO, KING, PAWN, PAWN_TO, RANK_LINES, SPREAD, cross,
    diagonals, file_mask, legs, lines, rank_mask,
};
use crate::square::{RANKS, Square};

/// Every point.
const ALL: u128 = (1 << 90) - 1;
/// Three in each of four directions, eight horses, three pawns.
const MOST_RULES: usize = 24;
/// Fifteen pieces with at most seventeen moves each and a king with four.
const MOST_MOVES: usize = 260;

/// The points of a set, ascending.
pub(crate) struct Points(pub(crate) u128);

impl Iterator for Points {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::new(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// Moves without a heap.
#[derive(Clone)]
pub struct Moves {
    moves: [Move; MOST_MOVES],
    len: usize,
}

impl Moves {
    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Moves { moves: [Move::NONE; MOST_MOVES], len: 0 }
    }

    #[inline(always)]
    pub(crate) const fn clear(&mut self) {
        self.len = 0;
    }

    /// Leaves out the moves that are not wanted; the others keep their order.
    pub(crate) fn retain(&mut self, wanted: impl Fn(Move) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            if wanted(self.moves[i]) {
                self.moves[kept] = self.moves[i];
                kept += 1;
            }
        }
        self.len = kept;
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, m: Move) {
        self.moves[self.len] = m;
        self.len += 1;
    }
}

impl std::ops::Deref for Moves {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl std::ops::DerefMut for Moves {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len]
    }
}

impl std::fmt::Debug for Moves {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[derive(Clone, Copy)]
struct Rule {
    general: u128,
    except: u128,
    special: u128,
}

/// What the king's surroundings allow.
pub(crate) struct Rules {
    /// Where pieces that no rule names may go.
    general: u128,
    /// The pieces that some rule names.
    named: u128,
    /// Whether the king is attacked.
    pub(crate) checked: bool,
    list: [Rule; MOST_RULES],
    len: usize,
}

impl Rules {
    #[inline(always)]
    fn add(&mut self, general: u128, except: u128, special: u128) {
        self.list[self.len] = Rule { general, except, special };
        self.len += 1;
        self.general &= general;
        self.named |= except;
    }

    /// Where the piece on this point may go.
    #[inline(always)]
    fn allowed(&self, square: Square) -> u128 {
        if self.named & square.bit() == 0 { self.general } else { self.allowed_named(square.bit()) }
    }

    #[cold]
    fn allowed_named(&self, bit: u128) -> u128 {
        let pick = |rule: &Rule| if rule.except & bit == 0 { rule.general } else { rule.special };
        self.list[..self.len].iter().map(pick).fold(ALL, |all, mask| all & mask)
    }

    /// Reads up to three pieces in one direction from the king, nearest first, `between` giving the
    /// points up to each.
    #[inline(always)]
    fn look(&mut self, position: &Position, us: Side, seen: &[(Square, u128)], facing: bool) {
        let own = position.of_side(us);
        for (i, &(square, between)) in seen.iter().enumerate() {
            let piece = position.code(square);
            let enemy = |kind: PieceKind| piece == Piece::new(us.other(), kind).index() as u8;
            let straight = enemy(PieceKind::Rook) || (facing && enemy(PieceKind::King));
            let bit = square.bit();
            match i {
                0 if straight => {
                    self.checked = true;
                    self.add(between | bit, 0, 0);
                }
                0 if enemy(PieceKind::Cannon) && between != 0 => self.add(!between, 0, 0),
                1 if straight && own & seen[0].0.bit() != 0 => {
                    self.add(ALL, seen[0].0.bit(), between | bit);
                }
                1 if enemy(PieceKind::Cannon) => {
                    self.checked = true;
                    let screen = seen[0].0.bit();
                    self.add((between & !screen) | bit, screen & own, !between);
                }
                2 if enemy(PieceKind::Cannon) => {
                    let pair = seen[0].0.bit() | seen[1].0.bit();
                    if pair & own != 0 {
                        self.add(ALL, pair & own, (between & !pair) | bit);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The first three pieces from `place` on a line, upward or downward, each with the mask of the places
/// between.
#[inline(always)]
fn first_three(occupied: u16, place: u8, up: bool, found: &mut [(u8, u16); 3]) -> usize {
    let below = (1u16 << place) - 1;
    let mut bits = if up { occupied & !below & !(1 << place) } else { occupied & below };
    let mut count = 0;
    while bits != 0 && count < 3 {
        let at = if up { bits.trailing_zeros() } else { 15 - bits.leading_zeros() } as u8;
        let (low, high) = if up { (place, at) } else { (at, place) };
        found[count] = (at, ((1u16 << high) - 1) & !((2u16 << low) - 1));
        bits &= !(1 << at);
        count += 1;
    }
    count
}

impl Position {
    /// Whether a side's king is attacked (facing kings count).
    #[must_use]
    pub fn in_check(&self, side: Side) -> bool {
        !self.is_safe(self.king(side), self.king(side), side)
    }

    /// Whether `side`'s king, lifted from `from`, would be safe on `to`.
    #[inline]
    fn is_safe(&self, from: Square, to: Square, side: Side) -> bool {
        let them = side.other();
        let lifted = |shared: bool, bit: u8| if shared { !(1u16 << bit) } else { !0 };
        let (file, rank) = (to.file(), to.rank());
        let on_file = self.file_occupancy(file as i8) & lifted(from.file() == file, from.rank());
        let on_rank = self.rank_occupancy(rank) & lifted(from.rank() == rank, from.file());
        let upright = FILE_LINES[rank as usize][on_file as usize];
        let across = RANK_LINES[file as usize][on_rank as usize];
        let rooks = self.of(them, PieceKind::Rook);
        let facing = u128::from(upright.rook) << (file * RANKS) & self.of(them, PieceKind::King);
        facing == 0
            && cross(to, upright.rook, across.rook) & rooks == 0
            && cross(to, upright.cannon, across.cannon) & self.of(them, PieceKind::Cannon) == 0
            && HORSE_TO[to.index()][diagonals(self, to)] & self.of(them, PieceKind::Horse) == 0
            && PAWN_TO[them.index()][to.index()] & self.of(them, PieceKind::Pawn) == 0
    }

    /// Whether the side that just moved left its king out of reach, so that the game can go on.
    #[must_use]
    pub fn is_playable(&self) -> bool {
        !self.in_check(self.side().other())
    }

    /// The position, if the game can go on from it.
    ///
    /// # Errors
    /// When the side to move could take the king.
    pub fn playable(self) -> Result<Self, PositionError> {
        if self.is_playable() {
            Ok(self)
        } else {
            Err(PositionError(vec![Fault::KingTakeable { side: self.side().other() }]))
        }
    }

    /// Where the piece on a point reaches, captures of either side's pieces included, without asking
    /// whether its king is exposed.
    pub(crate) fn reach(&self, square: Square, piece: Piece) -> u128 {
        let at = square.index();
        match piece.kind {
            PieceKind::Pawn => PAWN[piece.side.index()][at],
            PieceKind::Cannon => {
                let (upright, across) = lines(self, square);
                let quiet = cross(square, upright.rook, across.rook) & !self.occupied();
                quiet | cross(square, upright.cannon, across.cannon)
            }
            PieceKind::Rook => {
                let (upright, across) = lines(self, square);
                cross(square, upright.rook, across.rook)
            }
            PieceKind::Horse => HORSE[at][legs(self, square)],
            PieceKind::Elephant => ELEPHANT[piece.side.index()][at][diagonals(self, square)],
            PieceKind::Advisor => ADVISOR[piece.side.index()][at],
            PieceKind::King => KING[piece.side.index()][at],
        }
    }

    /// Reads the surroundings of the king of the side to move.
    #[inline]
    pub(crate) fn rules(&self) -> Rules {
        let us = self.side();
        let them = us.other();
        let king = self.king(us);
        let (file, rank) = (king.file(), king.rank());
        let mut rules = Rules {
            general: ALL,
            named: 0,
            checked: false,
            list: [Rule { general: 0, except: 0, special: 0 }; MOST_RULES],
            len: 0,
        };
        let sliders = self.of(them, PieceKind::Rook) | self.of(them, PieceKind::Cannon);
        let mut found = [(0, 0); 3];
        let mut seen = [(king, 0); 3];
        if (sliders | self.of(them, PieceKind::King)) & file_mask(file) != 0 {
            for up in [true, false] {
                let count = first_three(self.file_occupancy(file as i8), rank, up, &mut found);
                for (entry, &(at, between)) in seen.iter_mut().zip(&found[..count]) {
                    *entry = (Square::new(file * RANKS + at), u128::from(between) << (file * RANKS));
                }
                rules.look(self, us, &seen[..count], true);
            }
        }
        if sliders & rank_mask(rank) != 0 {
            for up in [true, false] {
                let count = first_three(self.rank_occupancy(rank), file, up, &mut found);
                for (entry, &(at, between)) in seen.iter_mut().zip(&found[..count]) {
                    *entry = (Square::new(at * RANKS + rank), SPREAD[between as usize] << rank);
                }
                rules.look(self, us, &seen[..count], false);
            }
        }
        for horse in Points(HORSE_TO[king.index()][0] & self.of(them, PieceKind::Horse)) {
            let toward = |a: u8, b: u8| if a > b { a - 1 } else { a + 1 };
            // Of a horse's step of two by one, the leg lies one step from the horse along the two; seen
            // from the king it is the diagonal neighbour.
            let leg = if horse.file().abs_diff(file) == 2 {
                Square::new(toward(horse.file(), file) * RANKS + horse.rank())
            } else {
                Square::new(horse.file() * RANKS + toward(horse.rank(), rank))
            };
            if self.code(leg) == EMPTY {
                rules.checked = true;
                rules.add(leg.bit() | horse.bit(), 0, 0);
            } else if self.of_side(us) & leg.bit() != 0 {
                rules.add(ALL, leg.bit(), horse.bit());
            }
        }
        for pawn in Points(PAWN_TO[them.index()][king.index()] & self.of(them, PieceKind::Pawn)) {
            rules.checked = true;
            rules.add(pawn.bit(), 0, 0);
        }
        rules
    }

    /// The steps of the king of the side to move that leave it safe.
    #[inline]
    fn king_steps(&self) -> u128 {
        let us = self.side();
        let king = self.king(us);
        let steps = Points(KING[us.index()][king.index()] & !self.of_side(us));
        steps.filter(|&to| self.is_safe(king, to, us)).fold(0, |all, to| all | to.bit())
    }

    /// All legal moves that end on a point of `goal`, in a fixed order.
    #[inline]
    pub(crate) fn legal_onto(&self, rules: &Rules, goal: u128, moves: &mut Moves) {
        let us = self.side();
        let goal = goal & !self.of_side(us);
        for kind in [
            PieceKind::Rook,
            PieceKind::Cannon,
            PieceKind::Horse,
            PieceKind::Pawn,
            PieceKind::Elephant,
            PieceKind::Advisor,
        ] {
            for from in Points(self.of(us, kind)) {
                let targets = self.reach(from, Piece::new(us, kind)) & goal & rules.allowed(from);
                for to in Points(targets) {
                    moves.push(Move::new(from, to));
                }
            }
        }
        let king = self.king(us);
        let steps = Points(KING[us.index()][king.index()] & goal);
        for to in steps.filter(|&to| self.is_safe(king, to, us)) {
            moves.push(Move::new(king, to));
        }
    }

    /// All legal moves of the side to move, in a fixed order.
    #[must_use]
    pub fn legal_moves(&self) -> Moves {
        let mut moves = Moves::new();
        self.legal_onto(&self.rules(), ALL, &mut moves);
        moves
    }

    /// Whether a move of the side to move is legal.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        let us = self.side();
        let Some(piece) = self.get(m.from()).filter(|piece| piece.side == us) else { return false };
        if self.reach(m.from(), piece) & m.to().bit() & !self.of_side(us) == 0 {
            return false;
        }
        if piece.kind == PieceKind::King {
            self.is_safe(m.from(), m.to(), us)
        } else {
            self.rules().allowed(m.from()) & m.to().bit() != 0
        }
    }

    /// How many legal moves there are, without listing them.
    #[must_use]
    pub fn count_legal(&self) -> u32 {
        let us = self.side();
        let rules = self.rules();
        let own = self.of_side(us);
        let mut count = self.king_steps().count_ones();
        if rules.general != ALL || rules.named != 0 {
            for kind in [
                PieceKind::Rook,
                PieceKind::Cannon,
                PieceKind::Horse,
                PieceKind::Pawn,
                PieceKind::Elephant,
                PieceKind::Advisor,
            ] {
                for from in Points(self.of(us, kind)) {
                    let targets = self.reach(from, Piece::new(us, kind)) & !own & rules.allowed(from);
                    count += targets.count_ones();
                }
            }
            return count;
        }
        // No rule: lines are counted as masks of their own, without making sets of them.
        for from in Points(self.of(us, PieceKind::Rook)) {
            let (upright, across) = lines(self, from);
            count += (upright.rook & !self.own_file(us, from.file())).count_ones();
            count += (across.rook & !self.own_rank(us, from.rank())).count_ones();
        }
        for from in Points(self.of(us, PieceKind::Cannon)) {
            let (upright, across) = lines(self, from);
            let file = self.file_occupancy(from.file() as i8);
            let rank = self.rank_occupancy(from.rank());
            count += (upright.rook & !file | upright.cannon & !self.own_file(us, from.file())).count_ones();
            count += (across.rook & !rank | across.cannon & !self.own_rank(us, from.rank())).count_ones();
        }
        for from in Points(self.of(us, PieceKind::Horse)) {
            count += (HORSE[from.index()][legs(self, from)] & !own).count_ones();
        }
        for from in Points(self.of(us, PieceKind::Pawn)) {
            count += (PAWN[us.index()][from.index()] & !own).count_ones();
        }
        for from in Points(self.of(us, PieceKind::Elephant)) {
            count += (ELEPHANT[us.index()][from.index()][diagonals(self, from)] & !own).count_ones();
        }
        for from in Points(self.of(us, PieceKind::Advisor)) {
            count += (ADVISOR[us.index()][from.index()] & !own).count_ones();
        }
        count
    }
}
