//! Three bands of 27 cells side by side.
//!
//! ```text
//!   lane 0, 1, 2 = rows 1-3, 4-6, 7-9       bit 9 r + c of a lane is row r, column c of its band
//!   lane 3 is always 0
//! ```
//!
//! Plain arrays, for every machine; `pairs` is the twin for machines with 256-bit registers.

/// All cells of a lane.
pub(super) const ALL: u32 = (1 << 27) - 1;

/// One bit per cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(16))]
pub(super) struct Lanes(pub(super) [u32; 4]);

impl Lanes {
    pub(super) const NONE: Lanes = Lanes([0; 4]);
    pub(super) const FULL: Lanes = Lanes([ALL, ALL, ALL, 0]);

    /// The one cell.
    pub(super) const fn cell(cell: usize) -> Lanes {
        let mut lanes = [0; 4];
        lanes[cell / 27] = 1 << (cell % 27);
        Lanes(lanes)
    }

    #[inline(always)]
    fn each(self, f: impl Fn(u32) -> u32) -> Lanes {
        Lanes([f(self.0[0]), f(self.0[1]), f(self.0[2]), f(self.0[3])])
    }

    #[inline(always)]
    fn with(self, other: Lanes, f: impl Fn(u32, u32) -> u32) -> Lanes {
        let (a, b) = (self.0, other.0);
        Lanes([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    }

    #[inline(always)]
    pub(super) fn and(self, other: Lanes) -> Lanes {
        self.with(other, |a, b| a & b)
    }

    #[inline(always)]
    pub(super) fn or(self, other: Lanes) -> Lanes {
        self.with(other, |a, b| a | b)
    }

    #[inline(always)]
    pub(super) fn and_not(self, other: Lanes) -> Lanes {
        self.with(other, |a, b| a & !b)
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Whether a band has no cell.
    #[inline(always)]
    pub(super) fn lacks_a_band(self) -> bool {
        self.0[0] == 0 || self.0[1] == 0 || self.0[2] == 0
    }

    /// Bands turned round: lane i takes lane i + 1.
    #[inline(always)]
    fn next(self) -> Lanes {
        Lanes([self.0[1], self.0[2], self.0[0], self.0[3]])
    }

    /// Cells of one digit that can belong to a full placement of it, seen band by band and stack by
    /// stack: the rows of a band and its boxes pair off one to one, and so do columns of a stack and
    /// its boxes. Locked candidates of both directions in one step.
    #[inline(always)]
    pub(super) fn placeable(self) -> Lanes {
        let x = self.each(|x| {
            // m: does row r meet box b? Bits 9 r + 3 b.
            let m = (x | x >> 1 | x >> 2) & 0o111_111_111;
            let down = |m: u32| (m >> 9 | m << 18) & ALL;
            let right = |m: u32| (m >> 3 & 0o077_077_077) | (m << 6 & 0o700_700_700);
            let (p, q) = (down(m), down(down(m)));
            let (p1, q1) = (right(p), right(q));
            let keep = m & ((p1 & right(q1)) | (right(p1) & q1));
            x & ((keep << 3) - keep)
        });
        // c: does column j of a stack have a cell in this band? Bits 3 s + j.
        let c = x.each(|x| (x | x >> 9 | x >> 18) & 0o777);
        let right = |c: u32| (c >> 1 & 0o333) | (c << 2 & 0o444);
        let (p, q) = (c.next(), c.next().next());
        let (p1, q1) = (p.each(right), q.each(right));
        let (p2, q2) = (p1.each(right), q1.each(right));
        let keep = c.and(p1.and(q2).or(p2.and(q1)));
        x.and(keep.each(|c| c | c << 9 | c << 18))
    }

    /// The boxes with two or more of these cells: bits 0, 3, 6 of a lane.
    #[inline(always)]
    pub(super) fn crowded(self) -> Lanes {
        self.each(|x| {
            let (a, b, c) = (x & 0o777, x >> 9 & 0o777, x >> 18);
            let (one, two) = (a | b | c, (a & b) | (c & (a | b)));
            let (p, q, r) = (one & 0o111, one >> 1 & 0o111, one >> 2 & 0o111);
            (p & q) | (r & (p | q)) | (two | two >> 1 | two >> 2) & 0o111
        })
    }

    /// The cells that stand alone in their box.
    #[inline(always)]
    pub(super) fn alone(self) -> Lanes {
        self.and_not(self.crowded().each(spread))
    }

    /// How many cells.
    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        let low = u64::from(self.0[0]) | u64::from(self.0[1]) << 32;
        low.count_ones() + self.0[2].count_ones()
    }

    /// All cells of the boxes that have one of these.
    #[inline(always)]
    pub(super) fn boxes(self) -> Lanes {
        self.each(|x| {
            let c = x | x >> 9 | x >> 18;
            spread((c | c >> 1 | c >> 2) & 0o111)
        })
    }
}

/// From bits 0, 3, 6 of the boxes to all their cells.
#[inline(always)]
fn spread(boxes: u32) -> u32 {
    let row = (boxes << 3) - boxes;
    row | row << 9 | row << 18
}

/// The cells that see a cell.
pub(super) static PEERS: [Lanes; 81] = {
    let mut table = [Lanes::NONE; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let (row, column) = (other / 9 == cell / 9, other % 9 == cell % 9);
            let boxed = other / 27 == cell / 27 && other % 9 / 3 == cell % 9 / 3;
            if other != cell && (row || column || boxed) {
                table[cell].0[other / 27] |= 1 << (other % 27);
            }
            other += 1;
        }
        cell += 1;
    }
    table
};
