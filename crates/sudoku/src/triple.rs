//! Threes: the permutations of three things, the 84 sets of three digits, and ordered triples.
//!
//! Digits are 0..8 here and in every module below this one. A box row is an ordered triple; what the
//! class of a band depends on is which *set* a triple holds and in which *order*, so one look-up
//! splits it into the two:
//!
//! ```text
//!   TRIPLE[x << 8 | y << 4 | z]      bit 15        3 2     0
//!                                       | set 0..83 | order |      order = PERM3 index of the ranks of x, y, z
//! ```

/// The six permutations of three things in lexicographic order.
pub(crate) const PERM3: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The number of a permutation of three things in [`PERM3`], from its first two images.
pub(crate) const fn perm3(a: u8, b: u8) -> u8 {
    2 * a + if b > 3 - a - b { 1 } else { 0 }
}

/// `INVERSE[p]`: the permutation that undoes `p`.
pub(crate) const INVERSE: [u8; 6] = {
    let mut table = [0; 6];
    let mut p = 0;
    while p < 6 {
        let mut inverse = [0u8; 3];
        let mut i = 0;
        while i < 3 {
            inverse[PERM3[p][i] as usize] = i as u8;
            i += 1;
        }
        table[p] = perm3(inverse[0], inverse[1]);
        p += 1;
    }
    table
};

/// `RELATE[p][q]` sends rank `p[j]` to rank `q[j]` for every place `j`: the bijection between two
/// triples that stand under each other.
pub(crate) const RELATE: [[u8; 6]; 6] = {
    let mut table = [[0; 6]; 6];
    let mut p = 0;
    while p < 6 {
        let mut q = 0;
        while q < 6 {
            let mut image = [0u8; 3];
            let mut j = 0;
            while j < 3 {
                image[PERM3[p][j] as usize] = PERM3[q][j];
                j += 1;
            }
            table[p][q] = perm3(image[0], image[1]);
            q += 1;
        }
        p += 1;
    }
    table
};

/// How many sets of three digits there are.
pub(crate) const SETS: usize = 84;

/// The sets of three digits as 9-bit masks, in lexicographic order of their digits.
pub(crate) const SET: [u16; SETS] = {
    let mut table = [0; SETS];
    let (mut n, mut a) = (0, 0);
    while a < 9 {
        let mut b = a + 1;
        while b < 9 {
            let mut c = b + 1;
            while c < 9 {
                table[n] = 1 << a | 1 << b | 1 << c;
                n += 1;
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    table
};

/// The number of a set of three digits; 255 for masks that are none.
pub(crate) static SET_OF: [u8; 512] = {
    let mut table = [255; 512];
    let mut i = 0;
    while i < SETS {
        table[SET[i] as usize] = i as u8;
        i += 1;
    }
    table
};

/// The set and the order of an ordered triple; see the drawing above.
pub(crate) static TRIPLE: [u16; 4096] = {
    let mut set_of = [0u16; 512];
    let mut i = 0;
    while i < SETS {
        set_of[SET[i] as usize] = i as u16;
        i += 1;
    }
    let mut table = [0; 4096];
    let mut i = 0;
    while i < 4096 {
        let (x, y, z) = (i >> 8, i >> 4 & 15, i & 15);
        if x < 9 && y < 9 && z < 9 && x != y && y != z && x != z {
            let a = (x > y) as u8 + (x > z) as u8;
            let b = (y > x) as u8 + (y > z) as u8;
            table[i] = set_of[1 << x | 1 << y | 1 << z] << 3 | perm3(a, b) as u16;
        }
        i += 1;
    }
    table
};

/// Looks up an ordered triple: (set, order).
#[inline(always)]
pub(crate) fn triple(x: u8, y: u8, z: u8) -> (usize, usize) {
    let entry = TRIPLE[(usize::from(x) << 8 | usize::from(y) << 4 | usize::from(z)) & 4095];
    (usize::from(entry >> 3), usize::from(entry & 7))
}

/// The digits of a set in increasing order.
pub(crate) const fn digits(set: u16) -> [u8; 3] {
    let a = set.trailing_zeros();
    let rest = set & (set - 1);
    let b = rest.trailing_zeros();
    let c = (rest & (rest - 1)).trailing_zeros();
    [a as u8, b as u8, c as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_know_their_number_and_inverse() {
        for (i, p) in PERM3.iter().enumerate() {
            assert_eq!(usize::from(perm3(p[0], p[1])), i);
            let inverse = PERM3[usize::from(INVERSE[i])];
            assert!((0..3).all(|j| usize::from(inverse[usize::from(p[j])]) == j));
            assert_eq!(RELATE[i][i], 0);
        }
    }

    #[test]
    fn triples_split_and_join() {
        for (i, &set) in SET.iter().enumerate() {
            let sorted = digits(set);
            for (order, p) in PERM3.iter().enumerate() {
                let [x, y, z] = p.map(|rank| sorted[usize::from(rank)]);
                assert_eq!(triple(x, y, z), (i, order));
            }
        }
    }
}
