//! What a recomputation would say: ids are identities and stay, but it is good to know.

use crate::{Filter, Order, Setups};
use ludex_store::Result;
use ludex_tetris::{FourRule, Fumen, Pattern, SetupId};

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
                        .filter_map(|rule| SetupId::first(&canonical, scheme, rule).ok())
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
}
