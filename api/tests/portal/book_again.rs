//! Lost bookings are booked again, lost cancellations repeated, or members get a mail: the rules decide, nothing is
//! done twice.

mod cases;
mod whole;

use std::path::Path;

use replay_tool::salvage::{Copying, Report, Search};
use sqlx::PgPool;

/// The acknowledged events that are missing.
pub(crate) async fn salvage(
    pool: &PgPool,
    old_primary: Option<&Path>,
    acknowledged: Option<&Path>,
) -> Report {
    let mut search = Search::new(pool.clone());
    if let Some(folder) = acknowledged {
        search.read_record(folder).await.expect("a node's record");
    }
    if let Some(data) = old_primary {
        let copying = Copying { copy_to: env!("CARGO_TARGET_TMPDIR").into(), postgres_bin: binaries() };
        search.read_old_primary(data, &copying).await.expect("the old primary's journal");
    }
    search.finish().await.expect("what is gone")
}

fn binaries() -> Option<std::path::PathBuf> {
    std::env::var_os("FAIRWAY_POSTGRES_BIN").filter(|folder| !folder.is_empty()).map(Into::into)
}

pub(crate) fn json(report: &Report) -> String {
    let line = |entry| serde_json::to_string(entry).expect("JSON") + "\n";
    report.entries().iter().map(line).collect()
}

/// The subjects of the mails to members whose place was not restored, with their addresses, sorted; empty once they
/// are sent.
async fn mails(pool: &PgPool) -> Vec<(String, String)> {
    sqlx::query_as(
        "SELECT members.email, coalesce(subject, '') FROM mail_outbox JOIN members ON members.id = member_id
         WHERE dedup_key LIKE 'book-again:%' ORDER BY 1, 2",
    )
    .fetch_all(pool)
    .await
    .expect("the outbox")
}
