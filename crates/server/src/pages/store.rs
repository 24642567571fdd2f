//! The store: what was seen before, page by page.

use super::look::Refused;
use super::{Page, link, render};
use crate::problem::Problem;
use crate::state::App;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::Response;
use ludex_store::query::KindCount;
use ludex_store::{Query as StoreQuery, Record};
use serde::Deserialize;

/// Records on a page.
const PAGE: u64 = 40;

#[derive(Debug, Deserialize, Default)]
pub(crate) struct Asked {
    #[serde(default)]
    kind: String,
    #[serde(default)]
    prefix: String,
    /// A condition on a fact, such as `rating>=9.0`; several with ` and `.
    #[serde(default)]
    fact: String,
    #[serde(default)]
    after: String,
    /// `collisions`: look for short codes that several records share, which reads the whole store.
    #[serde(default)]
    show: String,
    /// A list of items, one a line: which are known?
    #[serde(default)]
    items: String,
}

struct Row {
    name: String,
    link: String,
    position: String,
    source: String,
    seen: i64,
    facts: String,
}

#[derive(Template)]
#[template(path = "store.html")]
struct StorePage {
    page: Page,
    asked: Asked,
    kinds: Vec<KindCount>,
    /// The store is so large that nobody has counted it yet.
    counting: bool,
    /// Records and sightings per family.
    families: Vec<(&'static str, i64, i64)>,
    rows: Vec<Row>,
    more: Option<String>,
    collisions: Vec<(String, String, usize)>,
    checked: Vec<(String, String, &'static str)>,
    refused: Option<Refused>,
}

/// `GET /store`
pub(crate) async fn page(
    State(app): State<App>,
    page: Page,
    Query(asked): Query<Asked>,
) -> Result<Response, Problem> {
    let some = |text: &str| (!text.trim().is_empty()).then(|| text.trim().to_owned());
    let mut refused = None;
    let mut facts = Vec::new();
    for fact in asked.fact.split(" and ").map(str::trim).filter(|fact| !fact.is_empty()) {
        match fact.parse() {
            Ok(fact) => facts.push(fact),
            Err(error) => refused = Some(Refused::of(&Problem::from(error), &asked.fact)),
        }
    }
    let query = StoreQuery {
        facts,
        kinds: some(&asked.kind).into_iter().collect(),
        prefix: some(&asked.prefix),
        after: some(&asked.after),
        limit: Some(PAGE + 1),
        ..StoreQuery::default()
    };
    let kinds = crate::counts::kinds(&app).await?;
    let counting = kinds.is_none();
    let kinds = kinds.unwrap_or_default();
    let look = asked.show == "collisions";
    let (mut rows, collisions) = app
        .store(move |setups| -> Result<_, Problem> {
            let store = setups.store();
            let mut rows = Vec::new();
            store.query(&query, &mut |record| {
                rows.push(row(&record));
                Ok(true)
            })?;
            let mut collisions = Vec::new();
            if !look {
                return Ok((rows, collisions));
            }
            store.collisions(&mut |kind, key, names| {
                if collisions.len() < 20 {
                    collisions.push((kind.to_owned(), key.to_owned(), names.len()));
                }
                Ok(())
            })?;
            Ok((rows, collisions))
        })
        .await?;
    let more = (rows.len() as u64 > PAGE).then(|| {
        rows.truncate(PAGE as usize);
        let last = rows.last().map(|row| row.name.clone()).unwrap_or_default();
        link(
            "/store",
            &[("kind", &asked.kind), ("prefix", &asked.prefix), ("fact", &asked.fact), ("after", &last)],
        )
    });
    let mut families: Vec<(&'static str, i64, i64)> = Vec::new();
    for family in app.families.iter() {
        let own = kinds.iter().filter(|count| family.kinds().iter().any(|kind| kind.word == count.kind));
        let (records, seen) = own.fold((0, 0), |sum, one| (sum.0 + one.records, sum.1 + one.seen));
        if records > 0 {
            families.push((super::look::family_name(page.t, family.word()), records, seen));
        }
    }
    let checked = check(&app, page.t, &asked.items).await?;
    Ok(render(
        &page.clone(),
        &StorePage { page, asked, kinds, counting, families, rows, more, collisions, checked, refused },
    ))
}

fn row(record: &Record) -> Row {
    let facts = record.facts.to_json();
    let facts: Vec<String> =
        facts.iter().map(|(fact, value)| format!("{fact} {}", ludex_store::json::plain(value))).collect();
    let mut facts = facts.join(", ");
    if let Some((end, _)) = facts.char_indices().nth(160) {
        facts.truncate(end);
        facts.push('…');
    }
    Row {
        name: record.name.to_string(),
        link: super::look::link(&record.name),
        position: record.position.clone().unwrap_or_default(),
        source: record.source.clone().unwrap_or_default(),
        seen: record.count,
        facts,
    }
}

/// Which items of a list are known, and which stand in it twice.
async fn check(
    app: &App,
    t: &'static crate::text::Text,
    items: &str,
) -> Result<Vec<(String, String, &'static str)>, Problem> {
    let lines: Vec<String> =
        items.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let shared = App::clone(app);
    let named = crate::state::blocking(move || -> Result<_, Problem> {
        Ok(lines
            .into_iter()
            .map(|line| {
                let name = shared.families.read(&line).and_then(|item| {
                    let family = item.family;
                    family.name(&*item.position()?)
                });
                (line, name.map(|name| name.to_string()).map_err(|refusal| refusal.to_string()))
            })
            .collect::<Vec<_>>())
    })
    .await?;
    let names: Vec<String> = named.iter().filter_map(|(_, name)| name.clone().ok()).collect();
    let known = app
        .store(move |setups| {
            let names_ref: Vec<&str> = names.iter().map(String::as_str).collect();
            let seen = setups.store().seen(&names_ref)?;
            Ok::<_, Problem>(names.into_iter().zip(seen).collect::<std::collections::BTreeMap<_, _>>())
        })
        .await?;
    let mut met: std::collections::BTreeSet<String> = std::collections::BTreeSet::new();
    Ok(named
        .into_iter()
        .map(|(line, name)| match name {
            Err(reason) => (line, reason, t.refused),
            Ok(name) => {
                let word = match (met.insert(name.clone()), known.get(&name)) {
                    (false, _) => t.duplicate,
                    (_, Some(true)) => t.known,
                    _ => t.new,
                };
                (line, name, word)
            }
        })
        .collect())
}
