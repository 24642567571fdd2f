//! A part of a whole, in per cent.

/// A part of a whole in per cent; 0 where there is no whole.
///
/// # Examples
/// ```
/// assert_eq!(ludex_tetris::percentage(626, 840), 100.0 * 626.0 / 840.0);
/// assert_eq!(ludex_tetris::percentage(0, 0), 0.0);
/// ```
#[must_use]
pub fn percentage(part: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { 100.0 * part as f64 / all as f64 }
}
