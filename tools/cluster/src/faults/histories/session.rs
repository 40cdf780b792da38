//! A member's session of a recorded history: competes with others for the few places of a few days, and repeats what got
//! no answer, now and then, under its key. What it does next follows from the seed and from what it was told.

use std::sync::Arc;
use std::time::Duration;

use chrono::NaiveDate;
use fairway_events::{BookingId, ClubId, Holes, MemberId, PlaceId, Position};
use fairway_histories::{Call, Outcome};
use reqwest::Client;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::sleep;

use super::random::Random;
use super::recorder::{Asking, Recorder};
use super::requests::{Players, takes_key};

/// Every pass includes so many.
const HOLES: Holes = Holes::Nine;
/// A group has so many players at most.
const MOST_PLAYERS: usize = 4;
/// Between two operations of a session, in milliseconds.
const PAUSE: (i32, i32) = (30, 220);

/// The days that members compete for.
#[derive(Debug, Clone)]
pub(super) struct HotDays {
    pub(super) clubs: Vec<ClubId>,
    /// Nothing is cancelled on the last one: the second judge reads such days only.
    pub(super) dates: Vec<NaiveDate>,
}

/// What every session of a round shares.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) recorder: Arc<Recorder>,
    pub(super) days: HotDays,
    pub(super) members: Vec<MemberId>,
    pub(super) players: Players,
    /// The name and the address of each node.
    pub(super) nodes: Vec<(String, String)>,
    /// The beginning of every idempotency key.
    pub(super) prefix: String,
}

/// A round as the member's list showed it last.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Known {
    club: ClubId,
    date: NaiveDate,
    own: PlaceId,
    is_master: bool,
    /// The others.
    others: Vec<PlaceId>,
}

/// A session of one member.
pub(super) struct Session {
    shared: Arc<Shared>,
    number: u32,
    by: MemberId,
    token: String,
    http: Client,
    random: Random,
    node: usize,
    /// The last position that an answer named.
    seen: Position,
    known: Vec<Known>,
    /// A request without a certain answer, and its key.
    lost: Option<(Call, Option<String>)>,
    last_key: u64,
    reads_next: bool,
}

impl Session {
    pub(super) fn new(
        shared: Arc<Shared>,
        number: u32,
        (by, token): (MemberId, String),
        http: Client,
        random: Random,
    ) -> Self {
        let node = usize::try_from(number).unwrap_or_default() % shared.nodes.len().max(1);
        Self {
            shared,
            number,
            by,
            token,
            http,
            random,
            node,
            seen: 0,
            known: Vec::new(),
            lost: None,
            last_key: 0,
            reads_next: true,
        }
    }

    /// Acts until it is told to stop.
    pub(super) async fn act(mut self, stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let (call, key) = self.choose();
            self.perform(call, key).await;
            let pause = self.random.between(PAUSE.0, PAUSE.1);
            sleep(Duration::from_millis(u64::try_from(pause).unwrap_or_default())).await;
        }
    }

    async fn perform(&mut self, call: Call, key: Option<String>) {
        // Another node knows this session's writes by the position alone.
        if self.random.percent(25) {
            self.leave_node();
        }
        let shared = Arc::clone(&self.shared);
        let Some((node, base)) = shared.nodes.get(self.node) else { return };
        let mut request = shared.players.request(&self.http, base, &call).bearer_auth(&self.token);
        if call.is_read() {
            request = request.header("fairway-after", self.seen.to_string());
        }
        if let Some(key) = &key {
            request = request.header("idempotency-key", key);
        }
        let asking = Asking { session: self.number, node: node.clone(), by: self.by, key: key.clone() };
        let told = shared.recorder.ask(asking, call.clone(), request).await;
        self.seen = self.seen.max(told.outcome.position().unwrap_or(0));
        match &told.outcome {
            Outcome::Unknown => {
                self.leave_node();
                if !call.is_read() {
                    self.lost = Some((call, key));
                }
            }
            Outcome::Read { .. } if call == Call::ReadOwn => {
                self.known = known(&told.body, self.by, &shared.players).unwrap_or_default();
            }
            Outcome::Read { .. } => {}
            Outcome::Ok { .. } | Outcome::Refused { .. } => self.reads_next = self.random.percent(60),
        }
    }

    fn leave_node(&mut self) {
        self.node = (self.node + 1) % self.shared.nodes.len().max(1);
    }

    /// The next operation, with its key.
    fn choose(&mut self) -> (Call, Option<String>) {
        if let Some(lost) = self.lost.take()
            && self.random.percent(70)
        {
            return lost;
        }
        if std::mem::take(&mut self.reads_next) {
            return (Call::ReadOwn, None);
        }
        let call = self.choose_call().unwrap_or(Call::ReadOwn);
        if !takes_key(&call) {
            return (call, None);
        }
        self.last_key += 1;
        let key = format!("{}-{}-{}", self.shared.prefix, self.number, self.last_key);
        (call, Some(key))
    }

    fn choose_call(&mut self) -> Option<Call> {
        match self.random.below(100) {
            0..38 => {
                let (club, date) = self.day()?;
                Some(Call::Book { club, date, holes: HOLES, players: self.group() })
            }
            38..50 => Some(Call::ReadOwn),
            50..62 => {
                let (club, date) = self.day()?;
                Some(Call::ReadAvailability { club, date, holes: HOLES, players: self.group() })
            }
            62..74 => {
                let Known { club, date, own, .. } = self.round_to_cancel(|_| true)?;
                Some(Call::CancelPlace { club, date, booking: BookingId(own.0), place: own })
            }
            74..79 => {
                let Known { club, date, own, .. } = self.round_to_cancel(|round| round.is_master)?;
                Some(Call::CancelGroup { club, date, booking: BookingId(own.0) })
            }
            79..85 => {
                let led = |round: &Known| round.is_master && !round.others.is_empty();
                let Known { club, date, others, .. } = self.round_to_cancel(led)?;
                let place = *self.random.one_of(&others)?;
                Some(Call::RemovePlayer { club, date, booking: BookingId(place.0), place })
            }
            85..93 => {
                let known = self.known.clone();
                let Known { club, date, own, .. } = self.random.one_of(&known)?.clone();
                Some(Call::AddPlayer { club, date, booking: BookingId(own.0), player: self.other()? })
            }
            _ => {
                let known = self.known.clone();
                let Known { club, date, own, others, is_master } = self.random.one_of(&known)?.clone();
                let place = if is_master && self.random.percent(50) {
                    *self.random.one_of(&others).unwrap_or(&own)
                } else {
                    own
                };
                Some(Call::SwapPlayer {
                    club,
                    date,
                    booking: BookingId(place.0),
                    place,
                    player: self.other()?,
                })
            }
        }
    }

    /// Mostly the first club and the first date.
    fn day(&mut self) -> Option<(ClubId, NaiveDate)> {
        let HotDays { clubs, dates } = &self.shared.days;
        let club = if self.random.percent(45) { clubs.first() } else { self.random.one_of(clubs) };
        let date = if self.random.percent(35) { dates.first() } else { self.random.one_of(dates) };
        Some((club?.clone(), *date?))
    }

    /// The member alone, or with others.
    fn group(&mut self) -> Vec<MemberId> {
        let count = if self.random.percent(55) { 1 } else { 2 + self.random.below(MOST_PLAYERS - 1) };
        let mut group = vec![self.by];
        while group.len() < count.min(self.shared.members.len()) {
            let player = self.random.one_of(&self.shared.members).copied();
            group.extend(player.filter(|player| !group.contains(player)));
        }
        group
    }

    fn other(&mut self) -> Option<MemberId> {
        let by = self.by;
        self.random.one_of(&self.shared.members).copied().filter(|player| *player != by)
    }

    /// One of the member's rounds that may be cancelled.
    fn round_to_cancel(&mut self, may_be: impl Fn(&Known) -> bool) -> Option<Known> {
        let kept = self.shared.days.dates.last().copied();
        let rounds: Vec<Known> =
            self.known.iter().filter(|round| Some(round.date) != kept && may_be(round)).cloned().collect();
        self.random.one_of(&rounds).cloned()
    }
}

/// The rounds of `GET /api/reservations`.
fn known(body: &Value, by: MemberId, players: &Players) -> Option<Vec<Known>> {
    let place = |row: &Value| row["reservation_id"].as_str()?.parse::<PlaceId>().ok();
    let round = |row: &Value| {
        let own = place(row)?;
        let is_other = |player: &&Value| {
            player["status"] == "actief"
                && player["email"].as_str().and_then(|address| players.by_address(address)) != Some(by)
        };
        let others = row["players"].as_array()?.iter().filter(is_other).filter_map(place);
        Some(Known {
            club: ClubId(row["golfclub"]["id"].as_str()?.to_owned()),
            date: row["play_date"].as_str()?.parse().ok()?,
            own,
            is_master: row["is_group_master"].as_bool()?,
            others: others.collect(),
        })
    };
    body["data"].as_array()?.iter().map(round).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use uuid::Uuid;

    use super::*;

    fn session(seed: u64) -> Session {
        let members: Vec<MemberId> = (1..=12).map(|number| MemberId(Uuid::from_u128(number))).collect();
        let shared = Shared {
            recorder: Recorder::new(),
            days: HotDays {
                clubs: ["a", "b", "c"].map(ClubId::from).into(),
                dates: (26..29).filter_map(|day| NaiveDate::from_ymd_opt(2026, 11, day)).collect(),
            },
            members: members.clone(),
            players: Players::default(),
            nodes: vec![("node1".to_owned(), String::new())],
            prefix: "k".to_owned(),
        };
        let random = Random::new(seed, 1);
        Session::new(Arc::new(shared), 1, (members[0], String::new()), Client::new(), random)
    }

    #[test]
    fn a_seed_gives_the_same_choices_and_the_last_date_is_kept() {
        let choices = |seed| {
            let mut session = session(seed);
            let dates = session.shared.days.dates.clone();
            let round = |date: &NaiveDate| Known {
                club: ClubId::from("a"),
                date: *date,
                own: PlaceId(Uuid::from_u128(7)),
                is_master: true,
                others: vec![PlaceId(Uuid::from_u128(8))],
            };
            session.known = dates.iter().map(round).collect();
            (0..400).map(|_| session.choose()).collect::<Vec<_>>()
        };
        assert_eq!(choices(3), choices(3));
        assert_ne!(choices(3), choices(4));
        let last = NaiveDate::from_ymd_opt(2026, 11, 28);
        let cancels_last =
            |(call, _): &(Call, _)| call.takes_away() && call.day().map(|(_, date)| date) == last;
        assert!(!choices(5).iter().any(cancels_last));
    }

    #[test]
    fn a_list_becomes_known_rounds() {
        let jan = MemberId(Uuid::from_u128(1));
        let players = Players::new([(jan, "jan@x".to_owned())]);
        let (own, other) = (PlaceId(Uuid::from_u128(2)), PlaceId(Uuid::from_u128(3)));
        let player = |place: PlaceId, email: &str, status: &str| json!({ "reservation_id": place, "email": email, "status": status });
        let body = json!({ "data": [{
            "reservation_id": own, "play_date": "2026-11-28", "golfclub": { "id": "a" }, "is_group_master": true,
            "players": [player(own, "jan@x", "actief"), player(other, "eva@x", "actief"), player(other, "bo@x", "geannuleerd")],
        }]});
        let date = NaiveDate::from_ymd_opt(2026, 11, 28).unwrap();
        let expected = Known { club: ClubId::from("a"), date, own, is_master: true, others: vec![other] };
        assert_eq!(known(&body, jan, &players), Some(vec![expected]));
    }
}
