//! Command transcripts: what the README and the golden folders show is what the program prints.

#[test]
fn transcripts() {
    // The README speaks of files as one sees them from the root of the project.
    std::env::set_current_dir("../..").expect("the root of the workspace");
    let cases = trycmd::TestCases::new();
    cases.case("crates/cli/tests/cmd/**/*.trycmd");
    cases.case("README.md");
}
