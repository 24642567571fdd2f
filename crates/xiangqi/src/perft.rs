//! Counting the leaves of the tree of legal moves.

use crate::moves::Move;
use crate::position::Position;
use ludex_core::{Progress, Stopped};

/// Leaves of the tree of legal moves at a depth; the last ply is counted, not walked.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_legal()),
        _ => {
            let mut nodes = 0;
            for &m in position.legal_moves().iter() {
                let undo = position.make(m);
                nodes += perft(position, depth - 1);
                position.undo(m, undo);
            }
            nodes
        }
    }
}

/// The leaves below each first move, sorted by the text of the move.
///
/// # Errors
/// [`Stopped`] when the progress asked for it.
pub fn divide(position: &Position, depth: u32, progress: &dyn Progress) -> Result<Vec<(Move, u64)>, Stopped> {
    let mut position = position.clone();
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_cached_key(Move::to_string);
    let total = moves.len() as u64;
    let mut counts = Vec::with_capacity(moves.len());
    for (done, m) in moves.into_iter().enumerate() {
        progress.report(done as u64, total)?;
        let undo = position.make(m);
        let nodes = if depth == 0 { 0 } else { stoppable(&mut position, depth - 1, progress)? };
        counts.push((m, nodes));
        position.undo(m, undo);
    }
    Ok(counts)
}

/// [`perft`] that asks whether to go on at every node five or more plies above the leaves.
fn stoppable(position: &mut Position, depth: u32, progress: &dyn Progress) -> Result<u64, Stopped> {
    if depth < 5 {
        return Ok(perft(position, depth));
    }
    progress.report(0, 0)?;
    let mut nodes = 0;
    for &m in position.legal_moves().iter() {
        let undo = position.make(m);
        nodes += stoppable(position, depth - 1, progress)?;
        position.undo(m, undo);
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_has_the_published_counts() {
        let mut position = Position::start();
        let counts: Vec<u64> = (0..=4).map(|depth| perft(&mut position, depth)).collect();
        assert_eq!(counts, [1, 44, 1920, 79_666, 3_290_240]);
        let first = divide(&position, 3, &ludex_core::Silent).unwrap();
        assert_eq!((first.len(), first.iter().map(|(_, n)| n).sum::<u64>()), (44, 79_666));
    }
}
