//! From typed letters to colours: which letter belongs to which face, and how the cube is held.

use crate::cubie::{corner_facelets, find_corner};
use crate::face::Face;
use crate::invalid::{Fault, Invalid, corner_name};
use crate::setup::Setup;
use crate::symmetry::Symmetry;

/// The letters of the six faces by face number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColourScheme([char; 6]);

impl ColourScheme {
    /// The letters of facelet texts.
    pub const FACES: ColourScheme = ColourScheme(['U', 'D', 'F', 'B', 'L', 'R']);
    /// The colours of the seed's text.
    pub const COLOURS: ColourScheme = ColourScheme(['W', 'Y', 'O', 'R', 'B', 'G']);

    /// The letter of a colour.
    #[must_use]
    pub fn letter(&self, colour: u8) -> char {
        self.0[colour as usize]
    }

    /// The colour of a letter, where it has one.
    #[must_use]
    pub fn colour(&self, letter: char) -> Option<u8> {
        self.0.iter().position(|&own| own == letter).map(|colour| colour as u8)
    }

    fn colours(&self, letters: &[char]) -> Option<Vec<u8>> {
        letters.iter().map(|&letter| self.colour(letter)).collect()
    }

    fn holds(&self, letters: &[char]) -> bool {
        letters.iter().all(|letter| self.0.contains(letter))
    }

    /// Finds the scheme of a setup and writes its stickers as colours.
    ///
    /// Letters U R F D L B are always the faces. With other letters the centres say which face is
    /// which, on even cubes the corners do; the seed's colours keep their places where they can.
    pub(crate) fn read(setup: &Setup, size: usize) -> Result<(ColourScheme, Vec<u8>), Invalid> {
        let letters = setup.letters();
        let mut known: Vec<char> = letters.to_vec();
        known.sort_unstable();
        known.dedup();
        let fixed = ColourScheme::FACES.holds(&known);
        if !fixed && (known.len() > 6 || known.iter().any(|letter| !letter.is_alphanumeric())) {
            return Err(stranger(setup, &known));
        }
        let scheme = if fixed {
            ColourScheme::FACES
        } else if size % 2 == 1 {
            ColourScheme::of_centres(letters, size)?
        } else {
            ColourScheme::of_corners(letters, &known, size)?
        };
        match scheme.colours(letters) {
            Some(colours) => Ok((scheme, colours)),
            None => Err(stranger(setup, &known)),
        }
    }

    fn of_centres(letters: &[char], size: usize) -> Result<ColourScheme, Invalid> {
        let centre = |face: usize| letters[face * size * size + size * size / 2];
        let mut scheme = ColourScheme([' '; 6]);
        for (i, face) in Face::FACELET_ORDER.into_iter().enumerate() {
            if let Some(twin) = scheme.0.iter().position(|&other| other == centre(i)) {
                return Err(Invalid::Centres(format!(
                    "the centres of {} and {} both show {}: six different colours are needed",
                    Face::from_index(twin as u8).letter(),
                    face.letter(),
                    centre(i)
                )));
            }
            scheme.0[face.index()] = centre(i);
        }
        // The usual colours in another holding stay what they are.
        let usual = ColourScheme::COLOURS.colours(&scheme.0);
        Ok(if usual.is_some_and(|centres| holding_of(&centres).is_some()) {
            ColourScheme::COLOURS
        } else {
            scheme
        })
    }

    fn of_corners(letters: &[char], known: &[char], size: usize) -> Result<ColourScheme, Invalid> {
        for &letter in known {
            let read = letters.iter().filter(|&&other| other == letter).count();
            if read != size * size {
                return Err(Invalid::ColourCount { letter, read, wanted: size * size });
            }
        }
        let corners = corner_facelets(size).map(|places| places.map(|place| letters[place]));
        let pieces_exist = |scheme: &ColourScheme| {
            corners.iter().all(|corner| {
                scheme.colours(corner).is_some_and(|c| find_corner([c[0], c[1], c[2]]).is_some())
            })
        };
        if ColourScheme::COLOURS.holds(known) && pieces_exist(&ColourScheme::COLOURS) {
            return Ok(ColourScheme::COLOURS);
        }
        // A colour meets every other but its opposite at some corner.
        let opposite = |letter: char| {
            let meets = |other: char| corners.iter().any(|c| c.contains(&letter) && c.contains(&other));
            let mut apart = known.iter().copied().filter(|&other| other != letter && !meets(other));
            apart.next().filter(|_| apart.next().is_none())
        };
        let [d, b, l] = corners[6];
        if let (Some(u), Some(f), Some(r)) = (opposite(d), opposite(b), opposite(l)) {
            let scheme = ColourScheme([u, d, f, b, l, r]);
            let mut sorted = scheme.0;
            sorted.sort_unstable();
            if sorted == known {
                return Ok(scheme);
            }
        }
        if ColourScheme::COLOURS.holds(known) {
            return Ok(ColourScheme::COLOURS);
        }
        // Some corner joins two colours that cannot meet, or three pieces share one.
        let doubled = |c: &[char; 3]| c[0] == c[1] || c[1] == c[2] || c[0] == c[2];
        let odd =
            corners.iter().position(|c| doubled(c) || c.iter().any(|&letter| opposite(letter).is_none()));
        let at = odd.unwrap_or(0);
        Err(Invalid::Corner {
            place: corner_name(at),
            colours: corners[at].iter().collect(),
            fault: Fault::Impossible,
        })
    }
}

/// The rotation that brings centres of these colours (by face number) home, if one does.
pub(crate) fn holding_of(centres: &[u8]) -> Option<Symmetry> {
    Symmetry::rotations().find(|s| Face::ALL.iter().all(|&face| s.face(face) as u8 == centres[face.index()]))
}

/// The letter that is one too many.
fn stranger(setup: &Setup, known: &[char]) -> Invalid {
    let letters = setup.letters();
    let count = |letter: char| letters.iter().filter(|&&other| other == letter).count();
    let faces = ColourScheme::FACES.0.iter().filter(|letter| known.contains(letter)).count();
    let seeds = ColourScheme::COLOURS.0.iter().filter(|letter| known.contains(letter)).count();
    let (usual, accepted) = if faces >= 5 && faces >= seeds {
        (Some(ColourScheme::FACES), "U R F D L B are accepted".to_owned())
    } else if seeds >= 5 {
        (Some(ColourScheme::COLOURS), "W Y O R B G are accepted".to_owned())
    } else {
        (None, "six letters or digits of any scheme are accepted".to_owned())
    };
    let strange = |letter: &char| match usual {
        Some(scheme) => !scheme.0.contains(letter),
        None => !letter.is_alphanumeric(),
    };
    let rarest = known.iter().copied().min_by_key(|&letter| count(letter)).unwrap_or(' ');
    let letter = letters.iter().copied().find(strange).unwrap_or(rarest);
    let at = letters.iter().position(|&other| other == letter).unwrap_or(0);
    Invalid::Character { letter, column: setup.column(at), accepted }
}
