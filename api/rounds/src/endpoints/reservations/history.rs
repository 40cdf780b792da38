//! `GET /api/reservations/history`: the member's played and cancelled rounds.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_endpoint::field_errors::FieldErrors;
use fairway_endpoint::query::QueryFields;
use fairway_events::PlaceId;
use serde::Deserialize;
use utoipa::IntoParams;

use super::view::{self, ReservationList};
use crate::state::Rounds;

/// Rows of one page, at most.
const LONGEST_PAGE: u32 = 100;

/// The page to show.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// The most rows in the answer, 1 to 100; without it all rows.
    #[param(value_type = Option<u32>, example = 20, minimum = 1, maximum = 100)]
    limit: Option<String>,
    /// The `reservation_id` of the last row of the previous page.
    #[param(value_type = Option<uuid::Uuid>)]
    before: Option<String>,
}

impl Page {
    /// The limit, and the row after which the page begins.
    ///
    /// # Errors
    /// 422 with the invalid parameters.
    pub fn check(self) -> Result<(Option<u32>, Option<PlaceId>), Failure> {
        let mut fields = FieldErrors::default();
        let limit = self.limit.map(|text| match text.parse() {
            Ok(limit @ 1..=LONGEST_PAGE) => limit,
            _ => {
                fields.refuse("limit", "Vraag 1 tot 100 regels.");
                0
            }
        });
        let before = self.before.map(|text| text.parse::<PlaceId>());
        if matches!(before, Some(Err(_))) {
            fields.refuse("before", "Dit is geen geldige plaats.");
        }
        fields.done()?;
        Ok((limit, before.and_then(Result::ok)))
    }
}

/// Past and cancelled reservations, latest first
#[utoipa::path(
    get,
    path = "/api/reservations/history",
    tag = "reservations",
    params(Page),
    responses(
        (status = 200, description = "Every reservation that is not upcoming", body = ReservationList),
        (status = 422, description = "A parameter is out of range", body = FailureBody),
    )
)]
pub(crate) async fn history(
    State(rounds): State<Arc<Rounds>>,
    caller: Caller,
    QueryFields(page): QueryFields<Page>,
) -> Result<Json<ReservationList>, Failure> {
    let (limit, before) = page.check()?;
    let bookings =
        rounds.common.reads.history(caller.id(), rounds.common.clock.today(), before, limit).await?;
    Ok(Json(ReservationList { success: true, data: view::show(&rounds, &caller, &bookings).await? }))
}
