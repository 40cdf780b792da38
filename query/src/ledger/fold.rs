//! Events to rows, one for one.

use chrono::NaiveDate;
use chrono_tz::Europe::Amsterdam;
use fairway_events::{
    BookingId, ClubId, Event, MemberId, MembershipEvent, PlaceId, PlayRight, Position, RecordedEvent,
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::LedgerKind;
use crate::new_rows::NewRows;
use crate::{ProjectorError, Schema};

#[derive(Debug)]
struct Row {
    position: Position,
    member: MemberId,
    subscription: Option<Uuid>,
    voucher: Option<Uuid>,
    place: PlaceId,
    booking: BookingId,
    day: NaiveDate,
    play_date: NaiveDate,
    kind: LedgerKind,
    club: ClubId,
}

/// What a batch adds.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    rows: Vec<Row>,
}

impl Changes {
    pub(crate) fn apply(&mut self, recorded: &RecordedEvent) {
        let (kind, member, place, booking, club, play_date, right) = match &recorded.event {
            Event::Membership(MembershipEvent::PlayRightClaimed {
                member,
                place,
                booking,
                club,
                play_date,
                right,
                holes: _,
            }) => (LedgerKind::Claimed, member, place, booking, club, play_date, right),
            Event::Membership(MembershipEvent::PlayRightReleased {
                member,
                place,
                booking,
                club,
                play_date,
                right,
            }) => (LedgerKind::Returned, member, place, booking, club, play_date, right),
            Event::Membership(MembershipEvent::PlayRightForfeited {
                member,
                place,
                booking,
                club,
                play_date,
                right,
            }) => (LedgerKind::Forfeited, member, place, booking, club, play_date, right),
            // Nothing of these uses a right or gives one back.
            Event::Membership(
                MembershipEvent::SubscriptionStarted { .. }
                | MembershipEvent::VoucherReceived { .. }
                | MembershipEvent::VoucherOrderOpened { .. }
                | MembershipEvent::VoucherOrderClosed { .. }
                | MembershipEvent::VoucherTakenBack { .. }
                | MembershipEvent::FederationRegistered { .. },
            )
            | Event::Reservation(_)
            | Event::Voucher(_)
            | Event::CourseDay(_)
            | Event::Order(_) => return,
        };
        let (subscription, voucher) = match right {
            PlayRight::Subscription { subscription } => (Some(subscription.0), None),
            PlayRight::Voucher { voucher, title: _ } => (None, Some(voucher.0)),
        };
        let recorded_on = recorded.recorded_at.with_timezone(&Amsterdam).date_naive();
        self.rows.push(Row {
            position: recorded.position,
            member: *member,
            subscription,
            voucher,
            place: *place,
            booking: *booking,
            // A round cannot be booked after it was played: one that was recorded later was imported.
            day: recorded_on.min(*play_date),
            play_date: *play_date,
            kind,
            club: club.clone(),
        });
    }

    pub(crate) async fn write(
        self,
        connection: &mut PgConnection,
        schema: &Schema,
    ) -> Result<u64, ProjectorError> {
        if self.rows.is_empty() {
            return Ok(0);
        }
        let rows = NewRows::of("ledger", &self.rows)
            .column("position", |row| row.position)
            .column("member_id", |row| row.member.0)
            .column("subscription_id", |row| row.subscription)
            .column("voucher_id", |row| row.voucher)
            .column("place_id", |row| row.place.0)
            .column("booking_id", |row| row.booking.0)
            .column("day", |row| row.day)
            .column("play_date", |row| row.play_date)
            .column("kind", |row| row.kind.as_str())
            .column("club_id", |row| row.club.0.as_str());
        Ok(rows.insert(connection, schema).await?)
    }
}
