//! The families of the house, and who takes a line.

use ludex_core::{Family, Name, Position, Refusal};

/// All families, in the order they are listed everywhere. Opening one is cheap: tables are made or
/// mapped when they are first needed.
pub(crate) fn all() -> Vec<Box<dyn Family>> {
    vec![
        Box::new(crate::sudoku::family()),
        Box::new(ludex_tetris::Tetris),
        Box::new(ludex_xiangqi::Xiangqi),
        Box::new(ludex_cube::Cubes),
    ]
}

/// A line taken apart: the position at its start and the trailing columns.
pub(crate) struct Item<'a> {
    /// The family that took the line.
    pub(crate) family: &'a dyn Family,
    /// The position.
    pub(crate) position: Box<dyn Position>,
    /// What follows the item, with the separator before it.
    pub(crate) rest: &'a str,
}

/// Finds the family of a line and reads its position, given as text or as a qualified name.
pub(crate) fn read<'a>(families: &'a [Box<dyn Family>], line: &'a str) -> Result<Item<'a>, Refusal> {
    if Name::looks_like(line) {
        let end = line.find(['\t', ' ', ';', ',']).unwrap_or(line.len());
        let name: Name = line[..end].parse()?;
        let family = families.iter().find(|family| family.kinds().contains(&name.kind().as_str()));
        let family = family.ok_or_else(|| unknown_kind(families, &name))?;
        return Ok(Item { family: &**family, position: family.recall(&name)?, rest: &line[end..] });
    }
    // The longest item wins; families listed first win ties.
    let mut best: Option<(usize, &dyn Family)> = None;
    for family in families {
        if let Some(length) = family.measure(line)
            && best.is_none_or(|(longest, _)| length > longest)
        {
            best = Some((length, &**family));
        }
    }
    let (length, family) = best.ok_or_else(|| unknown_line(families, line))?;
    Ok(Item { family, position: family.read(&line[..length])?, rest: &line[length..] })
}

fn unknown_kind(families: &[Box<dyn Family>], name: &Name) -> Refusal {
    let kinds: Vec<&str> = families.iter().flat_map(|family| family.kinds().iter().copied()).collect();
    Refusal::new(format!(
        "no family has names of the kind {:?}: there are {}",
        name.kind().as_str(),
        kinds.join(", ")
    ))
}

fn unknown_line(families: &[Box<dyn Family>], line: &str) -> Refusal {
    let looks: Vec<&str> = families.iter().map(|family| family.looks()).collect();
    let shown: String = line.chars().take(40).collect();
    Refusal::new(format!(
        "{shown:?} is no position of any family; one of these would be: {}",
        looks.join("; ")
    ))
}
