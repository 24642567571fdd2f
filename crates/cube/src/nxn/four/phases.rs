//! The three searches of the 4x4: each collects ways in the order of their whole length.

use super::centres::{ODD, step};
use super::{Start, Tables};
use crate::nxn::layout::{SLOTS, apply, is_odd};
use crate::nxn::search::{Stand, Way, bits, by_length};
use crate::nxn::subset::slots;
use crate::nxn::wings::Pairing;
use ludex_core::{Stopped, Ticker};

/// Ways after which a phase has seen enough.
const FIRST_WAYS: usize = 2000;
const SECOND_WAYS: usize = 300;
const THIRD_WAYS: usize = 16;

/// Centres, wings and the parity of the corners at the end of a way.
fn end(way: &Way, tables: &Tables, starts: &[Start; 3]) -> ([u8; SLOTS], [u8; SLOTS], bool) {
    let start = &starts[way.start];
    way.path.iter().map(|&turn| turn as usize).fold(
        (start.centres, start.wings, start.corners_odd),
        |(centres, wings, odd), turn| {
            (
                apply(&tables.centre_acts[turn], &centres),
                apply(&tables.wing_acts[turn], &wings),
                odd ^ (tables.turns[turn].quarters % 2 == 1),
            )
        },
    )
}

/// Two opposite colours' centres on R and L, whichever colours and whichever holding.
pub(super) fn first(
    tables: &Tables,
    starts: &[Start; 3],
    effort: usize,
    ticker: &Ticker<'_>,
) -> Result<Vec<Way>, Stopped> {
    let mut ways = Vec::new();
    for depth in 0.. {
        for (start, pair) in (0..3).flat_map(|start| (0..3).map(move |pair| (start, pair))) {
            let set = slots(&starts[start].centres, |colour| colour / 2 == pair);
            let mut way = Way { start, path: Vec::new() };
            stage((tables, ticker), set, depth, &mut way, &mut ways);
            ticker.tick()?;
        }
        if ways.len() >= FIRST_WAYS * effort {
            break;
        }
    }
    ways.truncate(4 * FIRST_WAYS * effort);
    Ok(ways)
}

/// All ways of exactly `left` more turns that do not pass the goal before.
/// The tables, and what says whether to go on.
type With<'a> = (&'a Tables, &'a Ticker<'a>);

fn stage((tables, ticker): With<'_>, set: u32, left: u8, way: &mut Way, ways: &mut Vec<Way>) {
    let distance = tables.stage.distance(set);
    if ticker.tick().is_err() {
        return;
    }
    if left == 0 || distance == 0 || distance > left {
        if left == 0 && distance == 0 {
            ways.push(way.clone());
        }
        return;
    }
    for turn in bits(tables.next[way.last()]) {
        way.path.push(turn as u8);
        stage((tables, ticker), tables.centres[turn].apply(set), left - 1, way, ways);
        way.path.pop();
    }
}

/// The other centres on their axes, wings of each colour pair of different kind.
pub(super) fn second(
    tables: &Tables,
    starts: &[Start; 3],
    ways: &[Way],
    effort: usize,
    ticker: &Ticker<'_>,
) -> Result<Vec<Way>, Stopped> {
    let stand = |way: &Way| {
        let (centres, wings, _) = end(way, tables, starts);
        // One colour of the pair on R and L, and both colours of another pair.
        let (side, other) = (centres[16], centres[0] / 2);
        let state = slots(&centres, |colour| colour == side || colour / 2 == other);
        let state = state | if is_odd(&wings) { ODD } else { 0 };
        let least = way.path.len() + tables.separate.distance(state) as usize;
        Stand { way: way.clone(), state: (state, wings), least }
    };
    by_length(ways.iter().map(stand).collect(), SECOND_WAYS * effort, ticker, |stand, left, ways| {
        separate((tables, ticker), stand.state.0, &stand.state.1, left, &mut stand.way.clone(), ways);
    })
}

fn separate(
    (tables, ticker): With<'_>,
    state: u32,
    wings: &[u8; SLOTS],
    left: u8,
    way: &mut Way,
    ways: &mut Vec<Way>,
) {
    if ticker.tick().is_err() {
        return;
    }
    if left == 0 {
        if tables.places.pairing(wings).is_some_and(|pairing| !is_odd(&pairing)) {
            ways.push(way.clone());
        }
        return;
    }
    // What the third phase could do as well would be found twice.
    let allowed = if left == 1 { tables.second & !tables.third } else { tables.second };
    for turn in bits(tables.next[way.last()] & allowed) {
        let after = step(&tables.centres[turn], tables.odd[turn], state);
        if tables.separate.distance(after) >= left {
            continue;
        }
        way.path.push(turn as u8);
        separate((tables, ticker), after, &apply(&tables.wing_acts[turn], wings), left - 1, way, ways);
        way.path.pop();
    }
}

/// Centres of one colour per face, wings paired, nothing left that a 3x3 could not show.
pub(super) fn third(
    tables: &Tables,
    starts: &[Start; 3],
    ways: &[Way],
    effort: usize,
    ticker: &Ticker<'_>,
) -> Result<Vec<Way>, Stopped> {
    let stand = |way: &Way| {
        let (centres, wings, corners_odd) = end(way, tables, starts);
        // The colours' axes on U, F and R: an odd exchange of axes turns round both the hand of the
        // colours and the parity of edges against corners.
        let axes = [centres[0] / 2, centres[8] / 2, centres[16] / 2];
        let axes_odd = is_odd(&axes);
        let positive = |colour: u8| matches!(colour, 0 | 2 | 5);
        let state = slots(&centres, |colour| positive(colour) != (axes_odd && colour / 2 == axes[0]));
        let edge = |slot: u8| tables.places.edge[wings[slot as usize] as usize];
        let low = tables.places.slots.map(|[low, _]| edge(low));
        let state = state | if corners_odd ^ is_odd(&low) ^ axes_odd { ODD } else { 0 };
        let pairing = tables.places.pairing(&wings).expect("the second phase saw to it");
        let distance = tables.gather.distance(state).max(tables.pairing.distance(&pairing));
        Stand { way: way.clone(), state: (state, pairing), least: way.path.len() + distance as usize }
    };
    by_length(ways.iter().map(stand).collect(), THIRD_WAYS * effort, ticker, |stand, left, ways| {
        gather((tables, ticker), stand.state.0, &stand.state.1, left, &mut stand.way.clone(), ways);
    })
}

fn gather(
    (tables, ticker): With<'_>,
    state: u32,
    pairing: &Pairing,
    left: u8,
    way: &mut Way,
    ways: &mut Vec<Way>,
) {
    if ticker.tick().is_err() {
        return;
    }
    if left == 0 {
        ways.push(way.clone());
        return;
    }
    for turn in bits(tables.next[way.last()] & tables.third) {
        let after = step(&tables.centres[turn], tables.wide[turn], state);
        if tables.gather.distance(after) >= left {
            continue;
        }
        let next = tables.steps[turn].apply(pairing);
        if tables.pairing.distance(&next) >= left {
            continue;
        }
        way.path.push(turn as u8);
        gather((tables, ticker), after, &next, left - 1, way, ways);
        way.path.pop();
    }
}
