//! How the game is played, as typed: kick table, drop, hold, lines.

use anyhow::Context;
use clap::Args;
use ludex_core::Refusal;
use ludex_tetris::solve;
use ludex_tetris::{KickTable, Pattern, Queue};
use std::path::Path;

pub(super) use ludex_tetris::solve::{Rules, first_field as field_of};

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
        Ok(self.rules.table()?.and_then(|table| Rules::of(table, self.drop.as_deref(), &self.rules.hold)))
    }
}

/// The queues of a pattern, or of a pattern file given as `@FILE`.
pub(super) fn queues_of(pattern: &str) -> Result<Vec<Queue>, Refusal> {
    let Some(path) = pattern.strip_prefix('@') else { return solve::queues_of(pattern) };
    let text = crate::input::read_whole_text(Path::new(path))
        .map_err(|error| Refusal::new(format!("the pattern file: {error:#}")))?;
    let parsed =
        Pattern::read_file(&text).map_err(|(line, error)| Refusal::new(format!("{path}:{line}: {error}")))?;
    parsed.queues().map_err(|error| Refusal::new(format!("pattern: {error}")))
}
