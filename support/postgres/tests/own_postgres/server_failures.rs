//! The server dies while it is used: one of the processes that use it restarts it in the same folder, without a limit
//! of attempts.

use fairway_postgres::{Options, OwnPostgres, PostgresError};
use rustix::process::{Pid, Signal, kill_process};
use sqlx::ConnectOptions;

use crate::start;
use crate::support::*;

/// Waits until the row that was stored before can be read again.
async fn until_usable(postgres: &OwnPostgres) {
    until("PostgreSQL takes connections again", async || match postgres.admin_options().connect().await {
        Ok(mut connection) => sqlx::query("SELECT word FROM words")
            .fetch_all(&mut connection)
            .await
            .is_ok_and(|rows| !rows.is_empty()),
        Err(_) => false,
    })
    .await;
}

#[tokio::test]
async fn a_dead_server_is_restarted_in_the_same_folder_without_data_loss() {
    let folder = folder();
    let postgres = start(folder.path()).await;
    store(&postgres, "committed before the end").await;
    for restarts in 1..=3 {
        let before = server_pid(folder.path()).unwrap();
        kill_9(before);
        postgres.condition().wait_for(|condition| condition.restarts == restarts).await.unwrap();
        // The options do not change: an existing pool continues to work.
        until_usable(&postgres).await;
        assert_ne!(server_pid(folder.path()), Some(before));
        assert_eq!(postgres.condition().borrow().problem, None);
    }
    let last = server_pid(folder.path()).unwrap();
    postgres.stop().await.unwrap();
    assert!(!is_alive(last));
}

#[tokio::test]
async fn one_of_several_users_restarts_it_and_the_last_one_stops_it() {
    let folder = folder();
    let other_user = Holder::serving(folder.path());
    let mut own_users = Vec::new();
    for _ in 0..3 {
        own_users.push(OwnPostgres::join_or_start(Options::new(folder.path())).await.unwrap());
    }
    for restarts in 1..=3 {
        kill_9(server_pid(folder.path()).unwrap());
        for postgres in &own_users {
            postgres.condition().wait_for(|condition| condition.restarts == restarts).await.unwrap();
        }
        until_usable(&own_users[0]).await;
        assert_eq!(postmasters_of(folder.path()), [server_pid(folder.path()).unwrap()], "never two at once");
    }
    let server = server_pid(folder.path()).unwrap();
    for postgres in own_users {
        postgres.stop().await.unwrap();
    }
    assert!(is_alive(server), "the other process still uses it");
    other_user.leave();
    assert!(!is_alive(server));
}

#[tokio::test]
async fn a_start_at_the_moment_of_a_double_kill_neither_joins_the_dying_server_nor_fails() {
    let folder = folder();
    for _ in 0..10 {
        let mut owner = Holder::serving(folder.path());
        kill_9(owner.process.id());
        kill_9(owner.server);
        let postgres = OwnPostgres::join_or_start(Options::new(folder.path())).await.unwrap();
        assert!(!stored(&postgres).await.is_empty());
        assert_ne!(server_pid(folder.path()), Some(owner.server));
        postgres.stop().await.unwrap();
        owner.process.wait().unwrap();
    }
}

#[tokio::test]
async fn a_server_that_recovers_from_a_killed_session_is_waited_for() {
    let folder = folder();
    let owner = start(folder.path()).await;
    store(&owner, "kept").await;
    let server = server_pid(folder.path()).unwrap();
    for _ in 0..5 {
        let mut session = connect(owner.admin_options()).await;
        let backend: i32 =
            sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut session).await.unwrap();
        kill_9(u32::try_from(backend).unwrap());
        let joined = OwnPostgres::join_or_start(Options::new(folder.path())).await.unwrap();
        until_usable(&joined).await;
        joined.stop().await.unwrap();
    }
    assert_eq!(server_pid(folder.path()), Some(server), "it recovered by itself");
    owner.stop().await.unwrap();
}

#[tokio::test]
async fn a_server_that_another_process_stops_is_waited_for_and_replaced() {
    let folder = folder();
    let owner = start(folder.path()).await;
    store(&owner, "kept").await;
    for _ in 0..3 {
        let server = server_pid(folder.path()).unwrap();
        let restarts = owner.condition().borrow().restarts;
        kill_process(Pid::from_raw(server.try_into().unwrap()).unwrap(), Signal::INT).unwrap();
        let joined = OwnPostgres::join_or_start(Options::new(folder.path())).await.unwrap();
        owner.condition().wait_for(|condition| condition.restarts > restarts).await.unwrap();
        until_usable(&joined).await;
        joined.stop().await.unwrap();
        assert!(!is_alive(server));
    }
    owner.stop().await.unwrap();
}

#[tokio::test]
async fn a_server_that_cannot_be_restarted_is_reported_and_retried_until_it_can() {
    let folder = folder();
    let postgres = start(folder.path()).await;
    store(&postgres, "kept").await;
    let control = folder.path().join("postgres/cluster/global/pg_control");
    let moved = control.with_extension("aside");
    std::fs::rename(&control, &moved).unwrap();
    kill_9(server_pid(folder.path()).unwrap());
    let failed = |problem: &str| problem.starts_with("PostgreSQL did not start");
    let mut condition = postgres.condition();
    condition.wait_for(|condition| condition.problem.as_deref().is_some_and(failed)).await.unwrap();

    std::fs::rename(&moved, &control).unwrap();
    condition.wait_for(|condition| condition.problem.is_none()).await.unwrap();
    assert_eq!(stored(&postgres).await, ["kept"]);
    postgres.stop().await.unwrap();
}

#[tokio::test]
async fn a_missing_cluster_is_not_replaced_by_an_empty_one() {
    let folder = folder();
    let postgres = start(folder.path()).await;
    store(&postgres, "kept").await;
    let (cluster, moved) = (folder.path().join("postgres/cluster"), folder.path().join("postgres/moved"));
    let server = server_pid(folder.path()).unwrap();
    std::fs::rename(&cluster, &moved).unwrap();
    kill_9(server);
    let gone = |problem: &str| problem.contains("is gone");
    let mut condition = postgres.condition();
    condition.wait_for(|condition| condition.problem.as_deref().is_some_and(gone)).await.unwrap();
    assert!(!cluster.exists());

    std::fs::rename(&moved, &cluster).unwrap();
    condition.wait_for(|condition| condition.problem.is_none()).await.unwrap();
    assert_eq!(stored(&postgres).await, ["kept"]);
    postgres.stop().await.unwrap();
}

#[tokio::test]
async fn a_stop_does_not_wait_for_a_server_that_cannot_be_restarted() {
    let folder = folder();
    let postgres = start(folder.path()).await;
    std::fs::remove_file(folder.path().join("postgres/cluster/global/pg_control")).unwrap();
    kill_9(server_pid(folder.path()).unwrap());
    postgres.condition().wait_for(|condition| condition.problem.is_some()).await.unwrap();
    postgres.stop().await.unwrap();
    assert_eq!(postmasters_of(folder.path()), Vec::<u32>::new());
}

#[tokio::test]
async fn no_second_server_is_started_beside_an_invisible_one() {
    let folder = folder();
    start(folder.path()).await.stop().await.unwrap();
    // The lock as a server in another container holds it.
    let invisible = std::fs::File::open(folder.path().join("postgres/server.lock")).unwrap();
    invisible.lock().unwrap();
    let error = OwnPostgres::join_or_start(Options::new(folder.path())).await.unwrap_err();
    assert!(matches!(error, PostgresError::UsedElsewhere { .. }), "{error}");
    drop(invisible);
    start(folder.path()).await.stop().await.unwrap();
}
