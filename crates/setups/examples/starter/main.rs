//! Makes the collection a new user begins with, by our own solver.
//!
//! `cargo run --release -p ludex-setups --example starter -- FOLDER` searches for setups of every perfect clear and
//! every leftover, then for more of those leftovers that are served badly, writes down in `FOLDER/found.ndjson` what it
//! found, a line per search, and then makes `FOLDER/starter.json.xz` of them. It can be stopped at any time: the next run goes on after the last whole line.

mod assemble;
mod bags;
mod search;

use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(folder) = std::env::args().nth(1).map(PathBuf::from) else {
        return Err("a folder for what is found is needed".into());
    };
    std::fs::create_dir_all(&folder)?;
    let found = folder.join("found.ndjson");
    let tasks = search::tasks();
    search::run(&found, &tasks)?;
    let weak = assemble::weak(&found, &tasks)?;
    eprintln!("{} leftovers are served badly", weak.len());
    search::run(&found, &search::more(&weak))?;
    assemble::run(&found, &folder.join("starter.json.xz"))
}
