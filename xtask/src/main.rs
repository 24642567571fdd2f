//! Set-up and test commands for people and CI: `cargo xtask test | release | engines | long | fuzz | wheel | figures`.

mod engines;
mod figures;
mod readme;
mod supply;
mod wheel;

use anyhow::{Context, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const USAGE: &str = "usage:
  cargo xtask test            format, lints, licences, every test, documents; installs what is missing
  cargo xtask release         the README's first command as a newcomer runs it, and a little fuzzing of every parser
  cargo xtask engines         SQL over files and batches on DataFusion, clusters of Ballista and Spark, started and stopped
  cargo xtask long            the long forms: more cases, 10^7 fuzz runs per parser (hours)
  cargo xtask fuzz [SECONDS]  fuzz every parser for so long each (default 60)
  cargo xtask fuzz --runs N   the same, counted in runs
  cargo xtask wheel           build the Python wheel for people, and test it
  cargo xtask figures         put the figures of docs/figures.tsv, which benchmarks write, into README.md";

/// The programs on heavy engines, which `cargo xtask engines` builds and tests: they alone take as long to build as all
/// the rest.
const HEAVY: [&str; 2] = ["ludex-query", "ludex-cluster"];

/// Fuzz runs of each parser in every test run.
const FEW_RUNS: u64 = 20_000;
/// Fuzz runs of each parser in the long form.
const MANY_RUNS: u64 = 10_000_000;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    std::env::set_current_dir(root())?;
    match words.as_slice() {
        ["test"] => test(),
        ["release"] => {
            install_missing(&[])?;
            release()
        }
        ["engines"] => {
            install_missing(&[("java", "default-jre-headless")])?;
            engines::check()
        }
        ["long"] => long(),
        ["wheel"] => {
            install_missing(&[])?;
            step("the program", cargo(&["build", "--release"]))?;
            wheel::check()
        }
        ["figures"] => figures::write(),
        ["fuzz"] => fuzz(&["-max_total_time=60".to_owned()]),
        ["fuzz", "--runs", runs] => fuzz(&[format!("-runs={}", runs.parse::<u64>().context(USAGE)?)]),
        ["fuzz", seconds] => fuzz(&[format!("-max_total_time={}", seconds.parse::<u64>().context(USAGE)?)]),
        _ => bail!("{USAGE}"),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// Everything a change must pass.
fn test() -> anyhow::Result<()> {
    install_missing(&[])?;
    match std::env::var("LUDEX_CONFORMANCE") {
        Ok(folder) => eprintln!("conformance: vectors of {folder}"),
        Err(_) => eprintln!("conformance: skipped, LUDEX_CONFORMANCE names no folder of vectors"),
    }
    step("format", cargo(&["fmt", "--all", "--check"]))?;
    step("format of fuzz", cargo(&["fmt", "--check", "--manifest-path", "fuzz/Cargo.toml"]))?;
    supply::check()?;
    step("lints", light("clippy", &["--all-targets", "--", "-D", "warnings"]))?;
    // All of them: one run tells everything that is wrong.
    step("tests", light("test", &["--no-fail-fast"]))?;
    wheel::check_tested()?;
    step(
        "documents",
        light("doc", &["--no-deps", "--document-private-items"]).env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    book()?;
    figures::check()
}

/// What is built as people get it, optimised: the program as a newcomer starts it, and every parser under a fuzzer.
fn release() -> anyhow::Result<()> {
    readme::check()?;
    // With a fixed seed: a test run that differs from the last one must differ by the change alone.
    fuzz(&[format!("-runs={FEW_RUNS}"), "-seed=1".to_owned()])
}

/// The long forms of the tests, optimised.
fn long() -> anyhow::Result<()> {
    install_missing(&[])?;
    step("long tests", light("test", &["--release"]).env("LUDEX_LONG", "1"))?;
    step("long tests of the engines", heavy("test", &["--release"]).env("LUDEX_LONG", "1"))?;
    fuzz(&[format!("-runs={MANY_RUNS}")])
}

/// Every page of the book is in its table of contents, and every entry there has its page.
fn book() -> anyhow::Result<()> {
    let summary = std::fs::read_to_string("docs/src/SUMMARY.md").context("docs/src/SUMMARY.md")?;
    let listed: Vec<&str> = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    for page in &listed {
        ensure!(
            Path::new("docs/src").join(page).is_file(),
            "docs/src/SUMMARY.md lists {page}, which is not there"
        );
    }
    for entry in std::fs::read_dir("docs/src")? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") && name != "SUMMARY.md" {
            ensure!(listed.contains(&name.as_str()), "docs/src/{name} is not listed in docs/src/SUMMARY.md");
        }
    }
    Ok(())
}

/// Where the fuzz targets are built.
fn fuzz_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from).join("fuzz")
}

/// The build of the fuzz targets, with coverage (which stable compilers can do).
fn fuzz_build() -> anyhow::Result<Command> {
    let flags = [
        "--cfg=fuzzing",
        "-Cpasses=sancov-module",
        "-Cllvm-args=-sanitizer-coverage-level=4",
        "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
        "-Cllvm-args=-sanitizer-coverage-pc-table",
        "-Cllvm-args=-sanitizer-coverage-trace-compares",
    ];
    // Naming the target keeps the flags away from build scripts, which have no fuzzer to report to.
    let mut build =
        cargo(&["build", "--release", "--manifest-path", "fuzz/Cargo.toml", "--bins", "--target", &host()?]);
    build.env("RUSTFLAGS", flags.join(" ")).env("CARGO_TARGET_DIR", fuzz_folder());
    Ok(build)
}

/// Builds the fuzz targets and runs each in turn.
fn fuzz(limits: &[String]) -> anyhow::Result<()> {
    let (host, target_dir) = (host()?, fuzz_folder());
    step("fuzz targets", fuzz_build()?)?;
    let mut targets: Vec<String> = std::fs::read_dir("fuzz/src/bin")?
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    targets.sort();
    for target in &targets {
        let corpus = Path::new("fuzz/corpus").join(target);
        let found = Path::new("fuzz/artifacts").join(target);
        std::fs::create_dir_all(&corpus)?;
        std::fs::create_dir_all(&found)?;
        let mut run = Command::new(target_dir.join(&host).join("release").join(target));
        let seeds = Path::new("fuzz/seeds").join(target);
        run.arg(&corpus).args(seeds.is_dir().then_some(&seeds)).args(limits).args([
            // Long enough for texts that nest hundreds of times.
            "-max_len=65536",
            "-timeout=20",
            "-verbosity=0",
        ]);
        run.arg(format!("-artifact_prefix={}/", found.display()));
        step(&format!("fuzz {target}"), &mut run)?;
    }
    Ok(())
}

fn host() -> anyhow::Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names no host")?.to_owned())
}

/// Debian packages that bring what the tests need, where a program is missing.
fn install_missing(more: &[(&str, &'static str)]) -> anyhow::Result<()> {
    let needs = [("cc", "gcc"), ("c++", "g++"), ("pkg-config", "pkg-config"), ("openssl", "openssl")];
    let mut missing: Vec<&str> = (needs.iter().chain(more))
        .filter(|(program, _)| !on_path(program))
        .map(|(_, package)| *package)
        .collect();
    // Debian keeps the server's programs off the path. The tests start servers of their own.
    let server = std::fs::read_dir("/usr/lib/postgresql")
        .is_ok_and(|versions| versions.flatten().any(|version| version.path().join("bin/initdb").is_file()));
    if !server && !on_path("initdb") {
        missing.push("postgresql");
    }
    // The browser that looks at the explorer's pages, and a font in which it can write Chinese.
    if !["chromium", "chromium-browser", "google-chrome"].into_iter().any(on_path) {
        missing.extend(["chromium", "fonts-noto-cjk"]);
    }
    // The environment that tests the wheel; Debian parts it from the interpreter.
    let venv = Command::new("python3").args(["-c", "import ensurepip, venv"]).output();
    if !venv.is_ok_and(|output| output.status.success()) {
        missing.extend(["python3", "python3-venv", "python3-pip"]);
    }
    if missing.is_empty() {
        return Ok(());
    }
    ensure!(on_path("apt-get"), "please install {} (no apt-get here to do it)", missing.join(", "));
    let sudo = !is_root() && on_path("sudo");
    let apt = |args: &[&str]| {
        let mut command = Command::new(if sudo { "sudo" } else { "apt-get" });
        command.args(sudo.then_some("apt-get")).args(args).env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    step("package lists", &mut apt(&["update", "-qq"]))?;
    step("packages", apt(&["install", "-y", "-qq", "--no-install-recommends"]).args(&missing))
}

fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.starts_with(b"0"))
}

fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args);
    command
}

/// A command for all of the workspace but the programs on heavy engines.
fn light(command: &str, args: &[&str]) -> Command {
    let mut cargo = cargo(&[command, "--workspace"]);
    cargo.args(HEAVY.iter().flat_map(|package| ["--exclude", package])).args(args);
    cargo
}

/// A command for these alone; together, for their parts would otherwise be built with two sets of features.
fn heavy(command: &str, args: &[&str]) -> Command {
    let mut cargo = cargo(&[command]);
    cargo.args(HEAVY.iter().flat_map(|package| ["--package", package])).args(args);
    cargo
}

fn step(title: &str, mut command: impl std::borrow::BorrowMut<Command>) -> anyhow::Result<()> {
    let command = command.borrow_mut();
    eprintln!("== {title}");
    let start = Instant::now();
    let status =
        command.status().with_context(|| format!("{title}: cannot start {:?}", command.get_program()))?;
    ensure!(status.success(), "{title} failed ({status})");
    eprintln!("== {title}: {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}
