//! The figures of a rush: quantiles of the latency by kind of request, refusals by a rule apart from failures, and the
//! processor time.

use std::time::Duration;

use hyper::StatusCode;

use super::members::Kind;
use crate::load::quantile;
use crate::open_loop::{self, Ended};
use crate::report::Row;

/// The beginning of the answer to a booking at a club that is full.
const FULL: &[u8] = "De baan is op deze datum volgeboekt".as_bytes();

/// Processors that were busy, on average: 1.0 is one of them for the whole time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cores {
    pub(super) clients: f64,
    pub(super) portal: f64,
    pub(super) postgres: f64,
}

/// The requests of one plateau and how they ended.
#[derive(Debug)]
pub(super) struct Rush {
    pub(super) cores: Cores,
    pub(super) seconds: f64,
    /// How long after the end of the plateau the last answer came.
    pub(super) over: Duration,
    pub(super) ended: Vec<Ended<Kind>>,
}

/// The quantiles of the rush. Its target is the last of them.
const QUANTILES: [(&str, f64); 3] = [("p50", 0.5), ("p95", 0.95), ("p99.9", 0.999)];

/// Whether the club was full. Any other refusal is a failure: no other rule may refuse.
fn is_refused(request: &Ended<Kind>) -> bool {
    match &request.result {
        Ok((StatusCode::CONFLICT, body)) => {
            request.kind == Kind::Book && body.windows(FULL.len()).any(|part| part == FULL)
        }
        _ => false,
    }
}

/// The message of a request that failed. A booking at a full club has not failed.
pub(super) fn failure(request: &Ended<Kind>) -> Option<String> {
    if is_refused(request) { None } else { open_loop::failure(&request.result) }
}

pub(super) fn rows(rushes: &[Rush]) -> Vec<Row> {
    let succeeded = |request: &Ended<Kind>| open_loop::failure(&request.result).is_none();
    let mut rows = Vec::new();
    for (kind, name, bound) in [
        (Kind::Upcoming, "upcoming list", "the session, two statements, and waiting for a processor"),
        (Kind::Clubs, "club list, four players", "60 clubs assessed for four, and waiting for a processor"),
        (
            Kind::Availability,
            "availability, four players",
            "21 days assessed for four, and waiting for a processor",
        ),
        (Kind::Book, "booking for four", "the shared commit, and waiting until the projections show it"),
    ] {
        let of_kind = |request: &Ended<Kind>| request.kind == kind && succeeded(request);
        rows.extend(latencies(rushes, name, bound, QUANTILES, of_kind));
    }
    let refused = "decided in memory; it is answered once the journal's head was read again";
    rows.extend(latencies(rushes, "booking refused, club full", refused, QUANTILES, is_refused));
    let each = |name: &str, unit: &str, bound: &str, value: &dyn Fn(&Rush) -> f64| {
        Row::of_values(name, unit, rushes.iter().map(value).collect(), bound)
    };
    #[expect(clippy::cast_precision_loss, reason = "counts of thousands")]
    let count = |rush: &Rush, of: &dyn Fn(&Ended<Kind>) -> bool| {
        rush.ended.iter().filter(|request| of(request)).count() as f64
    };
    let is_booking = |request: &Ended<Kind>| request.kind == Kind::Book;
    rows.extend([
        each("looks answered", "requests/s", "the schedule", &|rush| {
            count(rush, &|request| !is_booking(request) && succeeded(request)) / rush.seconds
        }),
        each("bookings answered, refusals included", "requests/s", "the schedule", &|rush| {
            count(rush, &|request| is_booking(request) && failure(request).is_none()) / rush.seconds
        }),
        each("bookings refused, club full", "requests/s", "the clubs' capacity", &|rush| {
            count(rush, &is_refused) / rush.seconds
        }),
        each("failed requests", "requests", "none may fail", &|rush| {
            count(rush, &|request| failure(request).is_some())
        }),
        each("last answer after the last arrival", "ms", "what still waited", &|rush| {
            rush.over.as_secs_f64() * 1e3
        }),
        each("processors busy with the portal", "processors", "", &|rush| rush.cores.portal),
        each("processors busy with PostgreSQL", "processors", "", &|rush| rush.cores.postgres),
        each("processors busy with the clients", "processors", "", &|rush| rush.cores.clients),
    ]);
    rows
}

/// Three quantiles of the latency of the requests that a filter chooses; none where there are no such requests.
pub(super) fn latencies(
    rushes: &[Rush],
    name: &str,
    bound: &str,
    quantiles: [(&str, f64); 3],
    of: impl Fn(&Ended<Kind>) -> bool,
) -> Vec<Row> {
    let rounds: Vec<Vec<Duration>> = rushes
        .iter()
        .map(|rush| sorted_latencies(rush, &of))
        .filter(|latencies: &Vec<Duration>| !latencies.is_empty())
        .collect();
    if rounds.is_empty() {
        return Vec::new();
    }
    quantiles
        .into_iter()
        .map(|(quantile_name, fraction)| {
            let values = rounds.iter().map(|latencies| quantile(latencies, fraction)).collect();
            Row::of_values(format!("{name}, {quantile_name}"), "ms", values, bound)
        })
        .collect()
}

/// The latencies of the requests that a filter chooses.
pub(super) fn sorted_latencies(rush: &Rush, of: impl Fn(&Ended<Kind>) -> bool) -> Vec<Duration> {
    let chosen = rush.ended.iter().filter(|request| of(request));
    let mut latencies: Vec<Duration> = chosen.map(|request| request.latency).collect();
    latencies.sort_unstable();
    latencies
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(kind: Kind, status: StatusCode, body: &'static str, milliseconds: u64) -> Ended<Kind> {
        Ended {
            at: Duration::ZERO,
            kind,
            latency: Duration::from_millis(milliseconds),
            result: Ok((status, body.into())),
        }
    }

    #[test]
    fn a_full_club_refuses_and_everything_else_that_does_not_succeed_fails() {
        let full = r#"{"message":"De baan is op deze datum volgeboekt"}"#;
        let other = r#"{"message":"Heeft op deze datum al een reservering"}"#;
        let requests = vec![
            ended(Kind::Book, StatusCode::OK, "{}", 10),
            ended(Kind::Book, StatusCode::CONFLICT, full, 5),
            ended(Kind::Book, StatusCode::CONFLICT, other, 5),
            ended(Kind::Clubs, StatusCode::CONFLICT, full, 5),
            ended(Kind::Upcoming, StatusCode::SERVICE_UNAVAILABLE, "", 5),
            Ended { result: Err("no answer".to_owned()), ..ended(Kind::Book, StatusCode::OK, "", 5) },
        ];
        let failures: Vec<bool> = requests.iter().map(|request| failure(request).is_some()).collect();
        assert_eq!(failures, [false, false, true, true, true, true]);
        let cores = Cores { clients: 0.0, portal: 0.5, postgres: 0.25 };
        let rows = rows(&[Rush { cores, seconds: 2.0, over: Duration::ZERO, ended: requests }]);
        let value = |name: &str| rows.iter().find(|row| row.name == name).map(Row::median);
        assert_eq!(value("failed requests"), Some(4.0));
        assert_eq!(value("bookings refused, club full"), Some(0.5));
        assert_eq!(value("bookings answered, refusals included"), Some(1.0));
        assert_eq!(value("booking for four, p99.9"), Some(10.0));
        assert_eq!(value("booking refused, club full, p50"), Some(5.0));
        assert_eq!(value("upcoming list, p50"), None);
    }
}
