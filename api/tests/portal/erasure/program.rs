//! The commands as an operator types them, and the start of the server after a restore.

use std::process::Output;

use super::restored::{back_up, restore};
use super::{Office, TRACES, set, tables_with_traces};
use crate::process::{Server, fairway};

impl Office {
    /// Runs the program on this database and data folder.
    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = fairway(self.data.path(), arguments);
        command.env("DATABASE_URL", self.portal.database_url()).output().expect("the program runs")
    }

    /// What it says when it succeeds.
    fn says(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }
}

#[tokio::test]
async fn an_operator_erases_a_start_repeats_it_after_a_restore_and_an_import_leaves_them_out() {
    let office = Office::open().await;
    let pool = &office.portal.pool;
    let zed = "zed@test.example";
    for incomplete in [
        vec!["erase"],
        vec!["erase", zed, "--operator", "Anke"],
        vec!["erase", zed, "--operator", "Anke", "--reason", " "],
        vec!["erase", zed, "--reapply"],
    ] {
        assert!(!office.run(&incomplete).status.success(), "{incomplete:?}");
    }
    assert!(office.id_of("zed").await.is_some());
    back_up(pool).await;
    // The program grants this when it migrates; here the tests' template was migrated.
    sqlx::raw_sql("GRANT SELECT ON _sqlx_migrations TO fairway_app").execute(pool).await.expect("granted");

    let by = ["--operator", "Anke", "--reason", "verzoek 17"];
    let rehearsed = office.says(&[&["erase", zed, "--dry-run"], by.as_slice()].concat());
    assert!(rehearsed.starts_with("Nothing was changed.") && office.id_of("zed").await.is_some());
    let done = office.says(&[&["erase", zed], by.as_slice()].concat());
    assert!(done.contains("was erased.") && done.contains("       1  members"), "{done}");
    assert!(TRACES.iter().all(|trace| !done.contains(trace)), "{done}");
    assert!(office.id_of("zed").await.is_none());

    restore(pool, true).await;
    assert!(office.id_of("zed").await.is_some());
    let server =
        Server::start_with(office.data.path(), &[("DATABASE_URL", &office.portal.database_url())]).await;
    assert!(office.id_of("zed").await.is_none(), "erased before the first request");
    assert!(tables_with_traces(pool).await.iter().all(|table| table.starts_with("backup.")));
    drop(server);
    assert!(office.says(&["erase", "--reapply"]).starts_with("Nobody"));

    let folder = set(|_, _| ());
    let import = ["import", folder.path().to_str().expect("a path")];
    assert!(office.says(&import).contains("left out, because they were erased: 1 member(s)"));
    let readmitted = office.says(&[&["readmit", zed], by.as_slice()].concat());
    assert!(readmitted.contains("makes a new member"), "{readmitted}");
    assert!(office.says(&import).contains("(1 new)"));
}
