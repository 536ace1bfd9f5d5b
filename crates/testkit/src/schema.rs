//! JSON against a JSON Schema: the few keywords that the schemas of this repository use. Original design.
//!
//! A keyword that is not known here is a mistake in the schema, never something to pass over.

use serde_json::Value;

/// What in a value is not as its schema says, each with the path to it.
///
/// # Panics
/// If the schema has a keyword that is not known here.
#[must_use]
pub fn check_schema(schema: &Value, value: &Value) -> Vec<String> {
    let mut complaints = Vec::new();
    check(schema, schema, value, "$", &mut complaints);
    complaints
}

fn check(root: &Value, schema: &Value, value: &Value, path: &str, complaints: &mut Vec<String>) {
    let map = schema.as_object().unwrap_or_else(|| panic!("{path}: a schema is an object, not {schema}"));
    for (keyword, wanted) in map {
        match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => {}
            "$ref" => {
                let target = wanted.as_str().and_then(|target| root.pointer(target.strip_prefix('#')?));
                let target = target.unwrap_or_else(|| panic!("{path}: nothing at {wanted}"));
                check(root, target, value, path, complaints);
            }
            "type" => {
                let fits = |name: &Value| is_of_type(value, name.as_str().unwrap_or_default());
                if !(fits(wanted) || items(wanted).any(fits)) {
                    complaints.push(format!("{path}: {value} is not of type {wanted}"));
                }
            }
            "enum" => {
                if !items(wanted).any(|allowed| allowed == value) {
                    complaints.push(format!("{path}: {value} is not one of {wanted}"));
                }
            }
            "minimum" | "maximum" => {
                let (Some(bound), Some(number)) = (wanted.as_f64(), value.as_f64()) else { continue };
                let outside = if keyword == "minimum" { number < bound } else { number > bound };
                if outside {
                    complaints.push(format!("{path}: {value} is beyond the {keyword} {wanted}"));
                }
            }
            "required" => {
                let wanted = if value.is_object() { wanted } else { &Value::Null };
                let missing = items(wanted).filter_map(Value::as_str).filter(|key| value.get(key).is_none());
                complaints.extend(missing.map(|key| format!("{path}: {key} is missing")));
            }
            "properties" => {
                for (key, schema) in wanted.as_object().into_iter().flatten() {
                    if let Some(value) = value.get(key) {
                        check(root, schema, value, &format!("{path}.{key}"), complaints);
                    }
                }
            }
            "additionalProperties" => {
                let known = &schema["properties"];
                for (key, value) in value.as_object().into_iter().flatten() {
                    if known.get(key).is_none() {
                        check(root, wanted, value, &format!("{path}.{key}"), complaints);
                    }
                }
            }
            "items" => {
                for (index, item) in items(value).enumerate() {
                    check(root, wanted, item, &format!("{path}[{index}]"), complaints);
                }
            }
            _ => panic!("{path}: the keyword `{keyword}` is not known"),
        }
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
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

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_does_not_fit_is_named_with_its_place() {
        let schema = json!({
            "$defs": {"move": {"type": "string"}},
            "type": "object",
            "required": ["moves", "end"],
            "properties": {
                "moves": {"type": "array", "items": {"$ref": "#/$defs/move"}},
                "end": {"enum": ["won", "lost"]},
                "share": {"type": ["number", "null"], "minimum": 0, "maximum": 1}
            }
        });
        let fine = json!({"moves": ["a1"], "end": "won", "share": null, "more": 1});
        assert!(check_schema(&schema, &fine).is_empty());
        let wrong = json!({"moves": ["a1", 2], "share": 1.5});
        let expected = [
            "$.moves[1]: 2 is not of type \"string\"",
            "$.share: 1.5 is beyond the maximum 1",
            "$: end is missing",
        ];
        assert_eq!(check_schema(&schema, &wrong), expected);
        assert_eq!(check_schema(&schema, &json!([])).len(), 1);
    }

    #[test]
    #[should_panic(expected = "`minimun` is not known")]
    fn a_misspelt_keyword_is_no_schema() {
        let _ = check_schema(&json!({"minimun": 1}), &json!(0));
    }
}
