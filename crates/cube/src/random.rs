//! Random states, all equally likely.

use crate::cubie::{Corners, Cubie};
use crate::name::STATES2;
use ludex_core::Random;

impl Cubie {
    /// A random state of the 3x3.
    #[must_use]
    pub fn random(random: &mut Random) -> Cubie {
        let high = u128::from(random.below(43_252_003_274_489_856)) * 1000;
        Cubie::from_rank3(high + u128::from(random.below(1000))).expect("below the last")
    }
}

impl Corners {
    /// A random state of the 2x2, its DBL corner home.
    #[must_use]
    pub fn random2(random: &mut Random) -> Corners {
        Corners::from_rank2(random.below(STATES2) as u32).expect("below the last")
    }
}
