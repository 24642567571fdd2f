//! Many look-ups at once: in the order of the catalogue, so that neighbours share their work and an equal grid
//! is looked up once.

use crate::canonical::{Canonical, CanonicalGrid};
use crate::catalogue::{CatalogueError, Seeker};
use crate::name::{PuzzleName, RecallError};
use crate::tables::Tables;
use ludex_core::Progress;
use rayon::prelude::*;

/// Look-ups that one seeker does in a row, at most: a stop is heard of between them.
const LONGEST_PIECE: usize = 1024;

impl Tables {
    /// The ranks of min-lex grids, in their order, each distinct one looked up once. The work is shared out
    /// among the threads of the caller's `rayon` pool.
    ///
    /// # Examples
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use ludex_sudoku::Tables;
    /// let tables = Tables::default();
    /// let grids = tables.grids(&[7, 5_472_730_538, 7], &ludex_core::Silent).into_iter().collect::<Result<Vec<_>, _>>()?;
    /// let ranks = tables.ranks(&grids, &ludex_core::Silent).into_iter().collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!(ranks, [7, 5_472_730_538, 7]);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn ranks(
        &self,
        grids: &[CanonicalGrid],
        progress: &dyn Progress,
    ) -> Vec<Result<u64, CatalogueError>> {
        self.each_once(grids, progress, |seeker, grid| seeker.rank(grid))
    }

    /// The min-lex grids of ranks, in their order, each distinct one looked up once, as [`Tables::ranks`] does.
    #[must_use]
    pub fn grids(
        &self,
        ranks: &[u64],
        progress: &dyn Progress,
    ) -> Vec<Result<CanonicalGrid, CatalogueError>> {
        self.each_once(ranks, progress, |seeker, rank| seeker.grid(*rank))
    }

    /// The canonical puzzles of names, in their order, each distinct one looked up once, as [`Tables::ranks`] does.
    #[must_use]
    pub fn recall(
        &self,
        names: &[PuzzleName],
        progress: &dyn Progress,
    ) -> Vec<Result<Canonical, RecallError>> {
        self.each_once(names, progress, |seeker, name| seeker.canonical(name))
    }

    fn each_once<K, V, E>(
        &self,
        keys: &[K],
        progress: &dyn Progress,
        look: impl Fn(&mut Seeker, &K) -> Result<V, E> + Sync,
    ) -> Vec<Result<V, E>>
    where
        K: Ord + Sync,
        V: Clone + Send,
        E: From<CatalogueError> + Clone + Send,
    {
        // A single look-up wakes no other thread.
        if let [key] = keys {
            return vec![self.seek(|seeker| look(seeker, key))];
        }
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.par_sort_unstable_by(|&a, &b| keys[a].cmp(&keys[b]));
        // Where each distinct key begins in that order.
        let begins: Vec<usize> =
            (0..order.len()).filter(|&at| at == 0 || keys[order[at - 1]] != keys[order[at]]).collect();
        let length = begins.len() / (8 * rayon::current_num_threads());
        let found: Vec<Result<V, E>> = begins
            .par_chunks(length.clamp(1, LONGEST_PIECE))
            .flat_map_iter(|piece| {
                let looked = |seeker: &mut Seeker| {
                    progress.report(0, 0).map_err(CatalogueError::from)?;
                    Ok(piece.iter().map(|&at| look(seeker, &keys[order[at]])).collect::<Vec<_>>())
                };
                match self.seek::<_, CatalogueError>(looked) {
                    Ok(found) => found,
                    Err(error) => piece.iter().map(|_| Err(E::from(error.clone()))).collect(),
                }
            })
            .collect();
        let mut answers: Vec<Option<Result<V, E>>> = (0..keys.len()).map(|_| None).collect();
        for (i, found) in found.into_iter().enumerate() {
            let end = begins.get(i + 1).copied().unwrap_or(order.len());
            for &place in &order[begins[i] + 1..end] {
                answers[place] = Some(found.clone());
            }
            answers[order[begins[i]]] = Some(found);
        }
        answers.into_iter().map(|answer| answer.expect("every key has its place")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::GRIDS;
    use ludex_core::{Random, Silent, Stopped};

    #[test]
    fn many_at_once_are_as_one_by_one() {
        let tables = Tables::default();
        let mut random = Random::new(5);
        let mut ranks: Vec<u64> = (0..40).map(|_| random.below(GRIDS) + 1).collect();
        ranks.extend([ranks[3], 0, ranks[3], GRIDS + 1]);
        let grids = tables.grids(&ranks, &Silent);
        for (rank, grid) in ranks.iter().zip(&grids) {
            assert_eq!(*grid, tables.grid(*rank), "{rank}");
        }
        let known: Vec<CanonicalGrid> = grids.into_iter().flatten().collect();
        let back: Vec<u64> = tables.ranks(&known, &Silent).into_iter().flatten().collect();
        assert_eq!(back, ranks.iter().copied().filter(|rank| (1..=GRIDS).contains(rank)).collect::<Vec<_>>());
        assert!(tables.ranks(&[], &Silent).is_empty());
    }

    #[test]
    fn names_are_recalled() {
        let tables = Tables::default();
        let name: PuzzleName = "eKEeveX3Ose2Ww4p42M".parse().unwrap();
        let empty = PuzzleName::new(1, crate::CellSet::from_bits(0)).unwrap();
        let found = tables.recall(&[name, empty, name], &Silent);
        assert_eq!(found[0], name.canonical(&tables));
        assert_eq!(found[0], found[2]);
        assert!(matches!(found[1], Err(RecallError::Position(_))));
    }

    #[test]
    fn a_stop_is_heard() {
        let stop = |_: u64, _: u64| Err(Stopped);
        let found = Tables::default().grids(&[1, 2, 3], &stop);
        assert!(found.iter().all(|found| *found == Err(CatalogueError::Stopped(Stopped))));
    }
}
