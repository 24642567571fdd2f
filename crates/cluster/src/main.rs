//! The program `ludex-cluster`: batches and questions of `ludex-query` on many machines, on Ballista.
//!
//! ```text
//! submit, sql  --plan-->  scheduler  --tasks-->  executors  --rows-->  submit, sql
//! ```
//!
//! The scheduler, every executor and the client are this one program, so that all of them have the same functions.
//! Files are read by the executors and must be at the same path on every machine: a shared folder. What `submit`
//! has done stands in the manifest of the folder of names, as with `ludex-query batch`, and not in the scheduler,
//! which may be killed.
//!
//! | file | what |
//! |--|--|
//! | `servers` | the scheduler and the executor |
//! | `client` | `submit` and `sql` |
//! | `tls` | certificates on both sides of every connection |
//! | `talk` | what Ballista has to say, on stderr |

mod client;
mod servers;
mod talk;
mod tls;

use clap::{Parser, Subcommand};
use ludex_query::stop;
use std::process::ExitCode;

/// Batches and questions of Ludex on many machines.
#[derive(Debug, Parser)]
#[command(name = "ludex-cluster", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "Exit codes: 0 all answered, 1 something in the input was refused, 2 usage or I/O, \
130 stopped by Ctrl-C.")]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Scheduler(servers::SchedulerArgs),
    Executor(servers::ExecutorArgs),
    Submit(client::SubmitArgs),
    Sql(client::SqlArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    talk::listen();
    let outcome = match cli.verb {
        // The servers end by Ctrl-C as Ballista has it.
        Verb::Scheduler(args) => args.run().map(|()| true),
        Verb::Executor(args) => args.run().map(|()| true),
        Verb::Submit(args) => {
            stop::listen();
            args.run()
        }
        Verb::Sql(args) => {
            stop::listen();
            args.run().map(|()| true)
        }
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(_) if stop::is_stopped() => {
            eprintln!("ludex-cluster: stopped");
            ExitCode::from(stop::EXIT_CODE)
        }
        Err(error) => {
            eprintln!("ludex-cluster: {error:#}");
            ExitCode::from(2)
        }
    }
}
