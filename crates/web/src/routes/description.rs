//! The API as OpenAPI describes it, for scripts and for those who write them.

use axum::Json;
use serde_json::{Map, Value, json};

use super::api::{ApiRoute, api};

/// The description.
pub(crate) async fn description() -> Json<Value> {
    let mut paths: Map<String, Value> = Map::new();
    for ApiRoute { method, path, summary, example, .. } in api() {
        let named = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let parameters: Vec<_> = named
            .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
            .collect();
        let mut operation = json!({
            "summary": summary,
            "parameters": parameters,
            "responses": {
                "200": { "description": "as asked for" },
                "4XX": { "description": "what is wrong, and where",
                         "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } } } },
            },
        });
        if let Ok(example) = serde_json::from_str::<Value>(example) {
            operation["requestBody"] =
                json!({ "required": true, "content": { "application/json": { "example": example } } });
        }
        let entry = paths.entry(path.to_owned()).or_insert_with(|| json!({}));
        entry[method] = operation;
    }
    Json(json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Agon",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Keep the cookie of the first answer: it is who you are. Servers with --host ask for \
                `Authorization: Bearer TOKEN`.",
        },
        "paths": paths,
        "components": { "schemas": { "Refusal": { "type": "object", "required": ["error"], "properties": {
            "error": { "type": "string" }, "text": { "type": "string" },
            "at": { "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 },
        } } } },
    }))
}
