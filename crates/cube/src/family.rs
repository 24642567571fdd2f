//! The edge through which the program sees cubes.

use crate::canonical::{Canonical2, Canonical3};
use crate::cubie::{Corners, Cubie};
use crate::moves::Turn;
use crate::name::{CubeKind, name2, name3};
use crate::notation;
use crate::nxn;
use crate::picture;
use crate::position::{Pieces, Position};
use crate::solve::phase::TwoPhase;
use crate::solve::two::{Metric, Table2, random_state};
use crate::symmetry::Symmetry;
use crate::text;
use ludex_core::{
    Difference, Family, Name, NameKind, Picture, Progress, Random, Refusal, Sameness, Signature, Silent,
    Stopped, downcast,
};
use std::sync::OnceLock;

/// The family of cubes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cubes;

/// The 2x2 table of a metric, made on first use.
#[must_use]
pub fn table2(metric: Metric) -> &'static Table2 {
    static TABLES: [OnceLock<Table2>; 2] = [const { OnceLock::new() }; 2];
    TABLES[metric as usize].get_or_init(|| Table2::new(metric))
}

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
        let field = line.split('\t').next().unwrap_or(line);
        let word = field.split_whitespace().next()?;
        let start = field.len() - field.trim_start().len();
        if text::looks_like_stickers(word) && word.chars().all(|c| c.is_alphanumeric() || c == '-') {
            return Some(start + word.len());
        }
        notation::parse(field, crate::MAX_SIZE).ok().filter(|turns| !turns.is_empty()).map(|_| field.len())
    }

    fn parse(&self, item: &str) -> Result<Box<dyn ludex_core::Setup>, Refusal> {
        match text::read(item, None) {
            Ok(position) => Ok(Box::new(position)),
            Err(error) => Err(error.refusal()),
        }
    }

    fn recall(&self, name: &Name) -> Result<Box<dyn ludex_core::Position>, Refusal> {
        Ok(Box::new(text::read_name(name, None).map_err(|error| error.refusal())?))
    }

    fn name(&self, position: &dyn ludex_core::Position) -> Result<Name, Refusal> {
        named(downcast(position)?, CubeKind::Canonical)
    }

    fn exact_name(&self, position: &dyn ludex_core::Position) -> Option<Result<Name, Refusal>> {
        Some(downcast(position).and_then(|position| named(position, CubeKind::State)))
    }

    fn solve(
        &self,
        position: &dyn ludex_core::Position,
        progress: &dyn Progress,
    ) -> Option<Result<String, Refusal>> {
        let solve = || {
            let position: &Position = downcast(position)?;
            Ok(notation::write(&position.turns(progress)?, position.size()))
        };
        Some(solve())
    }

    fn diff(&self, a: &dyn ludex_core::Setup, b: &dyn ludex_core::Setup) -> Result<Difference, Refusal> {
        Ok(difference(downcast(a)?, downcast(b)?))
    }

    fn signature(&self, progress: &dyn Progress) -> Result<Signature, Stopped> {
        let mut signature = Signature::new("2x2 solutions and 3x3 names");
        let mut random = Random::new(2);
        for i in 0..100_000 {
            if i % 4096 == 0 {
                progress.report(i, 100_000)?;
            }
            let rank = random_state(&mut random).rank2();
            let lengths = [Metric::Htm, Metric::Qtm].map(|metric| table2(metric).solve(rank).len() as u8);
            signature.fold(&lengths);
            let state = random_cubie(&mut random);
            signature.fold(&Canonical3::of(&state).rank().to_le_bytes());
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

/// A random state of the 3x3, all equally likely.
#[must_use]
pub fn random_cubie(random: &mut Random) -> Cubie {
    let high = u128::from(random.below(43_252_003_274_489_856)) * 1000;
    Cubie::from_rank3(high + u128::from(random.below(1000))).expect("below the last")
}

impl ludex_core::Setup for Position {
    fn text(&self) -> String {
        text::facelets(self.stickers())
    }

    fn picture(&self) -> Picture {
        picture::net(self.stickers())
    }

    fn film(&self) -> Vec<Picture> {
        let mut stickers = self.stickers().clone();
        let mut frames = vec![picture::net(&stickers)];
        for turn in self.turns(&Silent).unwrap_or_default() {
            stickers.turn(turn);
            frames.push(picture::net(&stickers));
        }
        frames
    }

    fn position(&self) -> Result<Box<dyn ludex_core::Position>, Refusal> {
        Ok(Box::new(self.clone()))
    }
}

impl ludex_core::Position for Position {
    fn setup(&self) -> Box<dyn ludex_core::Setup> {
        Box::new(self.clone())
    }
}

/// The two-phase solver with small tables, made on first use.
#[must_use]
pub fn two_phase() -> &'static TwoPhase {
    static SOLVER: OnceLock<TwoPhase> = OnceLock::new();
    SOLVER.get_or_init(TwoPhase::small)
}

impl Position {
    /// The turns that solve the cube as it is held.
    fn turns(&self, progress: &dyn Progress) -> Result<Vec<Turn>, Refusal> {
        let turns = match self.pieces() {
            Pieces::Two(corners) => table2(Metric::Htm).solve(corners.rank2()).turns().collect(),
            Pieces::Three(state) => match two_phase().solve(state, 20, false, progress, &mut |_| ()) {
                Ok(turns) => turns.unwrap_or_default(),
                Err(stopped) => return Err(stopped.into()),
            },
            Pieces::Larger(_) => return Ok(nxn::solve(self, progress)?),
        };
        Ok(self.as_held(&turns))
    }
}

/// The name of a position in a kind.
///
/// # Errors
/// When the cube is larger than names reach.
pub fn named(position: &Position, kind: CubeKind) -> Result<Name, Refusal> {
    match position.pieces() {
        Pieces::Two(corners) => Ok(name2(corners, kind)),
        Pieces::Three(state) => Ok(name3(state, kind)),
        Pieces::Larger(_) => {
            let n = position.size();
            Err(Refusal::new(format!("a {n}x{n} cube has no name: sizes 2 and 3 have")))
        }
    }
}

fn difference(a: &Position, b: &Position) -> Difference {
    let other = Difference::Other;
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
                    (
                        "name",
                        name3(x, CubeKind::Canonical).to_string(),
                        name3(y, CubeKind::Canonical).to_string(),
                    ),
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
    Canonical2::of(corners).rank().to_string()
}

/// A 2x2 has no fixed frame, so only what the least state shows can be compared.
fn cycles2(corners: &Corners) -> String {
    let least = Canonical2::of(corners);
    cycles(&least.corners().piece, &least.corners().twist, 3)
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
