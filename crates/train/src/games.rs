//! Games of self-play in a file, about four bytes a ply.
//!
//! ```text
//!   byte 0   "LUDEXGAM"                      8
//!        8   version, now 1                  1
//!        9   games, one after the other
//!
//!   game     plies n                         2   little-endian, as all numbers here
//!            plies k of the random opening   1
//!            result: 0 Black won, 1 drawn, 2 Red won   1
//!            moves                           n * 2        from * 128 + to
//!            scores                          (n - k) * 2  of the search, for the side to move
//! ```

use anyhow::{Context, bail, ensure};
use ludex_xiangqi::{Move, Position, Square};
use std::io::Write;

const MAGIC: &[u8; 9] = b"LUDEXGAM\x01";

/// A game from the start, with what the search said of every position after the opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Plies chosen at random.
    pub opening: u8,
    /// 0 where Black won, 1 where nobody did, 2 where Red won.
    pub result: u8,
    /// All moves, the opening's first.
    pub moves: Vec<Move>,
    /// The scores of the positions before the moves after the opening, for the side to move.
    pub scores: Vec<i16>,
}

impl Record {
    /// The bytes of the game.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(4 + 4 * self.moves.len());
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        bytes.extend([self.opening, self.result]);
        for m in &self.moves {
            bytes.extend((m.from().index() as u16 * 128 + m.to().index() as u16).to_le_bytes());
        }
        for score in &self.scores {
            bytes.extend(score.to_le_bytes());
        }
        bytes
    }

    /// Every position after the opening with the move that was played and the score of the search.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn walk(&self, mut see: impl FnMut(&Position, Move, i16)) -> anyhow::Result<()> {
        let mut position = Position::start();
        for (i, &m) in self.moves.iter().enumerate() {
            ensure!(position.is_legal(m), "ply {i}: {m} is not legal in {position}");
            if let Some(at) = i.checked_sub(usize::from(self.opening)) {
                see(&position, m, self.scores[at]);
            }
            let _ = position.make(m);
        }
        Ok(())
    }
}

/// Writes the head of a file.
///
/// # Errors
/// When writing fails.
pub fn write_head(output: &mut impl Write) -> std::io::Result<()> {
    output.write_all(MAGIC)
}

/// All games of a file.
///
/// # Errors
/// When the bytes are no such file, or end within a game.
pub fn read(bytes: &[u8]) -> anyhow::Result<Vec<Record>> {
    let Some(mut rest) = bytes.strip_prefix(MAGIC) else {
        bail!("not a file of games of version 1: it does not begin with LUDEXGAM and a byte 1");
    };
    let mut games = Vec::new();
    while !rest.is_empty() {
        let game = read_one(&mut rest).with_context(|| format!("game {}", games.len() + 1))?;
        games.push(game);
    }
    Ok(games)
}

fn read_one(rest: &mut &[u8]) -> anyhow::Result<Record> {
    let mut take = |count: usize| {
        ensure!(rest.len() >= count, "the file ends here: {count} bytes are needed, {} are left", rest.len());
        let (head, tail) = rest.split_at(count);
        *rest = tail;
        Ok(head)
    };
    let &[low, high, opening, result] = take(4)? else { bail!("a head is four bytes") };
    let plies = usize::from(u16::from_le_bytes([low, high]));
    ensure!(usize::from(opening) <= plies, "{opening} plies of opening in a game of {plies}");
    ensure!(result <= 2, "result {result}: 0, 1 or 2 is a result");
    let square = |index: u16| {
        Square::from_index(usize::from(index)).with_context(|| format!("{index} is no point: 0 to 89 is"))
    };
    let numbers = |bytes: &[u8]| -> Vec<u16> {
        bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
    };
    let mut moves = Vec::with_capacity(plies);
    for bits in numbers(take(2 * plies)?) {
        moves.push(Move::new(square(bits / 128)?, square(bits % 128)?));
    }
    let scores = numbers(take(2 * (plies - usize::from(opening)))?).into_iter().map(|n| n as i16).collect();
    Ok(Record { opening, result, moves, scores })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back_and_no_prefix_panics() {
        let m = |text: &str| Move::new(text[..2].parse().unwrap(), text[2..].parse().unwrap());
        let game = Record { opening: 1, result: 2, moves: vec![m("h3e3"), m("h8e8")], scores: vec![-12] };
        let mut bytes = Vec::new();
        write_head(&mut bytes).unwrap();
        for _ in 0..3 {
            bytes.extend(game.to_bytes());
        }
        assert_eq!(read(&bytes).unwrap(), vec![game.clone(); 3]);
        let mut seen = 0;
        game.walk(|_, _, score| seen += i32::from(score)).unwrap();
        assert_eq!(seen, -12);
        let whole = |length: usize| length >= 9 && (length - 9).is_multiple_of(game.to_bytes().len());
        for length in 0..bytes.len() {
            assert_eq!(read(&bytes[..length]).is_ok(), whole(length), "{length}");
        }
    }
}
