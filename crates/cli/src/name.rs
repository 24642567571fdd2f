//! `ludex name`: the canonical name of anything.

use crate::lines::LineArgs;
use crate::output::Answer;
use crate::{Outcome, families};
use clap::Args;

/// Name positions of any family, each detected by its look.
///
/// Prints the qualified canonical name: the same for every disguise of the position. Trailing columns
/// of a line are kept. Qualified names are items too.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex name 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'
  ludex name --file examples/positions.txt
  ludex name --format ndjson --skip-bad < positions.txt")]
pub(crate) struct NameArgs {
    #[command(flatten)]
    lines: LineArgs,
}

impl NameArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let families = families::all();
        self.lines.plan()?.run(&["name", "family"], |line| {
            let item = families.read(line)?;
            let (family, rest) = (item.family, item.rest);
            let name = family.name(&*item.position()?)?.to_string();
            let answer = Answer::new(vec![name.clone().into(), family.word().into()]);
            Ok(answer.with_text(name).with_rest(rest))
        })
    }
}
