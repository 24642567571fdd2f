//! The position editor: a piece is chosen, then put on points of the board.

use super::board::{drawn, label, piece_word, seen, side_word};
use super::{Answer, Asked, Point};
use crate::text::Text;
use ludex_xiangqi::{Piece, PieceKind, Position, Setup, Side, Square};

/// The pieces in the order of the tray.
const KINDS: [PieceKind; 7] = [
    PieceKind::King,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Rook,
    PieceKind::Cannon,
    PieceKind::Pawn,
];

/// What can be put on a point.
pub(super) struct Tool {
    pub(super) character: char,
    /// What it is called by those who cannot see it.
    pub(super) name: String,
    pub(super) class: &'static str,
    pub(super) link: String,
    pub(super) chosen: bool,
}

/// Puts a piece, changes the side or clears the board, and tells whether it can be played.
pub(super) fn edit(t: &'static Text, asked: &mut Asked, answer: &mut Answer, mut setup: Setup) {
    if let Ok(square) = asked.at.parse::<Square>() {
        let piece = asked.put.chars().next().and_then(Piece::from_letter);
        setup.put(square, if setup.get(square) == piece { None } else { piece });
        asked.fen = setup.to_string();
    }
    if asked.verb == "side" {
        asked.fen = setup.to_string();
        asked.fen = match asked.fen.split_once(' ') {
            Some((board, rest)) => {
                format!("{board} {}{}", if rest.starts_with('w') { "b" } else { "w" }, &rest[1..])
            }
            None => format!("{} b", asked.fen),
        };
        if let Ok(other) = asked.fen.parse() {
            setup = other;
        }
    }
    if matches!(asked.verb.as_str(), "clear" | "start") {
        setup = if asked.verb == "clear" { Setup::empty() } else { Setup::start() };
        asked.fen = setup.to_string();
    }
    answer.fen = setup.to_string();
    answer.side_word = side_word(t, if answer.fen.contains(" b") { Side::Black } else { Side::Red });
    answer.board = drawn(&setup, asked);
    for square in seen(answer.flipped) {
        let (fen, at) = (answer.fen.clone(), square.to_string());
        let link = Some(asked.with(&[("fen", &fen), ("at", &at), ("moves", "")]));
        answer.points.push(Point { label: label(t, square, setup.get(square)), link, class: "", key: at });
    }
    let tool = |put: &str, asked: &Asked| asked.with(&[("fen", &answer.fen), ("put", put), ("moves", "")]);
    let mut tray = vec![Tool {
        character: '✕',
        name: t.take_away.to_owned(),
        class: "",
        link: tool("-", asked),
        chosen: asked.put == "-",
    }];
    for side in [Side::Red, Side::Black] {
        for kind in KINDS {
            let piece = Piece::new(side, kind);
            let letter = piece.letter().to_string();
            tray.push(Tool {
                character: piece.character(),
                name: format!("{} {}", side_word(t, side), piece_word(t, kind)),
                class: if side == Side::Red { "red" } else { "" },
                link: tool(&letter, asked),
                chosen: asked.put == letter,
            });
        }
    }
    answer.tray = tray;
    match Position::try_from(&setup).and_then(Position::playable) {
        Ok(_) => answer.verdict = t.is_playable.to_owned(),
        Err(error) => answer.unplayable = Some(error.to_string()),
    }
}
