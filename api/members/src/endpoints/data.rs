//! `GET /api/users/me/data`: everything that the portal knows of the member, as a file. A few times a day, and the member
//! is written to each time: somebody who took over a session cannot fetch it unnoticed (docs/security.md, 65).

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use fairway_clock::random;
use fairway_documents::PersonName;
use fairway_documents::mail::DataDownloaded;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::failure::{Failure, FailureBody};
use fairway_store::member_data;
use fairway_store::outbox::Recipient;
use fairway_text::error_chain::Chain;
use serde::Serialize;
use utoipa::ToSchema;

use crate::state::Members;

/// The file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DataFile {
    /// When it was made; RFC 3339 with the offset of Europe/Amsterdam.
    pub gemaakt_op: String,
    /// How to read it, in Dutch.
    pub toelichting: String,
    /// The sections: account, sessions, rounds, rights, vouchers, orders, mails, what operators did, events and the rest.
    pub onderdelen: Vec<DataSection>,
}

/// A section of the file.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DataSection {
    /// Its name, in Dutch.
    #[schema(example = "rondes")]
    pub naam: String,
    /// The section's meaning, in Dutch.
    pub wat_het_betekent: String,
    /// The meaning of each field of a row, in Dutch.
    pub velden: BTreeMap<String, String>,
    /// The rows; every row has these fields.
    pub gegevens: Vec<BTreeMap<String, serde_json::Value>>,
}

/// Download one's own data
///
/// At most five times in 24 hours. The member is mailed each time. Of other members the file has first names at most.
#[utoipa::path(
    get,
    path = "/api/users/me/data",
    tag = "users",
    responses(
        (status = 200, description = "The file", body = DataFile, headers(
            ("Content-Disposition" = String, description = "An attachment with a name"),
        )),
        (status = 403, description = "The session is an operator's, opened under the member's account",
         body = FailureBody),
        (status = 429, description = "Downloaded five times in the last 24 hours; see Retry-After", body = FailureBody),
    )
)]
pub(crate) async fn data(
    State(members): State<Arc<Members>>,
    caller: Caller,
) -> Result<([(HeaderName, String); 2], Vec<u8>), Failure> {
    if caller.impersonation.is_some() {
        return Err(Failure::forbidden("Alleen het lid zelf kan de gegevens downloaden."));
    }
    let now = members.common.clock.now();
    let id = random::new_id(now);
    let portal = &members.portal;
    let mut transaction = members.common.pool.begin().await?;
    let noted = member_data::note_download(&mut transaction, id, caller.id(), now).await?;
    let to = match noted.ok_or_else(Failure::unauthorized)? {
        Ok(to) => to,
        Err(oldest) => {
            let seconds = (oldest + member_data::WINDOW - now).num_seconds().saturating_add(1);
            let sentence = "Je hebt je gegevens vandaag al vijf keer gedownload. Probeer het morgen opnieuw.";
            return Err(Failure::throttled(sentence, u64::try_from(seconds).unwrap_or(1)));
        }
    };
    let recipient = PersonName::new(to.first_name, to.prefix, to.last_name);
    let mail = DataDownloaded { portal, recipient: &recipient, downloaded_at: now }.compose();
    let key = format!("data-downloaded:{id}");
    members.outbox.queue(&mut transaction, &key, &Recipient::Member(to.member), &mail).await?;
    // Before the file: a member who hangs up gets the mail all the same.
    transaction.commit().await?;
    members.outbox.wake();
    let file = members.own_data.file(&members.common.pool, caller.id(), now).await.map_err(|error| {
        tracing::error!(error = %Chain(&error), "a member's data cannot be read");
        Failure::internal()
    })?;
    tracing::info!(member = %caller.id(), bytes = file.len(), "a member downloaded their data");
    let name = format!("attachment; filename=\"mijn-gegevens-{}.json\"", members.common.clock.today());
    Ok(([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], file))
}
