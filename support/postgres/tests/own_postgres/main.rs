//! The own PostgreSQL with the real programs: first start, restart, sharing, and every way to be killed.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

mod access;
mod backup;
mod full_disk;
mod server_failures;
mod support;

use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::Path;

use fairway_postgres::binaries::{Candidates, choose};
use fairway_postgres::portable::runnable_by;
use fairway_postgres::user::RunAs;
use fairway_postgres::{Options, OwnPostgres, PostgresError};
use support::*;

#[test]
#[ignore = "the other side of tests that need a second process"]
fn use_a_server_until_stdin_closes() {
    hold();
}

async fn start(data_dir: &Path) -> OwnPostgres {
    OwnPostgres::start(Options::new(data_dir)).await.unwrap()
}

#[tokio::test]
async fn the_first_start_makes_a_durable_database_and_a_role_that_is_no_superuser() {
    let folder = folder();
    let postgres = start(folder.path()).await;

    let mut admin = connect(postgres.admin_options()).await;
    for setting in ["fsync", "synchronous_commit", "full_page_writes", "data_checksums"] {
        let value: String =
            sqlx::query_scalar(&format!("SHOW {setting}")).fetch_one(&mut admin).await.unwrap();
        assert_eq!(value, "on", "{setting}");
    }
    let addresses: String = sqlx::query_scalar("SHOW listen_addresses").fetch_one(&mut admin).await.unwrap();
    assert_eq!(addresses, "", "it must not listen on the network");

    let mut app = connect(postgres.app_options()).await;
    let (role, superuser, database): (String, String, String) = sqlx::query_as(
        "SELECT current_user::text, current_setting('is_superuser'), current_database()::text",
    )
    .fetch_one(&mut app)
    .await
    .unwrap();
    assert_eq!((role.as_str(), superuser.as_str(), database.as_str()), ("fairway_app", "off", "fairway"));
    postgres.stop().await.unwrap();
}

#[tokio::test]
async fn a_restart_keeps_the_data_and_a_stop_leaves_nothing_running() {
    let folder = folder();
    let postgres = start(folder.path()).await;
    store(&postgres, "kept").await;
    let pid = server_pid(folder.path()).unwrap();
    postgres.stop().await.unwrap();
    assert!(!is_alive(pid));
    assert_eq!(server_pid(folder.path()), None, "a clean stop removes the pid file");

    let postgres = start(folder.path()).await;
    assert_eq!(stored(&postgres).await, ["kept"]);
    postgres.stop().await.unwrap();
}

#[tokio::test]
async fn a_second_serve_on_the_same_folder_is_refused_and_names_the_first() {
    let folder = folder();
    let first = Holder::serving(folder.path());
    let error = OwnPostgres::start(Options::new(folder.path())).await.unwrap_err();
    assert!(matches!(error, PostgresError::AlreadyServing { .. }), "{error}");
    assert!(error.to_string().contains(&format!("(process {})", first.process.id())), "{error}");
    assert!(is_alive(first.server), "the refused one must not harm the first");
    first.leave();
}

#[tokio::test]
async fn a_start_after_kill_9_of_the_owner_recovers_by_itself() {
    let folder = folder();
    let mut owner = Holder::serving(folder.path());
    kill_9(owner.process.id());
    owner.process.wait().unwrap();

    let postgres = start(folder.path()).await;
    assert_eq!(stored(&postgres).await, ["committed before the end"]);
    let pid = server_pid(folder.path()).unwrap();
    postgres.stop().await.unwrap();
    assert!(!is_alive(owner.server) && !is_alive(pid), "an adopted server is stopped too");
}

#[tokio::test]
async fn a_start_after_kill_9_of_owner_and_server_recovers_by_itself() {
    let folder = folder();
    let mut owner = Holder::serving(folder.path());
    kill_9(owner.process.id());
    kill_9(owner.server);
    owner.process.wait().unwrap();

    let postgres = start(folder.path()).await;
    assert_ne!(server_pid(folder.path()), Some(owner.server));
    assert_eq!(stored(&postgres).await, ["committed before the end"]);
    postgres.stop().await.unwrap();
}

#[tokio::test]
async fn a_pid_file_with_the_pid_of_another_process_does_not_prevent_the_start() {
    let folder = folder();
    start(folder.path()).await.stop().await.unwrap();
    let file = folder.path().join("postgres/cluster/postmaster.pid");
    // The test's own process: it runs, and is no PostgreSQL.
    std::fs::write(&file, format!("{}\n/nowhere\n0\n5432\n/nowhere\n\n\nready\n", std::process::id()))
        .unwrap();
    start(folder.path()).await.stop().await.unwrap();
}

#[tokio::test]
async fn a_first_start_that_was_killed_is_repeated() {
    let folder = folder();
    let half_made = folder.path().join("postgres/cluster.new/base");
    std::fs::create_dir_all(&half_made).unwrap();
    start(folder.path()).await.stop().await.unwrap();
    assert!(!half_made.exists());
}

#[tokio::test]
async fn a_data_folder_with_a_long_name_with_blanks_and_commas_works_and_can_be_joined() {
    let folder = folder();
    let long = folder.path().join("a folder, \"quoted\"").join("long".repeat(30));
    let holder = Holder::serving(&long);
    let joined = OwnPostgres::join_or_start(Options::new(&long)).await.unwrap();
    assert_eq!(stored(&joined).await, ["committed before the end"]);
    joined.stop().await.unwrap();
    assert!(is_alive(holder.server));
    holder.leave();
}

#[tokio::test]
async fn a_command_beside_a_running_serve_joins_it_and_leaves_it_running() {
    let folder = folder();
    let serve = Holder::serving(folder.path());
    let command = OwnPostgres::join_or_start(Options::new(folder.path())).await.unwrap();
    assert_eq!(server_pid(folder.path()), Some(serve.server));
    command.stop().await.unwrap();
    assert!(is_alive(serve.server));
    let server = serve.server;
    serve.leave();
    assert!(!is_alive(server));
}

#[tokio::test]
async fn a_command_that_started_the_server_does_not_stop_it_under_a_later_serve() {
    let folder = folder();
    let command = OwnPostgres::join_or_start(Options::new(folder.path())).await.unwrap();
    let serve = Holder::serving(folder.path());
    command.stop().await.unwrap();
    assert!(is_alive(serve.server));
    serve.leave();
    assert_eq!(server_pid(folder.path()), None);
}

#[tokio::test]
async fn concurrent_starts_share_one_server_and_the_last_user_stops_it() {
    let folder = folder();
    let starting: Vec<StartingHolder> = (0..4).map(|_| Holder::joining(folder.path())).collect();
    let mut own_users = tokio::task::JoinSet::new();
    for _ in 0..4 {
        own_users.spawn(OwnPostgres::join_or_start(Options::new(folder.path())));
    }
    let own_users: Vec<OwnPostgres> = own_users.join_all().await.into_iter().map(Result::unwrap).collect();
    let other_users: Vec<Holder> = starting.into_iter().map(StartingHolder::wait_ready).collect();
    let server = server_pid(folder.path()).unwrap();
    assert!(other_users.iter().all(|holder| holder.server == server));

    for postgres in own_users {
        postgres.stop().await.unwrap();
    }
    assert!(is_alive(server));
    other_users.into_iter().for_each(Holder::leave);
    assert!(!is_alive(server));
}

#[tokio::test]
async fn an_unusable_configured_folder_is_an_error_and_leaves_no_cluster() {
    let folder = folder();
    let mut options = Options::new(folder.path());
    options.binaries = Some(folder.path().join("nothing"));
    let error = OwnPostgres::start(options).await.unwrap_err();
    assert!(matches!(error, PostgresError::ConfiguredBinaries { .. }), "{error}");
    assert!(!folder.path().join("postgres/cluster").exists());
}

#[tokio::test]
async fn a_cluster_of_another_major_version_is_refused_by_name() {
    let folder = folder();
    start(folder.path()).await.stop().await.unwrap();
    std::fs::write(folder.path().join("postgres/cluster/PG_VERSION"), "14\n").unwrap();
    let error = OwnPostgres::start(Options::new(folder.path())).await.unwrap_err();
    assert!(matches!(error, PostgresError::OtherVersion { made_by: 14, .. }), "{error}");
}

#[tokio::test]
async fn the_server_is_never_root_and_its_data_are_private() {
    let folder = folder();
    let postgres = start(folder.path()).await;
    let pid = server_pid(folder.path()).unwrap();
    assert_ne!(std::fs::metadata(format!("/proc/{pid}")).unwrap().uid(), 0);
    for private in ["postgres/cluster", "postgres/run"] {
        let found = std::fs::metadata(folder.path().join(private)).unwrap();
        assert_eq!((found.mode() & 0o777, found.uid() == 0), (0o700, false), "{private}");
    }
    let log = std::fs::metadata(folder.path().join("postgres/server.log")).unwrap();
    assert_eq!(log.mode() & 0o777, 0o600);
    postgres.stop().await.unwrap();
}

/// Where the tests already run without root, every other test of this file shows the same.
#[tokio::test]
async fn another_user_can_run_it_without_root_and_root_can_join_and_take_over() {
    if !is_root() {
        return;
    }
    let folder = folder();
    let user = RunAs { uid: 65534, gid: 65534, steps_down: true };
    let program = folder.path().join("test-program");
    std::fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    let binaries = choose(&Candidates::search(None).unwrap(), folder.path(), None).unwrap();
    let binaries = runnable_by(user, binaries, folder.path()).unwrap();
    let data_dir = folder.path().join("data");
    std::fs::DirBuilder::new().mode(0o700).create(&data_dir).unwrap();
    std::os::unix::fs::chown(&data_dir, Some(user.uid), Some(user.gid)).unwrap();

    let holder = Holder::serving_as(user.uid, user.gid, &program, &binaries.folder, &data_dir);
    assert_eq!(std::fs::metadata(format!("/proc/{}", holder.server)).unwrap().uid(), user.uid);
    let joined = OwnPostgres::join_or_start(Options::new(&data_dir)).await.unwrap();
    joined.stop().await.unwrap();
    holder.leave();

    let mut options = Options::new(&data_dir);
    options.binaries = Some(binaries.folder.clone());
    let postgres = OwnPostgres::start(options).await.unwrap();
    let server = server_pid(&data_dir).unwrap();
    assert_eq!(std::fs::metadata(format!("/proc/{server}")).unwrap().uid(), user.uid, "the owner stays");
    assert_eq!(stored(&postgres).await, ["committed before the end"]);
    postgres.stop().await.unwrap();
}

/// Only root can be where no other user may enter.
#[tokio::test]
async fn in_an_inaccessible_data_folder_root_stores_the_cluster_elsewhere_permanently() {
    if !is_root() {
        return;
    }
    let outer = folder();
    std::fs::set_permissions(outer.path(), PermissionsExt::from_mode(0o700)).unwrap();
    let data_dir = outer.path().join("data");
    let postgres = start(&data_dir).await;
    store(&postgres, "kept").await;
    postgres.stop().await.unwrap();
    let moved = std::fs::read_to_string(data_dir.join("postgres/location")).unwrap();
    assert!(Path::new(&moved).join("cluster/PG_VERSION").exists(), "{moved}");

    // Opening the way later must not make a second, empty cluster.
    std::fs::set_permissions(outer.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let postgres = start(&data_dir).await;
    assert_eq!(stored(&postgres).await, ["kept"]);
    postgres.stop().await.unwrap();
    std::fs::remove_dir_all(moved).unwrap();
}
