//! Shapes, colours, labels: what a family returns when it is asked to draw.
//!
//! ```text
//!   (0,0) ----> x        one unit is one cell of the board (a sudoku cell, a mino, a sticker,
//!     |                  the way from one xiangqi line to the next)
//!     v y                y grows downwards
//! ```
//!
//! A picture knows nothing of terminals or files: the draw crate turns it into either.

/// A colour, red green blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Paper.
    pub const WHITE: Colour = Colour(0xFF, 0xFF, 0xFF);
    /// Ink.
    pub const BLACK: Colour = Colour(0x20, 0x20, 0x20);
    /// Something that stands in the background.
    pub const GREY: Colour = Colour(0x99, 0x99, 0x99);
}

/// What a picture is to look like, where a family leaves a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// What stands on pieces.
    pub letters: Letters,
    /// The colours of stickers.
    pub colours: Colours,
}

/// What stands on pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Letters {
    /// Chinese characters in traditional script.
    #[default]
    Traditional,
    /// Chinese characters in simplified script.
    Simplified,
    /// The Latin letters in which positions are written.
    Latin,
}

/// The colours of a cube's faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colours {
    /// Those of the text `WWWW-YYYY-OOOO-...`: white above, orange in front.
    #[default]
    House,
    /// Those of competitions: white above, green in front.
    Wca,
}

/// One thing in a picture; later things lie over earlier ones.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// A filled rectangle.
    Rect {
        /// Left edge.
        x: f32,
        /// Upper edge.
        y: f32,
        /// Width.
        w: f32,
        /// Height.
        h: f32,
        /// What it is filled with.
        fill: Colour,
        /// The letter that stands for the fill where there are no colours.
        mark: Option<char>,
    },
    /// A straight line.
    Line {
        /// Start, x.
        x1: f32,
        /// Start, y.
        y1: f32,
        /// End, x.
        x2: f32,
        /// End, y.
        y2: f32,
        /// Its colour.
        colour: Colour,
        /// A border between boxes rather than between cells.
        heavy: bool,
    },
    /// A filled disc with a rim.
    Disc {
        /// Centre, x.
        x: f32,
        /// Centre, y.
        y: f32,
        /// Radius.
        r: f32,
        /// What it is filled with.
        fill: Colour,
        /// Its rim.
        rim: Colour,
    },
    /// A filled polygon, for views in perspective; terminals leave it out.
    Polygon {
        /// The corners in order.
        points: Vec<(f32, f32)>,
        /// What it is filled with.
        fill: Colour,
        /// Its outline.
        rim: Colour,
    },
    /// A short text, centred on its point.
    Label {
        /// Centre, x.
        x: f32,
        /// Centre, y.
        y: f32,
        /// What it says.
        text: String,
        /// Its colour.
        colour: Colour,
        /// Height of the letters; 0.6 suits a cell.
        size: f32,
    },
}

/// A drawn position.
///
/// # Examples
/// ```
/// use ludex_core::{Colour, Picture};
/// let mut picture = Picture::new(2.0, 1.0, "a red cell and a seven");
/// picture.cell(0.0, 0.0, Colour(200, 0, 0), 'R').label(1.5, 0.5, "7", Colour::BLACK, 0.6);
/// assert_eq!(picture.shapes.len(), 2);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Width in units.
    pub width: f32,
    /// Height in units.
    pub height: f32,
    /// What is in it, back to front.
    pub shapes: Vec<Shape>,
    /// What it shows, for those who cannot see it.
    pub title: String,
}

impl Picture {
    /// An empty picture.
    #[must_use]
    pub fn new(width: f32, height: f32, title: impl Into<String>) -> Self {
        Picture { width, height, shapes: Vec::new(), title: title.into() }
    }

    /// Adds a filled rectangle.
    pub fn rect(&mut self, x: f32, y: f32, w: f32, h: f32, fill: Colour) -> &mut Self {
        self.shapes.push(Shape::Rect { x, y, w, h, fill, mark: None });
        self
    }

    /// Adds a filled cell of one unit whose colour tells something, and the letter that tells it where
    /// there are no colours.
    pub fn cell(&mut self, x: f32, y: f32, fill: Colour, mark: char) -> &mut Self {
        self.shapes.push(Shape::Rect { x, y, w: 1.0, h: 1.0, fill, mark: Some(mark) });
        self
    }

    /// Adds a line.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), colour: Colour, heavy: bool) -> &mut Self {
        self.shapes.push(Shape::Line { x1: from.0, y1: from.1, x2: to.0, y2: to.1, colour, heavy });
        self
    }

    /// Adds a disc.
    pub fn disc(&mut self, x: f32, y: f32, r: f32, fill: Colour, rim: Colour) -> &mut Self {
        self.shapes.push(Shape::Disc { x, y, r, fill, rim });
        self
    }

    /// Adds a polygon.
    pub fn polygon(&mut self, points: Vec<(f32, f32)>, fill: Colour, rim: Colour) -> &mut Self {
        self.shapes.push(Shape::Polygon { points, fill, rim });
        self
    }

    /// Adds a label.
    pub fn label(&mut self, x: f32, y: f32, text: impl Into<String>, colour: Colour, size: f32) -> &mut Self {
        self.shapes.push(Shape::Label { x, y, text: text.into(), colour, size });
        self
    }
}
