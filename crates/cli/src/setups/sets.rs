//! Sets with their tree, tags, translations.

use super::PrintArgs;
use super::tree::{dot, indented};
use crate::Outcome;
use crate::store::PlaceArgs;
use clap::Args;
use ludex_setups::setup::read_id;
use serde_json::{Value, json};

/// Show the tree of sets, or one set; make, change, fill and remove it.
///
/// A set has an id of small letters, digits and underscores, a name, tags, translations and setups, and
/// may lie under several others. Without an id the tree of all sets is printed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups sets
  ludex tetris setups sets openers --name Openers --put 213ceaff91ff --under first_pc
  ludex tetris setups sets openers --tag fast --language de --title Eröffnungen --format json")]
pub(super) struct SetsArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The set
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// What it is called; a set that is not there is made
    #[arg(long, value_name = "NAME", requires = "id")]
    name: Option<String>,
    /// Give it another id
    #[arg(long, value_name = "ID", requires = "id")]
    rename: Option<String>,
    /// Put it under this set
    #[arg(long, value_name = "ID", requires = "id")]
    under: Vec<String>,
    /// Take it out of this set
    #[arg(long, value_name = "ID", requires = "id")]
    out_of: Vec<String>,
    /// Put a setup into it
    #[arg(long, value_name = "SETUP", requires = "id")]
    put: Vec<String>,
    /// Take a setup out of it
    #[arg(long, value_name = "SETUP", requires = "id")]
    take: Vec<String>,
    /// Give it a tag of `tags`
    #[arg(long, value_name = "TAG", requires = "id")]
    tag: Vec<String>,
    /// Take a tag off it
    #[arg(long, value_name = "TAG", requires = "id")]
    untag: Vec<String>,
    /// The language of --title and --description
    #[arg(long, value_name = "LANGUAGE", requires = "id", requires = "title")]
    language: Option<String>,
    /// What it is called in that language
    #[arg(long, value_name = "NAME", requires = "language")]
    title: Option<String>,
    /// What is said of it in that language
    #[arg(long, value_name = "TEXT", requires = "language")]
    description: Option<String>,
    /// Remove it; the sets below it become roots, its setups stay
    #[arg(long, requires = "id")]
    remove: bool,
    /// Print the tree in the language of Graphviz
    #[arg(long, conflicts_with = "id")]
    dot: bool,
    #[command(flatten)]
    print: PrintArgs,
}

impl SetsArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let Some(id) = &self.id else {
            let mut store = self.place.open_setups_to_read()?;
            let tree = store.set_tree()?;
            return if self.dot {
                dot(&tree, &store.set_links()?, self.print)
            } else {
                indented(&tree, self.print)
            };
        };
        let changes = self.name.is_some()
            || self.rename.is_some()
            || self.language.is_some()
            || self.remove
            || [&self.under, &self.out_of, &self.put, &self.take, &self.tag, &self.untag]
                .iter()
                .any(|list| !list.is_empty());
        let mut store = if changes { self.place.open_setups()? } else { self.place.open_setups_to_read()? };
        if let Some(name) = &self.name {
            store.put_set(id, name)?;
        }
        let mut id = id.clone();
        if let Some(new) = self.rename {
            store.rename_set(&id, &new)?;
            id = new;
        }
        self.under.iter().try_for_each(|parent| store.link_sets(parent, &id))?;
        self.out_of.iter().try_for_each(|parent| store.unlink_sets(parent, &id))?;
        self.put.iter().try_for_each(|setup| store.add_member(&id, read_id(setup)?))?;
        self.take.iter().try_for_each(|setup| store.remove_member(&id, read_id(setup)?))?;
        self.tag.iter().try_for_each(|tag| store.tag_set(&id, tag))?;
        self.untag.iter().try_for_each(|tag| store.untag_set(&id, tag))?;
        if let (Some(language), Some(title)) = (&self.language, &self.title) {
            store.translate_set(&id, language, title, self.description.as_deref())?;
        }
        if self.remove {
            store.remove_set(&id)?;
            return self.print.put(&[format!("removed\t{id}")], json!({ "removed": id }));
        }
        let set = store.set(&id)?;
        let mut lines = vec![format!("{}\t{}", set.id, set.name)];
        lines.extend(set.tags.iter().map(|tag| format!("tag\t{tag}")));
        for (language, name, description) in &set.translations {
            lines.push(format!("{language}\t{name}\t{}", description.as_deref().unwrap_or("")));
        }
        lines.extend(set.members.iter().map(|setup| format!("setup\t{setup}")));
        self.print.put(&lines, Value::Object(set.to_json()))
    }
}

/// List the tags that sets may have; add or remove one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups tags
  ludex tetris setups tags --add fast
  ludex tetris setups tags --remove fast --format json")]
pub(super) struct TagsArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Add a tag
    #[arg(long, value_name = "TAG")]
    add: Option<String>,
    /// Remove a tag from all sets
    #[arg(long, value_name = "TAG")]
    remove: Option<String>,
    #[command(flatten)]
    print: PrintArgs,
}

impl TagsArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let changes = self.add.is_some() || self.remove.is_some();
        let mut store = if changes { self.place.open_setups()? } else { self.place.open_setups_to_read()? };
        if let Some(tag) = &self.add {
            store.add_tag(tag)?;
        }
        if let Some(tag) = &self.remove {
            store.remove_tag(tag)?;
        }
        let tags = store.tags()?;
        self.print.put(&tags, tags.clone().into())
    }
}

/// List what is said of a setup in several languages; add or remove a description.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris setups translations 213ceaff91ff
  ludex tetris setups translations 213ceaff91ff --language ja --description テトリス
  ludex tetris setups translations 213ceaff91ff --remove ja --format json")]
pub(super) struct TranslationsArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The setup
    #[arg(value_name = "ID")]
    id: String,
    /// The language of --description
    #[arg(long, value_name = "LANGUAGE", requires = "description")]
    language: Option<String>,
    /// What is said of it in that language
    #[arg(long, value_name = "TEXT", requires = "language")]
    description: Option<String>,
    /// Remove the description in this language
    #[arg(long, value_name = "LANGUAGE")]
    remove: Option<String>,
    #[command(flatten)]
    print: PrintArgs,
}

impl TranslationsArgs {
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let changes = self.language.is_some() || self.remove.is_some();
        let mut store = if changes { self.place.open_setups()? } else { self.place.open_setups_to_read()? };
        let id = read_id(&self.id)?;
        store.setup(id)?;
        if let (Some(language), Some(description)) = (&self.language, &self.description) {
            store.translate_setup(id, language, description)?;
        }
        if let Some(language) = &self.remove {
            store.remove_translation(id, language)?;
        }
        let all = store.translations(id)?;
        let lines: Vec<String> = all.iter().map(|(language, text)| format!("{language}\t{text}")).collect();
        let json = all.iter().map(|(language, text)| json!({"language": language, "description": text}));
        self.print.put(&lines, json.collect())
    }
}
