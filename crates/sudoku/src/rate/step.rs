//! One step of a solution: what it rests on and what it does.

use super::candidates::Candidates;
use super::technique::Technique;
use super::units::bits;
use std::fmt;

/// Candidates of one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks {
    /// The cell, row by row from 0.
    pub cell: u8,
    /// Bit d: the digit d + 1.
    pub mask: u16,
}

impl Marks {
    /// The digits.
    pub fn digits(self) -> impl Iterator<Item = u8> {
        bits(self.mask).map(|digit| digit as u8 + 1)
    }

    /// The digits as text, `45`.
    #[must_use]
    pub fn text(self) -> String {
        self.digits().map(|digit| char::from(b'0' + digit)).collect()
    }
}

/// Why one node of a chain follows from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// It is assumed.
    Assumed,
    /// The cell holds one digit.
    Cell,
    /// The digit stands once in the box.
    Box,
    /// The digit stands once in the row.
    Row,
    /// The digit stands once in the column.
    Column,
    /// A pattern that the earlier nodes leave.
    Pattern(Technique),
}

/// A candidate that is taken for true or for false in a chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The cell, row by row from 0.
    pub cell: u8,
    /// The digit.
    pub digit: u8,
    /// Whether the cell is taken to be the digit.
    pub on: bool,
    /// Why.
    pub cause: Cause,
    /// From which earlier nodes of the chain it follows, by index.
    pub parents: Vec<usize>,
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", cell_name(self.cell.into()), if self.on { "=" } else { "<>" }, self.digit)
    }
}

/// Nodes from an assumption to an end; every node comes after its parents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// The nodes, the end last.
    pub nodes: Vec<Node>,
}

impl Chain {
    /// Whether every node follows from the one before it alone.
    #[must_use]
    pub fn is_line(&self) -> bool {
        self.nodes.iter().enumerate().skip(1).all(|(i, node)| node.parents == [i - 1])
    }
}

impl fmt::Display for Chain {
    /// `r1c1=5 -> r1c7<>5 -> r3c8=5`; in a net, a node that needs others than the last names them in
    /// brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, node) in self.nodes.iter().enumerate() {
            if i > 0 {
                f.write_str(" -> ")?;
            }
            write!(f, "{node}")?;
            if i > 0 && node.parents != [i - 1] {
                f.write_str(" [")?;
                if let Cause::Pattern(technique) = node.cause {
                    write!(f, "{technique}: ")?;
                }
                for (n, &parent) in node.parents.iter().enumerate() {
                    write!(f, "{}{}", if n > 0 { " " } else { "" }, self.nodes[parent])?;
                }
                f.write_str("]")?;
            }
        }
        Ok(())
    }
}

/// One step: a technique at its place, candidates struck, at most one digit placed.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ludex_sudoku::{Setup, rate::{Candidates, Rater}};
/// let setup: Setup =
///     "3..4.2....2.36.....6...752.2.....1...38...7........4..........81..9.4...4.96....5".parse()?;
/// let step = Rater::new().step(&Candidates::of(&setup)).expect("a next step");
/// assert_eq!(step.to_string(), "1.2 Hidden Single: 3 in box 3 => r3c9=3");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub(super) technique: Technique,
    pub(super) rating: f64,
    pub(super) strikes: Vec<Marks>,
    pub(super) placement: Option<(u8, u8)>,
    pub(super) pattern: Vec<Marks>,
    pub(super) digits: u16,
    pub(super) houses: Vec<u8>,
    pub(super) chains: Vec<Chain>,
}

impl Step {
    pub(super) fn new(technique: Technique, rating: f64) -> Step {
        Step {
            technique,
            rating,
            strikes: Vec::new(),
            placement: None,
            pattern: Vec::new(),
            digits: 0,
            houses: Vec::new(),
            chains: Vec::new(),
        }
    }

    /// With a digit (0 for 1) placed.
    pub(super) fn placing(mut self, cell: usize, digit: usize) -> Step {
        self.placement = Some((cell as u8, digit as u8 + 1));
        self
    }

    /// With candidates struck; `None` where there are none.
    pub(super) fn striking(mut self, strikes: Strikes) -> Option<Step> {
        self.strikes = strikes.sorted();
        (!self.strikes.is_empty()).then_some(self)
    }

    /// With the digits (bit 0 for 1) and houses of the pattern.
    pub(super) fn of(mut self, digits: u16, houses: &[usize]) -> Step {
        self.digits = digits;
        self.houses = houses.iter().map(|&house| house as u8).collect();
        self
    }

    /// With the candidates the pattern is made of.
    pub(super) fn made_of(mut self, pattern: impl IntoIterator<Item = (usize, u16)>) -> Step {
        self.pattern = pattern.into_iter().map(|(cell, mask)| Marks { cell: cell as u8, mask }).collect();
        self
    }

    /// What it is.
    #[must_use]
    pub const fn technique(&self) -> Technique {
        self.technique
    }

    /// Its rating in tenths: 45 for 4.5.
    #[must_use]
    pub fn tenths(&self) -> u32 {
        tenths(self.rating)
    }

    /// The candidates it strikes, row by row.
    #[must_use]
    pub fn strikes(&self) -> &[Marks] {
        &self.strikes
    }

    /// The cell and the digit it places.
    #[must_use]
    pub const fn placement(&self) -> Option<(u8, u8)> {
        self.placement
    }

    /// The candidates its pattern is made of; a chain has nodes instead.
    #[must_use]
    pub fn pattern(&self) -> &[Marks] {
        &self.pattern
    }

    /// The chains it rests on.
    #[must_use]
    pub fn chains(&self) -> &[Chain] {
        &self.chains
    }

    /// Does it.
    pub fn apply(&self, state: &mut Candidates) {
        for marks in &self.strikes {
            for digit in bits(marks.mask) {
                state.strike(marks.cell.into(), digit);
            }
        }
        if let Some((cell, digit)) = self.placement {
            state.place(cell.into(), usize::from(digit) - 1);
        }
    }

    /// What it does: `r1c2<>45 r3c4=6`.
    #[must_use]
    pub fn effect(&self) -> String {
        let strikes =
            self.strikes.iter().map(|marks| format!("{}<>{}", cell_name(marks.cell.into()), marks.text()));
        let placement = self.placement.map(|(cell, digit)| format!("{}={digit}", cell_name(cell.into())));
        strikes.chain(placement).collect::<Vec<_>>().join(" ")
    }

    /// What it rests on: digits, houses and cells.
    #[must_use]
    pub fn reason(&self) -> String {
        let mut parts = Vec::new();
        if self.digits != 0 {
            parts.push(bits(self.digits).map(|digit| (digit + 1).to_string()).collect::<Vec<_>>().join(","));
        }
        if !self.houses.is_empty() {
            let houses: Vec<String> = self.houses.iter().map(|&house| house_name(house.into())).collect();
            parts.push(format!("in {}", houses.join(", ")));
        }
        if !self.pattern.is_empty() {
            let cells: Vec<String> = self
                .pattern
                .iter()
                .map(|marks| format!("{}({})", cell_name(marks.cell.into()), marks.text()))
                .collect();
            parts.push(cells.join(" "));
        }
        let chains: Vec<String> = self.chains.iter().map(ToString::to_string).collect();
        if !chains.is_empty() {
            parts.push(chains.join("; "));
        }
        parts.join(" ")
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.tenths();
        let text = format!(
            "{}.{} {}: {} => {}",
            tenths / 10,
            tenths % 10,
            self.technique,
            self.reason(),
            self.effect()
        );
        f.pad(&text)
    }
}

/// Candidates to strike, each cell once.
#[derive(Debug, Clone, Default)]
pub(super) struct Strikes(Vec<Marks>);

impl Strikes {
    /// Adds digits of a cell, as far as the cell has them.
    pub(super) fn add(&mut self, state: &Candidates, cell: usize, mask: u16) {
        let mask = mask & state.masks[cell];
        if mask == 0 {
            return;
        }
        match self.0.iter_mut().find(|marks| usize::from(marks.cell) == cell) {
            Some(marks) => marks.mask |= mask,
            None => self.0.push(Marks { cell: cell as u8, mask }),
        }
    }

    pub(super) fn sorted(mut self) -> Vec<Marks> {
        self.0.sort_unstable();
        self.0
    }
}

/// A rating in tenths, rounded as it is printed.
pub(super) fn tenths(rating: f64) -> u32 {
    ((rating + 0.05) * 10.0).floor() as u32
}

/// `r1c2`.
pub(super) fn cell_name(cell: usize) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

/// `box 1`, `row 3`, `column 9`.
pub(super) fn house_name(house: usize) -> String {
    format!("{} {}", ["box", "row", "column"][house / 9], house % 9 + 1)
}
