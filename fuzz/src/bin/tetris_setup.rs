//! Law: a setup that is legal has an id that reads as itself and tells its leftover; letter order is no matter.
#![no_main]

use ludex_tetris::{Canonical, FourRule, Scheme, Setup, SetupId, SetupPosition};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = text.parse::<SetupId>();
    let Ok(setup) = Setup::read(text) else { return };
    let Ok(position) = SetupPosition::check(&setup) else { return };
    let canonical = Canonical::of(&position);
    let id = SetupId::first(&canonical, Scheme::V1, FourRule::Counted).expect("no field is read");
    assert_eq!(id.to_string().parse::<SetupId>(), Ok(id));
    assert_eq!(id.fields(Scheme::V1).leftover, *canonical.leftover());
    let again =
        SetupPosition::check(&Setup::read(&canonical.text()).expect("six fields")).expect("still legal");
    assert_eq!(Canonical::of(&again), canonical);
    let _ = SetupId::first(&canonical, Scheme::V2, FourRule::Counted);
});
