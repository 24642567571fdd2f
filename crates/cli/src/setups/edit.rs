//! Setups one by one: add, show, list, edit, remove, variants, mirror.

use super::{PrintArgs, starter};
use crate::Outcome;
use crate::store::PlaceArgs;
use clap::Args;
use ludex_draw::{Ink, to_terminal};
use ludex_store::setups::edit::{Filter, Order};
use ludex_store::setups::{SetupRow, SetupType, Variant};
use ludex_tetris::{FourRule, Fumen, Piece, Scheme};
use serde_json::{Value, json};

/// The picture of a fumen's first page, or nothing.
pub(super) fn picture(fumen: &str) -> Option<String> {
    let page = Fumen::decode(fumen).ok()?.pages.into_iter().next()?;
    Some(to_terminal(&ludex_tetris::draw::page(&page, "a perfect-clear setup"), Ink::Plain))
}

fn line(setup: &SetupRow) -> String {
    let cells = [
        setup.id.as_str(),
        &setup.pc.to_string(),
        setup.kind.word(),
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
    #[arg(long = "type", value_name = "TYPE", value_parser = ["regular", "qb", "oqb"])]
    kind: Option<String>,
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
    fn apply(self, setup: &mut SetupRow) -> anyhow::Result<()> {
        if let Some(pc) = self.pc {
            setup.pc = pc;
        }
        for (typed, field) in [
            (self.leftover, &mut setup.leftover),
            (self.build, &mut setup.build),
            (self.cover, &mut setup.cover_pattern),
            (self.fumen, &mut setup.fumen),
        ] {
            if let Some(text) = typed {
                *field = text;
            }
        }
        if let Some(kind) = &self.kind {
            setup.kind = SetupType::read(kind)?;
        }
        for (typed, field) in [
            (self.solve, &mut setup.solve_pattern),
            (self.mirror, &mut setup.mirror),
            (self.credit, &mut setup.credit),
        ] {
            if let Some(text) = typed {
                *field = Some(text).filter(|text| !text.is_empty());
            }
        }
        setup.see = self.see.unwrap_or(setup.see);
        setup.hold = self.holds.unwrap_or(setup.hold);
        Ok(())
    }
}

/// Add a setup; its id is minted and printed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups add --pc 2 --leftover TTIO --build TIO --cover 'T,[TIO]!' --solve '*p7' --fumen v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH
  ludex tetris setups add --type oqb --pc 3 --leftover T --build T --cover 'T,*p7' --fumen v115@vhAAgH
  ludex tetris setups add --scheme v2 --pc 3 --leftover T --build T --cover 'T,*p7' --solve '*p7' --fumen v115@vhAAgH --format json")]
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
    #[command(flatten)]
    print: PrintArgs,
}

impl AddArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut setup = SetupRow::new(0, "", "", "", "");
        self.fields.apply(&mut setup)?;
        setup.id = self.id.unwrap_or_default();
        setup.scheme = if self.scheme == "v2" { Scheme::V2 } else { Scheme::V1 };
        let rule = if self.compat { FourRule::Published } else { FourRule::Counted };
        let mut store = self.place.open()?;
        let id = store.add_setup(setup, rule)?;
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
        let mut store = starter::open(&self.place)?;
        let setup = store.setup(&self.id)?;
        let (variants, statistics) = (store.variants(&self.id)?, store.statistics(&self.id)?);
        let (translations, saves) = (store.translations(&self.id)?, store.save_data(&self.id)?);
        let mut lines: Vec<String> = Vec::new();
        for (field, value) in setup.to_json() {
            lines.push(format!(
                "{field}\t{}",
                value.as_str().map_or_else(|| value.to_string(), str::to_owned)
            ));
        }
        lines.extend(variants.iter().map(|v| format!("variant {}\t{}\t{}", v.number, v.build, v.fumen)));
        for row in &statistics {
            let solve = row.solve.map(|(solved, all)| format!("{solved}/{all}")).unwrap_or_default();
            let percent = row.percent().map(|p| format!("{p:.2}%")).unwrap_or_default();
            lines.push(format!("{} {}\t{}\t{percent}\t{solve}", row.kicktable, row.hold, row.status));
        }
        for (save, kicktable, hold, fractions) in &saves {
            // Bags that do not tell what is saved give none.
            let fractions = if fractions.is_empty() { "failed" } else { fractions };
            lines.push(format!("save {save}\t{kicktable} {hold}\t{fractions}"));
        }
        lines.extend(translations.iter().map(|(language, text)| format!("{language}\t{text}")));
        lines.extend(picture(&setup.fumen));
        let mut object = setup.to_json();
        object.insert("variants".into(), variants.iter().map(Variant::to_json).collect());
        object
            .insert("statistics".into(), statistics.iter().map(|row| Value::Object(row.to_json())).collect());
        let saves = saves.iter().map(|(save, kicktable, hold, fractions)| {
            let fractions: Value = serde_json::from_str(fractions).unwrap_or_default();
            json!({"save": save, "kicktable": kicktable, "hold": hold, "fractions": fractions})
        });
        object.insert("saves".into(), saves.collect());
        let translations = translations.iter();
        let translations =
            translations.map(|(language, text)| json!({"language": language, "description": text}));
        object.insert("translations".into(), translations.collect());
        self.print.put(&lines, Value::Object(object))
    }
}

/// List setups.
///
/// Prints id, perfect clear, type, leftover, build, cover pattern, solve pattern and fumen.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups list --pc 2
  ludex tetris setups list --pc 2 --leftover ILJO --sort solve --limit 10
  ludex tetris setups list --type oqb --roots --format json")]
pub(super) struct ListArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Only this perfect clear
    #[arg(long, value_name = "N")]
    pc: Option<i64>,
    /// Only this type: regular, qb, oqb
    #[arg(long = "type", value_name = "TYPE", value_parser = ["regular", "qb", "oqb"])]
    kind: Option<String>,
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
        let mut store = starter::open(&self.place)?;
        let filter = Filter {
            pc: self.pc,
            kind: self.kind.as_deref().map(SetupType::read).transpose()?,
            leftover: self.leftover,
            prefix: self.prefix,
            roots: self.roots,
            set: self.set,
            limit: self.limit,
        };
        let order = if self.sort == "solve" { Order::Solve } else { Order::Id };
        let setups = store.setups(&filter, order)?;
        let lines: Vec<String> = setups.iter().map(line).collect();
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
        let mut store = self.place.open()?;
        let mut setup = store.setup(&self.id)?;
        self.fields.apply(&mut setup)?;
        store.change_setup(setup)?;
        let id = self.rename.unwrap_or_else(|| self.id.clone());
        if id != self.id {
            store.rename_setup(&self.id, &id)?;
        }
        let setup = store.setup(&id)?;
        self.print.put(&[line(&setup)], Value::Object(setup.to_json()))
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
        self.place.open()?.remove_setup(&self.id)?;
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
        let mut store = if changes { self.place.open()? } else { self.place.open_to_read()? };
        if let (Some(build), Some(fumen)) = (&self.add, &self.fumen) {
            store.add_variant(&self.id, build, fumen, self.solve.as_deref())?;
        }
        if let Some(number) = self.remove {
            store.remove_variant(&self.id, number)?;
        }
        store.setup(&self.id)?;
        let variants = store.variants(&self.id)?;
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
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups mirror 213ceaff91ff
  ludex tetris setups mirror --add 213ceaff91ff
  ludex tetris setups mirror --format json 213ceaff91ff")]
pub(super) struct MirrorArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The setup
    #[arg(value_name = "ID")]
    id: String,
    /// Add the mirrored setup, unless the setup has its mirror already
    #[arg(long)]
    add: bool,
    #[command(flatten)]
    print: PrintArgs,
}

/// L for J, S for Z, everywhere in a text.
fn mirrored(text: &str) -> String {
    text.chars().map(|c| Piece::from_letter(c).map_or(c, |piece| piece.mirrored().letter())).collect()
}

impl MirrorArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut store = if self.add { self.place.open()? } else { self.place.open_to_read()? };
        let setup = store.setup(&self.id)?;
        if let Some(mirror) = &setup.mirror {
            let mirror = store.setup(mirror)?;
            return self.print.put(&[line(&mirror)], Value::Object(mirror.to_json()));
        }
        let fumen = match Fumen::decode(&setup.fumen) {
            Ok(fumen) => fumen.mirrored().encode(),
            Err(error) => {
                eprintln!("ludex: the fumen of {}: {error}", self.id);
                return Ok(Outcome::Refused);
            }
        };
        let mut other = SetupRow {
            id: String::new(),
            leftover: mirrored(&setup.leftover),
            build: mirrored(&setup.build),
            cover_pattern: mirrored(&setup.cover_pattern),
            solve_pattern: setup.solve_pattern.as_deref().map(mirrored),
            fumen,
            oqb_path: None,
            oqb_depth: None,
            ..setup.clone()
        };
        other.settle()?;
        if self.add {
            other.mirror = Some(self.id.clone());
            let id = store.add_setup(other, FourRule::Counted)?;
            store.change_setup(SetupRow { mirror: Some(id.clone()), ..setup })?;
            other = store.setup(&id)?;
        }
        let mut json = other.to_json();
        if other.id.is_empty() {
            json.remove("id");
        }
        self.print.put(&[line(&other)], Value::Object(json))
    }
}
