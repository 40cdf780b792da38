//! `GET` and `POST /operator/api/members/{id}/notes`, and `POST …/notes/remove`: what operators write about a member for
//! colleagues. The record says that a note was added or removed, and never its text, which goes with an erasure.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use fairway_audit::dates;
use fairway_audit::permanent_text::PermanentText;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_endpoint::path::PathText;
use fairway_events::MemberId;
use fairway_operator_accounts::access::{ActForMembers, Permitted, SearchMembers};
use fairway_operator_accounts::answer::Changed;
use fairway_operator_accounts::body::OperatorBody;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::member_notes::{Added, MOST, MOST_CHARACTERS, Note};
use fairway_store::operator_actions::ScreenAct;
use fairway_store::{member_account, member_notes, operator_actions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{act, views};

/// Recorded with every act on a note: the note itself says why.
const REASON: &str = "a note for colleagues";

/// A note.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NoteView {
    /// Identifies it.
    pub id: Uuid,
    /// When it was written; RFC 3339 with the offset of Europe/Amsterdam.
    pub at: String,
    /// The name of the operator who wrote it.
    pub by: String,
    /// The note; may have several lines.
    pub text: String,
}

impl From<Note> for NoteView {
    fn from(Note { id, at, operator, text }: Note) -> Self {
        Self { id, at: dates::rfc3339(at), by: operator, text }
    }
}

/// The notes on a member.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NoteList {
    /// Latest first, at most 200.
    pub notes: Vec<NoteView>,
}

/// The notes on a member
#[utoipa::path(
    get,
    path = "/operator/api/members/{id}/notes",
    operation_id = "operator_member_notes",
    tag = "members",
    security(("operator" = ["support", "auditor"])),
    params(("id" = String, Path, description = "The member's id")),
    responses(
        (status = 200, description = "The notes", body = NoteList),
        (status = 404, description = "There is no such member, or they were erased", body = FailureBody),
    ),
)]
pub(crate) async fn list(
    State(common): State<Common>,
    permitted: Permitted<SearchMembers>,
    PathText(id): PathText,
) -> Result<Json<NoteList>, OperatorFailure> {
    let id = act::member_id(&id)?;
    if member_account::find(&common.pool, id).await?.is_none() {
        return Err(act::unknown_member(&common, id).await?);
    }
    views::record_member(&common, &permitted.operator, id).await?;
    let notes = member_notes::list(&common.pool, id).await?;
    Ok(Json(NoteList { notes: notes.into_iter().map(NoteView::from).collect() }))
}

/// A note to add.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewNote {
    /// 1 to 1000 characters; may have several lines. The member reads it in the download of their data.
    pub text: String,
}

/// Write a note on a member
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/notes",
    operation_id = "operator_add_member_note",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = NewNote,
    responses(
        (status = 200, description = "The note", body = NoteView),
        (status = 404, description = "There is no such member, or they were erased", body = FailureBody),
        (status = 409, description = "The member has 200 notes already", body = FailureBody),
    ),
)]
pub(crate) async fn add(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<NewNote>,
) -> Result<Json<NoteView>, OperatorFailure> {
    let id = act::member_id(&id)?;
    let text = cleaned(&request.text).ok_or_else(|| {
        let sentence = format!("Write a note of 1 to {MOST_CHARACTERS} characters.");
        OperatorFailure::invalid_field("text", sentence)
    })?;
    let (by, now) = (permitted.operator.acting(), common.clock.now());
    let mut transaction = common.pool.begin().await?;
    let note = match member_notes::add(&mut transaction, id, &by, &text, now).await? {
        Added::Now(note) => note,
        Added::Gone => return Err(act::unknown_member(&common, id).await?),
        Added::TooMany => {
            let sentence = format!("This member has {MOST} notes already: remove some first.");
            return Err(OperatorFailure::new(StatusCode::CONFLICT, sentence));
        }
    };
    let act = record_of("add note", id, note.id);
    operator_actions::record_at_screen(&mut *transaction, &by, &act, now).await?;
    transaction.commit().await?;
    Ok(Json(note.into()))
}

/// A note to remove.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RemovedNote {
    /// The note.
    pub id: Uuid,
}

/// Remove a note on a member
#[utoipa::path(
    post,
    path = "/operator/api/members/{id}/notes/remove",
    operation_id = "operator_remove_member_note",
    tag = "members",
    security(("operator" = ["support"])),
    params(("id" = String, Path, description = "The member's id")),
    request_body = RemovedNote,
    responses(
        (status = 200, description = "It is removed", body = Changed),
        (status = 404, description = "There is no such member, or no such note", body = FailureBody),
    ),
)]
pub(crate) async fn remove(
    State(common): State<Common>,
    permitted: Permitted<ActForMembers>,
    PathText(id): PathText,
    OperatorBody(request): OperatorBody<RemovedNote>,
) -> Result<Json<Changed>, OperatorFailure> {
    let id = act::member_id(&id)?;
    let (by, now) = (permitted.operator.acting(), common.clock.now());
    let mut transaction = common.pool.begin().await?;
    if !member_notes::remove(&mut transaction, id, request.id).await? {
        let sentence = "There is no such note: somebody may have removed it.";
        return Err(OperatorFailure::not_found(sentence));
    }
    let act = record_of("remove note", id, request.id);
    operator_actions::record_at_screen(&mut *transaction, &by, &act, now).await?;
    transaction.commit().await?;
    Ok(Json(Changed {}))
}

fn record_of(action: &'static str, member: MemberId, note: Uuid) -> ScreenAct {
    let reason = PermanentText::stored(REASON.to_owned());
    ScreenAct { action, subject: format!("note {note}"), member: Some(member), reason }
}

/// A note as it is stored: composed letters, plain spaces, no invisible characters, and no control characters but the ends
/// of its lines. None where it says nothing, or is too long.
fn cleaned(text: &str) -> Option<String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\t', " ");
    let lines: Vec<String> = text.split('\n').map(fairway_text::line).collect();
    let text = lines.join("\n").trim().to_owned();
    let is_readable = text.chars().all(|char| char == '\n' || !char.is_control());
    let says_something = text.chars().any(|char| !char.is_whitespace() && !fairway_text::is_blank(char));
    let fits = text.chars().count() <= MOST_CHARACTERS;
    (is_readable && says_something && fits).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_keeps_its_lines_and_nothing_that_is_not_seen() {
        let note = cleaned("  Belde twee keer.\r\n\r\n\u{200b}Wil\ta voucher\u{a0}terug. \n");
        assert_eq!(note.as_deref(), Some("Belde twee keer.\n\nWil a voucher terug."));
        assert_eq!(cleaned("e\u{301}e\u{301}n").as_deref(), Some("één"));
    }

    #[test]
    fn a_note_says_something_and_fits() {
        let most = "é".repeat(MOST_CHARACTERS);
        assert_eq!(cleaned(&most).as_deref(), Some(most.as_str()), "characters, not bytes");
        for wrong in ["", " \n\t", "\u{2800}", "\u{200b}", "bel\u{7}", "nul\0", &format!("{most}.")] {
            assert_eq!(cleaned(wrong), None, "{wrong:?}");
        }
    }
}
