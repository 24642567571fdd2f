//! Weights of patterns, learned from walks that lead away from the goal and from attempts to come back.

use super::plan::Plan;
use super::wide::Field;
use crate::nxn::search::bits;
use ludex_core::Random;

/// How long to learn, and from how far away.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lessons {
    pub(crate) walks: usize,
    pub(crate) updates: usize,
    pub(crate) longest: usize,
}

fn random_turn(random: &mut Random, turns: u64) -> usize {
    let pick = random.below(u64::from(turns.count_ones())) as usize;
    bits(turns).nth(pick).expect("there are as many")
}

/// Fits weights to the lengths of random walks, then to what the best of the next states says: what that
/// adds to the guess.
pub(crate) fn learn<const S: usize, const N: usize>(
    plan: &Plan<S, N>,
    goal: &dyn Fn(&mut Random) -> [u32; N],
    (next, turns): (&[u64], u64),
    lessons: Lessons,
) -> Vec<i16> {
    let mut random = Random::new(17);
    let mut weights = plan.guess();
    let mut features = Vec::new();
    for walk in 0..lessons.walks {
        let rate = 0.3 * (1.0 - walk as f32 / lessons.walks as f32) + 0.01;
        let mut state = goal(&mut random);
        let mut last = 63;
        let mut length = 0;
        while length < lessons.longest {
            length += 1;
            last = random_turn(&mut random, next[last] & turns);
            state = plan.step(&state, last);
            if plan.is_goal(&state) {
                length = 0;
                continue;
            }
            plan.features(&state, &mut features);
            nudge(&mut weights, &features, length as f32, rate);
        }
    }
    improve(plan, &mut weights, goal, (next, turns), &mut random, lessons);
    plan.gained(&weights)
}

fn sum(weights: &[f32], features: &[u32]) -> f32 {
    features.iter().map(|&i| weights[i as usize]).sum()
}

fn nudge(weights: &mut [f32], features: &[u32], target: f32, rate: f32) {
    let error = target - sum(weights, features);
    let share = rate * error / features.len() as f32;
    features.iter().for_each(|&i| weights[i as usize] += share);
}

/// Tries to come back from some way off, and moves the value of each state on the way towards one more than
/// that of the best next one. So states that look near and are not lose what makes them look near.
fn improve<const S: usize, const N: usize>(
    plan: &Plan<S, N>,
    weights: &mut [f32],
    goal: &dyn Fn(&mut Random) -> [u32; N],
    (next, turns): (&[u64], u64),
    random: &mut Random,
    lessons: Lessons,
) {
    let mut features = Vec::new();
    let mut done = 0;
    while done < lessons.updates {
        let rate = 0.15 * (1.0 - done as f32 / lessons.updates as f32) + 0.01;
        let mut state = goal(random);
        let mut last = 63;
        let far = random.below(3) == 0;
        let length = if far { 3 * lessons.longest as u64 } else { random.below(lessons.longest as u64) + 1 };
        for _ in 0..length {
            last = random_turn(random, next[last] & turns);
            state = plan.step(&state, last);
        }
        for _ in 0..2 * lessons.longest {
            if plan.is_goal(&state) {
                break;
            }
            let (mut best, mut to) = (f32::MAX, state);
            for turn in bits(turns) {
                let after = plan.step(&state, turn);
                let value = if plan.is_goal(&after) {
                    0.0
                } else {
                    plan.features(&after, &mut features);
                    sum(weights, &features).max(1.0)
                };
                if value < best {
                    (best, to) = (value, after);
                }
            }
            plan.features(&state, &mut features);
            nudge(weights, &features, best + 1.0, rate);
            done += 1;
            state = if random.below(16) == 0 { plan.step(&state, random_turn(random, turns)) } else { to };
        }
    }
}
