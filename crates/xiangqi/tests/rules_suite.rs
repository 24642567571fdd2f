//! The rules as a table: verdicts of every rule set, each with the article it rests on. The row of a chase
//! that answers a check is issue 18, defect 6.

use ludex_xiangqi::{Move, Outcome, Position, Reason, RuleSet, judge};

#[test]
fn every_row_is_judged_as_the_rules_say() {
    let mut rows = 0;
    for row in include_str!("data/rules.tsv").lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [what, fen, moves, asian, check, plain, why] = columns[..] else { panic!("{row}") };
        let start = Position::try_from(&fen.parse().unwrap()).unwrap().playable().unwrap();
        let mut board = start.clone();
        let moves: Vec<Move> = moves.split_whitespace().map(|text| text.parse().unwrap()).collect();
        for &m in &moves {
            assert!(board.is_legal(m), "{what}: {m} in {board}");
            let _ = board.make(m);
        }
        for (rules, expected) in RuleSet::ALL.into_iter().zip([asian, check, plain]) {
            let verdict = judge(&start, &moves, rules);
            assert_eq!(
                verdict.outcome.to_string(),
                expected,
                "{what}, {}: {why}; {}",
                rules.word(),
                verdict.reason
            );
            assert_eq!(verdict.outcome == Outcome::None, verdict.reason == Reason::InPlay);
        }
        // The board reflected left to right, and with its colours exchanged, is judged alike.
        let mirrored: Vec<Move> = moves.iter().map(|m| m.mirrored()).collect();
        let verdict = judge(&start, &moves, RuleSet::Asian);
        assert_eq!(judge(&start.mirrored(), &mirrored, RuleSet::Asian).outcome, verdict.outcome, "{what}");
        let swapped = Position::try_from(&start.setup().colours_swapped()).unwrap();
        let flipped: Vec<Move> =
            moves.iter().map(|m| Move::new(m.from().flipped(), m.to().flipped())).collect();
        let expected = match verdict.outcome {
            Outcome::Wins(side) => Outcome::Wins(side.other()),
            other => other,
        };
        assert_eq!(judge(&swapped, &flipped, RuleSet::Asian).outcome, expected, "{what}");
        rows += 1;
    }
    assert_eq!(rows, 14);
}
