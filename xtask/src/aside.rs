//! Commands that run beside the others, at the lowest priority: what they say is kept, and shown where one fails.

use crate::on_path;
use anyhow::{Context, ensure};
use std::path::Path;
use std::process::Command;
use std::thread::JoinHandle;
use std::time::Instant;

/// Commands under way.
pub(crate) struct Aside {
    thread: JoinHandle<anyhow::Result<()>>,
}

/// Starts commands, one after the other.
pub(crate) fn start(commands: Vec<(&'static str, Command)>) -> anyhow::Result<Aside> {
    let log = std::env::temp_dir().join(format!("ludex-aside-{}.log", std::process::id()));
    let run = move || {
        let result = commands.into_iter().try_for_each(|(title, command)| one(title, command, &log));
        let _ = std::fs::remove_file(&log);
        result
    };
    Ok(Aside { thread: std::thread::Builder::new().spawn(run)? })
}

impl Aside {
    /// Waits for the commands.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        self.thread.join().map_err(|_| anyhow::anyhow!("what ran beside the tests panicked"))?
    }
}

fn one(title: &str, command: Command, log: &Path) -> anyhow::Result<()> {
    let start = Instant::now();
    let file = std::fs::File::create(log)?;
    let mut command = if on_path("nice") { nice(&command) } else { command };
    let status = command.stdout(file.try_clone()?).stderr(file).status();
    let status = status.with_context(|| format!("{title}: cannot start {:?}", command.get_program()))?;
    ensure!(status.success(), "{title} failed ({status}):\n{}", std::fs::read_to_string(log)?);
    eprintln!("== {title}, beside the others: {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// The same command at the lowest priority.
fn nice(command: &Command) -> Command {
    let mut nice = Command::new("nice");
    nice.args(["-n", "19"]).arg(command.get_program()).args(command.get_args());
    nice.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    nice
}
