//! The rules as tables that other engines can run: positions of our own with the verdicts of every rule set, and the
//! diagrams of the federation. The row of a chase that answers a check is issue 18, defect 6.

use ludex_xiangqi::{Move, Outcome, Position, Reason, RuleSet, judge};

/// The game of a row; every move in it is legal.
fn game(what: &str, fen: &str, moves: &str) -> (Position, Vec<Move>) {
    let start = Position::try_from(&fen.parse().unwrap()).unwrap().playable().unwrap();
    let mut board = start.clone();
    let moves: Vec<Move> = moves.split_whitespace().map(|text| text.parse().unwrap()).collect();
    for &m in &moves {
        assert!(board.is_legal(m), "{what}: {m} in {board}");
        let _ = board.make(m);
    }
    (start, moves)
}

/// A rule set judges a game as the row says; reflected left to right, or with its colours exchanged, alike.
fn judged(what: &str, start: &Position, moves: &[Move], rules: RuleSet, expected: &str) {
    let verdict = judge(start, moves, rules);
    let told = format!("{what}, {}: {}", rules.word(), verdict.reason);
    assert_eq!(verdict.outcome.to_string(), expected, "{told}");
    assert_eq!(verdict.outcome == Outcome::None, verdict.reason == Reason::InPlay, "{told}");
    let mirrored: Vec<Move> = moves.iter().map(|m| m.mirrored()).collect();
    assert_eq!(judge(&start.mirrored(), &mirrored, rules), verdict, "{told}");
    let swapped = Position::try_from(&start.setup().colours_swapped()).unwrap();
    let flipped: Vec<Move> = moves.iter().map(|m| Move::new(m.from().flipped(), m.to().flipped())).collect();
    let expected = match verdict.outcome {
        Outcome::Wins(side) => Outcome::Wins(side.other()),
        other => other,
    };
    assert_eq!(judge(&swapped, &flipped, rules).outcome, expected, "{told}");
}

#[test]
fn every_row_is_judged_as_the_rules_say() {
    let mut rows = 0;
    for row in include_str!("data/rules.tsv").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [what, fen, moves, asian, chinese, check, plain, _] = columns[..] else { panic!("{row}") };
        let (start, moves) = game(what, fen, moves);
        for (rules, expected) in RuleSet::ALL.into_iter().zip([asian, chinese, check, plain]) {
            judged(what, &start, &moves, rules, expected);
        }
        rows += 1;
    }
    assert_eq!(rows, 14);
}

#[test]
fn the_diagrams_of_the_federation_are_judged_as_it_does() {
    let mut numbers = Vec::new();
    for row in include_str!("data/diagrams.tsv").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [number, _, fen, moves, asian, chinese, _] = columns[..] else { panic!("{row}") };
        let (start, moves) = game(number, fen, moves);
        judged(number, &start, &moves, RuleSet::Asian, asian);
        judged(number, &start, &moves, RuleSet::Chinese, chinese);
        assert!(!numbers.contains(&number), "{number}");
        numbers.push(number);
    }
    assert_eq!(numbers.len(), 111);
}
