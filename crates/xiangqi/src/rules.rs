//! Named rule sets, and what they say about a game so far.

use crate::chase::{chased, is_attack};
use crate::moves::Move;
use crate::piece::Side;
use crate::position::Position;
use crate::square::SQUARES;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How repetition and long quiet games are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RuleSet {
    /// Asian rules: perpetual check loses, then perpetual chase; sixty moves a side without a capture
    /// draw.
    #[default]
    Asian,
    /// The Chinese association's rules of 2020, as far as they are decided here: perpetual check loses, then
    /// whoever attacks on every move by check, threat of mate or chase of any piece; the same limit.
    Chinese,
    /// Perpetual check loses, every other repetition is a draw; the same limit.
    Check,
    /// Every repetition is a draw, and no limit.
    Plain,
}

/// A word that names no rule set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("{0:?} is no rule set: asian, chinese, check, plain")]
pub struct RuleSetError(pub String);

impl FromStr for RuleSet {
    type Err = RuleSetError;

    fn from_str(text: &str) -> Result<Self, RuleSetError> {
        RuleSet::ALL
            .into_iter()
            .find(|set| set.word() == text)
            .ok_or_else(|| RuleSetError(text.chars().take(20).collect()))
    }
}

impl RuleSet {
    /// All of them, the default first.
    pub const ALL: [RuleSet; 4] = [RuleSet::Asian, RuleSet::Chinese, RuleSet::Check, RuleSet::Plain];

    /// The word on command lines.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            RuleSet::Asian => "asian",
            RuleSet::Chinese => "chinese",
            RuleSet::Check => "check",
            RuleSet::Plain => "plain",
        }
    }

    /// Plies without a capture after which the game is drawn.
    #[must_use]
    pub const fn quiet_limit(self) -> Option<u32> {
        match self {
            RuleSet::Asian | RuleSet::Chinese | RuleSet::Check => Some(120),
            RuleSet::Plain => None,
        }
    }
}

/// Occurrences of a position that end the game.
pub const OCCURRENCES: usize = 3;

/// How a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A side has won.
    Wins(Side),
    /// Nobody has.
    Draw,
    /// The game goes on.
    None,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Wins(Side::Red) => "red_wins",
            Outcome::Wins(Side::Black) => "black_wins",
            Outcome::Draw => "draw",
            Outcome::None => "none",
        })
    }
}

/// Why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The side to move is in check and has no move.
    Mate(Side),
    /// The side to move is not in check and has no move, which loses as well.
    Stalemate(Side),
    /// This side gave check on every move of the repetition, the other did not.
    PerpetualCheck(Side),
    /// Both gave check on every move of the repetition.
    MutualCheck,
    /// This side chased one piece on every move of the repetition, the other did not.
    PerpetualChase(Side),
    /// Both chased.
    MutualChase,
    /// This side gave check, threatened mate or chased on every move of the repetition, the other did not.
    PerpetualAttack(Side),
    /// Both did.
    MutualAttack,
    /// The position occurred three times and nobody broke a rule.
    Repetition,
    /// So many plies without a capture.
    QuietLimit(u32),
    /// Nothing ended the game.
    InPlay,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Mate(side) => write!(f, "checkmate: {} has no move", side.word()),
            Reason::Stalemate(side) => write!(f, "stalemate loses: {} has no move", side.word()),
            Reason::PerpetualCheck(side) => {
                write!(f, "third occurrence: {} gave check on every move", side.word())
            }
            Reason::MutualCheck => f.write_str("third occurrence: both sides gave check on every move"),
            Reason::PerpetualChase(side) => {
                write!(f, "third occurrence: {} chased the same piece on every move", side.word())
            }
            Reason::MutualChase => f.write_str("third occurrence: both sides chased on every move"),
            Reason::PerpetualAttack(side) => {
                write!(
                    f,
                    "third occurrence: {} gave check, threatened mate or chased on every move",
                    side.word()
                )
            }
            Reason::MutualAttack => f.write_str(
                "third occurrence: both sides gave check, threatened mate or chased on every move",
            ),
            Reason::Repetition => f.write_str("third occurrence: no side broke a rule"),
            Reason::QuietLimit(plies) => write!(f, "{plies} plies without a capture"),
            Reason::InPlay => f.write_str("in play"),
        }
    }
}

/// A judgement and its reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// How the game stands.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

/// Judges the end of a game that went from `start` over `moves`, all of them legal.
#[must_use]
pub fn judge(start: &Position, moves: &[Move], rules: RuleSet) -> Verdict {
    // Every position of the game, the first included.
    let mut line = Vec::with_capacity(moves.len() + 1);
    line.push(start.clone());
    for &m in moves {
        let mut next = line[line.len() - 1].clone();
        let _ = next.make(m);
        line.push(next);
    }
    let last = &line[moves.len()];
    let side = last.side();
    if last.count_legal() == 0 {
        let mated = last.in_check(side);
        let reason = if mated { Reason::Mate(side) } else { Reason::Stalemate(side) };
        return Verdict { outcome: Outcome::Wins(side.other()), reason };
    }
    let same: Vec<usize> = (0..line.len()).rev().filter(|&i| line[i] == *last).take(OCCURRENCES).collect();
    if same.len() == OCCURRENCES {
        return repetition(&line, moves, same[OCCURRENCES - 1], rules);
    }
    if let Some(limit) = rules.quiet_limit()
        && last.quiet_plies() >= limit
    {
        return Verdict { outcome: Outcome::Draw, reason: Reason::QuietLimit(last.quiet_plies()) };
    }
    Verdict { outcome: Outcome::None, reason: Reason::InPlay }
}

/// What a side did on every one of its moves since the first occurrence.
struct Conduct {
    checks: bool,
    chases: bool,
}

fn repetition(line: &[Position], moves: &[Move], first: usize, rules: RuleSet) -> Verdict {
    let draw = |reason| Verdict { outcome: Outcome::Draw, reason };
    let loses = |side: Side, reason| Verdict { outcome: Outcome::Wins(side.other()), reason };
    if rules == RuleSet::Plain {
        return draw(Reason::Repetition);
    }
    let [red, black] = Side::ALL.map(|side| conduct(line, moves, first, side));
    match (red.checks, black.checks) {
        (true, true) => return draw(Reason::MutualCheck),
        (true, false) => return loses(Side::Red, Reason::PerpetualCheck(Side::Red)),
        (false, true) => return loses(Side::Black, Reason::PerpetualCheck(Side::Black)),
        (false, false) => {}
    }
    match rules {
        RuleSet::Check | RuleSet::Plain => return draw(Reason::Repetition),
        RuleSet::Chinese => {
            return match Side::ALL.map(|side| attacks(line, moves, first, side)) {
                [true, true] => draw(Reason::MutualAttack),
                [true, false] => loses(Side::Red, Reason::PerpetualAttack(Side::Red)),
                [false, true] => loses(Side::Black, Reason::PerpetualAttack(Side::Black)),
                [false, false] => draw(Reason::Repetition),
            };
        }
        RuleSet::Asian => {}
    }
    match (red.chases, black.chases) {
        (true, true) => draw(Reason::MutualChase),
        (true, false) => loses(Side::Red, Reason::PerpetualChase(Side::Red)),
        (false, true) => loses(Side::Black, Reason::PerpetualChase(Side::Black)),
        (false, false) => draw(Reason::Repetition),
    }
}

/// Whether a side attacked on every move since the first occurrence, by the Chinese rules.
fn attacks(line: &[Position], moves: &[Move], first: usize, side: Side) -> bool {
    (first..moves.len())
        .filter(|&i| line[i].side() == side)
        .all(|i| is_attack(&line[i], moves[i], &line[i + 1]))
}

fn conduct(line: &[Position], moves: &[Move], first: usize, side: Side) -> Conduct {
    let mut checks = true;
    // Pieces carry the point they stood on at the first occurrence as their identity.
    let mut identity: [u8; SQUARES] = std::array::from_fn(|i| i as u8);
    let mut common = u128::MAX;
    for i in first..moves.len() {
        let (before, m, after) = (&line[i], moves[i], &line[i + 1]);
        identity[m.to().index()] = identity[m.from().index()];
        if before.side() != side {
            continue;
        }
        checks &= after.in_check(side.other());
        if common != 0 {
            let targets = crate::legal::Points(chased(before, m, after));
            common &= targets.fold(0, |all, target| all | 1 << identity[target.index()]);
        }
    }
    Conduct { checks, chases: common != 0 }
}
