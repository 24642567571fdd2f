//! The tree of oqb setups: link, unlink, tree.

use super::PrintArgs;
use crate::Outcome;
use crate::store::PlaceArgs;
use clap::Args;
use ludex_setups::TreeLine;
use ludex_setups::setup::read_id;
use ludex_tetris::SetupId;
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Display;

/// The two ends of a link, as typed.
#[derive(Debug, Args)]
struct EndsArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The setup that comes first
    #[arg(value_name = "PARENT")]
    parent: String,
    /// The setup that comes next
    #[arg(value_name = "CHILD")]
    child: String,
    #[command(flatten)]
    print: PrintArgs,
}

impl EndsArgs {
    fn ids(&self) -> anyhow::Result<(SetupId, SetupId)> {
        Ok((read_id(&self.parent)?, read_id(&self.child)?))
    }

    /// Says what was done to the link.
    fn done(&self, word: &str) -> anyhow::Result<Outcome> {
        let line = format!("{word}\t{}\t{}", self.parent, self.child);
        self.print.put(&[line], json!({"parent": self.parent, "child": self.child}))
    }
}

/// Link two oqb setups: after PARENT comes CHILD.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups link 3bf80000f7ff 3bf80000f6ff
  ludex tetris setups link --store mine.sqlite 3bf80000f7ff 3bf80000f6ff
  ludex tetris setups link --format json 3bf80000f7ff 3bf80000f6ff")]
pub(super) struct LinkArgs {
    #[command(flatten)]
    ends: EndsArgs,
}

impl LinkArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let (parent, child) = self.ends.ids()?;
        self.ends.place.open_setups()?.link_setups(parent, child)?;
        self.ends.done("linked")
    }
}

/// Remove the link between two oqb setups.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups unlink 3bf80000f7ff 3bf80000f6ff
  ludex tetris setups unlink --store mine.sqlite 3bf80000f7ff 3bf80000f6ff
  ludex tetris setups unlink --format json 3bf80000f7ff 3bf80000f6ff")]
pub(super) struct UnlinkArgs {
    #[command(flatten)]
    ends: EndsArgs,
}

impl UnlinkArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let (parent, child) = self.ends.ids()?;
        self.ends.place.open_setups()?.unlink_setups(parent, child)?;
        self.ends.done("unlinked")
    }
}

/// Print the tree of oqb setups, one line per path.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups tree
  ludex tetris setups tree 3bf80000f7ff
  ludex tetris setups tree --dot | dot -Tsvg > tree.svg")]
pub(super) struct TreeArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Only what lies below this setup
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// Print a graph in the language of Graphviz
    #[arg(long)]
    dot: bool,
    #[command(flatten)]
    print: PrintArgs,
}

impl TreeArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = self.place.open_setups_to_read()?;
        let tree = store.tree(self.id.as_deref().map(read_id).transpose()?)?;
        if self.dot { dot(&tree, &store.links()?, self.print) } else { indented(&tree, self.print) }
    }
}

/// Prints a tree, children below their parents.
pub(super) fn indented<Id: Display>(tree: &[TreeLine<Id>], print: PrintArgs) -> anyhow::Result<Outcome> {
    let lines: Vec<String> =
        tree.iter().map(|line| format!("{}{}", "  ".repeat(line.depth), line.id)).collect();
    let json =
        tree.iter().map(|line| json!({"id": line.id.to_string(), "depth": line.depth, "path": line.path}));
    print.put(&lines, json.collect())
}

/// Prints a tree as a graph in the language of Graphviz.
pub(super) fn dot<Id: Display + Ord>(
    tree: &[TreeLine<Id>],
    links: &[(Id, Id)],
    print: PrintArgs,
) -> anyhow::Result<Outcome> {
    let below: BTreeSet<&Id> = tree.iter().map(|line| &line.id).collect();
    let mut lines = vec!["digraph setups {".to_owned()];
    lines.extend(below.iter().map(|id| format!("  \"{id}\";")));
    for (parent, child) in links {
        if below.contains(parent) && below.contains(child) {
            lines.push(format!("  \"{parent}\" -> \"{child}\";"));
        }
    }
    lines.push("}".to_owned());
    let graph = lines.join("\n");
    print.put(&lines, json!({ "dot": graph }))
}
