//! XQF, the binary files of XQStudio, read.
//!
//! ```text
//!   byte    0  "XQ"
//!           2  version; above 10 what follows is masked with keys
//!           3  mask            8..12  four or-keys      12  key sum
//!          13  key of the board    14  of starting points    15  of end points
//!          16  32 points, one byte each (our index of a point; above 89: off the board): Red's rook horse
//!              elephant advisor king advisor elephant horse rook, cannons, pawns, then Black's
//!          50  side to move (1 = black)      51  result: 1 red won, 2 black won, 3 draw
//!          80  texts of a length byte and up to 63 bytes: title, second title (144), event (208); of up to
//!              15: date (272), place (288), Red (304), Black (320), commentator (464), author (480)
//!        1024  the tree: records of from + 24, to + 32, flags, a reserved byte, then (if flagged) the
//!              length of a comment in four bytes and the comment
//!
//!   flags  7  6  5  4..0
//!          |  |  |        bit 7 a move follows, bit 6 another variation follows, bit 5 a comment
//! ```
//!
//! Comments and titles are in GB 18030.

use super::grow::{Step, grow};
use super::{Game, GameError, GameFile, ORDER};
use crate::piece::{Piece, Side};
use crate::position::Position;
use crate::rules::Outcome;
use crate::setup::Setup;
use crate::square::Square;

/// Bytes before the tree.
pub(super) const HEADER: usize = 1024;
const SEED: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";
/// The first version whose bytes are masked, and the first whose board is turned round.
const MASKED: u8 = 11;
const TURNED: u8 = 12;
const HAS_NEXT: u8 = 0x80;
const HAS_VARIATION: u8 = 0x40;
const HAS_COMMENT: u8 = 0x20;

/// What the bytes are masked with; all zero in old versions.
#[derive(Default)]
struct Keys {
    board: u8,
    from: u8,
    to: u8,
    comment: u32,
    stream: [u8; 32],
}

impl Keys {
    fn of(head: &[u8]) -> Keys {
        if head[2] < MASKED {
            return Keys::default();
        }
        let mix = |key: u8, by: u8| {
            let key = u32::from(key);
            (key * key * 54 + 221).wrapping_mul(u32::from(by)) as u8
        };
        let board = mix(head[13], head[13]);
        let from = mix(head[14], board);
        let to = mix(head[15], from);
        let comment = (u32::from(head[12]) * 256 + u32::from(head[13])) % 32_000 + 767;
        let parts: [u8; 4] = std::array::from_fn(|i| (head[12 + i] & head[3]) | head[8 + i]);
        let stream = std::array::from_fn(|i| SEED[i] & parts[i % 4]);
        Keys { board, from, to, comment, stream }
    }
}

/// The tree's bytes, unmasked one after another.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    keys: Keys,
    version: u8,
}

/// One record of the tree.
struct Record {
    from: u8,
    to: u8,
    flags: u8,
    comment: Vec<u8>,
}

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, GameError> {
        let byte = *self.bytes.get(self.at).ok_or_else(|| self.fault("the file ends inside the tree"))?;
        let byte = byte.wrapping_sub(self.keys.stream[(self.at - HEADER) % 32]);
        self.at += 1;
        Ok(byte)
    }

    fn fault(&self, what: &str) -> GameError {
        GameError::Binary { at: self.at, what: what.to_owned() }
    }

    fn record(&mut self) -> Result<Record, GameError> {
        let (from, to, mut flags, _) = (self.byte()?, self.byte()?, self.byte()?, self.byte()?);
        let mut length = 0;
        if self.version < MASKED {
            // Old files: the upper half means "next", the lower one "variation"; every record has a length.
            let old = flags;
            flags =
                if old & 0xF0 != 0 { HAS_NEXT } else { 0 } | if old & 0x0F != 0 { HAS_VARIATION } else { 0 };
            length = self.length()?;
        } else if flags & HAS_COMMENT != 0 {
            length = self.length()?.wrapping_sub(self.keys.comment);
        }
        if length as usize > self.bytes.len() {
            return Err(self.fault("a comment is longer than the file"));
        }
        let comment = (0..length).map(|_| self.byte()).collect::<Result<_, _>>()?;
        Ok(Record {
            from: from.wrapping_sub(24).wrapping_sub(self.keys.from),
            to: to.wrapping_sub(32).wrapping_sub(self.keys.to),
            flags,
            comment,
        })
    }

    fn length(&mut self) -> Result<u32, GameError> {
        let mut bytes = [0; 4];
        for byte in &mut bytes {
            *byte = self.byte()?;
        }
        Ok(u32::from_le_bytes(bytes))
    }
}

/// A text of a file, cleaned of line breaks and other control characters; none where nothing is left.
pub(super) fn plain(bytes: &[u8]) -> Option<String> {
    cleaned(&super::file::decode(bytes))
}

/// The same of a text that was decoded.
pub(super) fn cleaned(text: &str) -> Option<String> {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let text = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

/// Where the texts of the header lie, how long they may be, and what PGN calls them.
pub(super) const TEXTS: [(usize, usize, &str); 8] = [
    (80, 63, "Title"),
    (208, 63, "Event"),
    (272, 15, "Date"),
    (288, 15, "Site"),
    (304, 15, "Red"),
    (320, 15, "Black"),
    (464, 15, "Annotator"),
    (480, 15, "Author"),
];

impl Game {
    /// Reads an XQF file. A move that is not legal and what follows it are left out, with a warning; so is
    /// what a file that is cut short lacks.
    ///
    /// # Errors
    /// When the header or the first record is cut, or the board is no position.
    pub fn read_xqf(bytes: &[u8]) -> Result<GameFile, GameError> {
        if bytes.len() < HEADER || !bytes.starts_with(b"XQ") {
            return Err(GameError::Binary { at: 0, what: "no XQF header".into() });
        }
        let keys = Keys::of(bytes);
        let point = |index: u8| Square::from_index(usize::from(index));
        let mut setup = Setup::empty();
        for i in 0..32 {
            // From version 12 on the list is turned round by the key.
            let to = if bytes[2] >= TURNED { (i + usize::from(keys.board) + 1) % 32 } else { i };
            if let Some(square) = point(bytes[16 + i].wrapping_sub(keys.board)) {
                setup.put(square, Some(Piece::new(Side::ALL[to / 16], ORDER[to % 16])));
            }
        }
        let mut reader = Reader { bytes, at: HEADER, keys, version: bytes[2] };
        let root = reader.record()?;
        let mut warnings = Vec::new();
        // The header names the side to move, but many writers leave it at Red: the first move decides.
        setup.side = if bytes[50] == 1 { Side::Black } else { Side::Red };
        let ready = if root.flags & HAS_NEXT == 0 { None } else { Some(reader.record()?) };
        if let Some(first) = &ready {
            let owner = point(first.from).and_then(|square| setup.get(square));
            setup.side = owner.map_or(setup.side, |piece| piece.side);
        }
        let mut game = Game::new(Position::try_from(&setup)?.playable()?);
        game.result = match bytes[51] {
            1 => Outcome::Wins(Side::Red),
            2 => Outcome::Wins(Side::Black),
            3 => Outcome::Draw,
            _ => Outcome::None,
        };
        for (at, most, tag) in TEXTS {
            let length = usize::from(bytes[at]).min(most);
            if let Some(text) = plain(&bytes[at + 1..at + 1 + length]) {
                game.tags.push((tag.to_owned(), text));
            }
        }
        if let Some(text) = plain(&root.comment) {
            game.comment(0, &text);
        }
        let step = |record: Record| Step {
            points: (record.from, record.to),
            m: Step::between(point(record.from), point(record.to)),
            comment: plain(&record.comment),
            has_next: record.flags & HAS_NEXT != 0,
            has_variation: record.flags & HAS_VARIATION != 0,
        };
        grow(&mut game, ready.map(step), || reader.record().map(step), &mut warnings);
        Ok(GameFile { games: vec![game], warnings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    /// Writes a file as the format says: `records` of move, flags and comment after the root.
    fn file(version: u8, records: &[(&str, u8, &str)]) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        bytes[..3].copy_from_slice(&[b'X', b'Q', version]);
        (bytes[3], bytes[12], bytes[13], bytes[14], bytes[15]) = (0x5A, 7, 77, 131, 9);
        bytes[8..12].copy_from_slice(&[1, 2, 4, 8]);
        bytes[51] = 1;
        bytes[80] = 4;
        bytes[81..85].copy_from_slice(b"Test");
        // 许银川 in GB 18030.
        bytes[304..311].copy_from_slice(&[6, 0xD0, 0xED, 0xD2, 0xF8, 0xB4, 0xA8]);
        let keys = Keys::of(&bytes);
        let mut left: Vec<(Square, Piece)> = Setup::start().pieces().collect();
        let mut board = [0xFFu8; 32];
        for (i, point) in board.iter_mut().enumerate() {
            let piece = Piece::new(Side::ALL[i / 16], ORDER[i % 16]);
            let at = left.iter().position(|&(_, other)| other == piece).unwrap();
            *point = left.remove(at).0.index() as u8;
        }
        for i in 0..32 {
            let to = if version >= TURNED { (i + usize::from(keys.board) + 1) % 32 } else { i };
            bytes[16 + i] = board[to].wrapping_add(keys.board);
        }
        let mut tree = Vec::new();
        let root = [("a1a1", HAS_NEXT, "")];
        for (text, flags, comment) in root.iter().chain(records) {
            let (from, to): (Square, Square) = (text[..2].parse().unwrap(), text[2..].parse().unwrap());
            tree.push((from.index() as u8).wrapping_add(24).wrapping_add(keys.from));
            tree.push((to.index() as u8).wrapping_add(32).wrapping_add(keys.to));
            if version < MASKED {
                tree.push((flags & HAS_NEXT) >> 3 | (flags & HAS_VARIATION) >> 6);
                tree.push(0);
                tree.extend((comment.len() as u32).to_le_bytes());
            } else {
                tree.push(flags | if comment.is_empty() { 0 } else { HAS_COMMENT });
                tree.push(0);
                if !comment.is_empty() {
                    tree.extend((comment.len() as u32).wrapping_add(keys.comment).to_le_bytes());
                }
            }
            tree.extend(comment.bytes());
        }
        bytes.extend(tree.iter().enumerate().map(|(i, byte)| byte.wrapping_add(keys.stream[i % 32])));
        bytes
    }

    #[test]
    fn masked_and_plain_versions_read_alike() {
        let records = [
            ("h3e3", HAS_NEXT, "central"),
            ("h8e8", HAS_NEXT | HAS_VARIATION, ""),
            ("h1g3", 0, ""),
            ("b8e8", 0, "other side"),
        ];
        for version in [10, 11, 12, 18] {
            let read = Game::read_xqf(&file(version, &records)).unwrap();
            assert_eq!(read.warnings, []);
            let game = &read.games[0];
            assert_eq!((game.start.clone(), game.tag("Title")), (Position::start(), Some("Test")));
            assert_eq!(game.tag("Red"), Some("许银川"));
            let pgn = game.to_pgn(Notation::Uci);
            let line = "1. h3e3 {central} 1... h8e8 (1... b8e8 {other side}) 2. h1g3 1-0";
            assert!(pgn.replace('\n', " ").contains(line), "version {version}: {pgn}");
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let whole = file(18, &[("h3e3", HAS_NEXT, "central"), ("h8e8", 0, "")]);
        for cut in [0, 10, HEADER, HEADER + 3] {
            assert!(Game::read_xqf(&whole[..cut]).is_err(), "{cut}");
        }
        // The first move is whole: it is kept, and the rest is told.
        let cut = Game::read_xqf(&whole[..whole.len() - 1]).unwrap();
        assert_eq!((cut.games[0].main_line().len(), cut.warnings.len()), (1, 1));
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x41;
            let _ = Game::read_xqf(&bytes);
        }
    }

    /// Issue 18, defect 2: the moves before an illegal one are kept, and so is the variation beside it.
    #[test]
    fn an_illegal_move_ends_its_xqf_line_only() {
        let records = [
            ("h3e3", HAS_NEXT, ""),
            ("h8h8", HAS_NEXT | HAS_VARIATION, "wrong"),
            ("h1g3", 0, ""),
            ("b8e8", HAS_NEXT, ""),
            ("h1g3", 0, ""),
        ];
        let read = Game::read_xqf(&file(18, &records)).unwrap();
        assert_eq!(
            Notation::Uci.write_line(&read.games[0].start, &read.games[0].main_line()),
            "h3e3 b8e8 h1g3"
        );
        assert_eq!(read.warnings.len(), 1);
        assert!(read.warnings[0].to_string().starts_with("move 2: "), "{}", read.warnings[0]);
    }

    /// Issue 12, point 5: half a megabyte of variations inside variations overflowed the stack.
    #[test]
    fn an_xqf_of_nested_variations_is_read_and_written() {
        let (moves, others) = (["a1a2", "b8b9"], ["i1i2", "h8h9", "i2i1", "h9h8"]);
        let mut records = Vec::new();
        for ply in 0..30_000 {
            // One move that ends at once, and beside it the one after which the tree goes on.
            records.push((moves[ply % 2], HAS_VARIATION, ""));
            records.push((others[ply % 4], HAS_NEXT, ""));
        }
        records.push((moves[0], 0, ""));
        let bytes = file(18, &records);
        assert!(bytes.len() > 200_000);
        let read = Game::read_xqf(&bytes).unwrap();
        assert_eq!(read.warnings, []);
        let text = read.games[0].to_pgn(Notation::Iccs);
        assert_eq!(Game::read(text.as_bytes()).unwrap()[0].to_pgn(Notation::Iccs), text);
    }
}
