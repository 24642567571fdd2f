//! What a trainer reads of a game: the rows of quiet positions, and how they came out.
//!
//! ```text
//!   sample, 136 bytes, little-endian
//!     0   rows of the side to move     32 * u16   ROWS where there are fewer pieces
//!    64   rows of the other side       32 * u16
//!   128   score of the search          i16        for the side to move
//!   130   result for the side to move  u8         0 lost, 1 drawn, 2 won
//!   131   phase                        u8         which weights of the last layer
//!   132   kings on the middle file     u8         bit 0 of the side to move, bit 1 of the other
//!   133   zero                         3
//! ```

use crate::games::Record;
use ludex_xiangqi::engine::network::inputs::{ROWS, View, phase};
use ludex_xiangqi::{Move, Position, Side};

/// Pieces on a full board.
pub const PIECES: usize = 32;
/// Bytes of a packed sample.
pub const SAMPLE: usize = 136;
/// Every so many-th game is held out: no trainer sees it.
pub const HELD_OUT: usize = 50;
/// Scores beyond this are decided games, which have nothing to teach about quiet positions.
const DECIDED: i32 = 2500;

/// A quiet position with its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// Rows of the side to move, then of the other; [`ROWS`] where there are fewer pieces.
    pub rows: [[u16; PIECES]; 2],
    /// What the search said.
    pub score: i16,
    /// 0 lost, 1 drawn, 2 won by the side to move.
    pub result: u8,
    /// Which weights of the last layer judge it.
    pub phase: u8,
    /// Whether the king of the side to move, of the other, stands on the middle file.
    pub middle: [bool; 2],
}

impl Sample {
    /// The sample of a position, where it is quiet: no check, no capture to come, not decided.
    #[must_use]
    pub fn of(position: &Position, m: Move, score: i16, result: u8) -> Option<Self> {
        let side = position.side();
        let quiet = position.get(m.to()).is_none() && !position.in_check(side);
        if !quiet || i32::from(score).abs() >= DECIDED {
            return None;
        }
        let sides = [side, side.other()];
        let rows = sides.map(|side| {
            let mut rows = [ROWS as u16; PIECES];
            for (row, at) in rows.iter_mut().zip(View::of(position, side).rows(position)) {
                *row = at as u16;
            }
            rows
        });
        Some(Sample {
            rows,
            score,
            result: if side == Side::Red { result } else { 2 - result },
            phase: phase(position) as u8,
            middle: sides.map(|side| position.king(side).file() == 4),
        })
    }

    /// The packed bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; SAMPLE] {
        let mut bytes = [0; SAMPLE];
        for (at, row) in self.rows.iter().flatten().enumerate() {
            bytes[2 * at..2 * at + 2].copy_from_slice(&row.to_le_bytes());
        }
        bytes[128..130].copy_from_slice(&self.score.to_le_bytes());
        bytes[130] = self.result;
        bytes[131] = self.phase;
        bytes[132] = u8::from(self.middle[0]) | u8::from(self.middle[1]) << 1;
        bytes
    }

    /// What a network should say: a share of the result, the rest the search's score on a logistic curve
    /// that falls to a tenth over 400 points.
    #[must_use]
    pub fn target(&self, share: f32) -> f32 {
        let search = 1.0 / (1.0 + 10f32.powf(-f32::from(self.score) / 400.0));
        share * f32::from(self.result) / 2.0 + (1.0 - share) * search
    }
}

/// The samples of games, those of held-out games apart.
///
/// # Errors
/// When a game has a move that is not legal.
pub fn of_games(games: &[Record]) -> anyhow::Result<(Vec<Sample>, Vec<Sample>)> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    // Whole rounds of held-out games, so that the split depends on the numbers of the games alone.
    let share = games.len().div_ceil(threads).max(1).next_multiple_of(HELD_OUT);
    let part = |games: &[Record]| -> anyhow::Result<(Vec<Sample>, Vec<Sample>)> {
        let (mut train, mut held) = (Vec::new(), Vec::new());
        for (i, game) in games.iter().enumerate() {
            let list = if i % HELD_OUT == 0 { &mut held } else { &mut train };
            game.walk(|position, m, score| list.extend(Sample::of(position, m, score, game.result)))?;
        }
        Ok((train, held))
    };
    std::thread::scope(|scope| {
        let parts: Vec<_> = games.chunks(share).map(|games| scope.spawn(move || part(games))).collect();
        let (mut train, mut held) = (Vec::new(), Vec::new());
        for part in parts {
            let (more, more_held) = part.join().expect("a walk does not panic")?;
            train.extend(more);
            held.extend(more_held);
        }
        Ok((train, held))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_all_pieces_and_packs() {
        let start = Position::start();
        let m = start.legal_moves()[0];
        let sample = Sample::of(&start, m, 40, 2).unwrap();
        assert!(sample.rows.iter().flatten().all(|&row| usize::from(row) < ROWS));
        assert_eq!((sample.phase, sample.middle, sample.result), (7, [true; 2], 2));
        let bytes = sample.to_bytes();
        assert_eq!((bytes.len(), bytes[128], bytes[132]), (SAMPLE, 40, 3));
        // Seen by either side the start is the same.
        let sorted = |mut rows: [u16; PIECES]| {
            rows.sort_unstable();
            rows
        };
        assert_eq!(sorted(sample.rows[0]), sorted(sample.rows[1]));
        assert!((sample.target(1.0) - 1.0).abs() < 1e-6 && sample.target(0.0) > 0.5);
    }
}
