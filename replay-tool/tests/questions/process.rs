//! The program itself: exit statuses, standard output and error, and that it cannot write.

use std::process::{Command, Output};

use fairway_events::testing::TestDatabase;
use replay_tool::connect::{Access, Connection, ConnectionOptions};

use crate::support::{Scenario, id};

fn replay_tool(database: &TestDatabase, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_replay-tool"))
        .args(arguments)
        .env("DATABASE_URL", database.url())
        .env_remove("NO_COLOR")
        .env_remove("FAIRWAY_CLOCK")
        .output()
        .unwrap()
}

#[tokio::test]
async fn exit_statuses_distinguish_answers_unknown_ids_and_wrong_arguments() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let (booking, unknown) = (scenario.booking.to_string(), id(404).to_string());
    for (arguments, code, expected) in [
        (&["timeline", &booking][..], 0, "RoundBooked"),
        (&["timeline", &unknown], 3, "nothing is known under"),
        (&["timeline", &booking, "--from", "yesterday"], 2, "2026-11-25 09:00"),
        (&["as-of", "8", &booking], 0, "booked, 2 players"),
        (&["as-of", "2", &booking], 3, "its first event is at position 4"),
        (&["as-of", &booking, "8"], 0, "booked, 2 players"),
        (&["as-of", &booking, "2026-11-25"], 0, "as of Wed 25 Nov 2026 23:59:59 CET"),
        (&["as-of", &booking, "yesterday"], 2, "2026-11-25 09:00"),
        (
            &["explain", "jan@fairway.example", "2026-11-28", "de-wilgenhoek", "--at", "8"],
            0,
            "The member reads",
        ),
        (&["explain", "jan@fairway.example", "2026-11-28", "nowhere"], 3, "no club is called"),
        (&["explain", "jan@fairway.example", "2026-11-28", "de-wilgenhoek", "--holes", "12"], 2, "9 or 18"),
    ] {
        let output = replay_tool(&database, arguments);
        let (out, problem) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {out}{problem}");
        let shown = if code == 0 { &out } else { &problem };
        assert!(shown.contains(expected), "{arguments:?}: {out}{problem}");
        assert!(code == 0 || out.is_empty(), "nothing half on the output: {out}");
    }
}

#[tokio::test]
async fn a_pipe_gets_colour_only_on_request() {
    let database = TestDatabase::new().await;
    let scenario = Scenario::write_to(&database).await;
    let booking = scenario.booking.to_string();
    let has_colour = |arguments: &[&str]| replay_tool(&database, arguments).stdout.contains(&0x1b);
    assert!(!has_colour(&["timeline", &booking]));
    assert!(has_colour(&["timeline", &booking, "--color", "always"]));
    assert!(!has_colour(&["timeline", &booking, "--color", "never"]));
}

#[tokio::test]
async fn every_help_has_an_example() {
    let database = TestDatabase::new().await;
    for command in ["timeline", "as-of", "explain"] {
        let help = String::from_utf8(replay_tool(&database, &[command, "--help"]).stdout).unwrap();
        assert!(help.contains(&format!("replay-tool {command} ")), "{help}");
    }
}

#[tokio::test]
async fn a_reading_command_cannot_write() {
    let database = TestDatabase::new().await;
    let server = ConnectionOptions {
        database_url: Some(database.url()),
        database_url_file: None,
        password_file: None,
        data_dir: "nowhere".into(),
    };
    let write = "UPDATE journal_head SET position = position";
    let reading = Connection::open(&server, Access::Read).await.unwrap();
    assert!(sqlx::query(write).execute(reading.pool()).await.is_err());
    let role: String =
        sqlx::query_scalar("SELECT current_user::text").fetch_one(reading.pool()).await.unwrap();
    assert_eq!(role, "fairway_reader");
    reading.close().await.unwrap();
    let writing = Connection::open(&server, Access::Write).await.unwrap();
    sqlx::query(write).execute(writing.pool()).await.unwrap();
    writing.close().await.unwrap();
}
