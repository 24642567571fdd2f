//! A cube that turns can solve.

use crate::canonical::Canonical;
use crate::colour_scheme::{ColourScheme, holding_of};
use crate::cubie::{Corners, Cubie, corner_facelets, edge_facelets_of, find_corner, find_edge};
use crate::face::Face;
use crate::invalid::{Fault, Invalid, corner_name, edge_name};
use crate::moves::Turn;
use crate::name::{CubeKind, CubeName, CubeNameError};
use crate::setup::Setup;
use crate::stickers::Stickers;
use crate::symmetry::Symmetry;

/// A lawful cube as it was given, with its pieces turned home.
///
/// # Examples
/// ```
/// use ludex_cube::{CubeKind, Position, Setup};
/// let setup: Setup = "WBWO-YYGY-OYOO-RRGR-BRBB-WGGW".parse()?;
/// let position = Position::try_from(&setup)?;
/// assert_eq!(position.size(), 2);
/// assert_eq!(position.name(CubeKind::State)?.to_string(), "8Vgy");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    stickers: Stickers,
    scheme: ColourScheme,
    /// The rotation that brings the centres (even sizes: the DBL corner) home.
    homing: Symmetry,
    pieces: Pieces,
}

/// The pieces of a cube after it was turned home.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pieces {
    /// A 2x2, its DBL corner home and untwisted.
    Two(Corners),
    /// A 3x3, its centres home.
    Three(Cubie),
    /// A larger cube, as stickers.
    Larger(Stickers),
}

impl Position {
    /// The position after turns from solved.
    ///
    /// # Panics
    /// When the size is out of range or a turn does not fit it.
    #[must_use]
    pub fn after(size: usize, turns: &[Turn]) -> Position {
        let mut stickers = Stickers::solved(size);
        stickers.apply(turns);
        Position::from_stickers(stickers)
    }

    /// A position from stickers that are known to be lawful.
    ///
    /// # Panics
    /// When they are not.
    #[must_use]
    pub fn from_stickers(stickers: Stickers) -> Position {
        Position::of_colours(stickers.size(), ColourScheme::FACES, &stickers.facelets())
            .expect("turned from solved")
    }

    fn of_colours(size: usize, scheme: ColourScheme, facelets: &[u8]) -> Result<Position, Invalid> {
        let face = size * size;
        let centres: Option<Symmetry> = if size % 2 == 1 {
            let mut centres = [0; 6];
            for (i, name) in Face::FACELET_ORDER.into_iter().enumerate() {
                centres[name.index()] = facelets[i * face + face / 2];
            }
            Some(holding_of(&centres).ok_or_else(|| misplaced_centre(&centres, &scheme))?)
        } else {
            None
        };
        for colour in 0..6 {
            let read = facelets.iter().filter(|&&other| other == colour).count();
            if read != face {
                return Err(Invalid::ColourCount { letter: scheme.letter(colour), read, wanted: face });
            }
        }
        let stickers = Stickers::from_facelets(size, facelets);
        // Pieces are named as they are held, before anything is turned.
        let corners = read_corners(&scheme, facelets, size)?;
        for offset in 1..size.div_ceil(2) {
            check_edges(&scheme, facelets, size, offset)?;
        }
        let twist = corners.twist.iter().sum::<u8>() % 3;
        if twist != 0 {
            let at = corners.twist.iter().position(|&twist| twist != 0).expect("the sum is not 0");
            return Err(Invalid::Twist {
                thirds: twist,
                place: corner_name(at),
                back: if twist == 1 { "anticlockwise" } else { "clockwise" },
            });
        }
        let homing = centres.unwrap_or_else(|| corners.homing());
        let mut home = stickers.clone();
        home.apply(&homing.whole_turns(size));
        let pieces = match size {
            2 => Pieces::Two(corners.hold(homing)),
            3 => Pieces::Three(middle(&scheme, &home)?),
            _ => {
                if size % 2 == 1 {
                    middle(&scheme, &home)?;
                }
                check_centres(&home, &scheme)?;
                Pieces::Larger(home)
            }
        };
        Ok(Position { stickers, scheme, homing, pieces })
    }

    /// The stickers as they are held, colours as face numbers.
    #[must_use]
    pub const fn stickers(&self) -> &Stickers {
        &self.stickers
    }

    /// Stickers per edge.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.stickers.size()
    }

    /// The letters in which the position was given.
    #[must_use]
    pub const fn scheme(&self) -> &ColourScheme {
        &self.scheme
    }

    /// The pieces after the cube was turned home.
    #[must_use]
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The rotation that turns the cube home.
    #[must_use]
    pub const fn homing(&self) -> Symmetry {
        self.homing
    }

    /// The position as something written down: facelets.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup::from(&self.stickers)
    }

    /// The least cube of its class.
    #[must_use]
    pub fn canonical(&self) -> Canonical {
        Canonical::of(&self.pieces)
    }

    /// The name in a kind: canonical, as it stands, or with its inverse.
    ///
    /// # Errors
    /// When the cube is larger than names reach.
    pub fn name(&self, kind: CubeKind) -> Result<CubeName, CubeNameError> {
        CubeName::of(&self.pieces, kind)
    }

    /// Turns found for the cube at home, as they are done on the cube as it is held.
    #[must_use]
    pub fn as_held(&self, turns: &[Turn]) -> Vec<Turn> {
        let back = self.homing.inverse();
        turns.iter().map(|&turn| back.turn(turn)).collect()
    }
}

/// Tests a setup in the order letters, centres, colour counts, pieces, twist and flip, parity (its length
/// was tested when it was read). The error is the first test that fails, with the piece it concerns.
impl TryFrom<&Setup> for Position {
    type Error = Invalid;

    fn try_from(setup: &Setup) -> Result<Position, Invalid> {
        let (scheme, facelets) = ColourScheme::read(setup, setup.size())?;
        Position::of_colours(setup.size(), scheme, &facelets)
    }
}

impl From<&Pieces> for Position {
    fn from(pieces: &Pieces) -> Position {
        Position::from_stickers(match pieces {
            Pieces::Two(corners) => corners.stickers(),
            Pieces::Three(state) => state.stickers(),
            Pieces::Larger(stickers) => stickers.clone(),
        })
    }
}

fn misplaced_centre(centres: &[u8; 6], scheme: &ColourScheme) -> Invalid {
    let twin = (0..6).find_map(|i| (0..i).find(|&j| centres[j] == centres[i]).map(|j| (j, i)));
    let name = |face: usize| Face::from_index(face as u8).letter();
    if let Some((a, b)) = twin {
        let letter = scheme.letter(centres[a]);
        return Invalid::Centres(format!("the centres of {} and {} both show {letter}", name(a), name(b)));
    }
    let apart = (0..3).find(|i| centres[2 * i] ^ 1 != centres[2 * i + 1]);
    Invalid::Centres(match apart {
        Some(i) => format!(
            "the centres of {} and {} show {} and {}, which are not opposite colours",
            name(2 * i),
            name(2 * i + 1),
            scheme.letter(centres[2 * i]),
            scheme.letter(centres[2 * i + 1])
        ),
        None => "the centres are a mirror image of the standard ones".to_owned(),
    })
}

fn read_corners(scheme: &ColourScheme, facelets: &[u8], size: usize) -> Result<Corners, Invalid> {
    let mut corners = Corners::SOLVED;
    for (i, places) in corner_facelets(size).iter().enumerate() {
        let colours = places.map(|place| facelets[place]);
        let fail = |fault| Invalid::Corner {
            place: corner_name(i),
            colours: colours.iter().map(|&colour| scheme.letter(colour)).collect(),
            fault,
        };
        let Some((piece, twist)) = find_corner(colours) else {
            let [a, b, c] = colours;
            let mirrored = find_corner([a, c, b]).is_some();
            return Err(fail(if mirrored { Fault::Mirrored } else { Fault::Impossible }));
        };
        if corners.piece[..i].contains(&piece) {
            return Err(fail(Fault::Duplicate));
        }
        (corners.piece[i], corners.twist[i]) = (piece, twist);
    }
    Ok(corners)
}

/// Tests the edge pieces `offset` stickers from a corner: twelve in the middle, else twelve pairs
/// whose two halves differ in where they can stand.
fn check_edges(scheme: &ColourScheme, facelets: &[u8], size: usize, offset: usize) -> Result<(), Invalid> {
    let mut seen = [[false; 2]; 12];
    for half in [offset, size - 1 - offset] {
        for (i, places) in edge_facelets_of(size, half).iter().enumerate() {
            let colours = places.map(|place| facelets[place]);
            let fail = |fault| Invalid::Edge {
                place: edge_name(i),
                colours: colours.iter().map(|&colour| scheme.letter(colour)).collect(),
                fault,
            };
            let Some((piece, flip)) = find_edge(colours) else { return Err(fail(Fault::Impossible)) };
            let middle = half == size - 1 - half;
            let kind = if middle { 0 } else { usize::from(wing_kind(i, half == offset) ^ (flip == 1)) };
            if std::mem::replace(&mut seen[piece as usize][kind], true) {
                return Err(fail(Fault::Duplicate));
            }
        }
        if half == size - 1 - half {
            break;
        }
    }
    Ok(())
}

/// Whether the facelet of a half edge on the first-named face is the earlier of the two as one runs
/// clockwise around that face. Turns keep this for a colour, so it tells the two halves apart.
pub(crate) fn wing_kind(edge: usize, low: bool) -> bool {
    // True where the low end comes first in the usual net.
    const CLOCKWISE_FIRST: [bool; 12] =
        [true, false, false, true, true, true, false, false, true, false, true, false];
    CLOCKWISE_FIRST[edge] == low
}

/// The corners and middle edges of an odd cube that stands home.
fn middle(scheme: &ColourScheme, home: &Stickers) -> Result<Cubie, Invalid> {
    let (size, facelets) = (home.size(), home.facelets());
    let mut state = Cubie { corners: read_corners(scheme, &facelets, size)?, ..Cubie::SOLVED };
    for (i, places) in edge_facelets_of(size, size / 2).iter().enumerate() {
        let (piece, flip) = find_edge(places.map(|place| facelets[place])).expect("tested before");
        (state.edges.piece[i], state.edges.flip[i]) = (piece, flip);
    }
    if state.edges.flip.iter().sum::<u8>() % 2 == 1 {
        let at = state.edges.flip.iter().position(|&flip| flip == 1).expect("an odd number");
        return Err(Invalid::Flip { place: edge_name(at) });
    }
    if state.corners.is_odd() != state.edges.is_odd() {
        let wrong: Vec<usize> = (0..12).filter(|&i| state.edges.piece[i] as usize != i).collect();
        let (first, second) = match wrong[..] {
            [] => (0, 1),
            [i, ..] => (i, state.edges.piece[i] as usize),
        };
        return Err(Invalid::Parity { first: edge_name(first), second: edge_name(second) });
    }
    Ok(state)
}

/// Every orbit of movable centres has four of each colour.
fn check_centres(home: &Stickers, scheme: &ColourScheme) -> Result<(), Invalid> {
    let n = home.size();
    for row in 1..n / 2 {
        for column in row..n - 1 - row {
            let mut count = [0; 6];
            for face in Face::ALL {
                for (r, c) in [
                    (row, column),
                    (column, n - 1 - row),
                    (n - 1 - row, n - 1 - column),
                    (n - 1 - column, row),
                ] {
                    count[home.at(face, r, c) as usize] += 1;
                }
            }
            if let Some(colour) = (0..6).find(|&colour| count[colour] != 4) {
                return Err(Invalid::Centres(format!(
                    "of the 24 centres like U row {}, column {}, {} show {} where 4 should",
                    row + 1,
                    column + 1,
                    count[colour],
                    scheme.letter(colour as u8)
                )));
            }
        }
    }
    Ok(())
}
