//! The course that all acts of operators on members and clubs' days share: the check of the reason, the record, the
//! command in the journal, and the sentences of refusals.
//!
//! The record is written before the act: an act without a record is never possible, and one that a rule or the database
//! refuses is recorded as refused.

use axum::http::StatusCode;
use fairway_audit::permanent_text::PermanentText;
use fairway_clock::random;
use fairway_command::{ClaimedRound, Command, Outcome, Rejection, Submission, SubmitError};
use fairway_endpoint::commands::undecided;
use fairway_endpoint::common::Common;
use fairway_endpoint::{receipts, request_context};
use fairway_events::{Actor, MemberId, Position};
use fairway_operator_accounts::access::Operator;
use fairway_operator_accounts::failure::OperatorFailure;
use fairway_operator_accounts::permanent::{permanent, refused_text};
use fairway_store::clubs::Clubs;
use fairway_store::erasures::Person;
use fairway_store::operator_actions::{ActingOperator, OperatorAct, ScreenAct};
use fairway_store::{clubs, erasures, member_account, operator_actions};
use uuid::Uuid;

use crate::views;

/// An operator with a reason, about to act.
pub(super) struct Acting<'a> {
    common: &'a Common,
    operator: &'a Operator,
    pub(super) by: ActingOperator,
    pub(super) reason: PermanentText,
    /// Of all that is carried out for the request: its events are one act.
    correlation_id: Uuid,
}

/// Why an act was not carried out.
#[derive(Debug)]
pub(super) enum NotDone {
    /// A rule refuses it.
    Refused(Rejection),
    /// It needs an event that a node cannot read yet.
    HeldBack,
    /// It may be carried out yet.
    Unknown(OperatorFailure),
    /// It was not carried out, or not recorded.
    Failed(OperatorFailure),
}

/// The sentence of [`NotDone::HeldBack`].
const HELD_BACK: &str = "A node of the portal still runs an older release: try again when all run this one.";

impl NotDone {
    /// The same in words, for an act that is one of several.
    pub(super) fn sentence(&self) -> String {
        match self {
            Self::Refused(rejection) => sentence(rejection),
            Self::HeldBack => HELD_BACK.to_owned(),
            Self::Unknown(_) => {
                "The database did not answer in time: it may be done all the same. Look at the day again."
                    .to_owned()
            }
            Self::Failed(_) => "The portal could not do it: try again in a moment.".to_owned(),
        }
    }
}

impl From<NotDone> for OperatorFailure {
    fn from(not_done: NotDone) -> Self {
        match not_done {
            NotDone::Refused(rejection) => Self::new(StatusCode::CONFLICT, sentence(&rejection)),
            NotDone::HeldBack => Self::new(StatusCode::SERVICE_UNAVAILABLE, HELD_BACK),
            NotDone::Unknown(failure) | NotDone::Failed(failure) => failure,
        }
    }
}

impl<'a> Acting<'a> {
    /// The reason is one that may be kept.
    pub(super) async fn new(
        common: &'a Common,
        operator: &'a Operator,
        reason: &str,
    ) -> Result<Self, OperatorFailure> {
        let reason = permanent(common, operator, "reason", reason).await?;
        let correlation_id = request_context::current().unwrap_or_else(|| random::new_id(common.clock.now()));
        Ok(Self { common, operator, by: operator.acting(), reason, correlation_id })
    }

    /// The same as the journal and the commands on a machine record it.
    pub(super) fn operator_act(&self) -> OperatorAct {
        OperatorAct {
            operator: self.by.name.clone(),
            operator_id: Some(self.by.id),
            reason: self.reason.clone(),
        }
    }

    /// The member whom the act is about. The reason must not name them: it is kept for good. The operator's own name is
    /// recorded whatever it is, since operators and members may share a name. Refusals say something about the member, so
    /// this is a view.
    pub(super) async fn person(&self, id: &str) -> Result<Person, OperatorFailure> {
        let member = member_id(id)?;
        let Some(person) = erasures::by_id(&self.common.pool, member).await? else {
            return Err(unknown_member(self.common, member).await?);
        };
        views::record_member(self.common, self.operator, member).await?;
        self.reason.refuse_naming(person.names()).map_err(|refusal| refused_text("reason", refusal))?;
        Ok(person)
    }

    /// An act on a member's account, to be recorded in the transaction that carries it out.
    pub(super) fn of_account(&self, action: &'static str, member: MemberId) -> ScreenAct {
        ScreenAct { action, subject: "account".to_owned(), member: Some(member), reason: self.reason.clone() }
    }

    /// Records an act that is not in the journal, or will be there in a moment.
    pub(super) async fn record(
        &self,
        action: &'static str,
        subject: String,
        member: Option<MemberId>,
    ) -> Result<(), OperatorFailure> {
        let act = ScreenAct { action, subject, member, reason: self.reason.clone() };
        operator_actions::record_at_screen(&self.common.pool, &self.by, &act, self.common.clock.now())
            .await?;
        Ok(())
    }

    /// Records that a recorded act was not carried out: `why` in a word, never about a person.
    pub(super) async fn record_refused(
        &self,
        action: &str,
        subject: &str,
        member: Option<MemberId>,
        why: &str,
    ) {
        let recorded = self.record("refused", format!("{action}, {subject}: {why}"), member).await;
        if recorded.is_err() {
            // The same reason, most likely; the caller is told the first one.
            tracing::error!(action, subject, why, "an act was refused, and that could not be recorded");
        }
    }

    /// Records an act, and carries out its command in the name of a member, or of nobody. Returns once the read models
    /// show it.
    pub(super) async fn carry_out(
        &self,
        action: &'static str,
        subject: String,
        member: Option<MemberId>,
        command: Command,
    ) -> Result<(), OperatorFailure> {
        match self.submit(action, subject, member, command).await {
            Ok(Some(position)) => receipts::show(self.common, position).await,
            Ok(None) => {}
            Err(NotDone::Refused(rejection)) => return Err(self.refusal(&rejection).await?),
            Err(not_done) => return Err(not_done.into()),
        }
        Ok(())
    }

    /// The same without waiting for the read models: returns the position at which they show it.
    pub(super) async fn submit(
        &self,
        action: &'static str,
        subject: String,
        member: Option<MemberId>,
        command: Command,
    ) -> Result<Option<Position>, NotDone> {
        self.record(action, subject.clone(), member).await.map_err(NotDone::Failed)?;
        let operator = self.by.name.clone();
        let actor = match member {
            Some(member) => Actor::Impersonator { operator, member },
            None => Actor::Operator(operator),
        };
        let about = member.map_or_else(|| subject.clone(), |member| member.to_string());
        let submission = Submission {
            command,
            correlation_id: self.correlation_id,
            actor,
            metadata: self.operator_act().metadata(about),
            receipt: None,
        };
        let outcome = self.common.writer.submit(submission).await;
        let refused = match &outcome {
            Ok(Outcome::Rejected(rejection)) => Some(rejection.code()),
            Err(SubmitError::HeldBack(_)) => Some("held back"),
            // It may be carried out yet.
            Ok(_) | Err(SubmitError::Unknown) => None,
            Err(_) => Some("failed"),
        };
        if let Some(why) = refused {
            self.record_refused(action, &subject, member, why).await;
        }
        match outcome {
            Ok(Outcome::Accepted { position, .. }) => Ok(Some(position)),
            Ok(Outcome::Rejected(rejection)) => Err(NotDone::Refused(rejection)),
            // Both need an idempotency key.
            Ok(Outcome::Replayed { .. } | Outcome::KeyReused) => Ok(None),
            Err(SubmitError::HeldBack(_)) => Err(NotDone::HeldBack),
            Err(error @ SubmitError::Unknown) => Err(NotDone::Unknown(undecided(&error).into())),
            Err(error) => Err(NotDone::Failed(undecided(&error).into())),
        }
    }

    /// The answer to the operator: that an id is not the member's, or why a rule refuses the act.
    async fn refusal(&self, rejection: &Rejection) -> Result<OperatorFailure, OperatorFailure> {
        Ok(match rejection {
            Rejection::VoucherNotFound => {
                OperatorFailure::invalid_field("voucher", "The member has no such voucher.")
            }
            Rejection::SubscriptionNotFound => {
                OperatorFailure::invalid_field("subscription", "The member has no such pass.")
            }
            Rejection::SubscriptionClaimed { rounds } => {
                let pool = &self.common.pool;
                let clubs = self.common.clubs.at(pool, clubs::version(pool).await?).await?;
                OperatorFailure::new(StatusCode::CONFLICT, cancel_first(rounds, &clubs))
            }
            other => OperatorFailure::new(StatusCode::CONFLICT, sentence(other)),
        })
    }
}

/// The id of a member in an address.
pub(super) fn member_id(id: &str) -> Result<MemberId, OperatorFailure> {
    id.parse().map_err(|_| {
        OperatorFailure::not_found(format!(
            "Nothing is known under {id}: a member's id is a UUID. Search by e-mail address or name instead."
        ))
    })
}

/// There is no such member, or they were erased.
pub(super) async fn unknown_member(
    common: &Common,
    member: MemberId,
) -> Result<OperatorFailure, fairway_store::Error> {
    let erased = member_account::erased_at(&common.pool, member).await?;
    Ok(OperatorFailure::not_found(match erased {
        Some(at) => format!("This member was erased on {}.", fairway_audit::dates::instant(at)),
        None => format!("Nothing is known under {member}: there is no such member."),
    }))
}

/// Why a rule refuses an operator's act.
fn sentence(rejection: &Rejection) -> String {
    match rejection {
        Rejection::ReservationNotFound => "There is no such booking, or the place is not in it.".to_owned(),
        Rejection::TooLateToCancel => "The play date is over: nothing can be cancelled any more.".to_owned(),
        Rejection::RightNotForfeited => "The right of this place was not forfeited.".to_owned(),
        Rejection::DayOver => "This day is over: it can be neither closed nor changed.".to_owned(),
        Rejection::DayChanged => {
            "The bookings of this day have changed since you looked. Look at them again.".to_owned()
        }
        Rejection::SubscriptionEndsBeforeStart => "The pass must not end before it begins.".to_owned(),
        Rejection::VoucherAlreadyUsed => {
            "The voucher is used or forfeited. Cancel its round and give the right back, then try again.".to_owned()
        }
        Rejection::VoucherBought => "The voucher was bought: refund its order instead.".to_owned(),
        Rejection::SubscriptionUsed => {
            "A round was played with this pass, or its right is forfeited. Give a forfeited right back, then try again; \
             a pass that was played with stays."
                .to_owned()
        }
        Rejection::OrderNotPaid => "The order is not paid: there is nothing to pay back.".to_owned(),
        Rejection::OrderAlreadyRefunded => {
            "Money of this order was paid back already, or is on its way: look at its timeline.".to_owned()
        }
        Rejection::RegistrationNotRefunded => {
            "The registration was passed on to the federation, and is not paid back. The member can ask the federation."
                .to_owned()
        }
        Rejection::TariffInClosedMonth => {
            "That month is closed: a tariff begins after the last closed month.".to_owned()
        }
        Rejection::NoTariff => "The club has no tariff yet: set one first.".to_owned(),
        Rejection::MonthNotOver => "This month is not over.".to_owned(),
        Rejection::MonthNotNext => "Another month is next: months are closed one after the other.".to_owned(),
        Rejection::MonthAlreadyClosed => "This month was closed with other lines: look at its statement.".to_owned(),
        Rejection::SettlementChanged => {
            "A tariff or a dispute has changed since you looked. Look at the statement again.".to_owned()
        }
        Rejection::DisputeNotFound => "There is no such dispute at this club.".to_owned(),
        Rejection::DisputeAlreadyEnded => "The dispute ended in another way: look at it again.".to_owned(),
        Rejection::AdjustmentNotAllowed => {
            "Only an accepted dispute has an adjustment, of at most 10,000 euros.".to_owned()
        }
        other => format!("A rule refuses it ({}): {other}", other.code()),
    }
}

/// The rounds that keep a pass from being withdrawn.
fn cancel_first(rounds: &[ClaimedRound], clubs: &Clubs) -> String {
    let rounds: Vec<String> = rounds
        .iter()
        .map(|round| {
            let club =
                clubs.get(&round.club).map_or_else(|| round.club.to_string(), |club| club.name.clone());
            format!("{} at {club}", fairway_audit::dates::day(round.play_date))
        })
        .collect();
    let them = if rounds.len() == 1 { "this round" } else { "these rounds" };
    format!("The pass is used for a round to come. Cancel {them} first: {}.", rounds.join("; "))
}
