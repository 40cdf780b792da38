//! `GET /operator/api/mails` and `POST …/export`: what waits, what failed and why, which addresses bounced, and the same as
//! a file. The texts of mails are not kept; see `mail_preview` for how one would read now.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use fairway_audit::csv_writer::CsvWriter;
use fairway_audit::dates;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::FailureBody;
use fairway_notifications::mail::bookings::preview::Occasion;
use fairway_operator_accounts::access::{Operator, Permitted, SeeMails};
use fairway_operator_accounts::body::{OperatorBody, OperatorQuery};
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_store::outbox;
use fairway_store::outbox::listing::{Listed, ListedMail, MailFilter, list, settled_counts};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::mail_kinds::MailKind;
use super::mail_preview;
use super::refusals::NamedMember;
use crate::act::Acting;
use crate::state::Operators;
use crate::{exports, filters, page, views};

/// Mails of a page.
const PAGE: i64 = 50;

/// A list of mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MailList {
    /// To be sent, the next one first.
    Waiting,
    /// Given up.
    Failed,
    /// The mail server refused the address for good.
    Bounced,
    /// A mail server took it.
    Sent,
}

/// The list, its filter, and where the page begins.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct MailsQuery {
    /// The list; the mails that wait by default.
    #[param(inline)]
    pub list: Option<MailList>,
    /// Only mails to this member: e-mail address or id.
    pub member: Option<String>,
    /// Only mails of this kind.
    #[param(inline)]
    pub kind: Option<MailKind>,
    /// The first day, Europe/Amsterdam, such as `2026-11-28`: on which they were queued, if they wait, or were sent or
    /// given up.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
    /// `next` of the page before.
    pub before: Option<String>,
}

/// A mail, without its text.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailEntry {
    /// The mail.
    pub id: Uuid,
    /// The occasion.
    pub kind: MailKind,
    /// The kind in words, finer than `kind`.
    #[schema(required = false)]
    pub occasion: &'static str,
    /// The subject, of a mail about a round as it would be now; null: it is composed when it is sent, or was removed when
    /// it was.
    pub subject: Option<String>,
    /// Whether it is held up to ten minutes for what else happens to its round.
    #[schema(required = false)]
    pub is_held: bool,
    /// The recipient; null: a bare address.
    pub member: Option<NamedMember>,
    /// Where it goes today.
    pub address: String,
    /// `waiting`, `sent` or `failed`.
    pub state: &'static str,
    /// When it was queued; RFC 3339 with the offset of Europe/Amsterdam.
    pub queued_at: String,
    /// The next attempt; null: there is none.
    pub next_attempt_at: Option<String>,
    /// When it was sent or given up.
    pub settled_at: Option<String>,
    /// Attempts begun.
    pub attempts: i32,
    /// The error of the last failed attempt.
    pub last_error: Option<String>,
    /// The event that caused it.
    pub position: Option<i64>,
    /// The booking that it is about.
    pub booking: Option<Uuid>,
    /// The play date of that booking, or of the group that waits.
    pub play_date: Option<String>,
    /// The address that the mail server refused for good.
    pub bounced_address: Option<String>,
    /// How often an operator had it sent again.
    pub sent_again: i32,
    /// Whether it can be sent again, or tried at once.
    pub may_send_again: bool,
}

/// How many mails there are.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailCounts {
    /// Mails that wait.
    pub waiting: i64,
    /// Of these: after at least one failed attempt.
    pub retrying: i64,
    /// Mails of the last 90 days that were given up.
    pub failed: i64,
    /// Mails of the last 90 days whose address was refused; at most 1,001, which stands for more than 1,000.
    #[schema(required = false)]
    pub bounced: i64,
    /// Mails of the last 90 days that were sent; at most 1,001, which stands for more than 1,000.
    #[schema(required = false)]
    pub sent: i64,
    /// When the mail that waits longest was queued.
    pub oldest_queued_at: Option<String>,
}

/// A page of mails.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MailsPage {
    /// How many there are, of all members.
    pub counts: MailCounts,
    /// The mails.
    pub mails: Vec<MailEntry>,
    /// Where the next page begins; null: there is none.
    pub next: Option<String>,
}

/// Mails that wait, failed, bounced or were sent
#[utoipa::path(
    get,
    path = "/operator/api/mails",
    operation_id = "operator_mails",
    tag = "mails",
    security(("operator" = ["support", "auditor", "admin"])),
    params(MailsQuery),
    responses(
        (status = 200, description = "A page; mails that were sent or given up are kept for 90 days", body = MailsPage),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 422, description = "A page that cannot be found, a day that cannot be read, or a list or kind that there is not: the sentence names those that there are", body = FailureBody),
    ),
)]
pub(crate) async fn mails(
    State(operators): State<Arc<Operators>>,
    permitted: Permitted<SeeMails>,
    OperatorQuery(query): OperatorQuery<MailsQuery>,
) -> Result<Json<MailsPage>, OperatorFailure> {
    let (common, operator) = (&operators.common, &permitted.operator);
    let after = page::cursor(query.before.as_deref())?;
    let MailsQuery { list: wanted, member, kind, from, to, before: _ } = query;
    let asked = MailsFilter { list: wanted, member, kind, from, to };
    let filter = MailFilter { after, ..asked.checked(common, operator).await? };
    let (counts, settled) = (outbox::counts(&common.pool).await?, settled_counts(&common.pool).await?);
    let mut found = list(&common.pool, &filter, PAGE + 1).await?;
    let next = page::next(&mut found, PAGE, |last| (last.sorted_at, last.id));
    if filter.member.is_none() {
        views::record_list(common, operator, "mails", recipients_of(&found)).await?;
    }
    let mut occasions = mail_preview::occasions(&operators, &found).await;
    let entry = |mail: ListedMail| {
        let occasion = occasions.remove(&mail.id);
        MailEntry::from(mail).with(occasion)
    };
    Ok(Json(MailsPage {
        counts: MailCounts {
            waiting: counts.queued,
            retrying: counts.retrying,
            failed: counts.failed,
            bounced: settled.bounced,
            sent: settled.sent,
            oldest_queued_at: counts.oldest_queued_at.map(dates::rfc3339),
        },
        mails: found.into_iter().map(entry).collect(),
        next,
    }))
}

impl MailList {
    const fn listed(self) -> Listed {
        match self {
            Self::Waiting => Listed::Waiting,
            Self::Failed => Listed::Failed,
            Self::Bounced => Listed::Bounced,
            Self::Sent => Listed::Sent,
        }
    }

    const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Failed => "failed",
            Self::Bounced => "bounced",
            Self::Sent => "sent",
        }
    }
}

/// The recipients of mails. A mail to a bare address is named by its own id.
fn recipients_of(mails: &[ListedMail]) -> Vec<String> {
    let shown = |mail: &ListedMail| mail.member_id.map_or_else(|| format!("mail {}", mail.id), views::member);
    mails.iter().map(shown).collect()
}

/// Which mails.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct MailsFilter {
    /// The list; the mails that wait by default.
    #[schema(inline)]
    pub list: Option<MailList>,
    /// Only mails to this member: e-mail address or id.
    pub member: Option<String>,
    /// Only mails of this kind.
    #[schema(inline)]
    pub kind: Option<MailKind>,
    /// The first day, as in the list.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
}

impl MailsFilter {
    /// The filter of the list; its member is seen.
    async fn checked(self, common: &Common, operator: &Operator) -> Result<MailFilter, OperatorFailure> {
        let member = views::open_member(common, operator, self.member.as_deref()).await?;
        let (from, to) = filters::period(self.from, self.to)?;
        Ok(MailFilter {
            listed: self.list.unwrap_or(MailList::Waiting).listed(),
            member: member.map(|member| member.0),
            kind: self.kind.map(MailKind::listed),
            from,
            to,
            after: None,
        })
    }
}

/// The mails to take out, and why.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct MailsExport {
    /// Which.
    pub filter: MailsFilter,
    /// Why; one line.
    pub reason: String,
}

/// A list of mails as a file
#[utoipa::path(
    post,
    path = "/operator/api/mails/export",
    operation_id = "operator_mails_export",
    tag = "mails",
    security(("operator" = ["support", "auditor", "admin"])),
    request_body = MailsExport,
    responses(
        (status = 200, description = "In the order of the list, as a Dutch spreadsheet opens it: UTF-8 with a byte order mark, `;` between fields; never what a mail says", body = String, content_type = "text/csv"),
        (status = 404, description = "There is no such member", body = FailureBody),
        (status = 422, description = "More than 10,000 rows, or no reason", body = FailureBody),
    ),
)]
pub(crate) async fn export(
    State(common): State<Common>,
    permitted: Permitted<SeeMails>,
    OperatorBody(MailsExport { filter, reason }): OperatorBody<MailsExport>,
) -> Result<Response, OperatorFailure> {
    let operator = &permitted.operator;
    let acting = Acting::new(&common, operator, &reason).await?;
    let wanted = filter.list.unwrap_or(MailList::Waiting);
    let filter = filter.checked(&common, operator).await?;
    let found = list(&common.pool, &filter, exports::MOST + 1).await?;
    exports::refuse_more(found.len(), "from", "choose a shorter period")?;
    let name = format!("mails-{}", wanted.as_str());
    exports::record(&common, operator, &acting, (name.as_str(), found.len()), recipients_of(&found)).await?;
    let entries: Vec<MailEntry> = found.into_iter().map(MailEntry::from).collect();
    exports::file(&name, common.clock.today(), csv(&entries))
}

fn csv(mails: &[MailEntry]) -> Result<Vec<u8>, std::io::Error> {
    let headings = [
        "queued at",
        "kind",
        "state",
        "member",
        "member name",
        "address",
        "settled at",
        "attempts",
        "last error",
        "play date",
        "bounced address",
        "sent again",
    ];
    let mut csv = CsvWriter::new(Vec::new(), headings)?;
    for mail in mails {
        csv.plain(&mail.queued_at)?;
        csv.plain(mail.kind.as_str())?;
        csv.plain(mail.state)?;
        csv.plain(&mail.member.as_ref().map(|member| member.id.to_string()).unwrap_or_default())?;
        csv.text(mail.member.as_ref().and_then(|member| member.name.as_deref()).unwrap_or_default())?;
        csv.text(&mail.address)?;
        csv.plain(mail.settled_at.as_deref().unwrap_or_default())?;
        csv.plain(&mail.attempts.to_string())?;
        csv.text(mail.last_error.as_deref().unwrap_or_default())?;
        csv.plain(mail.play_date.as_deref().unwrap_or_default())?;
        csv.text(mail.bounced_address.as_deref().unwrap_or_default())?;
        csv.plain(&mail.sent_again.to_string())?;
        csv.end_row()?;
    }
    csv.finish()
}

impl From<ListedMail> for MailEntry {
    fn from(mail: ListedMail) -> Self {
        let kind = MailKind::of(&mail);
        let occasion = kind.occasion(&mail.dedup_key);
        let is_waiting = mail.settled_at.is_none();
        let position = mail.dedup_key.strip_prefix("event:").and_then(|rest| rest.split(':').next());
        Self {
            id: mail.id,
            kind,
            occasion,
            subject: mail.subject,
            is_held: is_waiting && mail.gathers && mail.attempts == 0,
            member: mail.member_id.map(|id| NamedMember { id, name: mail.member_name }),
            address: mail.address,
            state: match mail.state.as_str() {
                "sent" => "sent",
                "failed" => "failed",
                _ => "waiting",
            },
            queued_at: dates::rfc3339(mail.queued_at),
            next_attempt_at: is_waiting.then(|| dates::rfc3339(mail.due_at)),
            settled_at: mail.settled_at.map(dates::rfc3339),
            attempts: mail.attempts,
            last_error: mail.last_error,
            position: position.and_then(|position| position.parse().ok()),
            booking: mail.booking_id,
            play_date: mail.play_date.map(|date| date.to_string()),
            bounced_address: mail.bounced_address,
            sent_again: mail.sent_again,
            may_send_again: is_waiting
                || matches!(
                    kind,
                    MailKind::Round | MailKind::Reminder | MailKind::WaitingList | MailKind::Receipt
                ),
        }
    }
}

impl MailEntry {
    /// With what the booking's events say of the mail.
    fn with(self, composed: Option<Occasion>) -> Self {
        let Some(Occasion { words, subject }) = composed else { return self };
        Self { occasion: words, subject: self.subject.or(subject), ..self }
    }
}
