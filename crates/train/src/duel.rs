//! Matches of two forms of the engine in one process, on many threads: what tells whether a new network, or another
//! way to search, is better.

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
    /// End as soon as this test is decided.
    pub test: Option<Test>,
}

/// A sequential test: whether the first player is nearer to being so many points better, or not better at all.
///
/// Both kinds of error have a chance of 5 %. The pairs of games are taken as they come; the likelihood is that of
/// normal means with the spread that was seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Test {
    /// Points of rating that count as better.
    pub points: f64,
}

/// Pairs before which nothing is decided: the spread has to be known.
const FEWEST: usize = 100;

impl Test {
    /// The logarithm of how much likelier the scores are with the points than without.
    #[must_use]
    pub fn likelihood(&self, tally: &Tally) -> f64 {
        let Some((count, mean, spread)) = tally.pairs() else { return 0.0 };
        let better = 1.0 / (1.0 + 10f64.powf(-self.points / 400.0));
        count * (better - 0.5) * (mean - (better + 0.5) / 2.0) / spread.max(1e-6)
    }

    /// Whether it is decided, and how.
    #[must_use]
    pub fn verdict(&self, tally: &Tally) -> Option<bool> {
        let bound = 19f64.ln();
        let likelihood = self.likelihood(tally);
        let enough = tally.games() >= 2 * FEWEST && likelihood.abs() >= bound;
        enough.then_some(likelihood > 0.0)
    }
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

/// Plays a match; `told` hears the score after every pair. Threads change no result, unless a test ends it.
pub fn duel(plan: &Duel, make: impl Fn() -> [Engine; 2] + Sync, told: impl Fn(&Tally) + Sync) -> Tally {
    let next = AtomicU64::new(0);
    let decided = AtomicBool::new(false);
    let tally = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                let mut players = make();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.pairs || decided.load(Ordering::Relaxed) {
                        break;
                    }
                    let mut random =
                        Random::new(plan.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number));
                    let opening = opening(&mut random);
                    let pair = Side::ALL.map(|colour| game(&mut players, colour, &opening, plan.nodes));
                    let mut tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
                    if decided.load(Ordering::Relaxed) {
                        break;
                    }
                    tally.add(pair);
                    let verdict = plan.test.and_then(|test| test.verdict(&tally));
                    decided.store(verdict.is_some(), Ordering::Relaxed);
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
            let plan = Duel { pairs: 3, nodes: 60, seed: 3, threads, test: None };
            duel(&plan, || [engine(), engine()], |_| {}).percent()
        };
        // The same player on both sides: what it wins with Red it loses with Black.
        assert_eq!(run(1), (50.0, 0.0));
        assert_eq!(run(2), run(1));
    }

    #[test]
    fn a_test_ends_when_it_is_decided() {
        let test = Test { points: 10.0 };
        let tally = |pairs: &[[f64; 2]], times: usize| {
            let mut tally = Tally::default();
            (0..times).for_each(|_| pairs.iter().for_each(|&pair| tally.add(pair)));
            tally
        };
        let (level, ahead) = ([[1.0, 0.0], [0.5, 0.5], [1.0, 0.5], [0.5, 0.0]], [[1.0, 0.0], [1.0, 0.5]]);
        assert_eq!(test.verdict(&tally(&ahead, 20)), None, "too few to know the spread");
        assert_eq!(test.verdict(&tally(&ahead, 100)), Some(true));
        assert_eq!(test.verdict(&tally(&level, 50)), None);
        assert_eq!(test.verdict(&tally(&level, 2000)), Some(false));
    }

    /// A player that sees a tenth of the positions loses: the test says so early.
    #[test]
    fn a_duel_ends_with_its_test() {
        let engine = |level: u32| {
            let mut engine = Engine::new(1 << 16);
            engine.set_evaluation(Evaluation::Classic);
            engine.set_level(ludex_xiangqi::engine::Level::new(level));
            engine
        };
        let plan = Duel { pairs: 5000, nodes: 400, seed: 4, threads: 2, test: Some(Test { points: 200.0 }) };
        let tally = duel(&plan, || [engine(0), engine(20)], |_| {});
        assert!(tally.games() < 600 && tally.percent().0 < 40.0, "{tally}");
    }
}
