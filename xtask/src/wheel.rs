//! The Python wheel: built, installed into a private environment under the target folder, and tested there.
//!
//! There are two. `cargo xtask test` packs the library that the workspace's tests were built with: a build of its own
//! would have other features, and be minutes of every test run. `cargo xtask wheel` builds the one for people.

use crate::step;
use anyhow::{Context, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

const REQUIREMENTS: &str = "crates/python/requirements-test.txt";

/// Builds the wheel for people and runs its tests.
pub(crate) fn check() -> anyhow::Result<()> {
    let target = target()?;
    let python = environment(&target, "python", REQUIREMENTS)?;
    let wheel = wheel(&target, &python)?;
    install(&python, &wheel)?;
    clean(&target, &wheel)?;
    step("tests of the wheel", tests(&python, &target.join("release")).env("LUDEX_WHEEL", &wheel))
}

/// Packs the library that the workspace's tests were built with, and runs the tests of Python with it.
pub(crate) fn check_tested() -> anyhow::Result<()> {
    let target = target()?;
    let python = environment(&target, "python", REQUIREMENTS)?;
    let debug = target.join("debug");
    let wheel = packed(&target, &python, &debug.join("deps"))?;
    install(&python, &wheel)?;
    clean(&target, &wheel)?;
    step("tests of Python", tests(&python, &debug))
}

/// The tests, with the program of some folder to compare with.
fn tests(python: &Path, programs: &Path) -> Command {
    let mut tests = Command::new(python);
    tests.args(["-m", "pytest", "-q", "crates/python/tests"]).env("LUDEX_BIN", programs.join("ludex"));
    // Folders that are not ours to write into.
    tests.env("PYTHONDONTWRITEBYTECODE", "1").args(["-p", "no:cacheprovider"]);
    tests
}

/// The folder of everything that is built.
pub(crate) fn target() -> anyhow::Result<PathBuf> {
    let named = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    Ok(std::env::current_dir()?.join(named))
}

fn python_of(environment: &Path) -> PathBuf {
    environment.join("bin").join("python")
}

/// The environment with what the tests need, made anew where the list has changed.
pub(crate) fn environment(target: &Path, name: &str, requirements: &str) -> anyhow::Result<PathBuf> {
    let folder = target.join(name);
    let (python, stamp) = (python_of(&folder), folder.join("installed.txt"));
    let wanted = std::fs::read_to_string(requirements).with_context(|| requirements.to_owned())?;
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    step("an environment for Python", Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", requirements]);
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
    let wheel = only_wheel(&out)?;
    eprintln!("== {}: {} bytes", wheel.display(), std::fs::metadata(&wheel)?.len());
    Ok(wheel)
}

/// The wheel of a library that is built already.
pub(crate) fn packed(target: &Path, python: &Path, libraries: &Path) -> anyhow::Result<PathBuf> {
    let out = target.join("wheels-tested");
    let _ = std::fs::remove_dir_all(&out);
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let library = libraries.join(format!("{prefix}_ludex{suffix}"));
    let mut pack = Command::new(python);
    pack.arg("crates/python/pack.py").arg(library).arg(env!("CARGO_PKG_VERSION")).arg(&out);
    step("the wheel of the tests", pack)?;
    only_wheel(&out)
}

fn only_wheel(folder: &Path) -> anyhow::Result<PathBuf> {
    let mut wheels = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    let wheel = wheels.find(|path| path.extension().is_some_and(|ending| ending == "whl"));
    wheel.with_context(|| format!("no wheel was made in {}", folder.display()))
}

pub(crate) fn install(python: &Path, wheel: &Path) -> anyhow::Result<()> {
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
