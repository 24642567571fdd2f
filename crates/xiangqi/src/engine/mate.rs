//! Mates in which every move is a check.
//!
//! The attacker tries only checks, the defender has only the moves out of check, so the tree stays
//! small where a full search drowns. It is searched for one move, then two, and so on: the first mate
//! found is the shortest of its kind. What was learnt about a position (no mate in n, the checks there
//! and how many replies each leaves) is kept between the rounds.

use crate::moves::Move;
use crate::position::Position;
use std::collections::HashMap;
use thiserror::Error;

/// A forced mate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mate {
    /// In so many own moves.
    pub moves: u32,
    /// The best play of both sides.
    pub line: Vec<Move>,
}

/// The nodes were used up before an answer was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("no answer within {0} nodes")]
pub struct MateError(pub u64);

/// What is known about a position with the attacker to move.
#[derive(Default)]
struct Known {
    /// The checks, fewest replies first; none before the position was opened.
    checks: Option<Vec<(Move, u32)>>,
    /// No mate in so many moves.
    none_in: u32,
    /// Mate in so many moves, if any is known, and its first move.
    mate_in: Option<(u32, Move)>,
    /// No mate however long: no line of checks is left.
    never: bool,
}

struct Solver {
    known: HashMap<u64, Known>,
    nodes: u64,
    limit: u64,
    /// The positions of the line, which an attacker may not repeat.
    path: Vec<u64>,
}

struct Exhausted;

/// What a round of some length says about a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Mate,
    /// Not in so many moves.
    NotYet,
    /// Not by checks at all.
    Never,
}

/// Finds the shortest mate by checks of at most `longest` own moves.
///
/// The answer is exact when it comes: nothing means there is no such mate.
///
/// # Errors
/// [`MateError`] when the nodes did not suffice.
pub fn find_mate(position: &Position, longest: u32, nodes: u64) -> Result<Option<Mate>, MateError> {
    find_mate_counted(position, longest, nodes).0
}

/// [`find_mate`] and the nodes it used.
pub(super) fn find_mate_counted(
    position: &Position,
    longest: u32,
    nodes: u64,
) -> (Result<Option<Mate>, MateError>, u64) {
    let mut solver = Solver { known: HashMap::new(), nodes: 0, limit: nodes, path: Vec::new() };
    let mut board = position.clone();
    for moves in 1..=longest {
        match solver.attack(&mut board, moves) {
            Err(Exhausted) => return (Err(MateError(nodes)), solver.nodes),
            Ok(Answer::Mate) => {
                let line = solver.line(&mut board, moves);
                return (Ok(Some(Mate { moves, line })), solver.nodes);
            }
            Ok(Answer::Never) => break,
            Ok(Answer::NotYet) => {}
        }
    }
    (Ok(None), solver.nodes)
}

impl Solver {
    /// Whether the side to move mates in at most `moves`.
    fn attack(&mut self, board: &mut Position, moves: u32) -> Result<Answer, Exhausted> {
        let key = board.key();
        if self.path.contains(&key) {
            return Ok(Answer::NotYet);
        }
        let known = self.known.entry(key).or_default();
        if let Some((mate_in, _)) = known.mate_in
            && mate_in <= moves
        {
            return Ok(Answer::Mate);
        }
        if known.never {
            return Ok(Answer::Never);
        }
        if known.none_in >= moves {
            return Ok(Answer::NotYet);
        }
        let checks = match known.checks.clone() {
            Some(checks) => checks,
            None => {
                let checks = self.open(board)?;
                let known = self.known.entry(key).or_default();
                known.checks = Some(checks.clone());
                if let Some(&(m, 0)) = checks.first() {
                    known.mate_in = Some((1, m));
                    return Ok(Answer::Mate);
                }
                checks
            }
        };
        let mut answer = if checks.is_empty() { Answer::Never } else { Answer::NotYet };
        if moves > 1 {
            self.path.push(key);
            let mut all_never = true;
            for &(m, _) in &checks {
                let undo = board.make(m);
                let reply = self.defend(board, moves - 1);
                board.undo(m, undo);
                match reply {
                    Ok(Answer::Mate) => {
                        self.path.pop();
                        self.known.entry(key).or_default().mate_in = Some((moves, m));
                        return Ok(Answer::Mate);
                    }
                    Ok(other) => all_never &= other == Answer::Never,
                    Err(exhausted) => {
                        self.path.pop();
                        return Err(exhausted);
                    }
                }
            }
            self.path.pop();
            if all_never {
                answer = Answer::Never;
            }
        }
        let known = self.known.entry(key).or_default();
        known.none_in = moves;
        known.never = answer == Answer::Never;
        Ok(answer)
    }

    /// Makes every move that gives check once, to see how many replies it leaves.
    fn open(&mut self, board: &mut Position) -> Result<Vec<(Move, u32)>, Exhausted> {
        let mut checks = Vec::new();
        for &m in board.legal_moves().iter() {
            let undo = board.make(m);
            if board.in_check(board.side()) {
                self.nodes += 1;
                checks.push((m, board.count_legal()));
            }
            board.undo(m, undo);
        }
        if self.nodes > self.limit {
            return Err(Exhausted);
        }
        checks.sort_by_key(|&(_, replies)| replies);
        Ok(checks)
    }

    /// Whether every move of the side in check runs into a mate in at most `moves`.
    fn defend(&mut self, board: &mut Position, moves: u32) -> Result<Answer, Exhausted> {
        let mut replies = board.legal_moves();
        // Captures refute most often.
        replies.sort_by_key(|&m| board.get(m.to()).is_none());
        for &m in replies.iter() {
            let undo = board.make(m);
            self.nodes += 1;
            let answer = if self.nodes > self.limit { Err(Exhausted) } else { self.attack(board, moves) };
            board.undo(m, undo);
            match answer {
                Ok(Answer::Mate) => {}
                other => return other,
            }
        }
        Ok(Answer::Mate)
    }

    /// The line of a mate that was found: the longest defence.
    fn line(&self, board: &mut Position, moves: u32) -> Vec<Move> {
        let mut line = Vec::new();
        let mut board = board.clone();
        let mut left = moves;
        while let Some((_, m)) = self.known.get(&board.key()).and_then(|known| known.mate_in) {
            line.push(m);
            let _ = board.make(m);
            left -= 1;
            let mut longest: Option<(u32, Move)> = None;
            for &reply in board.legal_moves().iter() {
                let undo = board.make(reply);
                let mate_in = self.known.get(&board.key()).and_then(|known| known.mate_in);
                board.undo(reply, undo);
                if let Some((mate_in, _)) = mate_in
                    && mate_in <= left
                    && longest.is_none_or(|(most, _)| mate_in > most)
                {
                    longest = Some((mate_in, reply));
                }
            }
            let Some((_, reply)) = longest else { break };
            line.push(reply);
            let _ = board.make(reply);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mate(fen: &str) -> Option<Mate> {
        let position = Position::try_from(&fen.parse().unwrap()).unwrap();
        find_mate(&position, 8, 100_000).unwrap()
    }

    #[test]
    fn one_move_and_none() {
        let found = mate("1R1aka3/3P5/8b/9/9/2B3p2/4Pp3/1Nr6/4KR3/9 w").unwrap();
        assert_eq!((found.moves, found.line[0].to_string().as_str()), (1, "b10d10"));
        assert_eq!(mate("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"), None);
    }

    /// The line is legal, checks all the way, and ends in mate.
    #[test]
    fn the_line_of_a_longer_mate_holds() {
        let fen = "1C3k1n1/9/4b4/9/p3p2R1/P3P2p1/2p5p/B3K4/3RA4/5AB2 w";
        let found = mate(fen).unwrap();
        assert_eq!((found.moves, found.line.len()), (4, 7));
        let mut position = Position::try_from(&fen.parse().unwrap()).unwrap();
        for (i, &m) in found.line.iter().enumerate() {
            assert!(position.is_legal(m));
            let _ = position.make(m);
            assert!(i % 2 == 1 || position.in_check(position.side()));
        }
        assert_eq!(position.count_legal(), 0);
    }
}
