//! Command transcripts: what the README and the golden folders show is what the program prints.

#[test]
fn transcripts() {
    let cases = trycmd::TestCases::new();
    cases.case("tests/cmd/**/*.trycmd");
    cases.case("../../README.md");
}
