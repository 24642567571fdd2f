//! What was struck in a net since patterns were looked for last.

use crate::rate::units::HOUSES;

/// Where candidates were struck.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Struck {
    pub(super) cells: u128,
    /// The digits by house.
    pub(super) houses: [u16; 27],
}

impl Struck {
    pub(super) fn put(&mut self, cell: usize, digit: usize) {
        self.cells |= 1 << cell;
        for house in HOUSES[cell] {
            self.houses[usize::from(house)] |= 1 << digit;
        }
    }

    fn add(&mut self, other: &Struck) {
        self.cells |= other.cells;
        self.houses.iter_mut().zip(other.houses).for_each(|(own, other)| *own |= other);
    }
}

/// What was struck since each rule for patterns was asked last. The rules are asked in turn and the first
/// that finds something is the last: a later one may have more to look at.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) fresh: Struck,
    hidden: Struck,
    naked: Struck,
    wings: Struck,
}

impl Changes {
    pub(super) fn take_for_locked(&mut self) -> Struck {
        let fresh = std::mem::take(&mut self.fresh);
        self.hidden.add(&fresh);
        fresh
    }

    pub(super) fn take_for_hidden(&mut self) -> Struck {
        let hidden = std::mem::take(&mut self.hidden);
        self.naked.add(&hidden);
        hidden
    }

    pub(super) fn take_for_naked(&mut self) -> Struck {
        let naked = std::mem::take(&mut self.naked);
        self.wings.add(&naked);
        naked
    }

    pub(super) fn take_for_wings(&mut self) -> Struck {
        std::mem::take(&mut self.wings)
    }
}
