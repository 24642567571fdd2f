//! The collection: of all shapes that were found the ones that serve most queues, trees of shapes that begin alike, and
//! the mirror images of all.

use crate::bags::spell;
use crate::search::Task;
use ludex_core::Silent;
use ludex_setups::compute::Job;
use ludex_setups::derive::patterns;
use ludex_setups::formats::{SetupFormat, read};
use ludex_setups::{Rules, SetupFields, SetupType, Setups, Statistics};
use ludex_tetris::fumen::Page;
use ludex_tetris::pathfile::xz;
use ludex_tetris::solve::{Building, Drop, Hold, cover, cover_bits, first_field, queues_of};
use ludex_tetris::{Cell, Counts, Field, FourRule, Fumen, KickTable, Piece, Queue, SetupId};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Pieces that a player sees.
const SEE: i64 = 7;
/// Most setups of a leftover, by perfect clear: the more pieces are left over, the more builds there are.
const fn most(pc: u32) -> usize {
    match pc {
        1 => 40,
        _ => 24,
    }
}

/// Shapes of a build that are tried for their cover.
const TRIED: usize = 16;
/// What a further setup must add to the chance.
const GAIN: f64 = 0.003;
/// A leftover with less than this chance is searched further.
const WEAK: f64 = 0.8;
/// Fewest children of a tree.
const CHILDREN: usize = 2;

type Refused = Box<dyn std::error::Error>;

/// A shape of a build, and what it is worth.
#[derive(Debug, Clone)]
struct Found {
    build: Counts,
    fumen: String,
    solve: (i64, i64),
    /// Whether that was counted for this shape, and not for its mirror image: kicks are not quite symmetric.
    counted: bool,
}

/// A setup with its statistics, ready to be added.
struct Ready {
    fields: SetupFields,
    /// The queues of the cover pattern, rising, and which of them are covered.
    queues: Vec<Queue>,
    cover: Vec<bool>,
    solve: Option<(i64, i64)>,
    counted: bool,
}

impl Ready {
    /// Whether it can be built with a queue, of which it looks at the first pieces.
    fn covers(&self, queue: Queue) -> bool {
        let length = self.queues[0].len();
        self.queues.binary_search(&queue.cut(length)).is_ok_and(|at| self.cover[at])
    }
}

/// Everything that was found, by perfect clear and leftover; of certain searches, or of all.
fn all_found(found: &Path, tasks: Option<&[Task]>) -> Result<BTreeMap<(u32, Counts), Vec<Found>>, Refused> {
    let mut all: BTreeMap<(u32, Counts), Vec<Found>> = BTreeMap::new();
    for line in std::fs::read_to_string(found)?.lines() {
        let value: Value = serde_json::from_str(line)?;
        let counts = |name: &str| -> Result<Counts, Refused> {
            Ok(Counts::of(&Piece::word(value[name].as_str().unwrap_or_default())?))
        };
        let (leftover, build) = (counts("leftover")?, counts("build")?);
        let pc = value["pc"].as_u64().unwrap_or(0) as u32;
        if tasks.is_some_and(|tasks| !tasks.contains(&(pc, leftover, build))) {
            continue;
        }
        for shape in value["found"].as_array().into_iter().flatten().take(TRIED) {
            let number = |i: usize| shape[i].as_i64().unwrap_or(0);
            let fumen = shape[2].as_str().unwrap_or_default().to_owned();
            let one = Found { build, fumen, solve: (number(0), number(1)), counted: true };
            let entry = all.entry((pc, leftover)).or_default();
            // A leftover that is its own mirror image has the mirror images of its builds, too.
            if leftover == leftover.mirrored() && build != build.mirrored() {
                let (build, fumen) = (build.mirrored(), mirrored(&one.fumen)?);
                entry.push(Found { build, fumen, solve: one.solve, counted: false });
            }
            entry.push(one);
        }
    }
    Ok(all)
}

/// The leftovers that the first searches serve badly, not counting mirror images.
pub(crate) fn weak(found: &Path, tasks: &[Task]) -> Result<Vec<(u32, Counts)>, Refused> {
    let mut weak = Vec::new();
    for ((pc, leftover), found) in all_found(found, Some(tasks))? {
        if choose(pc, &leftover, &found)?.1 < WEAK {
            weak.push((pc, leftover));
        }
    }
    Ok(weak)
}

/// Makes the collection of what the file says.
pub(crate) fn run(found: &Path, out: &Path) -> Result<(), Refused> {
    let mut store = Setups::open(":memory:")?;
    let all = all_found(found, None)?;
    let (mut count, mut trees) = (0, 0);
    let mut made = Made::default();
    for ((pc, leftover), found) in &all {
        let numbers: &[u32] = if *pc == 2 { &[2, 9] } else { std::slice::from_ref(pc) };
        let (chosen, chance) = choose(*pc, leftover, found)?;
        println!("{pc}\t{}\t{}\t{:.2}%", spell(leftover), chosen.len(), chance * 100.0);
        let tree = tree(*pc, leftover, found)?;
        let mut by_number: Vec<Vec<SetupId>> = Vec::new();
        for &pc in numbers {
            let mut ids = Vec::new();
            for ready in &chosen {
                ids.extend(add(&mut store, pc, ready, &mut made)?);
            }
            count += ids.len();
            if let Some((root, children)) = &tree {
                let roots = add(&mut store, pc, root, &mut made)?;
                for child in children {
                    for (parent, child) in roots.iter().zip(add(&mut store, pc, child, &mut made)?) {
                        store.link_setups(*parent, child)?;
                    }
                }
                trees += roots.len();
            }
            by_number.push(ids);
        }
        if let [second, ninth] = &by_number[..] {
            made.alike.extend(second.iter().copied().zip(ninth.iter().copied()));
        }
    }
    // What was not counted for the very shape is computed, but what is played alike only once.
    let ninth: BTreeSet<SetupId> = made.alike.iter().map(|pair| pair.1).collect();
    let mut ids: Vec<SetupId> = made.open.iter().copied().filter(|id| !ninth.contains(id)).collect();
    // What an earlier run has computed stays.
    if out.exists() {
        let mut earlier = Setups::open(":memory:")?;
        let text = xz::unpack(&std::fs::read(out)?)?;
        earlier.import_setups(&read(&text, SetupFormat::Json)?, FourRule::Counted)?;
        let mut left = Vec::new();
        for id in ids {
            let same =
                earlier.setup(id).is_ok_and(|old| store.setup(id).is_ok_and(|new| new.fields == old.fields));
            match earlier.statistics(id)?.into_iter().next().filter(|_| same) {
                Some(row) => store.put_statistics(&row)?,
                None => left.push(id),
            }
        }
        ids = left;
    }
    eprintln!("{count} setups and {trees} trees; {} mirror images are computed", ids.len());
    if !ids.is_empty() {
        let job = Job { see: Some(SEE as u8), again: true, ids, batch: 64, ..Job::default() };
        let (_, failed) = store.compute_setups(&job, &mut |_| {}, &Silent)?;
        if failed > 0 {
            return Err(format!("{failed} setups cannot be computed").into());
        }
    }
    for (second, ninth) in made.alike {
        for row in store.statistics(second)? {
            store.put_statistics(&Statistics { setup: ninth, ..row })?;
        }
    }
    let mut text = Vec::new();
    store.export_setups(SetupFormat::Json, &mut text)?;
    let packed = xz::pack(&String::from_utf8(text)?, 9)?;
    std::fs::write(out, &packed)?;
    eprintln!("{} bytes", packed.len());
    Ok(())
}

fn mirrored(fumen: &str) -> Result<String, Refused> {
    Ok(Fumen::decode(fumen)?.mirrored().encode())
}

/// A setup with the queues that it covers; nothing where it cannot be built or no bags give it.
fn ready(
    pc: u32,
    leftover: &Counts,
    found: &Found,
    kind: SetupType,
    solved: bool,
) -> Result<Option<Ready>, Refused> {
    let Some((cover_pattern, solve)) = patterns(*leftover, found.build) else { return Ok(None) };
    let mut fields =
        SetupFields::new(i64::from(pc), &spell(leftover), &spell(&found.build), &cover_pattern, &found.fumen);
    fields.kind = kind;
    fields.solve_pattern = solved.then_some(solve);
    let table = KickTable::named("srs180")?;
    let Ok(buildings) = Building::of_fumen(&Fumen::decode(&found.fumen)?) else { return Ok(None) };
    let queues = listed(&cover_pattern)?;
    let covered = cover(&buildings, &queues, &table, Drop::of(&table), Hold::USE)?;
    let solve = solved.then_some(found.solve);
    Ok(covered.contains(&true).then_some(Ready {
        fields,
        queues,
        cover: covered,
        solve,
        counted: found.counted,
    }))
}

/// The queues of a pattern.
fn listed(pattern: &str) -> Result<Vec<Queue>, Refused> {
    queues_of(pattern).map_err(|error| error.to_string().into())
}

/// The setups that serve most queues of a leftover, each the one that adds most to those before it, and the chance
/// with all of them.
fn choose(pc: u32, leftover: &Counts, found: &[Found]) -> Result<(Vec<Ready>, f64), Refused> {
    let mut open = Vec::new();
    for one in found {
        open.extend(ready(pc, leftover, one, SetupType::Regular, true)?);
    }
    let longest = open.iter().map(|one| one.queues[0].len()).max().unwrap_or(0);
    let universe = listed(&universe(leftover, longest))?;
    let mut worth = vec![0.0; universe.len()];
    let mut chosen: Vec<Ready> = Vec::new();
    while chosen.len() < most(pc) && !open.is_empty() {
        let with = |one: &Ready| -> Vec<f64> {
            let share = one.solve.map_or(0.0, |(won, all)| won as f64 / all.max(1) as f64);
            let worth = universe.iter().zip(&worth);
            worth.map(|(queue, now)| if one.covers(*queue) { share.max(*now) } else { *now }).collect()
        };
        let sums: Vec<f64> = open.iter().map(|one| with(one).iter().sum()).collect();
        let best = (0..open.len()).max_by(|&a, &b| sums[a].total_cmp(&sums[b]).then(b.cmp(&a))).unwrap_or(0);
        let gain = (sums[best] - worth.iter().sum::<f64>()) / universe.len().max(1) as f64;
        if !chosen.is_empty() && gain < GAIN {
            break;
        }
        worth = with(&open[best]);
        chosen.push(open.remove(best));
    }
    let chance = worth.iter().sum::<f64>() / universe.len().max(1) as f64;
    Ok((chosen, chance))
}

/// The pattern of all queues of a leftover up to a length.
fn universe(leftover: &Counts, length: usize) -> String {
    let (own, word) = (leftover.total(), spell(leftover));
    match length.checked_sub(own) {
        None => format!("[{word}]p{length}"),
        Some(0) => format!("[{word}]!"),
        Some(more) => format!("[{word}]!,*p{more}"),
    }
}

/// A shape of three pieces that goes on to as many of the setups that were found as there are: the root and its
/// children. Only where the leftover has fewer than four pieces: else what is built is known from the start.
fn tree(pc: u32, leftover: &Counts, found: &[Found]) -> Result<Option<(Ready, Vec<Ready>)>, Refused> {
    if leftover.total() >= 4 {
        return Ok(None);
    }
    let mut roots: BTreeMap<String, BTreeMap<Counts, &Found>> = BTreeMap::new();
    for one in found {
        let field = first_field(&one.fumen).map_err(|error| error.to_string())?;
        // The last piece is one that the leftover does not have and the build has once.
        for last in
            Piece::ALL.into_iter().filter(|p| leftover.0[p.index()] == 0 && one.build.0[p.index()] == 1)
        {
            let fumen = Fumen { pages: vec![Page::of(without(&field, last))] }.encode();
            let children = roots.entry(fumen).or_default();
            let better = |other: &&Found| other.solve.0 >= one.solve.0;
            if !children.get(&one.build).is_some_and(better) {
                children.insert(one.build, one);
            }
        }
    }
    let worth = |children: &BTreeMap<Counts, &Found>| -> f64 {
        children.values().map(|one| one.solve.0 as f64 / one.solve.1.max(1) as f64).sum()
    };
    let mut order: Vec<(&String, &BTreeMap<Counts, &Found>)> =
        roots.iter().filter(|(_, children)| children.len() >= CHILDREN).collect();
    order.sort_by(|a, b| worth(b.1).total_cmp(&worth(a.1)).then(a.0.cmp(b.0)));
    for (fumen, children) in order.into_iter().take(20) {
        let first = children.values().next().ok_or("a root has children")?;
        let field = first_field(fumen).map_err(|error| error.to_string())?;
        let last = Piece::ALL
            .into_iter()
            .find(|p| first.build.0[p.index()] == 1 && !has(&field, *p))
            .ok_or("a child has one piece more")?;
        let mut build = first.build;
        build.0[last.index()] = 0;
        let root = Found { build, fumen: fumen.clone(), solve: (0, 1), counted: true };
        let Some(root) = ready(pc, leftover, &root, SetupType::Oqb, false)? else { continue };
        let mut ready_children = Vec::new();
        for one in children.values() {
            ready_children.extend(ready(pc, leftover, one, SetupType::Oqb, true)?);
        }
        if ready_children.len() >= CHILDREN {
            return Ok(Some((root, ready_children)));
        }
    }
    Ok(None)
}

fn has(field: &Field, piece: Piece) -> bool {
    (0..field.height()).any(|y| field.row(y).contains(&Cell::of(piece)))
}

fn without(field: &Field, piece: Piece) -> Field {
    let mut field = field.clone();
    for y in 0..field.height() {
        for x in 0..10 {
            if field.get(x, y as i32) == Cell::of(piece) {
                field.set(x, y as i32, Cell::Empty);
            }
        }
    }
    field
}

/// What was added.
#[derive(Default)]
struct Made {
    /// Setups whose figures are still to be computed.
    open: Vec<SetupId>,
    /// Setups of the second and of the ninth perfect clear that are played alike.
    alike: Vec<(SetupId, SetupId)>,
}

/// Adds a setup and its mirror image with what is known of them; answers the one id or both.
fn add(store: &mut Setups, pc: u32, ready: &Ready, made: &mut Made) -> Result<Vec<SetupId>, Refused> {
    let mut fields = ready.fields.clone();
    fields.pc = i64::from(pc);
    let image = fields.mirrored()?;
    // A leftover that is its own mirror image has the images of its builds among those that are chosen.
    let alone = image.leftover == fields.leftover;
    let id = store.add_setup(fields, FourRule::Counted)?;
    let covered = (!ready.cover.iter().all(|covered| *covered)).then(|| cover_bits(&ready.cover));
    store.put_statistics(&Statistics {
        cover_data: covered,
        solve: ready.solve,
        see: ready.solve.map(|_| SEE),
        ..Statistics::new(id, Rules::default())
    })?;
    if !ready.counted {
        made.open.push(id);
    }
    if alone {
        return Ok(vec![id]);
    }
    let image = store.add_mirror(id, FourRule::Counted)?.id;
    made.open.push(image);
    Ok(vec![id, image])
}
