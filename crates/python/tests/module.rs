//! The library as the workspace's tests are built with it is a module that any interpreter from 3.9 on can load.
//! What it answers is tested from Python.

use std::path::PathBuf;

/// The library beside this test.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("it runs");
    test.with_file_name(format!("{}_ludex{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX))
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn it_can_be_loaded_by_any_interpreter() {
    let bytes = std::fs::read(library()).expect("the library was built");
    assert!(contains(&bytes, "PyInit__ludex"), "it has no entry for Python");
    assert!(!contains(&bytes, "libpython"), "it asks for one version of Python");
}
