//! Tables against what one ply of search says, and against the rules of the game.

use super::*;
use crate::rules::{Outcome, RuleSet, judge};
use ludex_core::{Random, Silent};

fn solved(names: &[&str]) -> Endgames {
    let mut endgames = Endgames::default();
    for name in names {
        endgames.add(name.parse().unwrap(), &Silent).unwrap();
    }
    endgames
}

/// A random playable board of a table.
fn board(endgames: &Endgames, ending: Ending, random: &mut Random) -> Position {
    let layout = &endgames.tables[&ending].layout;
    loop {
        let place = random.below(layout.places() as u64) as usize;
        if let Some((stand, _)) = layout.stand(place) {
            let position = layout.position(&stand);
            if position.is_playable() {
                return position;
            }
        }
    }
}

/// What a ply of search makes of the values a ply later.
fn searched(endgames: &Endgames, position: &Position) -> Value {
    let moves = endgames.moves(position).expect("captures are in the tables");
    moves.first().map_or(Value::Loss(0), |&(_, value)| value)
}

const SOME: [&str; 6] = ["KR-KAA", "KN-KAB", "KCA-KA", "KPP-K", "KP-KP", "KR-KP"];

/// Bar: random probes equal one ply of search, 10^4 here and 10^6 in the long form.
#[test]
fn probes_equal_a_ply_of_search() {
    let endgames = solved(&SOME);
    let endings = endgames.endings();
    let mut random = Random::new(18);
    let probes = if std::env::var_os("LUDEX_LONG").is_some() { 1_000_000 } else { 10_000 };
    let mut seen = [0; 3];
    for _ in 0..probes {
        let ending = endings[random.below(endings.len() as u64) as usize];
        let mut position = board(&endgames, ending, &mut random);
        if random.below(2) == 1 {
            position = Position::try_from(&position.setup().colours_swapped()).unwrap();
        }
        let value = endgames.probe(&position).unwrap();
        assert_eq!(value, searched(&endgames, &position), "{position}");
        seen[match value {
            Value::Win(_) => 0,
            Value::Draw => 1,
            Value::Loss(_) => 2,
        }] += 1;
    }
    assert!(seen.iter().all(|&count| count > probes / 50), "{seen:?}");
}

/// Bar: endings played out by the tables end as the tables said, by the verdict of the rules.
#[test]
fn endings_played_out_end_as_proven() {
    let endgames = solved(&SOME);
    let endings = endgames.endings();
    let mut random = Random::new(19);
    let (mut played, mut drawn) = (0, 0);
    while played < 1000 {
        let ending = endings[random.below(endings.len() as u64) as usize];
        let start = board(&endgames, ending, &mut random);
        let value = endgames.probe(&start).unwrap();
        let mut moves = Vec::new();
        let mut now = start.clone();
        let winner = match value {
            Value::Win(_) => Some(start.side()),
            Value::Loss(_) => Some(start.side().other()),
            Value::Draw => None,
        };
        let plies = value.plies().unwrap_or(80) as usize;
        if winner.is_none() && drawn >= 300 {
            continue;
        }
        while moves.len() < plies && judge(&start, &moves, RuleSet::Plain).outcome == Outcome::None {
            let all = endgames.moves(&now).unwrap();
            // Both sides play moves that keep the value, any of them in a draw, the best otherwise.
            let best = all.iter().take_while(|(_, value)| value.rank() == all[0].1.rank()).count();
            let m = all[random.below(best as u64) as usize].0;
            let _ = now.make(m);
            moves.push(m);
        }
        let verdict = judge(&start, &moves, RuleSet::Plain);
        match winner {
            Some(side) => {
                assert_eq!(verdict.outcome, Outcome::Wins(side), "{start} {moves:?}");
                assert_eq!(moves.len(), plies, "{start}");
                // A win holds under the rules of repetition too: its moves never repeat.
                if plies < 120 {
                    assert_eq!(judge(&start, &moves, RuleSet::Asian).outcome, Outcome::Wins(side), "{start}");
                }
            }
            None => {
                drawn += 1;
                assert!(matches!(verdict.outcome, Outcome::None | Outcome::Draw), "{start} {moves:?}");
            }
        }
        played += 1;
    }
    assert!(drawn >= 200, "{drawn}");
}

/// Facts that players know.
#[test]
fn known_endings() {
    let endgames = solved(&["KR-KAA", "KP-K", "KN-KA", "KN-KB", "KC-K", "KCA-K"]);
    let tally = |name: &str| endgames.tally(name.parse().unwrap()).unwrap();
    // A rook beats two advisors from everywhere, unless they take it at once.
    assert_eq!(tally("KR-KAA").strong[2], 0);
    assert!(tally("KR-KAA").strong[0] > 40 * tally("KR-KAA").strong[1], "{:?}", tally("KR-KAA"));
    // A cannon without a screen wins nothing; with an advisor it does.
    assert_eq!(tally("KC-K").strong[2] + tally("KC-K").weak[0], 0);
    assert!(tally("KCA-K").strong[0] > tally("KC-K").strong[0]);
    let value = |fen: &str| endgames.probe(&Position::try_from(&fen.parse().unwrap()).unwrap());
    // A pawn on the last rank wins nothing, one that stands high does.
    assert_eq!(value("P3k4/9/9/9/9/9/9/9/9/3K5 w"), Some(Value::Draw));
    assert!(matches!(value("5k3/9/3P5/9/9/9/9/9/9/4K4 w"), Some(Value::Win(_))));
    // No table, or no place in it.
    assert_eq!(value("4k4/9/9/9/9/9/9/9/RR7/3K5 w"), None);
    assert_eq!(value("4k4/9/9/9/9/9/9/9/9/P2K5 w"), None);
}

#[test]
fn a_build_can_be_stopped() {
    let stop = |done: u64, _: u64| if done > 100_000 { Err(ludex_core::Stopped) } else { Ok(()) };
    let mut endgames = Endgames::default();
    assert_eq!(endgames.add("KRR-K".parse().unwrap(), &stop), Err(EndgameError::Stopped));
    assert!(endgames.tally("KR-K".parse().unwrap()).is_some());
}
