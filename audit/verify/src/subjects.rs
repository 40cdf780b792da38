//! Names the subject of each finding that is shown, so that its page can be opened: the stream of the event, or whatever
//! an id in the finding belongs to.

use std::collections::BTreeMap;

use anyhow::Result;
use fairway_events::{Position, StreamId};
use sqlx::PgPool;
use uuid::Uuid;

use super::findings::{FindingsOfKind, FoundSubject};
use fairway_audit::subject::{self, Subject};

impl From<Subject> for FoundSubject {
    fn from(subject: Subject) -> Self {
        Self { kind: subject.kind(), id: subject.id() }
    }
}

/// Names them. A finding that is about none, such as a missing position, stays without one.
pub(super) async fn name(pool: &PgPool, kinds: &mut [FindingsOfKind]) -> Result<()> {
    let findings = kinds.iter().flat_map(|kind| &kind.findings);
    let positions: Vec<Position> = findings.filter_map(|finding| finding.position).collect();
    let streams = streams(pool, &positions).await?;
    for finding in kinds.iter_mut().flat_map(|kind| &mut kind.findings) {
        let of_event = finding.position.and_then(|position| streams.get(&position)).cloned();
        finding.subject = match of_event {
            Some(subject) => Some(subject.into()),
            None => in_text(pool, &finding.at).await?.map(FoundSubject::from),
        };
    }
    Ok(())
}

/// The subjects whose events are at these positions.
async fn streams(pool: &PgPool, positions: &[Position]) -> Result<BTreeMap<Position, Subject>> {
    let rows: Vec<(Position, String, String)> =
        sqlx::query_as("SELECT position, aggregate_type, aggregate_id FROM events WHERE position = ANY($1)")
            .bind(positions)
            .fetch_all(pool)
            .await?;
    let subject = |(position, kind, id): (Position, String, String)| {
        Some((position, Subject(StreamId::parse(&kind, &id).ok()?)))
    };
    Ok(rows.into_iter().filter_map(subject).collect())
}

/// The first subject to which an id in the text belongs: a stream (`Voucher 019a… #2`), or the key of a row
/// (`club_days play_date 2026-11-28, club_id de-es`).
async fn in_text(pool: &PgPool, at: &str) -> Result<Option<Subject>> {
    let mut words = at.split_whitespace();
    if let (Some(kind), Some(id)) = (words.next(), words.next())
        && let Ok(stream) = StreamId::parse(kind, id)
    {
        return Ok(Some(Subject(stream)));
    }
    if let Some(day) = club_day(at) {
        return Ok(Some(day));
    }
    for word in at.split(|letter: char| letter.is_whitespace() || letter == ',') {
        if word.parse::<Uuid>().is_ok()
            && let Ok(found) = subject::find_all(pool, word).await?
        {
            return Ok(found.subjects.into_iter().next());
        }
    }
    Ok(None)
}

/// The club's day of a row's key.
fn club_day(at: &str) -> Option<Subject> {
    let value = |column: &str| {
        let (_, rest) = at.split_once(&format!("{column} "))?;
        rest.split([',', ' ']).next()
    };
    let id = format!("{}/{}", value("club_id")?, value("play_date")?);
    StreamId::parse("CourseDay", &id).ok().map(Subject)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_a_row_of_club_days_is_a_clubs_day() {
        let found = club_day("club_days play_date 2026-11-28, club_id de-es").expect("a day");
        assert_eq!((found.kind(), found.id().as_str()), ("club_day", "de-es/2026-11-28"));
        assert_eq!(club_day("vouchers voucher_id 019a0000-0000-7000-8000-000000000001"), None);
    }
}
