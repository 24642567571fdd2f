//! A setup: its fields as typed, and the row that is stored.

use crate::rules::words;
use ludex_store::sql::check_text;
use ludex_store::{Result, Row, StoreError, Value};
use ludex_tetris::pattern::Budget;
use ludex_tetris::{Canonical, Fumen, IdScheme, Pattern, Piece, Position, Setup, SetupId};
use serde_json::{Map, Value as Json};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;

words! {
    /// What a setup is for.
    SetupType, "type of setup" {
        /// Built and solved.
        #[default]
        Regular = "regular",
        /// Quick build.
        Qb = "qb",
        /// One of several that look alike until a later piece decides; a node of the OQB tree.
        Oqb = "oqb",
    }
}

/// The fields of a setup, before it has an id.
///
/// # Examples
/// ```
/// use ludex_setups::SetupFields;
/// let mut fields = SetupFields::new(3, "T", "OIT", "T,*p7", "v115@vhAAgH");
/// assert!(fields.check().is_err(), "only an oqb setup may go without a solve pattern");
/// fields.solve_pattern = Some("*p4".into());
/// fields.check()?;
/// assert_eq!(fields.build, "TIO");
/// # Ok::<(), ludex_store::StoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetupFields {
    /// By which scheme the id is minted.
    pub scheme: IdScheme,
    /// Which perfect clear, 1 to 9.
    pub pc: i64,
    /// Pieces left over, in the order TILJSZO.
    pub leftover: String,
    /// Pieces of the setup, in the order TILJSZO.
    pub build: String,
    /// When to build it.
    pub cover_pattern: String,
    /// What it is for.
    pub kind: SetupType,
    /// What it looks like; never encoded anew.
    pub fumen: String,
    /// The pieces it is solved with; nothing for an OQB setup that is not solved from here.
    pub solve_pattern: Option<String>,
    /// The setup in the mirror.
    pub mirror: Option<SetupId>,
    /// Pieces one sees.
    pub see: i64,
    /// Pieces one can hold.
    pub hold: i64,
    /// Who found it.
    pub credit: Option<String>,
}

/// A setup as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetupRow {
    /// An identity for ever.
    pub id: SetupId,
    /// All that may be edited.
    pub fields: SetupFields,
    /// The first path of the OQB tree; derived.
    pub oqb_path: Option<String>,
    /// Its depth; derived.
    pub oqb_depth: Option<i64>,
}

impl Deref for SetupRow {
    type Target = SetupFields;

    fn deref(&self) -> &SetupFields {
        &self.fields
    }
}

impl DerefMut for SetupRow {
    fn deref_mut(&mut self) -> &mut SetupFields {
        &mut self.fields
    }
}

/// The columns that are written, in the order of [`SetupFields::to_values`].
pub(crate) const WRITTEN: [&str; 13] = [
    "id",
    "scheme",
    "pc",
    "leftover",
    "build",
    "cover_pattern",
    "type",
    "fumen",
    "solve_pattern",
    "mirror",
    "see",
    "hold",
    "credit",
];

/// The columns that [`SetupRow::from_row`] reads, of a table with this prefix (`u.`, or none).
pub(crate) fn columns(prefix: &str) -> String {
    let all: Vec<String> =
        WRITTEN.iter().chain(&["oqb_path", "oqb_depth"]).map(|column| format!("{prefix}{column}")).collect();
    all.join(", ")
}

/// An id as a value of the database.
pub(crate) fn id_value(id: SetupId) -> Value {
    id.to_string().into()
}

/// Reads an id that a person or a file gives.
///
/// # Errors
/// When it is none.
pub fn read_id(text: &str) -> Result<SetupId> {
    text.parse().map_err(|error: ludex_tetris::IdError| StoreError::Value(error.to_string()))
}

/// Whoever looks something up lists the queues of a pattern: one that takes too long is not kept.
pub(crate) fn check_budget(field: &str, text: &str, pattern: &Pattern) -> Result<()> {
    match pattern.queues_within(Budget::STORED) {
        Ok(_) => Ok(()),
        Err(error) => Err(StoreError::Value(format!("{field} {text:?}: {error}"))),
    }
}

impl SetupFields {
    /// The fields an id is made of; the others as most setups have them.
    #[must_use]
    pub fn new(pc: i64, leftover: &str, build: &str, cover_pattern: &str, fumen: &str) -> Self {
        SetupFields {
            scheme: IdScheme::V1,
            pc,
            leftover: leftover.to_owned(),
            build: build.to_owned(),
            cover_pattern: cover_pattern.to_owned(),
            kind: SetupType::Regular,
            fumen: fumen.to_owned(),
            solve_pattern: None,
            mirror: None,
            see: 7,
            hold: 1,
            credit: None,
        }
    }

    /// The setup as the family reads it: six texts.
    #[must_use]
    pub fn typed(&self) -> Setup {
        let oqb = if self.kind == SetupType::Oqb { "1" } else { "0" };
        let (pc, leftover, build) = (self.pc.to_string(), &self.leftover, &self.build);
        Setup::of([&pc, oqb, leftover, build, &self.cover_pattern, &self.fumen])
    }

    /// Checks all fields and puts the letters in order; answers what the id is made of.
    ///
    /// # Errors
    /// The first field that does not hold.
    pub fn check(&mut self) -> Result<Canonical> {
        let refused = |error: &dyn fmt::Display| StoreError::Value(error.to_string());
        let typed = self.typed();
        let position = Position::try_from(&typed).map_err(|e| refused(&e))?;
        let canonical = position.canonical();
        self.leftover = Piece::spell(&canonical.leftover().sorted());
        self.build = Piece::spell(&canonical.build().sorted());
        self.fumen = canonical.fumen().to_owned();
        self.solve_pattern = self.solve_pattern.take().filter(|pattern| !pattern.is_empty());
        if self.solve_pattern.is_none() && self.kind != SetupType::Oqb {
            return Err(StoreError::Value("only an oqb setup may go without a solve pattern".into()));
        }
        for (field, text) in [
            ("the cover pattern", Some(&self.cover_pattern)),
            ("the solve pattern", self.solve_pattern.as_ref()),
        ] {
            if let Some(text) = text {
                check_text(field, text)?;
                let pattern =
                    Pattern::read(text).map_err(|e| StoreError::Value(format!("{field} {text:?}: {e}")))?;
                check_budget(field, text, &pattern)?;
            }
        }
        check_text("the credit", self.credit.as_deref().unwrap_or_default())?;
        check_text("the fumen", &self.fumen)?;
        if !(1..=11).contains(&self.see) || !(0..=11).contains(&self.hold) {
            return Err(StoreError::Value(format!(
                "one sees 1 to 11 pieces and holds 0 to 11, not {} and {}",
                self.see, self.hold
            )));
        }
        Ok(canonical)
    }

    /// The setup in the mirror: L for J and S for Z everywhere, the fumen turned around, no mirror of
    /// its own yet.
    ///
    /// # Errors
    /// When the fumen does not read.
    pub fn mirrored(&self) -> Result<SetupFields> {
        let letters = |text: &str| -> String {
            text.chars().map(|c| Piece::from_letter(c).map_or(c, |piece| piece.mirrored().letter())).collect()
        };
        let fumen = Fumen::decode(&self.fumen).map_err(|e| StoreError::Value(format!("the fumen: {e}")))?;
        let mut other = SetupFields {
            leftover: letters(&self.leftover),
            build: letters(&self.build),
            cover_pattern: letters(&self.cover_pattern),
            solve_pattern: self.solve_pattern.as_deref().map(letters),
            fumen: fumen.mirrored().encode(),
            mirror: None,
            ..self.clone()
        };
        other.check()?;
        Ok(other)
    }

    /// The row under an id, in the order of [`WRITTEN`].
    pub(crate) fn to_values(&self, id: SetupId) -> Vec<Value> {
        vec![
            id_value(id),
            scheme_word(self.scheme).into(),
            self.pc.into(),
            self.leftover.as_str().into(),
            self.build.as_str().into(),
            self.cover_pattern.as_str().into(),
            self.kind.into(),
            self.fumen.as_str().into(),
            self.solve_pattern.clone().into(),
            self.mirror.map(id_value).into(),
            self.see.into(),
            self.hold.into(),
            self.credit.clone().into(),
        ]
    }

    /// The fields as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Json> {
        object([
            ("scheme", scheme_word(self.scheme).into()),
            ("pc", self.pc.into()),
            ("leftover", self.leftover.clone().into()),
            ("build", self.build.clone().into()),
            ("cover_pattern", self.cover_pattern.clone().into()),
            ("type", self.kind.into()),
            ("fumen", self.fumen.clone().into()),
            ("solve_pattern", self.solve_pattern.clone().into()),
            ("mirror", self.mirror.map(|id| id.to_string()).into()),
            ("see", self.see.into()),
            ("hold", self.hold.into()),
            ("credit", self.credit.clone().into()),
        ])
    }
}

impl SetupRow {
    /// Reads the columns of [`columns`].
    pub(crate) fn from_row(row: &mut Row) -> Result<Self> {
        Ok(SetupRow {
            id: row.parsed("id")?,
            fields: SetupFields {
                scheme: read_scheme(&row.text("scheme")?)
                    .map_err(|e| StoreError::Column { column: "scheme", reason: e.to_string() })?,
                pc: row.int("pc")?,
                leftover: row.text("leftover")?,
                build: row.text("build")?,
                cover_pattern: row.text("cover_pattern")?,
                kind: row.parsed("type")?,
                fumen: row.text("fumen")?,
                solve_pattern: row.optional_text("solve_pattern")?,
                mirror: row.optional_parsed("mirror")?,
                see: row.int("see")?,
                hold: row.int("hold")?,
                credit: row.optional_text("credit")?,
            },
            oqb_path: row.optional_text("oqb_path")?,
            oqb_depth: row.optional_int("oqb_depth")?,
        })
    }

    /// The setup as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Json> {
        let mut json = object([("id", self.id.to_string().into())]);
        json.extend(self.fields.to_json());
        json.extend(object([
            ("oqb_path", self.oqb_path.clone().into()),
            ("oqb_depth", self.oqb_depth.into()),
        ]));
        json
    }
}

/// One JSON object of the fields that have a value.
pub(crate) fn object<const N: usize>(fields: [(&str, Json); N]) -> Map<String, Json> {
    let there = fields.into_iter().filter(|(_, value)| !value.is_null());
    there.map(|(field, value)| (field.to_owned(), value)).collect()
}

/// The word of a scheme in the table.
#[must_use]
pub const fn scheme_word(scheme: IdScheme) -> &'static str {
    match scheme {
        IdScheme::V1 => "v1",
        IdScheme::V2 => "v2",
    }
}

/// Reads the word of a scheme.
///
/// # Errors
/// When it is none of the two.
pub fn read_scheme(word: &str) -> Result<IdScheme> {
    match word {
        "v1" => Ok(IdScheme::V1),
        "v2" => Ok(IdScheme::V2),
        _ => Err(StoreError::Value(format!("{word:?} is no scheme of ids: v1, v2 are"))),
    }
}
