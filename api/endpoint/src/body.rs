//! Reads a JSON body: bounded, typed, and with a Dutch message for each possible error.

use std::collections::BTreeMap;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use futures::StreamExt;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde_json::Number;

use super::failure::Failure;

/// The largest body that is read, bytes.
pub const LARGEST_BODY: usize = 64 * 1024;
/// How much of a larger body is read and discarded before the response, in bytes: a client that is still sending would
/// otherwise see a broken connection instead of the 413.
const MAX_DISCARDED_BYTES: usize = 8 * 1024 * 1024;

/// A JSON body.
#[derive(Debug)]
pub struct JsonBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Failure> {
        let RawBody(bytes) = RawBody::from_request(request, &()).await?;
        parse(&bytes).map(Self)
    }
}

/// The bytes of a JSON body before it is parsed: an idempotency key is bound to them.
#[derive(Debug)]
pub struct RawBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = Failure;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Failure> {
        let is_json = is_json(request.headers());
        let bytes = read(request.into_body()).await?;
        if is_json { Ok(Self(bytes)) } else { Err(Failure::unsupported_media()) }
    }
}

/// Reads JSON; a value of a wrong type is reported by field.
///
/// # Errors
/// 400 for invalid JSON, 422 for JSON of another shape; both [`Failure::unread`].
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    read_object(bytes).map_err(Failure::unread)
}

fn read_object<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    // serde would also fill a struct from a list.
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        let is_json = serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_ok();
        return Err(if is_json { not_an_object() } else { Failure::malformed() });
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let field = error.path().iter().next().map(ToString::to_string).filter(|field| field != ".");
        let inner = error.into_inner();
        if !inner.is_data() {
            return Failure::malformed();
        }
        match field.or_else(|| missing_field(&inner.to_string())) {
            Some(field) => {
                let missing = missing_field(&inner.to_string()).is_some();
                let problem = if missing { "ontbreekt" } else { "heeft een ongeldige waarde" };
                Failure::invalid(BTreeMap::from([(field.clone(), format!("Het veld {field} {problem}."))]))
            }
            None => not_an_object(),
        }
    })?;
    reader.end().map_err(|_| Failure::malformed())?;
    Ok(value)
}

/// A whole number, as JSON Schema means it: `9.0` is one. For `deserialize_with`.
///
/// # Errors
/// For a value that is no number, has a fraction, or is so large that its last digits are lost.
pub fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    whole_number(&Number::deserialize(deserializer)?)
}

/// A whole number, or none. For `deserialize_with` beside `default`.
///
/// # Errors
/// As [`whole`].
pub fn whole_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    Option::<Number>::deserialize(deserializer)?.as_ref().map(whole_number).transpose()
}

fn whole_number<E: Error>(number: &Number) -> Result<i64, E> {
    const EXACT: f64 = 9_007_199_254_740_991.0;
    let is_whole = |float: &f64| float.fract() == 0.0 && float.abs() <= EXACT;
    let from_float = || format!("{:.0}", number.as_f64().filter(is_whole)?).parse().ok();
    number.as_i64().or_else(from_float).ok_or_else(|| E::custom("not a whole number"))
}

fn not_an_object() -> Failure {
    let sentence = "De aanvraag moet een JSON-object met de juiste velden zijn.";
    Failure::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
}

/// serde names a missing field only in its message.
fn missing_field(message: &str) -> Option<String> {
    let rest = message.strip_prefix("missing field `")?;
    rest.split_once('`').map(|(field, _)| field.to_owned())
}

fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|mime| mime.trim().eq_ignore_ascii_case("application/json"))
}

async fn read(body: Body) -> Result<Bytes, Failure> {
    let mut stream = body.into_data_stream();
    let (mut bytes, mut seen) = (Vec::new(), 0_usize);
    while let Some(chunk) = stream.next().await {
        // The client disconnected while sending: nobody reads the response.
        let chunk = chunk.map_err(|_| Failure::malformed())?;
        seen = seen.saturating_add(chunk.len());
        if seen > MAX_DISCARDED_BYTES {
            break;
        }
        if seen <= LARGEST_BODY {
            bytes.extend_from_slice(&chunk);
        }
    }
    if seen > LARGEST_BODY { Err(Failure::too_large()) } else { Ok(bytes.into()) }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Ask {
        #[expect(dead_code, reason = "only its type matters here")]
        holes: u8,
    }

    #[derive(Debug, Deserialize)]
    struct Count {
        #[serde(deserialize_with = "whole")]
        holes: i64,
        #[serde(default, deserialize_with = "whole_or_none")]
        places: Option<i64>,
    }

    #[test]
    fn a_whole_number_may_be_written_with_a_point() {
        for (text, number) in [("18", 18), ("18.0", 18), ("1.8e1", 18), ("-9.0", -9)] {
            let count = parse::<Count>(format!(r#"{{"holes": {text}}}"#).as_bytes());
            assert_eq!(count.expect("a count").holes, number, "{text}");
        }
        for (text, places) in [("9", None), (r#"9, "places": null"#, None), (r#"9, "places": 4.0"#, Some(4))]
        {
            let count = parse::<Count>(format!(r#"{{"holes": {text}}}"#).as_bytes());
            assert_eq!(count.expect("a count").places, places, "{text}");
        }
        for text in ["1.5", "1e300", "\"18\"", "null", "18446744073709551615"] {
            let failure = parse::<Count>(format!(r#"{{"holes": {text}}}"#).as_bytes()).expect_err(text);
            assert_eq!(
                failure.body()["errors"]["holes"],
                "Het veld holes heeft een ongeldige waarde.",
                "{text}"
            );
        }
        let failure = parse::<Count>(b"{}").expect_err("no field");
        assert_eq!(failure.body()["errors"]["holes"], "Het veld holes ontbreekt.");
    }

    fn failure(text: &str) -> (u16, serde_json::Value) {
        let failure = parse::<Ask>(text.as_bytes()).expect_err("a bad body");
        (failure.status().as_u16(), failure.body())
    }

    #[test]
    fn text_that_is_no_json_is_400_and_json_of_another_shape_names_its_field() {
        assert_eq!(failure("{").0, 400);
        assert_eq!(failure("").0, 400);
        assert_eq!(failure("{\"holes\": 9} x").0, 400);
        assert_eq!(failure("{\"holes\": \u{0}9}").0, 400);
        assert_eq!(failure("[]").0, 422);
        assert_eq!(failure("null").0, 422);
        let (status, body) = failure(r#"{"holes": "negen"}"#);
        assert_eq!(
            (status, &body["errors"]["holes"]),
            (422, &"Het veld holes heeft een ongeldige waarde.".into())
        );
        let (status, body) = failure("{}");
        assert_eq!((status, &body["errors"]["holes"]), (422, &"Het veld holes ontbreekt.".into()));
        assert_eq!(failure(r#"{"holes": 900}"#).0, 422);
    }
}
