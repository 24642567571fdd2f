//! Tetris: the solver beside solution-finder's recorded CPU times, the fumen codec beside a peer.
//!
//! `cargo bench -p ludex-bench --bench tetris`. With `LUDEX_CONFORMANCE` set, the problems and the times of
//! solution-finder (less its 0.3 s of start-up) come from the tables there; without it only our own fields run.

use ludex_bench::{Contest, cpu};
use ludex_core::Silent;
use ludex_tetris::solve::{Building, Drop, Hold, Problem, cover};
use ludex_tetris::{Field, Fumen, KickTable, Pattern, Queue, field};
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

type Row = HashMap<String, String>;

fn rows(name: &str) -> Vec<Row> {
    let Some(folder) = std::env::var_os("LUDEX_CONFORMANCE").map(PathBuf::from) else { return Vec::new() };
    let text = std::fs::read_to_string(folder.join("tetris").join(name)).unwrap_or_default();
    let mut lines = text.lines();
    let header: Vec<String> = lines.next().unwrap_or("").split('\t').map(str::to_owned).collect();
    lines.map(|line| header.iter().cloned().zip(line.split('\t').map(str::to_owned)).collect()).collect()
}

fn queues(pattern: &str) -> Vec<Queue> {
    Pattern::read(pattern).and_then(|p| p.queues()).expect("a pattern")
}

fn problem(row: &Row) -> Problem {
    let table = KickTable::named(&row["kicks"]).expect("a table");
    let drop = match row["drop"].as_str() {
        "soft" => Drop::Soft,
        "hard" => Drop::Hard,
        _ => Drop::Half,
    };
    let hold = if row["hold"] == "avoid" { Hold::AVOID } else { Hold::USE };
    let field = &Fumen::decode(&row["fumen"]).expect("a fumen").pages[0].field;
    Problem::new(field, row["lines"].parse().expect("a number"), table, drop, hold).expect("a problem")
}

fn percent(problem: &Problem, queues: &[Queue]) -> usize {
    problem.percent(queues, &Silent).expect("long enough").success()
}

fn sfinder(row: &Row) -> Duration {
    Duration::from_secs_f64((row["sfinder_cpu_s"].parse::<f64>().expect("seconds") - 0.3).max(0.001))
}

fn main() {
    let own: [(&str, Field); 2] = [
        ("own field, 6 left", field! { "X______XXX" "X______XXX" "X______XXX" "X______XXX" }),
        ("own field, 7 left", field! { "X_______XX" "X_______XX" "X_______XX" "X_______XX" }),
    ];
    for (title, field) in own {
        let table = KickTable::named("srs").expect("ours");
        let Ok(problem) = Problem::new(&field, 4, table, Drop::Soft, Hold::USE) else { continue };
        let pattern = if problem.needed() > 6 { "*,*p7" } else { "*p7" };
        let queues = queues(pattern);
        let mut contest = Contest::new(title, queues.len() as u64);
        contest.run("ludex percent", || {
            std::hint::black_box(percent(&problem, &queues));
        });
        contest.report();
    }
    for needed in [6, 7] {
        // The slowest ratio is the one that counts.
        let mut worst: Option<(f64, String)> = None;
        for row in rows("percent.tsv").iter().filter(|row| row["total"] == "5040") {
            let problem = problem(row);
            if problem.needed() != needed {
                continue;
            }
            let queues = queues(&row["pattern"]);
            let ours = (0..3)
                .map(|_| {
                    cpu(|| {
                        std::hint::black_box(percent(&problem, &queues));
                    })
                })
                .min();
            let ratio = sfinder(row).as_secs_f64() / ours.unwrap_or_default().as_secs_f64();
            if worst.as_ref().is_none_or(|w| ratio < w.0) {
                worst = Some((ratio, row["setup_id"].clone()));
            }
        }
        if let Some((ratio, setup)) = worst {
            println!("percent, {needed} left, 5040 queues: at least {ratio:.0}x solution-finder ({setup})");
        }
    }
    for row in rows("path.tsv") {
        let (problem, queues) = (problem(&row), queues(&row["pattern"]));
        let mut contest = Contest::new(&format!("path {}", row["setup_id"]), queues.len() as u64);
        contest.run("ludex path", || {
            std::hint::black_box(problem.path(&queues, &Silent).expect("long enough"));
        });
        contest.record("solution-finder 1.43", sfinder(&row));
        contest.report();
    }
    let covers = rows("cover.tsv");
    if !covers.is_empty() {
        let mut contest = Contest::new("cover, in batch", covers.len() as u64);
        contest.run("ludex cover", || {
            for row in &covers {
                let buildings: Vec<Building> = row["glued_fumens"]
                    .split(';')
                    .map(|f| Building::of_glued(&Fumen::decode(f).expect("a fumen")).expect("glued"))
                    .collect();
                let table = KickTable::named(&row["kicks"]).expect("a table");
                let drop = match row["drop"].as_str() {
                    "soft" => Drop::Soft,
                    "hard" => Drop::Hard,
                    _ => Drop::Half,
                };
                let hold = if row["hold"] == "avoid" { Hold::AVOID } else { Hold::USE };
                let queues = queues(&row["cover_pattern"]);
                std::hint::black_box(cover(&buildings, &queues, &table, drop, hold).expect("the rules fit"));
            }
        });
        contest.record("solution-finder 1.43", covers.iter().map(sfinder).sum());
        contest.report();
    }
    let patterns = rows("pieces_real.tsv");
    if !patterns.is_empty() {
        let time = cpu(|| {
            patterns.iter().for_each(|row| {
                std::hint::black_box(queues(&row["pattern"]));
            })
        });
        println!("{} real patterns expanded in {:.3} s", patterns.len(), time.as_secs_f64());
    }
    fumens();
}

/// The codec beside the crate `fumen`.
fn fumens() {
    let texts: Vec<String> = ludex_tetris::signature::one_piece_fields()
        .into_iter()
        .map(|field| Fumen { pages: vec![ludex_tetris::fumen::Page::of(field)] }.encode())
        .collect();
    let mut contest = Contest::new("fumens decoded and encoded", texts.len() as u64);
    contest.run("ludex", || {
        for text in &texts {
            assert_eq!(&Fumen::decode(text).expect("a fumen").encode(), text);
        }
    });
    contest.run("fumen 0.1.2", || {
        for text in &texts {
            assert_eq!(&fumen::Fumen::decode(text).expect("a fumen").encode(), text);
        }
    });
    contest.report();
}
