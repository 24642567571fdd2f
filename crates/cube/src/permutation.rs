//! Permutations and arrangements as numbers.

/// n! for n up to 12.
pub(crate) const FACTORIAL: [u64; 13] = {
    let mut table = [1; 13];
    let mut i = 1;
    while i < 13 {
        table[i] = table[i - 1] * i as u64;
        i += 1;
    }
    table
};

/// The lexicographic rank of a permutation, the identity 0.
#[inline]
pub(crate) fn rank(permutation: &[u8]) -> u64 {
    // One nibble per piece counts the smaller pieces still to come: subtracting 1 from all above a
    // piece is one subtraction of a mask.
    let n = permutation.len();
    let mut smaller = 0xBA98_7654_3210u64;
    let mut rank = 0;
    for (i, &piece) in permutation.iter().enumerate() {
        let shift = 4 * u32::from(piece);
        rank += (smaller >> shift & 15) * FACTORIAL[n - 1 - i];
        smaller = smaller.wrapping_sub(0x1111_1111_1110 << shift);
    }
    rank
}

/// The permutation with this lexicographic rank.
pub(crate) fn unrank<const N: usize>(mut rank: u64) -> [u8; N] {
    let mut left = 0xBA98_7654_3210u64;
    std::array::from_fn(|i| {
        let digit = rank / FACTORIAL[N - 1 - i];
        rank %= FACTORIAL[N - 1 - i];
        let shift = 4 * digit as u32;
        let piece = (left >> shift & 15) as u8;
        // Close the gap: the nibbles above slide down by one place.
        let below = (1u64 << shift) - 1;
        left = left & below | left >> 4 & !below;
        piece
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_lexicographic() {
        let mut last: Option<[u8; 7]> = None;
        for r in 0..FACTORIAL[7] {
            let permutation = unrank::<7>(r);
            assert_eq!(rank(&permutation), r);
            assert!(last.is_none_or(|last| last < permutation));
            last = Some(permutation);
        }
        assert_eq!(rank(&unrank::<12>(479_001_599)), 479_001_599);
        assert_eq!(unrank::<12>(479_001_599), [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    }
}
