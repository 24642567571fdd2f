//! The part of JSON Schema that the document uses. A word it does not know is a fault of its own: nothing
//! passes because it was not looked at.

use serde_json::Value;

/// Words that say something about a value only to people.
const WORDS: [&str; 6] = ["description", "title", "example", "examples", "format", "default"];

/// What of a value is not as its schema says: places and sentences.
pub fn faults(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    check(document, schema, value, "", &mut faults);
    faults
}

fn check(document: &Value, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    let Some(object) = schema.as_object() else {
        if schema == &Value::Bool(false) {
            faults.push(format!("{at}: nothing may stand here"));
        }
        return;
    };
    let mut fault = |what: String| faults.push(format!("{at}: {what}"));
    for (word, rule) in object {
        match word.as_str() {
            "$ref" => {
                let path = rule.as_str().and_then(|path| path.strip_prefix('#')).unwrap_or_default();
                match document.pointer(path) {
                    Some(schema) => {
                        let mut inner = Vec::new();
                        check(document, schema, value, at, &mut inner);
                        for one in inner {
                            fault(one);
                        }
                    }
                    None => fault(format!("{rule} is nowhere")),
                }
            }
            "type" => {
                let fits = |kind: &Value| is(kind.as_str().unwrap_or("?"), value);
                let one = rule.as_array().map_or_else(|| fits(rule), |kinds| kinds.iter().any(fits));
                if !one {
                    fault(format!("{value:.60} is no {rule}"));
                }
            }
            "properties" | "additionalProperties" | "items" | "propertyNames" => {}
            "required" => {
                for name in rule.as_array().into_iter().flatten().filter_map(Value::as_str) {
                    if value.is_object() && value.get(name).is_none() {
                        fault(format!("{name} is missing"));
                    }
                }
            }
            "enum" => {
                if !rule.as_array().is_some_and(|values| values.contains(value)) {
                    fault(format!("{value} is none of {rule}"));
                }
            }
            "minimum" => {
                if value.as_f64().is_some_and(|number| Some(number) < rule.as_f64()) {
                    fault(format!("{value} is below {rule}"));
                }
            }
            "oneOf" | "anyOf" | "allOf" => {
                let schemas = rule.as_array().map_or(&[][..], Vec::as_slice);
                let fits = |schema: &&Value| {
                    let mut inner = Vec::new();
                    check(document, schema, value, at, &mut inner);
                    inner.is_empty()
                };
                let count = schemas.iter().filter(fits).count();
                let fine = match word.as_str() {
                    "oneOf" => count == 1,
                    "anyOf" => count > 0,
                    _ => count == schemas.len(),
                };
                if !fine {
                    fault(format!("{count} of {} schemas of {word} fit {value:.60}", schemas.len()));
                }
            }
            other if WORDS.contains(&other) => {}
            other => fault(format!("the schema has the word {other}, which nobody looks at")),
        }
    }
    if let Some(fields) = value.as_object() {
        let others = &schema["additionalProperties"];
        for (name, value) in fields {
            let place = format!("{at}/{name}");
            match schema["properties"].get(name) {
                Some(schema) => check(document, schema, value, &place, faults),
                None if others.is_null() => {}
                None => check(document, others, value, &place, faults),
            }
        }
    }
    if let (Some(values), Some(items)) = (value.as_array(), schema.get("items")) {
        for (i, value) in values.iter().enumerate() {
            check(document, items, value, &format!("{at}/{i}"), faults);
        }
    }
}

fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}
