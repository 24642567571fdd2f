//! What a full enumeration must come to, whoever makes it.

use super::build::Part;
use super::{BAND_GRIDS, CatalogueError, GRIDS};

/// All grids, every digit counted: what the orbits of the min-lex grids must add up to.
pub const ALL_GRIDS: u128 = 6_670_903_752_021_072_936_960;

/// The maps between grids: transposition, rows, columns, digits.
pub const MAPS: u128 = 2 * 1_679_616 * 362_880;

/// Min-lex grids by their number of automorphisms.
pub const AUTOMORPHISMS: [(u16, u64); 16] = [
    (1, 5_472_170_387),
    (2, 548_449),
    (3, 7_336),
    (4, 2_826),
    (6, 1_257),
    (8, 29),
    (9, 42),
    (12, 92),
    (18, 85),
    (27, 2),
    (36, 15),
    (54, 11),
    (72, 2),
    (108, 3),
    (162, 1),
    (648, 1),
];

/// The sums of an enumeration, tested as its bands come in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proof {
    /// Bands added so far.
    pub bands: usize,
    /// Their grids.
    pub grids: u64,
    /// Grids by number of automorphisms, more than one.
    symmetric: std::collections::BTreeMap<u16, u64>,
}

impl Proof {
    /// Adds the next band.
    ///
    /// # Errors
    /// When it is another band, or has another number of grids than the band must have.
    pub fn add(&mut self, part: &Part) -> Result<(), CatalogueError> {
        let wanted = BAND_GRIDS.get(self.bands).copied().unwrap_or(0);
        if usize::from(part.class()) != self.bands || part.grids() != u64::from(wanted) {
            return Err(CatalogueError::Unproven {
                what: format!("grids of band {}", part.class()),
                found: part.grids().to_string(),
                wanted: wanted.to_string(),
            });
        }
        self.bands += 1;
        self.grids += part.grids();
        for &(auts, grids) in part.symmetric() {
            *self.symmetric.entry(auts).or_default() += grids;
        }
        Ok(())
    }

    /// Grids by number of automorphisms.
    #[must_use]
    pub fn automorphisms(&self) -> Vec<(u16, u64)> {
        let plain = self.grids - self.symmetric.values().sum::<u64>();
        std::iter::once((1, plain))
            .chain(self.symmetric.iter().map(|(&auts, &grids)| (auts, grids)))
            .collect()
    }

    /// All grids there are, by the sizes of the orbits.
    #[must_use]
    pub fn all_grids(&self) -> u128 {
        self.automorphisms().iter().map(|&(auts, grids)| u128::from(grids) * (MAPS / u128::from(auts))).sum()
    }

    /// Tests the sums over all bands.
    ///
    /// # Errors
    /// The first sum that is not what it must be.
    pub fn finish(&self) -> Result<(), CatalogueError> {
        let unproven = |what: &str, found: String, wanted: String| {
            if found == wanted {
                Ok(())
            } else {
                Err(CatalogueError::Unproven { what: what.into(), found, wanted })
            }
        };
        unproven("grids", self.grids.to_string(), GRIDS.to_string())?;
        unproven(
            "grids by automorphisms",
            format!("{:?}", self.automorphisms()),
            format!("{AUTOMORPHISMS:?}"),
        )?;
        unproven("all grids by orbits", self.all_grids().to_string(), ALL_GRIDS.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Catalogue, Level};
    use ludex_core::Silent;

    #[test]
    fn the_published_counts_fit_each_other() {
        assert_eq!(BAND_GRIDS.iter().map(|&grids| u64::from(grids)).sum::<u64>(), GRIDS);
        assert_eq!(BAND_GRIDS.iter().filter(|&&grids| grids == 0).count(), 15);
        assert_eq!(AUTOMORPHISMS.iter().map(|kind| kind.1).sum::<u64>(), GRIDS);
        let all: u128 =
            AUTOMORPHISMS.iter().map(|&(auts, n)| u128::from(n) * (MAPS / u128::from(auts))).sum();
        assert_eq!(all, ALL_GRIDS);
    }

    /// Whole bands, and what the shipped index says of them; the long form goes down to band 180.
    #[test]
    fn small_bands_come_out_exact_from_scratch() {
        let least = if std::env::var_os("LUDEX_LONG").is_some() { 180 } else { 300 };
        let check = |class: u16| {
            let part = Part::build(class, &Silent).unwrap();
            assert_eq!(part.grids(), u64::from(BAND_GRIDS[usize::from(class)]), "band {class}");
            assert_eq!(Part::from_bytes(&part.to_bytes()).unwrap(), part);
            assert_eq!(part.section(Level::Small).0, Catalogue::shipped().section(class).unwrap(), "{class}");
        };
        std::thread::scope(|scope| {
            for half in 0..2 {
                scope.spawn(move || (least + half..BAND_GRIDS.len() as u16).step_by(2).for_each(check));
            }
        });
    }
}
