//! Matches of two UCI engines from the same openings, each played with both colours.

use crate::log::{Log, Pair};
use anyhow::Context;
use ludex_core::Random;
use ludex_xiangqi::{Move, Notation, Outcome, Position, Reason, RuleSet, Side, judge};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Plies after which a game is drawn.
pub(crate) const LONGEST: usize = 300;

/// An engine in a process of its own.
pub struct Player {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Player {
    /// Starts an engine: a command, then options after semicolons, such as `engine --flag; Hash=64`.
    ///
    /// # Errors
    /// When the command does not start or does not speak UCI.
    pub fn start(text: &str) -> anyhow::Result<Self> {
        let mut parts = text.split(';');
        let mut words = parts.next().unwrap_or("").split_whitespace();
        let program = words.next().context("an engine is a command")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| program.to_owned())?;
        let input = child.stdin.take().context("no stdin")?;
        let output = BufReader::new(child.stdout.take().context("no stdout")?);
        let mut player = Player { child, input, output };
        player.say("uci")?;
        player.wait_for("uciok")?;
        player.say("setoption name UCI_Variant value xiangqi")?;
        for option in parts {
            let (name, value) = option.split_once('=').context("an option is NAME=VALUE")?;
            player.say(&format!("setoption name {} value {}", name.trim(), value.trim()))?;
        }
        player.say("isready")?;
        player.wait_for("readyok")?;
        Ok(player)
    }

    fn say(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    /// The first line that begins with a word, and the last before it.
    fn wait_for(&mut self, word: &str) -> anyhow::Result<(String, String)> {
        let mut before = String::new();
        loop {
            let mut line = String::new();
            anyhow::ensure!(self.output.read_line(&mut line)? > 0, "the engine has gone");
            if line.starts_with(word) {
                return Ok((line.trim().to_owned(), before));
            }
            before = line;
        }
    }

    /// The move it chooses, and whether it said that the game is level.
    fn choose(&mut self, moves: &[Move], limit: &str) -> anyhow::Result<(String, bool)> {
        let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        self.say(&format!("position startpos moves {}", texts.join(" ")))?;
        self.say(&format!("go {limit}"))?;
        let (line, info) = self.wait_for("bestmove")?;
        let level = info.contains(" score cp 0 ");
        Ok((line.split_whitespace().nth(1).unwrap_or("").to_owned(), level))
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.wait();
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy)]
pub struct End {
    /// For Red: 1, 1/2 or 0.
    pub red: f64,
    /// Why.
    pub reason: Reason,
    /// The loser had said that the game is level.
    pub surprised: bool,
}

fn game(red: &mut Player, black: &mut Player, opening: &[Move], limit: &str) -> anyhow::Result<End> {
    let start = Position::start();
    let mut board = start.clone();
    let mut moves = opening.to_vec();
    for &m in opening {
        let _ = board.make(m);
    }
    for player in [&mut *red, &mut *black] {
        player.say("ucinewgame")?;
        player.say("isready")?;
        player.wait_for("readyok")?;
    }
    let mut level = [false; 2];
    while moves.len() < LONGEST {
        let verdict = judge(&start, &moves, RuleSet::Asian);
        let reason = verdict.reason;
        match verdict.outcome {
            Outcome::None => {}
            Outcome::Draw => return Ok(End { red: 0.5, reason, surprised: false }),
            Outcome::Wins(side) => {
                let red = if side == Side::Red { 1.0 } else { 0.0 };
                return Ok(End { red, reason, surprised: level[side.other().index()] });
            }
        }
        let side = board.side();
        let player = if side == Side::Red { &mut *red } else { &mut *black };
        let (text, said_level) = player.choose(&moves, limit)?;
        level[side.index()] = said_level;
        let m = Notation::Uci.read(&board, &text)?;
        let _ = board.make(m);
        moves.push(m);
    }
    Ok(End { red: 0.5, reason: Reason::InPlay, surprised: false })
}

/// Games counted for the first engine.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    scores: Vec<f64>,
    /// Games the first engine lost by a rule of repetition, and those of them it had called level, where it was
    /// looked at.
    pub lost_by_rule: Option<[u32; 2]>,
}

impl Tally {
    /// Counts the two games from one opening.
    pub(crate) fn add(&mut self, pair: [f64; 2]) {
        self.scores.extend(pair);
    }

    /// Counts a pair of a match.
    fn count(&mut self, pair: Pair) {
        self.add(pair.scores);
        let lost = self.lost_by_rule.get_or_insert_default();
        for (sum, more) in lost.iter_mut().zip(pair.lost_by_rule) {
            *sum += more;
        }
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> usize {
        self.scores.len()
    }

    /// Pairs, the mean of their scores and the square of its spread, where there are two at least.
    pub(crate) fn pairs(&self) -> Option<(f64, f64, f64)> {
        let pairs: Vec<f64> = self.scores.chunks_exact(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect();
        let count = pairs.len() as f64;
        let mean = pairs.iter().sum::<f64>() / count;
        let spread = pairs.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (count - 1.0);
        (pairs.len() > 1).then_some((count, mean, spread))
    }

    /// The mean score in per cent, and the half-width of its two-sided 95 % interval.
    ///
    /// Two games from one opening hang together: the error is that of the means of pairs.
    #[must_use]
    pub fn percent(&self) -> (f64, f64) {
        match self.pairs() {
            Some((count, mean, spread)) => (mean * 100.0, 196.0 * (spread / count).sqrt()),
            None => (self.scores.iter().sum::<f64>() / self.games().max(1) as f64 * 100.0, 0.0),
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = |score: f64| self.scores.iter().filter(|&&s| (s - score).abs() < 0.1).count();
        let (mean, error) = self.percent();
        write!(
            f,
            "{} games: {mean:.1} % +- {error:.1} (won {}, drawn {}, lost {}",
            self.scores.len(),
            count(1.0),
            count(0.5),
            count(0.0),
        )?;
        if let Some([lost, level]) = self.lost_by_rule {
            write!(f, "; lost by rule {lost}, of these called level {level}")?;
        }
        f.write_str(")")
    }
}

/// A random opening of four to eight plies.
pub(crate) fn opening(random: &mut Random) -> Vec<Move> {
    let mut board = Position::start();
    let mut moves = Vec::new();
    for _ in 0..4 + random.below(5) {
        let legal = board.legal_moves();
        let m = legal[random.below(legal.len() as u64) as usize];
        let _ = board.make(m);
        moves.push(m);
    }
    moves
}

/// The openings of a file: moves from the start in any notation, one opening a line; what follows `#` is
/// its name.
///
/// # Errors
/// When a line holds a move that is not legal, with its number.
pub fn openings(text: &str) -> anyhow::Result<Vec<Vec<Move>>> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let moves = line.split('#').next().unwrap_or("").trim();
        if moves.is_empty() {
            continue;
        }
        let mut board = Position::start();
        let mut opening = Vec::new();
        for text in moves.split_whitespace() {
            let m = Notation::Uci.read_any(&board, text).with_context(|| format!("line {}", number + 1))?;
            let _ = board.make(m);
            opening.push(m);
        }
        openings.push(opening);
    }
    Ok(openings)
}

/// Where games begin.
#[derive(Debug, Clone)]
pub enum Start {
    /// After random moves.
    Random {
        /// The same seed, the same openings.
        seed: u64,
    },
    /// These, in turn.
    Openings(Vec<Vec<Move>>),
}

/// Plays pairs of games up to a number of them, on from where a log ends; `limit` is what follows `go`, such as
/// `nodes 5000` or `movetime 100`.
///
/// # Errors
/// When an engine goes away or plays an illegal move, or the log cannot be written.
pub fn play(
    [first, second]: [&str; 2],
    pairs: u64,
    limit: &str,
    start: &Start,
    mut log: Log,
    mut tell: impl FnMut(&Tally),
) -> anyhow::Result<Tally> {
    let (mut a, mut b) = (Player::start(first)?, Player::start(second)?);
    let mut random = Random::new(if let Start::Random { seed } = start { *seed } else { 0 });
    let mut tally = Tally { lost_by_rule: Some([0; 2]), ..Tally::default() };
    for number in 0..pairs as usize {
        let opening = match start {
            Start::Random { .. } => opening(&mut random),
            Start::Openings(openings) => openings[number % openings.len().max(1)].clone(),
        };
        if number >= log.pairs.len() {
            log.add(pair(&mut a, &mut b, &opening, limit)?)?;
        }
        tally.count(log.pairs[number]);
        tell(&tally);
    }
    Ok(tally)
}

/// The two games from one opening.
fn pair(a: &mut Player, b: &mut Player, opening: &[Move], limit: &str) -> anyhow::Result<Pair> {
    let mut pair = Pair::default();
    for colour in Side::ALL {
        let end = match colour {
            Side::Red => game(a, b, opening, limit)?,
            Side::Black => game(b, a, opening, limit)?,
        };
        let score = if colour == Side::Red { end.red } else { 1.0 - end.red };
        pair.scores[colour.index()] = score;
        let by_rule = matches!(end.reason, Reason::PerpetualCheck(_) | Reason::PerpetualChase(_));
        if by_rule && score < 0.25 {
            pair.lost_by_rule[0] += 1;
            pair.lost_by_rule[1] += u32::from(end.surprised);
        }
    }
    Ok(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list in the repository holds legal lines, each once.
    #[test]
    fn named_openings_are_legal() {
        let mut list = openings(include_str!("../openings.txt")).unwrap();
        assert!(list.len() >= 100, "{}", list.len());
        list.sort();
        assert!(list.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(openings("C2=5 # fine\nC2=5 C2=5 R9+9").unwrap_err().to_string().contains("line 2"));
    }

    #[test]
    fn the_interval_is_that_of_pairs() {
        let tally = Tally { scores: [1.0, 0.5, 1.0, 0.0, 0.5, 0.5, 1.0, 1.0].into(), lost_by_rule: None };
        let (mean, error) = tally.percent();
        assert!((mean - 68.75).abs() < 1e-9 && (error - 23.45).abs() < 0.1, "{mean} {error}");
    }
}
