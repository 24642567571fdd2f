//! Tells which names of a list were seen before, and remembers them all.
//!
//! `cargo run -p ludex-store --example seen -- mine.sqlite cube2:0469 cube2:0001 cube2:0469`

use ludex_store::{Record, Store};
use std::time::{SystemTime, UNIX_EPOCH};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let place = arguments.next().unwrap_or_else(|| ":memory:".to_owned());
    let mut names: Vec<String> = arguments.collect();
    if names.is_empty() {
        names = ["cube2:0469", "cube2:0001", "cube2:0469"].map(String::from).to_vec();
    }
    let now = i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs())?;
    let mut store = Store::open(&place)?;
    let records = names.iter().map(|name| Ok(Record::new(name.parse()?, now)));
    let records = records.collect::<Result<Vec<Record>, ludex_core::NameError>>()?;
    // All or none; the answers come in the order of the names.
    for (name, new) in names.iter().zip(store.put(records)?) {
        println!("{name}\t{}", if new { "new" } else { "known" });
    }
    for kind in store.kinds()? {
        println!("{} records of {}, seen {} times", kind.records, kind.kind, kind.seen);
    }
    Ok(())
}
