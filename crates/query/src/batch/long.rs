//! Texts that are too long to be carried along.
//!
//! A text beyond [`LONGEST`] is no position, as for every verb that takes lines; it is not even tried. Of a text that
//! has no name and is longer than [`KEPT`] the beginning and the length are kept: sorting what was refused would
//! otherwise need as much memory as somebody's worst file has bytes.

use anyhow::Context;
use datafusion::arrow::array::{Array, StringArray};
use datafusion::arrow::datatypes::DataType;
use datafusion::logical_expr::{Expr, cast, lit, when};
use datafusion::prelude::octet_length;
use std::borrow::Cow;

/// The longest text that is tried.
const LONGEST: i64 = 1 << 20;
/// The longest text without a name that is kept whole.
const KEPT: i32 = 1 << 16;
/// Letters that are kept of a longer one.
const BEGINNING: usize = 1000;

/// The name of a position, where it is short enough to be one.
pub(crate) fn name(position: Expr, name: Expr) -> anyhow::Result<Expr> {
    let length = cast(octet_length(position), DataType::Int64);
    Ok(when(length.lt_eq(lit(LONGEST)), name).end()?)
}

/// Texts as they are kept, beside their names.
pub(crate) fn kept(names: &StringArray, texts: &StringArray) -> StringArray {
    let is_long = |row: usize| names.is_null(row) && texts.value_length(row) > KEPT;
    if !(0..texts.len()).any(is_long) {
        return texts.clone();
    }
    let kept = |row: usize| {
        let text = texts.value(row);
        if !is_long(row) {
            return Cow::Borrowed(text);
        }
        let end = text.char_indices().nth(BEGINNING).map_or(text.len(), |(end, _)| end);
        Cow::Owned(format!("{}… ({} bytes)", &text[..end], text.len()))
    };
    StringArray::from_iter_values((0..texts.len()).map(kept))
}

/// The reasons of texts, with those of what was cut.
pub(crate) fn reasons(texts: &StringArray, reasons: StringArray) -> StringArray {
    let reason = |row: usize| match cut(texts.value(row)) {
        Some(bytes) => Some(format!(
            "it is {bytes} bytes long, of which the beginning is kept: no position has more than {LONGEST}, and few \
             have {KEPT}"
        )),
        None => reasons.is_valid(row).then(|| reasons.value(row).to_owned()),
    };
    (0..reasons.len()).map(reason).collect()
}

/// The length of the text that this is the beginning of.
fn cut(text: &str) -> Option<u64> {
    let (begins, bytes) = text.strip_suffix(" bytes)")?.rsplit_once("… (")?;
    let bytes: u64 = bytes.parse().context("no number").ok()?;
    (begins.chars().count() == BEGINNING).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_cut_is_known() {
        let begins = "é".repeat(1000);
        assert_eq!(cut(&format!("{begins}… (70000 bytes)")), Some(70_000));
        for whole in [&begins, &format!("{begins}x… (70000 bytes)"), "… (70000 bytes)", "x… (y bytes)"]
        {
            assert_eq!(cut(whole), None, "{whole}");
        }
    }
}
