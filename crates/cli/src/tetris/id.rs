//! `ludex tetris id`: setup ids made, given out and taken apart.

use super::refuse;
use crate::Outcome;
use crate::input::Input;
use clap::Args;
use ludex_core::Refusal;
use ludex_tetris::{
    Allocator, Canonical, FourRule, IdFields, IdScheme, Piece, Position, Setup, SetupId, Tables, cover_hash,
    entropy, fumen_hash, setup::Columns,
};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// The layout of ids, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
enum SchemeArg {
    /// Hashes of fumen and cover pattern, then 8 bits unique
    #[default]
    V1,
    /// A hash of the field's shape, then 12 bits unique
    V2,
}

/// Make setup ids, or take them apart.
///
/// One setup from its fields, or a file of them: a tab-separated file whose header names pc, oqb,
/// leftover, build, cover_pattern and fumen. Rows whose other bits are equal get ff, fe, ... in order.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  ludex tetris id --pc 2 --leftover TTIO --build TIO --cover 'T,[TIO]!' --fumen v115@9gwhIewhIewhEewwAeRpwhDeywRpJeAgH
  ludex tetris id --batch setups.tsv --compat --last-first
  ludex tetris id --decode 213ceaff91ff
  ludex tetris id --entropy --batch setups.tsv")]
pub(crate) struct IdArgs {
    /// Which perfect clear, 1 to 9
    #[arg(long, value_name = "N", required_unless_present_any = ["batch", "decode"])]
    pc: Option<String>,
    /// The setup is one of several that look alike until a later piece decides
    #[arg(long)]
    oqb: bool,
    /// The pieces left over from the bag before
    #[arg(long, value_name = "PIECES", required_unless_present_any = ["batch", "decode"])]
    leftover: Option<String>,
    /// The pieces of the setup
    #[arg(long, value_name = "PIECES", required_unless_present_any = ["batch", "decode"])]
    build: Option<String>,
    /// When to build it, as extended pieces
    #[arg(long, value_name = "PATTERN", required_unless_present_any = ["batch", "decode"])]
    cover: Option<String>,
    /// What it looks like; only its letters are checked
    #[arg(long, value_name = "FUMEN", required_unless_present_any = ["batch", "decode"])]
    fumen: Option<String>,
    /// Set the four bit of every eighth and ninth perfect clear, as published ids have it
    #[arg(long)]
    compat: bool,
    /// The layout
    #[arg(long, value_enum, default_value_t)]
    scheme: SchemeArg,
    /// Read setups from a tab-separated file (`-` is stdin)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pc", "oqb", "leftover", "build", "cover", "fumen"])]
    batch: Option<PathBuf>,
    /// Give out unique numbers from the end of the file
    #[arg(long, requires = "batch")]
    last_first: bool,
    /// Print the entropy of both hashes over the file, and the groups of equal bits
    #[arg(long, requires = "batch")]
    entropy: bool,
    /// Print every field of an id as JSON
    #[arg(long, value_name = "ID", conflicts_with_all = ["pc", "oqb", "leftover", "build", "cover", "fumen", "batch"])]
    decode: Option<String>,
}

impl IdArgs {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let scheme = match self.scheme {
            SchemeArg::V1 => IdScheme::V1,
            SchemeArg::V2 => IdScheme::V2,
        };
        let four = if self.compat { FourRule::Published } else { FourRule::Counted };
        let tables = Tables { scheme, four };
        if let Some(text) = &self.decode {
            return match text.trim().parse::<SetupId>() {
                Ok(id) => {
                    writeln!(crate::talk::Screen::new(), "{}", describe(id, scheme))?;
                    Ok(Outcome::Fine)
                }
                Err(error) => refuse(error),
            };
        }
        if let Some(path) = &self.batch {
            return batch(path.clone(), &tables, self.last_first, self.entropy);
        }
        let text = |value: Option<String>| value.unwrap_or_default();
        let setup = Setup {
            pc: text(self.pc),
            oqb: u8::from(self.oqb).to_string(),
            leftover: text(self.leftover),
            build: text(self.build),
            cover_pattern: text(self.cover),
            fumen: text(self.fumen),
        };
        match first(&setup, &tables) {
            Ok((_, id)) => {
                writeln!(crate::talk::Screen::new(), "{id}")?;
                Ok(Outcome::Fine)
            }
            Err(refusal) => refuse(refusal),
        }
    }
}

/// A row of the file: its line, and its setup with an id or the reason there is none.
type Row = (u64, Result<(Canonical, SetupId), Refusal>);

fn first(setup: &Setup, tables: &Tables) -> Result<(Canonical, SetupId), Refusal> {
    let canonical = Position::try_from(setup)?.canonical();
    let id = canonical.name(tables)?;
    Ok((canonical, id))
}

fn batch(path: PathBuf, tables: &Tables, last_first: bool, measure: bool) -> anyhow::Result<Outcome> {
    let mut input = Input::open(Vec::new(), Some(&path))?;
    let mut columns = None;
    let mut rows: Vec<Row> = Vec::new();
    loop {
        let lines = input.batch()?;
        if lines.is_empty() {
            break;
        }
        for line in lines {
            let row = (|| {
                let text = line.text.as_deref().map_err(Refusal::new)?;
                match &columns {
                    None => Ok(Err(Columns::read(text)?)),
                    Some(columns) => {
                        let columns: &Columns = columns;
                        Ok(Ok(first(&columns.setup(text)?, tables)?))
                    }
                }
            })();
            match row {
                Ok(Err(header)) => columns = Some(header),
                Ok(Ok(row)) => rows.push((line.number, Ok(row))),
                Err(refusal) if columns.is_none() => return refuse(refusal),
                Err(refusal) => rows.push((line.number, Err(refusal))),
            }
        }
    }
    // Unique numbers are given out in one order, ids are printed in the order of the file.
    let mut allocator = Allocator::new(tables.scheme);
    let mut give = |row: &mut Row| {
        if let Ok((_, id)) = &mut row.1 {
            match allocator.allocate(*id) {
                Ok(given) => *id = given,
                Err(error) => row.1 = Err(error.into()),
            }
        }
    };
    if last_first {
        rows.iter_mut().rev().for_each(&mut give);
    } else {
        rows.iter_mut().for_each(&mut give);
    }
    let mut out = std::io::BufWriter::new(crate::talk::Screen::new());
    let mut outcome = Outcome::Fine;
    for (number, row) in &rows {
        match row {
            Ok((_, id)) if !measure => writeln!(out, "{id}")?,
            Ok(_) => {}
            Err(refusal) => {
                outcome = Outcome::Refused;
                eprintln!("ludex: {}: {refusal}", input.place(*number));
                if !measure {
                    writeln!(out, "!")?;
                }
            }
        }
    }
    if measure {
        let setups: Vec<&Canonical> =
            rows.iter().filter_map(|row| row.1.as_ref().ok()).map(|r| &r.0).collect();
        let (mut fumens, mut covers) = ([0; 16], [0; 4]);
        for setup in &setups {
            fumens[usize::from(fumen_hash(setup.fumen()))] += 1;
            covers[usize::from(cover_hash(setup.cover()))] += 1;
        }
        let groups = allocator.groups();
        let largest = groups.iter().map(|g| g.1).max().unwrap_or(0);
        writeln!(out, "setups\t{}", setups.len())?;
        writeln!(out, "fumen hash entropy\t{} of 4", entropy(&fumens))?;
        writeln!(out, "cover hash entropy\t{} of 2", entropy(&covers))?;
        let bits = 48 - tables.scheme.unique_bits();
        writeln!(out, "groups of equal {bits} bits\t{}", groups.len())?;
        for size in 1..=largest {
            let count = groups.iter().filter(|g| g.1 == size).count();
            if count > 0 {
                writeln!(out, "groups of {size}\t{count}")?;
            }
        }
    }
    out.flush()?;
    Ok(outcome)
}

fn describe(id: SetupId, scheme: IdScheme) -> Value {
    let IdFields {
        pc,
        oqb,
        duplicate,
        leftover,
        left,
        four,
        build,
        fumen_hash,
        cover_hash,
        field_hash,
        unique,
        ..
    } = id.fields(scheme);
    let mut object = json!({
        "id": id.to_string(),
        "scheme": if scheme == IdScheme::V1 { "v1" } else { "v2" },
        "pc": pc,
        "oqb": oqb,
        "duplicate": duplicate.map(|p: Piece| p.to_string()),
        "leftover": Piece::spell(&leftover.sorted()),
        "pieces_left": left,
        "four": four,
        "build": build.map(|b| Piece::spell(&b.sorted())),
    });
    if let Value::Object(map) = &mut object {
        for (word, value) in
            [("fumen_hash", fumen_hash), ("cover_hash", cover_hash), ("field_hash", field_hash)]
        {
            if let Some(value) = value {
                map.insert(word.into(), value.into());
            }
        }
        map.insert("unique".into(), unique.into());
    }
    object
}
