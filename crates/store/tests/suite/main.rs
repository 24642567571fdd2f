//! One suite, run on both databases.

mod care;
mod crash;
mod extension;
mod killed;
mod meeting;
// Shared with the suite of ludex-setups, which calls other parts of it.
#[allow(dead_code)]
mod place;
mod readonly;
mod records;
mod safety;
mod tls;

impl place::Place {
    fn open(&self) -> ludex_store::Store {
        ludex_store::Store::open(&self.url).expect("the store opens")
    }
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
