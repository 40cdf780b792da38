//! The explanation: the result of every rule, and the sentence that the member would read.

use fairway_events::{MemberId, PlayRight, Position};
use serde::Serialize;

use super::inputs::{Inputs, PlayerInput};
use super::numbers;
use crate::dates;
use crate::rulebook::{self, Player, Refusal, RoundRequest, one_round, rights};

/// The code of a refusal by the account: no rule of booking, and so not in `rulebook::REFUSAL_CODES`.
const ACCOUNT_DISABLED: &str = "account_disabled";

/// Why a member could or could not book.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Explanation {
    /// The question, as text.
    pub question: String,
    /// The moment at which it is asked, as text.
    pub at: String,
    /// Inputs that come from tables without a history.
    pub caveats: Vec<String>,
    /// Whether the question has an answer; not where the booking member was erased, whose rights alone are looked at. Nodes
    /// of the release before leave it out.
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub answerable: bool,
    /// Every rule, in the order of evaluation.
    pub findings: Vec<Finding>,
    /// Whether the round could be booked.
    pub bookable: bool,
    /// The stable code of the first refusal.
    pub code: Option<&'static str>,
    /// The Dutch sentence that the booking member would get: the app shows `je hebt` for `Heeft`; none where the account
    /// is disabled, because then nobody gets as far as booking.
    pub sentence: Option<String>,
    /// The right that each player would use, where the round could be booked.
    pub rights: Vec<UsedRight>,
    /// Moments before the rounds that are the reason of the refusal: a question as of one of them gets another answer.
    #[serde(skip)]
    pub before_rounds: Vec<Position>,
    /// The player whose rights are used up in every month of the pass, where the member reads of one month.
    #[serde(skip)]
    pub used_up: Option<String>,
}

/// The right that a player would use.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct UsedRight {
    /// The player.
    #[cfg_attr(feature = "schema", schema(value_type = uuid::Uuid))]
    pub member: MemberId,
    /// The player's name.
    pub name: String,
    /// The right.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub right: PlayRight,
    /// The right's name.
    pub called: String,
}

/// The result of one rule.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = ExplainedRule))]
pub struct Finding {
    /// The rule's title.
    pub rule: &'static str,
    /// Its section of docs/domain.md.
    pub section: &'static str,
    /// The player that the rule was evaluated for; none: it is about the date or the club.
    pub player: Option<String>,
    /// Whether the rule allows the round.
    pub mark: Mark,
    /// The numbers that the rule was evaluated on.
    pub behind: Vec<String>,
}

/// Whether a rule allows the round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// It allows the round.
    Pass,
    /// It refuses, and is the reason that the member reads.
    Refuses,
    /// It refuses too, after another rule that is the reason.
    RefusesToo,
}

impl Explanation {
    /// What an operator adds to the sentence that the rights of a month are used up: the caller would try the next one.
    #[must_use]
    pub fn used_up_hint(&self) -> Option<String> {
        let player = self.used_up.as_ref()?;
        Some(format!("For {player} the pass is used up: no month will help."))
    }

    /// Evaluates every rule.
    pub(super) fn from_inputs(inputs: &Inputs) -> Self {
        let players: Vec<Player<'_>> = inputs
            .players
            .iter()
            .map(|player| Player { member: player.member.id, holdings: &player.member.holdings })
            .collect();
        let round = RoundRequest {
            club: &inputs.club,
            taken: inputs.day.taken(),
            closed: inputs.day.closed.as_deref(),
            capacity: inputs.day.capacity,
            held: inputs.day.held(inputs.at.instant),
            smallest_in_turn: inputs.day.smallest_in_turn,
            date: inputs.date,
            holes: inputs.holes,
            today: inputs.at.day(),
        };
        let checks = rulebook::checks(&round, &players);
        let account = inputs.players.first().and_then(|player| account(player, inputs));
        let mut findings: Vec<(Option<Refusal>, Finding)> =
            inputs.players.first().and_then(profile).into_iter().collect();
        for check in &checks {
            let player = check.player.map(|member| inputs.names.member_in_full(member));
            let behind = numbers::for_check(check, inputs);
            let (rule, section) = (check.rule.title(), check.rule.section());
            findings
                .push((check.refusal.clone(), Finding { rule, section, player, mark: Mark::Pass, behind }));
        }
        let mut refused = account.is_some();
        for (refusal, finding) in &mut findings {
            if refusal.is_some() {
                finding.mark = if refused { Mark::RefusesToo } else { Mark::Refuses };
                refused = true;
            }
        }
        let first = findings.iter().find_map(|(refusal, _)| refusal.clone());
        let refused_player =
            checks.iter().find(|check| check.refusal == first).and_then(|check| check.player);
        let rights = if refused { Vec::new() } else { used_rights(inputs, &checks) };
        // Before a rule of booking is asked, the log-in has been refused.
        let reason = first.as_ref().filter(|_| account.is_none());
        let code = if account.is_some() { Some(ACCOUNT_DISABLED) } else { reason.map(Refusal::code) };
        Self {
            question: question_in_words(inputs),
            at: inputs.at.to_string(),
            caveats: caveats(inputs),
            answerable: inputs.players.first().is_some_and(|player| player.account.is_some()),
            bookable: !refused,
            code,
            sentence: reason.map(|refusal| sentence(refusal, refused_player, inputs)),
            rights,
            before_rounds: before_rounds(reason, refused_player, inputs),
            used_up: used_up(reason, refused_player, inputs),
            findings: account.into_iter().chain(findings.into_iter().map(|(_, finding)| finding)).collect(),
        }
    }
}

/// The account of the booking member, where it refuses: one that is disabled now, or was at the moment that is asked about.
/// When it was enabled before is not known.
fn account(player: &PlayerInput, inputs: &Inputs) -> Option<Finding> {
    let disabled_at = player.account.as_ref()?.disabled_at?;
    if inputs.is_past && disabled_at > inputs.at.instant {
        return None;
    }
    let behind = vec![format!("The account is disabled: no log-in since {}", dates::instant(disabled_at))];
    Some(Finding { rule: "account", section: "§3", player: None, mark: Mark::Refuses, behind })
}

/// The profile of the booking member, which is the first rule of booking.
fn profile(player: &PlayerInput) -> Option<(Option<Refusal>, Finding)> {
    let account = player.account.as_ref()?;
    let complete = rulebook::profile::check(account.profile_complete);
    let behind =
        vec![if complete.is_ok() { "complete".to_owned() } else { "a required field is empty".to_owned() }];
    let (rule, section) = ("profile", "§3");
    Some((complete.err(), Finding { rule, section, player: None, mark: Mark::Pass, behind }))
}

fn question_in_words(inputs: &Inputs) -> String {
    let mut players: Vec<String> =
        inputs.players.iter().map(|player| inputs.names.member_in_full(player.member.id)).collect();
    let booker = players.remove(0);
    let with = if players.is_empty() { String::new() } else { format!(" with {}", players.join(", ")) };
    let (club, day) = (inputs.names.club(&inputs.club.id), dates::day(inputs.date));
    let can = if inputs.is_past { "Could" } else { "Can" };
    format!("{can} {booker} book {} holes at {club} on {day}{with}?", inputs.holes)
}

fn caveats(inputs: &Inputs) -> Vec<String> {
    let mut caveats = Vec::new();
    if inputs.is_past {
        caveats.push(
            "The club's settings and the profile are today's: the journal does not keep earlier ones."
                .to_owned(),
        );
    }
    for player in inputs.players.iter().filter(|player| player.account.is_none()) {
        let name = inputs.names.member_in_full(player.member.id);
        caveats.push(format!("{name} cannot log in or be chosen any more: only the rights are looked at."));
    }
    caveats
}

/// The sentence for the booking member: about a co-player with the first name in front (docs/domain.md §3, "Settled
/// details").
fn sentence(refusal: &Refusal, subject: Option<MemberId>, inputs: &Inputs) -> String {
    let text = refusal.to_string();
    let co_player = inputs.players.iter().skip(1).find(|player| Some(player.member.id) == subject);
    match co_player {
        Some(player) => {
            let name =
                player.account.as_ref().map_or("Een medespeler", |account| account.first_name.as_str());
            format!("{name} {}", text.replacen("Heeft", "heeft", 1))
        }
        None => text,
    }
}

fn used_rights(inputs: &Inputs, checks: &[rulebook::Check]) -> Vec<UsedRight> {
    rulebook::assessment(checks)
        .unwrap_or_default()
        .into_iter()
        .map(|(member, right)| {
            let passes = inputs.players.iter().flat_map(|player| &player.member.holdings.passes);
            let called = match &right {
                PlayRight::Subscription { subscription } => passes
                    .clone()
                    .find(|pass| pass.id == *subscription)
                    .map_or_else(|| subscription.to_string(), |pass| format!("pass “{}”", pass.name)),
                PlayRight::Voucher { title, .. } => format!("voucher “{title}”"),
            };
            UsedRight { member, name: inputs.names.member(member), right, called }
        })
        .collect()
}

/// The operator may ask about the same round that the member has on that day: then the moment before it is the answer.
fn before_rounds(refusal: Option<&Refusal>, subject: Option<MemberId>, inputs: &Inputs) -> Vec<Position> {
    let Some(Refusal::AlreadyPlays) = refusal else { return Vec::new() };
    let player = inputs.players.iter().find(|player| Some(player.member.id) == subject);
    let rounds =
        player.into_iter().flat_map(|player| one_round::rounds_on(&player.member.holdings, inputs.date));
    rounds.map(|claim| claim.position - 1).filter(|position| *position > 0).collect()
}

/// The sentence names the month of play. Every pass that the player can still use may be used up over its term.
fn used_up(refusal: Option<&Refusal>, subject: Option<MemberId>, inputs: &Inputs) -> Option<String> {
    let Some(Refusal::UsedUp(_)) = refusal else { return None };
    let member =
        inputs.players.iter().map(|player| &player.member).find(|member| Some(member.id) == subject)?;
    let holdings = &member.holdings;
    let mut passes = holdings.passes.iter().filter(|pass| pass.enddate >= inputs.date);
    let all = passes.all(|pass| rights::used(holdings, pass) >= pass.max);
    all.then(|| inputs.names.member_in_full(member.id))
}
