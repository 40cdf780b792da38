//! Events to rows. New rows and changes of older rows are kept apart, because only the former are whole; a change of
//! a row that is new in the same batch is folded into it, so that most batches only insert.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    BookedPlace, BookingId, ClubId, Event, Holes, MemberId, PlaceId, PlayRight, RecordedEvent,
    ReservationEvent,
};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::new_rows::NewRows;
use crate::{ProjectorError, Schema};

/// Places of a booking's first four stand at 0..=3; a later one stands at its event's sequence plus this.
const LATER: i64 = 4;

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
    standing: i32,
    ending: Ending,
}

/// How a place ended. The two facts are two events, which a batch boundary may separate.
#[derive(Debug, Default)]
struct Ending {
    cancelled_at: Option<DateTime<Utc>>,
    expired: bool,
}

/// What a batch changes.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    bookings: Vec<BookingRow>,
    places: Vec<PlaceRow>,
    new_bookings: HashMap<BookingId, usize>,
    new_places: HashMap<PlaceId, usize>,
    /// New masters of bookings of earlier batches.
    masters: BTreeMap<BookingId, MemberId>,
    /// Endings of places of earlier batches.
    endings: BTreeMap<PlaceId, Ending>,
}

impl Changes {
    pub(crate) fn apply(&mut self, recorded: &RecordedEvent) {
        match &recorded.event {
            Event::Reservation(event) => self.apply_reservation(event, recorded.sequence),
            // Rights, vouchers and days are other questions.
            Event::Membership(_) | Event::Voucher(_) | Event::CourseDay(_) | Event::Order(_) => {}
        }
    }

    fn apply_reservation(&mut self, event: &ReservationEvent, sequence: i64) {
        match event {
            ReservationEvent::RoundBooked { booking, club, play_date, holes, master, places, booked_at } => {
                self.new_bookings.insert(*booking, self.bookings.len());
                self.bookings.push(BookingRow {
                    id: *booking,
                    master: *master,
                    booked_at: *booked_at,
                    play_date: *play_date,
                    holes: *holes,
                    club: club.clone(),
                });
                for (standing, place) in (0..).zip(places) {
                    self.add_place(*booking, place, *play_date, standing);
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
                let standing = i32::try_from(LATER + sequence).unwrap_or(i32::MAX);
                self.add_place(*booking, place, *play_date, standing);
            }
            ReservationEvent::PlaceCancelled {
                place,
                cancelled_at,
                booking: _,
                member: _,
                by: _,
                mode: _,
            } => {
                self.ending(*place).cancelled_at = Some(*cancelled_at);
            }
            ReservationEvent::PlayRightExpired { place, booking: _, member: _ } => {
                self.ending(*place).expired = true;
            }
            ReservationEvent::MasterPassedOn { booking, to, from: _ } => {
                match self.new_bookings.get(booking).and_then(|index| self.bookings.get_mut(*index)) {
                    Some(row) => row.master = *to,
                    None => {
                        self.masters.insert(*booking, *to);
                    }
                }
            }
            // Says what the places' own cancellations have said.
            ReservationEvent::BookingCancelled { booking: _ } => {}
        }
    }

    fn add_place(&mut self, booking: BookingId, place: &BookedPlace, play_date: NaiveDate, standing: i32) {
        self.new_places.insert(place.place, self.places.len());
        self.places.push(PlaceRow {
            id: place.place,
            booking,
            member: place.member,
            right: place.right.clone(),
            play_date,
            standing,
            ending: Ending::default(),
        });
    }

    fn ending(&mut self, place: PlaceId) -> &mut Ending {
        match self.new_places.get(&place).and_then(|index| self.places.get_mut(*index)) {
            Some(row) => &mut row.ending,
            None => self.endings.entry(place).or_default(),
        }
    }

    pub(crate) async fn write(
        self,
        connection: &mut PgConnection,
        schema: &Schema,
    ) -> Result<u64, ProjectorError> {
        let mut rows = 0;
        if !self.bookings.is_empty() {
            rows += insert_bookings(&self.bookings, connection, schema).await?;
        }
        if !self.places.is_empty() {
            rows += insert_places(&self.places, connection, schema).await?;
        }
        if !self.endings.is_empty() {
            let sql = schema.sql(include_str!("end_places.sql"));
            let done = sqlx::query(&sql)
                .bind(self.endings.keys().map(|place| place.0).collect::<Vec<_>>())
                .bind(self.endings.values().map(|ending| ending.cancelled_at).collect::<Vec<_>>())
                .bind(self.endings.values().map(|ending| ending.expired).collect::<Vec<_>>())
                .execute(&mut *connection)
                .await?;
            rows +=
                ProjectorError::unless_all("reservations_places", self.endings.len(), done.rows_affected())?;
        }
        if !self.masters.is_empty() {
            let sql = schema.sql(include_str!("pass_on_bookings.sql"));
            let done = sqlx::query(&sql)
                .bind(self.masters.keys().map(|booking| booking.0).collect::<Vec<_>>())
                .bind(self.masters.values().map(|master| master.0).collect::<Vec<_>>())
                .execute(&mut *connection)
                .await?;
            rows += ProjectorError::unless_all(
                "reservations_bookings",
                self.masters.len(),
                done.rows_affected(),
            )?;
        }
        Ok(rows)
    }
}

async fn insert_bookings(
    rows: &[BookingRow],
    connection: &mut PgConnection,
    schema: &Schema,
) -> Result<u64, sqlx::Error> {
    NewRows::of("reservations_bookings", rows)
        .column("booking_id", |row| row.id.0)
        .column("master_id", |row| row.master.0)
        .column("booked_at", |row| row.booked_at)
        .column("play_date", |row| row.play_date)
        .column("holes", |row| i16::from(row.holes.count()))
        .column("club_id", |row| row.club.0.as_str())
        .insert(connection, schema)
        .await
}

async fn insert_places(
    rows: &[PlaceRow],
    connection: &mut PgConnection,
    schema: &Schema,
) -> Result<u64, sqlx::Error> {
    NewRows::of("reservations_places", rows)
        .column("place_id", |row| row.id.0)
        .column("booking_id", |row| row.booking.0)
        .column("member_id", |row| row.member.0)
        .column("subscription_id", |row| subscription(&row.right))
        .column("voucher_id", |row| voucher(&row.right).map(|(id, _)| id))
        .column("cancelled_at", |row| row.ending.cancelled_at)
        .column("play_date", |row| row.play_date)
        .column("standing", |row| row.standing)
        .column("playright_expired", |row| row.ending.expired)
        .column("voucher_title", |row| voucher(&row.right).map(|(_, title)| title))
        .insert(connection, schema)
        .await
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
