//! `GET /api/vouchers/{file}`: the vouchers of a round as PDF. A plain link: its signature is the permission. It
//! becomes invalid when the place is cancelled, the play date has passed or, for a group's vouchers, another member
//! became master.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use fairway_documents::pdf::{self, VoucherPage, vouchers};
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::path::PathText;
use fairway_endpoint::shapes::Pdf;
use fairway_events::{MemberId, PlaceId};
use fairway_query::Booking;
use fairway_round_data::documents;
use fairway_store::members::Member;
use fairway_store::{clubs, members};
use fairway_text::error_chain::Chain;

use super::reservations::place;
use crate::state::Rounds;

/// Search engines must not list a link that they find somewhere.
pub(super) const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Vouchers of a round
///
/// One page per player. The path comes from `voucher_uri` and `group_voucher_uri`; no token is needed.
#[utoipa::path(
    get,
    path = "/api/vouchers/{file}",
    operation_id = "download_vouchers",
    tag = "reservations",
    security(()),
    params(("file" = String, Path, description = "Signed token and `.pdf`")),
    responses(
        (status = 200, description = "The vouchers", body = Pdf, content_type = "application/pdf"),
        (status = 404, description = "The link is not valid, or its round is cancelled or over",
         body = FailureBody),
    )
)]
pub(crate) async fn download(
    State(rounds): State<Arc<Rounds>>,
    PathText(file): PathText,
) -> Result<Response, Failure> {
    let found = match file.strip_suffix(".pdf") {
        Some(token) => find(&rounds, token).await?,
        None => None,
    };
    let (booking, places) = found
        .filter(|(booking, places)| booking.play_date >= rounds.common.clock.today() && !places.is_empty())
        .ok_or_else(gone)?;
    let members: Vec<MemberId> = places.iter().map(|(_, member)| *member).collect();
    let members = members::by_ids(&rounds.common.pool, &members).await?;
    let version = clubs::version(&rounds.common.pool).await?;
    let clubs = rounds.common.clubs.at(&rounds.common.pool, version).await?;
    let round = documents::round(&clubs, &booking);
    let names: Vec<(String, _)> = places
        .iter()
        .map(|(place, member)| {
            let code = rounds.links.voucher_code(&booking, *place);
            let erased = Member::erased(*member);
            (code, documents::person_name(members.get(member).unwrap_or(&erased)))
        })
        .collect();
    let portal = rounds.links.portal.clone();
    let filename = format!("voucher-{}.pdf", booking.play_date);
    // Typesetting takes milliseconds of CPU time: not on the async threads.
    let written = tokio::task::spawn_blocking(move || {
        let pages: Vec<VoucherPage<'_>> =
            names.iter().map(|(code, player)| VoucherPage { player, code }).collect();
        vouchers(&portal, &round, &pages)
    })
    .await;
    let bytes = match written {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(error)) => {
            tracing::error!(error = %Chain(&error), "a voucher cannot be written");
            return Err(Failure::internal());
        }
        Err(error) => {
            tracing::error!(%error, "writing a voucher panicked");
            return Err(Failure::internal());
        }
    };
    Ok((private(pdf::CONTENT_TYPE, &filename), bytes).into_response())
}

/// The booking of a token and the active places that it covers.
async fn find(rounds: &Rounds, token: &str) -> Result<Option<(Booking, Vec<(PlaceId, MemberId)>)>, Failure> {
    if let Some(place) = rounds.links.signer.verify_voucher(token) {
        let Some(found) = place::booking_of(&rounds.common, place, |_| true).await? else { return Ok(None) };
        let active = found.booking.active_places();
        let own = active.filter(|candidate| candidate.place == place);
        let places = own.map(|place| (place.place, place.member)).collect();
        return Ok(Some((found.booking, places)));
    }
    let Some((booking, master)) = rounds.links.signer.verify_group(token) else { return Ok(None) };
    let led = place::booking(&rounds.common, booking, |booking| booking.master == master).await?;
    let Some(booking) = led else { return Ok(None) };
    let places = booking.active_places().map(|place| (place.place, place.member)).collect();
    Ok(Some((booking, places)))
}

/// One response for every reason: an invalid link must not differ from one that became invalid.
fn gone() -> Failure {
    Failure::not_found("Deze voucher bestaat niet meer: de ronde is geannuleerd of geweest.")
}

/// The headers of a file for one person: not cached, not indexed, no referrer.
pub(super) fn private(content_type: &'static str, filename: &str) -> [(HeaderName, HeaderValue); 5] {
    let disposition = HeaderValue::from_str(&format!("inline; filename=\"{filename}\""))
        .unwrap_or(HeaderValue::from_static("inline"));
    [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (header::CONTENT_DISPOSITION, disposition),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (ROBOTS, HeaderValue::from_static("noindex, nofollow")),
    ]
}
