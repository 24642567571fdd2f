//! The program `ludex`.
//!
//! Two layers of arguments: what was typed (clap structs named `...Args`, each beside its verb) and
//! what to do (the same struct after `plan`: files opened, defaults settled, nonsense refused). A verb
//! that answers line by line hands a closure to [`lines::Lines::run`], which owns the rules of lines,
//! formats and order.
//!
//! | file | what |
//! |--|--|
//! | `args` | the one definition behind help, man pages and completions |
//! | `input` | items from arguments, a file or stdin, as bounded batches of lines |
//! | `limits` | what input may cost |
//! | `lines` | one answer per line, in order, on all cores |
//! | `output` | text, csv, json, ndjson |
//! | `talk` | lines on stderr, which may be closed or full |
//! | `refuse` | a refusal as the error that ends the run with 1 |
//! | `replace` | files written beside their place and put there whole |
//! | `families` | the families of the program |
//! | `name`, `show`, `solve`, `diff`, `bench`, `doctor` | the verbs for all families |
//! | `tables` | the large tables of all families |
//! | `serve`, `keys` | the explorer and the HTTP API; who may write through it |
//! | `query` | `sql` and `batch`, handed over to ludex-query |
//! | `store`, `setups` | what was seen before; the setup database |
//! | one file or folder per family | the family's own verbs |

#[macro_use]
mod talk;

mod args;
mod bench;
mod cube;
mod diff;
mod doctor;
mod families;
mod input;
#[cfg(feature = "server")]
mod keys;
mod limits;
mod lines;
mod name;
mod output;
mod progress;
mod query;
mod refuse;
mod replace;
#[cfg(feature = "server")]
mod serve;
mod setups;
mod show;
mod solve;
mod store;
mod sudoku;
mod tables;
mod tetris;
mod xiangqi;

use clap::Parser;
use std::process::ExitCode;

/// How a run ended, short of an error that stopped it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Everything was answered.
    Fine,
    /// Something in the input was refused, or nothing was found.
    Refused,
}

fn main() -> ExitCode {
    #[cfg(feature = "postgres")]
    ludex_store::address::ask_password_with(ask_password);
    match args::Cli::parse_from(sudoku::command_line(std::env::args_os())).run() {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Refused) => ExitCode::from(1),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ludex: {error:#}");
            ExitCode::from(if refuse::is_refusal(&error) { 1 } else { 2 })
        }
    }
}

/// Asks whoever sits at the terminal; nobody where there is none.
#[cfg(feature = "postgres")]
fn ask_password(place: &str) -> Option<String> {
    use std::io::IsTerminal;
    // A script has nobody to ask, even where it runs in somebody's terminal.
    if !std::io::stderr().is_terminal() {
        return None;
    }
    rpassword::prompt_password(format!("password of {place}: ")).ok().filter(|password| !password.is_empty())
}

/// Whoever read our output has seen enough: no reason to complain.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
