//! Law: no file of records panics its reader, and a record that is taken reads back as it is written.
#![no_main]

use ludex_store::Record;
use ludex_store::transfer::{CSV_COLUMNS, Format, Named, csv_record, record, rows};

fn named(item: &str) -> Result<Named, String> {
    let name = item.parse().map_err(|error: ludex_core::NameError| error.to_string())?;
    Ok(Named { name, position: None, keys: Vec::new(), shared_name: false })
}

fn records(bytes: &[u8], format: Format) -> Vec<Record> {
    let rows = rows(bytes, format).map_while(Result::ok);
    rows.filter_map(|row| record(&row.content.ok()?, 7, None, &named).ok()).collect()
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for format in [Format::Items, Format::Ndjson, Format::Csv] {
        for taken in records(bytes, format) {
            let line = serde_json::Value::Object(taken.to_json()).to_string();
            assert_eq!(records(line.as_bytes(), Format::Ndjson), [taken.clone()]);
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer.write_record(CSV_COLUMNS).expect("memory");
            writer.write_record(csv_record(&taken)).expect("memory");
            let file = writer.into_inner().expect("memory");
            let back = records(&file, Format::Csv);
            assert_eq!(back.len(), 1, "{line}");
            assert_eq!(back[0].keys, taken.keys, "{line}");
        }
    }
});
