//! Pixels: PNG for one picture, an animated GIF for several.

use crate::font;
use crate::outline::{self, Step};
use ludex_core::{Colour, Picture, Shape};
use thiserror::Error;
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// Pixels per unit.
const SCALE: f32 = 40.0;
/// Empty border around the picture, in units.
const MARGIN: f32 = 0.5;
/// Pixels along one side at the most; a picture beyond it is refused.
const LARGEST: f32 = 16_384.0;

/// Why a bitmap was not made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BitmapError {
    /// There is nothing to draw, or far too much.
    #[error("a picture of {width} x {height} units cannot be a bitmap; each side may have up to 400")]
    Size {
        /// Width in units.
        width: f32,
        /// Height in units.
        height: f32,
    },
    /// The encoder refused.
    #[error("the bitmap could not be encoded: {0}")]
    Encode(String),
    /// An animation needs a picture.
    #[error("an animation needs at least one picture")]
    Empty,
}

/// Draws a picture as a PNG file.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), ludex_draw::BitmapError> {
/// let mut picture = ludex_core::Picture::new(1.0, 1.0, "a red cell");
/// picture.rect(0.0, 0.0, 1.0, 1.0, ludex_core::Colour(200, 0, 0));
/// assert!(ludex_draw::to_png(&picture)?.starts_with(b"\x89PNG"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// When the picture has no area or is far too large.
pub fn to_png(picture: &Picture) -> Result<Vec<u8>, BitmapError> {
    paint(picture)?.encode_png().map_err(|error| BitmapError::Encode(error.to_string()))
}

/// Draws pictures of one size as an animated GIF that repeats for ever, `pause` hundredths of a second
/// each, the last one three times as long.
///
/// # Errors
/// When there is no picture, or one has no area or is far too large.
pub fn to_gif(pictures: &[Picture], pause: u16) -> Result<Vec<u8>, BitmapError> {
    let encode = |error: gif::EncodingError| BitmapError::Encode(error.to_string());
    let first = pictures.first().ok_or(BitmapError::Empty)?;
    let size = paint(first)?;
    let (width, height) = (size.width() as u16, size.height() as u16);
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, width, height, &[]).map_err(encode)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(encode)?;
    for (i, picture) in pictures.iter().enumerate() {
        let mut pixels = paint(picture)?.take();
        pixels.resize(4 * usize::from(width) * usize::from(height), 0xFF);
        // The fastest choice of 256 colours: smooth edges have more, but hardly anybody sees which.
        let mut frame = gif::Frame::from_rgba_speed(width, height, &mut pixels, 30);
        frame.delay = if i + 1 == pictures.len() { pause.saturating_mul(3) } else { pause };
        encoder.write_frame(&frame).map_err(encode)?;
    }
    drop(encoder);
    Ok(bytes)
}

fn paint(picture: &Picture) -> Result<Pixmap, BitmapError> {
    let wrong = || BitmapError::Size { width: picture.width, height: picture.height };
    let side = |units: f32| {
        let pixels = ((units + 2.0 * MARGIN) * SCALE).ceil();
        (1.0..=LARGEST).contains(&pixels).then_some(pixels as u32)
    };
    let size = side(picture.width).zip(side(picture.height)).ok_or_else(wrong)?;
    let mut canvas = Pixmap::new(size.0, size.1).ok_or_else(wrong)?;
    canvas.fill(Color::WHITE);
    for shape in &picture.shapes {
        draw(&mut canvas, shape);
    }
    Ok(canvas)
}

fn place(at: f32) -> f32 {
    (at + MARGIN) * SCALE
}

fn ink(Colour(r, g, b): Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(r, g, b, 0xFF);
    paint.anti_alias = true;
    paint
}

fn pen(width: f32) -> Stroke {
    Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() }
}

/// Draws one shape; one that has no area draws nothing.
fn draw(canvas: &mut Pixmap, shape: &Shape) {
    let still = Transform::identity();
    match shape {
        Shape::Rect { x, y, w, h, fill, .. } => {
            if let Some(rect) = Rect::from_xywh(place(*x), place(*y), w * SCALE, h * SCALE) {
                canvas.fill_rect(rect, &ink(*fill), still, None);
                let mut edge = ink(Colour(0x40, 0x40, 0x40));
                edge.set_color_rgba8(0x40, 0x40, 0x40, 0x59);
                canvas.stroke_path(&PathBuilder::from_rect(rect), &edge, &pen(1.0), still, None);
            }
        }
        Shape::Line { x1, y1, x2, y2, colour, heavy } => {
            let points = [(place(*x1), place(*y1)), (place(*x2), place(*y2))];
            stroke(canvas, &points, *colour, if *heavy { 3.0 } else { 1.0 });
        }
        Shape::Disc { x, y, r, fill, rim } => {
            if let Some(path) = PathBuilder::from_circle(place(*x), place(*y), r * SCALE) {
                canvas.fill_path(&path, &ink(*fill), FillRule::Winding, still, None);
                canvas.stroke_path(&path, &ink(*rim), &pen(2.0), still, None);
            }
        }
        Shape::Polygon { points, fill, rim } => {
            let points: Vec<(f32, f32)> = points.iter().map(|(x, y)| (place(*x), place(*y))).collect();
            if let Some(path) = polyline(&points, true) {
                canvas.fill_path(&path, &ink(*fill), FillRule::Winding, still, None);
                canvas.stroke_path(&path, &ink(*rim), &pen(2.0), still, None);
            }
        }
        Shape::Label { x, y, text, colour, size } => label(canvas, (*x, *y), text, *colour, *size),
        _ => {}
    }
}

fn label(canvas: &mut Pixmap, (x, y): (f32, f32), text: &str, colour: Colour, size: f32) {
    // Capitals of a font are about 0.7 of its size; strokes follow that, so both kinds of file agree.
    let unit = size * SCALE * 0.7 / font::HIGH;
    let advance = (font::WIDE + 2.0) * unit;
    let count = text.chars().count() as f32;
    let left = place(x) - (count * advance - 2.0 * unit) / 2.0;
    let top = place(y) - font::HIGH * unit / 2.0;
    for (i, letter) in text.chars().enumerate() {
        if let Some(path) = outline::path(letter) {
            let middle = left + i as f32 * advance + font::WIDE * unit / 2.0;
            character(canvas, path, (middle, place(y)), size * SCALE / outline::EM, colour);
            continue;
        }
        for line in font::strokes(letter) {
            let points: Vec<(f32, f32)> = line
                .iter()
                .map(|(gx, gy)| (left + i as f32 * advance + gx * unit, top + gy * unit))
                .collect();
            stroke(canvas, &points, colour, unit.max(1.0));
        }
    }
}

/// Fills the outline of a character around its middle.
fn character(canvas: &mut Pixmap, path: &str, (x, y): (f32, f32), scale: f32, colour: Colour) {
    let mut builder = PathBuilder::new();
    for step in outline::steps(path) {
        match step {
            Step::Move(x, y) => builder.move_to(x, y),
            Step::Line(x, y) => builder.line_to(x, y),
            Step::Curve([a, b, c, d, x, y]) => builder.cubic_to(a, b, c, d, x, y),
            Step::Close => builder.close(),
        }
    }
    if let Some(path) = builder.finish() {
        let place = Transform::from_row(scale, 0.0, 0.0, scale, x, y);
        canvas.fill_path(&path, &ink(colour), FillRule::Winding, place, None);
    }
}

fn stroke(canvas: &mut Pixmap, points: &[(f32, f32)], colour: Colour, width: f32) {
    if let Some(path) = polyline(points, false) {
        canvas.stroke_path(&path, &ink(colour), &pen(width), Transform::identity(), None);
    }
}

fn polyline(points: &[(f32, f32)], closed: bool) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    builder.move_to(first.0, first.1);
    rest.iter().for_each(|point| builder.line_to(point.0, point.1));
    if closed {
        builder.close();
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(letter: &str) -> Picture {
        let mut picture = Picture::new(2.0, 1.0, "sample");
        picture.rect(0.0, 0.0, 1.0, 1.0, Colour(200, 0, 0)).label(1.5, 0.5, letter, Colour::BLACK, 0.6);
        picture
    }

    #[test]
    fn a_png_shows_its_colours() {
        let pixmap = Pixmap::decode_png(&to_png(&sample("7")).unwrap()).unwrap();
        assert_eq!((pixmap.width(), pixmap.height()), (120, 80));
        let pixel = pixmap.pixel(30, 40).unwrap();
        assert_eq!((pixel.red(), pixel.green(), pixel.blue()), (200, 0, 0));
    }

    #[test]
    fn a_character_is_filled_inside_its_outline() {
        let mut picture = Picture::new(1.0, 1.0, "a soldier");
        picture.label(0.5, 0.5, "士", Colour(200, 0, 0), 0.9);
        let pixmap = Pixmap::decode_png(&to_png(&picture).unwrap()).unwrap();
        // The upright of the character is in the middle, and paper in its upper corners.
        assert_eq!(pixmap.pixel(40, 40).map(|p| (p.red(), p.green())), Some((200, 0)));
        assert_eq!(pixmap.pixel(26, 26).map(|p| (p.red(), p.green())), Some((255, 255)));
    }

    #[test]
    fn a_gif_has_a_frame_per_picture() {
        let bytes = to_gif(&[sample("1"), sample("2"), sample("3")], 50).unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
        }
        assert_eq!(delays, [50, 50, 150]);
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert!(matches!(to_png(&Picture::new(1e9, 1.0, "wide")), Err(BitmapError::Size { .. })));
        assert!(matches!(to_png(&Picture::new(f32::NAN, 1.0, "none")), Err(BitmapError::Size { .. })));
        assert!(matches!(to_gif(&[], 50), Err(BitmapError::Empty)));
    }
}
