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
//!
//! A page may hold several games, each between `[DhtmlXQ]` and `[/DhtmlXQ]`. Moves that cannot be played
//! end their variation with a warning.

use super::cursor::Cursor;
use super::{Game, GameError, GameFile, ORDER};
use crate::moves::Move;
use crate::notation::NotationError;
use crate::piece::{Piece, Side};
use crate::position::Position;
use crate::rules::Outcome;
use crate::setup::Setup;
use crate::square::Square;
use std::collections::BTreeMap;

/// Fields of the format and the PGN tags they stand for.
const TAGS: [(&str, &str); 12] = [
    ("title", "Title"),
    ("event", "Event"),
    ("round", "Round"),
    ("date", "Date"),
    ("place", "Site"),
    ("red", "Red"),
    ("redteam", "RedTeam"),
    ("black", "Black"),
    ("blackteam", "BlackTeam"),
    ("open", "Opening"),
    ("remark", "Annotator"),
    ("author", "Author"),
];

fn fault(what: impl Into<String>) -> GameError {
    GameError::Form { line: 1, what: what.into() }
}

const FIELD: &str = "[DhtmlXQ_";

/// All fields in order: name and content.
fn fields(text: &str) -> Vec<(&str, &str)> {
    let mut fields = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(FIELD) {
        rest = &rest[at + FIELD.len()..];
        let Some(end) = rest.find(']') else { break };
        let name = &rest[..end];
        let after = &rest[end + 1..];
        // No field holds another, so the search for its end never goes past the next one.
        let within = &after[..after.find(FIELD).unwrap_or(after.len())];
        if let Some(close) = within.find(&format!("[/DhtmlXQ_{name}]")) {
            fields.push((name, &after[..close]));
        }
        rest = after;
    }
    fields
}

/// Digits in groups of so many; nothing where there is another sign, or a group is not whole.
fn digits<const N: usize>(text: &str) -> Option<Vec<[u8; N]>> {
    let digits: Vec<u8> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(10).map(|d| d as u8))
        .collect::<Option<_>>()?;
    let groups = digits.chunks_exact(N);
    if !groups.remainder().is_empty() {
        return None;
    }
    groups.map(|group| group.try_into().ok()).collect()
}

fn point(file: u8, from_top: u8) -> Option<Square> {
    Square::at(file, 9u8.checked_sub(from_top)?)
}

fn moves(text: &str) -> Result<Vec<Move>, GameError> {
    let groups = digits::<4>(text).ok_or_else(|| fault("moves need four digits each"))?;
    groups
        .iter()
        .map(|g| match (point(g[0], g[1]), point(g[2], g[3])) {
            (Some(from), Some(to)) => Ok(Move::new(from, to)),
            _ => Err(fault(format!("{g:?} is no move: files 0-8 and ranks 0-9 are possible"))),
        })
        .collect()
}

/// A variation that was read: where it begins and the nodes of its moves.
struct Variation {
    parent: u32,
    /// The number of its first move, counted from the start of the game.
    ply: usize,
    nodes: Vec<usize>,
}

/// The node after so many plies along a variation and what comes before it.
fn node_at(variations: &BTreeMap<u32, Variation>, number: u32, ply: usize) -> Option<usize> {
    let mut variation = variations.get(&number)?;
    // Parents are read before their children, so the way up ends.
    while ply < variation.ply {
        if variation.ply <= 1 {
            return Some(0);
        }
        variation = variations.get(&variation.parent)?;
    }
    variation.nodes.get(ply - variation.ply).copied()
}

impl Game {
    /// Reads the games of a page in DhtmlXQ, and says what of them could not be read.
    ///
    /// # Errors
    /// When no game has a board and moves that can be read.
    pub fn read_dhtmlxq(text: &str) -> Result<GameFile, GameError> {
        let mut file = GameFile::default();
        let mut refused = None;
        for block in text.split("[DhtmlXQ]").filter(|block| block.contains(FIELD)) {
            match Game::read_block(block) {
                Ok((game, warnings)) => {
                    file.games.push(game);
                    file.warnings.extend(warnings);
                }
                Err(error) => refused = refused.or(Some(error)),
            }
        }
        match refused {
            Some(error) if file.games.is_empty() => Err(error),
            refused => {
                file.warnings.extend(refused);
                Ok(file)
            }
        }
    }

    fn read_block(text: &str) -> Result<(Game, Vec<GameError>), GameError> {
        let fields = fields(text);
        let field = |name: &str| fields.iter().find(|(known, _)| *known == name).map(|(_, content)| *content);
        let list = moves(field("movelist").unwrap_or(""))?;
        let mut setup = Setup::start();
        if let Some(board) = field("binit").filter(|board| !board.trim().is_empty()) {
            setup = Setup::empty();
            let groups = digits::<2>(board).filter(|groups| groups.len() == 32);
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
        let mut warnings = Vec::new();
        let mut cursor = Cursor::new(&game);
        let nodes = game.play(&mut cursor, &list, &mut warnings);
        let mut variations = BTreeMap::from([(0, Variation { parent: 0, ply: 1, nodes })]);
        for (name, content) in &fields {
            let numbers = name
                .strip_prefix("move_")
                .map(|rest| rest.split('_').map(|n| n.parse::<u32>().ok()).collect::<Option<Vec<u32>>>());
            let Some(Some(numbers)) = numbers else { continue };
            let [parent, ply, number] = numbers[..] else { continue };
            let ply = ply as usize;
            let after = if ply == 1 {
                Some(0)
            } else {
                ply.checked_sub(1).and_then(|p| node_at(&variations, parent, p))
            };
            let Some(after) = after.filter(|_| !variations.contains_key(&number)) else {
                warnings.push(fault(format!("variation {number} leaves no known move and is left out")));
                continue;
            };
            cursor.go(&game, after);
            match moves(content) {
                Ok(list) => {
                    let nodes = game.play(&mut cursor, &list, &mut warnings);
                    variations.insert(number, Variation { parent, ply, nodes });
                }
                Err(error) => warnings.push(error),
            }
        }
        for (name, content) in &fields {
            let Some(rest) = name.strip_prefix("comment") else { continue };
            let (variation, ply) = rest.split_once('_').unwrap_or(("0", rest));
            let (Ok(variation), Ok(ply)) = (variation.parse::<u32>(), ply.parse::<usize>()) else { continue };
            let node = if ply == 0 { Some(0) } else { node_at(&variations, variation, ply) };
            if let Some(node) = node {
                game.comment(node, &content.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
        Ok((game, warnings))
    }

    /// Plays moves from a cursor on, up to the first that is not legal; returns their nodes.
    fn play(&mut self, cursor: &mut Cursor, moves: &[Move], warnings: &mut Vec<GameError>) -> Vec<usize> {
        let mut nodes = Vec::with_capacity(moves.len());
        for &m in moves {
            if !cursor.board.is_legal(m) {
                let error = NotationError::illegal(&cursor.board, &m.to_string());
                warnings.push(GameError::Play { number: cursor.depth() + 1, error });
                break;
            }
            let node = self.add(cursor.node(), m);
            cursor.down(node, m);
            nodes.push(node);
        }
        nodes
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
        // Lines still to be written: the node they leave, which of the moves after it they begin with, and
        // the variation and ply they leave. The last one is next, so numbers go down the tree first.
        let mut lines = vec![(0, 0, 0, 1)];
        let mut count = 0;
        while let Some((from, first, parent, ply)) = lines.pop() {
            let own = count;
            count += 1;
            let nodes = self.write_line_of((from, first), (parent, ply, own), &mut put);
            // Variations that leave at the i-th move of this line stand beside its node.
            let mut beside = Vec::new();
            for i in 0..nodes.len() {
                let before = if i == 0 { from } else { nodes[i - 1] };
                // Those beside the first move of a variation are its parent's.
                if i > 0 || own == 0 {
                    let others = 1..self.node(before).next.len();
                    beside.extend(others.map(|other| (before, other, own, ply + i)));
                }
            }
            lines.extend(beside.into_iter().rev());
        }
        text.push_str("[/DhtmlXQ]\n");
        text
    }

    /// Writes one line with its comments; returns its nodes.
    fn write_line_of(
        &self,
        (from, first): (usize, usize),
        (parent, ply, own): (usize, usize, usize),
        put: &mut dyn FnMut(&str, &str),
    ) -> Vec<usize> {
        let digits = |m: Move| {
            let (from, to) = (m.from(), m.to());
            format!("{}{}{}{}", from.file(), 9 - from.rank(), to.file(), 9 - to.rank())
        };
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
        for (i, &node) in nodes.iter().enumerate() {
            if !self.node(node).comment.is_empty() {
                let at = ply + i;
                let name = if own == 0 { format!("comment{at}") } else { format!("comment{own}_{at}") };
                put(&name, &self.node(node).comment);
            }
        }
        nodes
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
        let game = Game::read_dhtmlxq(&text).unwrap().games.remove(0);
        assert_eq!(game.start, Position::start());
        let pgn = game.to_pgn(Notation::Uci);
        assert!(pgn.contains("1. h3e3 {central} 1... h10g8 (1... h8e8)"), "{pgn}");
    }

    #[test]
    fn a_tree_comes_back() {
        let pgn =
            "1. C2=5 {a} H8+7 (1... C8=5 2. H2+3 (2. H8+7 {left} R9+1)) (1... H2+3) 2. H2+3 R9=8 {end} *";
        let game = &Game::read(pgn.as_bytes()).unwrap()[0];
        let again = Game::read_dhtmlxq(&game.to_dhtmlxq()).unwrap().games.remove(0);
        assert_eq!(again.to_pgn(Notation::Uci), game.to_pgn(Notation::Uci), "{}", game.to_dhtmlxq());
    }

    proptest! {
        #[test]
        fn no_text_panics(board in "[0-9]{0,66}", moves in "[0-9 ]{0,24}", number in "[0-9_]{0,6}") {
            let text = format!("[DhtmlXQ_binit]{board}[/DhtmlXQ_binit][DhtmlXQ_movelist]{moves}[/DhtmlXQ_movelist]\
                [DhtmlXQ_move_{number}]{moves}[/DhtmlXQ_move_{number}]");
            let _ = Game::read_dhtmlxq(&text);
        }
    }

    /// Issue 18, defect 11.
    #[test]
    fn the_annotator_survives_dhtmlxq() {
        let mut game = Game::new(Position::start());
        game.tags = vec![("Annotator".into(), "甲".into()), ("Author".into(), "乙".into())];
        let again = Game::read_dhtmlxq(&game.to_dhtmlxq()).unwrap().games.remove(0);
        assert_eq!(again.tags, game.tags);
    }

    /// Issue 18, defect 2: an illegal move ends its own variation only.
    #[test]
    fn an_illegal_move_ends_its_dhtmlxq_variation() {
        let text = "[DhtmlXQ_movelist]774770627747[/DhtmlXQ_movelist][DhtmlXQ_move_0_2_1]7242[/DhtmlXQ_move_0_2_1]\
            [DhtmlXQ_move_7_2_3]7242[/DhtmlXQ_move_7_2_3]";
        let file = Game::read_dhtmlxq(text).unwrap();
        assert_eq!((file.games[0].main_line().len(), file.games[0].node(1).next.len()), (2, 2));
        assert_eq!(file.warnings.len(), 2, "{:?}", file.warnings);
    }
}
