//! The description of the API, generated from the handlers. `fairway openapi` prints it, `docs/openapi.json` is the
//! committed copy, and a test fails when that is outdated.

mod answers;
pub mod installation;
mod nulls;
mod orders;

pub use fairway_endpoint::shapes;
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::path::Parameter;

use self::installation::Installation;

/// The whole document, valid for every installation.
fn document() -> Document {
    let mut document = super::endpoints::described();
    answers::complete(&mut document, &answers::MEMBERS);
    orders::complete(&mut document);
    for parameter in parameters(&mut document, "Idempotency-Key") {
        parameter.description =
            Some("Identifies this request, so that a repeated call has no further effect".to_owned());
        parameter.schema = Some(shapes::idempotency_key().into());
    }
    document
}

/// The parameters of this name.
fn parameters<'a>(document: &'a mut Document, name: &'static str) -> impl Iterator<Item = &'a mut Parameter> {
    let all = answers::operations(document).flat_map(|operation| operation.parameters.iter_mut().flatten());
    all.filter(move |parameter| parameter.name == name)
}

/// A document as text: in a stable order, ending with a new line.
fn write(document: &Document) -> Result<String, serde_json::Error> {
    let mut document = document.clone();
    nulls::require(&mut document)?;
    Ok(format!("{}\n", serde_json::to_string_pretty(&document)?))
}

/// The whole document as text, valid for every installation: `docs/openapi.json` is a copy of it. A server adds its
/// own settings ([`text_for`]).
///
/// # Errors
/// When serde cannot serialise it, which would be a mistake in a description.
pub fn text() -> Result<String, serde_json::Error> {
    write(&document())
}

/// The description of the operators' API as text: `docs/operator-openapi.json` is a copy of it.
///
/// # Errors
/// When serde cannot serialise it, which would be a mistake in a description.
pub fn operator_text() -> Result<String, serde_json::Error> {
    let mut document = fairway_operators::routes().into_openapi();
    document.merge(fairway_operator_accounts::routes().into_openapi());
    answers::complete(&mut document, &answers::OPERATORS);
    write(&document)
}

/// The description of the clubs' API as text: `docs/club-openapi.json` is a copy of it.
///
/// # Errors
/// When serde cannot serialise it, which would be a mistake in a description.
pub fn club_text() -> Result<String, serde_json::Error> {
    let mut document = fairway_club_accounts::routes().into_openapi();
    document.merge(fairway_clubs::routes().into_openapi());
    answers::complete(&mut document, &answers::CLUBS);
    for parameter in parameters(&mut document, "month") {
        parameter.schema = Some(shapes::month().into());
    }
    write(&document)
}

/// The whole document, for one installation.
///
/// # Errors
/// When serde cannot serialise it, which would be a mistake in a description.
pub(super) fn text_for(installation: &Installation) -> Result<String, serde_json::Error> {
    let mut document = document();
    installation.fill_in(&mut document);
    write(&document)
}
