//! Outlines of the characters on xiangqi pieces, so that every file shows them on a machine without fonts.
//!
//! The table `outlines.txt` beside this file is taken from a font under the SIL Open Font License, whose
//! text is in `LICENSES/OFL-1.1.txt`. A line of it:
//!
//! ```text
//!   士 M-21-181l0 134l-160 0...z    the character, a space, its path as SVG writes it:
//!                                   M absolute; l, c, z relative; 400 units per em, y down,
//!                                   the middle of the character at 0 0
//! ```

/// Units per em of the table.
pub(crate) const EM: f32 = 400.0;

const TABLE: &str = include_str!("outlines.txt");

/// One step of an outline, all places absolute, in units of the table.
#[cfg(feature = "png")]
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Step {
    /// Begin a contour here.
    Move(f32, f32),
    /// A straight line to here.
    Line(f32, f32),
    /// A cubic curve: two controls and the end.
    Curve([f32; 6]),
    /// Back to the beginning of the contour.
    Close,
}

/// The path of a character, as SVG writes it.
pub(crate) fn path(letter: char) -> Option<&'static str> {
    TABLE
        .lines()
        .filter(|line| !line.starts_with('#'))
        .find_map(|line| line.strip_prefix(letter)?.strip_prefix(' '))
}

/// The steps of a path of the table.
#[cfg(feature = "png")]
pub(crate) fn steps(path: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let (mut x, mut y) = (0.0, 0.0);
    let starts: Vec<usize> = path.match_indices(char::is_alphabetic).map(|(at, _)| at).collect();
    for (i, &at) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(path.len());
        let n = numbers(&path[at + 1..end]);
        let step = match (&path[at..=at], &n[..]) {
            ("M", &[dx, dy]) => Step::Move(dx, dy),
            ("l", &[dx, dy]) => Step::Line(x + dx, y + dy),
            ("c", &[a, b, c, d, e, f]) => Step::Curve([x + a, y + b, x + c, y + d, x + e, y + f]),
            _ => Step::Close,
        };
        match step {
            Step::Move(a, b) | Step::Line(a, b) | Step::Curve([_, _, _, _, a, b]) => (x, y) = (a, b),
            Step::Close => {}
        }
        steps.push(step);
    }
    steps
}

/// Whole numbers parted by a space or by the sign of the next.
#[cfg(feature = "png")]
fn numbers(text: &str) -> Vec<f32> {
    text.replace('-', " -").split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_an_outline() {
        for letter in "帥仕相俥傌炮兵將士象車馬砲卒帅车马将".chars() {
            assert!(
                path(letter).is_some_and(|path| path.starts_with('M') && path.ends_with('z')),
                "{letter}"
            );
        }
        assert_eq!(path('#'), None);
        assert_eq!(path('K'), None);
    }

    #[cfg(feature = "png")]
    #[test]
    fn every_step_is_read_and_stays_in_its_square() {
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let (letter, path) = line.split_once(' ').unwrap();
            let commands = path.chars().filter(|c| c.is_alphabetic()).count();
            let steps = steps(path);
            let contours = steps.iter().filter(|step| matches!(step, Step::Move(..))).count();
            assert_eq!(steps.len(), commands, "{letter}");
            assert_eq!(contours, steps.iter().filter(|step| matches!(step, Step::Close)).count(), "{letter}");
            let inside = |v: f32| v.abs() <= 0.52 * EM;
            assert!(
                steps.iter().all(|step| match *step {
                    Step::Move(x, y) | Step::Line(x, y) => inside(x) && inside(y),
                    Step::Curve(all) => all.into_iter().all(inside),
                    Step::Close => true,
                }),
                "{letter}"
            );
        }
    }
}
