//! All games of a file, and what of it could not be read.

use super::{Game, GameError, ccbridge, xqf};
use crate::notation::{Notation, NotationError};
use std::borrow::Cow;

/// How a file of games is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// How lower-case coordinates count ranks, [`Notation::Uci`] (1-10) or [`Notation::Ucci`] (0-9); where
    /// it is left open, a file's own word counts, and else the reading that fits the moves.
    pub ranks: Option<Notation>,
}

/// The games of a file. One that breaks off at something unreadable is there up to that place.
///
/// # Examples
/// ```
/// use ludex_xiangqi::game::{GameFile, ReadOptions};
/// let file = GameFile::read("1. C2=5 H8+7 1-0\n========\n".as_bytes(), ReadOptions::default())?;
/// assert_eq!((file.games.len(), file.games[0].main_line().len()), (1, 2));
/// assert_eq!(file.warnings[0].to_string(), "line 2: \"========\" after the result is passed over");
/// # Ok::<(), ludex_xiangqi::GameError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GameFile {
    /// The games, in order.
    pub games: Vec<Game>,
    /// What was left out, and why.
    pub warnings: Vec<GameError>,
}

impl GameFile {
    /// Reads a file of any known format: PGN, DhtmlXQ, XQF, CBR, CBL, told by its content; text in UTF-8,
    /// UTF-16 or GB 18030.
    ///
    /// # Errors
    /// When it is of no known format, or holds no game.
    pub fn read(bytes: &[u8], options: ReadOptions) -> Result<GameFile, GameError> {
        let mut games = Vec::new();
        let warnings = GameFile::each(bytes, options, &mut |game| games.push(game))?;
        Ok(GameFile { games, warnings })
    }

    /// The same, one game after the other, none of them kept: a small file may hold very many. Answers the warnings.
    ///
    /// # Errors
    /// As [`GameFile::read`].
    pub fn each(
        bytes: &[u8],
        options: ReadOptions,
        each: &mut dyn FnMut(Game),
    ) -> Result<Vec<GameError>, GameError> {
        if bytes.starts_with(b"XQ") && bytes.len() >= xqf::HEADER {
            let file = Game::read_xqf(bytes)?;
            file.games.into_iter().for_each(each);
            return Ok(file.warnings);
        }
        if ccbridge::is_ccbridge(bytes) {
            return ccbridge::each(bytes, each);
        }
        let text = decode(bytes);
        let text = text.trim_start_matches('\u{feff}');
        let mut none = true;
        let mut each = |game| {
            none = false;
            each(game);
        };
        let warnings = if text.contains("[DhtmlXQ_") {
            let file = Game::read_dhtmlxq(text)?;
            file.games.into_iter().for_each(each);
            file.warnings
        } else {
            Game::each_pgn(text, options, &mut each)
        };
        match (none, warnings.first()) {
            (
                true,
                None | Some(GameError::Form { .. } | GameError::Move { error: NotationError::Form(_), .. }),
            ) => Err(GameError::Unknown),
            (true, Some(first)) => Err(first.clone()),
            (false, _) => Ok(warnings),
        }
    }
}

/// Text as it comes in files: UTF-16 by its mark or its noughts, UTF-8, or else GB 18030, which most
/// Chinese programs write.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let noughts = |odd: usize| bytes.iter().skip(odd).step_by(2).take(64).filter(|&&b| b == 0).count();
    // ASCII tags in UTF-16 have a nought in every second byte.
    let most = bytes.len().div_ceil(2).min(64) / 4;
    let most = most.max(2);
    if bytes.starts_with(&[0xFF, 0xFE]) || (noughts(1) > most && noughts(0) == 0) {
        return encoding_rs::UTF_16LE.decode_with_bom_removal(bytes).0;
    }
    if bytes.starts_with(&[0xFE, 0xFF]) || (noughts(0) > most && noughts(1) == 0) {
        return encoding_rs::UTF_16BE.decode_with_bom_removal(bytes).0;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => encoding_rs::GB18030.decode_without_bom_handling(bytes).0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PGN: &str = "[Game \"Chinese Chess\"]\n[Red \"胡荣华\"]\n\n1. 炮二平五 马８进７ {好棋} *\n";

    #[test]
    fn files_in_gb_18030_are_read() {
        let (bytes, _, failed) = encoding_rs::GB18030.encode(PGN);
        assert!(!failed && std::str::from_utf8(&bytes).is_err());
        let game = Game::read(&bytes).unwrap().remove(0);
        assert_eq!((game.tag("Red"), game.main_line().len()), (Some("胡荣华"), 2));
        assert_eq!(Game::read(PGN.as_bytes()).unwrap().remove(0), game);
    }

    /// Issue 18, defect 2.
    #[test]
    fn utf_16_pgn_is_read() {
        let plain = Game::read(PGN.as_bytes()).unwrap();
        for marked in [true, false] {
            let units = Some(0xFEFF).filter(|_| marked).into_iter().chain(PGN.encode_utf16());
            let little: Vec<u8> = units.clone().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = units.flat_map(u16::to_be_bytes).collect();
            assert_eq!(Game::read(&little).unwrap(), plain);
            assert_eq!(Game::read(&big).unwrap(), plain);
        }
    }

    #[test]
    fn what_is_no_game_is_refused() {
        for text in ["", "hello world", "========", "[", "{"] {
            assert_eq!(Game::read(text.as_bytes()), Err(GameError::Unknown), "{text}");
        }
    }
}
