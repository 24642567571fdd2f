//! Lines of text.
//!
//! ```text
//!   without lines in the picture          with lines
//!   one unit = 2 columns, 1 row           one unit = 4 columns, 2 rows
//!
//!   TTTTTTSS                              ┏━━━┯━━━┓   a line between cells takes a row or
//!     SS                                  ┃ 1 │ 2 ┃   a column of its own, a cell's label
//!                                         ┗━━━┷━━━┛   stands in the middle
//! ```

use ludex_core::{Colour, Picture, Shape};

/// Whether the terminal takes colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// 24-bit colour escapes.
    Colour,
    /// Plain text: cells show the letters that stand for their colours.
    Plain,
}

#[derive(Clone, Copy)]
struct Cell {
    letter: char,
    /// What stands for the colour behind where there are no colours.
    mark: char,
    front: Option<Colour>,
    back: Option<Colour>,
    /// Which of the four half-lines meet here (up, right, down, left), 1 light, 2 heavy.
    arms: [u8; 4],
    /// The right half of a letter two columns wide.
    covered: bool,
}

const EMPTY: Cell = Cell { letter: ' ', mark: ' ', front: None, back: None, arms: [0; 4], covered: false };

struct Canvas {
    cells: Vec<Cell>,
    columns: usize,
    rows: usize,
    /// Columns and rows per unit.
    scale: (f32, f32),
}

/// Draws a picture as lines of text, without a line break at the end.
///
/// # Examples
/// ```
/// use ludex_core::{Colour, Picture};
/// use ludex_draw::{Ink, to_terminal};
/// let mut picture = Picture::new(2.0, 1.0, "two cells");
/// picture.cell(0.0, 0.0, Colour(200, 0, 0), 'R').cell(1.0, 0.0, Colour(0, 0, 200), 'B');
/// assert_eq!(to_terminal(&picture, Ink::Plain), "RRBB");
/// ```
#[must_use]
pub fn to_terminal(picture: &Picture, ink: Ink) -> String {
    let ruled = picture.shapes.iter().any(|shape| matches!(shape, Shape::Line { .. }));
    let scale = if ruled { (4.0, 2.0) } else { (2.0, 1.0) };
    let extra = usize::from(ruled);
    let columns = (picture.width * scale.0).round() as usize + extra;
    let rows = (picture.height * scale.1).round() as usize + extra;
    let mut canvas = Canvas { cells: vec![EMPTY; columns * rows], columns, rows, scale };
    for shape in &picture.shapes {
        canvas.put(shape, ruled);
    }
    canvas.text(ink)
}

impl Canvas {
    fn at(&mut self, column: isize, row: isize) -> Option<&mut Cell> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        (column < self.columns && row < self.rows).then(|| &mut self.cells[row * self.columns + column])
    }

    fn put(&mut self, shape: &Shape, ruled: bool) {
        let (sx, sy) = self.scale;
        let column = |x: f32| if ruled { (x * sx).round() } else { (x * sx).floor() } as isize;
        let row = |y: f32| if ruled { (y * sy).round() } else { (y * sy).floor() } as isize;
        match shape {
            Shape::Rect { x, y, w, h, fill, mark } => {
                // Among lines only the inside is filled: the border belongs to the lines.
                let inset = isize::from(ruled);
                let middle = (column(x + w / 2.0), row(y + h / 2.0));
                for r in (y * sy).round() as isize + inset..((y + h) * sy).round() as isize {
                    for c in (x * sx).round() as isize + inset..((x + w) * sx).round() as isize {
                        if let Some(cell) = self.at(c, r) {
                            // Between lines one letter in the middle reads best; without them the
                            // letters are what makes the shape.
                            let mark = mark.filter(|_| !ruled || (c, r) == middle).unwrap_or(' ');
                            *cell = Cell { back: Some(*fill), mark, arms: cell.arms, ..EMPTY };
                        }
                    }
                }
            }
            Shape::Line { x1, y1, x2, y2, colour, heavy } => {
                self.rule((column(*x1), row(*y1)), (column(*x2), row(*y2)), *colour, 1 + u8::from(*heavy));
            }
            Shape::Label { x, y, text, colour, .. } => {
                let letters: Vec<(char, isize)> = text.chars().map(|c| (c, width(c))).collect();
                let wide: isize = letters.iter().map(|(_, w)| w).sum();
                let mut c = column(*x) - (wide - 1) / 2;
                for (letter, wide) in letters {
                    if let Some(cell) = self.at(c, row(*y)) {
                        (cell.letter, cell.front, cell.arms, cell.covered) =
                            (letter, Some(*colour), [0; 4], false);
                        if wide == 2
                            && let Some(next) = self.at(c + 1, row(*y))
                        {
                            (next.covered, next.arms) = (true, [0; 4]);
                        }
                    }
                    c += wide;
                }
            }
            // Discs only carry labels, and a view in perspective needs more than letters.
            _ => {}
        }
    }

    fn rule(&mut self, from: (isize, isize), to: (isize, isize), colour: Colour, weight: u8) {
        let (dc, dr) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        if dc != 0 && dr != 0 {
            return self.diagonal(from, to, colour);
        }
        let (ahead, behind) = if dc != 0 {
            (if dc > 0 { 1 } else { 3 }, if dc > 0 { 3 } else { 1 })
        } else {
            (if dr > 0 { 2 } else { 0 }, if dr > 0 { 0 } else { 2 })
        };
        let (mut c, mut r) = from;
        loop {
            let (first, last) = ((c, r) == from, (c, r) == to);
            if let Some(cell) = self.at(c, r) {
                cell.front = Some(colour);
                if !last {
                    cell.arms[ahead] = cell.arms[ahead].max(weight);
                }
                if !first {
                    cell.arms[behind] = cell.arms[behind].max(weight);
                }
            }
            if last {
                return;
            }
            (c, r) = (c + dc, r + dr);
        }
    }

    /// A slanted line between two points: only its middle cells, so that crossings stay readable.
    fn diagonal(&mut self, from: (isize, isize), to: (isize, isize), colour: Colour) {
        let steps = (to.1 - from.1).abs();
        let sign = if (to.0 - from.0).signum() == (to.1 - from.1).signum() { '╲' } else { '╱' };
        for i in 1..steps {
            let c = from.0 + (to.0 - from.0) * i / steps;
            let r = from.1 + (to.1 - from.1) * i / steps;
            if let Some(cell) = self.at(c, r)
                && cell.arms == [0; 4]
                && cell.letter == ' '
            {
                (cell.letter, cell.front) = (sign, Some(colour));
            }
        }
    }

    fn text(&self, ink: Ink) -> String {
        let lines: Vec<String> = self
            .cells
            .chunks(self.columns.max(1))
            .map(|row| match ink {
                Ink::Plain => plain(row),
                Ink::Colour => coloured(row),
            })
            .collect();
        lines.join("\n")
    }
}

fn plain(row: &[Cell]) -> String {
    let line: String = row
        .iter()
        .filter(|cell| !cell.covered)
        .map(|cell| match sign(cell) {
            ' ' => cell.mark,
            sign => sign,
        })
        .collect();
    line.trim_end().to_owned()
}

fn coloured(row: &[Cell]) -> String {
    let mut line = String::new();
    let mut now = (None, None);
    for cell in row.iter().filter(|cell| !cell.covered) {
        let want = (cell.front, cell.back);
        if want != now {
            line.push_str("\x1b[0");
            if let Some(Colour(r, g, b)) = want.0 {
                line.push_str(&format!(";38;2;{r};{g};{b}"));
            }
            if let Some(Colour(r, g, b)) = want.1 {
                line.push_str(&format!(";48;2;{r};{g};{b}"));
            }
            line.push('m');
            now = want;
        }
        line.push(sign(cell));
    }
    if now != (None, None) {
        line.push_str("\x1b[0m");
    }
    line
}

/// The letter of a cell, or the box-drawing sign of the half-lines that meet in it.
fn sign(cell: &Cell) -> char {
    if cell.letter != ' ' || cell.arms == [0; 4] {
        return cell.letter;
    }
    let heavy = cell.arms.contains(&2);
    let set = cell.arms.map(|arm| arm > 0);
    let (light, bold) = match set {
        [true, false, true, false] | [true, false, false, false] | [false, false, true, false] => ('│', '┃'),
        [false, true, false, true] | [false, true, false, false] | [false, false, false, true] => ('─', '━'),
        [false, true, true, false] => ('┌', '┏'),
        [false, false, true, true] => ('┐', '┓'),
        [true, true, false, false] => ('└', '┗'),
        [true, false, false, true] => ('┘', '┛'),
        [true, true, true, false] => ('├', '┣'),
        [true, false, true, true] => ('┤', '┫'),
        [false, true, true, true] => ('┬', '┳'),
        [true, true, false, true] => ('┴', '┻'),
        _ => ('┼', '╋'),
    };
    // A light line that only touches a heavy one must not look like a crossing of two heavy ones.
    let mixed = heavy && cell.arms.contains(&1);
    match (mixed, set) {
        (true, [true, true, true, true]) if cell.arms[0] == 2 => '╂',
        (true, [true, true, true, true]) => '┿',
        (true, [true, true, true, false]) if cell.arms[0] == 2 => '┠',
        (true, [true, false, true, true]) if cell.arms[0] == 2 => '┨',
        (true, [false, true, true, true]) if cell.arms[1] == 2 => '┯',
        (true, [true, true, false, true]) if cell.arms[1] == 2 => '┷',
        _ => {
            if heavy {
                bold
            } else {
                light
            }
        }
    }
}

/// Columns a letter takes: Chinese characters take two.
fn width(letter: char) -> isize {
    1 + isize::from(
        matches!(letter as u32, 0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE6F | 0xFF00..=0xFF60 | 0x20000..=0x3FFFD),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ruled_cells_stand_between_lines() {
        let mut picture = Picture::new(2.0, 1.0, "two cells");
        picture.line((0.0, 0.0), (2.0, 0.0), Colour::BLACK, true).line(
            (0.0, 1.0),
            (2.0, 1.0),
            Colour::BLACK,
            true,
        );
        picture.line((0.0, 0.0), (0.0, 1.0), Colour::BLACK, true).line(
            (2.0, 0.0),
            (2.0, 1.0),
            Colour::BLACK,
            true,
        );
        picture.line((1.0, 0.0), (1.0, 1.0), Colour::BLACK, false);
        picture.label(0.5, 0.5, "1", Colour::BLACK, 0.6).label(1.5, 0.5, "2", Colour::BLACK, 0.6);
        assert_eq!(to_terminal(&picture, Ink::Plain), "┏━━━┯━━━┓\n┃ 1 │ 2 ┃\n┗━━━┷━━━┛");
    }

    #[test]
    fn cells_without_lines_are_two_columns_wide() {
        let mut picture = Picture::new(2.0, 1.0, "a cell and a letter");
        picture.cell(0.0, 0.0, Colour::BLACK, 'T').label(1.5, 0.5, "x", Colour::BLACK, 0.6);
        assert_eq!(to_terminal(&picture, Ink::Plain), "TT x");
        assert!(to_terminal(&picture, Ink::Colour).contains("\x1b[0;48;2;32;32;32m  "));
    }

    #[test]
    fn shapes_outside_the_picture_are_cut_off() {
        let mut picture = Picture::new(1.0, 1.0, "too small");
        picture.cell(0.0, 0.0, Colour::BLACK, 'x').rect(-3.0, -3.0, 2.0, 9.0, Colour::BLACK).label(
            9.0,
            9.0,
            "far away",
            Colour::BLACK,
            0.6,
        );
        assert_eq!(to_terminal(&picture, Ink::Plain), "xx");
    }
}
