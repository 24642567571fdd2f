//! The first of the README's two commands, run as a newcomer would (the second one is this program).

use crate::{cargo, step};
use anyhow::{Context, ensure};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Longer than this nobody waits for the page, or for the end.
const PATIENCE: Duration = Duration::from_secs(60);

/// Builds and starts the server, asks for its page, and stops it.
pub(crate) fn check() -> anyhow::Result<()> {
    let text = std::fs::read_to_string("README.md").context("README.md")?;
    let line = text.lines().find_map(|line| line.trim().strip_prefix("cargo run "));
    let args =
        line.context("README.md shows no `cargo run` command")?.split("  #").next().unwrap_or_default();
    let words: Vec<&str> = args.split_whitespace().collect();
    ensure!(words == ["--release", "--", "serve"], "README.md shows `cargo run {args}`, which is not tested");
    step("README's first command: build", cargo(&["build", "--release"]))?;
    eprintln!("== README's first command");
    // Whoever runs the tests may have a store of their own, and a server on the usual port.
    let folder = std::env::temp_dir().join(format!("ludex-readme-{}", std::process::id()));
    let mut command = cargo(&["run", "--quiet"]);
    command.args(&words).args(["--bind", "127.0.0.1:0"]).env("XDG_DATA_HOME", &folder);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().context("cargo run")?;
    let seen = page(&mut child);
    let stopped = stop(&mut child);
    let _ = std::fs::remove_dir_all(&folder);
    seen?;
    stopped
}

/// Waits for the address and asks for the page.
fn page(child: &mut Child) -> anyhow::Result<()> {
    let stdout = child.stdout.take().context("no stdout")?;
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        let _ = BufReader::new(stdout).read_line(&mut line);
        let _ = sender.send(line);
    });
    let line = receiver.recv_timeout(PATIENCE).context("the server tells no address")?;
    let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
    let address = address.with_context(|| format!("the server tells {line:?}, which is no address"))?;
    let mut stream = TcpStream::connect(address).with_context(|| format!("cannot connect to {address}"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).context("the page does not come")?;
    ensure!(answer.starts_with("HTTP/1.1 200") && answer.contains("<title>"), "no page: {answer}");
    Ok(())
}

/// Asks it to end, and ends it where it does not.
fn stop(child: &mut Child) -> anyhow::Result<()> {
    let asked = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    let start = Instant::now();
    while asked.as_ref().is_ok_and(std::process::ExitStatus::success) && start.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait()? {
            ensure!(status.success(), "the server ended with {status}");
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill()?;
    child.wait()?;
    anyhow::bail!("the server does not stop")
}
