//! How the game is played, as typed: kick table, drop, hold, lines.

use anyhow::Context;
use clap::Args;
use ludex_core::Refusal;
use ludex_setups::Kicks;
use ludex_setups::compute::KicksFile;
use ludex_tetris::solve;
use ludex_tetris::{Field, Fumen, KickTable, Pattern, Queue};
use std::path::Path;

pub(super) use ludex_tetris::solve::Rules;

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

    /// As [`RuleArgs::database`], where the kick table may be a file: its statistics stand under `under`, or under the
    /// name that the file has.
    pub(crate) fn database_or_file(
        &self,
        under: Option<&str>,
    ) -> anyhow::Result<Result<(ludex_setups::Rules, Option<KicksFile>), Refusal>> {
        if !self.kicks.contains(['/', '.']) {
            if under.is_some() {
                return Ok(Err(Refusal::new("--under is for the kick table of a file")));
            }
            return Ok(Ok((self.database()?, None)));
        }
        let table = match self.table()? {
            Ok(table) => table,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let name = file_name(&self.kicks);
        let stem = name.split('.').next().unwrap_or_default();
        let word = under.unwrap_or(stem);
        let Ok(kicks) = word.parse::<Kicks>() else {
            let words = Kicks::WORDS.join(", ");
            return Ok(Err(Refusal::new(format!(
                "the database keeps statistics under {words}, not {word:?}: --under says under which those of {name} stand"
            ))));
        };
        let rules = RuleArgs { kicks: kicks.to_string(), hold: self.hold.clone() }.database()?;
        // A file with the tests of the table of its name is that table.
        let same = KickTable::named(kicks.as_str()).is_ok_and(|named| named == table);
        Ok(Ok((rules, (!same).then(|| KicksFile::new(&name, table)))))
    }

    /// The kick table.
    fn table(&self) -> anyhow::Result<Result<KickTable, Refusal>> {
        table_of(&self.kicks)
    }
}

/// The kick table of a file, under the name that it has.
pub(crate) fn kicks_file(path: &str) -> anyhow::Result<Result<KicksFile, Refusal>> {
    let text = crate::input::read_whole_text(Path::new(path)).context("the kick table")?;
    let at = |error| Refusal::new(format!("{path}: {error}"));
    Ok(KickTable::read(&text).map(|table| KicksFile::new(&file_name(path), table)).map_err(at))
}

fn file_name(path: &str) -> String {
    Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The kick table of a name, or of a file.
pub(super) fn table_of(kicks: &str) -> anyhow::Result<Result<KickTable, Refusal>> {
    if KickTable::NAMES.contains(&kicks) || !kicks.contains(['/', '.']) {
        return Ok(KickTable::named(kicks).map_err(Refusal::from));
    }
    let text = crate::input::read_whole_text(Path::new(kicks)).context("the kick table")?;
    let at = |error| Refusal::new(format!("{kicks}: {error}"));
    Ok(KickTable::read(&text).map_err(at))
}

/// The field of a fumen's first page, of another page (`FUMEN#3`), or of a text file (`@FILE`): rows of ten letters
/// from the top, or a fumen.
pub(super) fn field_of(typed: &str) -> Result<Field, Refusal> {
    let Some(path) = typed.strip_prefix('@') else {
        let page = pages_of(typed)?.pages.into_iter().next();
        return Ok(page.map(|page| page.field).unwrap_or_default());
    };
    let text = crate::input::read_whole_text(Path::new(path))
        .map_err(|error| Refusal::new(format!("the field: {error:#}")))?;
    let rows: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    // Other programs write the lines to clear first; here --lines says that.
    let rows = match rows.split_first() {
        Some((first, rest)) if first.parse::<u8>().is_ok() => rest,
        _ => &rows[..],
    };
    match rows {
        [fumen] if fumen.contains('@') => field_of(fumen.trim_start_matches('@')),
        rows => Field::from_rows(rows).ok_or_else(|| {
            Refusal::new(format!(
                "{path}: a field is up to 23 rows of ten letters: _ empty, X filled, or a piece"
            ))
        }),
    }
}

/// A fumen, or with `#2:5` after it some of its pages; `#:5` and `#2:` leave an end open, and so does -1. `#3` is one
/// page.
pub(super) fn pages_of(typed: &str) -> Result<Fumen, Refusal> {
    // An address has its own `#` before the fumen.
    let place = typed.rfind('#').filter(|at| typed.find("v115@").is_none_or(|fumen| *at > fumen));
    let Some(at) = place else { return Ok(Fumen::decode(typed)?) };
    let mut fumen = Fumen::decode(&typed[..at])?;
    let wrong = || Refusal::new(format!("pages {:?}: #3, #2:5, #2:, #:5 or # is needed", &typed[at..]));
    let (from, to) = match &typed[at + 1..] {
        "" => ("", ""),
        range => range.split_once(':').unwrap_or((range, range)),
    };
    let count = fumen.pages.len();
    let number = |text: &str, open: usize| match text {
        "" | "-1" => Ok(open),
        text => {
            let page: usize = text.parse().map_err(|_| wrong())?;
            let beyond = || Refusal::new(format!("page {page}: the fumen has pages 1 to {count}"));
            Some(page).filter(|n| (1..=count).contains(n)).ok_or_else(beyond)
        }
    };
    let (from, to) = (number(from, 1)?, number(to, count)?);
    if from > to {
        return Err(wrong());
    }
    fumen.pages = fumen.pages.drain(from - 1..to).collect();
    Ok(fumen)
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
