//! The description of the API, generated from the handlers. `fairway openapi` prints it, `docs/openapi.json` is the
//! committed copy, and a test says when that is stale.

mod answers;
mod machine;
mod orders;
pub mod shapes;

use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};

pub use machine::DescriptionCache;

/// What the handlers do not say themselves.
#[derive(Debug, OpenApi)]
#[openapi(
    info(
        title = "Fairway",
        description = "The API of the Dutch-language portal for reserving rounds of golf. Every failure answers \
                       `{\"success\": false, \"error\": \"<Dutch sentence>\"}`; where single fields are to blame, \
                       `errors` names them. Dates are days in Europe/Amsterdam.",
    ),
    modifiers(&Bearer),
    security(("bearer" = [])),
    tags(
        (name = "users", description = "Log-in and the member behind the token"),
        (name = "reservations", description = "Booking rounds, seeing and changing them"),
        (name = "golfclubs", description = "The clubs"),
        (name = "news", description = "News"),
        (name = "content", description = "Pages, questions and answers, documents"),
        (name = "purchases", description = "Buying vouchers and the federation registration"),
        (name = "operations", description = "For operators and load balancers"),
    )
)]
pub struct ApiDescription;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut Document) {
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

/// The whole document, as it holds for every machine.
fn document() -> Document {
    let mut document = super::router::described().split_for_parts().1;
    answers::complete(&mut document);
    orders::complete(&mut document);
    for parameter in operations(&mut document).flat_map(|operation| operation.parameters.iter_mut().flatten())
    {
        if parameter.name == "Idempotency-Key" {
            parameter.description =
                Some("Names this request, so that a repeated call does nothing more".to_owned());
            parameter.schema = Some(shapes::idempotency_key().into());
        }
    }
    document
}

/// Every operation.
fn operations(document: &mut Document) -> impl Iterator<Item = &mut Operation> {
    document.paths.paths.values_mut().flat_map(|item| {
        let PathItem { get, put, post, delete, options, head, patch, trace, .. } = item;
        [get, put, post, delete, options, head, patch, trace].into_iter().flatten()
    })
}

/// A document as text: stable in its order, ending with a new line.
fn write(document: &Document) -> Result<String, serde_json::Error> {
    Ok(format!("{}\n", serde_json::to_string_pretty(document)?))
}

/// The whole document as text, as it holds for every machine: what `docs/openapi.json` is a copy of. A server tells what
/// holds for itself ([`DescriptionCache`]).
///
/// # Errors
/// When serde cannot write it, which would be a mistake in a description.
pub fn text() -> Result<String, serde_json::Error> {
    write(&document())
}
