//! How the game is played, as typed: kick table, drop, hold, lines.

use anyhow::Context;
use clap::Args;
use ludex_core::Refusal;
use ludex_tetris::solve::{Drop, Hold, Problem};
use ludex_tetris::{Field, Fumen, KickTable, Pattern, PatternError, Queue};
use std::path::Path;

/// Kick table and hold: the same words in every verb of the family.
#[derive(Debug, Clone, Args)]
pub(crate) struct RuleArgs {
    /// Kick table: srs, srs180, srs_plus, srsx, tetrax, asc, nullpomino180, none, or a .properties file
    #[arg(long, alias = "kicktable", value_name = "NAME|FILE", default_value = "srs180")]
    kicks: String,
    /// Hold: any, none, a number of slots, or cyclic with a number (cyclic2)
    #[arg(long, value_name = "HOLD", default_value = "any")]
    hold: String,
}

/// The rules of the solver verbs: how pieces come down as well.
#[derive(Debug, Clone, Args)]
pub(super) struct SolverArgs {
    #[command(flatten)]
    rules: RuleArgs,
    /// How pieces come down: soft, hard or 180 (default: 180 where the table has half turns, else soft)
    #[arg(long, value_name = "DROP")]
    drop: Option<String>,
}

/// The rules settled.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    pub(super) table: KickTable,
    pub(super) drop: Drop,
    pub(super) hold: Hold,
}

impl RuleArgs {
    /// The words under which the setup database keeps statistics.
    pub(crate) fn database(&self) -> anyhow::Result<ludex_setups::Rules> {
        let hold = match self.hold.as_str() {
            "use" => "any",
            "avoid" => "none",
            other => other,
        };
        Ok(ludex_setups::Rules { kicks: self.kicks.parse()?, hold: hold.parse()? })
    }

    /// The kick table.
    fn table(&self) -> anyhow::Result<Result<KickTable, Refusal>> {
        if KickTable::NAMES.contains(&self.kicks.as_str()) || !self.kicks.contains(['/', '.']) {
            return Ok(KickTable::named(&self.kicks).map_err(Refusal::from));
        }
        let text = crate::input::read_whole_text(Path::new(&self.kicks)).context("the kick table")?;
        let at = |error| Refusal::new(format!("{}: {error}", self.kicks));
        Ok(KickTable::read(&text).map_err(at))
    }
}

impl SolverArgs {
    pub(super) fn plan(&self) -> anyhow::Result<Result<Rules, Refusal>> {
        Ok(self.rules.table()?.and_then(|table| self.settle(table)))
    }

    fn settle(&self, table: KickTable) -> Result<Rules, Refusal> {
        let drop = match &self.drop {
            None => Drop::of(&table),
            Some(text) => read_drop(text)?,
        };
        Ok(Rules { drop, hold: read_hold(&self.rules.hold)?, table })
    }
}

impl Rules {
    /// The rules of one row of a batch, what it does not say being as here.
    pub(super) fn of_row(
        &self,
        kicks: Option<&str>,
        drop: Option<&str>,
        hold: Option<&str>,
    ) -> Result<Rules, Refusal> {
        let mut rules = self.clone();
        if let Some(kicks) = kicks {
            rules.table = KickTable::named(kicks)?;
            rules.drop = Drop::of(&rules.table);
        }
        if let Some(drop) = drop {
            rules.drop = read_drop(drop)?;
        }
        if let Some(hold) = hold {
            rules.hold = read_hold(hold)?;
        }
        Ok(rules)
    }

    pub(super) fn problem(&self, field: &Field, lines: u32) -> Result<Problem, Refusal> {
        Ok(Problem::new(field, lines, self.table.clone(), self.drop, self.hold)?)
    }
}

fn read_drop(text: &str) -> Result<Drop, Refusal> {
    Ok(match text {
        "soft" | "softdrop" => Drop::Soft,
        "hard" | "harddrop" => Drop::Hard,
        "180" => Drop::Half,
        _ => return Err(Refusal::new(format!("drop {text:?}: soft, hard or 180 is needed"))),
    })
}

fn read_hold(text: &str) -> Result<Hold, Refusal> {
    let slots = |text: &str| text.parse::<u8>().ok().filter(|n| *n <= 6);
    Ok(match text {
        "use" | "any" => Hold::USE,
        "avoid" | "none" => Hold::AVOID,
        "cyclic" => Hold::Cyclic(1),
        _ => match (slots(text), text.strip_prefix("cyclic").and_then(slots)) {
            (Some(n), _) => Hold::Any(n),
            (_, Some(n)) if n > 0 => Hold::Cyclic(n),
            _ => {
                let what = format!("hold {text:?}: any, none, 0 to 6 slots, or cyclic1 to cyclic6 is needed");
                return Err(Refusal::new(what));
            }
        },
    })
}

/// The field of a fumen's first page.
pub(super) fn field_of(fumen: &str) -> Result<Field, Refusal> {
    let page = Fumen::decode(fumen)?.pages.into_iter().next();
    Ok(page.map(|page| page.field).unwrap_or_default())
}

/// The queues of a pattern, or of a pattern file given as `@FILE`.
pub(super) fn queues_of(pattern: &str) -> Result<Vec<Queue>, Refusal> {
    let at = |error: PatternError| {
        let column = error.column;
        Refusal::new(format!("pattern: {error}")).at(column)
    };
    let parsed = match pattern.strip_prefix('@') {
        None => Pattern::read(pattern).map_err(at)?,
        Some(path) => {
            let text = crate::input::read_whole_text(Path::new(path))
                .map_err(|error| Refusal::new(format!("the pattern file: {error:#}")))?;
            Pattern::read_file(&text)
                .map_err(|(line, error)| Refusal::new(format!("{path}:{line}: {error}")))?
        }
    };
    parsed.queues().map_err(at)
}
