//! The body of a list of all clubs. The part that everybody sees is JSON already
//! ([`fairway_store::clubs::ClubCard::listing`]); only the caller's own part of each club is serialised.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use fairway_endpoint::failure::Failure;
use serde::Serialize;

/// A list of clubs, as it is sent.
#[derive(Debug)]
pub(crate) struct ClubList(Vec<u8>);

impl ClubList {
    /// Of these clubs: the listing of each, and the caller's own part, which serialises to an object that is not empty.
    ///
    /// # Errors
    /// When a part cannot be serialised.
    pub(crate) fn from_clubs<'a>(
        clubs: impl Iterator<Item = (&'a str, impl Serialize)>,
    ) -> Result<Self, Failure> {
        let mut body = br#"{"success":true,"data":["#.to_vec();
        for (number, (listing, own)) in clubs.enumerate() {
            if number > 0 {
                body.push(b',');
            }
            body.push(b'{');
            body.extend_from_slice(listing.as_bytes());
            let start = body.len();
            serde_json::to_writer(&mut body, &own).map_err(|error| {
                tracing::error!(%error, "a club cannot be serialised");
                Failure::internal()
            })?;
            // The brace that opens the own part becomes the comma between the two.
            if let Some(brace) = body.get_mut(start) {
                *brace = b',';
            }
        }
        body.extend_from_slice(b"]}");
        Ok(Self(body))
    }
}

impl IntoResponse for ClubList {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use serde_json::{Value, json};

    use super::*;

    #[tokio::test]
    async fn each_club_is_one_object_of_its_listing_and_the_callers_own_part() {
        let listings = ["a", "b"].map(|id| format!(r#""id":"{id}","name":"De \"Es\" }}""#));
        for count in 0..=2 {
            let own = json!({"your_plays": 3});
            let clubs = listings[..count].iter().map(|listing| (listing.as_str(), &own));
            let list = ClubList::from_clubs(clubs).expect("a list");
            let body = to_bytes(list.into_response().into_body(), 10_000).await.expect("a body");
            let expected: Vec<Value> = ["a", "b"][..count]
                .iter()
                .map(|id| json!({"id": id, "name": "De \"Es\" }", "your_plays": 3}))
                .collect();
            let body: Value = serde_json::from_slice(&body).expect("JSON");
            assert_eq!(body, json!({"success": true, "data": expected}));
        }
    }
}
