//! Fits the weights of the classic evaluation to games of self-play.
//!
//! The weights are moved downhill on the squared difference between the target (a share of it the result,
//! the rest the search) and the value, both through a logistic curve. Weights that the games say little about
//! stay where they were (the pull).

use crate::games::Record;
use crate::samples::{HELD_OUT, Sample as Quiet};
use ludex_xiangqi::engine::evaluation::{FEATURES, FULL_PHASE, features, phase};
use ludex_xiangqi::engine::weights::WEIGHTS;
use ludex_xiangqi::{Position, Side};
use std::fmt::Write;

/// Points for which the logistic curve falls to a tenth.
const SCALE: f64 = 400.0;
/// How strongly a weight is pulled back to where it began, unless told. A feature seen in two thousand
/// positions has a slope whose noise is near 1: weaker pulls fit that noise, and play worse for it.
pub const PULL: f64 = 0.3;

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
fn fit(
    samples: &[Sample],
    held: &[Sample],
    pull: f64,
    steps: usize,
    tell: &mut impl FnMut(&str),
) -> Vec<[f64; 2]> {
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
            tell(&format!(
                "step {step}: error {:.6}, held out {:.6}",
                error(samples, &weights),
                error(held, &weights)
            ));
        }
    }
    weights
}

/// Fits the weights to the quiet positions of games; `tell` hears what became of the error.
///
/// # Errors
/// When a game has a move that is not legal.
pub fn fit_games(
    games: &[Record],
    share: f64,
    pull: f64,
    mut tell: impl FnMut(&str),
) -> anyhow::Result<String> {
    let (mut samples, mut held) = (Vec::new(), Vec::new());
    for (i, game) in games.iter().enumerate() {
        let list = if i % HELD_OUT == 0 { &mut held } else { &mut samples };
        game.walk(|position, m, score| {
            if let Some(quiet) = Quiet::of(position, m, score, game.result) {
                // The network's target is for the side to move, this one for Red.
                let target = f64::from(quiet.target(share as f32));
                let red = if position.side() == Side::Red { target } else { 1.0 - target };
                list.push(sample(position, red));
            }
        })?;
    }
    let before: Vec<[f64; 2]> = WEIGHTS.iter().map(|&(m, e)| [f64::from(m), f64::from(e)]).collect();
    tell(&format!("before: error {:.6}, held out {:.6}", error(&samples, &before), error(&held, &before)));
    Ok(text(&fit(&samples, &held, pull, 200, &mut tell)))
}

/// The source of `weights.rs`.
fn text(weights: &[[f64; 2]]) -> String {
    let mut text = String::from(
        "//! The weights, as the tuning tool wrote them; the features are drawn in `evaluation`.\n\n\
         use super::evaluation::FEATURES;\n\n\
         /// Middle game and endgame weight of every feature.\n#[rustfmt::skip]\n\
         pub static WEIGHTS: [(i16, i16); FEATURES] = [\n",
    );
    for row in weights.chunks(10) {
        let row: Vec<String> = row.iter().map(|[m, e]| format!("({m:.0}, {e:.0}),")).collect();
        let _ = writeln!(text, "    {}", row.join(" ").replace("-0,", "0,").replace("-0)", "0)"));
    }
    text.push_str("];\n");
    text
}
