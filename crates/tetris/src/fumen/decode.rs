//! Letters to pages.

use super::action::Action;
use super::comment;
use super::link::Link;
use super::page::Page;
use super::{Fumen, FumenError};
use crate::field::{Cell, Field, ROWS, WIDTH};

/// A value of eight in a difference means "as before".
const SAME: i32 = 8;

struct Reader<'a> {
    digits: &'a [u8],
    page: usize,
    top: usize,
}

impl Reader<'_> {
    /// The next letters as one little-endian number.
    fn number(&mut self, letters: usize, part: &'static str) -> Result<u64, FumenError> {
        let (head, rest) =
            self.digits.split_at_checked(letters).ok_or(FumenError::Short { page: self.page, part })?;
        self.digits = rest;
        Ok(head.iter().rev().fold(0, |value, &digit| value << 6 | u64::from(digit)))
    }

    /// Applies a field difference; says whether it changed nothing in one run.
    fn difference(&mut self, field: &mut Field) -> Result<bool, FumenError> {
        let cells = WIDTH * (self.top + 1);
        let wrong = |page, what| FumenError::Difference { page, what };
        // Version 110 has two rows fewer; they are missing at the top.
        let skip = WIDTH * (ROWS - self.top);
        let mut place = 0;
        while place < cells {
            let value = self.number(2, "field")? as usize;
            let (change, run) = ((value / cells) as i32 - SAME, value % cells + 1);
            if run > cells - place {
                return Err(wrong(self.page, "runs past the last cell"));
            }
            if change == 0 && run == cells {
                return Ok(true);
            }
            for i in place..place + run {
                let cell = field.at_from_top(skip + i);
                *cell = usize::try_from(*cell as i32 + change)
                    .ok()
                    .and_then(|number| Cell::ALL.get(number).copied())
                    .ok_or(wrong(self.page, "leads to no kind of cell"))?;
            }
            place += run;
        }
        Ok(false)
    }

    fn comment(&mut self) -> Result<String, FumenError> {
        let length = self.number(2, "comment")? as usize;
        let mut escaped = String::with_capacity(length + 3);
        while escaped.len() < length {
            let four =
                comment::unpack(self.number(5, "comment")?).ok_or(FumenError::Comment { page: self.page })?;
            escaped.extend(four);
        }
        escaped.truncate(length);
        Ok(comment::unescape(&escaped))
    }
}

pub(super) fn decode(link: &Link) -> Result<Fumen, FumenError> {
    let digits = link.digits();
    let top = if link.version() == 110 { 21 } else { ROWS };
    let mut reader = Reader { digits: &digits, page: 1, top };
    let mut pages: Vec<Page> = Vec::new();
    let mut unchanged = 0;
    while !reader.digits.is_empty() {
        let (mut field, mut comment) =
            pages.last().map_or_else(Default::default, |p: &Page| (p.after(), p.comment_after()));
        if unchanged > 0 {
            unchanged -= 1;
        } else if reader.difference(&mut field)? {
            unchanged = reader.number(1, "field")?;
        }
        let action = Action::read(reader.number(3, "action")? as u32, top);
        if action.comment {
            comment = reader.comment()?;
        }
        if let Some(p) = action.piece
            && !field.clone().put(p.piece, p.rotation, p.x, p.y)
        {
            return Err(FumenError::Outside { page: reader.page, piece: p.piece.letter(), x: p.x, y: p.y });
        }
        pages.push(Page { field, piece: action.piece, comment, flags: action.flags });
        reader.page += 1;
    }
    Ok(Fumen { pages })
}
