//! `ludex tetris setups`: the setup database.

mod chain;
mod compute;
mod edit;
mod find;
mod learn;
mod sets;
mod starter;
mod transfer;
mod tree;
mod worth;

use crate::Outcome;
use crate::output::Format;
use crate::refuse::OrRefuse;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use ludex_core::Refusal;
use ludex_store::StoreError;
use serde_json::Value;
use std::str::FromStr;

/// Keep perfect-clear setups: look them up by queue, link them, compute them, share them.
///
/// The database lies in the store (see `ludex store`): a file or a PostgreSQL database.
#[derive(Debug, Args)]
pub(crate) struct SetupsArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Add(edit::AddArgs),
    Show(edit::ShowArgs),
    List(edit::ListArgs),
    Edit(edit::EditArgs),
    Remove(edit::RemoveArgs),
    Link(tree::LinkArgs),
    Unlink(tree::UnlinkArgs),
    Tree(tree::TreeArgs),
    Variants(edit::VariantsArgs),
    Sets(sets::SetsArgs),
    Tags(sets::TagsArgs),
    Translations(sets::TranslationsArgs),
    Find(find::FindArgs),
    Next(find::NextArgs),
    Learn(learn::LearnArgs),
    Average(learn::AverageArgs),
    Loop(chain::LoopArgs),
    Compute(compute::ComputeArgs),
    Saves(compute::SavesArgs),
    Lint(transfer::LintArgs),
    Import(transfer::ImportArgs),
    Export(transfer::ExportArgs),
    Mirror(edit::MirrorArgs),
    Stats(transfer::StatsArgs),
    Schema(transfer::SchemaArgs),
}

impl SetupsArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let done = match self.verb {
            Verb::Add(args) => args.run(),
            Verb::Show(args) => args.run(),
            Verb::List(args) => args.run(),
            Verb::Edit(args) => args.run(),
            Verb::Remove(args) => args.run(),
            Verb::Link(args) => args.run(),
            Verb::Unlink(args) => args.run(),
            Verb::Tree(args) => args.run(),
            Verb::Variants(args) => args.run(),
            Verb::Sets(args) => args.run(),
            Verb::Tags(args) => args.run(),
            Verb::Translations(args) => args.run(),
            Verb::Find(args) => args.run(),
            Verb::Next(args) => args.run(),
            Verb::Learn(args) => args.run(),
            Verb::Average(args) => args.run(),
            Verb::Loop(args) => args.run(),
            Verb::Compute(args) => args.run(),
            Verb::Saves(args) => args.run(),
            Verb::Lint(args) => args.run(),
            Verb::Import(args) => args.run(),
            Verb::Export(args) => args.run(),
            Verb::Mirror(args) => args.run(),
            Verb::Stats(args) => args.run(),
            Verb::Schema(args) => args.run(),
        };
        // What the database or its rules refuse is an answer about the input, not about the machine.
        match done {
            Err(error) if error.downcast_ref::<StoreError>().is_some_and(StoreError::is_refusal) => {
                Err(Refusal::new(format!("{error:#}"))).or_refuse()
            }
            other => other,
        }
    }
}

#[derive(Debug, Clone, Copy, Args)]
struct PrintArgs {
    /// How answers are printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl PrintArgs {
    /// Prints lines, or the JSON value in one of its forms.
    fn put(self, lines: &[String], json: Value) -> anyhow::Result<Outcome> {
        self.format.print(lines, &json)?;
        Ok(Outcome::Fine)
    }
}

/// Reads one word of a list, which the help shows.
fn parser<T>(words: &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = StoreError> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(words).try_map(|word| word.parse::<T>())
}
