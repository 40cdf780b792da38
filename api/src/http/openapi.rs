//! The description of the API, generated from the handlers. `fairway openapi` prints it, `docs/openapi.json` is the
//! committed copy, and a test says when that is stale.

mod answers;
mod machine;
mod orders;
pub mod shapes;

use utoipa::openapi::OpenApi as Document;

pub use machine::Machine;

/// The whole document, as it holds for every machine.
fn document() -> Document {
    let mut document = super::endpoints::described().split_for_parts().1;
    answers::complete(&mut document);
    orders::complete(&mut document);
    for parameter in
        answers::operations(&mut document).flat_map(|operation| operation.parameters.iter_mut().flatten())
    {
        if parameter.name == "Idempotency-Key" {
            parameter.description =
                Some("Names this request, so that a repeated call does nothing more".to_owned());
            parameter.schema = Some(shapes::idempotency_key().into());
        }
    }
    document
}

/// A document as text: stable in its order, ending with a new line.
fn write(document: &Document) -> Result<String, serde_json::Error> {
    Ok(format!("{}\n", serde_json::to_string_pretty(document)?))
}

/// The whole document as text, as it holds for every machine: what `docs/openapi.json` is a copy of. A server tells what
/// holds for itself ([`text_for`]).
///
/// # Errors
/// When serde cannot write it, which would be a mistake in a description.
pub fn text() -> Result<String, serde_json::Error> {
    write(&document())
}

/// The same, as it holds for one machine.
///
/// # Errors
/// When serde cannot write it, which would be a mistake in a description.
pub(super) fn text_for(machine: &Machine) -> Result<String, serde_json::Error> {
    let mut document = document();
    machine.fill_in(&mut document);
    write(&document)
}
