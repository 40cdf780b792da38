//! The program's own PostgreSQL dies or is unavailable while members are served: they get a retry time, and the program
//! recovers without an operator.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::process::{Server, fairway};
use crate::support::{Answer, data_set, round};

/// The process id of the server in the data folder.
pub(crate) fn postmaster(data: &Path) -> u32 {
    let file = std::fs::read_to_string(data.join("postgres/cluster/postmaster.pid")).expect("a pid file");
    file.lines().next().expect("a line").parse().expect("a process id")
}

pub(crate) fn kill_9(pid: u32) {
    assert!(Command::new("kill").args(["-9", &pid.to_string()]).status().expect("kill").success());
}

/// Repeats a request until the response is as wanted.
pub(crate) async fn until(
    what: &str,
    mut ask: impl AsyncFnMut() -> Answer,
    wanted: impl Fn(&Answer) -> bool,
) -> Answer {
    let asking = async {
        loop {
            let answer = ask().await;
            if wanted(&answer) {
                return answer;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), asking).await.unwrap_or_else(|_| panic!("never: {what}"))
}

#[tokio::test]
async fn without_its_postgres_the_portal_answers_with_a_retry_time_and_then_recovers() {
    let data = tempfile::tempdir().expect("a folder");
    let set = data_set();
    let imported =
        fairway(data.path(), &["import", set.to_str().expect("a path")]).output().expect("it runs");
    assert!(imported.status.success());
    let mut server = Server::start(data.path()).await;
    let http = reqwest::Client::new();
    let token = server.login(&http).await;
    let url = format!("{}/api/reservations", server.base);
    let list = async || Answer::to(http.get(&url).bearer_auth(&token)).await;
    // With a key: a response may be lost with the connection although the round was booked.
    let book = async |day: &str| {
        let request = http.post(&url).bearer_auth(&token).header("idempotency-key", day);
        Answer::to(request.json(&round(day, &["jan", "eva"]))).await
    };
    let readyz = format!("{}/readyz", server.base);
    let ready = async || Answer::to(http.get(&readyz)).await;

    // It dies and can be restarted at once.
    kill_9(postmaster(data.path()));
    until(
        "a booking again",
        async || book("2026-11-28").await,
        |answer| {
            assert!([200, 503].contains(&answer.status), "{}", answer.body);
            answer.status == 200
        },
    )
    .await;

    // It dies and cannot be restarted.
    let control = data.path().join("postgres/cluster/global/pg_control");
    let aside = control.with_extension("aside");
    std::fs::rename(&control, &aside).expect("it is put aside");
    kill_9(postmaster(data.path()));
    let reported = until("readiness tells it", ready, |answer| {
        answer.body["troubles"][0].as_str().is_some_and(|words| words.contains("did not start"))
    })
    .await;
    assert_eq!((reported.status, &reported.body["ready"]), (503, &false.into()));
    let (listed, booked) = tokio::join!(list(), book("2026-11-29"));
    for away in [listed, booked] {
        away.fails(503, "De dienst is even niet bereikbaar. Probeer het zo opnieuw.");
        assert_eq!(away.headers["retry-after"], "5");
    }
    assert!(server.process.try_wait().expect("its state").is_none(), "only who asks ends it");

    std::fs::rename(&aside, &control).expect("it is put back");
    until("readiness", ready, |answer| answer.status == 200).await;
    until("a booking again", async || book("2026-11-29").await, |answer| answer.status == 200).await;
    // The read models follow when their projector has noticed.
    until("both rounds", list, |answer| answer.status == 200 && answer.data().len() == 2).await;
    let metrics = Answer::to(http.get(format!("{}/metrics", server.base))).await;
    let page = metrics.body.as_str().expect("a page");
    assert!(page.contains("fairway_postgres_restarts_total 2"), "{page}");
    assert!(server.terminate().success());
}
