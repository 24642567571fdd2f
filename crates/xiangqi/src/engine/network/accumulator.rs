//! The sums of a position, carried along with its moves.
//!
//! A move changes two rows, a capture three. The sums are only made when a value is asked for: then from the
//! nearest position above whose sums are there, move by move; from nothing where the side's own king has
//! changed the rows it sees.

use super::inputs::{View, phase};
use super::lanes::{Lanes, add, capture, quiet};
use super::weights::Network;
use crate::moves::Move;
use crate::piece::{Piece, PieceKind, Side};
use crate::position::{EMPTY, Position};
use crate::square::Square;

/// The sums of one position on the line, and how it was reached.
#[derive(Debug, Clone)]
struct Slot {
    /// By side.
    sums: [Lanes; 2],
    ready: [bool; 2],
    views: [View; 2],
    /// What moved, as an index; [`EMPTY`] where nothing did.
    moved: u8,
    taken: u8,
    from: Square,
    to: Square,
}

/// The sums along a line of moves.
#[derive(Debug)]
pub(in crate::engine) struct Stack {
    slots: Vec<Slot>,
    top: usize,
}

impl Network {
    /// The sums of one view from nothing.
    fn refresh(&self, position: &Position, view: View, sums: &mut Lanes) {
        sums.clone_from(&self.bias);
        for row in view.rows(position) {
            add(self.path, sums, &self.rows[row]);
        }
    }

    /// The value of a position for the side to move, from nothing.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        let mut stack = Stack::new(position, 1);
        stack.value(self, position)
    }
}

impl Stack {
    /// A line that begins with a position; `length` positions fit before it grows.
    pub(in crate::engine) fn new(position: &Position, length: usize) -> Self {
        let slot = Slot {
            sums: [Lanes([0; _]), Lanes([0; _])],
            ready: [false; 2],
            views: Side::ALL.map(|side| View::of(position, side)),
            moved: EMPTY,
            taken: EMPTY,
            from: Square::new(0),
            to: Square::new(0),
        };
        Stack { slots: vec![slot; length], top: 0 }
    }

    fn push(&mut self) -> (&Slot, &mut Slot) {
        self.top += 1;
        if self.top == self.slots.len() {
            self.slots.push(self.slots[self.top - 1].clone());
        }
        let (before, now) = self.slots.split_at_mut(self.top);
        now[0].ready = [false; 2];
        (&before[self.top - 1], &mut now[0])
    }

    /// A move is about to be made.
    #[inline]
    pub(in crate::engine) fn make(&mut self, position: &Position, m: Move) {
        let (before, now) = self.push();
        now.moved = position.code(m.from());
        now.taken = position.code(m.to());
        (now.from, now.to) = (m.from(), m.to());
        now.views = before.views;
        let piece = Piece::from_index(now.moved);
        if piece.kind == PieceKind::King {
            now.views[piece.side.index()] = View::new(piece.side, m.to());
        }
    }

    /// The turn is given away.
    pub(in crate::engine) fn pass(&mut self) {
        let (before, now) = self.push();
        (now.moved, now.views) = (EMPTY, before.views);
    }

    /// The last move, or pass, is taken back.
    #[inline]
    pub(in crate::engine) fn undo(&mut self) {
        self.top -= 1;
    }

    /// Makes the sums of a side's view of the last position.
    fn fill(&mut self, network: &Network, position: &Position, side: Side) {
        let side = side.index();
        let view = self.slots[self.top].views[side];
        let mut at = self.top;
        while !self.slots[at].ready[side] {
            if at == 0 || self.slots[at - 1].views[side] != view {
                let slot = &mut self.slots[self.top];
                network.refresh(position, view, &mut slot.sums[side]);
                slot.ready[side] = true;
                return;
            }
            at -= 1;
        }
        while at < self.top {
            at += 1;
            let (before, now) = self.slots.split_at_mut(at);
            let (last, slot) = (&before[at - 1].sums[side], &mut now[0]);
            let row = |code: u8, square: Square| &network.rows[view.row(code, square)];
            let sums = &mut slot.sums[side];
            if slot.moved == EMPTY {
                sums.clone_from(last);
            } else {
                let (gone, come) = (row(slot.moved, slot.from), row(slot.moved, slot.to));
                if slot.taken == EMPTY {
                    quiet(network.path, sums, last, gone, come);
                } else {
                    capture(network.path, sums, last, gone, come, row(slot.taken, slot.to));
                }
            }
            slot.ready[side] = true;
        }
    }

    /// The value of the last position, which is this one, for the side to move.
    #[inline]
    pub(in crate::engine) fn value(&mut self, network: &Network, position: &Position) -> i32 {
        for side in Side::ALL {
            if !self.slots[self.top].ready[side.index()] {
                self.fill(network, position, side);
            }
        }
        let sums = &self.slots[self.top].sums;
        let side = position.side();
        network.value(&sums[side.index()], &sums[side.other().index()], phase(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::placement;
    use ludex_core::Random;

    fn long() -> bool {
        std::env::var_os("LUDEX_LONG").is_some()
    }

    /// Walks all moves to a depth, asking for the value at every node.
    fn walk(stack: &mut Stack, network: &Network, board: &mut Position, depth: u32) -> u64 {
        assert_eq!(stack.value(network, board), network.evaluate(board), "{board}");
        if depth == 0 {
            return 1;
        }
        let mut nodes = 1;
        for &m in board.legal_moves().iter() {
            stack.make(board, m);
            let undo = board.make(m);
            nodes += walk(stack, network, board, depth - 1);
            board.undo(m, undo);
            stack.undo();
        }
        nodes
    }

    #[test]
    fn sums_that_run_along_equal_sums_from_nothing() {
        let network = Network::embedded();
        let mut board = Position::start();
        // Issue 18, bar 3: in the long form every node of perft 4.
        let (depth, nodes) =
            if long() { (4, 1 + 44 + 1920 + 79_666 + 3_290_240) } else { (2, 1 + 44 + 1920) };
        assert_eq!(walk(&mut Stack::new(&board, 1), &network, &mut board, depth), nodes);
        // Kings that wander, captures, checks.
        let fen = "3k1ab2/4a4/4b4/9/2pR5/9/4p4/4C4/3rA4/2B1K4 w";
        let mut board = Position::try_from(&fen.parse().unwrap()).unwrap();
        assert!(walk(&mut Stack::new(&board, 1), &network, &mut board, 3) > 5000);
    }

    /// As in a search: values asked for here and there, passes between.
    #[test]
    fn sums_made_late_are_the_same() {
        let network = Network::embedded();
        let mut random = Random::new(5);
        for _ in 0..40 {
            let mut board = Position::start();
            let mut stack = Stack::new(&board, 4);
            for _ in 0..100 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                if random.below(8) == 0 && !board.in_check(board.side()) {
                    board.pass();
                    stack.pass();
                } else {
                    let m = moves[random.below(moves.len() as u64) as usize];
                    stack.make(&board, m);
                    let _ = board.make(m);
                }
                if random.below(3) == 0 {
                    assert_eq!(stack.value(&network, &board), network.evaluate(&board));
                }
            }
        }
    }

    #[test]
    fn all_paths_give_equal_numbers() {
        let network = Network::embedded();
        let networks: Vec<Network> =
            super::super::Path::all().iter().map(|&path| network.on_path(path)).collect();
        let mut random = Random::new(6);
        // Issue 18, bar 3: a million boards in the long form.
        for _ in 0..if long() { 1_000_000 } else { 20_000 } {
            let setup = placement(&mut random);
            let board = Position::try_from(&setup).unwrap();
            let value = networks[0].evaluate(&board);
            assert!(networks.iter().all(|network| network.evaluate(&board) == value), "{board}");
            let swapped = Position::try_from(&setup.colours_swapped()).unwrap();
            assert_eq!(value, networks[0].evaluate(&swapped));
        }
    }
}
