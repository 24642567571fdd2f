//! The fixed piece of work behind `ludex bench`.

use crate::field;
use crate::field::Field;
use crate::fumen::{Fumen, Page};
use crate::kicks::KickTable;
use crate::name::fumen_hash;
use crate::pattern::Pattern;
use crate::piece::{Piece, Rotation};
use crate::solve::{Drop, Hold, Problem, ProblemError};
use ludex_core::{Progress, Signature, Stopped};

/// Fields of one piece on the floor: each piece in each distinct orientation at each column.
#[must_use]
pub fn one_piece_fields() -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for piece in Piece::ALL {
        for rotation in Rotation::ALL {
            let low = piece.cells(rotation).iter().map(|c| i32::from(c.1)).min().unwrap_or(0);
            for x in 0..10 {
                let mut field = Field::new();
                if field.put(piece, rotation, x, -low) && !fields.contains(&field) {
                    fields.push(field);
                }
            }
        }
    }
    fields
}

pub(crate) fn signature(progress: &dyn Progress) -> Result<Signature, Stopped> {
    let mut signature = Signature::new("fumens and solved queues");
    let fields = one_piece_fields();
    for (i, field) in fields.iter().enumerate() {
        progress.report(i as u64, fields.len() as u64)?;
        let text = Fumen { pages: vec![Page::of(field.clone())] }.encode();
        signature.fold(text.as_bytes());
        signature.fold(&[fumen_hash(&text)]);
    }
    let field = field! { "X______XXX" "X______XXX" "X______XXX" "X______XXX" };
    let queues = Pattern::read("*p7").and_then(|p| p.queues()).unwrap_or_default();
    for name in ["srs", "srs180", "srs_plus", "nullpomino180", "none"] {
        for hold in [Hold::USE, Hold::AVOID] {
            let Ok(table) = KickTable::named(name) else { continue };
            let drop = Drop::of(&table);
            let Ok(problem) = Problem::new(&field, 4, table, drop, hold) else { continue };
            let percent = match problem.percent(&queues, progress) {
                Ok(percent) => percent,
                Err(ProblemError::Stopped(stopped)) => return Err(stopped),
                Err(_) => continue,
            };
            for (queue, solved) in percent.queues.iter().zip(&percent.solved).filter(|(_, s)| **s) {
                signature.fold(format!("{queue}{solved}").as_bytes());
            }
        }
    }
    Ok(signature)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::name::entropy;

    #[test]
    fn the_seeds_own_figure() {
        let fields = one_piece_fields();
        assert_eq!(fields.len(), 162);
        let mut counts = [0; 16];
        for field in fields {
            let text = Fumen { pages: vec![Page::of(field)] }.encode();
            counts[usize::from(fumen_hash(&text))] += 1;
        }
        assert_eq!(entropy(&counts), 3.9227741499296895);
    }
}
