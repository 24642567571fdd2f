//! Fifty errors of every kind, planted into a database that is right: every one is listed.

use crate::place::Place;
use ludex_core::Silent;
use ludex_setups::compute::Job;
use ludex_setups::{Filter, Order, Rules, SetupFields, SetupRow, Setups, Statistics};
use ludex_tetris::fumen::Page;
use ludex_tetris::{Field, FourRule, Fumen, SetupId};

crate::on_both!(fifty_errors_are_listed);

/// Eight pieces, and room for two O: quick to compute.
fn nearly_done() -> String {
    let field = Field::from_rows(&["IIIIOOLL__"; 4]).expect("a field");
    Fumen { pages: vec![Page::of(field)] }.encode()
}

/// A setup that nothing speaks against; the number makes it another one.
fn sound(number: usize) -> SetupFields {
    let pair =
        |letters: &str| letters.chars().nth(number % 7).zip(letters.chars().nth(number / 7)).expect("two");
    let (a, b) = pair("TILJSZO");
    // The J waits in the hold; the second queue cannot build it.
    let cover = format!("I,L,O,J,I,I,I,O,L,{a},{b};I,L,O,J,T,I,I,O,L,{a},{b}");
    let mut fields = SetupFields::new(2, "ILJO", "IIIILLOO", &cover, &nearly_done());
    fields.solve_pattern = Some("O,O,T;O,T,O;O,I,S".into());
    fields
}

fn all(store: &mut Setups) -> Vec<SetupRow> {
    store.setups(&Filter::default(), Order::Id).unwrap()
}

fn fifty_errors_are_listed(place: &mut Place) {
    let mut store = place.open();
    store.add_save(2, "T", None).unwrap();
    for number in 0..49 {
        let (_, told) = store.add_sound_setup(sound(number), FourRule::Counted).unwrap();
        assert!(told.is_empty(), "{told:?}");
    }
    let error = store.add_sound_setup(sound(3), FourRule::Counted).unwrap_err().to_string();
    assert!(error.contains("is the same setup"), "{error}");
    store.compute_setups(&Job { paths: true, batch: 64, ..Job::default() }, &mut |_| {}, &Silent).unwrap();
    assert_eq!(store.lint_recomputed(&Silent).unwrap(), []);
    let planted = plant(&mut store);
    assert_eq!(planted.len(), 50);
    let found = store.lint_recomputed(&Silent).unwrap();
    for (id, field, what) in &planted {
        let listed = found.iter().any(|f| f.id == *id && f.field == *field && f.what.contains(what));
        assert!(
            listed,
            "{id} {field} {what}: {:?}",
            found.iter().filter(|f| f.id == *id).collect::<Vec<_>>()
        );
    }
    // Nothing is told of setups that are right; a mirror is told of both its ends.
    let wrong: Vec<SetupId> = planted.iter().map(|(id, ..)| *id).collect();
    assert!(found.iter().all(|finding| wrong.contains(&finding.id)), "{found:?}");
}

/// The setup, the column that is told, and a part of what is told.
type Planted = (SetupId, &'static str, &'static str);

fn plant(store: &mut Setups) -> Vec<Planted> {
    let rows = all(store);
    let mut rows = rows.iter();
    let mut planted: Vec<Planted> = Vec::new();
    // Fields that contradict each other.
    type Change = fn(&mut SetupFields);
    let changes: [(Change, &'static str, &'static str); 14] = [
        (|s| s.leftover = "ILO".into(), "leftover", "has 4 pieces left over"),
        (|s| s.leftover = "TILJO".into(), "leftover", "has 4 pieces left over"),
        (|s| s.pc = 6, "leftover", "has 6 pieces left over"),
        (|s| s.pc = 3, "leftover", "has 1 piece left over"),
        (|s| s.build = "IIIILLO".into(), "build", "the fumen shows IIIILLOO"),
        (|s| s.build = "IIIILLJJ".into(), "build", "the fumen shows IIIILLOO"),
        (|s| s.build = "IIIILLOOO".into(), "build", "the fumen shows IIIILLOO"),
        (|s| s.fumen = "v115@vhAAgH".into(), "build", "shows no piece"),
        (|s| s.fumen = "v115@AAAA".into(), "fumen", ""),
        (|s| s.solve_pattern = Some("O".into()), "solve_pattern", "have 1 pieces, and the field takes 2"),
        (|s| s.solve_pattern = Some("O,O".into()), "solve_pattern", "with one for the hold"),
        (|s| s.cover_pattern = "I,L,O,J".into(), "cover_pattern", "have 4 pieces"),
        (|s| s.cover_pattern = "T,I,I,I,I,L,L,O,O".into(), "cover_pattern", "do not begin with the leftover"),
        (
            |s| s.cover_pattern = "I,L,O,J,I,I,I,O,L,[TI];*p4,I,I,I,O,L".into(),
            "cover_pattern",
            "do not begin",
        ),
    ];
    for (change, field, what) in changes {
        let row = rows.next().unwrap();
        let mut fields = row.fields.clone();
        change(&mut fields);
        store.change_setup(row.id, fields).unwrap();
        planted.push((row.id, field, what));
    }
    // Ids of other setups, and setups that are there twice.
    for i in 0..3 {
        let row = rows.next().unwrap();
        let new = crate::id(&format!("2{:011x}", 0x123 + i));
        store.rename_setup(row.id, new).unwrap();
        planted.push((new, "id", "a recomputation gives"));
    }
    for _ in 0..4 {
        let row = rows.next().unwrap();
        let mut fields = row.fields.clone();
        fields.credit = Some("another".into());
        let twin = store.add_setup(fields, FourRule::Counted).unwrap();
        planted.push((twin.max(row.id), "setup", "the same as"));
    }
    // Mirrors that point elsewhere.
    for _ in 0..2 {
        let (row, other) = (rows.next().unwrap(), rows.next().unwrap());
        let mut fields = row.fields.clone();
        fields.mirror = Some(other.id);
        store.change_setup(row.id, fields).unwrap();
        planted.push((row.id, "mirror", "is none"));
        planted.push((row.id, "mirror", "the setup in the mirror"));
    }
    // Variants that contradict their fumen.
    for build in ["IIIILLOOT", "IIIILL"] {
        let row = rows.next().unwrap();
        store.add_variant(row.id, build, &nearly_done(), None).unwrap();
        planted.push((row.id, "variant", "the fumen shows IIIILLOO"));
    }
    // Figures.
    let change = |store: &mut Setups, row: &SetupRow, change: &dyn Fn(&mut Statistics)| {
        let mut statistics = store.statistics(row.id).unwrap().remove(0);
        change(&mut statistics);
        store.put_statistics(&statistics).unwrap();
    };
    for (part, all) in [(3, 3), (1, 3), (0, 3), (3, 4), (1, 1), (4, 6)] {
        let row = rows.next().unwrap();
        change(store, row, &|s| s.solve = Some((part, all)));
        planted.push((row.id, "solve", "is computed"));
    }
    for bits in [vec![0x00], vec![0x00], vec![0x80], vec![0xC0], vec![0x40, 0], vec![0x50], vec![0xFF]] {
        let row = rows.next().unwrap();
        let field = "cover_data";
        change(store, row, &|s| s.cover_data = Some(bits.clone()));
        planted.push((row.id, field, "are computed"));
        match bits.as_slice() {
            [0] => planted.push((row.id, field, "none of the 2 queues is stored as covered")),
            [_, _] => planted.push((row.id, field, "2 bytes for 2 queues")),
            _ => {}
        }
    }
    let row = rows.next().unwrap();
    change(store, row, &|s| s.cover_data = None);
    planted.push((row.id, "cover_data", "all queues are stored as covered"));
    for percent in ["12.5", "99.99", "0", "66.60"] {
        let row = rows.next().unwrap();
        let sql = format!("UPDATE statistics SET solve_percent = {percent} WHERE setup = '{}'", row.id);
        store.store().plain_sql(&sql).unwrap();
        planted.push((row.id, "solve_percent", "is stored"));
    }
    for (part, all) in [(0, 3), (1, 3)] {
        let row = rows.next().unwrap();
        let set = format!("percent = {}, numerator = {part}, denominator = {all}", part * 100 / all);
        let sql = format!("UPDATE save_data SET {set} WHERE setup = '{}'", row.id);
        store.store().plain_sql(&sql).unwrap();
        planted.push((row.id, "save", "is computed"));
    }
    let rules = Rules::default();
    assert!(rows.next().is_some_and(|row| store.path_file(row.id, rules).unwrap().is_some()), "one is left");
    planted
}
