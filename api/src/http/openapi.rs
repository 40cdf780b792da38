//! The description of the API, generated from the handlers. `fairway openapi` prints it, `docs/openapi.json` is the
//! committed copy, and a test says when that is stale.

use std::sync::LazyLock;

use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};

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

/// The whole document, as text: stable in its order, ending with a new line. Written once: it takes as long as a hundred
/// other answers, and anybody may ask for it.
///
/// # Errors
/// When serde cannot write it, which would be a mistake in a description.
pub fn text() -> Result<&'static str, &'static serde_json::Error> {
    static TEXT: LazyLock<Result<String, serde_json::Error>> = LazyLock::new(|| {
        let document = super::router::described().split_for_parts().1;
        Ok(format!("{}\n", serde_json::to_string_pretty(&document)?))
    });
    TEXT.as_ref().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_written_once() {
        let [first, second] = std::array::from_fn(|_| text().expect("a description"));
        assert!(std::ptr::eq(first, second));
    }
}
