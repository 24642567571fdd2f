//! What an operator does: backups while others write, restores beside what was left, repairs of a file whose pages
//! cannot be read.

use crate::place::Place;
use ludex_store::{Record, Store};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

crate::on_both!(backups_under_writers_are_whole);

const BATCH: i64 = 50;

fn records(from: i64, to: i64) -> Vec<Record> {
    let one = |i: i64| {
        let mut record = Record::new(format!("cube3:{i:08}").parse().unwrap(), i);
        record.facts.set("note", format!("number {i}").into()).unwrap();
        record.keys = vec![("short".into(), format!("{}", i / 7))];
        record
    };
    (from..to).map(one).collect()
}

fn backups_under_writers_are_whole(place: &mut Place) {
    let file = place.folder().join("backup.sqlite");
    let left = ["", "-journal"].map(|ending| place.folder().join(format!("backup.sqlite.1.part{ending}")));
    place.open().put(records(0, BATCH)).unwrap();
    let stop = AtomicBool::new(false);
    let (url, stop) = (place.url.as_str(), &stop);
    std::thread::scope(|scope| {
        let writer = scope.spawn(move || {
            let mut store = Store::open(url).unwrap();
            let mut first = BATCH;
            while !stop.load(Ordering::Relaxed) {
                store.put(records(first, first + BATCH)).unwrap();
                // What is there changes too.
                store.put(records(0, BATCH)).unwrap();
                first += BATCH;
            }
            first
        });
        let mut store = Store::open_to_read(url).unwrap();
        let mut sizes = Vec::new();
        for _ in 0..8 {
            // What a backup that was killed left beside it goes with the next.
            left.iter().for_each(|left| std::fs::write(left, "cut").unwrap());
            store.backup(&file, &[]).unwrap();
            assert!(left.iter().all(|left| !left.exists()));
            let mut backup = Store::open_to_read(file.to_str().unwrap()).unwrap();
            assert_eq!(backup.examine().unwrap(), []);
            let there = backup.checksum().unwrap().count as i64;
            assert_eq!(there % BATCH, 0, "half a batch");
            sizes.push(there);
        }
        stop.store(true, Ordering::Relaxed);
        let last = writer.join().unwrap();
        assert!(sizes.is_sorted() && sizes[0] >= BATCH && sizes[7] <= last, "{sizes:?} of {last}");
        assert!(sizes[7] > sizes[0], "nothing was written meanwhile");
    });
}

/// A `-wal` that was left by a file of the same name would be taken for a part of the new one.
#[test]
fn a_stale_wal_never_comes_into_a_restore() {
    let mut place = Place::sqlite();
    let path = |place: &mut Place, name: &str| place.folder().join(name);
    let (backup, wal) = (path(&mut place, "b.sqlite"), path(&mut place, "b.sqlite-wal"));
    let mut first = Store::open(":memory:").unwrap();
    first.put(records(0, 500)).unwrap();
    first.backup(&backup, &[]).unwrap();
    // What another store has written ahead, all of it.
    let other = path(&mut place, "other.sqlite");
    let mut open = Store::open(other.to_str().unwrap()).unwrap();
    open.put(records(9000, 9100)).unwrap();
    let stale = std::fs::read(path(&mut place, "other.sqlite-wal")).unwrap();
    assert!(stale.len() > 8192);
    // Beside the backup: refused, and said.
    std::fs::write(&wal, &stale).unwrap();
    let mut target = place.open();
    target.put(records(1, 2)).unwrap();
    let before = target.checksum().unwrap();
    let error = target.restore(&backup, &[], true).unwrap_err().to_string();
    assert!(error.contains("b.sqlite-wal") && error.contains("stale"), "{error}");
    assert_eq!(target.checksum().unwrap(), before);
    std::fs::remove_file(&wal).unwrap();
    // Beside the place it goes to, whose file is gone: it is no part of what is restored.
    let gone = path(&mut place, "gone.sqlite");
    std::fs::write(path(&mut place, "gone.sqlite-wal"), &stale).unwrap();
    let mut target = Store::open(gone.to_str().unwrap()).unwrap();
    target.restore(&backup, &[], false).unwrap();
    assert_eq!(target.checksum().unwrap(), first.checksum().unwrap());
    drop(target);
    let mut again = Store::open(gone.to_str().unwrap()).unwrap();
    assert_eq!(again.examine().unwrap(), []);
    assert_eq!(again.checksum().unwrap(), first.checksum().unwrap());
}

/// Overwrites the page of a file that holds some bytes.
fn overwrite(file: &Path, what: &str) {
    const PAGE: usize = 8192;
    let mut bytes = std::fs::read(file).unwrap();
    let at = bytes.windows(what.len()).position(|window| window == what.as_bytes()).unwrap();
    let page = at / PAGE * PAGE;
    assert!(page > 0);
    bytes[page..page + PAGE].fill(0xA5);
    std::fs::write(file, bytes).unwrap();
}

#[test]
fn what_can_be_read_of_a_damaged_file_is_salvaged() {
    // One page, neighbours, and far apart: what lies between is found.
    for pages in [&[3000][..], &[0], &[5999], &[1000, 1100, 5000]] {
        let mut place = Place::sqlite();
        let mut store = place.open();
        for first in (0..6000).step_by(1000) {
            store.put(records(first, first + 1000)).unwrap();
        }
        store.plain_sql("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
        drop(store);
        for page in pages {
            // The row itself, not the index of its short code.
            overwrite(Path::new(&place.url), &format!("cube3:{page:08}{{\"note\""));
        }
        let damaged = std::fs::read(&place.url).unwrap();
        let mut store = place.open();
        assert!(store.examine().is_err() || !store.examine().unwrap().is_empty());
        let aside = place.folder().join("aside.ndjson");
        let said = store.repair(&aside).unwrap().join("\n");
        assert!(said.contains("rows were salvaged") && said.contains("only a backup has"), "{said}");
        assert_eq!(store.examine().unwrap(), [], "{said}");
        let mut left = 0;
        store
            .walk(&mut |record| {
                left += 1;
                let number: i64 = record.name.letters().parse().unwrap();
                let expected = &records(number, number + 1)[0];
                assert_eq!(record.facts, expected.facts);
                Ok(())
            })
            .unwrap();
        let lost = 6000 - left;
        assert!(said.contains(&format!("records: {lost} rows are gone")), "{said}");
        assert!(lost >= pages.len() as i64 && lost < 200 * pages.len() as i64, "{lost} of {pages:?}: {said}");
        assert_eq!(std::fs::read(place.folder().join("aside.ndjson.damaged.sqlite")).unwrap(), damaged);
        // It goes on as ever.
        store.put(records(0, 6000)).unwrap();
        assert_eq!(store.checksum().unwrap().count, 6000);
        drop(store);
        assert_eq!(place.open().examine().unwrap(), []);
    }
}
