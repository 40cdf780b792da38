//! Events to rows: places from bookings, vouchers from their own streams.

use chrono::NaiveDate;
use chrono_tz::Europe::Amsterdam;
use fairway_events::{Actor, AggregateType, Event, RecordedEvent};

use crate::fold::Treatment::{Ids, Instant, Open};
use crate::fold::{Fold, Tables};
use crate::reads::Query;
use crate::rows::Writer;
use crate::{Projection, ProjectorError};

mod places;
mod vouchers;

#[derive(Debug, Default)]
pub(super) struct Changes {
    places: places::Changes,
    vouchers: vouchers::Changes,
}

/// The projection.
pub const PROJECTION: Projection = Projection::for_fold::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "analytics";
    const MEMBER_FACING: bool = false;
    const TABLES: Tables = &[
        (
            "analytics_places",
            &[
                ("place_id", Ids),
                ("booking_id", Ids),
                ("joined_at", Instant),
                ("cancelled_at", Instant),
                ("play_date", Open),
                ("holes", Open),
                ("forfeited", Open),
                ("entry", Open),
                ("play_right", Open),
                ("cancel_mode", Open),
                ("club_id", Open),
            ],
        ),
        (
            "analytics_vouchers",
            &[
                ("voucher_id", Ids),
                ("received_on", Open),
                ("expires", Open),
                ("play_date", Open),
                ("withdrawn_on", Open),
                ("times_used", Open),
                ("times_returned", Open),
                ("holes", Open),
                ("forfeited", Open),
                ("kind", Open),
                ("source", Open),
            ],
        ),
    ];
    const READS: &'static [AggregateType] = &[AggregateType::Reservation, AggregateType::Voucher];
    const QUERIES: &'static [Query] = &[];
    const SOURCES: &'static [&'static str] = &[
        include_str!("fold.rs"),
        include_str!("fold/places.rs"),
        include_str!("fold/vouchers.rs"),
        include_str!("update_vouchers.sql"),
    ];

    fn apply(&mut self, recorded: &RecordedEvent) {
        match &recorded.event {
            Event::Reservation(event) => self.places.apply(event, recorded.actor == Actor::import()),
            Event::Voucher(event) => self.vouchers.apply(event, day_of(recorded)),
            // The views count rights and orders from the member-facing read models.
            Event::Membership(_)
            | Event::CourseDay(_)
            | Event::Order(_)
            | Event::WaitingList(_)
            | Event::ArrivalList(_)
            | Event::Settlement(_) => {}
        }
    }

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        self.places.write(writer).await?;
        self.vouchers.write(writer).await
    }
}

/// The day on which it was recorded, in Europe/Amsterdam.
fn day_of(recorded: &RecordedEvent) -> NaiveDate {
    recorded.recorded_at.with_timezone(&Amsterdam).date_naive()
}
