//! What an answer of the portal says, as a record has it (tools/histories/README.md).

use chrono::{DateTime, Utc};
use fairway_events::{BookingId, ClubId, PlaceId, Position};
use fairway_histories::history::OwnPlace;
use fairway_histories::{Answer, Call, Outcome};
use serde_json::Value;
use uuid::Uuid;

/// An answer that came whole.
#[derive(Debug, Clone)]
pub(super) struct HttpAnswer {
    pub(super) status: u16,
    /// `fairway-position`.
    pub(super) position: Option<Position>,
    /// `x-request-id`.
    pub(super) request: Option<Uuid>,
    /// `x-fairway-now`.
    pub(super) at: Option<DateTime<Utc>>,
    /// Whether it has `retry-after`.
    pub(super) is_to_be_repeated: bool,
    pub(super) body: Value,
}

impl HttpAnswer {
    /// Reads the answer to its end; none: it did not come whole.
    pub(super) async fn read(answer: reqwest::Response) -> Option<Self> {
        let text = |name: &str| answer.headers().get(name)?.to_str().ok().map(str::to_owned);
        let read = Self {
            status: answer.status().as_u16(),
            position: text("fairway-position").and_then(|text| text.parse().ok()),
            request: text("x-request-id").and_then(|text| text.parse().ok()),
            at: text("x-fairway-now").and_then(|text| text.parse().ok()),
            is_to_be_repeated: answer.headers().contains_key("retry-after"),
            body: Value::Null,
        };
        let bytes = answer.bytes().await.ok()?;
        Some(Self { body: serde_json::from_slice(&bytes).unwrap_or(Value::Null), ..read })
    }

    /// The outcome of a call that was answered like this; the error says what the answer lacks.
    pub(super) fn outcome(&self, call: &Call) -> Result<Outcome, String> {
        let position = self.position;
        match self.status {
            200 if call.is_read() => {
                let answer = shown(call, &self.body);
                let answer = answer.ok_or_else(|| format!("a read was answered by {}", self.body))?;
                Ok(Outcome::Read { position, answer })
            }
            200 => match position {
                Some(position) => Ok(Outcome::Ok { position }),
                None => Err(format!("a command was acknowledged without a position: {}", self.body)),
            },
            500.. => Ok(Outcome::Unknown),
            status => {
                let why =
                    self.body["error"].as_str().map_or_else(|| format!("status {status}"), str::to_owned);
                // A limit, and a repeated request whose first attempt still runs: no rule decided.
                let position = position.filter(|_| status != 429 && !self.is_to_be_repeated);
                Ok(Outcome::Refused { position, why })
            }
        }
    }
}

/// The content of a read.
fn shown(call: &Call, body: &Value) -> Option<Answer> {
    match call {
        Call::ReadOwn => {
            let places = body["data"].as_array()?.iter().map(own_place).collect::<Option<Vec<_>>>()?;
            Some(Answer::Own { places })
        }
        Call::ReadAvailability { date, .. } => {
            let day = &body["data"][date.to_string()];
            let reason = day["reason"].as_str()?.to_owned();
            let is_free = day["reservable"].as_bool()?;
            Some(Answer::Availability {
                reason: (!is_free).then_some(reason),
                bonus_needed: day["bonus_needed"].as_bool()?,
            })
        }
        Call::ReadDay { from_journal, .. } => {
            let (list, id) = if *from_journal { ("rounds", "booking_id") } else { ("flights", "booking") };
            let rows = body[list].as_array()?.iter();
            // The club's screen also has players who left after they had arrived.
            let is_active = |row: &&Value| {
                row["players"]
                    .as_array()
                    .is_some_and(|players| players.iter().any(|player| player["has_left"] != true))
            };
            let booking = |row: &Value| row[id].as_str()?.parse::<BookingId>().ok();
            Some(Answer::Day { bookings: rows.filter(is_active).map(booking).collect::<Option<Vec<_>>>()? })
        }
        _ => None,
    }
}

fn own_place(row: &Value) -> Option<OwnPlace> {
    Some(OwnPlace {
        date: row["play_date"].as_str()?.parse().ok()?,
        club: ClubId(row["golfclub"]["id"].as_str()?.to_owned()),
        place: row["reservation_id"].as_str()?.parse::<PlaceId>().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use fairway_events::Holes;
    use serde_json::json;

    use super::*;

    const PLACE: &str = "019ac1de-0000-7000-8000-000000000001";

    fn answer(status: u16, position: Option<Position>, body: Value) -> HttpAnswer {
        HttpAnswer { status, position, request: None, at: None, is_to_be_repeated: false, body }
    }

    fn book() -> Call {
        let date = "2026-11-28".parse().unwrap();
        Call::Book { club: ClubId("a".to_owned()), date, holes: Holes::Nine, players: Vec::new() }
    }

    #[test]
    fn a_command_is_acknowledged_refused_or_uncertain() {
        let told = |status, position, body| answer(status, position, body).outcome(&book());
        assert_eq!(told(200, Some(7), json!({ "success": true })), Ok(Outcome::Ok { position: 7 }));
        let why = "De baan is op deze datum volgeboekt".to_owned();
        let body = json!({ "success": false, "error": why });
        assert_eq!(
            told(409, Some(8), body.clone()),
            Ok(Outcome::Refused { position: Some(8), why: why.clone() })
        );
        assert_eq!(
            told(429, Some(8), body.clone()),
            Ok(Outcome::Refused { position: None, why: why.clone() })
        );
        let running = HttpAnswer { is_to_be_repeated: true, ..answer(409, Some(8), body) };
        assert_eq!(running.outcome(&book()), Ok(Outcome::Refused { position: None, why }));
        assert_eq!(told(503, None, Value::Null), Ok(Outcome::Unknown));
        assert_eq!(told(500, Some(1), Value::Null), Ok(Outcome::Unknown));
        assert!(told(200, None, Value::Null).is_err(), "an acknowledgement names its position");
    }

    #[test]
    fn reads_show_places_availabilities_and_bookings() {
        let own = json!({ "data": [{ "reservation_id": PLACE, "play_date": "2026-11-28", "golfclub": { "id": "a" } }] });
        let place = OwnPlace {
            date: "2026-11-28".parse().unwrap(),
            club: ClubId("a".to_owned()),
            place: PLACE.parse().unwrap(),
        };
        let read = answer(200, Some(5), own).outcome(&Call::ReadOwn);
        assert_eq!(
            read,
            Ok(Outcome::Read { position: Some(5), answer: Answer::Own { places: vec![place] } })
        );

        let (club, date) = (ClubId("a".to_owned()), "2026-11-28".parse().unwrap());
        let call =
            Call::ReadAvailability { club: club.clone(), date, holes: Holes::Nine, players: Vec::new() };
        let day = json!({ "data": { "2026-11-28": { "reservable": false, "reason": "vol", "bonus_needed": false } } });
        let shows = Answer::Availability { reason: Some("vol".to_owned()), bonus_needed: false };
        assert_eq!(
            answer(200, None, day).outcome(&call),
            Ok(Outcome::Read { position: None, answer: shows })
        );

        let bookings = vec![PLACE.parse().unwrap()];
        for (from_journal, list, id) in [(true, "rounds", "booking_id"), (false, "flights", "booking")] {
            let row = |left: bool| json!({ id: PLACE, "players": [{ "has_left": left }] });
            let body = json!({ list: [row(false), row(true)] });
            let call = Call::ReadDay { club: club.clone(), date, from_journal };
            let shows = Answer::Day { bookings: bookings.clone() };
            assert_eq!(
                answer(200, None, body).outcome(&call),
                Ok(Outcome::Read { position: None, answer: shows })
            );
        }
    }
}
