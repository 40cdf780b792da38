//! The only door to what the journal and the tables say of persons: who opens a subject, or is shown a list of them, is
//! recorded, once in a session. An endpoint finds subjects by [`open`] alone, and a list hands over whom it shows.

use std::collections::BTreeSet;

use fairway_audit::subject::{self, Subject};
use fairway_endpoint::common::Common;
use fairway_events::{MemberId, StreamId};
use fairway_operator_accounts::access::Operator;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::operator_views;
use fairway_store::operator_views::{Shown, Sight, Viewer};
use uuid::Uuid;

/// Persons of one record of whom a list shows: a record is a row that somebody reads.
const PERSONS: usize = 200;

/// The subject of this kind and id, which the operator is about to see.
///
/// # Errors
/// 404 where nothing of this kind has the id, whatever else has it.
pub(super) async fn open(
    common: &Common,
    operator: &Operator,
    kind: &str,
    id: &str,
) -> Result<Subject, OperatorFailure> {
    find(common, operator, kind, id).await?.map_err(OperatorFailure::not_found)
}

/// The same, or the sentence that says why there is none.
pub(super) async fn find(
    common: &Common,
    operator: &Operator,
    kind: &str,
    id: &str,
) -> Result<Result<Subject, String>, OperatorFailure> {
    if id.contains('\0') {
        return Ok(Err("Nothing is known under this id.".to_owned()));
    }
    let found = subject::find_of_kind(&common.pool, kind, id).await?;
    if let Ok(subject) = &found {
        record(common, operator, subject).await?;
    }
    Ok(found)
}

/// The member of a list's filter, whom the operator is about to see; none where the filter is empty.
pub(super) async fn open_member(
    common: &Common,
    operator: &Operator,
    text: Option<&str>,
) -> Result<Option<MemberId>, OperatorFailure> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    Ok(member_of(&open(common, operator, "member", text).await?))
}

/// Records that an operator sees a subject.
pub(super) async fn record(
    common: &Common,
    operator: &Operator,
    subject: &Subject,
) -> Result<(), OperatorFailure> {
    record_text(common, operator, &subject.to_string(), member_of(subject)).await
}

/// Records that an operator sees a member.
pub(super) async fn record_member(
    common: &Common,
    operator: &Operator,
    member: MemberId,
) -> Result<(), OperatorFailure> {
    record(common, operator, &Subject(StreamId::Membership(member))).await
}

/// Records that an operator sees what is no subject of its own and concerns persons, by its kind and id.
pub(super) async fn record_text(
    common: &Common,
    operator: &Operator,
    subject: &str,
    member: Option<MemberId>,
) -> Result<(), OperatorFailure> {
    let shown = Shown { sight: Sight::View, subject, member, unless_viewed: None };
    store(common, operator, &shown).await
}

/// Records whom a page of a list shows. Does nothing where it shows nobody.
pub(super) async fn record_list(
    common: &Common,
    operator: &Operator,
    list: &str,
    shown: impl IntoIterator<Item = String> + Send,
) -> Result<(), OperatorFailure> {
    let shown: BTreeSet<String> = shown.into_iter().collect();
    let shown: Vec<String> = shown.into_iter().collect();
    for persons in shown.chunks(PERSONS) {
        record_text(common, operator, &format!("{list}: {}", persons.join(", ")), None).await?;
    }
    Ok(())
}

/// Records whom a search shows, by what was searched by: never what was written, which is a name or an address. Does
/// nothing where it shows nobody.
pub(super) async fn record_search(
    common: &Common,
    operator: &Operator,
    by: &str,
    shown: Vec<String>,
    member: Option<MemberId>,
) -> Result<(), OperatorFailure> {
    let opened = match shown.as_slice() {
        [] => return Ok(()),
        [one] if by == "id" => Some(one.clone()),
        _ => None,
    };
    let subject = format!("by {by}: {}", shown.join(", "));
    let shown = Shown { sight: Sight::Search, subject: &subject, member, unless_viewed: opened.as_deref() };
    store(common, operator, &shown).await
}

/// How a record names a member.
pub(super) fn member(id: Uuid) -> String {
    Subject(StreamId::Membership(MemberId(id))).to_string()
}

fn member_of(subject: &Subject) -> Option<MemberId> {
    match subject.0 {
        StreamId::Membership(member) => Some(member),
        _ => None,
    }
}

async fn store(common: &Common, operator: &Operator, shown: &Shown<'_>) -> Result<(), OperatorFailure> {
    let session = operator.session();
    let viewer = Viewer { name: &session.name, id: Some(operator.account_id()), session: session.id };
    operator_views::record(&common.pool, viewer, shown, common.clock.now()).await?;
    Ok(())
}
