//! JSON values as people read them in lines and columns.

use serde_json::Value as Json;

/// A value without quotes: a text as it is, nothing for null, everything else as JSON writes it.
///
/// # Examples
/// ```
/// use ludex_store::json::plain;
/// use serde_json::json;
/// assert_eq!(plain(&json!("9.0")), "9.0");
/// assert_eq!(plain(&json!([1, 2])), "[1,2]");
/// assert_eq!(plain(&json!(null)), "");
/// ```
#[must_use]
pub fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Null => String::new(),
        other => other.to_string(),
    }
}
