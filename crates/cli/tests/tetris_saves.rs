//! The saves verb against runs of the field's own tool, which are not part of this repository.
//!
//! `LUDEX_CONFORMANCE` names the folder that holds `tetris/`; without it there is nothing to compare.

use std::path::PathBuf;
use std::process::Command;

fn unescape(cell: &str) -> String {
    cell.replace("\\\\", "\0").replace("\\n", "\n").replace("\\t", "\t").replace('\0', "\\")
}

#[test]
fn runs_of_the_fields_own_tool() {
    let Some(folder) = std::env::var_os("LUDEX_CONFORMANCE").map(|f| PathBuf::from(f).join("tetris")) else {
        println!("skipped: LUDEX_CONFORMANCE is not set");
        return;
    };
    let text = std::fs::read_to_string(folder.join("saves.tsv")).expect("the file is there");
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a header").split('\t').collect();
    let column = |name: &str| header.iter().position(|h| *h == name).expect("the column is there");
    for line in lines {
        let cells: Vec<String> = line.split('\t').map(unescape).collect();
        let args: Vec<String> = serde_json::from_str(&cells[column("args_json")]).expect("arguments");
        let file = folder.join(format!("{}.xz", cells[column("csv")]));
        let run = Command::new(env!("CARGO_BIN_EXE_ludex"))
            .args(["tetris", "saves"])
            .args(&args)
            .arg("-f")
            .arg(&file)
            .output()
            .expect("the program runs");
        let (wanted, printed) = (&cells[column("stdout")], String::from_utf8_lossy(&run.stdout));
        let to_file = cells[column("kind")] == "filter-file";
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
