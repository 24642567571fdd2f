//! What is changed of a setup, and all that is known of one.

use crate::setup::{SetupFields, SetupType, read_id};
use crate::{Setups, Variant};
use ludex_store::Result;
use ludex_tetris::SetupId;
use serde_json::{Map, Value as Json, json};

/// Fields of a setup to be written; those that are missing stay as they are. An empty text takes a solve
/// pattern, a mirror or a credit away.
///
/// # Examples
/// ```
/// use ludex_setups::{SetupChange, SetupFields};
/// let mut fields = SetupFields::new(3, "T", "OIT", "T,*p7", "v115@vhAAgH");
/// let change = SetupChange { pc: Some(2), solve_pattern: Some("*p4".into()), ..SetupChange::default() };
/// change.apply(&mut fields)?;
/// assert_eq!((fields.pc, fields.solve_pattern.as_deref()), (2, Some("*p4")));
/// # Ok::<(), ludex_store::StoreError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SetupChange {
    /// Which perfect clear.
    pub pc: Option<i64>,
    /// Pieces left over.
    pub leftover: Option<String>,
    /// Pieces of the setup.
    pub build: Option<String>,
    /// When to build it.
    pub cover_pattern: Option<String>,
    /// What it looks like.
    pub fumen: Option<String>,
    /// The pieces it is solved with.
    pub solve_pattern: Option<String>,
    /// What it is for.
    pub kind: Option<SetupType>,
    /// The id of the setup in the mirror.
    pub mirror: Option<String>,
    /// Pieces one sees.
    pub see: Option<i64>,
    /// Pieces one can hold.
    pub hold: Option<i64>,
    /// Who found it.
    pub credit: Option<String>,
}

impl SetupChange {
    /// Writes what is there into the fields.
    ///
    /// # Errors
    /// When the mirror is no id.
    pub fn apply(self, setup: &mut SetupFields) -> Result<()> {
        for (given, field) in [
            (self.leftover, &mut setup.leftover),
            (self.build, &mut setup.build),
            (self.cover_pattern, &mut setup.cover_pattern),
            (self.fumen, &mut setup.fumen),
        ] {
            if let Some(text) = given {
                *field = text;
            }
        }
        if let Some(mirror) = self.mirror {
            setup.mirror = Some(mirror).filter(|id| !id.is_empty()).map(|id| read_id(&id)).transpose()?;
        }
        for (given, field) in
            [(self.solve_pattern, &mut setup.solve_pattern), (self.credit, &mut setup.credit)]
        {
            if let Some(text) = given {
                *field = Some(text).filter(|text| !text.is_empty());
            }
        }
        setup.pc = self.pc.unwrap_or(setup.pc);
        setup.kind = self.kind.unwrap_or(setup.kind);
        setup.see = self.see.unwrap_or(setup.see);
        setup.hold = self.hold.unwrap_or(setup.hold);
        Ok(())
    }
}

impl Setups {
    /// All that is known of a setup as one JSON object: its fields, variants, statistics, saves and
    /// translations.
    ///
    /// # Errors
    /// When there is no such setup.
    pub fn whole_setup(&mut self, id: SetupId) -> Result<Map<String, Json>> {
        let mut object = self.setup(id)?.to_json();
        object.insert("variants".into(), self.variants(id)?.iter().map(Variant::to_json).collect());
        let statistics = self.statistics(id)?;
        object
            .insert("statistics".into(), statistics.iter().map(|row| Json::Object(row.to_json())).collect());
        let saves = self.save_data(id)?;
        let saves = saves.iter().map(|data| {
            let (kicks, hold) = (data.rules.kicks.as_str(), data.rules.hold.as_str());
            let mut object =
                json!({"save": data.save, "kicktable": kicks, "hold": hold, "fractions": data.fractions});
            for (name, text) in [("all_solves", &data.all_solves), ("minimal_solves", &data.minimal_solves)] {
                if let Some(text) = text {
                    object[name] = text.clone().into();
                }
            }
            if let Some(count) = data.minimal_count {
                object["minimal_count"] = count.into();
            }
            object
        });
        object.insert("saves".into(), saves.collect());
        let translations = self.translations(id)?;
        let translations =
            translations.iter().map(|(language, text)| json!({"language": language, "description": text}));
        object.insert("translations".into(), translations.collect());
        Ok(object)
    }
}
