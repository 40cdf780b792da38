//! Values that several endpoints accept, as the description states them. Each names the code that validates it;
//! `cargo xtask contract` compares the two.

use serde_json::{Value, json};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, Ref, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

/// Valid e-mail addresses of members (`field_errors.rs`).
const ADDRESS: &str = r"^[^\s@\u0000-\u001f\u007f-\u009f]+@[^\s\u0000-\u001f\u007f-\u009f]+$";
/// Any text in one line, such as one that may be looked up (`field_errors.rs`): one that is no address finds nobody.
const TYPED: &str =
    r"^[^\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$";
/// Valid values of `Idempotency-Key` (`receipts.rs`): readable ASCII; blanks at the ends are no part of a header's
/// value.
const KEY: &str = "^[!-~]([ -~]*[!-~])?$";
/// Months (`fairway_events::Month`).
const MONTH: &str = "^[0-9]{4}-(0[1-9]|1[0-2])$";

/// Declares a type of which only the description is used.
macro_rules! shapes {
    ($($(#[$doc:meta])* $name:ident => $schema:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                Schema::from($schema).into()
            }
        }

        impl ToSchema for $name {}
    )*};
}

shapes! {
    /// The length of a round: 9 or 18 holes.
    RoundLength => count("Holes of a round", &[9, 18], 18);
    /// The longest round that one may play.
    LongestRound => count("Holes of the longest round for which a right is left; 0: no right is left", &[0, 9, 18], 18);
    /// A member's e-mail address.
    Address => ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some("An e-mail address; upper and lower case are the same"))
        .pattern(Some(ADDRESS))
        .min_length(Some(3))
        .max_length(Some(254))
        .examples([json!("jan.devries@fairway.example")])
        .build();
    /// A text that a member typed to find another.
    TypedAddress => ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some("An e-mail address; upper and lower case are the same. Any other text matches no member"))
        .pattern(Some(TYPED))
        .min_length(Some(1))
        .max_length(Some(254))
        .examples([json!("sanne.bakker@fairway.example")])
        .build();
    /// A reason or a person's name (`permanent_text.rs`, `operator_actions::line`).
    OneLine => one_line(100);
    /// The name of a device, a system or a passkey.
    Label => one_line(40);
    /// The kind of an operator's task.
    TaskKind => words("The work of an operator's task", &["rebuild", "verify"]);
    /// How far an operator's task is.
    TaskState => words(
        "How far an operator's task is",
        &["waiting", "running", "ready", "done", "failed", "cancelled"],
    );
    /// A picture.
    Webp => ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
        .build();
    /// A file for people.
    Pdf => ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
        .build();
}

/// The addresses of the players.
#[derive(Debug)]
pub struct Players;

impl PartialSchema for Players {
    fn schema() -> RefOr<Schema> {
        let players = ArrayBuilder::new()
            .items(Ref::from_schema_name(Address::name()))
            .description(Some("Different e-mail addresses of members"))
            .min_items(Some(1))
            .max_items(Some(4))
            .unique_items(true)
            .examples([json!(["jan.devries@fairway.example"])]);
        Schema::from(players.build()).into()
    }
}

impl ToSchema for Players {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((Address::name().into_owned(), Address::schema()));
    }
}

/// An `Idempotency-Key`.
pub fn idempotency_key() -> Schema {
    let key = ObjectBuilder::new().schema_type(Type::String).pattern(Some(KEY));
    key.min_length(Some(1)).max_length(Some(255)).build().into()
}

/// A calendar month.
pub fn month() -> Schema {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(MONTH)).build().into()
}

fn one_line(longest: usize) -> Schema {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some("One line of text"))
        .pattern(Some(TYPED))
        .min_length(Some(1))
        .max_length(Some(longest))
        .build()
        .into()
}

fn words(description: &str, values: &[&str]) -> Schema {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description))
        .enum_values(Some(values.iter().copied().map(Value::from)))
        .build()
        .into()
}

fn count(description: &str, values: &[u8], example: u8) -> Schema {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .description(Some(description))
        .enum_values(Some(values.iter().copied().map(Value::from)))
        .examples([json!(example)])
        .build()
        .into()
}
