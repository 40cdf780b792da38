//! `GET /operator/api/start`: what waits for a person, in numbers, for the roles of whoever asks. A part that cannot be read
//! says why, and the others are shown. Nothing of it is about a person, so it is no view of anybody.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use fairway_audit::dates;
use fairway_command::{Club, DayStatus};
use fairway_endpoint::common::Common;
use fairway_events::ClubId;
use fairway_operator_accounts::access::{OwnSession, Permitted};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_round_data::rights::Claims;
use fairway_store::operators::Role;
use fairway_store::{clubs, desk, nodes};
use serde::Serialize;
use utoipa::ToSchema;

use super::refusals::NamedClub;
use super::runs::{kept, part};
use crate::state::Operators;

/// Days that are looked at, today included.
const DAYS: u64 = 7;
/// Days of a part that are named.
const NAMED_DAYS: usize = 12;
/// Days with a waiting list that are read: far more than there are clubs and days.
const MOST_WAITING: u32 = 2_000;

/// Those who do something about it.
const SUPPORT: &[Role] = &[Role::Support];
const SUPPORT_AND_ADMIN: &[Role] = &[Role::Support, Role::Admin];
const CONTENT: &[Role] = &[Role::Content];
const OVERSIGHT: &[Role] = &[Role::Auditor, Role::Admin];

/// Work of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StartCode {
    /// Mails of the last 90 days that were given up.
    MailsFailed,
    /// Mails of the last 90 days whose address the mail server refused for good.
    MailsBounced,
    /// Mails that wait.
    MailsWaiting,
    /// Refusals of the last hour by one rule at one club, far more than usual.
    RefusalsPeak,
    /// Clubs' days of this week that an operator closed.
    DaysClosed,
    /// Open clubs' days of this week without a free place.
    DaysFull,
    /// Clubs' days of this week for which groups wait.
    DaysWaiting,
    /// Orders whose payment is not known yet.
    OrdersOpen,
    /// Refunds that the provider has not confirmed.
    RefundsDue,
    /// Drafts that their plan could not publish.
    ContentRefused,
    /// Drafts without a plan.
    ContentDrafts,
    /// Items that appear by their plan.
    ContentPlanned,
    /// Rebuilds that wait for a decision.
    RebuildReady,
    /// Rebuilds and verifications that wait for a process, or run.
    TasksRunning,
    /// Whole days since the last verification that was started at a screen.
    Verification,
    /// What that one found.
    VerificationFindings,
    /// 1: the head of the seal is mailed to nobody.
    SealNotMailed,
    /// Nodes that announce themselves no more, and did not leave.
    NodesSilent,
    /// Operators who may log in and have no second factor.
    OperatorsWithoutFactor,
}

/// A club's day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct StartDay {
    /// The club.
    pub club: NamedClub,
    /// The day.
    pub date: NaiveDate,
}

/// Work of one kind, as a number.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StartPart {
    /// The kind.
    pub code: StartCode,
    /// How much there is.
    pub count: i64,
    /// Since when, or when it last happened; of what is planned, when the next one comes. RFC 3339 with the offset of
    /// Europe/Amsterdam; null: not known, or it has no such moment.
    pub since: Option<String>,
    /// The club of a peak of refusals; null: they named none.
    pub club: Option<NamedClub>,
    /// The rule of a peak of refusals, by its code.
    pub rule: Option<String>,
    /// The first days of a part about days, soonest first.
    pub days: Vec<StartDay>,
}

/// What waits for a person.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Start {
    /// The parts for the operator's roles, also those of which nothing waits; a peak of refusals only where there is one.
    pub parts: Vec<StartPart>,
    /// A sentence for each part that cannot be shown, with the cause.
    pub missing: Vec<String>,
}

/// What waits for a person
#[utoipa::path(
    get,
    path = "/operator/api/start",
    operation_id = "operator_start",
    tag = "watching",
    responses((status = 200, description = "The parts that are for the operator's roles", body = Start)),
)]
pub(crate) async fn start(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<OwnSession>,
) -> Result<Json<Start>, OperatorFailure> {
    let desk = Desk { operators: &operators, roles: permitted.operator.roles() };
    // Three connections at most: members' requests need the others.
    let (support, content, oversight) = tokio::join!(desk.support(), desk.content(), desk.oversight());
    let mut start = Start { parts: Vec::new(), missing: Vec::new() };
    for found in [support, content, oversight] {
        start.parts.extend(found.parts);
        start.missing.extend(found.missing);
    }
    Ok(Json(start))
}

/// An operator at the start page.
struct Desk<'a> {
    operators: &'a Operators,
    roles: Vec<Role>,
}

impl Desk<'_> {
    fn is_for(&self, roles: &[Role]) -> bool {
        roles.iter().any(|role| self.roles.contains(role))
    }

    /// What the telephone is about.
    async fn support(&self) -> Start {
        let common = &self.operators.common;
        let now = common.clock.now();
        let (mut parts, mut missing) = (Vec::new(), Vec::new());
        if self.is_for(SUPPORT_AND_ADMIN) {
            let mails = part("The mails", async { Ok(desk::mails(&common.pool).await?) }).await;
            parts.extend(kept(mails, &mut missing).into_iter().flat_map(of_mails));
        }
        if self.is_for(SUPPORT) {
            let peaks = part("The refusals", async { Ok(desk::peaks(&common.pool, now).await?) }).await;
            parts.extend(kept(peaks, &mut missing).into_iter().flatten().map(of_peak));
            let days = part("The clubs' days", days(common, now)).await;
            parts.extend(kept(days, &mut missing).into_iter().flatten());
        }
        if self.is_for(SUPPORT_AND_ADMIN) {
            let orders = part("The payments", async { Ok(common.reads.open_order_totals().await?) }).await;
            parts.extend(kept(orders, &mut missing).into_iter().flat_map(|open| {
                [
                    StartPart::new(StartCode::OrdersOpen, open.count, open.oldest),
                    StartPart::new(StartCode::RefundsDue, open.refunds_due, None),
                ]
            }));
        }
        Start { parts, missing }
    }

    /// What members are to read.
    async fn content(&self) -> Start {
        let (mut parts, mut missing) = (Vec::new(), Vec::new());
        if self.is_for(CONTENT) {
            let pool = &self.operators.common.pool;
            let content = part("The content", async { Ok(desk::content(pool).await?) }).await;
            parts.extend(kept(content, &mut missing).into_iter().flat_map(of_content));
        }
        Start { parts, missing }
    }

    /// Whether the portal itself is in order.
    async fn oversight(&self) -> Start {
        let (mut parts, mut missing) = (Vec::new(), Vec::new());
        if self.is_for(OVERSIGHT) {
            let common = &self.operators.common;
            let pool = &common.pool;
            let tasks = part("The rebuilds and verifications", async { Ok(desk::tasks(pool).await?) }).await;
            let tasks = kept(tasks, &mut missing).into_iter();
            parts.extend(tasks.flat_map(|tasks| of_tasks(&tasks, common.clock.now())));
            let is_mailed = self.operators.is_seal_mailed;
            parts.push(StartPart::new(StartCode::SealNotMailed, i64::from(!is_mailed), None));
            let listed = part("The nodes", async { Ok(nodes::list(pool).await?) }).await;
            parts.extend(kept(listed, &mut missing).map(|listed| {
                let silent = || listed.iter().filter(|node| node.is_silent);
                let last = silent().map(|node| node.seen_at).max();
                StartPart::new(StartCode::NodesSilent, number(silent().count()), last)
            }));
            let without =
                part("The operators", async { Ok(desk::operators_without_factor(pool).await?) }).await;
            let without = kept(without, &mut missing);
            parts.extend(without.map(|count| StartPart::new(StartCode::OperatorsWithoutFactor, count, None)));
        }
        Start { parts, missing }
    }
}

impl StartPart {
    fn new(code: StartCode, count: i64, since: Option<DateTime<Utc>>) -> Self {
        Self { code, count, since: since.map(dates::rfc3339), club: None, rule: None, days: Vec::new() }
    }

    fn of_days(code: StartCode, days: Vec<StartDay>) -> Self {
        let part = Self::new(code, number(days.len()), None);
        Self { days: days.into_iter().take(NAMED_DAYS).collect(), ..part }
    }
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn of_mails(mails: desk::Mails) -> [StartPart; 3] {
    [
        StartPart::new(StartCode::MailsFailed, mails.failed, mails.last_failed_at),
        StartPart::new(StartCode::MailsBounced, mails.bounced, mails.last_bounced_at),
        StartPart::new(StartCode::MailsWaiting, mails.waiting, mails.oldest_queued_at),
    ]
}

fn of_peak(peak: desk::Peak) -> StartPart {
    StartPart {
        club: peak.club_id.zip(peak.club).map(|(id, name)| NamedClub { id, name }),
        rule: Some(peak.rule),
        ..StartPart::new(StartCode::RefusalsPeak, peak.count, Some(peak.since))
    }
}

fn of_content(content: desk::Content) -> [StartPart; 3] {
    [
        StartPart::new(StartCode::ContentRefused, content.refused, content.last_refused_at),
        StartPart::new(StartCode::ContentDrafts, content.drafts, None),
        StartPart::new(StartCode::ContentPlanned, content.planned, content.next_appears_at),
    ]
}

fn of_tasks(tasks: &desk::Tasks, now: DateTime<Utc>) -> [StartPart; 4] {
    let age = tasks.verified_at.map_or(0, |at| (now - at).num_days().max(0));
    [
        StartPart::new(StartCode::RebuildReady, tasks.ready, tasks.ready_since),
        StartPart::new(StartCode::TasksRunning, tasks.running, tasks.running_since),
        StartPart::new(StartCode::Verification, age, tasks.verified_at),
        StartPart::new(StartCode::VerificationFindings, tasks.findings.unwrap_or(0), tasks.verified_at),
    ]
}

/// How a day of a club is, as far as somebody has to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DayState {
    Closed,
    Full,
    Open,
}

/// Closed: by an operator, for this day. A club's own closures and days of the week are nothing new.
fn state_of(club: &Club, day: &DayStatus, date: NaiveDate) -> DayState {
    if day.closed.is_some() {
        return DayState::Closed;
    }
    let is_open = !club.closed_weekdays.contains(&date.weekday())
        && !club.closures.iter().any(|(closed, _)| *closed == date);
    let taken = day.claimed.saturating_add(day.held);
    match club.capacity_on(day.capacity) {
        Some(places) if is_open && taken >= places => DayState::Full,
        _ => DayState::Open,
    }
}

/// The days of this week that are closed or full, or for which groups wait.
async fn days(common: &Common, now: DateTime<Utc>) -> anyhow::Result<[StartPart; 3]> {
    let first = dates::day_of(now);
    let last = first.checked_add_days(Days::new(DAYS - 1)).unwrap_or(first);
    let cards = common.clubs.at(&common.pool, clubs::version(&common.pool).await?).await?;
    let claims = Claims::from_days(common.reads.club_days((first, last), None, None).await?);
    let waiting = common.reads.waiting_days(first, MOST_WAITING).await?;
    let waiting: BTreeSet<(ClubId, NaiveDate)> = waiting.into_iter().collect();
    let (mut closed, mut full, mut with_groups) = (Vec::new(), Vec::new(), Vec::new());
    for date in first.iter_days().take_while(|date| *date <= last) {
        for card in cards.all() {
            let day =
                || StartDay { club: NamedClub { id: card.id().0.clone(), name: card.name.clone() }, date };
            match state_of(&card.rules, &claims.on(card.id(), date, now), date) {
                DayState::Closed => closed.push(day()),
                DayState::Full => full.push(day()),
                DayState::Open => {}
            }
            if waiting.contains(&(card.id().clone(), date)) {
                with_groups.push(day());
            }
        }
    }
    Ok([
        StartPart::of_days(StartCode::DaysClosed, closed),
        StartPart::of_days(StartCode::DaysFull, full),
        StartPart::of_days(StartCode::DaysWaiting, with_groups),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().expect("an instant")
    }

    fn club() -> Club {
        Club {
            id: ClubId("de-es".to_owned()),
            holes: Vec::new(),
            max_plays_per_year: 4,
            daily_capacity: Some(4),
            closed_weekdays: vec![chrono::Weekday::Mon],
            closures: vec![("2026-11-24".parse().expect("a day"), "Onderhoud".to_owned())],
        }
    }

    #[test]
    fn a_day_is_full_where_places_are_taken_or_held_and_closed_by_an_operator_alone() {
        let day = |text: &str| text.parse().expect("a day");
        let with = DayStatus::with;
        let saturday = day("2026-11-28");
        assert_eq!(state_of(&club(), &with(3), saturday), DayState::Open);
        assert_eq!(state_of(&club(), &with(4), saturday), DayState::Full);
        assert_eq!(state_of(&club(), &DayStatus { held: 1, ..with(3) }, saturday), DayState::Full);
        assert_eq!(state_of(&club(), &DayStatus { capacity: Some(2), ..with(2) }, saturday), DayState::Full);
        let closed = DayStatus { closed: Some("Vorst".to_owned()), ..with(4) };
        assert_eq!(state_of(&club(), &closed, saturday), DayState::Closed);
        for own in ["2026-11-24", "2026-11-30"] {
            assert_eq!(state_of(&club(), &with(4), day(own)), DayState::Open, "{own}");
        }
        let unlimited = Club { daily_capacity: None, ..club() };
        assert_eq!(state_of(&unlimited, &with(400), saturday), DayState::Open);
    }

    #[test]
    fn the_age_of_a_verification_is_in_whole_days_and_none_is_told_from_one_of_today() {
        let tasks = desk::Tasks {
            ready: 0,
            ready_since: None,
            running: 0,
            running_since: None,
            verified_at: Some(at("2026-11-20T09:00:00Z")),
            findings: Some(2),
        };
        let [.., age, findings] = of_tasks(&tasks, at("2026-11-28T08:59:00Z"));
        assert_eq!((age.count, findings.count), (7, 2));
        let never = desk::Tasks { verified_at: None, findings: None, ..tasks };
        let [.., age, findings] = of_tasks(&never, at("2026-11-28T09:00:00Z"));
        assert_eq!((age.count, age.since, findings.count), (0, None, 0));
    }

    #[test]
    fn of_many_days_the_first_are_named_and_all_are_counted() {
        let day = StartDay {
            club: NamedClub { id: "de-es".to_owned(), name: "De Es".to_owned() },
            date: "2026-11-28".parse().expect("a day"),
        };
        let part = StartPart::of_days(StartCode::DaysFull, vec![day; 40]);
        assert_eq!((part.count, part.days.len()), (40, NAMED_DAYS));
    }
}
