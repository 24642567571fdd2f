//! Setups that are the same shape: shifted along the floor, or seen in a mirror; and mirror images tied together.

use crate::lint::Finding;
use crate::problems::is_same;
use crate::setup::id_value;
use crate::{Filter, Order, SetupRow, Setups};
use ludex_store::Result;
use ludex_store::sql::transaction;
use ludex_tetris::solve::first_field;
use ludex_tetris::{Cell, Counts, Field, Piece, SetupId};
use std::collections::HashMap;

/// The filled cells of a field as rows of bits, pushed to the left wall, and by how many columns.
fn pushed(field: &Field) -> (Vec<u16>, u32) {
    let row = |y: usize| {
        let cells = field.row(y).iter().enumerate();
        cells.filter(|(_, cell)| **cell != Cell::Empty).fold(0u16, |row, (x, _)| row | 1 << x)
    };
    let rows: Vec<u16> = (0..field.height()).map(row).collect();
    let by = rows.iter().filter(|row| **row != 0).map(|row| row.trailing_zeros()).min().unwrap_or(0);
    (rows.iter().map(|row| row >> by).collect(), by)
}

/// What congruent setups have in common: perfect clear, leftover, build and shape.
type Key = (i64, String, String, Vec<u16>);

fn key(setup: &SetupRow, mirrored: bool) -> Option<(Key, u32)> {
    let field = first_field(&setup.fumen).ok().filter(|field| !field.is_empty())?;
    let letters = |word: &str| -> Option<String> {
        let counts = Counts::of(&Piece::word(word).ok()?);
        Some(Piece::spell(&if mirrored { counts.mirrored() } else { counts }.sorted()))
    };
    let (shape, by) = pushed(&if mirrored { field.mirrored() } else { field });
    Some(((setup.pc, letters(&setup.leftover)?, letters(&setup.build)?, shape), by))
}

impl Setups {
    /// Setups that are congruent to an earlier one of the same perfect clear: the same cells by the same pieces, shifted
    /// along the floor, or mirrored and shifted. Equal cells are told as such; mirror images that are tied together are
    /// left out.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn congruent_setups(&mut self) -> Result<Vec<Finding>> {
        let mut known: HashMap<Key, Vec<(SetupRow, u32)>> = HashMap::new();
        let mut findings = Vec::new();
        for setup in self.setups(&Filter::default(), Order::Id)? {
            let Some((own, by)) = key(&setup, false) else { continue };
            let mut tell = |what: String| findings.push(Finding { id: setup.id, field: "fumen", what });
            if let Some((other, shift)) = known.get(&own).and_then(|list| list.first()) {
                match by.abs_diff(*shift) {
                    0 => tell(format!("the same cells as {}", other.id)),
                    columns => tell(format!("the cells of {}, shifted by {columns}", other.id)),
                }
            } else if let Some((image, by)) = key(&setup, true)
                && image != own
                && let Some((other, shift)) = known.get(&image).and_then(|list| list.first())
                && setup.mirror != Some(other.id)
            {
                match by.abs_diff(*shift) {
                    0 => tell(format!("the mirror image of {}, not tied to it", other.id)),
                    columns => tell(format!("the mirror image of {}, shifted by {columns}", other.id)),
                }
            }
            known.entry(own).or_default().push((setup, by));
        }
        Ok(findings)
    }

    /// Ties every two setups that are mirror images of each other, patterns included, and have no mirror yet; answers the
    /// pairs.
    ///
    /// # Errors
    /// When the database is in trouble.
    pub fn tie_mirrors(&mut self) -> Result<Vec<(SetupId, SetupId)>> {
        let all = self.setups(&Filter::default(), Order::Id)?;
        let mut open: HashMap<Key, Vec<&SetupRow>> = HashMap::new();
        let mut pairs = Vec::new();
        for setup in all.iter().filter(|setup| setup.mirror.is_none()) {
            let (Some((own, _)), Some((image, _))) = (key(setup, false), key(setup, true)) else { continue };
            // A fumen that cannot be mirrored has no mirror image.
            if let (Some(list), Ok(fields)) = (open.get_mut(&image), setup.mirrored())
                && let Some(at) = list.iter().position(|other| is_same(&fields, other))
            {
                pairs.push((list.remove(at).id, setup.id));
                continue;
            }
            open.entry(own).or_default().push(setup);
        }
        transaction(self.sql(), |sql| {
            for (a, b) in &pairs {
                for (own, mirror) in [(a, b), (b, a)] {
                    let values = [id_value(*mirror), id_value(*own)];
                    sql.run("UPDATE setups SET mirror = ?1 WHERE id = ?2", &values)?;
                }
            }
            Ok(())
        })?;
        Ok(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SetupFields;
    use ludex_tetris::{FourRule, Fumen, fumen::Page};
    use std::collections::BTreeSet;

    fn add(store: &mut Setups, rows: &[&str], leftover: &str, build: &str) -> SetupId {
        let field = Field::from_rows(rows).unwrap();
        let fumen = Fumen { pages: vec![Page::of(field)] }.encode();
        let mut fields = SetupFields::new(2, leftover, build, &format!("[{leftover}]!"), &fumen);
        fields.solve_pattern = Some("*p7".into());
        store.add_setup(fields, FourRule::Counted).unwrap()
    }

    #[test]
    fn shifted_and_mirrored_shapes_are_told() {
        let mut store = Setups::open(":memory:").unwrap();
        let one = add(&mut store, &["LL________", "_L________", "_L__OO____", "IIIIOO____"], "TILO", "ILO");
        let shifted =
            add(&mut store, &["__LL______", "___L______", "___L__OO__", "__IIIIOO__"], "TILO", "ILO");
        let image = add(&mut store, &["________JJ", "________J_", "____OO__J_", "____OOIIII"], "TIJO", "IJO");
        let told: Vec<(SetupId, String)> =
            store.congruent_setups().unwrap().into_iter().map(|f| (f.id, f.what)).collect();
        // The one of the least id comes first.
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told.iter().any(|(_, what)| what.contains("shifted by 2")), "{told:?}");
        assert!(told.iter().any(|(_, what)| what.contains("mirror image")), "{told:?}");
        let pairs = store.tie_mirrors().unwrap();
        assert_eq!(pairs.len(), 1);
        let (a, b) = pairs[0];
        assert_eq!(BTreeSet::from([a, b]), BTreeSet::from([one, image]));
        assert_eq!(store.setup(one).unwrap().mirror, Some(image));
        assert_eq!(store.setup(image).unwrap().mirror, Some(one));
        assert_eq!(store.setup(shifted).unwrap().mirror, None);
        assert_eq!(store.tie_mirrors().unwrap(), [], "once is enough");
    }
}
