//! `ludex tetris fumen`: fumens taken apart and put together.

use super::refuse;
use crate::Outcome;
use crate::lines::LineArgs;
use crate::output::Answer;
use clap::{Args, Subcommand};
use ludex_core::Refusal;
use ludex_tetris::solve::Building;
use ludex_tetris::{Fumen, text};
use std::io::{Read, Write};

/// Decode, encode, glue, unglue, mirror and combine fumens.
#[derive(Debug, Args)]
pub(crate) struct FumenArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Decode(DecodeArgs),
    Encode(EncodeArgs),
    Glue(GlueArgs),
    Unglue(UnglueArgs),
    Mirror(MirrorArgs),
    Combine(CombineArgs),
}

/// Print the pages of a fumen as text, which `encode` reads again.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris fumen decode v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH
  ludex tetris fumen decode v115@vhCzLJSyBXoB
  ludex tetris fumen decode https://fumen.zui.jp/?v115@vhCzLJSyBXoB | ludex tetris fumen encode")]
struct DecodeArgs {
    /// A fumen, or the address of one
    #[arg(value_name = "FUMEN")]
    fumen: String,
}

/// Make a fumen of pages in text, read from stdin.
///
/// Pages are parted by empty lines. In a page: rows of ten letters from the top (_ empty, X gray, or a
/// piece), a comment after `; `, a piece as `> T right 4 0` (rotation, column and row of its centre).
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  echo 'IIII______' | ludex tetris fumen encode
  printf 'X_________\\n\\n; second page\\nXT________\\n' | ludex tetris fumen encode
  ludex tetris fumen decode v115@vhCzLJSyBXoB | ludex tetris fumen encode")]
struct EncodeArgs {}

/// Turn coloured fields into glued fumens: one piece per page, in every way the field can be parted.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris fumen glue v115@PhR4EeRpR4glEeRpilJeAgH
  ludex tetris fumen glue --file setups.txt
  ludex tetris fumen glue v115@HhglQ4HeglR4RpEehlQ4RpOeAgH | ludex tetris fumen unglue")]
struct GlueArgs {
    #[command(flatten)]
    lines: LineArgs,
}

/// Turn glued fumens back into one coloured field.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris fumen unglue v115@vhCzLJSyBXoB
  ludex tetris fumen unglue v115@vhCKJJPqBzqB v115@vhCJEJqpB0qB
  ludex tetris fumen unglue --file glued.txt")]
struct UnglueArgs {
    #[command(flatten)]
    lines: LineArgs,
}

/// Turn fumens left to right: fields, pieces and quizzes.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris fumen mirror v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH
  ludex tetris fumen mirror v115@vhCzLJSyBXoB
  ludex tetris fumen mirror --file fumens.txt")]
struct MirrorArgs {
    #[command(flatten)]
    lines: LineArgs,
}

/// Put the pages of several fumens into one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris fumen combine v115@vhCzLJSyBXoB v115@vhCJEJqpB0qB
  ludex tetris fumen combine v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH v115@vhAAgH
  ludex tetris fumen combine $(cat fumens.txt)")]
struct CombineArgs {
    /// Fumens, in order
    #[arg(value_name = "FUMEN", required = true)]
    fumens: Vec<String>,
}

impl FumenArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.verb {
            Verb::Decode(args) => match Fumen::decode(&args.fumen) {
                Ok(fumen) => print(&text::write_pages(&fumen)),
                Err(error) => refuse(error),
            },
            Verb::Encode(EncodeArgs {}) => {
                let mut typed = String::new();
                std::io::stdin().take(1 << 24).read_to_string(&mut typed)?;
                match text::read_pages(&typed) {
                    Ok(fumen) => print(&format!("{}\n", fumen.encode())),
                    Err(error) => refuse(error),
                }
            }
            Verb::Glue(args) => args.lines.plan()?.run(&["glued"], |line| {
                let buildings = Building::of_fumen(&Fumen::decode(line)?)?;
                let glued: Vec<String> =
                    buildings.iter().filter_map(|b| b.glued()).map(|f| f.encode()).collect();
                if glued.is_empty() {
                    return Err(Refusal::new("the pieces hang in the air in every order"));
                }
                Ok(Answer::one(glued.join(" ")))
            }),
            Verb::Unglue(args) => args.lines.plan()?.run(&["fumen"], |line| {
                let mut fields = Vec::new();
                for word in line.split_whitespace() {
                    fields.push(text::unglue(&Fumen::decode(word)?)?.encode());
                }
                Ok(Answer::one(fields.join(" ")))
            }),
            Verb::Mirror(args) => args
                .lines
                .plan()?
                .run(&["fumen"], |line| Ok(Answer::one(Fumen::decode(line)?.mirrored().encode()))),
            Verb::Combine(args) => {
                let mut pages = Vec::new();
                for fumen in &args.fumens {
                    match Fumen::decode(fumen) {
                        Ok(fumen) => pages.extend(fumen.pages),
                        Err(error) => return refuse(error),
                    }
                }
                print(&format!("{}\n", Fumen { pages }.encode()))
            }
        }
    }
}

fn print(text: &str) -> anyhow::Result<Outcome> {
    crate::talk::Screen::new().write_all(text.as_bytes())?;
    Ok(Outcome::Fine)
}
