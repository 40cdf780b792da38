//! Every command, while nobody reads its output.

use std::process::{Command, Stdio};

use clap::CommandFactory;
use fairway_audit::seal::Sealer;
use replay_tool::cli::Cli;
use uuid::Uuid;

use crate::support::{System, place};

/// An output whose reader has gone, as that of `… | head`.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// The words that call each command, also of those that have commands of their own.
fn commands(of: &clap::Command, called: &[String]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for command in of.get_subcommands() {
        let called = [called, &[command.get_name().to_owned()]].concat();
        found.extend(commands(command, &called));
        if !command.is_subcommand_required_set() {
            found.push(called);
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_output_ends_every_command_of_the_tool_quietly() {
    let system = System::with_history().await;
    while Sealer::new(system.pool.clone()).run_once(10).await.unwrap().more {}
    // The history's members have the ids of its bookings.
    let member = Uuid::from_u128(900).to_string();
    let add = "INSERT INTO members (id, email, password_hash, first_name, last_name, created_at)
               VALUES ($1::uuid, 'eva@fairway.example', '-', 'Eva', 'Bos', now())";
    sqlx::query(add).bind(&member).execute(&system.pool).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (page, figures, record) = (path("page.html"), path("figures.json"), path("record"));
    std::fs::write(&record, "").unwrap();
    let booking = place(1, 1).0.to_string();
    let by = ["--operator", "Eva Bos", "--reason", "verzoek 17"];
    let events = |format| [&["export", "--what", "events", "--format", format][..], &by].concat();
    let rows: &[&[&str]] = &[
        &["timeline", &booking],
        &["timeline", &booking, "--json"],
        &["as-of", &booking, "20"],
        &["as-of", &booking, "20", "--diff", "30", "--json"],
        &["explain", &member, "2026-12-08", "de-es", "--at", "30"],
        &["explain", &member, "2026-12-08", "de-es", "--at", "30", "--json"],
        &["lag"],
        &["lag", "--json", "--watch"],
        &["projections"],
        &["projections", "--json"],
        &["projections", "resume", "vouchers"],
        &["rebuild", "--dry-run"],
        &["rebuild"],
        &["rebuild", "--drop-old"],
        &["seal"],
        &["seal", "verify"],
        &["seal", "verify", "--json"],
        &["verify"],
        &["verify", "--json"],
        &["record"],
        &["record", "--json"],
        &["record", "--upcast-check"],
        &["salvage", "--acknowledged", &record],
        &events("csv"),
        &events("jsonl"),
        &events("parquet"),
        &["export", "--what", "rounds_by_month", "--format", "csv"],
        &["dictionary"],
        &["report", "--html", &page, "--json", &figures],
        &["publish"],
    ];
    let tool = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_replay-tool"));
        command.args(arguments).env("DATABASE_URL", system.database.url()).stdout(closed());
        command.env_remove("FAIRWAY_DATA_DIR").env_remove("FAIRWAY_CLOCK");
        command
    };
    for row in rows {
        let done = tool(row).output().unwrap();
        let words = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(0), "{row:?}: {words}");
        assert!(!words.contains("panicked") && !words.contains("nobody reads"), "{row:?}: {words}");
    }
    // `2>&1 | head`: what is said on the other output is lost, and changes no exit status.
    for (arguments, status) in [(&["rebuild", "--dry-run"][..], 0), (&["timeline", "no@such.member"], 3)] {
        assert_eq!(tool(arguments).stderr(closed()).status().unwrap().code(), Some(status), "{arguments:?}");
    }
    for called in commands(&Cli::command(), &[]) {
        let has_row =
            rows.iter().any(|row| row.len() >= called.len() && row.iter().zip(&called).all(|(a, b)| a == b));
        assert!(has_row, "replay-tool {} has no row in this test", called.join(" "));
        let help: Vec<&str> = called.iter().map(String::as_str).chain(["--help"]).collect();
        assert_eq!(tool(&help).status().unwrap().code(), Some(0), "{help:?}");
    }
}
