//! The fixed piece of work behind `ludex bench`.

use crate::engine::{Engine, Limits};
use crate::position::Position;
use crate::sample::placement;
use crate::sextant::Sextants;
use crate::tables::Tables;
use ludex_core::{Progress, Random, Signature, Stopped};
use std::sync::atomic::AtomicBool;

/// Boards that are named.
const BOARDS: u64 = 20_000;
/// Searches along a game from the start, and the plies of each.
const SEARCHES: u64 = 12;
const DEPTH: u32 = 6;

/// Names and codes of random boards, then the nodes and moves of a game that the engine plays against
/// itself: a change to any of them changes the number.
pub(crate) fn signature(progress: &dyn Progress) -> Result<Signature, Stopped> {
    let mut signature = Signature::new("xiangqi boards named and positions searched");
    let mut random = Random::new(4);
    let total = BOARDS + SEARCHES;
    for done in 0..BOARDS {
        if done % 1000 == 0 {
            progress.report(done, total)?;
        }
        let setup = placement(&mut random);
        let position = Position::try_from(&setup).expect("random boards are of the normal piece set");
        if let Ok(name) = position.canonical().name(&Tables) {
            signature.fold(name.as_str().as_bytes());
        }
        signature.fold(Sextants::of(&setup).code().as_str().as_bytes());
    }
    let mut engine = Engine::new(1 << 20);
    let mut position = Position::start();
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    for done in 0..SEARCHES {
        progress.report(BOARDS + done, total)?;
        let best = engine.search(&position, &[], limits, &AtomicBool::new(false), |_| {});
        signature.fold(&best.nodes.to_le_bytes());
        let Some(&m) = best.line.first() else { break };
        signature.fold(m.to_string().as_bytes());
        let _ = position.make(m);
    }
    Ok(signature)
}
