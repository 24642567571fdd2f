//! Commands that run beside the others, at the lowest priority: what they say is kept, and shown where one fails.

use crate::on_path;
use anyhow::{Context, ensure};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often is looked whether a command has ended.
const PAUSE: Duration = Duration::from_millis(200);

/// Commands under way. Where nobody waits for them, because something else went wrong, they are ended.
pub(crate) struct Aside {
    thread: Option<JoinHandle<anyhow::Result<()>>>,
    running: Arc<Running>,
}

/// The command that runs now, and whether another may begin.
#[derive(Default)]
struct Running {
    child: Mutex<Option<Child>>,
    over: AtomicBool,
}

/// Starts commands, one after the other.
pub(crate) fn start(commands: Vec<(&'static str, Command)>) -> anyhow::Result<Aside> {
    let log = std::env::temp_dir().join(format!("ludex-aside-{}.log", std::process::id()));
    let running = Arc::new(Running::default());
    let own = Arc::clone(&running);
    let run = move || {
        let result = commands.into_iter().try_for_each(|(title, command)| one(title, command, &own, &log));
        let _ = std::fs::remove_file(&log);
        result
    };
    Ok(Aside { thread: Some(std::thread::Builder::new().spawn(run)?), running })
}

impl Aside {
    /// Waits for the commands.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        let Some(thread) = self.thread.take() else { return Ok(()) };
        thread.join().map_err(|_| anyhow::anyhow!("what ran beside the tests panicked"))?
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        let Some(thread) = self.thread.take() else { return };
        self.running.over.store(true, Ordering::Relaxed);
        if let Some(child) = self.running.child.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = thread.join();
    }
}

fn one(title: &str, command: Command, running: &Running, log: &Path) -> anyhow::Result<()> {
    let start = Instant::now();
    let file = std::fs::File::create(log)?;
    let mut command = if on_path("nice") { nice(&command) } else { command };
    command.stdout(file.try_clone()?).stderr(file);
    let status = loop {
        let mut child = running.child.lock().unwrap_or_else(PoisonError::into_inner);
        ensure!(!running.over.load(Ordering::Relaxed), "{title}: not wanted any more");
        if child.is_none() {
            let begun = command.spawn();
            *child =
                Some(begun.with_context(|| format!("{title}: cannot start {:?}", command.get_program()))?);
        }
        if let Some(status) = child.as_mut().map(Child::try_wait).transpose()?.flatten() {
            *child = None;
            break status;
        }
        drop(child);
        std::thread::sleep(PAUSE);
    };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(line: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", line]);
        command
    }

    #[test]
    fn what_fails_tells_why_and_what_is_not_wanted_is_ended() {
        start(vec![("one", shell("exit 0")), ("two", shell("exit 0"))]).unwrap().finish().unwrap();
        let commands = vec![("bad", shell("echo so it is; exit 3")), ("never", shell("sleep 600"))];
        let told = start(commands).unwrap().finish().unwrap_err().to_string();
        assert!(told.starts_with("bad failed") && told.contains("so it is"), "{told}");
        let aside = start(vec![("long", shell("exec sleep 600"))]).unwrap();
        while aside.running.child.lock().unwrap().is_none() {
            std::thread::yield_now();
        }
        // Waits until the command has ended.
        drop(aside);
    }
}
