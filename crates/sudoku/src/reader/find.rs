//! The sudoku inside a line that begins with something else.

use super::Item;
use super::rows::pencilmarks;
use crate::rate::Candidates;
use crate::setup::{CELLS, Setup};

/// An item with columns before it: a hash and the puzzle, as Sudoku Exchange's banks have it, a cell in
/// quotes, a line of HoDoKu's library. Nothing where no 81 cells stand together.
pub(super) fn find(line: &str, marks: bool) -> Option<Item> {
    if line.starts_with(':')
        && let Some(item) = library(line, marks)
    {
        return Some(item);
    }
    let start = run(line)?;
    let (before, text) = line.split_at(start);
    // The quotes of a cell go with it.
    if let Some(before) = before.strip_suffix('"')
        && text[CELLS..].starts_with('"')
    {
        let text = text[..CELLS].to_owned() + &text[CELLS + 1..];
        return Some(Item { before: before.to_owned(), text, ..Item::default() });
    }
    Some(Item { before: before.to_owned(), text: text.to_owned(), ..Item::default() })
}

/// Where 81 cells stand together, with a border before and after them.
fn run(line: &str) -> Option<usize> {
    let is_cell =
        |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'_' | b'*' | b'x' | b'X' | b'?' | b'-');
    let bytes = line.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let length = bytes[start..].iter().take_while(|byte| is_cell(**byte)).count();
        let border = |at: Option<usize>| {
            at.and_then(|at| bytes.get(at)).is_none_or(|byte| !byte.is_ascii_alphanumeric())
        };
        if length == CELLS && border(start.checked_sub(1)) && border(Some(start + length)) {
            return Some(start);
        }
        start += length + 1;
    }
    None
}

/// A line of HoDoKu's library: `:technique:digits:cells:struck candidates:...`, where a plus stands before a
/// digit that was placed on the way and a struck candidate is its digit, row and column.
fn library(line: &str, marks: bool) -> Option<Item> {
    let field = |index: usize| line.split(':').nth(index);
    let cells = field(3)?;
    let start = line.match_indices(':').nth(2)?.0 + 1;
    let (mut placed, mut given) = (Vec::with_capacity(CELLS), Vec::with_capacity(CELLS));
    let mut letters = cells.bytes();
    while let Some(letter) = letters.next() {
        let (digit, mine) = if letter == b'+' { (letters.next()?, true) } else { (letter, false) };
        let digit = match digit {
            b'0' | b'.' => 0,
            b'1'..=b'9' => digit - b'0',
            _ => return None,
        };
        placed.push(digit);
        given.push(if mine { 0 } else { digit });
    }
    let placed = Setup::from_cells(placed.try_into().ok()?);
    let given = Setup::from_cells(given.try_into().ok()?);
    let text = if marks {
        let state = Candidates::of(&placed);
        let mut masks: [u16; CELLS] = std::array::from_fn(|cell| match state.value(cell) {
            0 => state.digits(cell).fold(0, |mask, digit| mask | 1 << (digit - 1)),
            digit => 1 << (digit - 1),
        });
        for struck in field(4).unwrap_or_default().split_whitespace() {
            let [digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] = struck.as_bytes() else {
                continue;
            };
            masks[usize::from(9 * (row - b'1') + column - b'1')] &= !(1 << (digit - b'1'));
        }
        pencilmarks(&masks)
    } else {
        given.to_string()
    };
    let rest = &line[start + cells.len()..];
    Some(Item { before: line[..start].to_owned(), text: text + rest, ..Item::default() })
}
