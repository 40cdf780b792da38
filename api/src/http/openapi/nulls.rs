//! Our answers send `null` where a value is missing, while utoipa describes every `Option` as a field that may be
//! absent. Requests may leave such a field out, so it becomes required only in the schemas that no request has.

use std::collections::BTreeSet;

use serde_json::Value;
use utoipa::openapi::schema::{Object, Schema, SchemaType, Type};
use utoipa::openapi::{OpenApi as Document, RefOr};

/// Makes each field that can be null, or has a default, required in the schemas of answers. A field that an answer may
/// leave out has neither: `#[schema(nullable = false)]`.
pub(super) fn require(document: &mut Document) -> Result<(), serde_json::Error> {
    let described = serde_json::to_value(&*document)?;
    let of_requests = reached(&described, &["requestBody", "parameters"]);
    let of_answers = reached(&described, &["responses"]);
    let components = document.components.get_or_insert_default();
    for name in of_answers.difference(&of_requests) {
        components.schemas.get_mut(name).into_iter().for_each(require_in);
    }
    Ok(())
}

/// The names of the schemas to which these parts of the operations refer, directly or not.
fn reached(document: &Value, parts: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let paths = document["paths"].as_object().into_iter().flat_map(serde_json::Map::values);
    let operations = paths.filter_map(Value::as_object).flat_map(serde_json::Map::values);
    let mut open: Vec<&Value> =
        operations.flat_map(|operation| parts.iter().filter_map(|part| operation.get(part))).collect();
    while let Some(value) = open.pop() {
        if let Some(to) = value["$ref"].as_str() {
            let is_new = found.insert(to.trim_start_matches("#/components/schemas/").to_owned());
            open.extend(document.pointer(to.trim_start_matches('#')).filter(|_| is_new));
        }
        match value {
            Value::Object(fields) => open.extend(fields.values()),
            Value::Array(items) => open.extend(items),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    found
}

fn require_in(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(Object { properties, required, .. })) => {
            for (name, field) in properties.iter_mut() {
                if is_always_sent(field) && !required.contains(name) {
                    required.push(name.clone());
                }
                require_in(field);
            }
        }
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().for_each(require_in),
        RefOr::T(Schema::OneOf(one)) => one.items.iter_mut().for_each(require_in),
        RefOr::T(_) | RefOr::Ref(_) => {}
    }
}

fn is_always_sent(field: &RefOr<Schema>) -> bool {
    match field {
        RefOr::T(Schema::Object(object)) => object.default.is_some() || can_be_null(&object.schema_type),
        RefOr::T(Schema::Array(array)) => array.default.is_some() || can_be_null(&array.schema_type),
        RefOr::T(Schema::OneOf(one)) => one.items.iter().any(is_always_sent),
        RefOr::T(_) | RefOr::Ref(_) => false,
    }
}

fn can_be_null(of: &SchemaType) -> bool {
    match of {
        SchemaType::Type(one) => *one == Type::Null,
        SchemaType::Array(several) => several.contains(&Type::Null),
        SchemaType::AnyValue => true,
    }
}
