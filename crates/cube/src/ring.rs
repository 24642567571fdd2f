//! The one rule by which every face turns, for every size.
//!
//! A face is a ring of stickers that starts at its top left corner and runs clockwise. The seed gives
//! the rule for U: its neighbours lie around it as `B` above, `R` right, `F` below, `L` left, and a
//! clockwise turn moves the strips
//!
//! ```text
//!            +-----+
//!            |  B  |            B.bottom -> R.left -> F.top -> L.right -> B.bottom
//!            |#####|            each step a quarter turn of the source's own ring
//!      +-----+-----+-----+
//!      |  L #|  U  |# R  |
//!      +-----+-----+-----+
//!            |#####|
//!            |  F  |
//!            +-----+
//! ```
//!
//! Every other face is that rule after turning its neighbours into those four places and back. The
//! turn there, the step and the turn back melt into one number of quarter turns per strip.

/// A side of a face in the face's own frame, clockwise from the top.
pub(crate) const TOP: u8 = 0;
const BOTTOM: u8 = 2;

/// One strip of a turn: `to`'s strip at `side` becomes what `from`'s ring shows there after
/// `quarters` clockwise quarter turns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Strip {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) quarters: u8,
    pub(crate) side: u8,
}

/// The neighbours of each face (above, right, below, left), each with the clockwise quarter turns
/// that bring it into its place.
const NEIGHBOURS: [[(u8, u8); 4]; 6] = {
    const U: u8 = 0;
    const D: u8 = 1;
    const F: u8 = 2;
    const B: u8 = 3;
    const L: u8 = 4;
    const R: u8 = 5;
    [
        [(B, 0), (R, 0), (F, 0), (L, 0)],
        [(B, 2), (L, 0), (F, 2), (R, 0)],
        [(U, 0), (R, 1), (D, 2), (L, 3)],
        [(D, 2), (R, 3), (U, 0), (L, 1)],
        [(B, 3), (U, 0), (F, 1), (D, 0)],
        [(B, 1), (D, 0), (F, 3), (U, 0)],
    ]
};

/// `STRIPS[face][quarters - 1]`: the four strips of each turn.
pub(crate) const STRIPS: [[[Strip; 4]; 3]; 6] = {
    let mut all = [[[Strip { from: 0, to: 0, quarters: 0, side: TOP }; 4]; 3]; 6];
    let mut face = 0;
    while face < 6 {
        let mut turn = 1;
        while turn <= 3 {
            let mut role = 0;
            while role < 4 {
                let (from, from_turn) = NEIGHBOURS[face][role];
                let (to, to_turn) = NEIGHBOURS[face][(role + turn) % 4];
                // Above shows its bottom to the face, right its left, and so on.
                let side = (BOTTOM as usize + role + turn) % 4;
                all[face][turn - 1][role] = Strip {
                    from,
                    to,
                    quarters: ((from_turn as usize + turn + 4 - to_turn as usize) % 4) as u8,
                    side: ((side + 4 - to_turn as usize) % 4) as u8,
                };
                role += 1;
            }
            turn += 1;
        }
        face += 1;
    }
    all
};
