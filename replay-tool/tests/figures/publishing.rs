//! Publishing everything anew, after an import of past rounds.

use fairway_audit::publication;
use fairway_events::testing::TestDatabase;
use sqlx::PgPool;

use crate::season;

async fn played(pool: &PgPool) -> i64 {
    let sql =
        "SELECT sum((cells ->> 'players')::int) FROM published_figures WHERE figure = 'rounds_by_month'";
    sqlx::query_scalar(sql).fetch_one(pool).await.unwrap()
}

#[tokio::test]
async fn publishing_again_is_recorded_and_shows_what_was_imported() {
    let database = TestDatabase::new().await;
    season::play(&database, 40, 300).await;
    let pool = database.pool();
    let before = played(&pool).await;
    let imported: i64 = sqlx::query_scalar(
        "WITH past AS (SELECT gen_random_uuid() AS id, * FROM reservations_places WHERE play_date = (
             SELECT play_date FROM analytics_places WHERE cancelled_at IS NULL AND play_date < '2026-09-01'
             GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)),
         places AS (INSERT INTO analytics_places SELECT id, past.booking_id, joined_at, NULL, past.play_date - 1, holes, false, 'imported', 'pass', NULL, club_id
             FROM past JOIN analytics_places USING (place_id)),
         held AS (INSERT INTO reservations_places (place_id, booking_id, member_id, subscription_id, voucher_id, play_date, standing, playright_expired)
             SELECT id, booking_id, member_id, subscription_id, voucher_id, play_date - 1, standing, false FROM past)
         SELECT count(*) FROM past",
    )
    .fetch_one(&pool)
    .await
    .unwrap();
    assert!(imported >= 5);
    publication::publish_now(&pool).await.unwrap();
    assert!(publication::publish_again(&pool, " ", "import of 2026").await.is_err(), "somebody wants it");
    let actions = "SELECT (operator, reason, action)::text FROM operator_actions";
    let recorded: Vec<String> = sqlx::query_scalar(actions).fetch_all(&pool).await.unwrap();
    assert!(recorded.is_empty() && played(&pool).await >= before);
    let months = publication::publish_again(&pool, "Eva Bos", "import of 2026").await.unwrap();
    assert!(months >= 12, "{months}");
    let recorded: Vec<String> = sqlx::query_scalar(actions).fetch_all(&pool).await.unwrap();
    assert_eq!(recorded, ["(\"Eva Bos\",\"import of 2026\",publish)"]);
    assert!(played(&pool).await >= before + imported);
}
