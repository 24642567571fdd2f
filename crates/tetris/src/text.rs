//! Pages as text that people can type, and fumens put together.
//!
//! ```text
//!   ; a comment                 pages are parted by empty lines; \n is a line break, \\ a backslash
//!   > T right 4 1               a piece: rotation, column and row of its centre, from 0
//!   ! mirror rise               flags: mirror, rise, unlocked; colour on a page after the first,
//!                               plain on the first, where editors have it otherwise
//!   = XXXX_XXXXX                the row below the floor, where it is not empty
//!   XX______XX                  rows from the top: _ empty, X gray, or the letter of a piece
//!   XXX____XXX
//! ```

use crate::field::{Cell, Field, ROWS, WIDTH};
use crate::fumen::{Flags, Fumen, Page, Placed};
use crate::piece::{Piece, Rotation};
use crate::solve::{Building, BuildingError};
use std::fmt::Write;
use thiserror::Error;

const WORDS: [&str; 4] = ["spawn", "right", "reverse", "left"];

/// A text that is no pages.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
#[error("line {line}: {what}")]
pub struct TextError {
    /// From 1.
    pub line: usize,
    /// What was read and what would be accepted.
    pub what: String,
}

/// Writes the pages of a fumen.
#[must_use]
pub fn write_pages(fumen: &Fumen) -> String {
    let mut out = String::new();
    for (i, page) in fumen.pages.iter().enumerate() {
        if i > 0 {
            out.push('\n');
        }
        if !page.comment.is_empty() {
            let _ = writeln!(
                out,
                "; {}",
                page.comment.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
            );
        }
        if let Some(p) = page.piece {
            let _ = writeln!(out, "> {} {} {} {}", p.piece, WORDS[p.rotation as usize], p.x, p.y);
        }
        let flags = [
            (page.flags.mirror, "mirror"),
            (page.flags.rise, "rise"),
            (!page.flags.lock, "unlocked"),
            (i > 0 && page.flags.colour, "colour"),
            (i == 0 && !page.flags.colour, "plain"),
        ];
        let flags: Vec<&str> = flags.iter().filter(|f| f.0).map(|f| f.1).collect();
        if !flags.is_empty() {
            let _ = writeln!(out, "! {}", flags.join(" "));
        }
        let garbage: String = (0..WIDTH).map(|x| page.field.get(x, -1).letter()).collect();
        if garbage.contains(|c| c != '_') {
            let _ = writeln!(out, "= {garbage}");
        }
        let rows = page.field.rows();
        for row in &rows {
            let _ = writeln!(out, "{row}");
        }
        if rows.is_empty() {
            let _ = writeln!(out, "{}", "_".repeat(WIDTH));
        }
    }
    out
}

/// Reads pages.
///
/// # Errors
/// The first line that is none of a page.
///
/// ```
/// use ludex_tetris::text;
/// let fumen = text::read_pages("; four\nIIII______\n")?;
/// assert_eq!(text::write_pages(&fumen), "; four\nIIII______\n");
/// # Ok::<(), text::TextError>(())
/// ```
pub fn read_pages(text: &str) -> Result<Fumen, TextError> {
    let mut pages: Vec<Page> = Vec::new();
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    let mut page: Option<Page> = None;
    let finish = |page: &mut Option<Page>, rows: &mut Vec<Vec<Cell>>, pages: &mut Vec<Page>| {
        if let Some(mut page) = page.take() {
            for (y, row) in rows.drain(..).rev().enumerate() {
                for (x, cell) in row.into_iter().enumerate() {
                    page.field.set(x, y as i32, cell);
                }
            }
            pages.push(page);
        }
    };
    for (line, text) in (1..).zip(text.lines()) {
        let wrong = |what: &str| TextError { line, what: what.to_owned() };
        if text.trim().is_empty() {
            finish(&mut page, &mut rows, &mut pages);
            continue;
        }
        let colour = pages.is_empty();
        let now = page
            .get_or_insert_with(|| Page { flags: Flags { colour, ..Flags::default() }, ..Page::default() });
        if let Some(comment) = text.strip_prefix(';') {
            now.comment = unescape(comment.strip_prefix(' ').unwrap_or(comment));
        } else if let Some(piece) = text.strip_prefix('>') {
            now.piece =
                Some(read_piece(piece).ok_or_else(|| wrong("a piece is > T right 4 0, inside the field"))?);
        } else if let Some(flags) = text.strip_prefix('!') {
            for flag in flags.split_whitespace() {
                match flag {
                    "mirror" => now.flags.mirror = true,
                    "rise" => now.flags.rise = true,
                    "unlocked" => now.flags.lock = false,
                    "colour" => now.flags.colour = true,
                    "plain" => now.flags.colour = false,
                    _ => return Err(wrong("flags are mirror, rise, unlocked, colour, plain")),
                }
            }
        } else if let Some(garbage) = text.strip_prefix('=') {
            let cells: Option<Vec<Cell>> = garbage.trim().chars().map(Cell::from_letter).collect();
            let cells = cells
                .filter(|cells| cells.len() == WIDTH)
                .ok_or_else(|| wrong("the row below the floor is = and ten letters"))?;
            for (x, cell) in cells.into_iter().enumerate() {
                now.field.set(x, -1, cell);
            }
        } else {
            let cells: Option<Vec<Cell>> = text.trim_end().chars().map(Cell::from_letter).collect();
            match cells {
                Some(cells) if cells.len() == WIDTH && rows.len() < ROWS => rows.push(cells),
                _ => {
                    return Err(wrong("a row is ten letters of _ X T I L J S Z O, and there are at most 23"));
                }
            }
        }
    }
    finish(&mut page, &mut rows, &mut pages);
    if pages.is_empty() {
        return Err(TextError { line: 1, what: "there is no page".into() });
    }
    Ok(Fumen { pages })
}

/// Line breaks and backslashes of a comment.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, letters.clone().next()) {
            ('\\', Some(next @ ('n' | 'r' | '\\'))) => {
                letters.next();
                out.push(match next {
                    'n' => '\n',
                    'r' => '\r',
                    _ => '\\',
                });
            }
            _ => out.push(letter),
        }
    }
    out
}

fn read_piece(text: &str) -> Option<Placed> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [piece, rotation, x, y] = words[..] else { return None };
    let piece = match Piece::word(piece).ok()?[..] {
        [piece] => piece,
        _ => return None,
    };
    let rotation = Rotation::ALL[WORDS.iter().position(|&w| w == rotation)?];
    let (x, y) = (x.parse().ok()?, y.parse().ok()?);
    let inside = (-3..13).contains(&x) && (-3..26).contains(&y);
    (inside && Field::new().put(piece, rotation, x, y)).then_some(Placed { piece, rotation, x, y })
}

/// The coloured field of a glued fumen, before any row is gone, as one page.
///
/// # Errors
/// When the fumen is not glued.
pub fn unglue(fumen: &Fumen) -> Result<Fumen, BuildingError> {
    let field = Building::of_glued(fumen)?.field();
    let flags = Flags { colour: true, ..Flags::default() };
    Ok(Fumen { pages: vec![Page { field, flags, ..Page::default() }] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn glue_and_unglue_are_inverse() {
        for text in ["v115@PhR4EeRpR4glEeRpilJeAgH", "v115@HhglQ4HeglR4RpEehlQ4RpOeAgH"] {
            let fumen = Fumen::decode(text).unwrap();
            for building in Building::of_fumen(&fumen).unwrap() {
                let glued = building.glued().unwrap();
                assert_eq!(unglue(&glued).unwrap().encode(), text);
            }
        }
    }

    #[test]
    fn strange_lines_are_told() {
        for (text, line) in [
            ("XX", 1),
            ("> T up 4 0", 1),
            ("> T right 99999999999 0", 1),
            ("! fly", 1),
            ("", 1),
            ("__________\n\nq", 3),
        ] {
            assert_eq!(read_pages(text).unwrap_err().line, line, "{text}");
        }
    }

    /// The colour bit after page 1, the row below the floor and line breaks were dropped.
    #[test]
    fn pages_in_text_encode_to_the_same_fumen() {
        let text = "v115@RhRpg0zhglTpi0ilRpJeAgHRhRpili0Tpglzhg0RpJ?eAgH";
        let fumen = Fumen::decode(text).unwrap();
        assert!(fumen.pages[1].flags.colour);
        assert_eq!(read_pages(&write_pages(&fumen)).unwrap().encode(), text);
        let mut field = Field::new();
        field.set(3, -1, Cell::Gray);
        let page = Page { field, comment: "one\ntwo \\n".into(), ..Page::default() };
        let fumen = Fumen { pages: vec![page] };
        assert_eq!(read_pages(&write_pages(&fumen)).unwrap(), fumen);
    }

    proptest! {
        #[test]
        fn pages_come_back(rows in prop::collection::vec("[_XTILJSZO]{10}", 1..6), comment in "[a-z ]{0,10}", piece in 0usize..7, rotation in 0usize..4) {
            let mut field = Field::from_rows(&rows.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
            field.set(0, 5, Cell::Gray);
            let placed = Placed { piece: Piece::ALL[piece], rotation: Rotation::ALL[rotation], x: 4, y: 9 };
            let page = Page { field, piece: Some(placed), comment: comment.trim().to_owned(), flags: Flags { colour: true, ..Flags::default() } };
            let fumen = Fumen { pages: vec![page] };
            prop_assert_eq!(&read_pages(&write_pages(&fumen)).unwrap(), &fumen);
            prop_assert_eq!(&Fumen::decode(&fumen.encode()).unwrap(), &fumen);
            prop_assert_eq!(fumen.mirrored().mirrored(), fumen);
        }
    }
}
