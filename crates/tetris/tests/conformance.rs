//! Equality with vectors that are not part of this repository.
//!
//! `LUDEX_CONFORMANCE` names the folder that holds `tetris/`; without it there is nothing to compare.

use ludex_tetris::{Allocator, Canonical, FourRule, Fumen, Scheme, Setup, SetupId, SetupPosition};
use std::collections::HashMap;
use std::path::PathBuf;

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("LUDEX_CONFORMANCE").map(|f| PathBuf::from(f).join("tetris"));
    if folder.is_none() {
        println!("skipped: LUDEX_CONFORMANCE is not set");
    }
    folder
}

/// The rows of a TSV file as maps from column to value, escapes undone.
fn rows(name: &str) -> Option<Vec<HashMap<String, String>>> {
    let text = std::fs::read_to_string(folder()?.join(name)).expect("the file is there");
    let mut lines = text.lines();
    let header: Vec<String> = lines.next()?.split('\t').map(str::to_owned).collect();
    let unescape = |cell: &str| {
        let mut out = String::new();
        let mut chars = cell.chars();
        while let Some(c) = chars.next() {
            out.push(match (c, c == '\\') {
                (_, true) => match chars.next() {
                    Some('t') => '\t',
                    Some('n') => '\n',
                    Some(other) => other,
                    None => '\\',
                },
                (c, false) => c,
            });
        }
        out
    };
    Some(lines.map(|line| header.iter().cloned().zip(line.split('\t').map(unescape)).collect()).collect())
}

fn canonical(row: &HashMap<String, String>, cover: &str, fumen: &str) -> Canonical {
    let setup = Setup::of([&row["pc"], &row["oqb"], &row["leftover"], &row["build"], cover, fumen]);
    Canonical::of(&SetupPosition::check(&setup).expect("a published setup is legal"))
}

#[test]
fn published_ids_come_out_of_what_was_hashed() {
    let Some(rows) = rows("setup_ids.tsv") else { return };
    for row in &rows {
        let setup = canonical(row, &row["hashed_cover"], &row["hashed_fumen"]);
        let rank: u64 = row["collision_rank"].parse().expect("a number");
        let id = |rule| SetupId::first(&setup, Scheme::V1, rule).expect("no field is read").bits() - rank;
        assert_eq!(format!("{:012x}", id(FourRule::Published)), row["setup_id"], "row {}", row["row"]);
        assert_eq!(format!("{:012x}", id(FourRule::Counted)), row["seed_rule_id"], "row {}", row["row"]);
        let fields = row["setup_id"].parse::<SetupId>().expect("an id").fields(Scheme::V1);
        assert_eq!(fields.leftover, *setup.leftover());
        assert_eq!(fields.build, Some(*setup.build()), "row {}", row["row"]);
    }
}

#[test]
fn the_last_of_a_group_gets_all_ones() {
    let Some(rows) = rows("setup_ids.tsv") else { return };
    // Only groups whose rows are all here: their ranks run from 0 without a gap.
    let mut allocator = Allocator::new(Scheme::V1);
    let mut ranks: HashMap<u64, Vec<(u64, String, SetupId)>> = HashMap::new();
    for row in rows.iter().rev() {
        let setup = canonical(row, &row["hashed_cover"], &row["hashed_fumen"]);
        let first = SetupId::first(&setup, Scheme::V1, FourRule::Published).expect("no field is read");
        let given = allocator.allocate(first).expect("there is room");
        let rank = row["collision_rank"].parse().expect("a number");
        ranks.entry(first.prefix(Scheme::V1)).or_default().push((rank, row["setup_id"].clone(), given));
    }
    let whole = |group: &Vec<(u64, String, SetupId)>| (0..).zip(group).all(|(i, g)| g.0 == i);
    let mut tested = 0;
    for (_, id, given) in ranks.values().filter(|g| whole(g)).flatten() {
        assert_eq!(given.to_string(), *id);
        tested += 1;
    }
    assert!(tested > 1000);
}

#[test]
fn the_later_scheme() {
    let Some(rows) = rows("setup_ids_v2.tsv") else { return };
    for row in &rows {
        let setup = canonical(row, "-", &row["fumen"]);
        let id = SetupId::first(&setup, Scheme::V2, FourRule::Counted).expect("the fumen decodes");
        assert_eq!(id.to_string(), format!("{}fff", row["v2_prefix36_hex9"]), "{}", row["setup_id_v1"]);
    }
}

#[test]
fn real_fumens_come_back_byte_by_byte() {
    let Some(rows) = rows("setup_ids.tsv") else { return };
    for row in &rows {
        let fumen = Fumen::decode(&row["fumen"]).expect("a published fumen decodes");
        let text = fumen.encode();
        // A published fumen may split a run in two; ours is then the shorter one of the same pages.
        assert!(text == row["fumen"] || text.len() < row["fumen"].len(), "{}\n{text}", row["fumen"]);
        assert_eq!(Fumen::decode(&text).expect("ours decodes"), fumen);
    }
}
