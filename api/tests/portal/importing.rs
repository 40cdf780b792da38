//! `fairway import`: a repeated import changes nothing, one mistake imports nothing, and a running portal shows an
//! import at once.

mod people;

use std::path::Path;

use fairway_import::{ImportError, import};
use serde_json::{Value, json};

use crate::support::{PASSWORD, Portal, data_set, email, installation};

/// A copy of the data set with one file changed.
pub(crate) fn changed(file: &str, change: impl FnOnce(&mut Value)) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for entry in std::fs::read_dir(data_set()).expect("the data set") {
        let entry = entry.expect("a file");
        std::fs::copy(entry.path(), dir.path().join(entry.file_name())).expect("a copy");
    }
    let path = dir.path().join(file);
    let mut value: Value =
        serde_json::from_str(&std::fs::read_to_string(&path).expect("text")).expect("JSON");
    change(&mut value);
    std::fs::write(path, value.to_string()).expect("written");
    dir
}

/// Every row of all tables that an import writes.
async fn everything(portal: &Portal) -> Vec<String> {
    let tables = [
        "members",
        "clubs",
        "club_closures",
        "club_photos",
        "photos",
        "photo_sizes",
        "news",
        "faq_categories",
        "faq_questions",
        "pages",
        "settings",
        "offers",
        "federation_registrations",
        "events",
        "journal_head",
    ];
    let mut rows = Vec::new();
    for table in tables {
        let sql = format!("SELECT '{table} ' || row_to_json({table})::text FROM {table}");
        rows.extend(sqlx::query_scalar::<_, String>(&sql).fetch_all(&portal.pool).await.expect(table));
    }
    rows.sort();
    rows
}

async fn problems(portal: &Portal, dir: &Path) -> Vec<String> {
    match import(&portal.pool, &portal.clock, &installation(), dir).await {
        Err(ImportError::Problems(problems)) => problems.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn importing_again_changes_nothing_even_on_the_next_day() {
    let portal = Portal::start().await;
    let first = everything(&portal).await;
    assert!(first.len() > 30);
    let again = import(&portal.pool, &portal.clock, &installation(), &data_set()).await.expect("again");
    assert_eq!((again.events, again.new_members), (0, 0));
    assert_eq!(everything(&portal).await, first);
    portal.clock.advance(chrono::TimeDelta::days(1));
    let tomorrow = import(&portal.pool, &portal.clock, &installation(), &data_set()).await.expect("tomorrow");
    assert_eq!((tomorrow.events, tomorrow.new_members), (0, 0));
}

#[tokio::test]
async fn the_demo_data_set_imports_and_its_members_log_in() {
    let portal = Portal::empty().await;
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo-data");
    let summary =
        import(&portal.pool, &portal.clock, &installation(), &demo).await.expect("the demo data set");
    assert!(summary.clubs >= 30 && summary.rounds > 0, "{summary}");
    assert_eq!(portal.try_login("jan.devries@fairway.example", "fairway-demo").await.status, 200);
}

#[tokio::test]
async fn one_mistake_anywhere_imports_nothing() {
    let portal = Portal::empty().await;
    let before = everything(&portal).await;
    let wrong = changed("members.json", |members| {
        members[3]["vouchers"][0]["holes"] = json!(12);
        members[0]["nickname"] = json!("x");
    });
    let found = problems(&portal, wrong.path()).await;
    assert_eq!(
        found,
        [
            "members.json: [0].nickname: is not a known key",
            "members.json: [3].vouchers[0].holes: must be 9 or 18"
        ]
    );
    assert_eq!(everything(&portal).await, before);
}

#[tokio::test]
async fn inconsistent_rows_are_reported() {
    let portal = Portal::empty().await;
    let before = everything(&portal).await;
    let wrong = changed("history.json", |history| {
        history[0]["club"] = json!("nergens");
        history[1]["players"][1] = json!("nobody@test.example");
    });
    let found = problems(&portal, wrong.path()).await;
    for wanted in [
        "history.json: [0].club: `nergens` is not a known club",
        "history.json: [1].players[1]: `nobody@test.example` is not a known member",
    ] {
        assert!(found.iter().any(|problem| problem == wanted), "{found:#?}");
    }
    let twice = changed("members.json", |members| members[1]["email"] = json!("JAN@test.example"));
    let found = problems(&portal, twice.path()).await;
    assert!(
        found
            .iter()
            .any(|problem| problem.starts_with("members.json: [1].email: `jan@test.example` occurs twice")),
        "{found:#?}"
    );
    assert_eq!(everything(&portal).await, before);
}

#[tokio::test]
async fn history_is_checked_against_the_rules() {
    let portal = Portal::empty().await;
    let wrong = changed("history.json", |history| {
        let round = json!({"club": "klein", "date": "2026-10-03", "holes": 9, "players": [email("eva")]});
        let alone = json!({"club": "de-es", "date": "2026-10-04", "holes": 18, "players": [email("nop")]});
        history.as_array_mut().expect("a list").extend([round, alone]);
    });
    let found = problems(&portal, wrong.path()).await;
    assert_eq!(
        found,
        [
            "history.json: [2]: 2026-10-03 (klein): Eva heeft op deze datum al een reservering",
            "history.json: [3]: 2026-10-04 (de-es): Nico heeft geen geldig abonnement",
        ]
    );
    assert_eq!(portal.events().await, 0);
}

#[tokio::test]
async fn members_own_changes_are_not_overwritten() {
    let portal = Portal::start().await;
    sqlx::query("UPDATE members SET street = 'Elders' WHERE email = $1")
        .bind(email("jan"))
        .execute(&portal.pool)
        .await
        .expect("moved");
    let new = changed("members.json", |members| {
        members[0]["password"] = json!("another-password");
        members[0]["street"] = json!("Nieuwe straat");
        members[0]["first_name"] = json!("Johan");
    });
    import(&portal.pool, &portal.clock, &installation(), new.path()).await.expect("an import");
    let (first, street): (String, String) =
        sqlx::query_as("SELECT first_name, street FROM members WHERE email = $1")
            .bind(email("jan"))
            .fetch_one(&portal.pool)
            .await
            .expect("jan");
    assert_eq!((first.as_str(), street.as_str()), ("Johan", "Elders"));
    assert_eq!(portal.try_login(&email("jan"), PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_running_portal_shows_an_import_at_the_next_request() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    assert_eq!(jan.get("/api/golfclubs/info").await.data().len(), 4);
    let new = changed("clubs.json", |clubs| {
        let mut extra = clubs[0].clone();
        extra["id"] = json!("nieuw");
        extra["name"] = json!("Aan Zee");
        clubs.as_array_mut().expect("a list").push(extra);
    });
    import(&portal.pool, &portal.clock, &installation(), new.path()).await.expect("an import");
    let clubs = jan.get("/api/golfclubs/info").await;
    assert_eq!((clubs.data().len(), &clubs.data()[0]["name"]), (5, &"Aan Zee".into()));
}

#[tokio::test]
async fn a_concurrent_import_and_bookings_are_all_stored() {
    let portal = Portal::start().await;
    let jan = portal.login("jan").await;
    let more = changed("members.json", |members| {
        for n in 0..5 {
            let row =
                json!({"kind": "bonus", "title": format!("Extra {n}"), "holes": 18, "expires": "2026-12-31"});
            members[0]["vouchers"].as_array_mut().expect("a list").push(row);
        }
    });
    let booking = async {
        for day in ["2026-11-28", "2026-11-29"] {
            jan.book(day, &["jan", "eva"]).await;
        }
    };
    let key = installation();
    let (imported, ()) = tokio::join!(import(&portal.pool, &portal.clock, &key, more.path()), booking);
    assert_eq!(imported.expect("an import").vouchers, 5);
    assert_eq!(jan.upcoming().await.len(), 2);
}
