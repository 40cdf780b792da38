//! Events to rows: bookings, whose master and start time can change, and places, which can be cancelled.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    AggregateType, BookedPlace, BookingId, ClubId, Event, Holes, MemberId, PlaceId, PlayRight, RecordedEvent,
    ReservationEvent,
};
use uuid::Uuid;

use crate::fold::Treatment::{Ids, Instant, Name, Open, Withheld};
use crate::fold::{Fold, Tables};
use crate::reads::Query;
// Not by `super`: the types of an answer make no rows, and so are no part of the digest of the folds.
use crate::reservations::{Booking, Place};
use crate::rows::{Rows, Writer};
use crate::table_changes::TableChanges;
use crate::{Projection, ProjectorError};

/// The first places of a booking have the order 0..=3. Who joins or leaves later has the event's sequence plus this number,
/// so that it comes after them.
const LATER_OFFSET: i64 = 4;

#[derive(Debug)]
struct BookingRow {
    id: BookingId,
    master: MemberId,
    booked_at: DateTime<Utc>,
    play_date: NaiveDate,
    holes: Holes,
    club: ClubId,
}

#[derive(Debug)]
struct PlaceRow {
    id: PlaceId,
    booking: BookingId,
    member: MemberId,
    right: PlayRight,
    play_date: NaiveDate,
    place_order: i32,
}

/// What later events change of a booking. None: the batch does not change it.
#[derive(Debug, Default)]
struct BookingChange {
    passed_to: Option<MemberId>,
    /// As it is stored: empty, where it was taken away.
    start_time: Option<String>,
    start_time_by: Option<MemberId>,
}

/// How a place ended. Two events report it, which may be in different batches.
#[derive(Debug, Default)]
struct Ending {
    cancelled_at: Option<DateTime<Utc>>,
    /// When it ended, in the order in which places join: who joins then or later does not meet it.
    left_order: Option<i32>,
    /// None: the batch does not change it.
    expired: Option<bool>,
    /// Of a round that the club cancelled.
    club_notice: Option<String>,
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    bookings: TableChanges<BookingId, BookingRow, BookingChange>,
    places: TableChanges<PlaceId, PlaceRow, Ending>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::for_fold::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "reservations";
    const TABLES: Tables = &[
        (
            "reservations_bookings",
            &[
                ("booking_id", Ids),
                ("master_id", Ids),
                ("booked_at", Instant),
                ("play_date", Open),
                ("holes", Open),
                ("club_id", Open),
                ("start_time", Withheld),
                ("start_time_by", Ids),
            ],
        ),
        (
            "reservations_places",
            &[
                ("place_id", Ids),
                ("booking_id", Ids),
                ("member_id", Ids),
                ("subscription_id", Ids),
                ("voucher_id", Ids),
                ("cancelled_at", Instant),
                ("play_date", Open),
                ("standing", Open),
                ("playright_expired", Open),
                ("voucher_title", Name),
                ("club_notice", Withheld),
                ("left_standing", Open),
            ],
        ),
    ];
    const READS: &'static [AggregateType] = &[AggregateType::Reservation];
    const QUERIES: &'static [Query] = super::reads::QUERIES;
    const SOURCES: &'static [&'static str] = &[include_str!("fold.rs")];

    fn apply(&mut self, recorded: &RecordedEvent) {
        match &recorded.event {
            Event::Reservation(event) => self.apply_reservation(event, recorded.sequence),
            // Rights, vouchers and days have other projections.
            Event::Membership(_)
            | Event::Voucher(_)
            | Event::CourseDay(_)
            | Event::Order(_)
            | Event::WaitingList(_)
            | Event::ArrivalList(_)
            | Event::Settlement(_) => {}
        }
    }

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        Rows::from_iter(self.bookings.new_rows())
            .column("booking_id", |(row, _)| row.id.0)
            .column("master_id", |(row, change)| change.passed_to.unwrap_or(row.master).0)
            .column("booked_at", |(row, _)| row.booked_at)
            .column("play_date", |(row, _)| row.play_date)
            .column("holes", |(row, _)| i16::from(row.holes.count()))
            .column("club_id", |(row, _)| row.club.0.as_str())
            .column("start_time", |(_, change)| change.start_time.as_deref().unwrap_or_default())
            .column("start_time_by", |(_, change)| change.start_time_by.map(|member| member.0))
            .insert("reservations_bookings", writer)
            .await?;
        Rows::from_iter(self.places.new_rows())
            .column("place_id", |(row, _)| row.id.0)
            .column("booking_id", |(row, _)| row.booking.0)
            .column("member_id", |(row, _)| row.member.0)
            .column("subscription_id", |(row, _)| subscription(&row.right))
            .column("voucher_id", |(row, _)| voucher(&row.right).map(|(id, _)| id))
            .column("cancelled_at", |(_, ending)| ending.cancelled_at)
            .column("play_date", |(row, _)| row.play_date)
            .column("standing", |(row, _)| row.place_order)
            .column("playright_expired", |(_, ending)| ending.expired.unwrap_or(false))
            .column("voucher_title", |(row, _)| voucher(&row.right).map(|(_, title)| title))
            .column("club_notice", |(_, ending)| ending.club_notice.as_deref())
            .column("left_standing", |(_, ending)| ending.left_order)
            .insert("reservations_places", writer)
            .await?;
        Rows::from_iter(self.places.changed_rows())
            .column("place_id", |(place, _)| place.0)
            .column("cancelled_at", |(_, ending)| ending.cancelled_at)
            .column("playright_expired", |(_, ending)| ending.expired)
            .column("club_notice", |(_, ending)| ending.club_notice.as_deref())
            .column("left_standing", |(_, ending)| ending.left_order)
            .change("reservations_places", writer)
            .await?;
        Rows::from_iter(self.bookings.changed_rows())
            .column("booking_id", |(booking, _)| booking.0)
            .column("master_id", |(_, change)| change.passed_to.map(|master| master.0))
            .column("start_time", |(_, change)| change.start_time.as_deref())
            .column("start_time_by", |(_, change)| change.start_time_by.map(|member| member.0))
            .change("reservations_bookings", writer)
            .await
    }
}

impl Changes {
    fn apply_reservation(&mut self, event: &ReservationEvent, sequence: i64) {
        let order = i32::try_from(LATER_OFFSET + sequence).unwrap_or(i32::MAX);
        match event {
            ReservationEvent::RoundBooked { booking, club, play_date, holes, master, places, booked_at } => {
                let row = BookingRow {
                    id: *booking,
                    master: *master,
                    booked_at: *booked_at,
                    play_date: *play_date,
                    holes: *holes,
                    club: club.clone(),
                };
                self.bookings.insert(*booking, row);
                for (place_order, place) in (0..).zip(places) {
                    self.add_place(*booking, place, *play_date, place_order);
                }
            }
            ReservationEvent::PlayerAdded {
                booking,
                play_date,
                place,
                club: _,
                holes: _,
                added_by: _,
                added_at: _,
            } => {
                self.add_place(*booking, place, *play_date, order);
            }
            ReservationEvent::PlayerSwapped {
                booking,
                play_date,
                left,
                place,
                swapped_at,
                club: _,
                holes: _,
                by: _,
            } => {
                self.end_place(left.place, *swapped_at, order);
                self.add_place(*booking, place, *play_date, order);
            }
            ReservationEvent::PlaceCancelled {
                place,
                cancelled_at,
                booking: _,
                member: _,
                by: _,
                mode: _,
            } => {
                self.end_place(*place, *cancelled_at, order);
            }
            ReservationEvent::PlaceCancelledByOperator { place, cancelled_at, booking: _, member: _ } => {
                self.end_place(*place, *cancelled_at, order);
            }
            ReservationEvent::PlayRightExpired { place, booking: _, member: _ } => {
                self.places.change(*place).expired = Some(true);
            }
            ReservationEvent::PlayRightReturned { place, booking: _, member: _ } => {
                self.places.change(*place).expired = Some(false);
            }
            ReservationEvent::RoundCancelledByClub {
                places,
                notice,
                cancelled_at,
                booking: _,
                club: _,
                play_date: _,
            } => {
                for cancelled in places {
                    self.end_place(cancelled.place, *cancelled_at, order);
                    self.places.change(cancelled.place).club_notice = Some(notice.clone());
                }
            }
            ReservationEvent::MasterPassedOn { booking, to, from: _ } => {
                self.bookings.change(*booking).passed_to = Some(*to);
            }
            ReservationEvent::StartTimeAgreed { booking, start_time, by, agreed_at: _ } => {
                let change = self.bookings.change(*booking);
                change.start_time = Some(start_time.map(String::from).unwrap_or_default());
                change.start_time_by = Some(*by);
            }
            // `BookingCancelled` adds nothing to the cancellations of the places.
            ReservationEvent::BookingCancelled { .. } => {}
        }
    }

    fn add_place(&mut self, booking: BookingId, place: &BookedPlace, play_date: NaiveDate, place_order: i32) {
        let row = PlaceRow {
            id: place.place,
            booking,
            member: place.member,
            right: place.right.clone(),
            play_date,
            place_order,
        };
        self.places.insert(place.place, row);
    }

    fn end_place(&mut self, place: PlaceId, cancelled_at: DateTime<Utc>, order: i32) {
        let ending = self.places.change(place);
        ending.cancelled_at = Some(cancelled_at);
        ending.left_order = Some(order);
    }
}

/// A booking after these events of its stream, by the same fold as its rows; none without the first one.
#[must_use]
pub fn booking_after(events: &[RecordedEvent]) -> Option<Booking> {
    let mut changes = Changes::default();
    events.iter().for_each(|recorded| changes.apply(recorded));
    let (booking, change) = changes.bookings.new_rows().next()?;
    let place = |(row, ending): &(PlaceRow, Ending)| Place {
        place: row.id,
        member: row.member,
        right: row.right.clone(),
        cancelled_at: ending.cancelled_at,
        playright_expired: ending.expired.unwrap_or(false),
        club_notice: ending.club_notice.clone(),
    };
    Some(Booking {
        booking: booking.id,
        club: booking.club.clone(),
        play_date: booking.play_date,
        holes: booking.holes,
        master: change.passed_to.unwrap_or(booking.master),
        booked_at: booking.booked_at,
        places: changes.places.new_rows().map(place).collect(),
        start_time: change.start_time.as_deref().and_then(|time| time.parse().ok()),
        start_time_by: change.start_time_by,
    })
}

const fn subscription(right: &PlayRight) -> Option<Uuid> {
    match right {
        PlayRight::Subscription { subscription } => Some(subscription.0),
        PlayRight::Voucher { voucher: _, title: _ } => None,
    }
}

/// A voucher and its title.
const fn voucher(right: &PlayRight) -> Option<(Uuid, &str)> {
    match right {
        PlayRight::Subscription { subscription: _ } => None,
        PlayRight::Voucher { voucher, title } => Some((voucher.0, title.as_str())),
    }
}
