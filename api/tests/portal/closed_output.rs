//! Every command of `fairway`, while nobody reads its output; and what administrative commands log.

use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use clap::CommandFactory;
use fairway_api::cli::Cli;
use fairway_api::config::Config;
use fairway_documents::signing::{VoucherCode, VoucherCodeSigner};
use fairway_events::{Holes, PlaceId};
use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use uuid::Uuid;

use crate::process::{Server, fairway};
use crate::projecting::Projector;
use crate::support::{Answer, data_set, email, round};

/// An output whose reader has gone, as that of `… | head`.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
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

/// The code of a voucher of a reserved round.
async fn code(address: &str) -> String {
    let options: PgConnectOptions = address.parse().expect("an address");
    let mut connection = options.connect().await.expect("the database");
    let sql = "SELECT place_id FROM reservations_places WHERE play_date = '2026-11-28' LIMIT 1";
    let place: Uuid = sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("a place");
    let play_date = "2026-11-28".parse().expect("a day");
    let secret = Config::from_lookup(|_| None).expect("the defaults").secret;
    let code = VoucherCode { place: PlaceId(place), play_date, holes: Holes::Eighteen };
    VoucherCodeSigner::new(secret.as_bytes()).sign(&code)
}

/// An act about a member, or with a file.
fn act<'a>(act: &'a str, about: &'a str) -> Vec<&'a str> {
    vec![act, about, "--operator", "Anke", "--reason", "verzoek 17"]
}

#[tokio::test]
async fn a_closed_output_ends_every_command_of_the_portal_quietly() {
    // The database's own user must reach it.
    let open = PermissionsExt::from_mode(0o755);
    let folder = tempfile::Builder::new().permissions(open).tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    let (data, restored, node) = (path("data"), path("restored"), path("node"));
    let (backups, content, nothing, set) = (path("backups"), path("content"), path("nothing"), data_set());
    std::fs::write(&nothing, "").expect("a file");
    let set = set.to_str().expect("a path");
    let run = |data: &str, listen: &str, arguments: &[&str]| {
        let mut command = fairway(data.as_ref(), arguments);
        command.env("FAIRWAY_LISTEN", listen).stdout(closed());
        command
    };
    let ends_quietly = |data: &str, listen: &str, arguments: &[&str]| {
        let done = run(data, listen, arguments).output().expect("it runs");
        let words = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(0), "{arguments:?}: {words}");
        assert!(!words.contains("panicked") && !words.contains("nobody reads"), "{arguments:?}: {words}");
        assert!(arguments[0] == "import" || !words.contains("INFO"), "{arguments:?} logs its steps: {words}");
    };
    ends_quietly(&data, "127.0.0.1:0", &["import", set]);

    let server = Server::run(fairway(data.as_ref(), &["serve"]).stdout(closed())).await;
    let listen = server.base.trim_start_matches("http://").to_owned();
    let address = format!("postgres://postgres@localhost/fairway?host={data}/postgres/run");
    std::fs::create_dir(&node).expect("a folder");
    let mut project = fairway(node.as_ref(), &["project"]);
    project.env("DATABASE_URL", &address).stdout(closed());
    drop(Projector::run(project).await);
    let http = reqwest::Client::new();
    let token = server.login(&http).await;
    let request = http.post(format!("{}/api/reservations", server.base)).bearer_auth(&token);
    let booked = Answer::to(request.json(&round("2026-11-28", &["jan", "eva"]))).await;
    assert_eq!(booked.status, 200, "{}", booked.body);

    let (jan, eva, kees, code) = (email("jan"), email("eva"), email("kees"), code(&address).await);
    let rows: &[&[&str]] = &[
        &["openapi"],
        &["openapi", "--operator"],
        &["settings"],
        &["healthcheck"],
        &["import", set],
        &["import", set, "--if-empty"],
        &["migrate"],
        &["export-content", &content],
        &["verify-voucher", &code],
        &act("impersonate", &jan),
        &act("disable", &eva),
        &act("enable", &eva),
        &["operator", "add", "bas@example.org", "--name", "Bas Meijer", "--role", "support"],
        &["operator", "list"],
        &["operator", "disable", "bas@example.org"],
        &["operator", "enable", "bas@example.org"],
        &["operator", "reset", "bas@example.org"],
        &["analyst-login", "tom"],
        &["analyst-login", "tom", "--remove"],
        &act("book-again", &nothing),
        &[&act("erase", &kees)[..], &["--dry-run"]].concat(),
        &[&act("erase", &kees)[..], &["--cancel-upcoming"]].concat(),
        &["erase", "--reapply"],
        &act("readmit", &kees),
        &["backup", &backups],
        &["backup", "--stop"],
    ];
    for row in rows {
        ends_quietly(&data, &listen, row);
    }
    // `2>&1 | head`: what is said on the other output is lost, and changes no exit status.
    for (arguments, status) in [
        (&act("impersonate", &jan)[..], 0),
        (&["operator", "reset", "bas@example.org"], 0),
        (&["operator", "reset", "nobody@example.org"], 1),
    ] {
        let mut command = run(&data, &listen, arguments);
        let ended = command.stderr(closed()).status().expect("it runs");
        assert_eq!(ended.code(), Some(status), "{arguments:?}");
    }
    assert!(server.terminate().success());
    let restore = ["restore", backups.as_str()];
    ends_quietly(&restored, "127.0.0.1:0", &restore);

    let elsewhere: [&[&str]; 3] = [&["serve"], &["project"], &restore];
    for called in commands(&Cli::command(), &[]) {
        let begins_so =
            |row: &&[&str]| row.len() >= called.len() && row.iter().zip(&called).all(|(a, b)| a == b);
        let has_row = rows.iter().chain(&elsewhere).any(begins_so);
        assert!(has_row, "fairway {} has no row in this test", called.join(" "));
        let help: Vec<&str> = called.iter().map(String::as_str).chain(["--help"]).collect();
        assert!(run(&data, "127.0.0.1:0", &help).status().expect("it runs").success(), "{help:?}");
    }
}
