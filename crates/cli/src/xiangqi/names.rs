//! `code`, `name`, `fen`: between boards and their letters.

use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::Args;
use ludex_xiangqi::sextant::ShortCode;
use ludex_xiangqi::{BoardName, Sextants, Tables, line};

/// Print the 18-character sextant code of boards.
///
/// Different boards may share a code: it is for reading and for finding regions. The side to move is
/// not in it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi code 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'
  ludex xiangqi code --sums --mirror --file positions.txt
  cut -f1 games.tsv | ludex xiangqi code --format csv")]
pub(crate) struct CodeArgs {
    /// Also print the sums of sextants 1 to 6
    #[arg(long)]
    sums: bool,
    /// Also print the code in 14 characters, or `-` where a sum is too large for it
    #[arg(long)]
    short: bool,
    /// Also print the code of the board reflected left to right
    #[arg(long)]
    mirror: bool,
    #[command(flatten)]
    lines: LineArgs,
}

impl CodeArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let mut columns = vec!["code"];
        columns.extend(self.sums.then_some("sums"));
        columns.extend(self.short.then_some("short_code"));
        columns.extend(self.mirror.then_some("mirror_code"));
        self.lines.plan()?.run(&columns, |text| {
            let (setup, rest) = line::setup(text)?;
            let sextants = Sextants::of(&setup);
            let mut values = vec![sextants.code().to_string().into()];
            if self.sums {
                let sums: Vec<String> = sextants.sums().iter().map(u16::to_string).collect();
                values.push(sums.join(" ").into());
            }
            if self.short {
                let short = ShortCode::of(&sextants.code());
                values.push(short.map_or_else(|| "-".to_owned(), |short| short.to_string()).into());
            }
            if self.mirror {
                values.push(sextants.mirrored().code().to_string().into());
            }
            Ok(Answer::new(values).with_rest(rest))
        })
    }
}

/// Print the 24-letter name of boards.
///
/// The name holds every piece and the side to move, and `ludex xiangqi fen` leads back from it. Without
/// --exact it is the lesser of the names of the board and of its mirror image.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi name 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'
  ludex xiangqi name --exact '3k5/9/9/9/9/9/9/9/9/5K3 w'
  ludex xiangqi name --file positions.txt --skip-bad")]
pub(crate) struct NameArgs {
    /// Name the board as it stands, not the lesser of it and its mirror image
    #[arg(long)]
    exact: bool,
    #[command(flatten)]
    lines: LineArgs,
}

impl NameArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan()?.run(&["name"], |text| {
            let (position, rest) = line::position(text)?;
            let name =
                if self.exact { BoardName::of(&position)? } else { position.canonical().name(&Tables)? };
            Ok(Answer::one(name.as_str()).with_rest(rest))
        })
    }
}

/// Print the FEN of 24-letter names.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex xiangqi fen '5{g4fI5{g4fIopdKfZopdKfZ'
  ludex xiangqi fen 5-g4fI5-g4fIopdKfZopdKfZ
  ludex xiangqi name --exact --file positions.txt | ludex xiangqi fen")]
pub(crate) struct FenArgs {
    #[command(flatten)]
    lines: LineArgs,
}

impl FenArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        self.lines.plan()?.run(&["fen"], |line| {
            let end = line.find(['\t', ' ']).unwrap_or(line.len());
            let (word, rest) = line.split_at(end);
            let name: BoardName = word.parse()?;
            Ok(Answer::one(name.position().to_string()).with_rest(rest))
        })
    }
}
