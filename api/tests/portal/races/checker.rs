//! The independent checker: SQL over the events' own payloads and a replay from zero, without any counter of the
//! production code. It searches for violated rules (docs/security.md, I1 to I5).

use fairway_query::{Projection, Projector, ProjectorOptions, Schema};
use sqlx::PgPool;

use crate::support::Portal;

/// Places according to the events; every rule below is a query on these.
const PLACES: &str = "
    WITH taken AS (
        SELECT place ->> 'place' AS place, place ->> 'member' AS member, place -> 'right' AS \"right\",
            body ->> 'booking' AS booking, body ->> 'club' AS club, (body ->> 'play_date')::date AS play_date
        FROM events
        CROSS JOIN LATERAL jsonb_each(payload) AS event (name, body)
        CROSS JOIN LATERAL jsonb_array_elements(
            CASE name WHEN 'RoundBooked' THEN body -> 'places' ELSE jsonb_build_array(body -> 'place') END
        ) AS place
        WHERE event_type IN ('RoundBooked', 'PlayerAdded', 'PlayerSwapped')
    ), active AS (
        SELECT * FROM taken WHERE place NOT IN (
            SELECT payload -> 'PlaceCancelled' ->> 'place' FROM events WHERE event_type = 'PlaceCancelled'
            UNION ALL
            SELECT payload #>> '{PlayerSwapped,left,place}' FROM events WHERE event_type = 'PlayerSwapped')
    ), used AS (
        SELECT * FROM active
        UNION ALL
        SELECT * FROM taken WHERE place IN (
            SELECT payload -> 'PlayRightExpired' ->> 'place' FROM events WHERE event_type = 'PlayRightExpired')
    ), passes AS (
        SELECT pass ->> 'subscription' AS subscription, (pass ->> 'max')::int AS max,
            (pass ->> 'per_month')::int AS per_month
        FROM events, LATERAL (SELECT payload -> 'SubscriptionStarted' AS pass) started
        WHERE event_type = 'SubscriptionStarted'
    )";

/// A rule and the query that finds its violations.
const RULES: &[(&str, &str)] = &[
    (
        "I1 rights of a pass over its term",
        "SELECT 1 FROM used JOIN passes ON subscription = \"right\" ->> 'subscription'
         GROUP BY subscription, max HAVING count(*) > max",
    ),
    (
        "I1 rights of a pass per month",
        "SELECT 1 FROM used JOIN passes ON subscription = \"right\" ->> 'subscription'
         GROUP BY subscription, per_month, date_trunc('month', play_date) HAVING count(*) > per_month",
    ),
    (
        "I1 a voucher twice",
        "SELECT 1 FROM used WHERE \"right\" ->> 'kind' = 'voucher'
         GROUP BY \"right\" ->> 'voucher' HAVING count(*) > 1",
    ),
    (
        "I1 a right that was taken back",
        "SELECT 1 FROM used
         WHERE \"right\" ->> 'subscription' IN (
             SELECT payload #>> '{SubscriptionWithdrawn,subscription}' FROM events
             WHERE event_type = 'SubscriptionWithdrawn')
         OR \"right\" ->> 'voucher' IN (
             SELECT payload -> event_type ->> 'voucher' FROM events
             WHERE event_type IN ('VoucherWithdrawn', 'GrantedVoucherWithdrawn'))",
    ),
    (
        "I2 a club day over its capacity",
        "SELECT 1 FROM active JOIN clubs ON clubs.id = club
         GROUP BY club, play_date, daily_capacity HAVING count(*) > daily_capacity",
    ),
    ("I2 more than four in a booking", "SELECT 1 FROM active GROUP BY booking HAVING count(*) > 4"),
    ("I2 a member twice on a date", "SELECT 1 FROM active GROUP BY member, play_date HAVING count(*) > 1"),
    (
        "I2 a club's maximum",
        "SELECT 1 FROM active JOIN clubs ON clubs.id = club
         GROUP BY member, club, max_plays_per_year, date_part('year', play_date)
         HAVING count(*) > max_plays_per_year",
    ),
    ("I3 a place twice", "SELECT 1 FROM taken GROUP BY place HAVING count(*) > 1"),
    (
        "I5 a stream's sequence",
        "SELECT 1 FROM events GROUP BY aggregate_type, aggregate_id
         HAVING min(sequence) <> 1 OR max(sequence) <> count(*) OR count(DISTINCT sequence) <> count(*)",
    ),
    (
        "I5 the positions",
        "SELECT 1 FROM events HAVING min(position) <> 1 OR max(position) <> count(*)
         OR max(position) <> (SELECT position FROM journal_head)",
    ),
];

/// The violated rules.
pub(crate) async fn broken_rules(pool: &PgPool) -> Vec<&'static str> {
    let mut broken = Vec::new();
    for (rule, query) in RULES {
        let found: bool = sqlx::query_scalar(&format!("{PLACES} SELECT EXISTS ({query})"))
            .fetch_one(pool)
            .await
            .unwrap_or_else(|error| panic!("{rule}: {error}"));
        if found {
            broken.push(*rule);
        }
    }
    broken
}

/// Those of these places that the journal does not have exactly once.
pub(crate) async fn not_once(pool: &PgPool, places: &[String]) -> Vec<String> {
    let sql = format!(
        "{PLACES} SELECT wanted.place FROM unnest($1::text[]) AS wanted (place) LEFT JOIN taken USING (place)
         GROUP BY wanted.place HAVING count(taken.place) <> 1"
    );
    sqlx::query_scalar(&sql).bind(places).fetch_all(pool).await.expect("the places")
}

/// Checks that every rule holds, that acknowledged places are in the journal once, and that the read models equal a
/// replay.
pub(crate) async fn check(portal: &Portal, acknowledged: &[String]) {
    assert_eq!(broken_rules(&portal.pool).await, Vec::<&str>::new());
    assert_eq!(
        not_once(&portal.pool, acknowledged).await,
        Vec::<String>::new(),
        "acknowledged, and not there once"
    );
    portal.caught_up().await;
    let replay = Schema::named("replay").expect("a name");
    replay.create(&portal.pool, &Projection::member_facing().collect::<Vec<_>>()).await.expect("twins");
    let options = ProjectorOptions { schema: replay, ..ProjectorOptions::default() };
    let mut projector = Projector::new(portal.pool.clone(), options);
    while projector.run_once(1_000).await.expect("a replay").more {}
    for table in Projection::member_facing().flat_map(|projection| projection.tables()) {
        let sql = format!(
            "SELECT count(*) FROM ((TABLE public.{table} EXCEPT TABLE replay.{table})
             UNION ALL (TABLE replay.{table} EXCEPT TABLE public.{table})) difference"
        );
        let different: i64 = sqlx::query_scalar(&sql).fetch_one(&portal.pool).await.expect("a comparison");
        assert_eq!(different, 0, "I4 {table}");
    }
}
