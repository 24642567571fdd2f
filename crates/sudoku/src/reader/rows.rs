//! Grids of nine lines: plain, framed, or with pencilmarks.

use super::{Entry, Item};
use crate::setup::{CELLS, Setup};

/// One line of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Row {
    /// Part of a drawn frame.
    Ruler,
    /// Nine hyphens: a ruler, or a row of empty cells.
    Hyphens,
    /// Nine cells.
    Cells([Mark; 9]),
}

/// A cell: the digits that stand in it, bit 0 for the digit 1; none where it is empty.
pub(super) type Mark = u16;

impl Row {
    /// The line as part of a grid; nothing where it looks otherwise.
    pub(super) fn read(line: &str) -> Option<Row> {
        let bare = line.trim();
        if bare == "---------" {
            return Some(Row::Hyphens);
        }
        let parts = || bare.split(is_frame).filter(|part| !part.is_empty());
        let cells = || parts().flat_map(str::chars).map(single);
        if cells().take(10).count() == 9
            && let Some(row) = collect(cells())
            && !bare.contains("---+")
        {
            return Some(Row::Cells(row));
        }
        if is_ruler(bare) {
            return Some(Row::Ruler);
        }
        collect(parts().map(several)).map(Row::Cells)
    }
}

/// Nine marks; nothing where there are more or fewer, or one is none.
fn collect(marks: impl Iterator<Item = Option<Mark>>) -> Option<[Mark; 9]> {
    let mut row = [0; 9];
    let mut count = 0;
    for mark in marks {
        *row.get_mut(count)? = mark?;
        count += 1;
    }
    (count == 9).then_some(row)
}

fn is_frame(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '|' | '!' | ':' | ',' | '+' | '\u{2500}'..='\u{257F}')
}

/// A line of hyphens, equals signs or box-drawing dashes and the corners between them.
fn is_ruler(line: &str) -> bool {
    let dashes =
        ["---", "===", "\u{2500}\u{2500}\u{2500}", "\u{2501}\u{2501}\u{2501}", "\u{2550}\u{2550}\u{2550}"];
    dashes.iter().any(|dash| line.contains(dash))
        && line.chars().all(|letter| is_frame(letter) || matches!(letter, '-' | '=' | '*' | '.' | '\''))
}

/// A cell of one letter.
fn single(letter: char) -> Option<Mark> {
    match letter {
        '1'..='9' => Some(1 << (letter as u8 - b'1')),
        '.' | '0' | '_' | '*' | 'x' | 'X' | '?' | '-' => Some(0),
        _ => None,
    }
}

/// A cell of several candidates, in brackets or not; `u` and `+` mark a digit that somebody placed.
fn several(part: &str) -> Option<Mark> {
    let mut letters = part.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return single(letter);
    }
    let digits = part.trim_matches(['{', '}', '(', ')', '[', ']']).trim_start_matches(['u', '+', '*']);
    let mut mark = 0;
    for letter in digits.chars() {
        let digit = single(letter).filter(|digit| *digit > 0 && mark & digit == 0)?;
        mark |= digit;
    }
    (mark > 0).then_some(mark)
}

/// The lines of a grid read so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Block {
    /// The line it begins on.
    start: u64,
    rows: Vec<[Mark; 9]>,
    /// After how many rows nine hyphens stood.
    hyphens: Vec<usize>,
}

impl Block {
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.hyphens.is_empty()
    }

    pub(super) fn is_whole(&self) -> bool {
        self.rows.len() == 9
    }

    /// Whether an empty line may stand here: between bands.
    pub(super) fn may_pause(&self) -> bool {
        matches!(self.rows.len(), 3 | 6) && self.hyphens.is_empty()
    }

    pub(super) fn push(&mut self, number: u64, row: Row) {
        if self.is_empty() {
            self.start = number;
        }
        match row {
            Row::Ruler => {}
            // Rulers stand between bands; elsewhere nine hyphens can only be cells.
            Row::Hyphens if !self.rows.len().is_multiple_of(3) => self.rows.push([0; 9]),
            Row::Hyphens => self.hyphens.push(self.rows.len()),
            Row::Cells(cells) => self.rows.push(cells),
        }
    }

    /// The grid, or what is wrong with it; nothing where there was none.
    pub(super) fn close(mut self, marks: bool) -> Option<Entry> {
        if self.rows.is_empty() {
            return None;
        }
        if self.rows.len() + self.hyphens.len() == 9 {
            for &at in self.hyphens.iter().rev() {
                self.rows.insert(at, [0; 9]);
            }
        }
        if self.rows.len() != 9 {
            let reason = format!("a grid of {} rows where 9 are needed", self.rows.len());
            return Some(Entry::Refused { number: self.start, reason });
        }
        let cells: Vec<Mark> = self.rows.concat();
        let several = cells.iter().any(|mark| mark.count_ones() > 1);
        let text = if several && marks {
            // An empty cell among pencilmarks can be anything.
            pencilmarks(&std::array::from_fn(|cell| if cells[cell] == 0 { 0x1FF } else { cells[cell] }))
        } else {
            let placed =
                |mark: Mark| if mark.count_ones() == 1 { mark.trailing_zeros() as u8 + 1 } else { 0 };
            Setup::from_cells(std::array::from_fn(|cell| placed(cells[cell]))).to_string()
        };
        Some(Entry::Item(Item { number: self.start, text, ..Item::default() }))
    }
}

/// Candidates as 729 characters.
pub(super) fn pencilmarks(masks: &[Mark; CELLS]) -> String {
    let letter =
        |(mask, digit): (Mark, u8)| if mask >> digit & 1 == 1 { char::from(b'1' + digit) } else { '.' };
    masks.iter().flat_map(|&mask| (0..9).map(move |digit| (mask, digit))).map(letter).collect()
}
