//! Generated seasons of play: groups of members who book, join, cancel and forfeit rights, with passes, vouchers and
//! orders. The same numbers give the same season.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeZone, Utc};
use fairway_events::journal::{Batch, StreamAppend};
use fairway_events::testing::TestDatabase;
use fairway_events::{
    Actor, BookedPlace, BookingId, CancelMode, ClubId, CourseDayEvent, Event, Holes, Journal, MemberId,
    MembershipEvent, OrderEvent, OrderId, OrderItem, PlaceId, PlayRight, ReservationEvent, StreamId,
    SubscriptionId, VoucherEvent, VoucherId, VoucherKind, WaitingGroupId, WaitingListEvent,
};
use fairway_query::{Projection, Projector, ProjectorOptions};
use sqlx::PgPool;
use uuid::Uuid;

mod at_club;

/// Clubs and their weights: some are played more than others.
const CLUBS: [(&str, &str, u64); 12] = [
    ("de-wilgenhoek", "Golfclub De Wilgenhoek", 24),
    ("essenlaan-haren", "Golfclub De Essenlaan", 18),
    ("zuiderzeewal-dronten", "Golfbaan Zuiderzeewal", 15),
    ("de-heuvelrug", "Golfclub De Heuvelrug", 12),
    ("duinzicht", "Golfclub Duinzicht", 9),
    ("de-maasoever", "Golfpark De Maasoever", 7),
    ("kievitsveld", "Golfbaan Kievitsveld", 5),
    ("de-peelhorst", "Golfclub De Peelhorst", 4),
    ("oosterbos", "Golfclub Oosterbos", 2),
    ("de-vecht", "Golfclub De Vecht", 2),
    ("het-sticht", "Golfclub Het Sticht", 1),
    ("waddenrand", "Golfbaan Waddenrand", 1),
];
/// Product, rounds of the term, rounds a month.
const PASSES: [(&str, u32, Option<u32>); 3] =
    [("Fairway Compleet", 60, Some(6)), ("Fairway Doordeweeks", 30, Some(4)), ("Fairway Proef", 40, None)];

pub(crate) fn id(kind: u128, number: u64) -> Uuid {
    Uuid::from_u128((kind << 96) | u128::from(number))
}

pub(crate) fn member(number: u64) -> MemberId {
    MemberId(id(1, number))
}

/// The last day of every season.
pub(crate) fn last_day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 25).unwrap()
}

/// Generates a season.
struct Season {
    seed: u64,
    now: DateTime<Utc>,
    pending: Vec<(StreamId, Event)>,
    versions: HashMap<StreamId, i64>,
    vouchers: BTreeMap<u64, Vec<VoucherId>>,
    booked_days: BTreeSet<(u64, NaiveDate)>,
    last_id: u64,
}

/// Writes a season of so many members and rounds, projects it, and publishes its figures on the last day.
pub(crate) async fn play(database: &TestDatabase, members: u64, rounds: u64) {
    let pool = database.pool();
    reference(&pool, members).await;
    let journal = Journal::new(pool.clone());
    let mut season = Season {
        seed: 42,
        now: Utc.with_ymd_and_hms(2025, 10, 1, 8, 0, 0).unwrap(),
        pending: Vec::new(),
        versions: HashMap::new(),
        vouchers: BTreeMap::new(),
        booked_days: BTreeSet::new(),
        last_id: 0,
    };
    for number in 0..members {
        season.join(number);
    }
    season.append(&journal).await;
    let mut days: Vec<(NaiveDate, u64)> = (0..rounds).map(|_| season.day_and_lead()).collect();
    days.sort_unstable_by_key(|(day, lead)| *day - Days::new(*lead));
    for (number, (day, lead)) in (0_u64..).zip(days) {
        season.now = noon(day - Days::new(lead));
        if number % 10 == 0 {
            let buyer = season.random(members);
            season.order(buyer);
        }
        season.book(members, day, lead);
        season.append(&journal).await;
    }
    season.wait();
    season.receive();
    season.settle();
    season.append(&journal).await;
    let options = ProjectorOptions { projections: Projection::ALL.to_vec(), ..ProjectorOptions::default() };
    let mut projector = Projector::new(pool.clone(), options);
    while projector.run_once(5_000).await.unwrap().events > 0 {}
    sqlx::query("SELECT publish_figures($1)").bind(last_day()).execute(&pool).await.unwrap();
}

fn noon(day: NaiveDate) -> DateTime<Utc> {
    Utc.from_utc_datetime(&day.and_hms_opt(11, 0, 0).unwrap())
}

impl Season {
    /// A pseudo-random number below `limit`.
    fn random(&mut self, limit: u64) -> u64 {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) % limit
    }

    fn next(&mut self, kind: u128) -> Uuid {
        self.last_id += 1;
        id(kind, self.last_id)
    }

    fn record(&mut self, stream: StreamId, event: impl Into<Event>) {
        self.pending.push((stream, event.into()));
    }

    /// A day of the season, more often in summer, and its lead time in days.
    fn day_and_lead(&mut self) -> (NaiveDate, u64) {
        loop {
            let day = last_day() + Days::new(12) - Days::new(self.random(400));
            let weight = [2, 3, 5, 7, 9, 10, 9, 9, 8, 6, 4, 2][day.month0() as usize];
            if self.random(10) < weight {
                let lead = (self.random(8) + self.random(8) * self.random(3)).min(20);
                // A round after the last day must have been booked by the last day.
                let least = u64::try_from((day - last_day()).num_days()).unwrap_or(0);
                return (day, lead.max(least));
            }
        }
    }

    /// A member gets a pass, after one of the year before; some get vouchers, some buy them.
    fn join(&mut self, number: u64) {
        let (name, max, per_month) = PASSES[usize::try_from(self.random(5)).unwrap().saturating_sub(2)];
        let who = member(number);
        let start = NaiveDate::from_ymd_opt(2025, 10, 1).unwrap() + Days::new(self.random(90));
        let terms = [(1_000_000 + number, start - Days::new(365), 364), (number, start, 430)];
        for (pass, start, days) in terms {
            self.record(
                StreamId::Membership(who),
                MembershipEvent::SubscriptionStarted {
                    member: who,
                    subscription: SubscriptionId(id(4, pass)),
                    name: name.to_owned(),
                    startdate: start,
                    enddate: start + Days::new(days),
                    paymentdate: Some(start),
                    amount_cents: 34_950,
                    max,
                    per_month,
                    max_holes: Holes::Eighteen,
                },
            );
        }
        for _ in 0..self.random(3) {
            let voucher = VoucherId(self.next(5));
            let expires = NaiveDate::from_ymd_opt(2026, 3, 31).unwrap() + Days::new(self.random(400));
            let (kind, title, holes) = (VoucherKind::Bonus, "Bonusronde".to_owned(), Holes::Eighteen);
            let granted = VoucherEvent::VoucherGranted { voucher, member: who, kind, title, holes, expires };
            self.record(StreamId::Voucher(voucher), granted);
            self.vouchers.entry(number).or_default().push(voucher);
        }
        if self.random(4) == 0 {
            self.order(number);
        }
    }

    /// Five members wait for places of a day in June, and one for a place of the last day.
    fn wait(&mut self) {
        let june = NaiveDate::from_ymd_opt(2026, 6, 13).unwrap();
        for number in 0..6 {
            let date = if number == 0 { last_day() } else { june };
            let club = ClubId::from(CLUBS[0].0);
            let started = WaitingListEvent::GroupStartedWaiting {
                club: club.clone(),
                date,
                group: WaitingGroupId(id(9, 1 + number)),
                holes: Holes::Nine,
                players: vec![member(number)],
                by: member(number),
                at: self.now,
            };
            self.record(StreamId::WaitingList(club, date), started);
        }
    }

    fn order(&mut self, number: u64) {
        let (who, order) = (member(number), OrderId(self.next(6)));
        let vouchers: Vec<VoucherId> = (0..=self.random(3)).map(|_| VoucherId(self.next(5))).collect();
        let (title, holes) = ("Vrije voucher".to_owned(), Holes::Eighteen);
        let amount_cents = 2_250 * i64::try_from(vouchers.len()).unwrap();
        let item = OrderItem::FreeVouchers {
            vouchers: vouchers.clone(),
            title: title.clone(),
            holes,
            validity_days: 365,
            year: self.now.year(),
        };
        let placed_at = self.now;
        let method = "ideal".to_owned();
        self.record(
            StreamId::Order(order),
            OrderEvent::OrderPlaced { order, member: who, item, amount_cents, method, placed_at },
        );
        let payment = format!("tr_{}", self.last_id);
        let started = OrderEvent::PaymentStarted { order, member: who, payment, started_at: placed_at };
        self.record(StreamId::Order(order), started);
        if self.random(5) == 0 {
            self.record(
                StreamId::Order(order),
                OrderEvent::OrderExpired { order, member: who, closed_at: placed_at },
            );
            return;
        }
        self.record(StreamId::Order(order), OrderEvent::OrderPaid { order, member: who, paid_at: placed_at });
        for voucher in vouchers {
            let expires = self.now.date_naive() + Days::new(365);
            let title = title.clone();
            let bought =
                VoucherEvent::VoucherPurchased { voucher, member: who, order, title, holes, expires };
            self.record(StreamId::Voucher(voucher), bought);
            self.vouchers.entry(number).or_default().push(voucher);
        }
    }

    /// A member books for one to four members of their group; some leave again.
    fn book(&mut self, members: u64, day: NaiveDate, lead: u64) {
        let leader = self.random(members);
        let size = [1, 2, 2, 2, 3, 3, 4, 4, 4, 4][usize::try_from(self.random(10)).unwrap()];
        let mut players = vec![leader];
        for _ in 1..size {
            // Mostly one of the same eight members, sometimes another one.
            let other = if self.random(8) == 0 {
                self.random(members)
            } else {
                (leader / 8 * 8 + self.random(8)) % members
            };
            players.push(other);
        }
        players.sort_unstable();
        players.dedup();
        players.retain(|player| self.booked_days.insert((*player, day)));
        if players.is_empty() {
            return;
        }
        let club = self.club();
        let holes = if self.random(3) == 0 { Holes::Nine } else { Holes::Eighteen };
        let booking = BookingId(self.next(2));
        let places: Vec<BookedPlace> = players.iter().map(|player| self.place(*player)).collect();
        let (master, booked_at) = (member(players[0]), self.now);
        let booked = ReservationEvent::RoundBooked {
            booking,
            club: club.clone(),
            play_date: day,
            holes,
            master,
            places: places.clone(),
            booked_at,
        };
        self.record(StreamId::Reservation(booking), booked);
        for place in &places {
            self.claim(booking, place, &club, day, holes);
        }
        let taken = places.iter().map(|place| place.place).collect();
        let claimed = CourseDayEvent::PlacesClaimed { club: club.clone(), date: day, booking, places: taken };
        self.record(StreamId::CourseDay(club.clone(), day), claimed);
        // Places after the last day are not cancelled.
        if day > last_day() {
            return;
        }
        let group = self.random(14) == 0;
        for place in &places {
            if group || self.random(11) == 0 {
                let mode = if group {
                    CancelMode::Group
                } else {
                    [CancelMode::Own, CancelMode::Own, CancelMode::Removal]
                        [usize::try_from(self.random(3)).unwrap()]
                };
                let before = if self.random(4) == 0 { 0 } else { self.random(lead + 1) };
                self.leave(booking, place, &club, day, mode, before);
            }
        }
    }

    fn club(&mut self) -> ClubId {
        let mut left = self.random(CLUBS.iter().map(|(_, _, weight)| weight).sum());
        for (club, _, weight) in CLUBS {
            if left < weight {
                return ClubId::from(club);
            }
            left -= weight;
        }
        ClubId::from(CLUBS[0].0)
    }

    fn place(&mut self, player: u64) -> BookedPlace {
        let with_voucher = self.random(6) == 0;
        let voucher = if with_voucher { self.vouchers.get_mut(&player).and_then(Vec::pop) } else { None };
        let right = match voucher {
            Some(voucher) => PlayRight::Voucher { voucher, title: "Bonusronde".to_owned() },
            None => PlayRight::Subscription { subscription: SubscriptionId(id(4, player)) },
        };
        BookedPlace { place: PlaceId(self.next(3)), member: member(player), right }
    }

    fn claim(
        &mut self,
        booking: BookingId,
        place: &BookedPlace,
        club: &ClubId,
        day: NaiveDate,
        holes: Holes,
    ) {
        let (member, right) = (place.member, place.right.clone());
        let (place, club, play_date) = (place.place, club.clone(), day);
        if let PlayRight::Voucher { voucher, .. } = &right {
            let used = VoucherEvent::VoucherUsed { voucher: *voucher, member, place, play_date };
            self.record(StreamId::Voucher(*voucher), used);
        }
        let claimed =
            MembershipEvent::PlayRightClaimed { member, place, booking, club, play_date, holes, right };
        self.record(StreamId::Membership(member), claimed);
    }

    fn leave(
        &mut self,
        booking: BookingId,
        left: &BookedPlace,
        club: &ClubId,
        day: NaiveDate,
        mode: CancelMode,
        before: u64,
    ) {
        let (place, member, right) = (left.place, left.member, left.right.clone());
        let cancelled_at = noon(day - Days::new(before));
        let cancelled =
            ReservationEvent::PlaceCancelled { booking, place, member, by: member, mode, cancelled_at };
        self.record(StreamId::Reservation(booking), cancelled);
        let (club, play_date) = (club.clone(), day);
        if before == 0 {
            self.record(
                StreamId::Reservation(booking),
                ReservationEvent::PlayRightExpired { booking, place, member },
            );
            if let PlayRight::Voucher { voucher, .. } = right {
                self.record(
                    StreamId::Voucher(voucher),
                    VoucherEvent::VoucherForfeited { voucher, member, place },
                );
            }
            let forfeited = MembershipEvent::PlayRightForfeited {
                member,
                place,
                booking,
                club: club.clone(),
                play_date,
                right,
            };
            self.record(StreamId::Membership(member), forfeited);
        } else {
            if let PlayRight::Voucher { voucher, .. } = right {
                self.record(
                    StreamId::Voucher(voucher),
                    VoucherEvent::VoucherReleased { voucher, member, place },
                );
            }
            let released_right = MembershipEvent::PlayRightReleased {
                member,
                place,
                booking,
                club: club.clone(),
                play_date,
                right,
            };
            self.record(StreamId::Membership(member), released_right);
        }
        let released =
            CourseDayEvent::PlacesReleased { club: club.clone(), date: day, booking, places: vec![place] };
        self.record(StreamId::CourseDay(club, day), released);
    }

    async fn append(&mut self, journal: &Journal) {
        let mut batch = Batch::default();
        let correlation_id = self.next(9);
        for (stream, event) in self.pending.drain(..) {
            let version = self.versions.entry(stream.clone()).or_default();
            batch.appends.push(StreamAppend {
                stream,
                version: *version,
                events: vec![event],
                correlation_id,
                actor: Actor::Member(member(1)),
                metadata: BTreeMap::new(),
            });
            *version += 1;
        }
        if !batch.appends.is_empty() {
            journal.append(&batch, self.now).await.unwrap();
        }
    }
}

/// Fills the plain tables: clubs, the shop's settings, and a row for each member.
async fn reference(pool: &PgPool, members: u64) {
    for (number, (id, name, weight)) in (0_i32..).zip(CLUBS) {
        sqlx::query(
            "INSERT INTO clubs (id, name, city, short_name, keywords, lat, lon, holes, starttime_description,
                 reservation_instruction, reservation_description, max_plays_per_year, daily_capacity, closed_weekdays)
             VALUES ($1, $2, 'Haren', $2, '', 52, 5, '{9,18}', '', '', '', 8, $3, '{}')",
        )
        .bind(id)
        .bind(name)
        .bind((number % 3 > 0).then_some(8 + i32::try_from(weight).unwrap()))
        .execute(pool)
        .await
        .unwrap();
    }
    sqlx::query("INSERT INTO settings VALUES (true, 2026, '[]', '[]', 365, 10, '[]')")
        .execute(pool)
        .await
        .unwrap();
    let ids: Vec<Uuid> = (0..members).map(|number| member(number).0).collect();
    sqlx::query(
        "INSERT INTO members (id, email, password_hash, first_name, last_name, created_at)
         SELECT id, 'speler' || n || '@fairway.example', 'x', 'Speler' || n, 'Zwaluw' || n, now()
         FROM UNNEST($1::uuid[]) WITH ORDINALITY AS made (id, n)",
    )
    .bind(ids)
    .execute(pool)
    .await
    .unwrap();
}
