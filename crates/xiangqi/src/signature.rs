//! The fixed piece of work behind `ludex bench`.

use crate::canonical::Canonical;
use crate::sample::placement;
use crate::sextant::Sextants;
use ludex_core::{Progress, Random, Signature, Stopped};

/// Boards in the signature.
const BOARDS: u64 = 20_000;

/// Names and codes of random boards, folded into one number.
pub(crate) fn signature(progress: &dyn Progress) -> Result<Signature, Stopped> {
    let mut signature = Signature::new("xiangqi boards named");
    let mut random = Random::new(4);
    for done in 0..BOARDS {
        if done % 1000 == 0 {
            progress.report(done, BOARDS)?;
        }
        let setup = placement(&mut random);
        if let Ok(canonical) = Canonical::of(&setup) {
            signature.fold(canonical.letters().as_str().as_bytes());
        }
        signature.fold(Sextants::of(&setup).code().as_str().as_bytes());
    }
    Ok(signature)
}
