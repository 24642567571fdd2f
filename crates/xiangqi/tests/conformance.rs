//! Rows of the shared oracle data, read from the folder named by `LUDEX_CONFORMANCE`.

use ludex_xiangqi::engine::{Engine, Limits, Score, find_mate};
use ludex_xiangqi::{BoardName, Move, Position, RuleSet, Setup, Sextants, Tables, judge, perft};
use std::sync::atomic::AtomicBool;

/// The lines of a file as columns, without its head; nothing (and one line on stderr) where no data is.
/// The rows of a table, whose header begins with `fen` where it has one.
fn rows(file: &str) -> Vec<Vec<String>> {
    let mut rows = ludex_vectors::lines(&format!("xiangqi/{file}"));
    rows.retain(|row| !row[0].starts_with('f'));
    rows
}

fn setup(fen: &str) -> Setup {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn codes() {
    for row in rows("hash.tsv") {
        let setup = setup(&row[0]);
        let sextants = Sextants::of(&setup);
        let sums: Vec<String> = sextants.sums().iter().map(u16::to_string).collect();
        assert_eq!(sums.join(" "), row[1], "{}", row[0]);
        assert_eq!(sextants.code().as_str(), row[2], "{}", row[0]);
        assert_eq!(sextants.mirrored().code().as_str(), row[3], "{}", row[0]);
        assert_eq!(Position::try_from(&setup).unwrap().sextants(), sextants);
        assert_eq!(setup.to_string(), row[0]);
    }
}

fn names() {
    for row in rows("names.tsv") {
        let position = Position::try_from(&setup(&row[0])).unwrap();
        assert_eq!(BoardName::of(&position).unwrap().as_str(), row[1], "{}", row[0]);
        assert_eq!(position.canonical().name(&Tables).unwrap().as_str(), row[2], "{}", row[0]);
        assert_eq!(row[1].parse::<BoardName>().unwrap().position(), position);
    }
}

fn position(fen: &str) -> Position {
    Position::try_from(&setup(fen)).unwrap().playable().unwrap()
}

fn legal_moves() {
    for row in rows("legal.tsv") {
        let position = position(&row[0]);
        let mut moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
        moves.sort_unstable();
        assert_eq!(moves.join(" "), row[2], "{}", row[0]);
        assert_eq!(position.count_legal() as usize, moves.len());
    }
}

fn perft_counts() {
    for row in rows("perft.tsv") {
        let nodes = perft(&mut position(&row[0]), row[1].parse().unwrap());
        assert_eq!(nodes.to_string(), row[2], "{} depth {}", row[0], row[1]);
    }
}

fn verdicts() {
    let (mut firm, mut right, mut all) = (0, 0, 0);
    for row in rows("rules.tsv") {
        let start = position(&row[0]);
        let moves: Vec<Move> = row[1].split(' ').map(|text| text.parse().unwrap()).collect();
        let verdict = judge(&start, &moves, RuleSet::Asian);
        let agrees = verdict.outcome.to_string() == row[2];
        if !agrees {
            eprintln!("{} {} expected {} got {} {}", row[0], row[1], row[2], verdict.outcome, verdict.reason);
        }
        if row[3] == "check" {
            assert!(agrees, "{} {}: {:?}", row[0], row[1], verdict);
            firm += 1;
        } else {
            all += 1;
            right += usize::from(agrees);
        }
    }
    eprintln!("{firm} firm rows, {right} of {all} others");
    assert!(right * 10 >= all * 9, "only {right} of {all} rows without perpetual check");
}

/// The mates in two and more that a search of so many nodes finds or begins rightly.
fn mates_found(nodes: u64) -> (usize, usize) {
    let rows = rows("mates.tsv");
    let rows: Vec<_> = rows.iter().filter(|row| row[1] != "1").collect();
    let found = rows.iter().filter(|row| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut engine = Engine::new(1 << 20);
        let best = engine.search(&position(&row[0]), &[], limits, &AtomicBool::new(false), |_| {});
        assert!(best.nodes <= nodes);
        let longest: i32 = row[1].parse().unwrap();
        let listed = row[2].split(' ').any(|m| m == best.line[0].to_string());
        listed || matches!(best.score, Score::Mate(n) if n > 0 && n <= longest)
    });
    (found.count(), rows.len())
}

fn mates_by_search() {
    for (nodes, least) in [(500, 115), (2000, 125), (20_000, 130)] {
        let (found, rows) = mates_found(nodes);
        eprintln!("{nodes} nodes: {found} of {rows}");
        assert!(found * 130 >= least * rows, "{nodes} nodes find {found} of {rows} mates");
    }
}

/// The solver finds each mate at its exact length.
fn mates_by_checks() {
    for row in rows("mates.tsv") {
        let mate = find_mate(&position(&row[0]), 8, 10_000_000).unwrap().unwrap();
        assert_eq!(mate.moves.to_string(), row[1], "{}", row[0]);
        assert!(row[2].split(' ').any(|m| m == mate.line[0].to_string()), "{}", row[0]);
    }
}

fn main() {
    ludex_vectors::run(ludex_vectors::tests![
        codes,
        names,
        legal_moves,
        perft_counts,
        verdicts,
        mates_by_search,
        mates_by_checks
    ])
}
