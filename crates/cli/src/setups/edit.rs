//! Setups one by one: add, show, list, edit, remove, variants, mirror.

use super::compute::seen;
use super::find::pc_of;
use super::{PrintArgs, parser, starter};
use crate::Outcome;
use crate::refuse::OrRefuse;
use crate::store::PlaceArgs;
use clap::Args;
use ludex_core::Refusal;
use ludex_draw::{Ink, to_terminal};
use ludex_setups::derive::derive;
use ludex_setups::problems::refusal;
use ludex_setups::setup::{read_id, read_scheme};
use ludex_setups::{Filter, Order, SetupChange, SetupFields, SetupType, Variant, hundredths};
use ludex_tetris::{FourRule, Fumen, SetupId};
use serde_json::{Value, json};

/// The picture of a fumen's first page, or nothing.
pub(super) fn picture(fumen: &str) -> Option<String> {
    let page = Fumen::decode(fumen).ok()?.pages.into_iter().next()?;
    Some(to_terminal(&ludex_tetris::draw::page(&page, "a perfect-clear setup"), Ink::Plain))
}

fn line(id: Option<SetupId>, setup: &SetupFields) -> String {
    let cells = [
        &id.map(|id| id.to_string()).unwrap_or_default(),
        &setup.pc.to_string(),
        setup.kind.as_str(),
        &setup.leftover,
        &setup.build,
        &setup.cover_pattern,
        setup.solve_pattern.as_deref().unwrap_or(""),
        &setup.fumen,
    ]
    .map(str::to_owned);
    cells.join("\t")
}

/// The fields of a setup, as typed.
#[derive(Debug, Args)]
struct FieldArgs {
    /// Which perfect clear, 1 to 9
    #[arg(long, value_name = "N")]
    pc: Option<i64>,
    /// The pieces left over from the bag before
    #[arg(long, value_name = "PIECES")]
    leftover: Option<String>,
    /// The pieces of the setup
    #[arg(long, value_name = "PIECES")]
    build: Option<String>,
    /// When to build it, as extended pieces
    #[arg(long, value_name = "PATTERN")]
    cover: Option<String>,
    /// What it looks like
    #[arg(long, value_name = "FUMEN")]
    fumen: Option<String>,
    /// The pieces it is solved with; only an oqb setup may go without
    #[arg(long, value_name = "PATTERN")]
    solve: Option<String>,
    /// What it is for: regular, qb, oqb
    #[arg(long = "type", value_name = "TYPE", value_parser = parser::<SetupType>(SetupType::WORDS))]
    kind: Option<SetupType>,
    /// The id of the setup in the mirror
    #[arg(long, value_name = "ID")]
    mirror: Option<String>,
    /// Pieces one sees, 1 to 11
    #[arg(long, value_name = "N")]
    see: Option<i64>,
    /// Pieces one can hold, 0 to 11
    #[arg(long, value_name = "N")]
    holds: Option<i64>,
    /// Who found it
    #[arg(long, value_name = "TEXT")]
    credit: Option<String>,
}

impl FieldArgs {
    fn apply(self, setup: &mut SetupFields) -> anyhow::Result<()> {
        let change = SetupChange {
            pc: self.pc,
            leftover: self.leftover,
            build: self.build,
            cover_pattern: self.cover,
            fumen: self.fumen,
            solve_pattern: self.solve,
            kind: self.kind,
            mirror: self.mirror,
            see: self.see,
            hold: self.holds,
            credit: self.credit,
        };
        Ok(change.apply(setup)?)
    }
}

/// Add a setup; its id is minted and printed.
///
/// A setup whose fields contradict each other is refused, and so is one that is there already: the leftover must be as
/// long as that of its perfect clear, the build what the fumen shows, the queues of its patterns long enough. What may
/// be right is told and added. --force adds whatever the database takes.
///
/// What is not given is derived from the fumen and told: the build it shows, the first perfect clear, the leftover
/// where that is sure, and the patterns that bags give.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups add --pc 7 --leftover TLO --fumen v115@HhRpGewwRpglCeBtxwilDeBtwwJeAgH
  ludex tetris setups add --pc 2 --leftover TTIO --build TIO --cover 'T,[TIO]!' --solve '*p7' --fumen v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH
  ludex tetris setups add --type oqb --pc 5 --leftover TI --build TIO --cover '[TI]!,*p2{O=1}' --fumen v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH
  ludex tetris setups add --force --scheme v2 --pc 3 --leftover T --build T --cover 'T,*p7' --solve '*p7' --fumen v115@vhAAgH --format json")]
pub(super) struct AddArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    fields: FieldArgs,
    /// An id that was minted elsewhere
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// By which scheme the id is minted
    #[arg(long, value_name = "SCHEME", default_value = "v1", value_parser = ["v1", "v2"])]
    scheme: String,
    /// Set the four bit of every eighth and ninth perfect clear, as published ids have it
    #[arg(long)]
    compat: bool,
    /// Add it whatever speaks against it
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    print: PrintArgs,
}

impl AddArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut setup = SetupFields::new(0, "", "", "", "");
        self.fields.apply(&mut setup)?;
        if setup.fumen.is_empty() {
            return Err(Refusal::new("--fumen is needed: what the setup looks like")).or_refuse();
        }
        setup.scheme = read_scheme(&self.scheme)?;
        let derived = setup.pc == 0
            || [&setup.leftover, &setup.build, &setup.cover_pattern].iter().any(|text| text.is_empty())
            || (setup.solve_pattern.is_none() && setup.kind != SetupType::Oqb);
        if derived && !setup.fumen.is_empty() {
            let solved = setup.solve_pattern.is_some() || setup.kind != SetupType::Oqb;
            derive(&mut setup)?;
            setup.solve_pattern = setup.solve_pattern.filter(|_| solved);
            let solve = setup.solve_pattern.as_deref().unwrap_or("none");
            eprintln!(
                "ludex: pc {}, leftover {}, build {}, cover {}, solve {solve}",
                setup.pc, setup.leftover, setup.build, setup.cover_pattern
            );
        }
        let rule = if self.compat { FourRule::Published } else { FourRule::Counted };
        let mut store = self.place.open_setups()?;
        let problems = store.problems_of(&setup)?;
        if let Some(told) = refusal(&problems).filter(|_| !self.force) {
            return Err(Refusal::new(format!("{told} (--force adds it)"))).or_refuse();
        }
        for problem in &problems {
            eprintln!("ludex: {} {}", problem.field, problem.what);
        }
        let id = match self.id.filter(|id| !id.is_empty()) {
            Some(id) => {
                let id = read_id(&id)?;
                store.add_setup_as(id, setup)?;
                id
            }
            None => store.add_setup(setup, rule)?,
        };
        let id = id.to_string();
        self.print.put(std::slice::from_ref(&id), json!({ "id": id }))
    }
}

/// Show a setup: its fields, its picture, its statistics.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups show 213ceaff91ff
  ludex tetris setups show --format json 213ceaff91ff
  ludex tetris setups show --store mine.sqlite 213ceaff91ff")]
pub(super) struct ShowArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The setup
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    print: PrintArgs,
}

impl ShowArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let id = read_id(&self.id)?;
        let mut store = starter::open_part(&self.place, Some(pc_of(id)), None)?;
        let setup = store.setup(id)?;
        let (variants, statistics) = (store.variants(id)?, store.statistics(id)?);
        let (translations, saves) = (store.translations(id)?, store.save_data(id)?);
        let whole = store.whole_setup(id)?;
        let mut lines: Vec<String> = Vec::new();
        for (field, value) in setup.to_json() {
            lines.push(format!("{field}\t{}", ludex_store::json::plain(&value)));
        }
        lines.extend(variants.iter().map(|v| format!("variant {}\t{}\t{}", v.number, v.build, v.fumen)));
        for row in &statistics {
            let solve = row.solve.map(|(solved, all)| format!("{solved}/{all}")).unwrap_or_default();
            let percent = row.percent().map(|p| format!("{p:.2}%")).unwrap_or_default();
            lines.push(format!("{}\t{}\t{percent}\t{solve}{}", row.rules, row.status, seen(row)));
        }
        for data in &saves {
            // Bags that do not tell what is saved give none.
            let shares = data.fractions.as_ref().map_or_else(|| "failed".to_owned(), shares);
            lines.push(format!("save {}\t{}\t{shares}", data.save, data.rules));
        }
        lines.extend(translations.iter().map(|(language, text)| format!("{language}\t{text}")));
        lines.extend(picture(&setup.fumen));
        self.print.put(&lines, Value::Object(whole))
    }
}

/// Fractions as people read them: 44/5040 0.87%, several in the order of their priority.
fn shares(fractions: &Value) -> String {
    let share = |pair: &Value| {
        let (part, all) = (pair[0].as_i64().unwrap_or(0), pair[1].as_i64().unwrap_or(0));
        format!("{part}/{all} {:.2}%", part as f64 * 100.0 / all.max(1) as f64)
    };
    fractions
        .as_array()
        .map_or_else(String::new, |list| list.iter().map(share).collect::<Vec<_>>().join(", "))
}

/// Which setups to look at, as typed.
#[derive(Debug, Clone, Args)]
pub(super) struct NarrowArgs {
    /// Only with a solve percentage of at least so much
    #[arg(long, value_name = "PERCENT")]
    min: Option<f64>,
    /// Only builds that have these pieces
    #[arg(long, value_name = "PIECES")]
    pieces: Option<String>,
    /// Only where the credit has this text
    #[arg(long, value_name = "TEXT")]
    credit: Option<String>,
    /// Only members of a set with this tag
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
}

impl NarrowArgs {
    /// The filter with what was typed in it.
    pub(super) fn filter(&self, filter: Filter) -> Filter {
        Filter {
            least: self.min.map(hundredths),
            pieces: self.pieces.clone(),
            credit: self.credit.clone(),
            tag: self.tag.clone(),
            ..filter
        }
    }

    /// Whether anything was typed.
    pub(super) fn is_empty(&self) -> bool {
        self.min.is_none() && self.pieces.is_none() && self.credit.is_none() && self.tag.is_none()
    }
}

/// List setups.
///
/// Prints id, perfect clear, type, leftover, build, cover pattern, solve pattern and fumen.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups list --pc 2
  ludex tetris setups list --pc 2 --leftover ILJO --sort solve --limit 10
  ludex tetris setups list --pc 2 --min 99 --pieces TT --credit ada --tag quick
  ludex tetris setups list --type oqb --roots --format json")]
pub(super) struct ListArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Only this perfect clear
    #[arg(long, value_name = "N")]
    pc: Option<i64>,
    /// Only this type: regular, qb, oqb
    #[arg(long = "type", value_name = "TYPE", value_parser = parser::<SetupType>(SetupType::WORDS))]
    kind: Option<SetupType>,
    /// Only this leftover, in any order of letters
    #[arg(long, value_name = "PIECES")]
    leftover: Option<String>,
    /// Only ids that begin so
    #[arg(long, value_name = "DIGITS")]
    prefix: Option<String>,
    /// Only oqb setups that no other leads to
    #[arg(long)]
    roots: bool,
    /// Only setups of this set and of those below it
    #[arg(long, value_name = "ID")]
    set: Option<String>,
    #[command(flatten)]
    narrow: NarrowArgs,
    /// In which order: id, solve
    #[arg(long, value_name = "ORDER", default_value = "id", value_parser = ["id", "solve"])]
    sort: String,
    /// At most so many
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    #[command(flatten)]
    print: PrintArgs,
}

impl ListArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = starter::open_part(&self.place, self.pc, None)?;
        let filter = Filter {
            pc: self.pc,
            kind: self.kind,
            leftover: self.leftover,
            prefix: self.prefix,
            roots: self.roots,
            set: self.set,
            limit: self.limit,
            ..Filter::default()
        };
        let filter = self.narrow.filter(filter);
        let order = if self.sort == "solve" { Order::Solve } else { Order::Id };
        let setups = store.setups(&filter, order)?;
        let lines: Vec<String> = setups.iter().map(|setup| line(Some(setup.id), setup)).collect();
        self.print.put(&lines, setups.iter().map(|setup| Value::Object(setup.to_json())).collect())
    }
}

/// Change fields of a setup; its id stays what it is unless --rename gives another.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups edit 213ceaff91ff --credit 'who found it'
  ludex tetris setups edit 213ceaff91ff --cover 'T,[TIO]!' --solve '*p7'
  ludex tetris setups edit 213ceaff91fe --rename 213ceaff91fd")]
pub(super) struct EditArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The setup
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    fields: FieldArgs,
    /// Another id; the old one is never minted again
    #[arg(long, value_name = "ID")]
    rename: Option<String>,
    #[command(flatten)]
    print: PrintArgs,
}

impl EditArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = self.place.open_setups()?;
        let old = read_id(&self.id)?;
        let new = self.rename.as_deref().map_or(Ok(old), read_id)?;
        let mut fields = store.setup(old)?.fields;
        self.fields.apply(&mut fields)?;
        store.change_setup(old, fields)?;
        if new != old {
            store.rename_setup(old, new)?;
        }
        let setup = store.setup(new)?;
        self.print.put(&[line(Some(new), &setup)], Value::Object(setup.to_json()))
    }
}

/// Remove a setup; its id is never minted again, and its oqb children become roots.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups remove 213ceaff91fe
  ludex tetris setups remove --store mine.sqlite 213ceaff91fe
  ludex tetris setups remove --format json 213ceaff91fe")]
pub(super) struct RemoveArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The setup
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    print: PrintArgs,
}

impl RemoveArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        self.place.open_setups()?.remove_setup(read_id(&self.id)?)?;
        self.print.put(&[format!("removed\t{}", self.id)], json!({ "removed": self.id }))
    }
}

/// List the variants of a setup, add one, or remove one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups variants 213ceaff91ff
  ludex tetris setups variants 213ceaff91ff --add TIOL --fumen v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH
  ludex tetris setups variants 213ceaff91ff --remove 1")]
pub(super) struct VariantsArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The setup
    #[arg(value_name = "ID")]
    id: String,
    /// Add a variant of these pieces
    #[arg(long, value_name = "PIECES", requires = "fumen", conflicts_with = "remove")]
    add: Option<String>,
    /// What the new variant looks like
    #[arg(long, value_name = "FUMEN", requires = "add")]
    fumen: Option<String>,
    /// The pieces the new variant is solved with
    #[arg(long, value_name = "PATTERN", requires = "add")]
    solve: Option<String>,
    /// Remove the variant of this number
    #[arg(long, value_name = "N")]
    remove: Option<i64>,
    #[command(flatten)]
    print: PrintArgs,
}

impl VariantsArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let changes = self.add.is_some() || self.remove.is_some();
        let mut store = if changes { self.place.open_setups()? } else { self.place.open_setups_to_read()? };
        let id = read_id(&self.id)?;
        if let (Some(build), Some(fumen)) = (&self.add, &self.fumen) {
            store.add_variant(id, build, fumen, self.solve.as_deref())?;
        }
        if let Some(number) = self.remove {
            store.remove_variant(id, number)?;
        }
        store.setup(id)?;
        let variants = store.variants(id)?;
        let lines: Vec<String> = variants
            .iter()
            .map(|v| {
                format!(
                    "{}\t{}\t{}\t{}",
                    v.number,
                    v.build,
                    v.solve_pattern.as_deref().unwrap_or(""),
                    v.fumen
                )
            })
            .collect();
        self.print.put(&lines, variants.iter().map(Variant::to_json).collect())
    }
}

/// Show a setup in the mirror, or add it and tie the two together.
///
/// --all ties every two setups of the database that are mirror images of each other and have no mirror yet, and prints
/// the pairs.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups mirror 213ceaff91ff
  ludex tetris setups mirror --add 213ceaff91ff
  ludex tetris setups mirror --all
  ludex tetris setups mirror --format json 213ceaff91ff")]
pub(super) struct MirrorArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The setup
    #[arg(value_name = "ID", required_unless_present = "all")]
    id: Option<String>,
    /// Tie all mirror images together
    #[arg(long, conflicts_with_all = ["id", "add"])]
    all: bool,
    /// Add the mirrored setup, unless the setup has its mirror already
    #[arg(long)]
    add: bool,
    #[command(flatten)]
    print: PrintArgs,
}

impl MirrorArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        if self.all {
            let pairs = self.place.open_setups()?.tie_mirrors()?;
            let lines: Vec<String> = pairs.iter().map(|(a, b)| format!("tied\t{a}\t{b}")).collect();
            let json = pairs.iter().map(|(a, b)| json!([a.to_string(), b.to_string()]));
            return self.print.put(&lines, json.collect());
        }
        let id = read_id(self.id.as_deref().unwrap_or_default())?;
        let mut store =
            if self.add { self.place.open_setups()? } else { self.place.open_setups_to_read()? };
        let setup = store.setup(id)?;
        let mirror = match setup.mirror {
            Some(mirror) => store.setup(mirror)?,
            None if self.add => store.add_mirror(id, FourRule::Counted)?,
            None => {
                let mirror = setup.mirrored()?;
                return self.print.put(&[line(None, &mirror)], Value::Object(mirror.to_json()));
            }
        };
        self.print.put(&[line(Some(mirror.id), &mirror)], Value::Object(mirror.to_json()))
    }
}
