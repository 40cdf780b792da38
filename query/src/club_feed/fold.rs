//! Events to rows, one each, however many places they are about: every booking pays for its row.

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    AggregateType, ArrivalListEvent, BookingId, ClubId, CourseDayEvent, Event, Holes, PlaceId, Position,
    RecordedEvent, ReservationEvent, Scan, ScanId, ScannedRound,
};

use super::FeedKind;
use crate::fold::Treatment::{Ids, Instant, Open, Withheld};
use crate::fold::{Fold, Tables};
use crate::reads::Query;
use crate::rows::{Rows, Writer};
use crate::{Projection, ProjectorError};

#[derive(Debug)]
struct Row {
    club: ClubId,
    date: NaiveDate,
    position: Position,
    recorded_at: DateTime<Utc>,
    kind: FeedKind,
    booking: Option<BookingId>,
    places: Vec<PlaceId>,
    left: Option<PlaceId>,
    holes: Option<Holes>,
    scan: Option<ScanId>,
    scanned_at: Option<DateTime<Utc>>,
    why: Option<&'static str>,
    counts: Option<bool>,
}

impl Row {
    fn of(recorded: &RecordedEvent, (club, date): (&ClubId, NaiveDate), kind: FeedKind) -> Self {
        Self {
            club: club.clone(),
            date,
            position: recorded.position,
            recorded_at: recorded.recorded_at,
            kind,
            booking: None,
            places: Vec::new(),
            left: None,
            holes: None,
            scan: None,
            scanned_at: None,
            why: None,
            counts: None,
        }
    }

    fn about(self, booking: BookingId, places: impl IntoIterator<Item = PlaceId>) -> Self {
        Self { booking: Some(booking), places: places.into_iter().collect(), ..self }
    }

    fn of_scan(self, scan: &Scan) -> Self {
        Self { scan: Some(scan.id), scanned_at: Some(scan.at), ..self }
    }

    fn of_round(self, round: Option<&ScannedRound>) -> Self {
        let Some(round) = round else { return self };
        Self { holes: Some(round.holes), ..self.about(round.booking, [round.place]) }
    }
}

/// An agreed start time, of whose booking the event names no club.
#[derive(Debug)]
struct StartTimeRow {
    position: Position,
    recorded_at: DateTime<Utc>,
    booking: BookingId,
    start_time: Option<String>,
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    rows: Vec<Row>,
    start_times: Vec<StartTimeRow>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::for_fold::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "club_feed";
    const MEMBER_FACING: bool = false;
    const TABLES: Tables = &[(
        "club_feed",
        &[
            ("club_id", Open),
            ("position", Withheld),
            ("kind", Open),
            ("recorded_at", Instant),
            ("play_date", Open),
            ("booking_id", Ids),
            ("place_ids", Ids),
            ("left_place_id", Ids),
            ("holes", Open),
            ("start_time", Withheld),
            ("scan_id", Ids),
            ("scanned_at", Instant),
            ("why", Open),
            ("counts", Open),
        ],
    )];
    const READS: &'static [AggregateType] =
        &[AggregateType::Reservation, AggregateType::CourseDay, AggregateType::ArrivalList];
    const QUERIES: &'static [Query] = super::QUERIES;
    const SOURCES: &'static [&'static str] =
        &[include_str!("fold.rs"), include_str!("../club_feed.rs"), include_str!("add_start_times.sql")];

    fn apply(&mut self, recorded: &RecordedEvent) {
        match &recorded.event {
            Event::Reservation(event) => self.apply_reservation(recorded, event),
            Event::CourseDay(event) => self.apply_course_day(recorded, event),
            Event::ArrivalList(event) => self.rows.push(arrival(recorded, event)),
            Event::Membership(_)
            | Event::Voucher(_)
            | Event::Order(_)
            | Event::WaitingList(_)
            | Event::Settlement(_) => {}
        }
    }

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        Rows::from_iter(&self.rows)
            .column("club_id", |row| row.club.0.as_str())
            .column("position", |row| row.position)
            .column("kind", |row| row.kind.as_str())
            .column("recorded_at", |row| row.recorded_at)
            .column("play_date", |row| row.date)
            .column("booking_id", |row| row.booking.map(|booking| booking.0))
            .column("place_ids", |row| row.places.iter().map(|place| place.0).collect::<Vec<_>>())
            .column("left_place_id", |row| row.left.map(|place| place.0))
            .column("holes", |row| row.holes.map(|holes| i16::from(holes.count())))
            .column("scan_id", |row| row.scan.map(|scan| scan.0))
            .column("scanned_at", |row| row.scanned_at)
            .column("why", |row| row.why)
            .column("counts", |row| row.counts)
            .insert("club_feed", writer)
            .await?;
        Rows::from_iter(&self.start_times)
            .column("booking_id", |row| row.booking.0)
            .column("position", |row| row.position)
            .column("recorded_at", |row| row.recorded_at)
            .column("start_time", |row| row.start_time.as_deref())
            .update("events", include_str!("add_start_times.sql"), writer)
            .await
    }
}

impl Changes {
    fn apply_reservation(&mut self, recorded: &RecordedEvent, event: &ReservationEvent) {
        match event {
            ReservationEvent::RoundBooked {
                booking,
                club,
                play_date,
                holes,
                places,
                master: _,
                booked_at: _,
            } => {
                let row = Row::of(recorded, (club, *play_date), FeedKind::Booked);
                let row = row.about(*booking, places.iter().map(|place| place.place));
                self.rows.push(Row { holes: Some(*holes), ..row });
            }
            ReservationEvent::PlayerAdded {
                booking,
                club,
                play_date,
                holes,
                place,
                added_by: _,
                added_at: _,
            } => {
                let row = Row::of(recorded, (club, *play_date), FeedKind::Booked);
                self.rows.push(Row { holes: Some(*holes), ..row.about(*booking, [place.place]) });
            }
            ReservationEvent::PlayerSwapped {
                booking,
                club,
                play_date,
                holes,
                left,
                place,
                by: _,
                swapped_at: _,
            } => {
                let row = Row::of(recorded, (club, *play_date), FeedKind::Swapped);
                let row = row.about(*booking, [place.place]);
                self.rows.push(Row { holes: Some(*holes), left: Some(left.place), ..row });
            }
            ReservationEvent::StartTimeAgreed { booking, start_time, by: _, agreed_at: _ } => {
                self.start_times.push(StartTimeRow {
                    position: recorded.position,
                    recorded_at: recorded.recorded_at,
                    booking: *booking,
                    start_time: start_time.map(String::from),
                });
            }
            // The club's day says which places are free again, whatever the cause.
            ReservationEvent::PlaceCancelled { .. }
            | ReservationEvent::PlaceCancelledByOperator { .. }
            | ReservationEvent::RoundCancelledByClub { .. }
            | ReservationEvent::BookingCancelled { .. }
            | ReservationEvent::PlayRightExpired { .. }
            | ReservationEvent::PlayRightReturned { .. }
            | ReservationEvent::MasterPassedOn { .. } => {}
        }
    }

    fn apply_course_day(&mut self, recorded: &RecordedEvent, event: &CourseDayEvent) {
        match event {
            CourseDayEvent::PlacesReleased { club, date, booking, places } => {
                let row = Row::of(recorded, (club, *date), FeedKind::Cancelled);
                self.rows.push(row.about(*booking, places.iter().copied()));
            }
            CourseDayEvent::CourseStateReported { club, date, .. } => {
                self.rows.push(Row::of(recorded, (club, *date), FeedKind::Course));
            }
            // Claims and swaps are those of the bookings; the other events are about nobody's round.
            CourseDayEvent::PlacesClaimed { .. }
            | CourseDayEvent::PlaceSwapped { .. }
            | CourseDayEvent::DayClosed { .. }
            | CourseDayEvent::DayLimited { .. }
            | CourseDayEvent::DayReopened { .. }
            | CourseDayEvent::PlacesHeld { .. }
            | CourseDayEvent::HoldEnded { .. }
            | CourseDayEvent::WaitingGroupsChanged { .. } => {}
        }
    }
}

fn arrival(recorded: &RecordedEvent, event: &ArrivalListEvent) -> Row {
    match event {
        ArrivalListEvent::PlayerArrived {
            club,
            date,
            booking,
            place,
            holes,
            scan,
            member: _,
            walk_in: _,
        } => {
            let row = Row::of(recorded, (club, *date), FeedKind::Arrived).about(*booking, [*place]);
            Row { holes: Some(*holes), ..row.of_scan(scan) }
        }
        ArrivalListEvent::PlayerSeenAgain { club, date, booking, place, scan, member: _ } => {
            Row::of(recorded, (club, *date), FeedKind::SeenAgain).about(*booking, [*place]).of_scan(scan)
        }
        ArrivalListEvent::IrregularScanRecorded { club, date, why, round, scan } => {
            let row = Row::of(recorded, (club, *date), FeedKind::Irregular).of_scan(scan);
            Row { why: Some(why.as_str()), ..row.of_round(round.as_ref()) }
        }
        ArrivalListEvent::IrregularScanDecided { club, date, scan, counts, round, reason: _ } => {
            let row = Row::of(recorded, (club, *date), FeedKind::Decided).of_round(round.as_ref());
            Row { scan: Some(*scan), counts: Some(*counts), ..row }
        }
        ArrivalListEvent::ArrivalAnnulled { club, date, booking, place, member: _, reason: _ } => {
            Row::of(recorded, (club, *date), FeedKind::Annulled).about(*booking, [*place])
        }
        ArrivalListEvent::PlayedHolesCorrected {
            club,
            date,
            booking,
            place,
            holes,
            member: _,
            reason: _,
        } => {
            let row = Row::of(recorded, (club, *date), FeedKind::Holes).about(*booking, [*place]);
            Row { holes: Some(*holes), ..row }
        }
        // The reason may be an illness.
        ArrivalListEvent::AbsenceRecorded { club, date, booking, place, member: _, reason: _ } => {
            Row::of(recorded, (club, *date), FeedKind::Absent).about(*booking, [*place])
        }
        ArrivalListEvent::AbsenceObjected { club, date, booking, place, member: _ } => {
            Row::of(recorded, (club, *date), FeedKind::AbsenceObjected).about(*booking, [*place])
        }
        ArrivalListEvent::AbsenceWithdrawn { club, date, booking, place, member: _, reason: _ } => {
            Row::of(recorded, (club, *date), FeedKind::AbsenceWithdrawn).about(*booking, [*place])
        }
    }
}
