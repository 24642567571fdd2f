//! Solvers with their tables, shared by the tests of this crate.

// Each test binary uses some of them.
#![allow(dead_code)]

use ludex_core::Silent;
use ludex_core::table::{BLOCK, Table, header};
use ludex_cube::solve::coset::Grain;
use ludex_cube::solve::optimal::Deepening;
use ludex_cube::solve::phase::{TwoPhase, VERSION, WORD};
use ludex_cube::solve::pruning::PruningTable;
use ludex_cube::{Cubie, Metric, Pieces, Tables, Turn, text};
use std::path::PathBuf;
use std::sync::OnceLock;

/// The large table, kept between runs beside the test binaries.
pub(crate) fn large() -> &'static TwoPhase {
    static SOLVER: OnceLock<TwoPhase> = OnceLock::new();
    SOLVER.get_or_init(|| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{WORD}-v{VERSION}.ldx"));
        let kept = std::fs::read(&path).ok().and_then(|bytes| {
            let table = Table::open(bytes, WORD, VERSION).ok()?;
            table.payload().ok().map(<[u8]>::to_vec)
        });
        let payload = kept.unwrap_or_else(|| {
            let payload = TwoPhase::build(2, &Silent).unwrap();
            let mut file = header(WORD, VERSION, &payload, BLOCK);
            file.extend_from_slice(&payload);
            std::fs::write(&path, file).unwrap();
            payload
        });
        TwoPhase::large(Box::new(payload)).expect("a whole payload")
    })
}

/// The tables of all tests here, none of them in a file.
pub(crate) fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(Tables::default)
}

/// The coarsest table for shortest solutions, made in seconds.
pub(crate) fn coarse(metric: Metric) -> PruningTable<'static> {
    tables().optimal(Grain::Coarse, metric, &Silent).expect("there is memory for it").table()
}

pub(crate) fn shortest(pruning: PruningTable<'_>, state: Cubie, all: bool) -> Vec<Vec<Turn>> {
    Deepening::new(pruning, state).search(26, all, &Silent, &mut |_| ()).unwrap()
}

pub(crate) fn small() -> &'static TwoPhase {
    static SOLVER: OnceLock<TwoPhase> = OnceLock::new();
    SOLVER.get_or_init(TwoPhase::small)
}

pub(crate) fn long() -> bool {
    std::env::var_os("LUDEX_LONG").is_some()
}

pub(crate) fn state(facelets: &str) -> Cubie {
    match text::read(facelets, Some(3)).unwrap().pieces() {
        Pieces::Three(state) => *state,
        _ => panic!("not a 3x3"),
    }
}

pub(crate) fn two_phase(solver: &TwoPhase, state: &Cubie, target: u8) -> Vec<Turn> {
    solver.solve(state, target, false, &Silent, &mut |_| ()).unwrap().expect("every state has one")
}
