use super::*;
use crate::rate::Candidates;
use crate::setup::Setup;
use proptest::prelude::*;

const P: &str = ".....67.....18.26.....27.412.4.......9...8...831.7......6.4287......1....4..6..12";

fn read(mut reader: PuzzleReader, text: &str) -> Vec<Entry> {
    let mut entries = VecDeque::new();
    for (number, line) in (1..).zip(text.lines()) {
        reader.push(number, line, &mut entries).unwrap();
    }
    reader.finish(&mut entries);
    entries.into()
}

/// The items of a text: number, before, text.
fn items(text: &str) -> Vec<(u64, String, String)> {
    let entries = read(PuzzleReader::default(), text);
    let item = |entry| match entry {
        Entry::Item(item) => Some((item.number, item.before, item.text)),
        _ => None,
    };
    entries.into_iter().filter_map(item).collect()
}

fn rows(setup: &Setup) -> Vec<String> {
    setup.to_string().as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

/// Pencilmarks as programs draw them.
fn drawn(state: &Candidates) -> String {
    let ruler = "*--------------------------------------*\n";
    let mut text = ruler.to_owned();
    for row in 0..9 {
        for column in 0..9 {
            let cell = 9 * row + column;
            let digits: String = match state.value(cell) {
                0 => state.digits(cell).map(|digit| char::from(b'0' + digit)).collect(),
                digit => digit.to_string(),
            };
            text += &format!("{} {digits:<9}", if column % 3 == 0 { " |" } else { "" });
        }
        text += "|\n";
    }
    text + ruler
}

#[test]
fn comments_empty_lines_and_headers_pass() {
    let text = format!("puzzle;er\n# mine\n\n{P};7.2\n\n#ends\n");
    let entries = read(PuzzleReader::default(), &text);
    let kinds: Vec<bool> = entries.iter().map(|entry| matches!(entry, Entry::Item(_))).collect();
    assert_eq!(kinds, [false, false, false, true, false, false]);
    // A second header is none, nor is a word alone.
    assert_eq!(items(&format!("{P}\na,b\n"))[1].2, "a,b");
    assert_eq!(items("hello\n")[0].2, "hello");
}

#[test]
fn columns_before_the_sudoku() {
    let bank = format!("0000183b305c {P}  1.2");
    assert_eq!(items(&bank), [(1, "0000183b305c ".into(), format!("{P}  1.2"))]);
    let quoted = format!("7,\"{P}\",x");
    assert_eq!(items(&quoted), [(1, "7,".into(), format!("{P},x"))]);
    let gsf = format!("{P}#eleven # 10 FNBW");
    assert_eq!(items(&gsf), [(1, String::new(), gsf.clone())]);
}

#[test]
fn lines_of_the_hodoku_library() {
    let cells = P.replacen('6', "+6", 1);
    let line = format!(":0300:4:{cells}:411 421::");
    let (_, before, text) = items(&line).remove(0);
    assert_eq!((before.as_str(), text), (":0300:4:", format!("{}:411 421::", P.replacen('6', ".", 1))));
    let entries = read(PuzzleReader::default().with_marks(), &line);
    let Entry::Item(item) = &entries[0] else { panic!("an item") };
    let state: Candidates = item.text[..729].parse().unwrap();
    let before = Candidates::of(&P.parse().unwrap());
    assert!(before.has(0, 4) && !state.has(0, 4) && state.value(5) == 6);
}

#[test]
fn sections_of_sdk_files() {
    let grid = rows(&P.parse().unwrap()).join("\n");
    let text = format!("#Ame\n[Puzzle]\n{grid}\n[State]\n{grid}\n");
    assert_eq!(items(&text), [(3, String::new(), P.to_owned())]);
}

#[test]
fn a_short_grid_is_told_where_it_begins() {
    let text = format!("53..7....\n6..195...\n\n{P}\n");
    let entries = read(PuzzleReader::default(), &text);
    let reason = "a grid of 2 rows where 9 are needed".to_owned();
    assert_eq!(entries[0], Entry::Refused { number: 1, reason });
    assert!(matches!(&entries[2], Entry::Item(item) if item.number == 4 && item.text == P));
}

#[test]
fn a_chosen_column_of_a_table() {
    let text = format!("id,puzzle,er\n7,\"{P}\",\"a \"\"b\"\"\"\n8\n\"9\n");
    for column in ["puzzle", "2"] {
        let reader = PuzzleReader::default().with_column(column.parse().unwrap());
        let entries = read(reader, &text);
        assert!(matches!(entries[0], Entry::Remark { .. }), "{column}");
        let Entry::Item(item) = &entries[1] else { panic!("an item") };
        assert_eq!((item.before.as_str(), item.text.as_str()), ("7,", &*format!("{P},\"a \"\"b\"\"\"")));
        assert_eq!(item.separator, Some(','));
        assert!(matches!(&entries[2], Entry::Refused { reason, .. } if reason.starts_with("1 columns")));
        assert!(matches!(&entries[3], Entry::Refused { reason, .. } if reason.contains("quoted")));
    }
    let mut reader = PuzzleReader::default().with_column("er2".parse().unwrap());
    let error = reader.push(1, "id,puzzle,er", &mut VecDeque::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no column is titled \"er2\": the first line has \"id\", \"puzzle\", \"er\""
    );
    assert_eq!("0".parse::<TableColumn>(), Err(ReadError::Zero));
}

#[test]
fn names_go_before_sudokus_where_they_are_items() {
    let line = format!("eKEeveX3Ose2Ww4p42M;{P}");
    let entries = read(PuzzleReader::default().with_names(), &line);
    assert!(matches!(&entries[0], Entry::Item(item) if item.before.is_empty()));
    assert_eq!(items(&line)[0].1, "eKEeveX3Ose2Ww4p42M;");
}

proptest! {
    /// There and back: a sudoku in every form it may be written in.
    #[test]
    fn every_form_reads_as_the_sudoku(cells in prop::collection::vec(prop_oneof![Just(0u8), 1u8..10], 81), sign in "[.0_*-]") {
        let setup = Setup::new(cells.try_into().unwrap()).unwrap();
        let rows = rows(&setup);
        let plain = rows.join("\n");
        let thirds = |bar: &str| -> Vec<String> {
            rows.iter().map(|row| [&row[..3], &row[3..6], &row[6..]].join(bar)).collect()
        };
        let bands = |rows: &[String], ruler: &str| [rows[..3].join("\n"), rows[3..6].join("\n"), rows[6..].join("\n")].join(ruler);
        let simple = bands(&thirds("|"), "\n-----------\n");
        let copied = format!("*-----------*\n{}\n*-----------*", bands(&thirds("|").iter().map(|row| format!("|{row}|")).collect::<Vec<_>>(), "\n|---+---+---|\n"));
        let spaced = bands(&rows, "\n\n");
        let tabs = rows.iter().map(|row| row.chars().map(String::from).collect::<Vec<_>>().join("\t")).collect::<Vec<_>>().join("\n");
        for text in [plain.clone(), simple, copied, spaced, tabs, setup.drawn(), setup.to_string(), format!("[Puzzle]\n{plain}")] {
            let twice = format!("{text}\n\n{text}\n");
            let found = items(&twice);
            prop_assert_eq!(found.len(), 2, "{}", twice);
            for (_, _, item) in &found {
                prop_assert_eq!(item.parse::<Setup>(), Ok(setup));
            }
        }
        // With another sign for empty cells; an empty first row of hyphens is a ruler by its look.
        if sign != "-" || rows[0] != "........." {
            let found = items(&(plain.replace('.', &sign) + "\n"));
            prop_assert_eq!(found.len(), 1);
            prop_assert_eq!(found[0].2.parse::<Setup>(), Ok(setup));
        }
    }

    /// There and back: candidates as programs draw them.
    #[test]
    fn drawn_pencilmarks_read_as_the_candidates(cells in prop::collection::vec(prop_oneof![3 => Just(0usize), 1 => 1usize..10], 81)) {
        let grid = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
        let cells: Vec<u8> = grid.bytes().zip(cells).map(|(digit, keep)| if keep > 0 { digit - b'0' } else { 0 }).collect();
        let setup = Setup::new(cells.try_into().unwrap()).unwrap();
        let state = Candidates::of(&setup);
        let entries = read(PuzzleReader::default().with_marks(), &drawn(&state));
        let [Entry::Item(item)] = &entries[..] else { panic!("one item: {entries:?}") };
        if item.text.len() == 729 {
            prop_assert_eq!(&item.text, &state.to_string());
        } else {
            prop_assert_eq!(item.text.parse::<Setup>().unwrap().clues(), 81);
        }
    }

    #[test]
    fn no_text_panics_and_no_line_is_lost(lines in prop::collection::vec("[ -~\u{2500}-\u{2510}]{0,90}", 0..12), title in "[a-z0-9]{1,3}") {
        let text = lines.join("\n");
        let entries = read(PuzzleReader::default(), &text);
        prop_assert!(entries.len() <= lines.len());
        let _ = read(PuzzleReader::new(ReadForm::Lines).with_names(), &text);
        let _ = read(PuzzleReader::new(ReadForm::Table), &text);
        if let Ok(column) = title.parse::<TableColumn>() {
            let mut reader = PuzzleReader::default().with_column(column);
            for line in &lines {
                let _ = reader.push(1, line, &mut VecDeque::new());
            }
        }
    }
}
