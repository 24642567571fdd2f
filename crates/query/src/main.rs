//! The program `ludex-query`, which `ludex sql` and `ludex batch` hand over to.

use clap::{Parser, Subcommand};
use ludex_query::batch::LocalBatchArgs;
use ludex_query::sql::SqlArgs;
use ludex_query::stop;
use std::process::ExitCode;

/// SQL over files and batches of names, with every function of Ludex.
#[derive(Debug, Parser)]
#[command(name = "ludex-query", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "Exit codes: 0 all answered, 1 something in the input was refused, 2 usage or I/O, \
130 stopped by Ctrl-C.")]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Sql(SqlArgs),
    Batch(LocalBatchArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    stop::listen();
    let outcome = match cli.verb {
        Verb::Sql(args) => args.run().map(|()| true),
        Verb::Batch(args) => args.run(),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(_) if stop::is_stopped() => {
            eprintln!("ludex-query: stopped");
            ExitCode::from(stop::EXIT_CODE)
        }
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ludex-query: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whoever read our output has seen enough: no reason to complain.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
    })
}
