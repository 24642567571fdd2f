//! The edge: sudoku as the program sees it.

use crate::catalogue::{Catalogue, GRIDS};
use crate::cell_set::CellSet;
use crate::grid::Grid;
use crate::map::Map;
use crate::name::{KIND, PuzzleName};
use crate::position::Position;
use crate::setup::Setup;
use crate::solve::count;
use crate::tables::Tables;
use crate::{draw, text};
use ludex_core::{
    Difference, Family, Name, NameKind, Picture, Progress, Random, Refusal, Sameness, Signature, Stopped,
    downcast,
};

/// Sudoku with its tables.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), ludex_core::Refusal> {
/// use ludex_core::Family;
/// use ludex_sudoku::Sudoku;
/// let family = Sudoku::default();
/// let position = family
///     .parse(".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12")?
///     .position()?;
/// assert_eq!(family.name(&*position)?.to_string(), "sudoku:eKEeveX3Ose2Ww4p42M");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Sudoku(Tables);

impl Sudoku {
    /// With these tables.
    #[must_use]
    pub const fn new(tables: Tables) -> Sudoku {
        Sudoku(tables)
    }

    /// The tables.
    #[must_use]
    pub const fn tables(&self) -> &Tables {
        &self.0
    }
}

impl Family for Sudoku {
    fn word(&self) -> &'static str {
        "sudoku"
    }

    fn kinds(&self) -> &'static [NameKind] {
        // The sixth letter shares its lower half with the field of given cells.
        const { &[NameKind::new(KIND, Sameness::Disguises).with_rank_bits(33)] }
    }

    fn accepts(&self) -> &'static str {
        "a sudoku: 81 cells row by row, . or 0 where empty"
    }

    fn measure(&self, line: &str) -> Option<usize> {
        // The historic forms are told by their rank; 19 letters alone could be anything.
        text::measure(line)
            .or_else(|| PuzzleName::measure(line).filter(|&end| line[..end].contains([' ', ';'])))
    }

    fn parse(&self, item: &str) -> Result<Box<dyn ludex_core::Setup>, Refusal> {
        // The historic forms of a name are items, too.
        if PuzzleName::measure(item) == Some(item.len()) {
            return Ok(Box::new(item.parse::<PuzzleName>()?.canonical(&self.0)?.setup()));
        }
        Ok(Box::new(item.parse::<Setup>()?))
    }

    fn recall(&self, name: &Name) -> Result<Box<dyn ludex_core::Position>, Refusal> {
        if name.kind() != KIND {
            return Err(Refusal::new(format!(
                "{name} is no name of a sudoku: sudoku:eKEeveX3Ose2Ww4p42M is one"
            )));
        }
        Ok(Box::new(name.letters().parse::<PuzzleName>()?.canonical(&self.0)?.position()))
    }

    fn name(&self, position: &dyn ludex_core::Position) -> Result<Name, Refusal> {
        let name = downcast::<Position>(position)?.canonical().name(&self.0)?;
        Ok(Name::new(KIND, &name.to_string())?)
    }

    fn solve(
        &self,
        position: &dyn ludex_core::Position,
        _progress: &dyn Progress,
    ) -> Option<Result<String, Refusal>> {
        Some(downcast(position).map(|position: &Position| position.solution().to_string()))
    }

    fn diff(&self, a: &dyn ludex_core::Setup, b: &dyn ludex_core::Setup) -> Result<Difference, Refusal> {
        let (a, b): (&Setup, &Setup) = (downcast(a)?, downcast(b)?);
        let (clues_a, clues_b) = (a.clues(), b.clues());
        if clues_a != clues_b {
            return Ok(Difference::Other(format!("givens: {clues_a} and {clues_b}")));
        }
        let (form_a, map_a) = Position::try_from(a)?.canonical_with_map();
        let (form_b, map_b) = Position::try_from(b)?.canonical_with_map();
        if form_a.grid() != form_b.grid() {
            let (rank_a, rank_b) = (form_a.grid().rank(&self.0)?, form_b.grid().rank(&self.0)?);
            return Ok(Difference::Other(format!("rank of the solution: {rank_a} and {rank_b}")));
        }
        if form_a.given() != form_b.given() {
            let (given_a, given_b) = (form_a.given().letters(), form_b.given().letters());
            return Ok(Difference::Other(format!("given cells of one solution: {given_a} and {given_b}")));
        }
        Ok(Difference::Same(map_a.then(&map_b.inverse()).to_string()))
    }

    fn signature(&self, progress: &dyn Progress) -> Result<Signature, Stopped> {
        const GRIDS_WALKED: u64 = 1_500;
        let mut signature = Signature::new("grids unranked, dug, solved, named");
        let mut random = Random::new(416);
        let mut seeker = Catalogue::shipped().seeker();
        for n in 0..GRIDS_WALKED {
            progress.report(n, GRIDS_WALKED)?;
            let rank = random.below(GRIDS) + 1;
            let Ok(grid) = seeker.grid(rank) else { continue };
            let map = Map::random(&mut random);
            let image = Grid::from_cells(map.apply_cells(grid.grid().cells()));
            let mut given = CellSet::FULL;
            for _ in 0..50 {
                let less = CellSet::from_bits(given.bits() & !(1 << random.below(81)));
                if count(&less.cut(image.cells()), 2) == 1 {
                    given = less;
                }
            }
            if let Ok(position) = Position::try_from(&given.cut(image.cells()))
                && let Ok(name) = seeker.name(&position.canonical())
            {
                signature.fold(name.to_string().as_bytes());
            }
        }
        Ok(signature)
    }

    fn self_test(&self) -> Result<(), Refusal> {
        let text = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";
        let name = self.name(&Position::try_from(&text.parse::<Setup>()?)?)?;
        if name.letters() != "eKEeveX3Ose2Ww4p42M" {
            return Err(Refusal::new(format!("a known puzzle came out as {name}")));
        }
        self.0.catalogue()?.test()?;
        Ok(())
    }
}

impl ludex_core::Setup for Setup {
    fn text(&self) -> String {
        self.to_string()
    }

    fn picture(&self) -> Picture {
        draw::picture(self)
    }

    fn position(&self) -> Result<Box<dyn ludex_core::Position>, Refusal> {
        Ok(Box::new(Position::try_from(self)?))
    }
}

impl ludex_core::Position for Position {
    fn setup(&self) -> Box<dyn ludex_core::Setup> {
        Box::new(*Position::setup(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";

    #[test]
    fn names_lead_there_and_back() {
        let family = Sudoku::default();
        let name = family.name(&*family.parse(LINE).unwrap().position().unwrap()).unwrap();
        assert_eq!(name.to_string(), "sudoku:eKEeveX3Ose2Ww4p42M");
        let back = family.recall(&name).unwrap();
        assert_eq!(back.setup().text(), LINE);
        assert_eq!(family.name(&*back).unwrap(), name);
    }

    #[test]
    fn differences_are_told() {
        let family = Sudoku::default();
        let mut random = Random::new(9);
        let map = Map::random(&mut random);
        let setup: Setup = LINE.parse().unwrap();
        let image = map.apply(&setup);
        let (a, b) = (family.parse(LINE).unwrap(), family.parse(&image.to_string()).unwrap());
        let Difference::Same(how) = family.diff(&*a, &*b).unwrap() else { panic!("not the same") };
        assert_eq!(how, map.to_string());
        let c = family.parse(&setup.with(0, 1).to_string()).unwrap();
        assert!(matches!(family.diff(&*a, &*c), Ok(Difference::Other(_))));
    }

    #[test]
    fn more_solutions_than_one_are_told() {
        let family = Sudoku::default();
        let loose = family.parse(&LINE.replacen('6', ".", 1)).unwrap();
        let words = loose.position().err().unwrap().to_string();
        assert!(words.starts_with("it has more than one solution"), "{words}");
    }

    #[test]
    fn it_tests_itself() {
        Sudoku::default().self_test().unwrap();
    }
}
