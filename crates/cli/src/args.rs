//! The one definition behind the command line, its help, man pages and completions.

use crate::limits::LimitArgs;
use crate::{
    Outcome, bench, cube, diff, doctor, name, query, show, solve, store, sudoku, tables, tetris, xiangqi,
};
#[cfg(feature = "server")]
use crate::{keys, serve};
use anyhow::Context;
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::io::Write;
use std::path::PathBuf;

/// Names for puzzle positions: the same name for every disguise, and a way back.
#[derive(Debug, Parser)]
#[command(name = "ludex", version, max_term_width = 100, arg_required_else_help = true)]
#[command(
    after_help = "Exit codes: 0 all answered, 1 something in the input was refused or nothing was found, \
2 usage or I/O."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    verb: Verb,
    #[command(flatten)]
    limits: LimitArgs,
    /// In csv, put an apostrophe before cells that a spreadsheet would take for a formula
    #[arg(long, global = true, hide_short_help = true)]
    spreadsheet_safe: bool,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Name(name::NameArgs),
    Show(show::ShowArgs),
    Solve(solve::SolveArgs),
    Diff(diff::DiffArgs),
    Sudoku(sudoku::SudokuArgs),
    Tetris(tetris::TetrisArgs),
    Xiangqi(xiangqi::XiangqiArgs),
    Cube(cube::CubeArgs),
    Store(store::StoreArgs),
    Sql(query::SqlArgs),
    Batch(query::BatchArgs),
    #[cfg(feature = "server")]
    Serve(serve::ServeArgs),
    #[cfg(feature = "server")]
    Keys(keys::KeysArgs),
    Bench(bench::BenchArgs),
    Tables(tables::TablesArgs),
    Doctor(doctor::DoctorArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

impl Cli {
    /// Does what was typed.
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        self.limits.set();
        crate::output::set_spreadsheet_safe(self.spreadsheet_safe);
        match self.verb {
            Verb::Name(args) => args.run(),
            Verb::Show(args) => args.run(),
            Verb::Solve(args) => args.run(),
            Verb::Diff(args) => args.run(),
            Verb::Sudoku(args) => args.run(),
            Verb::Tetris(args) => args.run(),
            Verb::Xiangqi(args) => args.run(),
            Verb::Cube(args) => args.run(),
            Verb::Store(args) => args.run(),
            Verb::Sql(args) => args.run(),
            Verb::Batch(args) => args.run(),
            #[cfg(feature = "server")]
            Verb::Serve(args) => args.run(),
            #[cfg(feature = "server")]
            Verb::Keys(args) => args.run(),
            Verb::Bench(args) => args.run(),
            Verb::Tables(args) => args.run(),
            Verb::Doctor(args) => args.run(),
            Verb::Completions(args) => args.run(),
            Verb::Man(args) => args.run(),
        }
    }
}

/// Print shell completions.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex completions bash > ~/.local/share/bash-completion/completions/ludex
  ludex completions zsh > ~/.zfunc/_ludex
  ludex completions fish > ~/.config/fish/completions/ludex.fish")]
struct CompletionsArgs {
    /// The shell to complete for
    shell: clap_complete::Shell,
}

impl CompletionsArgs {
    fn run(self) -> anyhow::Result<Outcome> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "ludex", &mut text);
        std::io::stdout().write_all(&text)?;
        Ok(Outcome::Fine)
    }
}

/// Write man pages, one per verb, into a folder (default: print the first page).
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex man | man -l -
  ludex man --dir ~/.local/share/man/man1
  ludex man --dir target/man && man -l target/man/ludex-name.1")]
struct ManArgs {
    /// The folder that gets the pages; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl ManArgs {
    fn run(self) -> anyhow::Result<Outcome> {
        match self.dir {
            None => {
                let mut page = Vec::new();
                clap_mangen::Man::new(Cli::command()).render(&mut page)?;
                std::io::stdout().write_all(&page)?;
            }
            Some(dir) => {
                std::fs::create_dir_all(&dir)
                    .with_context(|| format!("cannot make the folder {}", dir.display()))?;
                clap_mangen::generate_to(Cli::command(), &dir)
                    .with_context(|| format!("cannot write man pages into {}", dir.display()))?;
            }
        }
        Ok(Outcome::Fine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    /// Every verb that does something shows three real examples.
    #[test]
    fn every_verb_has_three_examples() {
        fn visit(command: &clap::Command, path: &str, poor: &mut Vec<String>) {
            let path = format!("{path} {}", command.get_name());
            if command.get_subcommands().next().is_none() {
                let help =
                    command.get_after_help().or(command.get_after_long_help()).map(ToString::to_string);
                let examples =
                    help.unwrap_or_default().lines().filter(|line| line.contains("ludex ")).count();
                if examples < 3 {
                    poor.push(format!("{path}: {examples}"));
                }
            }
            for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
                visit(sub, &path, poor);
            }
        }
        let mut poor = Vec::new();
        visit(&Cli::command(), "", &mut poor);
        assert!(poor.is_empty(), "verbs with fewer than three examples: {poor:?}");
    }
}
