//! Events to rows, one row per event.

use chrono::NaiveDate;
use chrono_tz::Europe::Amsterdam;
use fairway_events::{
    AggregateType, BookingId, ClubId, Event, MemberId, MembershipEvent, PlaceId, PlayRight, Position,
    RecordedEvent,
};
use uuid::Uuid;

use super::LedgerKind;
use crate::fold::Treatment::{Ids, Open, Withheld};
use crate::fold::{Fold, Tables};
use crate::reads::Query;
use crate::rows::{Rows, Writer};
use crate::{Projection, ProjectorError};

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

#[derive(Debug, Default)]
pub(super) struct Changes {
    rows: Vec<Row>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::for_fold::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "ledger";
    const TABLES: Tables = &[(
        "ledger",
        &[
            ("position", Withheld),
            ("member_id", Ids),
            ("subscription_id", Ids),
            ("voucher_id", Ids),
            ("place_id", Ids),
            ("booking_id", Ids),
            ("day", Open),
            ("play_date", Open),
            ("kind", Open),
            ("club_id", Open),
        ],
    )];
    const READS: &'static [AggregateType] = &[AggregateType::Membership];
    const QUERIES: &'static [Query] = super::QUERIES;
    const SOURCES: &'static [&'static str] = &[include_str!("fold.rs"), include_str!("../ledger.rs")];

    fn apply(&mut self, recorded: &RecordedEvent) {
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
            Event::Membership(MembershipEvent::ForfeitedRightReturned {
                member,
                place,
                booking,
                club,
                play_date,
                right,
            }) => (LedgerKind::Restored, member, place, booking, club, play_date, right),
            // No other event uses a right or gives one back.
            _ => return,
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
            day: match kind {
                // Also long after the round.
                LedgerKind::Restored => recorded_on,
                // A round cannot be booked or cancelled after its play date, so an event that was recorded later was
                // imported.
                LedgerKind::Claimed | LedgerKind::Returned | LedgerKind::Forfeited => {
                    recorded_on.min(*play_date)
                }
            },
            play_date: *play_date,
            kind,
            club: club.clone(),
        });
    }

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        Rows::from_iter(&self.rows)
            .column("position", |row| row.position)
            .column("member_id", |row| row.member.0)
            .column("subscription_id", |row| row.subscription)
            .column("voucher_id", |row| row.voucher)
            .column("place_id", |row| row.place.0)
            .column("booking_id", |row| row.booking.0)
            .column("day", |row| row.day)
            .column("play_date", |row| row.play_date)
            .column("kind", |row| row.kind.as_str())
            .column("club_id", |row| row.club.0.as_str())
            .insert("ledger", writer)
            .await
    }
}
