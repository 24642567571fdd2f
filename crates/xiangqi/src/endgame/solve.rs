//! Retrograde analysis: from the positions without a move back to all that are won or lost.
//!
//! First every place is looked at once: captures are judged by the smaller tables, quiet moves counted.
//! Then, ply by ply, what is decided tells the places one quiet move before it: a place is won when one
//! move leads to a lost one, and lost when all its moves lead to won ones. What is left is drawn.
//!
//! A place stands for a board and its reflection. Moves are counted from the board that has the place, so
//! a step back has to find each of its moves once: see [`Lie`].

use super::layout::{Layout, Lie, Stand};
use super::{EndgameError, Value};
use crate::legal::Points;
use crate::piece::{Piece, PieceKind};
use crate::position::Position;
use crate::reach::{ADVISOR, ELEPHANT, HORSE_TO, KING, PAWN_TO, cross, diagonals, lines};
use crate::square::Square;
use ludex_core::{Progress, Stopped};

/// A place that no board has.
pub(super) const BROKEN: u16 = u16::MAX;
/// Not decided: a draw, in the end.
pub(super) const DRAWN: u16 = 0;
/// A count of moves that never comes to nothing: a capture holds the draw.
const HELD: u8 = u8::MAX;
/// Places between two reports.
const REPORT: usize = 1 << 14;

/// What a capture leads to, asked of the smaller tables.
pub(super) type Ask<'a> = dyn Fn(&Position) -> Result<Value, EndgameError> + 'a;

/// The solved ending: by place 0 for a draw, else 1 more than the plies to the end, or [`BROKEN`].
pub(super) struct Solved {
    pub(super) codes: Vec<u16>,
}

struct Solver<'a> {
    layout: &'a Layout,
    ask: &'a Ask<'a>,
    codes: Vec<u16>,
    /// Quiet moves that are not known to lose.
    open: Vec<u8>,
    /// By plies to the end: places that may be decided so.
    due: Vec<Vec<u32>>,
}

/// Solves an ending; `ask` judges positions with a piece less.
pub(super) fn solve(layout: &Layout, ask: &Ask<'_>, progress: &dyn Progress) -> Result<Solved, EndgameError> {
    let places = layout.places();
    if places >= u32::MAX as usize {
        return Err(EndgameError::TooLarge(layout.ending()));
    }
    let mut solver =
        Solver { layout, ask, codes: vec![BROKEN; places], open: vec![0; places], due: Vec::new() };
    let total = 2 * places as u64;
    for place in 0..places {
        if place.is_multiple_of(REPORT) {
            progress.report(place as u64, total)?;
        }
        solver.look(place)?;
    }
    let mut done = places as u64;
    let mut plies = 0;
    while plies < solver.due.len() {
        for place in std::mem::take(&mut solver.due[plies]) {
            // Found sooner by another way.
            if usize::from(solver.codes[place as usize]) == plies + 1 {
                done += 1;
                if done.is_multiple_of(REPORT as u64) {
                    progress.report(done.min(total), total)?;
                }
                solver.step_back(place as usize, plies)?;
            }
        }
        plies += 1;
    }
    Ok(Solved { codes: solver.codes })
}

impl Solver<'_> {
    fn decide(&mut self, place: usize, plies: usize) {
        // Two bytes hold any number of plies that comes up; the longest known are some hundreds.
        self.codes[place] = (plies + 1).min(usize::from(BROKEN) - 1) as u16;
        if self.due.len() <= plies {
            self.due.resize_with(plies + 1, Vec::new);
        }
        self.due[plies].push(place as u32);
    }

    /// Counts the moves of a place and judges its captures.
    fn look(&mut self, place: usize) -> Result<(), EndgameError> {
        let Some((stand, _)) = self.layout.stand(place) else { return Ok(()) };
        let position = self.layout.position(&stand);
        if !position.is_playable() {
            return Ok(());
        }
        self.codes[place] = DRAWN;
        let captures = self.captures(&position)?;
        self.open[place] = if captures.held { HELD } else { captures.quiet };
        if let Some(plies) = captures.win {
            self.decide(place, plies);
        } else if self.open[place] == 0 {
            self.decide(place, captures.loss);
        }
        Ok(())
    }

    fn captures(&self, position: &Position) -> Result<Captures, EndgameError> {
        let mut found = Captures { quiet: 0, win: None, loss: 0, held: false };
        let mut board = position.clone();
        for &m in position.legal_moves().iter() {
            if position.get(m.to()).is_none() {
                found.quiet += 1;
                continue;
            }
            let undo = board.make(m);
            let value = (self.ask)(&board);
            board.undo(m, undo);
            match value? {
                Value::Draw => found.held = true,
                Value::Loss(moves) => {
                    let plies = 2 * moves as usize + 1;
                    found.win = Some(found.win.map_or(plies, |best| best.min(plies)));
                }
                Value::Win(moves) => found.loss = found.loss.max(2 * moves as usize),
            }
        }
        // A win by a capture is no loss, whatever the other moves do.
        found.held |= found.win.is_some();
        Ok(found)
    }

    /// Tells the places one quiet move before a decided one.
    fn step_back(&mut self, place: usize, plies: usize) -> Result<(), EndgameError> {
        let Some((stand, lie)) = self.layout.stand(place) else { return Ok(()) };
        let position = self.layout.position(&stand);
        let lost = plies.is_multiple_of(2);
        let mover = stand.turn.other();
        for square in Points(position.of_side(mover)) {
            let Some(piece) = position.get(square) else { continue };
            for from in Points(starts(&position, square, piece) & !position.occupied()) {
                self.tell(&stand, lie, piece, (from, square), plies, lost)?;
            }
        }
        Ok(())
    }

    fn tell(
        &mut self,
        stand: &Stand,
        lie: Lie,
        piece: Piece,
        (from, to): (Square, Square),
        plies: usize,
        lost: bool,
    ) -> Result<(), EndgameError> {
        let Some(before) = self.layout.before(stand, piece.side, piece.kind, from, to) else { return Ok(()) };
        let (place, before_lie) = self.layout.place(&before);
        let code = self.codes[place];
        if code == BROKEN {
            return Ok(());
        }
        if lost {
            // A win in a ply more, unless one as short is known.
            if code == DRAWN || usize::from(code) > plies + 2 {
                self.decide(place, plies + 1);
            }
            return Ok(());
        }
        if code != DRAWN || self.open[place] == HELD {
            return Ok(());
        }
        // A board that is not its own reflection is reached from a symmetric one by two moves. One that is
        // symmetric is reached by a move and its reflection, of which the board with the place has one.
        let moves = match (lie, before_lie) {
            (Lie::Symmetric, Lie::Turned) => 0,
            (Lie::Own | Lie::Turned, Lie::Symmetric) => 2,
            _ => 1,
        };
        self.open[place] -= moves;
        if self.open[place] == 0 && moves > 0 {
            let worst = self.captures(&self.layout.position(&before))?.loss;
            self.decide(place, worst.max(plies + 1));
        }
        Ok(())
    }
}

struct Captures {
    quiet: u8,
    /// Plies of the shortest win by a capture.
    win: Option<usize>,
    /// Plies of the longest loss by a capture, 0 where there is none.
    loss: usize,
    /// A capture draws or wins.
    held: bool,
}

/// From where a piece may have come to a point, empty or not.
fn starts(position: &Position, square: Square, piece: Piece) -> u128 {
    let (at, side) = (square.index(), piece.side.index());
    match piece.kind {
        PieceKind::Rook | PieceKind::Cannon => {
            let (upright, across) = lines(position, square);
            cross(square, upright.rook, across.rook)
        }
        PieceKind::Horse => HORSE_TO[at][diagonals(position, square)],
        PieceKind::Pawn => PAWN_TO[side][at],
        PieceKind::Elephant => ELEPHANT[side][at][diagonals(position, square)],
        PieceKind::Advisor => ADVISOR[side][at],
        PieceKind::King => KING[side][at],
    }
}

impl From<Stopped> for EndgameError {
    fn from(_: Stopped) -> EndgameError {
        EndgameError::Stopped
    }
}

/// What a table says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Boards (a board and its reflection counted once) with the greater army to move: won, drawn, lost
    /// for it.
    pub strong: [u64; 3],
    /// The same with the lesser army to move, won, drawn, lost for that.
    pub weak: [u64; 3],
    /// Plies of the longest win.
    pub longest: u16,
}

impl Solved {
    /// Counts the results, and finds a longest win.
    pub(super) fn tally(&self, layout: &Layout) -> (Tally, Option<Position>) {
        let mut tally = Tally::default();
        let half = self.codes.len() / 2;
        let mut longest = None;
        for (place, &code) in self.codes.iter().enumerate().filter(|&(_, &code)| code != BROKEN) {
            let counts = if place < half { &mut tally.strong } else { &mut tally.weak };
            counts[match code {
                DRAWN => 1,
                code if code.is_multiple_of(2) => 0,
                _ => 2,
            }] += 1;
            if code != DRAWN && code.is_multiple_of(2) && code - 1 > tally.longest {
                (tally.longest, longest) = (code - 1, Some(place));
            }
        }
        let position = longest.and_then(|place| layout.stand(place));
        (tally, position.map(|(stand, _)| layout.position(&stand)))
    }
}

/// The value of a code that a board has.
pub(super) fn value(code: u16) -> Value {
    match code {
        DRAWN => Value::Draw,
        code if code.is_multiple_of(2) => Value::Win(u32::from(code) / 2),
        code => Value::Loss(u32::from(code) / 2),
    }
}

/// The place of a board of this ending; none where a piece stands where it never can.
pub(super) fn place_of(layout: &Layout, position: &Position, swapped: bool) -> Option<usize> {
    layout.read(position, swapped).map(|stand| layout.place(&stand).0)
}
