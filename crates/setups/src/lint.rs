//! What a recomputation would say: ids are identities and stay, but it is good to know.

use crate::compute::{Job, compute};
use crate::{Filter, Order, SetupRow, SetupType, Setups, Statistics, Status, Variant};
use ludex_core::Progress;
use ludex_store::Result;
use ludex_tetris::saves::leftover_length;
use ludex_tetris::{Cell, Counts, FourRule, Fumen, Pattern, Piece, SetupId, Tables};
use rayon::prelude::*;
use std::collections::HashMap;

/// Something about a setup that a recomputation would give otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Which setup.
    pub id: SetupId,
    /// Which of its columns.
    pub field: &'static str,
    /// What is stored and what would be.
    pub what: String,
}

impl Setups {
    /// Looks at every setup: the bits of its id (by the rule of counted fours, or as published), its
    /// patterns, its fumen, its mirror, the length of its cover bits.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn lint_setups(&mut self) -> Result<Vec<Finding>> {
        let mut findings = Vec::new();
        let setups = self.setups(&Filter::default(), Order::Id)?;
        for stored in &setups {
            let mut tell = |field: &'static str, what: String| {
                findings.push(Finding { id: stored.id, field, what });
            };
            let mut setup = stored.fields.clone();
            match setup.check() {
                Err(error) => tell("setup", error.to_string()),
                Ok(canonical) => {
                    let scheme = setup.scheme;
                    let ids: Vec<SetupId> = [FourRule::Counted, FourRule::Published]
                        .into_iter()
                        .filter_map(|rule| canonical.name(&Tables { scheme, four: rule }).ok())
                        .collect();
                    let same = |id: &SetupId| stored.id.prefix(scheme) == id.prefix(scheme);
                    if let Some(first) = ids.first()
                        && !ids.iter().any(same)
                    {
                        tell("id", format!("a recomputation gives {first}"));
                    }
                }
            }
            if let Err(error) = Fumen::decode(&stored.fumen) {
                tell("fumen", error.to_string());
            }
            if let Some(mirror) = stored.mirror {
                let back = setups.iter().find(|other| other.id == mirror).and_then(|other| other.mirror);
                if back != Some(stored.id) {
                    let back = back.map_or_else(|| "none".to_owned(), |back| back.to_string());
                    tell("mirror", format!("the mirror of {mirror} is {back}"));
                }
            }
            let queues = Pattern::read(&stored.cover_pattern).and_then(|pattern| pattern.queues());
            for statistics in self.statistics(stored.id)? {
                if let (Ok(queues), Some(bits)) = (&queues, &statistics.cover_data)
                    && bits.len() != queues.len().div_ceil(8)
                {
                    findings.push(Finding {
                        id: stored.id,
                        field: "cover_data",
                        what: format!("{} bytes for {} queues", bits.len(), queues.len()),
                    });
                }
            }
        }
        Ok(findings)
    }

    /// All of [`Setups::lint_setups`]; besides, the length of every leftover, every build against its
    /// fumen, setups that are there twice, and every completed statistic computed again by our solver: its
    /// solve fraction and its cover bits.
    ///
    /// # Errors
    /// When the database is in trouble, or the progress asked to stop.
    pub fn lint_recomputed(&mut self, progress: &dyn Progress) -> Result<Vec<Finding>> {
        let mut findings = self.lint_setups()?;
        let setups = self.setups(&Filter::default(), Order::Id)?;
        let mut first: HashMap<_, SetupId> = HashMap::new();
        let mut work = Vec::new();
        for setup in setups {
            findings.extend(check_fields(&setup));
            let whole = (setup.pc, setup.leftover.clone(), setup.build.clone(), setup.cover_pattern.clone());
            let other = *first.entry((whole, setup.fumen.clone(), setup.kind.as_str())).or_insert(setup.id);
            if other != setup.id {
                findings.push(Finding { id: setup.id, field: "setup", what: format!("the same as {other}") });
            }
            let variants = self.variants(setup.id)?;
            for stored in self.statistics(setup.id)? {
                if stored.status == Status::Completed {
                    work.push((setup.clone(), variants.clone(), stored));
                }
            }
        }
        for (done, chunk) in work.chunks(256).enumerate() {
            progress.report(done as u64 * 256, work.len() as u64)?;
            let found: Vec<Vec<Finding>> = chunk
                .par_iter()
                .map(|(setup, variants, stored)| check_statistics(setup, variants, stored))
                .collect();
            findings.extend(found.into_iter().flatten());
        }
        findings.sort_by_key(|finding| finding.id);
        Ok(findings)
    }
}

/// The length of a leftover, and a build against the pieces its fumen shows.
#[must_use]
pub fn check_fields(setup: &SetupRow) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut tell = |field: &'static str, what: String| findings.push(Finding { id: setup.id, field, what });
    let length = leftover_length(u32::try_from(setup.pc).unwrap_or(1));
    if setup.leftover.len() != length {
        let what = format!("{} where perfect clear {} leaves {length} pieces", setup.leftover, setup.pc);
        tell("leftover", what);
    }
    let page = Fumen::decode(&setup.fumen).ok().and_then(|fumen| fumen.pages.into_iter().next());
    if let (Some(page), Ok(build)) = (page, Piece::word(&setup.build)) {
        let mut cells = [0usize; 8];
        for cell in (0..page.field.height()).flat_map(|y| page.field.row(y)) {
            match cell.piece() {
                Some(piece) => cells[piece.index()] += 1,
                None => cells[7] += usize::from(*cell == Cell::Gray),
            }
        }
        // Gray cells are of no piece, and a page with a piece on it is a glued fumen: both tell nothing.
        let counts = Counts::of(&build);
        let differs = (0..7).any(|i| cells[i] != 4 * usize::from(counts.0[i]));
        if cells[7] == 0 && page.piece.is_none() && differs {
            tell("build", format!("{} is not what the fumen shows", setup.build));
        }
    }
    findings
}

/// A statistic against what our solver computes.
#[must_use]
pub fn check_statistics(setup: &SetupRow, variants: &[Variant], stored: &Statistics) -> Vec<Finding> {
    let job = Job { rules: stored.rules, pc: None, ids: Vec::new(), paths: false, again: true, batch: 1 };
    let done = compute(setup, variants, &[], &job);
    let finding =
        |field, what: String| Finding { id: setup.id, field, what: format!("{}: {what}", stored.rules) };
    if let Some(failure) = done.failure {
        return vec![finding("statistics", format!("cannot be computed: {failure}"))];
    }
    let mut findings = Vec::new();
    let fraction = |solve: Option<(i64, i64)>| {
        solve.map_or_else(|| "nothing".to_owned(), |(solved, all)| format!("{solved}/{all}"))
    };
    let computed = done.statistics;
    if stored.solve.is_some() && stored.solve != computed.solve {
        let what = format!("{} is stored, {} is computed", fraction(stored.solve), fraction(computed.solve));
        findings.push(finding("solve", what));
    }
    // Below another oqb setup no bits may also mean that nobody computed them.
    let unknown = stored.cover_data.is_none() && setup.kind == SetupType::Oqb;
    if !unknown && stored.cover_data != computed.cover_data {
        let count = |bits: &Option<Vec<u8>>| {
            bits.as_ref().map_or_else(
                || "all queues".to_owned(),
                |bits| format!("{} queues", bits.iter().map(|byte| byte.count_ones()).sum::<u32>()),
            )
        };
        let (there, here) = (count(&stored.cover_data), count(&computed.cover_data));
        findings.push(finding("cover_data", format!("{there} are stored as covered, {here} are computed")));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, SetupFields};

    fn published() -> SetupRow {
        let mut fields =
            SetupFields::new(7, "TLO", "TLZO", "[TLO]!,*p2{Z=1}", "v115@HhRpGewwRpglCeBtxwilDeBtwwJeAgH");
        fields.solve_pattern = Some("[^Z]!,*".into());
        let id = "705ccbbeb7ff".parse().unwrap();
        SetupRow { id, fields, oqb_path: None, oqb_depth: None }
    }

    /// A percentage and cover bits that are not what the solver finds.
    #[test]
    fn wrong_percentages_and_zeroed_cover_bits_are_found() {
        let setup = published();
        let mut stored = compute(
            &setup,
            &[],
            &[],
            &Job { rules: Rules::default(), pc: None, ids: Vec::new(), paths: false, again: true, batch: 1 },
        )
        .statistics;
        assert_eq!(stored.solve, Some((5040, 5040)));
        assert!(check_statistics(&setup, &[], &stored).is_empty());
        stored.solve = Some((4998, 5040));
        stored.cover_data = Some(vec![0; stored.cover_data.as_ref().map_or(1, Vec::len)]);
        let findings = check_statistics(&setup, &[], &stored);
        let fields: Vec<&str> = findings.iter().map(|finding| finding.field).collect();
        assert_eq!(fields, ["solve", "cover_data"]);
        assert_eq!(findings[0].what, "srs180 any: 4998/5040 is stored, 5040/5040 is computed");
    }

    #[test]
    fn fields_that_contradict_each_other_are_found() {
        let mut setup = published();
        assert!(check_fields(&setup).is_empty());
        setup.fields.leftover = "TL".into();
        setup.fields.build = "TLSO".into();
        let fields: Vec<&str> = check_fields(&setup).iter().map(|finding| finding.field).collect();
        assert_eq!(fields, ["leftover", "build"]);
    }
}
