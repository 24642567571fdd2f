//! `ludex cube check`: can these stickers be solved?

use super::SizeArgs;
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_cube::{Position, Setup};

/// Say whether stickers make a cube that turns can solve, and if not, why.
///
/// Prints `ok`, or a reason (length, bad_character, centres, colour_count, bad_edge_piece,
/// bad_corner_piece, edge_flip, corner_twist, permutation_parity), a tab, and a sentence that names the
/// piece. Any holding and any colour scheme is accepted.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex cube check UUUURRRRFFFFDDDDLLLLBBBB
  ludex cube check --size 3 --file facelets.txt
  ludex cube check WWWW-YYYY-OOOO-RRRR-BBBB-GGGG")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    size: SizeArgs,
    #[command(flatten)]
    lines: LineArgs,
}

impl CheckArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan()?.run(&["reason", "sentence"], |line| {
            let setup = Setup::stickers(line, self.size.size());
            Ok(match setup.and_then(|setup| Position::try_from(&setup)) {
                Ok(_) => Answer::new(vec!["ok".into(), "".into()]).with_text("ok"),
                Err(invalid) => Answer::new(vec![invalid.reason().into(), invalid.to_string().into()]),
            })
        })
    }
}
