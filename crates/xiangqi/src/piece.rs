//! The two sides and the seven kinds of pieces.

/// Who owns a piece, or whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Side {
    /// Below, upper case in FEN, `w` (or `r`) to move.
    Red = 0,
    /// Above, lower case in FEN, `b` to move.
    Black = 1,
}

impl Side {
    /// Red, then Black.
    pub const ALL: [Side; 2] = [Side::Red, Side::Black];

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Red => Side::Black,
            Side::Black => Side::Red,
        }
    }

    /// 0 for Red, 1 for Black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word in messages.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Side::Red => "red",
            Side::Black => "black",
        }
    }
}

/// What a piece is. The order is the seed's: its value doubles from kind to kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// 兵 卒
    Pawn = 0,
    /// 炮 砲
    Cannon = 1,
    /// 車
    Rook = 2,
    /// 馬
    Horse = 3,
    /// 相 象
    Elephant = 4,
    /// 仕 士
    Advisor = 5,
    /// 帥 將
    King = 6,
}

impl PieceKind {
    /// All kinds, in the order of their seed values.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::Pawn,
        PieceKind::Cannon,
        PieceKind::Rook,
        PieceKind::Horse,
        PieceKind::Elephant,
        PieceKind::Advisor,
        PieceKind::King,
    ];

    /// 0..7.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word in messages.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["pawn", "cannon", "rook", "horse", "elephant", "advisor", "king"][self as usize]
    }

    /// The upper-case FEN letter we print.
    #[must_use]
    pub const fn letter(self) -> char {
        ['P', 'C', 'R', 'N', 'B', 'A', 'K'][self as usize]
    }

    /// The kind of a FEN letter in either case; `E` and `H` are read as `B` and `N`.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<PieceKind> {
        match letter.to_ascii_uppercase() {
            'P' => Some(PieceKind::Pawn),
            'C' => Some(PieceKind::Cannon),
            'R' => Some(PieceKind::Rook),
            'N' | 'H' => Some(PieceKind::Horse),
            'B' | 'E' => Some(PieceKind::Elephant),
            'A' => Some(PieceKind::Advisor),
            'K' => Some(PieceKind::King),
            _ => None,
        }
    }
}

/// A kind and its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Who owns it.
    pub side: Side,
    /// What it is.
    pub kind: PieceKind,
}

/// Different pieces there are.
pub(crate) const PIECES: usize = 14;

impl Piece {
    /// A kind and its owner.
    #[must_use]
    pub const fn new(side: Side, kind: PieceKind) -> Self {
        Piece { side, kind }
    }

    /// 0..14: Red's seven kinds, then Black's.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.side as usize * 7 + self.kind as usize
    }

    /// The piece of an index below 14.
    #[inline]
    pub(crate) const fn from_index(index: u8) -> Self {
        let side = if index < 7 { Side::Red } else { Side::Black };
        Piece { side, kind: PieceKind::ALL[(index % 7) as usize] }
    }

    /// What the seed's sums count for it: 2, 4, 8, 16, 32, 64, 128 from pawn to king, one more for Black.
    #[must_use]
    pub const fn seed_value(self) -> u16 {
        (2 << self.kind as u16) + self.side as u16
    }

    /// The FEN letter: upper case for Red.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::Red => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a FEN letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
        PieceKind::from_letter(letter).map(|kind| Piece { side, kind })
    }

    /// The Chinese character on the piece, in traditional script; [`Script::character`](crate::Script::character)
    /// has both scripts.
    #[must_use]
    pub const fn character(self) -> char {
        crate::notation::Script::Traditional.character(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_there_and_back() {
        for index in 0..PIECES {
            let piece = Piece::from_index(index as u8);
            assert_eq!(piece.index(), index);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
        assert_eq!(Piece::from_letter('e'), Piece::from_letter('b'));
        assert_eq!(Piece::from_letter('H'), Piece::from_letter('N'));
        assert_eq!(Piece::from_letter('x'), None);
    }
}
