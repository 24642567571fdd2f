//! CBR and CBL, the binary files of CCBridge, read: a game, and a library of games.
//!
//! ```text
//!   CBR      0  "CCBridge Record", 00
//!          180  texts of a fixed length in UTF-16, little-endian, ended by a nought: see TEXTS
//!         2076  result: 1 red won, 2 black won, 3 draw
//!         2112  who moves first (2 = black)
//!         2120  90 bytes of the board, from Black's left upper corner, rank by rank: 1n a piece of Red, 2n of
//!               Black; n: 1 rook, 2 horse, 3 elephant, 4 advisor, 5 king, 6 cannon, 7 pawn
//!         2214  the tree: records of flags, a reserved byte, from, to (places of the board above), then, if
//!               flagged, the length of a comment in four bytes and the comment; the first one is no move
//!
//!   flags  7..3  2  1  0
//!                |  |  |   bit 0 no move follows, bit 1 a variation follows, bit 2 a comment
//!
//!   CBL      0  "CCBridgeLibrary", 00
//!           60  places of the index, four bytes
//!        66624  the index, 276 bytes a place; then the games, each a CBR that begins at a multiple of 4096 bytes
//!               after the index and goes on for as many of them as it needs
//! ```
//!
//! Bytes that are not named here hold whatever the writing program left there. CCBridge's older libraries,
//! which are packed, begin with other words and are not read.

use super::grow::{Step, grow};
use super::xqf::cleaned;
use super::{Game, GameError};
use crate::piece::{Piece, PieceKind, Side};
use crate::position::Position;
use crate::rules::Outcome;
use crate::setup::Setup;
use crate::square::Square;

const RECORD: &[u8] = b"CCBridge Record";
const LIBRARY: &[u8] = b"CCBridgeLibrary";
/// Bytes before the tree.
const HEADER: usize = 2214;
const BOARD: usize = 2120;
/// Where the index of a library begins, bytes of a place in it, and bytes between places of games.
const INDEX: usize = 66_624;
const INDEX_PLACE: usize = 276;
const SLOT: usize = 4096;
const IS_LAST: u8 = 1;
const HAS_VARIATION: u8 = 2;
const HAS_COMMENT: u8 = 4;

/// Where the texts lie, how many bytes they may have, and what PGN calls them.
const TEXTS: [(usize, usize, &str); 14] = [
    (180, 128, "Title"),
    (564, 64, "Source"),
    (692, 64, "Event"),
    (756, 64, "Round"),
    (884, 64, "Date"),
    (948, 64, "Site"),
    (1012, 64, "TimeControl"),
    (1076, 64, "Red"),
    (1140, 64, "RedTeam"),
    (1300, 64, "Black"),
    (1364, 64, "BlackTeam"),
    (1652, 64, "Annotator"),
    (1780, 64, "Author"),
    (2080, 32, "Termination"),
];

const KINDS: [PieceKind; 7] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::King,
    PieceKind::Cannon,
    PieceKind::Pawn,
];

/// Whether bytes are a file of CCBridge.
pub(super) fn is_ccbridge(bytes: &[u8]) -> bool {
    bytes.starts_with(RECORD) || bytes.starts_with(LIBRARY)
}

/// The point of a place of the board.
fn point(place: u8) -> Option<Square> {
    let (file, down) = (place % 9, place / 9);
    9u8.checked_sub(down).and_then(|rank| Square::at(file, rank))
}

/// A text up to its nought.
fn text(bytes: &[u8]) -> Option<String> {
    let end = bytes.chunks(2).position(|unit| unit == [0, 0]).map_or(bytes.len(), |units| units * 2);
    cleaned(&encoding_rs::UTF_16LE.decode_without_bom_handling(&bytes[..end]).0)
}

/// The tree's records, one after another.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Result<&[u8], GameError> {
        let (bytes, at) = (self.bytes, self.at);
        let end = at.checked_add(count).filter(|&end| end <= bytes.len());
        let end =
            end.ok_or_else(|| GameError::Binary { at, what: "the file ends inside the tree".into() })?;
        self.at = end;
        Ok(&bytes[at..end])
    }

    fn step(&mut self) -> Result<Step, GameError> {
        let record = self.take(4)?;
        let (flags, from, to) = (record[0], record[2], record[3]);
        let mut comment = None;
        if flags & HAS_COMMENT != 0 {
            let length = self.take(4)?.iter().rev().fold(0, |length, &byte| length << 8 | usize::from(byte));
            comment = text(self.take(length)?);
        }
        Ok(Step {
            points: (from, to),
            m: Step::between(point(from), point(to)),
            comment,
            has_next: flags & IS_LAST == 0,
            has_variation: flags & HAS_VARIATION != 0,
        })
    }
}

/// Reads a record: its game, and what of it was left out.
fn read_record(bytes: &[u8]) -> Result<(Game, Vec<GameError>), GameError> {
    if bytes.len() < HEADER || !bytes.starts_with(RECORD) {
        return Err(GameError::Binary { at: 0, what: "no header of a CBR file".into() });
    }
    let mut setup = Setup::empty();
    for (place, &code) in (0..90).zip(&bytes[BOARD..]) {
        let kind = usize::from(code & 15).checked_sub(1).and_then(|kind| KINDS.get(kind));
        let side = match code >> 4 {
            1 => Some(Side::Red),
            2 => Some(Side::Black),
            _ => None,
        };
        match (code, side.zip(kind), point(place)) {
            (0, ..) => {}
            (_, Some((side, &kind)), Some(square)) => setup.put(square, Some(Piece::new(side, kind))),
            _ => {
                let what = format!("{code} is no piece");
                return Err(GameError::Binary { at: BOARD + usize::from(place), what });
            }
        }
    }
    let mut reader = Reader { bytes, at: HEADER };
    let (mut first, mut warnings) = (None, Vec::new());
    let root = reader.step()?;
    if root.has_next {
        first = Some(reader.step()?);
    }
    // Who moves first stands in the header, but a move says it better.
    let owner = |step: &Step| step.m.and_then(|m| setup.get(m.from())).map(|piece| piece.side);
    let side = first.as_ref().and_then(owner);
    setup.side = side.unwrap_or(if bytes[2112] == 2 { Side::Black } else { Side::Red });
    let mut game = Game::new(Position::try_from(&setup)?.playable()?);
    game.result = match bytes[2076] {
        1 => Outcome::Wins(Side::Red),
        2 => Outcome::Wins(Side::Black),
        3 => Outcome::Draw,
        _ => Outcome::None,
    };
    for (at, most, tag) in TEXTS {
        game.tags.extend(text(&bytes[at..at + most]).map(|text| (tag.to_owned(), text)));
    }
    if let Some(text) = &root.comment {
        game.comment(0, text);
    }
    grow(&mut game, first, || reader.step(), &mut warnings);
    Ok((game, warnings))
}

/// Where the games of a library begin.
fn starts(bytes: &[u8]) -> Vec<usize> {
    let places = bytes
        .get(60..64)
        .map_or(0, |four| four.iter().rev().fold(0u64, |places, &byte| places << 8 | u64::from(byte)));
    let first = INDEX as u64 + places * INDEX_PLACE as u64;
    let is_record = |at: usize| bytes.get(at..).is_some_and(|rest| rest.starts_with(RECORD));
    // An index of another length than the header says is passed over by looking for the first game.
    let first = usize::try_from(first).ok().filter(|&at| is_record(at));
    let first = first.or_else(|| bytes.windows(RECORD.len()).position(|window| window == RECORD));
    let Some(first) = first else { return Vec::new() };
    (first..bytes.len()).step_by(SLOT).filter(|&at| is_record(at)).collect()
}

/// Reads a CBR or CBL file, one game after the other. A move that is not legal and what follows it are left
/// out; of a library so are games without a board. Answers the warnings; an error where there is no game.
pub(super) fn each(bytes: &[u8], each: &mut dyn FnMut(Game)) -> Result<Vec<GameError>, GameError> {
    if !bytes.starts_with(LIBRARY) {
        let (game, warnings) = read_record(bytes)?;
        each(game);
        return Ok(warnings);
    }
    let starts = starts(bytes);
    let (mut warnings, mut none) = (Vec::new(), true);
    for (i, &at) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(bytes.len());
        let of_game = |error| GameError::Of { game: i + 1, error: Box::new(error) };
        match read_record(&bytes[at..end]) {
            Ok((game, told)) => {
                each(game);
                none = false;
                warnings.extend(told.into_iter().map(of_game));
            }
            Err(error) => warnings.push(of_game(error)),
        }
    }
    match (none, warnings.first()) {
        (false, _) => Ok(warnings),
        (true, Some(first)) => Err(first.clone()),
        (true, None) => Err(GameError::Binary { at: INDEX, what: "a library without a game".into() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{GameFile, ReadOptions};
    use crate::moves::Move;
    use crate::notation::Notation;

    fn put(bytes: &mut [u8], at: usize, text: &str) {
        for (i, unit) in text.encode_utf16().enumerate() {
            bytes[at + 2 * i..at + 2 * i + 2].copy_from_slice(&unit.to_le_bytes());
        }
    }

    fn place(square: Square) -> u8 {
        (9 - square.rank()) * 9 + square.file()
    }

    /// Both places of a move in coordinates.
    fn places(text: &str) -> (u8, u8) {
        let m: Move = text.parse().unwrap();
        (place(m.from()), place(m.to()))
    }

    /// A record as the format says, of the start of a game: moves, flags without the one of a comment, and
    /// comments. What is not named is noise, as in the files of the program.
    fn record(title: &str, steps: &[(&str, u8, &str)]) -> Vec<u8> {
        let mut bytes = vec![0xA5; HEADER];
        bytes[..16].copy_from_slice(b"CCBridge Record\0");
        for (at, most, _) in TEXTS {
            bytes[at..at + most].fill(0);
        }
        put(&mut bytes, 180, title);
        put(&mut bytes, 1076, "许银川");
        // A text that fills its place has no nought.
        put(&mut bytes, 2080, "认输认输认输认输认输认输认输认输");
        (bytes[2076], bytes[2112]) = (1, 1);
        bytes[BOARD..BOARD + 90].fill(0);
        for (square, piece) in Setup::start().pieces() {
            let kind = KINDS.iter().position(|&kind| kind == piece.kind).unwrap() as u8 + 1;
            bytes[BOARD + usize::from(place(square))] = 16 * (1 + piece.side as u8) + kind;
        }
        for (text, flags, comment) in [("", 0, "at first")].iter().chain(steps) {
            let (from, to) = if text.is_empty() { (0, 0) } else { places(text) };
            let commented = if comment.is_empty() { 0 } else { HAS_COMMENT };
            bytes.extend([flags | commented, 0x5A, from, to]);
            if commented != 0 {
                let units: Vec<u8> = comment.encode_utf16().flat_map(u16::to_le_bytes).collect();
                bytes.extend((units.len() as u32).to_le_bytes());
                bytes.extend(units);
            }
        }
        bytes
    }

    const STEPS: [(&str, u8, &str); 4] = [
        ("h3e3", 0, "中炮"),
        ("h8e8", HAS_VARIATION, ""),
        ("h1g3", IS_LAST, ""),
        ("b8e8", IS_LAST, "the other side"),
    ];

    fn library(places: u32, records: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = vec![0; INDEX + INDEX_PLACE * places as usize];
        bytes[..16].copy_from_slice(b"CCBridgeLibrary\0");
        bytes[60..64].copy_from_slice(&places.to_le_bytes());
        for record in records {
            bytes.extend(record);
            let rest = record.len().next_multiple_of(SLOT) - record.len();
            bytes.extend(std::iter::repeat_n(0x77, rest));
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Result<GameFile, GameError> {
        GameFile::read(bytes, ReadOptions::default())
    }

    #[test]
    fn a_record_is_read_with_all_it_says() {
        let file = read(&record("五七炮", &STEPS)).unwrap();
        assert_eq!((file.games.len(), file.warnings.len()), (1, 0), "{:?}", file.warnings);
        let game = &file.games[0];
        assert_eq!((game.start.clone(), game.tag("Title")), (Position::start(), Some("五七炮")));
        assert_eq!((game.tag("Red"), game.tag("Black")), (Some("许银川"), None));
        assert_eq!(game.tag("Termination"), Some("认输认输认输认输认输认输认输认输"));
        let pgn = game.to_pgn(Notation::Uci).replace('\n', " ");
        let line = "{at first} 1. h3e3 {中炮} 1... h8e8 (1... b8e8 {the other side}) 2. h1g3 1-0";
        assert!(pgn.contains(line), "{pgn}");
        // No moves at all, and Black to begin.
        let mut bytes = record("", &[]);
        (bytes[HEADER], bytes[2112]) = (IS_LAST | HAS_COMMENT, 2);
        let game = read(&bytes).unwrap().games.remove(0);
        assert_eq!((game.main_line().len(), game.start.side()), (0, Side::Black));
    }

    #[test]
    fn a_library_gives_all_its_games() {
        let moves = ["a1a2", "a10a9", "a2a1", "a9a10"].iter().cycle();
        let long: Vec<_> =
            moves.take(1200).enumerate().map(|(i, &m)| (m, u8::from(i == 1199) * IS_LAST, "")).collect();
        let long = record("long", &long);
        assert!(long.len() > SLOT);
        let mut broken = record("broken", &STEPS);
        broken[BOARD + 40] = 0x19;
        let records = [record("first", &STEPS), long, broken, record("last", &STEPS)];
        for places in [128, 140] {
            let mut bytes = library(places, &records);
            for _ in 0..2 {
                let file = read(&bytes).unwrap();
                let titles: Vec<_> = file.games.iter().map(|game| game.tag("Title").unwrap()).collect();
                assert_eq!(titles, ["first", "long", "last"]);
                assert_eq!(file.games[1].main_line().len(), 1200);
                let told: Vec<String> = file.warnings.iter().map(ToString::to_string).collect();
                assert_eq!(told, ["game 3: byte 2160: 25 is no piece"]);
                // A header that counts the places of the index wrongly.
                bytes[60] ^= 0x0F;
            }
        }
        assert!(read(&library(3, &[])).unwrap_err().to_string().contains("without a game"));
    }

    #[test]
    fn damaged_records_keep_what_is_whole() {
        let whole = record("x", &STEPS);
        for cut in [16, 2000, HEADER, HEADER + 3, HEADER + 10] {
            assert!(read(&whole[..cut]).is_err(), "{cut}");
        }
        let cut = read(&whole[..whole.len() - 1]).unwrap();
        assert_eq!((cut.games[0].main_line().len(), cut.warnings.len()), (3, 1));
        let illegal =
            record("x", &[("h3e3", 0, ""), ("h8h8", HAS_VARIATION, ""), ("a1a2", IS_LAST, ""), STEPS[3]]);
        let file = read(&illegal).unwrap();
        assert_eq!(Notation::Uci.write_line(&file.games[0].start, &file.games[0].main_line()), "h3e3 b8e8");
        assert_eq!(file.warnings.len(), 1);
        for at in 0..whole.len() {
            for bits in [0x01, 0x41, 0xFF] {
                let mut bytes = whole.clone();
                bytes[at] ^= bits;
                let Ok(file) = read(&bytes) else { continue };
                let text = file.games[0].to_pgn(Notation::Wxf);
                let again = Game::read_pgn(&text, ReadOptions::default());
                assert_eq!((again.warnings.len(), again.games[0].to_pgn(Notation::Wxf)), (0, text));
            }
        }
    }
}
