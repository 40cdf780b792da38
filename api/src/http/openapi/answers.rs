//! Responses that many operations share are described in one place: those of the extractors for bodies and the caller,
//! of the limits of time and head, and our own failures. An operation's own description has priority.

use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{ContentBuilder, Header, OpenApi as Document, Ref, RefOr, Response, ResponseBuilder};

/// A response that several operations share.
pub(super) struct Shared {
    status: &'static str,
    /// Its name among the document's components.
    name: &'static str,
    description: &'static str,
    given_by: fn(&Operation) -> bool,
}

/// Of the caller of a member's request.
pub(super) const MEMBERS: [Shared; 1] =
    [Shared { status: "401", name: "NoToken", description: "No valid token", given_by: needs_a_token }];

/// Of the caller of an operator's request.
pub(super) const OPERATORS: [Shared; 2] = [
    Shared { status: "401", name: "NoSession", description: "No valid session", given_by: needs_a_session },
    Shared {
        status: "403",
        name: "NotPermitted",
        description: "The operator has none of the roles, or the change comes from no page of this session",
        given_by: needs_a_session,
    },
];

/// Of the caller of a club's request.
pub(super) const CLUBS: [Shared; 5] = [
    Shared { status: "401", name: "NoToken", description: "No valid token", given_by: needs_a_systems_token },
    Shared {
        status: "403",
        name: "NotInScope",
        description: "The system has not the scope",
        given_by: needs_a_systems_token,
    },
    Shared {
        status: "429",
        name: "TooManyRequests",
        description: "More than 600 requests of the system in a minute",
        given_by: needs_a_systems_token,
    },
    Shared { status: "401", name: "NoSession", description: "No valid session", given_by: needs_a_session },
    Shared {
        status: "403",
        name: "NotPermitted",
        description: "The caller has none of the roles, is a shared device, or the change comes from no page of this session",
        given_by: needs_a_session,
    },
];

/// Of every request.
const EVERYBODY: [Shared; 7] = [
    Shared { status: "400", name: "NoJson", description: "The body is not JSON", given_by: takes_json },
    Shared {
        status: "413",
        name: "BodyTooLarge",
        description: "A body of more than 64 KiB",
        given_by: takes_json,
    },
    Shared {
        status: "415",
        name: "NotCalledJson",
        description: "The content type is not application/json",
        given_by: takes_json,
    },
    Shared {
        status: "422",
        name: "InvalidFields",
        description: "A field is missing, of a wrong type or out of range; `errors` names it",
        given_by: takes_json,
    },
    Shared {
        status: "431",
        name: "HeadTooLarge",
        description: "URL and headers of more than 16 KiB, or more than 64 headers",
        given_by: any,
    },
    Shared { status: "500", name: "Mistake", description: "An error in the server", given_by: any },
    Shared {
        status: "503",
        name: "Unavailable",
        description: "The request took too long, the database does not answer, or nothing can be stored at the moment",
        given_by: any,
    },
];

/// Adds the shared responses, and the headers that belong to a status in every operation.
pub(super) fn complete(document: &mut Document, callers: &[Shared]) {
    let all = || callers.iter().chain(&EVERYBODY);
    let components = document.components.get_or_insert_default();
    for shared in all() {
        components
            .responses
            .insert(shared.name.to_owned(), with_headers(shared.status, failure(shared)).into());
    }
    for operation in operations(document) {
        for (status, answer) in &mut operation.responses.responses {
            if let RefOr::T(answer) = answer
                && answer
                    .content
                    .get("application/json")
                    .is_some_and(|content| is_failure(content.schema.as_ref()))
            {
                *answer = with_headers(status, answer.clone());
            }
        }
        for shared in all() {
            if (shared.given_by)(operation) {
                let answers = &mut operation.responses.responses;
                let reference = || RefOr::Ref(Ref::from_response_name(shared.name));
                answers.entry(shared.status.to_owned()).or_insert_with(reference);
            }
        }
    }
}

/// Every operation.
pub(super) fn operations(document: &mut Document) -> impl Iterator<Item = &mut Operation> {
    document.paths.paths.values_mut().flat_map(|item| {
        let PathItem { get, put, post, delete, options, head, patch, trace, .. } = item;
        [get, put, post, delete, options, head, patch, trace].into_iter().flatten()
    })
}

const FAILURE: &str = "FailureBody";

fn failure(shared: &Shared) -> Response {
    let body = ContentBuilder::new().schema(Some(Ref::from_schema_name(FAILURE))).build();
    ResponseBuilder::new().description(shared.description).content("application/json", body).build()
}

fn is_failure<T>(schema: Option<&RefOr<T>>) -> bool {
    matches!(schema, Some(RefOr::Ref(to)) if to.ref_location == Ref::from_schema_name(FAILURE).ref_location)
}

/// The headers that `failure.rs` adds by status.
fn with_headers(status: &str, mut answer: Response) -> Response {
    let header = match status {
        "401" => Some(("WWW-Authenticate", text("Always `Bearer`", "^Bearer$"))),
        "429" | "503" => Some(("Retry-After", text("Seconds to wait before the next attempt", "^[0-9]+$"))),
        _ => None,
    };
    answer.headers.extend(header.map(|(name, header)| (name.to_owned(), header)));
    answer
}

fn text(description: &str, pattern: &str) -> Header {
    let schema = ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern));
    HeaderBuilder::new().description(Some(description)).schema(schema).build()
}

fn takes_json(operation: &Operation) -> bool {
    operation.request_body.as_ref().is_some_and(|body| body.content.contains_key("application/json"))
}

/// The document's own requirement applies to operations that name none.
fn needs_a_token(operation: &Operation) -> bool {
    operation.security.is_none()
}

/// An operation without a session says so.
fn needs_a_session(operation: &Operation) -> bool {
    let open = SecurityRequirement::default();
    !operation.security.as_ref().is_some_and(|ways| ways.contains(&open))
}

/// Of a club's own system.
fn needs_a_systems_token(operation: &Operation) -> bool {
    let ways = serde_json::to_value(&operation.security).unwrap_or_default();
    ways.as_array().into_iter().flatten().any(|way| way.get("system").is_some())
}

fn any(_operation: &Operation) -> bool {
    true
}
