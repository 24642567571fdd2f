//! The main question: which setups can I build with what I see?

use super::edit::{NarrowArgs, picture};
use super::{PrintArgs, starter};
use crate::Outcome;
use crate::store::PlaceArgs;
use crate::tetris::rules::RuleArgs;
use clap::Args;
use ludex_setups::setup::read_id;
use ludex_setups::statistics::percent;
use ludex_setups::{Filter, Search, SetupType};
use ludex_tetris::saves::leftover_length;
use ludex_tetris::{Counts, Piece, SetupId};
use serde_json::Value;

/// Find the setups that can be built with what one sees, the best solve first.
///
/// Prints id, solve percentage, share of the completions of the queue that are covered, build, and
/// fumen. The queue begins with the pieces left over; of a short one all completions count. The exit code
/// is 1 where nothing is found, or where nobody can tell of a setup. Before there is a store with setups, the starter collection is searched.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups find --pc 2 --queue ILJOTSZ
  ludex tetris setups find --pc 1 --queue TILJSZO --pictures --limit 3
  ludex tetris setups find --pc 2 --queue ILJOTSZ --min 99 --pieces O --tag quick
  ludex tetris setups find --pc 3 --queue TOI --kicks srs_plus --format json")]
pub(super) struct FindArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Which perfect clear, 1 to 9
    #[arg(long, value_name = "N")]
    pc: i64,
    /// The pieces one sees, held piece first
    #[arg(long, value_name = "QUEUE")]
    queue: String,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    narrow: NarrowArgs,
    #[command(flatten)]
    answer: AnswerArgs,
}

impl FindArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        // A queue that shows the whole leftover asks for the setups of that leftover only.
        let length = u32::try_from(self.pc).map_or(0, leftover_length);
        let pieces = Piece::word(&self.queue).unwrap_or_default();
        let leftover = pieces.get(..length).map(|first| Piece::spell(&Counts::of(first).sorted()));
        let mut store = starter::open_part(&self.place, Some(self.pc), leftover.as_deref())?;
        let mut search = store.search_setups(self.pc, &self.queue, self.rules.database()?)?;
        if !self.narrow.is_empty() {
            let filter = self.narrow.filter(Filter { pc: Some(self.pc), ..Filter::default() });
            store.narrow(&mut search.found, &filter)?;
        }
        if search.found.is_empty() && search.failed.is_empty() {
            eprintln!("ludex: no setup of perfect clear {} can be built with {}", self.pc, self.queue);
        }
        self.answer.put(&search)
    }
}

/// Find the next oqb step: which children of a setup fit what one sees now.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups next --setup 3bf80000f7ff --queue TTIOLJSZ
  ludex tetris setups next --setup 3bf80000f7ff --queue TTIO --pictures
  ludex tetris setups next --setup 3bf80000f7ff --queue TTIO --format json")]
pub(super) struct NextArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The setup that is built
    #[arg(long, value_name = "ID")]
    setup: String,
    /// All pieces of this perfect clear that one has seen
    #[arg(long, value_name = "QUEUE")]
    queue: String,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    answer: AnswerArgs,
}

impl NextArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let id = read_id(&self.setup)?;
        let mut store = starter::open_part(&self.place, Some(pc_of(id)), None)?;
        let search = store.search_next(id, &self.queue, self.rules.database()?)?;
        if search.found.is_empty() && search.failed.is_empty() {
            match store.setup(id)?.kind {
                SetupType::Oqb => eprintln!("ludex: no setup after {id} can be built with {}", self.queue),
                kind => eprintln!("ludex: {id} is a {kind} setup: only oqb setups have next steps"),
            }
        }
        self.answer.put(&search)
    }
}

/// The perfect clear that an id tells.
pub(super) fn pc_of(id: SetupId) -> i64 {
    (id.bits() >> 44) as i64
}

/// How found setups are shown, as typed.
#[derive(Debug, Args)]
struct AnswerArgs {
    /// Draw each setup
    #[arg(long)]
    pictures: bool,
    /// At most so many
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    print: PrintArgs,
}

impl AnswerArgs {
    fn put(&self, Search { found, failed }: &Search) -> anyhow::Result<Outcome> {
        // Giving up is an error, never "no match".
        for (_, reason) in failed {
            eprintln!("ludex: {reason}");
        }
        let found = &found[..self.limit.unwrap_or(found.len()).min(found.len())];
        let mut lines = Vec::new();
        for one in found {
            let solve =
                one.solve.map_or_else(String::new, |(solved, all)| format!("{:.2}%", percent(solved, all)));
            let (part, all) = one.covered;
            lines.push(format!(
                "{}\t{solve}\t{part}/{all}\t{}\t{}",
                one.setup.id, one.setup.build, one.setup.fumen
            ));
            lines.extend(self.pictures.then(|| picture(&one.setup.fumen)).flatten());
        }
        self.print.put(&lines, found.iter().map(|one| Value::Object(one.to_json())).collect())?;
        Ok(if found.is_empty() || !failed.is_empty() { Outcome::Refused } else { Outcome::Fine })
    }
}
