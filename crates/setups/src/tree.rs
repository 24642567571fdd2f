//! The OQB tree: after one setup comes another.

use crate::Setups;
use crate::setup::id_value;
use ludex_store::{Result, Row, StoreError};
use ludex_tetris::SetupId;

/// A node of a tree as it is printed, once per path that leads to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeLine<Id> {
    /// The setup or the set.
    pub id: Id,
    /// Steps from the root.
    pub depth: usize,
    /// The path to it.
    pub path: String,
}

impl<Id: std::str::FromStr<Err: std::fmt::Display>> TreeLine<Id> {
    /// Reads node, path and depth.
    pub(crate) fn from_row(mut row: Row) -> Result<Self> {
        let (id, path) = (row.parsed("node")?, row.text("path")?);
        Ok(TreeLine { id, path, depth: row.count("depth")? })
    }
}

impl Setups {
    /// Links two OQB setups: after the parent comes the child.
    ///
    /// # Errors
    /// When an end is not there or is no OQB setup, or the link would close a cycle.
    pub fn link_setups(&mut self, parent: SetupId, child: SetupId) -> Result<()> {
        let pair = [id_value(parent), id_value(child)];
        self.write("INSERT INTO setup_oqb_links (parent, child) VALUES (?1, ?2)", &pair).map(drop)
    }

    /// Removes a link.
    ///
    /// # Errors
    /// When it is not there.
    pub fn unlink_setups(&mut self, parent: SetupId, child: SetupId) -> Result<()> {
        let pair = [id_value(parent), id_value(child)];
        let touched = self.write("DELETE FROM setup_oqb_links WHERE parent = ?1 AND child = ?2", &pair)?;
        let id = format!("{parent} to {child}");
        if touched == 0 { Err(StoreError::Missing { what: "link from", id }) } else { Ok(()) }
    }

    /// All links: parent and child.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn links(&mut self) -> Result<Vec<(SetupId, SetupId)>> {
        let rows = self.sql().all("SELECT parent, child FROM setup_oqb_links ORDER BY parent, child", &[])?;
        rows.into_iter().map(|mut row| Ok((row.parsed("parent")?, row.parsed("child")?))).collect()
    }

    /// The OQB tree below a setup, or all of it: one line per path, parents before children.
    ///
    /// # Errors
    /// When there is no such setup.
    pub fn tree(&mut self, top: Option<SetupId>) -> Result<Vec<TreeLine<SetupId>>> {
        if let Some(id) = top {
            self.setup(id)?;
        }
        let rows =
            self.sql().all("SELECT setup, path, depth FROM setup_oqb_paths ORDER BY path, setup", &[])?;
        let all = rows.into_iter().map(TreeLine::from_row).collect::<Result<Vec<TreeLine<SetupId>>>>()?;
        let mut lines = match top {
            None => all,
            Some(top) => below(all, &top.to_string()),
        };
        lines.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(lines)
    }
}

/// The lines below a node, their paths and depths counted from it.
fn below(all: Vec<TreeLine<SetupId>>, top: &str) -> Vec<TreeLine<SetupId>> {
    let mut lines: Vec<TreeLine<SetupId>> = Vec::new();
    for line in all {
        let steps: Vec<&str> = line.path.split('.').collect();
        let Some(at) = steps.iter().position(|step| *step == top) else { continue };
        let path = steps[at..].join(".");
        // Several ways to the top come to the same path below it.
        if !lines.iter().any(|other| other.path == path) {
            lines.push(TreeLine { id: line.id, depth: steps.len() - 1 - at, path });
        }
    }
    lines
}
