//! Under which conditions a setup counts as built: lines that may go, T-spins, back-to-back.

use super::WordError;
use super::order::Order;
use super::placement::{Memo, Placement};
use super::reach::{Drop, Reach, Spin};
use super::trie::Steps;
use super::word::{Word, full_rows, row_mask, without_rows};
use crate::piece::Piece;
use std::collections::HashMap;
use std::str::FromStr;

/// Which T-spins count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpinKind {
    /// Every T-spin that clears a line, small ones too.
    Any,
    /// T-spins that clear one line or more, but no small ones.
    Single,
    /// Two lines or more.
    Double,
    /// Three lines.
    Triple,
}

impl SpinKind {
    fn has(self, spin: Option<Spin>, lines: u32) -> bool {
        match self {
            SpinKind::Any => spin.is_some() && lines > 0,
            SpinKind::Single => spin == Some(Spin::Whole) && lines > 0,
            SpinKind::Double => spin == Some(Spin::Whole) && lines > 1,
            SpinKind::Triple => spin == Some(Spin::Whole) && lines > 2,
        }
    }

    fn read(text: &str) -> Option<SpinKind> {
        Some(match text {
            "any" | "any-tspin" | "tspin0" => SpinKind::Any,
            "tss" | "tspin1" => SpinKind::Single,
            "tsd" | "tspin2" => SpinKind::Double,
            "tst" | "tspin3" => SpinKind::Triple,
            _ => return None,
        })
    }
}

/// What must come about while a setup is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Every clear has so many lines or more, or may be a perfect clear; 1 line is no condition.
    Lines {
        /// Fewest lines of a clear.
        least: u32,
        /// Whether a perfect clear of fewer lines is as good.
        or_perfect: bool,
    },
    /// Some piece clears four lines.
    Tetris,
    /// The last piece clears four lines.
    TetrisEnd,
    /// Some T-spin of a kind clears lines.
    Spin(SpinKind),
    /// Only T-spins and clears of four lines.
    BackToBack,
}

impl FromStr for Mode {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Mode, WordError> {
        let typed = text.to_ascii_lowercase();
        let wrong = || WordError::Mode(text.chars().take(40).collect());
        if let Some(kind) = SpinKind::read(&typed) {
            return Ok(Mode::Spin(kind));
        }
        let (lines, or_perfect) = match typed.strip_suffix("-or-pc") {
            Some(lines) => (lines, true),
            None => (typed.as_str(), false),
        };
        match typed.as_str() {
            "normal" => return Ok(Mode::Lines { least: 1, or_perfect: false }),
            "tetris" => return Ok(Mode::Tetris),
            "tetris-end" => return Ok(Mode::TetrisEnd),
            "b2b" => return Ok(Mode::BackToBack),
            _ => {}
        }
        let digits =
            ["lines", "line", "l"].iter().find_map(|end| lines.strip_suffix(end)).ok_or_else(wrong)?;
        let least = digits.parse().ok().filter(|n| (1..=4).contains(n)).ok_or_else(wrong)?;
        Ok(Mode::Lines { least, or_perfect })
    }
}

/// How a T comes down where that differs from the other pieces, which then fall straight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TDrop {
    /// It may step and turn.
    Soft,
    /// It must be a T-spin of a kind.
    Spin(SpinKind),
}

impl FromStr for TDrop {
    type Err = WordError;

    fn from_str(text: &str) -> Result<TDrop, WordError> {
        match text {
            "t-softdrop" | "t-soft" => Ok(TDrop::Soft),
            _ => SpinKind::read(text).map(TDrop::Spin).ok_or_else(|| WordError::Drop(text.to_owned())),
        }
    }
}

/// All conditions of a cover.
///
/// # Examples
/// ```
/// use ludex_tetris::solve::{Conditions, Mode};
/// assert_eq!("3L-or-PC".parse(), Ok(Mode::Lines { least: 3, or_perfect: true }));
/// assert!(Conditions::default().are_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Conditions {
    /// What must come about.
    pub mode: Mode,
    /// With T-spins: the first clears, so many, are T-spins or of four lines.
    pub starting_b2b: u8,
    /// The last pieces, so many, may step and turn whatever the drop.
    pub last_soft: u8,
    /// Most pieces that do not simply fall.
    pub most_soft: Option<u8>,
    /// Most clears.
    pub most_clears: Option<u8>,
    /// How a T comes down.
    pub t_drop: Option<TDrop>,
}

impl Default for Conditions {
    fn default() -> Conditions {
        Conditions {
            mode: Mode::Lines { least: 1, or_perfect: false },
            starting_b2b: 0,
            last_soft: 0,
            most_soft: None,
            most_clears: None,
            t_drop: None,
        }
    }
}

impl Conditions {
    /// Whether there is no condition but that all pieces get to their places.
    #[must_use]
    pub fn are_none(&self) -> bool {
        *self == Conditions::default()
    }
}

/// What was placed, and what came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct State {
    set: u16,
    placed: u32,
    /// Pieces that did not simply fall.
    soft: u8,
    clears: u8,
    /// Clears from the start that were T-spins or of four lines, as far as they are counted.
    b2b: u8,
    /// What the mode wants has come about.
    met: bool,
}

/// The pieces of a building under conditions.
pub(crate) struct Judge<'a, W, R> {
    conditions: Conditions,
    /// Whether pieces other than T may step and turn.
    all_turn: bool,
    base: W,
    lines: u32,
    hard: Order<'a, W, R>,
    soft: Order<'a, W, R>,
    reach: &'a Reach<R>,
    memo: Memo<R>,
    spins: HashMap<(u16, u32), Option<Spin>>,
}

impl<'a, W: Word, R: Word> Judge<'a, W, R> {
    /// Judges the pieces on a base; `hard` lets them fall, `soft` step and turn as well.
    pub(crate) fn new(
        conditions: Conditions,
        drop: Drop,
        (hard, soft): (&'a Reach<R>, &'a Reach<R>),
        base: W,
        lines: u32,
        placements: &[Placement<W>],
    ) -> Judge<'a, W, R> {
        let order = |reach| {
            let mut order = Order::new(reach, base, lines);
            order.load(placements.iter().copied());
            order
        };
        Judge {
            conditions,
            all_turn: drop != Drop::Hard && conditions.t_drop.is_none(),
            base,
            lines,
            hard: order(hard),
            soft: order(soft),
            reach: soft,
            memo: Memo::new(),
            spins: HashMap::new(),
        }
    }

    fn filled(&self, set: u16) -> W {
        let placements = self.soft.placements().iter().enumerate();
        placements.filter(|(i, _)| set >> i & 1 == 1).fold(self.base, |filled, (_, p)| filled | p.cells)
    }

    /// The T-spin that a placement is, the greater one where several turns end there.
    fn spin(&mut self, set: u16, placement: u32) -> Option<Spin> {
        if let Some(&known) = self.spins.get(&(set, placement)) {
            return known;
        }
        let p = self.soft.placements()[placement as usize];
        let spin = if p.piece == Piece::T {
            let filled = self.filled(set);
            let full = full_rows(filled, self.lines);
            let board = R::cut(without_rows(filled, full, self.lines).wide());
            let below = (full & ((1 << p.low) - 1)).count_ones();
            let places = self.memo.places(board, Piece::T, self.reach);
            self.reach.spin(board, p.rotation, (p.x, p.low - below), &places)
        } else {
            None
        };
        self.spins.insert((set, placement), spin);
        spin
    }

    /// The state after a placement; nothing where it breaks a condition.
    fn after(&mut self, state: State, placement: u32) -> Option<State> {
        let set = state.set;
        let p = self.soft.placements()[placement as usize];
        let left = self.soft.placements().len() as u32 - set.count_ones();
        let falls = self.hard.next(set, &mut self.memo) >> placement & 1 == 1;
        let is_t = p.piece == Piece::T;
        let may_turn = self.all_turn
            || left <= u32::from(self.conditions.last_soft)
            || is_t && self.conditions.t_drop.is_some();
        if !(falls || may_turn && self.soft.next(set, &mut self.memo) >> placement & 1 == 1) {
            return None;
        }
        let before = self.filled(set);
        let filled = before | p.cells;
        let full = full_rows(filled, self.lines);
        let lines = full.count_ones() - full_rows(before, self.lines).count_ones();
        let spin = if is_t && may_turn { self.spin(set, placement) } else { None };
        if let (true, Some(TDrop::Spin(kind))) = (is_t, self.conditions.t_drop)
            && !kind.has(spin, lines)
        {
            return None;
        }
        let mut after =
            State { set: set | 1 << placement, placed: state.placed + self.soft.letter(placement), ..state };
        let great = lines == 4 || SpinKind::Any.has(spin, lines);
        match self.conditions.mode {
            Mode::Lines { least, or_perfect } => {
                let rows = (0..self.lines).filter(|y| full >> y & 1 == 1);
                let perfect = rows.fold(filled, |left, y| left & !row_mask::<W>(y)).is_zero();
                if lines > 0 && lines < least && !(or_perfect && perfect) {
                    return None;
                }
                if let Some(most) = self.conditions.most_soft {
                    after.soft += u8::from(!falls);
                    if after.soft > most {
                        return None;
                    }
                }
                if let Some(most) = self.conditions.most_clears {
                    after.clears += u8::from(lines > 0);
                    if after.clears > most {
                        return None;
                    }
                }
                after.met = true;
            }
            Mode::Tetris => after.met |= lines == 4,
            Mode::TetrisEnd => after.met = lines == 4,
            Mode::Spin(kind) => {
                if lines > 0 && after.b2b < self.conditions.starting_b2b {
                    if !great {
                        return None;
                    }
                    after.b2b += 1;
                }
                after.met |= kind.has(spin, lines);
            }
            Mode::BackToBack => {
                if lines > 0 && !great {
                    return None;
                }
                after.met = true;
            }
        }
        Some(after)
    }
}

impl<W: Word, R: Word> Steps for Judge<'_, W, R> {
    type State = State;

    fn start(&self) -> State {
        State { set: 0, placed: 0, soft: 0, clears: 0, b2b: 0, met: false }
    }

    fn placed(state: State) -> u32 {
        state.placed
    }

    fn is_done(&self, state: State) -> bool {
        let enough = match self.conditions.mode {
            Mode::Spin(_) => state.b2b >= self.conditions.starting_b2b,
            _ => true,
        };
        state.set == self.soft.full() && state.met && enough
    }

    fn follow(&mut self, state: State, hand: u32, states: &mut Vec<State>, from: usize) {
        let mut wanted = self.soft.of_pieces(hand) & !state.set;
        while wanted != 0 {
            let placement = wanted.trailing_zeros();
            wanted &= wanted - 1;
            if let Some(after) = self.after(state, placement)
                && !states[from..].contains(&after)
            {
                states.push(after);
            }
        }
    }
}
