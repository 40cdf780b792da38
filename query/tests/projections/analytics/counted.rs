//! Each view over few rows, counted by hand: the rows are what the projections write.

use sqlx::PgPool;

use super::{add_club, rows};
use crate::support::scenario::Scenario;
use crate::support::{Bench, id, member};

async fn execute(pool: &PgPool, statements: &str) {
    sqlx::raw_sql(statements).execute(pool).await.unwrap();
}

/// Places of 23 November 2026 at a club, all at the portal: when each was taken and given up (UTC), and how.
async fn add_places(pool: &PgPool, club: &str, places: &[(&str, Option<&str>, Option<&str>)]) {
    for (number, (joined_at, cancelled_at, mode)) in (1..).zip(places) {
        sqlx::query(
            "INSERT INTO analytics_places
             VALUES ($1, $2, $3::timestamptz, $4::timestamptz, '2026-11-23', 9, false, 'booked', 'pass', $5, $6)",
        )
        .bind(id(3, number))
        .bind(id(2, 1))
        .bind(joined_at)
        .bind(cancelled_at)
        .bind(mode)
        .bind(club)
        .execute(pool)
        .await
        .unwrap();
    }
}

#[tokio::test]
async fn days_without_rounds_and_closed_days_are_in_the_denominator_or_out_of_it() {
    let bench = Bench::new().await;
    let pool = &bench.pool;
    add_club(pool, 1, 8).await;
    add_club(pool, 2, 1).await;
    // November 2026 has four Tuesdays.
    execute(
        pool,
        "UPDATE clubs SET daily_capacity = NULL WHERE id = 'club-2';
         UPDATE clubs SET closed_weekdays = '{2}' WHERE id = 'club-1';
         INSERT INTO club_closures (club_id, date, reason) VALUES ('club-1', '2026-11-05', 'Wedstrijd'), ('club-1', '2026-11-10', 'Op dinsdag');
         INSERT INTO club_days (club_id, play_date, claimed, closed_notice) VALUES ('club-1', '2026-11-06', 0, 'Vorst');
         INSERT INTO club_days (club_id, play_date, claimed, capacity) VALUES ('club-1', '2026-11-07', 0, 4);",
    )
    .await;
    let place = ("2026-11-20 10:00Z", None, None);
    let gone = ("2026-11-20 10:00Z", Some("2026-11-21 10:00Z"), Some("own"));
    add_places(pool, "club-1", &[place, place, place, gone]).await;
    let days = "SELECT play_date, closed_by, capacity FROM analytics.club_days
        WHERE club_id = 'club-1' AND play_date BETWEEN '2026-11-03' AND '2026-11-08' ORDER BY 1";
    assert_eq!(
        rows(pool, days).await,
        [
            "(2026-11-03,weekday,)",
            "(2026-11-04,,8)",
            "(2026-11-05,closure,)",
            "(2026-11-06,operator,)",
            "(2026-11-07,,4)",
            "(2026-11-08,,8)"
        ]
    );
    // Of 30 days, 4 Tuesdays, a closure and an operator's day are closed; one of the 24 others has 4 places.
    assert_eq!(
        rows(pool, "SELECT * FROM analytics.capacity_by_month ORDER BY club_id").await,
        ["(2026-11-01,club-1,\"Golfclub 1\",24,6,24,188,3)", "(2026-11-01,club-2,\"Golfclub 2\",30,0,0,,0)"]
    );
}

#[tokio::test]
async fn hours_before_cancelling_are_those_to_the_beginning_of_the_play_date_in_amsterdam() {
    let bench = Bench::new().await;
    let joined = "2026-11-01 10:00Z";
    // The play date begins at 2026-11-22 23:00Z.
    let cancelled = [
        ("2026-11-23 09:00Z", "own"),
        ("2026-11-22 23:00Z", "own"),
        ("2026-11-22 22:59Z", "removal"),
        ("2026-11-22 11:00Z", "group"),
        ("2026-11-21 23:00Z", "operator"),
        ("2026-11-21 23:00Z", "swap"),
        ("2026-11-18 10:00Z", "club"),
        ("2026-11-02 10:00Z", "own"),
    ];
    let places = cancelled.map(|(at, mode)| (joined, Some(at), Some(mode)));
    add_places(&bench.pool, "club-1", &places).await;
    assert_eq!(
        rows(&bench.pool, "SELECT hours, places FROM analytics.cancellation_hours ORDER BY hours").await,
        ["(-24,1)", "(0,2)", "(12,1)", "(24,1)", "(96,1)", "(168,1)"],
        "a swap is no cancellation"
    );
}

#[tokio::test]
async fn places_are_taken_at_an_hour_of_amsterdam() {
    let bench = Bench::new().await;
    let at = |instant| (instant, None, None);
    let places =
        [at("2026-11-20 22:30Z"), at("2026-11-20 23:30Z"), at("2026-10-31 23:10Z"), at("2026-11-20 23:59Z")];
    add_places(&bench.pool, "club-1", &places).await;
    let imported = "UPDATE analytics_places SET entry = 'imported' WHERE joined_at = '2026-11-20 23:59Z'";
    execute(&bench.pool, imported).await;
    assert_eq!(
        rows(&bench.pool, "SELECT * FROM analytics.booking_times ORDER BY weekday").await,
        ["(2026-11-01,5,23,1)", "(2026-11-01,6,0,1)", "(2026-11-01,7,0,1)"],
        "the month, too, is that of Amsterdam"
    );
}

#[tokio::test]
async fn a_pass_is_renewed_by_a_later_one_within_sixty_days() {
    let bench = Bench::new().await;
    let passes = [
        // Ended on 31 March: the same pass at once, another on the sixtieth day, one a day later, none.
        (1, "Compleet", "2025-04-01", "2026-03-31"),
        (1, "Compleet", "2026-04-01", "2027-03-31"),
        (2, "Compleet", "2025-04-01", "2026-03-31"),
        (2, "Proef", "2026-05-30", "2027-05-29"),
        (3, "Compleet", "2025-04-01", "2026-03-31"),
        (3, "Compleet", "2026-05-31", "2027-05-30"),
        (4, "Compleet", "2025-04-01", "2026-03-31"),
        // Ended less than sixty days ago.
        (5, "Compleet", "2025-10-16", "2026-10-15"),
    ];
    for (number, (who, name, start, end)) in (1..).zip(passes) {
        sqlx::query(
            "INSERT INTO play_rights_subscriptions
                 (subscription_id, member_id, amount_cents, startdate, enddate, max_rounds, max_holes, name)
             VALUES ($1, $2, 24950, $3::date, $4::date, 40, 18, $5)",
        )
        .bind(id(4, number))
        .bind(member(who).0)
        .bind(start)
        .bind(end)
        .bind(name)
        .execute(&bench.pool)
        .await
        .unwrap();
    }
    assert_eq!(
        rows(&bench.pool, "SELECT * FROM analytics.renewals ORDER BY month").await,
        ["(2026-03-01,Compleet,4,4,2,1,0.5000)", "(2026-10-01,Compleet,1,0,0,0,)"]
    );
}

#[tokio::test]
async fn waiting_lists_count_groups_of_days_that_are_over() {
    let bench = Bench::new().await;
    // Club, day, state, players.
    let groups = [
        ("club-1", "2026-11-20", "taken", 2),
        ("club-1", "2026-11-21", "left", 1),
        ("club-1", "2026-11-21", "passed_over", 3),
        ("club-1", "2026-11-25", "waiting", 1),
        ("club-2", "2026-11-24", "waiting", 1),
    ];
    for (number, (club, day, state, players)) in (1..).zip(groups) {
        sqlx::query(
            "INSERT INTO waiting_lists_groups (group_id, club_id, play_date, position, holes, asked_by, asked_at, state, booking_id)
             VALUES ($1, $2, $3::date, 1, 9, $1, now(), $4, CASE WHEN $4 = 'taken' THEN $1 END)",
        )
        .bind(id(7, number))
        .bind(club)
        .bind(day)
        .bind(state)
        .execute(&bench.pool)
        .await
        .unwrap();
        sqlx::query(
            "INSERT INTO waiting_lists_players SELECT $1, n, gen_random_uuid(), $2::date FROM generate_series(1, $3) AS n",
        )
        .bind(id(7, number))
        .bind(day)
        .bind(players)
        .execute(&bench.pool)
        .await
        .unwrap();
    }
    assert_eq!(
        rows(&bench.pool, "SELECT * FROM analytics.waiting_lists ORDER BY club_id").await,
        ["(2026-11-01,club-1,3,6,1,0.3333)", "(2026-11-01,club-2,1,1,0,0.0000)"],
        "the day of today is not over"
    );
}

#[tokio::test]
async fn arrivals_count_on_days_that_are_over_and_have_a_scan() {
    let bench = Bench::new().await;
    let pool = &bench.pool;
    let place = ("2026-11-23 08:00Z", None, None);
    let gone = ("2026-11-20 10:00Z", Some("2026-11-21 10:00Z"), Some("own"));
    add_places(pool, "club-1", &[place, place, place, place, place, place, gone]).await;
    // Place 6 is imported. The start of the round is at 09:40 UTC.
    execute(
        pool,
        "UPDATE analytics_places SET entry = 'imported' WHERE place_id = '00000000-0000-0003-0000-000000000006';
         INSERT INTO reservations_bookings (booking_id, master_id, booked_at, play_date, holes, club_id, start_time)
         SELECT DISTINCT booking_id, place_id, joined_at, play_date, holes, club_id, '10:40' FROM analytics_places
         WHERE place_id = '00000000-0000-0003-0000-000000000001'",
    )
    .await;
    // Nobody knows who came.
    assert!(rows(pool, "SELECT * FROM analytics.arrivals").await.is_empty());
    let kinds = [("arrival", None), ("other_day", Some(true)), ("other_day", None), ("unknown", Some(false))];
    for (number, (kind, counts)) in (1..).zip(kinds) {
        for day in ["2026-11-23", "2026-11-25"] {
            sqlx::query(
                "INSERT INTO arrivals_scans (club_id, play_date, scan_id, kind, scanned_at, scanned_by, method, counts, reason, position)
                 VALUES ('club-1', $1::date, $2, $3, now(), $2, 'camera', $4, CASE WHEN $4 IS NOT NULL THEN 'Gezien' END, 1)",
            )
            .bind(day)
            .bind(id(8, number))
            .bind(kind)
            .bind(counts)
            .execute(pool)
            .await
            .unwrap();
        }
    }
    // When each came, over how many holes of 9, whether as a walk-in, by decision, again and not at all in the end.
    let came = [
        (1, "2026-11-23 09:05Z", 18, false, false, 2, false),
        (2, "2026-11-23 09:59Z", 9, true, false, 0, false),
        (3, "2026-11-22 09:00Z", 9, false, true, 0, false),
        (4, "2026-11-23 09:00Z", 9, false, false, 1, true),
    ];
    for (number, at, holes, walk_in, by_decision, again, annulled) in came {
        sqlx::query(
            "INSERT INTO arrivals_places (club_id, play_date, place_id, booking_id, member_id, holes, played_holes, arrived_at,
                 arrived_by, method, walk_in, by_decision, seen_again, annulled_at, annulled_position)
             VALUES ('club-1', '2026-11-23', $1, $1, $1, 9, $2, $3::timestamptz, $1, 'camera', $4, $5, $6,
                 CASE WHEN $7 THEN now() END, 0)",
        )
        .bind(id(3, number))
        .bind(holes)
        .bind(at)
        .bind(walk_in)
        .bind(by_decision)
        .bind(again)
        .bind(annulled)
        .execute(pool)
        .await
        .unwrap();
    }
    assert_eq!(
        rows(pool, "SELECT * FROM analytics.arrivals").await,
        ["(2026-11-23,2026-11-01,club-1,5,3,0.6000,1,1,1,0,1)"]
    );
    assert_eq!(
        rows(pool, "SELECT * FROM analytics.arrival_minutes ORDER BY minutes").await,
        ["(2026-11-01,club-1,-20,1)", "(2026-11-01,club-1,30,1)"]
    );
    assert_eq!(
        rows(pool, "SELECT * FROM analytics.irregular_scans ORDER BY kind").await,
        ["(2026-11-23,2026-11-01,club-1,other_day,2,1,0)", "(2026-11-23,2026-11-01,club-1,unknown,1,0,1)"],
        "the day of today is not over"
    );
}

#[tokio::test]
async fn vouchers_are_sold_when_their_order_is_paid() {
    let mut bench = Bench::new().await;
    let mut scenario = Scenario::default();
    scenario.subscribe(1, 40, None);
    scenario.buy_voucher(1, 1);
    scenario.buy_voucher(2, 1);
    scenario.order_voucher(3, 1);
    scenario.expire_order(3, 1);
    scenario.register(4, 1);
    bench.catch_up(&mut scenario).await;
    // The scenario's clock is in 2023.
    assert_eq!(rows(&bench.pool, "SELECT * FROM analytics.voucher_sales").await, ["(2023-11-01,9,2,2500)"]);
}

#[tokio::test]
async fn a_pass_for_every_day_has_no_limit_and_months_before_the_first_round_are_unknown() {
    let bench = Bench::new().await;
    execute(
        &bench.pool,
        "INSERT INTO play_rights_subscriptions (subscription_id, member_id, amount_cents, startdate, enddate, max_rounds, per_month, max_holes, name)
         SELECT gen_random_uuid(), gen_random_uuid(), 24950, '2026-10-01', '2027-09-30', CASE n WHEN 1 THEN 365 ELSE 40 END, CASE n WHEN 1 THEN NULL ELSE 4 END, 18, 'Compleet'
         FROM generate_series(1, 5) AS n;
         INSERT INTO play_rights_claims (member_id, play_date, place_id, subscription_id, forfeited, club_id)
         SELECT member_id, '2026-11-10', gen_random_uuid(), subscription_id, false, 'club-1' FROM play_rights_subscriptions;",
    )
    .await;
    let months =
        "SELECT month, passes, rights, used, used_of_rights, utilisation FROM analytics.utilisation_by_month
        WHERE month < '2026-12-01' ORDER BY month";
    assert_eq!(rows(&bench.pool, months).await, ["(2026-10-01,5,,,,)", "(2026-11-01,5,16,5,4,0.2500)"]);
    let terms = "SELECT passes, rights, used, used_of_rights, utilisation FROM analytics.utilisation_by_pass";
    assert_eq!(rows(&bench.pool, terms).await, ["(5,160,5,4,0.0250)"]);
}
