//! Places: how somebody joined a round, and how they left it.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    BookedPlace, BookingId, CancelMode, ClubId, Holes, PlaceId, PlayRight, ReservationEvent,
};
use sqlx::PgConnection;

use crate::new_rows::NewRows;
use crate::{ProjectorError, Schema};

#[derive(Debug)]
struct Row {
    place: PlaceId,
    booking: BookingId,
    joined_at: DateTime<Utc>,
    play_date: NaiveDate,
    holes: Holes,
    entry: &'static str,
    play_right: &'static str,
    club: ClubId,
    ending: Ending,
}

/// How a place ended. The two facts are two events, which a batch boundary may separate.
#[derive(Debug, Default)]
struct Ending {
    cancelled: Option<(DateTime<Utc>, CancelMode)>,
    forfeited: bool,
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    taken: Vec<Row>,
    new: HashMap<PlaceId, usize>,
    /// Endings of places of earlier batches.
    endings: BTreeMap<PlaceId, Ending>,
}

impl Changes {
    pub(super) fn apply(&mut self, event: &ReservationEvent, imported: bool) {
        match event {
            ReservationEvent::RoundBooked {
                booking,
                club,
                play_date,
                holes,
                places,
                booked_at,
                master: _,
            } => {
                let entry = if imported { "imported" } else { "booked" };
                for place in places {
                    self.take(*booking, place, club, *play_date, *holes, (entry, *booked_at));
                }
            }
            ReservationEvent::PlayerAdded {
                booking,
                club,
                play_date,
                holes,
                place,
                added_at,
                added_by: _,
            } => {
                self.take(*booking, place, club, *play_date, *holes, ("added", *added_at));
            }
            ReservationEvent::PlaceCancelled { place, mode, cancelled_at, booking: _, member: _, by: _ } => {
                self.ending(*place).cancelled = Some((*cancelled_at, *mode));
            }
            ReservationEvent::PlayRightExpired { place, booking: _, member: _ } => {
                self.ending(*place).forfeited = true;
            }
            // Who leads is no figure; the last place's end says that the booking is over.
            ReservationEvent::MasterPassedOn { booking: _, from: _, to: _ }
            | ReservationEvent::BookingCancelled { booking: _ } => {}
        }
    }

    fn take(
        &mut self,
        booking: BookingId,
        place: &BookedPlace,
        club: &ClubId,
        play_date: NaiveDate,
        holes: Holes,
        (entry, joined_at): (&'static str, DateTime<Utc>),
    ) {
        self.new.insert(place.place, self.taken.len());
        self.taken.push(Row {
            place: place.place,
            booking,
            joined_at,
            play_date,
            holes,
            entry,
            play_right: match &place.right {
                PlayRight::Subscription { subscription: _ } => "pass",
                PlayRight::Voucher { voucher: _, title: _ } => "voucher",
            },
            club: club.clone(),
            ending: Ending::default(),
        });
    }

    fn ending(&mut self, place: PlaceId) -> &mut Ending {
        match self.new.get(&place).and_then(|index| self.taken.get_mut(*index)) {
            Some(row) => &mut row.ending,
            None => self.endings.entry(place).or_default(),
        }
    }

    pub(super) async fn write(
        self,
        connection: &mut PgConnection,
        schema: &Schema,
    ) -> Result<u64, ProjectorError> {
        let mut rows = 0;
        if !self.taken.is_empty() {
            rows += NewRows::of("analytics_places", &self.taken)
                .column("place_id", |row| row.place.0)
                .column("booking_id", |row| row.booking.0)
                .column("joined_at", |row| row.joined_at)
                .column("cancelled_at", |row| cancelled_at(&row.ending))
                .column("play_date", |row| row.play_date)
                .column("holes", |row| i16::from(row.holes.count()))
                .column("forfeited", |row| row.ending.forfeited)
                .column("entry", |row| row.entry)
                .column("play_right", |row| row.play_right)
                .column("cancel_mode", |row| mode(&row.ending))
                .column("club_id", |row| row.club.0.as_str())
                .insert(&mut *connection, schema)
                .await?;
        }
        if !self.endings.is_empty() {
            let endings = || self.endings.values();
            let sql = schema.sql(include_str!("../end_places.sql"));
            let done = sqlx::query(&sql)
                .bind(self.endings.keys().map(|place| place.0).collect::<Vec<_>>())
                .bind(endings().map(cancelled_at).collect::<Vec<_>>())
                .bind(endings().map(mode).collect::<Vec<_>>())
                .bind(endings().map(|ending| ending.forfeited).collect::<Vec<_>>())
                .execute(connection)
                .await?;
            rows += ProjectorError::unless_all("analytics_places", self.endings.len(), done.rows_affected())?;
        }
        Ok(rows)
    }
}

fn cancelled_at(ending: &Ending) -> Option<DateTime<Utc>> {
    ending.cancelled.map(|(at, _)| at)
}

fn mode(ending: &Ending) -> Option<&'static str> {
    ending.cancelled.map(|(_, mode)| match mode {
        CancelMode::Own => "own",
        CancelMode::Group => "group",
        CancelMode::Removal => "removal",
    })
}
