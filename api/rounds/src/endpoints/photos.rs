//! `GET /api/photos/{file}`: a club's photo in one size. A plain link, so without a token: it is the `src` of a picture.
//! Its address contains the hash of the photo, so browsers and caches keep it for good.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::path::PathText;
use fairway_endpoint::shapes::Webp;
use fairway_store::photos;

/// Hexadecimal digits of a hash.
const HASH: usize = 32;
const CONTENT_TYPE: &str = "image/webp";

/// The hash and the width that a file's name consists of; none for a name that [`photos::uri`] does not write, so that a
/// photo has one address.
fn parse(file: &str) -> Option<(&str, i32)> {
    let (hash, width) = file.strip_suffix(".webp")?.split_once('-')?;
    let is_hash = hash.len() == HASH && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let is_width = (1..=4).contains(&width.len())
        && !width.starts_with('0')
        && width.bytes().all(|byte| byte.is_ascii_digit());
    if is_hash && is_width { Some((hash, width.parse().ok()?)) } else { None }
}

/// A photo of a club
///
/// The path comes from `photos` of a club; no token is needed. Its content never changes.
#[utoipa::path(
    get,
    path = "/api/photos/{file}",
    operation_id = "photo",
    tag = "golfclubs",
    security(()),
    params(("file" = String, Path, description = "Hash, width in pixels and `.webp`")),
    responses(
        (status = 200, description = "The photo", body = Webp, content_type = "image/webp"),
        (status = 404, description = "No club has this photo in this size", body = FailureBody),
    )
)]
pub(crate) async fn photo(
    State(common): State<Common>,
    PathText(file): PathText,
) -> Result<Response, Failure> {
    let found = match parse(&file) {
        Some((hash, width)) => photos::webp(&common.pool, hash, width).await?,
        None => None,
    };
    let webp = found.ok_or_else(|| Failure::not_found("Deze foto bestaat niet."))?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(CONTENT_TYPE)),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
    ];
    Ok((headers, webp).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_photo_has_one_address() {
        let hash = "0123456789abcdef0123456789abcdef";
        let file = |width| {
            photos::uri(hash, width).rsplit_once('/').map(|(_, file)| file.to_owned()).unwrap_or_default()
        };
        assert_eq!(parse(&file(480)), Some((hash, 480)));
        assert_eq!(parse(&file(1600)), Some((hash, 1600)));
        for wrong in [
            String::new(),
            format!("{hash}.webp"),
            format!("{hash}-.webp"),
            format!("{hash}-0480.webp"),
            format!("{hash}-+480.webp"),
            format!("{hash}-48000.webp"),
            format!("{hash}-480.jpg"),
            format!("{}-480.webp", hash.to_uppercase()),
            format!("{}-480.webp", &hash[1..]),
        ] {
            assert_eq!(parse(&wrong), None, "{wrong}");
        }
    }
}
