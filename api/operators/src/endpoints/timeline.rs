//! `GET /operator/api/timeline`: a page of what happened to a subject, newest first.

use axum::Json;
use axum::extract::State;
use fairway_audit::timeline::{ActorInfo, Category, Filter, Page, PageEntry, SearchText, page};
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_events::{ActorKind, ClubUserId};
use fairway_operator_accounts::access::{Permitted, SearchMembers};
use fairway_operator_accounts::body::OperatorQuery;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::club_users;
use serde::Deserialize;
use utoipa::IntoParams;

use super::subject;
use crate::views;

/// Entries of a page by default.
const PAGE: usize = 100;
/// Characters of a text to look for, at most.
const LONGEST_TEXT: usize = 100;

/// A subject, and which of its entries.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TimelineQuery {
    /// `member`, `booking`, `voucher`, `order`, `club_day`, `waiting_list`, `arrival_list` or `settlement`.
    pub kind: String,
    /// Its id.
    pub id: String,
    /// Only events before this position: `next` of the page before.
    pub before: Option<i64>,
    /// Only events after this position: `newest` of what is shown.
    pub after: Option<i64>,
    /// With `after`: acts of operators since shortly before this instant, too: `newest_act` of what is shown. Some of them
    /// may be shown already.
    pub acts_after: Option<i64>,
    /// Entries, at most; 1 to 200, by default 100.
    pub limit: Option<usize>,
    /// Only events of these names, comma-separated.
    pub events: Option<String>,
    /// Only what belongs to this category: `bookings`, `rights`, `payments`, `account` or `operator`. Operators' acts are in
    /// `operator`, and those on the account in `account` too.
    pub category: Option<String>,
    /// Only entries that say this, every word of it: 1 to 100 characters. At most 2,000 events are read for an answer, so a page
    /// may have no entries and still a `next`.
    pub text: Option<String>,
    /// Only events of this kind of actor: `member`, `operator`, `club` or `system`.
    pub actor: Option<String>,
    /// Only what happened at this moment or later: a day, `2026-11-25 09:00` (Europe/Amsterdam), RFC 3339 or a position.
    pub from: Option<String>,
    /// Only what happened up to this moment; a day counts to its end.
    pub to: Option<String>,
}

/// A page of a subject's timeline
#[utoipa::path(
    get,
    path = "/operator/api/timeline",
    operation_id = "operator_timeline",
    tag = "look-up",
    security(("operator" = ["support", "auditor"])),
    params(TimelineQuery),
    responses(
        (status = 200, description = "`entries` newest first, `next` for the next page, `newest` and `newest_act` for what \
                                      comes later, `event_names` and `categories` for the filter", body = Page),
        (status = 404, description = "Nothing is known under this id", body = FailureBody),
        (status = 422, description = "A filter that cannot be read", body = FailureBody),
    ),
)]
pub(crate) async fn timeline(
    State(common): State<Common>,
    permitted: Permitted<SearchMembers>,
    OperatorQuery(query): OperatorQuery<TimelineQuery>,
) -> Result<Json<Page>, OperatorFailure> {
    let filter = Filter {
        before: query.before.filter(|position| *position > 0),
        after: query.after.filter(|position| *position >= 0),
        acts_after: query.acts_after.and_then(crate::page::instant),
        limit: query.limit.unwrap_or(PAGE),
        events: query
            .events
            .iter()
            .flat_map(|names| names.split(','))
            .map(str::trim)
            .filter(|name| !name.is_empty() && !name.contains('\0'))
            .map(str::to_owned)
            .collect(),
        category: category(query.category.as_deref())?,
        text: search_text(query.text.as_deref())?,
        actor: actor(query.actor.as_deref())?,
        from: written(query.from.as_deref()).map(|text| subject::moment("from", text)).transpose()?,
        to: written(query.to.as_deref()).map(|text| subject::moment("to", text)).transpose()?,
    };
    let subject = views::open(&common, &permitted.operator, &query.kind, &query.id).await?;
    let page = page(&common.pool, &subject, &filter).await?;
    let mut page =
        page.ok_or_else(|| OperatorFailure::not_found(format!("No event is known of {subject}.")))?;
    name_club_users(&common, &mut page).await?;
    Ok(Json(page))
}

/// The journal has the ids of accounts and devices of clubs.
async fn name_club_users(common: &Common, page: &mut Page) -> Result<(), OperatorFailure> {
    let id = |actor: &ActorInfo| {
        let by = actor.by.as_deref().filter(|_| actor.kind == ActorKind::Club.as_str());
        by?.parse::<ClubUserId>().ok()
    };
    let user = |entry: &PageEntry| match entry {
        PageEntry::Event(event) => id(&event.entry.actor),
        PageEntry::Act(_) => None,
    };
    let users: Vec<ClubUserId> = page.entries.iter().filter_map(user).collect();
    if users.is_empty() {
        return Ok(());
    }
    let names = club_users::names(&common.pool, &users).await?;
    for entry in &mut page.entries {
        let PageEntry::Event(event) = entry else { continue };
        let actor = &mut event.entry.actor;
        if let Some(name) = id(actor).and_then(|user| names.get(&user)) {
            actor.text = format!("{name} of the club");
            actor.by = Some(name.clone());
        }
    }
    Ok(())
}

/// A parameter that is given and not empty.
fn written(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

fn category(text: Option<&str>) -> Result<Option<Category>, OperatorFailure> {
    let Some(text) = written(text) else { return Ok(None) };
    let wrong = || {
        OperatorFailure::invalid_field("category", "Write bookings, rights, payments, account or operator.")
    };
    Category::named(text).map(Some).ok_or_else(wrong)
}

fn search_text(text: Option<&str>) -> Result<Option<SearchText>, OperatorFailure> {
    let Some(text) = written(text) else { return Ok(None) };
    if text.chars().count() > LONGEST_TEXT {
        let sentence = format!("Write at most {LONGEST_TEXT} characters.");
        return Err(OperatorFailure::invalid_field("text", sentence));
    }
    Ok(SearchText::of(text))
}

fn actor(text: Option<&str>) -> Result<Option<ActorKind>, OperatorFailure> {
    let Some(text) = written(text) else { return Ok(None) };
    let kinds = [ActorKind::Member, ActorKind::Operator, ActorKind::Club, ActorKind::System];
    let found = kinds.into_iter().find(|kind| kind.as_str() == text);
    let wrong = || OperatorFailure::invalid_field("actor", "Write member, operator, club or system.");
    found.map(Some).ok_or_else(wrong)
}
