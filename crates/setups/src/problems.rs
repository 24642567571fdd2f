//! What speaks against a setup: fields that contradict each other, before anything is computed.

use crate::edit::same_setups;
use crate::setup::{SetupFields, SetupRow};
use crate::{Setups, Variant};
use ludex_store::{Result, StoreError};
use ludex_tetris::fumen::Page;
use ludex_tetris::saves::leftover_length;
use ludex_tetris::solve::{Building, Drop, Hold, Problem as Field, is_cleared};
use ludex_tetris::{Cell, Counts, FourRule, Fumen, KickTable, Pattern, Piece, Queue, SetupId};

/// Something that speaks against a setup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Which of its columns.
    pub field: &'static str,
    /// What is wrong, and what would be right.
    pub what: String,
    /// Whether it cannot be right; otherwise it is worth a look.
    pub refused: bool,
}

/// What speaks against a setup.
///
/// # Examples
/// ```
/// use ludex_setups::{SetupFields, problems::problems};
/// let fumen = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";
/// let mut setup = SetupFields::new(2, "TIO", "TIL", "[TIO]!", fumen);
/// setup.solve_pattern = Some("*p4".into());
/// let fields: Vec<&str> = problems(&setup).iter().map(|problem| problem.field).collect();
/// assert_eq!(fields, ["leftover", "build", "solve_pattern"]);
/// ```
#[must_use]
pub fn problems(setup: &SetupFields) -> Vec<Problem> {
    let mut all = Vec::new();
    leftover(setup, &mut all);
    let page = Fumen::decode(&setup.fumen).ok().and_then(|fumen| fumen.pages.into_iter().next());
    if let Some(page) = &page {
        if let Some(problem) = build(&setup.build, page) {
            all.push(problem);
        }
        solve(setup, page, &mut all);
    }
    cover(setup, &mut all);
    all
}

fn refused(field: &'static str, what: String) -> Problem {
    Problem { field, what, refused: true }
}

fn warned(field: &'static str, what: String) -> Problem {
    Problem { field, what, refused: false }
}

fn leftover(setup: &SetupFields, all: &mut Vec<Problem>) {
    let length = leftover_length(u32::try_from(setup.pc).unwrap_or(1));
    let pieces = if length == 1 { "piece" } else { "pieces" };
    if setup.leftover.len() != length {
        let what = format!("{}: perfect clear {} has {length} {pieces} left over", setup.leftover, setup.pc);
        all.push(refused("leftover", what));
        return;
    }
    let Ok(read) = Piece::word(&setup.leftover) else { return };
    let counts = Counts::of(&read);
    let twice = counts.0.iter().filter(|&&count| count > 1).count();
    if counts.0.iter().any(|&count| count > 2) || twice > 1 {
        let what =
            format!("{}: the rest of a bag and a held piece have one piece twice at most", setup.leftover);
        all.push(refused("leftover", what));
    } else if setup.pc == 1 && twice > 0 {
        all.push(refused(
            "leftover",
            format!("{}: the first perfect clear begins with a whole bag", setup.leftover),
        ));
    }
}

/// The pieces that a page shows, and its gray cells.
fn shown(page: &Page) -> ([usize; 7], usize) {
    let (mut cells, mut gray) = ([0; 7], 0);
    for cell in (0..page.field.height()).flat_map(|y| page.field.row(y)) {
        match cell.piece() {
            Some(piece) => cells[piece.index()] += 1,
            None => gray += usize::from(*cell == Cell::Gray),
        }
    }
    (cells, gray)
}

/// A build against the pieces its fumen shows. Gray cells are of no piece, and a page with a piece on it is a glued
/// fumen: both tell nothing.
pub(crate) fn build(build: &str, page: &Page) -> Option<Problem> {
    let counts = Counts::of(&Piece::word(build).ok()?);
    let (cells, gray) = shown(page);
    let differs = (0..7).any(|i| cells[i] != 4 * usize::from(counts.0[i]));
    if gray > 0 || page.piece.is_some() || !differs {
        return None;
    }
    let pieces = cells.map(|count| count.div_ceil(4).min(255) as u8);
    let what = match (cells.iter().all(|count| count % 4 == 0), Building::of_field(&page.field).is_ok()) {
        (true, true) => format!("{build}: the fumen shows {}", Piece::spell(&Counts(pieces).sorted())),
        (true, false) if cells == [0; 7] => format!("{build}: the fumen shows no piece"),
        _ => format!("{build}: the coloured cells of the fumen are no whole pieces"),
    };
    Some(refused("build", what))
}

/// The field, and whether the queues of the solve pattern are as long as it needs.
fn solve(setup: &SetupFields, page: &Page, all: &mut Vec<Problem>) {
    if page.piece.is_some() || is_cleared(&page.field) {
        return;
    }
    let slots = u8::try_from(setup.hold).unwrap_or(1);
    let Ok(table) = KickTable::named("srs180") else { return };
    let field = match Field::new(&page.field, 4, table, Drop::Half, Hold::Any(slots)) {
        Ok(field) => field,
        Err(error) => return all.push(refused("fumen", error.to_string())),
    };
    let Some(queues) = setup.solve_pattern.as_deref().and_then(listed) else { return };
    let needed = field.needed();
    let shortest = queues.iter().map(|queue| queue.len()).min().unwrap_or(0);
    let pattern = setup.solve_pattern.as_deref().unwrap_or_default();
    // A piece for the hold, unless it is one that nobody sees.
    let wanted = (needed + usize::from(slots.min(1))).min(usize::try_from(setup.see).unwrap_or(7));
    if shortest < needed {
        let what = format!("{pattern}: its queues have {shortest} pieces, and the field takes {needed}");
        all.push(refused("solve_pattern", what));
    } else if shortest < wanted && setup.build.len() + needed == 10 {
        let what = format!(
            "{pattern}: its queues have {shortest} pieces; with one for the hold the field takes {}",
            needed + 1
        );
        all.push(warned("solve_pattern", what));
    }
}

fn cover(setup: &SetupFields, all: &mut Vec<Problem>) {
    let Some(queues) = listed(&setup.cover_pattern) else { return };
    let Ok(leftover) = Piece::word(&setup.leftover).map(|pieces| Counts::of(&pieces)) else { return };
    let pattern = &setup.cover_pattern;
    let longest = queues.iter().map(|queue| queue.len()).max().unwrap_or(0);
    if longest < setup.build.len() {
        let (build, length) = (&setup.build, setup.build.len());
        let what = format!("{pattern}: its queues have {longest} pieces, and the build {build} has {length}");
        all.push(refused("cover_pattern", what));
        return;
    }
    let begins = |queue: &&Queue| leftover.contains(&queue.cut(leftover.total()).counts());
    let fit = queues.iter().filter(begins).count();
    if fit < queues.len() {
        let what = format!(
            "{pattern}: {} of its {} queues do not begin with the leftover {}",
            queues.len() - fit,
            queues.len(),
            setup.leftover
        );
        all.push(if fit == 0 { refused("cover_pattern", what) } else { warned("cover_pattern", what) });
    }
}

pub(crate) fn listed(pattern: &str) -> Option<Vec<Queue>> {
    Pattern::read(pattern).and_then(|pattern| pattern.queues()).ok()
}

/// What speaks against a variant.
pub(crate) fn of_variant(setup: &SetupRow, variant: &Variant) -> Vec<Problem> {
    let page = Fumen::decode(&variant.fumen).map(|fumen| fumen.pages.into_iter().next());
    let number = variant.number;
    let mut all = match page {
        Err(error) => vec![refused("variant", format!("variant {number}: the fumen: {error}"))],
        Ok(page) => page.and_then(|page| build(&variant.build, &page)).into_iter().collect(),
    };
    for problem in &mut all {
        problem.field = "variant";
        if !problem.what.starts_with("variant") {
            problem.what = format!("variant {number}: {}", problem.what);
        }
    }
    let (Ok(base), Ok(whole)) = (Piece::word(&setup.build), Piece::word(&variant.build)) else { return all };
    if !Counts::of(&whole).contains(&Counts::of(&base)) {
        let what = format!("variant {number}: {} has not all pieces of {}", variant.build, setup.build);
        all.push(warned("variant", what));
    }
    all
}

/// Two setups that are the same: perfect clear, leftover, type, and in whatever words, field, cover and solve.
pub(crate) fn is_same(a: &SetupFields, b: &SetupFields) -> bool {
    let plain = |s: &SetupFields| (s.pc, s.leftover.clone(), s.build.clone(), s.kind, s.hold);
    let same_queues =
        |a: &str, b: &str| a == b || matches!((listed(a), listed(b)), (Some(a), Some(b)) if a == b);
    let page = |s: &SetupFields| {
        let first = Fumen::decode(&s.fumen).ok()?.pages.into_iter().next()?;
        Some((first.field, first.piece))
    };
    plain(a) == plain(b)
        && (a.fumen == b.fumen || page(a).is_some_and(|first| page(b) == Some(first)))
        && same_queues(&a.cover_pattern, &b.cover_pattern)
        && match (&a.solve_pattern, &b.solve_pattern) {
            (Some(a), Some(b)) => same_queues(a, b),
            (a, b) => a == b,
        }
}

impl Setups {
    /// What speaks against a setup that is not there yet: its own fields, and one that is the same.
    ///
    /// # Errors
    /// When a field does not hold at all, or the database is in trouble.
    pub fn problems_of(&mut self, setup: &SetupFields) -> Result<Vec<Problem>> {
        let mut setup = setup.clone();
        setup.check()?;
        let mut all = problems(&setup);
        if let Some(other) = same_setups(self.sql(), &setup)?.first() {
            all.push(refused("setup", format!("{other} is the same setup")));
        }
        Ok(all)
    }

    /// Adds a setup that nothing speaks against; answers its id and what is worth a look.
    ///
    /// # Errors
    /// When something speaks against it, a field does not hold, or all ids of its bits are taken.
    pub fn add_sound_setup(&mut self, setup: SetupFields, rule: FourRule) -> Result<(SetupId, Vec<Problem>)> {
        let all = self.problems_of(&setup)?;
        if let Some(told) = refusal(&all) {
            return Err(StoreError::Value(told));
        }
        Ok((self.add_setup(setup, rule)?, all))
    }
}

/// What cannot be right, in one line.
#[must_use]
pub fn refusal(problems: &[Problem]) -> Option<String> {
    let told: Vec<String> = problems
        .iter()
        .filter(|problem| problem.refused)
        .map(|problem| format!("{} {}", problem.field, problem.what))
        .collect();
    (!told.is_empty()).then(|| told.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sound() -> SetupFields {
        let mut fields =
            SetupFields::new(7, "TLO", "TLZO", "[TLO]!,*p2{Z=1}", "v115@HhRpGewwRpglCeBtxwilDeBtwwJeAgH");
        fields.solve_pattern = Some("[^Z]!,*".into());
        fields
    }

    fn told(change: impl Fn(&mut SetupFields)) -> Vec<String> {
        let mut setup = sound();
        change(&mut setup);
        problems(&setup)
            .into_iter()
            .map(|p| format!("{}{}: {}", p.field, if p.refused { "!" } else { "" }, p.what))
            .collect()
    }

    #[test]
    fn fields_that_contradict_each_other() {
        assert!(told(|_| {}).is_empty());
        assert_eq!(told(|s| s.pc = 2), ["leftover!: TLO: perfect clear 2 has 4 pieces left over"]);
        assert_eq!(told(|s| s.build = "TLSO".into()), ["build!: TLSO: the fumen shows TLZO"]);
        assert_eq!(
            told(|s| s.fumen = "v115@vhAAgH".into()),
            [
                "build!: TLZO: the fumen shows no piece",
                "solve_pattern!: [^Z]!,*: its queues have 7 pieces, and the field takes 10"
            ]
        );
        assert_eq!(
            told(|s| s.solve_pattern = Some("*p5".into())),
            ["solve_pattern!: *p5: its queues have 5 pieces, and the field takes 6"]
        );
        assert_eq!(
            told(|s| s.solve_pattern = Some("[^Z]!".into())),
            ["solve_pattern: [^Z]!: its queues have 6 pieces; with one for the hold the field takes 7"]
        );
        assert_eq!(
            told(|s| s.cover_pattern = "[TLO]!".into()),
            ["cover_pattern!: [TLO]!: its queues have 3 pieces, and the build TLZO has 4"]
        );
        assert_eq!(
            told(|s| s.cover_pattern = "*p3,Z".into()),
            ["cover_pattern: *p3,Z: 204 of its 210 queues do not begin with the leftover TLO"]
        );
        assert_eq!(
            told(|s| s.leftover = "TTT".into())[0],
            "leftover!: TTT: the rest of a bag and a held piece have one piece twice at most"
        );
    }

    #[test]
    fn the_same_in_other_words() {
        let (a, mut b) = (sound(), sound());
        b.cover_pattern = "[OLT]!,*p2{Z==1}".into();
        b.credit = Some("another".into());
        assert!(is_same(&a, &b));
        b.cover_pattern = "[OLT]!,*p3{Z==1}".into();
        assert!(!is_same(&a, &b));
    }
}
