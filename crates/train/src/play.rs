//! Games of the engine against itself.

use crate::games::Record;
use ludex_core::Random;
use ludex_xiangqi::engine::{Engine, Limits, Score};
use ludex_xiangqi::{Outcome, Position, Reason, RuleSet, Side, judge};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Plies after which an undecided game is a draw.
const LONGEST: usize = 240;
/// Scores kept for mates and wins by rule.
pub const DECIDED: i16 = 30_000;
/// An opening that one side has won already teaches little.
const LEVEL: i32 = 700;

/// How games are played.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Games, where the time suffices.
    pub games: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// What the openings follow from.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
    /// No game begins after this time.
    pub time: Duration,
}

/// A score as it is kept.
fn kept(score: Score) -> i16 {
    match score {
        Score::Points(points) => points.clamp(-20_000, 20_000) as i16,
        Score::Mate(moves) | Score::Rule(moves) => {
            if moves > 0 {
                DECIDED
            } else {
                -DECIDED
            }
        }
    }
}

/// Plays the game of a number: the same number gives the same game.
#[must_use]
pub fn play(plan: &Plan, number: u64, engine: &mut Engine) -> Record {
    let mut random = Random::new(plan.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number));
    loop {
        engine.clear();
        if let Some(game) = try_play(plan, &mut random, engine) {
            return game;
        }
    }
}

/// One game, unless its opening is decided.
fn try_play(plan: &Plan, random: &mut Random, engine: &mut Engine) -> Option<Record> {
    let start = Position::start();
    let mut line = vec![start.clone()];
    let opening = 4 + random.below(7) as usize;
    let mut game = Record { opening: opening as u8, result: 1, moves: Vec::new(), scores: Vec::new() };
    let mut sure = 0;
    while game.moves.len() < LONGEST {
        let position = line[line.len() - 1].clone();
        match judge(&start, &game.moves, RuleSet::Asian).outcome {
            Outcome::None => {}
            Outcome::Draw => break,
            Outcome::Wins(side) => {
                game.result = if side == Side::Red { 2 } else { 0 };
                break;
            }
        }
        let m = if game.moves.len() < opening {
            let legal = position.legal_moves();
            legal[random.below(legal.len() as u64) as usize]
        } else {
            let limits = Limits { nodes: Some(plan.nodes), ..Limits::default() };
            let before = &line[..line.len() - 1];
            let best = engine.search(&position, before, limits, &AtomicBool::new(false), |_| {});
            let score = kept(best.score);
            if game.scores.is_empty() && i32::from(score).abs() > LEVEL {
                return None;
            }
            game.scores.push(score);
            // A game that both sides have seen decided for a while is over.
            sure = if i32::from(score).abs() >= 1500 { sure + 1 } else { 0 };
            if sure >= 8 {
                game.scores.pop();
                let red = (position.side() == Side::Red) == (score > 0);
                game.result = if red { 2 } else { 0 };
                break;
            }
            best.line[0]
        };
        let mut next = position;
        let _ = next.make(m);
        game.moves.push(m);
        line.push(next);
    }
    (!game.scores.is_empty()).then_some(game)
}

/// Plays on several threads; `keep` gets the games in the order of their numbers, whatever the threads do.
///
/// Where the time runs out, the games without a gap are kept.
pub fn play_all(plan: &Plan, make: impl Fn() -> Engine + Sync, keep: impl FnMut(u64, &Record) + Send) {
    let begin = Instant::now();
    let next = AtomicU64::new(0);
    // Games that wait for an earlier one, the number due, and where they go.
    let desk = Mutex::new((BTreeMap::new(), 0, keep));
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                let mut engine = make();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= plan.games || begin.elapsed() >= plan.time {
                        break;
                    }
                    let game = play(plan, number, &mut engine);
                    let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
                    let (waiting, due, keep) = &mut *desk;
                    waiting.insert(number, game);
                    while let Some(game) = waiting.remove(due) {
                        keep(*due, &game);
                        *due += 1;
                    }
                }
            });
        }
    });
}

/// How games ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Audit {
    /// All games.
    pub games: usize,
    /// Drawn games.
    pub drawn: usize,
    /// Lost by perpetual check or chase.
    pub by_rule: usize,
    /// Of these, games that the loser's last search had called level (within ten points).
    pub surprises: usize,
}

/// Judges the ends of games.
#[must_use]
pub fn audit(games: &[Record]) -> Audit {
    let mut audit = Audit { games: games.len(), ..Audit::default() };
    let start = Position::start();
    for game in games {
        audit.drawn += usize::from(game.result == 1);
        let verdict = judge(&start, &game.moves, RuleSet::Asian);
        let (Reason::PerpetualCheck(loser) | Reason::PerpetualChase(loser)) = verdict.reason else {
            continue;
        };
        audit.by_rule += 1;
        let mut last = None;
        // The moves of a game that was played are legal.
        let _ = game.walk(|position, _, score| {
            if position.side() == loser {
                last = Some(score);
            }
        });
        audit.surprises += usize::from(last.is_some_and(|score| score.abs() <= 10));
    }
    audit
}

impl std::fmt::Display for Audit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Audit { games, drawn, by_rule, surprises } = self;
        write!(
            f,
            "{games} games, {drawn} drawn, {by_rule} lost by rule, {surprises} of these at a score of 0"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_change_no_game() {
        let games = |threads: usize| {
            let plan = Plan { games: 4, nodes: 50, seed: 7, threads, time: Duration::from_secs(1000) };
            let mut games = Vec::new();
            play_all(&plan, || Engine::new(1 << 16), |_, game| games.push(game.clone()));
            games
        };
        let one = games(1);
        assert_eq!((one.len(), &one), (4, &games(3)));
        for game in one {
            game.walk(|_, _, _| {}).unwrap();
        }
    }
}
