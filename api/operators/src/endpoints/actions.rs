//! `GET /operator/api/actions` and `POST /operator/api/actions/export`: what operators did and looked at, by person, operator,
//! act, period and reason; and the same as a file.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use fairway_audit::csv_writer::CsvWriter;
use fairway_audit::{dates, search};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_operator_accounts::access::{Operator, Permitted, Watch};
use fairway_operator_accounts::body::{OperatorBody, OperatorQuery};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::operator_actions::listing::{self, ACTS, ActionFilter, Kinds, Recorded};
use fairway_store::operators;
use fairway_text::email;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::act::Acting;
use crate::{exports, filters, page, views};

/// Actions of a page.
const PAGE: i64 = 100;

/// The filters, and where the page begins.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ActionsQuery {
    /// `next` of the page before.
    pub before: Option<String>,
    /// A part of an operator's name, or the whole address of an account.
    pub operator: Option<String>,
    /// A part of the action or its subject, or a member's id.
    pub subject: Option<String>,
    /// A member, by id or by what the search finds members by: acts for them, changes of a day that cancelled
    /// their round, and what showed them.
    pub member: Option<String>,
    /// One act, such as `close day`.
    pub act: Option<String>,
    /// The first day, Europe/Amsterdam, such as `2026-11-28`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
    /// A part of the reason, such as a ticket's number.
    pub reason: Option<String>,
    /// Whether views and searches are left out; false by default.
    pub acts_only: Option<bool>,
}

/// An act of an operator, or a view.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActionEntry {
    /// The record's id.
    pub id: Uuid,
    /// When; RFC 3339 with the offset of Europe/Amsterdam.
    pub at: String,
    /// The operator's name.
    pub operator: String,
    /// The operator's account; null for a command on a machine, and for a link to a member's view.
    pub operator_id: Option<Uuid>,
    /// `view` or `search`, or the act, such as `close day`.
    pub action: String,
    /// The subject, such as `account` or `booking` with its id.
    pub subject: String,
    /// The subject as people name it: the number of a booking or an order, or a club's day; empty: it has no name. Nodes of
    /// the release before leave it out.
    #[schema(required = false)]
    pub subject_name: String,
    /// The member concerned.
    pub member: Option<ActionMember>,
    /// Why; empty for a view.
    pub reason: String,
}

/// A member whom an act concerns.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActionMember {
    /// The member.
    pub id: Uuid,
    /// The name; null for one who was erased.
    pub name: Option<String>,
}

/// A page of actions, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActionsPage {
    /// The actions.
    pub actions: Vec<ActionEntry>,
    /// Where the next page begins; null: there is none.
    pub next: Option<String>,
    /// Every act that is recorded, to choose from. Nodes of the release before leave it out.
    #[schema(required = false, value_type = Vec<String>)]
    pub acts: &'static [&'static str],
}

impl From<Recorded> for ActionEntry {
    fn from(action: Recorded) -> Self {
        Self {
            subject_name: action.subject_name(),
            id: action.id,
            at: dates::rfc3339(action.at),
            operator: action.operator,
            operator_id: action.operator_id,
            action: action.action,
            subject: action.subject,
            member: action.member_id.map(|id| ActionMember { id, name: action.member_name }),
            reason: action.reason,
        }
    }
}

/// Acts and views of operators
#[utoipa::path(
    get,
    path = "/operator/api/actions",
    operation_id = "operator_actions",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    params(ActionsQuery),
    responses(
        (status = 200, description = "A page, newest first", body = ActionsPage),
        (status = 422, description = "A page that cannot be found, a day that cannot be read, or nobody of whom it could be", body = FailureBody),
    ),
)]
pub(crate) async fn actions(
    State(common): State<Common>,
    permitted: Permitted<Watch>,
    OperatorQuery(query): OperatorQuery<ActionsQuery>,
) -> Result<Json<ActionsPage>, OperatorFailure> {
    let before = page::cursor(query.before.as_deref())?;
    let ActionsQuery { operator, subject, member, act, from, to, reason, acts_only, before: _ } = query;
    let asked = ActionsFilter { operator, subject, member, act, from, to, reason, acts_only };
    let filter = ActionFilter { before, ..asked.checked(&common, &permitted.operator).await? };
    let mut found = listing::list(&common.pool, &filter, PAGE + 1).await?;
    let next = page::next(&mut found, PAGE, |last| (last.at, last.id));
    views::record_list(&common, &permitted.operator, "actions", members_in(&found)).await?;
    let actions = found.into_iter().map(ActionEntry::from).collect();
    Ok(Json(ActionsPage { actions, next, acts: &ACTS }))
}

/// Which acts and views. All that is set has to hold.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ActionsFilter {
    /// A part of an operator's name, or the whole address of an account.
    pub operator: Option<String>,
    /// A part of the action or its subject, or a member's id.
    pub subject: Option<String>,
    /// A member, by id or by what the search finds members by: acts for them, changes of a day that cancelled
    /// their round, and what showed them.
    pub member: Option<String>,
    /// One act, such as `close day`.
    pub act: Option<String>,
    /// The first day, Europe/Amsterdam, such as `2026-11-28`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
    /// A part of the reason, such as a ticket's number.
    pub reason: Option<String>,
    /// Whether views and searches are left out; false by default.
    pub acts_only: Option<bool>,
}

impl ActionsFilter {
    /// The filter of the record. Whom it is about is found, and that is recorded, as a search is.
    async fn checked(self, common: &Common, operator: &Operator) -> Result<ActionFilter, OperatorFailure> {
        let (from, to) = filters::period(self.from, self.to)?;
        let mut filter = ActionFilter {
            kinds: if self.acts_only == Some(true) { Kinds::Acts } else { Kinds::All },
            operator: filters::text("operator", self.operator)?,
            subject: filters::text("subject", self.subject)?,
            act: filters::text("act", self.act)?,
            from,
            to,
            reason: filters::text("reason", self.reason)?,
            ..ActionFilter::default()
        };
        if let Some(address) = filter.operator.as_deref().filter(|text| text.contains('@'))
            && let Some((account, _)) = operators::by_email(&common.pool, &email::canonical(address)).await?
        {
            (filter.operator, filter.operator_id) = (None, Some(account));
        }
        if let Some(member) = filters::text("member", self.member)? {
            filter.members = Some(members_of(common, operator, &member).await?);
        }
        Ok(filter)
    }
}

/// The members whom a text means, at most as many as a search shows.
pub(super) async fn members_of(
    common: &Common,
    operator: &Operator,
    text: &str,
) -> Result<Vec<Uuid>, OperatorFailure> {
    // Of one who was erased only the id is left.
    if let Ok(id) = text.parse() {
        return Ok(vec![id]);
    }
    let mut found = search::search_on(&common.pool, text, common.clock.today()).await?;
    found.results.retain(|hit| hit.kind == "member");
    if found.results.is_empty() {
        return Err(OperatorFailure::invalid_field(
            "member",
            "No member is known under this text. Write an e-mail address, a name, a telephone number or an id.",
        ));
    }
    if found.message.is_some() {
        return Err(OperatorFailure::invalid_field(
            "member",
            "More members than a search shows fit this text: write more of it.",
        ));
    }
    super::search::record(common, operator, found.by, &found.results).await?;
    Ok(found.results.iter().filter_map(|hit| hit.id.parse().ok()).collect())
}

/// The members whom acts name.
fn members_in(actions: &[Recorded]) -> Vec<String> {
    actions.iter().filter_map(|action| action.member_id).map(views::member).collect()
}

/// The acts to take out, and why.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ActionsExport {
    /// Which.
    pub filter: ActionsFilter,
    /// Why; one line.
    pub reason: String,
}

/// Acts and views of operators as a file
#[utoipa::path(
    post,
    path = "/operator/api/actions/export",
    operation_id = "operator_actions_export",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    request_body = ActionsExport,
    responses(
        (status = 200, description = "Newest first, as a Dutch spreadsheet opens it: UTF-8 with a byte order mark, `;` between fields", body = String, content_type = "text/csv"),
        (status = 422, description = "More than 10,000 rows, no reason, or a filter that cannot be read", body = FailureBody),
    ),
)]
pub(crate) async fn export(
    State(common): State<Common>,
    permitted: Permitted<Watch>,
    OperatorBody(ActionsExport { filter, reason }): OperatorBody<ActionsExport>,
) -> Result<Response, OperatorFailure> {
    let operator = &permitted.operator;
    let acting = Acting::new(&common, operator, &reason).await?;
    let filter = filter.checked(&common, operator).await?;
    let found = listing::list(&common.pool, &filter, exports::MOST + 1).await?;
    exports::refuse_more(found.len(), "from", "choose a shorter period")?;
    exports::record(&common, operator, &acting, ("actions", found.len()), members_in(&found)).await?;
    exports::file("actions", common.clock.today(), csv(&found))
}

fn csv(actions: &[Recorded]) -> Result<Vec<u8>, std::io::Error> {
    let headings = ["at", "operator", "action", "subject", "member", "member name", "reason"];
    let mut csv = CsvWriter::new(Vec::new(), headings)?;
    for action in actions {
        csv.plain(&dates::rfc3339(action.at))?;
        csv.text(&action.operator)?;
        csv.text(&action.action)?;
        csv.text(&action.subject)?;
        csv.plain(&action.member_id.map(|id| id.to_string()).unwrap_or_default())?;
        csv.text(action.member_name.as_deref().unwrap_or_default())?;
        csv.text(&action.reason)?;
        csv.end_row()?;
    }
    csv.finish()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    #[test]
    fn a_file_has_a_row_for_each_act_and_no_formula() {
        let act = Recorded {
            id: Uuid::nil(),
            at: DateTime::UNIX_EPOCH,
            operator: "Anke".to_owned(),
            operator_id: None,
            action: "close day".to_owned(),
            subject: "club_day de-es/2026-11-29".to_owned(),
            member_id: Some(Uuid::nil()),
            member_name: None,
            club_name: None,
            reason: "=1+1; 4711".to_owned(),
        };
        let file = String::from_utf8(csv(&[act]).expect("a file")).expect("UTF-8");
        let lines: Vec<&str> = file.trim_start_matches('\u{feff}').split("\r\n").collect();
        assert_eq!(lines[0], "at;operator;action;subject;member;member name;reason");
        assert_eq!(
            lines[1],
            "1970-01-01T01:00:00+01:00;Anke;close day;club_day de-es/2026-11-29;00000000-0000-0000-0000-000000000000;;\"'=1+1; 4711\""
        );
    }
}
