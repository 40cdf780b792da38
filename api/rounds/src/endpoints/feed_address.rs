//! `/api/users/me/calendar_feed`: the secret address under which a calendar program reads the member's rounds. Only for
//! the member: an operator under the member's account sees and changes nothing here, since the address stays valid after
//! their session (docs/security.md, 67).

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use fairway_documents::PersonName;
use fairway_documents::mail::CalendarFeedRenewed;
use fairway_endpoint::answers::Done;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::calendar_feeds::FeedAddress;
use fairway_store::outbox::Recipient;
use fairway_store::{account_access, calendar_feeds};
use serde::Serialize;
use utoipa::ToSchema;

use crate::state::Rounds;

/// The address of the member's calendar feed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CalendarFeed {
    /// `https://…`: for calendar programs that ask for an address.
    pub url: String,
    /// `webcal://…`, the same: opens the device's calendar program.
    pub webcal_url: String,
    /// When this address was made.
    pub created_at: DateTime<Utc>,
}

/// The member's calendar feed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CalendarFeedAnswer {
    /// Always true.
    pub success: bool,
    /// Null: the feed is off.
    pub data: Option<CalendarFeed>,
}

impl CalendarFeedAnswer {
    fn new(rounds: &Rounds, caller: &Caller, address: Option<FeedAddress>) -> Json<Self> {
        let data = address.map(|address| {
            let path = rounds.links.calendar_feed(caller.id(), address.version);
            CalendarFeed {
                url: rounds.links.portal.at(&path),
                webcal_url: rounds.links.portal.webcal(&path),
                created_at: address.created_at,
            }
        });
        Json(Self { success: true, data })
    }
}

/// The address of the calendar feed
#[utoipa::path(
    get,
    path = "/api/users/me/calendar_feed",
    tag = "users",
    responses(
        (status = 200, description = "The address, or null", body = CalendarFeedAnswer),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
    )
)]
pub(crate) async fn calendar_feed(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
) -> Result<Json<CalendarFeedAnswer>, Failure> {
    refuse_operator(&caller)?;
    let address = calendar_feeds::of_member(&rounds.common.pool, caller.id()).await?;
    Ok(CalendarFeedAnswer::new(&rounds, &caller, address))
}

/// Switch the calendar feed on, or give it a new address
///
/// Every earlier address stops working, and the member is mailed, once an hour at most.
#[utoipa::path(
    post,
    path = "/api/users/me/calendar_feed/renew",
    operation_id = "calendar_feed_renew",
    tag = "users",
    responses(
        (status = 200, description = "The new address", body = CalendarFeedAnswer),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
    )
)]
pub(crate) async fn renew(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
) -> Result<Json<CalendarFeedAnswer>, Failure> {
    refuse_operator(&caller)?;
    let portal = &rounds.links.portal;
    let (member, now) = (&caller.member, rounds.common.clock.now());
    let mut transaction = rounds.common.pool.begin().await?;
    if !account_access::hold(&mut transaction, member.id, caller.session_id, now).await? {
        return Err(Failure::unauthorized());
    }
    let address = calendar_feeds::renew(&mut transaction, member.id, now).await?;
    let recipient = PersonName::new(&*member.first_name, &*member.prefix, &*member.last_name);
    let mail = CalendarFeedRenewed { portal, recipient: &recipient, renewed_at: now }.compose();
    // One mail tells of all of an hour.
    let key = format!("calendar-feed:{}:{}", member.id, now.timestamp().div_euclid(60 * 60));
    rounds.outbox.queue(&mut transaction, &key, &Recipient::Member(member.id), &mail).await?;
    transaction.commit().await?;
    rounds.outbox.wake();
    tracing::info!(member = %caller.id(), version = address.version, "a member's calendar feed has a new address");
    Ok(CalendarFeedAnswer::new(&rounds, &caller, Some(address)))
}

/// Switch the calendar feed off
#[utoipa::path(
    post,
    path = "/api/users/me/calendar_feed/off",
    operation_id = "calendar_feed_off",
    tag = "users",
    responses(
        (status = 200, description = "No address works any more", body = Done),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
    )
)]
pub(crate) async fn off(State(common): State<Common>, caller: Caller) -> Result<Json<Done>, Failure> {
    refuse_operator(&caller)?;
    calendar_feeds::switch_off(&common.pool, caller.id()).await?;
    tracing::info!(member = %caller.id(), "a member switched the calendar feed off");
    Ok(Json(Done::SUCCESS))
}

fn refuse_operator(caller: &Caller) -> Result<(), Failure> {
    if caller.impersonation.is_some() {
        return Err(Failure::forbidden("Alleen het lid zelf kan de agenda koppelen."));
    }
    Ok(())
}
