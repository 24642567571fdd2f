//! What the store keeps, over HTTP, on both databases; and what is done while a server of PostgreSQL is away.

#[path = "../common/mod.rs"]
mod common;

mod access;
mod away;
// Shared with the suites of ludex-store and ludex-setups, which call other parts of it.
#[allow(dead_code)]
#[path = "../../../store/tests/suite/place.rs"]
mod place;
mod records;
mod setups;

use common::Server;
use ludex_server::Config;

/// A database.
#[derive(Clone, Copy)]
enum Back {
    Sqlite,
    Postgres,
}

impl Back {
    /// A server over a new store.
    fn server(self) -> Server {
        self.with(|_| {})
    }

    /// The same, configured.
    fn with(self, change: impl FnOnce(&mut Config)) -> Server {
        match self {
            Back::Sqlite => Server::with(change),
            Back::Postgres => Server::with(|config| {
                config.store.clone_from(&place::Place::postgres().url);
                change(config);
            }),
        }
    }
}

/// Makes a test of each function for each database.
#[macro_export]
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { super::$test($crate::Back::Sqlite); })*
        }
        mod postgres {
            $(#[test] fn $test() { super::$test($crate::Back::Postgres); })*
        }
    };
}
