//! The six faces, in the seed's numbering, and the colours that share it.

/// A face of the cube; its number is also the number of the colour it carries when solved.
///
/// ```text
///   net          B            number  0 1 2 3 4 5
///              L U R D        face    U D F B L R
///                F            colour  W Y O R B G
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Face {
    /// Up, white.
    U = 0,
    /// Down, yellow.
    D = 1,
    /// Front, orange.
    F = 2,
    /// Back, red.
    B = 3,
    /// Left, blue.
    L = 4,
    /// Right, green.
    R = 5,
}

/// A text that is no list of faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("letters of faces, U R F D L B, are accepted")]
pub struct FacesError;

impl Face {
    /// All faces by number: U D F B L R.
    pub const ALL: [Face; 6] = [Face::U, Face::D, Face::F, Face::B, Face::L, Face::R];

    /// All faces in the order of facelet texts: U R F D L B.
    pub const FACELET_ORDER: [Face; 6] = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];

    /// The face with this number.
    ///
    /// # Panics
    /// When the number is not below 6.
    #[must_use]
    pub const fn from_index(index: u8) -> Face {
        Face::ALL[index as usize]
    }

    /// The number of the face.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The face across the cube.
    #[must_use]
    pub const fn opposite(self) -> Face {
        Face::ALL[self as usize ^ 1]
    }

    /// The letter of the face in facelets and moves.
    #[must_use]
    pub const fn letter(self) -> char {
        b"UDFBLR"[self as usize] as char
    }

    /// The letter of the face's colour in the seed's text.
    #[must_use]
    pub const fn colour(self) -> char {
        b"WYORBG"[self as usize] as char
    }

    /// The face with this letter (upper case).
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Face> {
        Some(match letter {
            'U' => Face::U,
            'D' => Face::D,
            'F' => Face::F,
            'B' => Face::B,
            'L' => Face::L,
            'R' => Face::R,
            _ => return None,
        })
    }

    /// The faces of letters such as `DB` or `U, R`.
    ///
    /// # Errors
    /// When another letter is among them.
    ///
    /// # Examples
    /// ```
    /// use ludex_cube::Face;
    /// assert_eq!(Face::read_all("D, B")?, [Face::D, Face::B]);
    /// assert!(Face::read_all("X").is_err());
    /// # Ok::<(), ludex_cube::FacesError>(())
    /// ```
    pub fn read_all(text: &str) -> Result<Vec<Face>, FacesError> {
        let letters = text.chars().filter(|c| !c.is_whitespace() && *c != ',');
        letters.map(|letter| Face::from_letter(letter).ok_or(FacesError)).collect()
    }
}
