//! `ludex keys`: who may write through `ludex serve`.

use crate::Outcome;
use crate::output::{Answer, Format, Output};
use crate::refuse::OrRefuse;
use crate::store::{PlaceArgs, now};
use clap::{Args, Subcommand};
use ludex_core::Refusal;
use ludex_server::keys::{self, Role};
use ludex_store::{Store, StoreError};
use std::io::Write;

/// Keys for those who may write through `ludex serve`.
///
/// Only a hash of a key is kept in the store, so that a key is shown once, when it is made.
#[derive(Debug, Args)]
pub(crate) struct KeysArgs {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Add(AddArgs),
    List(ListArgs),
    Revoke(RevokeArgs),
}

impl KeysArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let done = match self.verb {
            Verb::Add(args) => args.run(),
            Verb::List(args) => args.run(),
            Verb::Revoke(args) => args.run(),
        };
        match done {
            Err(error) if error.downcast_ref::<StoreError>().is_some_and(StoreError::is_refusal) => {
                Err(Refusal::new(error.to_string())).or_refuse()
            }
            other => other,
        }
    }
}

fn open(place: &PlaceArgs) -> anyhow::Result<Store> {
    Ok(ludex_server::state::open_store(&place.ready_place()?)?.into_store())
}

/// Make a key and print it; it cannot be shown again.
///
/// A reader may read, as everybody may; an editor may put records and setups; an admin may also change
/// tags, sets and metadata, and keys. From the first key on nobody writes without one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex keys add --role editor --label Ada
  ludex keys add --role admin --label 'me at home' --store mine.sqlite
  curl -H \"Authorization: Bearer $(ludex keys add --role reader --label probe)\" localhost:7275/v1/session")]
struct AddArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// What it may do: reader, editor or admin
    #[arg(long)]
    role: Role,
    /// Whose it is
    #[arg(long, value_name = "TEXT")]
    label: String,
}

impl AddArgs {
    fn run(self) -> anyhow::Result<Outcome> {
        let (key, secret) = keys::add(&mut open(&self.place)?, self.role, &self.label, now())?;
        eprintln!("ludex: {} is the id of this key, to revoke it by", key.id);
        writeln!(std::io::stdout(), "{secret}")?;
        Ok(Outcome::Fine)
    }
}

/// Print all keys: id, role, label, when made, last used and revoked.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex keys list
  ludex keys list --format json
  ludex keys list --store postgres://me@localhost/ludex")]
struct ListArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// How they are printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl ListArgs {
    fn run(self) -> anyhow::Result<Outcome> {
        let columns = ["id", "role", "label", "created", "last_used", "revoked"];
        let mut output = Output::begin(self.format, &columns)?;
        for key in keys::list(&mut open(&self.place)?)? {
            let values = vec![
                key.id.as_str().into(),
                key.role.to_string().into(),
                key.label.into(),
                key.created.into(),
                key.last_used.into(),
                key.revoked.into(),
            ];
            output.put(&key.id, Ok(&Answer::new(values)))?;
        }
        output.end()?;
        Ok(Outcome::Fine)
    }
}

/// Revoke a key: nothing can be done with it any more, and its sessions end.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex keys revoke k0123456789
  ludex keys revoke --store mine.sqlite k0123456789
  ludex keys list --format csv | grep Ada | cut -d, -f1 | xargs ludex keys revoke")]
struct RevokeArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// The id of the key
    #[arg(value_name = "ID")]
    id: String,
}

impl RevokeArgs {
    fn run(self) -> anyhow::Result<Outcome> {
        let was_good = keys::revoke(&mut open(&self.place)?, &self.id, now())?;
        writeln!(
            std::io::stdout(),
            "{}\t{}",
            self.id,
            if was_good { "revoked" } else { "was revoked before" }
        )?;
        Ok(Outcome::Fine)
    }
}
