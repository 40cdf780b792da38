//! The commands as an operator enters them, and the start of the server after a restore.

use std::process::Output;

use super::restored::{back_up, restore};
use super::{ErasureTest, TRACES, set, tables_with_traces};
use crate::process::{Server, fairway};

impl ErasureTest {
    /// Runs the program on this database and data folder.
    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = fairway(self.data.path(), arguments);
        command.env("DATABASE_URL", self.portal.database_url()).output().expect("the program runs")
    }

    /// The output of a successful run.
    fn says(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }
}

#[tokio::test]
async fn an_erasure_is_repeated_at_the_start_after_a_restore_and_imports_leave_the_member_out() {
    let erasure_test = ErasureTest::open().await;
    let pool = &erasure_test.portal.pool;
    let zed = "zed@test.example";
    for incomplete in [
        vec!["erase"],
        vec!["erase", zed, "--operator", "Anke"],
        vec!["erase", zed, "--operator", "Anke", "--reason", " "],
        vec!["erase", zed, "--reapply"],
    ] {
        assert!(!erasure_test.run(&incomplete).status.success(), "{incomplete:?}");
    }
    assert!(erasure_test.id_of("zed").await.is_some());
    back_up(pool).await;
    // The program grants this when it migrates; here the tests' template was migrated.
    sqlx::raw_sql("GRANT SELECT ON _sqlx_migrations TO fairway_app").execute(pool).await.expect("granted");

    let by = ["--operator", "Anke", "--reason", "verzoek 17"];
    let rehearsed = erasure_test.says(&[&["erase", zed, "--dry-run"], by.as_slice()].concat());
    assert!(rehearsed.starts_with("Nothing was changed.") && erasure_test.id_of("zed").await.is_some());
    let done = erasure_test.says(&[&["erase", zed], by.as_slice()].concat());
    assert!(done.contains("was erased.") && done.contains("       1  members"), "{done}");
    assert!(TRACES.iter().all(|trace| !done.contains(trace)), "{done}");
    assert!(erasure_test.id_of("zed").await.is_none());

    restore(pool, true).await;
    assert!(erasure_test.id_of("zed").await.is_some());
    let server = Server::start_with(
        erasure_test.data.path(),
        &[("DATABASE_URL", &erasure_test.portal.database_url())],
    )
    .await;
    assert!(erasure_test.id_of("zed").await.is_none(), "erased before the first request");
    assert!(tables_with_traces(pool).await.iter().all(|table| table.starts_with("backup.")));
    drop(server);
    assert!(erasure_test.says(&["erase", "--reapply"]).starts_with("No member"));

    let folder = set(|_, _| ());
    let import = ["import", folder.path().to_str().expect("a path")];
    assert!(erasure_test.says(&import).contains("left out, because they were erased: 1 member(s)"));
    let readmitted = erasure_test.says(&[&["readmit", zed], by.as_slice()].concat());
    assert!(readmitted.contains("makes a new member"), "{readmitted}");
    assert!(erasure_test.says(&import).contains("(1 new)"));
}
