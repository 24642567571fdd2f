//! What runs on engines that people have: Spark, through the wheel. Installed, started and stopped here.
//!
//! A command of its own: Spark is half a gigabyte, and starting a cluster takes longer than most tests.

use crate::{cargo, step, wheel};
use std::process::Command;

const REQUIREMENTS: &str = "crates/python/requirements-spark.txt";

/// Tests the functions on a cluster of Spark, with the library of Python that the workspace's tests are built with.
pub(crate) fn check() -> anyhow::Result<()> {
    let target = wheel::target()?;
    // As `cargo xtask test` builds them: after it nothing is left to build.
    let programs = ["test", "--workspace", "--test", "arrow", "--test", "module", "--no-run"];
    step("the program, and the library of Python", cargo(&programs))?;
    let python = wheel::environment(&target, "python-spark", REQUIREMENTS)?;
    let debug = target.join("debug");
    wheel::install(&python, &wheel::packed(&target, &python, &debug.join("deps"))?)?;
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "-q", "crates/python/tests_spark", "-p", "no:cacheprovider"]);
    tests.env("LUDEX_BIN", debug.join("ludex")).env("PYTHONDONTWRITEBYTECODE", "1");
    step("tests of Spark", tests)
}
