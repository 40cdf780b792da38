//! The statements of clubs (docs/domain.md §3.30), computed a second time: the lists of arrivals say what came of each
//! place, the settlements which months were closed. The lists are other streams, so each change of a place is written to a
//! scratch table; the closed months are few and stay in memory.

mod lines;

use std::fmt;

use anyhow::Result;
use chrono::NaiveDate;
use fairway_audit::description::{counted, euros};
use fairway_audit::state::settlement::{Settlement, Tariff};
use fairway_events::{
    ClubId, DisputeOutcome, Holes, LineSum, Month, MonthAmounts, PlaceId, Position, RecordedEvent,
};
use futures::TryStreamExt;
use sqlx::{Executor, PgPool};
use uuid::Uuid;

use super::findings::{Findings, Kind};
use super::scratch::{Table, escaped};
use super::sql;
use lines::{Adjustment, Place, Statement};

/// What a list of arrivals says of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Came {
    /// Nothing that costs anything.
    No,
    /// The player did not come and gave no reason.
    Absent,
    /// The player came, and played so many holes.
    Arrived(Holes),
    /// Likewise; the club booked the round when the player came.
    WalkedIn(Holes),
}

impl Came {
    const ALL: [Self; 6] = [
        Self::No,
        Self::Absent,
        Self::Arrived(Holes::Nine),
        Self::Arrived(Holes::Eighteen),
        Self::WalkedIn(Holes::Nine),
        Self::WalkedIn(Holes::Eighteen),
    ];

    /// As the scratch table has it; none of any other text.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|came| came.to_string() == name)
    }
}

impl fmt::Display for Came {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::No => f.write_str("no"),
            Self::Absent => f.write_str("absent"),
            Self::Arrived(holes) => write!(f, "arrived {holes}"),
            Self::WalkedIn(holes) => write!(f, "walked in {holes}"),
        }
    }
}

/// A month that was closed, with all that its statement follows from but the arrivals.
#[derive(Debug)]
struct Closing {
    position: Position,
    /// The event, as findings name it.
    at: String,
    club: ClubId,
    month: Month,
    /// The statement is of the journal up to here; the one before it up to there, 0 where there is none.
    as_of: Position,
    before: Position,
    tariffs: Vec<Tariff>,
    adjustments: Vec<Adjustment>,
    amounts: MonthAmounts,
    lines_hash: String,
}

/// Date and place; what came of the place up to the statement, and up to the one before it.
type PlaceRow = (NaiveDate, Uuid, String, Option<String>);

/// What the statements follow from.
#[derive(Debug)]
pub(crate) struct Statements {
    places: Table,
    closings: Vec<Closing>,
}

impl Statements {
    /// Creates an empty table in the scratch schema, which exists.
    pub(crate) async fn begin(pool: &PgPool) -> Result<Self> {
        let places = Table::create(pool, sql::CREATE_PLACES, sql::COPY_PLACES).await?;
        Ok(Self { places, closings: Vec::new() })
    }

    /// For a database in which no table can be created.
    pub(crate) const fn discarded() -> Self {
        Self { places: Table::none(), closings: Vec::new() }
    }

    /// Adds what is said of a place from a position on.
    pub(crate) fn came(
        &mut self,
        club: &ClubId,
        date: NaiveDate,
        place: PlaceId,
        came: Came,
        position: Position,
    ) {
        self.places.add(format_args!("{}\t{date}\t{place}\t{came}\t{position}", escaped(&club.0)));
    }

    /// Adds a month that the club's settlement, as it was before, has as closed.
    pub(crate) fn closed(
        &mut self,
        settlement: &Settlement,
        recorded: &RecordedEvent,
        (month, as_of): (Month, Position),
        amounts: &MonthAmounts,
        lines_hash: &str,
    ) {
        let before = settlement.months.last().map_or(0, |closed| closed.as_of);
        let ended = settlement.disputes.iter().filter_map(|dispute| Some((dispute, dispute.end.as_ref()?)));
        let adjustments = ended
            .filter(|(_, end)| {
                let is_since = end.position > before && end.position <= as_of;
                end.outcome == DisputeOutcome::Accepted && end.adjustment != 0 && is_since
            })
            .map(|(dispute, end)| Adjustment {
                dispute: dispute.dispute,
                date: dispute.date,
                cents: end.adjustment,
                vat: end.vat,
            });
        self.closings.push(Closing {
            position: recorded.position,
            at: format!("{} #{}", recorded.stream, recorded.sequence),
            club: settlement.club.clone(),
            month,
            as_of,
            before,
            tariffs: settlement.tariffs.clone(),
            adjustments: adjustments.collect(),
            amounts: amounts.clone(),
            lines_hash: lines_hash.to_owned(),
        });
    }

    /// Sends the buffer when it is full.
    pub(crate) async fn send(&mut self) -> Result<()> {
        self.places.send().await
    }

    /// Computes every closed statement again, and finds those that differ.
    pub(crate) async fn check(self, findings: &mut Findings) -> Result<String> {
        let pool = self.places.filled().await?;
        if !self.closings.is_empty() {
            pool.execute(sql::INDEX_PLACES).await?;
        }
        for closing in &self.closings {
            let statement = again(&pool, closing).await?;
            if let Some(what) = differs(closing, &statement) {
                findings.add(Kind::Statement, Some(closing.position), closing.at.clone(), what);
            }
        }
        let all = u64::try_from(self.closings.len()).unwrap_or(u64::MAX);
        Ok(format!("{}, computed again", counted(all, "closed statement", "closed statements")))
    }
}

/// The statement as the arrivals make it.
async fn again(pool: &PgPool, closing: &Closing) -> Result<Statement> {
    let mut statement = Statement::new(closing.month, &closing.tariffs);
    let mut rows = sqlx::query_as::<_, PlaceRow>(sql::PLACES_OF_STATEMENT)
        .bind(&closing.club.0)
        .bind(closing.before)
        .bind(closing.as_of)
        .bind(closing.month.first_day())
        .bind(closing.month.last_day())
        .fetch(pool);
    let named = |name: Option<&str>| name.and_then(Came::named).unwrap_or(Came::No);
    while let Some((date, place, now, before)) = rows.try_next().await? {
        let (now, before) = (named(Some(&now)), named(before.as_deref()));
        statement.add_place(&Place { date, place: PlaceId(place), now, before });
    }
    closing.adjustments.iter().for_each(|adjustment| statement.add_adjustment(*adjustment));
    Ok(statement)
}

/// How a closed statement differs from what was computed; none: it does not.
fn differs(closing: &Closing, statement: &Statement) -> Option<String> {
    let (amounts, hash) = (statement.amounts(), statement.hash());
    if amounts != closing.amounts {
        let (said, made) = (in_words(&closing.amounts), in_words(&amounts));
        return Some(format!("{} was closed with {said}, and its lines are {made}", closing.month));
    }
    let what = || {
        let (month, said) = (closing.month, &closing.lines_hash);
        format!("{month} was closed with lines whose hash is {said}, and that of its lines is {hash}")
    };
    (hash != closing.lines_hash).then(what)
}

/// Every sum, so that the one that differs is seen.
fn in_words(amounts: &MonthAmounts) -> String {
    let MonthAmounts { arrivals, walk_ins, absences, corrections, adjustments, vat } = amounts;
    let of = |name: &str, LineSum { count, net }: &LineSum| format!("{count} {name} ({})", euros(*net));
    let mut parts = vec![
        of("arrivals", arrivals),
        of("walk-ins", walk_ins),
        of("absences", absences),
        of("corrections", corrections),
        of("adjustments", adjustments),
    ];
    parts.extend(
        vat.iter().map(|sum| format!("VAT {} {} on {}", sum.regime.as_str(), euros(sum.vat), euros(sum.net))),
    );
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_of_a_place_is_read_as_it_is_written() {
        for came in Came::ALL {
            assert_eq!(Came::named(&came.to_string()), Some(came));
        }
        assert_eq!(Came::named("walked in 12"), None);
    }
}
