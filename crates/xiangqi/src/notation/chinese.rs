//! `炮二平五`: the same as WXF in four characters, Red's numbers Chinese, Black's full-width; in simplified
//! or traditional script.
//!
//! Two on a file are 前 and 后; three pawns 前 中 后; more, or several files with several pawns, are
//! numbered (from the mover's right, front to rear). Read are simplified and traditional characters and
//! numbers of any style.

use super::relative::{Hint, Loose, Nth, Relative, Way, Who};
use crate::moves::Move;
use crate::piece::{Piece, PieceKind, Side};
use crate::position::Position;

/// The two ways to write Chinese, on pieces and in moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Script {
    /// 车 马 炮 帅 将, 后 进
    Simplified,
    /// 車 馬 砲 帥 將, 後 進
    Traditional,
}

impl Script {
    /// The character on a piece.
    #[must_use]
    pub const fn character(self, piece: Piece) -> char {
        let row = match (self, piece.side) {
            (Script::Simplified, Side::Red) => ['兵', '炮', '车', '马', '相', '仕', '帅'],
            (Script::Simplified, Side::Black) => ['卒', '炮', '车', '马', '象', '士', '将'],
            (Script::Traditional, Side::Red) => ['兵', '炮', '車', '馬', '相', '仕', '帥'],
            (Script::Traditional, Side::Black) => ['卒', '砲', '車', '馬', '象', '士', '將'],
        };
        row[piece.kind as usize]
    }

    const fn rear(self) -> char {
        match self {
            Script::Simplified => '后',
            Script::Traditional => '後',
        }
    }

    const fn forward(self) -> char {
        match self {
            Script::Simplified => '进',
            Script::Traditional => '進',
        }
    }
}

const RED_NUMBERS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_NUMBERS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

fn number(side: Side, number: u8) -> char {
    let row = if side == Side::Red { RED_NUMBERS } else { BLACK_NUMBERS };
    row[(number.clamp(1, 9) - 1) as usize]
}

pub(super) fn write(position: &Position, m: Move, script: Script) -> String {
    let Some(relative) = Relative::of(position, m) else { return m.to_string() };
    let side = relative.piece.side;
    let piece = script.character(relative.piece);
    let mut text = String::with_capacity(12);
    match relative.who {
        Who::File(file) => text.extend([piece, number(side, file)]),
        Who::Front => text.extend(['前', piece]),
        Who::Rear => text.extend([script.rear(), piece]),
        Who::Nth(Nth { nth, count: 3, all: None, .. }) => {
            text.extend([['前', '中', script.rear()][usize::from(nth - 1).min(2)], piece]);
        }
        Who::Nth(Nth { nth, all, .. }) if relative.piece.kind == PieceKind::Pawn => {
            text.extend([number(side, all.unwrap_or(nth)), piece]);
        }
        Who::Nth(_) => return m.to_string(),
    }
    let (way, target) = match relative.way {
        Way::Forward(number) => (script.forward(), number),
        Way::Back(number) => ('退', number),
        Way::Across(number) => ('平', number),
    };
    text.extend([way, number(side, target)]);
    text
}

/// A text in one spelling of characters and numbers, or nothing where a character means nothing here.
pub(super) fn normal(text: &str) -> Option<String> {
    if text.is_ascii() {
        return super::coordinates(text, 1).map(|m| m.to_string());
    }
    let one = |c: char| {
        Some(match c {
            '兵' | '卒' => 'P',
            '炮' | '砲' | '包' | '炰' => 'C',
            '车' | '車' | '俥' | '伡' => 'R',
            '马' | '馬' | '傌' | '㐷' => 'N',
            '相' | '象' => 'B',
            '仕' | '士' => 'A',
            '帅' | '帥' | '将' | '將' => 'K',
            '前' => 'f',
            '中' => 'm',
            '后' | '後' => 'r',
            '进' | '進' => '+',
            '退' => '-',
            '平' => '=',
            '1'..='9' => c,
            _ => {
                let find = |row: [char; 9]| row.iter().position(|&number| number == c);
                let index = find(RED_NUMBERS).or_else(|| find(BLACK_NUMBERS))?;
                (b'1' + index as u8) as char
            }
        })
    };
    let mut letters: Vec<char> = text.chars().map(one).collect::<Option<_>>()?;
    // `炮前平五` is written by some for `前炮平五`.
    if letters.len() == 4 && matches!(letters[1], 'f' | 'm' | 'r') {
        letters.swap(0, 1);
    }
    (letters.len() == 4).then(|| letters.into_iter().collect())
}

/// What a text in the form of [`normal`] may mean to another writer: four or five pawns as 前 二 三 四 后,
/// the front and rear of advisors and elephants, a file where two stand.
pub(super) fn loose(normal: &str) -> Option<Loose> {
    let letters: Vec<char> = normal.chars().collect();
    let [first, second, way, number] = letters[..] else { return None };
    let digit = |c: char| c.to_digit(10).map(|digit| digit as u8);
    let (piece, hint) = match (first, second) {
        ('f', piece) => (piece, Hint::Front),
        ('m', piece) => (piece, Hint::Middle),
        ('r', piece) => (piece, Hint::Rear),
        (nth, piece) if nth.is_ascii_digit() => (piece, Hint::Nth(digit(nth)?)),
        (piece, file) => (piece, Hint::File(digit(file)?)),
    };
    let kind = if piece.is_ascii_uppercase() { PieceKind::from_letter(piece)? } else { return None };
    let number = digit(number)?;
    let way = match way {
        '+' => Way::Forward(number),
        '-' => Way::Back(number),
        '=' => Way::Across(number),
        _ => return None,
    };
    Some(Loose { kind, hint, way })
}
