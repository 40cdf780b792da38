//! `GET /operator/api/refusals`, `POST …/export` and `GET …/rules`: what rules refused to members, as a list and as a file, and
//! how often each did. An attempt to book leads to the explanation of the same round at the same moment.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use fairway_audit::csv_writer::CsvWriter;
use fairway_audit::dates;
use fairway_audit::rulebook::REFUSAL_CODES;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_operator_accounts::access::{Operator, Permitted, SearchMembers};
use fairway_operator_accounts::body::{OperatorBody, OperatorQuery};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::refusals::{self, Refusal, RefusalFilter, RuleCount};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::act::Acting;
use crate::{exports, filters, page, views};

/// Refusals of a page.
const PAGE: i64 = 50;
/// Characters of a rule's code, at most.
const LONGEST_RULE: usize = 60;

/// The filters, and where the page begins.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RefusalsQuery {
    /// `next` of the page before.
    pub before: Option<String>,
    /// Only of this rule, by its code.
    pub rule: Option<String>,
    /// Only what this member asked for: e-mail address or id.
    pub member: Option<String>,
    /// Only at this club, by its slug; of a command that names a booking, the booking's club.
    pub club: Option<String>,
    /// The first day, Europe/Amsterdam, such as `2026-11-28`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
}

/// A member, by the name of today.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NamedMember {
    /// The member.
    pub id: Uuid,
    /// The name; null for one who was erased.
    pub name: Option<String>,
}

/// A club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct NamedClub {
    /// The slug.
    pub id: String,
    /// The name.
    pub name: String,
}

/// The question to the screen Why? that asks about the same round at the same moment.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WhyQuestion {
    /// The member's id.
    pub member: Uuid,
    /// The play date.
    pub date: String,
    /// The club's slug.
    pub club: String,
    /// 9 or 18; null: the longest that the club offers.
    pub holes: Option<i16>,
    /// The companions' ids.
    pub with: Vec<Uuid>,
    /// The moment of the refusal.
    pub at: String,
}

/// A command of a member that a rule refused.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RefusalEntry {
    /// The record's id.
    pub id: Uuid,
    /// When; RFC 3339 with the offset of Europe/Amsterdam.
    pub at: String,
    /// The member who asked.
    pub member: NamedMember,
    /// The command, such as `BookRound`.
    pub command: String,
    /// The rule's code.
    pub rule: String,
    /// The Dutch sentence; one that begins with `Heeft` is about the player `about`.
    pub sentence: String,
    /// The player whom the rule is about.
    pub about: Option<NamedMember>,
    /// The club.
    pub club: Option<NamedClub>,
    /// The play date.
    pub date: Option<String>,
    /// 9 or 18.
    pub holes: Option<i16>,
    /// The players whom the command names, in its order.
    pub players: Vec<NamedMember>,
    /// The booking that was to be changed.
    pub booking: Option<Uuid>,
    /// The request's id in the log.
    pub request_id: Uuid,
    /// Whether an operator worked under the member's account.
    pub by_operator: bool,
    /// The question that explains it; null: the rule is not one of booking.
    pub why: Option<WhyQuestion>,
}

/// A page of refusals, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RefusalsPage {
    /// The refusals.
    pub refusals: Vec<RefusalEntry>,
    /// Where the next page begins; null: there is none.
    pub next: Option<String>,
}

/// Refusals of the last 90 days
#[utoipa::path(
    get,
    path = "/operator/api/refusals",
    operation_id = "operator_refusals",
    tag = "look-up",
    security(("operator" = ["support", "auditor"])),
    params(RefusalsQuery),
    responses(
        (status = 200, description = "A page of the last 90 days, newest first", body = RefusalsPage),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 422, description = "A page that cannot be found, or a day that cannot be read", body = FailureBody),
    ),
)]
pub(crate) async fn refusals(
    State(common): State<Common>,
    permitted: Permitted<SearchMembers>,
    OperatorQuery(query): OperatorQuery<RefusalsQuery>,
) -> Result<Json<RefusalsPage>, OperatorFailure> {
    let before = page::cursor(query.before.as_deref())?;
    let RefusalsQuery { rule, member, club, from, to, before: _ } = query;
    let asked = RefusalsFilter { rule, member, club, from, to };
    let filter = RefusalFilter { before, ..asked.checked(&common, &permitted.operator).await? };
    let mut found = refusals::list(&common.pool, &filter, PAGE + 1).await?;
    let next = page::next(&mut found, PAGE, |last| (last.at, last.id));
    views::record_list(&common, &permitted.operator, "refusals", others_in(&found, filter.member)).await?;
    Ok(Json(RefusalsPage { refusals: found.into_iter().map(RefusalEntry::from).collect(), next }))
}

/// Which refusals. All that is set has to hold.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RefusalsFilter {
    /// Only of this rule, by its code.
    pub rule: Option<String>,
    /// Only what this member asked for: e-mail address or id.
    pub member: Option<String>,
    /// Only at this club, by its slug; of a command that names a booking, the booking's club.
    pub club: Option<String>,
    /// The first day, Europe/Amsterdam, such as `2026-11-28`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
}

impl RefusalsFilter {
    /// The filter of the record; its member is seen.
    async fn checked(self, common: &Common, operator: &Operator) -> Result<RefusalFilter, OperatorFailure> {
        let member = views::open_member(common, operator, self.member.as_deref()).await?;
        let rule = self.rule.filter(|rule| !rule.trim().is_empty());
        if rule.as_ref().is_some_and(|rule| rule.len() > LONGEST_RULE || rule.contains('\0')) {
            return Err(OperatorFailure::invalid_field("rule", "There is no rule of this code."));
        }
        let (from, to) = filters::period(self.from, self.to)?;
        let club = filters::text("club", self.club)?;
        Ok(RefusalFilter { before: None, rule, member: member.map(|member| member.0), club, from, to })
    }
}

/// Everybody whom refusals are about, but for the member of the filter.
fn others_in(found: &[Refusal], member: Option<Uuid>) -> Vec<String> {
    let shown = found.iter().flat_map(Refusal::members).filter(|shown| Some(*shown) != member);
    shown.map(views::member).collect()
}

/// The refusals to take out, and why.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RefusalsExport {
    /// Which.
    pub filter: RefusalsFilter,
    /// Why; one line.
    pub reason: String,
}

/// Refusals of the last 90 days as a file
#[utoipa::path(
    post,
    path = "/operator/api/refusals/export",
    operation_id = "operator_refusals_export",
    tag = "look-up",
    security(("operator" = ["support", "auditor"])),
    request_body = RefusalsExport,
    responses(
        (status = 200, description = "Newest first, as a Dutch spreadsheet opens it: UTF-8 with a byte order mark, `;` between fields", body = String, content_type = "text/csv"),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 422, description = "More than 10,000 rows, no reason, or a filter that cannot be read", body = FailureBody),
    ),
)]
pub(crate) async fn export(
    State(common): State<Common>,
    permitted: Permitted<SearchMembers>,
    OperatorBody(RefusalsExport { filter, reason }): OperatorBody<RefusalsExport>,
) -> Result<Response, OperatorFailure> {
    let operator = &permitted.operator;
    let acting = Acting::new(&common, operator, &reason).await?;
    let filter = filter.checked(&common, operator).await?;
    let found = refusals::list(&common.pool, &filter, exports::MOST + 1).await?;
    exports::refuse_more(found.len(), "from", "choose a shorter period")?;
    let shown = others_in(&found, filter.member);
    exports::record(&common, operator, &acting, ("refusals", found.len()), shown).await?;
    exports::file("refusals", common.clock.today(), csv(&found))
}

fn csv(refusals: &[Refusal]) -> Result<Vec<u8>, std::io::Error> {
    let headings = ["at", "member", "member name", "command", "rule", "sentence", "club", "date", "holes"];
    let mut csv = CsvWriter::new(Vec::new(), headings)?;
    for refusal in refusals {
        csv.plain(&dates::rfc3339(refusal.at))?;
        csv.plain(&refusal.member_id.to_string())?;
        csv.text(&refusal.member_name)?;
        csv.text(&refusal.command)?;
        csv.text(&refusal.rule)?;
        csv.text(&refusal.sentence)?;
        csv.text(refusal.club.as_deref().unwrap_or_default())?;
        csv.plain(&refusal.play_date.map(|date| date.to_string()).unwrap_or_default())?;
        csv.plain(&refusal.holes.map(|holes| holes.to_string()).unwrap_or_default())?;
        csv.end_row()?;
    }
    csv.finish()
}

/// How often a rule refused.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RuleCountEntry {
    /// The rule's code.
    pub rule: String,
    /// In the last day.
    pub day: i64,
    /// In the last 7 days.
    pub week: i64,
    /// In the last 90 days.
    pub quarter: i64,
}

/// How often each rule refused, most frequent first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RuleCounts {
    /// The rules that refused at least once.
    pub rules: Vec<RuleCountEntry>,
}

/// The member whose refusals are counted; all members by default.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RuleCountsQuery {
    /// Only what this member asked for: e-mail address or id.
    pub member: Option<String>,
}

/// How often each rule refused
#[utoipa::path(
    get,
    path = "/operator/api/refusals/rules",
    operation_id = "operator_refusals_by_rule",
    tag = "look-up",
    security(("operator" = ["support", "auditor"])),
    params(RuleCountsQuery),
    responses(
        (status = 200, description = "The counts of the last 1, 7 and 90 days", body = RuleCounts),
        (status = 404, description = "There is no such member", body = FailureBody),
    ),
)]
pub(crate) async fn rules(
    State(common): State<Common>,
    permitted: Permitted<SearchMembers>,
    OperatorQuery(query): OperatorQuery<RuleCountsQuery>,
) -> Result<Json<RuleCounts>, OperatorFailure> {
    let member = views::open_member(&common, &permitted.operator, query.member.as_deref())
        .await?
        .map(|member| member.0);
    let counts = refusals::counts(&common.pool, member, common.clock.now()).await?;
    let rules = counts
        .into_iter()
        .map(|RuleCount { rule, day, week, all }| RuleCountEntry { rule, day, week, quarter: all })
        .collect();
    Ok(Json(RuleCounts { rules }))
}

impl From<Refusal> for RefusalEntry {
    fn from(refusal: Refusal) -> Self {
        let why = why(&refusal);
        let names: HashMap<Uuid, String> = refusal.named.iter().copied().zip(refusal.names).collect();
        let named = |id: Uuid| NamedMember { id, name: names.get(&id).cloned() };
        Self {
            id: refusal.id,
            at: dates::rfc3339(refusal.at),
            member: NamedMember { id: refusal.member_id, name: Some(refusal.member_name) },
            command: refusal.command,
            rule: refusal.rule,
            sentence: refusal.sentence,
            about: refusal.about.map(named),
            club: refusal.club_id.zip(refusal.club).map(|(id, name)| NamedClub { id, name }),
            date: refusal.play_date.map(|date| date.to_string()),
            holes: refusal.holes,
            players: refusal.players.into_iter().map(named).collect(),
            booking: refusal.booking_id,
            request_id: refusal.request_id,
            by_operator: refusal.by_operator,
            why,
        }
    }
}

/// The question about the players whom the command names, for a rule that the explanation knows. A member who adds
/// players has a place already: the question is then about those who were to join.
fn why(refusal: &Refusal) -> Option<WhyQuestion> {
    if !REFUSAL_CODES.contains(&refusal.rule.as_str()) {
        return None;
    }
    let asks = if refusal.players.contains(&refusal.member_id) {
        refusal.member_id
    } else {
        refusal.about.or_else(|| refusal.players.first().copied())?
    };
    Some(WhyQuestion {
        member: asks,
        date: refusal.play_date?.to_string(),
        club: refusal.club_id.clone()?,
        holes: refusal.holes,
        with: refusal.players.iter().copied().filter(|player| *player != asks).collect(),
        // To the microsecond: of two bookings in one second, the first may have refused the second.
        at: dates::rfc3339(refusal.at),
    })
}
