//! What can be written down: a size and a letter for every sticker, lawful or not.

use crate::face::Face;
use crate::stickers::MAX_SIZE;

/// Stickers as typed, in the order of facelet texts (U R F D L B, row by row in the usual net).
///
/// A setup has a size only if its length is that of a cube; [`crate::Position::check`] says what else
/// is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    letters: Vec<char>,
    /// For error messages: where each letter was typed, in characters from 1.
    columns: Vec<usize>,
}

impl Setup {
    /// Takes a facelet text, or the seed's text with its hyphens, letter by letter.
    ///
    /// Blanks between letters are left out. The seed's text orders faces U D F B L R and draws them as
    /// in its own net; both are undone here.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let signs: Vec<(usize, char)> = text.chars().enumerate().map(|(i, c)| (i + 1, c)).collect();
        let groups: Vec<Vec<(usize, char)>> = signs
            .split(|(_, c)| *c == '-')
            .map(|group| group.iter().copied().filter(|(_, c)| !c.is_whitespace()).collect())
            .collect();
        let size = square_root(groups[0].len());
        let seed = groups.len() == 6 && size >= 2 && groups.iter().all(|group| group.len() == size * size);
        let cells: Vec<(usize, char)> = if seed {
            seed_places(size).map(|(face, i)| groups[face][i]).collect()
        } else {
            groups.into_iter().flatten().collect()
        };
        let (columns, letters) = cells.into_iter().unzip();
        Setup { letters, columns }
    }

    /// The letters in facelet order.
    #[must_use]
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// Where a letter was typed, in characters from 1.
    #[must_use]
    pub fn column(&self, index: usize) -> usize {
        self.columns[index]
    }

    /// The size of the cube that has so many stickers.
    #[must_use]
    pub fn size(&self) -> Option<usize> {
        let size = square_root(self.letters.len() / 6);
        ((2..=MAX_SIZE).contains(&size) && self.letters.len() == 6 * size * size).then_some(size)
    }
}

fn square_root(square: usize) -> usize {
    (0..=square).take_while(|root| root * root <= square).last().unwrap_or(0)
}

/// For every facelet in order: the face of the seed's text and the index in it, row by row.
pub(crate) fn seed_places(size: usize) -> impl Iterator<Item = (usize, usize)> {
    let last = size - 1;
    Face::FACELET_ORDER.into_iter().flat_map(move |face| {
        (0..size * size).map(move |i| {
            let (row, column) = (i / size, i % size);
            let (row, column) = match face {
                Face::U | Face::F => (row, column),
                Face::B | Face::D => (last - row, last - column),
                Face::L => (column, last - row),
                Face::R => (last - column, row),
            };
            (face.index(), row * size + column)
        })
    })
}
