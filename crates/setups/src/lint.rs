//! What a recomputation would say: ids are identities and stay, but it is good to know.

use crate::compute::{Job, KicksFile, SaveCounts, compute};
use crate::problems::{is_same, listed, of_variant, problems};
use crate::saves::{Save, SaveData};
use crate::statistics::{contradicts, percent};
use crate::{Filter, Order, Rules, SetupRow, SetupType, Setups, Statistics, Status, Variant};
use ludex_core::{Progress, Signature};
use ludex_store::Result;
use ludex_tetris::{FourRule, Fumen, SetupId, Tables};
use rayon::prelude::*;
use serde_json::Value as Json;
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

/// A setup with all that hangs on it.
struct Whole {
    setup: SetupRow,
    variants: Vec<Variant>,
    statistics: Vec<Statistics>,
}

impl Setups {
    /// Looks at every setup without computing anything: the bits of its id (by the rule of counted fours, or as
    /// published), fields that contradict each other, its mirror, setups that are there twice, percentages that are
    /// not those of their fractions, and cover bits that cannot be right.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn lint_setups(&mut self) -> Result<Vec<Finding>> {
        let all = self.whole_setups()?;
        self.lint_fields(&all)
    }

    fn lint_fields(&mut self, all: &[Whole]) -> Result<Vec<Finding>> {
        let by_id: HashMap<SetupId, &SetupRow> =
            all.iter().map(|whole| (whole.setup.id, &whole.setup)).collect();
        let found: Vec<Vec<Finding>> = all.par_iter().map(|whole| check_fields(whole, &by_id)).collect();
        let mut findings: Vec<Finding> = found.into_iter().flatten().collect();
        findings.extend(twice(all));
        findings.extend(self.wrong_percentages()?);
        findings.sort_by_key(|finding| finding.id);
        Ok(findings)
    }

    /// All of [`Setups::lint_setups`]; besides, every completed statistic computed again by our solver: its solve
    /// fraction, its cover bits, and the saves of the setup.
    ///
    /// # Errors
    /// When the database is in trouble, or the progress asked to stop.
    pub fn lint_recomputed(&mut self, progress: &dyn Progress) -> Result<Vec<Finding>> {
        self.lint_recomputed_with(&[], progress)
    }

    /// The same with kick tables from files: statistics that state one of them are computed with it, and those of other
    /// files ([`Setups::kicks_files`]) are left alone.
    ///
    /// # Errors
    /// As [`Setups::lint_recomputed`].
    pub fn lint_recomputed_with(
        &mut self,
        tables: &[KicksFile],
        progress: &dyn Progress,
    ) -> Result<Vec<Finding>> {
        let all = self.whole_setups()?;
        let mut findings = self.lint_fields(&all)?;
        let mut saves = self.stored_saves()?;
        let mut work = Vec::new();
        for whole in &all {
            for stored in whole.statistics.iter().filter(|stored| stored.status == Status::Completed) {
                let saves = saves.remove(&(whole.setup.id, stored.rules)).unwrap_or_default();
                work.push((whole, stored, saves));
            }
        }
        for (done, chunk) in work.chunks(256).enumerate() {
            progress.report(done as u64 * 256, work.len() as u64)?;
            let found: Vec<Vec<Finding>> = chunk
                .par_iter()
                .map(|(whole, stored, saves)| {
                    check_statistics(&whole.setup, &whole.variants, (stored, saves), tables)
                })
                .collect();
            findings.extend(found.into_iter().flatten());
        }
        findings.sort_by_key(|finding| finding.id);
        Ok(findings)
    }

    /// The kick tables from files that statistics state, and how many state each.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn kicks_files(&mut self) -> Result<Vec<(String, i64)>> {
        let select = "SELECT kicks_file, count(*) AS rows FROM statistics WHERE kicks_file IS NOT NULL \
                      GROUP BY kicks_file ORDER BY kicks_file";
        let rows = self.sql().all(select, &[])?;
        rows.into_iter().map(|mut row| Ok((row.text("kicks_file")?, row.int("rows")?))).collect()
    }

    /// All setups with their variants and statistics, in the order of their ids.
    fn whole_setups(&mut self) -> Result<Vec<Whole>> {
        let mut all = Vec::new();
        for setup in self.setups(&Filter::default(), Order::Id)? {
            let (variants, statistics) = (self.variants(setup.id)?, self.statistics(setup.id)?);
            all.push(Whole { setup, variants, statistics });
        }
        Ok(all)
    }

    /// The saves of every setup.
    fn stored_saves(&mut self) -> Result<HashMap<(SetupId, Rules), Vec<SaveData>>> {
        let mut all: HashMap<(SetupId, Rules), Vec<SaveData>> = HashMap::new();
        for (setup, data) in self.all_save_data()? {
            all.entry((setup, data.rules)).or_default().push(data);
        }
        Ok(all)
    }

    /// Percentages that are not those of their fractions.
    fn wrong_percentages(&mut self) -> Result<Vec<Finding>> {
        let mut findings = Vec::new();
        for (table, column, part, all) in [
            ("statistics", "solve_percent", "solve_numerator", "solve_denominator"),
            ("save_data", "percent", "numerator", "denominator"),
        ] {
            let select = format!(
                "SELECT setup, {column}, {part}, {all} FROM {table} WHERE {column} IS NOT NULL AND {part} IS NOT NULL \
                 ORDER BY setup"
            );
            for mut row in self.sql().all(&select, &[])? {
                let id = row.parsed("setup")?;
                let stored = row.optional_real("percent")?.unwrap_or(0.0);
                let (part, all) = (row.int("part")?, row.int("all")?);
                // Rounding may have been cutting.
                if contradicts(stored, Some((part, all))) {
                    let what = format!("{stored:.2} is stored, {part}/{all} is {:.2}", percent(part, all));
                    findings.push(Finding { id, field: column, what });
                }
            }
        }
        Ok(findings)
    }
}

/// What the fields of a setup say by themselves.
fn check_fields(whole: &Whole, by_id: &HashMap<SetupId, &SetupRow>) -> Vec<Finding> {
    let stored = &whole.setup;
    let mut findings = Vec::new();
    let mut tell = |field: &'static str, what: String| findings.push(Finding { id: stored.id, field, what });
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
    for problem in problems(&setup) {
        tell(problem.field, problem.what);
    }
    for variant in &whole.variants {
        for problem in of_variant(stored, variant) {
            tell(problem.field, problem.what);
        }
    }
    if let Some(mirror) = stored.mirror {
        let other = by_id.get(&mirror);
        let back = other.and_then(|other| other.mirror);
        if back != Some(stored.id) {
            let back = back.map_or_else(|| "none".to_owned(), |back| back.to_string());
            tell("mirror", format!("the mirror of {mirror} is {back}"));
        }
        if let (Some(other), Ok(mirrored)) = (other, stored.mirrored())
            && (other.leftover != mirrored.leftover || other.build != mirrored.build)
        {
            let (a, b) = ((&mirrored.leftover, &mirrored.build), (&other.leftover, &other.build));
            let what =
                format!("{mirror} has {} and {}, the setup in the mirror {} and {}", b.0, b.1, a.0, a.1);
            tell("mirror", what);
        }
    }
    let queues = listed(&stored.cover_pattern).map_or(0, |queues| queues.len());
    for statistics in &whole.statistics {
        if let Some(bits) = &statistics.cover_data
            && let Some(what) = wrong_bits(bits, queues)
        {
            tell("cover_data", format!("{}: {what}", statistics.rules));
        }
    }
    findings
}

/// Why cover bits cannot be right.
fn wrong_bits(bits: &[u8], queues: usize) -> Option<String> {
    if queues == 0 {
        return None;
    }
    if bits.len() != queues.div_ceil(8) {
        return Some(format!("{} bytes for {queues} queues", bits.len()));
    }
    if bits.iter().all(|&byte| byte == 0) {
        return Some(format!("none of the {queues} queues is stored as covered"));
    }
    let past = bits.last().copied().unwrap_or(0) & (0xFFu16 >> (1 + (queues - 1) % 8)) as u8;
    (past != 0).then(|| format!("bits past the last of the {queues} queues"))
}

/// Setups that are there twice: told of the later one.
fn twice(all: &[Whole]) -> Vec<Finding> {
    let mut alike: HashMap<u64, Vec<&SetupRow>> = HashMap::new();
    let mut findings = Vec::new();
    for Whole { setup, .. } in all {
        let mut signature = Signature::new("setup");
        for text in [&setup.pc.to_string(), &setup.leftover, &setup.build, setup.kind.as_str()] {
            signature.fold(text.as_bytes());
        }
        let others = alike.entry(signature.hash).or_default();
        if let Some(other) = others.iter().find(|other| is_same(other, setup)) {
            findings.push(Finding {
                id: setup.id,
                field: "setup",
                what: format!("the same as {}", other.id),
            });
        }
        others.push(setup);
    }
    findings
}

/// A statistic and the saves under it against what our solver computes.
fn check_statistics(
    setup: &SetupRow,
    variants: &[Variant],
    (stored, saves): (&Statistics, &[SaveData]),
    tables: &[KicksFile],
) -> Vec<Finding> {
    // A kick table that only its file tells may not be here.
    let kicks = match &stored.kicks_file {
        None => None,
        Some(file) => match tables.iter().find(|table| table.to_string() == *file) {
            None => return Vec::new(),
            known => known.cloned(),
        },
    };
    let wanted = |stored: &SaveData| Save {
        id: 0,
        pc: setup.pc,
        save: stored.save.clone(),
        gen_minimal: false,
        gen_all_solves: false,
    };
    let wanted: Vec<Save> = saves.iter().map(wanted).collect();
    let job = Job {
        rules: stored.rules,
        again: true,
        batch: 1,
        saves_only: !saves.is_empty(),
        see: stored.see.and_then(|see| u8::try_from(see).ok()),
        kicks,
        ..Job::default()
    };
    let done = compute(setup, variants, &wanted, &job);
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
    for (stored, (_, counts)) in saves.iter().zip(&done.saves) {
        let computed = counts.as_ref().map(counted);
        if stored.fractions != computed {
            let shown =
                |json: &Option<Json>| json.as_ref().map_or_else(|| "nothing".to_owned(), Json::to_string);
            let (there, here) = (shown(&stored.fractions), shown(&computed));
            let (save, rules) = (&stored.save, stored.rules);
            let what = format!("{rules}: {save}: {there} is stored, {here} is computed");
            findings.push(Finding { id: setup.id, field: "save", what });
        }
    }
    findings
}

/// The fractions of a save as they are stored.
fn counted(SaveCounts { parts, all, .. }: &SaveCounts) -> Json {
    parts.iter().map(|part| serde_json::json!([part, all])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SetupFields;

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
        let job = Job { again: true, batch: 1, ..Job::default() };
        let mut stored = compute(&setup, &[], &[], &job).statistics;
        assert!(check_statistics(&setup, &[], (&stored, &[]), &[]).is_empty());
        let (solved, all) = stored.solve.unwrap();
        stored.solve = Some((solved - 42, all));
        stored.cover_data = Some(vec![0; stored.cover_data.as_ref().map_or(1, Vec::len)]);
        let findings = check_statistics(&setup, &[], (&stored, &[]), &[]);
        let fields: Vec<&str> = findings.iter().map(|finding| finding.field).collect();
        assert_eq!(fields, ["solve", "cover_data"]);
        let what = format!("srs180 any: {}/{all} is stored, {solved}/{all} is computed", solved - 42);
        assert_eq!(findings[0].what, what);
    }

    #[test]
    fn cover_bits_that_cannot_be_right() {
        assert_eq!(wrong_bits(&[0x80], 1), None);
        assert_eq!(wrong_bits(&[0xFF, 0xC0], 10), None);
        for (bits, queues) in
            [(&[0u8][..], 3), (&[0x80, 0][..], 8), (&[0xFF, 0xE0][..], 10), (&[0x90][..], 1)]
        {
            assert!(wrong_bits(bits, queues).is_some(), "{bits:?} {queues}");
        }
    }
}
