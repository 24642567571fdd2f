//! Automorphisms: the maps that turn a puzzle or grid into itself, with the names the field gives them.
//!
//! A map moves the 81 cells; how often it must be repeated until every cell is back is its order. A map
//! whose order is no power of a prime is two maps after each other, one of order 2 or 4 and one of order 3
//! or 9; each of them has its name.

use crate::map::Map;
use crate::position::Position;
use crate::setup::CELLS;

impl Position {
    /// The maps that turn the puzzle into itself, the identity first; with `grid` those that turn its
    /// solution into itself, whether or not they keep the given cells.
    ///
    /// # Examples
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ludex_sudoku::{Grid, Map, Position};
    /// let grid: Grid =
    ///     "123456789456789123789123456231564897564897231897231564312645978645978312978312645".parse()?;
    /// let maps = Position::from(&grid).automorphism_maps(false);
    /// assert_eq!((maps.len(), maps[0]), (648, Map::IDENTITY));
    /// assert!(maps.iter().all(|map| map.apply(&grid.setup()) == grid.setup()));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn automorphism_maps(&self, grid: bool) -> Vec<Map> {
        let (_, maps) = self.solution().canonical_with_maps();
        let back = maps[0].inverse();
        let mut own: Vec<Map> = maps.iter().map(|map| map.then(&back)).collect();
        if !grid {
            own.retain(|map| map.apply(self.setup()) == *self.setup());
        }
        let key = |map: &Map| (map.transposed, map.rows, map.cols);
        own.sort_unstable_by_key(key);
        own
    }
}

impl Map {
    /// How often the map must be repeated until every cell is where it was; digits do not count.
    #[must_use]
    pub fn order(&self) -> usize {
        self.cycles().into_iter().fold(1, lcm)
    }

    /// How many cells stay where they are.
    #[must_use]
    pub fn fixed_cells(&self) -> usize {
        self.cycles().into_iter().filter(|&length| length == 1).count()
    }

    /// The lengths of the cycles of the cells.
    fn cycles(&self) -> Vec<usize> {
        let mut seen = [false; CELLS];
        let mut lengths = Vec::new();
        for start in 0..CELLS {
            let (mut cell, mut length) = (start, 0);
            while !seen[cell] {
                seen[cell] = true;
                cell = self.source(cell);
                length += 1;
            }
            if length > 0 {
                lengths.push(length);
            }
        }
        lengths
    }

    fn power(&self, times: usize) -> Map {
        (0..times).fold(Map::IDENTITY, |power, _| power.then(self))
    }

    /// The name of the symmetry of cells: `Diagonal Mirror`, `Half Turn`, `Mini Rows`, ...; for a map of
    /// mixed order the names of its two parts.
    ///
    /// # Examples
    /// ```
    /// use ludex_sudoku::Map;
    /// let mirror = Map { transposed: true, ..Map::IDENTITY };
    /// assert_eq!(mirror.symmetry(), "Diagonal Mirror");
    /// let turned = Map { rows: [8, 7, 6, 5, 4, 3, 2, 1, 0], cols: [8, 7, 6, 5, 4, 3, 2, 1, 0], ..Map::IDENTITY };
    /// assert_eq!(turned.symmetry(), "Half Turn");
    /// ```
    #[must_use]
    pub fn symmetry(&self) -> String {
        let order = self.order();
        let twos = 1 << order.trailing_zeros();
        let threes = order / twos;
        match (twos, threes) {
            (1, 1) => "Identity".to_owned(),
            (_, 1) => self.even(twos),
            (1, _) => self.odd(),
            // Repeated so often, one part is gone; the other is some power of itself, of the same name.
            _ => format!("{} with {}", self.power(threes).even(twos), self.power(twos).odd()),
        }
    }

    /// Names of order 2 and 4.
    fn even(&self, order: usize) -> String {
        let name = match (self.transposed, order, self.fixed_cells()) {
            (true, 2, 9) => "Diagonal Mirror",
            (true, 4, 1) => "Quarter Turn",
            (false, 2, 1) => "Half Turn",
            (false, 2, 9) => "Sticks",
            _ => return self.plain(order),
        };
        name.to_owned()
    }

    /// Names of order 3 and 9, none of which is transposed.
    fn odd(&self) -> String {
        let (rows, cols) = (Lines::of(&self.rows), Lines::of(&self.cols));
        let mixed = |turned: usize, [whole, part, all]: [&str; 3]| match turned {
            0 => whole.to_owned(),
            3 => all.to_owned(),
            n => format!("{} {whole}, {n} {part}", 3 - n),
        };
        match (rows, cols) {
            (Lines::Within(n), Lines::Within(3)) => {
                mixed(n, ["Mini Rows", "Mini Diagonals", "Mini Diagonals"])
            }
            (Lines::Within(3), Lines::Within(n)) => {
                mixed(n, ["Mini Columns", "Mini Diagonals", "Mini Diagonals"])
            }
            (Lines::Within(n), Lines::Jump) => mixed(n, ["Jumping Rows", "Gliding Rows", "Gliding Rows"]),
            (Lines::Jump, Lines::Within(n)) => {
                mixed(n, ["Jumping Columns", "Gliding Columns", "Gliding Columns"])
            }
            (Lines::Within(n), Lines::Full) => mixed(n, ["Full Rows", "Waving Rows", "Waving Rows"]),
            (Lines::Full, Lines::Within(n)) => mixed(n, ["Full Columns", "Waving Columns", "Waving Columns"]),
            (Lines::Jump, Lines::Jump) => "Jumping Diagonals".to_owned(),
            (Lines::Full, Lines::Full) => "Full Diagonals".to_owned(),
            _ => self.plain(self.order()),
        }
    }

    fn plain(&self, order: usize) -> String {
        format!("order {order}, {} cells fixed", self.fixed_cells())
    }
}

/// What a map of odd order does to the rows, or to the columns.
enum Lines {
    /// Rows go round inside so many bands.
    Within(usize),
    /// Bands go round, and every row is back after three steps.
    Jump,
    /// Bands go round, and every row is back after nine steps.
    Full,
}

impl Lines {
    fn of(lines: &[u8; 9]) -> Lines {
        let next = |line: usize| usize::from(lines[line]);
        if next(0) / 3 != 0 {
            if (0..9).all(|line| next(next(next(line))) == line) { Lines::Jump } else { Lines::Full }
        } else {
            Lines::Within((0..3).filter(|&band| next(3 * band) != 3 * band).count())
        }
    }
}

fn lcm(a: usize, b: usize) -> usize {
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    a / gcd(a, b) * b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;
    use ludex_core::Random;
    use std::collections::BTreeMap;

    const CYCLE: [u8; 9] = [1, 2, 0, 4, 5, 3, 7, 8, 6];
    const JUMP: [u8; 9] = [3, 4, 5, 6, 7, 8, 0, 1, 2];
    const FULL: [u8; 9] = [3, 4, 5, 6, 7, 8, 1, 2, 0];

    /// The name is one of the class: no disguise of a map changes it, but rows and columns change places.
    #[test]
    fn a_symmetry_keeps_its_name_in_disguise() {
        let id = Map::IDENTITY;
        let maps = [
            (id, "Identity"),
            (Map { cols: CYCLE, ..id }, "Mini Rows"),
            (Map { cols: CYCLE, rows: [1, 2, 0, 3, 4, 5, 6, 7, 8], ..id }, "2 Mini Rows, 1 Mini Diagonals"),
            (Map { cols: CYCLE, rows: CYCLE, ..id }, "Mini Diagonals"),
            (Map { cols: JUMP, ..id }, "Jumping Rows"),
            (Map { cols: JUMP, rows: CYCLE, ..id }, "Gliding Rows"),
            (Map { cols: JUMP, rows: JUMP, ..id }, "Jumping Diagonals"),
            (Map { cols: FULL, rows: FULL, ..id }, "Full Diagonals"),
            (Map { cols: FULL, ..id }, "Full Rows"),
            (Map { cols: FULL, rows: CYCLE, ..id }, "Waving Rows"),
            (Map { transposed: true, ..id }, "Diagonal Mirror"),
            (Map { transposed: true, rows: [8, 7, 6, 5, 4, 3, 2, 1, 0], ..id }, "Quarter Turn"),
            (Map { rows: [0, 1, 2, 6, 7, 8, 3, 4, 5], cols: [0, 2, 1, 3, 5, 4, 6, 8, 7], ..id }, "Sticks"),
            (Map { transposed: true, rows: CYCLE, cols: CYCLE, ..id }, "Diagonal Mirror with Mini Diagonals"),
        ];
        let mut random = Random::new(6);
        for (map, name) in maps {
            assert_eq!(map.symmetry(), name);
            for _ in 0..20 {
                let other = Map::random(&mut random);
                let moved = other.inverse().then(&map).then(&other).symmetry();
                assert_eq!(moved.replace("Columns", "Rows"), name);
            }
        }
    }

    /// The second model: a map is an automorphism where it turns the puzzle into itself.
    #[test]
    fn maps_are_as_many_as_counted_and_do_what_they_say() {
        let grid: Grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
            .parse()
            .unwrap();
        let full = Position::from(&grid);
        let maps = full.automorphism_maps(true);
        assert_eq!(maps.len(), 648);
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        for map in &maps {
            assert_eq!(map.apply(&grid.setup()), grid.setup());
            *names.entry(map.symmetry()).or_default() += 1;
        }
        assert_eq!(names["Identity"], 1);
        let mut random = Random::new(2);
        for _ in 0..3 {
            let puzzle = Position::try_from(&crate::minimal::minimise(&full, Some(&mut random))).unwrap();
            let own = puzzle.automorphism_maps(false);
            assert_eq!(own.len(), puzzle.canonical().automorphisms());
            assert_eq!(own[0], Map::IDENTITY);
            assert_eq!(puzzle.automorphism_maps(true).len(), 648);
        }
    }
}
