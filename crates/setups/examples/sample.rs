//! Makes a small store of a certain version of the schema, such as those kept in `tests/data`.
//!
//! `cargo run -p ludex-setups --features postgres --example sample -- VERSION PLACE`. Of a SQLite store the
//! kept file is the small copy beside it, `PLACE.small`; of a PostgreSQL store it is what
//! `pg_dump --no-owner --inserts` prints.

use ludex_setups::{Kicks, Rules, SetupFields, SetupType, Setups, Statistics};
use ludex_store::{Dialect, Record};
use ludex_tetris::FourRule;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(version), Some(place)) = (arguments.next(), arguments.next()) else {
        return Err("a version and a place are needed".into());
    };
    let version = version.parse()?;
    let mut store = Setups::open_as_of(&place, version)?;
    records(&mut store)?;
    if version >= 2 {
        setups(&mut store)?;
    }
    if store.store().dialect() == Dialect::Sqlite {
        store.store().plain_sql(&format!("PRAGMA page_size = 512; VACUUM INTO '{place}.small'"))?;
    }
    Ok(())
}

fn records(store: &mut Setups) -> Result<(), Box<dyn std::error::Error>> {
    let mut records = Vec::new();
    for (i, name) in ["cube2:0001", "cube2:0Zz}", "sudoku:eKEeveX3Ose2Ww4p42M"].iter().enumerate() {
        let mut record = Record::new(name.parse()?, 100 + i as i64);
        record.source = Some("it's a \"sample\", 天才".into());
        record.facts.set("rating", serde_json::json!(9.5))?;
        record.facts.set("note", serde_json::json!({"b": [1, 2.5], "a": "ü"}))?;
        record.keys = vec![("short".into(), "same".into())];
        records.push(record);
    }
    store.store().put(records.clone())?;
    records.truncate(2);
    store.store().put(records)?;
    Ok(())
}

fn setups(store: &mut Setups) -> Result<(), Box<dyn std::error::Error>> {
    let fumen = "v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH";
    let mut ids = Vec::new();
    for (i, cover) in ["T,*p7", "T,*p7{I<O}", "T,*p7{O<I}"].iter().enumerate() {
        let mut setup = SetupFields::new(3, "T", "TIO", cover, fumen);
        setup.kind = SetupType::Oqb;
        setup.credit = Some(format!("finder {i}"));
        setup.solve_pattern = (i > 0).then(|| "*p4".to_owned());
        ids.push(store.add_setup(setup, FourRule::Counted)?);
    }
    store.link_setups(ids[0], ids[1])?;
    store.link_setups(ids[0], ids[2])?;
    store.add_variant(ids[1], "TIOL", fumen, None)?;
    store.put_statistics(&Statistics {
        solve: Some((626, 840)),
        cover_data: Some(vec![0xA5; 315]),
        ..Statistics::new(ids[1], Rules::of(Kicks::Srs))
    })?;
    store.put_path_file(ids[1], Rules::of(Kicks::Srs), Some(b"\x00\xFFpath"))?;
    store.add_save(3, "T||O#T or O", Some("either"))?;
    store.put_set("openers", "Openers")?;
    store.put_set("fast", "Fast ones")?;
    store.link_sets("openers", "fast")?;
    store.add_member("fast", ids[1])?;
    store.add_tag("quick")?;
    store.tag_set("fast", "quick")?;
    store.translate_set("fast", "de", "Schnelle", None)?;
    store.translate_setup(ids[1], "ja", "説明")?;
    Ok(())
}
