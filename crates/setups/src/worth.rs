//! The worth of a tree of OQB setups: the chance of a player who goes down it by what comes next.
//!
//! ```text
//!   all queues ──> those that the root covers ──> parts that look alike as far as one sees
//!                                                  │  the most of: solve from here, go on to a child that covers them
//!                                                  └─> a child: parts that look alike as far as one sees then ...
//! ```
//!
//! With a view of N a player who has built k pieces knows the first N + k of the queue and chooses knowing only that;
//! all queues out of the leftover and bags are equally likely. Once a setup is built that is not left any more, every
//! piece counts as known, as in its solve percentage. Counts are exact.

use crate::player::{Player, STEPS, counts, whole_queues};
use crate::rules::Rules;
use crate::{SetupType, Setups};
use ludex_core::{Progress, Stopped, Ticker};
use ludex_store::{Result, StoreError};
use ludex_tetris::{Queue, SetupId};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A node of the tree as a player meets it, once per path.
#[derive(Debug, Clone, Default)]
struct Node {
    /// Pieces of the queue that are known when one stands here.
    known: usize,
    /// By queue: whether it can be built, and whether it is solved from here.
    covers: Vec<bool>,
    wins: Vec<bool>,
    children: Vec<usize>,
}

/// A branch: a path of the tree, and what ends there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// The setup.
    pub id: SetupId,
    /// Steps from the root.
    pub depth: usize,
    /// The path to it.
    pub path: String,
    /// Queues with which the best play comes through here.
    pub passed: usize,
    /// Queues that are solved from here rather than from further down.
    pub played: usize,
    /// Those of them that end in a perfect clear.
    pub won: usize,
}

/// What to do with the queues that begin alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What one sees.
    pub seen: Queue,
    /// The setup to go on to; the root itself where it is solved from there.
    pub next: SetupId,
    /// Queues that are won, and all queues that begin so and are covered.
    pub won: (usize, usize),
}

/// The worth of a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worth {
    /// How many pieces are seen.
    pub see: usize,
    /// All queues.
    pub total: usize,
    /// Those with which the root can be built.
    pub covered: usize,
    /// Those that end in a perfect clear.
    pub won: usize,
    /// The tree, parents before children.
    pub branches: Vec<Branch>,
    /// At the root, by what is seen: the best way on.
    pub choices: Vec<Choice>,
}

impl Worth {
    /// As one object; with the best way on for everything that may be seen at the root where `queues` asks for it.
    #[must_use]
    pub fn to_json(&self, queues: bool) -> Json {
        let branches: Vec<Json> = self
            .branches
            .iter()
            .map(|branch| {
                json!({
                    "id": branch.id.to_string(),
                    "depth": branch.depth,
                    "path": branch.path,
                    "passed": branch.passed,
                    "played": branch.played,
                    "won": branch.won,
                })
            })
            .collect();
        let mut object = json!({
            "see": self.see,
            "total": self.total,
            "covered": self.covered,
            "won": self.won,
            "percent": ludex_tetris::percentage(self.won, self.total),
            "branches": branches,
        });
        if queues {
            let choice = |choice: &Choice| {
                json!({
                    "seen": choice.seen.to_string(),
                    "next": choice.next.to_string(),
                    "won": choice.won.0,
                    "of": choice.won.1,
                })
            };
            object["queues"] = self.choices.iter().map(choice).collect();
        }
        object
    }
}

/// By node: queues that are solved from there, and those of them that are won.
type Ends = BTreeMap<usize, (usize, usize)>;

/// Parts of sorted queues that are alike in their first pieces.
fn alike<'a>(all: &[Queue], some: &'a [u32], known: usize) -> Vec<&'a [u32]> {
    some.chunk_by(|a, b| all[*a as usize].cut(known) == all[*b as usize].cut(known)).collect()
}

/// The best play with queues that look alike from a node on: how many are won, where to go, and where it ends.
fn best(
    nodes: &[Node],
    all: &[Queue],
    at: usize,
    part: &[u32],
    ticker: &Ticker<'_>,
) -> std::result::Result<(usize, usize, Ends), Stopped> {
    ticker.tick()?;
    let here = part.iter().filter(|&&queue| nodes[at].wins[queue as usize]).count();
    let mut best = (here, at, Ends::from([(at, (part.len(), here))]));
    for &child in &nodes[at].children {
        let covered: Vec<u32> =
            part.iter().copied().filter(|&queue| nodes[child].covers[queue as usize]).collect();
        // Even if all of them were won, it would not be better.
        if covered.len() <= best.0 {
            continue;
        }
        let (won, mut ends) = value(nodes, all, child, &covered, ticker)?;
        if won > best.0 {
            // What the child cannot be built with is lost there.
            ends.entry(child).or_default().0 += part.len() - covered.len();
            best = (won, child, ends);
        }
    }
    Ok(best)
}

/// The best play with queues that a node covers.
fn value(
    nodes: &[Node],
    all: &[Queue],
    at: usize,
    queues: &[u32],
    ticker: &Ticker<'_>,
) -> std::result::Result<(usize, Ends), Stopped> {
    let (mut won, mut ends) = (0, Ends::new());
    for part in alike(all, queues, nodes[at].known) {
        let (more, _, part_ends) = best(nodes, all, at, part, ticker)?;
        won += more;
        for (node, (played, gained)) in part_ends {
            let end = ends.entry(node).or_default();
            *end = (end.0 + played, end.1 + gained);
        }
    }
    Ok((won, ends))
}

impl Setups {
    /// The worth of the tree below an OQB setup. Without `see` it is that of the root.
    ///
    /// # Errors
    /// When there is no such setup, it is no OQB setup, one of the tree has no statistics, or the progress asked to stop.
    pub fn tree_worth(
        &mut self,
        root: SetupId,
        rules: Rules,
        see: Option<u8>,
        progress: &dyn Progress,
    ) -> Result<Worth> {
        let lines = self.tree(Some(root))?;
        let top = self.setup(root)?;
        if top.kind != SetupType::Oqb {
            return Err(StoreError::Value(format!(
                "{root} is a {} setup: only oqb setups are a tree",
                top.kind
            )));
        }
        let see = see.map_or_else(|| usize::try_from(top.see).unwrap_or(7), usize::from);
        let length = 10 + usize::try_from(top.hold).unwrap_or(1).min(1);
        let ticker = Ticker::new(progress, STEPS);
        let queues = whole_queues(&counts("the leftover", &top.leftover)?, length, &ticker)?;
        let mut known: BTreeMap<SetupId, Node> = BTreeMap::new();
        let mut nodes = Vec::new();
        for (done, line) in (0u64..).zip(&lines) {
            progress.report(done, lines.len() as u64)?;
            if let Entry::Vacant(entry) = known.entry(line.id) {
                let setup = self.setup(line.id)?;
                if setup.leftover != top.leftover || setup.pc != top.pc {
                    return Err(StoreError::Value(format!(
                        "{} is of perfect clear {} after {}, {root} of {} after {}",
                        line.id, setup.pc, setup.leftover, top.pc, top.leftover
                    )));
                }
                let player = self.player(setup, rules)?;
                entry.insert(node(&player, &queues, see, progress)?);
            }
            nodes.push(known[&line.id].clone());
        }
        for (i, line) in lines.iter().enumerate() {
            let parent = line.path.rsplit_once('.').map(|(parent, _)| parent);
            if let Some(at) = lines.iter().position(|other| Some(other.path.as_str()) == parent) {
                nodes[at].children.push(i);
            }
        }
        let ids: Vec<SetupId> = lines.iter().map(|line| line.id).collect();
        let (covered, choices, ends) = play(&nodes, &queues, &ids, &ticker)?;
        let branches = lines.iter().enumerate().map(|(i, line)| {
            let below = |j: &usize| *j == i || lines[*j].path.starts_with(&format!("{}.", line.path));
            let (played, won) = ends.get(&i).copied().unwrap_or_default();
            Branch {
                id: line.id,
                depth: line.depth,
                path: line.path.clone(),
                passed: ends.iter().filter(|(j, _)| below(j)).map(|(_, end)| end.0).sum(),
                played,
                won,
            }
        });
        Ok(Worth {
            see,
            total: queues.len(),
            covered,
            won: ends.values().map(|end| end.1).sum(),
            branches: branches.collect(),
            choices,
        })
    }
}

fn node(player: &Player, queues: &[Queue], see: usize, progress: &dyn Progress) -> Result<Node> {
    let ticker = Ticker::new(progress, STEPS);
    let mut covers = Vec::with_capacity(queues.len());
    for &queue in queues {
        ticker.tick()?;
        covers.push(player.covers(queue));
    }
    let wins = player.wins(queues, &covers, progress)?;
    Ok(Node { known: see + player.setup.build.len(), covers, wins, children: Vec::new() })
}

/// Plays all queues from the root, the first node: how many it covers, the ways on, and where they end.
fn play(
    nodes: &[Node],
    queues: &[Queue],
    ids: &[SetupId],
    ticker: &Ticker<'_>,
) -> std::result::Result<(usize, Vec<Choice>, Ends), Stopped> {
    let covered: Vec<u32> = (0u32..).zip(&nodes[0].covers).filter(|(_, c)| **c).map(|(i, _)| i).collect();
    let (mut choices, mut ends) = (Vec::new(), Ends::new());
    for part in alike(queues, &covered, nodes[0].known) {
        let (won, next, part_ends) = best(nodes, queues, 0, part, ticker)?;
        let seen = queues[part[0] as usize].cut(nodes[0].known);
        choices.push(Choice { seen, next: ids[next], won: (won, part.len()) });
        for (node, (played, gained)) in part_ends {
            let end = ends.entry(node).or_default();
            *end = (end.0 + played, end.1 + gained);
        }
    }
    Ok((covered.len(), choices, ends))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Random, Silent};
    use ludex_tetris::solve::queues_of;

    /// What a strategy wins: at each node and what is seen there it stays or goes to a child.
    fn wins(nodes: &[Node], queues: &[Queue], strategy: &BTreeMap<(usize, Queue), usize>) -> usize {
        let wins = |i: usize| {
            let mut at = 0;
            if !nodes[at].covers[i] {
                return false;
            }
            loop {
                let next = strategy[&(at, queues[i].cut(nodes[at].known))];
                if next == at {
                    return nodes[at].wins[i];
                }
                if !nodes[next].covers[i] {
                    return false;
                }
                at = next;
            }
        };
        (0..queues.len()).filter(|&i| wins(i)).count()
    }

    /// The most over every strategy there is.
    fn most(nodes: &[Node], queues: &[Queue]) -> usize {
        let mut asked: Vec<((usize, Queue), Vec<usize>)> = Vec::new();
        for (at, node) in nodes.iter().enumerate() {
            let mut seen: Vec<Queue> = queues.iter().map(|queue| queue.cut(node.known)).collect();
            seen.dedup();
            let ways: Vec<usize> = std::iter::once(at).chain(node.children.iter().copied()).collect();
            asked.extend(seen.into_iter().map(|seen| ((at, seen), ways.clone())));
        }
        let count: usize = asked.iter().map(|(_, ways)| ways.len()).product();
        let strategy = |mut number: usize| {
            let choose = |(key, ways): &((usize, Queue), Vec<usize>)| {
                let way = ways[number % ways.len()];
                number /= ways.len();
                (*key, way)
            };
            asked.iter().map(choose).collect::<BTreeMap<_, _>>()
        };
        (0..count).map(|number| wins(nodes, queues, &strategy(number))).max().unwrap_or(0)
    }

    #[test]
    fn equal_to_the_best_of_all_strategies() {
        let queues = queues_of("[TIL]!").unwrap();
        let mut random = Random::new(7);
        let ids: Vec<SetupId> = (0..4).map(|i| format!("18000000000{i}").parse().unwrap()).collect();
        for case in 0..60 {
            let mut some = |share: u64| -> Vec<bool> { (0..6).map(|_| random.below(10) < share).collect() };
            // A root with two children, the first with one of its own.
            let mut nodes: Vec<Node> = [1, 2, 3, 3]
                .map(|known| Node { known, covers: some(8), wins: some(4), children: Vec::new() })
                .to_vec();
            nodes[0].children = vec![1, 2];
            nodes[1].children = vec![3];
            // Nothing is won that was not built.
            for node in &mut nodes {
                for i in 0..6 {
                    node.wins[i] &= node.covers[i];
                }
            }
            let (covered, choices, ends) = play(&nodes, &queues, &ids, &Ticker::new(&Silent, STEPS)).unwrap();
            let won: usize = ends.values().map(|end| end.1).sum();
            assert_eq!(won, most(&nodes, &queues), "case {case}");
            assert_eq!(ends.values().map(|end| end.0).sum::<usize>(), covered);
            assert_eq!(choices.iter().map(|choice| choice.won.0).sum::<usize>(), won);
        }
    }
}
