//! The orbits of a large cube, the turns of each stage, and what turns do to the orbits.

use crate::face::Face;
use crate::moves::Turn;
use crate::nxn::layout::{Act, Orbit, SLOTS, STILL, apply, is_odd, turned};
use crate::nxn::search::{Way, bits, successors};
use crate::nxn::subset::{FOUR_OF_EIGHT, Shift};
use crate::nxn::three;
use crate::nxn::wings::{Places, face_pairs};

/// Stages before the 3x3.
pub(crate) const STAGES: usize = 8;

/// Where the low (bit 0) and high (bit 1) place of every edge are among the labels of an edge orbit.
pub(crate) const HIGH: u32 = 0xAA_AAAA;

/// Orbits and turns.
pub(crate) struct Shape {
    pub(crate) n: usize,
    pub(crate) turns: Vec<Turn>,
    pub(crate) next: Vec<u64>,
    /// The turns of each stage.
    pub(crate) stages: [u64; STAGES],
    /// All half turns.
    pub(crate) halves: u64,
    pub(crate) centres: Vec<Orbit>,
    /// By orbit and turn.
    pub(crate) centre_acts: Vec<Vec<Act>>,
    /// Orbits of wings, then that of the middle edges if there is one.
    pub(crate) edges: Vec<Orbit>,
    pub(crate) edge_acts: Vec<Vec<Act>>,
    pub(crate) places: Vec<Places>,
    pub(crate) wings: usize,
    /// By turn, the wing orbits it permutes oddly.
    pub(crate) odd: Vec<u32>,
}

impl Shape {
    pub(crate) fn new(n: usize) -> Shape {
        let half = n / 2;
        let turns: Vec<Turn> = Face::ALL
            .into_iter()
            .flat_map(|face| (1..=half).map(move |width| (face, width)))
            .filter(|&(face, width)| 2 * width < n || matches!(face, Face::U | Face::F | Face::R))
            .flat_map(|(face, width)| (1..=3).map(move |quarters| Turn::wide(face, width as u8, quarters)))
            .collect();
        let side = |turn: Turn| matches!(turn.face, Face::R | Face::L);
        let pole = |turn: Turn| matches!(turn.face, Face::U | Face::D);
        let set = |holds: &dyn Fn(Turn) -> bool| {
            turns.iter().enumerate().fold(0u64, |set, (i, &turn)| set | u64::from(holds(turn)) << i)
        };
        let deep = half.min(3) as u8;
        let first = if n == 6 { set(&|_| true) } else { set(&|turn| turn.last == 1 || turn.last == deep) };
        let halves = set(&|turn| turn.quarters == 2);
        let stages = [
            first,
            set(&|turn| turn.last != deep || side(turn) || turn.quarters == 2),
            set(&|turn| turn.last == 1 || turn.last == deep && (side(turn) || turn.quarters == 2)),
            set(&|turn| turn.last == 1 || turn.last != deep && side(turn) || turn.quarters == 2),
            set(&|turn| turn.last == 1 || turn.quarters == 2),
            set(&|turn| turn.quarters == 2 || turn.last == 1 && !side(turn)),
            set(&|turn| turn.quarters == 2 || turn.last == 1 && pole(turn)),
            halves,
        ];
        let middle = n / 2;
        let mut centres = vec![];
        for row in 1..half {
            centres.push(Orbit::new(n, row, row));
            if n % 2 == 1 {
                centres.push(Orbit::new(n, row, middle));
            }
        }
        for row in 1..half {
            for column in row + 1..n - 1 - row {
                if !(n % 2 == 1 && column == middle) {
                    centres.push(Orbit::new(n, row, column));
                }
            }
        }
        let mut edges: Vec<Orbit> = (1..half).map(|column| Orbit::new(n, 0, column)).collect();
        let wings = edges.len();
        if n % 2 == 1 {
            edges.push(Orbit::new(n, 0, middle));
        }
        let acts = |orbits: &[Orbit]| -> Vec<Vec<Act>> {
            orbits.iter().map(|orbit| turns.iter().map(|&turn| orbit.act(turn)).collect()).collect()
        };
        let (centre_acts, edge_acts) = (acts(&centres), acts(&edges));
        let keepers: Vec<Turn> = bits(stages[5]).map(|i| turns[i]).collect();
        let places = edges.iter().map(|&orbit| Places::new(orbit, &keepers)).collect();
        let odd = (0..turns.len())
            .map(|turn| (0..wings).fold(0, |set, m| set | u32::from(is_odd(&edge_acts[m][turn])) << m))
            .collect();
        Shape {
            n,
            next: successors(&turns),
            stages,
            halves,
            centres,
            centre_acts,
            edges,
            edge_acts,
            places,
            wings,
            odd,
            turns,
        }
    }

    /// Orbits of centres that only the deepest slices move, and the others.
    pub(crate) fn deep(&self, deep: bool) -> Vec<usize> {
        let is_deep = |orbit: &Orbit| orbit.row == self.n / 2 - 1;
        (0..self.centres.len()).filter(|&k| is_deep(&self.centres[k]) == deep).collect()
    }

    /// The orbits of centres that a stage of centres looks at.
    pub(crate) fn looked_at(&self, stage: usize) -> Vec<usize> {
        match stage {
            0 if self.n == 6 => (0..self.centres.len()).collect(),
            0 | 2 => self.deep(true),
            _ => self.deep(false),
        }
    }

    /// Whether there are fixed centres and middle edges.
    pub(crate) const fn is_odd(&self) -> bool {
        self.n % 2 == 1
    }

    /// An act of an edge orbit with its slots numbered `2 * edge + kind`.
    pub(crate) fn labelled(&self, e: usize, act: &Act) -> Act {
        let slot = |label: usize| self.places[e].slots[label / 2][label % 2];
        let mut label_of = STILL;
        (0..SLOTS).for_each(|label| label_of[slot(label) as usize] = label as u8);
        std::array::from_fn(|label| label_of[act[slot(label) as usize] as usize])
    }

    /// What turns of the whole cube do to centres and labelled edges.
    pub(crate) fn rotation(&self, face: Face, quarters: u8) -> (Vec<Act>, Vec<Act>) {
        let turn = Turn { face, first: 1, last: self.n as u8, quarters };
        (
            self.centres.iter().map(|orbit| orbit.act(turn)).collect(),
            self.edges.iter().enumerate().map(|(e, orbit)| self.labelled(e, &orbit.act(turn))).collect(),
        )
    }

    /// By turn that keeps the kinds: the edge that what is now in the place of a kind at each edge comes from.
    pub(crate) fn along(&self, e: usize, kind: usize, turn: usize) -> [u8; 12] {
        let (places, act) = (&self.places[e], &self.edge_acts[e][turn]);
        places.slots.map(|slots| places.edge[act[slots[kind] as usize] as usize])
    }
}

/// What the stages look at: colours of centres, homes of edge pieces by slot.
#[derive(Clone)]
pub(crate) struct Pieces {
    pub(crate) centres: Vec<[u8; SLOTS]>,
    pub(crate) edges: Vec<[u8; SLOTS]>,
    pub(crate) corners_odd: bool,
}

impl Pieces {
    fn read(shape: &Shape, stickers: &[u8]) -> Pieces {
        let homes = |orbit: &Orbit| {
            let (pairs, partners) = (face_pairs(*orbit), orbit.partners());
            std::array::from_fn(|slot| {
                let pair = [stickers[orbit.sticker(slot)], stickers[partners[slot]]].map(Face::from_index);
                pairs.iter().position(|&other| other == pair).expect("a lawful cube has only lawful edges")
                    as u8
            })
        };
        Pieces {
            centres: shape.centres.iter().map(|orbit| orbit.read(stickers)).collect(),
            edges: shape.edges.iter().map(homes).collect(),
            corners_odd: three::corners(stickers, shape.n, &[0, 1, 2, 3, 4, 5]).is_odd(),
        }
    }

    pub(crate) fn turned(&self, shape: &Shape, path: &[u8]) -> Pieces {
        let mut pieces = self.clone();
        for turn in path.iter().map(|&turn| turn as usize) {
            for (k, centres) in pieces.centres.iter_mut().enumerate() {
                *centres = apply(&shape.centre_acts[k][turn], centres);
            }
            for (e, edges) in pieces.edges.iter_mut().enumerate() {
                *edges = apply(&shape.edge_acts[e][turn], edges);
            }
            pieces.corners_odd ^= shape.turns[turn].quarters % 2 == 1;
        }
        pieces
    }

    /// By edge, the piece in its place of a kind.
    pub(crate) fn family(&self, shape: &Shape, e: usize, kind: usize) -> [u8; 12] {
        let places = &shape.places[e];
        places.slots.map(|slots| places.edge[self.edges[e][slots[kind] as usize] as usize])
    }
}

/// A cube in one of its holdings.
pub(crate) struct Start {
    pub(crate) rotation: Option<Turn>,
    pub(crate) stickers: Vec<u8>,
    pub(crate) pieces: Pieces,
}

impl Start {
    pub(crate) fn new(shape: &Shape, stickers: &[u8], rotation: Option<Turn>) -> Start {
        let mut stickers = rotation.map_or_else(|| stickers.to_vec(), |turn| turned(stickers, shape.n, turn));
        if shape.is_odd() {
            let home = three::centre_home(&stickers, shape.n);
            stickers.iter_mut().for_each(|colour| *colour = home[*colour as usize]);
        }
        Start { rotation, pieces: Pieces::read(shape, &stickers), stickers }
    }
}

/// The pieces at the end of a way.
pub(crate) fn end(shape: &Shape, starts: &[Start], way: &Way) -> Pieces {
    starts[way.start].pieces.turned(shape, &way.path)
}

/// Slots of an axis's positive colour as half turns can leave them, for some orbits of centres together.
pub(crate) struct Reach {
    orbits: Vec<usize>,
    axis: usize,
    /// Bytes of the orbits, the first one lowest.
    pub(crate) states: Vec<u64>,
    is_in: Vec<u64>,
}

impl Reach {
    pub(crate) fn new(shape: &Shape, orbits: &[usize], axis: usize) -> Reach {
        let shifts: Vec<Vec<Shift>> =
            orbits.iter().map(|&k| shape.centre_acts[k].iter().map(Shift::new).collect()).collect();
        let mut reach = Reach {
            orbits: orbits.to_vec(),
            axis,
            states: Vec::new(),
            is_in: vec![0; 70usize.pow(orbits.len() as u32).div_ceil(64)],
        };
        let home = if axis == 2 { 0xF0u64 } else { 0x0F };
        let all = |byte: u64| orbits.iter().enumerate().fold(0, |state, (i, _)| state | byte << (8 * i));
        reach.insert(all(home));
        if !shape.is_odd() {
            reach.insert(all(home ^ 0xFF));
        }
        let mut at = 0;
        while at < reach.states.len() {
            let state = reach.states[at];
            at += 1;
            for turn in bits(shape.halves) {
                let after = shifts.iter().enumerate().fold(0u64, |after, (i, shifts)| {
                    let set = ((state >> (8 * i) & 255) as u32) << (8 * axis);
                    after | u64::from(shifts[turn].apply(set) >> (8 * axis) & 255) << (8 * i)
                });
                reach.insert(after);
            }
        }
        reach
    }

    fn insert(&mut self, state: u64) {
        let at = (0..self.orbits.len())
            .fold(0, |at, i| at * 70 + FOUR_OF_EIGHT[(state >> (8 * i) & 255) as usize] as usize);
        let (word, bit) = (at >> 6, 1 << (at & 63));
        if self.is_in[word] & bit == 0 {
            self.is_in[word] |= bit;
            self.states.push(state);
        }
    }

    /// Whether half turns can solve the orbits on the axis, given as sets of slots by orbit.
    #[inline]
    pub(crate) fn holds(&self, words: &[u32]) -> bool {
        let at = self.orbits.iter().fold(0usize, |at, &k| {
            at * 70 + FOUR_OF_EIGHT[words[k] as usize >> (8 * self.axis) & 255] as usize
        });
        self.is_in[at >> 6] >> (at & 63) & 1 == 1
    }

    /// Writes a state into sets of slots.
    pub(crate) fn put(&self, state: u64, words: &mut [u32]) {
        for (i, &k) in self.orbits.iter().enumerate() {
            words[k] |= ((state >> (8 * i) & 255) as u32) << (8 * self.axis);
        }
    }
}

/// A small part: its states by number from home, and where turns lead them.
pub(crate) struct Numbered {
    pub(crate) number: std::collections::HashMap<u32, u16>,
    pub(crate) to: Vec<u16>,
    pub(crate) len: usize,
}

impl Numbered {
    /// Walks from home with the turns of a stage; other turns stay where they are.
    pub(crate) fn new(home: u32, count: usize, turns: u64, step: impl Fn(u32, usize) -> u32) -> Numbered {
        let mut states = vec![home];
        let mut number = std::collections::HashMap::from([(home, 0u16)]);
        let mut to = Vec::new();
        let mut at = 0;
        while at < states.len() {
            let state = states[at];
            for turn in 0..count {
                if turns >> turn & 1 == 0 {
                    to.push(at as u16);
                    continue;
                }
                let after = step(state, turn);
                let next = states.len() as u16;
                to.push(*number.entry(after).or_insert_with(|| {
                    states.push(after);
                    next
                }));
            }
            at += 1;
        }
        Numbered { number, to, len: states.len() }
    }
}
