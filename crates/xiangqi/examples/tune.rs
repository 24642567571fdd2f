//! Tunes the weights of the evaluation by self-play.
//!
//! ```text
//! cargo run --release -p ludex-xiangqi --example tune -- play GAMES NODES SEED > positions.tsv
//! cargo run --release -p ludex-xiangqi --example tune -- fit positions.tsv [SHARE] [PULL] > weights.rs
//! ```
//!
//! `play`: the engine plays against itself from random openings; every quiet position is kept with what
//! the search said and the result of its game. `fit`: the weights are moved downhill on the squared
//! difference between that target (SHARE of it the result, the rest the search) and the value, both
//! through a logistic curve. Weights that the games say little about stay where they were (PULL). The
//! last tenth of the positions is held back: the error there says how good the fit is. The same arguments
//! give the same games and the same weights.

use ludex_core::Random;
use ludex_xiangqi::engine::evaluation::{FEATURES, FULL_PHASE, features, phase};
use ludex_xiangqi::engine::weights::WEIGHTS;
use ludex_xiangqi::engine::{Engine, Limits, Score};
use ludex_xiangqi::{Outcome, Position, RuleSet, Setup, Side, judge};
use std::error::Error;
use std::sync::atomic::AtomicBool;

/// Points for which the logistic curve falls to a tenth.
const SCALE: f64 = 400.0;
/// How strongly a weight is pulled back to where it began, unless told. A feature seen in two thousand
/// positions has a slope whose noise is near 1: weaker pulls fit that noise, and play worse for it.
const PULL: f64 = 0.3;
/// Plies after which an undecided game is a draw.
const LONGEST: usize = 240;

/// A position as the fit sees it: counts by feature, Red's minus Black's.
struct Sample {
    counts: Vec<(u16, i8)>,
    middle: f64,
    target: f64,
}

fn logistic(points: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-points / SCALE))
}

fn sample(position: &Position, target: f64) -> Sample {
    let mut counts = vec![0i32; FEATURES];
    features(position, |side, feature, count| {
        counts[feature] += if side == Side::Red { count } else { -count };
    });
    let counts = counts.iter().enumerate().filter(|(_, n)| **n != 0);
    Sample {
        counts: counts.map(|(i, &n)| (i as u16, n.clamp(-127, 127) as i8)).collect(),
        middle: f64::from(phase(position)) / f64::from(FULL_PHASE),
        target,
    }
}

/// Plays one game and prints its quiet positions: FEN, the search's score for Red, the result for Red.
fn play(random: &mut Random, nodes: u64) {
    let start = Position::start();
    let mut line = vec![start.clone()];
    let mut moves = Vec::new();
    let mut kept: Vec<(Position, f64)> = Vec::new();
    let mut engine = Engine::new(1 << 19);
    let opening = 4 + random.below(7) as usize;
    let (mut sure, mut result) = (0, 0.5);
    while moves.len() < LONGEST {
        let position = line[line.len() - 1].clone();
        match judge(&start, &moves, RuleSet::Asian).outcome {
            Outcome::None => {}
            Outcome::Draw => break,
            Outcome::Wins(side) => {
                result = if side == Side::Red { 1.0 } else { 0.0 };
                break;
            }
        }
        let m = if moves.len() < opening {
            let legal = position.legal_moves();
            legal[random.below(legal.len() as u64) as usize]
        } else {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let game = &line[..line.len() - 1];
            let best = engine.search(&position, game, limits, &AtomicBool::new(false), |_| {});
            let score = match best.score {
                Score::Points(points) => f64::from(points.clamp(-3000, 3000)),
                Score::Mate(moves) | Score::Rule(moves) => 3000.0 * f64::from(if moves > 0 { 1 } else { -1 }),
            };
            let score = if position.side() == Side::Red { score } else { -score };
            let quiet = position.get(best.line[0].to()).is_none() && !position.in_check(position.side());
            if quiet && score.abs() < 2500.0 {
                kept.push((position.clone(), score));
            }
            // A game that both sides have seen decided for a while is over.
            sure = if score.abs() >= 1500.0 { sure + 1 } else { 0 };
            if sure >= 8 {
                result = if score > 0.0 { 1.0 } else { 0.0 };
                break;
            }
            best.line[0]
        };
        let mut next = position;
        let _ = next.make(m);
        moves.push(m);
        line.push(next);
    }
    for (position, score) in kept {
        println!("{position}\t{score}\t{result}");
    }
}

fn value(sample: &Sample, weights: &[[f64; 2]]) -> f64 {
    let (mut middle, mut end) = (0.0, 0.0);
    for &(feature, count) in &sample.counts {
        middle += weights[feature as usize][0] * f64::from(count);
        end += weights[feature as usize][1] * f64::from(count);
    }
    middle * sample.middle + end * (1.0 - sample.middle)
}

fn error(samples: &[Sample], weights: &[[f64; 2]]) -> f64 {
    let square = |sample: &Sample| (logistic(value(sample, weights)) - sample.target).powi(2);
    samples.iter().map(square).sum::<f64>() / samples.len() as f64
}

/// Moves the weights downhill (Adam), each step over all samples.
fn fit(samples: &[Sample], held: &[Sample], pull: f64, steps: usize) -> Vec<[f64; 2]> {
    let prior: Vec<[f64; 2]> = WEIGHTS.iter().map(|&(m, e)| [f64::from(m), f64::from(e)]).collect();
    let mut weights = prior.clone();
    let (mut first, mut second) = (vec![[0.0; 2]; FEATURES], vec![[0.0; 2]; FEATURES]);
    for step in 1..=steps {
        let mut slope = vec![[0.0f64; 2]; FEATURES];
        for sample in samples {
            let guess = logistic(value(sample, &weights));
            let push = (guess - sample.target) * guess * (1.0 - guess);
            for &(feature, count) in &sample.counts {
                let push = push * f64::from(count);
                slope[feature as usize][0] += push * sample.middle;
                slope[feature as usize][1] += push * (1.0 - sample.middle);
            }
        }
        for feature in 0..FEATURES {
            for half in 0..2 {
                let back = (weights[feature][half] - prior[feature][half]) * pull;
                let slope = slope[feature][half] + back;
                first[feature][half] = 0.9 * first[feature][half] + 0.1 * slope;
                second[feature][half] = 0.999 * second[feature][half] + 0.001 * slope * slope;
                let bend = 1.0 - 0.999f64.powi(step as i32);
                let tilt = 1.0 - 0.9f64.powi(step as i32);
                let stride =
                    1.0 * first[feature][half] / tilt / ((second[feature][half] / bend).sqrt() + 1e-6);
                weights[feature][half] -= stride;
            }
        }
        if step % 20 == 0 {
            eprintln!(
                "step {step}: error {:.6}, held back {:.6}",
                error(samples, &weights),
                error(held, &weights)
            );
        }
    }
    weights
}

/// The positions of a file, with their targets.
fn read(path: &str, share: f64) -> Result<Vec<Sample>, Box<dyn Error>> {
    let mut samples = Vec::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let mut columns = line.split('\t');
        let mut column = || columns.next().ok_or("a line is FEN, score and result");
        let setup: Setup = column()?.parse()?;
        let score: f64 = column()?.parse()?;
        let result: f64 = column()?.parse()?;
        samples.push(sample(&Position::try_from(&setup)?, share * result + (1.0 - share) * logistic(score)));
    }
    Ok(samples)
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: f64| words.get(i).and_then(|word| word.parse().ok()).unwrap_or(default);
    match words.first().map(String::as_str) {
        Some("play") => {
            let mut random = Random::new(number(3, 1.0) as u64);
            for done in 1..=number(1, 1000.0) as u64 {
                play(&mut random, number(2, 500.0) as u64);
                if done.is_multiple_of(100) {
                    eprintln!("{done} games");
                }
            }
        }
        Some("fit") if words.len() > 1 => {
            let mut samples = read(&words[1], number(2, 0.3))?;
            let held = samples.split_off(samples.len() - samples.len() / 10);
            let before: Vec<[f64; 2]> = WEIGHTS.iter().map(|&(m, e)| [f64::from(m), f64::from(e)]).collect();
            eprintln!(
                "before: error {:.6}, held back {:.6}",
                error(&samples, &before),
                error(&held, &before)
            );
            print(&fit(&samples, &held, number(3, PULL), 200));
        }
        _ => return Err("usage: tune play GAMES NODES SEED, or tune fit FILE [SHARE] [PULL]".into()),
    }
    Ok(())
}

fn print(weights: &[[f64; 2]]) {
    println!("//! The weights, as the tuning tool wrote them; the features are drawn in `evaluation`.\n");
    println!("use super::evaluation::FEATURES;\n");
    println!("/// Middle game and endgame weight of every feature.\n#[rustfmt::skip]");
    println!("pub static WEIGHTS: [(i16, i16); FEATURES] = [");
    for row in weights.chunks(10) {
        let row: Vec<String> = row.iter().map(|[m, e]| format!("({m:.0}, {e:.0}),")).collect();
        println!("    {}", row.join(" ").replace("-0,", "0,").replace("-0)", "0)"));
    }
    println!("];");
}
