//! Command transcripts: what the README and the golden folders show is what the program prints.

#[test]
fn transcripts() {
    // The README speaks of files as one sees them from the root of the project.
    std::env::set_current_dir("../..").expect("the root of the workspace");
    let cases = trycmd::TestCases::new();
    // Whoever runs the tests may have a store of their own: no transcript reads it.
    cases.env("XDG_DATA_HOME", "no-store-here");
    // Nor their tables, with which the solvers find other answers.
    let tables = concat!(env!("CARGO_TARGET_TMPDIR"), "/transcripts");
    let _ = std::fs::remove_dir_all(tables);
    cases.env("XDG_CACHE_HOME", tables);
    cases.case("crates/cli/tests/cmd/**/*.trycmd");
    cases.case("README.md");
}
