//! The saves verb against runs of the field's own tool, which are not part of this repository.
//!
//! `LUDEX_CONFORMANCE` names the folder that holds `tetris/`; without it there is nothing to compare.

use std::process::Command;

fn runs_of_the_fields_own_tool() {
    for row in ludex_vectors::maps("tetris/saves.tsv") {
        let args: Vec<String> = serde_json::from_str(&row["args_json"]).expect("arguments");
        let file = ludex_vectors::path(&format!("tetris/{}.xz", row["csv"]));
        let run = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args(["tetris", "saves"])
            .args(&args)
            .arg("-f")
            .arg(&file)
            .output()
            .expect("the program runs");
        let (wanted, printed) = (&row["stdout"], String::from_utf8_lossy(&run.stdout));
        let to_file = row["kind"] == "filter-file";
        if !to_file && !wanted.contains('%') && !wanted.contains(" edges, ") {
            // The tool printed an error; being refused is what counts, not the words.
            assert_eq!(run.status.code(), Some(1), "{args:?}");
            continue;
        }
        assert_eq!(run.status.code(), Some(0), "{args:?} {}", String::from_utf8_lossy(&run.stderr));
        if to_file {
            assert!(printed.contains("\r\n") && printed.lines().count() > 1, "{args:?}");
        } else {
            assert_eq!(&printed, wanted, "{args:?}");
        }
    }
}

fn main() {
    ludex_vectors::run(ludex_vectors::tests![runs_of_the_fields_own_tool])
}
