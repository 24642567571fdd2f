//! Equality with vectors that are not part of this repository.
//!
//! `LUDEX_CONFORMANCE` names the folder that holds `tetris/`; without it there is nothing to compare.

use ludex_core::Silent;
use ludex_tetris::pathfile::PathFile;
use ludex_tetris::solve::{Building, Drop, Hold, Problem, cover, is_cleared};
use ludex_tetris::{
    Allocator, Canonical, FourRule, Fumen, IdScheme, KickTable, Pattern, Piece, Position, Queue, Rotation,
    Setup, SetupId, Tables,
};
use std::collections::HashMap;

fn rows(name: &str) -> Vec<HashMap<String, String>> {
    ludex_vectors::maps(&format!("tetris/{name}"))
}

fn canonical(row: &HashMap<String, String>, cover: &str, fumen: &str) -> Canonical {
    let setup = Setup::of([&row["pc"], &row["oqb"], &row["leftover"], &row["build"], cover, fumen]);
    Position::try_from(&setup).expect("a published setup is legal").canonical()
}

fn first(setup: &Canonical, scheme: IdScheme, four: FourRule) -> SetupId {
    setup.name(&Tables { scheme, four }).expect("the fumen decodes")
}

fn published_ids_come_out_of_what_was_hashed() {
    let rows = rows("setup_ids.tsv");
    for row in &rows {
        let setup = canonical(row, &row["hashed_cover"], &row["hashed_fumen"]);
        let rank: u64 = row["collision_rank"].parse().expect("a number");
        let id = |four| first(&setup, IdScheme::V1, four).bits() - rank;
        assert_eq!(format!("{:012x}", id(FourRule::Published)), row["setup_id"], "row {}", row["row"]);
        assert_eq!(format!("{:012x}", id(FourRule::Counted)), row["seed_rule_id"], "row {}", row["row"]);
        let fields = row["setup_id"].parse::<SetupId>().expect("an id").fields(IdScheme::V1);
        assert_eq!(fields.leftover, *setup.leftover());
        assert_eq!(fields.build, Some(*setup.build()), "row {}", row["row"]);
    }
}

fn the_last_of_a_group_gets_all_ones() {
    let rows = rows("setup_ids.tsv");
    // Only groups whose rows are all here: their ranks run from 0 without a gap.
    let mut allocator = Allocator::new(IdScheme::V1);
    let mut ranks: HashMap<u64, Vec<(u64, String, SetupId)>> = HashMap::new();
    for row in rows.iter().rev() {
        let setup = canonical(row, &row["hashed_cover"], &row["hashed_fumen"]);
        let first = first(&setup, IdScheme::V1, FourRule::Published);
        let given = allocator.allocate(first).expect("there is room");
        let rank = row["collision_rank"].parse().expect("a number");
        ranks.entry(first.prefix(IdScheme::V1)).or_default().push((rank, row["setup_id"].clone(), given));
    }
    let whole = |group: &Vec<(u64, String, SetupId)>| (0..).zip(group).all(|(i, g)| g.0 == i);
    let mut tested = 0;
    for (_, id, given) in ranks.values().filter(|g| whole(g)).flatten() {
        assert_eq!(given.to_string(), *id);
        tested += 1;
    }
    assert!(tested > 1000);
}

fn the_later_scheme() {
    let rows = rows("setup_ids_v2.tsv");
    for row in &rows {
        let setup = canonical(row, "-", &row["fumen"]);
        let id = first(&setup, IdScheme::V2, FourRule::Counted);
        assert_eq!(id.to_string(), format!("{}fff", row["v2_prefix36_hex9"]), "{}", row["setup_id_v1"]);
    }
}

/// The only published fumen that splits a run in two, and its canonical letters.
const SPLIT: [&str; 2] = ["v115@9gQ4IeR4Heg0Q4BtFei0BtEeJeAgH", "v115@9gQ4IeR4Heg0Q4BtFei0BtOeAgH"];

fn real_fumens_come_back_byte_by_byte() {
    let rows = rows("setup_ids.tsv");
    for row in &rows {
        let fumen = Fumen::decode(&row["fumen"]).expect("a published fumen decodes");
        let text = fumen.encode();
        assert_eq!(text, if row["fumen"] == SPLIT[0] { SPLIT[1] } else { &row["fumen"] });
        assert_eq!(Fumen::decode(&text).expect("ours decodes"), fumen);
    }
}

/// SHA-256 in plain steps, enough to compare lists with their published digests.
fn sha256(bytes: &[u8]) -> String {
    let root = |n: u64, cube: bool| {
        // The first 32 bits after the point of a root, by integer bisection.
        let (mut low, mut high) = (0u128, 1u128 << 40);
        while high - low > 1 {
            let mid = (low + high) / 2;
            let fits =
                if cube { mid * mid * mid <= u128::from(n) << 96 } else { mid * mid <= u128::from(n) << 64 };
            if fits { low = mid } else { high = mid }
        }
        low as u32
    };
    let primes: Vec<u64> = (2..320).filter(|n| (2..*n).all(|d| n % d != 0)).take(64).collect();
    let k: Vec<u32> = primes.iter().map(|&p| root(p, true)).collect();
    let mut h: Vec<u32> = primes[..8].iter().map(|&p| root(p, false)).collect();
    let mut data = bytes.to_vec();
    data.push(0x80);
    while data.len() % 64 != 56 {
        data.push(0);
    }
    data.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in data.chunks(64) {
        let mut w: Vec<u32> =
            block.chunks(4).map(|c| u32::from_be_bytes(c.try_into().expect("four bytes"))).collect();
        for i in 16..64 {
            let s0 = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ w[i - 15] >> 3;
            let s1 = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ w[i - 2] >> 10;
            w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
        }
        let mut v = h.clone();
        for i in 0..64 {
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let t1 = v[7].wrapping_add(s1).wrapping_add(choice).wrapping_add(k[i]).wrapping_add(w[i]);
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(t1);
            v[0] = t1.wrapping_add(s0).wrapping_add(majority);
        }
        h.iter_mut().zip(v).for_each(|(h, v)| *h = h.wrapping_add(v));
    }
    h.iter().map(|word| format!("{word:08x}")).collect()
}

fn queue_digest(pattern: &str) -> Option<(usize, String)> {
    let queues = Pattern::read(pattern).ok()?.queues().ok()?;
    let lines: Vec<String> = queues.iter().map(ToString::to_string).collect();
    Some((lines.len(), sha256(lines.join("\n").as_bytes())))
}

fn patterns_made_up_and_real() {
    let made = rows("pieces.tsv");
    let real = rows("pieces_real.tsv");
    assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    for row in made.iter().chain(&real) {
        if row.get("rule").is_some_and(|rule| rule == "conflict") {
            continue;
        }
        let expected = (row["expect_count"] != "ERR")
            .then(|| (row["expect_count"].parse().expect("a number"), row["expect_sha256"].clone()));
        assert_eq!(queue_digest(&row["pattern"]), expected, "{}", row["pattern"]);
    }
}

fn rules(row: &HashMap<String, String>) -> (KickTable, Drop, Hold) {
    let table = KickTable::named(&row["kicks"]).expect("a table of ours");
    let drop = match row.get("drop").map_or("180", String::as_str) {
        "soft" => Drop::Soft,
        "hard" => Drop::Hard,
        _ => Drop::Half,
    };
    let hold = if row.get("hold").is_some_and(|h| h == "avoid") { Hold::AVOID } else { Hold::USE };
    (table, drop, hold)
}

fn queues(pattern: &str) -> Vec<Queue> {
    Pattern::read(pattern).and_then(|p| p.queues()).expect("a pattern")
}

fn problem(row: &HashMap<String, String>) -> Problem {
    let (table, drop, hold) = rules(row);
    let field = &Fumen::decode(&row["fumen"]).expect("a fumen").pages[0].field;
    Problem::new(field, row["lines"].parse().expect("a number"), table, drop, hold).expect("a problem")
}

fn percents_to_the_last_queue() {
    let measured = rows("percent.tsv");
    let stored = rows("percent_db.tsv");
    // All of the database takes half a minute: the short run takes one row in eight.
    let step = if std::env::var_os("LUDEX_LONG").is_some() { 1 } else { 8 };
    for row in measured.iter().chain(stored.iter().step_by(step)) {
        let pattern = row.get("pattern").unwrap_or_else(|| &row["solve_pattern"]);
        if row["lines"] == "0" {
            let field = &Fumen::decode(&row["fumen"]).expect("a fumen").pages[0].field;
            assert!(is_cleared(field) && row["success"] == row["total"], "{}", row["setup_id"]);
            continue;
        }
        let percent = problem(row).percent(&queues(pattern), &Silent).expect("long enough");
        let found = (percent.success().to_string(), percent.queues.len().to_string());
        assert_eq!(found, (row["success"].clone(), row["total"].clone()), "{} {pattern}", row["setup_id"]);
    }
}

fn covers_bit_by_bit() {
    let measured = rows("cover.tsv");
    let stored = rows("cover_db.tsv");
    let mut odd = 0;
    for row in measured.iter().chain(&stored) {
        let fumens = match row.get("glued_fumens") {
            Some(glued) => glued.clone(),
            None => format!("{};{}", row["fumen"], row["variant_fumens"]),
        };
        let buildings: Vec<Building> = fumens
            .split(';')
            .filter(|f| !f.is_empty())
            .flat_map(|f| Building::of_fumen(&Fumen::decode(f).expect("a fumen")).expect("a building"))
            .collect();
        let (table, drop, hold) = rules(row);
        let covered =
            cover(&buildings, &queues(&row["cover_pattern"]), &table, drop, hold).expect("the rules fit");
        if row["cover_hex"] == "NULL" {
            // In the database nothing stored means all covered, or, in a setup below another one, not
            // computed.
            let below_another = row["setup_id"].as_bytes()[1] >= b'8';
            assert!(covered.iter().all(|&c| c) || below_another, "{}", row["setup_id"]);
            odd += usize::from(!covered.iter().all(|&c| c));
            continue;
        }
        let hex: String = covered
            .chunks(8)
            .map(|eight| eight.iter().enumerate().fold(0u8, |b, (i, &c)| b | u8::from(c) << (7 - i)))
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(hex, row["cover_hex"], "{}", row["setup_id"]);
    }
    println!("{odd} rows of the database were never computed");
}

fn paths_solution_by_solution() {
    let rows = rows("path.tsv");
    for row in &rows {
        let path = problem(row).path(&queues(&row["pattern"]), &Silent).expect("long enough");
        let file = PathFile::of(&path);
        let lines: Vec<String> = file
            .rows
            .iter()
            .map(|row| {
                let mut unused: Vec<Piece> =
                    row.unused.iter().flat_map(|u| Piece::word(u).expect("pieces")).collect();
                unused.sort_unstable();
                format!("{}\t{}\t{}", row.queue, row.solutions.len(), Piece::spell(&unused))
            })
            .collect();
        assert_eq!(sha256(lines.join("\n").as_bytes()), row["rows_sha256"], "{}", row["setup_id"]);
        let mut boards: Vec<String> = path.solutions.iter().map(|s| s.field.rows().join("/")).collect();
        boards.sort_unstable();
        boards.dedup();
        assert_eq!(sha256(boards.join("\n").as_bytes()), row["solutions_sha256"], "{}", row["setup_id"]);
        // Packed and unpacked it is the same file, up to the order inside its lists.
        let packed = file.pack(&row["pattern"]).expect("the rows are the pattern's");
        assert_eq!(PathFile::unpack(&packed).expect("ours").pack(&row["pattern"]).expect("still"), packed);
    }
}

fn the_packed_example() {
    let read = |name: &str| ludex_vectors::text(&format!("tetris/{name}"));
    let file = PathFile::read(&read("path_53de6e2bbaff.csv")).expect("a path file");
    assert_eq!(file.write(ludex_tetris::pathfile::JAPANESE), read("path_53de6e2bbaff.csv"));
    assert_eq!(file.pack("[TZ]!,*p2").expect("the rows are the pattern's"), read("path_53de6e2bbaff.csvd"));
}

fn kick_tables_mean_the_same() {
    for name in ["srs", "srs180", "srs_plus", "nullpomino180", "none"] {
        let text = ludex_vectors::text(&format!("tetris/kicks/{name}.properties"));
        assert_eq!(KickTable::read(&text), KickTable::named(name), "{name}");
    }
}

/// The facts of the other tables are given for boxes, ours for centres: the centre moves in its box.
fn kick_tables_of_one_source_mean_the_same() {
    let rows = rows("kicks.tsv");
    let compass = |letter: char| Rotation::from_compass(letter).expect("one of NESW");
    let mut compared = 0;
    for row in rows.iter().filter(|row| row["table"] != "ARS") {
        let name = match row["table"].as_str() {
            "SRS+" => "srs_plus",
            "SRS-X" => "srsx",
            "TETRA-X" => "tetrax",
            "ASC" => "asc",
            other => panic!("{other} is no table"),
        };
        let table = KickTable::named(name).expect("a table of ours");
        let turn: Vec<Rotation> = row["turn"].chars().map(compass).collect();
        let mut tests = vec![(0i8, 0i8)];
        for test in row["tests"].split(['(', ')']).filter(|test| !test.is_empty()) {
            let (x, y) = test.split_once(',').expect("two numbers");
            tests.push((x.parse().expect("a number"), y.parse().expect("a number")));
        }
        for piece in Piece::word(&row["pieces"]).expect("pieces") {
            // Of I in a box of four by four: its second cell, seen from the spawn; ASC turns it about
            // another cell of the box.
            let centre = |rotation: Rotation| match (piece, name) {
                (Piece::I, "asc") => [(1, 2), (2, 3), (3, 2), (2, 1)][rotation as usize],
                (Piece::I, _) => [(1, 2), (2, 2), (2, 1), (1, 1)][rotation as usize],
                _ => (0, 0),
            };
            let (a, b) = (centre(turn[0]), centre(turn[1]));
            let expected: Vec<(i8, i8)> = tests.iter().map(|(x, y)| (x + b.0 - a.0, y + b.1 - a.1)).collect();
            assert_eq!(table.tests(piece, turn[0], turn[1]), expected, "{name} {piece} {}", row["turn"]);
            compared += 1;
        }
    }
    assert_eq!(compared, 4 * 6 * 12);
}

fn main() {
    ludex_vectors::run(ludex_vectors::tests![
        published_ids_come_out_of_what_was_hashed,
        the_last_of_a_group_gets_all_ones,
        the_later_scheme,
        real_fumens_come_back_byte_by_byte,
        patterns_made_up_and_real,
        percents_to_the_last_queue,
        covers_bit_by_bit,
        paths_solution_by_solution,
        the_packed_example,
        kick_tables_mean_the_same,
        kick_tables_of_one_source_mean_the_same
    ])
}
