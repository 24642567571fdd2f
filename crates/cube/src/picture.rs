//! Cubes drawn: the usual net, and a view of three faces.

use crate::colour_scheme::ColourScheme;
use crate::face::Face;
use crate::setup::Setup;
use crate::stickers::Stickers;
use ludex_core::{Colour, Colours, Picture};

/// What the colours look like.
#[must_use]
pub const fn paint(colour: u8) -> Colour {
    match colour {
        0 => Colour(0xFF, 0xFF, 0xFF),
        1 => Colour(0xFF, 0xD5, 0x00),
        2 => Colour(0xFF, 0x86, 0x1C),
        3 => Colour(0xC4, 0x1E, 0x3A),
        4 => Colour(0x1E, 0x5A, 0xC8),
        _ => Colour(0x00, 0x9E, 0x60),
    }
}

/// What stands on a sticker of a face's colour in each style: in competitions F B L R are green, blue,
/// orange and red.
const fn shown(colour: u8, colours: Colours) -> u8 {
    match (colours, colour) {
        (Colours::Wca, 2) => 5,
        (Colours::Wca, 3) => 4,
        (Colours::Wca, 4) => 2,
        (Colours::Wca, 5) => 3,
        _ => colour,
    }
}

/// The colours where there are none: white, yellow, orange, red, blue, green.
const LETTERS: [char; 6] = ['W', 'Y', 'O', 'R', 'B', 'G'];
const GREY: Colour = Colour(0xA0, 0xA0, 0xA0);
const RIM: Colour = Colour(0x20, 0x20, 0x20);

/// The usual net: U above, the row L F R B, D below; one unit is one sticker.
///
/// ```text
///         +---+
///         | U |
///     +---+---+---+---+
///     | L | F | R | B |
///     +---+---+---+---+
///         | D |
///         +---+
/// ```
#[must_use]
pub fn net(stickers: &Stickers) -> Picture {
    net_in(stickers, Colours::House)
}

/// The usual net in these colours.
#[must_use]
pub fn net_in(stickers: &Stickers, colours: Colours) -> Picture {
    let facelets = stickers.facelets();
    let cell = |i: usize| {
        let colour = shown(facelets[i], colours);
        (paint(colour), LETTERS[usize::from(colour).min(5)])
    };
    draw_net(stickers.size(), title(stickers), cell)
}

/// The seed's net: B above U, the row L U R D, F below U; every face oriented as the seed holds it.
///
/// ```text
///         +---+
///         | B |
///     +---+---+---+---+
///     | L | U | R | D |
///     +---+---+---+---+
///         | F |
///         +---+
/// ```
#[must_use]
pub fn seed_net(stickers: &Stickers) -> Picture {
    let n = stickers.size();
    let places = [Face::B, Face::R, Face::U, Face::F, Face::L, Face::D];
    // The frame of `net` with other faces in its places: U R F D L B there are B R U F L D here.
    let cell = |i: usize| {
        let colour = stickers.at(places[i / (n * n)], i / n % n, i % n);
        (paint(colour), LETTERS[usize::from(colour).min(5)])
    };
    draw_net(n, title(stickers), cell)
}

/// The usual net of stickers that make no cube, with the letters typed. Letters of faces and colours are
/// painted as such, others grey.
#[must_use]
pub fn typed(setup: &Setup) -> Picture {
    typed_in(setup, Colours::House)
}

/// The same in these colours; letters of colours are painted as they say in every style.
#[must_use]
pub fn typed_in(setup: &Setup, colours: Colours) -> Picture {
    let n = setup.size();
    let letters = setup.letters();
    let faces = letters.iter().filter(|&&letter| ColourScheme::FACES.colour(letter).is_some()).count();
    let seeds = letters.iter().filter(|&&letter| ColourScheme::COLOURS.colour(letter).is_some()).count();
    let (scheme, colours) = match faces >= seeds {
        true => (ColourScheme::FACES, colours),
        false => (ColourScheme::COLOURS, Colours::House),
    };
    let cell = |i: usize| {
        let colour = scheme.colour(letters[i]).map(|colour| shown(colour, colours));
        (colour.map_or(GREY, paint), letters[i])
    };
    draw_net(n, format!("stickers that make no {n}x{n} cube"), cell)
}

fn draw_net(n: usize, title: String, cell: impl Fn(usize) -> (Colour, char)) -> Picture {
    let side = n as f32;
    let mut picture = Picture::new(4.0 * side, 3.0 * side, title);
    for (i, face) in Face::FACELET_ORDER.into_iter().enumerate() {
        let (left, top) = corner_of(face);
        let (left, top) = (left * side, top * side);
        for k in 0..n * n {
            let (x, y) = (left + (k % n) as f32, top + (k / n) as f32);
            let (colour, letter) = cell(i * n * n + k);
            picture.cell(x, y, colour, letter);
        }
        for k in 0..=n {
            let (at, heavy) = (k as f32, k == 0 || k == n);
            picture.line((left + at, top), (left + at, top + side), RIM, heavy);
            picture.line((left, top + at), (left + side, top + at), RIM, heavy);
        }
    }
    picture
}

const fn corner_of(face: Face) -> (f32, f32) {
    match face {
        Face::U => (1.0, 0.0),
        Face::L => (0.0, 1.0),
        Face::F => (1.0, 1.0),
        Face::R => (2.0, 1.0),
        Face::B => (3.0, 1.0),
        Face::D => (1.0, 2.0),
    }
}

/// U, F and R as one sees them from the corner between them, in parallel projection.
#[must_use]
pub fn isometric(stickers: &Stickers) -> Picture {
    isometric_in(stickers, Colours::House)
}

/// The same view in these colours.
#[must_use]
pub fn isometric_in(stickers: &Stickers, colours: Colours) -> Picture {
    let n = stickers.size();
    let side = n as f32;
    // Unit vectors on paper: right-down along F's rows, right-up along R's rows, and straight down.
    let (across, down) = (0.866_025_4, 0.5);
    let along_f = (across, down);
    let along_r = (across, -down);
    let straight = (0.0, 1.0);
    let mut picture = Picture::new(2.0 * side * across, 2.0 * side, title(stickers));
    let facelets = stickers.facelets();
    // The front left upper corner, the corner all three share, and the back left upper corner.
    let fl = (0.0, down * side);
    let shared = (across * side, 2.0 * down * side);
    let views = [
        (0, (across * side, 0.0), along_f, (-along_r.0, -along_r.1)),
        (2, fl, along_f, straight),
        (1, shared, along_r, straight),
    ];
    for (index, origin, row_step, column_step) in views {
        for k in 0..n * n {
            let (c, r) = ((k % n) as f32, (k / n) as f32);
            let at = |c: f32, r: f32| {
                (origin.0 + c * row_step.0 + r * column_step.0, origin.1 + c * row_step.1 + r * column_step.1)
            };
            let points = vec![at(c, r), at(c + 1.0, r), at(c + 1.0, r + 1.0), at(c, r + 1.0)];
            picture.polygon(points, paint(shown(facelets[index * n * n + k], colours)), RIM);
        }
    }
    picture
}

fn title(stickers: &Stickers) -> String {
    let n = stickers.size();
    if stickers.is_solved() { format!("a solved {n}x{n} cube") } else { format!("a {n}x{n} cube") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Shape;

    #[test]
    fn the_colours_of_competitions_have_white_above_and_green_in_front() {
        let cube = Stickers::solved(3);
        let marks = |colours| -> String {
            let mark = |shape: &Shape| match shape {
                Shape::Rect { mark, .. } => *mark,
                _ => None,
            };
            net_in(&cube, colours).shapes.iter().filter_map(mark).step_by(9).collect()
        };
        // In the order of facelets: U R F D L B.
        assert_eq!(marks(Colours::Wca), "WRGYOB");
        assert_eq!(marks(Colours::House), "WGOYBR");
    }
}
