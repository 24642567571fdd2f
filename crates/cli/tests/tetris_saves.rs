//! The saves verb against runs of the field's own tool, which are not part of this repository.
//!
//! `LUDEX_CONFORMANCE` names the folder that holds `tetris/`; without it there is nothing to compare.

use std::process::{Command, Output};

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

/// The minimal solutions that save O after the second clear, ILJO after the first, I with a piece held back.
const SAVES_O: &str = "v115@9gzhilR4A8i0wwglAtR4D8xwBtF8g0wwAtE8JeAgWm?A6untCMOUABBoo2AS7HOBwngHBFbcRAS0+5AUOaHBQecRAy?lAAA9gi0wwilR4A8zhglAtR4D8xwBtF8g0wwAtE8JeAgWkA?ad9VC0PUABBoo2AWFjHBFrnRASo78A48o2AvfEEBwnAVB";
const SAVES_ILJO: &str = "v115@9gD8R4BtRpC8R4ywRpE8xwi0D8ywBtg0JeAgWkA0vy?tC0nUABBoo2AVFM6AFrnRASo78AYb2RBvfEEBwnAVB9gD8w?wR4i0C81wg0E8BtwwRpD8R4BtRpJeAgWkAvOmPCadUABBoo?2ATVFVBFrnRASo78A4JELBvfEEBwnAVB9gD8zwRpC8ywBtR?pE8R4i0D8R4wwBtg0JeAgWjAK3TxC6eUABBoo2AR1QOBFrn?RASo78AYhVzAVYt2AFr4AA";
const SAVES_I: &str =
    "v115@9gh0R4Bthli0R4B8Btglg0wwg0F8glxwH8g0wwJeAg?WkA0iLuCqPUABBoo2AV4f2AwngHBFbcRASU7KBwGk9AwnAV?B";

/// What one of the tool's own tests asks for: a count, minimal solutions, that there are none, or a refusal.
enum Answer {
    Percent(&'static str),
    Solutions(usize, &'static str),
    Nothing,
    Refused,
}
use Answer::{Nothing, Percent, Refused, Solutions};

/// The tool's own 28 tests: verb, wanted save, what is said of the bags, path file.
const OWN: [(&str, &str, &str, &str, Answer); 28] = [
    ("percent", "O", "-pc 2 -l LSZO -b LSZO", "2-1", Percent("26.27% [1324/5040]")),
    ("percent", "T", "-pc 2 -l LSZO -b LSZO", "2-1", Percent("0.00% [0/5040]")),
    ("percent", "ILJO", "-pc 1 -l TILJSZO -b ILSZ", "1", Percent("8.10% [408/5040]")),
    ("percent", "ILJO", "-pc 1 -l TJO", "1", Percent("8.10% [408/5040]")),
    ("percent", "ILJO", "-pc 1 -l TJO-", "1", Percent("8.10% [408/5040]")),
    ("percent", "I", "-pc 2 -l IJSZ -b ISZO", "2-2", Percent("50.00% [360/720]")),
    ("percent", "I", "-pc 2 -l J-O", "2-2", Percent("50.00% [360/720]")),
    ("percent", "O", "-pc 2", "2-1", Percent("26.27% [1324/5040]")),
    ("percent", "T", "-pc 2", "2-1", Percent("0.00% [0/5040]")),
    ("percent", "O", "-ll 4 -l LSZO -b LSZO", "2-1", Percent("26.27% [1324/5040]")),
    ("percent", "T", "-ll 4 -l LSZO -b LSZO", "2-1", Percent("0.00% [0/5040]")),
    ("percent", "ILJO", "-ll 7 -l TILJSZO -b ILSZ", "1", Percent("8.10% [408/5040]")),
    ("percent", "ILJO", "-ll 7 -l TJO", "1", Percent("8.10% [408/5040]")),
    ("percent", "ILJO", "-ll 7 -l TJO-", "1", Percent("8.10% [408/5040]")),
    ("percent", "I", "-ll 4 -l IJSZ -b ISZO", "2-2", Percent("50.00% [360/720]")),
    ("percent", "I", "-ll 4 -l J-O", "2-2", Percent("50.00% [360/720]")),
    ("filter", "O", "-pc 2 -l LSZO -b LSZO", "2-1", Solutions(2, SAVES_O)),
    ("filter", "T", "-pc 2 -l LSZO -b LSZO", "2-1", Nothing),
    ("filter", "ILJO", "-pc 1 -l TILJSZO -b ILSZ", "1", Solutions(3, SAVES_ILJO)),
    ("filter", "ILJO", "-pc 1 -l TJO", "1", Solutions(3, SAVES_ILJO)),
    ("filter", "ILJO", "-pc 1 -l TJO-", "1", Solutions(3, SAVES_ILJO)),
    ("filter", "I", "-pc 2 -l IJSZ -b ISZO", "2-2", Solutions(1, SAVES_I)),
    ("filter", "I", "-pc 2 -l J-O", "2-2", Solutions(1, SAVES_I)),
    ("filter", "O", "-pc 2", "2-1", Solutions(2, SAVES_O)),
    ("filter", "T", "-pc 2", "2-1", Nothing),
    ("percent", "S", "-pc 2", "2-3", Percent("5.95% [30/504]")),
    ("percent", "I", "-pc 1 -l TILJSZO -b ILSz", "1", Refused),
    ("percent", "I", "-pc 1 -b ILSZ", "1", Refused),
];

fn run_own(verb: &str, wanted: &str, bags: &str, file: &str) -> Output {
    let path = ludex_vectors::path(&format!("tetris/testPath{file}.csv.xz"));
    Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(["tetris", "saves", verb, "-w", wanted])
        .args(bags.split(' '))
        .arg("-f")
        .arg(path)
        .args(["-lp", "/dev/null"])
        .output()
        .expect("the program runs")
}

fn tests_of_the_fields_own_tool() {
    for (verb, wanted, bags, file, answer) in &OWN {
        let case = format!("{verb} -w {wanted} {bags} on {file}");
        let run = run_own(verb, wanted, bags, file);
        let (printed, said) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        if let Refused = answer {
            // Being refused is what counts, not the words: but the words name what is wrong.
            assert_eq!((run.status.code(), &*printed), (Some(1), ""), "{case}");
            assert!(said.contains(if bags.contains("-l ") { "build" } else { "leftover" }), "{case}: {said}");
            continue;
        }
        assert_eq!(run.status.code(), Some(0), "{case}: {said}");
        match answer {
            Percent(share) => assert_eq!(printed, format!("{wanted}: {share}\n"), "{case}"),
            Solutions(n, fumen) => {
                let head =
                    format!("{n} edges, {n} nodes\nYou must learn {n} solutions to cover all queues. ");
                assert!(printed.starts_with(&head), "{case}: {printed}");
                assert!(
                    printed.ends_with(&format!("True minimal for {wanted}:\n{fumen}\n")),
                    "{case}: {printed}"
                );
            }
            _ => assert!(printed.starts_with("No solution") && !printed.contains('@'), "{case}: {printed}"),
        }
    }
}

fn main() {
    ludex_vectors::run(ludex_vectors::tests![runs_of_the_fields_own_tool, tests_of_the_fields_own_tool])
}
