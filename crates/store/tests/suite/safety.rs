//! Nothing of others is touched, nothing is lost, nothing takes all memory.

use crate::place::{Place, Server};
use crate::records::{name, run_import};
use ludex_store::transfer::{self, CsvStyle, Format};
use ludex_store::{Record, Store, StoreError};
use std::path::Path;

crate::on_both!(
    a_store_is_not_merged_with_itself,
    a_csv_of_carriage_returns_resumes,
    an_uncommitted_put_leaves_nothing,
    an_end_row_tells_a_cut_csv,
    no_cell_is_a_formula,
    a_quote_without_end_is_refused,
    many_refusals_are_kept,
);

fn a_store_is_not_merged_with_itself(place: &mut Place) {
    let mut store = place.open();
    store.put(vec![Record::new(name("cube2:0469"), 0)]).unwrap();
    let before = store.checksum().unwrap();
    let mut spellings = vec![place.url.clone()];
    if let Some(rest) = place.url.strip_prefix("postgres://") {
        spellings.push(format!("PostgreSQL://{rest}?connect_timeout=20"));
    } else {
        let file = place.url.clone();
        for (link, symbolic) in [("soft", true), ("hard", false)] {
            let link = place.folder().join(link);
            #[cfg(unix)]
            if symbolic {
                std::os::unix::fs::symlink(&file, &link).unwrap();
            }
            if !symbolic {
                std::fs::hard_link(&file, &link).unwrap();
            }
            spellings.push(link.display().to_string());
        }
        let folder = place.folder();
        spellings.push(
            folder.join("..").join(folder.file_name().unwrap()).join("store.sqlite").display().to_string(),
        );
    }
    for spelling in spellings {
        // A store reached by a hard link has no write-ahead log beside it: it is only asked what file it is.
        let Ok(mut other) = Store::open_to_read(&spelling) else { continue };
        let error = store.merge(&mut other, 100).unwrap_err();
        assert!(error.to_string().contains("the same store"), "{spelling}: {error}");
    }
    assert_eq!(store.checksum().unwrap(), before);
}

/// Every row of such a file stood on line 1, so that a resumed import took all the rest for done.
fn a_csv_of_carriage_returns_resumes(place: &mut Place) {
    let rows =
        |range: std::ops::Range<u32>| range.map(|i| format!("cube2:{i:04},x{i}\r")).collect::<String>();
    let whole = format!("name,source\r{}", rows(0..500));
    let mut store = place.open();
    let part = format!("name,source\r{}", rows(0..120));
    run_import(&mut store, "old", &part, Format::Csv, 50).0.unwrap();
    // As if it had been interrupted there.
    store.plain_sql("UPDATE imports SET finished = (1 = 0)").unwrap();
    let (state, refused) = run_import(&mut store, "old", &whole, Format::Csv, 50);
    let state = state.unwrap();
    assert_eq!((state.taken, state.refused, state.finished, refused.len()), (500, 0, true, 0));
    let kinds = store.kinds().unwrap();
    assert_eq!((kinds[0].records, kinds[0].seen), (500, 500));
    // Two refused rows have two lines.
    let bad = "name\rcube2:0001\r?\r??\r";
    let (_, refused) = run_import(&mut store, "bad", bad, Format::Csv, 50);
    assert_eq!(refused.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 4]);
    assert_eq!(store.import_refusals("bad").unwrap().len(), 2);
}

fn an_uncommitted_put_leaves_nothing(place: &mut Place) {
    let mut store = place.open();
    assert_eq!(store.put_uncommitted(vec![Record::new(name("cube2:0001"), 0)]).unwrap(), [true]);
    drop(store);
    let mut store = place.open();
    assert_eq!(store.seen(&["cube2:0001"]).unwrap(), [false]);
    assert_eq!(store.put_uncommitted(vec![Record::new(name("cube2:0001"), 0)]).unwrap(), [true]);
    store.commit().unwrap();
    assert_eq!(store.put_uncommitted(vec![Record::new(name("cube2:0001"), 0)]).unwrap(), [false]);
    store.commit().unwrap();
}

fn an_end_row_tells_a_cut_csv(place: &mut Place) {
    let mut store = place.open();
    let records = (0..9).map(|i| Record::new(name(&format!("cube2:000{i}")), i));
    store.put(records.collect()).unwrap();
    let mut out = Vec::new();
    let style = CsvStyle { end_row: true, ..CsvStyle::default() };
    transfer::export(&mut store, Format::Csv, style, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let mut whole = Store::open(":memory:").unwrap();
    let (state, refused) = run_import(&mut whole, "a", &text, Format::Csv, 4);
    assert_eq!((state.unwrap().taken, refused.len()), (9, 0));
    assert_eq!(whole.checksum().unwrap(), store.checksum().unwrap());
    let mut lines: Vec<&str> = text.lines().collect();
    lines.remove(4);
    let mut cut = Store::open(":memory:").unwrap();
    let (_, refused) = run_import(&mut cut, "a", &lines.join("\n"), Format::Csv, 4);
    assert!(refused[0].1.contains("9 records, but 8 came before it"), "{refused:?}");
}

fn no_cell_is_a_formula(place: &mut Place) {
    let mut store = place.open();
    let mut record = Record::new(name("cube2:0001"), -5);
    record.source = Some("=cmd|' /C calc'!A0".into());
    record.facts.set("solution", "@SUM(1)".into()).unwrap();
    store.put(vec![record]).unwrap();
    let mut out = Vec::new();
    let style = CsvStyle { spreadsheet_safe: true, ..CsvStyle::default() };
    transfer::export(&mut store, Format::Csv, style, &mut out).unwrap();
    let row = String::from_utf8(out).unwrap().lines().nth(1).unwrap().to_owned();
    assert_eq!(row, "cube2:0001,,'@SUM(1),,,,,'=cmd|' /C calc'!A0,-5,-5,1,");
}

fn a_quote_without_end_is_refused(place: &mut Place) {
    let mut store = place.open();
    let text = format!("name,source\ncube2:0001,a\ncube2:0002,\"{}", "x".repeat(5 << 20));
    let error = run_import(&mut store, "a", &text, Format::Csv, 1).0.unwrap_err();
    assert!(matches!(error, StoreError::Format { .. }), "{error}");
    assert!(error.to_string().contains("longer than 4194304 bytes"), "{error}");
    // What came before it was written and stays.
    assert_eq!(store.seen(&["cube2:0001"]).unwrap(), [true]);
}

fn many_refusals_are_kept(place: &mut Place) {
    let mut store = place.open();
    let long = "?".repeat(3 << 20);
    let text = format!("{}{long}\n", "?\n".repeat(3000));
    let (state, refused) = run_import(&mut store, "a", &text, Format::Items, 1000);
    assert_eq!((state.unwrap().refused, refused.len()), (3001, 3001));
    assert_eq!(store.import_refusals("a").unwrap().len(), 3001);
    assert!(refused[3000].1.len() < 600, "a reason repeats no megabytes");
}

#[test]
fn a_sqlite_file_of_others_is_left_alone() {
    let mut place = Place::sqlite();
    let path = place.folder().join("theirs.sqlite");
    let theirs = rusqlite::Connection::open(&path).unwrap();
    theirs.execute_batch("CREATE TABLE letters (text TEXT); INSERT INTO letters VALUES ('dear')").unwrap();
    drop(theirs);
    let before = std::fs::read(&path).unwrap();
    for open in [Store::open, Store::open_to_read] {
        let error = open(path.to_str().unwrap()).unwrap_err();
        assert!(error.to_string().contains("store"), "{error}");
    }
    assert!(Store::open(path.to_str().unwrap()).unwrap_err().to_string().contains("it holds letters"));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_database_with_tables_of_our_names_is_left_alone() {
    let place = Place::postgres();
    let mut client = ::postgres::Client::connect(&place.url, ::postgres::NoTls).unwrap();
    client.batch_execute("CREATE TABLE Records (mine text); CREATE TABLE other (mine text)").unwrap();
    let error = Store::open(&place.url).unwrap_err();
    assert!(error.to_string().contains("by the names of ours: records"), "{error}");
    let tables = client.query("SELECT 1 FROM pg_tables WHERE schemaname = 'public'", &[]).unwrap();
    assert_eq!(tables.len(), 2, "nothing was added");
    // Tables of other names are no matter.
    client.batch_execute("DROP TABLE records").unwrap();
    Store::open(&place.url).unwrap();
}

#[cfg(unix)]
#[test]
fn pipes_and_folders_are_no_stores() {
    let mut place = Place::sqlite();
    let pipe = place.folder().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for (path, reason) in
        [(&*pipe, "a pipe"), (Path::new("/tmp"), "a folder"), (Path::new("/dev/null"), "a device")]
    {
        for open in [Store::open, Store::open_to_read] {
            let error = open(path.to_str().unwrap()).unwrap_err().to_string();
            assert!(error.contains(reason.trim_start_matches("a ")), "{error}");
        }
    }
}

#[test]
fn no_password_in_any_message() {
    let folder = Server::shared().folder().display().to_string().replace('/', "%2F");
    for url in [
        format!("POSTGRES://nobody:S3cret@{folder}/none"),
        "postgres://me:S3cret@127.0.0.1:1/none".into(),
        "postgres://me:S3cret@[broken/none".into(),
        "postgres://me@127.0.0.1:1/none?password=S3cret&nonsense=1".into(),
        "Postgres:me:S3cret@host/db".into(),
    ] {
        let error = Store::open(&url).unwrap_err();
        assert!(!format!("{error} {error:?}").contains("S3cret"), "{url}: {error:?}");
    }
}
