//! Events to rows: one per event about a place, and those of what the club is owed.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use fairway_events::{
    AbsenceReason, AggregateType, ArrivalListEvent, BookingId, ClubId, DisputeId, DisputeOutcome, Event,
    Holes, MemberId, Month, MonthAmounts, PlaceId, Position, RecordedEvent, ScanId, ScannedRound,
    SettlementEvent, TariffPrices, VatRegime,
};

use super::FactKind;
use crate::fold::Treatment::{Ids, Instant, Open, Withheld};
use crate::fold::{Fold, Tables};
use crate::reads::Query;
use crate::rows::{Rows, Writer};
use crate::table_changes::TableChanges;
use crate::{Projection, ProjectorError};

#[derive(Debug)]
struct FactRow {
    club: ClubId,
    position: Position,
    date: NaiveDate,
    place: PlaceId,
    booking: BookingId,
    member: MemberId,
    kind: FactKind,
    scan: Option<ScanId>,
    holes: Option<Holes>,
    walk_in: Option<bool>,
    counts: Option<bool>,
    absence: Option<AbsenceReason>,
    note: Option<String>,
    recorded_at: DateTime<Utc>,
}

#[derive(Debug)]
struct TariffRow {
    club: ClubId,
    position: Position,
    from: NaiveDate,
    prices: TariffPrices,
    vat: VatRegime,
}

#[derive(Debug)]
struct MonthRow {
    club: ClubId,
    month: Month,
    position: Position,
    closed_at: DateTime<Utc>,
    as_of: Position,
    amounts: MonthAmounts,
    amounts_json: String,
    lines_hash: String,
    invoice_json: Option<String>,
    invoice_number: Option<String>,
}

#[derive(Debug)]
struct DisputeRow {
    club: ClubId,
    dispute: DisputeId,
    month: Month,
    date: NaiveDate,
    place: Option<PlaceId>,
    reason: String,
    disputed_at: DateTime<Utc>,
}

/// How a dispute ended in this batch.
#[derive(Debug, Default)]
struct DisputeChange(Option<DisputeEnd>);

#[derive(Debug)]
struct DisputeEnd {
    outcome: DisputeOutcome,
    adjustment: i64,
    vat: VatRegime,
    reason: String,
    at: DateTime<Utc>,
    position: Position,
}

#[derive(Debug, Default)]
pub(super) struct Changes {
    facts: Vec<FactRow>,
    tariffs: Vec<TariffRow>,
    months: Vec<MonthRow>,
    disputes: TableChanges<(ClubId, DisputeId), DisputeRow, DisputeChange>,
    /// How many events each club's settlement has; 0: none in this batch.
    clubs: BTreeMap<ClubId, i64>,
}

/// The projection.
pub const PROJECTION: Projection = Projection::for_fold::<Changes>();

impl Fold for Changes {
    const NAME: &'static str = "statements";
    const TABLES: Tables = &[
        (
            "statements_facts",
            &[
                ("club_id", Open),
                ("position", Withheld),
                ("play_date", Open),
                ("place_id", Ids),
                ("booking_id", Ids),
                ("member_id", Ids),
                ("kind", Open),
                ("scan_id", Ids),
                ("holes", Open),
                ("walk_in", Open),
                ("counts", Open),
                ("reason", Withheld),
                ("note", Withheld),
                ("recorded_at", Instant),
            ],
        ),
        (
            "statements_tariffs",
            &[
                ("club_id", Open),
                ("position", Withheld),
                ("from_date", Open),
                ("weekday_9_cents", Open),
                ("weekday_18_cents", Open),
                ("weekend_9_cents", Open),
                ("weekend_18_cents", Open),
                ("absence_cents", Open),
                ("vat", Open),
            ],
        ),
        (
            "statements_months",
            &[
                ("club_id", Open),
                ("month", Open),
                ("position", Withheld),
                ("closed_at", Instant),
                ("as_of", Withheld),
                ("amounts", Withheld),
                ("arrivals", Open),
                ("walk_ins", Open),
                ("absences", Open),
                ("corrections", Open),
                ("adjustments", Open),
                ("net_cents", Open),
                ("vat_cents", Open),
                ("total_cents", Open),
                ("lines_hash", Withheld),
                ("invoice", Withheld),
                ("invoice_number", Open),
            ],
        ),
        (
            "statements_disputes",
            &[
                ("club_id", Open),
                ("dispute_id", Ids),
                ("month", Open),
                ("play_date", Open),
                ("place_id", Ids),
                ("reason", Withheld),
                ("disputed_at", Instant),
                ("outcome", Open),
                ("adjustment_cents", Open),
                ("vat", Open),
                ("end_reason", Withheld),
                ("ended_at", Instant),
                ("end_position", Withheld),
            ],
        ),
        ("statements_clubs", &[("club_id", Open), ("events", Withheld)]),
    ];
    const READS: &'static [AggregateType] = &[AggregateType::ArrivalList, AggregateType::Settlement];
    const QUERIES: &'static [Query] = super::reads::QUERIES;
    const SOURCES: &'static [&'static str] = &[
        include_str!("fold.rs"),
        include_str!("../statements.rs"),
        include_str!("add_months.sql"),
        include_str!("end_disputes.sql"),
        include_str!("count_events.sql"),
    ];

    fn apply(&mut self, recorded: &RecordedEvent) {
        match &recorded.event {
            Event::ArrivalList(event) => self.apply_arrivals(recorded, event),
            Event::Settlement(event) => self.apply_settlement(recorded, event),
            // Who booked is not owed for: who came is.
            Event::Reservation(_)
            | Event::Membership(_)
            | Event::Voucher(_)
            | Event::CourseDay(_)
            | Event::Order(_)
            | Event::WaitingList(_) => {}
        }
    }

    async fn write(self, writer: &mut Writer<'_>) -> Result<(), ProjectorError> {
        Rows::from_iter(&self.facts)
            .column("club_id", |row| row.club.0.as_str())
            .column("position", |row| row.position)
            .column("play_date", |row| row.date)
            .column("place_id", |row| row.place.0)
            .column("booking_id", |row| row.booking.0)
            .column("member_id", |row| row.member.0)
            .column("kind", |row| row.kind.as_str())
            .column("scan_id", |row| row.scan.map(|scan| scan.0))
            .column("holes", |row| row.holes.map(|holes| i16::from(holes.count())))
            .column("walk_in", |row| row.walk_in)
            .column("counts", |row| row.counts)
            .column("reason", |row| row.absence.map(AbsenceReason::as_str))
            .column("note", |row| row.note.as_deref())
            .column("recorded_at", |row| row.recorded_at)
            .insert("statements_facts", writer)
            .await?;
        Rows::from_iter(&self.tariffs)
            .column("club_id", |row| row.club.0.as_str())
            .column("position", |row| row.position)
            .column("from_date", |row| row.from)
            .column("weekday_9_cents", |row| row.prices.weekday_9)
            .column("weekday_18_cents", |row| row.prices.weekday_18)
            .column("weekend_9_cents", |row| row.prices.weekend_9)
            .column("weekend_18_cents", |row| row.prices.weekend_18)
            .column("absence_cents", |row| row.prices.absence)
            .column("vat", |row| row.vat.as_str())
            .insert("statements_tariffs", writer)
            .await?;
        let count = |lines: u32| i32::try_from(lines).unwrap_or(i32::MAX);
        Rows::from_iter(&self.months)
            .column("club_id", |row| row.club.0.as_str())
            .column("month", |row| row.month.first_day())
            .column("position", |row| row.position)
            .column("closed_at", |row| row.closed_at)
            .column("as_of", |row| row.as_of)
            .column("amounts", |row| row.amounts_json.as_str())
            .column("arrivals", |row| count(row.amounts.arrivals.count))
            .column("walk_ins", |row| count(row.amounts.walk_ins.count))
            .column("absences", |row| count(row.amounts.absences.count))
            .column("corrections", |row| count(row.amounts.corrections.count))
            .column("adjustments", |row| count(row.amounts.adjustments.count))
            .column("net_cents", |row| row.amounts.net())
            .column("vat_cents", |row| row.amounts.vat_amount())
            .column("total_cents", |row| row.amounts.total())
            .column("lines_hash", |row| row.lines_hash.as_str())
            .column("invoice", |row| row.invoice_json.as_deref())
            .column("invoice_number", |row| row.invoice_number.as_deref())
            .update("statements_months", include_str!("add_months.sql"), writer)
            .await?;
        Rows::from_iter(self.disputes.new_rows())
            .column("club_id", |(row, _)| row.club.0.as_str())
            .column("dispute_id", |(row, _)| row.dispute.0)
            .column("month", |(row, _)| row.month.first_day())
            .column("play_date", |(row, _)| row.date)
            .column("place_id", |(row, _)| row.place.map(|place| place.0))
            .column("reason", |(row, _)| row.reason.as_str())
            .column("disputed_at", |(row, _)| row.disputed_at)
            .column("outcome", |(_, DisputeChange(end))| end.as_ref().map(|end| end.outcome.as_str()))
            .column("adjustment_cents", |(_, DisputeChange(end))| end.as_ref().map(|end| end.adjustment))
            .column("vat", |(_, DisputeChange(end))| end.as_ref().map(|end| end.vat.as_str()))
            .column("end_reason", |(_, DisputeChange(end))| end.as_ref().map(|end| end.reason.as_str()))
            .column("ended_at", |(_, DisputeChange(end))| end.as_ref().map(|end| end.at))
            .column("end_position", |(_, DisputeChange(end))| end.as_ref().map(|end| end.position))
            .insert("statements_disputes", writer)
            .await?;
        let ended = self.disputes.changed_rows();
        Rows::from_iter(ended.filter_map(|(key, DisputeChange(end))| Some((key, end.as_ref()?))))
            .column("club_id", |((club, _), _)| club.0.as_str())
            .column("dispute_id", |((_, dispute), _)| dispute.0)
            .column("outcome", |(_, end)| end.outcome.as_str())
            .column("adjustment_cents", |(_, end)| end.adjustment)
            .column("vat", |(_, end)| end.vat.as_str())
            .column("end_reason", |(_, end)| end.reason.as_str())
            .column("ended_at", |(_, end)| end.at)
            .column("end_position", |(_, end)| end.position)
            .update("statements_disputes", include_str!("end_disputes.sql"), writer)
            .await?;
        Rows::from_iter(&self.clubs)
            .column("club_id", |(club, _)| club.0.as_str())
            .column("events", |(_, events)| *events)
            .update_known(include_str!("count_events.sql"), writer)
            .await?;
        Ok(())
    }
}

impl Changes {
    fn apply_arrivals(&mut self, recorded: &RecordedEvent, event: &ArrivalListEvent) {
        let row = |(club, date): (&ClubId, &NaiveDate),
                   booking: &BookingId,
                   place: &PlaceId,
                   member: &MemberId,
                   kind| FactRow {
            club: club.clone(),
            position: recorded.position,
            date: *date,
            place: *place,
            booking: *booking,
            member: *member,
            kind,
            scan: None,
            holes: None,
            walk_in: None,
            counts: None,
            absence: None,
            note: None,
            recorded_at: recorded.recorded_at,
        };
        let row = match event {
            ArrivalListEvent::PlayerArrived { club, date, booking, place, member, holes, walk_in, scan } => {
                let row = row((club, date), booking, place, member, FactKind::Arrived);
                FactRow { scan: Some(scan.id), holes: Some(*holes), walk_in: Some(*walk_in), ..row }
            }
            ArrivalListEvent::PlayerSeenAgain { club, date, booking, place, member, scan } => {
                let row = row((club, date), booking, place, member, FactKind::SeenAgain);
                FactRow { scan: Some(scan.id), ..row }
            }
            ArrivalListEvent::IrregularScanDecided { club, date, scan, counts, round, reason } => {
                let Some(ScannedRound { booking, place, member, holes }) = round else { return };
                let row = row((club, date), booking, place, member, FactKind::Decided);
                let (scan, holes, note) = (Some(*scan), Some(*holes), Some(reason.clone()));
                FactRow { scan, holes, counts: Some(*counts), note, ..row }
            }
            ArrivalListEvent::ArrivalAnnulled { club, date, booking, place, member, reason } => {
                let row = row((club, date), booking, place, member, FactKind::Annulled);
                FactRow { note: Some(reason.clone()), ..row }
            }
            ArrivalListEvent::PlayedHolesCorrected { club, date, booking, place, member, holes, reason } => {
                let row = row((club, date), booking, place, member, FactKind::Holes);
                FactRow { holes: Some(*holes), note: Some(reason.clone()), ..row }
            }
            ArrivalListEvent::AbsenceRecorded { club, date, booking, place, member, reason } => {
                let row = row((club, date), booking, place, member, FactKind::Absent);
                FactRow { absence: Some(*reason), ..row }
            }
            ArrivalListEvent::AbsenceWithdrawn { club, date, booking, place, member, reason } => {
                let row = row((club, date), booking, place, member, FactKind::AbsenceWithdrawn);
                FactRow { note: Some(reason.clone()), ..row }
            }
            // Neither changes what is owed.
            ArrivalListEvent::IrregularScanRecorded { .. } | ArrivalListEvent::AbsenceObjected { .. } => {
                return;
            }
        };
        self.clubs.entry(row.club.clone()).or_default();
        self.facts.push(row);
    }

    fn apply_settlement(&mut self, recorded: &RecordedEvent, event: &SettlementEvent) {
        let (position, at) = (recorded.position, recorded.recorded_at);
        let club = match event {
            SettlementEvent::TariffSet { club, from, prices, vat } => {
                let (from, prices, vat) = (*from, *prices, *vat);
                self.tariffs.push(TariffRow { club: club.clone(), position, from, prices, vat });
                club
            }
            SettlementEvent::MonthClosed {
                club,
                month,
                as_of,
                amounts,
                lines_hash,
                closed_on: _,
                invoice,
            } => {
                self.months.push(MonthRow {
                    club: club.clone(),
                    month: *month,
                    position,
                    closed_at: at,
                    as_of: *as_of,
                    amounts: amounts.clone(),
                    // The database would refuse an empty text; there is no amount that has no JSON.
                    amounts_json: serde_json::to_string(amounts).unwrap_or_default(),
                    lines_hash: lines_hash.clone(),
                    invoice_json: invoice.as_ref().and_then(|invoice| serde_json::to_string(invoice).ok()),
                    invoice_number: invoice.as_ref().map(|invoice| invoice.number.clone()),
                });
                club
            }
            SettlementEvent::LineDisputed { club, dispute, month, date, place, reason } => {
                let row = DisputeRow {
                    club: club.clone(),
                    dispute: *dispute,
                    month: *month,
                    date: *date,
                    place: *place,
                    reason: reason.clone(),
                    disputed_at: at,
                };
                self.disputes.insert((club.clone(), *dispute), row);
                club
            }
            SettlementEvent::DisputeEnded {
                club,
                dispute,
                month: _,
                date: _,
                outcome,
                adjustment,
                vat,
                reason,
            } => {
                let (outcome, adjustment, vat, reason) = (*outcome, *adjustment, *vat, reason.clone());
                let end = DisputeEnd { outcome, adjustment, vat, reason, at, position };
                self.disputes.change((club.clone(), *dispute)).0 = Some(end);
                club
            }
        };
        self.clubs.insert(club.clone(), recorded.sequence);
    }
}
