//! Access rules: other users of the machine never get access, also not a user that ran the server before.

use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use fairway_postgres::{Options, OwnPostgres};
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgSslMode};

use super::start;
use crate::support::*;

const SOCKET: &str = "FAIRWAY_TEST_SOCKET_FOLDER";
/// On every machine.
const NOBODY: u32 = 65_534;

#[test]
#[ignore = "the other side of tests that need a process of another user"]
fn connects_as_another_user() {
    let Some(folder) = std::env::var_os(SOCKET).map(PathBuf::from) else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for role in ["postgres", "fairway_app"] {
        let options = PgConnectOptions::new_without_pgpass().socket(&folder).port(5432).username(role);
        let done = runtime.block_on(options.database("fairway").ssl_mode(PgSslMode::Disable).connect());
        println!("\n{role}: {}", done.map_or_else(|error| error.to_string(), |_| "connected".to_owned()));
    }
}

/// The answers of the server to a process of `nobody`, for each role.
fn answers_to_nobody(programs: &Path, data_dir: &Path) -> String {
    let program = programs.join("test-program");
    std::fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    let output = Command::new(&program)
        .args(["--exact", "access::connects_as_another_user", "--ignored", "--nocapture"])
        .env(SOCKET, data_dir.join("postgres/run"))
        .uid(NOBODY)
        .gid(NOBODY)
        .current_dir("/")
        .output()
        .unwrap();
    std::fs::remove_file(program).unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn chown_all(path: &Path, uid: u32) {
    for entry in std::fs::read_dir(path).unwrap() {
        let entry = entry.unwrap();
        if entry.file_type().unwrap().is_dir() {
            chown_all(&entry.path(), uid);
        } else {
            chown(entry.path(), Some(uid), Some(uid)).unwrap();
        }
    }
    chown(path, Some(uid), Some(uid)).unwrap();
}

/// Requires root, which runs the server as one user and a test process as another.
#[tokio::test]
async fn no_process_of_another_user_gets_access_even_if_it_reaches_the_socket() {
    if !is_root() {
        return;
    }
    let folder = folder();
    let data_dir = folder.path().join("data");
    let postgres = start(&data_dir).await;
    let answers = answers_to_nobody(folder.path(), &data_dir);
    assert!(answers.contains("Permission denied") && !answers.contains(": connected"), "{answers}");

    let run = data_dir.join("postgres/run");
    std::fs::set_permissions(&run, PermissionsExt::from_mode(0o755)).unwrap();
    std::fs::set_permissions(run.join(".s.PGSQL.5432"), PermissionsExt::from_mode(0o777)).unwrap();
    let answers = answers_to_nobody(folder.path(), &data_dir);
    assert_eq!(answers.matches("authentication failed").count(), 2, "{answers}");
    std::fs::set_permissions(&run, PermissionsExt::from_mode(0o700)).unwrap();
    store(&postgres, "root is let in").await;
    postgres.stop().await.unwrap();
}

/// Requires root.
#[tokio::test]
async fn a_folder_that_belongs_to_nobody_gets_another_owner_with_its_contents() {
    if !is_root() {
        return;
    }
    let folder = folder();
    let data_dir = folder.path().join("data");
    let postgres = start(&data_dir).await;
    store(&postgres, "kept").await;
    postgres.stop().await.unwrap();
    // As an earlier release left it on a machine without a user `postgres`.
    for part in ["cluster", "run"] {
        chown_all(&data_dir.join("postgres").join(part), NOBODY);
    }

    let postgres = start(&data_dir).await;
    assert_eq!(stored(&postgres).await, ["kept"]);
    let server = std::fs::metadata(format!("/proc/{}", server_pid(&data_dir).unwrap())).unwrap().uid();
    assert!(![0, NOBODY].contains(&server), "it runs as {server}");
    let answers = answers_to_nobody(folder.path(), &data_dir);
    assert!(!answers.contains(": connected") && answers.contains("fairway_app: "), "{answers}");
    postgres.stop().await.unwrap();
}

/// Analysts log in by password, beside root and the server's user, whom the kernel names.
#[tokio::test]
async fn a_running_server_of_an_older_release_takes_up_the_rules_of_the_process_that_joins_it() {
    let folder = folder();
    let holder = Holder::serving(folder.path());
    let postgres = OwnPostgres::join_or_start(Options::new(folder.path())).await.unwrap();
    let mut admin = connect(postgres.admin_options()).await;
    let roles = "CREATE ROLE analyst; CREATE ROLE eva LOGIN PASSWORD 'secret' IN ROLE analyst";
    sqlx::raw_sql(roles).execute(&mut admin).await.unwrap();
    let eva = postgres.admin_options().username("eva").password("secret");
    assert!(eva.clone().password("wrong").connect().await.is_err());
    eva.connect().await.unwrap();

    std::fs::write(folder.path().join("postgres/access.conf"), "local all all peer map=fairway\n").unwrap();
    sqlx::query("SELECT pg_reload_conf()").execute(&mut admin).await.unwrap();
    until("the former rules", async || eva.connect().await.is_err()).await;
    let joined = OwnPostgres::join_or_start(Options::new(folder.path())).await.unwrap();
    until("the rules of this release", async || eva.connect().await.is_ok()).await;
    assert!(eva.password("wrong").connect().await.is_err());
    for postgres in [postgres, joined] {
        postgres.stop().await.unwrap();
    }
    holder.leave();
}
