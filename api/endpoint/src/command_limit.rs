//! The maximum number of bookings and changes per member and hour (docs/domain.md §3.14): each is an entry in a journal
//! that only grows, and sends mails to co-players.
//!
//! Successes count. A rejection is subtracted again, because it wrote nothing and notified nobody; so is the repeat of
//! a request that was answered before. A command without an outcome counts, because it may have been carried out.
//! Commands of an operator in a member's name do not count: they are on record.

use chrono::{DateTime, Utc};
use fairway_command::{Command, CountsAs};
use fairway_events::MemberId;
use fairway_store::member_commands::{self, Kind, Taken};
use fairway_text::error_chain::Chain;

use super::caller::Caller;
use super::failure::Failure;
use super::refusals;
use crate::common::Common;
use crate::refusal_queue::Attempt;

/// A command that was counted.
#[derive(Debug)]
pub struct Counted {
    member: MemberId,
    kind: Kind,
    at: DateTime<Utc>,
}

/// Counts a command before it is decided; none: it has no limit.
///
/// # Errors
/// 429 when the hour's limit is reached; then nothing is counted, and the refusal is recorded.
pub async fn count(common: &Common, caller: &Caller, command: &Command) -> Result<Option<Counted>, Failure> {
    let Some(kind) = kind_of(command) else { return Ok(None) };
    let most = match kind {
        Kind::Booking => common.limits.bookings_per_hour,
        Kind::Change => common.limits.changes_per_hour,
    };
    if most == 0 || caller.impersonation.is_some() {
        return Ok(None);
    }
    let (member, at) = (caller.id(), common.clock.now());
    match member_commands::take(&common.pool, member, kind, at, most).await? {
        Taken::Counted => Ok(Some(Counted { member, kind, at })),
        Taken::Full { room_from } => {
            common.counts.throttled(kind);
            tracing::warn!(%member, kind = kind.as_str(), most, "a member's commands are throttled");
            let failure = refusal(kind, most, room_from - at);
            refusals::refused(
                common,
                caller,
                Attempt::from_command(command),
                "too_many_commands",
                failure.sentence(),
            );
            Err(failure)
        }
    }
}

/// Subtracts a command that changed nothing.
pub async fn uncount(common: &Common, counted: Option<Counted>) {
    let Some(Counted { member, kind, at }) = counted else { return };
    if let Err(error) = member_commands::uncount(&common.pool, member, kind, at).await {
        // The member has one command less for an hour; the response is unchanged.
        tracing::warn!(error = %Chain(&error), "a command without effect remains counted");
    }
}

fn kind_of(command: &Command) -> Option<Kind> {
    match command.counts_as() {
        CountsAs::Booking => Some(Kind::Booking),
        CountsAs::Change => Some(Kind::Change),
        CountsAs::Nothing => None,
    }
}

fn refusal(kind: Kind, most: u32, wait: chrono::TimeDelta) -> Failure {
    // Rounded up: a client that waits for exactly this time must not be refused again.
    let seconds = u64::try_from(wait.num_seconds()).unwrap_or(0).saturating_add(1);
    let minutes = (seconds - 1).div_ceil(60).max(1);
    let minutes = if minutes == 1 { "1 minuut".to_owned() } else { format!("{minutes} minuten") };
    let done = match (kind, most) {
        (Kind::Booking, _) => format!("{most} keer gereserveerd"),
        (Kind::Change, 1) => "1 wijziging gedaan".to_owned(),
        (Kind::Change, _) => format!("{most} wijzigingen gedaan"),
    };
    let sentence =
        format!("Je hebt het afgelopen uur {done}, en meer kan niet. Probeer het over {minutes} opnieuw.");
    Failure::throttled(sentence, seconds)
}
