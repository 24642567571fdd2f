//! The way from a position as it was given to its canonical form, step by step.

use super::look::{STYLE, Step, svg};
use crate::text::Text;
use ludex_core::{Difference, Family, Refusal, Setup, downcast};
use ludex_cube::{Position as Cube, Stickers, notation, text};
use ludex_sudoku::Map;

/// The way from a setup to its canonical form; one step alone where it stands there already.
///
/// # Errors
/// When the setup is no position.
pub(super) fn way(
    t: &'static Text,
    family: &dyn Family,
    setup: &dyn Setup,
    canonical: &dyn Setup,
) -> Result<Vec<Step>, Refusal> {
    let first = Step { words: t.step_typed.to_owned(), svg: svg(&setup.picture_in(STYLE)) };
    if let Ok(sudoku) = downcast::<ludex_sudoku::Setup>(setup) {
        let (_, map) = ludex_sudoku::Position::try_from(sudoku)?.canonical_with_map();
        return Ok(sudoku_way(t, sudoku, &map, first));
    }
    let Difference::Same(how) = family.diff(setup, canonical)? else { return Ok(Vec::new()) };
    if how == "as they stand" || setup.text() == canonical.text() {
        return Ok(vec![first]);
    }
    if let (Ok(here), Ok(there)) =
        (downcast::<ludex_cube::Setup>(setup), downcast::<ludex_cube::Setup>(canonical))
    {
        let steps = cube_way(t, here, there, &how);
        if let Some(steps) = steps {
            return Ok(std::iter::once(first).chain(steps).collect());
        }
    }
    let last = Step { words: told(t, &how), svg: svg(&canonical.picture_in(STYLE)) };
    Ok(vec![first, last])
}

/// What a difference says, in the language of the page.
fn told(t: &'static Text, how: &str) -> String {
    let turned = how.split_once("turned by ").map(|(_, turns)| format!("{} {turns}", t.step_turned));
    let mirrored = how.contains("mirror") || how.contains("reflected");
    match (mirrored, turned) {
        (true, Some(turned)) => format!("{}, {turned}", t.step_mirrored),
        (true, None) => t.step_mirrored.to_owned(),
        (false, Some(turned)) => turned,
        (false, None) => t.step_written.to_owned(),
    }
}

/// Held upright, mirrored, then turned about one axis after the other, each colour taking the name of the
/// face it comes to; nothing where that does not lead to the canonical cube, as on some cubes of even size.
fn cube_way(
    t: &'static Text,
    here: &ludex_cube::Setup,
    there: &ludex_cube::Setup,
    how: &str,
) -> Option<Vec<Step>> {
    let (typed, goal) = (Cube::try_from(here).ok()?, Cube::try_from(there).ok()?);
    let size = typed.size();
    let mut now = text::facelets(Cube::from(typed.pieces()).stickers());
    let mut steps = Vec::new();
    let mut step = |words: String, now: &str| {
        let setup = ludex_cube::Setup::stickers(now, Some(size)).ok()?;
        steps.push(Step { words, svg: svg(&setup.picture_in(STYLE)) });
        Some(())
    };
    if now != text::facelets(typed.stickers()) {
        step(t.step_upright.to_owned(), &now)?;
    }
    if how.contains("mirror") {
        now = mirrored(&now, size);
        step(t.step_mirrored.to_owned(), &now)?;
    }
    let turns = how.split_once("turned by ").map_or("", |(_, turns)| turns);
    for turn in turns.split_whitespace() {
        now = turned(&now, size, turn)?;
        step(format!("{} {turn}", t.step_turned), &now)?;
    }
    (now == text::facelets(goal.stickers())).then_some(steps)
}

/// Left and right exchanged, places and colours.
fn mirrored(facelets: &str, size: usize) -> String {
    let letters: Vec<char> = facelets.chars().collect();
    let other = |letter: char| match letter {
        'L' => 'R',
        'R' => 'L',
        letter => letter,
    };
    // Faces stand in the order U R F D L B.
    let from = [0, 4, 2, 3, 1, 5];
    let cells = from.into_iter().flat_map(|face| (0..size * size).map(move |i| (face, i / size, i % size)));
    cells.map(|(face, row, column)| other(letters[(face * size + row) * size + size - 1 - column])).collect()
}

/// The whole cube turned; its colours take the names of the faces they come to.
fn turned(facelets: &str, size: usize, turn: &str) -> Option<String> {
    let turns = notation::parse(turn, size).ok()?;
    let after = |mut stickers: Stickers| {
        stickers.apply(&turns);
        text::facelets(&stickers)
    };
    let moved = after(text::read(facelets, Some(size)).ok()?.stickers().clone());
    let solved = text::facelets(&Stickers::solved(size));
    let names: Vec<(char, char)> = after(Stickers::solved(size)).chars().zip(solved.chars()).collect();
    let rename = |letter: char| names.iter().find(|(old, _)| *old == letter).map_or(letter, |(_, new)| *new);
    Some(moved.chars().map(rename).collect())
}

fn sudoku_way(t: &'static Text, setup: &ludex_sudoku::Setup, map: &Map, first: Step) -> Vec<Step> {
    let mut steps = vec![first];
    let mut so_far = Map::IDENTITY;
    let mut step = |so_far: Map, words: String| {
        let drawn = Setup::picture(&so_far.apply(setup));
        steps.push(Step { words, svg: svg(&drawn) });
    };
    let from_one = |lines: &[u8]| lines.iter().map(|line| char::from(b'1' + line)).collect::<String>();
    if map.transposed {
        so_far.transposed = true;
        step(so_far, t.step_transposed.to_owned());
    }
    if map.rows != so_far.rows {
        so_far.rows = map.rows;
        step(so_far, format!("{} {}", t.step_rows, from_one(&map.rows)));
    }
    if map.cols != so_far.cols {
        so_far.cols = map.cols;
        step(so_far, format!("{} {}", t.step_columns, from_one(&map.cols)));
    }
    if map.names != so_far.names {
        so_far.names = map.names;
        let names: String = map.names[1..].iter().map(|name| char::from(b'0' + name)).collect();
        step(so_far, format!("{} 123456789 → {names}", t.step_digits));
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Language;
    use ludex_cube::CubeKind;

    /// Every way ends at the canonical cube, whatever way it was held.
    #[test]
    fn cubes_go_step_by_step() {
        let family = ludex_cube::Cubes::default();
        let mut long = 0;
        for (size, moves) in [
            (3, "R U R' U'"),
            (3, "F2 L' D B z x"),
            (3, "U R2 F' D2 L B' R' D y'"),
            (5, "Rw U 3Fw' L2"),
            (2, "R U F2"),
        ] {
            let position = text::read(moves, Some(size)).expect("moves");
            let canonical =
                Setup::position(&position.canonical().position().setup()).expect("a cube").setup();
            let steps = way(Language::En.text(), &family, &position.setup(), &*canonical).expect("a way");
            let named = position.name(CubeKind::Canonical).is_ok();
            assert!(!steps.is_empty(), "{moves} {named}");
            let last = &steps[steps.len() - 1].svg;
            assert_eq!(*last, svg(&canonical.picture_in(STYLE)), "{moves}");
            long = long.max(steps.len());
        }
        assert!(long > 2, "no way has more than {long} steps");
    }
}
