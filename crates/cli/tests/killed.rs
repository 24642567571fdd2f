//! `kill -9` at any moment of the verbs that write: nothing is lost, nothing is there by half, nothing twice.
//!
//! Each kind is first run undisturbed to learn how long it takes; each kill then falls at a random moment of that
//! time. A few kills in every run, two hundred per kind in the long form (`LUDEX_LONG=1`).
#![cfg(unix)]

use ludex_core::Random;
use ludex_setups::Setups;
use ludex_store::Store;
use place::Place;
use serde_json::{Value as Json, json};
use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

// Shared with the suite of ludex-store, which calls other parts of it.
#[allow(dead_code)]
#[path = "../../store/tests/suite/place.rs"]
mod place;

/// Makes a test of each function for each database.
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { super::$test("SQLite", crate::place::Place::sqlite); })*
        }
        mod postgres {
            $(#[test] fn $test() { super::$test("PostgreSQL", crate::place::Place::postgres); })*
        }
    };
}

on_both!(imports, setup_imports, books, dedupes, exports);

/// Makes a store that is empty.
type Fresh = fn() -> Place;

fn kills(few: u64) -> u64 {
    if std::env::var_os("LUDEX_LONG").is_some() { 200 } else { few }
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!(
        "killed-{name}-{}-{:?}",
        std::process::id(),
        std::thread::current().id()
    ));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn ludex(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(args).current_dir(folder).env("XDG_DATA_HOME", folder).env("XDG_CACHE_HOME", folder);
    command.stdin(Stdio::null());
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    let output = ludex(folder, args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn names(count: u32) -> String {
    (0..count).map(|i| format!("cube3:{i:08}\n")).collect()
}

/// When a kill fell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hit {
    /// Before anything was to be seen of the work.
    Before,
    /// In the middle of it.
    Within,
    /// The program had ended by itself.
    After,
}

/// The kills of one kind.
struct Kills {
    kind: String,
    random: Random,
    /// How long the command takes when it is left alone.
    takes: Duration,
    hits: [u64; 3],
    wanted: u64,
}

impl Kills {
    fn new(kind: &str, database: &str, takes: Duration, few: u64) -> Self {
        let kind = format!("{kind} on {database}");
        let seed = kind.bytes().fold(7, |seed, byte| seed * 31 % 1_000_003 + u64::from(byte));
        Kills { kind, random: Random::new(seed), takes, hits: [0; 3], wanted: kills(few) }
    }

    fn goes_on(&self) -> bool {
        // Those that came too late were none.
        self.hits[0] + self.hits[1] < self.wanted
    }

    /// Some part of the time that the command takes.
    fn moment(&mut self) -> Duration {
        Duration::from_micros(self.random.below(self.takes.as_micros() as u64 + 1))
    }

    fn count(&mut self, hit: Hit) {
        self.hits[hit as usize] += 1;
    }
}

impl Drop for Kills {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let [before, within, after] = self.hits;
            println!(
                "{}: {} kills, {before} before, {within} within; {after} came after the end; nothing lost",
                self.kind,
                before + within
            );
        }
    }
}

/// Starts a command and kills it after a while; what it printed, and whether it had ended before.
fn killed(mut command: Command, after: Duration) -> (Vec<u8>, bool) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = out.read_to_end(&mut bytes);
        bytes
    });
    std::thread::sleep(after);
    let _ = child.kill();
    let ended = child.wait().unwrap().code().is_some();
    (reader.join().unwrap(), ended)
}

/// A store whose tables are made; nothing is in it.
fn made(fresh: Fresh) -> Place {
    let place = fresh();
    drop(Setups::open(&place.url).unwrap());
    place
}

/// A store for the next kill: of two one is made before, so that more kills meet the work itself.
fn next(fresh: Fresh, made: &Place, kills: &mut Kills) -> Place {
    if kills.random.below(2) == 0 { made.copy() } else { fresh() }
}

/// How long a command takes.
fn timed(folder: &Path, args: &[&str]) -> Duration {
    let begun = Instant::now();
    run(folder, args);
    begun.elapsed()
}

/// How long a command takes that fills a store: the least of three, each on a store of its own.
fn timed_on(fresh: Fresh, folder: &Path, args: &dyn Fn(&Place) -> Vec<String>) -> Duration {
    let one = |_| {
        let place = fresh();
        timed(folder, &args(&place).iter().map(String::as_str).collect::<Vec<_>>())
    };
    (0..3).map(one).min().unwrap()
}

/// Opens a store that a killed program left, and looks whether it is whole; nothing where it was never made.
fn left(place: &Place) -> Option<Setups> {
    if !place.url.starts_with("postgres") && !Path::new(&place.url).exists() {
        return None;
    }
    let mut store = Setups::open(&place.url).expect("what is left opens");
    assert_eq!(store.store().examine().unwrap(), []);
    Some(store)
}

fn records(store: &mut Setups) -> i64 {
    store.store().kinds().unwrap().iter().map(|kind| kind.records).sum()
}

fn imports(database: &str, fresh: Fresh) {
    const MANY: i64 = 40_000;
    let folder = folder("import");
    std::fs::write(folder.join("names.txt"), names(MANY as u32)).unwrap();
    let import = |place: &Place| {
        ["store", "import", "--at", "7", "--batch", "500", "--store", &place.url, "names.txt"]
            .map(str::to_owned)
    };
    let takes = timed_on(fresh, &folder, &|place| import(place).into());
    let place = fresh();
    run(&folder, &import(&place).each_ref().map(String::as_str));
    let whole = place.open().checksum().unwrap();
    assert_eq!(whole.count as i64, MANY);
    let mut kills = Kills::new("import", database, takes, 4);
    let made = made(fresh);
    while kills.goes_on() {
        let place = next(fresh, &made, &mut kills);
        let args = import(&place);
        let args = args.each_ref().map(String::as_str);
        let (_, ended) = killed(ludex(&folder, &args), kills.moment());
        let there = left(&place).map_or(0, |mut store| records(&mut store));
        assert_eq!(there % 500, 0, "half a batch");
        kills.count(match ended {
            true => Hit::After,
            false if there == 0 => Hit::Before,
            false => Hit::Within,
        });
        assert!(!ended || there == MANY);
        run(&folder, &args);
        assert_eq!(place.open().checksum().unwrap(), whole);
        place.remove();
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A collection with rows in every phase of an import: setups, their mirrors, a tree, figures, a set and its members. Not
/// the starter: what is tested is one transaction, whatever its size, and two hundred of them should end.
fn collection(count: usize) -> String {
    let id = |i: usize| format!("1000000{i:05x}");
    let fumen = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";
    let rows = |from: usize, row: &dyn Fn(usize) -> Json| (from..count).map(row).collect::<Vec<_>>();
    json!({
        "setups": rows(0, &|i| json!({"id": id(i), "pc": 3, "leftover": "T", "build": "TIO", "cover_pattern": "T,*p7",
            "type": "oqb", "fumen": fumen, "solve_pattern": "*p4", "mirror": id(i ^ 1)})),
        "setup_oqb_links": rows(1, &|i| json!({"parent": id(i / 2), "child": id(i)})),
        "statistics": rows(0, &|i| json!({"setup": id(i), "kicktable": "srs", "solve_fraction": "1/2"})),
        "setup_sets": [{"id": "all", "name": "All"}],
        "setup_set_members": rows(0, &|i| json!({"setup_set": "all", "setup": id(i)})),
    })
    .to_string()
}

fn setup_imports(database: &str, fresh: Fresh) {
    let folder = folder("setups");
    std::fs::write(folder.join("setups.json"), collection(400)).unwrap();
    let import = |place: &Place| {
        ["tetris", "setups", "import", "--store", &place.url, "setups.json"].map(str::to_owned)
    };
    let takes = timed_on(fresh, &folder, &|place| import(place).into());
    let place = fresh();
    run(&folder, &import(&place).each_ref().map(String::as_str));
    let sum = |place: &Place| Setups::open(&place.url).unwrap().setups_checksum().unwrap();
    let (whole, empty) = (sum(&place), sum(&fresh()));
    assert_ne!(whole, empty);
    let mut kills = Kills::new("setups import", database, takes, 4);
    let made = made(fresh);
    while kills.goes_on() {
        let place = next(fresh, &made, &mut kills);
        let args = import(&place);
        let args = args.each_ref().map(String::as_str);
        let (_, ended) = killed(ludex(&folder, &args), kills.moment());
        // It is one transaction: its tables are there before it begins.
        let begun = Store::open_to_read(&place.url).is_ok();
        let there = left(&place).map_or(empty.clone(), |mut store| store.setups_checksum().unwrap());
        assert!(there == whole || (there == empty && !ended), "half an import: {there:?}");
        kills.count(match ended {
            true => Hit::After,
            false if begun => Hit::Within,
            false => Hit::Before,
        });
        run(&folder, &args);
        assert_eq!(sum(&place), whole);
        place.remove();
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

fn books(database: &str, fresh: Fresh) {
    let folder = folder("book");
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    for file in 0..12 {
        // Another first move in each file, so that each is a batch of its own.
        let first = ["h2e2", "b2e2", "h2d2", "b2f2", "c3c4", "g3g4"][file % 6];
        let game = format!("[Event \"{file}\"]\n[FEN \"{start}\"]\n\n1. {first} h9g7 2. h0g2 i9h9 1-0\n\n");
        std::fs::write(folder.join(format!("{file}.pgn")), game.repeat(60)).unwrap();
    }
    let build = |place: &Place| {
        let mut args: Vec<String> =
            ["xiangqi", "book", "build", "--at", "7", "--store", &place.url].map(str::to_owned).into();
        args.extend((0..12).map(|file| format!("{file}.pgn")));
        args
    };
    let takes = timed_on(fresh, &folder, &build);
    let place = fresh();
    run(&folder, &build(&place).iter().map(String::as_str).collect::<Vec<_>>());
    let whole = place.open().checksum().unwrap();
    let mut kills = Kills::new("book build", database, takes, 4);
    let made = made(fresh);
    while kills.goes_on() {
        let place = next(fresh, &made, &mut kills);
        let args = build(&place);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let (_, ended) = killed(ludex(&folder, &args), kills.moment());
        let there = left(&place).map_or(0, |mut store| records(&mut store));
        kills.count(match ended {
            true => Hit::After,
            false if there == 0 => Hit::Before,
            false => Hit::Within,
        });
        run(&folder, &args);
        assert_eq!(place.open().checksum().unwrap(), whole, "run again, no game counts twice");
        place.remove();
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A kill once lost lines that were committed and never printed.
fn dedupes(database: &str, fresh: Fresh) {
    let folder = folder("dedupe");
    let all = names(20_000);
    std::fs::write(folder.join("names.txt"), &all).unwrap();
    let dedupe =
        |place: &Place| ["store", "dedupe", "--file", "names.txt", "--store", &place.url].map(str::to_owned);
    let takes = timed_on(fresh, &folder, &|place| dedupe(place).into());
    let mut kills = Kills::new("dedupe", database, takes, 4);
    let made = made(fresh);
    while kills.goes_on() {
        let place = next(fresh, &made, &mut kills);
        let args = dedupe(&place);
        let args = args.each_ref().map(String::as_str);
        let (printed, ended) = killed(ludex(&folder, &args), kills.moment());
        let printed = text(&printed);
        let mut seen: HashSet<&str> = printed.lines().collect();
        let mut there = 0;
        if let Some(mut store) = left(&place) {
            store
                .store()
                .walk(&mut |record| {
                    there += 1;
                    let name = record.name.to_string();
                    assert!(seen.contains(name.as_str()), "{name} is in the store and was never printed");
                    Ok(())
                })
                .unwrap();
        }
        kills.count(match ended {
            true => Hit::After,
            false if there == 0 && seen.is_empty() => Hit::Before,
            false => Hit::Within,
        });
        // What a second run prints and what the first one did is everything.
        let rest = text(&run(&folder, &args).stdout);
        seen.extend(rest.lines());
        assert!(all.lines().all(|name| seen.contains(name)), "a line is lost");
        place.remove();
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The old file or the whole new one is there.
fn exports(database: &str, fresh: Fresh) {
    let folder = folder("export");
    let place = fresh();
    std::fs::write(folder.join("names.txt"), names(30_000)).unwrap();
    run(&folder, &["store", "import", "--store", &place.url, "names.txt"]);
    let export =
        ["store", "export", "--format", "csv", "--end-row", "--output", "out.csv", "--store", &place.url];
    let takes = (0..3).map(|_| timed(&folder, &export)).min().unwrap();
    let whole = std::fs::read(folder.join("out.csv")).unwrap();
    let old = b"what was there before".to_vec();
    let mut kills = Kills::new("export", database, takes, 6);
    while kills.goes_on() {
        std::fs::write(folder.join("out.csv"), &old).unwrap();
        let (_, ended) = killed(ludex(&folder, &export), kills.moment());
        let there = std::fs::read(folder.join("out.csv")).unwrap();
        assert!(there == old || there == whole, "{} bytes are neither", there.len());
        let begun = unfinished(&folder, ".unfinished");
        kills.count(match ended {
            true => Hit::After,
            false if begun.is_empty() && there == old => Hit::Before,
            false => Hit::Within,
        });
        assert!(there == whole || !ended);
    }
    // What dead programs left goes with the next export.
    run(&folder, &export);
    assert_eq!(unfinished(&folder, ".unfinished"), [] as [PathBuf; 0]);
    std::fs::remove_dir_all(&folder).unwrap();
}

fn unfinished(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(there) = std::fs::read_dir(folder) else { return Vec::new() };
    let there = there.map(|entry| entry.unwrap().path());
    there.filter(|path| path.to_string_lossy().ends_with(ending)).collect()
}

/// A table is the old one or the whole new one, what was left in the middle is never taken for one, and a build that
/// is run again gives the same file.
#[test]
fn tables() {
    const TABLE: &str = "cube3-optimal-small-htm";
    let folder = folder("tables");
    let build = ["tables", "build", TABLE];
    let takes = timed(&folder, &build);
    let cache = folder.join("ludex");
    let file = std::fs::read_dir(&cache).unwrap().map(|entry| entry.unwrap().path());
    let file = { file }.find(|path| path.extension().is_some_and(|ending| ending == "ldx")).unwrap();
    let whole = std::fs::read(&file).unwrap();
    let mut kills = Kills::new("tables build", "files", takes, 2);
    for turn in 0.. {
        if !kills.goes_on() {
            break;
        }
        // In turn: no table is there, a damaged one, the right one.
        let mut damaged = whole.clone();
        damaged[whole.len() / 2] ^= 1;
        let old = match turn % 3 {
            0 => {
                let _ = std::fs::remove_file(&file);
                None
            }
            1 => Some(&damaged),
            _ => Some(&whole),
        };
        if let Some(old) = old {
            std::fs::write(&file, old).unwrap();
        }
        let (begun, moment) = (Instant::now(), kills.moment());
        let mut child = ludex(&folder, &build).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Most of the time goes into the making: every second kill waits until the file is being written.
        let mut writing = false;
        while child.try_wait().unwrap().is_none() {
            writing = !unfinished(&cache, ".part").is_empty();
            if if turn % 2 == 0 { begun.elapsed() >= moment } else { writing } {
                break;
            }
            std::thread::sleep(Duration::from_micros(200));
        }
        if turn % 2 == 1 {
            std::thread::sleep(Duration::from_micros(moment.as_micros() as u64 % 60_000));
        }
        let _ = child.kill();
        let ended = child.wait().unwrap().code().is_some();
        let there = std::fs::read(&file).ok();
        assert!(there.as_ref() == old || there.as_ref() == Some(&whole), "half a table");
        assert!(!ended || there.as_ref() == Some(&whole));
        kills.count(match (ended, writing) {
            (true, _) => Hit::After,
            (false, true) => Hit::Within,
            (false, false) => Hit::Before,
        });
        // What is there is told for what it is, and what is left of dead programs does not pile up.
        if turn % 20 == 3 {
            let said = text(&ludex(&folder, &["tables", "verify", TABLE]).output().unwrap().stdout);
            let expected = match &there {
                None => "missing",
                Some(there) if *there == whole => "sound",
                Some(_) => "damaged",
            };
            assert_eq!(said, format!("{TABLE}\t{expected}\n"));
        }
        if turn % 20 == 1 {
            run(&folder, &build);
            assert!(std::fs::read(&file).unwrap() == whole, "another table came of it");
            assert_eq!(unfinished(&cache, ".part"), [] as [PathBuf; 0]);
        }
    }
    run(&folder, &build);
    assert!(std::fs::read(&file).unwrap() == whole, "another table came of it");
    assert_eq!(unfinished(&cache, ".part"), [] as [PathBuf; 0]);
    drop(kills);
    std::fs::remove_dir_all(&folder).unwrap();
}

impl Place {
    fn open(&self) -> Store {
        Store::open(&self.url).expect("the store opens")
    }
}
