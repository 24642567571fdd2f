//! The edge: sudoku as the program sees it.

use crate::canonical::CanonicalPuzzle;
use crate::catalogue::{Catalogue, GRIDS, Seeker};
use crate::field::Field;
use crate::grid::Grid;
use crate::map::Map;
use crate::name::PuzzleName;
use crate::pattern::pattern;
use crate::position::{Puzzle, PuzzleError};
use crate::setup::Setup;
use crate::solve::count;
use crate::{draw, text};
use ludex_core::{
    Difference, Family, Name, NameKind, Picture, Position, Progress, Random, Refusal, Sameness, Signature,
    Stopped, downcast,
};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The kind of a puzzle's name.
pub const KIND: &str = "sudoku";

/// Solutions of a sudoku that has several are counted up to this many for its refusal.
const COUNTED: u64 = 10_000;

type Opener = dyn Fn() -> Result<Catalogue, Refusal> + Send + Sync;

/// Sudoku with a catalogue, which is opened when the first name is asked for.
#[derive(Clone)]
pub struct Sudoku(Arc<Shared>);

struct Shared {
    open: Box<Opener>,
    catalogue: OnceLock<Catalogue>,
    /// Seekers not at work; each keeps what it has made.
    seekers: Mutex<Vec<Seeker>>,
}

impl std::fmt::Debug for Sudoku {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sudoku({:?})", self.0.catalogue.get())
    }
}

impl Default for Sudoku {
    /// With the index that comes with the library.
    fn default() -> Sudoku {
        Sudoku::new(|| Ok(Catalogue::shipped()))
    }
}

impl Sudoku {
    /// With a way to open the catalogue.
    #[must_use]
    pub fn new(open: impl Fn() -> Result<Catalogue, Refusal> + Send + Sync + 'static) -> Sudoku {
        Sudoku(Arc::new(Shared {
            open: Box::new(open),
            catalogue: OnceLock::new(),
            seekers: Mutex::new(Vec::new()),
        }))
    }

    /// The catalogue, opened now if it was not before.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn catalogue(&self) -> Result<&Catalogue, Refusal> {
        if self.0.catalogue.get().is_none() {
            let opened = (self.0.open)()?;
            let _ = self.0.catalogue.set(opened);
        }
        Ok(self.0.catalogue.get().expect("just set"))
    }

    /// Lends a seeker.
    ///
    /// # Errors
    /// When the catalogue cannot be opened, or what the caller answers.
    pub fn seek<T>(&self, work: impl FnOnce(&mut Seeker) -> Result<T, Refusal>) -> Result<T, Refusal> {
        let idle = self.0.seekers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut seeker = match idle {
            Some(seeker) => seeker,
            None => self.catalogue()?.seeker(),
        };
        let answer = work(&mut seeker);
        self.0.seekers.lock().unwrap_or_else(PoisonError::into_inner).push(seeker);
        answer
    }

    fn named(&self, name: &PuzzleName) -> Result<Puzzle, Refusal> {
        let canonical = self.seek(|seeker| Ok(seeker.puzzle(name)?))?;
        puzzle(&canonical.setup())
    }
}

/// The puzzle of a setup.
///
/// # Errors
/// When it has no solution, or several: then with their number and the pattern of its givens, the
/// canonical form that needs no solution.
fn puzzle(setup: &Setup) -> Result<Puzzle, Refusal> {
    Puzzle::new(setup).map_err(|error| match error {
        PuzzleError::Many { .. } | PuzzleError::Few(_) => several(setup, &error),
        _ => Refusal::new(error.to_string()),
    })
}

/// The words for a sudoku with several solutions: how many, and the form that needs none.
#[must_use]
pub fn several(setup: &Setup, error: &PuzzleError) -> Refusal {
    let counted = count(setup, COUNTED);
    let counted = if counted < COUNTED { counted.to_string() } else { format!("{COUNTED} or more") };
    Refusal::new(format!("{error}; {counted} solutions; its givens are a disguise of {}", pattern(setup)))
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
            return Ok(Box::new(*self.named(&item.parse()?)?.setup()));
        }
        Ok(Box::new(item.parse::<Setup>()?))
    }

    fn recall(&self, name: &Name) -> Result<Box<dyn Position>, Refusal> {
        if name.kind() != KIND {
            return Err(Refusal::new(format!(
                "{name} is no name of a sudoku: sudoku:eKEeveX3Ose2Ww4p42M is one"
            )));
        }
        Ok(Box::new(self.named(&name.letters().parse()?)?))
    }

    fn name(&self, position: &dyn Position) -> Result<Name, Refusal> {
        let canonical = CanonicalPuzzle::of(downcast(position)?);
        let name = self.seek(|seeker| Ok(seeker.name(&canonical)?))?;
        Ok(Name::new(KIND, &name.to_string())?)
    }

    fn solve(&self, position: &dyn Position, _progress: &dyn Progress) -> Option<Result<String, Refusal>> {
        Some(downcast(position).map(|puzzle: &Puzzle| puzzle.solution().to_string()))
    }

    fn diff(&self, a: &dyn ludex_core::Setup, b: &dyn ludex_core::Setup) -> Result<Difference, Refusal> {
        let (a, b): (&Setup, &Setup) = (downcast(a)?, downcast(b)?);
        let (clues_a, clues_b) = (a.clues(), b.clues());
        if clues_a != clues_b {
            return Ok(Difference::Other(format!("givens: {clues_a} and {clues_b}")));
        }
        let (puzzle_a, puzzle_b) = (puzzle(a)?, puzzle(b)?);
        let ((form_a, map_a), (form_b, map_b)) = (canonical(&puzzle_a), canonical(&puzzle_b));
        if form_a.grid() != form_b.grid() {
            let rank = |form: &CanonicalPuzzle| self.seek(|seeker| Ok(seeker.rank(form.grid())?));
            let (rank_a, rank_b) = (rank(&form_a)?, rank(&form_b)?);
            return Ok(Difference::Other(format!("rank of the solution: {rank_a} and {rank_b}")));
        }
        if form_a.field() != form_b.field() {
            let (field_a, field_b) = (form_a.field().letters(), form_b.field().letters());
            return Ok(Difference::Other(format!("given cells of one solution: {field_a} and {field_b}")));
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
            let mut field = Field::FULL;
            for _ in 0..50 {
                let less = Field::from_bits(field.bits() & !(1 << random.below(81)));
                if count(&less.cut(image.cells()), 2) == 1 {
                    field = less;
                }
            }
            if let Ok(puzzle) = Puzzle::new(&field.cut(image.cells()))
                && let Ok(name) = seeker.name(&CanonicalPuzzle::of(&puzzle))
            {
                signature.fold(name.to_string().as_bytes());
            }
        }
        Ok(signature)
    }

    fn self_test(&self) -> Result<(), Refusal> {
        let text = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";
        let name = self.name(&puzzle(&text.parse()?)?)?;
        if name.letters() != "eKEeveX3Ose2Ww4p42M" {
            return Err(Refusal::new(format!("a known puzzle came out as {name}")));
        }
        self.catalogue()?.test()?;
        Ok(())
    }
}

fn canonical(puzzle: &Puzzle) -> (CanonicalPuzzle, Map) {
    CanonicalPuzzle::with_map(puzzle.solution(), puzzle.setup().field())
}

impl ludex_core::Setup for Setup {
    fn text(&self) -> String {
        self.to_string()
    }

    fn picture(&self) -> Picture {
        draw::picture(self)
    }

    fn position(&self) -> Result<Box<dyn Position>, Refusal> {
        Ok(Box::new(puzzle(self)?))
    }
}

impl Position for Puzzle {
    fn setup(&self) -> Box<dyn ludex_core::Setup> {
        Box::new(*Puzzle::setup(self))
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
    fn several_solutions_get_a_useful_answer() {
        let family = Sudoku::default();
        let loose = family.parse(&LINE.replacen('6', ".", 1)).unwrap();
        let words = loose.position().err().unwrap().to_string();
        assert!(words.contains("solutions") && words.contains("disguise of"), "{words}");
    }

    #[test]
    fn it_tests_itself() {
        Sudoku::default().self_test().unwrap();
    }
}
