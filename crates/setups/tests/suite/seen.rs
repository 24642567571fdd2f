//! What statistics were computed with, and what belongs to saves and tags.

use crate::place::Place;
use ludex_core::Silent;
use ludex_setups::compute::{Job, KicksFile};
use ludex_setups::formats::{SetupFormat, read};
use ludex_setups::{SetupFields, Setups};
use ludex_tetris::{Field, FourRule, Fumen, KickTable, SetupId, fumen::Page};

crate::on_both!(what_was_seen_is_stated, solutions_of_saves_are_kept, tags_have_an_order);

/// A setup that needs two more pieces.
fn nearly_done(store: &mut Setups) -> SetupId {
    let field = Field::from_rows(&["IIIIOOLL__"; 4]).unwrap();
    let fumen = Fumen { pages: vec![Page::of(field)] }.encode();
    let mut row = SetupFields::new(1, "TILJSZO", "IIIIOOLL", "IIIIOOLL", &fumen);
    row.solve_pattern = Some("*p3".into());
    store.add_setup(row, FourRule::Counted).unwrap()
}

fn there_and_back(store: &mut Setups) {
    let sum = store.setups_checksum().unwrap();
    for format in [SetupFormat::Json, SetupFormat::Dump] {
        let mut out = Vec::new();
        store.export_setups(format, &mut out).unwrap();
        let mut other = Setups::open(":memory:").unwrap();
        let rows = read(&String::from_utf8(out).unwrap(), format).unwrap();
        let done = other.import_setups(&rows, FourRule::Counted).unwrap();
        assert_eq!((done.refused, done.notes), (vec![], vec![]));
        assert_eq!(other.setups_checksum().unwrap(), sum);
    }
}

/// Figures under a preview and of a kick table from a file say so, and others do not stand for them.
fn what_was_seen_is_stated(place: &mut Place) {
    let mut store = place.open();
    let id = nearly_done(&mut store);
    let run = |store: &mut Setups, job: &Job| {
        let done = store.compute_setups(job, &mut |_| {}, &Silent).unwrap();
        assert_eq!(done.1, 0);
        (done.0, store.statistics(id).unwrap().remove(0))
    };
    let (_, known) = run(&mut store, &Job::default());
    assert_eq!(known.see, None);
    let seen = |see| Job { see: Some(see), ..Job::default() };
    let (count, one) = run(&mut store, &seen(1));
    assert_eq!((count, one.see), (1, Some(1)));
    assert!(one.solve.unwrap().0 < known.solve.unwrap().0, "nobody can hold who sees one piece");
    assert_eq!(run(&mut store, &seen(1)).0, 0, "it is there");
    assert_eq!(run(&mut store, &Job::default()).0, 0, "nobody asked for another view");
    // Who sees the whole queue knows every piece.
    let (count, three) = run(&mut store, &seen(3));
    assert_eq!((count, three.solve, three.see), (1, known.solve, Some(3)));
    let file = KicksFile::new("mine.properties", KickTable::named("none").unwrap());
    let job = Job { kicks: Some(file.clone()), ..Job::default() };
    let (count, mine) = run(&mut store, &job);
    assert_eq!((count, mine.kicks_file.clone()), (1, Some(file.to_string())));
    assert_eq!(run(&mut store, &job).0, 0);
    // Whoever has the file can have its figures computed again.
    assert_eq!(store.kicks_files().unwrap(), [(file.to_string(), 1)]);
    let tables = [KicksFile::new("other.properties", KickTable::named("srs").unwrap()), file.clone()];
    let lint = |store: &mut Setups, tables: &[KicksFile]| {
        let found = store.lint_recomputed_with(tables, &Silent).unwrap();
        found.into_iter().filter(|finding| finding.field == "solve").count()
    };
    assert_eq!(lint(&mut store, &tables), 0);
    let mut wrong = store.statistics(id).unwrap().remove(0);
    wrong.solve = wrong.solve.map(|(won, all)| (won + 1, all));
    store.put_statistics(&wrong).unwrap();
    assert_eq!((lint(&mut store, &[]), lint(&mut store, &tables)), (0, 1));
    there_and_back(&mut store);
}

fn solutions_of_saves_are_kept(place: &mut Place) {
    let mut store = place.open();
    let mut row =
        SetupFields::new(7, "TLO", "TLZO", "[TLO]!,*p2{Z=1}", "v115@HhRpGewwRpglCeBtxwilDeBtwwJeAgH");
    row.solve_pattern = Some("TJSIO,*p2".into());
    let id = store.add_setup(row, FourRule::Counted).unwrap();
    store.add_save(7, "T", Some("a T")).unwrap();
    store.add_save(7, "T,I", None).unwrap();
    store.keep_solutions(7, "T", true, true).unwrap();
    store.keep_solutions(7, "T,I", true, false).unwrap();
    assert!(store.keep_solutions(2, "T", true, true).is_err());
    store.translate_save(7, "T", "ja", "Tを残す").unwrap();
    assert!(store.translate_save(7, "O", "ja", "O").is_err());
    let job = Job { paths: true, ..Job::default() };
    assert_eq!(store.compute_setups(&job, &mut |_| {}, &Silent).unwrap(), (1, 0));
    let saves = store.save_data(id).unwrap();
    let one = &saves[0];
    assert_eq!(one.save, "T");
    assert!(one.fractions.is_some());
    let pages = |fumen: &Option<String>| Fumen::decode(fumen.as_ref().unwrap()).unwrap().pages.len() as i64;
    assert_eq!(Some(pages(&one.minimal_solves)), one.minimal_count);
    assert!(pages(&one.minimal_solves) <= pages(&one.all_solves));
    let two = &saves[1];
    assert!(two.all_solves.is_none() && two.minimal_count >= Some(1));
    // What is not asked for is not kept.
    store.keep_solutions(7, "T", false, false).unwrap();
    store.compute_setups(&Job { again: true, ..job }, &mut |_| {}, &Silent).unwrap();
    assert_eq!(store.save_data(id).unwrap()[0].minimal_count, None);
    there_and_back(&mut store);
}

fn tags_have_an_order(place: &mut Place) {
    let mut store = place.open();
    store.put_set("fast", "Fast ones").unwrap();
    for tag in ["a", "b", "c"] {
        store.add_tag(tag).unwrap();
        store.tag_set("fast", tag).unwrap();
    }
    store.order_tags("fast", &["c", "a"]).unwrap();
    assert_eq!(store.set("fast").unwrap().tags, ["b", "c", "a"]);
    assert!(store.order_tags("fast", &["d"]).is_err());
    there_and_back(&mut store);
}
