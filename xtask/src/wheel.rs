//! The Python wheel: built, installed into a private environment under the target folder, and tested there.
//!
//! A command of its own: the wheel's crates are built with other features than the workspace's tests have, which
//! would be minutes of every test run.

use crate::step;
use anyhow::{Context, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

const REQUIREMENTS: &str = "crates/python/requirements-test.txt";

/// Builds the wheel and runs its tests.
pub(crate) fn check() -> anyhow::Result<()> {
    let target = target()?;
    let python = environment(&target)?;
    let wheel = wheel(&target, &python)?;
    install(&python, &wheel)?;
    clean(&target, &wheel)?;
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "-q", "crates/python/tests"]);
    tests.env("LUDEX_BIN", target.join("release/ludex"));
    tests.env("LUDEX_WHEEL", &wheel);
    // Folders that are not ours to write into.
    tests.env("PYTHONDONTWRITEBYTECODE", "1").args(["-p", "no:cacheprovider"]);
    step("tests of the wheel", tests)
}

fn target() -> anyhow::Result<PathBuf> {
    let named = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    Ok(std::env::current_dir()?.join(named))
}

fn python_of(environment: &Path) -> PathBuf {
    environment.join("bin").join("python")
}

/// The environment with what the tests need, made anew where the list has changed.
fn environment(target: &Path) -> anyhow::Result<PathBuf> {
    let folder = target.join("python");
    let (python, stamp) = (python_of(&folder), folder.join("installed.txt"));
    let wanted = std::fs::read_to_string(REQUIREMENTS).context(REQUIREMENTS)?;
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    step("an environment for Python", Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", REQUIREMENTS]);
    step("Python's packages", pip)?;
    std::fs::write(&stamp, wanted)?;
    Ok(python)
}

/// Builds the wheel.
fn wheel(target: &Path, python: &Path) -> anyhow::Result<PathBuf> {
    let out = target.join("wheels");
    // Only one wheel is there afterwards: the one that was just built.
    let _ = std::fs::remove_dir_all(&out);
    let mut maturin = Command::new(python.with_file_name("maturin"));
    maturin
        .args(["build", "--release", "--quiet", "--manifest-path", "crates/python/Cargo.toml", "--out"])
        .arg(&out);
    maturin.arg("--interpreter").arg(python).env("CARGO_TARGET_DIR", target);
    step("the wheel", maturin)?;
    let mut wheels = std::fs::read_dir(&out)?.filter_map(|entry| Some(entry.ok()?.path()));
    let wheel = wheels.find(|path| path.extension().is_some_and(|ending| ending == "whl"));
    let wheel = wheel.context("maturin made no wheel")?;
    eprintln!("== {}: {} bytes", wheel.display(), std::fs::metadata(&wheel)?.len());
    Ok(wheel)
}

fn install(python: &Path, wheel: &Path) -> anyhow::Result<()> {
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--force-reinstall"]);
    step("the wheel installed", pip.arg(wheel))
}

/// In an environment with nothing else the wheel installs, imports and answers.
fn clean(target: &Path, wheel: &Path) -> anyhow::Result<()> {
    let folder = target.join("python-clean");
    step("a clean environment", Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    let python = python_of(&folder);
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index"]);
    step("the wheel alone", pip.arg(wheel))?;
    let code = "import ludex; print(ludex.name(\"R U R' U'\"))";
    let output = Command::new(&python).args(["-c", code]).output().context("python")?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    ensure!(
        said == "cube3:06NrHEWiu08",
        "alone the wheel says {said:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}
