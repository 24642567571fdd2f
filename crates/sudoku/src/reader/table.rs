//! The cells of a table line.

/// A cell: the bytes of the line it takes, quotes included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Cell {
    /// What the cell says: without its quotes, and each doubled quote inside them once.
    pub(super) fn text(self, line: &str) -> String {
        let text = &line[self.start..self.end];
        match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(inner) => inner.replace("\"\"", "\""),
            None => text.to_owned(),
        }
    }
}

/// What stands between the cells, by the look of the first line.
pub(super) fn separator(line: &str) -> char {
    let count = |sign: char| line.matches(sign).count();
    if line.contains('\t') {
        '\t'
    } else if count(';') > count(',') {
        ';'
    } else {
        ','
    }
}

/// The cells of a line; nothing where a quote is not closed.
pub(super) fn cells(line: &str, separator: char) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut start = 0;
    loop {
        let end = if line[start..].starts_with('"') {
            let mut at = start + 1;
            loop {
                at += line[at..].find('"')? + 1;
                // A doubled quote is one of the text.
                if !line[at..].starts_with('"') {
                    break;
                }
                at += 1;
            }
            // Some write blanks, or more text, after the closing quote: it belongs to the cell.
            line[at..].find(separator).map_or(line.len(), |more| at + more)
        } else {
            line[start..].find(separator).map_or(line.len(), |length| start + length)
        };
        cells.push(Cell { start, end });
        if end == line.len() {
            return Some(cells);
        }
        start = end + separator.len_utf8();
    }
}
