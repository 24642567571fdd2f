//! Law: whatever a file holds, no line makes two entries, and what was read as a sudoku reads as the same
//! once more.
#![no_main]

use ludex_sudoku::{Entry, PuzzleReader, ReadForm, Setup, TableColumn};
use std::collections::VecDeque;

fn entries(mut reader: PuzzleReader, text: &str) -> Option<VecDeque<Entry>> {
    let mut entries = VecDeque::new();
    for (number, line) in (1..).zip(text.lines()) {
        reader.push(number, line, &mut entries).ok()?;
    }
    reader.finish(&mut entries);
    Some(entries)
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    for form in [ReadForm::Auto, ReadForm::Lines, ReadForm::Grids, ReadForm::Table] {
        let found = entries(PuzzleReader::new(form).with_names(), text).expect("no column was asked for");
        assert!(found.len() <= text.lines().count());
        for entry in found {
            if let Entry::Item(item) = entry
                && item.text.parse::<Setup>().is_ok()
            {
                let again =
                    entries(PuzzleReader::new(ReadForm::Lines), &item.text).expect("no column was asked for");
                assert!(matches!(&again[0], Entry::Item(same) if same.text == item.text));
            }
        }
    }
    let _ = entries(PuzzleReader::default().with_marks(), text);
    let _ = entries(PuzzleReader::default().with_column(TableColumn::Number(2)), text);
});
