//! One number for each measure, in the views, in the report and in Grafana, on a journal that one can count by hand. The
//! operators' screen has the report's tables (`the_figures_are_those_of_the_report_and_can_be_narrowed_and_downloaded`).

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, TimeZone, Utc};
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::testing::TestDatabase;
use fairway_events::{
    Actor, BookedPlace, BookingId, CancelMode, CancelledPlace, ClubId, Event, Holes, Journal,
    MembershipEvent, PlaceId, PlayRight, ReservationEvent, StreamId, SubscriptionId,
};
use fairway_query::{Projection, Projector, ProjectorOptions};
use replay_tool::report::{self, Arguments};
use serde_json::{Value, json};

use crate::dashboards::{Range, panel, rows};
use crate::season::{id, last_day, member};

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn noon(text: &str) -> DateTime<Utc> {
    Utc.from_utc_datetime(&day(text).and_hms_opt(11, 0, 0).unwrap())
}

fn right(number: u64) -> PlayRight {
    PlayRight::Subscription { subscription: SubscriptionId(id(4, number)) }
}

/// A round in the making: each place is its member's number within the booking.
struct Round {
    club: &'static str,
    date: &'static str,
    booking: u64,
}

#[derive(Default)]
struct Story {
    events: Vec<(StreamId, Event, bool)>,
}

impl Story {
    fn record(&mut self, stream: StreamId, event: impl Into<Event>) {
        self.events.push((stream, event.into(), false));
    }

    /// A pass from September 2026, for a year.
    fn pass(&mut self, number: u64, name: &str, max: u32, per_month: Option<u32>) {
        let event = MembershipEvent::SubscriptionStarted {
            member: member(number),
            subscription: SubscriptionId(id(4, number)),
            name: name.to_owned(),
            startdate: day("2026-09-01"),
            enddate: day("2027-08-31"),
            paymentdate: None,
            amount_cents: 24_950,
            max,
            per_month,
            max_holes: Holes::Eighteen,
        };
        self.record(StreamId::Membership(member(number)), event);
    }

    fn book(&mut self, round: &Round, booked: &str, players: &[u64]) {
        let places = players.iter().map(|player| round.place(*player)).collect();
        self.record(round.stream(), round.booked(places, booked));
        for player in players {
            self.claim(round, *player);
        }
    }

    fn claim(&mut self, round: &Round, player: u64) {
        let BookedPlace { place, member, right } = round.place(player);
        let (booking, club, play_date) = (round.id(), round.club(), day(round.date));
        let claimed = MembershipEvent::PlayRightClaimed {
            member,
            place,
            booking,
            club,
            play_date,
            holes: Holes::Nine,
            right,
        };
        self.record(StreamId::Membership(member), claimed);
    }

    fn cancel(&mut self, round: &Round, player: u64, mode: CancelMode, on: &str) {
        let BookedPlace { place, member, right } = round.place(player);
        let (booking, club, play_date) = (round.id(), round.club(), day(round.date));
        let cancelled_at = noon(on);
        let cancelled =
            ReservationEvent::PlaceCancelled { booking, place, member, by: member, mode, cancelled_at };
        self.record(round.stream(), cancelled);
        if on == round.date {
            self.record(round.stream(), ReservationEvent::PlayRightExpired { booking, place, member });
            let forfeited =
                MembershipEvent::PlayRightForfeited { member, place, booking, club, play_date, right };
            self.record(StreamId::Membership(member), forfeited);
        } else {
            self.release(round, player);
        }
    }

    fn release(&mut self, round: &Round, player: u64) {
        let BookedPlace { place, member, right } = round.place(player);
        let (booking, club, play_date) = (round.id(), round.club(), day(round.date));
        let released = MembershipEvent::PlayRightReleased { member, place, booking, club, play_date, right };
        self.record(StreamId::Membership(member), released);
    }

    fn swap(&mut self, round: &Round, leaving: u64, coming: u64, on: &str) {
        let left = round.place(leaving);
        let swapped = ReservationEvent::PlayerSwapped {
            booking: round.id(),
            club: round.club(),
            play_date: day(round.date),
            holes: Holes::Nine,
            left: CancelledPlace { place: left.place, member: left.member },
            place: round.place(coming),
            by: left.member,
            swapped_at: noon(on),
        };
        self.record(round.stream(), swapped);
        self.release(round, leaving);
        self.claim(round, coming);
    }

    /// Recorded after it was played, as an import does.
    fn import(&mut self, round: &Round, player: u64) {
        let booked = round.booked(vec![round.place(player)], "2026-10-01");
        self.events.push((round.stream(), booked.into(), true));
    }

    async fn append(self, journal: &Journal) {
        let mut versions: HashMap<StreamId, i64> = HashMap::new();
        let mut batch = Batch::default();
        for (stream, event, is_imported) in self.events {
            let version = versions.entry(stream.clone()).or_default();
            batch.appends.push(StreamAppend {
                stream,
                version: *version,
                events: vec![event],
                correlation_id: id(9, 1),
                actor: if is_imported { Actor::import() } else { Actor::Member(member(1)) },
                metadata: Default::default(),
            });
            *version += 1;
        }
        journal.append(&batch, noon("2026-11-25")).await.unwrap();
    }
}

impl Round {
    fn id(&self) -> BookingId {
        BookingId(id(2, self.booking))
    }

    fn club(&self) -> ClubId {
        ClubId::from(self.club)
    }

    fn stream(&self) -> StreamId {
        StreamId::Reservation(self.id())
    }

    fn place(&self, player: u64) -> BookedPlace {
        let place = PlaceId(id(3, self.booking * 10 + player));
        BookedPlace { place, member: member(player), right: right(player) }
    }

    fn booked(&self, places: Vec<BookedPlace>, on: &str) -> ReservationEvent {
        ReservationEvent::RoundBooked {
            booking: self.id(),
            club: self.club(),
            play_date: day(self.date),
            holes: Holes::Nine,
            master: places[0].member,
            places,
            booked_at: noon(on),
        }
    }
}

/// Two clubs: De Eik takes four a day, is closed on Mondays and on 20 October; De Wilg has no limit.
/// Eight members: 1 and 2 with four rounds a month, 3 without a limit, 4 to 8 with ten rounds a year.
/// A round was imported; six are booked with 13 places: 3 are cancelled, one of them on the day, and 1 is swapped.
async fn journal_to_count() -> TestDatabase {
    let database = TestDatabase::new().await;
    let pool = database.pool();
    for statement in [
        "INSERT INTO clubs (id, name, city, short_name, keywords, lat, lon, holes, starttime_description,
             reservation_instruction, reservation_description, max_plays_per_year, daily_capacity, closed_weekdays)
         SELECT id, name, 'Haren', name, '', 52, 5, '{9,18}', '', '', '', 8, capacity, closed
         FROM (VALUES ('de-eik', 'De Eik', 4, '{1}'::smallint[]), ('de-wilg', 'De Wilg', NULL, '{}')) AS two (id, name, capacity, closed)",
        "INSERT INTO club_closures (club_id, date, reason) VALUES ('de-eik', '2026-10-20', 'Wedstrijd')",
        "INSERT INTO settings VALUES (true, 2026, '[]', '[]', 365, 10, '[]')",
    ] {
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
    let mut story = Story::default();
    for number in 1..=8 {
        match number {
            1 | 2 => story.pass(number, "Maand", 40, Some(4)),
            3 => story.pass(number, "Onbeperkt", 365, None),
            _ => story.pass(number, "Tien", 10, None),
        }
    }
    let round = |booking, club, date| Round { club, date, booking };
    story.import(&round(1, "de-wilg", "2026-09-12"), 4);
    story.book(&round(2, "de-eik", "2026-10-03"), "2026-09-28", &[1, 2, 3, 4]);
    let left = round(3, "de-eik", "2026-10-10");
    story.book(&left, "2026-10-08", &[1, 5]);
    story.cancel(&left, 5, CancelMode::Own, "2026-10-09");
    let late = round(4, "de-wilg", "2026-10-17");
    story.book(&late, "2026-10-15", &[2, 6]);
    story.cancel(&late, 6, CancelMode::Own, "2026-10-17");
    let swapped = round(5, "de-wilg", "2026-10-24");
    story.book(&swapped, "2026-10-20", &[7]);
    story.swap(&swapped, 7, 8, "2026-10-22");
    let removed = round(6, "de-eik", "2026-11-07");
    story.book(&removed, "2026-11-05", &[1, 2]);
    story.cancel(&removed, 2, CancelMode::Removal, "2026-11-06");
    story.book(&round(7, "de-wilg", "2026-11-14"), "2026-11-12", &[1]);
    story.append(&Journal::new(pool.clone())).await;
    let options = ProjectorOptions { projections: Projection::ALL.to_vec(), ..ProjectorOptions::default() };
    let mut projector = Projector::new(pool, options);
    while projector.run_once(1_000).await.unwrap().events > 0 {}
    database
}

fn arguments(json: Option<&std::path::Path>) -> Arguments {
    Arguments {
        html: None,
        json: json.map(Into::into),
        from: Some(day("2026-09-01")),
        to: Some(day("2026-11-01")),
        today: Some(last_day()),
        published: false,
    }
}

#[tokio::test]
async fn each_measure_is_what_one_counts_by_hand() {
    let database = journal_to_count().await;
    // Whoever may read the journal sees exact figures, in the panels too.
    let pool = database.pool();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("figures.json");
    report::run(&pool, &arguments(Some(&file))).await.unwrap();
    let report: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    let page = report::html(&pool, &arguments(None)).await.unwrap();
    let range = Range {
        clubs: "'de-eik', 'de-wilg', 'other'".to_owned(),
        from: "2026-08-31T22:00:00Z",
        to: "2026-11-30T22:59:59Z",
    };

    // The key, its number, the view, the page's words and the panel.
    let measures = [
        (
            "rounds",
            json!(7),
            "sum(rounds) FROM analytics.rounds_by_month",
            "<b>7</b><span>rounds</span>",
            "Rounds",
        ),
        (
            "places",
            json!(10),
            "sum(players) FROM analytics.rounds_by_month",
            "<b>10</b><span>places</span>",
            "Places",
        ),
        (
            // De Eik is open on 26 days of September, 26 of October and 25 of November.
            "occupancy",
            json!(6.0 / (77.0 * 4.0)),
            "sum(players)::float8 / sum(capacity)::float8 FROM analytics.capacity_by_month",
            "1.9% of the places of days with a limit are taken.",
            "Occupancy",
        ),
        (
            // Of September nothing is known: 4 of 8 in October, 2 of 8 in November.
            "rights_used",
            json!(6.0 / 16.0),
            "sum(used_of_rights)::float8 / sum(rights)::float8 FROM analytics.utilisation_by_month
             WHERE month < '2026-12-01'",
            "<b>37.5%</b><span>of monthly rights</span>",
            "Monthly rights used",
        ),
        (
            "median_days_ahead",
            json!(2),
            "percentile_disc(0.5) WITHIN GROUP (ORDER BY days_ahead)
             FROM analytics.lead_times CROSS JOIN LATERAL generate_series(1, places)",
            "<b>2</b><span>days ahead</span>",
            "Median days ahead",
        ),
        (
            "cancelled",
            json!(3.0 / 13.0),
            "sum(cancelled)::float8 / sum(taken)::float8 FROM analytics.cancellation_rates",
            "<b>23.1%</b><span>cancelled</span>",
            "Cancelled",
        ),
        (
            "forfeited",
            json!(1.0 / 13.0),
            "sum(forfeited)::float8 / sum(taken)::float8 FROM analytics.cancellation_rates",
            "<b>7.7%</b><span>forfeited</span>",
            "Forfeited",
        ),
    ];
    for (key, number, view, words, title) in measures {
        let only = |found: Vec<Value>| found[0].as_object().unwrap().values().next().unwrap().clone();
        assert_eq!(report["key_figures"][key], number, "{key} of the report");
        assert_eq!(only(rows(&pool, &format!("SELECT {view}")).await), number, "{key} of the view");
        assert_eq!(only(panel(&pool, title, &range).await), number, "{key} of Grafana");
        assert!(page.contains(words), "{key} of the page");
    }
    assert!(page.contains("The most frequent way: by the player alone, 50%."), "half is not most");

    for (name, expected) in [
        ("clubs", json!([["De Eik", 3, 6, 6.0 / 308.0], ["De Wilg", 4, 4, null]])),
        ("groups", json!([["alone", 6, 6.0 / 7.0], ["4 players", 1, 1.0 / 7.0]])),
        (
            // Days of both clubs.
            "occupancy",
            json!([
                ["2026-09", 56, 4, 26, 104, 0, 0.0],
                ["2026-10", 57, 5, 26, 104, 5, 5.0 / 104.0],
                ["2026-11", 55, 5, 25, 100, 1, 0.01],
            ]),
        ),
        (
            // The imported place of September could not be cancelled.
            "cancellations",
            json!([
                ["2026-09", 0, 0, 0, null, null, 0],
                ["2026-10", 10, 2, 1, 0.1, 0.1, 1],
                ["2026-11", 3, 1, 0, 1.0 / 3.0, 0.0, 0],
            ]),
        ),
        (
            "ways-to-cancel",
            json!([
                ["their own place", 2, 1],
                ["a co-player removed", 1, 0],
                ["another player came instead", 1, 0]
            ]),
        ),
        (
            "rights",
            json!([
                ["2026-09", 8, null, null, null, null],
                ["2026-10", 8, 2, 8, 4, 0.5],
                ["2026-11", 8, 7, 8, 2, 0.25],
            ]),
        ),
        (
            // Of the three others, one has no limit; a forfeited right is used.
            "passes",
            json!([["Tien", "running", 5, 50, 3, 0.06, 3], ["other", "running", 3, 80, 6, 0.075, 7]]),
        ),
    ] {
        let part = report["parts"].as_array().unwrap().iter().find(|part| part["name"] == name).unwrap();
        assert_eq!(part["rows"], expected, "{name}");
    }
}

#[tokio::test]
async fn seven_days_show_the_rounds_of_their_month() {
    let database = journal_to_count().await;
    let pool = database.pool();
    let rounds = async |from, to| {
        let range = Range { clubs: "'de-eik', 'de-wilg', 'other'".to_owned(), from, to };
        panel(&pool, "Rounds", &range).await[0]["rounds"].clone()
    };
    assert_eq!(rounds("2026-10-11T22:00:00Z", "2026-10-18T21:59:59Z").await, json!(4));
    assert_eq!(rounds("2026-10-27T23:00:00Z", "2026-11-03T22:59:59Z").await, json!(6), "both months");
    // In Amsterdam it is October already.
    assert_eq!(rounds("2026-09-30T22:00:00Z", "2026-09-30T23:00:00Z").await, json!(4));
}
