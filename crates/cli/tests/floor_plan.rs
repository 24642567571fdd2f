//! One floor plan in four families: the same lines four times, only the crate and the name type differ.

// The lines are the same whether or not a family's tables hold anything today.
#![allow(clippy::default_constructed_unit_structs)]

use ludex_core::Family;

type Outcome = Result<(), Box<dyn std::error::Error>>;

#[test]
fn sudoku() -> Outcome {
    use ludex_sudoku::{Position, PuzzleName, Setup, Sudoku, Tables};
    let text = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";
    let tables = Tables::default();
    let setup: Setup = text.parse()?;
    let position = Position::try_from(&setup)?;
    let canonical = position.canonical();
    let name = canonical.name(&tables)?;
    assert_eq!(name.to_string(), "eKEeveX3Ose2Ww4p42M");
    assert_eq!(name.to_string().parse::<PuzzleName>()?, name);
    let again = name.canonical(&tables)?;
    assert_eq!(again, canonical);
    assert_eq!(again.position().canonical(), canonical);
    let edge: &dyn ludex_core::Position = &position;
    assert_eq!(
        Sudoku::default().name(edge).map_err(|refusal| refusal.to_string())?.letters(),
        name.to_string()
    );
    Ok(())
}

#[test]
fn tetris() -> Outcome {
    use ludex_tetris::{Position, Setup, SetupId, Tables, Tetris};
    let text = "2\t0\tTTIO\tTIO\tT,[TIO]!\tv115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";
    let tables = Tables::default();
    let setup: Setup = text.parse()?;
    let position = Position::try_from(&setup)?;
    let canonical = position.canonical();
    let name = canonical.name(&tables)?;
    assert_eq!(name.to_string(), "213ceaff91ff");
    assert_eq!(name.to_string().parse::<SetupId>()?, name);
    // An id tells what a setup is made of, not where its pieces lie: only a store knows the way back.
    assert!(name.canonical(&tables).is_err());
    assert_eq!(canonical.position().canonical(), canonical);
    let edge: &dyn ludex_core::Position = &position;
    assert_eq!(
        Tetris::default().name(edge).map_err(|refusal| refusal.to_string())?.letters(),
        name.to_string()
    );
    Ok(())
}

#[test]
fn cube() -> Outcome {
    use ludex_cube::{CubeName, Cubes, Position, Setup, Tables};
    let text = "R U R' U'";
    let tables = Tables::default();
    let setup: Setup = text.parse()?;
    let position = Position::try_from(&setup)?;
    let canonical = position.canonical();
    let name = canonical.name(&tables)?;
    assert_eq!(name.to_string(), "06NrHEWiu08");
    assert_eq!(name.to_string().parse::<CubeName>()?, name);
    let again = name.canonical(&tables)?;
    assert_eq!(again, canonical);
    assert_eq!(again.position().canonical(), canonical);
    let edge: &dyn ludex_core::Position = &position;
    assert_eq!(
        Cubes::default().name(edge).map_err(|refusal| refusal.to_string())?.letters(),
        name.to_string()
    );
    Ok(())
}

#[test]
fn xiangqi() -> Outcome {
    use ludex_xiangqi::{BoardName, Position, Setup, Tables, Xiangqi};
    let text = "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w";
    let tables = Tables::default();
    let setup: Setup = text.parse()?;
    let position = Position::try_from(&setup)?;
    let canonical = position.canonical();
    let name = canonical.name(&tables)?;
    assert_eq!(name.to_string(), "6tPvLp509fX2000A0V0r020V");
    assert_eq!(name.to_string().parse::<BoardName>()?, name);
    let again = name.canonical(&tables)?;
    assert_eq!(again, canonical);
    assert_eq!(again.position().canonical(), canonical);
    let edge: &dyn ludex_core::Position = &position;
    assert_eq!(
        Xiangqi::default().name(edge).map_err(|refusal| refusal.to_string())?.letters(),
        name.to_string()
    );
    Ok(())
}

/// The page of the book shows these lines and no others.
#[test]
fn the_book_shows_the_same_lines() {
    let page = include_str!("../../../docs/src/floor-plan.md");
    let here: Vec<&str> = include_str!("floor_plan.rs").lines().map(str::trim).collect();
    let mut shown = 0;
    for block in page.split("```rust\n").skip(1) {
        for line in block.split("```").next().unwrap_or_default().lines().filter(|line| !line.is_empty()) {
            assert!(here.contains(&line.trim()), "the page shows {line:?}, which no test runs");
            shown += 1;
        }
    }
    assert!(shown >= 40, "four families are shown, not {shown} lines");
}
