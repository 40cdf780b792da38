//! `GET /operator/api/club-actions`: what people, devices and systems of clubs did and looked at, by club, member, act and
//! period.

use axum::Json;
use axum::extract::State;
use fairway_audit::dates;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_operator_accounts::access::{Operator, Permitted, Watch};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::club_actions::listing::{self, ACTS, ClubActionFilter, Recorded};
use fairway_store::clubs;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::actions::{ActionMember, members_of};
use super::club_accounts::{ClubName, names_of};
use crate::{filters, page, views};

/// Actions of a page.
const PAGE: i64 = 100;

/// The filters, and where the page begins.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ClubActionsQuery {
    /// `next` of the page before.
    pub before: Option<String>,
    /// The slug of a club.
    pub club: Option<String>,
    /// A member, by id or by what the search finds members by: what names them. A look at a day names nobody.
    pub member: Option<String>,
    /// One act, such as `annul arrival`.
    pub act: Option<String>,
    /// Whether views are left out; false by default.
    pub acts_only: Option<bool>,
    /// The first day, Europe/Amsterdam, such as `2026-11-28`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
}

/// An act at a club, or a view.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubActionEntry {
    /// The record's id.
    pub id: Uuid,
    /// When; RFC 3339 with the offset of Europe/Amsterdam.
    pub at: String,
    /// The club's slug.
    pub club: String,
    /// The club's name; its slug, where it was removed.
    pub club_name: String,
    /// The name of the account, the device or the system then.
    pub user: String,
    /// `view`, or the act, such as `annul arrival`.
    pub action: String,
    /// The subject, by its kind and id, or the name of an account, a device or a system.
    pub subject: String,
    /// The member concerned.
    pub member: Option<ActionMember>,
    /// Why; empty for a view.
    pub reason: String,
}

/// A page of what clubs did and looked at, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubActionsPage {
    /// The actions.
    pub actions: Vec<ClubActionEntry>,
    /// Where the next page begins; null: there is none.
    pub next: Option<String>,
    /// Every act that is recorded, to choose from.
    #[schema(value_type = Vec<String>)]
    pub acts: &'static [&'static str],
    /// Every club, by name, to choose from.
    pub clubs: Vec<ClubName>,
}

impl From<Recorded> for ClubActionEntry {
    fn from(action: Recorded) -> Self {
        Self {
            id: action.id,
            at: dates::rfc3339(action.at),
            club_name: action.club_name.unwrap_or_else(|| action.club_id.clone()),
            club: action.club_id,
            user: action.user_name,
            action: action.action,
            subject: action.subject,
            member: action.member_id.map(|id| ActionMember { id, name: action.member_name }),
            reason: action.reason,
        }
    }
}

/// Acts and views at clubs
#[utoipa::path(
    get,
    path = "/operator/api/club-actions",
    operation_id = "operator_club_actions",
    tag = "watching",
    security(("operator" = ["auditor", "admin"])),
    params(ClubActionsQuery),
    responses(
        (status = 200, description = "A page, newest first", body = ClubActionsPage),
        (status = 422, description = "A page that cannot be found, a day that cannot be read, or nobody of whom it could be", body = FailureBody),
    ),
)]
pub(crate) async fn actions(
    State(common): State<Common>,
    permitted: Permitted<Watch>,
    OperatorQuery(query): OperatorQuery<ClubActionsQuery>,
) -> Result<Json<ClubActionsPage>, OperatorFailure> {
    let (operator, pool) = (&permitted.operator, &common.pool);
    let filter = query.checked(&common, operator).await?;
    let mut found = listing::list(pool, &filter, PAGE + 1).await?;
    let next = page::next(&mut found, PAGE, |last| (last.at, last.id));
    let members = found.iter().filter_map(|action| action.member_id).map(views::member);
    views::record_list(&common, operator, "club actions", members.collect::<Vec<_>>()).await?;
    let known = common.clubs.at(pool, clubs::version(pool).await?).await?;
    let actions = found.into_iter().map(ClubActionEntry::from).collect();
    Ok(Json(ClubActionsPage { actions, next, acts: &ACTS, clubs: names_of(&known) }))
}

impl ClubActionsQuery {
    /// The filter of the record. Whom it is about is found, and that is recorded, as a search is.
    async fn checked(
        self,
        common: &Common,
        operator: &Operator,
    ) -> Result<ClubActionFilter, OperatorFailure> {
        let (from, to) = filters::period(self.from, self.to)?;
        let mut filter = ClubActionFilter {
            before: page::cursor(self.before.as_deref())?,
            club: filters::text("club", self.club)?,
            act: filters::text("act", self.act)?,
            acts_only: self.acts_only == Some(true),
            from,
            to,
            members: None,
        };
        if let Some(member) = filters::text("member", self.member)? {
            filter.members = Some(members_of(common, operator, &member).await?);
        }
        Ok(filter)
    }
}
