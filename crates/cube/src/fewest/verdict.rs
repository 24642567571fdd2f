//! The judge's verdict on a fewest moves solution, by the competition regulations (article E, notation 12a).

use crate::moves::{Turn, invert, simplify};
use crate::notation;
use crate::stickers::Stickers;
use std::fmt;

/// The most moves a solution may have.
const MOST: usize = 80;
/// So many turns at the end that are the scramble backwards look like its inverse.
const DERIVED: usize = 8;

/// What a judge says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// It solves, in so many moves; rotations count nothing.
    Solved(usize),
    /// It does not: did not finish, and why.
    Dnf(String),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Solved(moves) => write!(f, "{moves}"),
            Verdict::Dnf(why) => write!(f, "DNF: {why}"),
        }
    }
}

/// Judges a solution as it was written down, move by move with blanks between.
///
/// Accepted are face turns and outer block turns (`R`, `R'`, `R2`, `Rw`) and rotations (`x`, `[x]`); each turn
/// counts one, a rotation nothing; at most 80 moves; and the solution must not be the scramble backwards.
///
/// # Examples
/// ```
/// use ludex_cube::fewest::{Verdict, verdict};
/// use ludex_cube::notation;
/// let scramble = notation::parse("R U F", 3)?;
/// assert_eq!(verdict(&scramble, "x F' U' y R'").to_string(), "DNF: it does not solve the cube");
/// assert_eq!(verdict(&scramble, "F' U' R'"), Verdict::Solved(3));
/// assert_eq!(verdict(&scramble, "F' M R'").to_string(), "DNF: move 2, M, is none of R R' R2 Rw x [x]");
/// # Ok::<(), ludex_cube::notation::NotationError>(())
/// ```
#[must_use]
pub fn verdict(scramble: &[Turn], solution: &str) -> Verdict {
    let mut turns: Vec<Turn> = Vec::new();
    let mut moves = 0;
    for (i, word) in solution.split_whitespace().enumerate() {
        let plain = word.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(word);
        let Some(rotation) = kind(plain).filter(|rotation| *rotation || plain == word) else {
            return Verdict::Dnf(format!("move {}, {word}, is none of R R' R2 Rw x [x]", i + 1));
        };
        let Ok(read) = notation::parse(plain, 3) else {
            return Verdict::Dnf(format!("move {}, {word}, is none of R R' R2 Rw x [x]", i + 1));
        };
        moves += usize::from(!rotation);
        turns.extend(read);
    }
    if moves > MOST {
        return Verdict::Dnf(format!("{moves} moves: {MOST} are the most"));
    }
    let mut stickers = Stickers::solved(3);
    stickers.apply(scramble);
    stickers.apply(&turns);
    if !stickers.is_solved() {
        return Verdict::Dnf("it does not solve the cube".to_owned());
    }
    // A short scramble has no other way back.
    let backwards = simplify(&invert(scramble), 3);
    let same = simplify(&turns, 3).iter().zip(&backwards).take_while(|(a, b)| a == b).count();
    if same >= DERIVED && same == backwards.len() {
        return Verdict::Dnf("it is the scramble backwards".to_owned());
    }
    Verdict::Solved(moves)
}

/// Whether a word is a rotation; nothing where it is no move of the regulations.
fn kind(word: &str) -> Option<bool> {
    let mut signs = word.chars();
    let first = signs.next()?;
    let mut rest = signs.as_str();
    let rotation = matches!(first, 'x' | 'y' | 'z');
    if !rotation {
        "URFDLB".contains(first).then_some(())?;
        rest = rest.strip_prefix('w').unwrap_or(rest);
    }
    matches!(rest, "" | "2" | "'" | "\u{2019}").then_some(rotation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts() {
        let scramble = notation::parse("R' U' F D2 L B' R U2 F2 L' R' U' F", 3).unwrap();
        let back = notation::write(&invert(&scramble), 3);
        let say = |text: &str| verdict(&scramble, text).to_string();
        assert_eq!(say(&back), "DNF: it is the scramble backwards");
        // The same turns about a cube held otherwise count the same, and rotations nothing.
        let held = format!("[y] y' {} R R'", back);
        assert_eq!(say(&held), "DNF: it is the scramble backwards");
        assert_eq!(say(""), "DNF: it does not solve the cube");
        for wrong in ["R3", "r", "M2", "R2'", "2R", "(R)", "[R]", "xw"] {
            assert!(
                say(&format!("U {wrong}")).starts_with(&format!("DNF: move 2, {wrong}, is none")),
                "{wrong}"
            );
        }
        let long = format!("{back}{}", " U U'".repeat(40));
        assert_eq!(say(&long), "DNF: 93 moves: 80 are the most");
        let short = notation::parse("Rw U", 3).unwrap();
        assert_eq!(verdict(&short, "U' Rw' x2 [z']"), Verdict::Solved(2));
    }
}
