//! The 3x3 inside a larger cube.

use super::layout::turned;
use super::shared::Shared;
use crate::cubie::{Corners, Cubie, Edges, corner_facelets, edge_facelets_of, find_corner, find_edge};
use crate::face::Face;
use crate::moves::Turn;
use crate::solve::phase::TwoPhase;
use ludex_core::{Progress, Stopped};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// Reports of the 3x3 search, each after some thousands of steps, for which it may look for something
/// shorter.
const PATIENCE: u32 = 4;

/// By colour, the face it belongs to when the cube is held as it is.
pub(crate) type Home = [u8; 6];

/// The homes of the colours by what some centre sticker of each face shows.
pub(crate) fn centre_home(stickers: &[u8], n: usize) -> Home {
    let mut home = [0; 6];
    for face in 0..6 {
        home[stickers[face * n * n + n / 2 * n + n / 2] as usize] = face as u8;
    }
    home
}

/// The homes of the colours that leave the corner at DBL where it is.
pub(crate) fn corner_home(stickers: &[u8], n: usize) -> Home {
    let mut home = [0; 6];
    let corner = corner_facelets(n)[6].map(|facelet| stickers[place(n, facelet)]);
    for (colour, face) in corner.into_iter().zip([Face::D, Face::B, Face::L]) {
        home[colour as usize] = face as u8;
        home[colour as usize ^ 1] = face.opposite() as u8;
    }
    home
}

/// The solvers' number of a facelet.
fn place(n: usize, facelet: usize) -> usize {
    Face::FACELET_ORDER[facelet / (n * n)].index() * n * n + facelet % (n * n)
}

/// The corners of a cube.
pub(crate) fn corners(stickers: &[u8], n: usize, home: &Home) -> Corners {
    let mut corners = Corners::SOLVED;
    for (i, places) in corner_facelets(n).iter().enumerate() {
        let colours = places.map(|facelet| home[stickers[place(n, facelet)] as usize]);
        let (piece, twist) = find_corner(colours).expect("a lawful cube has only lawful corners");
        (corners.piece[i], corners.twist[i]) = (piece, twist);
    }
    corners
}

/// The edges of a cube `offset` stickers from one end of each.
pub(crate) fn edges(stickers: &[u8], n: usize, offset: usize, home: &Home) -> Edges {
    let mut edges = Edges::SOLVED;
    for (i, places) in edge_facelets_of(n, offset).iter().enumerate() {
        let colours = places.map(|facelet| home[stickers[place(n, facelet)] as usize]);
        let (piece, flip) = find_edge(colours).expect("a lawful cube has only lawful edges");
        (edges.piece[i], edges.flip[i]) = (piece, flip);
    }
    edges
}

/// A 3x3 of the corners and, on odd cubes, the middle edges. Even cubes get edges that are home, or
/// two of them exchanged where the corners ask for it.
pub(crate) fn skeleton(stickers: &[u8], n: usize) -> Cubie {
    if n % 2 == 1 {
        let home = centre_home(stickers, n);
        return Cubie { corners: corners(stickers, n, &home), edges: edges(stickers, n, n / 2, &home) };
    }
    let corners = corners(stickers, n, &corner_home(stickers, n));
    let mut edges = Edges::SOLVED;
    if corners.is_odd() {
        edges.piece.swap(0, 1);
    }
    Cubie { corners, edges }
}

/// Lets a search go on until it has found something, and then for so many reports more.
struct Patience<'a> {
    progress: &'a dyn Progress,
    found: AtomicBool,
    left: AtomicU32,
}

impl Progress for Patience<'_> {
    fn report(&self, _done: u64, _total: u64) -> Result<(), Stopped> {
        // The search runs on this thread alone: no order between the two is asked for.
        self.progress.report(0, 0)?;
        if !self.found.load(Relaxed) {
            return Ok(());
        }
        let less = |left: u32| left.checked_sub(1);
        self.left.fetch_update(Relaxed, Relaxed, less).map(|_| ()).map_err(|_| Stopped)
    }
}

/// Face turns that solve a 3x3: a first way, however long the search for it takes, and the shortest
/// that a little more search comes upon.
pub(crate) fn solve(cube: &Cubie, progress: &dyn Progress) -> Result<Vec<Turn>, Stopped> {
    let found = search(cube, LONGEST, false, progress)?;
    Ok(found.expect("every 3x3 is solved by far fewer turns"))
}

/// Face turns that solve a 3x3 in at most `limit` turns, if a little search comes upon them.
fn solve_within(cube: &Cubie, limit: usize, progress: &dyn Progress) -> Result<Option<Vec<Turn>>, Stopped> {
    search(cube, limit.min(LONGEST), true, progress)
}

/// Longer ways than any 3x3 needs.
const LONGEST: usize = 30;

/// The small solver, made once for all.
static SMALL: Shared<TwoPhase> = Shared::new();

/// The small solver, for whoever is ready to wait the tenth of a second it takes to make it.
pub(crate) fn small() -> &'static TwoPhase {
    SMALL.wait(TwoPhase::small)
}

fn search(
    cube: &Cubie,
    limit: usize,
    found: bool,
    progress: &dyn Progress,
) -> Result<Option<Vec<Turn>>, Stopped> {
    let patience = Patience { progress, found: AtomicBool::new(found), left: AtomicU32::new(PATIENCE) };
    let mut better = |_: &[Turn]| patience.found.store(true, Relaxed);
    let found = SMALL.get(TwoPhase::small, progress)?.solve(cube, limit as u8, true, &patience, &mut better);
    // That the patience is at its end is no stop; that of whoever waits is.
    progress.report(0, 0)?;
    Ok(found.ok().flatten())
}

/// The shortest whole of some reductions, each given as the rotation before it, the stickers after that,
/// and its turns; they come in the order of their length.
pub(crate) fn finish<'a>(
    n: usize,
    reductions: impl Iterator<Item = (Option<Turn>, &'a [u8], Vec<Turn>)>,
    progress: &dyn Progress,
) -> Result<Option<Vec<Turn>>, Stopped> {
    let mut best: Option<(usize, Vec<Turn>)> = None;
    for (rotation, stickers, turns) in reductions {
        let reduced = turns.iter().fold(stickers.to_vec(), |stickers, &turn| turned(&stickers, n, turn));
        let home = centre_home(&reduced, n);
        let cube = Cubie { corners: corners(&reduced, n, &home), edges: edges(&reduced, n, n / 2, &home) };
        // The first one must be solved, the others only if they are shorter than the best so far.
        let end = match &best {
            None => Some(solve(&cube, progress)?),
            Some((length, _)) if *length > turns.len() => {
                solve_within(&cube, length - turns.len() - 1, progress)?
            }
            Some(_) => break,
        };
        if let Some(end) = end {
            best = Some((turns.len() + end.len(), rotation.into_iter().chain(turns).chain(end).collect()));
        }
    }
    Ok(best.map(|(_, turns)| turns))
}
