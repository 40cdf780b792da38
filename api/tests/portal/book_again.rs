//! What a database lost is booked again, repeated or written about: the rules decide, nothing is done twice.

mod cases;
mod whole;

use std::path::Path;

use replay_tool::salvage::{Copying, Report, Witnesses, find};
use sqlx::PgPool;

/// What the operators' tool finds.
pub(crate) async fn salvage(
    pool: &PgPool,
    old_primary: Option<&Path>,
    acknowledged: Option<&Path>,
) -> Report {
    let witnesses = Witnesses {
        old_primary: old_primary.map(Path::to_owned),
        acknowledged: acknowledged.map(Path::to_owned).into_iter().collect(),
        copying: Copying { copy_to: env!("CARGO_TARGET_TMPDIR").into(), postgres_bin: binaries() },
    };
    find(pool, &witnesses).await.expect("what is gone")
}

fn binaries() -> Option<std::path::PathBuf> {
    std::env::var_os("FAIRWAY_POSTGRES_BIN").filter(|folder| !folder.is_empty()).map(Into::into)
}

pub(crate) fn json(report: &Report) -> String {
    let mut lines = Vec::new();
    report.write_json(&mut lines).expect("JSON");
    String::from_utf8(lines).expect("text")
}

/// The subjects of the mails to members who could not be helped, with their addresses, sorted; empty once they are sent.
async fn mails(pool: &PgPool) -> Vec<(String, String)> {
    sqlx::query_as(
        "SELECT members.email, coalesce(subject, '') FROM mail_outbox JOIN members ON members.id = member_id
         WHERE dedup_key LIKE 'book-again:%' ORDER BY 1, 2",
    )
    .fetch_all(pool)
    .await
    .expect("the outbox")
}
