//! The collection a new user searches before there is a store.

use crate::store::PlaceArgs;
use ludex_setups::Setups;

/// Opens the store to read its setups. Where no store is named and the usual one has no setups yet, it
/// is the starter collection, in memory.
pub(super) fn open(place: &PlaceArgs) -> anyhow::Result<Setups> {
    open_part(place, None, None)
}

/// The same, where only the setups of one perfect clear, or of one leftover of it, are asked for: taking in all of
/// the collection takes a while.
pub(super) fn open_part(
    place: &PlaceArgs,
    pc: Option<i64>,
    leftover: Option<&str>,
) -> anyhow::Result<Setups> {
    let mut store = place.open_setups_to_read()?;
    if place.is_usual() && !store.has_setups()? {
        eprintln!(
            "ludex: there are no setups in the store yet: this is the starter collection \
             (`ludex tetris setups import --starter` keeps it)"
        );
        store = Setups::open(":memory:")?;
        store.import_starter_of(pc, leftover)?;
    }
    Ok(store)
}
