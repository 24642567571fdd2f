//! The edge through which the program sees cubes.

use crate::cubie::{Corners, Cubie};
use crate::moves::Turn;
use crate::name::CubeKind;
use crate::notation;
use crate::picture;
use crate::position::{Pieces, Position};
use crate::setup::Setup;
use crate::solve::options::SolveOptions;
use crate::solve::two::Metric;
use crate::solve::watch::Watch;
use crate::solve::{SolveError, solve};
use crate::symmetry::Symmetry;
use crate::tables::Tables;
use crate::text::{self, TextError};
use ludex_core::{
    Difference, Family, Name, NameKind, Picture, Progress, Random, Refusal, Sameness, Signature, Silent,
    Stopped, Style, downcast,
};

/// The family of cubes, with the tables of its solvers.
#[derive(Debug, Default)]
pub struct Cubes {
    tables: Tables,
    size: Option<usize>,
}

impl Cubes {
    /// The family, reading cubes of one size: moves say nothing about it.
    #[must_use]
    pub fn with_size(size: usize) -> Cubes {
        Cubes { size: Some(size), ..Cubes::default() }
    }

    /// The tables of the solvers.
    #[must_use]
    pub const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The turns that solve the cube as it is held.
    fn turns(&self, position: &Position, watch: &dyn Watch) -> Result<Vec<Turn>, SolveError> {
        let found = solve(position, &SolveOptions::default(), &self.tables, watch)?;
        Ok(found.turns.into_iter().next().unwrap_or_default())
    }
}

/// Passes progress on and keeps the rest to itself.
struct Quiet<'a>(&'a dyn Progress);

impl Progress for Quiet<'_> {
    fn report(&self, done: u64, total: u64) -> Result<(), Stopped> {
        self.0.report(done, total)
    }
}

impl Watch for Quiet<'_> {}

impl Family for Cubes {
    fn word(&self) -> &'static str {
        "cube"
    }

    fn kinds(&self) -> &'static [NameKind] {
        const {
            &[
                NameKind::new("cube3", Sameness::Disguises),
                NameKind::new("cube2", Sameness::Disguises).with_rank_bits(24),
                NameKind::new("cube3-state", Sameness::Exact),
                NameKind::new("cube2-state", Sameness::Exact).with_rank_bits(24),
                NameKind::new("cube3-inverse", Sameness::Inverse),
                NameKind::new("cube2-inverse", Sameness::Inverse).with_rank_bits(24),
            ]
        }
    }

    fn accepts(&self) -> &'static str {
        "a cube: 24 or 54 facelets, WWWW-YYYY-OOOO-RRRR-BBBB-GGGG, or moves such as R U R' U'"
    }

    fn measure(&self, line: &str) -> Option<usize> {
        text::measure(line, self.size)
    }

    fn parse(&self, item: &str) -> Result<Box<dyn ludex_core::Setup>, Refusal> {
        match Setup::read(item, self.size) {
            Ok(setup) => Ok(Box::new(setup)),
            Err(error) => Err(TextError::from(error).refusal()),
        }
    }

    fn recall(&self, name: &Name) -> Result<Box<dyn ludex_core::Position>, Refusal> {
        Ok(Box::new(text::read_name(name, self.size).map_err(|error| error.refusal())?))
    }

    fn name(&self, position: &dyn ludex_core::Position) -> Result<Name, Refusal> {
        let position: &Position = downcast(position)?;
        Ok(position.canonical().name(&self.tables)?.qualified())
    }

    fn exact_name(&self, position: &dyn ludex_core::Position) -> Option<Result<Name, Refusal>> {
        let name = |position: &Position| Ok(position.name(CubeKind::State)?.qualified());
        Some(downcast(position).and_then(name))
    }

    fn solve(
        &self,
        position: &dyn ludex_core::Position,
        progress: &dyn Progress,
    ) -> Option<Result<String, Refusal>> {
        let solve = || {
            let position: &Position = downcast(position)?;
            Ok(notation::write(&self.turns(position, &Quiet(progress))?, position.size()))
        };
        Some(solve())
    }

    fn diff(&self, a: &dyn ludex_core::Setup, b: &dyn ludex_core::Setup) -> Result<Difference, Refusal> {
        let position = |setup| -> Result<Position, Refusal> {
            let setup: &Setup = downcast(setup)?;
            Position::try_from(setup).map_err(|invalid| TextError::from(invalid).refusal())
        };
        Ok(difference(&position(a)?, &position(b)?))
    }

    fn signature(&self, progress: &dyn Progress) -> Result<Signature, Stopped> {
        let mut signature = Signature::new("2x2 solutions and 3x3 names");
        let mut random = Random::new(2);
        for i in 0..100_000 {
            if i % 4096 == 0 {
                progress.report(i, 100_000)?;
            }
            let rank = Corners::random2(&mut random).rank2();
            let length = |metric| self.tables.two(metric).solve(rank).len() as u8;
            signature.fold(&[Metric::Htm, Metric::Qtm].map(length));
            let state = Cubie::random(&mut random);
            signature.fold(&state.least().rank3().to_le_bytes());
        }
        Ok(signature)
    }

    fn self_test(&self) -> Result<(), Refusal> {
        let known = [
            (2, "R U R' U'", "cube2:0469"),
            (2, "U R2 F' D2 L B' R' D", "cube2:4CxZ"),
            (3, "U R2 F' D2 L B' R' D", "cube3:1G0aiT7QRth"),
        ];
        for (size, moves, name) in known {
            let found = self.name(&text::read(moves, Some(size))?)?.to_string();
            if found != name {
                return Err(Refusal::new(format!("{moves} on the {size}x{size} is {found}, not {name}")));
            }
        }
        Ok(())
    }
}

impl ludex_core::Setup for Setup {
    fn text(&self) -> String {
        self.to_string()
    }

    fn picture(&self) -> Picture {
        self.picture_in(Style::default())
    }

    fn picture_in(&self, style: Style) -> Picture {
        match Position::try_from(self) {
            Ok(position) => picture::net_in(position.stickers(), style.colours),
            Err(_) => picture::typed_in(self, style.colours),
        }
    }

    fn film_in(&self, style: Style) -> Vec<Picture> {
        let Ok(position) = Position::try_from(self) else { return vec![self.picture_in(style)] };
        let mut stickers = position.stickers().clone();
        let mut frames = vec![picture::net_in(&stickers, style.colours)];
        for turn in Cubes::default().turns(&position, &Silent).unwrap_or_default() {
            stickers.turn(turn);
            frames.push(picture::net_in(&stickers, style.colours));
        }
        frames
    }

    fn position(&self) -> Result<Box<dyn ludex_core::Position>, Refusal> {
        match Position::try_from(self) {
            Ok(position) => Ok(Box::new(position)),
            Err(invalid) => Err(TextError::from(invalid).refusal()),
        }
    }
}

impl ludex_core::Position for Position {
    fn setup(&self) -> Box<dyn ludex_core::Setup> {
        Box::new(Position::setup(self))
    }
}

fn difference(a: &Position, b: &Position) -> Difference {
    let other = Difference::Other;
    let name = |position: &Position| {
        position.name(CubeKind::Canonical).map_or_else(|e| e.to_string(), |name| name.qualified().to_string())
    };
    if a.size() != b.size() {
        return other(format!("the first is a {0}x{0}, the second a {1}x{1}", a.size(), b.size()));
    }
    match (a.pieces(), b.pieces()) {
        (Pieces::Two(x), Pieces::Two(y)) => {
            let back = x.inverse();
            compare(
                |s| home(&x.conjugate(s)) == *y,
                |s| home(&back.conjugate(s)) == *y,
                &[("corner cycles", cycles2(x), cycles2(y)), ("least rank", least2(x), least2(y))],
            )
        }
        (Pieces::Three(x), Pieces::Three(y)) => {
            let back = x.inverse();
            let corners = |state: &Cubie| cycles(&state.corners.piece, &state.corners.twist, 3);
            let edges = |state: &Cubie| cycles(&state.edges.piece, &state.edges.flip, 2);
            compare(
                |s| x.conjugate(s) == *y,
                |s| back.conjugate(s) == *y,
                &[
                    ("corner cycles", corners(x), corners(y)),
                    ("edge cycles", edges(x), edges(y)),
                    ("name", name(a), name(b)),
                ],
            )
        }
        (Pieces::Larger(x), Pieces::Larger(y)) => compare(
            |s| crate::geometry::conjugate(x, s) == *y,
            |_| false,
            &[("facelets", text::facelets(x), text::facelets(y))],
        ),
        _ => unreachable!("the sizes are equal"),
    }
}

fn compare(
    maps: impl Fn(Symmetry) -> bool,
    maps_inverse: impl Fn(Symmetry) -> bool,
    invariants: &[(&str, String, String)],
) -> Difference {
    if let Some(s) = Symmetry::all().find(|&s| maps(s)) {
        return Difference::Same(s.to_string());
    }
    if let Some(s) = Symmetry::all().find(|&s| maps_inverse(s)) {
        return Difference::Other(format!("the second is the inverse of the first, {s}"));
    }
    let (what, a, b) = invariants.iter().find(|(_, a, b)| a != b).expect("the last decides");
    Difference::Other(format!("{what}: {a} against {b}"))
}

fn home(corners: &Corners) -> Corners {
    corners.hold(corners.homing())
}

fn least2(corners: &Corners) -> String {
    corners.least().rank2().to_string()
}

/// A 2x2 has no fixed frame, so only what the least state shows can be compared.
fn cycles2(corners: &Corners) -> String {
    let least = corners.least();
    cycles(&least.piece, &least.twist, 3)
}

/// The cycles of a permutation, longest first; `+` marks one that comes back twisted or flipped.
fn cycles(piece: &[u8], turn: &[u8], modulus: u8) -> String {
    let mut seen = vec![false; piece.len()];
    let mut found: Vec<(usize, bool)> = Vec::new();
    for start in 0..piece.len() {
        let (mut at, mut length, mut total) = (start, 0, 0);
        while !std::mem::replace(&mut seen[at], true) {
            total += turn[at];
            at = piece[at] as usize;
            length += 1;
        }
        if length > 1 || total % modulus != 0 && length == 1 {
            found.push((length, total % modulus != 0));
        }
    }
    found.sort_unstable_by(|a, b| b.cmp(a));
    let text: Vec<String> =
        found.iter().map(|(n, turned)| format!("{n}{}", if *turned { "+" } else { "" })).collect();
    if text.is_empty() { "none".to_owned() } else { text.join(" ") }
}
