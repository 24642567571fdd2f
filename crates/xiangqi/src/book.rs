//! What games say about positions: results and moves, added up.
//!
//! A board and its mirror image are one position here: entries lie under the canonical name, moves as
//! they go on the canonical board. On a board that is its own mirror image a move and its reflection are
//! one move, the one further to Red's right. Whoever asks gets them as they go on the board asked about.

use crate::game::Game;
use crate::moves::Move;
use crate::name::BoardName;
use crate::piece::Side;
use crate::position::Position;
use crate::rules::Outcome;
use crate::tables::Tables;
use ludex_core::Random;
use std::collections::{BTreeMap, BTreeSet};

/// How games went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Won by Red.
    pub red: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
    /// Without a result.
    pub open: u64,
}

impl Tally {
    /// Counts one more game.
    pub const fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Wins(Side::Red) => self.red += 1,
            Outcome::Wins(Side::Black) => self.black += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::None => self.open += 1,
        }
    }

    /// All games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.red.saturating_add(self.draws).saturating_add(self.black).saturating_add(self.open)
    }

    /// Takes in other games.
    pub const fn add(&mut self, other: &Tally) {
        self.red = self.red.saturating_add(other.red);
        self.draws = self.draws.saturating_add(other.draws);
        self.black = self.black.saturating_add(other.black);
        self.open = self.open.saturating_add(other.open);
    }

    /// Games a side won.
    #[must_use]
    pub const fn wins(&self, side: Side) -> u64 {
        match side {
            Side::Red => self.red,
            Side::Black => self.black,
        }
    }

    /// How much speaks for the side: two for a win, one for a draw or a game without a result.
    #[must_use]
    pub const fn weight(&self, side: Side) -> u64 {
        self.wins(side).saturating_mul(2).saturating_add(self.draws).saturating_add(self.open)
    }
}

/// What is known about one position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entry {
    /// How the games went that came here; each counts once.
    pub tally: Tally,
    /// The moves played here, with the games they were played in.
    pub moves: BTreeMap<Move, Tally>,
}

/// A move of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub m: Move,
    /// How much speaks for it; a move of weight 0 is known but not played.
    pub weight: u64,
    /// The games it was played in.
    pub tally: Tally,
}

impl Entry {
    /// Takes in what other games say.
    pub fn add(&mut self, other: &Entry) {
        self.tally.add(&other.tally);
        for (&m, tally) in &other.moves {
            self.moves.entry(m).or_default().add(tally);
        }
    }

    /// The same about the board reflected left to right.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Entry {
            tally: self.tally,
            moves: self.moves.iter().map(|(m, tally)| (m.mirrored(), *tally)).collect(),
        }
    }

    /// The moves that are legal in a position, heaviest first, then in the order of the board.
    #[must_use]
    pub fn choices(&self, position: &Position) -> Vec<Choice> {
        // Stores may hold a move and its reflection apart, from before they were one.
        let symmetric = position.is_symmetric();
        let mut moves: BTreeMap<Move, Tally> = BTreeMap::new();
        for (&m, tally) in self.moves.iter().filter(|(m, _)| position.is_legal(**m)) {
            moves.entry(if symmetric { m.max(m.mirrored()) } else { m }).or_default().add(tally);
        }
        let choice = |(m, tally): (Move, Tally)| Choice { m, weight: tally.weight(position.side()), tally };
        let mut choices: Vec<Choice> = moves.into_iter().map(choice).collect();
        choices.sort_by_key(|choice| std::cmp::Reverse(choice.weight));
        choices
    }
}

/// How one of the moves of a book is chosen.
#[derive(Debug, Clone, Default)]
pub enum Pick {
    /// Always the heaviest.
    #[default]
    Heaviest,
    /// By chance, each as often as its weight says.
    Weighted(Random),
}

impl Pick {
    /// Chooses among moves, heaviest first; none of weight 0 is played.
    pub fn choose(&mut self, choices: &[Choice]) -> Option<Choice> {
        let total = choices.iter().fold(0u64, |sum, choice| sum.saturating_add(choice.weight));
        if total == 0 {
            return None;
        }
        let mut left = match self {
            Pick::Heaviest => 0,
            Pick::Weighted(random) => random.below(total),
        };
        choices
            .iter()
            .find(|choice| {
                let here = left < choice.weight;
                left = left.saturating_sub(choice.weight);
                here
            })
            .copied()
    }
}

/// Something that knows moves for positions, such as an opening book in a store.
pub trait Probe {
    /// The moves known for exactly this position, heaviest first; none where it is unknown.
    ///
    /// # Errors
    /// Why the book cannot be read.
    fn probe(&mut self, position: &Position) -> Result<Vec<Choice>, String>;
}

/// Positions of games, by canonical name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Book {
    entries: BTreeMap<BoardName, Entry>,
}

impl Book {
    /// A book of nothing.
    #[must_use]
    pub fn new() -> Self {
        Book::default()
    }

    /// Takes in the first plies of a game's main line; returns how many positions have no name and were
    /// left out.
    ///
    /// A game counts once for a position and once for a move there, however often it comes back.
    pub fn learn(&mut self, game: &Game, plies: usize) -> usize {
        let mut board = game.start.clone();
        let mut met = BTreeSet::new();
        let mut nameless = 0;
        for &m in game.main_line().iter().take(plies) {
            let canonical = board.canonical();
            match canonical.name(&Tables) {
                Ok(name) => {
                    let mut m = if canonical.is_mirrored() { m.mirrored() } else { m };
                    if board.is_symmetric() {
                        m = m.max(m.mirrored());
                    }
                    let entry = self.entries.entry(name).or_default();
                    if met.insert((name, None)) {
                        entry.tally.count(game.result);
                    }
                    if met.insert((name, Some(m))) {
                        entry.moves.entry(m).or_default().count(game.result);
                    }
                }
                Err(_) => nameless += 1,
            }
            let _ = board.make(m);
        }
        nameless
    }

    /// The entries in the order of their names.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (BoardName, &Entry)> {
        self.entries.iter().map(|(&name, entry)| (name, entry))
    }

    /// What is known about a position, as its board stands.
    #[must_use]
    pub fn get(&self, position: &Position) -> Option<Entry> {
        let canonical = position.canonical();
        let entry = self.entries.get(&canonical.name(&Tables).ok()?)?;
        Some(if canonical.is_mirrored() { entry.mirrored() } else { entry.clone() })
    }
}

impl Probe for Book {
    fn probe(&mut self, position: &Position) -> Result<Vec<Choice>, String> {
        Ok(self.get(position).map_or_else(Vec::new, |entry| entry.choices(position)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    fn game(moves: &str, result: Outcome) -> Game {
        let mut board = Position::start();
        let mut line = Vec::new();
        for text in moves.split(' ') {
            let m = Notation::Uci.read(&board, text).unwrap();
            let _ = board.make(m);
            line.push(m);
        }
        let mut game = Game::of_moves(Position::start(), &line);
        game.result = result;
        game
    }

    #[test]
    fn games_add_up_and_mirror_images_are_one() {
        let mut book = Book::new();
        assert_eq!(book.learn(&game("h3e3 h10g8", Outcome::Wins(Side::Red)), 40), 0);
        book.learn(&game("b3e3 b10c8", Outcome::Draw), 40);
        book.learn(&game("c4c5", Outcome::Wins(Side::Black)), 40);
        let start = book.probe(&Position::start()).unwrap();
        // The start is its own mirror image, so both cannons made one move.
        let found: Vec<_> = start.iter().map(|choice| (choice.m.to_string(), choice.weight)).collect();
        assert_eq!(found, [("h3e3".to_owned(), 3), ("g4g5".to_owned(), 0)]);
        let mut after = Position::start();
        let _ = after.make(Notation::Uci.read(&after, "b3e3").unwrap());
        let replies = book.probe(&after).unwrap();
        // After the cannons the boards are mirror images: one entry, seen from the board asked about.
        assert_eq!(replies.len(), 1);
        assert_eq!((replies[0].m.to_string().as_str(), replies[0].tally.games()), ("b10c8", 2));
        assert_eq!(replies[0].weight, 1);
        assert_eq!(book.get(&after).unwrap().tally, Tally { red: 1, draws: 1, ..Tally::default() });
    }

    /// Issue 18, defect 8: also where a store holds them apart.
    #[test]
    fn mirrored_moves_of_a_symmetric_board_are_one() {
        let one = Tally { red: 1, ..Tally::default() };
        let moves = ["h3e3", "b3e3", "c4c5"].map(|text| (text.parse().unwrap(), one));
        let entry = Entry { tally: one, moves: moves.into_iter().collect() };
        let choices = entry.choices(&Position::start());
        assert_eq!((choices.len(), choices[0].m.to_string(), choices[0].tally.red), (2, "h3e3".into(), 2));
    }

    /// Issue 18, defect 8: by chance each move comes as often as its weight says.
    #[test]
    fn book_moves_are_chosen_by_weight() {
        let choice =
            |text: &str, weight| Choice { m: text.parse().unwrap(), weight, tally: Tally::default() };
        let choices = [choice("h3e3", 6), choice("g4g5", 2), choice("a1a2", 0)];
        assert_eq!(Pick::Heaviest.choose(&choices), Some(choices[0]));
        let mut pick = Pick::Weighted(Random::new(5));
        let chosen: Vec<Choice> = (0..8000).filter_map(|_| pick.choose(&choices)).collect();
        let count = |m: Move| chosen.iter().filter(|choice| choice.m == m).count();
        assert!((5700..6300).contains(&count(choices[0].m)), "{}", count(choices[0].m));
        assert_eq!(count(choices[0].m) + count(choices[1].m), 8000);
        assert_eq!(pick.choose(&choices[2..]), None);
    }

    #[test]
    fn a_game_counts_once_where_it_comes_back() {
        let mut book = Book::new();
        book.learn(&game("a1a2 a10a9 a2a1 a9a10 a1a2", Outcome::Draw), 40);
        let entry = book.get(&Position::start()).unwrap();
        assert_eq!((entry.tally.games(), entry.moves.len()), (1, 1));
        let mut short = Book::new();
        short.learn(&game("a1a2 a10a9 a2a1", Outcome::Draw), 1);
        assert_eq!(short.entries().len(), 1);
    }

    #[test]
    fn another_position_under_the_same_code_is_no_hit() {
        let mut book = Book::new();
        book.learn(&game("b3a3 h10g8", Outcome::Draw), 40);
        let after = |text: &str| {
            let mut position = Position::start();
            let _ = position.make(Notation::Uci.read(&position, text).unwrap());
            position
        };
        let (known, other) = (after("b3a3"), after("c4c5"));
        assert_eq!(known.sextants().code(), other.sextants().code());
        assert_eq!(book.probe(&known).unwrap().len(), 1);
        assert_eq!(book.probe(&other).unwrap(), []);
    }
}
