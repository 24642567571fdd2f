//! Random cycles of four plies with the verdict of the Asian rules, one a line, to compare with another program:
//! FEN, moves, verdict, reason, what the loser did.
//!
//! ```text
//! cargo run --release -p ludex-xiangqi --example cycles -- 4544 > cycles.tsv
//! python3 crates/bench/cycles.py cycles.tsv
//! ```

use ludex_core::Random;
use ludex_xiangqi::sample::placement;
use ludex_xiangqi::{Move, Outcome, Position, Reason, RuleSet, Side, judge};
use std::io::Write;

/// A cycle of two moves there and back, from a board with few pieces, so that attacks are not all protected.
fn cycle(random: &mut Random) -> Option<(Position, Vec<Move>)> {
    let mut setup = placement(random);
    for square in ludex_xiangqi::Square::all() {
        let king = setup.get(square).is_some_and(|piece| piece.kind == ludex_xiangqi::PieceKind::King);
        if !king && random.below(2) == 0 {
            setup.put(square, None);
        }
    }
    let start = Position::try_from(&setup).ok()?.playable().ok()?;
    let mut board = start.clone();
    let mut moves: Vec<Move> = Vec::new();
    for i in 0..4 {
        let m = if i < 2 {
            let legal = board.legal_moves();
            let quiet: Vec<Move> = legal.iter().copied().filter(|m| board.get(m.to()).is_none()).collect();
            *quiet.get(random.below(quiet.len().max(1) as u64) as usize)?
        } else {
            Move::new(moves[i - 2].to(), moves[i - 2].from())
        };
        if !board.is_legal(m) {
            return None;
        }
        let _ = board.make(m);
        moves.push(m);
    }
    Some((start, moves))
}

/// Whether one of a side's moves answered a check.
fn answers_a_check(start: &Position, moves: &[Move], side: Side) -> bool {
    let mut board = start.clone();
    moves.iter().any(|&m| {
        let answers = board.side() == side && board.in_check(side);
        let _ = board.make(m);
        answers
    })
}

fn main() -> std::io::Result<()> {
    let count = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(100);
    let mut random = Random::new(std::env::args().nth(2).and_then(|word| word.parse().ok()).unwrap_or(1));
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut printed = 0;
    while printed < count {
        let Some((start, once)) = cycle(&mut random) else { continue };
        let moves = once.repeat(2);
        let verdict = judge(&start, &moves, RuleSet::Asian);
        // Most cycles are idle: a tenth of those will do.
        if verdict.reason == Reason::Repetition && random.below(10) > 0 {
            continue;
        }
        let loser = match verdict.outcome {
            Outcome::Wins(side) => Some(side.other()),
            _ => None,
        };
        let answers = loser.is_some_and(|side| answers_a_check(&start, &moves, side));
        let what = if answers { "answers a check" } else { "" };
        let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        writeln!(out, "{start}\t{}\t{}\t{}\t{}", texts.join(" "), verdict.outcome, verdict.reason, what)?;
        printed += 1;
    }
    out.flush()
}
