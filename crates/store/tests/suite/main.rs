//! One suite, run on both databases.

mod crash;
mod place;
mod records;
mod samples;
mod setups;
mod tree;
mod words;

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
