//! The board: a drawing with a link over each of its points.

use super::super::look::svg;
use super::{Answer, Asked, Point};
use crate::text::Text;
use ludex_core::{Picture, Shape};
use ludex_xiangqi::{Move, Piece, PieceKind, Position, Setup, Side, Square, picture_in};

/// Draws the board as it is seen, without its margin.
pub(super) fn drawn(setup: &Setup, asked: &Asked) -> String {
    let picture = picture_in(setup, asked.letters());
    svg(&if asked.flip.is_empty() { picture } else { turned(picture) })
        // The links over the board are laid on its own measure, so the margin is cut off.
        .replacen(
            "width=\"400\" height=\"440\" viewBox=\"0 0 400 440\"",
            "width=\"360\" height=\"400\" viewBox=\"20 20 360 400\" aria-hidden=\"true\"",
            1,
        )
}

/// The picture as the other side sees it; characters stay upright.
fn turned(mut picture: Picture) -> Picture {
    let (w, h) = (picture.width, picture.height);
    for shape in &mut picture.shapes {
        match shape {
            Shape::Disc { x, y, .. } | Shape::Label { x, y, .. } => (*x, *y) = (w - *x, h - *y),
            Shape::Line { x1, y1, x2, y2, .. } => {
                (*x1, *y1, *x2, *y2) = (w - *x1, h - *y1, w - *x2, h - *y2);
            }
            _ => {}
        }
    }
    picture
}

/// The points of the board in the order they are seen.
pub(super) fn seen(flipped: bool) -> impl Iterator<Item = Square> {
    (0..90u8).filter_map(move |i| {
        let (row, column) = (i / 9, i % 9);
        if flipped { Square::at(8 - column, row) } else { Square::at(column, 9 - row) }
    })
}

/// The points as they can be played on.
pub(super) fn board(
    t: &'static Text,
    asked: &Asked,
    answer: &mut Answer,
    now: &Position,
    last: Option<Move>,
) {
    answer.board = drawn(&now.setup(), asked);
    let from: Option<Square> = asked.from.parse().ok();
    let legal = now.legal_moves();
    for square in seen(answer.flipped) {
        let piece = now.get(square);
        let mut label = label(t, square, piece);
        let target = from.and_then(|from| legal.iter().find(|m| m.from() == from && m.to() == square));
        let (class, link) = if let Some(m) = target {
            let played = if asked.moves.is_empty() { m.to_string() } else { format!("{} {m}", asked.moves) };
            label.push_str(&format!(", {}", t.can_go));
            let class = if piece.is_some() { "target takes" } else { "target" };
            (class, Some(asked.with(&[("moves", &played)])))
        } else if piece.is_some_and(|piece| piece.side == now.side()) && !answer.ended {
            let class = match (from == Some(square), last.is_some_and(|m| m.to() == square)) {
                (true, _) => "picked",
                (_, true) => "last",
                _ => "",
            };
            (class, Some(asked.with(&[("from", &square.to_string())])))
        } else {
            (if last.is_some_and(|m| m.to() == square || m.from() == square) { "last" } else { "" }, None)
        };
        answer.points.push(Point { label, link, class, key: square.to_string() });
    }
}

/// What a side is called.
pub(super) fn side_word(t: &'static Text, side: Side) -> &'static str {
    if side == Side::Red { t.side_red } else { t.side_black }
}

/// What a point is called by those who cannot see it.
pub(super) fn label(t: &'static Text, square: Square, piece: Option<Piece>) -> String {
    match piece {
        Some(piece) => format!("{square}: {} {}", side_word(t, piece.side), piece_word(t, piece.kind)),
        None => format!("{square}: {}", t.empty),
    }
}

/// What a piece is called.
pub(super) fn piece_word(t: &'static Text, kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => t.king,
        PieceKind::Advisor => t.advisor,
        PieceKind::Elephant => t.elephant,
        PieceKind::Horse => t.horse,
        PieceKind::Rook => t.rook,
        PieceKind::Cannon => t.cannon,
        PieceKind::Pawn => t.pawn,
    }
}
