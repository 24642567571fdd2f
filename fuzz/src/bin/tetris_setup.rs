//! Law: a setup that is legal and whose build an id can tell has one that reads as itself and tells its leftover; letter order is no matter.
#![no_main]

use ludex_tetris::{IdError, IdScheme, Position, Setup, SetupId, Tables};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = text.parse::<SetupId>();
    let Ok(setup) = text.parse::<Setup>() else { return };
    let Ok(position) = Position::try_from(&setup) else { return };
    let canonical = position.canonical();
    let id = match canonical.name(&Tables::default()) {
        Ok(id) => id,
        Err(IdError::Build(_)) => return,
        Err(other) => panic!("no field is read: {other}"),
    };
    assert_eq!(id.to_string().parse::<SetupId>(), Ok(id));
    assert_eq!(id.fields(IdScheme::V1).leftover, *canonical.leftover());
    let again = canonical.text().parse::<Setup>().expect("six fields");
    assert_eq!(Position::try_from(&again).expect("still legal").canonical(), canonical);
    assert_eq!(canonical.position().canonical(), canonical);
    let _ = canonical.name(&Tables { scheme: IdScheme::V2, ..Tables::default() });
});
