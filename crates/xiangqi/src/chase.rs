//! Which pieces a move chases, by the Asian rules; whether it attacks at all, by the Chinese ones.
//!
//! A move chases a piece when it makes a threat to take it next with profit:
//!
//! - the threat is made by the move: the piece that moved attacks from its new point (unless it only drew
//!   nearer along the line it attacked on before), or another piece's attack became good through the move;
//! - the attacker is neither king nor pawn (these may attack for ever), the target neither king nor a
//!   pawn still on its own half;
//! - the capture is legal, and the target either is worth more by the book (a rook attacked by a horse or
//!   cannon; a rook, horse or cannon attacked by an advisor or elephant) or has no true protector: no piece
//!   that could legally recapture (a check that stands already takes no protector away: it will be answered
//!   before the capture);
//! - two pieces of one kind that attack each other chase neither, unless the target could not legally
//!   take back;
//! - a move that saves an attacked piece of its own, which stands still, is a parry: where that piece reached
//!   the target all along and the parry only cut its protector off, nothing is chased (article 19).

use crate::engine::find_mate;
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
            !old.contains(&(attacker, target)) && !parries(before, after, attacker, target)
        };
        if made {
            chased |= target.bit();
        }
    }
    chased
}

/// Whether the move between two positions ended a threat to an attacker that stood still and reached the
/// target before as well.
fn parries(before: &Position, after: &Position, attacker: Square, target: Square) -> bool {
    let reached = before.get(attacker).map_or(0, |piece| before.reach(attacker, piece));
    if reached & target.bit() == 0 {
        return false;
    }
    let threatened = |board: &Position| threats(board, after.side()).iter().any(|&(_, at)| at == attacker);
    let mut passed = before.clone();
    passed.pass();
    threatened(&passed) && !threatened(after)
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

/// Own moves of the longest threat of mate that is looked for, and the nodes that may cost.
const MATE_MOVES: u32 = 8;
const MATE_NODES: u64 = 5_000;

/// Whether a move gives check, threatens mate by checks on every move, or chases any piece.
pub(crate) fn is_attack(before: &Position, m: Move, after: &Position) -> bool {
    if after.in_check(after.side()) || chased(before, m, after) != 0 {
        return true;
    }
    let mut passed = after.clone();
    passed.pass();
    matches!(find_mate(&passed, MATE_MOVES, MATE_NODES), Ok(Some(_)))
}

/// All profitable captures of a side whose turn it is.
fn threats(position: &Position, us: Side) -> Vec<Threat> {
    let them = us.other();
    let mut threats = Vec::new();
    let mut board = position.clone();
    let checks = attackers(position, them);
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
                if position.is_legal(m) && is_profitable(&mut board, m, kind, victim.kind, checks) {
                    threats.push((attacker, target));
                }
            }
        }
    }
    threats
}

/// The pieces that attack the king of a side, the other king among them where the two face each other.
fn attackers(position: &Position, side: Side) -> u128 {
    let (king, them) = (position.king(side), side.other());
    let reaches = |&square: &Square| {
        let piece = position.get(square);
        piece.is_some_and(|piece| match piece.kind {
            PieceKind::King => {
                let line = Piece::new(them, PieceKind::Rook);
                square.file() == king.file() && position.reach(square, line) & king.bit() != 0
            }
            _ => position.reach(square, piece) & king.bit() != 0,
        })
    };
    Points(position.of_side(them)).filter(reaches).fold(0, |all, square| all | square.bit())
}

/// Whether a piece of the side to move could take back on a point, with no attack on its king but those of
/// `checks`.
fn is_protected(board: &mut Position, target: Square, checks: u128) -> bool {
    let side = board.side();
    let own = board.of_side(side);
    Points(own).any(|square| {
        let Some(piece) = board.get(square) else { return false };
        if board.reach(square, piece) & target.bit() == 0 {
            return false;
        }
        let undo = board.make(Move::new(square, target));
        let safe = attackers(board, side) & !checks == 0;
        board.undo(Move::new(square, target), undo);
        safe
    })
}

/// Whether the rules count a legal capture as a threat; `checks` are the pieces that give check already.
fn is_profitable(
    board: &mut Position,
    m: Move,
    attacker: PieceKind,
    victim: PieceKind,
    checks: u128,
) -> bool {
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
    // A piece that gave check and takes is there no longer: it may not be taken for an old attack elsewhere.
    let protected = is_protected(board, m.to(), checks & !m.from().bit());
    board.undo(m, undo);
    !protected
}
