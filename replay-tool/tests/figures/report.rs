//! The report: one page without network access and without personal data.

use base64::Engine;
use chrono::NaiveDate;
use fairway_events::testing::TestDatabase;
use replay_tool::report::{self, Arguments};
use sha2::{Digest, Sha256};

use crate::as_role;
use crate::season::{self, last_day, member};

fn arguments(html: &str, from: Option<&str>, to: Option<&str>) -> Arguments {
    let month = |text: &str| format!("{text}-01").parse::<NaiveDate>().unwrap();
    Arguments { html: html.into(), from: from.map(month), to: to.map(month), today: Some(last_day()) }
}

#[tokio::test]
async fn the_page_shows_the_season_without_network_scripts_or_personal_data() {
    let database = TestDatabase::new().await;
    season::play(&database, 40, 240).await;
    let pool = as_role(&database, "fairway_reader").await;
    let html = report::html(&pool, &arguments("", None, None)).await.unwrap();

    // The same figure from another query.
    let rounds: i64 = sqlx::query_scalar(
        "SELECT count(DISTINCT booking_id) FROM reservations_places
         WHERE cancelled_at IS NULL AND play_date BETWEEN '2025-12-01' AND '2026-11-30'",
    )
    .fetch_one(&database.pool())
    .await
    .unwrap();
    assert!(rounds > 100, "{rounds}");
    assert!(html.contains(&format!("<b>{rounds}</b><span>rounds</span>")), "{rounds} rounds are not shown");
    assert!(html.contains("<h1>December 2025 – November 2026</h1>"));
    for card in [
        "rounds",
        "clubs",
        "groups",
        "lead-times",
        "cancellations",
        "ways-to-cancel",
        "rights",
        "passes",
        "free-vouchers",
        "bonus-vouchers",
        "co-players",
        "bonds",
        "club-links",
    ] {
        assert!(html.contains(&format!("<article id=\"{card}\"")), "{card} is missing");
    }
    assert!(!html.contains("Nothing to show"), "a season has something to show in every card");
    assert!(!html.contains("NaN") && !html.contains("inf\""));

    for foreign in [
        "http:",
        "https:",
        "//",
        "<script",
        "javascript:",
        "<img",
        "<link",
        "url(",
        "@import",
        " style=",
        " on",
    ] {
        let at = html.find(foreign);
        let around = at.map(|at| &html[at.saturating_sub(30)..(at + 40).min(html.len())]);
        assert!(
            at.is_none() || foreign == " on" && !html.contains(" onclick") && !html.contains(" onload"),
            "{foreign}: {around:?}"
        );
    }
    let style = &html[html.find("<style>").unwrap() + 7..html.find("</style>").unwrap()];
    let hash = base64::prelude::BASE64_STANDARD.encode(Sha256::digest(style));
    assert!(
        html.contains(&format!("default-src 'none'; style-src 'sha256-{hash}'")),
        "the policy lets the style in"
    );

    for number in 0..40 {
        assert!(!html.contains(&member(number).to_string()) && !html.contains(&format!("Zwaluw{number}")));
    }
    assert!(!html.contains("@fairway"));
}

#[tokio::test]
async fn an_empty_journal_gives_an_empty_page_and_a_reversed_period_is_refused() {
    let database = TestDatabase::new().await;
    let pool = as_role(&database, "fairway_reader").await;
    let html = report::html(&pool, &arguments("", Some("2026-11"), Some("2026-11"))).await.unwrap();
    assert!(html.contains("Nobody played or booked in this period."));
    assert!(html.contains("Nothing to show for this period."));
    assert!(!html.contains("NaN"));
    let reversed = report::html(&pool, &arguments("", Some("2026-11"), Some("2026-10"))).await.unwrap_err();
    assert_eq!(reversed.to_string(), "the period ends before it begins");
}

/// Not a test: writes the page of a large season for manual review. `FAIRWAY_REPORT` names the file.
#[tokio::test]
#[ignore = "a page for eyes"]
async fn write_a_page_for_manual_review() {
    let Ok(path) = std::env::var("FAIRWAY_REPORT") else { return };
    let database = TestDatabase::new().await;
    season::play(&database, 600, 4_000).await;
    let pool = as_role(&database, "fairway_reader").await;
    report::run(&pool, &arguments(&path, None, None)).await.unwrap();
}
