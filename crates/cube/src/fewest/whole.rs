//! A whole solution in steps: the shortest of many within a time.

use super::goal::Goal;
use super::steps::Ways;
use super::{Axis, Niss, Step};
use crate::cubie::Cubie;
use crate::moves::Turn;
use ludex_core::{Progress, Stopped};
use std::collections::BTreeSet;

/// How many ways of EO on an axis are gone on with.
const EDGES: usize = 400;
/// EO longer than this is never gone on with.
const LONGEST_EDGES: usize = 7;
/// EO and DR together.
const LONGEST_DOMINO: usize = 16;
/// Turns that HTR may take beyond the fewest.
const HALF_TURNS_BEYOND: usize = 2;

/// A solution in steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Whole {
    /// The steps with their turns: EO, DR, HTR, finish.
    pub steps: Vec<(Step, Niss)>,
    /// All of them as one sequence on the scramble.
    pub turns: Vec<Turn>,
}

impl Whole {
    fn new(steps: Vec<(Step, Niss)>) -> Whole {
        let all = steps.iter().fold(Niss::default(), |all, (_, niss)| all.then(niss));
        Whole { steps, turns: all.line() }
    }

    /// The words and turns of the steps: `eo fb: R F / dr ud: U (L) / ...`.
    #[must_use]
    pub fn text(&self) -> String {
        let steps: Vec<String> =
            self.steps.iter().map(|(step, niss)| format!("{}: {niss}", step.words())).collect();
        steps.join(" / ")
    }
}

/// Looks for short solutions in steps and tells every better one, until `dominoes` ways of EO and DR were gone
/// on with or it is stopped. Turns go on the scramble or on its inverse in every step.
///
/// # Errors
/// [`Stopped`] when it was stopped before the first solution.
pub fn whole(
    scrambled: &Cubie,
    dominoes: u64,
    progress: &dyn Progress,
    better: &mut dyn FnMut(&Whole),
) -> Result<Whole, Stopped> {
    let mut search = Search { progress, better, best: None, seen: BTreeSet::new(), dominoes };
    let outcome = search.run(scrambled);
    match (search.best, outcome) {
        (Some(best), _) => Ok(best),
        (None, outcome) => Err(outcome.err().unwrap_or(Stopped)),
    }
}

/// A step with its turns.
pub type Done = (Step, Niss);

/// The shortest EO and DR together, on any axes, in at most `max` turns.
///
/// # Errors
/// [`Stopped`] when the progress asked for it.
pub fn shortest_domino(
    scrambled: &Cubie,
    max: usize,
    progress: &dyn Progress,
) -> Result<Option<(Done, Done)>, Stopped> {
    let all = oriented(scrambled, progress)?;
    for length in 0..=max {
        for oriented in &all {
            let Some(left) = length.checked_sub(oriented.niss.len()) else { break };
            for step in Axis::ALL.into_iter().filter_map(|axis| Step::domino(oriented.axis, axis)) {
                let seen = oriented.left.conjugate(step.rotation);
                let mut found = None;
                Ways::new(step, progress).of_length(&seen, left, 0, &mut |niss| {
                    found = Some(niss.clone());
                    false
                })?;
                if let Some(niss) = found {
                    return Ok(Some(((oriented.step, oriented.niss.clone()), (step, niss))));
                }
            }
        }
    }
    Ok(None)
}

/// Short ways of EO on all axes, shortest first.
fn oriented(scrambled: &Cubie, progress: &dyn Progress) -> Result<Vec<Oriented>, Stopped> {
    let mut all: Vec<Oriented> = Vec::new();
    for axis in Axis::ALL {
        let step = Step::edges(axis);
        let seen = scrambled.conjugate(step.rotation);
        let mut ways = Ways::new(step, progress);
        let mut count = 0;
        for length in 0..=LONGEST_EDGES {
            let on = ways.of_length(&seen, length, 2, &mut |niss| {
                let left = niss.apply(scrambled);
                all.push(Oriented { step, axis, niss: niss.clone(), left });
                count += 1;
                count < EDGES
            })?;
            if !on {
                break;
            }
        }
    }
    all.sort_by_key(|oriented| oriented.niss.len());
    Ok(all)
}

struct Search<'a> {
    progress: &'a dyn Progress,
    better: &'a mut dyn FnMut(&Whole),
    best: Option<Whole>,
    /// States after EO and DR that were gone on with.
    seen: BTreeSet<u128>,
    dominoes: u64,
}

/// EO, with what is left of the state.
struct Oriented {
    step: Step,
    axis: Axis,
    niss: Niss,
    left: Cubie,
}

impl Search<'_> {
    fn run(&mut self, scrambled: &Cubie) -> Result<(), Stopped> {
        let all = oriented(scrambled, self.progress)?;
        for length in 0..=LONGEST_DOMINO {
            // A solution without any turns after DR would still have to be shorter.
            if self.best.as_ref().is_some_and(|best| best.turns.len() <= length) {
                break;
            }
            for oriented in &all {
                let Some(left) = length.checked_sub(oriented.niss.len()) else { break };
                for axis in Axis::ALL {
                    let Some(step) = Step::domino(oriented.axis, axis) else { continue };
                    if !self.dominoes(oriented, step, axis, left)? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// DR in exactly so many turns after EO, and what follows; says whether to go on.
    fn dominoes(
        &mut self,
        oriented: &Oriented,
        step: Step,
        axis: Axis,
        length: usize,
    ) -> Result<bool, Stopped> {
        let seen = oriented.left.conjugate(step.rotation);
        let near = |state: &Cubie| {
            Goal::Domino.of(state).is_some_and(|number| {
                usize::from(super::goal::Goals::get().distance(Goal::Domino, number)) <= length
            })
        };
        if !near(&seen) && !near(&seen.inverse()) {
            return Ok(true);
        }
        let mut outcome = Ok(());
        let progress = self.progress;
        let mut ways = Ways::new(step, progress);
        ways.of_length(&seen, length, 0, &mut |niss| {
            if self.dominoes == 0 {
                return false;
            }
            let left = niss.apply(&oriented.left);
            if self.seen.insert(left.rank3()) {
                self.dominoes -= 1;
                outcome = self.finish(oriented, step, axis, niss, &left);
            }
            outcome.is_ok() && self.dominoes > 0
        })?;
        outcome?;
        Ok(self.dominoes > 0)
    }

    /// HTR and the finish after EO and DR: the best of both together.
    fn finish(
        &mut self,
        oriented: &Oriented,
        step: Step,
        axis: Axis,
        niss: &Niss,
        left: &Cubie,
    ) -> Result<(), Stopped> {
        self.progress.report(0, 0)?;
        let so_far = oriented.niss.len() + niss.len();
        let half = Step::half_turns(axis);
        let seen = left.conjugate(half.rotation);
        let least = [seen, seen.inverse()].into_iter().filter_map(|state| {
            let number = Goal::HalfTurns.of(&state)?;
            Some(super::goal::Goals::get().distance(Goal::HalfTurns, number))
        });
        let least = usize::from(least.min().unwrap_or(0));
        let mut ways = Ways::new(half, self.progress);
        for length in least..=least + HALF_TURNS_BEYOND {
            if self.best.as_ref().is_some_and(|best| so_far + length >= best.turns.len()) {
                break;
            }
            let (best, better) = (&mut self.best, &mut self.better);
            let mut outcome = Ok(());
            let progress = self.progress;
            ways.of_length(&seen, length, 0, &mut |htr| {
                let state = htr.apply(left);
                let room = best.as_ref().map_or(usize::MAX, |best| best.turns.len() - 1);
                let Some(last) = Step::finish().distance(&state) else { return true };
                // Turns that cancel where steps meet are found too late to count on them: they come for free.
                if so_far + length + usize::from(last) > room.saturating_add(1) {
                    return true;
                }
                match home(&state, last, progress) {
                    Ok(home) => {
                        let steps = vec![
                            (oriented.step, oriented.niss.clone()),
                            (step, niss.clone()),
                            (half, htr.clone()),
                            (Step::finish(), home),
                        ];
                        let found = Whole::new(steps);
                        if found.turns.len() <= room {
                            better(&found);
                            *best = Some(found);
                        }
                    }
                    Err(stopped) => outcome = Err(stopped),
                }
                outcome.is_ok()
            })?;
            outcome?;
        }
        Ok(())
    }
}

/// The first shortest way home by half turns.
fn home(state: &Cubie, length: u8, progress: &dyn Progress) -> Result<Niss, Stopped> {
    let step = Step::finish();
    let mut found = Niss::default();
    let seen = state.conjugate(step.rotation);
    Ways::new(step, progress).of_length(&seen, length.into(), 0, &mut |niss| {
        found = niss.clone();
        false
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Random, Silent};

    fn cpu() -> f64 {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
        let ticks = |i: usize| fields.get(i).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
        (ticks(11) + ticks(12)) / 100.0
    }

    #[test]
    fn whole_solutions_solve_and_are_short() {
        let long = std::env::var_os("LUDEX_LONG").is_some();
        let mut random = Random::new(63);
        let (states, dominoes) = if long { (20, u64::MAX) } else { (3, 60) };
        let seconds = 5.0;
        let (mut sum, mut time, mut most) = (0, 0.0, 0.0f64);
        for _ in 0..states {
            let state = Cubie::random(&mut random);
            let start = cpu();
            let clock = |_: u64, _: u64| if cpu() - start > seconds { Err(Stopped) } else { Ok(()) };
            let found = whole(&state, dominoes, &clock, &mut |_| ()).unwrap();
            let took = cpu() - start;
            (time, most) = (time + took, most.max(took));
            assert_eq!(state.apply(&found.turns), Cubie::SOLVED);
            // Every step does what it says: the next one may begin.
            let mut left = state;
            for (step, niss) in &found.steps {
                assert!(step.distance(&left).is_some(), "{}", found.text());
                left = niss.apply(&left);
                assert_eq!(step.distance(&left), Some(0), "{}", found.text());
            }
            assert_eq!(left, Cubie::SOLVED);
            sum += found.turns.len();
        }
        let average = sum as f64 / f64::from(states);
        println!(
            "{average:.2} turns on average, {:.2} s of CPU each, at most {most:.2}",
            time / f64::from(states)
        );
        assert!(average <= if long { 23.0 } else { 28.0 }, "{average}");
    }

    /// Bar: DR in at most ten turns for 95 % of random states, within a second each.
    #[test]
    fn dr_in_ten() {
        let long = std::env::var_os("LUDEX_LONG").is_some();
        let mut random = Random::new(64);
        let states = if long { 200 } else { 4 };
        let (mut found, mut most, mut all) = (0, 0.0f64, 0.0);
        let _ = super::super::goal::Goals::get();
        for _ in 0..states {
            let state = Cubie::random(&mut random);
            let start = cpu();
            let turns = shortest_domino(&state, 10, &Silent).unwrap();
            let took = cpu() - start;
            (all, most) = (all + took, most.max(took));
            if let Some((eo, dr)) = turns {
                let left = dr.1.apply(&eo.1.apply(&state));
                assert!(eo.1.len() + dr.1.len() <= 10);
                assert_eq!(dr.0.distance(&left), Some(0));
                found += usize::from(took <= 1.0);
            }
        }
        println!(
            "DR in at most ten: {found} of {states}, {:.3} s of CPU each, at most {most:.2}",
            all / states as f64
        );
        assert!(found * 100 >= states * if long { 95 } else { 50 }, "{found} of {states}");
    }
}
