//! Whatever comes in, no verb takes more than 500 MB, none ends by a signal, and each says what it refused.
//!
//! Every run feeds a few verbs with some hundred megabytes; `LUDEX_LONG=1` feeds all of them with more than they may
//! take, and some with gigabytes.
//!
//! Verbs that answer line by line share one reader, which hands out batches of at most 4096 lines or 4 MiB: what counts
//! is what a verb keeps of a batch when the next one comes. So each of them gets more bytes than the bar allows, as one
//! line, as the longest lines there may be and packed, and many more batches than one: eight times as many may not take
//! more memory. Millions of short lines would show no more, and take hours.
#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

const MB: u64 = 1_000_000;
/// The bar.
const MOST_MEMORY: u64 = 500 * MB;

fn long() -> bool {
    std::env::var_os("LUDEX_LONG").is_some()
}

/// How a run ended.
struct End {
    code: Option<i32>,
    peak: u64,
    stderr: String,
}

/// Writes some input to a stream that may close early.
type Bomb = fn(&mut dyn Write) -> std::io::Result<()>;

/// So many bytes: enough to show that memory does not grow with them.
fn size() -> u64 {
    if long() { 2_000 * MB } else { 80 * MB }
}

fn repeated(out: &mut dyn Write, what: &[u8], bytes: u64) -> std::io::Result<()> {
    let block = what.repeat((1 << 20) / what.len() + 1);
    let mut left = bytes;
    while left > 0 {
        let part = left.min(block.len() as u64) as usize;
        out.write_all(&block[..part])?;
        left -= part as u64;
    }
    Ok(())
}

fn one_line(out: &mut dyn Write) -> std::io::Result<()> {
    repeated(out, b"x", size())
}

fn empty_lines(out: &mut dyn Write) -> std::io::Result<()> {
    repeated(out, b"\n", if long() { 10 * MB } else { MB / 2 })
}

fn nested_arrays(out: &mut dyn Write) -> std::io::Result<()> {
    repeated(out, b"[", MB)
}

fn nested_objects(out: &mut dyn Write) -> std::io::Result<()> {
    out.write_all(b"{\"setups\":[{\"facts\":")?;
    repeated(out, b"{\"a\":", 5 * MB)
}

fn endless_field(out: &mut dyn Write) -> std::io::Result<()> {
    out.write_all(b"name,source\ncube2:0469,\"")?;
    repeated(out, b"a,\n", size())
}

fn endless_text(out: &mut dyn Write) -> std::io::Result<()> {
    out.write_all(b"{\"setups\":[{\"pc\":\"")?;
    repeated(out, b"a", size())
}

fn endless_insert(out: &mut dyn Write) -> std::io::Result<()> {
    out.write_all(b"INSERT INTO setups (a) VALUES ('")?;
    repeated(out, b"''", size())
}

fn endless_copy(out: &mut dyn Write) -> std::io::Result<()> {
    out.write_all(b"COPY setups (id, pc) FROM stdin;\n")?;
    repeated(out, b"nonsense\t1\n", size() / 10)
}

fn long_facts(out: &mut dyn Write) -> std::io::Result<()> {
    let facts = "y".repeat(900_000);
    let count = if long() { 2_000 } else { 150 };
    for i in 0..count {
        writeln!(out, "{{\"name\":\"cube3:{i:08}\",\"facts\":{{\"note\":\"{facts}\"}}}}")?;
    }
    Ok(())
}

fn many_facts(out: &mut dyn Write) -> std::io::Result<()> {
    let facts: Vec<String> = (0..80_000).map(|i| format!("\"{i}\":1")).collect();
    let facts = facts.join(",");
    for i in 0..if long() { 1_000 } else { 20 } {
        writeln!(out, "{{\"name\":\"cube3:{i:08}\",\"facts\":{{\"a\":{{{facts}}}}}}}")?;
    }
    Ok(())
}

fn refused_rows(out: &mut dyn Write) -> std::io::Result<()> {
    repeated(out, b"!!!!!!!!!\n", if long() { 100 * MB } else { 20 * MB })
}

fn gzip(out: &mut dyn Write) -> std::io::Result<()> {
    let mut packed = flate2::write::GzEncoder::new(out, flate2::Compression::best());
    repeated(&mut packed, b"\n", size() * 2)?;
    packed.finish().map(drop)
}

fn zstd(out: &mut dyn Write) -> std::io::Result<()> {
    let mut packed = zstd::Encoder::new(out, 3)?;
    repeated(&mut packed, b"cube2:0469\n", size() * 2)?;
    packed.finish().map(drop)
}

fn xz(out: &mut dyn Write) -> std::io::Result<()> {
    let mut packed = liblzma::write::XzEncoder::new(out, 0);
    repeated(&mut packed, b"x", size())?;
    packed.finish().map(drop)
}

/// Runs the program on some input, and asks the system what it took.
// `wait4` waits for the child: nothing else tells what it took.
#[allow(clippy::zombie_processes)]
fn run(folder: &Path, args: &[&str], bomb: Bomb) -> End {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludex"))
        .args(args)
        .current_dir(folder)
        .env("XDG_DATA_HOME", folder)
        .env("XDG_CACHE_HOME", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut talk = child.stderr.take().unwrap();
    let listener = std::thread::spawn(move || {
        let mut first = Vec::new();
        let _ = Read::by_ref(&mut talk).take(2000).read_to_end(&mut first);
        let _ = std::io::copy(&mut talk, &mut std::io::sink());
        String::from_utf8_lossy(&first).into_owned()
    });
    // A program that has seen enough closes its input.
    let _ = bomb(&mut stdin);
    drop(stdin);
    let mut status = 0;
    // SAFETY: `rusage` is plain data for which zeros are a value, and `wait4` fills it for a child of ours that
    // nobody else waits for.
    let peak = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        assert_eq!(libc::wait4(child.id() as i32, &mut status, 0, &mut usage), child.id() as i32);
        usage.ru_maxrss as u64 * 1024
    };
    let code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
    End { code, peak, stderr: listener.join().unwrap() }
}

fn folder(name: &str) -> PathBuf {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs, and tests the bar: a refusal has a reason, and the reason is short. Answers the peak.
fn test(args: &[&str], name: &str, bomb: Bomb) -> u64 {
    let folder = folder(&args.join("-").replace('/', "_"));
    if args.contains(&"s.sqlite") {
        let made = run(&folder, &["store", "put", "--store", "s.sqlite", "cube2:0469"], |_| Ok(()));
        assert_eq!(made.code, Some(0), "{}", made.stderr);
    }
    let end = run(&folder, args, bomb);
    let _ = std::fs::remove_dir_all(&folder);
    let what = format!("{args:?} on {name}: exit {:?}, {} MB, {}", end.code, end.peak / MB, end.stderr);
    println!("{:>4} MB  exit {:?}  {} < {name}", end.peak / MB, end.code, args.join(" "));
    assert!(matches!(end.code, Some(0..=2)), "{what}");
    assert!(end.peak < MOST_MEMORY, "{what}");
    assert!(end.code == Some(0) || (end.stderr.starts_with("ludex: ") && end.stderr.len() > 25), "{what}");
    assert!(!end.stderr.contains("panicked"), "{what}");
    end.peak
}

/// Verbs that answer line by line.
const LINE_VERBS: &[&str] = &[
    "name",
    "solve",
    "store put --store s.sqlite",
    "store get --store s.sqlite",
    "store seen --store s.sqlite",
    "store dedupe --store s.sqlite",
    "sudoku name",
    "sudoku puzzle",
    "sudoku rate",
    "sudoku hint",
    "sudoku rated",
    "sudoku dedupe",
    "sudoku rank",
    "sudoku grid",
    "sudoku solve",
    "sudoku count",
    "sudoku canon",
    "sudoku automorphisms",
    "sudoku minimal",
    "sudoku minimise",
    "sudoku vicinity",
    "sudoku convert --to name19",
    "sudoku backdoors",
    "sudoku maximal",
    "sudoku neighbours",
    "sudoku subpuzzles --clues 17",
    "sudoku unavoidable",
    "tetris solve --fumen v115@9gD8CeG8CeG8CeG8CeC8JeAgH",
    "tetris fumen glue",
    "tetris fumen unglue",
    "tetris fumen mirror",
    "tetris fumen encode",
    "cube name",
    "cube state",
    "cube check",
    "cube colours",
    "cube turn",
    "cube invert",
    "cube simplify",
    "cube solve",
    "cube fmc",
    "xiangqi code",
    "xiangqi name",
    "xiangqi fen",
    "xiangqi moves",
    "xiangqi judge",
    "xiangqi ending",
    "xiangqi go",
    "xiangqi mate",
    "xiangqi convert --to wxf",
    "xiangqi seen --store s.sqlite",
    "xiangqi near --store s.sqlite",
    "xiangqi book probe --store s.sqlite",
];

/// Verbs that hold a conversation.
const TALKS: &[&[&str]] =
    &[&["xiangqi", "uci"], &["xiangqi", "ucci"], &["xiangqi", "xboard"], &["xiangqi", "play"]];

const LINES: &[(&str, Bomb)] = &[
    ("one endless line", one_line),
    ("empty lines", empty_lines),
    ("refused rows", refused_rows),
    ("a gzip bomb", gzip),
    ("a zstd bomb", zstd),
    ("an xz bomb", xz),
];

/// More than may be taken: who keeps what was read is past the bar.
const PAST_THE_BAR: u64 = 600 * MB;
/// Lines of a batch of the reader.
const BATCH: u64 = 4096;
/// So many batches are few; many are eight times as many.
const FEW: u64 = 4;

/// What each line verb gets: as [`LINES`], each no larger than shows whether memory is bounded.
const EACH_LINE_VERB: &[(&str, Bomb)] = &[
    ("a line past the bar", |out| repeated(out, b"x", PAST_THE_BAR)),
    ("longest lines", |out| {
        let line = [vec![b'!'; (1 << 20) - 1], vec![b'\n']].concat();
        (0..PAST_THE_BAR >> 20).try_for_each(|_| out.write_all(&line))
    }),
    ("lines of many words", |out| {
        let line = [b"! ".repeat((1 << 19) - 1), b"!\n".to_vec()].concat();
        (0..64).try_for_each(|_| out.write_all(&line))
    }),
    ("many empty lines", |out| repeated(out, b"\n", FEW * 8 * BATCH)),
    ("a packed gzip bomb", |out| out.write_all(packed_once(0))),
    ("a packed zstd bomb", |out| out.write_all(packed_once(1))),
    ("a packed xz bomb", |out| out.write_all(packed_once(2))),
];

/// Six hundred megabytes, packed: as lines of names with much behind them, and as one line. They are packed once.
fn packed_once(how: usize) -> &'static [u8] {
    static PACKED: [OnceLock<Vec<u8>>; 3] = [const { OnceLock::new() }; 3];
    PACKED[how].get_or_init(|| {
        let mut bytes = Vec::new();
        let row = [b"cube2:0469\t".to_vec(), vec![b'y'; 60_000], vec![b'\n']].concat();
        match how {
            0 => {
                let mut packed = flate2::write::GzEncoder::new(&mut bytes, flate2::Compression::fast());
                repeated(&mut packed, &row, PAST_THE_BAR).unwrap();
                packed.finish().unwrap();
            }
            1 => {
                let mut packed = zstd::Encoder::new(&mut bytes, 1).unwrap();
                repeated(&mut packed, &row, PAST_THE_BAR).unwrap();
                packed.finish().unwrap();
            }
            _ => {
                let mut packed = liblzma::write::XzEncoder::new(&mut bytes, 0);
                repeated(&mut packed, b"x", PAST_THE_BAR).unwrap();
                packed.finish().unwrap();
            }
        }
        bytes
    })
}

/// Eight times as many batches take no more memory than some: nothing is kept of a line that was answered.
fn does_not_grow(args: &[&str]) {
    let few = test(args, "few rows", |out| repeated(out, b"!!!!!!!!!\n", FEW * BATCH * 10));
    let many = test(args, "many rows", |out| repeated(out, b"!!!!!!!!!\n", FEW * 8 * BATCH * 10));
    // A store gathers some megabytes of refusals before it writes them.
    let more = if args.contains(&"--store") { 24 * MB } else { 6 * MB };
    assert!(many < few + more, "{args:?}: {} MB for few rows, {} MB for many", few / MB, many / MB);
}

#[test]
fn line_verbs() {
    if long() {
        for verb in LINE_VERBS {
            let words: Vec<&str> = verb.split(' ').collect();
            EACH_LINE_VERB.iter().for_each(|(name, bomb)| {
                test(&words, name, *bomb);
            });
            does_not_grow(&words);
        }
        test(&["name"], "one endless line", one_line);
        test(&["store", "dedupe", "--store", "s.sqlite"], "an xz bomb", xz);
    } else {
        does_not_grow(&["sudoku", "rank"]);
        test(&["name"], "one endless line", one_line);
        test(&["sudoku", "name"], "an xz bomb", xz);
        test(&["store", "dedupe", "--store", "s.sqlite"], "empty lines", empty_lines);
    }
}

/// Whoever adds a verb that answers line by line adds it to the list.
#[test]
fn all_line_verbs_are_listed() {
    let told = Command::new(env!("CARGO_BIN_EXE_ludex")).args(["completions", "bash"]).output().unwrap();
    let script = String::from_utf8(told.stdout).unwrap();
    let (mut verb, mut listed) = (String::new(), 0);
    for line in script.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("ludex__subcmd__").and_then(|name| name.strip_suffix(')')) {
            verb = name.replace("__subcmd__", " ");
        } else if line.starts_with("opts=") && line.contains(" --skip-bad ") {
            let is = |words: &&&str| {
                words.strip_prefix(&*verb).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            };
            assert!(LINE_VERBS.iter().any(|words| is(&words)), "{verb} is missing in LINE_VERBS");
            listed += 1;
        }
    }
    assert!(listed > 50, "{listed} verbs were found in the script for shells");
}

/// What unpacks to too much is refused in words that say which limit it was.
#[test]
fn limits_of_packed_input_are_said() {
    let folder = folder("limits");
    for (args, limit) in [(&["name"][..], "--max-growth"), (&["name", "--max-plain", "1000"], "--max-plain")]
    {
        let end = run(&folder, args, zstd);
        assert_eq!(end.code, Some(2), "{}", end.stderr);
        assert!(end.stderr.contains(&format!("{limit} raises the limit")), "{}", end.stderr);
    }
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn conversations() {
    let some = [TALKS[0], TALKS[3]];
    for verb in if long() { TALKS } else { &some } {
        test(verb, "one endless line", one_line);
        if long() {
            test(verb, "empty lines", empty_lines);
        }
    }
}

#[test]
fn imports_of_records() {
    let import = |format: &'static str| ["store", "import", "--store", "s.sqlite", "--format", format, "-"];
    test(&import("ndjson"), "long facts", long_facts);
    test(&import("ndjson"), "many facts", many_facts);
    test(&import("csv"), "a field without end", endless_field);
    test(&import("items"), "a zstd bomb", zstd);
    if long() {
        for format in ["items", "ndjson", "csv"] {
            LINES.iter().for_each(|(name, bomb)| {
                test(&import(format), name, *bomb);
            });
            test(&import(format), "nested arrays", nested_arrays);
            test(&import(format), "nested objects", nested_objects);
        }
    }
}

fn small_facts(out: &mut dyn Write) -> std::io::Result<()> {
    for i in 0..if long() { 2_000 } else { 150 } {
        writeln!(out, "{{\"name\":\"cube3:{i:08}\",\"facts\":{{\"more\":{i}}}}}")?;
    }
    Ok(())
}

fn growing_facts(out: &mut dyn Write) -> std::io::Result<()> {
    let facts = "y".repeat(900_000);
    for i in 0..if long() { 1_000 } else { 80 } {
        writeln!(out, "{{\"name\":\"cube3:00000000\",\"facts\":{{\"note{i}\":\"{facts}\"}}}}")?;
    }
    Ok(())
}

/// What is stored may be much larger than what joins it.
#[test]
fn facts_that_join_long_ones() {
    let folder = folder("joining");
    let import = |id: &'static str| {
        ["store", "import", "--store", "s.sqlite", "--format", "ndjson", "--id", id, "--batch", "100000", "-"]
    };
    let end = run(&folder, &import("long"), long_facts);
    assert_eq!(end.code, Some(0), "{}", end.stderr);
    let end = run(&folder, &import("small"), small_facts);
    println!("{:>4} MB  small facts into long ones", end.peak / MB);
    assert!(end.code == Some(0) && end.peak < MOST_MEMORY, "{} MB: {}", end.peak / MB, end.stderr);
    // One record does not grow for ever.
    let end = run(&folder, &import("growing"), growing_facts);
    println!("{:>4} MB  one record that grows", end.peak / MB);
    assert!(end.code == Some(2) && end.peak < MOST_MEMORY, "{} MB: {}", end.peak / MB, end.stderr);
    assert!(end.stderr.contains("cube3:00000000: its facts would be"), "{}", end.stderr);
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn imports_of_setups() {
    let import =
        |form: &'static str| ["tetris", "setups", "import", "--store", "s.sqlite", "--as", form, "-"];
    test(&import("json"), "nested arrays", nested_arrays);
    test(&import("json"), "a text without end", endless_text);
    test(&import("dump"), "an endless text", endless_insert);
    test(&import("csv"), "an xz bomb", xz);
    if long() {
        for form in ["tsv", "csv", "json", "dump"] {
            LINES.iter().for_each(|(name, bomb)| {
                test(&import(form), name, *bomb);
            });
            for (name, bomb) in [
                ("nested arrays", nested_arrays as Bomb),
                ("nested objects", nested_objects),
                ("a field without end", endless_field),
                ("a text without end", endless_text),
                ("an endless text", endless_insert),
                ("rows without end", endless_copy),
            ] {
                test(&import(form), name, bomb);
            }
        }
    }
}

/// Files that are read as a whole have a largest size; below it they may be as odd as they like.
#[test]
fn whole_files() {
    let folder = folder("whole");
    let huge = folder.join("huge");
    std::fs::File::create(&huge).unwrap().set_len(4 << 30).unwrap();
    let most = |what: &[u8]| what.repeat(15 * MB as usize / what.len());
    let files: [(&str, Vec<u8>); 6] = [
        ("huge", Vec::new()),
        ("moves.pgn", [b"[Event \"a\"]\n\n", &most(b"1. h2e2 h9g7 ")[..]].concat()),
        ("variations.pgn", [b"[Event \"a\"]\n\n1. h2e2 ", &most(b"(1. h2e2 ")[..]].concat()),
        ("games.pgn", most(b"[Event \"a\"]\n\n1. h2e2 h9g7 1-0\n\n")),
        ("tags.pgn", most(b"[Event \"a\"]\n")),
        ("noise.pgn", most(b"\x00\xFF{(\n")),
    ];
    let all = if long() { files.len() } else { 2 };
    for (name, bytes) in &files[..all] {
        if !bytes.is_empty() {
            std::fs::write(folder.join(name), bytes).unwrap();
        }
        let path = folder.join(name).display().to_string();
        let verbs: &[&[&str]] = &[
            &["xiangqi", "convert", "--to", "wxf", "--game", &path],
            &["xiangqi", "book", "build", "--store", "s.sqlite", &path],
            &["tetris", "unpack", &path],
            &["tetris", "setups", "import", "--store", "s.sqlite", &path],
        ];
        for verb in &verbs[..if *name == "huge" { 3 } else { 2 }] {
            test(verb, name, |_| Ok(()));
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}
