//! Rows of the public database, in any version of its schema, and of the older tab separated files, as rows of the
//! tables here.
//!
//! | there | here |
//! |--|--|
//! | `setups.oqb_description`, `setup_translations.cover_description` | `setup_translations` |
//! | figures in a row of `setups`, as older files have them | `statistics` under the usual rules |
//! | `Previous Setup`, `Next Setup`; `setup_oqb_paths.parent_id` | `setup_oqb_links` |
//! | `sets`, `set_translations`, `set_paths`, `setup_sets` of ids | `setup_sets` and what hangs on it |
//! | `saves` of one statistic | `saves` and `save_data` |
//! | `save_translations` in English | the description of the save; other languages keep their table |

use crate::formats::{FieldRow, REFUSED};
use ludex_tetris::SetupId;
use ludex_tetris::saves::leftover_length;
use std::collections::BTreeMap;

/// Rows of saves that hang on one statistic: a wanted save, and what the setup gives of it.
pub(crate) const SETUP_SAVES: &str = "setup_saves";
/// Names of saves by language.
pub(crate) const SAVE_NAMES: &str = "save_names";
/// Mirrors set after all setups.
pub(crate) const MIRRORS: &str = "setup_mirrors";

/// What was left out: by table and column the first line and how many rows.
#[derive(Debug, Default)]
pub(crate) struct LeftOut(BTreeMap<(String, String), (usize, u64)>);

impl LeftOut {
    fn count(&mut self, table: &str, column: &str, line: usize) {
        // No more are told than a file has any use for.
        if self.0.len() < 1000 {
            self.0.entry((table.to_owned(), column.to_owned())).or_insert((line, 0)).1 += 1;
        }
    }

    /// One remark per column or table.
    pub(crate) fn notes(self) -> Vec<(usize, String)> {
        let note = |((table, column), (line, rows)): ((String, String), (usize, u64))| {
            let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
            let what = match column.as_str() {
                "" => format!("the table {table} has no place here: {rows} left out"),
                "path_file" => format!("{table}: {rows} tell of a path file, which is imported by itself"),
                column => format!("{table}: the column {column} has no place here: left out in {rows}"),
            };
            (line, what)
        };
        self.0.into_iter().map(note).collect()
    }
}

/// Tables that are known and not taken: they are derived, or tell nothing of setups.
const PASSED: [&str; 9] = [
    "schema_metadata",
    "users",
    "records",
    "record_keys",
    "imports",
    "import_refusals",
    "setup_lookup",
    "setup_retired",
    "setup_set_paths",
];

/// The columns that are read, by table; those of other tables are read all.
const READ: [(&str, &[&str]); 4] = [
    (
        "setups",
        &[
            "id",
            "setup_id",
            "old_id",
            "scheme",
            "pc",
            "leftover",
            "build",
            "cover_pattern",
            "cover_dependence",
            "type",
            "oqb",
            "oqb_path",
            "oqb_depth",
            "fumen",
            "solve_pattern",
            "pieces",
            "mirror",
            "see",
            "hold",
            "credit",
        ],
    ),
    (
        "statistics",
        &[
            "stat_id",
            "setup",
            "setup_id",
            "kicktable",
            "kicks",
            "hold",
            "hold_type",
            "status",
            "cover_data",
            "cover_hex",
            "solve_percent",
            "percent",
            "solve_fraction",
            "success",
            "total",
            "solve_numerator",
            "solve_denominator",
            "all_solves",
            "minimal_solves",
            "minimal_count",
            "see",
            "kicks_file",
            "revision",
        ],
    ),
    (
        SETUP_SAVES,
        &[
            "save_id",
            "stat_id",
            "setup_id",
            "kicktable",
            "hold_type",
            "save",
            "description",
            "save_percent",
            "save_fraction",
            "priority_save_percent",
            "priority_save_fraction",
        ],
    ),
    (
        "save_data",
        &[
            "save_data_id",
            "save",
            "save_id",
            "stat_id",
            "setup",
            "setup_id",
            "kicktable",
            "hold",
            "hold_type",
            "status",
            "percent",
            "numerator",
            "denominator",
            "priority",
            "save_percent",
            "save_fraction",
            "priority_save_percent",
            "priority_save_fraction",
            "all_solves",
            "minimal_solves",
            "minimal_count",
        ],
    ),
];

/// A row as rows of the tables here; none where it has no place.
///
/// # Errors
/// Where its table is not known and the columns do not tell it, which is an error of the whole file.
pub(crate) fn ours(mut row: FieldRow, left_out: &mut LeftOut) -> Result<Vec<FieldRow>, String> {
    let table = row.table().to_owned();
    let line = row.line;
    if table.is_empty() {
        return Err(unknown_columns(row.fields.keys().map(String::as_str)));
    }
    if table == REFUSED {
        return Ok(vec![row]);
    }
    if PASSED.contains(&table.as_str()) || table.starts_with("ludex_") {
        left_out.count(&table, "", line);
        return Ok(Vec::new());
    }
    let rows = match table.as_str() {
        "setups" => setups(row),
        "setup_translations" => {
            row.rename("language_code", "language");
            row.rename("cover_description", "description");
            row.default("language", "en");
            vec![row.of("setup_translations")]
        }
        "setup_oqb_paths" => {
            match (row.get(&["parent_id"]), row.get(&["setup_id"]), row.get(&["oqb_path"])) {
                (Some(parent), Some(child), _) => vec![link(line, parent, child)],
                (None, Some(child), Some(path)) if !row.fields.contains_key("parent_id") => {
                    path.rsplit('.').nth(1).map(|parent| link(line, parent, child)).into_iter().collect()
                }
                // A root, or a row that is derived here.
                _ => Vec::new(),
            }
        }
        "sets" => {
            row.rename("set_id", "id");
            row.rename("category", "name");
            let id = row.get(&["id"]).unwrap_or_default().to_owned();
            row.default("name", &id);
            vec![row.of("setup_sets")]
        }
        "setup_sets" if row.fields.contains_key("setup_id") => vec![row.of("setup_set_members")],
        "set_translations" | "setup_set_translations" => {
            row.rename("language_code", "language");
            row.default("language", "en");
            vec![row.of("setup_set_translations")]
        }
        "set_paths" | "set_links" => match (row.get(&["parent_id"]), row.get(&["set_id", "child_id"])) {
            (Some(parent), Some(child)) => {
                let fields = [("parent", parent), ("child", child)];
                vec![made(line, "setup_set_links", &fields)]
            }
            _ => Vec::new(),
        },
        "set_tags" => vec![row.of("setup_set_tags")],
        "saves" if row.fields.contains_key("stat_id") || row.fields.contains_key("setup_id") => {
            vec![row.of(SETUP_SAVES)]
        }
        "save_translations" if row.fields.contains_key("save_id") => vec![row.of(SAVE_NAMES)],
        _ => vec![row],
    };
    for row in &rows {
        let Some((table, read)) = READ.iter().find(|(table, _)| *table == row.table()) else { continue };
        for (column, value) in &row.fields {
            let told = match (column.as_str(), value.as_deref()) {
                (_, None) => false,
                ("path_file", Some(value)) => matches!(value, "t" | "true" | "TRUE" | "1"),
                (column, _) => !read.contains(&column),
            };
            if told {
                left_out.count(table, column, line);
            }
        }
    }
    Ok(rows)
}

/// That columns are those of no table.
pub(crate) fn unknown_columns<'a>(columns: impl Iterator<Item = &'a str>) -> String {
    let columns: Vec<&str> = columns.take(20).collect();
    format!(
        "no table has the columns {}: setups have at least leftover, build, cover_pattern and fumen, statistics \
         setup_id and kicktable",
        columns.join(", ")
    )
}

fn made(line: usize, table: &str, fields: &[(&str, &str)]) -> FieldRow {
    let fields = fields.iter().map(|(column, value)| ((*column).to_owned(), Some((*value).to_owned())));
    FieldRow { line, table: Some(table.to_owned()), fields: fields.collect() }
}

fn link(line: usize, parent: &str, child: &str) -> FieldRow {
    made(line, "setup_oqb_links", &[("parent", parent), ("child", child)])
}

impl FieldRow {
    fn rename(&mut self, old: &str, new: &str) {
        if let Some(value) = self.fields.remove(old) {
            self.fields.insert(new.to_owned(), value);
        }
    }

    fn default(&mut self, column: &str, value: &str) {
        let field = self.fields.entry(column.to_owned()).or_default();
        if field.is_none() {
            *field = Some(value.to_owned());
        }
    }

    fn of(mut self, table: &str) -> Self {
        self.table = Some(table.to_owned());
        self
    }
}

/// A setup, and what older files have in the same row.
fn setups(mut row: FieldRow) -> Vec<FieldRow> {
    let line = row.line;
    // In the older files the fumen is the column `Setup`, and ids are of another scheme.
    let old = !row.fields.contains_key("fumen");
    if old {
        row.rename("setup", "fumen");
    }
    let mut id = row.get(&["id", "setup_id"]).unwrap_or_default().to_owned();
    if id.is_empty() {
        // What hangs on a setup without an id names it by its line.
        id = format!("line {line}");
        row.fields.insert("old_id".into(), Some(id.clone()));
    } else if old && id.parse::<SetupId>().is_err() {
        row.fields.remove("setup_id");
        row.fields.remove("id");
        row.fields.insert("old_id".into(), Some(id.clone()));
    }
    let mut more = Vec::new();
    for column in ["oqb_description", "cover_description"] {
        if let Some(Some(text)) = row.fields.remove(column) {
            let fields = [("setup", id.as_str()), ("language", "en"), ("description", text.as_str())];
            more.push(made(line, "setup_translations", &fields));
        }
    }
    let figures = ["solve_fraction", "solve_percent", "cover_data", "all_solves", "minimal_solves"];
    let figures: Vec<(&str, String)> =
        figures.iter().filter_map(|column| Some((*column, row.fields.remove(*column)??))).collect();
    // What is covered whole is one digit in the older files; a percentage alone is no fraction.
    if figures.iter().any(|(column, _)| *column != "solve_percent") {
        let kicks = row.get(&["kicktable"]).unwrap_or("srs180").to_owned();
        let mut fields = vec![("setup", id.as_str()), ("kicktable", kicks.as_str())];
        let told = |(column, value): &&(&str, String)| !(*column == "cover_data" && value == "1");
        fields.extend(figures.iter().filter(told).map(|(column, value)| (*column, value.as_str())));
        more.push(made(line, "statistics", &fields));
    }
    let mut linked = false;
    for (column, is_parent) in [("previous_setup", true), ("next_setup", false)] {
        let Some(Some(list)) = row.fields.remove(column) else { continue };
        for other in list.split([',', ';', ':', '|', ' ']).filter(|other| !other.is_empty()) {
            let (parent, child) = if is_parent { (other, id.as_str()) } else { (id.as_str(), other) };
            more.push(link(line, parent, child));
            linked = true;
        }
    }
    if linked {
        row.default("type", "oqb");
    }
    if old {
        // Several builds in one row are those of the pages.
        if let Some(Some(build)) = row.fields.get_mut("build") {
            *build = build.split(';').next().unwrap_or_default().to_owned();
        }
        if row.get(&["pc"]).is_none()
            && let Some(pc) = row.get(&["leftover"]).and_then(perfect_clear)
        {
            row.default("pc", &pc.to_string());
        }
    }
    if more.is_empty() && id.starts_with("line ") {
        row.fields.remove("old_id");
    }
    more.insert(0, row.of("setups"));
    more
}

/// The perfect clear that leaves such pieces. Seven pieces are the first bag, or those of the eighth where one is there
/// twice.
fn perfect_clear(leftover: &str) -> Option<u32> {
    let twice = leftover.bytes().any(|piece| leftover.bytes().filter(|other| *other == piece).count() > 1);
    match leftover.len() {
        7 if twice => Some(8),
        length => (1..=7).find(|&pc| leftover_length(pc) == length),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_tell_their_perfect_clear() {
        for (leftover, pc) in [("TILJSZO", 1), ("TTILJSZ", 8), ("ILJO", 2), ("T", 3), ("TTI", 7), ("TI", 5)] {
            assert_eq!(perfect_clear(leftover), Some(pc), "{leftover}");
        }
        assert_eq!(perfect_clear(""), None);
        assert_eq!(perfect_clear("ééé"), Some(6));
    }
}
