//! The tree of oqb setups: link, unlink, tree.

use super::PrintArgs;
use crate::Outcome;
use crate::progress::Bar;
use crate::store::PlaceArgs;
use crate::tetris::rules::RuleArgs;
use clap::Args;
use ludex_setups::TreeLine;
use ludex_setups::setup::read_id;
use ludex_tetris::SetupId;
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::PathBuf;

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
///
/// --value tells what the tree below a setup is worth to a player who goes down it by what comes next: of all queues
/// out of the leftover and bags those that the root covers, and those that end in a perfect clear with the best choice
/// at every step, each made knowing only the pieces that are seen. One line per branch: queues that come through, queues
/// that are solved from there, and how many of them are won. --queues prints the best way on for everything one may see
/// at the root.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups tree
  ludex tetris setups tree 3bf80000f7ff
  ludex tetris setups tree --value 3bf80000f7ff --see 7 --svg worth.svg
  ludex tetris setups tree --value 3bf80000f7ff --queues
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
    /// Tell what the tree below the setup is worth
    #[arg(long, requires = "id", conflicts_with = "dot")]
    value: bool,
    /// See so many pieces (default: as many as the root says)
    #[arg(long, value_name = "N", requires = "value", value_parser = clap::value_parser!(u8).range(1..))]
    see: Option<u8>,
    /// Print the best way on by what is seen at the root
    #[arg(long, requires = "value")]
    queues: bool,
    /// Draw the tree with its worth into a file
    #[arg(long, value_name = "FILE", requires = "value")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    print: PrintArgs,
}

impl TreeArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        if let (true, Some(id)) = (self.value, &self.id) {
            return self.worth(read_id(id)?);
        }
        let mut store = super::starter::open(&self.place)?;
        let tree = store.tree(self.id.as_deref().map(read_id).transpose()?)?;
        if self.dot { dot(&tree, &store.links()?, self.print) } else { indented(&tree, self.print) }
    }
}

impl TreeArgs {
    fn worth(&self, root: SetupId) -> anyhow::Result<Outcome> {
        let mut store = super::starter::open_part(&self.place, Some(super::find::pc_of(root)), None)?;
        let bar = Bar::new("setups");
        let worth = store.tree_worth(root, self.rules.database()?, self.see, &bar)?;
        drop(bar);
        if let Some(path) = &self.svg {
            let mut fumens = Vec::new();
            for branch in &worth.branches {
                fumens.push(store.setup(branch.id)?.fields.fumen);
            }
            crate::replace::write(path, ludex_draw::to_svg(&super::worth::picture(&worth, &fumens)))?;
        }
        let mut lines = Vec::new();
        if self.queues {
            for choice in &worth.choices {
                let (won, all) = choice.won;
                lines.push(format!("{}\t{}\t{}", choice.seen, choice.next, share(won, all)));
            }
        } else {
            for branch in &worth.branches {
                lines.push(format!(
                    "{}{}\t{}\t{}",
                    "  ".repeat(branch.depth),
                    branch.id,
                    branch.passed,
                    share(branch.won, branch.played)
                ));
            }
            lines.push(format!("covered\t{}", share(worth.covered, worth.total)));
            lines.push(format!("won of the covered\t{}", share(worth.won, worth.covered)));
            lines.push(format!("won of all\t{}\tsee {}", share(worth.won, worth.total), worth.see));
        }
        self.print.put(&lines, worth.to_json(self.queues))
    }
}

/// A part of a whole as people read it.
fn share(part: usize, all: usize) -> String {
    format!("{part}/{all}\t{:.2}%", ludex_tetris::percentage(part, all))
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
