//! What runs on engines that people have: DataFusion and Ballista in programs of their own, Spark through the wheel.
//! Installed, started and stopped here.
//!
//! A command of its own: DataFusion and Ballista take as long to build as all the rest, Spark is half a gigabyte, and
//! starting a cluster takes longer than most tests.

use crate::{heavy, light, step, wheel};
use std::process::Command;

const REQUIREMENTS: &str = "crates/python/requirements-spark.txt";

/// Lints and tests the programs on DataFusion and Ballista, then the functions on a cluster of Spark, with the
/// library of Python that the workspace's tests are built with.
pub(crate) fn check() -> anyhow::Result<()> {
    let target = wheel::target()?;
    // As `cargo xtask test` builds them: after it nothing is left to build.
    let programs = ["--test", "arrow", "--test", "module", "--no-run"];
    step("the program, and the library of Python", light("test", &programs))?;
    let debug = target.join("debug");
    step("lints of the engines", heavy("clippy", &["--all-targets", "--", "-D", "warnings"]))?;
    step("tests of the engines", heavy("test", &[]).env("LUDEX_BIN", debug.join("ludex")))?;
    let documents = ["--no-deps", "--document-private-items"];
    step("documents of the engines", heavy("doc", &documents).env("RUSTDOCFLAGS", "-D warnings"))?;
    let python = wheel::environment(&target, "python-spark", REQUIREMENTS)?;
    wheel::install(&python, &wheel::packed(&target, &python, &debug.join("deps"))?)?;
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "-q", "crates/python/tests_spark", "-p", "no:cacheprovider"]);
    tests.env("LUDEX_BIN", debug.join("ludex")).env("PYTHONDONTWRITEBYTECODE", "1");
    step("tests of Spark", tests)
}
