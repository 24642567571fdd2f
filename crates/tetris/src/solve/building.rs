//! A set of pieces at fixed places: what a glued fumen says, whatever the order of its pages.

use super::order::MOST;
use super::placement::Placement;
use super::tiling::{Menu, Tiler};
use super::word::{WIDTH, Word, full_rows, rows_mask};
use crate::field::{Cell, Field};
use crate::fumen::{Flags, Fumen, Page, Placed};
use crate::piece::{Counts, Piece, Rotation};
use ludex_core::{Silent, Ticker};
use thiserror::Error;

/// Most rows of a building.
pub const MOST_ROWS: u32 = 12;
/// Most ways to part one coloured field into pieces.
const MOST_FORMS: usize = 4096;

/// A fumen that is no building.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildingError {
    /// No page has a piece.
    #[error("no page has a piece")]
    Empty,
    /// More pieces than the solver can order.
    #[error("{0} pieces: at most {MOST} can be ordered")]
    Pieces(usize),
    /// Higher than the solver can see.
    #[error("the pieces reach above row {MOST_ROWS}")]
    High,
    /// The page does not continue the one before.
    #[error("page {0} does not continue the page before it: a glued fumen only places pieces")]
    Jump(usize),
    /// The piece lies on filled cells.
    #[error("page {0}: the piece lies on filled cells")]
    Overlap(usize),
    /// The coloured cells cannot be parted into pieces of their colours.
    #[error("the coloured cells cannot be parted into whole pieces of their colours")]
    Colours,
}

/// Pieces at fixed places of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Building {
    pub(super) base: u128,
    pub(super) placements: Vec<Placement<u128>>,
    pub(super) lines: u32,
    /// What stands before, with its colours.
    pub(super) before: Field,
}

impl Building {
    /// Reads a glued fumen: one piece per page.
    ///
    /// # Errors
    /// When its pages do more than place pieces.
    pub fn of_glued(fumen: &Fumen) -> Result<Building, BuildingError> {
        let before = fumen.pages.first().map(|p| p.field.clone()).unwrap_or_default();
        if before.height() > MOST_ROWS as usize {
            return Err(BuildingError::High);
        }
        let base = cells(&before);
        let (mut filled, mut placements) = (base, Vec::new());
        let mut expected: Option<Field> = None;
        for (number, page) in (1..).zip(&fumen.pages) {
            if expected.as_ref().is_some_and(|field| *field != page.field) {
                return Err(BuildingError::Jump(number));
            }
            expected = Some(page.after());
            let Some(placed) = page.piece else { continue };
            let gone = full_rows(filled, MOST_ROWS);
            let corner = corner_of(&placed);
            let placement = u32::try_from(corner.1)
                .ok()
                .and_then(|y| {
                    Placement::on_board(placed.piece, placed.rotation, (corner.0 as u32, y), gone, MOST_ROWS)
                })
                .ok_or(BuildingError::High)?;
            if placement.cells & filled != 0 {
                return Err(BuildingError::Overlap(number));
            }
            filled |= placement.cells;
            placements.push(placement);
        }
        match placements.len() {
            0 => Err(BuildingError::Empty),
            n if n > MOST => Err(BuildingError::Pieces(n)),
            _ => Ok(Building { base, lines: height(filled), placements, before }),
        }
    }

    /// Parts a coloured field into pieces, in every way there is; gray cells stand before.
    ///
    /// # Errors
    /// When there is no way.
    pub fn of_field(field: &Field) -> Result<Vec<Building>, BuildingError> {
        let lines = field.height() as u32;
        if lines > MOST_ROWS {
            return Err(BuildingError::High);
        }
        let mut before = field.clone();
        let mut by_piece = [0u128; 7];
        for y in 0..lines {
            for x in 0..WIDTH {
                if let Some(piece) = field.get(x as usize, y as i32).piece() {
                    by_piece[piece.index()] |= u128::bit(y * WIDTH + x);
                    before.set(x as usize, y as i32, Cell::Empty);
                }
            }
        }
        let coloured = by_piece.iter().fold(0, |all, cells| all | cells);
        let base = cells(&before);
        let full = full_rows(base | coloured, lines);
        let mut counts = Counts::default();
        for (n, cells) in counts.0.iter_mut().zip(by_piece) {
            *n = (cells.count_ones() / 4) as u8;
        }
        match counts.total() {
            0 => return Err(BuildingError::Empty),
            n if n > MOST => return Err(BuildingError::Pieces(n)),
            _ => {}
        }
        // A piece takes cells of its colour, and only rows that fill up can be gone under it.
        let fits = |p: &Placement<u128>| p.cells & !by_piece[p.piece.index()] == 0 && p.gaps & !full == 0;
        let placements: Vec<Placement<u128>> = Placement::all(lines).into_iter().filter(fits).collect();
        let mut menu = Menu::new(&[counts]);
        let tiler = Tiler::new(&placements, coloured, lines, &menu);
        let mut buildings = Vec::new();
        tiler.run(&mut menu, &Ticker::new(&Silent, u32::MAX), &mut |_, chosen| {
            let placements = chosen.iter().map(|&i| placements[usize::from(i)]).collect();
            buildings.push(Building { base, placements, lines, before: before.clone() });
            buildings.len() < MOST_FORMS
        });
        if buildings.is_empty() { Err(BuildingError::Colours) } else { Ok(buildings) }
    }

    /// Reads a fumen either way: glued where its first page has a piece, else every page as a coloured
    /// field in all its forms.
    ///
    /// # Errors
    /// When a page is neither.
    pub fn of_fumen(fumen: &Fumen) -> Result<Vec<Building>, BuildingError> {
        if fumen.pages.iter().any(|page| page.piece.is_some()) {
            return Ok(vec![Building::of_glued(fumen)?]);
        }
        let mut all = Vec::new();
        for page in &fumen.pages {
            all.extend(Building::of_field(&page.field)?);
        }
        if all.is_empty() { Err(BuildingError::Empty) } else { Ok(all) }
    }

    /// The pieces.
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        self.placements.iter().map(|p| p.piece).collect()
    }

    /// The coloured field with all pieces in it, before any row is gone.
    #[must_use]
    pub fn field(&self) -> Field {
        let mut field = self.before.clone();
        for p in &self.placements {
            paint(&mut field, p.cells, Cell::of(p.piece));
        }
        field
    }

    /// The glued fumen: one piece per page, each on something that stands. Where the pieces hang
    /// together in no order, nothing.
    #[must_use]
    pub fn glued(&self) -> Option<Fumen> {
        let order = self.standing_order()?;
        let mut pages: Vec<Page> = Vec::new();
        let (mut field, mut filled) = (self.before.clone(), self.base);
        field.clear_lines(); // rows that are full from the start are gone before the first piece
        for &i in &order {
            let p = &self.placements[i];
            let gone = full_rows(filled, self.lines);
            let below = (gone & ((1 << p.low) - 1)).count_ones();
            let flags = Flags { colour: pages.is_empty(), ..Flags::default() };
            let page = Page {
                field: field.clone(),
                piece: Some(placed_at(p.piece, p.rotation, p.x, p.low - below)),
                comment: String::new(),
                flags,
            };
            field = page.after();
            filled |= p.cells;
            pages.push(page);
        }
        Some(Fumen { pages })
    }

    /// An order in which every piece fits and stands on something, the lowest and leftmost first.
    fn standing_order(&self) -> Option<Vec<usize>> {
        let mut by_place: Vec<usize> = (0..self.placements.len()).collect();
        by_place.sort_by_key(|&i| (self.placements[i].low, self.placements[i].x));
        let mut order = Vec::new();
        self.stand(&by_place, self.base, &mut order, &mut std::collections::HashSet::new()).then_some(order)
    }

    fn stand(
        &self,
        by_place: &[usize],
        filled: u128,
        order: &mut Vec<usize>,
        dead: &mut std::collections::HashSet<u128>,
    ) -> bool {
        if order.len() == self.placements.len() {
            return true;
        }
        if dead.contains(&filled) {
            return false;
        }
        for &i in by_place {
            let p = &self.placements[i];
            let gone = full_rows(filled, self.lines);
            if order.contains(&i) || p.gaps & !gone != 0 || !stands(p, filled, gone) {
                continue;
            }
            order.push(i);
            if self.stand(by_place, filled | p.cells, order, dead) {
                return true;
            }
            order.pop();
        }
        dead.insert(filled);
        false
    }
}

/// Whether a piece rests on the floor or a filled cell once full rows are gone.
pub(super) fn stands(p: &Placement<u128>, filled: u128, gone: u32) -> bool {
    let mut cells = p.cells;
    while cells != 0 {
        let at = cells.trailing_zeros();
        cells &= cells - 1;
        let (x, y) = (at % WIDTH, at / WIDTH);
        match (0..y).rev().find(|below| gone >> below & 1 == 0) {
            None => return true,
            Some(below) if filled.has(below * WIDTH + x) => return true,
            Some(_) => {}
        }
    }
    false
}

pub(super) fn paint<W: Word>(field: &mut Field, mut cells: W, cell: Cell) {
    while !cells.is_zero() {
        let at = cells.lowest();
        cells &= !W::bit(at);
        field.set((at % WIDTH) as usize, (at / WIDTH) as i32, cell);
    }
}

/// The piece whose box has its lower left corner at a column and row.
pub(super) fn placed_at(piece: Piece, rotation: Rotation, x: u32, y: u32) -> Placed {
    let at = Placed { piece, rotation, x: 0, y: 0 };
    let (left, low) = corner_of(&at);
    Placed { x: x as i32 - left, y: y as i32 - low, ..at }
}

fn corner_of(placed: &Placed) -> (i32, i32) {
    let cells = placed.cells();
    (cells.iter().map(|c| c.0).min().unwrap_or(0), cells.iter().map(|c| c.1).min().unwrap_or(0))
}

fn height(filled: u128) -> u32 {
    (u128::BITS - filled.leading_zeros()).div_ceil(WIDTH)
}

fn cells(field: &Field) -> u128 {
    let mut filled = 0;
    for y in 0..MOST_ROWS {
        for (x, &cell) in field.row(y as usize).iter().enumerate() {
            if cell != Cell::Empty {
                filled |= u128::bit(y * WIDTH + x as u32);
            }
        }
    }
    filled & rows_mask::<u128>(MOST_ROWS)
}
