//! Makes dumps in the words of the public database: its tables, its types, its way to write values.

use std::fmt::Write;

/// A setup of the public database with all that hangs on it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Public {
    pub(crate) id: String,
    pub(crate) pc: i64,
    pub(crate) leftover: String,
    pub(crate) build: String,
    pub(crate) cover: String,
    pub(crate) fumen: String,
    pub(crate) solve: Option<String>,
    pub(crate) oqb: bool,
    pub(crate) parent: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) mirror: Option<String>,
    pub(crate) credit: Option<String>,
    /// Build and fumen.
    pub(crate) variants: Vec<(String, String)>,
    pub(crate) cover_data: Option<Vec<u8>>,
    pub(crate) fraction: Option<(i64, i64)>,
    /// Wanted save and its fractions; several are priorities.
    pub(crate) saves: Vec<(String, Vec<(i64, i64)>)>,
}

fn text(value: Option<&str>) -> String {
    value.map_or_else(|| "NULL".to_owned(), |text| format!("'{}'", text.replace('\'', "''")))
}

fn row((part, all): (i64, i64)) -> String {
    format!("ROW({part}, {all})::fraction")
}

fn percent((part, all): (i64, i64)) -> f64 {
    (part as f64 * 10_000.0 / all as f64).round() / 100.0
}

fn bits(bytes: Option<&[u8]>) -> Option<String> {
    bytes.map(|bytes| format!("\\x{}", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()))
}

/// `INSERT INTO table (columns) VALUES`, all rows in one statement.
fn insert(out: &mut String, table: &str, columns: &str, rows: &[String]) {
    if !rows.is_empty() {
        let _ = writeln!(out, "INSERT INTO {table} ({columns}) VALUES\n  ({});\n", rows.join("),\n  ("));
    }
}

/// The first schema: statistics without a hold, saves that hang on one statistic and ask for it, links of their own.
pub(crate) fn first_schema(all: &[Public]) -> String {
    let mut out = String::from("-- The perfect-clear setups; and what they are worth\nBEGIN;\n\n");
    let setup = |s: &Public| {
        format!(
            "'{}', {}, '{}', '{}', {}, {}, {}, '{}', {}, NULL, {}",
            s.id,
            s.pc,
            s.leftover,
            s.build,
            text(Some(&s.cover)),
            if s.oqb { text(Some(&s.id)) } else { "NULL".into() },
            text(s.description.as_deref()),
            s.fumen,
            text(s.solve.as_deref()),
            text(s.credit.as_deref()),
        )
    };
    let columns = "setup_id, pc, leftover, build, cover_dependence, oqb_path, oqb_description, fumen, pieces, mirror, credit";
    insert(&mut out, "setups", columns, &all.iter().map(setup).collect::<Vec<_>>());
    for s in all {
        if let Some(mirror) = &s.mirror {
            let _ = writeln!(out, "UPDATE setups SET mirror = '{mirror}' WHERE setup_id = '{}';", s.id);
        }
    }
    let links: Vec<String> =
        all.iter().filter_map(|s| Some(format!("'{}', '{}'", s.id, s.parent.as_ref()?))).collect();
    insert(&mut out, "setup_oqb_links", "child_id, parent_id", &links);
    let variants: Vec<String> = all
        .iter()
        .flat_map(|s| {
            let one = |(i, (build, fumen)): (usize, &(String, String))| {
                format!("'{}', {}, '{build}', '{fumen}', NULL", s.id, i + 1)
            };
            s.variants.iter().enumerate().map(one).collect::<Vec<_>>()
        })
        .collect();
    insert(&mut out, "setup_variants", "setup_id, variant_number, build, fumen, pieces", &variants);
    let statistic = |s: &&Public| s.fraction.is_some() || s.cover_data.is_some();
    let statistics: Vec<String> = all
        .iter()
        .filter(statistic)
        .map(|s| {
            format!(
                "'{}', 'srs180', {}, {}, {}, FALSE",
                s.id,
                bits(s.cover_data.as_deref())
                    .map_or_else(|| "NULL".to_owned(), |bits| format!("'{bits}'::bytea")),
                s.fraction.map_or_else(|| "NULL".to_owned(), |f| format!("{:.2}", percent(f))),
                s.fraction.map_or_else(|| "NULL".to_owned(), row),
            )
        })
        .collect();
    let columns = "setup_id, kicktable, cover_data, solve_percent, solve_fraction, path_file";
    insert(&mut out, "statistics", columns, &statistics);
    let mut saves = Vec::new();
    for s in all {
        for (save, fractions) in &s.saves {
            let owner = format!(
                "(SELECT stat_id FROM statistics WHERE setup_id = '{}' AND kicktable = 'srs180')",
                s.id
            );
            saves.push(match fractions.as_slice() {
                [one] => format!(
                    "{owner}, {}, NULL, {:.2}, {}, NULL, NULL",
                    text(Some(save)),
                    percent(*one),
                    row(*one)
                ),
                many => {
                    let percents: Vec<String> = many.iter().map(|f| format!("{:.2}", percent(*f))).collect();
                    let rows: Vec<String> = many.iter().map(|f| row(*f)).collect();
                    format!(
                        "{owner}, {}, NULL, NULL, NULL, ARRAY[{}]::decimal(5, 2)[], ARRAY[{}]",
                        text(Some(save)),
                        percents.join(", "),
                        rows.join(", ")
                    )
                }
            });
        }
    }
    let columns = "stat_id, save, description, save_percent, save_fraction, priority_save_percent, priority_save_fraction";
    insert(&mut out, "saves", columns, &saves);
    out.push_str("COMMIT;\n");
    out
}

/// A table of the second schema: its rows, nothing for NULL.
type Table = (&'static str, &'static str, Vec<Vec<Option<String>>>);

/// The second schema: types, holds, saves apart from what setups give of them, all by number; as `pg_dump` writes it,
/// in COPY blocks or in INSERT statements.
pub(crate) fn second_schema(all: &[Public], inserts: bool) -> String {
    let word = |text: &str| Some(text.to_owned());
    let mut wanted: Vec<(i64, &str)> =
        all.iter().flat_map(|s| s.saves.iter().map(|save| (s.pc, save.0.as_str()))).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let save_id = |pc: i64, save: &str| {
        let at = wanted.iter().position(|other| *other == (pc, save)).unwrap_or(0);
        Some(format!("5a000000-0000-4000-8000-{at:012x}"))
    };
    let stat_id = |s: &Public| Some(format!("57000000-0000-4000-8000-{}", s.id));
    let composite = |(part, all): (i64, i64)| format!("({part},{all})");
    let mut tables: Vec<Table> = vec![
        (
            "schema_metadata",
            "version, description, updated_at",
            vec![vec![word("2.0.0"), word("sets"), None]],
        ),
        (
            "setups",
            "setup_id, pc, leftover, build, cover_pattern, type, fumen, solve_pattern, mirror, see, hold, credit",
            Vec::new(),
        ),
        ("setup_translations", "setup_id, language_code, cover_description", Vec::new()),
        ("setup_oqb_paths", "setup_id, parent_id, oqb_path", Vec::new()),
        ("setup_variants", "setup_id, variant_number, build, fumen, solve_pattern", Vec::new()),
        (
            "statistics",
            "stat_id, setup_id, kicktable, hold_type, cover_data, solve_percent, solve_fraction, all_solves, \
             minimal_solves, true_minimal, path_file",
            Vec::new(),
        ),
        ("saves", "save_id, save, pc, importance, auto_populate, gen_minimal, gen_all_solves", Vec::new()),
        (
            "save_data",
            "save_data_id, save_id, stat_id, save_percent, save_fraction, priority_save_percent, \
             priority_save_fraction, all_solves, minimal_solves, true_minimal, status",
            Vec::new(),
        ),
    ];
    let mut put = |table: &str, row: Vec<Option<String>>| {
        let at = tables.iter().position(|known| known.0 == table).expect("a table");
        tables[at].2.push(row);
    };
    for (pc, save) in &wanted {
        let no = word("f");
        put(
            "saves",
            vec![
                save_id(*pc, save),
                word(save),
                word(&pc.to_string()),
                word("0"),
                no.clone(),
                no.clone(),
                no,
            ],
        );
    }
    for s in all {
        let kind = if s.oqb { "oqb" } else { "regular" };
        put(
            "setups",
            vec![
                word(&s.id),
                word(&s.pc.to_string()),
                word(&s.leftover),
                word(&s.build),
                word(&s.cover),
                word(kind),
                word(&s.fumen),
                s.solve.clone(),
                s.mirror.clone(),
                word("7"),
                word("1"),
                s.credit.clone(),
            ],
        );
        if let Some(description) = &s.description {
            put("setup_translations", vec![word(&s.id), word("en"), word(description)]);
        }
        if s.oqb {
            let path = s.parent.as_ref().map_or_else(|| s.id.clone(), |parent| format!("{parent}.{}", s.id));
            put("setup_oqb_paths", vec![word(&s.id), s.parent.clone(), word(&path)]);
        }
        for (i, (build, fumen)) in s.variants.iter().enumerate() {
            put(
                "setup_variants",
                vec![word(&s.id), word(&(i + 1).to_string()), word(build), word(fumen), None],
            );
        }
        if s.fraction.is_some() || s.cover_data.is_some() {
            put(
                "statistics",
                vec![
                    stat_id(s),
                    word(&s.id),
                    word("srs180"),
                    word("any"),
                    bits(s.cover_data.as_deref()),
                    s.fraction.map(|f| format!("{:.2}", percent(f))),
                    s.fraction.map(composite),
                    None,
                    None,
                    None,
                    word("f"),
                ],
            );
        }
        for (i, (save, fractions)) in s.saves.iter().enumerate() {
            let one = (fractions.len() == 1).then(|| fractions[0]);
            let many = (fractions.len() != 1).then_some(fractions);
            let percents = |list: &Vec<(i64, i64)>| {
                format!(
                    "{{{}}}",
                    list.iter().map(|f| format!("{:.2}", percent(*f))).collect::<Vec<_>>().join(",")
                )
            };
            let list = |list: &Vec<(i64, i64)>| {
                format!(
                    "{{{}}}",
                    list.iter().map(|f| format!("\"{}\"", composite(*f))).collect::<Vec<_>>().join(",")
                )
            };
            put(
                "save_data",
                vec![
                    Some(format!("5d000000-0000-4000-{i:04x}-{}", s.id)),
                    save_id(s.pc, save),
                    stat_id(s),
                    one.map(|f| format!("{:.2}", percent(f))),
                    one.map(composite),
                    many.map(percents),
                    many.map(list),
                    None,
                    None,
                    None,
                    word("completed"),
                ],
            );
        }
    }
    let mut out = String::from(
        "--\n-- PostgreSQL database dump\n--\n\n\\restrict abc\n\nSET statement_timeout = 0;\n\
         SELECT pg_catalog.set_config('search_path', '', false);\n\n",
    );
    for (table, columns, rows) in tables {
        if inserts {
            for row in &rows {
                let cells: Vec<String> = row.iter().map(|cell| text(cell.as_deref())).collect();
                let _ =
                    writeln!(out, "INSERT INTO public.{table} ({columns}) VALUES ({});", cells.join(", "));
            }
            continue;
        }
        let _ = writeln!(out, "COPY public.{table} ({columns}) FROM stdin;");
        for row in &rows {
            let cell = |cell: &Option<String>| {
                cell.as_deref().map_or_else(|| "\\N".to_owned(), |text| text.replace('\\', "\\\\"))
            };
            let _ = writeln!(out, "{}", row.iter().map(cell).collect::<Vec<_>>().join("\t"));
        }
        out.push_str("\\.\n\n");
    }
    out
}
