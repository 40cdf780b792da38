//! Every endpoint with its description: maps paths to handlers.

use std::sync::Arc;

use axum::Router;
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{probes, prometheus};
use crate::app::App;
use fairway_content as content;
use fairway_members as members;
use fairway_notifications as notifications;
use fairway_payments as payments;
use fairway_rounds as rounds;

/// The parts of the description that the handlers do not contain.
#[derive(Debug, OpenApi)]
#[openapi(
    info(
        title = "Fairway",
        description = "The API of the Dutch-language portal for reserving rounds of golf. Every failure answers \
                       `{\"success\": false, \"error\": \"<Dutch sentence>\"}`; where single fields are invalid, \
                       `errors` names them. Dates are days in Europe/Amsterdam.",
    ),
    modifiers(&Bearer),
    security(("bearer" = [])),
    tags(
        (name = "users", description = "Log-in, and the member to whom the token belongs"),
        (name = "reservations", description = "Booking rounds, seeing and changing them"),
        (name = "waiting list", description = "Waiting for places of a full day, and taking what is offered"),
        (name = "golfclubs", description = "The clubs"),
        (name = "news", description = "News"),
        (name = "content", description = "Pages, questions and answers, documents"),
        (name = "purchases", description = "Buying vouchers and the federation registration"),
        (name = "operations", description = "For operators and load balancers"),
    )
)]
struct ApiDescription;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut Document) {
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

/// The endpoints, each with the state of its part. A handler cannot be routed without a description.
pub(super) fn router(app: &Arc<App>) -> Router {
    [
        with_state(rounds::routes(), &app.rounds),
        with_state(payments::routes(), &app.payments),
        with_state(notifications::routes(), &app.notifications),
        with_state(content::routes(), &app.content),
        with_state(members::routes(), &app.members),
        with_state(of_process(), app),
    ]
    .into_iter()
    .fold(Router::new(), Router::merge)
}

/// Their descriptions.
pub(super) fn described() -> Document {
    let mut document = ApiDescription::openapi();
    for part in [
        rounds::routes().into_openapi(),
        payments::routes().into_openapi(),
        notifications::routes().into_openapi(),
        content::routes().into_openapi(),
        members::routes().into_openapi(),
        of_process().into_openapi(),
    ] {
        document.merge(part);
    }
    document
}

fn with_state<S: Send + Sync + 'static>(routes: OpenApiRouter<Arc<S>>, state: &Arc<S>) -> Router {
    let (routes, _description) = routes.split_for_parts();
    routes.with_state(Arc::clone(state))
}

/// Health and metrics of this process.
fn of_process() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(probes::healthz))
        .routes(routes!(probes::readyz))
        .routes(routes!(prometheus::metrics))
}
