//! A scalable drawing.

use crate::outline;
use ludex_core::{Colour, Picture, Shape};
use std::fmt::Write;

/// Pixels per unit.
const SCALE: f32 = 40.0;
/// Empty border around the picture, in units.
const MARGIN: f32 = 0.5;

/// Draws a picture as an SVG document with a title for screen readers.
///
/// # Examples
/// ```
/// use ludex_core::{Colour, Picture};
/// let mut picture = Picture::new(1.0, 1.0, "one red cell");
/// picture.rect(0.0, 0.0, 1.0, 1.0, Colour(200, 0, 0));
/// assert!(ludex_draw::to_svg(&picture).starts_with("<svg "));
/// ```
#[must_use]
pub fn to_svg(picture: &Picture) -> String {
    let (w, h) = ((picture.width + 2.0 * MARGIN) * SCALE, (picture.height + 2.0 * MARGIN) * SCALE);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\">\n<title>{}</title>\n",
        number(w),
        number(h),
        number(w),
        number(h),
        escape(&picture.title)
    );
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    for shape in &picture.shapes {
        draw(&mut out, shape);
    }
    out.push_str("</svg>\n");
    out
}

fn draw(out: &mut String, shape: &Shape) {
    // Writing into a String cannot fail.
    let _ = match shape {
        Shape::Rect { x, y, w, h, fill, .. } => writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#404040\" stroke-opacity=\"0.35\"/>",
            place(*x),
            place(*y),
            number(w * SCALE),
            number(h * SCALE),
            hex(*fill)
        ),
        Shape::Line { x1, y1, x2, y2, colour, heavy } => writeln!(
            out,
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"square\"/>",
            place(*x1),
            place(*y1),
            place(*x2),
            place(*y2),
            hex(*colour),
            if *heavy { "3" } else { "1" }
        ),
        Shape::Disc { x, y, r, fill, rim } => writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/>",
            place(*x),
            place(*y),
            number(r * SCALE),
            hex(*fill),
            hex(*rim)
        ),
        Shape::Polygon { points, fill, rim } => {
            let points: Vec<String> =
                points.iter().map(|(x, y)| format!("{},{}", place(*x), place(*y))).collect();
            writeln!(
                out,
                "<polygon points=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\" stroke-linejoin=\"round\"/>",
                points.join(" "),
                hex(*fill),
                hex(*rim)
            )
        }
        Shape::Label { x, y, text, colour, size } => match alone(text).and_then(outline::path) {
            Some(path) => writeln!(
                out,
                "<path transform=\"translate({} {}) scale({:.4})\" fill=\"{}\" d=\"{path}\"/>",
                place(*x),
                place(*y),
                size * SCALE / outline::EM,
                hex(*colour)
            ),
            None => writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{}\" text-anchor=\"middle\" \
             dominant-baseline=\"central\" fill=\"{}\">{}</text>",
                place(*x),
                place(*y),
                number(size * SCALE),
                hex(*colour),
                escape(text)
            ),
        },
        _ => Ok(()),
    };
}

/// The only character of a text.
fn alone(text: &str) -> Option<char> {
    let mut letters = text.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn place(at: f32) -> String {
    number((at + MARGIN) * SCALE)
}

/// At most two decimals, none where they are zero: the same text on every machine.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn hex(Colour(r, g, b): Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_need_no_font() {
        let mut picture = Picture::new(1.0, 1.0, "a general");
        picture.label(0.5, 0.5, "帥", Colour::BLACK, 0.6);
        let svg = to_svg(&picture);
        assert!(
            svg.contains("<path transform=\"translate(40 40) scale(0.0600)\"") && !svg.contains("<text"),
            "{svg}"
        );
    }

    #[test]
    fn every_shape_is_there_and_text_is_escaped() {
        let mut picture = Picture::new(2.0, 2.0, "a < b");
        picture
            .rect(0.0, 0.0, 1.0, 1.0, Colour::WHITE)
            .line((0.0, 0.0), (2.0, 0.0), Colour::BLACK, true)
            .disc(1.0, 1.0, 0.45, Colour::WHITE, Colour::BLACK)
            .polygon(vec![(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)], Colour::GREY, Colour::BLACK)
            .label(0.5, 0.5, "<&>", Colour::BLACK, 0.6);
        let svg = to_svg(&picture);
        for part in
            ["<rect x=", "<line ", "<circle ", "<polygon ", "&lt;&amp;&gt;</text>", "<title>a &lt; b</title>"]
        {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
    }
}
