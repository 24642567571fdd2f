//! XQF written: version 10, whose bytes are not masked and which every reader of the format knows.
//!
//! The layout is drawn in [`xqf`](super::xqf). Texts are in GB 18030; one whose bytes would be taken for
//! UTF-8 is written in UTF-8, as it will be read.

use super::file::decode;
use super::xqf::{HEADER, TEXTS, plain};
use super::{Game, GameError, ORDER};
use crate::piece::{Piece, Side};
use crate::rules::Outcome;
use crate::square::Square;

const VERSION: u8 = 10;
/// A point that is off the board.
const OFF: u8 = 0xFF;
/// In version 10 any bit of the upper half says that a move follows, any of the lower one that another
/// variation does.
const NEXT: u8 = 0xF0;
const VARIATION: u8 = 0x0F;

/// The bytes of a text, no more than so many, cut between characters.
fn bytes_of(text: &str, most: usize) -> Vec<u8> {
    let Some(text) = plain(text.as_bytes()) else { return Vec::new() };
    let mut text = text.as_str();
    loop {
        let (chinese, _, failed) = encoding_rs::GB18030.encode(text);
        let bytes = if !failed && decode(&chinese) == text { chinese.into_owned() } else { text.into() };
        if bytes.len() <= most {
            return bytes;
        }
        // A blank at the end would not be read again.
        text = text[..text.char_indices().next_back().map_or(0, |(at, _)| at)].trim_end();
    }
}

impl Game {
    /// The game as an XQF file, with its variations and comments.
    ///
    /// Of the tags it keeps those that the format has places for, as far as they fit: 63 bytes for `Title`
    /// and `Event`, 15 for `Date`, `Site`, `Red`, `Black`, `Annotator` and `Author`.
    ///
    /// # Errors
    /// When a side has more pieces of a kind than a set has.
    ///
    /// # Examples
    /// ```
    /// use ludex_xiangqi::{Game, Position};
    /// let game = Game::of_moves(Position::start(), &["h3e3".parse()?, "h10g8".parse()?]);
    /// let read = Game::read_xqf(&game.to_xqf()?)?;
    /// assert_eq!(read.games[0].main_line(), game.main_line());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_xqf(&self) -> Result<Vec<u8>, GameError> {
        let mut bytes = vec![0; HEADER];
        bytes[..3].copy_from_slice(&[b'X', b'Q', VERSION]);
        let setup = self.start.setup();
        let mut left: Vec<(Square, Piece)> = setup.pieces().collect();
        for (i, point) in bytes[16..48].iter_mut().enumerate() {
            let piece = Piece::new(Side::ALL[i / 16], ORDER[i % 16]);
            let at = left.iter().position(|&(_, other)| other == piece);
            *point = at.map_or(OFF, |at| left.remove(at).0.index() as u8);
        }
        if let Some((square, _)) = left.first() {
            let what = format!("no set has so many pieces like the one on {square}");
            return Err(GameError::Binary { at: 16, what });
        }
        bytes[50] = u8::from(self.start.side() == Side::Black);
        bytes[51] = match self.result {
            Outcome::Wins(Side::Red) => 1,
            Outcome::Wins(Side::Black) => 2,
            Outcome::Draw => 3,
            _ => 0,
        };
        for (at, most, tag) in TEXTS {
            let text = bytes_of(self.tag(tag).unwrap_or_default(), most);
            bytes[at] = text.len() as u8;
            bytes[at + 1..at + 1 + text.len()].copy_from_slice(&text);
        }
        // A move, then what follows it, then the move beside it; the flag says whether there is one.
        let mut stack = vec![(0, false)];
        while let Some((at, beside)) = stack.pop() {
            let node = self.node(at);
            let (from, to) = node.m.map_or((0, 0), |m| (m.from().index() as u8, m.to().index() as u8));
            let flags = if node.next.is_empty() { 0 } else { NEXT } | if beside { VARIATION } else { 0 };
            bytes.extend([from + 24, to + 32, flags, 0]);
            let comment = bytes_of(&node.comment, usize::MAX);
            bytes.extend((comment.len() as u32).to_le_bytes());
            bytes.extend(comment);
            let last = node.next.len().saturating_sub(1);
            stack.extend(node.next.iter().enumerate().rev().map(|(i, &next)| (next, i < last)));
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::position::Position;
    use proptest::prelude::*;

    /// A game with variations and comments, as numbers choose them.
    fn game(choices: &[(u8, u8)], texts: &[String]) -> Game {
        let mut game = Game::new(Position::start());
        let mut boards = vec![Position::start()];
        for (i, &(before, which)) in choices.iter().enumerate() {
            let at = usize::from(before) % boards.len();
            let moves = boards[at].legal_moves();
            let Some(&m) = moves.get(usize::from(which) % moves.len().max(1)) else { continue };
            let node = game.add(at, m);
            if node == boards.len() {
                let mut board = boards[at].clone();
                let _ = board.make(m);
                boards.push(board);
                game.comment(node, texts.get(i).map_or("", |text| text.trim()));
            }
        }
        game
    }

    proptest! {
        /// What we write we read: the tree, the comments, the result.
        #[test]
        fn what_is_written_is_read(
            choices in prop::collection::vec((any::<u8>(), any::<u8>()), 0..60),
            texts in prop::collection::vec("[a-z炮二平五联通é ]{0,12}", 0..60),
            title in "[a-zA-Z胡荣华 ]{0,20}",
            result in 0..4usize,
        ) {
            let mut game = game(&choices, &texts);
            game.result = [Outcome::None, Outcome::Draw, Outcome::Wins(Side::Red), Outcome::Wins(Side::Black)][result];
            game.tags.push(("Red".into(), title));
            let file = Game::read_xqf(&game.to_xqf().unwrap()).unwrap();
            prop_assert_eq!(&file.warnings, &[]);
            let read = &file.games[0];
            prop_assert_eq!(read.result, game.result);
            // Written again it is the same file: nothing is lost on the way but tags that are too long.
            prop_assert_eq!(read.to_xqf().unwrap(), game.to_xqf().unwrap());
            let lines = |game: &Game| Game { tags: Vec::new(), ..game.clone() }.to_pgn(Notation::Uci);
            let spaces = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
            prop_assert_eq!(spaces(lines(read)), spaces(lines(&game)));
        }

        #[test]
        fn no_text_is_too_long(text in "\\PC{0,40}", most in 0..70usize) {
            prop_assert!(bytes_of(&text, most).len() <= most);
        }
    }

    #[test]
    fn positions_and_sides_are_kept() {
        for fen in
            ["3ak4/9/9/9/9/9/9/9/3K5/4R4 b", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"]
        {
            let position = crate::line::playable(fen).unwrap().0;
            let game = Game::new(position);
            let read = Game::read_xqf(&game.to_xqf().unwrap()).unwrap();
            assert_eq!(read.games[0].start, game.start);
        }
    }
}
