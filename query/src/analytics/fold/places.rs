//! Places: how a player joined a round, and how they left it.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    BookedPlace, BookingId, CancelMode, ClubId, Holes, PlaceId, PlayRight, ReservationEvent,
};

use crate::ProjectorError;
use crate::rows::{Rows, Writer};
use crate::table_changes::TableChanges;

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
}

/// How a place ended. Two events report it, which may be in different batches.
#[derive(Debug, Default)]
struct Ending {
    cancelled: Option<(DateTime<Utc>, &'static str)>,
    /// None: the batch does not change it.
    forfeited: Option<bool>,
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    places: TableChanges<PlaceId, Row, Ending>,
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
                    self.insert(*booking, place, club, *play_date, *holes, (entry, *booked_at));
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
                self.insert(*booking, place, club, *play_date, *holes, ("added", *added_at));
            }
            ReservationEvent::PlayerSwapped {
                booking,
                club,
                play_date,
                holes,
                left,
                place,
                swapped_at,
                by: _,
            } => {
                self.places.change(left.place).cancelled = Some((*swapped_at, "swap"));
                self.insert(*booking, place, club, *play_date, *holes, ("swapped", *swapped_at));
            }
            ReservationEvent::PlaceCancelled { place, mode, cancelled_at, booking: _, member: _, by: _ } => {
                self.places.change(*place).cancelled = Some((*cancelled_at, mode_name(*mode)));
            }
            ReservationEvent::PlaceCancelledByOperator { place, cancelled_at, booking: _, member: _ } => {
                self.places.change(*place).cancelled = Some((*cancelled_at, "operator"));
            }
            ReservationEvent::PlayRightExpired { place, booking: _, member: _ } => {
                self.places.change(*place).forfeited = Some(true);
            }
            ReservationEvent::PlayRightReturned { place, booking: _, member: _ } => {
                self.places.change(*place).forfeited = Some(false);
            }
            ReservationEvent::RoundCancelledByClub {
                places,
                cancelled_at,
                booking: _,
                club: _,
                play_date: _,
                notice: _,
            } => {
                for cancelled in places {
                    self.places.change(cancelled.place).cancelled = Some((*cancelled_at, "club"));
                }
            }
            // The views do not show the master, and a booking ends with the cancellation of its last place.
            _ => {}
        }
    }

    fn insert(
        &mut self,
        booking: BookingId,
        place: &BookedPlace,
        club: &ClubId,
        play_date: NaiveDate,
        holes: Holes,
        (entry, joined_at): (&'static str, DateTime<Utc>),
    ) {
        let row = Row {
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
        };
        self.places.insert(place.place, row);
    }

    pub(super) async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        Rows::from_iter(self.places.new_rows())
            .column("place_id", |(row, _)| row.place.0)
            .column("booking_id", |(row, _)| row.booking.0)
            .column("joined_at", |(row, _)| row.joined_at)
            .column("cancelled_at", |(_, ending)| cancelled_at(ending))
            .column("play_date", |(row, _)| row.play_date)
            .column("holes", |(row, _)| i16::from(row.holes.count()))
            .column("forfeited", |(_, ending)| ending.forfeited.unwrap_or(false))
            .column("entry", |(row, _)| row.entry)
            .column("play_right", |(row, _)| row.play_right)
            .column("cancel_mode", |(_, ending)| mode(ending))
            .column("club_id", |(row, _)| row.club.0.as_str())
            .insert("analytics_places", writer)
            .await?;
        Rows::from_iter(self.places.changed_rows())
            .column("place_id", |(place, _)| place.0)
            .column("cancelled_at", |(_, ending)| cancelled_at(ending))
            .column("cancel_mode", |(_, ending)| mode(ending))
            .column("forfeited", |(_, ending)| ending.forfeited)
            .change("analytics_places", writer)
            .await
    }
}

fn cancelled_at(ending: &Ending) -> Option<DateTime<Utc>> {
    ending.cancelled.map(|(at, _)| at)
}

fn mode(ending: &Ending) -> Option<&'static str> {
    ending.cancelled.map(|(_, mode)| mode)
}

const fn mode_name(mode: CancelMode) -> &'static str {
    match mode {
        CancelMode::Own => "own",
        CancelMode::Group => "group",
        CancelMode::Removal => "removal",
    }
}
