//! Reads of arrivals: a club's day, and what became of the scans that a device sent.

use std::collections::HashMap;

use chrono::NaiveDate;
use fairway_events::{ClubId, ClubUserId, Holes, PlaceId, ScanId, ScanMethod, ScannedRound};
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;

use super::{Arrival, DayArrivals, IrregularScan, RecordedScan, ScanKind};
use crate::reads::{ReadError, Reads, arguments, count, holes, queries};

queries! {
    DAY_ARRIVALS => include_str!("day_arrivals.sql"),
    RECORDED_SCANS => "SELECT scan_id, kind, place_id, scanned_at, scanned_by FROM arrivals_scans
        WHERE club_id = $1 AND scan_id = ANY($2) ORDER BY position",
}

impl Reads {
    /// The arrivals at a club on a day, and the irregular scans. A scan that a decision made count is among both.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn day_arrivals(&self, club: &ClubId, date: NaiveDate) -> Result<DayArrivals, ReadError> {
        let rows = self.rows(DAY_ARRIVALS, arguments!(club.0.as_str(), date)).await?;
        let mut day = DayArrivals::default();
        for row in &rows {
            match row.try_get::<Option<Uuid>, _>("scan_id")? {
                Some(scan) => day.irregular.extend(irregular(ScanId(scan), row)?),
                None => {
                    let arrival = arrival(row)?;
                    day.places.insert(arrival.place, arrival);
                }
            }
        }
        Ok(day)
    }

    /// Those of the scans that a club recorded. Devices make their ids: of one that two of its lists have, the first.
    ///
    /// # Errors
    /// [`ReadError`].
    pub async fn recorded_scans(
        &self,
        club: &ClubId,
        scans: &[ScanId],
    ) -> Result<HashMap<ScanId, RecordedScan>, ReadError> {
        let ids: Vec<Uuid> = scans.iter().map(|scan| scan.0).collect();
        let rows = self.rows(RECORDED_SCANS, arguments!(club.0.as_str(), ids)).await?;
        let mut recorded = HashMap::new();
        for row in &rows {
            recorded.entry(ScanId(row.try_get("scan_id")?)).or_insert(RecordedScan {
                kind: ScanKind::from_stored(row.try_get("kind")?),
                place: row.try_get::<Option<Uuid>, _>("place_id")?.map(PlaceId),
                at: row.try_get("scanned_at")?,
                by: ClubUserId(row.try_get("scanned_by")?),
            });
        }
        Ok(recorded)
    }
}

fn arrival(row: &PgRow) -> Result<Arrival, ReadError> {
    Ok(Arrival {
        place: PlaceId(row.try_get("place_id")?),
        booking: row.try_get::<Uuid, _>("booking_id")?.into(),
        member: row.try_get::<Uuid, _>("member_id")?.into(),
        holes: holes(row.try_get("holes")?)?,
        played_holes: holes(row.try_get("played_holes")?)?,
        arrived_at: row.try_get("scanned_at")?,
        arrived_by: ClubUserId(row.try_get("scanned_by")?),
        method: method(row)?,
        walk_in: row.try_get("walk_in")?,
        by_decision: row.try_get("by_decision")?,
        seen_again: count(row.try_get::<i32, _>("seen_again")?.into()),
        annulled_at: row.try_get("annulled_at")?,
    })
}

/// None: the scan is of no irregular kind, which the statement leaves out.
fn irregular(scan: ScanId, row: &PgRow) -> Result<Option<IrregularScan>, ReadError> {
    let ScanKind::Irregular(why) = ScanKind::from_stored(row.try_get("kind")?) else { return Ok(None) };
    let length: Option<Holes> = row.try_get::<Option<i16>, _>("holes")?.map(holes).transpose()?;
    let place: Option<Uuid> = row.try_get("place_id")?;
    let round = match place.zip(length) {
        Some((place, holes)) => Some(ScannedRound {
            booking: row.try_get::<Uuid, _>("booking_id")?.into(),
            place: PlaceId(place),
            member: row.try_get::<Uuid, _>("member_id")?.into(),
            holes,
        }),
        None => None,
    };
    Ok(Some(IrregularScan {
        scan,
        why,
        round,
        at: row.try_get("scanned_at")?,
        by: ClubUserId(row.try_get("scanned_by")?),
        method: method(row)?,
        counts: row.try_get("counts")?,
        reason: row.try_get("reason")?,
    }))
}

/// The column's check allows no other text.
fn method(row: &PgRow) -> Result<ScanMethod, sqlx::Error> {
    let text: &str = row.try_get("method")?;
    let known = ScanMethod::ALL.into_iter().find(|method| method.as_str() == text);
    Ok(known.unwrap_or(ScanMethod::List))
}
