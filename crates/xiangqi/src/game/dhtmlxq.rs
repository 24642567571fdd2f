//! DhtmlXQ: bracketed fields with the board and the moves as digits.
//!
//! ```text
//!   [DhtmlXQ_binit]0919...[/DhtmlXQ_binit]      32 pieces, two digits each: file from the left, rank from
//!                                               the top; 99 off the board. Red's rook horse elephant
//!                                               advisor king advisor elephant horse rook, cannons, pawns,
//!                                               then Black's in the same order
//!   [DhtmlXQ_movelist]7747...[/DhtmlXQ_movelist] four digits a move: from, to
//!   [DhtmlXQ_move_0_3_1]...                     variation 1: it leaves variation 0 at its third move
//!   [DhtmlXQ_comment0] [DhtmlXQ_comment0_3]     on the game; on the third move of variation 0
//! ```

use super::{Game, GameError, ORDER};
use crate::moves::Move;
use crate::notation::NotationError;
use crate::piece::{Piece, Side};
use crate::position::Position;
use crate::rules::Outcome;
use crate::setup::Setup;
use crate::square::Square;

/// Fields of the format and the PGN tags they stand for.
const TAGS: [(&str, &str); 6] = [
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("red", "Red"),
    ("black", "Black"),
];

fn fault(what: impl Into<String>) -> GameError {
    GameError::Form { line: 1, what: what.into() }
}

/// All fields in order: name and content.
fn fields(text: &str) -> Vec<(&str, &str)> {
    let mut fields = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("[DhtmlXQ_") {
        rest = &rest[at + "[DhtmlXQ_".len()..];
        let Some(end) = rest.find(']') else { break };
        let name = &rest[..end];
        let after = &rest[end + 1..];
        if let Some(close) = after.find(&format!("[/DhtmlXQ_{name}]")) {
            fields.push((name, &after[..close]));
            rest = &after[close..];
        } else {
            rest = after;
        }
    }
    fields
}

fn digits(text: &str, group: usize) -> Option<Vec<Vec<u8>>> {
    let digits: Vec<u8> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(10).map(|d| d as u8))
        .collect::<Option<_>>()?;
    digits.len().is_multiple_of(group).then(|| digits.chunks(group).map(<[u8]>::to_vec).collect())
}

fn point(file: u8, from_top: u8) -> Option<Square> {
    Square::at(file, 9u8.checked_sub(from_top)?)
}

fn moves(text: &str) -> Result<Vec<Move>, GameError> {
    let groups = digits(text, 4).ok_or_else(|| fault("moves need four digits each"))?;
    groups
        .iter()
        .map(|g| match (point(g[0], g[1]), point(g[2], g[3])) {
            (Some(from), Some(to)) => Ok(Move::new(from, to)),
            _ => Err(fault(format!("{g:?} is no move: files 0-8 and ranks 0-9 are possible"))),
        })
        .collect()
}

impl Game {
    /// Reads a game in DhtmlXQ.
    ///
    /// # Errors
    /// When the board or the moves cannot be read.
    pub fn from_dhtmlxq(text: &str) -> Result<Game, GameError> {
        let fields = fields(text);
        let field = |name: &str| fields.iter().find(|(known, _)| *known == name).map(|(_, content)| *content);
        let list = moves(field("movelist").unwrap_or(""))?;
        let mut setup = Setup::start();
        if let Some(board) = field("binit").filter(|board| !board.trim().is_empty()) {
            setup = Setup::empty();
            let groups = digits(board, 2).filter(|groups| groups.len() == 32);
            let groups = groups.ok_or_else(|| fault("binit needs 64 digits"))?;
            for (i, group) in groups.iter().enumerate() {
                let side = Side::ALL[i / 16];
                if let Some(square) = point(group[0], group[1]) {
                    setup.put(square, Some(Piece::new(side, ORDER[i % 16])));
                }
            }
        }
        // The format does not say who begins: the owner of the first piece moved does.
        if let Some(piece) = list.first().and_then(|m| setup.get(m.from())) {
            setup.side = piece.side;
        }
        let mut game = Game::new(Position::try_from(&setup)?.playable()?);
        for (name, tag) in TAGS {
            if let Some(value) = field(name).map(str::trim).filter(|value| !value.is_empty()) {
                game.tags.push((tag.to_owned(), value.to_owned()));
            }
        }
        game.result = match field("result").map_or("", str::trim) {
            "红胜" | "紅勝" | "1-0" => Outcome::Wins(Side::Red),
            "黑胜" | "黑勝" | "0-1" => Outcome::Wins(Side::Black),
            "和棋" | "和" | "1/2-1/2" => Outcome::Draw,
            _ => Outcome::None,
        };
        // Every variation as the nodes of its moves, the root first.
        let mut variations: Vec<(u32, Vec<usize>)> = vec![(0, game.play(0, &list)?)];
        for (name, content) in &fields {
            let numbers = name
                .strip_prefix("move_")
                .map(|rest| rest.split('_').map(|n| n.parse::<u32>().ok()).collect::<Option<Vec<u32>>>());
            let Some(Some(numbers)) = numbers else { continue };
            let [parent, ply, number] = numbers[..] else { continue };
            let from = variations.iter().find(|(known, _)| *known == parent);
            let after = from.and_then(|(_, nodes)| nodes.get((ply as usize).checked_sub(1)?)).copied();
            let after = after.ok_or_else(|| fault(format!("variation {number} leaves no known move")))?;
            let before = from.map(|(_, nodes)| nodes[..ply as usize].to_vec()).unwrap_or_default();
            let mut nodes = before;
            nodes.extend_from_slice(&game.play(after, &moves(content)?)?[1..]);
            variations.push((number, nodes));
        }
        for (name, content) in &fields {
            let Some(rest) = name.strip_prefix("comment") else { continue };
            let (variation, ply) = rest.split_once('_').unwrap_or(("0", rest));
            let (Ok(variation), Ok(ply)) = (variation.parse::<u32>(), ply.parse::<usize>()) else { continue };
            let nodes = variations.iter().find(|(known, _)| *known == variation);
            if let Some(&node) = nodes.and_then(|(_, nodes)| nodes.get(ply)) {
                game.comment(node, &content.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
        Ok(game)
    }

    /// Plays moves after a node; returns that node and those of the moves.
    fn play(&mut self, after: usize, moves: &[Move]) -> Result<Vec<usize>, GameError> {
        let mut board = self.position_at(after);
        let mut nodes = vec![after];
        let mut at = after;
        for &m in moves {
            if !board.is_legal(m) {
                let error = NotationError::Illegal {
                    text: m.to_string(),
                    side: board.side().word(),
                    board: crate::text::board_text(&board.setup()),
                };
                return Err(GameError::Move { line: 1, error });
            }
            let _ = board.make(m);
            at = self.add(at, m);
            nodes.push(at);
        }
        Ok(nodes)
    }

    /// The position after a node.
    fn position_at(&self, node: usize) -> Position {
        let mut path = Vec::new();
        let mut at = node;
        // Parents stand before their children, so the way up is found going down once.
        for candidate in (0..node).rev() {
            if self.node(candidate).next.contains(&at) {
                path.extend(self.node(at).m);
                at = candidate;
            }
        }
        let mut board = self.start.clone();
        for m in path.into_iter().rev() {
            let _ = board.make(m);
        }
        board
    }

    /// Writes the game in DhtmlXQ; positions outside the normal piece set lose their extra pieces, and a
    /// start with Black to move is told by its first move.
    #[must_use]
    pub fn to_dhtmlxq(&self) -> String {
        let mut text = String::from("[DhtmlXQ]\n");
        let mut put = |name: &str, value: &str| {
            text.push_str(&format!("[DhtmlXQ_{name}]{}[/DhtmlXQ_{name}]\n", value.replace(['[', ']'], " ")));
        };
        for (name, tag) in TAGS {
            if let Some(value) = self.tag(tag) {
                put(name, value);
            }
        }
        let mut left: Vec<(Square, Piece)> = self.start.setup().pieces().collect();
        let mut board = String::with_capacity(64);
        for i in 0..32 {
            let piece = Piece::new(Side::ALL[i / 16], ORDER[i % 16]);
            match left.iter().position(|&(_, other)| other == piece) {
                Some(at) => {
                    let (square, _) = left.remove(at);
                    board.push_str(&format!("{}{}", square.file(), 9 - square.rank()));
                }
                None => board.push_str("99"),
            }
        }
        put("binit", &board);
        let result = match self.result {
            Outcome::Wins(Side::Red) => "红胜",
            Outcome::Wins(Side::Black) => "黑胜",
            Outcome::Draw => "和棋",
            Outcome::None => "未知",
        };
        put("result", result);
        let mut number = 0;
        self.write_variation(0, 0, (0, 0), &mut number, &mut put);
        text.push_str("[/DhtmlXQ]\n");
        text
    }

    /// Writes the line from a node on, then the variations that leave it, the deepest first.
    fn write_variation(
        &self,
        from: usize,
        first: usize,
        (parent, ply): (u32, usize),
        number: &mut u32,
        put: &mut dyn FnMut(&str, &str),
    ) {
        let own = *number;
        let digits = |m: Move| {
            let (from, to) = (m.from(), m.to());
            format!("{}{}{}{}", from.file(), 9 - from.rank(), to.file(), 9 - to.rank())
        };
        // The nodes of this line after `from`, its first one chosen by the caller.
        let mut nodes = Vec::new();
        let mut next = self.node(from).next.get(first).copied();
        while let Some(node) = next {
            nodes.push(node);
            next = self.node(node).next.first().copied();
        }
        let list: String = nodes.iter().filter_map(|&node| self.node(node).m).map(digits).collect();
        if own == 0 {
            put("movelist", &list);
            if !self.node(0).comment.is_empty() {
                put("comment0", &self.node(0).comment);
            }
        } else {
            put(&format!("move_{parent}_{ply}_{own}"), &list);
        }
        let base = if own == 0 { 0 } else { ply - 1 };
        for (i, &node) in nodes.iter().enumerate() {
            if !self.node(node).comment.is_empty() {
                let at = base + i + 1;
                let name = if own == 0 { format!("comment{at}") } else { format!("comment{own}_{at}") };
                put(&name, &self.node(node).comment);
            }
        }
        // Variations that leave at the i-th move of this line stand beside its node.
        for (i, &node) in nodes.iter().enumerate() {
            let before = if i == 0 { from } else { nodes[i - 1] };
            let skip = if i == 0 { first } else { 0 };
            for other in 0..self.node(before).next.len() {
                let taken = self.node(before).next[other] == node || (i == 0 && other <= skip);
                if !taken && (i > 0 || own == 0) {
                    *number += 1;
                    self.write_variation(before, other, (own, base + i + 1), number, put);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use proptest::prelude::*;

    const START: &str = "0919293949596979891777062646668600102030405060708012720323436383";

    #[test]
    fn the_start_board_is_read() {
        let text = format!(
            "[DhtmlXQ_binit]{START}[/DhtmlXQ_binit][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\
             [DhtmlXQ_move_0_2_1]7242[/DhtmlXQ_move_0_2_1][DhtmlXQ_comment1]central[/DhtmlXQ_comment1]"
        );
        let game = Game::from_dhtmlxq(&text).unwrap();
        assert_eq!(game.start, Position::start());
        let pgn = game.to_pgn(Notation::Uci);
        assert!(pgn.contains("1. h3e3 {central} 1... h10g8 (1... h8e8)"), "{pgn}");
    }

    #[test]
    fn a_tree_comes_back() {
        let pgn =
            "1. C2=5 {a} H8+7 (1... C8=5 2. H2+3 (2. H8+7 {left} R9+1)) (1... H2+3) 2. H2+3 R9=8 {end} *";
        let game = &Game::from_pgn(pgn).unwrap()[0];
        let again = Game::from_dhtmlxq(&game.to_dhtmlxq()).unwrap();
        assert_eq!(again.to_pgn(Notation::Uci), game.to_pgn(Notation::Uci), "{}", game.to_dhtmlxq());
    }

    proptest! {
        #[test]
        fn no_text_panics(board in "[0-9]{0,66}", moves in "[0-9 ]{0,24}", number in "[0-9_]{0,6}") {
            let text = format!("[DhtmlXQ_binit]{board}[/DhtmlXQ_binit][DhtmlXQ_movelist]{moves}[/DhtmlXQ_movelist]\
                [DhtmlXQ_move_{number}]{moves}[/DhtmlXQ_move_{number}]");
            let _ = Game::from_dhtmlxq(&text);
        }
    }
}
