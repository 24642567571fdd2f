//! Letters as strokes, so that a bitmap looks the same on a machine without fonts.
//!
//! ```text
//!   x 0 1 2 3 4      a glyph is a list of polylines; a point is two digits, x then y,
//! y 0 . . * . .      and a space lifts the pen: "0606" would be a dot at the lower left.
//!   1 . . . . .
//!   2 * . . . *      'A' = "0602204246 0444"
//!   3 . . . . .
//!   4 *-------*
//!   5 . . . . .
//!   6 * . . . *
//! ```

/// Width of a glyph on its grid, without the gap after it.
pub(crate) const WIDE: f32 = 4.0;
/// Height of a glyph on its grid.
pub(crate) const HIGH: f32 = 6.0;

const GLYPHS: [(char, &str); 44] = [
    ('0', "103041453616050110 4006"),
    ('1', "112026 1636"),
    ('2', "01103041420646"),
    ('3', "0110304142334445361605 1333"),
    ('4', "36300444"),
    ('5', "40000233434536160605"),
    ('6', "4130100105163645443303"),
    ('7', "004016"),
    ('8', "103041423313020110 133344453616050413"),
    ('9', "0516364541301001021343"),
    ('A', "0602204246 0444"),
    ('B', "000636454433 033342413000 0333"),
    ('C', "4130100105163645"),
    ('D', "00062645412000"),
    ('E', "40000646 0333"),
    ('F', "400006 0333"),
    ('G', "41301001051636454323"),
    ('H', "0006 4046 0343"),
    ('I', "1030 2026 1636"),
    ('J', "404536160504"),
    ('K', "0006 400346"),
    ('L', "000646"),
    ('M', "0600234046"),
    ('N', "06004640"),
    ('O', "103041453616050110"),
    ('P', "06003041423303"),
    ('Q', "103041453616050110 2446"),
    ('R', "06003041423303 2346"),
    ('S', "413010010213334445361605"),
    ('T', "0040 2026"),
    ('U', "000516364540"),
    ('V', "002640"),
    ('W', "0016233640"),
    ('X', "0046 4006"),
    ('Y', "002340 2326"),
    ('Z', "00400646"),
    ('.', "2526"),
    (',', "2516"),
    (':', "2122 2526"),
    ('-', "0343"),
    ('+', "0343 2125"),
    ('\'', "2022"),
    ('/', "4006"),
    ('%', "4006 0001 4546"),
];

/// The polylines of a letter on its grid. Small letters are drawn as capitals; what is not in the
/// font is drawn as an empty box rather than left out.
pub(crate) fn strokes(letter: char) -> Vec<Vec<(f32, f32)>> {
    let wanted = letter.to_ascii_uppercase();
    if wanted == ' ' {
        return Vec::new();
    }
    let code = GLYPHS.iter().find(|(glyph, _)| *glyph == wanted).map_or("0040460600", |(_, code)| code);
    code.split(' ')
        .map(|line| {
            let digits: Vec<f32> = line.bytes().map(|b| f32::from(b - b'0')).collect();
            digits.chunks_exact(2).map(|point| (point[0], point[1])).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_stays_on_its_grid() {
        for (letter, code) in GLYPHS {
            assert!(code.split(' ').all(|line| line.len() % 2 == 0 && line.len() >= 4), "{letter}: {code}");
            for (x, y) in strokes(letter).into_iter().flatten() {
                assert!((0.0..=WIDE).contains(&x) && (0.0..=HIGH).contains(&y), "{letter}");
            }
        }
    }

    #[test]
    fn glyphs_differ() {
        for (i, (_, a)) in GLYPHS.iter().enumerate() {
            assert!(GLYPHS[..i].iter().all(|(_, b)| a != b));
        }
    }
}
