//! A base, the log since, and restores to moments of it, with the real programs.

use std::path::Path;

use fairway_postgres::backup::{self, BackupError, archive_of, back_up, restore, stop_archiving};
use fairway_postgres::{Options, OwnPostgres};
use sqlx::Executor;

use super::start;
use crate::support::*;

async fn now(postgres: &OwnPostgres) -> String {
    let sql = r#"SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"#;
    sqlx::query_scalar(sql).fetch_one(&mut connect(postgres.admin_options()).await).await.unwrap()
}

/// Makes the server begin a new segment of its log, and waits until the last one is archived.
async fn archive_segment(postgres: &OwnPostgres, archive: &Path) {
    let mut connection = connect(postgres.admin_options()).await;
    let segment: String = sqlx::query_scalar("SELECT pg_walfile_name(pg_switch_wal())")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    until("the segment is archived", async || archive.join(format!("wal/{segment}.gz")).exists()).await;
}

async fn restored(data_dir: &Path, archive: &Path, to: Option<&str>) -> Result<Vec<String>, BackupError> {
    restore(Options::new(data_dir), archive, to, &[]).await?;
    let postgres = start(data_dir).await;
    let found = stored(&postgres).await;
    let mut connection = connect(postgres.admin_options()).await;
    let command: String =
        sqlx::query_scalar("SHOW archive_command").fetch_one(&mut connection).await.unwrap();
    assert_eq!(command, "true", "a restored server leaves the archive alone");
    assert_eq!(archive_of(data_dir), None);
    postgres.stop().await.unwrap();
    Ok(found)
}

#[tokio::test]
async fn any_moment_since_the_base_can_be_restored_after_data_loss() {
    let (folder, archive) = (folder(), folder());
    let (data_dir, archive) =
        (folder.path().join("data"), archive.path().join("it's here").with_file_name("archive"));
    let postgres = start(&data_dir).await;
    store(&postgres, "a before").await;
    let before = now(&postgres).await;
    let made = back_up(&postgres, &archive, 2, "a note").await.unwrap();
    assert!(made.bytes > 1_000_000 && made.removed == 0 && made.base.note == "a note", "{made:?}");
    assert_eq!(archive_of(&data_dir), Some(archive.canonicalize().unwrap()));
    store(&postgres, "b since").await;
    let moment = now(&postgres).await;
    store(&postgres, "c later").await;
    archive_segment(&postgres, &archive).await;
    postgres.stop().await.unwrap();
    std::fs::remove_dir_all(&data_dir).unwrap();

    assert_eq!(restored(&data_dir, &archive, Some(&moment)).await.unwrap(), ["a before", "b since"]);
    let refused = restore(Options::new(&data_dir), &archive, None, &[]).await.unwrap_err();
    assert!(matches!(refused, BackupError::NotEmpty { .. }), "{refused}");
    let all = folder.path().join("all");
    assert_eq!(restored(&all, &archive, None).await.unwrap(), ["a before", "b since", "c later"]);

    let other = folder.path().join("other");
    for (moment, expected) in
        [(before.as_str(), "the earliest moment"), ("2999-01-01T00:00:00Z", "leave --to away")]
    {
        let refused =
            restore(Options::new(&other), &archive, Some(moment), &[]).await.unwrap_err().to_string();
        assert!(refused.contains(expected), "{refused}");
        assert!(
            std::fs::read_dir(&other).map_or(true, |mut left| left.next().is_none()),
            "nothing is left of it"
        );
    }

    // A restored server archives its own timeline into the same archive, which can be restored again.
    let postgres = start(&data_dir).await;
    back_up(&postgres, &archive, 2, "").await.unwrap();
    store(&postgres, "d after the restore").await;
    archive_segment(&postgres, &archive).await;
    postgres.stop().await.unwrap();
    let again = restored(&other, &archive, None).await.unwrap();
    assert_eq!(again, ["a before", "b since", "d after the restore"]);
}

#[tokio::test]
async fn only_the_newest_bases_and_the_log_that_they_need_are_retained() {
    let (folder, archive) = (folder(), folder());
    let postgres = start(folder.path()).await;
    let mut removed = Vec::new();
    for word in ["1", "2", "3"] {
        store(&postgres, word).await;
        removed.push(back_up(&postgres, archive.path(), 2, "").await.unwrap().removed);
    }
    assert_eq!(removed, [0, 0, 1]);
    assert_eq!(std::fs::read_dir(archive.path().join("base")).unwrap().count(), 2);
    let segments = || std::fs::read_dir(archive.path().join("wal")).unwrap().count();
    let before = segments();
    back_up(&postgres, archive.path(), 1, "").await.unwrap();
    assert!(segments() < before + 2, "the log before the newest base is gone");
    postgres.stop().await.unwrap();
    assert_eq!(restored(&folder.path().join("new"), archive.path(), None).await.unwrap(), ["1", "2", "3"]);
}

#[tokio::test]
async fn a_folder_that_the_server_cannot_write_to_is_reported_and_changes_nothing() {
    let (folder, archive) = (folder(), folder());
    let data_dir = folder.path().join("data");
    let postgres = start(&data_dir).await;
    let inside = back_up(&postgres, &data_dir.join("backup"), 1, "").await.unwrap_err().to_string();
    assert!(inside.contains("would be lost with it"), "{inside}");
    let quoted = back_up(&postgres, &archive.path().join("it's"), 1, "").await.unwrap_err().to_string();
    assert!(quoted.contains("without quotes"), "{quoted}");

    // A file where the log's folder would be.
    back_up(&postgres, archive.path(), 1, "").await.unwrap();
    stop_archiving(&postgres).await.unwrap();
    assert_eq!(backup::archive_of(&data_dir), None);
    let mut connection = connect(postgres.admin_options()).await;
    // The next segment names exist as other files: each is refused, like on a full disk.
    let next: String = sqlx::query_scalar("SELECT pg_walfile_name(pg_current_wal_lsn())")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    let number = u64::from_str_radix(&next[16..], 16).unwrap();
    for number in number..number + 8 {
        std::fs::create_dir(archive.path().join(format!("wal/{}{number:08X}.gz.new", &next[..16]))).unwrap();
    }
    let refused = back_up(&postgres, archive.path(), 1, "").await.unwrap_err();
    assert!(matches!(refused, BackupError::NotArchived { .. }), "{refused}");
    let command: String =
        sqlx::query_scalar("SHOW archive_command").fetch_one(&mut connection).await.unwrap();
    assert_eq!(command, "true", "as before");
    connection.execute("SELECT 1").await.unwrap();
    drop(connection);
    postgres.stop().await.unwrap();
}

#[tokio::test]
async fn an_impossible_restore_is_refused_and_leaves_the_folder_unchanged() {
    let (folder, archive) = (folder(), folder());
    let data_dir = folder.path().join("data");
    let postgres = start(&data_dir).await;
    let to = folder.path().join("new");
    std::fs::create_dir(&to).unwrap();
    std::fs::write(to.join("kept"), "as it was").unwrap();
    let refused = async |data_dir: &Path, moment: Option<&str>| {
        let refused = restore(Options::new(data_dir), archive.path(), moment, &["kept"]).await.unwrap_err();
        if data_dir == to {
            let left: Vec<_> =
                std::fs::read_dir(&to).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            assert_eq!(left, ["kept"], "{refused}");
        }
        refused
    };
    assert!(matches!(refused(&to, None).await, BackupError::NoBase { .. }));
    store(&postgres, "in the base").await;
    back_up(&postgres, archive.path(), 2, "").await.unwrap();
    let running = refused(&data_dir, None).await.to_string();
    assert!(running.contains("stop `fairway serve`"), "{running}");

    store(&postgres, "since").await;
    archive_segment(&postgres, archive.path()).await;
    let mut segments: Vec<_> = std::fs::read_dir(archive.path().join("wal"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_stem().unwrap().len() == 24)
        .collect();
    segments.sort();
    store(&postgres, "later").await;
    let moment = now(&postgres).await;
    store(&postgres, "last").await;
    archive_segment(&postgres, archive.path()).await;
    postgres.stop().await.unwrap();
    assert!(matches!(refused(&data_dir, None).await, BackupError::NotEmpty { .. }));

    // A segment in the middle is missing: the end of the rest is not the end of the log.
    let missing_segment = segments.last().unwrap();
    let moved = archive.path().join("aside");
    std::fs::rename(missing_segment, &moved).unwrap();
    for to_moment in [None, Some(moment.as_str())] {
        let lacking = refused(&to, to_moment).await;
        assert!(
            matches!(&lacking, BackupError::MissingSegment { segment, .. }
            if missing_segment.ends_with(format!("{segment}.gz"))),
            "{lacking}"
        );
    }
    std::fs::rename(&moved, missing_segment).unwrap();

    let base = std::fs::read_dir(archive.path().join("base")).unwrap().next().unwrap().unwrap().path();
    let version = std::fs::read_to_string(base.join("cluster/PG_VERSION")).unwrap();
    std::fs::write(base.join("cluster/PG_VERSION"), "14\n").unwrap();
    let other = refused(&to, None).await.to_string();
    assert!(other.contains("was made by PostgreSQL 14"), "{other}");
    std::fs::write(base.join("cluster/PG_VERSION"), version).unwrap();

    restore(Options::new(&to), archive.path(), Some(&moment), &["kept"]).await.unwrap();
    assert_eq!(std::fs::read_to_string(to.join("kept")).unwrap(), "as it was");
    let postgres = start(&to).await;
    assert_eq!(stored(&postgres).await, ["in the base", "later", "since"]);
    postgres.stop().await.unwrap();
}
