//! Xiangqi beside the crate `chessai`: perft from the start, and the speed of names and codes.
//! `cargo bench -p ludex-bench --bench xiangqi [-- DEPTH]`.

use ludex_bench::{Contest, cpu};
use ludex_core::Random;
use ludex_xiangqi::engine::{Engine, Limits};
use ludex_xiangqi::sample::placement;
use ludex_xiangqi::{Position, Sextants, Tables, perft};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

/// The peer's leaves through its public interface, the last ply counted as ours is.
fn peer(engine: &mut chessai::Engine, depth: u32) -> u64 {
    let moves = engine.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for m in moves {
        assert!(engine.make_move(m), "a legal move is made");
        nodes += peer(engine, depth - 1);
        engine.undo_move();
    }
    nodes
}

/// Perft that makes the list of moves at the last ply as well, as a search would, instead of counting them
/// in the masks they are made of.
fn listed(position: &mut Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return black_box(moves).len() as u64;
    }
    let mut leaves = 0;
    for &m in moves.iter() {
        let undo = position.make(m);
        leaves += listed(position, depth - 1);
        position.undo(m, undo);
    }
    leaves
}

fn main() {
    let depth = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(4u32);
    let leaves = perft(&mut Position::start(), depth);
    let mut contest = Contest::new(&format!("perft {depth} from the start"), leaves);
    contest.run("ludex", || {
        assert_eq!(perft(&mut Position::start(), depth), leaves);
    });
    contest.run("ludex, the moves of the last ply listed too", || {
        assert_eq!(listed(&mut Position::start(), depth), leaves);
    });
    contest.run("chessai", || {
        let mut engine = chessai::Engine::builder().hash_size(1).use_book(false).build();
        assert_eq!(peer(&mut engine, depth), leaves);
    });
    contest.report();
    if depth == 5 {
        contest.rate_figure("xiangqi-perft");
    }

    let mut random = Random::new(1);
    let boards: Vec<_> = (0..20_000).map(|_| placement(&mut random)).collect();
    let mut names = Contest::new("canonical names", boards.len() as u64);
    names.run("ludex", || {
        for setup in &boards {
            let position = Position::try_from(setup).expect("random boards are positions");
            let _ = black_box(position.canonical().name(&Tables));
        }
    });
    names.report();
    let mut codes = Contest::new("sextant codes", boards.len() as u64);
    codes.run("ludex", || {
        for setup in &boards {
            black_box(Sextants::of(setup).code());
        }
    });
    codes.report();

    let nodes = 400_000;
    let mut visited = 0;
    let time = cpu(|| {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut engine = Engine::new(16 << 20);
        visited = engine.search(&Position::start(), &[], limits, &AtomicBool::new(false), |_| {}).nodes;
    });
    println!("search from the start: {:.2} Mnodes/s", visited as f64 / time.as_secs_f64() / 1e6);
}
