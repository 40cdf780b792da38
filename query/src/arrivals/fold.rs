//! Events to rows: scans, which decisions change, the places whose arrival follows from them, and absences, which an
//! arrival ends.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    AbsenceReason, AggregateType, ArrivalListEvent, BookingId, ClubId, Event, Holes, MemberId, PlaceId,
    Position, RecordedEvent, Scan, ScanId, ScannedRound,
};

use super::ScanKind;
use crate::fold::Treatment::{Ids, Instant, Open, Withheld};
use crate::fold::{Fold, Tables};
use crate::reads::Query;
use crate::rows::{Rows, Writer};
use crate::table_changes::TableChanges;
use crate::{Projection, ProjectorError};

/// Something of a list.
type OfList<Id> = (ClubId, NaiveDate, Id);

/// The round of a scan.
type Round = (BookingId, PlaceId, MemberId);

#[derive(Debug)]
struct ScanRow {
    club: ClubId,
    date: NaiveDate,
    kind: ScanKind,
    round: Option<Round>,
    holes: Option<Holes>,
    scan: Scan,
    position: Position,
}

/// What was decided about a scan in this batch.
#[derive(Debug, Default)]
struct Decision(Option<Decided>);

#[derive(Debug)]
struct Decided {
    counts: bool,
    reason: String,
    position: Position,
}

impl Decision {
    fn counts(&self) -> Option<bool> {
        self.0.as_ref().map(|decided| decided.counts)
    }

    fn reason(&self) -> Option<&str> {
        self.0.as_ref().map(|decided| decided.reason.as_str())
    }

    fn position(&self) -> Option<Position> {
        self.0.as_ref().map(|decided| decided.position)
    }
}

/// The changes of a place's arrival in this batch. What follows from its scans is computed where they are stored.
#[derive(Debug)]
struct PlaceChange {
    booking: BookingId,
    member: MemberId,
    /// Of an event with which a player arrives: the place may be new. None: there is a row, or nobody arrived.
    holes: Option<Holes>,
    walk_in: Option<bool>,
    /// Corrections before this batch do not apply any more.
    holes_reset: bool,
    played_holes: Option<Holes>,
    annulled: Option<Position>,
    /// When the last event that may have taken the arrival back was recorded.
    ended_at: Option<DateTime<Utc>>,
}

impl PlaceChange {
    const fn of(booking: BookingId, member: MemberId) -> Self {
        let (holes, walk_in, played_holes, annulled, ended_at) = (None, None, None, None, None);
        Self { booking, member, holes, walk_in, holes_reset: false, played_holes, annulled, ended_at }
    }
}

#[derive(Debug)]
struct Absence {
    booking: BookingId,
    member: MemberId,
    reason: AbsenceReason,
    recorded_at: DateTime<Utc>,
}

/// The changes of a place's absence in this batch.
#[derive(Debug, Default)]
struct AbsenceChange {
    /// None: it was recorded before, or nobody is absent.
    recorded: Option<Absence>,
    objected_at: Option<DateTime<Utc>>,
    ended_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    scans: TableChanges<OfList<ScanId>, ScanRow, Decision>,
    places: BTreeMap<OfList<PlaceId>, PlaceChange>,
    absences: BTreeMap<OfList<PlaceId>, AbsenceChange>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::for_fold::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "arrivals";
    const TABLES: Tables = &[
        (
            "arrivals_places",
            &[
                ("club_id", Open),
                ("play_date", Open),
                ("place_id", Ids),
                ("booking_id", Ids),
                ("member_id", Ids),
                ("holes", Open),
                ("played_holes", Open),
                ("arrived_at", Instant),
                ("arrived_by", Ids),
                ("method", Open),
                ("walk_in", Open),
                ("by_decision", Open),
                ("seen_again", Open),
                ("annulled_at", Instant),
                ("annulled_position", Withheld),
            ],
        ),
        (
            "arrivals_scans",
            &[
                ("club_id", Open),
                ("play_date", Open),
                ("scan_id", Ids),
                ("kind", Open),
                ("place_id", Ids),
                ("booking_id", Ids),
                ("member_id", Ids),
                ("holes", Open),
                ("scanned_at", Instant),
                ("scanned_by", Ids),
                ("method", Open),
                ("counts", Open),
                ("reason", Withheld),
                ("position", Withheld),
            ],
        ),
        (
            "arrivals_absences",
            &[
                ("club_id", Open),
                ("play_date", Open),
                ("place_id", Ids),
                ("booking_id", Ids),
                ("member_id", Ids),
                ("reason", Withheld),
                ("recorded_at", Instant),
                ("objected_at", Instant),
                ("ended_at", Instant),
            ],
        ),
    ];
    const READS: &'static [AggregateType] = &[AggregateType::ArrivalList];
    const QUERIES: &'static [Query] = super::reads::QUERIES;
    const SOURCES: &'static [&'static str] = &[
        include_str!("fold.rs"),
        include_str!("../arrivals.rs"),
        include_str!("decide_scans.sql"),
        include_str!("settle_places.sql"),
        include_str!("record_absences.sql"),
        include_str!("change_absences.sql"),
    ];

    fn apply(&mut self, recorded: &RecordedEvent) {
        let Event::ArrivalList(event) = &recorded.event else { return };
        match event {
            ArrivalListEvent::PlayerArrived { club, date, booking, place, member, holes, walk_in, scan } => {
                let round = (*booking, *place, *member);
                self.add(recorded, (club, *date), (ScanKind::Arrival, *scan), Some(round), Some(*holes));
                let change = self.place((club, *date), round);
                (change.holes, change.walk_in) = (Some(*holes), Some(*walk_in));
                (change.holes_reset, change.played_holes) = (true, None);
                self.end_absence(recorded, (club, *date, *place));
            }
            ArrivalListEvent::PlayerSeenAgain { club, date, booking, place, member, scan } => {
                let round = (*booking, *place, *member);
                self.add(recorded, (club, *date), (ScanKind::SeenAgain, *scan), Some(round), None);
                self.place((club, *date), round);
            }
            ArrivalListEvent::IrregularScanRecorded { club, date, why, round, scan } => {
                let (kind, holes) = (ScanKind::Irregular(*why), round.map(|round| round.holes));
                self.add(recorded, (club, *date), (kind, *scan), round.as_ref().map(named), holes);
            }
            ArrivalListEvent::IrregularScanDecided { club, date, scan, counts, round, reason } => {
                self.scans.change((club.clone(), *date, *scan)).0 =
                    Some(Decided { counts: *counts, reason: reason.clone(), position: recorded.position });
                let Some(round) = round else { return };
                let change = self.place((club, *date), named(round));
                if *counts {
                    change.holes = Some(round.holes);
                    self.end_absence(recorded, (club, *date, round.place));
                } else {
                    change.ended_at = Some(recorded.recorded_at);
                }
            }
            ArrivalListEvent::ArrivalAnnulled { club, date, booking, place, member, reason: _ } => {
                let change = self.place((club, *date), (*booking, *place, *member));
                (change.annulled, change.ended_at) = (Some(recorded.position), Some(recorded.recorded_at));
                (change.holes_reset, change.played_holes) = (true, None);
            }
            ArrivalListEvent::PlayedHolesCorrected {
                club,
                date,
                booking,
                place,
                member,
                holes,
                reason: _,
            } => {
                self.place((club, *date), (*booking, *place, *member)).played_holes = Some(*holes);
            }
            ArrivalListEvent::AbsenceRecorded { club, date, booking, place, member, reason } => {
                let (booking, member, reason) = (*booking, *member, *reason);
                let absence = Absence { booking, member, reason, recorded_at: recorded.recorded_at };
                *self.absence((club, *date, *place)) =
                    AbsenceChange { recorded: Some(absence), ..AbsenceChange::default() };
            }
            ArrivalListEvent::AbsenceObjected { club, date, place, .. } => {
                self.absence((club, *date, *place)).objected_at = Some(recorded.recorded_at);
            }
            ArrivalListEvent::AbsenceWithdrawn { club, date, place, .. } => {
                self.end_absence(recorded, (club, *date, *place));
            }
        }
    }

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        Rows::from_iter(self.scans.new_rows())
            .column("club_id", |(row, _)| row.club.0.as_str())
            .column("play_date", |(row, _)| row.date)
            .column("scan_id", |(row, _)| row.scan.id.0)
            .column("kind", |(row, _)| row.kind.as_str())
            .column("booking_id", |(row, _)| row.round.map(|(booking, _, _)| booking.0))
            .column("place_id", |(row, _)| row.round.map(|(_, place, _)| place.0))
            .column("member_id", |(row, _)| row.round.map(|(_, _, member)| member.0))
            .column("holes", |(row, _)| row.holes.map(|holes| i16::from(holes.count())))
            .column("scanned_at", |(row, _)| row.scan.at)
            .column("scanned_by", |(row, _)| row.scan.by.0)
            .column("method", |(row, _)| row.scan.method.as_str())
            .column("counts", |(_, decision)| decision.counts())
            .column("reason", |(_, decision)| decision.reason())
            .column("position", |(row, decision)| decision.position().unwrap_or(row.position))
            .insert("arrivals_scans", writer)
            .await?;
        Rows::from_iter(self.scans.changed_rows())
            .column("club_id", |((club, _, _), _)| club.0.as_str())
            .column("play_date", |((_, date, _), _)| *date)
            .column("scan_id", |((_, _, scan), _)| scan.0)
            .column("counts", |(_, decision)| decision.counts())
            .column("reason", |(_, decision)| decision.reason())
            .column("position", |(_, decision)| decision.position())
            .update("arrivals_scans", include_str!("decide_scans.sql"), writer)
            .await?;
        Rows::from_iter(&self.places)
            .column("club_id", |((club, _, _), _)| club.0.as_str())
            .column("play_date", |((_, date, _), _)| *date)
            .column("place_id", |((_, _, place), _)| place.0)
            .column("booking_id", |(_, change)| change.booking.0)
            .column("member_id", |(_, change)| change.member.0)
            .column("holes", |(_, change)| change.holes.map(|holes| i16::from(holes.count())))
            .column("walk_in", |(_, change)| change.walk_in)
            .column("holes_reset", |(_, change)| change.holes_reset)
            .column("played_holes", |(_, change)| change.played_holes.map(|holes| i16::from(holes.count())))
            .column("annulled_position", |(_, change)| change.annulled)
            .column("ended_at", |(_, change)| change.ended_at)
            .update_known(include_str!("settle_places.sql"), writer)
            .await?;
        let absences = self.absences.iter();
        let recorded =
            absences.clone().filter_map(|(key, change)| Some((key, change.recorded.as_ref()?, change)));
        Rows::from_iter(recorded)
            .column("club_id", |((club, _, _), _, _)| club.0.as_str())
            .column("play_date", |((_, date, _), _, _)| *date)
            .column("place_id", |((_, _, place), _, _)| place.0)
            .column("booking_id", |(_, absence, _)| absence.booking.0)
            .column("member_id", |(_, absence, _)| absence.member.0)
            .column("reason", |(_, absence, _)| absence.reason.as_str())
            .column("recorded_at", |(_, absence, _)| absence.recorded_at)
            .column("objected_at", |(_, _, change)| change.objected_at)
            .column("ended_at", |(_, _, change)| change.ended_at)
            .update_known(include_str!("record_absences.sql"), writer)
            .await?;
        Rows::from_iter(absences.filter(|(_, change)| change.recorded.is_none()))
            .column("club_id", |((club, _, _), _)| club.0.as_str())
            .column("play_date", |((_, date, _), _)| *date)
            .column("place_id", |((_, _, place), _)| place.0)
            .column("objected_at", |(_, change)| change.objected_at)
            .column("ended_at", |(_, change)| change.ended_at)
            .update_known(include_str!("change_absences.sql"), writer)
            .await?;
        Ok(())
    }
}

impl Changes {
    fn add(
        &mut self,
        recorded: &RecordedEvent,
        (club, date): (&ClubId, NaiveDate),
        (kind, scan): (ScanKind, Scan),
        round: Option<Round>,
        holes: Option<Holes>,
    ) {
        let row = ScanRow { club: club.clone(), date, kind, round, holes, scan, position: recorded.position };
        self.scans.insert((club.clone(), date, scan.id), row);
    }

    fn absence(&mut self, (club, date, place): (&ClubId, NaiveDate, PlaceId)) -> &mut AbsenceChange {
        self.absences.entry((club.clone(), date, place)).or_default()
    }

    fn end_absence(&mut self, recorded: &RecordedEvent, place: (&ClubId, NaiveDate, PlaceId)) {
        self.absence(place).ended_at.get_or_insert(recorded.recorded_at);
    }

    fn place(
        &mut self,
        (club, date): (&ClubId, NaiveDate),
        (booking, place, member): Round,
    ) -> &mut PlaceChange {
        let change = || PlaceChange::of(booking, member);
        self.places.entry((club.clone(), date, place)).or_insert_with(change)
    }
}

const fn named(round: &ScannedRound) -> Round {
    (round.booking, round.place, round.member)
}
