//! The setup finder: which setups fit the pieces one sees?

use super::{KICKS, drawing, holds, rules};
use crate::pages::look::Refused;
use crate::pages::{Page, render};
use crate::problem::Problem;
use crate::state::App;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use ludex_setups::sets::SetRow;
use ludex_setups::statistics::percent;
use ludex_setups::{Filter, Found, Order, Rules, Setups, hundredths};
use ludex_tetris::SetupId;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Setups that are shown at the most.
const MOST: usize = 24;

#[derive(Debug, Clone, Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    pc: String,
    #[serde(default)]
    queue: String,
    #[serde(default)]
    kicks: String,
    #[serde(default)]
    hold: String,
    /// Only setups of this set and of those below it.
    #[serde(default)]
    set: String,
    /// Only setups of sets with this tag.
    #[serde(default)]
    tag: String,
    /// Only with a solve percentage of at least so much.
    #[serde(default)]
    min: String,
    /// Only builds that have these pieces.
    #[serde(default)]
    pieces: String,
    /// Only where the credit has this text.
    #[serde(default)]
    credit: String,
}

impl Asked {
    /// What is typed as a filter; tags and sets are looked up apart.
    fn filter(&self, pc: i64) -> Result<Filter, Problem> {
        let typed = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let least = typed(&self.min).map(|min| {
            let number = min.trim_end_matches('%').trim_end().replace(',', ".").parse::<f64>();
            number.ok().filter(|n| n.is_finite()).map(hundredths).ok_or_else(|| {
                Problem::bad_request(format!("{min:?} is no percentage: a number from 0 to 100 is"))
            })
        });
        Ok(Filter {
            pc: (pc > 0).then_some(pc),
            least: least.transpose()?,
            pieces: typed(&self.pieces).map(|pieces| pieces.to_uppercase()),
            credit: typed(&self.credit),
            ..Filter::default()
        })
    }

    /// Whether the list is narrowed by what is typed apart from the queue.
    fn is_narrowed(&self) -> bool {
        [&self.min, &self.pieces, &self.credit].iter().any(|text| !text.trim().is_empty())
    }
}

/// A setup on a card.
pub(super) struct Card {
    pub(super) id: String,
    pub(super) svg: String,
    pub(super) build: String,
    pub(super) percent: Option<String>,
    pub(super) covered: String,
    pub(super) kind: String,
    /// Wanted saves and their shares.
    pub(super) saves: Vec<(String, String)>,
}

/// A found setup as a card.
pub(super) fn card(found: &Found) -> Card {
    let setup = &found.setup;
    Card {
        id: setup.id.to_string(),
        svg: drawing(&setup.fumen, &setup.build),
        build: setup.build.clone(),
        percent: found.solve.map(|(solved, all)| format!("{:.2} %", percent(solved, all))),
        covered: match found.covered {
            (_, 0) => String::new(),
            (some, all) => format!("{some}/{all}"),
        },
        kind: setup.kind.to_string(),
        saves: Vec::new(),
    }
}

/// The shares that a wanted save comes to, one per part of its expression.
pub(super) fn shares(fractions: &serde_json::Value) -> String {
    let pair = |pair: &serde_json::Value| Some((pair.get(0)?.as_i64()?, pair.get(1)?.as_i64()?));
    let all = fractions.as_array().into_iter().flatten().filter_map(pair);
    all.map(|(part, all)| format!("{:.2} %", percent(part, all))).collect::<Vec<_>>().join(", ")
}

#[derive(Template)]
#[template(path = "tetris/find.html")]
struct FindPage {
    page: Page,
    pc: i64,
    queue: String,
    asked: Asked,
    tables: [&'static str; 4],
    holds: [(&'static str, &'static str); 3],
    pieces: [char; 7],
    sets: Vec<(usize, SetRow)>,
    tags: Vec<String>,
    cards: Vec<Card>,
    left: usize,
    refused: Option<Refused>,
}

/// `GET /tetris`
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    // 0 is all of them.
    let pc: i64 = asked.pc.parse().unwrap_or(1).clamp(0, 9);
    let queue: String = asked.queue.trim().to_uppercase();
    let (wanted, typed) = (asked.clone(), queue.clone());
    let rules = rules(&asked.kicks, &asked.hold);
    let (sets, tags, found) = app
        .store(move |setups| -> Result<_, Problem> {
            let (sets, tags) = (all_sets(setups)?, setups.tags()?);
            let found = find(setups, pc, &typed, rules, &wanted, &sets);
            Ok((sets, tags, found))
        })
        .await?;
    let (cards, left, refused) = match found {
        Ok((cards, left)) => (cards, left, None),
        Err(problem) if problem.status.is_server_error() => return Err(problem),
        Err(problem) => {
            // The first letter that is no piece is where it is wrong.
            let wrong = |text: &str| text.chars().position(|c| !"TILJSZO".contains(c)).map(|at| at + 1);
            let pieces = asked.pieces.trim().to_uppercase();
            let (text, column) = match (wrong(&queue), wrong(&pieces)) {
                (None, column @ Some(_)) => (pieces, column),
                (None, None) => (asked.min.clone(), None),
                (column, _) => (queue.clone(), column),
            };
            (Vec::new(), 0, Some(Refused::new(problem.detail, column, &text)))
        }
    };
    let t = page.t;
    let pieces = ['T', 'I', 'L', 'J', 'S', 'Z', 'O'];
    Ok(render(
        &page.clone(),
        &FindPage {
            page,
            pc,
            queue,
            asked,
            tables: KICKS,
            holds: holds(t),
            pieces,
            sets,
            tags,
            cards,
            left,
            refused,
        },
    ))
}

/// All sets in the order of their tree, with how deep they lie.
pub(super) fn all_sets(setups: &mut Setups) -> Result<Vec<(usize, SetRow)>, Problem> {
    let mut sets = Vec::new();
    for line in setups.set_tree()? {
        sets.push((line.depth, setups.set(&line.id)?));
    }
    Ok(sets)
}

/// The cards of those that fit, and how many more there are.
fn find(
    setups: &mut Setups,
    pc: i64,
    queue: &str,
    rules: Rules,
    asked: &Asked,
    sets: &[(usize, SetRow)],
) -> Result<(Vec<Card>, usize), Problem> {
    let filter = asked.filter(pc)?;
    // Whoever has typed nothing yet sees what there is, the best first.
    let mut found: Vec<Found> = match queue {
        "" => {
            let all = setups.setups(&filter, Order::Solve)?;
            let one = |setup| Found { setup, solve: None, covered: (0, 0), computed: false };
            all.into_iter().map(one).collect()
        }
        queue if pc == 0 => everywhere(setups, queue, rules)?,
        queue => setups.find_setups(pc, queue, rules)?,
    };
    let mut within = |id: &str| -> Result<BTreeSet<SetupId>, Problem> {
        let filter = Filter { set: Some(id.to_owned()), ..Filter::default() };
        Ok(setups.setups(&filter, Order::Id)?.into_iter().map(|setup| setup.id).collect())
    };
    if !asked.set.is_empty() {
        let members = within(&asked.set)?;
        found.retain(|one| members.contains(&one.setup.id));
    }
    if !asked.tag.is_empty() {
        let mut members = BTreeSet::new();
        for (_, set) in sets.iter().filter(|(_, set)| set.tags.contains(&asked.tag)) {
            members.extend(within(&set.id)?);
        }
        found.retain(|one| members.contains(&one.setup.id));
    }
    if queue.is_empty() {
        // A least percentage asks all of them, else only those that are shown.
        let asked = if filter.least.is_some() { found.len() } else { MOST };
        for one in found.iter_mut().take(asked) {
            let statistics = setups.statistics(one.setup.id)?;
            one.solve = statistics.iter().find(|known| known.rules == rules).and_then(|known| known.solve);
        }
    }
    if !filter.is_wide() {
        setups.narrow(&mut found, &filter)?;
    }
    let mut cards: Vec<Card> = found.iter().take(MOST).map(card).collect();
    if setups.saves()?.iter().any(|save| pc == 0 || save.pc == pc) {
        for (card, one) in cards.iter_mut().zip(&found) {
            let data = setups.save_data(one.setup.id)?.into_iter().filter(|data| data.rules == rules);
            card.saves =
                data.filter_map(|data| Some((data.save, shares(data.fractions.as_ref()?)))).take(3).collect();
        }
    }
    Ok((cards, found.len().saturating_sub(MOST)))
}

/// What fits the queue at any perfect clear, the best first.
fn everywhere(setups: &mut Setups, queue: &str, rules: Rules) -> Result<Vec<Found>, Problem> {
    let mut found = Vec::new();
    for pc in 1..=9 {
        found.extend(setups.find_setups(pc, queue, rules)?);
    }
    let share = |one: &Found| one.solve.map_or(-1.0, |(solved, all)| percent(solved, all));
    found.sort_by(|a, b| share(b).total_cmp(&share(a)));
    Ok(found)
}
