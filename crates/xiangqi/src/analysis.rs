//! Games looked over by the engine: every move judged, and the puzzles that positions of games make.

use crate::engine::{Best, Engine, Limits, Score, find_mate};
use crate::game::Game;
use crate::moves::Move;
use crate::piece::Side;
use crate::position::Position;
use crate::rules::{RuleSet, Verdict, judge};
use ludex_core::{Colour, Picture, Progress, Stopped};
use std::fmt;
use std::sync::atomic::AtomicBool;

/// Points for which the chance of a side falls to a tenth.
const SCALE: f64 = 400.0;
/// Bytes of the engine's table.
pub const TABLE_BYTES: usize = 16 << 20;

/// The share of a point that a side may expect with this score, 0 to 1.
#[must_use]
pub fn expectation(score: Score) -> f64 {
    match score {
        Score::Points(points) => 1.0 / (1.0 + 10f64.powf(-f64::from(points) / SCALE)),
        Score::Mate(moves) | Score::Rule(moves) => f64::from(u8::from(moves > 0)),
    }
}

/// How bad a move is, by the expectation it gave away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Less than a tenth of a point.
    Sound,
    /// A tenth of a point or more: `?!`
    Inaccuracy,
    /// A fifth or more: `?`
    Mistake,
    /// Three tenths or more: `??`
    Blunder,
}

impl Mark {
    fn of(loss: f64) -> Mark {
        match loss {
            loss if loss >= 0.3 => Mark::Blunder,
            loss if loss >= 0.2 => Mark::Mistake,
            loss if loss >= 0.1 => Mark::Inaccuracy,
            _ => Mark::Sound,
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mark::Sound => "",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        })
    }
}

/// A move of a game and what the engine says about it.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedMove {
    /// The position it was played in.
    pub position: Position,
    /// The move.
    pub m: Move,
    /// How good the position was for the mover, with the best move.
    pub best_score: Score,
    /// What the engine would have played, and on.
    pub best_line: Vec<Move>,
    /// How good the position after the move is, for the mover.
    pub score: Score,
    /// The expectation the move gave away, 0 to 1.
    pub loss: f64,
    /// How bad that is.
    pub mark: Mark,
}

/// The main line of a game, move by move.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The moves, in order.
    pub moves: Vec<JudgedMove>,
    /// How the rules judge the end.
    pub verdict: Verdict,
}

/// A score as the other side sees it.
const fn turned(score: Score) -> Score {
    match score {
        Score::Points(points) => Score::Points(-points),
        // Who is mated now has nought moves; the other side mates with the move just made.
        Score::Mate(0) => Score::Mate(1),
        Score::Mate(moves) => Score::Mate(-moves),
        Score::Rule(0) => Score::Rule(1),
        Score::Rule(moves) => Score::Rule(-moves),
    }
}

impl Analysis {
    /// Looks a game over with an engine of its own, as [`Analysis::by`].
    ///
    /// # Errors
    /// [`Stopped`] when the progress says so.
    ///
    /// # Examples
    /// ```
    /// use ludex_core::Silent;
    /// use ludex_xiangqi::analysis::{Analysis, Mark};
    /// use ludex_xiangqi::engine::Limits;
    /// use ludex_xiangqi::{Game, RuleSet};
    /// // Red gives a rook for a cannon with its last move.
    /// let moves = "1. C2=5 H8+7 2. H2+3 R9=8 3. R1=2 P1+1 4. R2+6 P1+1 5. R2+1 *";
    /// let game = &Game::read(moves.as_bytes())?[0];
    /// let limits = Limits { nodes: Some(2000), ..Limits::default() };
    /// let analysis = Analysis::of(game, limits, RuleSet::Asian, &Silent)?;
    /// assert_eq!(analysis.moves.last().map(|judged| judged.mark), Some(Mark::Blunder));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        game: &Game,
        limits: Limits,
        rules: RuleSet,
        progress: &dyn Progress,
    ) -> Result<Analysis, Stopped> {
        Analysis::by(&mut Engine::new(TABLE_BYTES), game, limits, rules, progress)
    }

    /// Looks a game over, every position with the same limits and what is known of those before; the engine
    /// judges by the rules of the verdict.
    ///
    /// # Errors
    /// [`Stopped`] when the progress says so.
    pub fn by(
        engine: &mut Engine,
        game: &Game,
        limits: Limits,
        rules: RuleSet,
        progress: &dyn Progress,
    ) -> Result<Analysis, Stopped> {
        engine.set_rules(rules);
        let line = game.main_line();
        let mut past = Vec::with_capacity(line.len());
        let mut position = game.start.clone();
        let mut found: Vec<(Position, Best)> = Vec::with_capacity(line.len() + 1);
        for ply in 0..=line.len() {
            progress.report(ply as u64, line.len() as u64 + 1)?;
            let best = engine.search(&position, &past, limits, &AtomicBool::new(false), |_| {});
            found.push((position.clone(), best));
            if let Some(&m) = line.get(ply) {
                past.push(position.clone());
                let _ = position.make(m);
            }
        }
        let judged = |(ply, &m): (usize, &Move)| {
            let (position, best) = &found[ply];
            // The best move's own score stands for it, whatever a deeper look a ply later says.
            let after = turned(found[ply + 1].1.score);
            let score = if best.line.first() == Some(&m) { best.score } else { after };
            let loss = (expectation(best.score) - expectation(score)).max(0.0);
            JudgedMove {
                position: position.clone(),
                m,
                best_score: best.score,
                best_line: best.line.clone(),
                score,
                loss,
                mark: Mark::of(loss),
            }
        };
        let moves = line.iter().enumerate().map(judged).collect();
        Ok(Analysis { moves, verdict: judge(&game.start, &line, rules) })
    }

    /// Moves of a side with this mark.
    #[must_use]
    pub fn count(&self, side: Side, mark: Mark) -> usize {
        self.moves.iter().filter(|judged| judged.position.side() == side && judged.mark == mark).count()
    }

    /// Red's expectation over the game, drawn: mistakes as small discs, blunders as large ones.
    #[must_use]
    pub fn picture(&self) -> Picture {
        const HEIGHT: f32 = 8.0;
        const RED: Colour = Colour(0xC0, 0x1C, 0x1C);
        let width = self.moves.len().max(10) as f32 / 4.0 + 1.0;
        let mut picture = Picture::new(width, HEIGHT + 1.0, "red's expectation, move by move");
        picture.rect(0.0, 0.0, width, HEIGHT + 1.0, Colour::WHITE);
        let y = |share: f64| 0.5 + HEIGHT * (1.0 - share as f32);
        for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
            picture.line((0.5, y(share)), (width - 0.5, y(share)), Colour::GREY, share == 0.5);
        }
        let point = |(i, judged): (usize, &JudgedMove)| {
            let own = expectation(judged.score);
            let red = if judged.position.side() == Side::Red { own } else { 1.0 - own };
            (0.5 + (i + 1) as f32 / 4.0, y(red))
        };
        let points: Vec<(f32, f32)> = self.moves.iter().enumerate().map(point).collect();
        for pair in points.windows(2) {
            picture.line(pair[0], pair[1], Colour::BLACK, true);
        }
        for (judged, &(x, y)) in self.moves.iter().zip(&points) {
            let colour = if judged.position.side() == Side::Red { RED } else { Colour::BLACK };
            match judged.mark {
                Mark::Blunder => picture.disc(x, y, 0.2, colour, colour),
                Mark::Mistake => picture.disc(x, y, 0.12, colour, colour),
                _ => &mut picture,
            };
        }
        picture
    }
}

/// What is to be found in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// The shortest mate by checks, in own moves; nothing where a move wins without.
    pub mate: Option<u32>,
    /// The solution.
    pub line: Vec<Move>,
}

/// What counts as a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleOptions {
    /// The longest mate that is looked for, in own moves; mates in one are left out.
    pub longest: u32,
    /// Nodes for each mate, and for each of the two searches that show a winning move.
    pub nodes: u64,
    /// Whether moves that win without a mate by checks are looked for, too.
    pub wins: bool,
}

impl Default for PuzzleOptions {
    fn default() -> Self {
        PuzzleOptions { longest: 6, nodes: 20_000, wins: false }
    }
}

/// Expectations that make a win: with the move, and at most without it.
const WINNING: f64 = 0.9;
const OTHERWISE: f64 = 0.6;

/// Whether a position is a puzzle: a mate in two or more by checks, or (if wanted) one winning move where
/// every other move does not win.
#[must_use]
pub fn puzzle(position: &Position, options: PuzzleOptions) -> Option<Puzzle> {
    if let Ok(Some(mate)) = find_mate(position, options.longest, options.nodes) {
        let puzzle = Puzzle { position: position.clone(), mate: Some(mate.moves), line: mate.line };
        return Some(puzzle).filter(|_| mate.moves > 1);
    }
    if !options.wins || position.count_legal() < 2 {
        return None;
    }
    let limits = Limits { nodes: Some(options.nodes), ..Limits::default() };
    let mut engine = Engine::new(TABLE_BYTES);
    let mut search = |banned: &[Move]| {
        engine.ban(banned);
        engine.search(position, &[], limits, &AtomicBool::new(false), |_| {})
    };
    let best = search(&[]);
    let &first = best.line.first()?;
    // Taking what stands there for the taking is no puzzle.
    if expectation(best.score) < WINNING || position.get(first.to()).is_some() {
        return None;
    }
    let second = search(&[first]);
    (expectation(second.score) <= OTHERWISE).then(|| Puzzle {
        position: position.clone(),
        mate: None,
        line: best.line,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Silent;

    const FEW: Limits = Limits { nodes: Some(2000), depth: None, time: None, clock: None };

    /// A rook that is given away for nothing is a blunder, and nothing before it is.
    #[test]
    fn a_blunder_is_marked() {
        let game = &Game::read("1. C2=5 H8+7 2. H2+3 R9=8 3. R1=2 P1+1 4. R2+6 P1+1 5. R2+1 *".as_bytes())
            .unwrap()[0];
        let analysis = Analysis::of(game, FEW, RuleSet::Asian, &Silent).unwrap();
        let marks: Vec<Mark> = analysis.moves.iter().map(|judged| judged.mark).collect();
        assert_eq!(marks.len(), 9);
        assert!(marks[..4].iter().all(|&mark| mark < Mark::Mistake), "{marks:?}");
        assert_eq!(marks[8], Mark::Blunder, "{:?}", analysis.moves[8]);
        assert_eq!(
            analysis.count(Side::Red, Mark::Blunder),
            marks.iter().step_by(2).filter(|&&m| m == Mark::Blunder).count()
        );
        let drawn = analysis.picture();
        assert!(drawn.shapes.len() > 9);
    }

    #[test]
    fn a_mate_given_is_no_loss() {
        let game =
            &Game::read("[FEN \"1R1aka3/3P5/8b/9/9/2B3p2/4Pp3/1Nr6/4KR3/9 w\"]\n1. b10d10 *".as_bytes())
                .unwrap()[0];
        let analysis = Analysis::of(game, FEW, RuleSet::Asian, &Silent).unwrap();
        assert_eq!(analysis.moves[0].mark, Mark::Sound, "{:?}", analysis.moves[0]);
    }

    #[test]
    fn puzzles_are_mates_of_two_and_more() {
        let position = |fen: &str| Position::try_from(&fen.parse().unwrap()).unwrap();
        // Two rooks drive the king down its file.
        let ladder = position("3k5/9/R8/1R7/9/9/9/9/9/5K3 w");
        let found = puzzle(&ladder, PuzzleOptions::default()).unwrap();
        let moves = found.mate.unwrap();
        assert!(moves > 1 && found.line.len() as u32 == 2 * moves - 1, "{found:?}");
        let mut end = ladder;
        for &m in &found.line {
            let _ = end.make(m);
        }
        assert!(end.count_legal() == 0 && end.in_check(Side::Black));
        // A mate in one is none, and neither is the start.
        let one = position("1R1aka3/3P5/8b/9/9/2B3p2/4Pp3/1Nr6/4KR3/9 w");
        assert_eq!(puzzle(&one, PuzzleOptions::default()), None);
        assert_eq!(puzzle(&Position::start(), PuzzleOptions { wins: true, nodes: 500, longest: 3 }), None);
    }

    #[test]
    fn expectations_of_both_sides_make_one() {
        for score in [Score::Points(0), Score::Points(250), Score::Mate(3), Score::Mate(0), Score::Rule(2)] {
            let sum = expectation(score) + expectation(turned(score));
            assert!((sum - 1.0).abs() < 1e-9, "{score:?}");
        }
    }
}
