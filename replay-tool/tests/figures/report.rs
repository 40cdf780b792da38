//! The report: one page without network access and without personal data.

use base64::Engine;
use chrono::{DateTime, NaiveDate, Utc};
use fairway_audit::figures::{Request, figures};
use fairway_events::testing::TestDatabase;
use replay_tool::report::{self, Arguments};
use sha2::{Digest, Sha256};

use crate::as_role;
use crate::season::{self, last_day, member};

fn arguments(html: &str, from: Option<&str>, to: Option<&str>) -> Arguments {
    let month = |text: &str| format!("{text}-01").parse::<NaiveDate>().unwrap();
    Arguments {
        html: Some(html.into()),
        json: None,
        from: from.map(month),
        to: to.map(month),
        today: Some(last_day()),
        published: false,
    }
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
        "occupancy",
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

#[tokio::test]
async fn the_printed_page_has_every_table() {
    let database = TestDatabase::new().await;
    season::play(&database, 40, 240).await;
    let pool = as_role(&database, "fairway_reader").await;
    let html = report::html(&pool, &arguments("", None, None)).await.unwrap();
    let cards: Vec<&str> = html.split("<article ").skip(1).collect();
    assert!(cards.len() >= 14);
    for card in cards {
        let (_, table) = card.split_once("<table>").unwrap();
        assert!(table.contains("<td"), "{card}");
    }
    // Paper opens nothing, and leaves out only the links to the cards.
    assert!(!html.contains("<details"));
    let (screen, print) = html.split_once("@media print").unwrap();
    assert!(!screen.contains("display: none"));
    assert_eq!(print.matches("display: none").count(), 1);
    assert!(print.contains("nav { display: none; }"));
}

#[tokio::test]
async fn a_published_page_is_of_closed_months_and_says_so() {
    let database = TestDatabase::new().await;
    season::play(&database, 40, 240).await;
    let owner = database.pool();
    let pool = as_role(&database, "fairway_reader").await;
    let published = Arguments { published: true, ..arguments("", None, None) };
    let page = report::html(&pool, &published).await.unwrap();
    assert!(page.contains("<h1>November 2025 – October 2026</h1>"));
    assert!(page.contains("Published figures, as of 25 November 2026: of closed months"));
    // A page of exact figures tells of a club with few players; this one does not.
    let cell = "SELECT club, rounds::text FROM analytics.rounds_by_month WHERE month = '2026-10-01' AND players < 5 LIMIT 1";
    let (club, _): (String, String) = sqlx::query_as(cell).fetch_one(&owner).await.unwrap();
    let exact = report::html(&pool, &arguments("", Some("2026-10"), Some("2026-10"))).await.unwrap();
    assert!(exact.contains(&club) && exact.contains("Exact figures"));
    let published = Arguments { published: true, ..arguments("", Some("2026-10"), Some("2026-10")) };
    let page = report::html(&pool, &published).await.unwrap();
    assert!(!page.contains(&format!("<th scope=\"row\">{club}</th>")), "{club}");
    assert!(page.contains("Terms that ended in years that are over.") && !page.contains("are running"));
    let open = Arguments { published: true, ..arguments("", Some("2026-11"), Some("2026-11")) };
    let page = report::html(&pool, &open).await.unwrap();
    assert!(page.contains("Nothing is published of this period.") && !page.contains("Nobody played"));
    // An analyst need not ask for it.
    let analyst = as_role(&database, "analyst").await;
    let page = report::html(&analyst, &arguments("", None, None)).await.unwrap();
    assert!(page.contains("Published figures, as of") && !page.contains("Exact figures"));
}

#[tokio::test]
async fn a_published_club_has_an_occupancy_where_no_month_of_it_is_missing() {
    let database = TestDatabase::new().await;
    season::play(&database, 120, 600).await;
    let month = |day: &str| Some(day.parse().unwrap());
    let (from, to) = (month("2026-07-01"), month("2026-08-01"));
    let request = Request { from, to, today: Some(last_day()), published: true, ..Request::default() };
    let of_clubs = async || {
        let figures = figures(&as_role(&database, "fairway_reader").await, &request).await.unwrap();
        figures.clubs.into_iter().filter(|club| club.is_named).collect::<Vec<_>>()
    };
    let complete = of_clubs().await.into_iter().find(|club| club.occupancy.is_some()).unwrap().club;
    sqlx::query(
        "DELETE FROM published_figures
         WHERE figure = 'capacity_by_month' AND month = '2026-07-01' AND cells ->> 'club' = $1",
    )
    .bind(&complete)
    .execute(&database.pool())
    .await
    .unwrap();
    let now = of_clubs().await.into_iter().find(|club| club.club == complete).unwrap();
    assert!(now.rounds > 0 && now.occupancy.is_none(), "{now:?}");
}

#[tokio::test]
async fn published_figures_are_as_fresh_as_an_analyst_sees() {
    let database = TestDatabase::new().await;
    season::play(&database, 40, 240).await;
    let of = "SELECT position, as_of, behind FROM analytics.freshness WHERE projection = 'analytics'";
    let analyst: (i64, Option<DateTime<Utc>>, i64) =
        sqlx::query_as(of).fetch_one(&as_role(&database, "analyst").await).await.unwrap();
    let pool = as_role(&database, "fairway_reader").await;
    let seen = async |published| {
        let request = Request { today: Some(last_day()), published, ..Request::default() };
        let freshness = figures(&pool, &request).await.unwrap().freshness;
        (freshness.position, freshness.as_of, freshness.behind)
    };
    assert_eq!(seen(true).await, analyst, "whole thousands, whole days");
    let exact = seen(false).await;
    assert!(exact.0 % 1_000 != 0 && exact.1 > analyst.1, "{exact:?}");
}

#[tokio::test]
async fn a_renamed_club_is_one_club_in_published_figures() {
    let database = TestDatabase::new().await;
    season::play(&database, 120, 600).await;
    let owner = database.pool();
    let largest = "SELECT club_id, sum(players)::bigint FROM analytics.rounds_by_month GROUP BY 1 ORDER BY 2 DESC LIMIT 1";
    let (club, _): (String, i64) = sqlx::query_as(largest).fetch_one(&owner).await.unwrap();
    sqlx::query("UPDATE clubs SET name = 'De Nieuwe Baan' WHERE id = $1")
        .bind(&club)
        .execute(&owner)
        .await
        .unwrap();
    sqlx::query(
        "UPDATE published_figures SET cells = jsonb_set(cells, '{club}', '\"De Nieuwe Baan\"')
         WHERE figure = 'rounds_by_month' AND month >= '2026-08-01' AND cells ->> 'club_id' = $1",
    )
    .bind(&club)
    .execute(&owner)
    .await
    .unwrap();
    let request = Request { today: Some(last_day()), published: true, ..Request::default() };
    let figures = figures(&as_role(&database, "fairway_reader").await, &request).await.unwrap();
    let named: Vec<&str> =
        figures.clubs.iter().filter(|club| club.is_named).map(|club| club.club.as_str()).collect();
    assert_eq!(named.iter().filter(|name| **name == "De Nieuwe Baan").count(), 1, "{named:?}");
    assert_eq!(figures.key().clubs, named.len());
    let months = figures.rounds.iter().filter(|row| row.club == "De Nieuwe Baan");
    assert!(months.map(|row| row.month).collect::<std::collections::BTreeSet<_>>().len() > 3);
}

/// Not a test: writes the pages of a large season, exact and published, and their JSON beside them, for manual review.
/// `FAIRWAY_REPORT` names the exact one.
#[tokio::test]
#[ignore = "a page for eyes"]
async fn write_a_page_for_manual_review() {
    let Ok(path) = std::env::var("FAIRWAY_REPORT") else { return };
    let database = TestDatabase::new().await;
    season::play(&database, 600, 4_000).await;
    let pool = as_role(&database, "fairway_reader").await;
    for (published, ending) in [(false, "html"), (true, "published.html")] {
        let page = std::path::Path::new(&path).with_extension(ending);
        let json = Some(page.with_extension("json"));
        let arguments = Arguments { json, published, ..arguments(page.to_str().unwrap(), None, None) };
        report::run(&pool, &arguments).await.unwrap();
    }
}
