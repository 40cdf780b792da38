//! An order names a method, or a bank, which means iDEAL (`purchases/fields.rs`): one of two fields is required. No
//! attribute of a field can express that.

use utoipa::openapi::schema::{AllOfBuilder, AnyOfBuilder, Object, ObjectBuilder, Schema, Type};
use utoipa::openapi::{OpenApi as Document, RefOr};

/// Adds this rule to both orders.
pub(super) fn complete(document: &mut Document) {
    let schemas = &mut document.components.get_or_insert_default().schemas;
    for name in ["VoucherOrder", "FederationOrder"] {
        if let Some(order) = schemas.remove(name) {
            let either = AnyOfBuilder::new().item(naming("method")).item(naming("issuer")).build();
            let whole = AllOfBuilder::new().item(order).item(Schema::from(either)).build();
            schemas.insert(name.to_owned(), RefOr::T(whole.into()));
        }
    }
}

fn naming(field: &str) -> Object {
    let text = ObjectBuilder::new().schema_type(Type::String).min_length(Some(1));
    ObjectBuilder::new().property(field, text).required(field).build()
}
