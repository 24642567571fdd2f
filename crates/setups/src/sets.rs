//! Sets of setups, their tags, and translations.

use crate::Setups;
use crate::setup::id_value;
use crate::tree::TreeLine;
use ludex_store::sql::{Sql, check_text, transaction};
use ludex_store::{Result, Row, StoreError, Value};
use ludex_tetris::SetupId;
use serde_json::{Map, Value as Json, json};

/// A set of setups.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SetRow {
    /// Small letters, digits and underscores.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// Its setups.
    pub members: Vec<SetupId>,
    /// Language, name and description.
    pub translations: Vec<(String, String, Option<String>)>,
}

impl SetRow {
    /// The set as one JSON object.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Json> {
        let mut object = Map::new();
        object.insert("id".into(), self.id.clone().into());
        object.insert("name".into(), self.name.clone().into());
        object.insert("tags".into(), self.tags.clone().into());
        object.insert("setups".into(), self.members.iter().map(|id| Json::from(id.to_string())).collect());
        let translations = self.translations.iter().map(|(language, name, description)| {
            json!({"language": language, "name": name, "description": description})
        });
        object.insert("translations".into(), translations.collect());
        object
    }
}

pub(crate) fn put_set(sql: &mut dyn Sql, id: &str, name: &str) -> Result<()> {
    check_text("the id of the set", id)?;
    check_text("the name of the set", name)?;
    sql.run(
        "INSERT INTO setup_sets (id, name) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
        &[id.into(), name.into()],
    )
    .map(drop)
}

pub(crate) fn put_tag(sql: &mut dyn Sql, tag: &str) -> Result<()> {
    check_text("the tag", tag)?;
    sql.run("INSERT INTO tags (tag) VALUES (?1) ON CONFLICT DO NOTHING", &[tag.into()]).map(drop)
}

pub(crate) fn put_set_translation(
    sql: &mut dyn Sql,
    set: &str,
    language: &str,
    name: &str,
    description: Option<&str>,
) -> Result<()> {
    for (field, text) in [
        ("the id of the set", Some(set)),
        ("the language", Some(language)),
        ("the name", Some(name)),
        ("the description", description),
    ] {
        check_text(field, text.unwrap_or_default())?;
    }
    sql.run(
        "INSERT INTO setup_set_translations (setup_set, language, name, description) VALUES (?1, ?2, ?3, ?4) \
         ON CONFLICT (setup_set, language) DO UPDATE SET name = excluded.name, description = excluded.description",
        &[set.into(), language.into(), name.into(), description.map(str::to_owned).into()],
    )
    .map(drop)
}

pub(crate) fn put_translation(
    sql: &mut dyn Sql,
    setup: SetupId,
    language: &str,
    description: &str,
) -> Result<()> {
    for (field, text) in [("the language", language), ("the description", description)] {
        check_text(field, text)?;
    }
    sql.run(
        "INSERT INTO setup_translations (setup, language, description) VALUES (?1, ?2, ?3) \
         ON CONFLICT (setup, language) DO UPDATE SET description = excluded.description",
        &[id_value(setup), language.into(), description.into()],
    )
    .map(drop)
}

/// The condition that a setup is a member of a set or of one below it.
pub(crate) const MEMBERS: &str = "id IN (WITH RECURSIVE down (id) AS (SELECT id FROM setup_sets WHERE id = ? \
     UNION SELECT l.child FROM setup_set_links l JOIN down ON l.parent = down.id) \
     SELECT m.setup FROM setup_set_members m JOIN down ON m.setup_set = down.id)";

impl Setups {
    /// Runs a statement on texts of the user; where it touches nothing, what was named is not there.
    fn change(&mut self, what: &'static str, statement: &str, texts: &[&str]) -> Result<()> {
        texts.iter().try_for_each(|text| check_text("the text", text))?;
        let values: Vec<Value> = texts.iter().map(|text| (*text).into()).collect();
        if self.write(statement, &values)? == 0 {
            return Err(StoreError::Missing { what, id: texts.join(" ") });
        }
        Ok(())
    }

    /// The first column of a statement's rows.
    fn column(&mut self, statement: &str, values: &[Value]) -> Result<Vec<String>> {
        let rows = self.sql().all(statement, values)?;
        rows.into_iter().map(|mut row| row.text("text")).collect()
    }

    /// Adds a set, or gives one that is there another name.
    ///
    /// # Errors
    /// When the id has other letters than a-z, 0-9 and the underscore.
    pub fn put_set(&mut self, id: &str, name: &str) -> Result<()> {
        transaction(self.sql(), |sql| put_set(sql, id, name))
    }

    /// Gives a set another id; it is renamed in every path.
    ///
    /// # Errors
    /// When there is no such set, or the new id is taken or no id.
    pub fn rename_set(&mut self, old: &str, new: &str) -> Result<()> {
        self.change("set", "UPDATE setup_sets SET id = ?2 WHERE id = ?1", &[old, new])
    }

    /// Removes a set; the sets below it become roots, its setups stay.
    ///
    /// # Errors
    /// When there is none.
    pub fn remove_set(&mut self, id: &str) -> Result<()> {
        self.change("set", "DELETE FROM setup_sets WHERE id = ?1", &[id])
    }

    /// Puts a set under another.
    ///
    /// # Errors
    /// When one is not there, or the link would close a cycle.
    pub fn link_sets(&mut self, parent: &str, child: &str) -> Result<()> {
        self.change("set", "INSERT INTO setup_set_links (parent, child) VALUES (?1, ?2)", &[parent, child])
    }

    /// Takes a set out of another.
    ///
    /// # Errors
    /// When it is not there.
    pub fn unlink_sets(&mut self, parent: &str, child: &str) -> Result<()> {
        let statement = "DELETE FROM setup_set_links WHERE parent = ?1 AND child = ?2";
        self.change("link between sets", statement, &[parent, child])
    }

    /// Puts a setup into a set.
    ///
    /// # Errors
    /// When either is not there.
    pub fn add_member(&mut self, set: &str, setup: SetupId) -> Result<()> {
        let statement = "INSERT INTO setup_set_members (setup_set, setup) VALUES (?1, ?2)";
        self.change("set", statement, &[set, &setup.to_string()])
    }

    /// Takes a setup out of a set.
    ///
    /// # Errors
    /// When it is not in it.
    pub fn remove_member(&mut self, set: &str, setup: SetupId) -> Result<()> {
        let statement = "DELETE FROM setup_set_members WHERE setup_set = ?1 AND setup = ?2";
        self.change("member", statement, &[set, &setup.to_string()])
    }

    /// All tags.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn tags(&mut self) -> Result<Vec<String>> {
        self.column("SELECT tag FROM tags ORDER BY tag", &[])
    }

    /// Adds a tag that sets may have.
    ///
    /// # Errors
    /// When it is empty or too long.
    pub fn add_tag(&mut self, tag: &str) -> Result<()> {
        transaction(self.sql(), |sql| put_tag(sql, tag))
    }

    /// Removes a tag from all sets.
    ///
    /// # Errors
    /// When there is none.
    pub fn remove_tag(&mut self, tag: &str) -> Result<()> {
        self.change("tag", "DELETE FROM tags WHERE tag = ?1", &[tag])
    }

    /// Gives a set a tag.
    ///
    /// # Errors
    /// When either is not there.
    pub fn tag_set(&mut self, set: &str, tag: &str) -> Result<()> {
        self.change("set", "INSERT INTO setup_set_tags (setup_set, tag) VALUES (?1, ?2)", &[set, tag])
    }

    /// Puts the tags of a set in this order; those that are not named come first.
    ///
    /// # Errors
    /// When the set has not all of them.
    pub fn order_tags(&mut self, set: &str, tags: &[&str]) -> Result<()> {
        transaction(self.sql(), |sql| {
            for (position, tag) in (1i64..).zip(tags) {
                check_text("the tag", tag)?;
                let statement = "UPDATE setup_set_tags SET position = ?3 WHERE setup_set = ?1 AND tag = ?2";
                if sql.run(statement, &[set.into(), (*tag).into(), position.into()])? == 0 {
                    return Err(StoreError::Missing { what: "tag", id: format!("{tag} of {set}") });
                }
            }
            Ok(())
        })
    }

    /// Takes a tag off a set.
    ///
    /// # Errors
    /// When the set does not have it.
    pub fn untag_set(&mut self, set: &str, tag: &str) -> Result<()> {
        self.change("tag", "DELETE FROM setup_set_tags WHERE setup_set = ?1 AND tag = ?2", &[set, tag])
    }

    /// Says what a set is called in a language.
    ///
    /// # Errors
    /// When there is no such set, or the language is no code of 2 to 20 letters.
    pub fn translate_set(
        &mut self,
        set: &str,
        language: &str,
        name: &str,
        description: Option<&str>,
    ) -> Result<()> {
        transaction(self.sql(), |sql| put_set_translation(sql, set, language, name, description))
    }

    /// Describes a setup in a language.
    ///
    /// # Errors
    /// When there is no such setup, or the language is no code of 2 to 20 letters.
    pub fn translate_setup(&mut self, setup: SetupId, language: &str, description: &str) -> Result<()> {
        transaction(self.sql(), |sql| put_translation(sql, setup, language, description))
    }

    /// Removes the description of a setup in a language.
    ///
    /// # Errors
    /// When there is none.
    pub fn remove_translation(&mut self, setup: SetupId, language: &str) -> Result<()> {
        let statement = "DELETE FROM setup_translations WHERE setup = ?1 AND language = ?2";
        self.change("translation", statement, &[&setup.to_string(), language])
    }

    /// The descriptions of a setup: language and text.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn translations(&mut self, setup: SetupId) -> Result<Vec<(String, String)>> {
        let rows = self.sql().all(
            "SELECT language, description FROM setup_translations WHERE setup = ?1 ORDER BY language",
            &[id_value(setup)],
        )?;
        rows.into_iter().map(|mut row| Ok((row.text("language")?, row.text("description")?))).collect()
    }

    /// A set with all that belongs to it.
    ///
    /// # Errors
    /// When there is none.
    pub fn set(&mut self, id: &str) -> Result<SetRow> {
        let key = [id.into()];
        let name = self.column("SELECT name FROM setup_sets WHERE id = ?1", &key)?.into_iter().next();
        let name = name.ok_or_else(|| StoreError::Missing { what: "set", id: id.to_owned() })?;
        let translations = self.sql().all(
            "SELECT language, name, description FROM setup_set_translations WHERE setup_set = ?1 ORDER BY language",
            &key,
        )?;
        let translation =
            |mut row: Row| Ok((row.text("language")?, row.text("name")?, row.optional_text("description")?));
        let members = self
            .sql()
            .all("SELECT setup FROM setup_set_members WHERE setup_set = ?1 ORDER BY setup", &key)?;
        Ok(SetRow {
            id: id.to_owned(),
            name,
            tags: self
                .column("SELECT tag FROM setup_set_tags WHERE setup_set = ?1 ORDER BY position, tag", &key)?,
            members: members.into_iter().map(|mut row| row.parsed("setup")).collect::<Result<_>>()?,
            translations: translations.into_iter().map(translation).collect::<Result<_>>()?,
        })
    }

    /// The tree of sets: one line per path, parents before children.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn set_tree(&mut self) -> Result<Vec<TreeLine<String>>> {
        let rows = self.sql().all("SELECT setup_set, path, depth FROM setup_set_paths", &[])?;
        let mut lines =
            rows.into_iter().map(TreeLine::from_row).collect::<Result<Vec<TreeLine<String>>>>()?;
        lines.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(lines)
    }

    /// All links between sets: parent and child.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn set_links(&mut self) -> Result<Vec<(String, String)>> {
        let rows = self.sql().all("SELECT parent, child FROM setup_set_links ORDER BY parent, child", &[])?;
        rows.into_iter().map(|mut row| Ok((row.text("parent")?, row.text("child")?))).collect()
    }
}
