//! Which pieces a move chases, by the Asian rules.
//!
//! A move chases a piece when it makes a threat to take it next with profit:
//!
//! - the threat is made by the move: the piece that moved attacks from its new point (unless it only drew
//!   nearer along the line it attacked on before), or another piece's attack became good through the move;
//! - the attacker is neither king nor pawn (these may attack for ever), the target neither king nor a
//!   pawn still on its own half;
//! - the capture is legal, and the target either is worth more by the book (a rook attacked by a horse or
//!   cannon; a rook, horse or cannon attacked by an advisor or elephant) or has no true protector: no piece
//!   that could legally recapture;
//! - two pieces of one kind that attack each other chase neither, unless the target could not legally
//!   take back.

use crate::legal::Points;
use crate::moves::Move;
use crate::piece::{Piece, PieceKind, Side};
use crate::position::Position;
use crate::square::Square;

/// A threat: who attacks, what is attacked.
type Threat = (Square, Square);

/// The pieces of the side to move that the last move, made by the other side, chases.
pub(crate) fn chased(before: &Position, m: Move, after: &Position) -> u128 {
    let us = before.side();
    let mut idle = after.clone();
    idle.pass();
    // What was threatened already is not made by this move, whoever stands behind it.
    let old: Vec<Threat> = threats(before, us);
    let mut chased = 0;
    for (attacker, target) in threats(&idle, us) {
        let made = if attacker == m.to() {
            !nearer(m, target) || !old.contains(&(m.from(), target))
        } else {
            !old.contains(&(attacker, target))
        };
        if made {
            chased |= target.bit();
        }
    }
    chased
}

/// Whether a move went nearer to a target on its line.
const fn nearer(m: Move, target: Square) -> bool {
    const fn between(from: u8, to: u8, target: u8) -> bool {
        (from < to && to < target) || (target < to && to < from)
    }
    let (from, to) = (m.from(), m.to());
    (from.file() == target.file()
        && to.file() == target.file()
        && between(from.rank(), to.rank(), target.rank()))
        || (from.rank() == target.rank()
            && to.rank() == target.rank()
            && between(from.file(), to.file(), target.file()))
}

/// All profitable captures of a side whose turn it is.
fn threats(position: &Position, us: Side) -> Vec<Threat> {
    let them = us.other();
    let mut threats = Vec::new();
    let mut board = position.clone();
    for kind in
        [PieceKind::Rook, PieceKind::Cannon, PieceKind::Horse, PieceKind::Elephant, PieceKind::Advisor]
    {
        for attacker in Points(position.of(us, kind)) {
            let reach = position.reach(attacker, Piece::new(us, kind)) & position.of_side(them);
            for target in Points(reach) {
                let Some(victim) = position.get(target) else { continue };
                let home = target.seen_by(them).rank() < 5;
                if victim.kind == PieceKind::King || (victim.kind == PieceKind::Pawn && home) {
                    continue;
                }
                let m = Move::new(attacker, target);
                if position.is_legal(m) && is_profitable(&mut board, m, kind, victim.kind) {
                    threats.push((attacker, target));
                }
            }
        }
    }
    threats
}

/// Whether the rules count a legal capture as a threat.
fn is_profitable(board: &mut Position, m: Move, attacker: PieceKind, victim: PieceKind) -> bool {
    let minor = matches!(attacker, PieceKind::Horse | PieceKind::Cannon);
    let guard = matches!(attacker, PieceKind::Elephant | PieceKind::Advisor);
    if (minor && victim == PieceKind::Rook)
        || (guard && matches!(victim, PieceKind::Rook | PieceKind::Horse | PieceKind::Cannon))
    {
        return true;
    }
    if attacker == victim {
        // Could the target take the attacker instead, were it its turn?
        let mut turn = board.clone();
        turn.pass();
        if turn.is_legal(Move::new(m.to(), m.from())) {
            return false;
        }
    }
    let undo = board.make(m);
    let protected = board.legal_moves().iter().any(|reply| reply.to() == m.to());
    board.undo(m, undo);
    !protected
}
