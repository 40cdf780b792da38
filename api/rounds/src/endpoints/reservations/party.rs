//! The group of a request: maps e-mail addresses to members, with the caller among them.

use std::collections::HashMap;

use axum::http::StatusCode;
use fairway_audit::subject::Subject;
use fairway_clock::clock::seconds_until_tomorrow;
use fairway_endpoint::caller::Caller;
use fairway_endpoint::common::Common;
use fairway_endpoint::failure::Failure;
use fairway_endpoint::refusal_queue::Attempt;
use fairway_endpoint::refusals;
use fairway_endpoint::rejection::PlayerNames;
use fairway_events::{MemberId, StreamId};
use fairway_store::lookups::LookedUp;
use fairway_store::members::Member;
use fairway_store::operator_views::{self, Shown, Sight, Viewer};

use crate::state::Rounds;

/// Members by address, for every endpoint that takes addresses: strangers count against the caller's limit
/// (docs/domain.md §3.13). Addresses in lower case, all different.
///
/// # Errors
/// 429 when the limit does not allow all of them; then nothing was counted and nothing is revealed.
pub(crate) async fn look_up(
    rounds: &Rounds,
    caller: &Caller,
    emails: &[String],
) -> Result<HashMap<String, Member>, Failure> {
    let now = rounds.common.clock.now();
    let (sentence, retry_after) = match rounds.look_up(caller, emails, now).await? {
        LookedUp::Found { members, strangers } => {
            if strangers > 0 {
                tracing::info!(strangers, found = members.len(), "looked up players");
            }
            record_views(&rounds.common, caller, members.values()).await?;
            return Ok(members);
        }
        LookedUp::MinuteLimitReached => {
            ("Je hebt te veel spelers opgezocht. Probeer het over een minuut opnieuw.", 60)
        }
        LookedUp::DayLimitReached => (
            "Je hebt vandaag te veel spelers opgezocht. Probeer het morgen opnieuw.",
            seconds_until_tomorrow(now),
        ),
    };
    tracing::warn!("look-ups of players are throttled");
    Err(Failure::throttled(sentence, retry_after))
}

/// Records the members whom an operator sees by looking them up under a member's account.
async fn record_views(
    common: &Common,
    caller: &Caller,
    found: impl Iterator<Item = &Member> + Send,
) -> Result<(), Failure> {
    let Some(by) = &caller.impersonation else { return Ok(()) };
    let viewer = Viewer { name: &by.operator, id: by.operator_id, session: caller.session_id };
    for member in found.filter(|member| member.id != caller.id()) {
        let subject = Subject(StreamId::Membership(member.id)).to_string();
        let shown =
            Shown { sight: Sight::View, subject: &subject, member: Some(member.id), unless_viewed: None };
        operator_views::record(&common.pool, viewer, &shown, common.clock.now()).await?;
    }
    Ok(())
}

/// Why there is no party.
#[derive(Debug)]
pub struct NoParty {
    /// The answer.
    pub failure: Failure,
    /// The rule that refused, by its code, with its sentence without an address; none: the request is malformed, or the
    /// database does not answer.
    pub rule: Option<(&'static str, &'static str)>,
}

impl NoParty {
    /// Leaves the refusal for the record, if a rule refused; returns the answer. The address is not recorded.
    pub(super) fn recorded(self, common: &Common, caller: &Caller, attempt: Attempt) -> Failure {
        if let Some((rule, sentence)) = self.rule {
            refusals::refused(common, caller, attempt, rule, sentence);
        }
        self.failure
    }
}

impl From<NoParty> for Failure {
    fn from(NoParty { failure, .. }: NoParty) -> Self {
        failure
    }
}

impl From<Failure> for NoParty {
    fn from(failure: Failure) -> Self {
        let is_throttled = failure.status() == StatusCode::TOO_MANY_REQUESTS;
        let rule = is_throttled.then_some(("too_many_lookups", "Te veel spelers opgezocht"));
        Self { failure, rule }
    }
}

/// Members in the order of the request.
#[derive(Debug)]
pub(crate) struct Party {
    /// The players.
    pub players: Vec<Member>,
}

impl Party {
    /// Finds the members of these addresses (lower case, all different).
    ///
    /// # Errors
    /// 422 when no member has an address, 429 as [`look_up`].
    pub(crate) async fn find(rounds: &Rounds, caller: &Caller, emails: &[String]) -> Result<Self, NoParty> {
        let mut found = look_up(rounds, caller, emails).await?;
        let players = emails
            .iter()
            .map(|email| {
                found.remove(email).ok_or_else(|| NoParty {
                    failure: Failure::invalid_field("players", format!("{email} niet gevonden")),
                    rule: Some(("player_unknown", "Speler niet gevonden")),
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { players })
    }

    /// Finds the member of one address (lower case).
    ///
    /// # Errors
    /// 422 when no member has it, 429 as [`look_up`].
    pub(crate) async fn of_one(rounds: &Rounds, caller: &Caller, email: String) -> Result<Member, NoParty> {
        let found = look_up(rounds, caller, std::slice::from_ref(&email)).await?.remove(&email);
        found.ok_or_else(|| NoParty {
            failure: Failure::invalid_field("email", format!("{email} niet gevonden")),
            rule: Some(("player_unknown", "Speler niet gevonden")),
        })
    }

    /// The same, and checks that the caller is among them (docs/domain.md §3.1).
    ///
    /// # Errors
    /// 422 when no member has an address or the caller is missing, 429 as [`look_up`].
    pub(crate) async fn with_caller(
        rounds: &Rounds,
        caller: &Caller,
        emails: &[String],
    ) -> Result<Self, NoParty> {
        let party = Self::find(rounds, caller, emails).await?;
        if party.players.iter().all(|player| player.id != caller.id()) {
            return Err(Failure::invalid_field("players", "Je moet zelf een van de spelers zijn.").into());
        }
        Ok(party)
    }

    /// Their ids.
    #[must_use]
    pub(crate) fn ids(&self) -> Vec<MemberId> {
        self.players.iter().map(|player| player.id).collect()
    }

    /// Their first names, and the caller's.
    #[must_use]
    pub(crate) fn names(&self, caller: &Caller) -> PlayerNames {
        PlayerNames::from_members(self.players.iter().chain(std::iter::once(&caller.member)))
    }
}
