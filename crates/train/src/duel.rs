//! Matches of two evaluations in one process, on many threads: what tells whether a new network is better.

use crate::contest::{LONGEST, Tally, opening};
use ludex_core::Random;
use ludex_xiangqi::engine::{Engine, Limits};
use ludex_xiangqi::{Move, Outcome, Position, RuleSet, Side, judge};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How a match is played.
#[derive(Debug, Clone, Copy)]
pub struct Duel {
    /// Openings, each played with both colours.
    pub pairs: u64,
    /// Nodes a move, of either side.
    pub nodes: u64,
    /// What the openings follow from.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
}

fn advance(line: &mut Vec<Position>, moves: &mut Vec<Move>, m: Move) {
    let mut next = line[line.len() - 1].clone();
    let _ = next.make(m);
    moves.push(m);
    line.push(next);
}

/// The score of the first player in a game from an opening, with one colour.
fn game(players: &mut [Engine; 2], colour: Side, opening: &[Move], nodes: u64) -> f64 {
    let (mut line, mut moves) = (vec![Position::start()], Vec::new());
    for &m in opening {
        advance(&mut line, &mut moves, m);
    }
    players.iter_mut().for_each(Engine::clear);
    while moves.len() < LONGEST {
        match judge(&line[0], &moves, RuleSet::Asian).outcome {
            Outcome::None => {}
            Outcome::Draw => break,
            Outcome::Wins(side) => return if side == colour { 1.0 } else { 0.0 },
        }
        let (position, before) = line.split_last().expect("a line has its start");
        let player = usize::from(position.side() != colour);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let best = players[player].search(position, before, limits, &AtomicBool::new(false), |_| {});
        advance(&mut line, &mut moves, best.line[0]);
    }
    0.5
}

/// Plays a match; `told` hears the score after every pair. Threads change no result.
pub fn duel(plan: &Duel, make: impl Fn() -> [Engine; 2] + Sync, told: impl Fn(&Tally) + Sync) -> Tally {
    let next = AtomicU64::new(0);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                let mut players = make();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.pairs {
                        break;
                    }
                    let mut random =
                        Random::new(plan.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number));
                    let opening = opening(&mut random);
                    let pair = Side::ALL.map(|colour| game(&mut players, colour, &opening, plan.nodes));
                    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
                    tally.add(pair);
                    told(&tally);
                }
            });
        }
    });
    tally.into_inner().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_xiangqi::engine::Evaluation;

    #[test]
    fn threads_change_no_result_and_a_twin_plays_level() {
        let engine = || {
            let mut engine = Engine::new(1 << 16);
            engine.set_evaluation(Evaluation::Classic);
            engine
        };
        let run = |threads| {
            let plan = Duel { pairs: 3, nodes: 60, seed: 3, threads };
            duel(&plan, || [engine(), engine()], |_| {}).percent()
        };
        // The same player on both sides: what it wins with Red it loses with Black.
        assert_eq!(run(1), (50.0, 0.0));
        assert_eq!(run(2), run(1));
    }
}
