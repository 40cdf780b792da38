//! A member who came without a booking: found by their address, and assessed by the rules of any other round.

use chrono::TimeDelta;
use fairway_clock::random;
use fairway_club_accounts::access::ClubUser;
use fairway_command::{Rights, assess};
use fairway_endpoint::failure::Failure;
use fairway_endpoint::rejection::PlayerNames;
use fairway_events::{Holes, MemberId, PlayRight};
use fairway_round_data::rights::{Claims, rights};
use fairway_store::clubs::ClubCard;
use fairway_store::members::{self, Member};
use fairway_store::throttle::{self, FailureLimit};
use uuid::Uuid;

use crate::records;
use crate::state::Clubs;

/// Look-ups of a user and of their club in the period, at most: names of members are not for collecting
/// (docs/domain.md §3.13).
const OF_USER: i64 = 60;
const OF_CLUB: i64 = 200;
/// Counted look-ups are kept as long.
const PERIOD: TimeDelta = TimeDelta::hours(1);

/// The member of an address in lower case. Each look-up counts, and who is found is recorded as seen.
///
/// # Errors
/// 404 when no member has it, 429 after too many look-ups.
pub(crate) async fn look_up(clubs: &Clubs, user: &ClubUser, email: &str) -> Result<Member, Failure> {
    let (common, now) = (&clubs.common, clubs.common.clock.now());
    // No address contains a line break, so these keys are of no log-in.
    let of_user = random::digest(format!("look-ups of a club's user\n{}", user.id()).as_bytes());
    let of_club = random::digest(format!("look-ups of a club\n{}", user.club()).as_bytes());
    let account = FailureLimit { key: &of_user, most: OF_USER };
    let address = FailureLimit { key: &of_club, most: OF_CLUB };
    let (attempt, since) = (random::id(), now - PERIOD);
    let counted = throttle::count_login_attempt(&common.pool, attempt, account, address, since, now).await?;
    if counted.account.count >= OF_USER || counted.address.count >= OF_CLUB {
        tracing::warn!("look-ups of members by a club are throttled");
        let sentence = "Er zijn het afgelopen uur te veel leden opgezocht. Probeer het later opnieuw.";
        return Err(Failure::throttled(sentence, PERIOD.num_seconds().unsigned_abs() / 4));
    }
    let found = members::by_email(&common.pool, email).await?;
    let member = found.ok_or_else(|| Failure::not_found("Er is geen lid met dit e-mailadres."))?;
    records::saw_member(common, user, member.id).await?;
    Ok(member)
}

/// The right that the member's round at the club today would use; in the other case why they cannot play, in Dutch.
///
/// # Errors
/// When the read models cannot be read.
pub(crate) async fn assess_today(
    clubs: &Clubs,
    card: &ClubCard,
    member: &Member,
    holes: Holes,
) -> Result<Result<PlayRight, String>, Failure> {
    if let Some(sentence) = incomplete(member) {
        return Ok(Err(sentence));
    }
    let (common, today) = (&clubs.common, clubs.common.clock.today());
    let found = common.reads.member_rights(&[member.id], today).await?;
    let own: Rights = found.into_iter().next().map(rights).unwrap_or_default();
    let days = common.reads.days_of_rounds(&[(card.id().clone(), today)]).await?;
    let day = Claims::from_days(days).on(card.id(), today, common.clock.now());
    let assessed = assess(Some(card.rules.as_ref()), &day, &[(member.id, &own)], today, holes, today);
    Ok(match assessed {
        Ok(rights) => rights.into_iter().next().map(|(_, right)| right).ok_or_else(String::new),
        Err(reason) => Err(names(member).reason(&reason, NOBODY)),
    })
}

/// Why a member cannot book, whose profile is not complete.
pub(crate) fn incomplete(member: &Member) -> Option<String> {
    let name = &member.first_name;
    (!member.profile_complete).then(|| {
        format!("Het profiel van {name} is nog niet compleet. {name} kan het op het portaal aanvullen.")
    })
}

/// Sentences of refusals name the member: who reads them is another.
pub(crate) const NOBODY: MemberId = MemberId(Uuid::nil());

/// The member's first name, for sentences of refusals.
pub(crate) fn names(member: &Member) -> PlayerNames {
    PlayerNames::from_members([member])
}
