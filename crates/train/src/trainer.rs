//! Training on the processor: the same arithmetic as `train.py`, in plain Rust, for small networks.
//!
//! A batch is cut into a fixed number of parts whose slopes are added up in their order, so the number of
//! threads changes no bit of the result.

use crate::floats::Floats;
use crate::samples::{PIECES, Sample};
use ludex_core::Random;
use ludex_xiangqi::engine::network::HIDDEN;
use ludex_xiangqi::engine::network::inputs::{KINGS, PHASES, PLACES, ROWS, reflected_rows};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Parts of a batch.
const PARTS: usize = 16;
/// Largest weight of either layer.
const MOST: f32 = 1.98;
/// Largest sum of the weights of a phase: the engine adds up in 32 bits.
const MOST_SUM: f32 = 500.0;
const SHARE: f32 = 0.3;

/// How to train.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Passes over the samples.
    pub epochs: usize,
    /// Samples a step.
    pub batch: usize,
    /// What the first weights, the order and the reflections follow from.
    pub seed: u64,
    /// Threads at work.
    pub threads: usize,
    /// How strongly what is special to a place of the king is pulled towards nothing.
    pub decay: f32,
}

/// The slopes of all weights, or sums over them.
#[derive(Clone)]
struct Slopes {
    rows: Vec<f32>,
    bias: Vec<f32>,
    weights: Vec<f32>,
    biases: Vec<f32>,
    loss: f64,
}

impl Slopes {
    fn new() -> Self {
        Slopes {
            rows: vec![0.0; ROWS * HIDDEN],
            bias: vec![0.0; HIDDEN],
            weights: vec![0.0; PHASES * 2 * HIDDEN],
            biases: vec![0.0; PHASES],
            loss: 0.0,
        }
    }

    fn clear(&mut self) {
        for part in [&mut self.rows, &mut self.bias, &mut self.weights, &mut self.biases] {
            part.fill(0.0);
        }
        self.loss = 0.0;
    }

    fn add(&mut self, other: &Slopes) {
        let sum = |a: &mut [f32], b: &[f32]| a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        sum(&mut self.rows, &other.rows);
        sum(&mut self.bias, &other.bias);
        sum(&mut self.weights, &other.weights);
        sum(&mut self.biases, &other.biases);
        self.loss += other.loss;
    }
}

/// The output for a sample and, where wanted, its share of the slopes.
fn pass(network: &Floats, rows: &[[u16; PIECES]; 2], sample: &Sample, slopes: Option<&mut Slopes>) -> f32 {
    let mut sums = [[0.0f32; HIDDEN]; 2];
    let phase = usize::from(sample.phase);
    let weights = &network.weights[phase * 2 * HIDDEN..][..2 * HIDDEN];
    let mut output = network.biases[phase];
    let pieces = |rows: &[u16; PIECES]| rows.iter().take_while(|&&row| usize::from(row) < ROWS).count();
    for (half, sums) in sums.iter_mut().enumerate() {
        sums.copy_from_slice(&network.bias);
        for &row in &rows[half][..pieces(&rows[half])] {
            let row = &network.rows[usize::from(row) * HIDDEN..][..HIDDEN];
            sums.iter_mut().zip(row).for_each(|(sum, row)| *sum += row);
        }
        for (sum, weight) in sums.iter_mut().zip(&weights[half * HIDDEN..]) {
            let clipped = sum.clamp(0.0, 1.0);
            output += clipped * clipped * weight;
        }
    }
    let guess = 1.0 / (1.0 + (-output).exp());
    let miss = guess - sample.target(SHARE);
    if let Some(slopes) = slopes {
        slopes.loss += f64::from(miss * miss);
        let push = 2.0 * miss * guess * (1.0 - guess);
        slopes.biases[phase] += push;
        for (half, sums) in sums.iter_mut().enumerate() {
            let weights = &weights[half * HIDDEN..][..HIDDEN];
            let slope = &mut slopes.weights[(phase * 2 + half) * HIDDEN..][..HIDDEN];
            for i in 0..HIDDEN {
                let clipped = sums[i].clamp(0.0, 1.0);
                slope[i] += push * clipped * clipped;
                let open = sums[i] > 0.0 && sums[i] < 1.0;
                sums[i] = if open { push * weights[i] * 2.0 * clipped } else { 0.0 };
            }
            slopes.bias.iter_mut().zip(&*sums).for_each(|(slope, sum)| *slope += sum);
            for &row in &rows[half][..pieces(&rows[half])] {
                let slope = &mut slopes.rows[usize::from(row) * HIDDEN..][..HIDDEN];
                slope.iter_mut().zip(&*sums).for_each(|(slope, sum)| *slope += sum);
            }
        }
    }
    miss * miss
}

/// The mean squared error on samples.
#[must_use]
pub fn loss(network: &Floats, samples: &[Sample]) -> f64 {
    let sum: f64 = samples.iter().map(|sample| f64::from(pass(network, &sample.rows, sample, None))).sum();
    sum / samples.len().max(1) as f64
}

/// One group of weights on its way downhill (AdamW).
struct Group {
    values: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    decay: f32,
}

impl Group {
    fn new(values: Vec<f32>, decay: f32) -> Self {
        let zeros = vec![0.0; values.len()];
        Group { values, first: zeros.clone(), second: zeros, decay }
    }

    fn step(&mut self, slopes: &[f32], rate: f32, count: i32, most: f32) {
        let (tilt, bend) = (1.0 - 0.9f32.powi(count), 1.0 - 0.999f32.powi(count));
        let keep = 1.0 - rate * self.decay;
        for (i, &slope) in slopes.iter().enumerate() {
            self.first[i] = 0.9 * self.first[i] + 0.1 * slope;
            self.second[i] = 0.999 * self.second[i] + 0.001 * slope * slope;
            let stride = self.first[i] / tilt / ((self.second[i] / bend).sqrt() + 1e-8);
            self.values[i] = (self.values[i] * keep - rate * stride).clamp(-most, most);
        }
    }
}

/// Trains a network; `tell` hears of every epoch: its number, the loss and the loss on held-out samples.
#[must_use]
pub fn train(
    plan: &Plan,
    samples: &[Sample],
    held: &[Sample],
    mut tell: impl FnMut(usize, f64, f64),
) -> Floats {
    let mut random = Random::new(plan.seed);
    let mut near = |size: f32| (random.next_u64() >> 40) as f32 / (1u64 << 24) as f32 * size - size / 2.0;
    let mut shared = Group::new((0..PLACES * HIDDEN).map(|_| near(0.2)).collect(), 0.05);
    let mut own = Group::new(vec![0.0; ROWS * HIDDEN], plan.decay);
    let mut bias = Group::new(vec![0.1; HIDDEN], 0.05);
    let last: Vec<f32> = (0..2 * HIDDEN).map(|_| near(0.15)).collect();
    let mut weights = Group::new(last.repeat(PHASES), 0.05);
    let mut biases = Group::new(vec![0.0; PHASES], 0.05);
    let reflected = reflected_rows();
    let assemble = |shared: &Group, own: &Group, bias: &Group, weights: &Group, biases: &Group| Floats {
        rows: own.values.iter().enumerate().map(|(i, n)| n + shared.values[i % (PLACES * HIDDEN)]).collect(),
        bias: bias.values.clone(),
        weights: weights.values.clone(),
        biases: biases.values.clone(),
    };
    let mut network = assemble(&shared, &own, &bias, &weights, &biases);
    let batch = plan.batch.clamp(PARTS, samples.len().max(PARTS));
    let steps = (plan.epochs * (samples.len() / batch)).max(1);
    let parts: Vec<Mutex<Slopes>> = (0..PARTS).map(|_| Mutex::new(Slopes::new())).collect();
    let mut total = Slopes::new();
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut done = 0;
    for epoch in 1..=plan.epochs {
        random.shuffle(&mut order);
        let (mut sum, mut count) = (0.0, 0);
        for chosen in order.chunks_exact(batch) {
            let salt = random.next_u64();
            let next = AtomicUsize::new(0);
            let work = || {
                loop {
                    let part = next.fetch_add(1, Ordering::Relaxed);
                    let Some(chosen) = chosen.chunks(batch.div_ceil(PARTS)).nth(part) else { break };
                    let mut slopes = parts[part].lock().expect("no part panics");
                    slopes.clear();
                    let mut coins = Random::new(salt.wrapping_add(part as u64));
                    for &at in chosen {
                        let sample = &samples[at as usize];
                        let mut rows = sample.rows;
                        if coins.below(2) == 1 {
                            for (half, rows) in rows.iter_mut().enumerate() {
                                let turn = |row: &mut u16| {
                                    *row = *reflected.get(usize::from(*row)).unwrap_or(row);
                                };
                                if sample.middle[half] {
                                    rows.iter_mut().for_each(turn);
                                }
                            }
                        }
                        pass(&network, &rows, sample, Some(&mut slopes));
                    }
                }
            };
            std::thread::scope(|scope| {
                for _ in 1..plan.threads {
                    scope.spawn(work);
                }
                work();
            });
            total.clear();
            for part in &parts[..chosen.len().div_ceil(batch.div_ceil(PARTS))] {
                total.add(&part.lock().expect("no part panics"));
            }
            let scale = 1.0 / chosen.len() as f32;
            for part in [&mut total.rows, &mut total.bias, &mut total.weights, &mut total.biases] {
                part.iter_mut().for_each(|slope| *slope *= scale);
            }
            sum += total.loss / chosen.len() as f64;
            count += 1;
            done += 1;
            let wave = (1.0 + (std::f32::consts::PI * done as f32 / steps as f32).cos()) / 2.0;
            let rate = 2e-5 + (1.5e-3 - 2e-5) * wave;
            let mut common = vec![0.0; PLACES * HIDDEN];
            for king in 0..KINGS {
                let slopes = &total.rows[king * PLACES * HIDDEN..];
                common.iter_mut().zip(slopes).for_each(|(common, slope)| *common += slope);
            }
            shared.step(&common, rate, done, MOST / 2.0);
            own.step(&total.rows, rate, done, MOST / 2.0);
            bias.step(&total.bias, rate, done, f32::MAX);
            weights.step(&total.weights, rate, done, MOST);
            biases.step(&total.biases, rate, done, f32::MAX);
            for phase in weights.values.chunks_mut(2 * HIDDEN) {
                let size: f32 = phase.iter().map(|n| n.abs()).sum();
                let shrink = (MOST_SUM / size).min(1.0);
                phase.iter_mut().for_each(|n| *n *= shrink);
            }
            network = assemble(&shared, &own, &bias, &weights, &biases);
        }
        tell(epoch, sum / f64::from(count.max(1)), loss(&network, held));
    }
    network
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{self, play_all};
    use crate::samples::of_games;
    use ludex_xiangqi::Position;
    use ludex_xiangqi::engine::network::Network;
    use ludex_xiangqi::engine::{Engine, Evaluation};

    /// A few games are enough to learn more than nothing, the threads change nothing, and the engine reads
    /// what comes out.
    #[test]
    fn a_small_network_learns_and_is_read() {
        let time = std::time::Duration::from_secs(1000);
        let plan = play::Plan { games: 12, nodes: 40, seed: 3, threads: 1, time };
        let mut games = Vec::new();
        let make = || {
            let mut engine = Engine::new(1 << 16);
            engine.set_evaluation(Evaluation::Classic);
            engine
        };
        play_all(&plan, make, |_, game| games.push(game.clone()));
        let (samples, _) = of_games(&games).unwrap();
        let plan = Plan { epochs: 3, batch: 128, seed: 1, threads: 1, decay: 1.0 };
        let mut losses = Vec::new();
        let one = train(&plan, &samples, &samples, |_, _, loss| losses.push(loss));
        assert!(losses[2] < losses[0], "{losses:?}");
        let two = train(&Plan { threads: 2, ..plan }, &samples, &samples, |_, _, _| {});
        assert_eq!(one.to_bytes(), two.to_bytes());
        assert_eq!(Floats::read(&one.to_bytes()).unwrap().to_bytes(), one.to_bytes());
        let network = Network::read(&one.quantise().unwrap()).unwrap();
        assert!(network.evaluate(&Position::start()).abs() < 1000);
    }
}
