//! A known history as analysts see it, and the parts that they cannot see.

mod closed;
mod counted;

use fairway_events::{Actor, Holes, ReservationEvent, StreamId};
use sqlx::PgPool;

use crate::support::scenario::{Scenario, When, play_day};
use crate::support::{Bench, booking, club, day, finish, id, member, subscription};

/// The rows of a query as Postgres writes them.
async fn rows(pool: &PgPool, query: &str) -> Vec<String> {
    let sql = format!("SELECT found::text FROM ({query}) AS found");
    let mut connection = pool.acquire().await.unwrap();
    // Expiry depends on the current day.
    sqlx::query("SET fairway.today = '2026-11-25'").execute(&mut *connection).await.unwrap();
    sqlx::query_scalar(&sql).fetch_all(&mut *connection).await.unwrap()
}

async fn add_club(pool: &PgPool, number: u32, capacity: i32) {
    sqlx::query(
        "INSERT INTO clubs (id, name, city, short_name, keywords, lat, lon, holes, starttime_description,
             reservation_instruction, reservation_description, max_plays_per_year, daily_capacity, closed_weekdays)
         VALUES ($1, 'Golfclub ' || $2, 'Haren', 'Club', '', 52, 5, '{9,18}', '', '', '', 8, $3, '{}')",
    )
    .bind(club(number).0)
    .bind(number.to_string())
    .bind(capacity)
    .execute(pool)
    .await
    .unwrap();
}

/// Two rounds at one club on a day, one of them with two cancellations; and a cancelled round at another club.
async fn add_rounds(bench: &mut Bench) {
    add_club(&bench.pool, 1, 8).await;
    let mut scenario = Scenario::default();
    for number in 1..=6 {
        scenario.subscribe(number, 40, Some(4));
    }
    scenario.grant(2, 6, Holes::Nine, day("2026-12-31"));
    let four = scenario.book(&club(1), play_day(0), Holes::Eighteen, &[(1, None), (2, None), (3, None)]);
    scenario.add(four, 1, &[(4, None)]);
    scenario.cancel(four, 2, 2, When::Before);
    scenario.cancel(four, 3, 1, When::OnTheDay);
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(5, None), (6, Some(2))]);
    let none = scenario.book(&club(2), play_day(20), Holes::Nine, &[(1, None), (2, None)]);
    scenario.cancel_group(none, When::Before);
    bench.catch_up(&mut scenario).await;
}

#[tokio::test]
async fn rounds_are_counted_by_day_month_and_club() {
    let mut bench = Bench::new().await;
    add_rounds(&mut bench).await;
    let by_day =
        "SELECT play_date, month, club_id, club, rounds, players, players_9, players_18, players_by_voucher,
         capacity, occupancy FROM analytics.rounds_by_day";
    assert_eq!(
        rows(&bench.pool, by_day).await,
        ["(2026-11-23,2026-11-01,club-1,\"Golfclub 1\",2,4,2,2,1,8,0.5000)"],
        "nobody plays at the other club"
    );
    let by_month =
        "SELECT month, club_id, rounds, players, days_with_rounds, mean_group FROM analytics.rounds_by_month";
    assert_eq!(rows(&bench.pool, by_month).await, ["(2026-11-01,club-1,2,4,1,2.00)"]);
    let by_club = "SELECT club_id, rounds, players, first_day, last_day FROM analytics.rounds_by_club";
    assert_eq!(rows(&bench.pool, by_club).await, ["(club-1,2,4,2026-11-23,2026-11-23)"]);
    let sizes = "SELECT month, club_id, group_size, rounds FROM analytics.group_sizes";
    assert_eq!(rows(&bench.pool, sizes).await, ["(2026-11-01,club-1,2,2)"]);
    let year =
        "SELECT count(*), bool_or(is_weekend AND weekday = 7), min(day), max(day) FROM analytics.calendar";
    assert_eq!(rows(&bench.pool, year).await, ["(365,t,2026-01-01,2026-12-31)"]);
}

#[tokio::test]
async fn lead_times_and_cancellations_are_counted_per_place() {
    let mut bench = Bench::new().await;
    add_rounds(&mut bench).await;
    // The scenario is recorded on 14 November 2023: 1105 days before its first day of play.
    let lead = "SELECT * FROM analytics.lead_times ORDER BY days_ahead";
    assert_eq!(
        rows(&bench.pool, lead).await,
        ["(2026-11-01,club-1,1105,6,1,2)", "(2026-12-01,club-2,1125,2,0,2)"]
    );
    let cancelled = "SELECT * FROM analytics.cancellations ORDER BY month, mode";
    assert_eq!(
        rows(&bench.pool, cancelled).await,
        [
            "(2026-11-01,club-1,own,1105,1,0)",
            "(2026-11-01,club-1,removal,1105,1,1)",
            "(2026-12-01,club-2,group,1125,2,0)"
        ]
    );
    let rates = "SELECT * FROM analytics.cancellation_rates ORDER BY month";
    assert_eq!(
        rows(&bench.pool, rates).await,
        ["(2026-11-01,club-1,6,2,1,0.3333,0.1667,6,0)", "(2026-12-01,club-2,2,2,0,1.0000,0.0000,2,0)"]
    );
}

#[tokio::test]
async fn a_swap_is_a_way_to_leave_and_the_round_has_as_many_players() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    let index = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None), (2, None)]);
    bench.catch_up(&mut scenario).await;
    scenario.swap(index, 2, (3, None));
    bench.catch_up(&mut scenario).await;
    let cancelled = "SELECT mode, places, forfeited FROM analytics.cancellations";
    assert_eq!(rows(&bench.pool, cancelled).await, ["(swap,1,0)"]);
    let sizes = "SELECT group_size, rounds FROM analytics.group_sizes";
    assert_eq!(rows(&bench.pool, sizes).await, ["(2,1)"]);
}

#[tokio::test]
async fn an_imported_round_has_no_lead_time() {
    let mut bench = Bench::new().await;
    let place = fairway_events::BookedPlace {
        place: id(3, 1).into(),
        member: member(1),
        right: fairway_events::PlayRight::Subscription { subscription: subscription(1) },
    };
    let event = ReservationEvent::RoundBooked {
        booking: booking(1),
        club: club(1),
        play_date: day("2026-03-01"),
        holes: Holes::Nine,
        master: member(1),
        places: vec![place],
        booked_at: chrono::DateTime::UNIX_EPOCH,
    };
    let append = fairway_events::journal::StreamAppend {
        stream: StreamId::Reservation(booking(1)),
        version: 0,
        events: vec![event.into()],
        correlation_id: id(9, 1),
        actor: Actor::import(),
        metadata: Default::default(),
    };
    let batch = fairway_events::journal::Batch { appends: vec![append], receipts: Vec::new() };
    bench.journal.append(&batch, chrono::DateTime::UNIX_EPOCH).await.unwrap();
    finish(&mut bench.projector).await;
    assert_eq!(rows(&bench.pool, "SELECT rounds, players FROM analytics.rounds_by_month").await, ["(1,1)"]);
    assert!(rows(&bench.pool, "SELECT * FROM analytics.lead_times").await.is_empty());
}

#[tokio::test]
async fn rights_are_counted_by_month_and_by_term() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    for number in 1..=2 {
        scenario.subscribe(number, 10, Some(2));
    }
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    let lost = scenario.book(&club(1), play_day(1), Holes::Nine, &[(1, None)]);
    scenario.cancel(lost, 1, 1, When::OnTheDay);
    let returned = scenario.book(&club(1), play_day(2), Holes::Nine, &[(2, None)]);
    scenario.cancel(returned, 2, 2, When::Before);
    bench.catch_up(&mut scenario).await;
    let november = "SELECT * FROM analytics.utilisation_by_month WHERE month = '2026-11-01'";
    assert_eq!(
        rows(&bench.pool, november).await,
        ["(2026-11-01,other,2,4,2,1,1,0.5000,2)"],
        "passes that one member each holds are not named"
    );
    let term = "SELECT * FROM analytics.utilisation_by_pass";
    assert_eq!(rows(&bench.pool, term).await, ["(other,running,2,20,2,1,1,0,0.1000,2)"]);

    // Five members hold the same product.
    sqlx::query("UPDATE play_rights_subscriptions SET name = 'Compleet'").execute(&bench.pool).await.unwrap();
    for number in 3..=5 {
        scenario.subscribe(number, 10, None);
    }
    bench.catch_up(&mut scenario).await;
    let named = "SELECT DISTINCT pass FROM analytics.utilisation_by_pass ORDER BY 1";
    assert_eq!(rows(&bench.pool, named).await, ["(other)"]);
    sqlx::query("UPDATE play_rights_subscriptions SET name = 'Compleet'").execute(&bench.pool).await.unwrap();
    assert_eq!(rows(&bench.pool, named).await, ["(Compleet)"]);
    let november = "SELECT passes, rights, used, utilisation FROM analytics.utilisation_by_month
        WHERE month = '2026-11-01'";
    assert_eq!(rows(&bench.pool, november).await, ["(5,4,2,0.5000)"], "three passes have no limit per month");
}

#[tokio::test]
async fn a_pass_that_was_taken_back_counts_nowhere() {
    let mut bench = Bench::new().await;
    sqlx::query("INSERT INTO settings VALUES (true, 2026, '[]', '[]', 365, 10, '[]')")
        .execute(&bench.pool)
        .await
        .unwrap();
    let mut scenario = Scenario::default();
    for number in 1..=2 {
        scenario.subscribe(number, 10, Some(2));
    }
    scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, None)]);
    bench.catch_up(&mut scenario).await;
    let term = "SELECT passes, rights, idle_passes FROM analytics.utilisation_by_pass";
    let november = "SELECT passes, rights, idle_passes FROM analytics.utilisation_by_month
        WHERE month = '2026-11-01'";
    let offered = "SELECT offered FROM analytics.voucher_funnel WHERE kind = 'free' AND year = 2026";
    assert_eq!(rows(&bench.pool, term).await, ["(2,20,1)"]);
    assert_eq!(rows(&bench.pool, november).await, ["(2,4,1)"]);
    assert_eq!(rows(&bench.pool, offered).await, ["(20)"]);

    scenario.withdraw_pass(2);
    bench.catch_up(&mut scenario).await;
    assert_eq!(rows(&bench.pool, term).await, ["(1,10,0)"]);
    assert_eq!(rows(&bench.pool, november).await, ["(1,2,0)"]);
    assert_eq!(rows(&bench.pool, offered).await, ["(10)"]);
}

#[tokio::test]
async fn a_voucher_that_an_operator_took_back_is_withdrawn() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    for number in [2, 4] {
        scenario.grant(number, 1, Holes::Nine, day("2026-12-31"));
    }
    scenario.withdraw_voucher(2, 1);
    bench.catch_up(&mut scenario).await;
    let funnel =
        "SELECT kind, received, withdrawn, unused FROM analytics.voucher_funnel WHERE kind = 'bonus'";
    assert_eq!(rows(&bench.pool, funnel).await, ["(bonus,2,1,1)"]);
}

#[tokio::test]
async fn the_funnel_follows_vouchers_from_offer_to_end() {
    let mut bench = Bench::new().await;
    sqlx::query("INSERT INTO settings VALUES (true, 2026, '[]', '[]', 365, 10, '[]')")
        .execute(&bench.pool)
        .await
        .unwrap();
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    // Bonus vouchers: used, forfeited, expired, unused; the used one was given back once before.
    for (number, expires) in [(2, "2026-12-31"), (4, "2026-12-31"), (6, "2026-11-24"), (8, "2026-11-25")] {
        scenario.grant(number, 1, Holes::Nine, day(expires));
    }
    let back = scenario.book(&club(1), play_day(0), Holes::Nine, &[(1, Some(2))]);
    scenario.cancel(back, 1, 1, When::Before);
    scenario.book(&club(1), play_day(1), Holes::Nine, &[(1, Some(2))]);
    bench.catch_up(&mut scenario).await;
    let lost = scenario.book(&club(1), play_day(2), Holes::Nine, &[(1, Some(4))]);
    bench.catch_up(&mut scenario).await;
    scenario.cancel(lost, 1, 1, When::OnTheDay);
    // Free vouchers: bought and unused, bought and refunded, ordered and not paid.
    scenario.buy_voucher(1, 1);
    scenario.buy_voucher(2, 1);
    scenario.order_voucher(3, 1);
    scenario.expire_order(3, 1);
    bench.catch_up(&mut scenario).await;
    scenario.refund(2, 1);
    bench.catch_up(&mut scenario).await;

    let funnel =
        "SELECT year, kind, offered, ordered, bought, received, used, forfeited, expired, withdrawn, unused
        FROM analytics.voucher_funnel ORDER BY kind, year";
    assert_eq!(
        rows(&bench.pool, funnel).await,
        // The scenario's clock is in 2023; its pass and its orders are of 2026.
        ["(2023,bonus,4,,0,4,1,1,1,0,1)", "(2023,free,,,2,2,0,0,0,1,1)", "(2026,free,10,3,0,0,0,0,0,0,0)"]
    );
    let uses =
        "SELECT times_used, times_returned FROM analytics_vouchers WHERE times_used > 0 ORDER BY 1 DESC";
    assert_eq!(rows(&bench.pool, uses).await, ["(2,1)", "(1,0)"]);
    let by_month = "SELECT * FROM analytics.vouchers_by_month ORDER BY month, kind";
    assert_eq!(
        rows(&bench.pool, by_month).await,
        ["(2023-11-01,bonus,4,0,0,0)", "(2023-11-01,free,2,0,0,1)", "(2026-11-01,bonus,0,2,1,0)"]
    );
    let orders = "SELECT product, status, orders, quantity, amount_cents, refunded_cents
        FROM analytics.orders_by_month ORDER BY status";
    assert_eq!(
        rows(&bench.pool, orders).await,
        ["(freevoucher,expired,1,1,1250,0)", "(freevoucher,paid,2,2,2500,1250)"]
    );
}

#[tokio::test]
async fn the_network_counts_members_and_pairs_and_hides_small_numbers() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    for number in 1..=12 {
        scenario.subscribe(number, 40, None);
    }
    // Six pairs at two clubs; one of them three times more.
    for pair in 0..6 {
        for (visit, at) in [club(1), club(2)].iter().enumerate() {
            let players = [(2 * pair + 1, None), (2 * pair + 2, None)];
            scenario.book(at, play_day(u64::try_from(visit).unwrap()), Holes::Nine, &players);
        }
    }
    for again in 2..5 {
        scenario.book(&club(3), play_day(again), Holes::Nine, &[(1, None), (2, None)]);
    }
    bench.catch_up(&mut scenario).await;
    assert_eq!(rows(&bench.pool, "SELECT * FROM analytics.co_player_degrees").await, ["(1,1,12)"]);
    assert_eq!(
        rows(&bench.pool, "SELECT * FROM analytics.co_player_bonds").await,
        ["(2,2,5)"],
        "the one pair that plays more often is not shown"
    );
    assert_eq!(rows(&bench.pool, "SELECT * FROM analytics.co_player_network").await, ["(12,6,1.00,1,0)"]);
    assert_eq!(
        rows(&bench.pool, "SELECT * FROM analytics.club_links").await,
        ["(club-1,club-2,12)"],
        "two members link the third club: too few"
    );
}
