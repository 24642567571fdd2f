//! Plays two UCI engines against each other at equal nodes.
//!
//! ```text
//! cargo run --release -p ludex-bench --example xiangqi_arena -- 'ludex xiangqi uci' 'OTHER ENGINE' [PAIRS] [NODES] [SEED]
//! ```
//!
//! Every random opening is played twice with colours exchanged. Games are judged by the Asian rules;
//! after 300 plies they are drawn. Prints the score of the first engine with its error bar.

use ludex_core::Random;
use ludex_xiangqi::{Move, Notation, Outcome, Position, RuleSet, Side, judge};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const LONGEST: usize = 300;

struct Player {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Player {
    fn start(command: &str) -> Result<Self, Box<dyn Error>> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("an engine is a command")?;
        let mut child =
            Command::new(program).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().ok_or("no stdin")?;
        let output = BufReader::new(child.stdout.take().ok_or("no stdout")?);
        let mut player = Player { child, input, output };
        player.say("uci")?;
        player.wait_for("uciok")?;
        player.say("setoption name UCI_Variant value xiangqi")?;
        Ok(player)
    }

    fn say(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    fn wait_for(&mut self, word: &str) -> Result<String, Box<dyn Error>> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the engine has gone".into());
            }
            if line.starts_with(word) {
                return Ok(line.trim().to_owned());
            }
        }
    }

    fn choose(&mut self, moves: &[Move], nodes: u64) -> Result<String, Box<dyn Error>> {
        let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        self.say(&format!("position startpos moves {}", texts.join(" ")))?;
        self.say(&format!("go nodes {nodes}"))?;
        let line = self.wait_for("bestmove")?;
        Ok(line.split_whitespace().nth(1).unwrap_or("").to_owned())
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.wait();
    }
}

/// The result for Red: 1, 1/2 or 0.
fn game(red: &mut Player, black: &mut Player, opening: &[Move], nodes: u64) -> Result<f64, Box<dyn Error>> {
    let start = Position::start();
    let mut board = start.clone();
    let mut moves = Vec::new();
    for &m in opening {
        let _ = board.make(m);
        moves.push(m);
    }
    for player in [&mut *red, &mut *black] {
        player.say("ucinewgame")?;
    }
    while moves.len() < LONGEST {
        match judge(&start, &moves, RuleSet::Asian).outcome {
            Outcome::None => {}
            Outcome::Draw => return Ok(0.5),
            Outcome::Wins(side) => return Ok(if side == Side::Red { 1.0 } else { 0.0 }),
        }
        let player = if board.side() == Side::Red { &mut *red } else { &mut *black };
        let m = Notation::Uci.read(&board, &player.choose(&moves, nodes)?)?;
        let _ = board.make(m);
        moves.push(m);
    }
    Ok(0.5)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, rest @ ..] = &words[..] else {
        return Err("usage: arena ENGINE ENGINE [PAIRS] [NODES] [SEED]".into());
    };
    let number = |i: usize, default: u64| rest.get(i).and_then(|w| w.parse().ok()).unwrap_or(default);
    let (pairs, nodes, mut random) = (number(0, 100), number(1, 2000), Random::new(number(2, 1)));
    let (mut a, mut b) = (Player::start(first)?, Player::start(second)?);
    let mut scores = Vec::new();
    for _ in 0..pairs {
        let mut board = Position::start();
        let mut opening = Vec::new();
        for _ in 0..4 + random.below(5) {
            let moves = board.legal_moves();
            let m = moves[random.below(moves.len() as u64) as usize];
            let _ = board.make(m);
            opening.push(m);
        }
        scores.push(game(&mut a, &mut b, &opening, nodes)?);
        scores.push(1.0 - game(&mut b, &mut a, &opening, nodes)?);
        let count = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / count;
        let spread = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / count;
        eprint!(
            "\r{} games: {:.1} % +- {:.1}   ",
            scores.len(),
            mean * 100.0,
            196.0 * (spread / count).sqrt()
        );
    }
    eprintln!();
    let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
    println!("{} games at {nodes} nodes: {:.1} % for the first", scores.len(), mean * 100.0);
    Ok(())
}
