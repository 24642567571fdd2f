//! `ludex tetris`: the verbs of the Tetris family.
//!
//! | file | verbs |
//! |--|--|
//! | `id` | setup ids |
//! | `queues` | patterns |
//! | `percent`, `cover`, `path`, `setup`, `openers`, `ren`, `spin` | the solver |
//! | `saves`, `pack` | path files |
//! | `fumen`, `fig` | fumens and their pictures |
//! | `kicks` | kick tables |
//! | `rules`, `batch` | what the solver verbs share |

mod batch;
mod cover;
mod fig;
mod fumen;
mod id;
mod kicks;
mod openers;
mod pack;
mod path;
mod percent;
mod queues;
mod ren;
pub(crate) mod rules;
mod saves;
mod setup;
mod spin;

use crate::Outcome;
use crate::refuse::OrRefuse;
use clap::{Args, Subcommand};

/// Tetris perfect clears.
#[derive(Debug, Args)]
pub(crate) struct TetrisArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Id(id::IdArgs),
    Setups(crate::setups::SetupsArgs),
    Queues(queues::QueuesArgs),
    Percent(percent::PercentArgs),
    Cover(cover::CoverArgs),
    Path(path::PathArgs),
    Minimal(path::MinimalArgs),
    Solve(path::SolveArgs),
    Setup(setup::SetupArgs),
    Openers(openers::OpenersArgs),
    #[command(alias = "combo")]
    Ren(ren::RenArgs),
    Saves(saves::SavesArgs),
    Pack(pack::PackArgs),
    Unpack(pack::UnpackArgs),
    Fumen(fumen::FumenArgs),
    Fig(fig::FigArgs),
    Kicks(kicks::KicksArgs),
    Spin(spin::SpinArgs),
}

impl TetrisArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self.verb {
            Verb::Id(args) => args.run(),
            Verb::Setups(args) => args.run(),
            Verb::Queues(args) => args.run(),
            Verb::Percent(args) => args.run(),
            Verb::Cover(args) => args.run(),
            Verb::Path(args) => args.run(),
            Verb::Minimal(args) => args.run(),
            Verb::Solve(args) => args.run(),
            Verb::Setup(args) => args.run(),
            Verb::Openers(args) => args.run(),
            Verb::Ren(args) => args.run(),
            Verb::Saves(args) => args.run(),
            Verb::Pack(args) => args.run(),
            Verb::Unpack(args) => args.run(),
            Verb::Fumen(args) => args.run(),
            Verb::Fig(args) => args.run(),
            Verb::Kicks(args) => args.run(),
            Verb::Spin(args) => args.run(),
        }
    }
}

/// Says why the whole command is refused.
fn refuse(reason: impl std::fmt::Display) -> anyhow::Result<Outcome> {
    Err(ludex_core::Refusal::new(reason.to_string())).or_refuse()
}
