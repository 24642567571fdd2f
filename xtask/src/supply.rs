//! What the program is built of: licences, sources, banned and repeated crates.
//!
//! Reads `cargo metadata`, which takes a second. Where `cargo deny` is installed it runs as well, with the
//! advisories that only its database knows.

use anyhow::{Context, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Licences that fit MIT OR Apache-2.0; deny.toml lists the same.
const LICENCES: [&str; 13] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that must not come in by the back door, and why.
const BANNED: [(&str, &str); 4] = [
    ("openssl-sys", "TLS is rustls's, so that a build needs no library of the system"),
    ("native-tls", "TLS is rustls's"),
    ("aws-lc-sys", "it needs cmake; ring does the same here"),
    ("atty", "it is no longer kept; the standard library has is_terminal"),
];

/// Licences that fit ours and are taken from one crate alone.
const LICENCE_OF: [(&str, &str); 2] =
    [("libbz2-rs-sys", "bzip2-1.0.6"), ("libfuzzer-sys", "(MIT OR Apache-2.0) AND NCSA")];

/// More versions of one crate than this are refused.
const MOST_VERSIONS: usize = 2;

/// Crates that may come in one version more: a peer of the benchmarks and the driver of the browser tests
/// each hold on to an older `rand`, beside the one of the program; parts of DataFusion to two older `hashbrown`.
const ONE_MORE: [&str; 4] = ["getrandom", "hashbrown", "rand", "rand_core"];

/// Where crates may come from: releases of a registry, the same for all, never somebody's branch.
const REGISTRY: &str = "registry+";

/// Tests all crates of the workspace and of the fuzz targets.
pub(crate) fn check() -> anyhow::Result<()> {
    check_of(&["Cargo.toml", "fuzz/Cargo.toml"])?;
    if super::on_path("cargo-deny") {
        super::step("cargo deny", super::cargo(&["deny", "check", "licenses", "bans", "sources"]))?;
        // The database of advisories lies on another machine, which may be out of reach.
        let advisories = Command::new("cargo").args(["deny", "check", "advisories"]).status();
        if !advisories.is_ok_and(|status| status.success()) {
            eprintln!("== advisories: cargo deny found some, or could not get its database (see above)");
        }
    } else {
        eprintln!("== advisories: skipped, cargo deny is not installed");
    }
    Ok(())
}

/// Tests all crates of some workspaces.
pub(crate) fn check_of(manifests: &[&str]) -> anyhow::Result<()> {
    let mut findings = Vec::new();
    for manifest in manifests {
        let mut cargo = super::cargo(&["metadata", "--format-version", "1", "--manifest-path", manifest]);
        let output = cargo.output().context("cargo metadata")?;
        ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
        let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
        findings.extend(findings_of(&metadata));
    }
    ensure!(findings.is_empty(), "dependencies:\n  {}", findings.join("\n  "));
    Ok(())
}

fn findings_of(metadata: &Value) -> Vec<String> {
    let mut findings = Vec::new();
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut registries: BTreeSet<&str> = BTreeSet::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let text = |field: &str| package[field].as_str().unwrap_or_default();
        let (name, version) = (text("name"), text("version"));
        versions.entry(name).or_default().push(version);
        if !is_allowed(text("license")) && !LICENCE_OF.contains(&(name, text("license"))) {
            findings.push(format!("{name} {version} has the licence {:?}", text("license")));
        }
        if let Some(source) = package["source"].as_str().filter(|source| !source.starts_with(REGISTRY)) {
            findings.push(format!("{name} {version} comes from {source}"));
        }
        registries.extend(package["source"].as_str().filter(|source| source.starts_with(REGISTRY)));
        if let Some((_, why)) = BANNED.iter().find(|(banned, _)| *banned == name) {
            findings.push(format!("{name} {version} is banned: {why}"));
        }
    }
    if registries.len() > 1 {
        let list: Vec<&str> = registries.into_iter().collect();
        findings.push(format!("crates come from {} registries: {}", list.len(), list.join(", ")));
    }
    for (name, versions) in versions {
        if versions.len() > MOST_VERSIONS + usize::from(ONE_MORE.contains(&name)) {
            findings.push(format!("{name} comes in {} versions: {}", versions.len(), versions.join(", ")));
        }
    }
    findings
}

/// Whether an expression of licences can be met with the allowed ones.
fn is_allowed(expression: &str) -> bool {
    // Older crates write `MIT/Apache-2.0` for either.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    either(&words, &mut at) && at == words.len()
}

fn either(words: &[&str], at: &mut usize) -> bool {
    let mut met = all(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= all(words, at);
    }
    met
}

fn all(words: &[&str], at: &mut usize) -> bool {
    let mut met = one(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(words, at);
    }
    met
}

fn one(words: &[&str], at: &mut usize) -> bool {
    // Something is missing at the end: past it, the whole is none.
    *at += 1;
    let Some(&word) = words.get(*at - 1) else { return false };
    if word == "(" {
        let met = either(words, at);
        let closed = words.get(*at) == Some(&")");
        *at += 1;
        return met && closed;
    }
    let mut licence = word.to_owned();
    if words.get(*at) == Some(&"WITH") {
        licence = format!("{word} WITH {}", words.get(*at + 1).copied().unwrap_or_default());
        *at += 2;
    }
    LICENCES.contains(&licence.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_licences() {
        for good in [
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
            "Apache-2.0 WITH LLVM-exception OR GPL-3.0",
        ] {
            assert!(is_allowed(good), "{good}");
        }
        for bad in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT",
            "AGPL-3.0-only OR (MIT AND LGPL-3.0)",
            "MIT OR",
            "MIT MIT",
        ] {
            assert!(!is_allowed(bad), "{bad}");
        }
    }

    #[test]
    fn what_is_not_allowed_is_found() {
        let package = |name: &str, version: &str, license: &str, source: Value| serde_json::json!({"name": name, "version": version, "license": license, "source": source});
        let registry = Value::from(format!("{REGISTRY}index"));
        let metadata = serde_json::json!({"packages": [
            package("ours", "1.0.0", "MIT OR Apache-2.0", Value::Null),
            package("fine", "1.0.0", "ISC", registry.clone()),
            package("native-tls", "1.0.0", "MIT", registry.clone()),
            package("git", "1.0.0", "MIT", "git+https://example.org/x".into()),
            package("gpl", "1.0.0", "GPL-3.0", registry.clone()),
            package("many", "1.0.0", "MIT", registry.clone()),
            package("many", "2.0.0", "MIT", registry.clone()),
            package("many", "3.0.0", "MIT", registry.clone()),
            package("rand", "1.0.0", "MIT", registry.clone()),
            package("rand", "2.0.0", "MIT", registry.clone()),
            package("rand", "3.0.0", "MIT", registry.clone()),
            package("libfuzzer-sys", "1.0.0", "(MIT OR Apache-2.0) AND NCSA", registry.clone()),
            package("other", "1.0.0", "(MIT OR Apache-2.0) AND NCSA", registry.clone()),
            package("elsewhere", "1.0.0", "MIT", "registry+https://example.org/index".into()),
        ]});
        let findings = findings_of(&metadata);
        assert_eq!(findings.len(), 6, "{findings:?}");
    }
}
