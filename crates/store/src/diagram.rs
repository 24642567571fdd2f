//! The schema as it stands in a store, and a drawing of it.

use crate::error::Result;
use crate::sql::Dialect;
use crate::store::Store;
use std::fmt::Write;

/// A table as the database describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableInfo {
    /// Its name.
    pub name: String,
    /// Its columns in their order.
    pub columns: Vec<ColumnInfo>,
}

/// A column as the database describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnInfo {
    /// Its name.
    pub name: String,
    /// Its type in the words of the database.
    pub kind: String,
    /// Whether it is part of the primary key.
    pub key: bool,
    /// The table it points at.
    pub points_to: Option<String>,
}

impl Store {
    /// All tables, asked from the database itself.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn live_schema(&mut self) -> Result<Vec<TableInfo>> {
        // Table, column, type, part of the key, table it points at; columns in their order.
        let sql = match self.dialect() {
            Dialect::Sqlite => {
                "SELECT t.name, c.name, c.type, c.pk > 0, (SELECT max(f.\"table\") FROM pragma_foreign_key_list(t.name) f \
                 WHERE f.\"from\" = c.name) FROM sqlite_schema t, pragma_table_info(t.name) c \
                 WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid"
            }
            Dialect::Postgres => {
                "SELECT t.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod), \
                 EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conrelid = t.oid AND k.contype = 'p' \
                 AND a.attnum = ANY (k.conkey)), (SELECT max(r.relname::text) FROM pg_constraint k \
                 JOIN pg_class r ON r.oid = k.confrelid WHERE k.conrelid = t.oid AND k.contype = 'f' \
                 AND a.attnum = ANY (k.conkey)) FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid \
                 WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace AND a.attnum > 0 \
                 AND NOT a.attisdropped ORDER BY t.relname::text COLLATE \"C\", a.attnum"
            }
        };
        let mut tables: Vec<TableInfo> = Vec::new();
        for mut row in self.sql.all(sql, &[])? {
            let table = row.text("table")?;
            let column = ColumnInfo {
                name: row.text("column")?,
                kind: row.text("type")?.to_lowercase(),
                key: row.flag("key")?,
                points_to: row.optional_text("points to")?,
            };
            match tables.last_mut() {
                Some(last) if last.name == table => last.columns.push(column),
                _ => tables.push(TableInfo { name: table, columns: vec![column] }),
            }
        }
        Ok(tables)
    }
}

/// Draws tables as boxes in columns, with a line from each foreign key to its table.
#[must_use]
pub fn svg(tables: &[TableInfo]) -> String {
    const WIDTH: usize = 250;
    const GAP: usize = 70;
    const ROW: usize = 18;
    let height = |table: &TableInfo| (table.columns.len() + 1) * ROW + 8;
    // Boxes go below each other, in the column that is lowest so far.
    let mut ends = [GAP / 2; 4];
    let mut places: Vec<(usize, usize)> = Vec::new();
    for table in tables {
        let column = (0..ends.len()).min_by_key(|&i| ends[i]).unwrap_or(0);
        places.push((GAP / 2 + column * (WIDTH + GAP), ends[column]));
        ends[column] += height(table) + GAP / 2;
    }
    let (whole_width, whole_height) =
        (ends.len() * (WIDTH + GAP), ends.iter().max().copied().unwrap_or(0) + GAP / 2);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole_width} {whole_height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (table, (x, y)) in tables.iter().zip(&places) {
        for (i, column) in table.columns.iter().enumerate() {
            let Some(target) =
                column.points_to.as_ref().and_then(|to| tables.iter().position(|t| t.name == *to))
            else {
                continue;
            };
            let (tx, ty) = places[target];
            let from_y = y + (i + 1) * ROW + ROW / 2 + 4;
            let (from_x, to_x) =
                if tx > *x { (x + WIDTH, tx) } else { (*x, if tx == *x { tx } else { tx + WIDTH }) };
            let bend = if from_x <= to_x && tx > *x { GAP / 2 } else { 0 };
            let (c1, c2) = (from_x + bend, to_x.saturating_sub(bend));
            let left = if tx <= *x { GAP / 2 } else { 0 };
            let (c1, c2) =
                (c1.saturating_sub(left), if tx == *x { c2.saturating_sub(left) } else { c2 + left });
            let _ = writeln!(
                out,
                "<path d=\"M {from_x} {from_y} C {c1} {from_y} {c2} {0} {to_x} {0}\" fill=\"none\" stroke=\"#7a8aa0\"/>",
                ty + ROW / 2
            );
        }
    }
    for (table, (x, y)) in tables.iter().zip(&places) {
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{}\" rx=\"4\" fill=\"#f6f8fb\" stroke=\"#2b3a55\"/>\n\
             <rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{ROW}\" rx=\"4\" fill=\"#2b3a55\"/>\n\
             <text x=\"{}\" y=\"{}\" fill=\"white\" font-weight=\"bold\">{}</text>",
            height(table),
            x + 8,
            y + 13,
            plain(&table.name)
        );
        for (i, column) in table.columns.iter().enumerate() {
            let line = y + (i + 1) * ROW + 16;
            let weight = if column.key { " font-weight=\"bold\"" } else { "" };
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{line}\"{weight}>{}</text><text x=\"{}\" y=\"{line}\" text-anchor=\"end\" fill=\"#667\">{}</text>",
                x + 8,
                plain(&column.name),
                x + WIDTH - 8,
                plain(&column.kind)
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
