//! Pages to letters, the one canonical way.

use super::action::Action;
use super::comment;
use super::link;
use super::page::Page;
use crate::field::{Field, ROWS, WIDTH};

const CELLS: usize = WIDTH * (ROWS + 1);
const SAME: usize = 8;

struct Writer {
    digits: Vec<u8>,
    /// Where the number of further unchanged pages stands, while it can still grow.
    counter: Option<usize>,
}

impl Writer {
    fn number(&mut self, mut value: u64, letters: usize) {
        for _ in 0..letters {
            self.digits.push((value & 63) as u8);
            value >>= 6;
        }
    }

    fn difference(&mut self, before: &Field, now: &Field) {
        if before == now {
            match self.counter {
                Some(at) if self.digits[at] < 63 => self.digits[at] += 1,
                _ => {
                    self.number((SAME * CELLS + CELLS - 1) as u64, 2);
                    self.counter = Some(self.digits.len());
                    self.number(0, 1);
                }
            }
            return;
        }
        self.counter = None;
        let mut changes =
            before.downwards().zip(now.downwards()).map(|(a, b)| SAME + b as usize - a as usize);
        let mut last = changes.next().unwrap_or(SAME);
        let mut run = 0;
        for change in changes {
            if change == last {
                run += 1;
            } else {
                self.number((last * CELLS + run) as u64, 2);
                (last, run) = (change, 0);
            }
        }
        self.number((last * CELLS + run) as u64, 2);
    }

    fn comment(&mut self, text: &str) {
        let mut escaped = comment::escape(text);
        escaped.truncate(comment::LONGEST);
        self.number(escaped.len() as u64, 2);
        for value in comment::pack(&escaped) {
            self.number(value, 5);
        }
    }
}

pub(super) fn encode(pages: &[Page]) -> String {
    let mut writer = Writer { digits: Vec::new(), counter: None };
    let (mut field, mut shown) = (Field::new(), String::new());
    for page in pages {
        writer.difference(&field, &page.field);
        let comment = page.comment != shown;
        writer.number(u64::from(Action { piece: page.piece, comment, flags: page.flags }.write(ROWS)), 3);
        if comment {
            writer.comment(&page.comment);
        }
        field = page.after();
        shown = page.comment_after();
    }
    link::write(&writer.digits)
}
