//! A walk over a game's tree with its board: one board for the whole walk, moves made and taken back, so
//! that no depth of variations costs more than a few bytes a ply.

use super::Game;
use crate::moves::Move;
use crate::position::{Position, Undo};

/// Where a walk stands.
pub(super) struct Cursor {
    pub(super) board: Position,
    /// The nodes from the root to here, each with its move and what takes it back.
    path: Vec<(usize, Move, Undo)>,
}

impl Cursor {
    /// At the root.
    pub(super) fn new(game: &Game) -> Self {
        Cursor { board: game.start.clone(), path: Vec::new() }
    }

    /// The node it stands on.
    pub(super) fn node(&self) -> usize {
        self.path.last().map_or(0, |&(node, ..)| node)
    }

    /// Plies from the root.
    pub(super) fn depth(&self) -> usize {
        self.path.len()
    }

    /// Makes the move of a node that follows this one.
    pub(super) fn down(&mut self, node: usize, m: Move) {
        let undo = self.board.make(m);
        self.path.push((node, m, undo));
    }

    /// Takes the last move back; returns its node and the move.
    pub(super) fn up(&mut self) -> Option<(usize, Move)> {
        let (node, m, undo) = self.path.pop()?;
        self.board.undo(m, undo);
        Some((node, m))
    }

    /// Takes moves back to a depth.
    pub(super) fn up_to(&mut self, depth: usize) {
        while self.path.len() > depth {
            self.up();
        }
    }

    /// Goes to any node of the game.
    pub(super) fn go(&mut self, game: &Game, node: usize) {
        // Nodes are numbered as they were added, so numbers grow along the path: up from there to where
        // it is met, then down.
        let mut way = Vec::new();
        let mut at = node;
        let common = loop {
            if at == 0 {
                break 0;
            }
            if let Ok(index) = self.path.binary_search_by_key(&at, |&(node, ..)| node) {
                break index + 1;
            }
            way.push(at);
            at = game.nodes[at].parent;
        };
        self.up_to(common);
        for &node in way.iter().rev() {
            if let Some(m) = game.nodes[node].m {
                self.down(node, m);
            }
        }
    }
}
