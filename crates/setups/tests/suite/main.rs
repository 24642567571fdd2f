//! One suite, run on both databases.

mod chain;
mod cost;
mod damage;
mod interleaved;
mod outsiders;
mod patterns;
// Shared with the suite of ludex-store, which calls other parts of it.
#[allow(dead_code)]
#[path = "../../../store/tests/suite/place.rs"]
mod place;
mod planted;
mod privileges;
mod public;
mod public_dump;
mod samples;
mod seen;
mod sets;
mod setups;
mod stale;
mod starter;
mod tree;

impl place::Place {
    fn open(&self) -> ludex_setups::Setups {
        ludex_setups::Setups::open(&self.url).expect("the store opens")
    }
}

/// An id that is one.
fn id(text: &str) -> ludex_tetris::SetupId {
    text.parse().expect("an id")
}

/// Makes a test of each function for each database.
#[macro_export]
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { super::$test(&mut $crate::place::Place::sqlite()); })*
        }
        mod postgres {
            $(#[test] fn $test() { super::$test(&mut $crate::place::Place::postgres()); })*
        }
    };
}
