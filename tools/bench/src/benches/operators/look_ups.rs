//! How long looking up takes: one operator, one request after the other, as a screen sends them.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use fairway_events::BookingId;
use serde_json::Value;

use super::session::{Session, parsed};
use super::subjects::Subjects;
use crate::accounts::{birthdate, email, telephone};
use crate::options::Options;
use crate::report::Row;
use crate::workload::member;

/// Operations of a case in each round.
const OPERATIONS: u64 = 100;
/// Of a case that takes longer.
const LONG_OPERATIONS: u64 = 30;

/// One operation is the requests of one item, one after the other.
struct Case {
    name: &'static str,
    bound: &'static str,
    operations: u64,
    requests: Vec<Vec<String>>,
}

impl Case {
    fn new(name: &'static str, bound: &'static str, requests: Vec<Vec<String>>) -> Self {
        Self { name, bound, operations: OPERATIONS, requests }
    }

    /// A case of one subject, which is asked for again and again.
    fn long(name: &'static str, bound: &'static str, request: String) -> Self {
        Self { name, bound, operations: LONG_OPERATIONS, requests: vec![vec![request]] }
    }
}

/// Every case, in interleaved rounds; the first is a warm-up.
pub(super) async fn measure(
    session: &mut Session,
    subjects: &Subjects,
    options: &Options,
) -> Result<Vec<Row>> {
    let cases = cases(subjects);
    let mut latencies: Vec<Vec<Vec<Duration>>> = cases.iter().map(|_| Vec::new()).collect();
    for round in 0..=options.rounds {
        for (case, rounds) in cases.iter().zip(&mut latencies) {
            let mut found = Vec::new();
            for number in 0..usize::try_from(options.count(case.operations))? {
                let requests = &case.requests[number % case.requests.len()];
                let (sent, mut answers) = (Instant::now(), Vec::with_capacity(requests.len()));
                for path in requests {
                    answers.push(session.get_bytes(path).await?);
                }
                found.push(sent.elapsed());
                for (path, answer) in requests.iter().zip(&answers) {
                    check(path, &parsed(path, answer)?)?;
                }
            }
            found.sort_unstable();
            if round > 0 {
                rounds.push(found);
            }
        }
    }
    let rows = cases.iter().zip(&latencies);
    Ok(rows.map(|(case, rounds)| Row::of_latencies(case.name, rounds, case.bound)).collect())
}

/// An answer that found nothing would be a figure of nothing.
fn check(path: &str, answer: &Value) -> Result<()> {
    let length = |field: &str| answer[field].as_array().map_or(0, Vec::len);
    let is_found = match path.split('?').next() {
        Some("/operator/api/search") => length("results") > 0,
        Some("/operator/api/timeline") => length("entries") > 0 || path.contains("VoucherTakenBack"),
        Some("/operator/api/subject") => length("facts") > 0,
        Some(screen) if screen.starts_with("/operator/api/members/") => answer["member"]["id"].is_string(),
        _ => true,
    };
    ensure!(is_found, "{path} found nothing");
    Ok(())
}

fn search(text: &str) -> String {
    format!("/operator/api/search?q={}", text.replace(' ', "%20"))
}

fn subject(kind: &str, id: impl std::fmt::Display, more: &str) -> String {
    format!("/operator/api/subject?kind={kind}&id={id}{more}")
}

fn screen(id: impl std::fmt::Display) -> String {
    format!("/operator/api/members/{id}")
}

fn timeline(kind: &str, id: impl std::fmt::Display, more: &str) -> String {
    format!("/operator/api/timeline?kind={kind}&id={id}{more}")
}

fn cases(subjects: &Subjects) -> Vec<Case> {
    let members = |request: &dyn Fn(u64) -> Vec<String>| {
        subjects.members.iter().map(|number| request(*number)).collect::<Vec<_>>()
    };
    let bookings = |request: &dyn Fn(uuid::Uuid) -> String| {
        subjects.bookings.iter().map(|id| vec![request(*id)]).collect::<Vec<_>>()
    };
    let days = |request: &dyn Fn(&str) -> String| {
        subjects.club_days.iter().map(|day| vec![request(day)]).collect::<Vec<_>>()
    };
    let page = "the session, the record of the view, and the folded stream";
    let entries = "one look-up per stream of the subject, and the events that are shown";
    let frequent = &subjects.frequent;
    let then = format!("&at={}", Subjects::half_a_year_ago());
    let difference = format!("{then}&compare_sequence=1");
    let mut cases = vec![
        Case::new("search for an address", "one look-up", members(&|number| vec![search(&email(number))])),
        Case::new(
            "search for a name",
            "a scan of all members",
            members(&|number| vec![search(&format!("speler nummer {number}"))]),
        ),
        Case::new(
            "search for a surname in one word",
            "two scans of all members",
            members(&|number| vec![search(&format!("nummer{number}"))]),
        ),
        Case::new(
            "search for a telephone number and a day of birth",
            "one look-up",
            members(&|number| vec![search(&format!("{} {}", telephone(number), birthdate(number)))]),
        ),
        Case::new(
            "search for a booking's number",
            "one look-up",
            bookings(&|id| search(&BookingId(id).number().to_string())),
        ),
        Case::new(
            "search for a booking",
            "one look-up per kind of id",
            bookings(&|id| search(&id.to_string())),
        ),
        Case::new(
            "search for 8 digits",
            "51 ids that begin with them",
            bookings(&|id| search(&id.to_string()[..8])),
        ),
        Case::new(
            "search for a club's day",
            "the clubs by name",
            days(&|day| search(&day.replace('/', " "))),
        ),
        Case::new("member's screen", "the read models", members(&|number| vec![screen(member(number))])),
        Case::new("member's page", page, members(&|number| vec![subject("member", member(number), "")])),
        Case::new(
            "member's page half a year ago",
            page,
            members(&|number| vec![subject("member", member(number), &then)]),
        ),
        Case::new(
            "search for a name, the member's screen and its timeline",
            "a scan of all members, and both pages after it",
            members(&|number| {
                vec![
                    search(&format!("speler nummer {number}")),
                    screen(member(number)),
                    timeline("member", member(number), ""),
                ]
            }),
        ),
        Case::new("booking's page", page, bookings(&|id| subject("booking", id, ""))),
        Case::new("club day's page", page, days(&|day| subject("club_day", day, ""))),
        Case::new(
            "timeline of a member",
            entries,
            members(&|number| vec![timeline("member", member(number), "")]),
        ),
        Case::new("timeline of a booking", entries, bookings(&|id| timeline("booking", id, ""))),
        Case::new("timeline of a club's day", entries, days(&|day| timeline("club_day", day, ""))),
    ];
    let (id, middle, early) = (frequent.id, frequent.middle, frequent.early);
    let long_page = "the whole stream is folded";
    cases.extend([
        Case::long("long member's screen", "the read models", screen(id)),
        Case::long("long member's page", long_page, subject("member", id, "")),
        Case::long("long member's page half a year ago", long_page, subject("member", id, &then)),
        Case::long(
            "long member's difference since the first event",
            long_page,
            subject("member", id, &difference),
        ),
        Case::long("long member's timeline", entries, timeline("member", id, "")),
        Case::long(
            "long member's timeline, in the middle",
            entries,
            timeline("member", id, &format!("&before={middle}")),
        ),
        Case::long(
            "long member's timeline, near its beginning",
            entries,
            timeline("member", id, &format!("&before={early}")),
        ),
        Case::long(
            "long member's timeline, of one event and actor",
            entries,
            timeline("member", id, "&events=PlayRightReleased&actor=member"),
        ),
        Case::long(
            "long member's timeline, of one day",
            entries,
            timeline(
                "member",
                id,
                &format!("&from={0}&to={0}", crate::workload::today() - chrono::Days::new(90)),
            ),
        ),
        Case::long(
            "long member's timeline, of an event that never happened",
            "every stream of the member is read to its beginning",
            timeline("member", id, "&events=VoucherTakenBack"),
        ),
    ]);
    cases
}
